/* What became of an input, known when the last of its blocks is committed: it was read, it failed,
 * or nothing in it is chess. */
#ifndef FM_CONVERT_INPUT_END_H
#define FM_CONVERT_INPUT_END_H
#include "convert/block.h"

/* What the blocks of one input have shown so far; zero-initialised is nothing. */
struct fm_input_sum {
    uint64_t games;         /* or records */
    bool text;              /* stray text that is more than blanks and comments */
    uint64_t archive_games; /* the same of the members of an archive */
    bool archive_text;
};

enum fm_input_fate { FM_INPUT_WAS_READ, FM_INPUT_IS_SKIPPED, FM_INPUT_HAS_FAILED };

/** Count a block. */
void fm_input_add(struct fm_input_sum *sum, const struct fm_block *block);
/** The block was the last of its input; the sum is made ready for the next one.
 * @param[out] failure  why it failed or is skipped; set unless it was read. */
enum fm_input_fate fm_input_end(struct fm_input_sum *sum, const struct fm_block *block,
                                struct fm_error *failure);

#endif
