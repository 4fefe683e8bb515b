/* SPDX-License-Identifier: MIT */
/* What is compared of games, to find those that are the same (duplicates.h, longest.h), and what is
 * found out of each. */
#ifndef FM_OPS_GAME_IDENTITY_H
#define FM_OPS_GAME_IDENTITY_H
#include "base/base.h"
#include "filter/tagvalue.h"

/* What is compared of a game. */
struct fm_game_identity {
    struct fm_hash128 key; /* of all that must be equal; for the longest, without moves */
    struct fm_text moves;  /* for the longest: bytes of all moves; not kept */
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    bool related; /* for the longest: its moves must be the same as another's, or the beginning */
    bool unique;  /* too little is known: never a duplicate, nor the beginning of one */
};

/* What is found out of a game. */
struct fm_duplicate {
    bool undecided; /* it is known when all games are: fm_duplicates_decide() */
    bool same;      /* a kept or excluded game is the same */
    bool excluded;  /* an excluded one */
    bool shorter;   /* its moves are only the beginning of the kept one's */
};

/* What games of one key are compared by. It has no padding: all of it may be
 * written. */
struct fm_identity_facts {
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    bool related;         /* moves are in its key */
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
