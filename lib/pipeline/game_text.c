/* Kept games as PGN: see game_text.h. The few changes that an output may ask for are a list of
 * edits of the tag section; all between them is copied. */
#include <config.h>
#include "pipeline/game_text.h"
#include "pgn/encoding.h"
#include "profile/consumer.h"

/* Replace begin..end by a text. */
struct edit {
    const unsigned char *begin, *end;
    struct fm_text text;
};

enum { EDITS_MAX = 4 };

struct edits {
    struct edit list[EDITS_MAX]; /* in the order of `begin` */
    size_t count;
};

static void add_edit(struct edits *edits, const unsigned char *begin, const unsigned char *end,
                     struct fm_text text)
{
    size_t at = edits->count++;
    for (; at > 0 && edits->list[at - 1].begin > begin; at--)
        edits->list[at] = edits->list[at - 1];
    edits->list[at] = (struct edit){begin, end, text};
}

/* A whole tag pair, from its bracket to behind its line end. */
static struct fm_text pair_of(const struct fm_tag *tag, const unsigned char *game,
                              const unsigned char *end)
{
    const unsigned char *from = tag->name.p, *to = tag->value.p + tag->value.n;
    while (from > game && *from != '[')
        from--;
    while (to < end && *to != ']')
        to++;
    to += to < end;
    while (to < end && (*to == ' ' || *to == '\t'))
        to++;
    to += to < end && *to == '\r';
    to += to < end && *to == '\n';
    return fm_text_between(from, to);
}

/* The name that readers of this output know the game's variant by; empty where it needs none. */
static struct fm_text variant_name(const struct fm_worker *worker,
                                   const struct fm_profile_output *spec)
{
    const bool played = worker->start.reason == FM_REASON_NONE;
    if (played && worker->start.class_ == FM_CLASS_CHESS960)
        return fm_text_of(spec->consumer == NULL ? "Chess960" : spec->consumer->chess960);
    if (played && worker->start.class_ == FM_CLASS_VARIANT)
        return fm_text_of(worker->start.setup.variant->name);
    return (struct fm_text){NULL, 0};
}

/* A Variant tag pair on a line of its own, with the line end that @p like has. */
static struct fm_text make_pair(struct fm_worker *worker, struct fm_text name, struct fm_text like)
{
    const bool crlf = like.n >= 2 && like.p[like.n - 2] == '\r' && like.p[like.n - 1] == '\n';
    const struct fm_text parts[] = {FM_TEXT("[Variant \""), name, FM_TEXT("\"]"),
                                    crlf ? FM_TEXT("\r\n") : FM_TEXT("\n")};
    size_t n = 0;
    for (size_t i = 0; i < FM_COUNT_OF(parts); i++)
        n += parts[i].n;
    unsigned char *text = fm_arena_alloc(&worker->scratch, n), *at = text;
    if (text == NULL)
        return (struct fm_text){NULL, 0};
    for (size_t i = 0; i < FM_COUNT_OF(parts); i++) {
        memcpy(at, parts[i].p, parts[i].n);
        at += parts[i].n;
    }
    return (struct fm_text){text, n};
}

/* The Variant tag: its value set, added beside the FEN tag, or moved before it. */
static enum fm_status edit_variant(struct fm_worker *worker, const struct fm_profile_output *spec,
                                   const struct fm_game *game, const struct fm_tag *fen,
                                   struct edits *edits)
{
    const struct fm_block *block = worker->block;
    const unsigned char *begin = block->bytes + game->begin, *end = block->bytes + game->end;
    const struct fm_tag *variant =
        fm_tag_find(block->split.tags + game->first_tag, game->tag_count, FM_TAG_VARIANT);
    struct fm_text name =
        spec->set_variant ? variant_name(worker, spec) : (struct fm_text){NULL, 0};
    const bool moves =
        spec->variant_first && variant != NULL && fen != NULL && variant->name.p > fen->name.p;
    if (variant != NULL && !moves) {
        if (name.n > 0)
            add_edit(edits, variant->value.p, variant->value.p + variant->value.n, name);
        return FM_OK;
    }
    if (fen == NULL || (variant == NULL && name.n == 0))
        return FM_OK;
    const struct fm_text fen_pair = pair_of(fen, begin, end);
    if (variant != NULL && name.n == 0)
        name = variant->value;
    const struct fm_text pair = make_pair(worker, name, fen_pair);
    if (pair.p == NULL)
        return FM_NO_MEMORY;
    const unsigned char *at = spec->variant_first ? fen_pair.p : fen_pair.p + fen_pair.n;
    add_edit(edits, at, at, pair);
    if (variant != NULL) {
        const struct fm_text old = pair_of(variant, begin, end);
        add_edit(edits, old.p, old.p + old.n, (struct fm_text){NULL, 0});
    }
    return FM_OK;
}

