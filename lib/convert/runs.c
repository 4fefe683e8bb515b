/* SPDX-License-Identifier: MIT */
/* Runs of spans in the outputs of a block: see runs.h. The end of a run is looked at when the run
 * is complete, so most games are not looked at. */
#include <config.h>
#include "convert/runs.h"
#include "convert/item.h"

/* How the run ends, now that nothing follows: @p end is where it ends in out[sink]. */
static void close_run(const struct fm_block *block, unsigned sink, struct fm_run *run, size_t end)
{
    const unsigned char *bytes = block->out[sink].p;
    const struct fm_text text = fm_text_between(bytes + run->last_at, bytes + end);
    if (run->last != SIZE_MAX)
        run->tail = run->ended ? fm_span_tail_of_text(FM_SPAN_RESULT, text)
                               : fm_span_tail_of(&block->split, &block->split.games[run->last],
                                                 block->bytes, text);
}

static struct fm_run *last_run(const struct fm_block *block, unsigned sink)
{
    const size_t count = fm_runs_count(block, sink);
    return count == 0 ? NULL : fm_runs_of(block, sink) + (count - 1);
}

/* May games of this sink be in one run? Not where each may go to another file or place, or be
 * dropped. */
static bool joins(const struct fm_plan *plan, unsigned sink)
{
    const uint64_t apart = FM_NEEDS_FILE_NAMES | FM_NEEDS_SORT;
    return !(plan->needs & FM_NEEDS_DUPLICATES) &&
           (sink >= plan->route_count || !(plan->routes[sink].needs & apart));
}

/* Where a game's text begins, whose part of the sink begins at `at`. */
static size_t text_of(const struct fm_worker *worker, unsigned sink, size_t at)
{
    const struct fm_plan *plan = worker->plan;
    const bool sorted = sink < plan->route_count && (plan->routes[sink].needs & FM_NEEDS_SORT);
    return sorted ? at + fm_sort_entry_head(worker->block->out[sink].p + at) : at;
}

enum fm_status fm_run_add(struct fm_worker *worker, unsigned sink, size_t begin, size_t end,
                          size_t at)
{
    struct fm_block *block = worker->block;
    const struct fm_buf *out = &block->out[sink];
    struct fm_run *run = last_run(block, sink);
    const struct fm_game *game = worker->span;
    if (FM_LIKELY(run != NULL && run->end == block->offset + begin && joins(worker->plan, sink))) {
        run->end = block->offset + end;
        run->last_at = at;
        run->ended = false;
        run->last = game == NULL ? SIZE_MAX : (size_t)(game - block->split.games);
    } else {
        if (run != NULL)
            close_run(block, sink, run, at);
        const struct fm_run made = {
            .at = at,
            .begin = block->offset + begin,
            .end = block->offset + end,
            .last = game == NULL ? SIZE_MAX : (size_t)(game - block->split.games),
            .last_at = text_of(worker, sink, at),
            .head = game == NULL ? (struct fm_span_head){.kind = FM_SPAN_RECORD}
                                 : fm_span_head_of(&block->split, game, block->bytes)};
        FM_TRY(fm_buf_append(&block->runs[sink], &made, sizeof made));
        run = last_run(block, sink);
    }
    if (game == NULL)
        run->tail = fm_span_tail_of_text(FM_SPAN_LINE, (struct fm_text){out->p + at, out->n - at});
    return FM_OK;
}

enum fm_status fm_run_add_apart(struct fm_worker *worker, unsigned sink,
                                const struct fm_span_head *head, size_t at)
{
    struct fm_block *block = worker->block;
    const struct fm_game *game = worker->span;
    const struct fm_run made = {.at = at,
                                .begin = block->offset + game->begin,
                                .end = block->offset + game->end,
                                .last = (size_t)(game - block->split.games),
                                .last_at = text_of(worker, sink, at),
                                .apart = true,
                                .head = *head};
    if (fm_runs_count(block, sink) > 0)
        close_run(block, sink, last_run(block, sink), at);
    return fm_buf_append(&block->runs[sink], &made, sizeof made);
}

void fm_run_end(struct fm_block *block, unsigned sink)
{
    struct fm_run *run = last_run(block, sink);
    if (run != NULL)
        run->ended = true;
}

enum fm_status fm_run_add_made(struct fm_worker *worker, unsigned sink, size_t begin, size_t end,
                               size_t at)
{
    struct fm_block *block = worker->block;
    const size_t text = text_of(worker, sink, at);
    const struct fm_text written = {block->out[sink].p + text, block->out[sink].n - text};
    const struct fm_run made = {
        .at = at,
        .begin = block->offset + begin,
        .end = block->offset + end,
        .last = SIZE_MAX,
        .head = {.kind = FM_SPAN_TAG, .clean = true, .hard = true, .own_line = true, .event = true},
        .tail = fm_span_tail_of_text(FM_SPAN_RESULT, written)};
    return fm_buf_append(&block->runs[sink], &made, sizeof made);
}

