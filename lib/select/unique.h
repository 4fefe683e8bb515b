/* Uniqueness over a run: which records are the first of their kind, in bounded memory, with a store
 * on disk above that, or in a store that lasts between runs. Used by one thread at a time. */
#ifndef FM_SELECT_UNIQUE_H
#define FM_SELECT_UNIQUE_H
#include "base/base.h"

struct fm_unique;

/** @param memory  bytes that keys may take in memory; above that they go to a temporary store on
 * disk.
 * @param store   a folder (NUL-terminated) that keeps the keys between runs; made if missing; NULL
 * = none.
 * @return FM_OK, FM_OUTPUT_FAILED (the store cannot be opened; error: what, os_error, detail),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_unique_new(uint64_t memory, const char *store,
                                           struct fm_unique **out, struct fm_error *error);
/** May be NULL. Removes a temporary store. */
void fm_unique_free(struct fm_unique *unique);
/** Ask for a batch of keys in order. @param[out] fresh  for each key: never seen before, neither
 * here nor earlier in the batch.
 * @return FM_OK, FM_OUTPUT_FAILED (the disk; error filled), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_unique_probe(struct fm_unique *unique,
                                             const struct fm_hash128 *keys, size_t count,
                                             bool *fresh, struct fm_error *error);
/** Make a lasting store hold what was seen; without it the store is as before the run. */
FM_MUST_CHECK enum fm_status fm_unique_commit(struct fm_unique *unique, struct fm_error *error);

#endif
