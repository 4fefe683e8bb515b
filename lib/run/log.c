/* SPDX-License-Identifier: MIT */
/* The log: see log.h. */
#include <config.h>
#include "run/log.h"
#include "base/utf8.h"

enum fm_status fm_log_number(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(fm_buf_append_words(out, key));
    return fm_buf_append_u64(out, number);
}

/* A number that counts from 1; 0 = it is not known. */
static enum fm_status put_ordinal(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(fm_buf_append_words(out, key));
    return number == 0 ? fm_buf_append_words(out, "null") : fm_buf_append_u64(out, number);
}

enum fm_status fm_log_string(struct fm_buf *out, const char *key, struct fm_text value)
{
    FM_TRY(fm_buf_append_words(out, key));
    FM_TRY(fm_buf_append_words(out, "\""));
    FM_TRY(fm_json_text(out, value));
    return fm_buf_append_words(out, "\"");
}

static enum fm_status put_head(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line)
{
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(input)));
    FM_TRY(fm_log_number(out, ",\"offset\":", offset));
    FM_TRY(fm_log_number(out, ",\"length\":", length));
    return put_ordinal(out, ",\"line\":", line);
}

static const char *const outcomes[] = {"kept", "unselected", "rejected", "stray"};

/* Why an item is not selected: the reason, else the key of the first condition that did not
 * hold. @return empty: there is none. */
static struct fm_text reason_of(const struct fm_plan *plan, const struct fm_block *block,
                                const struct fm_block_item *item)
{
    const struct fm_funnel_step *names = fm_funnel_steps(&plan->funnel);
    const struct fm_step_count *steps = (const void *)block->steps.p;
    if (item->reason != FM_REASON_NONE)
        return fm_text_of(fm_reason_name((enum fm_reason)item->reason));
    if (item->outcome != FM_UNSELECTED)
        return FM_NO_TEXT;
    if (item->lost > 0)
        return names[item->lost].name;
    /* A record of a list that no output has taken: it was lost as a position. The first step of a
     * chain, where it was offered, has no name. */
    for (size_t i = item == fm_block_items(block) ? 0 : item[-1].steps; i < item->steps; i++)
        if (names[steps[i].step].name.n > 0)
            return names[steps[i].step].name;
    return FM_NO_TEXT;
}

enum fm_status fm_log_item(const struct fm_plan *plan, const struct fm_block *block,
                           const struct fm_block_item *item, struct fm_buf *out)
{
    const bool stray = item->outcome == FM_STRAY;
    FM_TRY(put_head(out, block->input.name, block->offset + item->begin, item->end - item->begin,
                    fm_plan_is_shard(plan) ? 0 : block->numbers.lines_before + item->line));
    if (!stray) {
        FM_TRY(put_ordinal(
            out, ",\"game\":",
            fm_plan_is_shard(plan) ? 0 : block->numbers.games_before + item->ordinal + 1));
        if (item->class_ < FM_CLASSES)
            FM_TRY(fm_log_string(out, ",\"class\":", fm_text_of(fm_class_names[item->class_])));
    }
    FM_TRY(fm_log_string(out, ",\"outcome\":", fm_text_of(outcomes[item->outcome])));
    const struct fm_text reason = reason_of(plan, block, item);
    if (reason.n > 0)
        FM_TRY(fm_log_string(out, ",\"reason\":", reason));
    if (!stray) {
        FM_TRY(fm_log_number(out, ",\"plies\":", item->plies));
        FM_TRY(fm_log_number(out, ",\"records\":", item->dropped ? 0 : item->records));
        if (item->details > 0)
            FM_TRY(fm_buf_append_text(out, fm_block_text(block, item->details)));
    }
    return fm_buf_append_words(out, "}\n");
}

enum fm_status fm_log_items(const struct fm_plan *plan, struct fm_block *block)
{
    const struct fm_block_item *items = fm_block_items(block);
    if (plan->log == FM_NO_SINK || block->kind == FM_BLOCK_OVERSIZE)
        return FM_OK;
    struct fm_buf *out = &block->out[plan->log], after = *out;
    enum fm_status status = FM_OK;
    *out = (struct fm_buf){NULL, 0, 0};
    for (size_t i = 0; i < fm_block_item_count(block) && status == FM_OK; i++) {
        status = fm_log_item(plan, block, &items[i], out);
        if (status == FM_OK && fm_plan_may_cut(plan))
            status = fm_row_add(block, plan->log, (struct fm_row){.item = (uint32_t)i});
    }
    if (status == FM_OK && after.n > 0)
        status = fm_buf_append(out, after.p, after.n);
    fm_buf_free(&after);
    return status;
}

/* `; unselected: games.elo`: a comment in PGN and in lists. The empty line before a game keeps its
 * first tag a hard boundary, whatever the game before left open. */
