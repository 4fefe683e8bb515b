/* Reading ahead in a compressed file: its raw bytes are cut into pieces of whole members, which the
 * decode pool decodes (io/decode pool.h). For the token's holder.
 *
 * The pieces in the queue are the bytes of the file that follow those the reader has, in order. The
 * reader either stands between two members at the very start of the first piece, and takes what it
 * was decoded to; or it takes the piece's raw bytes and decodes them as it would without a decode pool,
 * which is what it does whenever anything is unusual. So nothing but time depends on the decode pool. */
#ifndef FM_IO_AHEAD_H
#define FM_IO_AHEAD_H
#include "io/decode_pool.h"

/** Begin with the bytes that the reader has, a member's first; the queue is empty.
 * @return false: the member cannot be cut out; nothing was taken. */
FM_MUST_CHECK bool fm_ahead_begin(struct fm_decode_pool *pool, const struct fm_codec *codec,
                                  struct fm_text bytes, bool ended);
/** Cut what was read, as far as the queue has room.
 *
 * @param ended  the file has no more bytes.
 * @param[out] to, room  where more bytes can be read to; fm_ahead_filled() then.
 * @return false: nothing can be read ahead now. */
FM_MUST_CHECK bool fm_ahead_cut(struct fm_decode_pool *pool, bool ended, unsigned char **to,
                                size_t *room);
void fm_ahead_filled(struct fm_decode_pool *pool, size_t n);
/** Take raw bytes of the first piece. @return how many; 0 may mean that it had none. */
size_t fm_ahead_raw(struct fm_decode_pool *pool, unsigned char *to, size_t room);
/** Take decoded bytes of the first piece, which is FM_PIECE_WHOLE. @return how many; the piece has
 * left the queue with the last of them. */
size_t fm_ahead_plain(struct fm_decode_pool *pool, unsigned char *to, size_t room);

#endif
