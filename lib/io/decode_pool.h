/* The threads of a run where they read. One of them holds the token and reads; those that wait for
 * it meanwhile decode pieces of a compressed file that the holder has cut out ahead (io/ahead.h).
 * So no thread is started for decoding, none is idle while there is something to decode, and while
 * all have other work the holder decodes for itself. */
#ifndef FM_IO_DECODE_POOL_H
#define FM_IO_DECODE_POOL_H
#include "base/base.h"
#include "base/thread.h"
#include "io/piece.h"

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

/* For the token's holder alone: the queue of pieces, in the order of the file. */

/** Bytes of memory that a member may take, so that enough of them are in memory side by side. */
size_t fm_decode_pool_member_limit(const struct fm_decode_pool *pool);
/** NULL if the queue is empty. */
struct fm_piece *fm_decode_pool_first(const struct fm_decode_pool *pool);
struct fm_piece *fm_decode_pool_last(const struct fm_decode_pool *pool);
bool fm_decode_pool_full(const struct fm_decode_pool *pool);
/** The open and empty piece that can be put after the last; the queue is not full. */
struct fm_piece *fm_decode_pool_spare(struct fm_decode_pool *pool);
/** Put it there. */
void fm_decode_pool_add(struct fm_decode_pool *pool);
/** Make room for at least so many bytes, of which the first @p n are kept, within the memory that
 * all pieces may take. @return false: there is none now. */
FM_MUST_CHECK bool fm_decode_pool_reserve(struct fm_decode_pool *pool, struct fm_room *room,
                                          size_t n, size_t wanted);
/** Let the piece be decoded. */
void fm_decode_pool_post(struct fm_decode_pool *pool, struct fm_piece *piece);
/** The bytes of an open piece are for the reader. */
void fm_decode_pool_give_up(struct fm_decode_pool *pool, struct fm_piece *piece);
/** Take back the first piece: wait while a thread decodes it, decoding others meanwhile.
 *
 * @param plain  what it was decoded to is wanted.
 * @return whether it is FM_PIECE_WHOLE, and wanted so; it is FM_PIECE_RAW otherwise. */
bool fm_decode_pool_claim(struct fm_decode_pool *pool, bool plain);
/** The first piece is used up. */
void fm_decode_pool_drop(struct fm_decode_pool *pool);
/** Empty the queue. */
void fm_decode_pool_clear(struct fm_decode_pool *pool);

#endif
