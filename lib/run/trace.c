/* SPDX-License-Identifier: MIT */
/* Lines for maintainers: see trace.h. Sets are printed as hexadecimal numbers, by the enums that
 * their fields name. */
#include <config.h>
#include "run/trace.h"
#include <inttypes.h>
#include <stdio.h>

void fm_trace_plan(const struct fm_plan *plan)
{
    fprintf(stderr, "trace: plan: %zu routes, needs %x, classes %x, %s%s%s%s%s%s\n",
            plan->route_count, plan->needs, plan->classes,
            plan->play.replays ? "replays" : "copies", plan->play.watches ? ", watches" : "",
            !plan->lists.view ? ", takes lists" : "", plan->joins_items ? ", joins items" : "",
            plan->counts_steps ? ", counts steps" : "", plan->ends_early ? ", ends early" : "");
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        fprintf(stderr,
                "trace: route %zu: %s to %s, sink %u, needs %x (values %x), rows %d, unique %d, "
                "%u steps that may reject%s%s%s%s\n",
                i + 1, fm_format_names[route->format], plan->names[route->sink], route->sink,
                route->needs, route->values, route->row, (int)route->choice.unique,
                route->steps.counted, fm_route_groups(route) ? ", groups" : "",
                fm_route_sorts(route) ? ", sorts" : "", fm_route_exports(route) ? ", exports" : "",
                route->lists.all ? ", takes all records of lists" : "");
    }
}

void fm_trace_block(const struct fm_block *block)
{
    size_t written = 0;
    for (size_t i = 0; i < block->sinks; i++)
        written += block->out[i].n;
    fprintf(stderr,
            "trace: block %" PRIu64 ": %s from %" PRIu64 ", %zu bytes%s, %zu items, games %" PRIu64
            " to %" PRIu64 ", %zu bytes for the outputs, status %d\n",
            block->seq, block->input.name, block->offset, block->n,
            block->listed ? " of a list" : "", fm_block_item_count(block),
            block->numbers.games_before + 1, block->numbers.games_before + block->numbers.games,
            written, (int)block->work.status);
}
