/* The text of numbers, sizes and ranges. */
#ifndef FM_PROFILE_KEY_NUMBER_H
#define FM_PROFILE_KEY_NUMBER_H
#include "profile/schema.h"

/** Read a whole text as a number, or (FM_KEY_SIZE) as one with a unit: 64K, 256M, 1G, 2T.
 * @return false, *out untouched, if it is anything else or outside the key's limits. */
FM_MUST_CHECK bool fm_key_read_amount(const struct fm_key *key, struct fm_text text, uint64_t *out);
/** Read a whole text as a range: 16..120, 20.., ..40, 7, `..` for no limit at all; for
 * FM_KEY_PLIES also `last`. Returns the same. */
FM_MUST_CHECK bool fm_key_read_range(const struct fm_key *key, struct fm_text text,
                                     struct fm_range *out);

#endif
