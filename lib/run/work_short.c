/* SPDX-License-Identifier: MIT */
/* Records of lists that go the short way: see short.h. Each is worked on in short_tmpl.h. */
#include <config.h>
#include "run/short.h"
#include "run/work_items.h"
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
        games->range.set || plan->log != FM_NO_SINK || plan->counts || read->plays ||
        read->notation || read->repair || route->format == FM_FORMAT_PGN || route->spec->verify ||
        fm_route_names(route) || route->spec->limit > 0)
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
    /* From here on: all values needed of a record are on its board or in its operations. */
    const struct fm_profile_positions *positions = route->positions;
    const unsigned answered = FM_NEEDS_NUMBERS | FM_NEEDS_KEY | FM_NEEDS_SP | FM_NEEDS_PLIES |
                              FM_NEEDS_OPS | FM_NEEDS_RECORD | FM_NEEDS_PIECES | FM_NEEDS_NEXT |
                              FM_NEEDS_NEXT_UCI | FM_NEEDS_LAST | FM_NEEDS_LAST_UCI;
    if (fm_has_game_filter(games) || route->spec->has_when || (plan->needs & FM_NEEDS_OPENING) ||
        plan->play.watches || route->choice.unique == FM_UNIQUE_IN_GAME ||
        route->choice.unique == FM_MERGED || fm_route_groups(route) ||
        (route->values & ~answered) || positions->plies_given || route->choice.every > 1 ||
        route->wanted.reached.wanted || route->wanted.openings != NULL ||
        (route->wanted.steps & fm_position_steps_at(FM_LOOKS_MOVE | FM_LOOKS_NOTES)))
        return;
    way->route = route;
    way->looks = true;
    way->squares = route->choice.unique != FM_REPEATED || route->excluded != NULL ||
                   (route->wanted.steps & (1u << FM_POSITION_BOARD | 1u << FM_POSITION_SPLIT));
}

void fm_short_start(struct fm_worker *worker, struct fm_short_way *way, struct fm_listed *record)
{
    struct fm_active_route *active = worker->active;
    way->kept.count = way->lost.count = 0;
    worker->game = NULL;
    worker->listed = record;
    record->made = false;
    record->game = (struct fm_game){.result = FM_RESULT_NONE};
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
