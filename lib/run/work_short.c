/* SPDX-License-Identifier: MIT */
/* Records of lists that go the short way: see short.h. The view is looked at in short_tmpl.h. */
#include <config.h>
#include "run/short.h"
#include "run/play.h"
#include "run/work_items.h"
#include "run/work_record.h"
#include "profile/consumer.h"
#include "record/layout.h"

void fm_short_begin(const struct fm_worker *worker, struct fm_short_way *way)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_route *route = plan->routes;
    const struct fm_rewrite *read = &plan->check_rewrite;
    const struct fm_profile_games *games = &plan->profile->games;
    *way = (struct fm_short_way){.route = NULL};
    /* Nothing looks at records one by one, and no text needs an encoding. */
    if (!worker->ascii || plan->route_count != 1 || worker->block->input.puzzles.most > 0 ||
        games->range.set || plan->log != FM_NO_SINK || (plan->needs & FM_NEEDS_CENSUS) ||
        read->plays || read->notation || read->repair || route->format == FM_FORMAT_PGN ||
        (route->needs & (FM_NEEDS_VERIFY | FM_NEEDS_SEGMENTS | FM_NEEDS_LIMIT)))
        return;
    const bool rewrites = fm_format_has(route->format, FM_FORMAT_REWRITES);
    if (rewrites && route->rewrite.normalize)
        return;
    way->describes = way->spells =
        !rewrites || route->lists.edits_ops; /* to see that it can be written */
    for (size_t i = 0; i < route->sort.count; i++) {
        const struct fm_template *by = fm_sort_template(&route->sort, i);
        for (size_t k = 0; k < by->count; k++)
            way->spells |=
                by->parts[k].type == FM_PART_FIELD && by->parts[k].field->value == FM_VALUE_FEN;
    }
    way->is_normal = true;
    for (size_t i = 0; i < route->record.count; i++) {
        const struct fm_record_slot *op = &route->record.slots[i];
        const bool counts = fm_epd_is_counter(op->name);
        way->is_normal &= op->type != FM_EPD_ANY && !fm_epd_takes_moves(op->type) &&
                          (!counts || route->style.counters == FM_COUNTERS_OPS);
    }
    if (plan->takes_lists) {
        way->route = route;
        return;
    }
    /* What is wanted of a record is on its board or in its operations. */
    const struct fm_profile_positions *positions = route->positions;
    const uint64_t games_end = FM_NEEDS_OPENING | FM_NEEDS_WATCH | FM_NEEDS_TURNS;
    const uint64_t elsewhere = FM_NEEDS_UNIQUE_IN_GAME | FM_NEEDS_MERGE | FM_NEEDS_GROUPS;
    const unsigned answered = FM_NEEDS_NUMBERS | FM_NEEDS_KEY | FM_NEEDS_SP | FM_NEEDS_PLIES |
                              FM_NEEDS_OPS | FM_NEEDS_RECORD | FM_NEEDS_PIECES | FM_NEEDS_NEXT |
                              FM_NEEDS_NEXT_UCI | FM_NEEDS_LAST | FM_NEEDS_LAST_UCI;
    if (fm_has_game_filter(games) || route->spec->has_when || (plan->needs & games_end) ||
        (route->needs & elsewhere) || (route->values & ~answered) || fm_route_is_book(route) ||
        positions->plies_given || route->choice.every > 1 || route->wanted.reached.wanted ||
        route->wanted.openings != NULL ||
        (route->wanted.steps & fm_position_steps_at(FM_LOOKS_MOVE | FM_LOOKS_NOTES)))
        return;
    way->route = route;
    way->looks = true;
}

void fm_short_start(struct fm_worker *worker, struct fm_short_way *way, struct fm_listed *record)
{
    struct fm_active_route *active = worker->active;
    way->kept.count = way->lost.count = 0;
    worker->game = NULL;
    worker->listed = record;
    record->made = false;
    worker->written.rule_status = FM_OK;
    worker->lost[0] = FM_NOT_OFFERED;
    worker->written.left = worker->plan->profile->input.max_output_bytes;
    worker->active_count = 1;
    active->route = way->route;
    active->records = active->unwritten = active->games = 0;
    fm_position_counts_clear(&active->positions, way->route->steps.counted);
}

