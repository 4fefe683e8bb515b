/* SPDX-License-Identifier: MIT */
/* Blocks of a plain file that the threads read side by side. Under the token only the end of a
 * block is searched, in a small piece of the file where it should be; whoever works the block reads
 * the rest of it. A file that turns out to be changed, or cannot be read, has failed in that block,
 * and later ones are dropped (commit.c). */
#ifndef FM_RUN_CLAIM_H
#define FM_RUN_CLAIM_H
#include "run/block.h"
#include "io/input.h"

/** Make a block of at most that size, but for its bytes: n, next_byte, and what fm_claim_read()
 * needs.
 * @param kind    FM_BLOCK_GAMES, FM_BLOCK_LINES or FM_BLOCK_ENTRIES.
 * @param offset  in the input, of a hard boundary (or a line).
 * @param[out] claimed  false: the block must be read and cut as those of other inputs. The input is
 * no plain file, the end was not found, or it is near the end of the file.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_claim_block(struct fm_block *block, struct fm_input *input,
                                            enum fm_block_kind kind, uint64_t offset, size_t size,
                                            bool *claimed);
/** Read what is left to read of a block, end it where compressed data begin, and count its lines.
 * Any thread. */
void fm_claim_read(struct fm_block *block);
/** Where a block of a list may be cut: after the last line end, or before the last entry that
 * begins; 0 = nowhere. */
size_t fm_lines_cut(enum fm_block_kind kind, struct fm_text text);
/** Why an input with compressed data at that offset, after plain text, fails. */
struct fm_error fm_compressed_after_text(uint64_t offset);

#endif
