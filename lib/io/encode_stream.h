/* SPDX-License-Identifier: MIT */
/* A compressed output: text goes in, the bytes of a file come out. The text is cut into pieces at
 * fixed offsets, which the threads of a pool compress; they are written in order, by the writer
 * alone. So nothing but time depends on who compresses what, or on the sizes of what is added. */
#ifndef FM_IO_ENCODE_STREAM_H
#define FM_IO_ENCODE_STREAM_H
#include "io/encode_pool.h"

/** Where compressed bytes go. @return FM_OK, or what the calls of the stream return then. */
typedef enum fm_status fm_encoded_write(void *user, const unsigned char *bytes, size_t n);

struct fm_encode_stream;

/** @param pool   NULL: one of its own, of the calling thread.
 * @param level  one that the encoder has.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_encode_stream_new(struct fm_encode_pool *pool,
                                                  const struct fm_encoder *encoder, unsigned level,
                                                  fm_encoded_write *write, void *user,
                                                  struct fm_encode_stream **out);
/** Add text. Nothing may be added after a failure.
 * @return FM_OK, FM_NO_MEMORY, FM_CANCELLED, or what write() returned. */
FM_MUST_CHECK enum fm_status fm_encode_stream_add(struct fm_encode_stream *stream,
                                                  const unsigned char *bytes, size_t n);
/** Write everything, and the end of the file. @return as fm_encode_stream_add(). */
FM_MUST_CHECK enum fm_status fm_encode_stream_finish(struct fm_encode_stream *stream);
/** Waits while another thread compresses one of its pieces; may be NULL. */
void fm_encode_stream_free(struct fm_encode_stream *stream);

#endif
