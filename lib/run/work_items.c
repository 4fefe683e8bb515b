/* SPDX-License-Identifier: MIT */
/* From the work on a span to rows and items of its block: see work_items.h, block.h. */
#include <config.h>
#include "run/work_items.h"
#include "run/ring.h"
#include "run/item.h"
#include "pgn/encoding.h"
#include "run/work_messages.h"

/* The item that is worked on: all before it are complete. */
static uint32_t this_item(const struct fm_worker *worker)
{
    return (uint32_t)fm_block_item_count(worker->block);
}

enum fm_status fm_work_mark_record(struct fm_worker *worker, struct fm_active_route *active,
                                   const struct fm_row_key *key, bool black, size_t begin)
{
    const struct fm_route *route = active->route;
    struct fm_block *block = worker->block;
    struct fm_buf *out = &block->out[route->sink];
    if (route->choice.unique == FM_UNIQUE_IN_GAME) {
        struct fm_hash128 in_game = key->key;
        bool fresh;
        in_game.hi ^= route->sink; /* several outputs share the game's set */
        if (fm_table_add(&worker->written.keys, in_game, &fresh) == NULL)
            return FM_NO_MEMORY;
        if (!fresh) {
            out->n = begin;
            active->records--;
            fm_position_count(&active->positions, FM_POSITION_UNIQUE)->lost++;
            return FM_OK;
        }
    }
    if (route->row != FM_ROW_RECORD)
        return FM_OK;
    struct fm_row_set *rows = &block->rows[route->sink];
    const struct fm_game *game = worker->listed == NULL ? worker->game : &worker->listed->game;
    FM_TRY(fm_buf_reserve(&rows->rows, sizeof(struct fm_row)));
    *(struct fm_row *)(void *)(rows->rows.p + rows->rows.n) =
        (struct fm_row){.end = out->n,
                        .item = this_item(worker),
                        .records = 1,
                        .half_points = (signed char)fm_result_half_points(game->outcome),
                        .black = black};
    rows->rows.n += sizeof(struct fm_row);
    if (!fm_route_keys(route))
        return FM_OK;
    FM_TRY(fm_buf_reserve(&rows->keys, sizeof *key));
    struct fm_row_key *made = (void *)(rows->keys.p + rows->keys.n);
    *made = *key;
    made->row = (uint32_t)fm_rows_count(block, route->sink) - 1;
    rows->keys.n += sizeof *made;
    return FM_OK;
}

/* Games in a row that go to the same file share its name. */
static enum fm_status name_rows(struct fm_worker *worker, const struct fm_active_route *active,
                                const struct fm_record_input *in, uint32_t *place)
{
    struct fm_block *block = worker->block;
    const struct fm_route *route = active->route;
    const size_t before = worker->written.marks[route->sink].rows / sizeof(struct fm_row);
    const uint32_t last = before == 0 ? 0 : fm_rows_of(block, route->sink)[before - 1].name;
    struct fm_buf name = {NULL, 0, 0};
    if (route->way.sized)
        return fm_item_add_head(worker, in, place);
    enum fm_status status = fm_file_name_render(&route->file_name, in, &worker->scratch, &name);
    const struct fm_text text = fm_buf_text(&name);
    if (status == FM_OK && last > 0 && fm_text_equal(fm_block_text(block, last), text))
        *place = last;
    else
        FM_NEXT(status, fm_block_add_text(block, text, place));
    fm_buf_free(&name);
    return status;
}

/* Make a row of all that the game or record has written to an output, with the name of its file.
 * @param in  values of the game or record, where its rows have names, else NULL. */
static enum fm_status add_rows(struct fm_worker *worker, const struct fm_active_route *active,
                               const struct fm_record_input *in)
{
    struct fm_block *block = worker->block;
    const struct fm_route *route = active->route;
    const unsigned sink = route->sink;
    const struct fm_row *last = fm_rows_last(block, sink);
    if (block->out[sink].n > (last == NULL ? 0 : last->end))
        FM_TRY(fm_row_add(block, sink,
                          (struct fm_row){.item = this_item(worker),
                                          .records = (uint32_t)(active->records + active->games)}));
    if (in == NULL || !fm_route_names(route) ||
        worker->written.marks[sink].rows == block->rows[sink].rows.n)
        return FM_OK;
    const size_t first = worker->written.marks[sink].rows / sizeof(struct fm_row);
    struct fm_record_input named = *in;
    named.encoding = worker->encoding; /* names are UTF-8, whatever becomes of the records */
    uint32_t name;
    FM_TRY(name_rows(worker, active, &named, &name));
    for (size_t row = first; row < fm_rows_count(block, sink); row++)
        fm_rows_of(block, sink)[row].name = name;
    return FM_OK;
}

