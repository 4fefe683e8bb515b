/* SPDX-License-Identifier: MIT */
/* Data of a game for a reader, in addition to its records: see item.h. */
#include <config.h>
#include "run/item.h"
#include "base/parts.h"
#include "run/work_messages.h"

enum fm_status fm_item_add_head(struct fm_worker *worker, const struct fm_record_input *in,
                                uint32_t *place)
{
    struct fm_buf *const texts = &worker->block->texts;
    const struct fm_listed *listed = worker->noted;
    const size_t at = texts->n;
    uint64_t column;
    struct fm_item head;
    memset(&head, 0, sizeof head); /* its padding, too: it may be written to a file */
    head.kind = FM_ITEM_GAME_START;
    head.offset = in->offset;
    head.length = listed != NULL ? listed->end - listed->begin : in->game->end - in->game->begin;
    head.number = fm_plan_is_shard(worker->plan) ? 0 : in->ordinal;
    head.class_name = in->class_name;
    head.variant = in->variant;
    head.result = fm_result_names[fm_result_index(in->game->outcome)];
    head.tag_count = in->game->tag_count;
    head.listed = worker->block->listed;
    fm_work_locate(worker, (size_t)(head.offset - worker->block->offset), &head.line, &column);
    head.line += worker->block->numbers.lines_before;
    FM_TRY(fm_block_add_text(worker->block, FM_NO_TEXT, place)); /* its length comes with its end */
    FM_TRY(fm_buf_append(texts, &head, sizeof head));
    FM_TRY(fm_part_put(texts, in->input, strlen(in->input) + 1));
    for (size_t i = 0; i < head.tag_count; i++) {
        struct fm_text value;
        const struct fm_tag *tag = &in->tags[i];
        FM_TRY(fm_tag_value(tag, &worker->scratch, &value));
        if (!worker->block->ascii && !tag->utf8)
            FM_TRY(fm_encoding_decode(&worker->scratch, value, worker->encoding, &value));
        FM_TRY(fm_part_put(texts, tag->name.p, tag->name.n));
        FM_TRY(fm_part_put(texts, value.p, value.n));
    }
    fm_part_end(texts, at);
    return FM_OK;
}
