/* SPDX-License-Identifier: MIT */
/* A sample of a whole run: the records with the smallest hashes, of equal ones the earlier, given
 * in the order in which they came; exactly, and in bounded memory however many are wanted. Used by
 * one thread. */
#ifndef FM_STORE_RUN_SAMPLE_H
#define FM_STORE_RUN_SAMPLE_H
#include "store/spool.h"

struct fm_run_sample;

/** @param spool   for what does not fit in memory; must outlive it.
 * @param memory  bytes for records. @param size  how many are wanted.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_run_sample_new(struct fm_spool *spool, uint64_t memory,
                                               uint64_t size, struct fm_run_sample **out);
/** May be NULL. */
void fm_run_sample_free(struct fm_run_sample *sample);
/** Offer a record. @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled),
 * FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_run_sample_offer(struct fm_run_sample *sample, uint64_t hash,
                                                 struct fm_text text, struct fm_error *error);
/** Records with larger hashes are not wanted any more; UINT64_MAX as long as all are. */
uint64_t fm_run_sample_bound(const struct fm_run_sample *sample);
/** Give what was drawn, and end with the first status of @p each that is not FM_OK. Nothing may be
 * offered afterwards. Returns that, or as fm_run_sample_offer(). */
FM_MUST_CHECK enum fm_status fm_run_sample_each(struct fm_run_sample *sample,
                                                enum fm_status (*each)(void *user,
                                                                       struct fm_text text,
                                                                       struct fm_error *error),
                                                void *user, struct fm_error *error);

/* What samples are kept in: bytes in a row, the first of them in memory, up to a limit, the others
 * in the temporary file. They are read from the beginning, and what of them is to stay is written
 * again while they are read, in the same place. */

struct fm_slab;

/* Where reading or writing goes on in memory. */
struct fm_cursor {
    struct fm_slab *slab; /* NULL = at the beginning, where there is no slab yet */
    size_t at;            /* bytes of the slab before it */
};

/* Set `spool`, `slab` and `limit`, zero the rest. */
struct fm_sequence {
    struct fm_spool *spool;
    size_t slab;              /* bytes of a slab of memory */
    uint64_t limit;           /* bytes that may be in memory */
    struct fm_slab *slabs;    /* owned */
    uint64_t held;            /* bytes of all slabs */
    struct fm_cursor from;    /* reading */
    struct fm_cursor to;      /* writing */
    uint64_t inside;          /* bytes before `to` */
    uint64_t left;            /* bytes in memory after `from`, while it is read */
    struct fm_stream rest;    /* written after what is in memory */
    struct fm_stream reading; /* the rest, while it is read */
};

/* All return FM_OK, FM_OUTPUT_FAILED (error filled), FM_NO_MEMORY or FM_CANCELLED. */

/** Append at the end; while reading, no more than was read. */
FM_MUST_CHECK enum fm_status fm_sequence_append(struct fm_sequence *sequence, const void *bytes,
                                                size_t n, struct fm_error *error);
/** Go to the beginning to read all of it; only what is appended from now on stays. */
FM_MUST_CHECK enum fm_status fm_sequence_begin(struct fm_sequence *sequence,
                                               struct fm_error *error);
/** Read just @p n bytes; as many are there. */
FM_MUST_CHECK enum fm_status fm_sequence_read(struct fm_sequence *sequence, void *to, size_t n,
                                              struct fm_error *error);
/** All is read: what follows is appended to what was written since fm_sequence_begin(). */
void fm_sequence_end(struct fm_sequence *sequence);
/** Whether some of it is in the file. */
static inline bool fm_sequence_spills(const struct fm_sequence *sequence)
{
    return sequence->rest.bytes > 0;
}
void fm_sequence_free(struct fm_sequence *sequence);

#endif