static enum fm_status put_comment(const struct fm_plan *plan, const struct fm_block *block,
                                  const struct fm_block_item *item, struct fm_buf *out)
{
    const struct fm_text reason = reason_of(plan, block, item);
    FM_TRY(fm_buf_append_words(out, "; "));
    FM_TRY(fm_buf_append_words(out, outcomes[item->outcome]));
    FM_TRY(fm_buf_append_words(out, reason.n > 0 ? ": " : ""));
    FM_TRY(fm_buf_append_text(out, reason));
    return fm_buf_append_words(out, block->listed ? "\n" : "\n\n");
}

/* Write all rows of a sink anew, each after the comment of its item. Only the first piece of a game
 * that is too large has an item. A reader finds the game as if its comment was not there, so what
 * is known of how the row begins stays true. */
static enum fm_status comment_rows(const struct fm_plan *plan, struct fm_block *block,
                                   unsigned sink, struct fm_buf *out)
{
    struct fm_row *const rows = fm_rows_of(block, sink);
    struct fm_joint *const joints = fm_rows_joints(block, sink);
    const unsigned char *const old = block->out[sink].p;
    for (size_t i = 0, begin = 0, end; i < fm_rows_count(block, sink); i++, begin = end) {
        end = rows[i].end;
        if (rows[i].item < fm_block_item_count(block)) {
            FM_TRY(put_comment(plan, block, &fm_block_items(block)[rows[i].item], out));
            joints[i].apart = true; /* the game before may end in the middle of a line */
        }
        FM_TRY(fm_buf_append(out, old + begin, end - begin));
        rows[i].end = out->n;
    }
    return FM_OK;
}

enum fm_status fm_log_comments(const struct fm_plan *plan, struct fm_block *block)
{
    const unsigned sinks[] = {plan->rejects, plan->unselected};
    for (size_t i = 0; plan->reasons && i < FM_COUNT_OF(sinks); i++) {
        struct fm_buf commented = {NULL, 0, 0};
        if (sinks[i] == FM_NO_SINK || fm_rows_count(block, sinks[i]) == 0)
            continue;
        const enum fm_status status = comment_rows(plan, block, sinks[i], &commented);
        fm_buf_free(&block->out[sinks[i]]);
        block->out[sinks[i]] = commented;
        FM_TRY(status);
    }
    return FM_OK;
}

enum fm_status fm_log_oversize(struct fm_buf *out, const char *input,
                               const struct fm_oversize *found, bool stray)
{
    FM_TRY(put_head(out, input, found->offset, found->length, found->line));
    if (stray)
        return fm_buf_append_words(out, ",\"outcome\":\"stray\"}\n");
    FM_TRY(put_ordinal(out, ",\"game\":", found->game));
    return fm_buf_append_words(
        out, ",\"class\":\"broken\",\"outcome\":\"rejected\",\"reason\":\"game-too-large\""
             ",\"plies\":0,\"records\":0}\n");
}

enum fm_status fm_log_merged(struct fm_buf *out, const struct fm_error *found)
{
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(found->input)));
    FM_TRY(fm_log_number(out, ",\"game\":", found->game));
    FM_TRY(fm_buf_append_words(out, ",\"outcome\":\"merged\""));
    FM_TRY(fm_log_string(out, ",\"detail\":", found->what));
    FM_TRY(fm_log_string(out, ",\"warnings\":{", fm_text_of(fm_reason_name(found->reason))));
    return fm_buf_append_words(out, ":1}}\n");
}

enum fm_status fm_log_unread(struct fm_buf *out, const struct fm_block *block)
{
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(block->input.name)));
    FM_TRY(fm_log_number(out, ",\"offset\":", block->offset + block->work.bytes));
    return fm_buf_append_words(out, ",\"outcome\":\"unread\"}\n");
}

enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure, uint64_t from,
                            uint64_t unverified)
{
    const struct fm_text outcome = failure->warning ? FM_TEXT("skipped") : FM_TEXT("failed");
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(failure->input)));
    FM_TRY(fm_log_number(out, ",\"offset\":", failure->offset));
    FM_TRY(fm_log_string(out, ",\"outcome\":", outcome));
    FM_TRY(fm_log_string(out, ",\"reason\":", fm_text_of(fm_reason_name(failure->reason))));
    if (failure->in_part)
        FM_TRY(fm_log_number(out, ",\"part\":", failure->part_raw));
    if (from < failure->offset)
        FM_TRY(fm_log_number(out, ",\"unverified\":", unverified));
    if (failure->detail.n > 0)
        FM_TRY(fm_log_string(out, ",\"detail\":", failure->detail));
    if (failure->os_error != 0)
        FM_TRY(fm_log_number(out, ",\"errno\":", (uint64_t)failure->os_error));
    if (from < failure->offset)
        FM_TRY(fm_log_number(out, ",\"unverified-from\":", from));
    return fm_buf_append_words(out, "}\n");
}
