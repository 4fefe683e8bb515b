/* SPDX-License-Identifier: MIT */
/* The programs that read what is written (`for: stockfish`), and what each reads best. Sources:
 * docs/consumers.md. */
#ifndef FM_PROFILE_CONSUMER_H
#define FM_PROFILE_CONSUMER_H
#include "profile/profile.h"

/* Which columns of a row are guesses: the program was not tried and its source not read. */
enum fm_doubt {
    FM_DOUBT_CASTLING = 1 << 0,
    FM_DOUBT_EN_PASSANT = 1 << 1,
    FM_DOUBT_SHAPE = 1 << 2 /* formats and counters */
};

/* What a program needs of a game in PGN, beyond the export format of the standard, or of EPD. */
enum fm_pgn_need {
    FM_PGN_VARIANT_TAG = 1 << 0,   /* a Variant tag if rules or start are not standard */
    FM_PGN_VARIANT_FIRST = 1 << 1, /* it is before the FEN tag */
    /* In every game: without one it takes the variant of the game before. */
    FM_PGN_VARIANT_ALWAYS = 1 << 2,
    FM_PGN_START = 1 << 3,         /* a FEN tag in each Chess960 game */
    FM_PGN_LETTER_TAGS = 1 << 4,   /* names of tags have letters only */
    FM_PGN_UTF8 = 1 << 5,          /* no other encoding */
    FM_PGN_ONE_LINE = 1 << 6,      /* no comment, bracket or NAG begins a line */
    FM_PGN_BRACKETS = 1 << 7,      /* it counts brackets that are in comments */
    FM_PGN_NO_NULL_MOVES = 1 << 8, /* a null move ends its reading */
    FM_PGN_ORDERED = 1 << 9,       /* after a move NAGs, then comments, then variations */
    FM_PGN_KING_CASTLES = 1 << 10, /* castling in Janus is written as the king's move: Ki1 */
    /* Of EPD: moves of operations are read on a board of standard chess, which refuses other castling. */
    FM_EPD_STANDARD_CASTLING = 1 << 11
};

/* How a program reads PGN. */
struct fm_pgn_reader {
    unsigned needs; /* set of enum fm_pgn_need */
    /* What it has in the Variant tag of games of Chess960, from the standard start position, and from
     * another one; NULL = anything. */
    const char *chess960, *standard, *setup;
};

struct fm_consumer {
    const char *name;
    enum fm_format format; /* it reads best */
    /* Set of 1 << enum fm_format: those that it reads, among fen, epd and pgn, or, with keys, of all. */
    unsigned formats;
    unsigned variants; /* it plays: set of 1 << enum fm_variant_id */
    /* What it reads is data: keys of an output and its positions, and their values in YAML, two by two,
     * then NULL. They count where they are not given, as do its formats, whatever the suffix of the
     * output. NULL: none. */
    const char *const *keys;
    enum fm_castling_dialect castling;
    enum fm_en_passant en_passant;
    bool letter_j; /* Janus's archbishop is J */
    /* It reads castling of standard chess alone as a move: a position in which a king of Chess960 castles next is left out. */
    bool standard_castling;
    const struct fm_pgn_reader *pgn;
    unsigned doubts;  /* set of enum fm_doubt */
    const char *note; /* for the manual */
};

/** Does the program of an output, if it has one, know the rules of the variant? */
bool fm_consumer_plays(const struct fm_profile_output *output, enum fm_variant_id id);
/** Does an output need this of its games? */
bool fm_consumer_needs(const struct fm_profile_output *output, enum fm_pgn_need need);

/** Does the program of an output refuse castling of Chess960 as a move? */
static inline bool fm_consumer_refuses_960(const struct fm_profile_output *output)
{
    return output->consumer != NULL && output->consumer->standard_castling;
}

extern const struct fm_consumer fm_consumers[];
extern const size_t fm_consumer_count;
/* The rows' names in their order, then second names; NULL-terminated. */
extern const char *const fm_consumer_names[];
/** The row of a name. @param index  of it in fm_consumer_names. */
const struct fm_consumer *fm_consumer_of(size_t index);

#endif
