/* SPDX-License-Identifier: MIT */
/* Joining texts: outputs of shards, whose statistics tell how they begin and end, and files of
 * which nothing is known but what their text shows. */
#include <config.h>
#include "shards/merge_files.h"
#include <stdlib.h>
#include <string.h>
#include "io/codec.h"
#include "pgn/split.h"
#include "run/shard_output.h"

static enum fm_status refuse_file(const char *name, const char *detail, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_INPUT_FAILED,
                               .input = name,
                               .what = fm_text_of(name),
                               .detail = fm_text_of(detail)};
    return FM_INPUT_FAILED;
}

static const char no_file[] = "its output is no file, and cannot be joined: give each shard -o";

/* Read a part, and write all but what was added at its end.
 * @param part    as its statistics have it.
 * @param output  NULL: it is only checked. */
static enum fm_status copy_part(const char *name, const struct fm_shard_output *part,
                                const struct fm_hash128 *hash, struct fm_output *output,
                                struct fm_error *error)
{
    struct fm_merge_reader reader;
    struct fm_digest digest = {.bytes = 0};
    const uint64_t most = part->digest.bytes - part->added;
    enum fm_status status = fm_merge_open(&reader, name, error);
    while (status == FM_OK && fm_merge_rest(&reader).n > 0) {
        const struct fm_text text = fm_merge_rest(&reader);
        const uint64_t left = digest.bytes < most ? most - digest.bytes : 0;
        if (output != NULL && left > 0)
            status = fm_output_write(output, text.p, text.n < left ? text.n : (size_t)left, error);
        fm_digest_add(&digest, text.p, text.n);
        reader.at += text.n;
        FM_NEXT(status, fm_merge_fill(&reader, error));
    }
    fm_merge_close(&reader);
    const struct fm_hash128 found = fm_digest_end(&digest);
    if (status == FM_OK && digest.bytes != part->digest.bytes)
        return refuse_file(name,
                           "it is not as long as its shard wrote it: copy it again, or run the "
                           "shard again",
                           error);
    if (status == FM_OK && (found.lo != hash->lo || found.hi != hash->hi))
        return refuse_file(name,
                           "its bytes are not those that its shard wrote: copy it again, or run "
                           "the shard again",
                           error);
    return status;
}

/* What the shards before have written, as one. */
static void go_on_after(struct fm_shard_output *last, const struct fm_shard_output *part)
{
    if (part->begin == FM_SHARD_BEGIN_NONE)
        return;
    last->open = part->open;
    last->to = part->to;
    if (part->tail.state != FM_SPAN_NOTHING)
        last->tail = part->tail;
}

static enum fm_status join(const struct fm_merge_part *parts, size_t count,
                           const struct fm_merge_target *target, struct fm_arena *arena,
                           struct fm_output *output, struct fm_error *error)
{
    struct fm_shard_output last = {.added = 0};
    for (size_t i = 0; i < count; i++) {
        unsigned char between[FM_SEPARATOR_MAX];
        const struct fm_json *node;
        struct fm_shard_output part;
        struct fm_hash128 hash;
        const char *name = fm_merge_output_of(&parts[i], target, arena, &node);
        if (node == NULL || !fm_shard_output_take(node, &part, &hash))
            return refuse_file(parts[i].reader.name, "this shard has no such output", error);
        FM_TRY_MADE(name);
        if (strcmp(name, "-") == 0)
            return refuse_file(parts[i].reader.name, no_file, error);
        FM_TRY(fm_output_write(output, between, fm_shard_output_between(&last, &part, between),
                               error));
        FM_TRY(copy_part(name, &part, &hash, output, error));
        go_on_after(&last, &part);
    }
    return FM_OK;
}

