/* SPDX-License-Identifier: MIT */
/* What is compared of games, to find those that are the same (duplicates.h, longest.h), and what is
 * found out of each. */
#ifndef FM_STORE_GAME_IDENTITY_H
#define FM_STORE_GAME_IDENTITY_H
#include "base/base.h"
#include "filter/tagvalue.h"
#include "store/prefix_tree.h"

/* What is compared of a game. */
struct fm_game_identity {
    struct fm_hash128 key;   /* of all that must be equal; where `related`, hi is the group's */
    struct fm_hash128 group; /* of players and start; with `related` */
    struct fm_text moves;    /* bytes of all moves, with `related`; not kept */
    /* For the longest: `key` has no moves, `moves` is always there, and `related` are games whose
     * moves must be the same, or the beginning. */
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    bool related;         /* beginnings are looked for among the games of the group */
    bool unique;          /* too little is known: never a duplicate, nor the beginning of one */
};

/* What is found out of a game. */
struct fm_duplicate {
    unsigned char part;      /* 0: decided; else undecided, 1 + the number of its part */
    bool same;               /* a kept or excluded game is the same */
    bool excluded;           /* an excluded one */
    unsigned char relations; /* set of enum fm_duplicate_relation: of a game that is kept, and why
                              * one is the same as the longest */
    uint64_t place;          /* of the longest: which game's place it has, 0.. as they were given */
};

#endif
