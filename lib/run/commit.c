/* SPDX-License-Identifier: MIT */
/* The ordered part of a run: see commit.h. */
#include <config.h>
#include "run/commit.h"
#include "run/detect.h"
#include "run/log.h"
#include "run/trace.h"

enum fm_status fm_commit_start(struct fm_commit *commit, const struct fm_plan *plan,
                               const struct fm_destinations *to, const atomic_bool *cancelled,
                               struct fm_encode_pool *pool, struct fm_error *error)
{
    commit->plan = plan;
    commit->cancelled = cancelled;
    commit->decides = true;
    commit->input_over = UINT64_MAX;
    fm_trace_plan(plan);
    FM_TRY(fm_account_start(&commit->account, plan));
    return fm_stages_start(&commit->stages, plan, to, cancelled, pool, &commit->account, error);
}

void fm_commit_free(struct fm_commit *commit)
{
    fm_stages_free(&commit->stages);
    fm_buf_free(&commit->what);
    fm_buf_free(&commit->name);
    fm_account_free(&commit->account);
}

/* The first failure is the run's. Its texts may lie in a block, so they are copied; where there is
 * no memory for that they are left out, and the status is kept. */
void fm_commit_fail(struct fm_commit *commit, enum fm_status status, const struct fm_error *error)
{
    if (commit->error.status != FM_OK)
        return;
    if (error != NULL)
        commit->error = *error;
    commit->error.status = status;
    /* They may be a stage's. */
    struct fm_text *what = &commit->error.what, *detail = &commit->error.detail;
    if (FM_APPEND(&commit->what, *what, *detail) == FM_OK) {
        what->p = commit->what.p;
        detail->p = commit->what.p == NULL ? NULL : commit->what.p + what->n; /* NULL: both empty */
    } else {
        *what = *detail = FM_NO_TEXT;
    }
    const char **name = &commit->error.input;
    if (*name != NULL && fm_buf_append(&commit->name, *name, strlen(*name) + 1) == FM_OK)
        *name = (const char *)commit->name.p;
    else
        *name = NULL;
}

/* Was this message, of which an input gets one, reported for it before? The message of what the
 * text looks like makes the one that it is read as Windows-1252 needless. */
static bool reported_before(struct fm_commit *commit, enum fm_reason reason)
{
    struct fm_warnings *reported = &commit->input_reported;
    const bool before = fm_warnings_has(reported, reason);
    fm_warnings_note(reported, reason);
    if (reason == FM_REASON_ENCODING_CYRILLIC || reason == FM_REASON_ENCODING_DOS)
        fm_warnings_note(reported, FM_REASON_ENCODING_1252);
    return before;
}

/* Report the messages of the first @p items items. */
static void report_messages(struct fm_commit *commit, const struct fm_block *block, size_t items)
{
    for (const struct fm_message *message = block->messages.first; message != NULL;
         message = message->next) {
        struct fm_error reported = message->error;
        if (message->item >= items)
            continue;
        if (message->of_input && reported_before(commit, reported.reason))
            continue;
        commit->account.tally.rejected_by[reported.reason] += !reported.warning;
        reported.line += block->numbers.lines_before;
        reported.game += block->numbers.games_before;
        if (fm_plan_is_shard(commit->plan))
            reported.line = reported.column = reported.game = 0;
        fm_stage_report(&commit->stages.run, &reported);
    }
}

/* Report an input that failed or was skipped. */
static void report_input(const struct fm_commit *commit, const struct fm_error *failure)
{
    if (!failure->warning || commit->plan->warns)
        fm_stage_report(&commit->stages.run, failure);
}

/* @return why the input failed or is no chess; status FM_OK if it is neither. */
static struct fm_error fault_of_input(const struct fm_block *block, uint64_t games, bool text)
{
    if (block->input.failed != FM_OK)
        return block->input.failure;
    if (games > 0 || !text || block->input.partial)
        return (struct fm_error){.status = FM_OK};
    return (struct fm_error){.status = FM_INPUT_FAILED,
                             .reason = FM_REASON_NOT_CHESS,
                             .input = block->input.name,
                             .detail = fm_detect_foreign(block->input.name),
                             .offset = block->offset + block->n};
}

