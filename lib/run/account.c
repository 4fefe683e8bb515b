/* SPDX-License-Identifier: MIT */
/* The counts of a run: see account.h. */
#include <config.h>
#include "run/account.h"
#include <stdlib.h>
#include "run/rows.h"

enum fm_status fm_account_start(struct fm_account *account, const struct fm_plan *plan)
{
    account->plan = plan;
    account->totals.tally = &account->tally;
    account->totals.copies_games = fm_plan_copies_games(plan);
    account->funnel = calloc(plan->funnel.count, sizeof *account->funnel);
    return account->funnel == NULL ? FM_NO_MEMORY : FM_OK;
}

void fm_account_free(struct fm_account *account)
{
    free(account->funnel);
    account->funnel = NULL;
}

/* A set of reasons, each counted @p n times. */
static void count_reasons(struct fm_tally *tally, const uint64_t reasons[2], uint64_t n)
{
    for (unsigned word = 0; word < 2; word++)
        for (uint64_t set = reasons[word]; set != 0; set &= set - 1)
            tally->by_reason[64 * word + (unsigned)__builtin_ctzll(set)] += n;
}

void fm_account_warnings(struct fm_account *account, const struct fm_warnings *notes)
{
    count_reasons(&account->tally, notes->warnings, 1);
}

void fm_account_lost(struct fm_account *account, const struct fm_route *route,
                     enum fm_position_step step, uint64_t lost)
{
    account->funnel[route->steps.positions + 1 + step].lost += lost;
}

/* What no stage decides on. */
static void count_item(struct fm_account *account, const struct fm_block_item *item)
{
    struct fm_totals *totals = &account->totals;
    const uint64_t n = item->count;
    if (item->outcome == FM_STRAY) {
        totals->stray++;
        account->tally.by_reason[FM_REASON_STRAY_TEXT]++;
        return;
    }
    totals->games += n;
    totals->listed += item->listed ? n : 0;
    totals->plies += item->plies;
    totals->renamed += item->renamed;
    if (item->class_ < FM_CLASSES)
        account->tally.by_class[item->class_] += n;
    if ((item->reasons[0] | item->reasons[1]) != 0)
        count_reasons(&account->tally, item->reasons, n);
    if (item->outcome == FM_REJECTED_GAME) {
        totals->rejected++;
        account->tally.by_reason[item->reason]++;
    }
    account->funnel[FM_FUNNEL_GAMES].lost += n;
    if (account->plan->counts)
        fm_census_count(&account->census, &item->census, n);
}

/* What becomes of it, of its positions too: its steps are from `first` on. */
static void count_outcome(struct fm_account *account, const struct fm_block_item *item,
                          const struct fm_step_count *steps, size_t first, bool replayed)
{
    struct fm_totals *totals = &account->totals;
    for (size_t i = first; i < item->steps; i++) {
        if (item->dropped && steps[i].if_kept)
            continue;
        account->funnel[steps[i].step].lost += steps[i].lost;
        account->funnel[steps[i].step].without += steps[i].without;
    }
    if (item->lost > 0)
        account->funnel[item->lost].lost++;
    if (item->dropped)
        account->tally.by_reason[item->reason]++;
    else
        totals->unwritten += item->unwritten;
    if (item->outcome == FM_UNSELECTED)
        totals->unselected += item->count;
    if (item->outcome != FM_KEPT)
        return;
    totals->kept += item->count;
    if (!replayed)
        totals->unchecked += item->count;
}

void fm_account_items(struct fm_account *account, struct fm_block *block)
{
    const struct fm_block_item *items = fm_block_items(block);
    const struct fm_step_count *steps = (const void *)block->steps.p;
    const size_t count = fm_block_item_count(block);
    const bool replayed = block->listed || account->plan->replays;
    size_t step = 0;
    for (size_t i = 0; i < count; i++) {
        if (!block->decision.counted_items)
            count_item(account, &items[i]);
        if (!block->decision.open_games)
            count_outcome(account, &items[i], steps, step, replayed);
        step = items[i].steps;
    }
    block->decision.counted_items = true;
}

void fm_account_rows(struct fm_account *account, const struct fm_block *block)
{
    for (size_t i = 0; i < account->plan->route_count; i++) {
        const struct fm_route *route = &account->plan->routes[i];
        const uint64_t written = fm_rows_records(block, route->sink);
        if (route->steps.counted == 0)
            account->funnel[route->steps.positions].lost += written; /* all that was offered */
        if (route->format == FM_FORMAT_PGN)
            account->totals.games_written += written;
        else
            account->totals.records += written;
    }
}

uint64_t fm_totals_reason(const struct fm_totals *totals, enum fm_reason reason, bool rejected)
{
    const struct fm_tally *tally = totals->tally;
    if ((unsigned)reason >= FM_REASON_COUNT)
        return 0;
    return rejected ? tally->rejected_by[reason] : tally->by_reason[reason];
}

uint64_t fm_totals_class(const struct fm_totals *totals, unsigned index)
{
    return index < FM_CLASSES ? totals->tally->by_class[index] : 0;
}