/* Tables: each is checked, then all are added. */
static enum fm_status add_tables(const struct fm_merging *how, const struct fm_merge_part *parts,
                                 size_t count, const struct fm_merge_target *target,
                                 struct fm_arena *arena, struct fm_output *output,
                                 struct fm_error *error)
{
    struct fm_merging tables = *how;
    const char **names = calloc(count, sizeof *names);
    enum fm_status status = names == NULL ? FM_NO_MEMORY : FM_OK;
    for (size_t i = 0; i < count && status == FM_OK; i++) {
        const struct fm_json *node;
        struct fm_shard_output part;
        struct fm_hash128 hash;
        names[i] = fm_merge_output_of(&parts[i], target, arena, &node);
        if (node == NULL || !fm_shard_output_take(node, &part, &hash))
            status = refuse_file(parts[i].reader.name, "this shard has no such output", error);
        else if (names[i] == NULL)
            status = FM_NO_MEMORY;
        else if (strcmp(names[i], "-") == 0)
            status = refuse_file(parts[i].reader.name, no_file, error);
        else
            status = copy_part(names[i], &part, &hash, NULL, error);
    }
    tables.names = names;
    tables.count = count;
    FM_NEXT(status, fm_merge_tables(&tables, output, error));
    free(names);
    return status;
}

/* How an output of the run was compressed. Another codec has its own usual level. */
static struct fm_compression compression_of(const struct fm_json *node, const char *name)
{
    const struct fm_json *level = fm_json_find(node, FM_TEXT("level"));
    const struct fm_json *first = level == NULL ? NULL : level->first;
    const uint64_t given = first == NULL ? 0 : first->number;
    struct fm_text ignored;
    return (struct fm_compression){
        .level = fm_level_check(fm_text_of(name), given, &ignored) == FM_OK ? (unsigned)given : 0,
        .records = first != NULL && first->next != NULL && first->next->number != 0};
}

enum fm_status fm_merge_outputs(const struct fm_merging *how, const struct fm_merge_part *parts,
                                size_t count, const struct fm_merge_target *target,
                                struct fm_arena *arena, struct fm_output **output,
                                struct fm_error *error)
{
    const struct fm_json *node;
    (void)fm_merge_output_of(parts, target, arena, &node);
    const struct fm_json *way = node == NULL ? NULL : fm_json_find(node, FM_TEXT("join"));
    if (way == NULL)
        return refuse_file(parts->reader.name, "this shard has no such output", error);
    if (fm_text_is(way->text, "unique")) {
        *error = (struct fm_error){
            .status = FM_BAD_USE,
            .input = parts->reader.name,
            .detail = FM_TEXT("what is unique in a shard need not be so in the run: `fenmill "
                              "convert --unique KEY` of the outputs, in their order, makes it so")};
        return FM_BAD_USE;
    }
    FM_TRY(fm_output_open_with(target->name, how->force, compression_of(node, target->name), output,
                               error));
    return fm_text_is(way->text, "counts")
               ? add_tables(how, parts, count, target, arena, *output, error)
               : join(parts, count, target, arena, *output, error);
}

uint64_t fm_merge_separators(const struct fm_merge_part *parts, size_t count)
{
    uint64_t separators = 0;
    const struct fm_json *outputs = parts->first;
    for (size_t k = 0; outputs != NULL; outputs = outputs->next, k++) {
        struct fm_shard_output last = {.added = 0};
        for (size_t i = 0; i < count; i++) {
            unsigned char between[FM_SEPARATOR_MAX];
            struct fm_shard_output part;
            struct fm_hash128 hash;
            const struct fm_json *node = parts[i].first;
            for (size_t n = 0; n < k && node != NULL; n++)
                node = node->next;
            if (node == NULL || !fm_shard_output_take(node, &part, &hash))
                continue;
            separators += fm_shard_output_between(&last, &part, between) > 0;
            go_on_after(&last, &part);
        }
    }
    return separators;
}

/* ---- files of which nothing is known --------------------------------------------------------- */

/* Text from a game's start on, up to what was read so far. */
struct tail_text {
    struct fm_buf text;
    struct fm_split split;
    bool too_large; /* true: a game is, and the text is its end alone */
};

enum { GAME_MAX = 16 << 20 };

static enum fm_status pad(struct fm_buf *text)
{
    FM_TRY(fm_buf_reserve(text, FM_TEXT_PADDING));
    memset(text->p + text->n, 0, FM_TEXT_PADDING);
    return FM_OK;
}