enum fm_status fm_run_add_piece(struct fm_worker *worker, unsigned sink, size_t at)
{
    struct fm_block *block = worker->block;
    const struct fm_game whole = {.end = block->n};
    const struct fm_text written = {block->out[sink].p + at, block->out[sink].n - at};
    const struct fm_run made = {
        .at = at,
        .begin = block->offset,
        .end = block->offset + block->n,
        .last = SIZE_MAX,
        .head = block->listed ? (struct fm_span_head){.kind = FM_SPAN_RECORD}
                              : fm_span_head_of(&block->split, &whole, block->bytes),
        .tail = fm_span_tail_of_text(block->listed ? FM_SPAN_LINE : FM_SPAN_UNKNOWN, written)};
    return fm_buf_append(&block->runs[sink], &made, sizeof made);
}

void fm_runs_close(struct fm_block *block)
{
    for (unsigned sink = 0; sink < block->sinks; sink++) {
        struct fm_run *run = last_run(block, sink);
        if (run != NULL)
            close_run(block, sink, run, block->out[sink].n);
    }
}

/* The run, in --unselected, of a game that is a duplicate. */
static enum fm_status append_game(const struct fm_game_mark *mark, size_t at, struct fm_buf *runs)
{
    const struct fm_run made = {.at = at,
                                .begin = mark->begin,
                                .end = mark->begin + mark->text.n,
                                .last = SIZE_MAX,
                                .head = mark->head,
                                .tail = mark->tail};
    return fm_buf_append(runs, &made, sizeof made);
}

enum fm_status fm_runs_drop(struct fm_block *block, unsigned sink,
                            const struct fm_game_mark *dropped, bool gains)
{
    const struct fm_run *runs = fm_runs_of(block, sink);
    const size_t count = fm_runs_count(block, sink);
    struct fm_buf made = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    size_t at = 0; /* in the sink as it will be */
    for (size_t i = 0; status == FM_OK && (i < count || (gains && dropped != NULL));) {
        if (dropped != NULL && (i == count || dropped->from[sink] <= runs[i].at)) {
            if (gains) {
                status = append_game(dropped, at, &made);
                at += dropped->text.n;
            }
            i += i < count && runs[i].at < dropped->to[sink]; /* its own */
            dropped = dropped->next_dropped;
            continue;
        }
        struct fm_run run = runs[i];
        const size_t next = i + 1 < count ? runs[i + 1].at : block->out[sink].n;
        run.at = at;
        at += next - runs[i++].at;
        status = fm_buf_append(&made, &run, sizeof run);
    }
    fm_buf_free(status == FM_OK ? &block->runs[sink] : &made);
    if (status == FM_OK)
        block->runs[sink] = made;
    return status;
}

static enum fm_status add_segment(struct fm_block *block, const struct fm_segment *segment)
{
    struct fm_segment *made = fm_arena_alloc(&block->arena, sizeof *made);
    if (made == NULL || segment->name.p == NULL)
        return FM_NO_MEMORY;
    *made = *segment;
    *block->segment_tail = block->segment_last = made;
    block->segment_tail = &made->next;
    return FM_OK;
}

/* Games in a row that go to the same file are one segment. */
static enum fm_status add_named(struct fm_worker *worker, const struct fm_route *route,
                                const struct fm_record_input *in, struct fm_segment *segment)
{
    struct fm_block *block = worker->block;
    struct fm_segment *last = block->segment_last;
    struct fm_buf name = {NULL, 0, 0};
    enum fm_status status = fm_file_name_render(&route->file_name, in, &worker->scratch, &name);
    const struct fm_text text = {name.p, name.n};
    if (status == FM_OK && last != NULL && last->sink == segment->sink &&
        last->end == segment->begin && fm_text_equal(last->name, text)) {
        last->end = segment->end;
    } else if (status == FM_OK) {
        segment->name = fm_arena_copy(&block->arena, text);
        status = add_segment(block, segment);
    }
    fm_buf_free(&name);
    return status;
}

enum fm_status fm_work_segments(struct fm_worker *worker, const struct fm_record_input *in)
{
    struct fm_block *block = worker->block;
    struct fm_record_input named = *in;
    named.encoding = worker->encoding; /* names are UTF-8, whatever becomes of the records */
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_route *route = worker->active[i].route;
        struct fm_segment segment = {.sink = route->sink,
                                     .begin = worker->marks[route->sink],
                                     .end = block->out[route->sink].n};
        if (!(route->needs & FM_NEEDS_SEGMENTS) || segment.begin == segment.end)
            continue;
        if (route->needs & FM_NEEDS_ITEMS) {
            FM_TRY(fm_item_make_head(worker, &worker->active[i], &named, &segment.name));
            FM_TRY(add_segment(block, &segment));
        } else {
            FM_TRY(add_named(worker, route, &named, &segment));
        }
    }
    return FM_OK;
}
