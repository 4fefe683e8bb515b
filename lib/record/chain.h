/* SPDX-License-Identifier: MIT */
/* Training data in which most positions are known by the move that leads to them. A worker cannot
 * know which record will be before its own in the file, so it writes an entry of fixed size; where
 * the file is written, in order, the format's `join` makes of entries that follow each other in
 * their game a chain. So the bytes depend on the records and their order alone. */
#ifndef FM_RECORD_CHAIN_H
#define FM_RECORD_CHAIN_H
#include <stddef.h>
#include <string.h>
#include "record/record.h"

/* A position. One that certainly follows the entry before it has no head, and ends before `here`.
 * Places are hashes: of the game, plus the ply, or, for a record of a list, of the position. */
struct fm_chain_entry {
    uint16_t move;           /* the move, as the format has it in a chain */
    uint16_t ply;            /* 0 = the start position */
    int16_t score;           /* centipawns for White; the format may turn it to the side to move */
    uint8_t bits;            /* number of bits of the move, in a format that has no bytes */
    uint8_t half_points : 2; /* result for White: 2, 1, 0 */
    uint8_t has_head : 1;
    uint64_t here, next;    /* places of the position and of the one after the move; 0 = unknown */
    unsigned char head[32]; /* the position by itself, as the format has it */
};
enum { FM_CHAIN_STEP = offsetof(struct fm_chain_entry, here) }; /* size without a head */
_Static_assert(sizeof(struct fm_chain_entry) == 56 && FM_CHAIN_STEP == 8, "entries have no gaps");

/* A file that is written. Zero-initialised: nothing is. */
struct fm_chain {
    uint64_t next;       /* place after the last entry; 0 = unknown */
    struct fm_buf block; /* what waits for the end of its block; owned */
    size_t count_at;     /* offset in `block` of the number of plies that follow a head */
    uint16_t plies;      /* that number */
    uint16_t ply;        /* of the last entry, as the next members */
    int16_t score;
    uint8_t half_points;
    uint8_t room; /* unused bits of the last byte */
    bool open;    /* true: there is an entry that others can follow */
};

/** Begin an entry: all but `head`, `move` and `bits`. The format fills the head if there is one: if
 * the entry can be the first of a chain, as it does not certainly follow (in->follows).
 * @return false: the position has no score of 16 bits, its game no result, or no move follows. */
bool fm_chain_entry_begin(const struct fm_record_input *in, struct fm_chain_entry *out);
/** Append an entry. */
FM_MUST_CHECK static inline enum fm_status fm_chain_entry_end(const struct fm_chain_entry *entry,
                                                              struct fm_buf *out)
{
    FM_TRY(fm_buf_reserve(out, sizeof *entry));
    unsigned char *const to = out->p + out->n;
    memcpy(to, entry, FM_CHAIN_STEP);
    if (entry->has_head)
        memcpy(to, entry, sizeof *entry);
    out->n += entry->has_head ? sizeof *entry : FM_CHAIN_STEP;
    return FM_OK;
}

/** Does an entry follow the last one? */
static inline bool fm_chain_goes_on(const struct fm_chain *chain,
                                    const struct fm_chain_entry *entry)
{
    return chain->open && (!entry->has_head || (chain->next != 0 && chain->next == entry->here &&
                                                chain->ply + 1 == entry->ply &&
                                                chain->half_points == entry->half_points));
}
/** It is the last one now. */
static inline void fm_chain_add(struct fm_chain *chain, const struct fm_chain_entry *entry)
{
    chain->open = true;
    chain->next = entry->has_head ? entry->next : chain->next + 1;
    chain->ply = entry->ply;
    chain->half_points = entry->half_points;
    chain->score = entry->score;
}
/** Take the next entry from a text. @return false: there is none. */
static inline bool fm_chain_take(struct fm_text *entries, struct fm_chain_entry *out)
{
    if (entries->n < FM_CHAIN_STEP)
        return false;
    memcpy(out, entries->p, FM_CHAIN_STEP);
    const size_t n = out->has_head ? sizeof *out : FM_CHAIN_STEP;
    if (out->has_head)
        memcpy(out, entries->p, n);
    entries->p += n;
    entries->n -= n;
    return true;
}

#endif