/* Add text, and drop what is before the last game that certainly begins in it. */
static enum fm_status take_text(struct tail_text *tail, struct fm_text more)
{
    struct fm_buf *text = &tail->text;
    FM_TRY(fm_buf_append_text(text, more));
    FM_TRY(pad(text)); /* the search reads beyond it */
    size_t cut = fm_split_last_hard(fm_buf_text(text));
    tail->too_large = tail->too_large && cut == 0;
    if (cut == 0 && text->n > GAME_MAX) {
        cut = text->n - FM_SPLIT_BEFORE;
        tail->too_large = true;
    }
    text->n -= cut;
    memmove(text->p, text->p + cut, text->n);
    return FM_OK;
}

/* How the text that was read begins, up to the end of what there is of it. */
static enum fm_status find_head(struct tail_text *tail, struct fm_text first,
                                struct fm_span_head *out)
{
    struct fm_buf copy = {NULL, 0, 0};
    enum fm_status status = fm_buf_append_text(&copy, first);
    FM_NEXT(status, pad(&copy));
    FM_NEXT(status, fm_split_block(&tail->split, fm_buf_text(&copy)));
    if (status == FM_OK && tail->split.count > 0)
        *out = fm_span_head_of(&tail->split, tail->split.games, copy.p);
    fm_buf_free(&copy);
    return status;
}

static enum fm_status find_tail(struct tail_text *tail, struct fm_span_tail *out)
{
    FM_TRY(pad(&tail->text));
    const struct fm_text text = fm_buf_text(&tail->text);
    FM_TRY(fm_split_block(&tail->split, text));
    const size_t count = tail->split.count;
    const struct fm_game *game = count == 0 ? NULL : &tail->split.games[count - 1];
    if (tail->too_large || game == NULL)
        *out = fm_span_tail_of_text(FM_SPAN_UNKNOWN, text);
    else
        *out = fm_span_tail_of(&tail->split, game, text.p,
                               fm_text_between(text.p + game->begin, text.p + text.n));
    return FM_OK;
}

/* @param[in,out] last  what was written before. */
static enum fm_status join_file(struct fm_merge_reader *reader, struct tail_text *tail, bool games,
                                struct fm_shard_output *last, struct fm_output *output,
                                struct fm_error *error)
{
    enum { FIRST = 1 << 20 }; /* bytes that show how a file begins */
    unsigned char between[FM_SEPARATOR_MAX];
    struct fm_shard_output part = {.begin = games ? FM_SHARD_BEGIN_SPAN : FM_SHARD_BEGIN_LIST};
    while (!reader->ended && reader->text.n < FIRST)
        FM_TRY(fm_merge_fill(reader, error));
    if (fm_merge_rest(reader).n == 0)
        return FM_OK;
    if (games)
        FM_TRY(find_head(tail, fm_merge_rest(reader), &part.head));
    FM_TRY(fm_output_write(output, between, fm_shard_output_between(last, &part, between), error));
    while (fm_merge_rest(reader).n > 0) {
        const struct fm_text text = fm_merge_rest(reader);
        FM_TRY(fm_output_write(output, text.p, text.n, error));
        if (games)
            FM_TRY(take_text(tail, text));
        last->open = text.p[text.n - 1] != '\n' && text.p[text.n - 1] != '\r';
        reader->at += text.n;
        FM_TRY(fm_merge_fill(reader, error));
    }
    if (games)
        FM_TRY(find_tail(tail, &last->tail));
    return FM_OK;
}

enum fm_status fm_merge_texts(const struct fm_merging *how, bool games, struct fm_output *output,
                              struct fm_error *error)
{
    struct fm_shard_output last = {.added = 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < how->count && status == FM_OK; i++) {
        struct fm_merge_reader reader;
        struct tail_text tail = {.too_large = false};
        status = fm_merge_open(&reader, how->names[i], error);
        FM_NEXT(status, join_file(&reader, &tail, games, &last, output, error));
        fm_merge_close(&reader);
        fm_buf_free(&tail.text);
        fm_split_free(&tail.split);
    }
    return status;
}
