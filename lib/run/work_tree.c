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

static bool is_last_tree(const struct fm_tree_last *last, const struct fm_route *route,
                         struct fm_text begin)
{
    return last->plan == &route->tree && fm_text_equal(fm_buf_text(&last->begin), begin);
}

/* Keys of one tree begin with the values that it is by, and the start. */
static enum fm_status begin_tree(struct fm_worker *worker, const struct fm_route *route,
                                 const struct fm_record_input *in, bool *tagged)
{
    const struct fm_record_plan *values = &route->tree.by.values;
    struct fm_buf *begin = &worker->exported.begin;
    struct fm_tree_last *last = &worker->exported.last_tree;
    begin->n = 0;
    worker->of_record.room = SIZE_MAX / 2;
    if (values->count > 0)
        FM_TRY(fm_record_write(values, in, &worker->of_record, begin, &worker->notes));
    FM_TRY(put_start(worker, begin));
    FM_TRY(fm_buf_append(begin, "", 1));
    if (fm_plan_may_drop(worker->plan)) /* this game may become the first */
        last->begin.n = 0;
    *tagged = last->common.n > 0 || !is_last_tree(last, route, fm_buf_text(begin));
    return FM_OK;
}

enum fm_status fm_work_begin_lines(struct fm_worker *worker, const struct fm_route *route,
                                   const struct fm_record_input *in, bool *tagged)
{
    worker->exported.whole.n = 0;
    *tagged = true;
    return fm_route_trees(route) ? begin_tree(worker, route, in, tagged) : FM_OK;
}

/* The tags of the game that its tree needs. */
static enum fm_status needed_tags(struct fm_worker *worker, const struct fm_route *route,
                                  struct fm_text begin, struct fm_text *tags)
{
    struct fm_tree_last *last = &worker->exported.last_tree;
    if (is_last_tree(last, route, begin)) {
        fm_tree_keep_common(&last->common, *tags);
        *tags = fm_buf_text(&last->common);
        return FM_OK;
    }
    last->plan = &route->tree;
    last->begin.n = last->common.n = 0;
    FM_TRY(fm_buf_append_text(&last->begin, begin));
    return fm_buf_append_text(&last->common, *tags);
}

/* Put an entry of each line in place of the game. */
static enum fm_status put_tree_entries(struct fm_worker *worker, struct fm_active_route *active,
                                       const struct fm_record_input *in, const struct written *game)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = fm_worker_out(worker, route), *begin = &worker->exported.begin;
    struct fm_lines *lines = &worker->exported.lines;
    const size_t room = fm_worker_left(worker), from = out->n;
    const struct fm_hash128 *hashes = NULL;
    if (route->spec->tree.joins)
        hashes = (const void *)(worker->exported.hashes.p + active->game.hashes);
    const size_t n = begin->n;
    if (route->tree.names != NULL)
        FM_TRY(fm_template_render(route->tree.names, in, SIZE_MAX / 2, &worker->scratch, begin));
    struct fm_tree_game of = {.tags = game->tags,
                              .name = {begin->p + n, begin->n - n},
                              .counts = true,
                              .points = (signed char)fm_result_half_points(game->result),
                              .result = (unsigned char)game->result};
    FM_TRY(needed_tags(worker, route, (struct fm_text){begin->p, n}, &of.tags));
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
                             const struct fm_record_input *in)
{
    struct fm_buf *whole = &worker->exported.whole;
    FM_TRY(fm_buf_reserve(whole, FM_TEXT_PADDING));
    memset(whole->p + whole->n, 0, FM_TEXT_PADDING);
    const struct written game = parts_of(fm_buf_text(whole));
    FM_TRY(fm_lines_read(&worker->exported.lines, game.moves));
    return fm_route_trees(active->route) ? put_tree_entries(worker, active, in, &game)
                                         : put_lines(worker, active, &game);
}

enum fm_status fm_work_lines_of_listed(struct fm_worker *worker, struct fm_active_route *active,
                                       const struct fm_record_input *in, size_t begin)
{
    struct fm_buf *out = fm_worker_out(worker, active->route);
    bool tagged; /* it has its tags */
    FM_TRY(fm_work_begin_lines(worker, active->route, in, &tagged));
    FM_TRY(fm_buf_append(&worker->exported.whole, out->p + begin, out->n - begin));
    out->n = begin;
    return fm_work_lines(worker, active, in);
}