/* Note how the complete row ends. @param end  end offset of the row in out[sink]. */
static void close_joint(const struct fm_block *block, unsigned sink, struct fm_joint *joint,
                        size_t end)
{
    const unsigned char *bytes = block->out[sink].p;
    if (joint->last == SIZE_MAX)
        return;
    const struct fm_text text = fm_text_between(bytes + joint->last_at, bytes + end);
    joint->tail = joint->ended ? fm_span_tail_of_text(FM_SPAN_RESULT, text)
                               : fm_span_tail_of(&block->split, &block->split.games[joint->last],
                                                 block->bytes, text);
}

static struct fm_joint *last_joint(const struct fm_block *block, unsigned sink)
{
    const struct fm_buf *joints = &block->rows[sink].joints;
    return joints->n == 0 ? NULL : (void *)(joints->p + (joints->n - sizeof(struct fm_joint)));
}

/* May games of this sink be in one row? Not where each may go to another file or place, be
 * dropped, be the last, or get a comment of its own. */
static bool joins(const struct fm_plan *plan, unsigned sink)
{
    return sink < plan->route_count ? plan->routes[sink].row == FM_ROW_JOINED
                                    : !fm_plan_may_drop(plan) && !plan->reasons;
}

/* The offset of a game's text, whose part of the sink begins at @p at. */
static size_t text_of(const struct fm_worker *worker, unsigned sink, size_t at)
{
    const struct fm_plan *plan = worker->plan;
    if (sink >= plan->route_count || plan->routes[sink].sort.count == 0)
        return at;
    return at + fm_sort_entry_head(&plan->routes[sink].sort, worker->block->out[sink].p + at);
}

/* Add a row with its joint; the previous row is complete. */
static enum fm_status add_joint(struct fm_worker *worker, unsigned sink, size_t at,
                                const struct fm_joint *joint)
{
    struct fm_block *block = worker->block;
    struct fm_joint *last = last_joint(block, sink);
    if (last != NULL)
        close_joint(block, sink, last, at);
    FM_TRY(fm_row_add(block, sink, (struct fm_row){.item = this_item(worker), .records = 1}));
    return fm_buf_append(&block->rows[sink].joints, joint, sizeof *joint);
}

enum fm_status fm_work_join(struct fm_worker *worker, unsigned sink, size_t begin, size_t end,
                            size_t at)
{
    struct fm_block *block = worker->block;
    const struct fm_buf *out = &block->out[sink];
    struct fm_joint *joint = last_joint(block, sink);
    struct fm_row *row = fm_rows_last(block, sink);
    const struct fm_game *game = worker->span;
    const size_t last = game == NULL ? SIZE_MAX : (size_t)(game - block->split.games);
    if (FM_LIKELY(joint != NULL && row != NULL && joint->end == block->offset + begin &&
                  joins(worker->plan, sink))) {
        row->end = out->n;
        row->records++;
        joint->end = block->offset + end;
        joint->last_at = at;
        joint->ended = false;
        joint->last = last;
    } else {
        const struct fm_joint made = {
            .begin = block->offset + begin,
            .end = block->offset + end,
            .last = last,
            .last_at = text_of(worker, sink, at),
            .head = game == NULL ? (struct fm_span_head){.kind = FM_SPAN_RECORD}
                                 : fm_span_head_of(&block->split, game, block->bytes)};
        FM_TRY(add_joint(worker, sink, at, &made));
        joint = last_joint(block, sink);
    }
    if (game == NULL)
        joint->tail = fm_span_tail_of_text(FM_SPAN_LINE, fm_buf_text_from(out, at));
    return FM_OK;
}

enum fm_status fm_work_join_apart(struct fm_worker *worker, unsigned sink,
                                  const struct fm_span_head *head, size_t at)
{
    const struct fm_block *block = worker->block;
    const struct fm_game *game = worker->span;
    const struct fm_joint made = {.begin = block->offset + game->begin,
                                  .end = block->offset + game->end,
                                  .last = (size_t)(game - block->split.games),
                                  .last_at = text_of(worker, sink, at),
                                  .apart = true,
                                  .head = *head};
    return add_joint(worker, sink, at, &made);
}

