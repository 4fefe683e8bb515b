/* SPDX-License-Identifier: MIT */
/* The programs that read what is written (`for: stockfish`), and what each reads best. Sources:
 * docs/consumers.md. */
#ifndef FM_PROFILE_CONSUMER_H
#define FM_PROFILE_CONSUMER_H
#include "pgn/markings.h"
#include "profile/profile.h"

/* The columns of a row that are guesses: the program was not tried, and its source was not
 * read. */
enum fm_doubt {
    FM_DOUBT_CASTLING = 1 << 0,
    FM_DOUBT_EN_PASSANT = 1 << 1,
    FM_DOUBT_SHAPE = 1 << 2 /* formats and counters */
};

/* The needs of a program that reads games in PGN, beyond the export format of the standard,
 * or EPD. */
enum fm_pgn_need {
    FM_PGN_VARIANT_TAG = 1 << 0,   /* a Variant tag if rules or start are not standard */
    FM_PGN_VARIANT_FIRST = 1 << 1, /* the Variant tag is before the FEN tag */
    /* A Variant tag in every game: in a game without one the program keeps the variant of the
     * game before. */
    FM_PGN_VARIANT_ALWAYS = 1 << 2,
    FM_PGN_START = 1 << 3,         /* a FEN tag in each Chess960 game */
    FM_PGN_LETTER_TAGS = 1 << 4,   /* names of tags with letters only */
    FM_PGN_UTF8 = 1 << 5,          /* text in UTF-8 only */
    FM_PGN_ONE_LINE = 1 << 6,      /* no line that begins with a comment, bracket or NAG */
    FM_PGN_BRACKETS = 1 << 7,      /* the program counts brackets in comments */
    FM_PGN_NO_NULL_MOVES = 1 << 8, /* no null moves: the program stops reading there */
    FM_PGN_ORDERED = 1 << 9,       /* the order after a move is NAGs, comments, variations */
    FM_PGN_KING_CASTLES = 1 << 10, /* castling in Janus as the move of the king: Ki1 */
    /* In EPD only castling of standard chess: the program reads the moves of operations on
     * such a board. */
    FM_EPD_STANDARD_CASTLING = 1 << 11
};

/* How a program reads PGN. */
struct fm_pgn_reader {
    unsigned needs;    /* set of enum fm_pgn_need */
    unsigned markings; /* what it reads of commands in comments: set of enum fm_marking_form */
    /* Values of the Variant tag that the program expects: of games of Chess960, of games from
     * the standard start position, and of games from another one; NULL = anything. */
    const char *chess960, *standard, *setup;
};

struct fm_consumer {
    const char *name;
    enum fm_format format; /* format that the program reads best */
    /* Formats that the program reads: set of 1 << enum fm_format. Without `keys` only fen, epd
     * and pgn are among them, with `keys` all that it reads. */
    unsigned formats;
    /* Variants that the program plays: set of 1 << enum fm_variant_id. */
    unsigned variants;
    /* Of a program that reads data: keys of an output and its positions, each followed by its
     * value in YAML, then NULL. They count where the user does not give them, and so does the
     * format, whatever the suffix of the output. NULL: none. */
    const char *const *keys;
    enum fm_castling_dialect castling;
    enum fm_en_passant en_passant;
    bool letter_j; /* true: the archbishop of Janus is J */
    /* True: the program reads castling only as in standard chess. A position in which a king of
     * Chess960 castles next is left out. */
    bool standard_castling;
    const struct fm_pgn_reader *pgn;
    unsigned doubts;  /* columns that are guesses: set of enum fm_doubt */
    const char *note; /* note for the manual */
};

/** Are there variants that the program or the format of an output does not know? */
static inline bool fm_consumer_limits(const struct fm_profile_output *output)
{
    return output->consumer != NULL || fm_format_has(output->format, FM_FORMAT_BINARY);
}
/** Do they, if they are such, know the rules of the variant? */
bool fm_consumer_plays(const struct fm_profile_output *output, enum fm_variant_id id);
/** Does an output need this of its games? */
bool fm_consumer_needs(const struct fm_profile_output *output, enum fm_pgn_need need);

/** Does the program of an output refuse castling of Chess960 as a move, or may its format have no
 * way to express a right to castle? */
static inline bool fm_consumer_refuses_960(const struct fm_profile_output *output)
{
    return (output->consumer != NULL && output->consumer->standard_castling) ||
           fm_format_has(output->format, FM_FORMAT_CASTLING);
}

extern const struct fm_consumer fm_consumers[];
extern const size_t fm_consumer_count;
/* The rows' names in their order, then second names; NULL-terminated. */
extern const char *const fm_consumer_names[];
/** The row of a name. @param index  index in fm_consumer_names. */
const struct fm_consumer *fm_consumer_of(size_t index);

#endif