/* Is an input of this reason nothing that a run should have read? */
static bool is_passed_over(enum fm_reason reason)
{
    return reason == FM_REASON_LIST_SKIPPED || reason == FM_REASON_MEMBER_SKIPPED;
}

/* The block was the last of its input: what was wrong with that input? One that has text and
 * neither a game nor a record is no chess: named by the user it has failed (status), found in a
 * folder under a name without a chess suffix it is skipped (status and warning). The sum is made
 * ready for the next input; that of an archive goes on. */
static struct fm_error sum_up(struct fm_input_sum *sum, const struct fm_block *block)
{
    const struct fm_input_sum now = *sum;
    struct fm_error fault = block->input.archive_ends
                                ? fault_of_input(block, now.archive_games, now.archive_text)
                                : fault_of_input(block, now.games, now.text);
    const bool foreign = fault.reason == FM_REASON_NOT_CHESS;
    *sum = (struct fm_input_sum){.games = 0};
    if (block->input.member) {
        sum->archive_games = now.archive_games + now.games;
        sum->archive_text = now.archive_text || now.text || foreign;
    }
    fault.warning = (foreign && block->input.found && !fm_detect_suffix(block->input.name)) ||
                    is_passed_over(fault.reason);
    return fault;
}

static void report_grown(struct fm_commit *commit, const struct fm_block *block)
{
    const struct fm_error grown = {.reason = FM_REASON_INPUT_GROWN,
                                   .warning = true,
                                   .input = block->input.name,
                                   .offset = block->offset + block->n};
    commit->account.tally.by_reason[FM_REASON_INPUT_GROWN]++;
    fm_stage_report(&commit->stages.run, &grown);
}

/* Under `on-input-error: stop` the failure of an input is the run's. */
static enum fm_status finish_input(struct fm_commit *commit, struct fm_block *block,
                                   struct fm_error *failure)
{
    const unsigned log = commit->plan->log;
    *failure = sum_up(&commit->input, block);
    if (block->input.grown)
        report_grown(commit, block);
    if (failure->status == FM_OK)
        return FM_OK;
    if (!failure->warning && commit->plan->profile->input.on_input_error == FM_ON_INPUT_ERROR_STOP)
        return FM_INPUT_FAILED;
    commit->account.totals.inputs_failed += !failure->warning;
    commit->account.totals.inputs_skipped += failure->warning;
    commit->account.totals.unverified += commit->account.unverified;
    commit->account.tally.by_reason[failure->reason] += is_passed_over(failure->reason);
    if (!block->input.reported)
        report_input(commit, failure);
    if (log == FM_NO_SINK)
        return FM_OK;
    return fm_log_input(&block->out[log], failure, block->input.unverified,
                        commit->account.unverified);
}

void fm_commit_missing(struct fm_commit *commit, const struct fm_error *error)
{
    if (commit->plan->profile->input.on_input_error == FM_ON_INPUT_ERROR_STOP)
        fm_commit_fail(commit, FM_INPUT_FAILED, error);
    else
        report_input(commit, error);
}

enum { FIRST_SHARED = 1000 };

/* Are there too many rejected games? A share means little before the 1,000th game. */
static bool too_many(const struct fm_share *most, uint64_t rejected, uint64_t games)
{
    enum { UNITS = 100 * 1000 };
    if (!most->set || !most->percent)
        return most->set && rejected > most->value;
    return games >= FIRST_SHARED && rejected * UNITS > most->value * games;
}

/* After how many items of the block does the run end by `max-errors`? SIZE_MAX = not in it. */
static size_t items_by_errors(const struct fm_commit *commit, const struct fm_block *block)
{
    const struct fm_block_item *items = fm_block_items(block);
    uint64_t rejected = commit->account.totals.rejected, games = commit->account.totals.games;
    if (!commit->plan->max_errors.set)
        return SIZE_MAX;
    for (size_t i = 0; i < fm_block_item_count(block); i++) {
        rejected += items[i].outcome == FM_REJECTED_GAME;
        games += items[i].outcome == FM_STRAY ? 0 : items[i].count;
        if (too_many(&commit->plan->max_errors, rejected, games))
            return i + 1;
    }
    return SIZE_MAX;
}