enum fm_status fm_work_join_made(struct fm_worker *worker, unsigned sink, size_t begin, size_t end,
                                 size_t at)
{
    const struct fm_block *block = worker->block;
    const size_t text = text_of(worker, sink, at);
    const struct fm_text written = fm_buf_text_from(&block->out[sink], text);
    const struct fm_joint made = {
        .begin = block->offset + begin,
        .end = block->offset + end,
        .last = SIZE_MAX,
        .head = {.kind = FM_SPAN_TAG, .clean = true, .hard = true, .own_line = true, .event = true},
        .tail = fm_span_tail_of_text(FM_SPAN_RESULT, written)};
    return add_joint(worker, sink, at, &made);
}

enum fm_status fm_work_join_piece(struct fm_worker *worker, unsigned sink, size_t at)
{
    const struct fm_block *block = worker->block;
    const struct fm_game whole = {.end = block->n};
    const struct fm_text written = fm_buf_text_from(&block->out[sink], at);
    const struct fm_joint made = {
        .begin = block->offset,
        .end = block->offset + block->n,
        .last = SIZE_MAX,
        .head = block->listed ? (struct fm_span_head){.kind = FM_SPAN_RECORD}
                              : fm_span_head_of(&block->split, &whole, block->bytes),
        .tail = fm_span_tail_of_text(block->listed ? FM_SPAN_LINE : FM_SPAN_UNKNOWN, written)};
    return add_joint(worker, sink, at, &made);
}

void fm_work_join_ends(struct fm_block *block, unsigned sink)
{
    struct fm_joint *joint = last_joint(block, sink);
    if (joint != NULL)
        joint->ended = true;
}

void fm_work_close(struct fm_block *block)
{
    for (unsigned sink = 0; sink < block->sinks; sink++) {
        struct fm_joint *joint = last_joint(block, sink);
        if (joint != NULL)
            close_joint(block, sink, joint, block->out[sink].n);
    }
}

enum fm_status fm_work_pass_on(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    if (!block->numbers.counted)
        fm_ring_count(worker->ring, block, false);
    fm_work_close(block);
    block->work.part = true;
    const bool more = fm_ring_part(worker->ring, block);
    block->work.part = false;
    return more ? FM_OK : FM_CANCELLED;
}

/* Make room for the step counts of an item. Where items are joined only sums count, so the steps of
 * the plan are there once, in their order. */
static enum fm_status reserve_steps(struct fm_worker *worker)
{
    struct fm_buf *const steps = &worker->block->steps;
    const struct fm_plan *plan = worker->plan;
    if (!plan->joins_items)
        return fm_buf_reserve(steps, plan->route_count * (FM_POSITION_STEPS + 3) *
                                         sizeof(struct fm_step_count));
    if (FM_LIKELY(steps->n > 0))
        return FM_OK;
    FM_TRY(fm_buf_reserve(steps, plan->funnel.count * sizeof(struct fm_step_count)));
    struct fm_step_count *const all = (void *)steps->p;
    for (size_t i = 0; i < plan->funnel.count; i++)
        all[i] = (struct fm_step_count){.step = (uint32_t)i};
    steps->n = plan->funnel.count * sizeof *all;
    return FM_OK;
}

/* Add a step count, for which there is room. */
static void add_step(struct fm_worker *worker, size_t step, const struct fm_funnel_count *count,
                     bool if_kept)
{
    struct fm_buf *const steps = &worker->block->steps;
    struct fm_step_count *const all = (void *)steps->p;
    if (worker->plan->joins_items) {
        all[step].lost += count->lost;
        all[step].without += count->without;
    } else if (count->lost + count->without > 0) {
        all[steps->n / sizeof *all] =
            (struct fm_step_count){count->lost, count->without, (uint32_t)step, if_kept};
        steps->n += sizeof *all;
    }
}

/* The step of its chain of games at which a game is rejected; 0 = none. */
static size_t step_of(size_t lost)
{
    return lost == FM_NOT_LOST     ? 0
           : lost == FM_LOST_RANGE ? FM_FUNNEL_RANGE
                                   : FM_FUNNEL_TAGS + lost;
}

/* Count the outcome of the game for each output that has conditions of its own. */
static void count_when(struct fm_worker *worker, bool kept)
{
    static const struct fm_funnel_count one = {1, 0};
    for (size_t i = 0; i < worker->plan->route_count; i++) {
        const struct fm_route *route = &worker->plan->routes[i];
        size_t lost = worker->lost[i];
        if (!route->spec->has_when || lost == FM_NOT_OFFERED)
            continue;
        if (lost == FM_NOT_LOST && !kept)
            lost = route->spec->when.tag_count + FM_GAME_REJECTED;
        add_step(worker, route->steps.games, &one, false); /* offered */
        if (lost != FM_NOT_LOST)
            add_step(worker, route->steps.games + step_of(lost), &one, false);
    }
}

