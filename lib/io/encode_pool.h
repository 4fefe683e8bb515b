/* SPDX-License-Identifier: MIT */
/* Pieces of compressed outputs (io/codec.h), and the threads that compress them: whichever is free,
 * a thread of the run between two blocks, a helper while only one thread has work, or the writer
 * itself. What is made of a piece depends on its text alone; io/encode_stream.h puts the pieces of
 * an output in order. */
#ifndef FM_IO_ENCODE_POOL_H
#define FM_IO_ENCODE_POOL_H
#include <stdatomic.h>
#include "base/base.h"
#include "io/codec.h"

/* Bytes of pieces beside those that are being filled: so many for each thread and two more, up to
 * so many that the threads wait for the kernel's copy of the output. */
enum { FM_ENCODE_BYTES = 1 << 20, FM_ENCODE_THREADS = 24 };

enum fm_piece_state {
    FM_PIECE_OPEN,    /* text is being gathered */
    FM_PIECE_WAITING, /* to be compressed */
    FM_PIECE_TAKEN,   /* a thread compresses it */
    FM_PIECE_DONE
};

/** The writer's but while it waits or is taken. */
struct fm_piece {
    struct fm_piece *next;    /* the writer's; of the spare ones, the pool's */
    struct fm_piece *waiting; /* the next that waits */
    const struct fm_encoder *encoder;
    unsigned level;
    enum fm_piece_state state; /* guarded by the pool's lock */
    bool counted;              /* the pool's sum of waiting bytes has those of the piece */
    enum fm_status status;     /* result of compressing: FM_OK, FM_NO_MEMORY */
    size_t plain;              /* bytes of text, encoder->piece at most; the writer sets it */
    size_t packed;             /* bytes compressed; with FM_PIECE_DONE */
    unsigned char bytes[];     /* the text; compressed with FM_PIECE_DONE */
};

/** What the outputs of a run share. Any thread may call all functions. */
struct fm_encode_pool;

/** @param threads    of the run; with one, the writer compresses all pieces.
 * @param cancelled  true: no thread begins a piece for others; NULL = never. Must outlive the pool.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_encode_pool_new(unsigned threads, const atomic_bool *cancelled,
                                                struct fm_encode_pool **out);
/** All pieces were given back; may be NULL. */
void fm_encode_pool_free(struct fm_encode_pool *pool);
/** The threads of the run. */
unsigned fm_encode_pool_threads(const struct fm_encode_pool *pool);
/** Was the run cancelled? */
bool fm_encode_pool_is_cancelled(const struct fm_encode_pool *pool);
/** Compress a piece that waits. @return false: there is none. */
bool fm_encode_pool_help(struct fm_encode_pool *pool);
/** From now on the calling thread is the only one of the run: others are started, as many as it has
 * and only as pieces wait. Where the system allows fewer, there are fewer. */
void fm_encode_pool_start_helpers(struct fm_encode_pool *pool);
/** Wait until they have ended. */
void fm_encode_pool_stop_helpers(struct fm_encode_pool *pool);

/* For the writer of an output. */

/** An open piece, empty. @return NULL: no memory. */
struct fm_piece *fm_encode_pool_open(struct fm_encode_pool *pool, const struct fm_encoder *encoder,
                                     unsigned level);
/** Let an open piece be compressed. @return false: too many wait, or are not given back yet. */
bool fm_encode_pool_post(struct fm_encode_pool *pool, struct fm_piece *piece);
bool fm_encode_pool_is_done(struct fm_encode_pool *pool, const struct fm_piece *piece);
/** Make sure that a piece is FM_PIECE_DONE: compress it here, or others while a thread has it. */
void fm_encode_pool_claim(struct fm_encode_pool *pool, struct fm_piece *piece);
/** The piece is not needed any more, whatever its state; one that is taken is waited for. May be
 * NULL. */
void fm_encode_pool_give_back(struct fm_encode_pool *pool, struct fm_piece *piece);

#endif
