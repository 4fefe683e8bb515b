/* Keys on disk: a sorted set in LMDB, the only user of that library. */
#ifndef FM_SELECT_STORE_H
#define FM_SELECT_STORE_H
#include "base/base.h"

struct fm_store;

/** Open a folder of keys, made if missing. @param folder  NULL: a temporary one, removed by
 * fm_store_free().
 * @return FM_OK, FM_OUTPUT_FAILED (error: what, os_error or detail; always without LMDB in the
 * build), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_store_new(const char *folder, struct fm_store **out,
                                          struct fm_error *error);
/** May be NULL. */
void fm_store_free(struct fm_store *store);
/** @param[out] found  whether the key is there. */
FM_MUST_CHECK enum fm_status fm_store_has(struct fm_store *store, struct fm_hash128 key,
                                          bool *found, struct fm_error *error);
/** Add keys, which get sorted in place. Those already there stay. */
FM_MUST_CHECK enum fm_status fm_store_add(struct fm_store *store, struct fm_hash128 *keys,
                                          size_t count, struct fm_error *error);
/** Add all keys of another store. */
FM_MUST_CHECK enum fm_status fm_store_add_all(struct fm_store *store, struct fm_store *from,
                                              struct fm_error *error);
/* A key with a value. */
struct fm_store_item {
    struct fm_hash128 key;
    struct fm_text value;
};

/** Read a value. @param[out] value  valid until the store is changed; p is NULL where there is
 * none. */
FM_MUST_CHECK enum fm_status fm_store_get(struct fm_store *store, struct fm_hash128 key,
                                          struct fm_text *value, struct fm_error *error);
/** Put values in place of those that are there, in one transaction.
 * @param items  sorted by key, for speed. */
FM_MUST_CHECK enum fm_status fm_store_put(struct fm_store *store, const struct fm_store_item *items,
                                          size_t count, struct fm_error *error);
/** Call @p each for every key and value, in the order of keys; ends with its first status that is
 * not FM_OK. It must not change this store. */
FM_MUST_CHECK enum fm_status fm_store_each(struct fm_store *store,
                                           enum fm_status (*each)(void *user, struct fm_hash128 key,
                                                                  struct fm_text value),
                                           void *user, struct fm_error *error);
/** Make sure that it is on the disk. */
FM_MUST_CHECK enum fm_status fm_store_sync(struct fm_store *store, struct fm_error *error);

#endif
