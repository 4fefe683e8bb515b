/* Kept games as PGN. The few changes that an output may need are a list of edits of the tag
 * section; all between them is copied. */
#include <config.h>
#include "convert/worker.h"
#include "board/castling.h"
#include "pgn/encoding.h"
#include "profile/consumer.h"

/* Replace begin..end by a text. */
struct edit {
    const unsigned char *begin, *end;
    struct fm_text text;
};

enum { EDITS_MAX = 5 };

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

/* After the bracket that closes a tag pair. One that is never closed ends with its line, or where
 * the next one begins. */
static const unsigned char *pair_end(const unsigned char *value_end, const unsigned char *end)
{
    const unsigned char *p = value_end;
    while (p < end && (*p == '"' || *p == ' ' || (*p >= '\t' && *p <= '\r')))
        p++;
    if (p < end && *p == ']')
        return p + 1;
    for (p = value_end; p < end && *p != '\n' && *p != '\r' && *p != '['; p++)
        if (*p == ']')
            return p + 1;
    return p;
}

/* A whole tag pair, from its bracket to after its line end. */
static struct fm_text pair_of(const struct fm_tag *tag, const unsigned char *game,
                              const unsigned char *end)
{
    const unsigned char *from = tag->name.p, *to = pair_end(tag->value.p + tag->value.n, end);
    while (from > game && *from != '[')
        from--;
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

/* A tag pair on a line of its own, with the line end that @p like has. */
static enum fm_status make_pair(struct fm_worker *worker, struct fm_text name, struct fm_text value,
                                struct fm_text like, struct fm_text *pair)
{
    const bool crlf = like.n >= 2 && like.p[like.n - 2] == '\r' && like.p[like.n - 1] == '\n';
    const struct fm_text parts[] = {FM_TEXT("["),   name,
                                    FM_TEXT(" \""), value,
                                    FM_TEXT("\"]"), crlf ? FM_TEXT("\r\n") : FM_TEXT("\n")};
    size_t n = 0;
    for (size_t i = 0; i < FM_COUNT_OF(parts); i++)
        n += parts[i].n;
    unsigned char *text = fm_arena_alloc(&worker->scratch, n), *at = text;
    if (text == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < FM_COUNT_OF(parts); i++) {
        memcpy(at, parts[i].p, parts[i].n);
        at += parts[i].n;
    }
    *pair = (struct fm_text){text, n};
    return FM_OK;
}

/* The Variant tag: its value set, added beside the FEN tag, or moved before it. */
static enum fm_status edit_variant(struct fm_worker *worker, const struct fm_profile_output *spec,
                                   const struct fm_game *game, const struct fm_tag *fen,
                                   struct edits *edits)
{
    const struct fm_block *block = worker->block;
    const unsigned char *begin = block->bytes + game->begin, *end = block->bytes + game->end;
    const struct fm_tag *variant =
        fm_tag_find(fm_split_tags_of(&block->split, game), game->tag_count, FM_TAG_VARIANT);
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
    struct fm_text pair;
    FM_TRY(make_pair(worker, FM_TEXT("Variant"), name, fen_pair, &pair));
    const unsigned char *at = spec->variant_first ? fen_pair.p : fen_pair.p + fen_pair.n;
    add_edit(edits, at, at, pair);
    if (variant != NULL) {
        const struct fm_text old = pair_of(variant, begin, end);
        add_edit(edits, old.p, old.p + old.n, (struct fm_text){NULL, 0});
    }
    return FM_OK;
}

/* The start as it was repaired, a Chess960 array, in the dialect of the output. */
static enum fm_status write_start(const struct fm_worker *worker, const struct fm_rewrite *wanted,
                                  struct fm_buf *out, struct fm_error *fault)
{
    const bool keeps = wanted->style.castling == FM_CASTLING_KEEP;
    const enum fm_castling_dialect dialect = keeps ? FM_CASTLING_XFEN : wanted->style.castling;
    FM_TRY(fm_buf_reserve(out, FM_FEN_MAX));
    const unsigned char *end =
        fm_setup_write_fen(&worker->start.setup, dialect, true, true, out->p + out->n);
    if (end == NULL) {
        *fault = (struct fm_error){.status = FM_REJECTED,
                                   .reason = fm_castling_refusal(&worker->start.setup)};
        return FM_REJECTED;
    }
    out->n = (size_t)(end - out->p);
    return FM_OK;
}

/* The start was repaired to an array: its FEN is made from the position, as rewriting the text of
 * the tag would not give it. */
static bool was_made(const struct fm_worker *worker)
{
    const struct fm_warnings *notes = &worker->start.notes;
    return fm_warnings_has(notes, FM_REASON_START_REPAIRED) ||
           (fm_warnings_has(notes, FM_REASON_CASTLING_REPAIRED) &&
            fm_setup_sp(&worker->start.setup) >= 0);
}

/* The FEN tag's value in the dialect of the output. A start that was made is written whole. */
static enum fm_status write_value(struct fm_worker *worker, const struct fm_route *route,
                                  const struct fm_tag *fen, struct fm_buf *out,
                                  struct fm_error *fault)
{
    struct fm_rewrite wanted = route->rewrite;
    const struct fm_warnings before = worker->notes;
    if (!worker->start.standard_start)
        wanted.variant = worker->start.setup.variant;
    if (was_made(worker))
        return write_start(worker, &wanted, out, fault);
    FM_TRY(fm_rewrite_line(fen->value, &wanted, out, &worker->notes, fault));
    /* The style of the tags was compared before; here it seems to be the profile's. */
    if (!fm_warnings_has(&before, FM_REASON_CASTLING_STYLE_MISMATCH))
        fm_warnings_clear(&worker->notes, FM_REASON_CASTLING_STYLE_MISMATCH);
    if (!(route->needs & FM_NEEDS_VERIFY) ||
        fm_rewrite_verified(fen->value, (struct fm_text){out->p, out->n}, &wanted))
        return FM_OK;
    *fault = (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_VERIFY_FAILED};
    return FM_REJECTED;
}

/* A repaired start that no FEN tag gives: SetUp and FEN after the last tag pair. */
static enum fm_status add_start(struct fm_worker *worker, const struct fm_game *game,
                                struct fm_text value, struct edits *edits)
{
    const struct fm_block *block = worker->block;
    const unsigned char *begin = block->bytes + game->begin, *end = block->bytes + game->end;
    if (game->tag_count == 0)
        return FM_OK;
    const struct fm_text last =
        pair_of(&block->split.tags[game->first_tag + game->tag_count - 1], begin, end);
    struct fm_text setup = {NULL, 0}, fen;
    FM_TRY(make_pair(worker, FM_TEXT("FEN"), value, last, &fen));
    if (fm_tag_find(fm_split_tags_of(&block->split, game), game->tag_count, FM_TAG_SETUP) == NULL)
        FM_TRY(make_pair(worker, FM_TEXT("SetUp"), FM_TEXT("1"), last, &setup));
    add_edit(edits, last.p + last.n, last.p + last.n, setup);
    add_edit(edits, last.p + last.n, last.p + last.n, fen);
    return FM_OK;
}

static enum fm_status edit_fen(struct fm_worker *worker, const struct fm_route *route,
                               const struct fm_game *game, const struct fm_tag *fen,
                               struct edits *edits, struct fm_error *fault)
{
    if (fen == NULL && !was_made(worker))
        return FM_OK;
    worker->moves.n = 0;
    FM_TRY(write_value(worker, route, fen, &worker->moves, fault));
    const struct fm_text value =
        fm_arena_copy(&worker->scratch, (struct fm_text){worker->moves.p, worker->moves.n});
    if (value.p == NULL)
        return FM_NO_MEMORY;
    if (fen == NULL)
        return add_start(worker, game, value, edits);
    add_edit(edits, fen->value.p, fen->value.p + fen->value.n, value);
    return FM_OK;
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

enum fm_status fm_work_to_utf8(const struct fm_worker *worker, struct fm_buf *out, size_t begin)
{
    const struct fm_text text = {out->p + begin, out->n - begin};
    const bool whole = worker->encoding == FM_ENCODING_UTF8 &&
                       !fm_warnings_has(&worker->notes, FM_REASON_ENCODING_NOT_UTF8);
    if (whole || fm_encoding_is_ascii(text))
        return FM_OK;
    struct fm_buf made = {NULL, 0, 0};
    enum fm_status status = fm_encoding_append(&made, text, worker->encoding);
    if (status == FM_OK) {
        out->n = begin;
        status = fm_buf_append(out, made.p, made.n);
    }
    fm_buf_free(&made);
    return status;
}

/* The FEN tag, whatever its capitals. */
static const struct fm_tag *fen_tag_of(const struct fm_split *split, const struct fm_game *game)
{
    const struct fm_tag *tags = fm_split_tags_of(split, game);
    const struct fm_tag *fen = fm_tag_find(tags, game->tag_count, FM_TAG_FEN);
    for (size_t i = 0; fen == NULL && i < game->tag_count; i++)
        if (tags[i].id == FM_TAG_OTHER && fm_text_equal_nocase(tags[i].name, FM_TEXT("FEN")))
            fen = &tags[i];
    return fen;
}

enum fm_status fm_game_reject(struct fm_worker *worker, struct fm_error *fault,
                              const struct fm_text *at, struct fm_result_of_game *result)
{
    fm_worker_cut_back(worker);
    result->outcome = FM_REJECTED_GAME;
    result->reason = fault->reason;
    if (at != NULL)
        fault->what = *at;
    return fm_work_message(
        worker, fault, at == NULL ? worker->game->begin : (size_t)(at->p - worker->block->bytes),
        worker->ordinal);
}

enum fm_status fm_game_write(struct fm_worker *worker, struct fm_active_route *active,
                             const struct fm_game *game, struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    const struct fm_route *route = active->route;
    const struct fm_profile_output *spec = route->spec;
    const struct fm_tag *fen = fen_tag_of(&block->split, game);
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    struct edits edits = {.count = 0};
    struct fm_error fault = {.status = FM_OK};
    const bool known = worker->start.reason == FM_REASON_NONE; /* else kept just as it is */
    enum fm_status status = (route->needs & FM_NEEDS_REWRITE) && known
                                ? edit_fen(worker, route, game, fen, &edits, &fault)
                                : FM_OK;
    if (status == FM_REJECTED)
        return fm_game_reject(worker, &fault, fen == NULL ? NULL : &fen->value, result);
    if (fm_worker_spend(worker, game->end - game->begin) != FM_OK) {
        fault = (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_OUTPUT_TOO_LARGE};
        return fm_game_reject(worker, &fault, NULL, result);
    }
    if (status == FM_OK && (spec->set_variant || spec->variant_first))
        status = edit_variant(worker, spec, game, fen, &edits);
    FM_TRY(status);
    active->games = 1;
    FM_TRY(apply(&edits, block->bytes + game->begin, block->bytes + game->end, out));
    return spec->utf8 ? fm_work_to_utf8(worker, out, begin) : FM_OK;
}