/* Positions of the item worked on were lost by conditions of an output that it was offered to. */
static void count_positions(struct fm_worker *worker, struct fm_active_route *active)
{
    const struct fm_route *route = active->route;
    struct fm_position_counts *counts = &active->positions;
    const bool games = route->format == FM_FORMAT_PGN; /* of which no position is written */
    if (games)
        counts->offered = active->games;
    else if (active->unwritten > 0)
        fm_position_count(counts, FM_POSITION_VALUES)->lost = active->unwritten;
    const struct fm_funnel_count offered = {counts->offered, 0};
    add_step(worker, route->steps.positions, &offered, true);
    const uint64_t shown = games ? 0 : UINT64_MAX >> (64 - route->steps.counted);
    for (uint64_t set = counts->counted & shown; set != 0; set &= set - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(set);
        add_step(worker, route->steps.positions + 1 + k, &counts->steps[k], true);
    }
}

static enum fm_status copy_to(struct fm_worker *worker, unsigned sink, size_t begin, size_t end)
{
    if (sink == FM_NO_SINK)
        return FM_OK;
    struct fm_buf *out = &worker->block->out[sink];
    const size_t at = out->n;
    FM_TRY(fm_buf_append(out, worker->block->bytes + begin, end - begin));
    return fm_work_join(worker, sink, begin, end, at);
}

/* The warnings of the item, tolerances included. */
static void fill_reasons(const struct fm_worker *worker, const struct fm_result_of_game *result,
                         struct fm_block_item *item)
{
    item->reasons[0] = worker->notes.warnings[0];
    item->reasons[1] = worker->notes.warnings[1];
    for (unsigned i = 0; FM_UNLIKELY(result->tolerated != NULL) && i < FM_TOLERANCES; i++) {
        const unsigned reason = FM_REASON_MOVE_LETTER_CASE + i;
        item->reasons[reason / 64] |= (uint64_t)(result->tolerated[i] > 0) << reason % 64;
    }
}

/* What an item must have in common with a game to be joined with it, beside its reasons. */
FM_INLINE uint64_t kind_of(const struct fm_result_of_game *result, uint32_t lost, bool listed)
{
    return (uint64_t)lost << 32 | (uint64_t)listed << 24 | (uint64_t)result->reason << 16 |
           (uint64_t)result->class_ << 8 | (uint64_t)result->outcome;
}

FM_INLINE bool differs(const struct fm_block_item *item, uint64_t kind, const uint64_t reasons[2])
{
    return ((item->kind ^ kind) | (item->reasons[0] ^ reasons[0]) |
            (item->reasons[1] ^ reasons[1])) != 0;
}

/* Join the game with one of the last two items, if no part of the run needs single items and both
 * differ only in their numbers: kept and unselected ones often come in turn. @param kind  as in an
 * item. @return true: it was added to that item. */
FM_INLINE bool add_to_last(struct fm_worker *worker, size_t end, uint64_t kind,
                           const struct fm_result_of_game *result)
{
    struct fm_block *block = worker->block;
    const size_t count = fm_block_item_count(block);
    const uint64_t *const reasons = worker->notes.warnings;
    /* Items after the last verified byte are counted: none lies on both sides of it. */
    const uint64_t from = block->input.unverified;
    if (!worker->plan->joins_items || count == 0 ||
        (result->outcome != FM_KEPT && result->outcome != FM_UNSELECTED) ||
        result->tolerated != NULL || worker->changed.game != NULL)
        return false;
    /* Which of the two it is cannot be guessed. */
    struct fm_block_item *item = &fm_block_items(block)[count - 1];
    item -= (count > 1) & differs(item, kind, reasons);
    if (differs(item, kind, reasons) ||
        (block->offset + item->end > from) != (block->offset + end > from))
        return false;
    item->end = block->work.bytes = end;
    item->count++;
    item->plies += result->plies;
    item->records += result->records;
    item->unwritten += result->unwritten;
    return true;
}

