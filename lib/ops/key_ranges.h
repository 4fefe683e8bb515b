/* SPDX-License-Identifier: MIT */
/* Pairs of a key and a value in memory, divided by their keys into ranges that fit in a cache. A
 * new pair goes to the end of its range; a range that has become too large is sorted and divided.
 * At the end one range after the other is sorted and given, so no pair is far away and nothing is
 * merged. Used by one thread. */
#ifndef FM_OPS_KEY_RANGES_H
#define FM_OPS_KEY_RANGES_H
#include "ops/pair_sort.h"

/* A pair stays where it is until its range is divided or memory is emptied. */
struct fm_place {
    uint32_t slot, stamp; /* of the range; the division of the range, or emptying, that made it */
};

/* Pairs of one range, in the order in which they came. */
struct fm_key_range {
    unsigned char *to, *end;       /* room at the end of the newest chunk */
    struct fm_chunk *first, *last; /* list of memory; owned; NULL = it has no pairs */
    size_t bytes, count;           /* bytes of that memory; number of pairs */
    size_t most;                   /* bytes from which on it is divided */
    uint32_t slot;                 /* its number, as long as it exists */
};

/* The first 16 bytes of a key, as a number. */
__extension__ typedef unsigned __int128 fm_bound;

/* Memory that comes in pages, and is given in parts. */
struct fm_range_memory {
    uint64_t most, held;    /* bytes that it may take; bytes that it takes */
    size_t page, chunk;     /* bytes of a page, and of a part of it */
    struct fm_buf pages;    /* unsigned char *, of `page` bytes; owned */
    size_t cut;             /* bytes of the newest page that were cut into chunks */
    struct fm_chunk *spare; /* list of chunks that are free */
};

/* The range whose pairs are given. */
struct fm_range_given {
    struct fm_buf entries;          /* its entries, and room for as many */
    struct fm_buf stack;            /* buffer of the sort */
    struct fm_pair_entry *at, *end; /* the next of them; their end */
    size_t turn;                    /* index of the range that comes then */
};

struct fm_key_ranges {
    struct fm_range_memory memory;
    struct fm_range_given given;
    size_t count;         /* number of pairs */
    size_t crowd;         /* most pairs of a range */
    size_t key_max;       /* bytes of the longest key */
    struct fm_buf ranges; /* struct fm_key_range, in the order of keys */
    /* of each range: the beginning of its lower bound, and that whole, which its keys are not
     * below: fm_bound, struct fm_text */
    struct fm_buf bounds, lowest;
    size_t found;          /* index of the range that was searched last */
    struct fm_arena texts; /* of `lowest` */
    struct fm_buf stamps;  /* uint32_t, by slot: see fm_place */
    /* the newest pair, NULL = there was none; its value */
    unsigned char *newest, *value;
    struct fm_place place; /* range of the newest pair */
};

/** @param memory  bytes that it may take; more only for a single pair that is larger. */
void fm_key_ranges_init(struct fm_key_ranges *ranges, uint64_t memory);
void fm_key_ranges_free(struct fm_key_ranges *ranges);
/** Add a pair; the texts are copied.
 * @return FM_OK, FM_NO_ROOM: it is to be emptied before, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_ranges_add(struct fm_key_ranges *ranges,
                                               const struct fm_pair *pair);
/** Is the place still one of pairs? */
bool fm_key_ranges_keep(const struct fm_key_ranges *ranges, struct fm_place place);
/** Forget all pairs; the memory and the bounds of ranges stay, for those that come. */
void fm_key_ranges_empty(struct fm_key_ranges *ranges);
/** The next pair in order; after the last one, NULL. Nothing is added meanwhile but after
 * fm_key_ranges_empty(). @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_ranges_next(struct fm_key_ranges *ranges,
                                                const unsigned char **record);
#endif