enum fm_status fm_short_end(struct fm_worker *worker, struct fm_short_way *way)
{
    struct fm_block *block = worker->block;
    struct fm_active_route *active = worker->active;
    if (way->kept.count + way->lost.count > 0) {
        active->positions.offered = (uint64_t)way->kept.count + way->lost.count;
        way->kept.records = active->records;
        way->kept.unwritten = active->unwritten;
        FM_TRY(fm_work_steps(worker, true));
        FM_TRY(fm_work_rows(worker, NULL));
        /* Rows have the number of the next item: the kept one comes first. */
        struct fm_block_item *const items[] = {&way->kept, &way->lost};
        for (size_t i = 0; i < FM_COUNT_OF(items); i++) {
            items[i]->steps = (uint32_t)(block->steps.n / sizeof(struct fm_step_count));
            if (items[i]->end > block->work.bytes)
                block->work.bytes = items[i]->end;
            if (items[i]->count > 0)
                FM_TRY(fm_buf_append(&block->items, items[i], sizeof *items[i]));
        }
    }
    fm_short_start(worker, way, worker->listed);
    return FM_OK;
}

/* The record rewritten, all that is around it with it. */
FM_INLINE enum fm_status rewrite_shortly(struct fm_listed *record, const struct fm_route *route,
                                         struct fm_buf *out)
{
    const bool keeps =
        !fm_warnings_has(&record->edit.notes, FM_REASON_FEN_LAYOUT) &&
        (record->edit.setup.ep_file < 0 || route->rewrite.style.en_passant == FM_EP_KEEP);
    const enum fm_status status =
        route->lists.copies_around && keeps
            ? fm_fen_edit_copy(&record->edit, &route->rewrite, record->whole, out)
            : FM_REJECTED;
    return status == FM_REJECTED
               ? fm_record_rewrite(route, record->whole, &record->edit, out, &record->fault)
               : status;
}

enum fm_status fm_short_take(struct fm_worker *worker, struct fm_short_way *way,
                             struct fm_listed *record, struct fm_text text, size_t ordinal,
                             bool *taken)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_route *route = way->route;
    struct fm_active_route *active = worker->active;
    struct fm_fen_edit *edit = &record->edit;
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    *taken = false;
    if (FM_UNLIKELY(!fm_fen_edit_read_shortly(edit, text, &plan->check_rewrite)) ||
        FM_UNLIKELY(!fm_consumer_plays(route->spec, edit->setup.variant->id)))
        return FM_OK;
    struct fm_short_record found = {.ordinal = ordinal,
                                    .class_ =
                                        fm_class_of_record(&edit->setup, plan->classify.variant),
                                    .lost = FM_POSITION_STEPS};
    enum fm_status status = FM_OK;
    if (way->looks) {
        fm_warnings_reset(&worker->notes);
        record->game = (struct fm_game){.result = FM_RESULT_NONE};
        record->next = (struct fm_text){NULL, 0};
        status = fm_work_short_8x8(worker, way, &found);
        if (FM_UNLIKELY(!fm_warnings_is_empty(&worker->notes)))
            fm_warnings_add(&edit->notes, &worker->notes);
    }
    const bool lost = found.lost != FM_POSITION_STEPS;
    if (!way->describes && status == FM_OK && !lost && !found.left_empty)
        status = rewrite_shortly(record, route, out);
    if ((route->needs & FM_NEEDS_ENTRIES) && status == FM_OK)
        fm_sort_entry_end(out, begin);
    /* What is refused or reported is so of a record by itself. */
    const uint64_t *const reasons = edit->notes.warnings;
    const bool reported =
        (reasons[0] | reasons[1]) != 0 && (edit->notes.names_operations || plan->warns);
    if (FM_UNLIKELY(status != FM_OK || reported ||
                    out->n - begin > plan->profile->input.max_output_bytes ||
                    (lost && plan->unselected != FM_NO_SINK))) {
        out->n = begin;
        return status == FM_NO_MEMORY ? FM_NO_MEMORY : FM_OK;
    }
    struct fm_block_item *const item = lost ? &way->lost : &way->kept;
    if (FM_UNLIKELY(item->count == 0 || item->class_ != found.class_ ||
                    item->reasons[0] != reasons[0] || item->reasons[1] != reasons[1])) {
        const size_t end = out->n;
        out->n = begin; /* where the rows of those before it end */
        if (item->count > 0)
            FM_TRY(fm_short_end(worker, way));
        out->n = end;
        *item = (struct fm_block_item){.begin = record->begin,
                                       .reasons = {reasons[0], reasons[1]},
                                       .ordinal = (uint32_t)ordinal,
                                       .outcome = lost ? FM_UNSELECTED : FM_KEPT,
                                       .class_ = (unsigned char)found.class_,
                                       .listed = true};
    }
    item->end = record->end;
    item->count++;
    *taken = true;
    if (lost) {
        active->positions.steps[found.lost].lost++;
        active->positions.steps[found.lost].without += found.lacks;
        return FM_OK;
    }
    const bool written = out->n > begin || found.left_empty;
    active->records += written;
    active->unwritten += !written;
    return written && (route->needs & FM_NEEDS_MARK)
               ? fm_work_mark_record(worker, active, &found.mark, begin)
               : FM_OK;
}
