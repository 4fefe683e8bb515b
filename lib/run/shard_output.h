/* SPDX-License-Identifier: MIT */
/* What the statistics of a shard say of one of its outputs, so that `merge` finds it as it was
 * written and joins it with those of the other shards to the bytes that one run writes: size and
 * hash of its text, how that begins and how it ends. */
#ifndef FM_RUN_SHARD_OUTPUT_H
#define FM_RUN_SHARD_OUTPUT_H
#include "base/hash.h"
#include "base/json.h"
#include "pgn/separator.h"

/* How the first text of an output begins. */
enum fm_shard_begin {
    FM_SHARD_BEGIN_NONE, /* there is no text, but for a head */
    FM_SHARD_BEGIN_TEXT, /* lines that are not of a list */
    FM_SHARD_BEGIN_LIST, /* lines of a list */
    FM_SHARD_BEGIN_SPAN  /* a span of the input: see `head` */
};

/* A place in the inputs, where another shard's part begins or ends; 0 = none. */
struct fm_shard_place {
    uint64_t input; /* number of the input, 1.. */
    uint64_t at;    /* offset in it */
};

/* Zero-initialised: nothing was written. */
struct fm_shard_output {
    struct fm_digest digest; /* of its text, before it is compressed */
    enum fm_shard_begin begin;
    struct fm_span_head head;
    struct fm_shard_place from; /* begin of the first span, if the shard's part begins there */
    struct fm_span_tail tail;   /* end of the last span; that of no text = there is no span */
    bool open;                  /* true: its last line has no line end, or got it by `added` */
    struct fm_shard_place to;   /* end of the last span, if the shard's part ends there */
    uint64_t added; /* bytes at the end that keep it apart from a next game; `merge` drops them */
};

/* The member of the statistics, its names, and those of its kinds. */
struct fm_shard_output_words {
    const char *role; /* output, rejects, unselected, log */
    const char *join; /* text, counts, unique: how it is joined */
    const char *name; /* name of the file */
    unsigned level;   /* level that it is compressed by; 0 = the usual one */
    bool records;     /* true: the usual one is that of records */
};

/** Append an object. @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_shard_output_put(const struct fm_shard_output *output,
                                                 const struct fm_shard_output_words *words,
                                                 struct fm_buf *out);
/** Read what was appended, but its words. @param[out] hash  as it was written.
 * @return false: it is no such object. */
FM_MUST_CHECK bool fm_shard_output_take(const struct fm_json *node, struct fm_shard_output *out,
                                        struct fm_hash128 *hash);
/** What to write between the outputs of two shards that follow each other.
 * @param last  the shards before, as one: the last of each of its members that was set.
 * @param[out] out  FM_SEPARATOR_MAX bytes. @return its length; 0 = nothing. */
size_t fm_shard_output_between(const struct fm_shard_output *last,
                               const struct fm_shard_output *next, unsigned char *out);

#endif