/* Blocks after one that ends the run are not decided on: no store may learn what they hold. */
void fm_commit_decide(struct fm_commit *commit, struct fm_block *block)
{
    /* A block after the end of its input is ignored. */
    if (block->input.first)
        commit->input_over = UINT64_MAX;
    if (block->input.over)
        commit->input_over = block->seq;
    block->decision.dropped = block->seq > commit->input_over;
    if (block->decision.dropped)
        return;
    if (!commit->decides || atomic_load_explicit(commit->cancelled, memory_order_relaxed))
        block->decision.status = FM_CANCELLED;
    else
        block->decision.status = fm_stages_decide(&commit->stages, block, &block->decision.failure);
    commit->decides = block->decision.status == FM_OK && block->work.status == FM_OK;
}

void fm_commit_finish(const struct fm_commit *commit, struct fm_block *block)
{
    if (block->decision.status == FM_OK && !block->decision.dropped)
        block->decision.status = fm_stages_finish(&commit->stages, block, &block->decision.failure);
}

/* Cut the block where the run ends in it. Items after that give no log line, no message and no
 * key for a store. @return whether the run ends in the block. */
static bool cut_block(const struct fm_commit *commit, struct fm_block *block)
{
    const size_t by_errors = items_by_errors(commit, block);
    const size_t by_limits = fm_limit_items(&commit->stages.run, block);
    const size_t items = by_errors < by_limits ? by_errors : by_limits;
    if (items == SIZE_MAX || block->decision.held_by < FM_STAGES ||
        block->kind == FM_BLOCK_OVERSIZE)
        return false;
    fm_rows_cut_items(block, items);
    block->work.bytes = items == 0 ? block->work.passed : fm_block_items(block)[items - 1].end;
    block->work.ends = false;
    return true;
}

/* The pieces of a game that is too large become one line of the log, with the last of them. */
static enum fm_status log_oversize(struct fm_commit *commit, struct fm_block *block)
{
    struct fm_oversize *oversize = &commit->oversize;
    const unsigned log = commit->plan->log;
    if (block->first)
        *oversize = (struct fm_oversize){block->offset, 0, block->numbers.lines_before + 1,
                                         block->numbers.games_before + 1};
    oversize->length += block->n;
    if (!block->last || log == FM_NO_SINK)
        return FM_OK;
    if (fm_plan_is_shard(commit->plan))
        oversize->line = oversize->game = 0;
    return fm_log_oversize(&block->out[log], block->input.name, oversize, block->input.doubtful);
}

/* Log lines that need what earlier blocks counted (the end of an input, a game in pieces) are added
 * here, before the stages: so they are written, or held, with the block's other lines.
 * @param ended  the run has ended in the block. */
static enum fm_status write_block(struct fm_commit *commit, struct fm_block *block, bool ended,
                                  struct fm_error *error)
{
    const unsigned log = commit->plan->log;
    if (block->input.failed == FM_NO_MEMORY)
        return FM_NO_MEMORY;
    *error = block->decision.failure;
    FM_TRY(block->decision.status);
    if (!block->work.part && !ended && block->input.last && block->work.status == FM_OK)
        FM_TRY(finish_input(commit, block, error));
    if (block->kind == FM_BLOCK_OVERSIZE)
        FM_TRY(log_oversize(commit, block));
    if (block->work.ends && log != FM_NO_SINK && fm_block_leaves_input(block))
        FM_TRY(fm_log_unread(&block->out[log], block));
    return fm_stages_write(&commit->stages, block, error);
}

/* In the block that ends the run, only worked bytes count. In a block written in parts, each
 * byte counts one time. */
static void count_bytes(struct fm_commit *commit, struct fm_block *block, bool ended)
{
    const bool whole = !block->work.part && !ended && block->work.status != FM_STOPPED;
    const size_t end = whole ? block->n : block->work.bytes;
    commit->account.totals.bytes += end - block->work.passed;
    block->work.passed = end;
    commit->account.totals.inputs += block->input.first && !block->input.continues;
    block->input.first = false;
}

