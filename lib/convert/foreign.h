/* Files that are not chess text, known by their first bytes. */
#ifndef FM_CONVERT_FOREIGN_H
#define FM_CONVERT_FOREIGN_H
#include "base/base.h"

/** @param start  the first 512 bytes at least, or all of it.
 * @return "a PDF document"; p is NULL where nothing is known of it. */
struct fm_text fm_foreign_name(struct fm_text start);
/** Are there more control characters than a text has? */
bool fm_foreign_is_binary(struct fm_text start);

#endif