/* An item of its own. @param lost, kind  as in an item. */
static FM_NOINLINE enum fm_status add_item(struct fm_worker *worker, size_t begin, size_t end,
                                           size_t ordinal, uint32_t lost, uint64_t kind,
                                           const struct fm_result_of_game *result,
                                           const struct fm_census_entry *census)
{
    struct fm_block *block = worker->block;
    const struct fm_plan *plan = worker->plan;
    const bool stray = result->outcome == FM_STRAY;
    FM_TRY(fm_buf_reserve(&block->items, sizeof(struct fm_block_item)));
    struct fm_block_item *const item = (void *)(block->items.p + block->items.n);
    *item =
        (struct fm_block_item){.begin = begin,
                               .end = end,
                               .records = result->records,
                               .unwritten = result->unwritten,
                               .ordinal = (uint32_t)ordinal,
                               .count = 1,
                               .plies = result->plies,
                               .lost = lost,
                               .kind = worker->changed.game != NULL ? UINT64_MAX : kind,
                               .steps = (uint32_t)(block->steps.n / sizeof(struct fm_step_count)),
                               .outcome = (unsigned char)result->outcome,
                               .class_ = (unsigned char)result->class_,
                               .reason = (unsigned char)result->reason,
                               .renamed = worker->changed.renamed,
                               .tags_set = worker->changed.set,
                               .listed = block->listed && worker->game == NULL};
    block->work.bytes = end;
    if (census != NULL)
        item->census = *census;
    if (!stray)
        fill_reasons(worker, result, item);
    if (plan->log != FM_NO_SINK || plan->explain > 0) {
        uint64_t column;
        fm_work_locate(worker, begin, &item->line, &column);
        if (!stray)
            FM_TRY(fm_work_details(worker, result, &item->details));
    }
    block->items.n += sizeof *item;
    return FM_OK;
}

FM_INLINE enum fm_status account_for(struct fm_worker *worker, size_t begin, size_t end,
                                     size_t ordinal, const struct fm_result_of_game *result,
                                     const struct fm_census_entry *census)
{
    const struct fm_plan *plan = worker->plan;
    const bool lost = result->outcome == FM_UNSELECTED || result->outcome == FM_REJECTED_GAME;
    const uint32_t step = lost ? (uint32_t)step_of(result->lost) : 0;
    if (worker->game != NULL && result->outcome == FM_KEPT && plan->used_tags.count > 0)
        fm_used_tags_note(&plan->used_tags, fm_split_tags_of(&worker->block->split, worker->game),
                          worker->game->tag_count, &worker->tags_seen);
    if (result->outcome == FM_UNSELECTED)
        FM_TRY(copy_to(worker, plan->unselected, begin, end));
    if (result->outcome == FM_REJECTED_GAME)
        FM_TRY(copy_to(worker, plan->rejects, begin, end));
    const uint64_t kind = kind_of(result, step, worker->block->listed && worker->game == NULL);
    return add_to_last(worker, end, kind, result)
               ? FM_OK
               : add_item(worker, begin, end, ordinal, step, kind, result, census);
}

enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal,
                               const struct fm_result_of_game *result,
                               const struct fm_census_entry *census)
{
    return account_for(worker, begin, end, ordinal, result, census);
}

bool fm_work_join_plain(struct fm_worker *worker, size_t end, enum fm_class class_,
                        const struct fm_route *route, enum fm_position_step lost, bool lacks)
{
    struct fm_block *block = worker->block;
    struct fm_step_count *const steps = (void *)block->steps.p;
    const bool counts = route != NULL && route->steps.counted > 0;
    const bool taken = lost == FM_POSITION_STEPS;
    struct fm_result_of_game result;
    fm_result_of_record(&result);
    fm_warnings_reset(&worker->notes);
    result.outcome = taken ? FM_KEPT : FM_UNSELECTED;
    result.class_ = class_;
    result.records = route != NULL && taken;
    if ((counts && block->steps.n == 0) ||
        !add_to_last(worker, end, kind_of(&result, 0, true), &result))
        return false;
    if (route != NULL && route->row == FM_ROW_NONE)
        block->rows[route->sink].plain += taken;
    if (counts) /* offered */
        steps[route->steps.positions].lost++;
    if (counts && lost < route->steps.counted) {
        steps[route->steps.positions + 1 + lost].lost++;
        steps[route->steps.positions + 1 + lost].without += lacks;
    }
    return true;
}

/* A rejected game ends the run under `on-error: stop`. */
static enum fm_status end_or_go_on(const struct fm_worker *worker, enum fm_outcome outcome)
{
    return outcome == FM_REJECTED_GAME && worker->plan->profile->input.on_error == FM_ON_ERROR_STOP
               ? FM_STOPPED
               : FM_OK;
}

