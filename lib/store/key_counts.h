/* Counts and results by key over a run, exactly and in bounded memory: when that is full, what it
 * holds goes to the temporary file, parted by some bits of the key, and it is filled anew; at the
 * end each part is summed up by itself. Used by one thread. */
#ifndef FM_STORE_KEY_COUNTS_H
#define FM_STORE_KEY_COUNTS_H
#include "store/spool.h"

/* What came together under one key. */
struct fm_key_count {
    struct fm_hash128 key;
    uint64_t order;       /* of its first occurrence, 0.. */
    uint64_t count;       /* occurrences */
    uint64_t scored;      /* of these with a result */
    uint64_t half_points; /* sum of the results for White: 2, 1, 0 */
    struct fm_text text;  /* of the first occurrence */
};

struct fm_key_counts;

/** @param spool   for what does not fit in memory; must outlive it.
 * @param memory  bytes for entries, and for chunks of streams. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_counts_new(struct fm_spool *spool, uint64_t memory,
                                               struct fm_key_counts **out);
/** May be NULL. */
void fm_key_counts_free(struct fm_key_counts *counts);
/** Count one occurrence.
 * @param half_points  2, 1, 0, or -1: no result.
 * @param text         kept if the key is new.
 * @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY, FM_CANCELLED.
 */
FM_MUST_CHECK enum fm_status fm_key_counts_add(struct fm_key_counts *counts, struct fm_hash128 key,
                                               int half_points, struct fm_text text,
                                               struct fm_error *error);
/** Give every key once, in the order of first occurrence, and end with the first status of @p each
 * that is not FM_OK. Nothing may be added afterwards. Returns that, or as fm_key_counts_add(). */
FM_MUST_CHECK enum fm_status fm_key_counts_each(struct fm_key_counts *counts,
                                                enum fm_status (*each)(void *user,
                                                                       const struct fm_key_count *),
                                                void *user, struct fm_error *error);

#endif
