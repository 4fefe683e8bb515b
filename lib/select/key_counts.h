/* Counts and results by key over a run, in bounded memory: what does not fit goes to a temporary
 * store on disk. Used by one thread. */
#ifndef FM_SELECT_KEY_COUNTS_H
#define FM_SELECT_KEY_COUNTS_H
#include "base/base.h"

/* What came together under one key. */
struct fm_tally_entry {
    struct fm_hash128 key;
    uint64_t order;       /* of its first occurrence, 0.. */
    uint64_t count;       /* occurrences */
    uint64_t scored;      /* of these with a result */
    uint64_t half_points; /* sum of the results for White: 2, 1, 0 */
    struct fm_text text;  /* of the first occurrence */
};

struct fm_tally;

/** @param memory  bytes that entries may take before they go on disk. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tally_new(uint64_t memory, struct fm_tally **out);
/** May be NULL. Removes what is on disk. */
void fm_tally_free(struct fm_tally *tally);
/** Count one occurrence.
 * @param half_points  2, 1, 0, or -1: no result.
 * @param text         kept if the key is new.
 * @return FM_OK, FM_OUTPUT_FAILED (the disk; error filled), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tally_add(struct fm_tally *tally, struct fm_hash128 key,
                                          int half_points, struct fm_text text,
                                          struct fm_error *error);
/** Give every entry once, in the order of first occurrence, and end with the first status of @p
 * each that is not FM_OK. Nothing may be added afterwards. Returns that, or as fm_tally_add(). */
FM_MUST_CHECK enum fm_status fm_tally_each(struct fm_tally *tally,
                                           enum fm_status (*each)(void *user,
                                                                  const struct fm_tally_entry *),
                                           void *user, struct fm_error *error);

#endif
