/* SPDX-License-Identifier: MIT */
/* The threads of a run where they read. One of them holds the token and reads; those that wait for
 * the token meanwhile decode batches of a compressed file, which the holder has read ahead and cut
 * out. So no thread is started for decoding, none is idle while there is something to decode, and
 * while all have other work the holder decodes for itself.
 *
 * The batches in the queue are the bytes of the file that follow those the reader has, in order.
 * The reader is either between two members, at the very start of the first batch, and takes what
 * that was decoded to; or it takes the batch's raw bytes and decodes them as it would without a
 * pool, which is what it does whenever anything is unusual. So nothing but time depends on the
 * pool. */
#ifndef FM_IO_DECODE_POOL_H
#define FM_IO_DECODE_POOL_H
#include "base/base.h"
#include "base/thread.h"
#include "io/codec.h"

enum { FM_DECODE_BYTES = 10 << 20 }; /* of batches in memory for each thread beyond the first */

enum fm_batch_state {
    FM_BATCH_OPEN,    /* bytes are being gathered */
    FM_BATCH_WAITING, /* to be decoded */
    FM_BATCH_TAKEN,   /* a thread decodes it */
    FM_BATCH_WHOLE,   /* decoded to just its end */
    FM_BATCH_RAW      /* to be decoded by the reader: what is wrong with it, it will find */
};

/** A buffer, owned. */
struct fm_room {
    unsigned char *p;
    size_t cap;
};

/** The token's holder writes everything but what a thread that has taken the batch decodes. */
struct fm_decode_batch {
    enum fm_batch_state state; /* guarded by the decode pool's lock */
    struct fm_room raw;        /* bytes as in the file */
    size_t raw_n;
    size_t target;    /* bytes to gather */
    size_t members_n; /* bytes of whole members, from the start */
    size_t at;        /* bytes used: of the raw ones, or with FM_BATCH_WHOLE of the decoded ones */
    const struct fm_codec *codec; /* codec of all members of the batch */
    const void *inside;           /* the state of the decoder whose parts they are; NULL = none */
    struct fm_room plain;         /* decoded */
    size_t plain_n;
    size_t wanted;     /* decoded bytes that the members ask for */
    bool unended;      /* the last member must be followed by another: see fm_decoder.reported */
    bool verified;     /* with FM_BATCH_WHOLE: each member or part has a checksum */
    size_t verified_n; /* decoded bytes up to the end of the last that has one */
};

/** Decode the members of a batch into its `plain`, as far as there is room.
 *
 * @param state  of the decoder, NULL or what an earlier start made.
 * @return whether every byte of it was a member's, complete and undamaged, and there was room. */
FM_MUST_CHECK bool fm_batch_decode(struct fm_decode_batch *batch, void **state);

struct fm_decode_pool;

/** @param threads  that will call fm_decode_pool_enter(), at least 1.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_decode_pool_new(unsigned threads, struct fm_decode_pool **out);
/** All threads have left it; may be NULL. */
void fm_decode_pool_free(struct fm_decode_pool *pool);
/** Wait for the token, and decode meanwhile what there is. */
void fm_decode_pool_enter(struct fm_decode_pool *pool);
/** Give the token on. */
void fm_decode_pool_leave(struct fm_decode_pool *pool);

/* For the token's holder alone. */

/** The first batch of the queue; NULL if it is empty. */
struct fm_decode_batch *fm_decode_pool_first(const struct fm_decode_pool *pool);
/** Whether the queue has one batch alone, so that the reader cannot go on without its bytes. */
bool fm_decode_pool_is_short(const struct fm_decode_pool *pool);
/** Begin with the bytes that the reader has, a member's first; the queue is empty.
 * @param inside  the state of the decoder that is inside a member, at the first byte of a part; it
 * stays until the queue is empty. NULL: none.
 * @return false: the member cannot be cut out; nothing was taken. */
FM_MUST_CHECK bool fm_decode_pool_begin(struct fm_decode_pool *pool, const struct fm_codec *codec,
                                        const void *inside, struct fm_text bytes, bool ended);
/** Cut what was read, as far as the queue has room.
 *
 * @param ended  the file has no more bytes.
 * @param[out] to, room  where more bytes can be read to; fm_decode_pool_filled() then.
 * @return false: nothing can be read ahead now. */
FM_MUST_CHECK bool fm_decode_pool_cut(struct fm_decode_pool *pool, bool ended, unsigned char **to,
                                      size_t *room);
void fm_decode_pool_filled(struct fm_decode_pool *pool, size_t n);
/** Take bytes of the first batch: those that it was decoded to, where @p plain says that it is
 * FM_BATCH_WHOLE, else raw ones. @return how many; of raw ones 0 may mean that it had none. The
 * batch has left the queue with the last of them. */
size_t fm_decode_pool_take(struct fm_decode_pool *pool, bool plain, unsigned char *to, size_t room);
/** Take back the first batch: wait while a thread decodes it, decoding others meanwhile.
 *
 * @param plain  what it was decoded to is wanted.
 * @return whether it is FM_BATCH_WHOLE, and wanted so; it is FM_BATCH_RAW otherwise. */
bool fm_decode_pool_claim(struct fm_decode_pool *pool, bool plain);
/** Raw bytes in the queue, of which none was taken as decoded. */
uint64_t fm_decode_pool_raw(const struct fm_decode_pool *pool);
/** Empty the queue. */
void fm_decode_pool_clear(struct fm_decode_pool *pool);

#endif