/* Messages come before the block is written: a message about a game is there even if the output
 * then fails. The work's own status comes last: all that is before the game that stops the run is
 * written. */
bool fm_commit_write(struct fm_commit *commit, struct fm_block *block)
{
    const struct fm_events *events = commit->stages.run.events;
    struct fm_totals *totals = &commit->account.totals;
    struct fm_error error = {.status = FM_OK};
    if (commit->error.status != FM_OK || commit->ended)
        return false;
    if (block->decision.dropped)
        return true;
    fm_trace_block(block);
    if (atomic_load_explicit(commit->cancelled, memory_order_relaxed)) {
        fm_commit_fail(commit, FM_CANCELLED, NULL);
        return false;
    }
    if (block->input.first)
        commit->input_reported = (struct fm_warnings){{0}};
    const bool cut = fm_plan_may_cut(commit->plan) && block->decision.status == FM_OK &&
                     cut_block(commit, block);
    report_messages(commit, block, cut ? fm_block_item_count(block) : SIZE_MAX);
    const uint64_t games = totals->games;
    const enum fm_status counted = fm_account_items(&commit->account, block);
    commit->input.games += totals->games - games;
    commit->input.text = commit->input.text || block->text;
    const bool too_many_rejected =
        (block->kind != FM_BLOCK_OVERSIZE || block->last) &&
        too_many(&commit->plan->max_errors, totals->rejected, totals->games);
    block->work.ends = block->work.ends || (cut && !too_many_rejected);
    const enum fm_status status =
        counted == FM_OK ? write_block(commit, block, cut, &error) : counted;
    if (status != FM_OK)
        fm_commit_fail(commit, status, &error);
    count_bytes(commit, block, cut);
    if (too_many_rejected)
        fm_commit_fail(commit, FM_STOPPED, &(struct fm_error){.detail = FM_TEXT("max-errors")});
    if (commit->stages.run.left == 0 || block->work.ends) { /* all that was to be written is */
        commit->ended = true;
        commit->decides = false;
        totals->ended_early = fm_block_leaves_input(block);
    }
    if (!block->work.part && block->work.status != FM_OK && !block->work.ends)
        fm_commit_fail(commit, block->work.status, NULL);
    if (!block->work.part && events->progress != NULL)
        events->progress(events->user, totals, block->input.raw_bytes);
    return commit->error.status == FM_OK && !commit->ended;
}

/* Held blocks are written even if the run was stopped (`on-error: stop`): they come before the game
 * that stopped it. */
enum fm_status fm_commit_end(struct fm_commit *commit)
{
    const struct fm_events *events = commit->stages.run.events;
    struct fm_stages *stages = &commit->stages;
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = FM_OK;
    if (commit->error.status == FM_OK || commit->error.status == FM_STOPPED) {
        status = fm_stages_end(stages, &error);
        FM_NEXT(status, fm_stages_prepare(stages, &error));
        /* The point of no return: a run cancelled before it leaves no output; after it all outputs
         * get their names. */
        if (status == FM_OK && events->naming != NULL)
            events->naming(events->user);
        if (status == FM_OK && atomic_load(commit->cancelled))
            status = FM_CANCELLED;
        FM_NEXT(status, fm_stages_commit(stages, &error));
    }
    if (status != FM_OK) {
        commit->error.status = FM_OK; /* a stop must not hide this failure */
        fm_commit_fail(commit, status, &error);
    }
    struct fm_totals *const totals = &commit->account.totals;
    totals->outputs_failed = stages->run.outputs_failed;
    totals->table_rows = commit->plan->retagging.table.row_count;
    totals->table_repeated = commit->plan->retagging.table.repeated;
    totals->table_unused = fm_tag_table_unused(&commit->plan->retagging.table);
    fm_stages_free(stages);
    if (commit->error.status != FM_OK)
        return commit->error.status;
    return totals->inputs_failed > 0                          ? FM_INPUT_FAILED
           : totals->rejected + totals->excluded_rejected > 0 ? FM_REJECTED
                                                              : FM_OK;
}
