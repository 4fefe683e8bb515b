/* SPDX-License-Identifier: MIT */
/* The rows of a block: see rows.h. */
#include <config.h>
#include "run/rows.h"

enum fm_status fm_row_add(struct fm_block *block, unsigned sink, struct fm_row row)
{
    row.end = block->out[sink].n;
    return fm_buf_append(&block->rows[sink].rows, &row, sizeof row);
}

uint64_t fm_rows_records(const struct fm_block *block, unsigned sink)
{
    const struct fm_row *rows = fm_rows_of(block, sink);
    uint64_t records = block->rows[sink].plain;
    for (size_t i = 0; i < fm_rows_count(block, sink); i++)
        records += rows[i].records;
    return records;
}

/* Rows that stay move down in one step as long as they follow each other: `from`..`end` has not
 * moved yet, and goes to `to`. */
struct moving {
    unsigned char *bytes;
    size_t from, end, to;
};

static void move_down(struct moving *moving)
{
    const size_t n = moving->end - moving->from;
    if (n > 0 && moving->to != moving->from)
        memmove(moving->bytes + moving->to, moving->bytes + moving->from, n);
    moving->to += n;
}

enum fm_status fm_rows_drop(struct fm_block *block, unsigned sink)
{
    struct fm_row_set *const set = &block->rows[sink];
    struct fm_row *const rows = fm_rows_of(block, sink);
    struct fm_row_key *const keys = fm_rows_keys(block, sink);
    struct fm_joint *const joints = fm_rows_joints(block, sink);
    const struct fm_block_item *items = fm_block_items(block);
    const size_t count = fm_rows_count(block, sink), key_count = fm_rows_key_count(block, sink),
                 item_count = fm_block_item_count(block);
    const bool joined = fm_rows_have_joints(block, sink), open = block->decision.open_games;
    struct moving moving = {.bytes = block->out[sink].p};
    size_t kept = 0, key = 0, kept_keys = 0, removed = 0;
    for (size_t i = 0, begin = 0; i < count; i++) {
        const struct fm_row row = rows[i];
        /* A block read back without its items has no rows of dropped items. */
        const bool dropped = row.item < item_count && items[row.item].dropped;
        /* Of an item that may still be dropped all rows stay as they are. */
        const bool written = row.fate == (dropped ? FM_ROW_IF_DROPPED : FM_ROW_KEPT) ||
                             (open && row.fate == FM_ROW_IF_DROPPED);
        if (!written) {
            moving.end = begin;
            move_down(&moving);
            moving.from = row.end;
            removed += row.end - begin;
            if (row.fate == FM_ROW_REPEATED)
                FM_TRY(fm_buf_append_short(&set->repeated, &row.item, sizeof row.item));
        }
        for (; key < key_count && keys[key].row == i; key++)
            if (written) {
                keys[kept_keys] = keys[key];
                keys[kept_keys++].row = (uint32_t)kept;
            }
        if (written) {
            rows[kept] = row;
            rows[kept].fate = open ? row.fate : FM_ROW_KEPT;
            rows[kept].end -= removed;
            if (joined)
                joints[kept] = joints[i];
            kept++;
        }
        begin = row.end;
    }
    if (removed == 0 && kept == count)
        return FM_OK;
    moving.end = block->out[sink].n;
    move_down(&moving);
    block->out[sink].n = moving.to;
    set->rows.n = kept * sizeof *rows;
    set->keys.n = kept_keys * sizeof *keys;
    if (joined)
        set->joints.n = kept * sizeof *joints;
    return FM_OK;
}

void fm_rows_cut(struct fm_block *block, unsigned sink, size_t count, size_t end)
{
    struct fm_row_set *set = &block->rows[sink];
    size_t keys = fm_rows_key_count(block, sink);
    while (keys > 0 && fm_rows_keys(block, sink)[keys - 1].row >= count)
        keys--;
    block->out[sink].n = end;
    set->keys.n = keys * sizeof(struct fm_row_key);
    set->rows.n = count * sizeof(struct fm_row);
    if (count > 0)
        fm_rows_of(block, sink)[count - 1].end = end;
    if (fm_rows_have_joints(block, sink))
        set->joints.n = count * sizeof(struct fm_joint);
}

void fm_rows_cut_items(struct fm_block *block, size_t items)
{
    for (unsigned sink = 0; sink < block->sinks; sink++) {
        size_t count = fm_rows_count(block, sink);
        while (count > 0 && fm_rows_of(block, sink)[count - 1].item >= items)
            count--;
        if (fm_rows_count(block, sink) > 0)
            fm_rows_cut(block, sink, count, fm_row_begin(block, sink, count));
        struct fm_buf *repeated = &block->rows[sink].repeated;
        for (uint32_t item; repeated->n > 0; repeated->n -= sizeof item) {
            memcpy(&item, repeated->p + repeated->n - sizeof item, sizeof item);
            if (item < items)
                break;
        }
    }
    block->items.n = items * sizeof(struct fm_block_item);
}

void fm_rows_clear(struct fm_block *block, unsigned sink)
{
    fm_rows_cut(block, sink, 0, 0);
    block->rows[sink].plain = 0;
}
