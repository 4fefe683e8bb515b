/* Places in PGN that can be told from the bytes near them alone. The rules stand in
 * docs/game-boundaries.md. */
#ifndef FM_PGN_BOUNDARY_H
#define FM_PGN_BOUNDARY_H
#include "base/base.h"

/* In each: @p floor is the first byte that may be looked at, @p end is after the last. */

/** Where the line of p begins, if nothing but blanks and a byte order mark stand before p on it;
 * else NULL. */
const unsigned char *fm_boundary_line_start(const unsigned char *p, const unsigned char *floor);
/** Does an empty line end before p, which begins a line? */
bool fm_boundary_follows_empty_line(const unsigned char *p, const unsigned char *floor);
/** Is a tag pair's end, quote and bracket, the last before p, blanks apart? */
bool fm_boundary_follows_tag(const unsigned char *p, const unsigned char *floor);
/** Is there a hard boundary at the `[` at @p p? */
bool fm_boundary_is_hard(const unsigned char *p, const unsigned char *floor,
                         const unsigned char *end);

#endif
