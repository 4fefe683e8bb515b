/* A line of a list: where in it the FEN or EPD is. */
#ifndef FM_CONVERT_LISTED_H
#define FM_CONVERT_LISTED_H
#include "base/base.h"

/** Take off what is around a record in some lists: `position fen`, a number, quotes, the columns
 * after a FEN.
 * @param line  without blanks at its ends.
 * @param[out] record  what is left.
 * @return whether there was anything of that, and no moves of a game after it. */
bool fm_listed_unframe(struct fm_text line, struct fm_text *record);
/** Does the line hold what is meant for a position? It may be wrong, or another game's. */
bool fm_listed_is_position(struct fm_text line);

#endif
