/* SPDX-License-Identifier: MIT */
/* What there is to merge: see merge_files.h. The first file shows the kind of all. */
#include <config.h>
#include "shards/merge_files.h"
#include <string.h>
#include "os/os.h"
#include "run/bounds.h"

enum fm_status fm_merge_open(struct fm_merge_reader *reader, const char *name,
                             struct fm_error *error)
{
    *reader = (struct fm_merge_reader){.name = name, .line = 1};
    FM_TRY(fm_input_open(name, &reader->input, error));
    return fm_merge_fill(reader, error);
}

enum fm_status fm_merge_fill(struct fm_merge_reader *reader, struct fm_error *error)
{
    size_t got = 0;
    struct fm_buf *text = &reader->text;
    text->n -= reader->at;
    if (reader->at > 0)
        memmove(text->p, text->p + reader->at, text->n);
    reader->at = 0;
    if (reader->ended)
        return FM_OK;
    FM_TRY(fm_buf_reserve(text, FM_MERGE_PIECE));
    FM_TRY(fm_input_read(reader->input, text->p + text->n, FM_MERGE_PIECE, &got, error));
    text->n += got;
    reader->ended = got == 0;
    return FM_OK;
}

struct fm_text fm_merge_rest(const struct fm_merge_reader *reader)
{
    return reader->text.p == NULL ? FM_NO_TEXT : fm_buf_text_from(&reader->text, reader->at);
}

void fm_merge_close(struct fm_merge_reader *reader)
{
    fm_input_close(reader->input);
    fm_buf_free(&reader->text);
    *reader = (struct fm_merge_reader){.name = NULL};
}

enum fm_status fm_merge_refuse(const struct fm_merge_reader *reader, const char *detail,
                               struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_BAD_USE,
                               .input = reader->name,
                               .line = reader->line,
                               .detail = fm_text_of(detail)};
    return FM_BAD_USE;
}

enum fm_status fm_merge_read_stats(struct fm_merge_reader *reader, const char *name,
                                   struct fm_arena *arena, struct fm_json *out,
                                   struct fm_error *error)
{
    FM_TRY(fm_merge_open(reader, name, error));
    while (!reader->ended && reader->text.n < FM_MERGE_STATS_MAX && *reader->text.p == '{')
        FM_TRY(fm_merge_fill(reader, error));
    const struct fm_text text = fm_merge_rest(reader);
    const enum fm_status status = fm_json_read(text, arena, out, &reader->line);
    if (status == FM_NO_MEMORY)
        return status;
    if (status != FM_OK || out->kind != FM_JSON_OBJECT ||
        fm_json_number(out, FM_TEXT("fenmill-stats")) != 1)
        return fm_merge_refuse(
            reader, "these are not the statistics of a run (--stats, as JSON), or not all of them",
            error);
    reader->line = 0;
    if (!fm_json_is_sealed(text))
        return fm_merge_refuse(reader,
                               "these statistics are not as they were written (their `check` does "
                               "not hold): copy them again, or run the shard again",
                               error);
    return FM_OK;
}

bool fm_merge_is_whole(const struct fm_json *stats)
{
    return fm_json_number(stats, FM_TEXT("inputs_failed")) == 0 &&
           fm_json_number(stats, FM_TEXT("outputs_failed")) == 0;
}

/* Kinds are found and statistics are read before the files are joined, and what a pipe has given is
 * gone. */
enum fm_status fm_merge_check_files(const struct fm_merging *how, struct fm_error *error)
{
    for (size_t i = 0; i < how->count; i++) {
        struct fm_os_about about;
        const char *const name = how->names[i];
        if (strcmp(name, "-") != 0 &&
            (fm_os_look(FM_OS_HERE, name, true, &about) != 0 || about.kind == FM_OS_FILE))
            continue;
        *error = (struct fm_error){.status = FM_BAD_USE,
                                   .input = name,
                                   .detail = FM_TEXT("merge reads files, and more than once: write "
                                                     "this to a file first")};
        return FM_BAD_USE;
    }
    return FM_OK;
}

/* What a file is, by its first bytes, and by its name. */
enum kind { KIND_STATS, KIND_TABLE, KIND_GAMES, KIND_LIST };

/* Does a name end like this, whatever compresses it? */
static bool has_suffix(const char *name, const char *suffix)
{
    static const char *const codecs[] = {"", ".gz", ".zst", ".bz2", ".xz"};
    const size_t n = strlen(name), wanted = strlen(suffix);
    for (size_t i = 0; i < FM_COUNT_OF(codecs); i++) {
        const size_t end = strlen(codecs[i]);
        if (n > end + wanted && strcmp(name + n - end, codecs[i]) == 0 &&
            memcmp(name + n - end - wanted, suffix, wanted) == 0)
            return true;
    }
    return false;
}

