/* SPDX-License-Identifier: MIT */
/* Sorts pairs of a key and a value by the bytes of the key. If one key begins with the other,
 * the shorter comes first; pairs with equal keys keep the order in which they came. Memory is
 * bounded for any number of pairs: what does not fit is written to the temporary file as sorted
 * runs, which are merged. n pairs take time of n log n, and the file is written and read in
 * sequence. Used by one thread. */
#ifndef FM_OPS_SORTER_H
#define FM_OPS_SORTER_H
#include "ops/key_ranges.h"

/* Numbers in keys have their high bytes first, so that the order of bytes is that of numbers:
 * fm_big_endian_store(). */
struct fm_sorter;

/** @param spool   for what does not fit in memory; must outlive it.
 * @param memory  bytes that it may take; more only for a single pair that is larger.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_sorter_new(struct fm_spool *spool, uint64_t memory,
                                           struct fm_sorter **out);
/** May be NULL. */
void fm_sorter_free(struct fm_sorter *sorter);
/** Add a pair; both texts are copied. @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error
 * filled), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_sorter_add(struct fm_sorter *sorter, struct fm_text key,
                                           struct fm_text value, struct fm_error *error);

/** The same, of a value that may begin with the text that the key has, which is stored once. Not
 * for pairs that are changed in their place. */
FM_MUST_CHECK enum fm_status fm_sorter_add_pair(struct fm_sorter *sorter,
                                                const struct fm_pair *pair, struct fm_error *error);

/** The value of the pair that was added last, just after its key. It may be changed in its place as
 * long as fm_sorter_keeps() that. */
unsigned char *fm_sorter_last(const struct fm_sorter *sorter, struct fm_place *place);
bool fm_sorter_keeps(const struct fm_sorter *sorter, struct fm_place place);
bool fm_sorter_is_empty(const struct fm_sorter *sorter);

/* Gets a pair, whose texts last until it returns. */
typedef enum fm_status fm_sorter_put(void *user, const struct fm_pair *pair,
                                     struct fm_error *error);

/** Give all pairs in order, and end with the first status of @p put that is not FM_OK. Nothing may
 * be added afterwards. Returns that, or as fm_sorter_add(). */
FM_MUST_CHECK enum fm_status fm_sorter_each(struct fm_sorter *sorter, fm_sorter_put *put,
                                            void *user, struct fm_error *error);
#endif
