/* SPDX-License-Identifier: MIT */
/* The exchange between a reader's threads and its caller: fed bytes go to the threads, chunks
 * of items to the caller. All members that both use are under one lock. */
#ifndef FM_READER_EXCHANGE_H
#define FM_READER_EXCHANGE_H
#include "base/memory.h"
#include "base/thread.h"
#include "run/rows.h"

/* A copy of a message. */
struct fm_reader_message {
    struct fm_reader_message *next;
    struct fm_error error; /* message; its texts are stored after the struct */
};

/* The result of a block, or of a part of one. */
struct fm_chunk {
    struct fm_chunk *next;
    /* Buffers of the block: the records of its output, their rows, the names that rows refer to. */
    struct fm_buf records, rows, texts;
    struct fm_reader_message *reports, **last_report; /* owned; in the order of the input */
    bool part; /* true: more of the block follows in the next chunk */
};

struct fm_exchange {
    pthread_mutex_t lock;
    /* Signals of news for the caller, for the threads. */
    pthread_cond_t to_caller, to_threads;
    struct fm_chunk *first, **last; /* chunks that are made and not yet taken, in order */
    struct fm_chunk *spare;         /* chunks that are used up: their buffers are used again */
    size_t held;                    /* bytes of the chunks from `first` on */
    struct fm_buf fed;              /* bytes from the caller */
    size_t fed_at;                  /* offset in `fed` of the first byte that is not yet read */
    bool is_fed;                    /* true: the input is `fed` */
    /* True: the only thread is the caller's, so nobody waits for another thread. */
    bool alone;
    bool fed_all;    /* true: no more bytes are fed */
    bool fed_enough; /* true: the bytes in `fed` may be read */
    bool hungry;     /* true: a thread waits for more bytes */
    bool stopped;    /* true: the caller takes no more chunks */
    bool ended;      /* true: no more chunks are made */
    /* Chunk that is being filled, owned by the thread in the ordered step; NULL = none. */
    struct fm_chunk *making;
    /* True: there was no memory for a message, so what comes after it is not passed on. */
    bool lost;
    /* True: the last chunk was a part, and more of its block follows. */
    bool open;
};

/** @return FM_OK or FM_NO_MEMORY; fm_exchange_free() after FM_OK. */
FM_MUST_CHECK enum fm_status fm_exchange_make(struct fm_exchange *exchange, bool is_fed);
/** No thread uses it any more. */
void fm_exchange_free(struct fm_exchange *exchange);

/* For the threads. */

/** Read fed bytes, as fm_byte_source.read does. @param exchange  a struct fm_exchange. */
ptrdiff_t fm_exchange_read(void *exchange, void *to, size_t room);
/** Add a message to the chunk that is being made. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_exchange_report(struct fm_exchange *exchange,
                                                const struct fm_error *error);
/** fm_delivery.take: waits until there is room. */
enum fm_status fm_exchange_take(void *exchange, struct fm_block *block, struct fm_error *error);
/** End the exchange, after the last block. Messages that are left become a chunk. */
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
/** Note that no more bytes are fed. */
void fm_exchange_feed_end(struct fm_exchange *exchange);
/** Stop: from now on no thread waits. */
void fm_exchange_stop(struct fm_exchange *exchange);
void fm_reader_messages_free(struct fm_reader_message *report);
void fm_chunks_free(struct fm_chunk *chunk);

#endif
