/* Lines of UCI moves: each is a game whose start position is in its line, as if a FEN tag gave it. All
 * else is done as with games of PGN, but for the text in outputs in PGN, which is made. */
#include <config.h>
#include "convert/worker.h"
#include "board/castling.h"
#include "record/uci_line.h"

/* Names and values that are no part of the block; padded as that is. */
static const unsigned char fen_name[16] = "FEN", setup_name[16] = "SetUp", setup_value[16] = "1";

enum fm_status fm_work_uci_line(struct fm_worker *worker, const struct fm_uci_line *line,
                                size_t begin, size_t end, size_t ordinal)
{
    const unsigned char *bytes = worker->block->bytes;
    struct fm_split *split = &worker->block->split;
    struct fm_game game = {.begin = begin,
                           .end = end,
                           .tags_end = begin,
                           .moves = (size_t)(line->moves.p - bytes),
                           .tag_count = line->fen.n > 0 ? 2 : 0,
                           .result = FM_RESULT_NONE,
                           .uci = true};
    game.moves_end = game.moves + line->moves.n;
    split->count = split->tag_count = split->braces.count = 0;
    while (split->tag_cap < game.tag_count)
        if (!fm_split_grow_tags(split))
            return FM_NO_MEMORY;
    if (game.tag_count > 0) {
        split->tags[0] =
            (struct fm_tag){.name = {fen_name, 3}, .value = line->fen, .id = FM_TAG_FEN};
        split->tags[1] =
            (struct fm_tag){.name = {setup_name, 5}, .value = {setup_value, 1}, .id = FM_TAG_SETUP};
    }
    return fm_work_game(worker, &game, ordinal);
}

/* The start of the game as the FEN tag of an output. */
static enum fm_status write_fen(struct fm_worker *worker, const struct fm_route *route,
                                struct fm_text fen, struct fm_error *fault)
{
    struct fm_rewrite wanted = route->rewrite;
    if (!worker->start.standard_start)
        wanted.variant = worker->start.setup.variant;
    if (wanted.style.counters == FM_COUNTERS_KEEP)
        wanted.style.counters = FM_COUNTERS_FIELDS;
    worker->fen.n = 0;
    FM_TRY(fm_rewrite_line(fen, &wanted, &worker->fen, &worker->notes, fault));
    if (!(route->needs & FM_NEEDS_VERIFY) ||
        fm_rewrite_verified(fen, (struct fm_text){worker->fen.p, worker->fen.n}, &wanted))
        return FM_OK;
    *fault = (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_VERIFY_FAILED};
    return FM_REJECTED;
}

static enum fm_status write_game(struct fm_worker *worker, const struct fm_route *route,
                                 const struct fm_game *game, const struct fm_record_input *in,
                                 struct fm_buf *out, struct fm_error *fault)
{
    const struct fm_tag *tags = fm_split_tags_of(&worker->block->split, game);
    const struct fm_text moves = {worker->block->bytes + game->moves,
                                  game->moves_end - game->moves};
    const size_t begin = out->n;
    if (worker->start.reason != FM_REASON_NONE) { /* kept as it is, where that can be */
        *fault = worker->start.error;
        fault->reason = worker->start.reason;
        return FM_REJECTED;
    }
    struct fm_setup setup = worker->start.setup;
    struct fm_text fen = {NULL, 0};
    if (worker->start.standard_start) {
        fm_setup_from_sp(FM_SP_STANDARD, &setup);
        setup.variant = &fm_variants[FM_STANDARD];
    }
    if (tags != NULL) {
        FM_TRY(write_fen(worker, route, tags->value, fault));
        fen = (struct fm_text){worker->fen.p, worker->fen.n};
    }
    const struct fm_epd_game how = fm_export_of_list(worker, route, in, &setup, fm_languages);
    const enum fm_status status =
        fm_line_game_write(&setup, fen, &how, moves, &worker->scratch, out, fault);
    if (status == FM_OK && route->spec->utf8)
        FM_TRY(fm_work_to_utf8(worker, out, begin));
    if (status != FM_OK && (status != FM_REJECTED || fault->reason != FM_REASON_NONE))
        return status;
    if (status == FM_OK && fm_worker_spend(worker, out->n - begin) == FM_OK)
        return FM_OK;
    *fault = (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_OUTPUT_TOO_LARGE};
    return FM_REJECTED;
}

enum fm_status fm_uci_game_write(struct fm_worker *worker, struct fm_active_route *active,
                                 const struct fm_game *game, const struct fm_record_input *in,
                                 struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    struct fm_error fault = {.status = FM_OK};
    const enum fm_status status = write_game(worker, active->route, game, in,
                                             &worker->block->out[active->route->sink], &fault);
    active->games = status == FM_OK;
    if (status != FM_REJECTED)
        return status;
    const unsigned char *what = fault.what.p;
    const bool inside = what >= block->bytes && what < block->bytes + block->n;
    fm_worker_cut_back(worker);
    result->outcome = FM_REJECTED_GAME;
    result->reason = fault.reason;
    return fm_work_message(worker, &fault, inside ? (size_t)(what - block->bytes) : game->begin,
                           worker->ordinal);
}
