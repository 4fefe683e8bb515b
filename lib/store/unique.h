/* Which keys are the first of their kind, in the order given, exactly and in bounded memory.
 *
 * Keys are remembered in memory until that is full. From then on no key is added to
 * memory; a key that is not in it is undecided: it goes to the temporary file, to the stream of its
 * part (some bits of the key), and its caller keeps the answer, which names the part. When all keys
 * were given, each part is settled by itself, in the same way with further bits where it is too
 * large; the undecided keys of a part then have their results in the order in which they came. */
#ifndef FM_STORE_UNIQUE_H
#define FM_STORE_UNIQUE_H
#include "store/spool.h"
#include "store/store.h"

struct fm_unique;

/* The answer for a key; FM_ANSWER_LATER + part: undecided. */
enum fm_answer { FM_ANSWER_SEEN, FM_ANSWER_FRESH, FM_ANSWER_LATER };

/** @param spool   for what does not fit in memory; must outlive it.
 * @param memory   bytes for keys, and for chunks of streams.
 * @param store    gets every key that is new, at the latest when all is settled; NULL = none.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_unique_new(struct fm_spool *spool, uint64_t memory,
                                           struct fm_store *store, struct fm_unique **out);
/** May be NULL. */
void fm_unique_free(struct fm_unique *unique);

/* All below also return FM_NO_MEMORY, FM_CANCELLED, and FM_OUTPUT_FAILED (error filled). */

/** Remember keys that were seen before the run. */
FM_MUST_CHECK enum fm_status fm_unique_preload(struct fm_unique *unique,
                                               const struct fm_hash128 *keys, size_t count,
                                               struct fm_error *error);
/** Look a batch of keys up, in order. @param[out] answers  for each key: enum fm_answer, where only
 * the first of equal keys is fresh. */
FM_MUST_CHECK enum fm_status fm_unique_probe(struct fm_unique *unique,
                                             const struct fm_hash128 *keys, size_t count,
                                             unsigned char *answers, struct fm_error *error);
/** Whether answers may be undecided from here on. */
bool fm_unique_overflows(const struct fm_unique *unique);
/** All keys were given: settle the undecided ones. */
FM_MUST_CHECK enum fm_status fm_unique_settle(struct fm_unique *unique, struct fm_error *error);
/** After that, one time for each undecided answer, in the order of the keys.
 * @param[out] result  FM_ANSWER_SEEN or FM_ANSWER_FRESH; a decided answer is its own result. */
FM_MUST_CHECK enum fm_status fm_unique_result(struct fm_unique *unique, unsigned char answer,
                                              unsigned char *result, struct fm_error *error);

#endif
