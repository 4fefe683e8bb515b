/* SPDX-License-Identifier: MIT */
/* The way of blocks through the table of stages: see stages.h. To add a stage is to add a row. */
#include <config.h>
#include "run/stages.h"
#include <stdlib.h>
#include "run/bounds.h"
#include "run/held_ahead.h"
#include "run/log.h"

/* Duplicates of games come first, and games are drawn from what they leave, as records of dropped
 * games must not count as seen; then uniqueness, or the records of one position become one, as
 * only new records are counted or drawn; then what is gathered; then the order of what is written;
 * then what is too much; then what is left is numbered; the outputs come last. */
static const struct fm_stage *const table[FM_STAGES] = {
    &fm_stage_duplicates, &fm_stage_draw, &fm_stage_unique, &fm_stage_merge,  &fm_stage_deferred,
    &fm_stage_trees,      &fm_stage_sort, &fm_stage_limit,  &fm_stage_number, &fm_stage_sinks};

static const struct fm_events no_events = {.size = sizeof no_events};

enum fm_status fm_stages_start(struct fm_stages *stages, const struct fm_plan *plan,
                               const struct fm_destinations *to, const atomic_bool *cancelled,
                               struct fm_encode_pool *pool, struct fm_account *account,
                               struct fm_error *error)
{
    *stages = (struct fm_stages){.run = {.plan = plan,
                                         .to = to,
                                         .cancelled = cancelled,
                                         .pool = pool,
                                         .account = account,
                                         .events = &no_events,
                                         .left = UINT64_MAX,
                                         .shares = fm_plan_shares(plan)}};
    struct fm_stage_run *run = &stages->run;
    /* A chunk of the temporary file is by the output that may take the least memory. */
    uint64_t least = plan->profile->positions.memory;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].positions->memory < least)
            least = plan->routes[i].positions->memory;
    FM_TRY(
        fm_spool_new(to->temporary, fm_spool_chunk(least / run->shares), cancelled, &run->spool));
    for (unsigned i = 0; i < FM_STAGES; i++) {
        stages->held[i] =
            (struct fm_held){.plan = plan, .spool = run->spool, .what = table[i]->holds};
        if ((plan->delivers != NULL && plan->delivers->only) ||
            (table[i]->needed != NULL && !table[i]->needed(plan)))
            continue;
        stages->self[i] = calloc(1, table[i]->bytes + plan->sinks * table[i]->sink_bytes);
        FM_TRY_MADE(stages->self[i]);
        FM_TRY(table[i]->start(stages->self[i], run, error));
    }
    run->to = NULL;
    stages->started = true;
    return FM_OK;
}

enum fm_status fm_stages_begin(struct fm_stages *stages, const struct fm_inputs *inputs,
                               const struct fm_events *events)
{
    if (events != NULL)
        stages->run.events = events;
    for (unsigned i = 0; i < FM_STAGES; i++)
        if (stages->self[i] != NULL && table[i]->begin != NULL)
            FM_TRY(table[i]->begin(stages->self[i], inputs));
    return FM_OK;
}

/* The stages after the one that holds a block do not see it: it enters again at that stage. */
enum fm_status fm_stages_decide(struct fm_stages *stages, struct fm_block *block,
                                struct fm_error *error)
{
    for (unsigned i = block->decision.first_stage; i < FM_STAGES; i++) {
        bool undecided = false;
        if (stages->self[i] == NULL || table[i]->decide == NULL)
            continue;
        FM_TRY(table[i]->decide(stages->self[i], block, &undecided, error));
        if (undecided) {
            block->decision.held_by = i;
            return FM_OK;
        }
    }
    block->decision.held_by = FM_STAGES;
    return FM_OK;
}

/* A stage needs answers of each block that it has decided on. */
enum fm_status fm_stages_finish(const struct fm_stages *stages, struct fm_block *block,
                                struct fm_error *error)
{
    for (unsigned i = block->decision.first_stage; i < FM_STAGES && i < block->decision.held_by;
         i++) {
        bool undecided = false;
        if (stages->self[i] == NULL || table[i]->answer == NULL)
            continue;
        FM_TRY(table[i]->answer(stages->self[i], block, &undecided, error));
        if (undecided)
            block->decision.held_by = i;
    }
    const struct fm_plan *plan = stages->run.plan;
    /* The outcome of all items is known, or only of some, whose rows need not be held: remove rows
     * that are not written, and write comments and the log. */
    for (unsigned sink = 0; sink < plan->sinks; sink++)
        if (fm_plan_decides(plan) ||
            (sink < plan->route_count && plan->routes[sink].choice.unique == FM_UNIQUE_IN_RUN))
            FM_TRY(fm_rows_drop(block, sink));
    if (block->decision.open_games)
        return FM_OK;
    FM_TRY(fm_log_comments(plan, block));
    return fm_log_items(plan, block);
}