enum fm_status fm_work_finish(struct fm_worker *worker, const struct fm_worked_span *span,
                              const struct fm_record_input *named, struct fm_result_of_game *result,
                              const struct fm_census_entry *census)
{
    /* A record that is lost as a position is counted there. */
    const bool kept = result->outcome == FM_KEPT ||
                      (result->outcome == FM_UNSELECTED && result->lost == FM_NOT_LOST);
    if (worker->plan->counts_steps)
        FM_TRY(reserve_steps(worker));
    if (worker->plan->counts_steps && worker->plan->chooses_at_end) /* there may be `when:` */
        count_when(worker, kept);
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        const struct fm_route *route = active->route;
        if (route->row == FM_ROW_NONE)
            worker->block->rows[route->sink].plain += active->records + active->games;
        else
            FM_TRY(add_rows(worker, active, named));
        if (route->steps.counted > 0)
            count_positions(worker, active);
        result->records += active->records;
        result->unwritten += active->unwritten;
    }
    if (FM_UNLIKELY(worker->plan->warns))
        FM_TRY(
            fm_work_warnings(worker, &worker->notes, result->tolerated, span->at, span->ordinal));
    FM_TRY(account_for(worker, span->begin, span->end, span->ordinal, result, census));
    return end_or_go_on(worker, result->outcome);
}

enum fm_status fm_work_outside(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal)
{
    const struct fm_result_of_game result = {
        .outcome = FM_UNSELECTED, .class_ = FM_CLASSES, .lost = FM_LOST_RANGE};
    const struct fm_census_entry census = fm_census_find_bare(FM_RESULT_NONE, NULL);
    worker->notes = (struct fm_warnings){{0}};
    return fm_work_account(worker, begin, end, ordinal, &result, &census);
}

/* The result of a game or line that is rejected unread, for this reason. */
static struct fm_result_of_game unread(const struct fm_worker *worker, enum fm_reason reason)
{
    return (struct fm_result_of_game){.outcome = FM_REJECTED_GAME,
                                      .class_ = FM_CLASS_BROKEN,
                                      .reason = reason,
                                      .lost = worker->plan->profile->games.tag_count +
                                              FM_GAME_UNREADABLE};
}

enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason, size_t begin,
                              size_t end, size_t ordinal)
{
    const struct fm_error fault = {.status = FM_REJECTED, .reason = reason};
    const struct fm_result_of_game result = unread(worker, reason);
    const struct fm_census_entry census = fm_census_find_bare(FM_RESULT_NONE, NULL);
    worker->game = NULL; /* no names in the message, as for a game that comes in pieces */
    worker->notes = (struct fm_warnings){{0}};
    FM_TRY(fm_work_message(worker, &fault, begin, ordinal));
    FM_TRY(fm_work_account(worker, begin, end, ordinal, &result, &census));
    return end_or_go_on(worker, FM_REJECTED_GAME);
}

enum fm_status fm_work_oversize(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    const unsigned rejects = worker->plan->rejects;
    const struct fm_error fault = {.status = FM_REJECTED, .reason = FM_REASON_GAME_TOO_LARGE};
    struct fm_block_item item = {.end = block->n,
                                 .count = 1,
                                 .outcome = block->input.doubtful ? FM_STRAY : FM_REJECTED_GAME,
                                 .class_ = FM_CLASS_BROKEN,
                                 .reason = FM_REASON_GAME_TOO_LARGE,
                                 .lost = (uint32_t)step_of(unread(worker, fault.reason).lost),
                                 .census = fm_census_find_bare(FM_RESULT_NONE, NULL),
                                 .listed = block->listed};
    block->numbers.games = block->first && !block->input.doubtful;
    fm_worker_count(worker);
    block->work.bytes = block->n;
    block->text = block->text || block->input.doubtful;
    if (block->first && !block->input.doubtful)
        FM_TRY(fm_work_message(worker, &fault, 0, 0));
    if (!block->input.doubtful && rejects != FM_NO_SINK) {
        FM_TRY(fm_buf_append(&block->out[rejects], block->bytes, block->n));
        FM_TRY(fm_work_join_piece(worker, rejects, 0));
    }
    if (block->first)
        FM_TRY(fm_buf_append(&block->items, &item, sizeof item));
    if (block->input.doubtful || !block->last)
        return FM_OK;
    FM_TRY(end_or_go_on(worker, FM_REJECTED_GAME));
    return fm_work_ends(worker, block->first);
}
