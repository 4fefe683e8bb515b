/* SPDX-License-Identifier: MIT */
/* What games have written to the outputs, in another order than that of the input: a game that takes
 * the place of an earlier one (`games.duplicates: {keep: longest}`). Blocks are cut into pieces, one
 * for all that stays in its order; these are sorted by their places, in memory while there is room. */
#ifndef FM_CONVERT_PIECES_H
#define FM_CONVERT_PIECES_H
#include "convert/stage.h"

struct fm_pieces;

/** @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_pieces_new(const struct fm_stage_run *run, uint64_t memory,
                                           struct fm_pieces **out);
/** May be NULL. */
void fm_pieces_free(struct fm_pieces *pieces);
/** Take all that a block writes to outputs out of it; what dropped games have written is lost. Reports
 * stay in the block. Its games have their answers. Blocks come in their order.
 * @return FM_OK, FM_NO_MEMORY, FM_CANCELLED, FM_OUTPUT_FAILED (the temporary file; error filled). */
FM_MUST_CHECK enum fm_status fm_pieces_take(struct fm_pieces *pieces, struct fm_block *block,
                                            struct fm_error *error);
/** Pass all on, in its new order. @param block  empty, made for the plan. @return the same. */
FM_MUST_CHECK enum fm_status fm_pieces_each(struct fm_pieces *pieces, struct fm_block *block,
                                            fm_pass_block *pass, void *user,
                                            struct fm_error *error);

#endif
