/* SPDX-License-Identifier: MIT */
/* Rows: what is to be written for each item to each output, as flat arrays (block.h). Stages
 * flag rows; what is flagged is taken out in one place, and an output is cut in one. */
#ifndef FM_RUN_ROWS_H
#define FM_RUN_ROWS_H
#include "run/block.h"

static inline struct fm_row *fm_rows_of(const struct fm_block *block, unsigned sink)
{
    return (void *)block->rows[sink].rows.p;
}
static inline size_t fm_rows_count(const struct fm_block *block, unsigned sink)
{
    return block->rows[sink].rows.n / sizeof(struct fm_row);
}
static inline struct fm_row_key *fm_rows_keys(const struct fm_block *block, unsigned sink)
{
    return (void *)block->rows[sink].keys.p;
}
static inline size_t fm_rows_key_count(const struct fm_block *block, unsigned sink)
{
    return block->rows[sink].keys.n / sizeof(struct fm_row_key);
}
static inline struct fm_joint *fm_rows_joints(const struct fm_block *block, unsigned sink)
{
    return (void *)block->rows[sink].joints.p;
}
static inline bool fm_rows_have_joints(const struct fm_block *block, unsigned sink)
{
    return block->rows[sink].joints.n > 0;
}
/** Where a row begins in out[sink]; that of a row after the last: where the last one ends. */
static inline size_t fm_row_begin(const struct fm_block *block, unsigned sink, size_t row)
{
    return row == 0 ? 0 : fm_rows_of(block, sink)[row - 1].end;
}
/** The last row; NULL = there is none. */
static inline struct fm_row *fm_rows_last(const struct fm_block *block, unsigned sink)
{
    const struct fm_buf *rows = &block->rows[sink].rows;
    return rows->n == 0 ? NULL : (void *)(rows->p + (rows->n - sizeof(struct fm_row)));
}
/** The text of rows from..to. */
static inline struct fm_text fm_rows_text(const struct fm_block *block, unsigned sink, size_t from,
                                          size_t to)
{
    const size_t begin = fm_row_begin(block, sink, from), end = fm_row_begin(block, sink, to);
    return begin == end ? FM_NO_TEXT : (struct fm_text){block->out[sink].p + begin, end - begin};
}
/** The text of a row. */
static inline struct fm_text fm_row_text(const struct fm_block *block, unsigned sink, size_t row)
{
    return fm_rows_text(block, sink, row, row + 1);
}

/** Make a row of the text that a sink has after its last row. @param row  complete but for `end`.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_row_add(struct fm_block *block, unsigned sink, struct fm_row row);
/** Records or games in all rows of a sink, or beside them. */
uint64_t fm_rows_records(const struct fm_block *block, unsigned sink);
/** The items that are dropped are known: take out what is not written, its keys included.
 * Afterwards all rows are kept, and those of outputs that stages decide on have one key each, or
 * none at all.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_rows_drop(struct fm_block *block, unsigned sink);
/** Keep the first @p count rows, cut off at offset @p end of out[sink]. */
void fm_rows_cut(struct fm_block *block, unsigned sink, size_t count, size_t end);
/** Keep the results of the first @p items items in all sinks; remove the rest. */
void fm_rows_cut_items(struct fm_block *block, size_t items);
/** Remove all rows and their text from a sink. */
void fm_rows_clear(struct fm_block *block, unsigned sink);

#endif
