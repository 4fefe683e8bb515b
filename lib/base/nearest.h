/* What a misspelled word may have been meant to be. */
#ifndef FM_BASE_NEAREST_H
#define FM_BASE_NEAREST_H
#include "fenmill.h"

/** The candidate nearest to a misspelled word, or NULL: the edit distance is at most a third of the
 * word's length, two neighbours swapped count one; case and the difference between - and _ count
 * nothing. Of equals the first.
 * @param names  NULL-terminated list. */
const char *fm_nearest_name(struct fm_text word, const char *const *names);

#endif
