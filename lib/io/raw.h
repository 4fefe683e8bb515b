/* SPDX-License-Identifier: MIT */
/* The raw bytes of an input, of its file, of standard input, of a member of an archive, or as
 * the caller gives them, on their way to a decoder: those held here come first, then those in the
 * queue of a decode pool, then those still in the file. One thread at a time. */
#ifndef FM_IO_RAW_H
#define FM_IO_RAW_H
#include <stdatomic.h>
#include "base/base.h"
#include "io/codec.h"
#include "io/decode_pool.h"
#include "os/os.h"

struct fm_member;

/** Bytes of the first call: a small file takes no other. */
enum { FM_RAW_HEAD = 4096 };

struct fm_raw {
    int fd;                            /* -1: of a member or source */
    const struct fm_byte_source *from; /* the caller's; NULL = the file itself, or a member */
    bool owns_fd;                      /* false: standard input */
    bool has_offsets;                  /* a regular file that was opened by its name */
    struct fm_member *member;          /* owned; NULL = the file itself */
    bool ended;                        /* the file has no more bytes, or they cannot be read: */
    bool failed;
    bool whole;                   /* the failure is at the end: only a checksum is wrong */
    struct fm_error failure;      /* reason, detail, os_error */
    const atomic_bool *cancelled; /* the caller's; NULL = none */
    uint64_t bytes;               /* read so far; with has_offsets, where to read on */
    uint64_t end;  /* with has_offsets: end of the bytes to read; UINT64_MAX = no limit */
    size_t most;   /* bytes of one call; SIZE_MAX = any number */
    uint64_t size; /* bytes of the file when it was opened; 0 = unknown, as of a pipe */
    struct fm_os_about opened; /* the file as it was then */
    bool grown;                /* the file was longer when its end was reached */

    struct fm_decode_pool *pool;     /* the caller's; NULL = none */
    unsigned char *held;             /* `head`, or more bytes, allocated */
    size_t at, n, cap;               /* of them: first unused, after the last, room */
    unsigned char head[FM_RAW_HEAD]; /* last, as it is not initialised */
};

/** What became of a file since it was opened. */
enum fm_change { FM_CHANGE_NONE, FM_CHANGE_LONGER, FM_CHANGE_OTHER };

/** Read a member of an archive, which is taken over, or where that is NULL what a source gives,
 * which must outlive it. */
void fm_raw_of(struct fm_raw *raw, struct fm_member *member, const struct fm_byte_source *source);
/** Open a file; "-" is standard input. @return 0, or an errno value; fm_raw_close() after any. */
int fm_raw_open(struct fm_raw *raw, const char *name);
void fm_raw_close(struct fm_raw *raw);
/** Read from the file once. One that is shorter at its end than when it was opened, or as long and
 * written to, has failed. @return bytes; 0 once the file has ended or failed. */
size_t fm_raw_read(struct fm_raw *raw, unsigned char *to, size_t room);
/** Any thread. What is no regular file does not change. */
enum fm_change fm_raw_change(const struct fm_raw *raw);

/** Offset in the file of the byte that is so many before the next one; of a member, of its
 * first. */
uint64_t fm_raw_offset(const struct fm_raw *raw, uint64_t before);
static inline bool fm_raw_is_cancelled(const struct fm_raw *raw)
{
    return raw->cancelled != NULL && atomic_load_explicit(raw->cancelled, memory_order_relaxed);
}
/** Whether fm_raw_go_on() can go back to the start. */
bool fm_raw_can_restart(const struct fm_raw *raw);
/** Whether the queue of the decode pool has bytes of the file. */
bool fm_raw_is_ahead(const struct fm_raw *raw);
/** Whether no bytes come after those held. */
bool fm_raw_has_ended(const struct fm_raw *raw);
/** The bytes held. */
static inline struct fm_text fm_raw_unused(const struct fm_raw *raw)
{
    return (struct fm_text){raw->held + raw->at, raw->n - raw->at};
}
/** Go on from that offset of the file (of a member: 0): nothing is held, and nothing is ahead. */
void fm_raw_go_on(struct fm_raw *raw, uint64_t offset);
/** Hold more bytes, after those that are unused; there may be none. */
void fm_raw_fill(struct fm_raw *raw);
/** Hold at least one byte, if there is one. */
void fm_raw_hold(struct fm_raw *raw);
/** Hold as much at a time as feeds a decoder well. @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_raw_enlarge(struct fm_raw *raw);
/** Find what begins with the next bytes; reads as much as is needed to decide.
 * @param[out] out  a codec, or NULL for anything else.
 * @return false: there are no bytes, or the file has failed before that was clear. */
FM_MUST_CHECK bool fm_raw_find_codec(struct fm_raw *raw, const struct fm_codec **out);
/** Drop zero bytes. */
void fm_raw_skip_zeros(struct fm_raw *raw);
/** How many bytes a decoder gets next, of those it wants: fewer at the end, and, if @p alone, where
 * a batch of the decode pool begins, so that this is left to the pool. */
size_t fm_raw_measure(struct fm_raw *raw, uint64_t wanted, bool alone);
/** Read ahead as far as the decode pool has room; @p wait for a pipe without bytes only if the
 * first batch needs some. */
void fm_raw_read_ahead(struct fm_raw *raw, bool wait);
/** Let the decode pool, which is not ahead, begin with the bytes held. @return false: it cannot
 * (fm_decode_pool_begin()). */
FM_MUST_CHECK bool fm_raw_begin_ahead(struct fm_raw *raw, const struct fm_codec *codec,
                                      const void *inside);

#endif
