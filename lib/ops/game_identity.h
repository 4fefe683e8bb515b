/* SPDX-License-Identifier: MIT */
/* The facts about a game that are compared to find duplicates (duplicates.h, longest.h), and the
 * answer for each game. */
#ifndef FM_OPS_GAME_IDENTITY_H
#define FM_OPS_GAME_IDENTITY_H
#include "base/base.h"
#include "filter/tagvalue.h"

/* The facts about a game that are compared. */
struct fm_game_identity {
    /* hash of all that must be equal; without the moves if the longest are kept */
    struct fm_hash128 key;
    /* bytes of all moves, if the longest are kept; valid only during the call */
    struct fm_text moves;
    uint16_t tags; /* number of known tags, if the best are kept; else 0 */
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    /* if the longest are kept: true if moves are compared: they must equal, or begin, those of
     * the other game */
    bool related;
    /* true: too little is known; the game is never a duplicate, nor the beginning of one */
    bool unique;
};

/* The answer for a game. */
struct fm_duplicate {
    /* true: the answer is known after all games were given: fm_duplicates_decide() */
    bool undecided;
    bool dropped;  /* true: the same as a kept or excluded one, or not among those wanted */
    bool excluded; /* true: it is the same as an excluded game */
    bool unlisted; /* true: it is none of the games that alone are wanted */
    bool shorter;  /* true: its moves are only the beginning of those of the kept game */
};

/* The facts that games with equal keys are compared by. The struct has no padding: all of its
 * bytes may be written. */
struct fm_identity_facts {
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    bool related;         /* true: its moves are compared, too */
};

/** Date and result as a number. */
static inline uint64_t fm_identity_facts_number(const struct fm_identity_facts *facts)
{
    return (uint64_t)facts->date.year << 24 | (uint64_t)facts->date.month << 16 |
           (uint64_t)facts->date.day << 8 | facts->result;
}

/** Whether date and result do not contradict each other: what is not known
 * contradicts nothing. */
static inline bool fm_identity_facts_agree(const struct fm_identity_facts *a,
                                           const struct fm_identity_facts *b)
{
    const unsigned of_a[] = {a->date.year, a->date.month, a->date.day, a->result};
    const unsigned of_b[] = {b->date.year, b->date.month, b->date.day, b->result};
    for (size_t i = 0; i < FM_COUNT_OF(of_a); i++)
        if (of_a[i] != of_b[i] && of_a[i] != 0 && of_b[i] != 0)
            return false;
    return true;
}

#endif
