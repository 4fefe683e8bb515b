/* SPDX-License-Identifier: MIT */
/* The counts of a run: see account.h. */
#include <config.h>
#include "run/account.h"
#include <stdlib.h>
#include "run/log.h"
#include "run/rows.h"

static enum fm_status make_counts(struct fm_account *account, const struct fm_plan *plan)
{
    account->plan = plan;
    account->totals.tally = &account->tally;
    account->totals.copies_games = fm_plan_copies_games(plan);
    account->funnel = calloc(plan->funnel.count, sizeof *account->funnel);
    return account->funnel == NULL ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_account_start(struct fm_account *account, const struct fm_plan *plan)
{
    FM_TRY(make_counts(account, plan));
    if (plan->explain == 0)
        return FM_OK;
    struct fm_explained *one = account->explained = calloc(1, sizeof *one);
    FM_TRY_MADE(one);
    one->records = calloc(plan->route_count + 1, sizeof *one->records);
    return one->records == NULL ? FM_NO_MEMORY : make_counts(&one->counts, plan);
}

void fm_account_free(struct fm_account *account)
{
    struct fm_explained *one = account->explained;
    free(account->funnel);
    account->funnel = NULL;
    fm_buf_free(&account->shard);
    if (one == NULL)
        return;
    free(one->counts.funnel);
    free(one->records);
    fm_buf_free(&one->input);
    fm_buf_free(&one->text);
    fm_buf_free(&one->log);
    free(one);
    account->explained = NULL;
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

/* Count the facts of an item that do not depend on the stages. */
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
    totals->tags_set += item->tags_set;
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

/* Count the outcome of an item and of its positions; its steps begin at `first`. */
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
        account->funnel[item->lost].lost += item->count;
    if (item->dropped && item->reason != FM_REASON_NONE)
        account->tally.by_reason[item->reason]++;
    if (!item->dropped)
        totals->unwritten += item->unwritten;
    if (item->outcome == FM_UNSELECTED)
        totals->unselected += item->count;
    if (item->outcome != FM_KEPT)
        return;
    totals->kept += item->count;
    if (!replayed)
        totals->unchecked += item->count;
}

/* Is it the item that is explained? In the first input that has so many; the text of a block
 * that is held is there only at first, so what becomes of it is looked for by its place. */
static bool is_explained(const struct fm_explained *one, const struct fm_block *block,
                         const struct fm_block_item *item, uint64_t number)
{
    if (one->read)
        return !one->decided && one->offset == block->offset + item->begin &&
               strcmp((const char *)one->input.p, block->input.name) == 0;
    return item->outcome != FM_STRAY && block->numbers.games_before + item->ordinal + 1 == number;
}

/* Its text, and what it is. */
static enum fm_status explain_item(struct fm_explained *one, const struct fm_block *block,
                                   const struct fm_block_item *item)
{
    const char *name = block->input.name;
    one->read = true;
    one->offset = block->offset + item->begin;
    count_item(&one->counts, item);
    FM_TRY(fm_buf_append(&one->input, name, strlen(name) + 1));
    return fm_buf_append(&one->text, block->bytes + item->begin, item->end - item->begin);
}

/* Explain what an output gets of the game: the rows that the stages have left, and the repeated
 * ones. Records that are merged, or of which more have to be remembered than memory has room
 * for, are decided on later. */
static void explain_route(struct fm_explained *one, const struct fm_block *block, size_t index,
                          size_t i)
{
    const struct fm_route *route = &one->counts.plan->routes[i];
    const struct fm_row *rows = fm_rows_of(block, route->sink);
    uint64_t records = 0;
    for (size_t k = 0; k < fm_rows_count(block, route->sink); k++)
        if (rows[k].item == index && rows[k].fate == FM_ROW_KEPT)
            records += rows[k].records;
    struct fm_funnel_count *const steps = &one->counts.funnel[route->steps.positions];
    if (route->steps.counted == 0)
        steps->lost += records;
    else if (route->choice.unique == FM_UNIQUE_IN_RUN)
        steps[1 + FM_POSITION_UNIQUE].lost +=
            fm_funnel_left(&one->counts.plan->funnel, one->counts.funnel, route->steps.positions,
                           FM_POSITION_STEPS) -
            records;
    const bool decided = block->decision.held_by >= FM_STAGES && route->choice.unique != FM_MERGED;
    one->records[i] = decided ? records : UINT64_MAX;
}

static enum fm_status explain_outcome(struct fm_explained *one, const struct fm_block *block,
                                      size_t index, size_t first, bool replayed)
{
    const struct fm_block_item *item = &fm_block_items(block)[index];
    one->decided = true;
    one->class_ = item->class_;
    one->reason = item->reason;
    count_outcome(&one->counts, item, (const void *)block->steps.p, first, replayed);
    for (size_t i = 0; i < one->counts.plan->route_count; i++)
        explain_route(one, block, index, i);
    return fm_log_item(one->counts.plan, block, item, &one->log);
}

/* A block is read when the decoder is in the unit that its last byte is from, or in a later one: so
 * where more is verified than with the block before, all games before this block are. Those of
 * earlier members of a compressed tar wait for the same checksums. */
static void count_unverified(struct fm_account *account, const struct fm_block *block)
{
    const struct fm_block_item *items = fm_block_items(block);
    const uint64_t from = block->input.unverified;
    const bool begins = block->input.first && block->input.within == 0;
    if (begins || block->input.verified != account->unverified_from)
        account->unverified = 0;
    account->unverified_from = block->input.verified;
    for (size_t i = fm_block_item_count(block); i > 0 && block->offset + items[i - 1].end > from;
         i--)
        account->unverified += items[i - 1].outcome == FM_STRAY ? 0 : items[i - 1].count;
}

enum fm_status fm_account_items(struct fm_account *account, struct fm_block *block)
{
    struct fm_explained *one = account->explained;
    const struct fm_block_item *items = fm_block_items(block);
    const struct fm_step_count *steps = (const void *)block->steps.p;
    const size_t count = fm_block_item_count(block);
    const bool replayed = block->listed || account->plan->play.replays;
    size_t step = 0;
    if (!block->decision.counted_items)
        count_unverified(account, block);
    for (size_t i = 0; i < count; i++) {
        const bool explained =
            one != NULL && is_explained(one, block, &items[i], account->plan->explain);
        if (!block->decision.counted_items)
            count_item(account, &items[i]);
        if (explained && !block->decision.counted_items)
            FM_TRY(explain_item(one, block, &items[i]));
        if (!block->decision.open_games)
            count_outcome(account, &items[i], steps, step, replayed);
        if (explained && !block->decision.open_games)
            FM_TRY(explain_outcome(one, block, i, step, replayed));
        step = items[i].steps;
    }
    block->decision.counted_items = true;
    return FM_OK;
}

/* The records of an output that go to the files of two players. */
static uint64_t count_copies(const struct fm_block *block, const struct fm_route *route)
{
    const struct fm_row *rows = fm_rows_of(block, route->sink);
    const size_t count = route->file_name.second == NULL ? 0 : fm_rows_count(block, route->sink);
    uint64_t copies = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fm_text names =
            rows[i].name == 0 ? FM_NO_TEXT : fm_block_text(block, rows[i].name);
        if (names.n > 0 && memchr(names.p, FM_NAMES_BYTE, names.n) != NULL)
            copies += rows[i].records;
    }
    return copies;
}

void fm_account_rows(struct fm_account *account, const struct fm_block *block)
{
    for (size_t i = 0; i < account->plan->route_count; i++) {
        const struct fm_route *route = &account->plan->routes[i];
        const uint64_t written = fm_rows_records(block, route->sink);
        account->totals.copies += count_copies(block, route);
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
