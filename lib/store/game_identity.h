/* SPDX-License-Identifier: MIT */
/* What is compared of games, to find those that are the same (duplicates.h, longest.h), and what is
 * found out of each. */
#ifndef FM_STORE_GAME_IDENTITY_H
#define FM_STORE_GAME_IDENTITY_H
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

#endif
