/* SPDX-License-Identifier: MIT */
/* The log: see log.h. */
#include <config.h>
#include "run/log.h"
#include "base/utf8.h"

static enum fm_status put(struct fm_buf *out, const char *literal)
{
    return fm_buf_append_text(out, fm_text_of(literal));
}

enum fm_status fm_log_number(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(put(out, key));
    return fm_buf_append_u64(out, number);
}

/* A number that counts from 1; 0 = it is not known. */
static enum fm_status put_ordinal(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(put(out, key));
    return number == 0 ? put(out, "null") : fm_buf_append_u64(out, number);
}

enum fm_status fm_log_string(struct fm_buf *out, const char *key, struct fm_text value)
{
    FM_TRY(put(out, key));
    FM_TRY(put(out, "\""));
    FM_TRY(fm_json_text(out, value));
    return put(out, "\"");
}

static enum fm_status put_head(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line)
{
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(input)));
    FM_TRY(fm_log_number(out, ",\"offset\":", offset));
    FM_TRY(fm_log_number(out, ",\"length\":", length));
    return put_ordinal(out, ",\"line\":", line);
}

enum fm_status fm_log_item(const struct fm_plan *plan, const struct fm_block *block,
                           const struct fm_block_item *item, struct fm_buf *out)
{
    static const char *const outcomes[] = {"kept", "unselected", "rejected", "stray"};
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
    if (item->reason != FM_REASON_NONE)
        FM_TRY(fm_log_string(
            out, ",\"reason\":", fm_text_of(fm_reason_name((enum fm_reason)item->reason))));
    if (!stray) {
        FM_TRY(fm_log_number(out, ",\"plies\":", item->plies));
        FM_TRY(fm_log_number(out, ",\"records\":", item->dropped ? 0 : item->records));
        if (item->details > 0)
            FM_TRY(fm_buf_append_text(out, fm_block_text(block, item->details)));
    }
    return put(out, "}\n");
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

enum fm_status fm_log_oversize(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line, uint64_t game)
{
    FM_TRY(put_head(out, input, offset, length, line));
    FM_TRY(put_ordinal(out, ",\"game\":", game));
    return put(out, ",\"class\":\"broken\",\"outcome\":\"rejected\",\"reason\":\"game-too-large\""
                    ",\"plies\":0,\"records\":0}\n");
}

enum fm_status fm_log_stray(struct fm_buf *out, const char *input, uint64_t offset, uint64_t length,
                            uint64_t line)
{
    FM_TRY(put_head(out, input, offset, length, line));
    return put(out, ",\"outcome\":\"stray\"}\n");
}

enum fm_status fm_log_merged(struct fm_buf *out, const struct fm_error *found)
{
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(found->input)));
    FM_TRY(fm_log_number(out, ",\"game\":", found->game));
    FM_TRY(put(out, ",\"outcome\":\"merged\""));
    FM_TRY(fm_log_string(out, ",\"detail\":", found->what));
    FM_TRY(fm_log_string(out, ",\"warnings\":{", fm_text_of(fm_reason_name(found->reason))));
    return put(out, ":1}}\n");
}

enum fm_status fm_log_unread(struct fm_buf *out, const struct fm_block *block)
{
    FM_TRY(fm_log_string(out, "{\"input\":", fm_text_of(block->input.name)));
    FM_TRY(fm_log_number(out, ",\"offset\":", block->offset + block->work.bytes));
    return put(out, ",\"outcome\":\"unread\"}\n");
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
    return put(out, "}\n");
}
