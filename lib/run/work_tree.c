/* SPDX-License-Identifier: MIT */
/* From a game that was written anew to its lines: see work_tree.h. The text that is taken apart is
 * the program's own, so it has one form, whatever the input was. */
#include <config.h>
#include "run/work_tree.h"
#include "pgn/result.h"
#include "run/work_items.h"

/* The parts of a written game. */
struct written {
    struct fm_text tags, moves; /* with their last line end; without the result */
    enum fm_result result;
};

static struct written parts_of(struct fm_text game)
{
    const unsigned char *at = game.p, *end = game.p + game.n;
    while (*at != '\n' || (at > game.p && at[-1] != '\n')) /* the empty line after the tags */
        at++;
    while (end > at && end[-1] <= ' ')
        end--;
    const unsigned char *result = end;
    while (result > at && result[-1] > ' ')
        result--;
    return (struct written){.tags = fm_text_between(game.p, at),
                            .moves = fm_text_between(at, result),
                            .result = fm_result_of_tag(fm_text_between(result, end))};
}

/* Take the game off its output. */
static enum fm_status take_game(struct fm_worker *worker, struct fm_buf *out, size_t begin,
                                struct written *game)
{
    struct fm_buf *whole = &worker->exported.whole;
    whole->n = 0;
    FM_TRY(fm_buf_append(whole, out->p + begin, out->n - begin));
    FM_TRY(fm_buf_reserve(whole, FM_TEXT_PADDING));
    memset(whole->p + whole->n, 0, FM_TEXT_PADDING);
    *game = parts_of(fm_buf_text(whole));
    out->n = begin;
    return fm_lines_read(&worker->exported.lines, game->moves);
}

/* The place of the game or record in its block. */
static enum fm_status add_row(struct fm_worker *worker, unsigned sink, size_t at)
{
    const struct fm_listed *record = worker->listed;
    return record != NULL
               ? fm_work_join_made(worker, sink, record->begin, record->end, at)
               : fm_work_join_made(worker, sink, worker->game->begin, worker->game->end, at);
}

enum fm_status fm_work_lines(struct fm_worker *worker, struct fm_active_route *active, size_t begin)
{
    const struct fm_pgn_style *spec = &active->route->spec->pgn;
    /* What is kept was decided when the game was written. */
    const struct fm_pgn_style style = {.exports = true,
                                       .nags = spec->nags == FM_PGN_NAGS_GLYPH ? FM_PGN_NAGS_GLYPH
                                                                               : FM_PGN_NAGS_KEEP,
                                       .width = spec->width};
    const unsigned sink = active->route->sink;
    struct fm_buf *out = &worker->block->out[sink];
    struct fm_lines *lines = &worker->exported.lines;
    const size_t room = fm_worker_left(worker);
    struct written game;
    FM_TRY(take_game(worker, out, begin, &game));
    active->games = fm_lines_count(lines);
    for (size_t i = 0; i < active->games; i++) {
        const size_t at = out->n;
        if (at - begin > room)
            return FM_REJECTED;
        struct fm_movetext m = {
            .out = out, .style = &style, .plies = UINT32_MAX, .most = room - (at - begin)};
        FM_TRY(fm_buf_append_text(out, game.tags));
        fm_movetext_begin(&m);
        enum fm_status status = fm_lines_write(lines, i, &m);
        FM_NEXT(status, fm_movetext_end(&m, game.result));
        fm_movetext_free(&m);
        FM_TRY(status);
        FM_TRY(add_row(worker, sink, at));
    }
    return FM_OK;
}