/* The FEN tag's value in the dialect of the output. */
static enum fm_status edit_fen(struct fm_worker *worker, const struct fm_route *route,
                               const struct fm_tag *fen, struct edits *edits,
                               struct fm_error *fault)
{
    struct fm_rewrite ask = route->rewrite;
    if (ask.variant == NULL && !worker->start.usual && worker->start.reason == FM_REASON_NONE)
        ask.variant = worker->start.setup.variant;
    struct fm_buf text = {NULL, 0, 0};
    enum fm_status status = fm_rewrite_fen(fen->value, &ask, &text, &worker->notes, fault);
    if (status == FM_OK && route->verifies &&
        !fm_rewrite_verified(fen->value, (struct fm_text){text.p, text.n}, &ask)) {
        *fault = (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_VERIFY_FAILED};
        status = FM_REJECTED;
    }
    if (status == FM_OK) {
        const struct fm_text copy =
            fm_arena_copy(&worker->scratch, (struct fm_text){text.p, text.n});
        add_edit(edits, fen->value.p, fen->value.p + fen->value.n, copy);
        status = copy.p == NULL ? FM_NO_MEMORY : FM_OK;
    }
    fm_buf_free(&text);
    return status;
}

static enum fm_status apply(const struct edits *edits, const unsigned char *at,
                            const unsigned char *end, struct fm_buf *out)
{
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->list[i];
        FM_TRY(fm_buf_append(out, at, (size_t)(edit->begin - at)));
        FM_TRY(fm_buf_append_text(out, edit->text));
        at = edit->end;
    }
    return fm_buf_append(out, at, (size_t)(end - at));
}

/* `encoding: utf-8`: what was just appended becomes UTF-8. */
static enum fm_status to_utf8(const struct fm_worker *worker, struct fm_buf *out, size_t begin)
{
    const struct fm_text text = {out->p + begin, out->n - begin};
    if (worker->encoding == FM_ENCODING_UTF8 || fm_encoding_is_ascii(text))
        return FM_OK;
    struct fm_buf made = {NULL, 0, 0};
    enum fm_status status = worker->encoding == FM_ENCODING_LATIN1
                                ? fm_encoding_append_latin1(&made, text)
                                : fm_encoding_append_1252(&made, text);
    if (status == FM_OK) {
        out->n = begin;
        status = fm_buf_append(out, made.p, made.n);
    }
    fm_buf_free(&made);
    return status;
}

enum fm_status fm_game_write(struct fm_worker *worker, const struct fm_route *route,
                             const struct fm_game *game, struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    const struct fm_profile_output *spec = route->spec;
    const struct fm_tag *fen =
        fm_tag_find(block->split.tags + game->first_tag, game->tag_count, FM_TAG_FEN);
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    struct edits edits = {.count = 0};
    struct fm_error fault = {.status = FM_OK};
    enum fm_status status =
        route->rewrites && fen != NULL ? edit_fen(worker, route, fen, &edits, &fault) : FM_OK;
    if (status == FM_REJECTED) {
        fm_worker_cut_back(worker);
        result->outcome = FM_REJECTED_GAME;
        result->reason = fault.reason;
        fault.what = fen->value;
        return fm_work_message(worker, &fault, (size_t)(fen->value.p - block->bytes),
                               worker->ordinal);
    }
    if (status == FM_OK && (spec->set_variant || spec->variant_first))
        status = edit_variant(worker, spec, game, fen, &edits);
    FM_TRY(status);
    FM_TRY(apply(&edits, block->bytes + game->begin, block->bytes + game->end, out));
    return spec->utf8 ? to_utf8(worker, out, begin) : FM_OK;
}
