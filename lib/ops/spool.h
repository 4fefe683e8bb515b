/* SPDX-License-Identifier: MIT */
/* A temporary file with streams: bytes that are appended in order and read back in order. A part
 * of each stream may stay in memory. The file has no name, so nothing of it remains however the
 * process ends; it is made when it is first needed. The memory taken is one chunk for each
 * stream that is being written or read, whatever their length, and what stays. The other thing
 * that goes past memory is the sorter (sorter.h), whose runs are streams. */
#ifndef FM_OPS_SPOOL_H
#define FM_OPS_SPOOL_H
#include <stdatomic.h>
#include "base/base.h"

/** Several threads may use it, each with streams of its own at that time. */
struct fm_spool;

/* A stream is written, then finished, then read once, from its beginning; what was read gives
 * its place in the file to others. Zero-initialised is empty; `most` may be set before it is
 * written. */
struct fm_stream {
    unsigned char *buf; /* one chunk, with its head; NULL = none is in memory; owned */
    size_t at, end; /* offsets in `buf`: writing continues at `end`; at..end is still to be read */
    /* when writing: chunk that `buf` goes to; when reading: next chunk to read; 0 = none */
    uint64_t chunk;
    uint64_t first, last; /* first and last chunk in the file; 0 = none */
    uint64_t bytes;       /* number of bytes not read yet */
    uint64_t most; /* number of bytes at the beginning of the stream that may stay in memory */
    /* list of full chunks in memory, which come before those in the file; owned */
    unsigned char *kept;
    unsigned char *kept_last;
};

enum { FM_CHUNK_MAX = 256 * 1024 }; /* most bytes of a chunk */
/** The size of a chunk for a caller that may take @p memory bytes: the about 70 chunks that are
 * in memory at a time take an eighth of it. */
size_t fm_spool_chunk(uint64_t memory);
/** @param folder     where the file is made; NULL = one of the system's. Copied.
 * @param chunk       bytes of a chunk, at least 64.
 * @param cancelled   NULL, or looked at with each chunk: once it is true, calls return
 * FM_CANCELLED.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_spool_new(const char *folder, size_t chunk,
                                          const atomic_bool *cancelled, struct fm_spool **out);
/** Give the file back; may be NULL. Streams are dropped with fm_stream_drop() before. */
void fm_spool_free(struct fm_spool *spool);
/* Most streams that one owner reads or writes at a time: parts of a set, runs of a merge. */
enum { FM_STREAMS = 64 };

/** The bytes of @p memory that are left after one chunk for each of @p streams open streams. */
uint64_t fm_spool_rest(const struct fm_spool *spool, uint64_t memory, unsigned streams);
/** Most open streams of one owner: FM_STREAMS, and a few more for a run that is written and for
 * results. */
enum { FM_STREAMS_MOST = FM_STREAMS + 4 };

/* A number of few bytes: seven bits each, the low ones first, the high bit set but in the last. */
enum { FM_NUMBER_MAX = 10 };

FM_INLINE unsigned char *fm_number_put(unsigned char *to, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *to++ = (unsigned char)(number | 0x80);
    *to++ = (unsigned char)number;
    return to;
}

FM_INLINE const unsigned char *fm_number_get(const unsigned char *from, uint64_t *number)
{
    *number = *from & 0x7F;
    for (unsigned shift = 7; *from++ & 0x80; shift += 7)
        *number |= (uint64_t)(*from & 0x7F) << shift;
    return from;
}

/* All below return FM_OK, FM_OUTPUT_FAILED (the file; error: what, which lasts as long as the
 * spool, and os_error), FM_NO_MEMORY or FM_CANCELLED. */

FM_MUST_CHECK enum fm_status fm_stream_append(struct fm_spool *spool, struct fm_stream *stream,
                                              const void *bytes, size_t n, struct fm_error *error);
/** Append a number, in 1 to 10 bytes. */
FM_MUST_CHECK enum fm_status fm_stream_append_number(struct fm_spool *spool,
                                                     struct fm_stream *stream, uint64_t number,
                                                     struct fm_error *error);
/** End writing; the stream takes no memory until it is read. */
FM_MUST_CHECK enum fm_status fm_stream_finish(struct fm_spool *spool, struct fm_stream *stream,
                                              struct fm_error *error);
/** Read just @p n bytes of a finished stream that has as many left. */
FM_MUST_CHECK enum fm_status fm_stream_read(struct fm_spool *spool, struct fm_stream *stream,
                                            void *to, size_t n, struct fm_error *error);
FM_MUST_CHECK enum fm_status fm_stream_read_number(struct fm_spool *spool, struct fm_stream *stream,
                                                   uint64_t *number, struct fm_error *error);
/** Append @p n bytes of a finished stream to a buffer. */
FM_MUST_CHECK enum fm_status fm_stream_read_to(struct fm_spool *spool, struct fm_stream *stream,
                                               struct fm_buf *to, size_t n, struct fm_error *error);
/** Read bytes of a finished stream, from anywhere in it, as often as is wanted and by several
 * threads. It must be alone in its spool since the spool was made: only then do its chunks
 * follow each other. */
FM_MUST_CHECK enum fm_status fm_stream_read_at(struct fm_spool *spool,
                                               const struct fm_stream *stream, uint64_t at,
                                               void *to, size_t n, struct fm_error *error);
/** Forget a stream, written or read to its end or not; it is empty then. */
void fm_stream_drop(struct fm_spool *spool, struct fm_stream *stream);

#endif