/* A receiver of blocks gets them after all stages, in place of the outputs. */
enum fm_status fm_stages_write(struct fm_stages *stages, struct fm_block *block,
                               struct fm_error *error)
{
    const struct fm_delivery *delivers = stages->run.plan->delivers;
    for (unsigned i = block->decision.first_stage; i < FM_STAGES && i <= block->decision.held_by;
         i++) {
        if (stages->self[i] == NULL || table[i]->write == NULL)
            continue;
        FM_TRY(table[i]->write(stages->self[i], block, error));
    }
    if (block->decision.held_by < FM_STAGES)
        return fm_held_put(&stages->held[block->decision.held_by], block, error);
    if (delivers == NULL)
        return FM_OK;
    fm_account_rows(stages->run.account, block);
    return delivers->take(delivers->user, block, error);
}

/* At the end of the run: take a block that was held, or made by a stage, through the stages from
 * `first` on. Of one that was held for its games it is counted now what became of them. */
static enum fm_status pass_from(struct fm_stages *stages, unsigned first, struct fm_block *block,
                                struct fm_error *error)
{
    block->decision.first_stage = first;
    FM_TRY(fm_stages_decide(stages, block, error));
    FM_TRY(fm_stages_finish(stages, block, error));
    FM_TRY(fm_account_items(stages->run.account, block));
    return fm_stages_write(stages, block, error);
}

static void empty_block(struct fm_stages *stages)
{
    struct fm_block *block = &stages->block;
    fm_block_clear(block);
    block->listed = block->input.first = false;
}

/* Receiver of the blocks of a stage's end(): the stages from `first` on. */
struct rest {
    struct fm_stages *stages;
    unsigned first;
};

static enum fm_status pass_on(void *user, struct fm_block *block, struct fm_error *error)
{
    const struct rest *rest = user;
    FM_TRY(pass_from(rest->stages, rest->first, block, error));
    empty_block(rest->stages);
    return FM_OK;
}

static enum fm_status pass_held(struct fm_stages *stages, unsigned i, struct fm_held_ahead *ahead,
                                struct fm_error *error)
{
    for (;;) {
        struct fm_block *block;
        FM_TRY(fm_held_ahead_next(ahead, &block, error));
        if (block == NULL)
            return FM_OK;
        FM_TRY(pass_from(stages, i, block, error));
    }
}

/* Pass on the blocks that were held for one stage, then the records that it has gathered. The
 * stages are drained in their order, as a later one may hold what an earlier one passes on. A
 * stage settles when all blocks came, and before the first is read back: its answers may depend
 * on any of them. */
static enum fm_status drain_stage(struct fm_stages *stages, unsigned i, struct fm_error *error)
{
    struct rest rest = {stages, i + 1};
    struct fm_held_ahead ahead;
    if (table[i]->settle != NULL)
        FM_TRY(table[i]->settle(stages->self[i], error));
    if (stages->held[i].count > 0) {
        const bool threads = fm_encode_pool_threads(stages->run.pool) > 1;
        FM_TRY(fm_held_ahead_start(&ahead, &stages->held[i], threads));
        const enum fm_status status = pass_held(stages, i, &ahead, error);
        fm_held_ahead_stop(&ahead);
        FM_TRY(status);
    }
    if (table[i]->end == NULL)
        return FM_OK;
    empty_block(stages);
    return table[i]->end(stages->self[i], &stages->block, pass_on, &rest, error);
}

enum fm_status fm_stages_end(struct fm_stages *stages, struct fm_error *error)
{
    FM_TRY(fm_block_make(&stages->block, stages->run.plan->sinks));
    for (unsigned i = 0; i < FM_STAGES; i++)
        if (stages->self[i] != NULL)
            FM_TRY(drain_stage(stages, i, error));
    return FM_OK;
}

/* From the last stage to the first, here and below, so that the outputs have their names before a
 * store has its own. */
enum fm_status fm_stages_prepare(struct fm_stages *stages, struct fm_error *error)
{
    for (unsigned i = FM_STAGES; i-- > 0;)
        if (stages->self[i] != NULL && table[i]->prepare != NULL)
            FM_TRY(table[i]->prepare(stages->self[i], error));
    return FM_OK;
}

enum fm_status fm_stages_commit(struct fm_stages *stages, struct fm_error *error)
{
    for (unsigned i = FM_STAGES; i-- > 0;)
        if (stages->self[i] != NULL && table[i]->commit != NULL)
            FM_TRY(table[i]->commit(stages->self[i], error));
    return FM_OK;
}

void fm_stages_free(struct fm_stages *stages)
{
    for (unsigned i = FM_STAGES; i-- > 0;) {
        if (stages->self[i] != NULL && table[i]->free != NULL)
            table[i]->free(stages->self[i]);
        free(stages->self[i]);
        if (stages->run.plan != NULL)
            fm_held_free(&stages->held[i]);
    }
    fm_block_free(&stages->block);
    fm_spool_free(stages->run.spool);
    *stages = (struct fm_stages){.started = false};
}
