/* SPDX-License-Identifier: MIT */
/* From a game that was written anew to its lines, or to entries of trees: see work_tree.h. The
 * text that is taken apart is the program's own, so it has one form, whatever the input was. */
#include <config.h>
#include "run/work_tree.h"
#include "board/setup.h"
#include "pgn/result.h"
#include "record/template.h"
#include "run/work_items.h"

/* The parts of a written game. */
struct written {
    struct fm_text tags, moves; /* with their last line end; without the result */
    enum fm_result result;
};

static struct written parts_of(struct fm_text game)
{
    const unsigned char *at = game.p, *end = game.p + game.n;
    while (*at != '\n') /* the empty line after the tags */
        at = (const unsigned char *)memchr(at, '\n', (size_t)(end - at)) + 1;
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

/* Put each line as a game in place of the game. */
static enum fm_status put_lines(struct fm_worker *worker, struct fm_active_route *active,
                                const struct written *game)
{
    const struct fm_pgn_style style = fm_lines_style(&active->route->spec->pgn);
    const unsigned sink = active->route->sink;
    struct fm_buf *out = &worker->block->out[sink];
    struct fm_lines *lines = &worker->exported.lines;
    const size_t room = fm_worker_left(worker), begin = out->n;
    active->games = fm_lines_count(lines);
    for (size_t i = 0; i < active->games; i++) {
        const size_t at = out->n;
        if (at - begin > room)
            return FM_REJECTED;
        struct fm_movetext m = {
            .out = out, .style = &style, .plies = UINT32_MAX, .most = room - (at - begin)};
        FM_TRY(fm_buf_append_text(out, game->tags));
        fm_movetext_begin(&m);
        enum fm_status status = fm_lines_write(lines, i, &m);
        FM_NEXT(status, fm_movetext_end(&m, game->result));
        fm_movetext_free(&m);
        FM_TRY(status);
        FM_TRY(add_row(worker, sink, at));
    }
    return FM_OK;
}

/* Append the start of the game, as FEN with its variant; nothing for the standard one. */
static enum fm_status put_start(const struct fm_worker *worker, struct fm_buf *out)
{
    const struct fm_text standard =
        FM_TEXT("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    const struct fm_setup *setup =
        worker->listed != NULL ? &worker->listed->edit.setup : &worker->start.setup;
    unsigned char fen[FM_FEN_MAX];
    if (worker->listed == NULL && worker->start.standard_start)
        return FM_OK;
    const struct fm_text text =
        fm_text_between(fen, fm_setup_write_fen(setup, FM_CASTLING_SHREDDER, true, true, fen));
    if (setup->variant->id == FM_STANDARD && fm_text_equal(text, standard))
        return FM_OK;
    return FM_APPEND(out, text, FM_TEXT(" "), fm_text_of(setup->variant->name));
}

/* What entries of one tree have in common: the values that it is by, and the start. */
static enum fm_status put_begin(struct fm_worker *worker, const struct fm_route *route,
                                const struct fm_record_input *in, struct fm_buf *out)
{
    const struct fm_record_plan *values = &route->tree.by.values;
    worker->of_record.room = SIZE_MAX / 2;
    if (values->count > 0)
        FM_TRY(fm_record_write(values, in, &worker->of_record, out, &worker->notes));
    FM_TRY(put_start(worker, out));
    return fm_buf_append(out, "", 1);
}

/* Put an entry of each line in place of the game. */
static enum fm_status put_tree_entries(struct fm_worker *worker, struct fm_active_route *active,
                                       const struct fm_record_input *in, const struct written *game)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = &worker->block->out[route->sink], *begin = &worker->exported.begin;
    struct fm_lines *lines = &worker->exported.lines;
    const size_t room = fm_worker_left(worker), from = out->n;
    const struct fm_hash128 *hashes = NULL;
    if (route->spec->tree.joins)
        hashes = (const void *)(worker->exported.hashes.p + active->game.hashes);
    begin->n = 0;
    FM_TRY(put_begin(worker, route, in, begin));
    const size_t n = begin->n;
    if (route->tree.names != NULL)
        FM_TRY(fm_template_render(route->tree.names, in, SIZE_MAX / 2, &worker->scratch, begin));
    struct fm_tree_game of = {.tags = game->tags,
                              .name = {begin->p + n, begin->n - n},
                              .counts = true,
                              .points = (signed char)fm_result_half_points(game->result),
                              .result = (unsigned char)game->result};
    for (size_t i = 0; i < fm_lines_count(lines); i++) {
        FM_TRY(fm_tree_put_entry(lines, i, &of, (struct fm_text){begin->p, n}, hashes, out));
        if (out->n - from > room)
            return FM_REJECTED;
        of.tags = of.name = FM_NO_TEXT;
        of.counts = false;
    }
    return FM_OK;
}

enum fm_status fm_work_lines(struct fm_worker *worker, struct fm_active_route *active,
                             const struct fm_record_input *in, size_t begin)
{
    struct written game;
    FM_TRY(take_game(worker, &worker->block->out[active->route->sink], begin, &game));
    return fm_route_trees(active->route) ? put_tree_entries(worker, active, in, &game)
                                         : put_lines(worker, active, &game);
}
