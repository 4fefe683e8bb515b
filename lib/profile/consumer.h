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

struct fm_consumer {
    const char *name;
    enum fm_format format; /* it reads best */
    /* Set of 1 << enum fm_format among fen, epd and pgn: those that it reads. */
    unsigned formats;
    enum fm_castling_dialect castling;
    enum fm_en_passant en_passant;
    bool letter_j;        /* Janus's archbishop is J */
    bool set_variant;     /* it needs a Variant tag if rules or start are not standard */
    bool variant_first;   /* the Variant tag must be before the FEN tag */
    const char *chess960; /* its spelling of the Variant tag's value */
    unsigned doubts;      /* set of enum fm_doubt */
    const char *note;     /* for the manual */
};

extern const struct fm_consumer fm_consumers[];
extern const size_t fm_consumer_count;
extern const char *const fm_consumer_names[]; /* NULL-terminated, in the same order */

#endif
