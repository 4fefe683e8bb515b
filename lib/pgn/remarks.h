/* SPDX-License-Identifier: MIT */
/* The annotations of a movetext: the text of comments, and NAGs. A replay keeps
 * where it begins; it is read again for records that have it, and for no other. */
#ifndef FM_PGN_REMARKS_H
#define FM_PGN_REMARKS_H
#include "base/memory.h"

/** Append the text of the comments up to the next move, a blank between two: without embedded
 * commands (`[%clk 0:05:00]`) and blanks at its ends; CR LF becomes LF. Variations are passed over.
 * @param after     from the end of a move, or from the first byte of a line, to the end of the
 * movetext; padded (FM_TEXT_PADDING).
 * @param commands  true: the commands instead, as they are written, nothing between them.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_remarks_put_comments(struct fm_text after, bool commands,
                                                     struct fm_buf *out);
/** Append the NAGs as numbers, each one time, the lowest first: `$1 $14`. Those of glyphs are
 * included: `!` is $1.
 * @param of_move  a move is before @p after, which may end with a glyph. */
FM_MUST_CHECK enum fm_status fm_remarks_put_nags(struct fm_text after, bool of_move,
                                                 struct fm_buf *out);

/** A sum over the annotations in texts, the same for any order and layout; zero = none. */
struct fm_annotation_sum {
    uint64_t text, nags; /* sums of the hashes of bytes in comments, of NAGs */
    size_t bytes; /* number of ASCII bytes in comments, without blanks, brackets and dashes */
    bool follows; /* nothing but marks and NAGs is after a move: for fm_symbol_nag() */
};
/** Add the comments, NAGs, marks and symbols of a text. Text that is no token counts as a comment.
 * @param text  padded (FM_TEXT_PADDING). */
void fm_annotations_add(struct fm_text text, struct fm_annotation_sum *sum);
/** Is everything still there? Where text became a comment, what was in it is not looked for. */
static inline bool fm_annotations_kept(const struct fm_annotation_sum *was,
                                       const struct fm_annotation_sum *is)
{
    return is->bytes > was->bytes || (is->text == was->text && is->nags == was->nags);
}

#endif