static enum fm_status find_kind(const char *name, enum kind *kind, struct fm_error *error)
{
    static const char *const lists[] = {".fen", ".epd", ".txt", ".uci"};
    struct fm_merge_reader reader;
    const enum fm_status status = fm_merge_open(&reader, name, error);
    const struct fm_text text = fm_merge_rest(&reader);
    *kind = has_suffix(name, ".pgn")    ? KIND_GAMES
            : has_suffix(name, ".json") ? KIND_STATS
                                        : KIND_TABLE;
    for (size_t i = 0; i < FM_COUNT_OF(lists); i++)
        *kind = has_suffix(name, lists[i]) ? KIND_LIST : *kind;
    if (text.n > 1 && text.p[0] == '{' && (text.p[1] == '\n' || text.p[1] == '\r'))
        *kind = KIND_STATS;
    fm_merge_close(&reader);
    return status;
}

/* Merge files that tell nothing of themselves. */
static enum fm_status merge_unchecked(const struct fm_merging *how, enum kind kind,
                                      struct fm_error *error)
{
    struct fm_output *output;
    const char *const name = how->output_count > 0 ? how->outputs[0] : how->output;
    const struct fm_error warning = {
        .status = FM_BAD_USE,
        .warning = true,
        .detail = FM_TEXT("nothing is known of these files, so nothing was checked: name the "
                          "statistics (--stats) of the shards to see that all is there")};
    if (how->output_count > 1 || how->rejects != NULL || how->unselected != NULL ||
        how->log != NULL || name == NULL) {
        error->detail = FM_TEXT("to join several outputs, name the statistics of the shards");
        return FM_BAD_USE;
    }
    FM_TRY(fm_output_open(name, how->force, &output, error));
    const enum fm_status status = kind == KIND_TABLE
                                      ? fm_merge_tables(how, output, error)
                                      : fm_merge_texts(how, kind == KIND_GAMES, output, error);
    if (status == FM_OK && how->message != NULL)
        how->message(how->user, &warning);
    if (status == FM_OK)
        return fm_output_commit(output, error);
    fm_output_discard(output);
    return status;
}

enum fm_status fm_merge(const struct fm_merging *given, struct fm_error *error)
{
    enum kind kind;
    struct fm_merging how;
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!fm_given(&how, sizeof how, given) || how.count == 0)
        return FM_BAD_USE;
    FM_TRY(fm_merge_check_files(&how, error));
    FM_TRY(find_kind(how.names[0], &kind, error));
    if (kind == KIND_STATS)
        return fm_merge_stats(&how, error);
    if (how.min_count == 0 || kind == KIND_TABLE)
        return merge_unchecked(&how, kind, error);
    error->detail = FM_TEXT("a minimum count is for tables of counts");
    return FM_BAD_USE;
}

bool fm_merge_target(const struct fm_merging *how, size_t number, struct fm_merge_target *out)
{
    const struct fm_merge_target reports[] = {
        {"rejects", 0, how->rejects}, {"unselected", 0, how->unselected}, {"log", 0, how->log}};
    *out = (struct fm_merge_target){.role = "output", .index = number};
    if (number < how->output_count)
        out->name = how->outputs[number];
    else if (number - how->output_count < FM_COUNT_OF(reports))
        *out = reports[number - how->output_count];
    else
        return false;
    return true;
}

const char *fm_merge_output_of(const struct fm_merge_part *part,
                               const struct fm_merge_target *target, struct fm_arena *arena,
                               const struct fm_json **found)
{
    struct fm_os_about about;
    size_t index = 0;
    const struct fm_json *node = part->first;
    for (; node != NULL; node = node->next) {
        const struct fm_json *role = fm_json_find(node, FM_TEXT("role"));
        if (role != NULL && fm_text_is(role->text, target->role) && index++ == target->index)
            break;
    }
    if (found != NULL)
        *found = node;
    if (node == NULL)
        return NULL;
    const char *const name =
        (const char *)fm_json_string(fm_json_find(node, FM_TEXT("name")), arena).p;
    if (name == NULL || strcmp(name, "-") == 0)
        return name;
    /* Statistics and outputs may have been moved, together. */
    const char *const stats = part->reader.name, *slash = strrchr(stats, '/'),
                      *last = strrchr(name, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - stats) + 1;
    last = last == NULL ? name : last + 1;
    char *const beside = fm_arena_alloc(arena, folder + strlen(last) + 1);
    if (beside != NULL) {
        memcpy(beside, stats, folder);
        memcpy(beside + folder, last, strlen(last) + 1);
    }
    return beside != NULL && fm_os_look(FM_OS_HERE, beside, true, &about) == 0 ? beside : name;
}
