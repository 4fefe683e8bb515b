/* SPDX-License-Identifier: MIT */
/* A file of keys that last from run to run (`positions.unique.store`).
 *
 * The file is read whole, and checked, before a run begins, and locked while it goes on. A run
 * writes its additions to a new file beside the store, which replaces the store at the end. So a
 * run that fails leaves the store as it was. All numbers in the file are little-endian.
 *
 *     head     16 bytes "fenmill store 1\n"; 32 bytes version of the fenmill that wrote it;
 *              208 bytes origin of the keys. Both texts are filled up with NULs.
 *     blocks   4 bytes number of keys, 1..4096; 4 bytes the same number inverted; 16 bytes a key
 *     end      8 bytes 0xFFFFFFFF00000000; 8 bytes number of all keys
 *
 * After each of these are 8 bytes of checksum: the hash of its bytes, seeded with its place. */
#ifndef FM_OPS_STORE_H
#define FM_OPS_STORE_H
#include "base/base.h"

struct fm_store;

/** Open and lock a store; one that does not exist is made, and removed again by fm_store_free()
 * where nothing was committed.
 * @param name, kind   must outlive the store. kind: the data that the keys are made from; a store
 * of another kind is refused.
 * @param texts  memory for the texts of errors.
 * @return FM_OK; FM_BAD_USE: a store of other keys (error: what, detail); FM_INPUT_FAILED:
 * damaged, no store, or not to be read; FM_OUTPUT_FAILED: in use by another run, or not to be
 * made or written; FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_store_open(const char *name, struct fm_text kind,
                                           struct fm_arena *texts, struct fm_store **out,
                                           struct fm_error *error);
/** Read all keys, checked; to be called one time, before keys are added. @return as
 * fm_store_open(), or the first status of @p each that is not FM_OK. */
FM_MUST_CHECK enum fm_status fm_store_load(struct fm_store *store,
                                           enum fm_status (*each)(void *user,
                                                                  const struct fm_hash128 *keys,
                                                                  size_t count,
                                                                  struct fm_error *error),
                                           void *user, struct fm_error *error);
/** Add a key; it counts when all is committed. @return FM_OK or FM_OUTPUT_FAILED. */
FM_MUST_CHECK enum fm_status fm_store_add(struct fm_store *store, struct fm_hash128 key,
                                          struct fm_error *error);
/** Write the added keys and make sure that they are on the disk; the name still leads to the old
 * store. @return FM_OK or FM_OUTPUT_FAILED. */
FM_MUST_CHECK enum fm_status fm_store_finish(struct fm_store *store, struct fm_error *error);
/** After that, let the new store take the name of the old one. @return FM_OK or FM_OUTPUT_FAILED.
 */
FM_MUST_CHECK enum fm_status fm_store_commit(struct fm_store *store, struct fm_error *error);
/** Whether the name leads to the file of the store as it was opened. */
bool fm_store_is(const struct fm_store *store, const char *name);
/** Unlock, and leave the store as it was unless it was committed; may be NULL. */
void fm_store_free(struct fm_store *store);

#endif
