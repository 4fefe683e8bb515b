/* SPDX-License-Identifier: MIT */
/* What a reader's threads and its caller pass to each other: fed bytes one way, chunks of items the other.
 * All that both touch is under one lock. */
#ifndef FM_READER_EXCHANGE_H
#define FM_READER_EXCHANGE_H
#include "base/memory.h"
#include "base/thread.h"
#include "run/rows.h"

/* A copy of a message. */
struct fm_report {
    struct fm_report *next;
    struct fm_error error; /* its texts come after the struct */
};

/* What came of a block, or of a part of one. */
struct fm_chunk {
    struct fm_chunk *next;
    /* As of the block: records of its output, their rows, the names of these. */
    struct fm_buf records, rows, texts;
    struct fm_report *reports, **last_report; /* owned; in the order of the input */
    bool part;                                /* more of the block follows */
};

struct fm_exchange {
    pthread_mutex_t lock;
    pthread_cond_t to_caller, to_threads; /* there is something new for them */
    struct fm_chunk *first, **last;       /* made, not taken */
    struct fm_chunk *spare;               /* taken and used up: their buffers are used again */
    size_t held;                          /* bytes of the chunks from `first` on */
    struct fm_buf fed;
    size_t fed_at;           /* what is before it was read */
    bool is_fed;             /* the input is what is fed */
    bool alone;              /* the caller's is the only thread: nobody waits for another one */
    bool fed_all;            /* there is no more */
    bool fed_enough;         /* what there is may be read */
    bool hungry;             /* a thread waits for more */
    bool stopped;            /* the caller is no longer interested */
    bool ended;              /* there are no more chunks */
    struct fm_chunk *making; /* owned by who is in the ordered step; NULL = none */
    bool open;               /* the last chunk was a part */
};

/** @return FM_OK or FM_NO_MEMORY; fm_exchange_free() after FM_OK. */
FM_MUST_CHECK enum fm_status fm_exchange_make(struct fm_exchange *exchange, bool is_fed);
/** No thread uses it any more. */
void fm_exchange_free(struct fm_exchange *exchange);

/* For the threads. */

/** fm_byte_source.read; @p exchange is one. */
ptrdiff_t fm_exchange_read(void *exchange, void *to, size_t room);
/** Add a message to the chunk that is being made. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_exchange_report(struct fm_exchange *exchange,
                                                const struct fm_error *error);
/** fm_delivery.take: waits until there is room. */
enum fm_status fm_exchange_take(void *exchange, struct fm_block *block, struct fm_error *error);
/** There is no more; messages that are left are a chunk. */
void fm_exchange_end(struct fm_exchange *exchange);

/* For the caller. */

/** Would fm_exchange_next() wait for the threads? */
bool fm_exchange_waits(struct fm_exchange *exchange);
/** Take the next chunk. @param used  NULL, or one to be used again.
 * @return FM_OK, FM_NEEDS_INPUT, FM_END. */
FM_MUST_CHECK enum fm_status fm_exchange_next(struct fm_exchange *exchange, struct fm_chunk *used,
                                              struct fm_chunk **out);
/** As fm_reader_feed(). */
FM_MUST_CHECK enum fm_status fm_exchange_feed(struct fm_exchange *exchange, const void *bytes,
                                              size_t n);
/** There is no more to be fed. */
void fm_exchange_feed_end(struct fm_exchange *exchange);
/** No thread waits from now on. */
void fm_exchange_stop(struct fm_exchange *exchange);
void fm_reports_free(struct fm_report *report);
void fm_chunks_free(struct fm_chunk *chunk);

#endif
