/* SPDX-License-Identifier: MIT */
/* Finds which keys are new, in the order given, exactly and in bounded memory.
 *
 * The set is parted by some bits of the key. Keys come in batches: a batch enters, which is its
 * place in the order, and is answered then, by any thread and several at the same time. The keys of
 * one part are looked up in the order of batches, and a thread that needs answers of a part looks
 * up those of all batches before its own: so no thread waits for another to begin, and the order is
 * kept where it matters, among equal keys.
 *
 * Keys are remembered in memory until that is full. From then on no key is added to a part; a
 * key that is not in it is undecided: it goes to the temporary file, to the stream of its part,
 * and its caller keeps the answer, which names the part. Where few keys of a part were repeated,
 * those in memory go there first, and all later ones are undecided. When all keys were given,
 * each part is settled by itself, by any thread, with the whole memory and in as many rounds as
 * that takes; the undecided keys of a part then have their results in the order in which they
 * came. A key is looked up and written one time a round: n different keys take n / 64m rounds
 * where memory is enough for m. */
#ifndef FM_OPS_UNIQUE_H
#define FM_OPS_UNIQUE_H
#include "ops/spool.h"
#include "ops/store.h"

struct fm_unique;

enum { FM_KEY_PARTS = FM_STREAMS };

/* The answer for a key; FM_ANSWER_LATER + part: undecided. */
enum fm_answer { FM_ANSWER_SEEN, FM_ANSWER_FRESH, FM_ANSWER_LATER };

/* Most batches that have entered and are not answered. */
enum { FM_UNIQUE_BATCHES = 1024 };

/* The caller sets `rows` to `scratch`, which all must last until the batch is answered; not one
 * byte of its rows but the answers may change until then. */
struct fm_unique_batch {
    /* rows of the caller; each begins with its key, a struct fm_hash128 */
    const unsigned char *rows;
    size_t row; /* bytes from one row to the next */
    /* first answer, an enum fm_answer; of equal keys only the first is fresh */
    unsigned char *answers;
    size_t step;   /* bytes from one answer to the next */
    size_t count;  /* number of keys, below 2^32 */
    void *scratch; /* FM_UNIQUE_SCRATCH bytes for each key, aligned as a key */

    uint64_t place; /* number of the batch in the order; written by fm_unique_enter() */
    bool parted;    /* true: `scratch` holds the keys, part after part */
    uint32_t ends[FM_KEY_PARTS + 1]; /* ends of the parts in `scratch`; the first entry is 0 */
};
enum { FM_UNIQUE_SCRATCH = sizeof(struct fm_hash128) + sizeof(uint32_t) + 1 };

/** @param spool   temporary file for data that does not fit in memory; must outlive @p out.
 * @param memory   bytes for keys, and for chunks of streams of the spool.
 * @param store    gets the keys that turn out to be new when all is settled; NULL = none.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_unique_new(struct fm_spool *spool, uint64_t memory,
                                           struct fm_store *store, struct fm_unique **out);
/** May be NULL. */
void fm_unique_free(struct fm_unique *unique);

/** The batch is the next in order. One thread at a time. */
void fm_unique_enter(struct fm_unique *unique, struct fm_unique_batch *batch);

/* All below also return FM_NO_MEMORY, FM_CANCELLED, and FM_OUTPUT_FAILED (error filled). All but
 * fm_unique_answer() are for one thread, while no batch is to be answered. */

/** Answer a batch that has entered, each one time and whatever has failed meanwhile; several
 * threads, each with a batch of its own.
 * @param[out] undecided  some answer of this batch, or one before it, may be undecided. */
FM_MUST_CHECK enum fm_status fm_unique_answer(struct fm_unique *unique,
                                              struct fm_unique_batch *batch, bool *undecided,
                                              struct fm_error *error);
/** Remember keys that were seen before the run. */
FM_MUST_CHECK enum fm_status fm_unique_preload(struct fm_unique *unique,
                                               const struct fm_hash128 *keys, size_t count,
                                               struct fm_error *error);
/** All keys were given: settle the undecided ones, parts of them by several threads where the
 * memory is enough. @param threads  at most, the caller's included. */
FM_MUST_CHECK enum fm_status fm_unique_settle(struct fm_unique *unique, unsigned threads,
                                              struct fm_error *error);
/** The final answer for a key. Called after fm_unique_settle(), one time for each undecided answer,
 * in the order of the keys.
 * @param[out] result  FM_ANSWER_SEEN or FM_ANSWER_FRESH; a decided answer is its own result. */
FM_MUST_CHECK enum fm_status fm_unique_result(struct fm_unique *unique, unsigned char answer,
                                              unsigned char *result, struct fm_error *error);

#endif
