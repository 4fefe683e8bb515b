/* What is asked of games and positions: filled by the profile, read by the filters. Meanings:
 * docs/design.md section 3. */
#ifndef FM_SELECT_SELECTION_H
#define FM_SELECT_SELECTION_H
#include "base/base.h"
#include "select/tagrule.h"

/* An inclusive range of whole numbers; negative ply numbers count from the end (-1 = the last
 * position). */
struct fm_range {
    int64_t from, to; /* INT64_MIN / INT64_MAX = open */
    bool set;         /* false: everything */
};

enum fm_any_yes_no { FM_ANY, FM_YES, FM_NO };

struct fm_profile_games {
    unsigned classes; /* set of 1 << enum fm_class; 0 = all that can be replayed */
    bool classic_no_fen_tag;
    struct fm_tag_rule *tags;
    size_t tag_count;
    struct fm_range plies;
};

struct fm_profile_positions {
    struct fm_range plies; /* default 1.. */
    uint64_t every;        /* 1.. */
    bool last_only;        /* `plies: last` is -1..-1 */
    enum { FM_SIDE_ANY, FM_SIDE_WHITE, FM_SIDE_BLACK } side;
    bool quiet;
    enum fm_any_yes_no check;
    struct fm_range pieces, eval;
    unsigned marks;           /* set of 1 << NAG (1..6) */
    struct fm_text material;  /* signature, `KRPvKR`; empty = any */
    uint64_t sample_per_game; /* 0 = all */
    uint64_t sample_total;    /* of the whole run; 0 = all */
    uint64_t sample_seed;
    enum { FM_UNIQUE_NO, FM_UNIQUE_FEN, FM_UNIQUE_POSITION, FM_UNIQUE_BOARD } unique_key;
    enum { FM_SCOPE_RUN, FM_SCOPE_GAME } unique_scope;
    struct fm_text
        unique_store; /* folder that keeps the keys between runs, a NUL behind it; empty = none */
    uint64_t memory;  /* bytes for uniqueness, above which it goes on disk */
};

/** A range of plies, worked out for a game of that many plies: from .. from + span; nothing is left
 * of it: from past the end. */
void fm_range_of_game(const struct fm_range *range, unsigned plies, unsigned *from, unsigned *span);

#endif
