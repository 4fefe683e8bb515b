/* What may stand after a move: check, mate, "e.p.", evaluation, novelty. */
#ifndef FM_BOARD_MARKS_H
#define FM_BOARD_MARKS_H
#include "board/glyphs.h"
#include "board/notation.h"

/* The bit of fm_notation.tolerances for one of the MOVE_* reasons. */
#define FM_TOLERANCE(reason) (UINT32_C(1) << (FM_REASON_##reason - FM_REASON_MOVE_LETTER_CASE))

/** Read marks up to the end of the token, blanks between them or not; what goes beyond + # ! ? is
 * noted in notation->tolerances, a trailing capture sign or "e.p." also in notation->capture.
 * @return false if anything else stands there; @p notation is then not to be used. */
bool fm_marks_read(const struct fm_glyph *glyph, struct fm_notation *notation);

#endif
