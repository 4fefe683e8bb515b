/* SPDX-License-Identifier: MIT */
/* The conditions on games and positions: filled by the profile, read by the filters. Meanings:
 * fenmill-profile(5). */
#ifndef FM_FILTER_SELECTION_H
#define FM_FILTER_SELECTION_H
#include "base/base.h"
#include "filter/tagrule.h"

/* An inclusive range of whole numbers; negative ply numbers count from the end (-1 = the last
 * position). */
struct fm_range {
    int64_t from, to; /* INT64_MIN / INT64_MAX = open */
    bool set;         /* false: everything */
};

enum fm_any_yes_no { FM_ANY, FM_YES, FM_NO };

/* What is on the board when a game ends; a game may have several of these. */
enum fm_final {
    FM_FINAL_MATE,
    FM_FINAL_STALEMATE,
    FM_FINAL_CHECK,
    FM_FINAL_INSUFFICIENT,
    FM_FINAL_FIFTY,
    FM_FINAL_REPETITION,
    FM_FINAL_OTHER, /* none of these */
    FM_FINALS
};

/* Of games that are the same, which are kept. */
enum fm_keep_duplicates { FM_DUPLICATES_ALL, FM_DUPLICATES_FIRST, FM_DUPLICATES_LONGEST };

/* What must agree for two games to be the same: bits of `duplicates.key`. Dates that contradict
 * each other always make two games. */
enum fm_duplicate_key {
    FM_SAME_PLAYERS = 1 << 0,
    FM_SAME_RESULT = 1 << 1, /* an unknown result agrees with any */
    FM_SAME_MOVES = 1 << 2,  /* from the same start */
    FM_SAME_DATE = 1 << 3,   /* unknown parts too */
    FM_SAME_ROUND = 1 << 4
};

/* What a move is; a move may be several of these. */
enum fm_move_is {
    FM_MOVE_IS_CAPTURE,
    FM_MOVE_IS_PROMOTION,
    FM_MOVE_IS_CHECK,
    FM_MOVE_IS_CASTLING,
    FM_MOVE_IS_UNDERPROMOTION, /* to another piece than a queen */
    FM_MOVE_IS_EN_PASSANT,
    FM_MOVE_IS_MATE,
    FM_MOVE_IS_STALEMATE,
    FM_MOVE_IS_KINGSIDE, /* castling */
    FM_MOVE_IS_QUEENSIDE,
    FM_MOVE_IS_NULL
};

/* What a game contains: all that is given holds at one position of its main line. */
struct fm_profile_contains {
    struct fm_text material, board; /* see filter/position_filter.h; empty = any */
    unsigned moves; /* the move played there: set of 1 << enum fm_move_is; 0 = any, or none */
};

/* Rules on tags that hold together. */
struct fm_tag_set {
    struct fm_tag_rule *rules;
    size_t count;
};

/* Rules on the opening that a game or position has; NULL = any. */
struct fm_opening_rules {
    struct fm_tag_rule *eco, *name;
};

struct fm_profile_games {
    struct fm_range range; /* numbers of games and records in the run, 1..; not of a `when:` */
    unsigned classes;      /* set of 1 << enum fm_class; 0 = all that can be replayed */
    bool classic_no_fen_tag;
    struct fm_tag_rule *tags;
    size_t tag_count;
    struct fm_range plies;
    struct fm_tag_set *any; /* one of these must hold; empty = no condition */
    size_t any_count;
    struct fm_tag_set *none; /* none of these may hold */
    size_t none_count;
    struct fm_tag_rule *player;                           /* of either colour; NULL = any */
    struct fm_tag_rule *elo_both, *elo_either, *elo_mean; /* NULL = any */
    unsigned times;         /* set of 1 << enum fm_time_class; 0 = any */
    unsigned results;       /* set of 1 << index of 1-0 0-1 1/2-1/2 *; 0 = any */
    unsigned finals;        /* set of 1 << enum fm_final; 0 = any */
    struct fm_text reached; /* a position that the game must reach, FEN or moves; empty = any */
    struct fm_profile_contains contains;
    struct fm_opening_rules opening; /* the last one known in its main line */
    enum fm_keep_duplicates duplicates;
    unsigned duplicate_key; /* set of enum fm_duplicate_key */
    /* File of games that are not wanted, a NUL after its name; empty = none. */
    struct fm_text exclude;
};

/* Where a game can be lost on its way to the outputs, in this order; before all of them by
 * `games.range` (FM_LOST_RANGE) and the rules of `games.tags`, each by itself. */
enum fm_game_step {
    FM_GAME_ANY,
    FM_GAME_NONE,
    FM_GAME_PLAYER,
    FM_GAME_RESULT,
    FM_GAME_TIME,
    FM_GAME_ELO,
    FM_GAME_UNREADABLE, /* rejected before its class was known */
    FM_GAME_CLASS,
    FM_GAME_UNTAKEN, /* by the `when:` of every output, as far as tags decide it */
    FM_GAME_REJECTED,
    FM_GAME_PLIES,
    FM_GAME_FINAL,
    FM_GAME_REACHED,
    FM_GAME_CONTAINS,
    FM_GAME_OPENING,
    FM_GAME_SPLIT, /* it is in another part of `positions.split`, for every output */
    FM_GAME_UNTAKEN_AT_END,
    FM_GAME_EXCLUDE,
    FM_GAME_DUPLICATES,
    FM_GAME_STEPS
};
#define FM_NOT_LOST SIZE_MAX         /* the game passed all steps */
#define FM_LOST_RANGE (SIZE_MAX - 2) /* it is outside `games.range` */

struct fm_profile_positions {
    struct fm_range plies; /* default 1.. */
    bool plies_given;      /* not by default: it holds for records of lists, too */
    uint64_t every;        /* 1.. */
    enum { FM_SIDE_ANY, FM_SIDE_WHITE, FM_SIDE_BLACK } side;
    bool quiet;
    enum fm_any_yes_no check;
    struct fm_range pieces, eval;
    enum {
        FM_EVAL_POSITION,
        FM_EVAL_POSITION_MOVER,
        FM_EVAL_HERE,
        FM_EVAL_HERE_MOVER,
        FM_EVAL_NEXT,
        FM_EVAL_NEXT_MOVER
    } eval_field;                    /* as the fields of templates */
    bool eval_absolute;              /* the range is of its amount */
    struct fm_opening_rules opening; /* the last one known on the way to the position */
    unsigned marks;                  /* set of 1 << NAG (1..6) */
    struct fm_text material;         /* see filter/position_filter.h; empty = any */
    unsigned next, not_next;  /* what the next move is or is not: sets of 1 << enum fm_move_is */
    struct fm_range halfmove; /* plies since the last capture or pawn move */
    struct fm_range swing;    /* centipawns that the next move loses */
    struct fm_text board;     /* see filter/position_filter.h; empty = any */
    struct fm_text reached;   /* only from this position on, FEN or moves; empty = any */
    struct fm_tag_rule *ops;  /* on operations: `tag` is the opcode */
    size_t op_count;
    struct fm_range split_part; /* of the parts 1..split_of */
    uint64_t split_of;          /* 0 = no split */
    enum { FM_SPLIT_GAMES, FM_SPLIT_POSITIONS } split_by;
    uint64_t split_seed;
    /* File of positions that are not wanted, a NUL after its name; empty = none. */
    struct fm_text exclude;
    uint64_t sample_per_game; /* 0 = all */
    uint64_t sample_total;    /* of the whole run; 0 = all */
    uint64_t sample_seed;
    enum { FM_UNIQUE_NO, FM_UNIQUE_FEN, FM_UNIQUE_POSITION, FM_UNIQUE_BOARD } unique_key;
    enum { FM_SCOPE_RUN, FM_SCOPE_GAME } unique_scope;
    /* File that keeps the keys between runs, a NUL after its name; empty = none. */
    struct fm_text unique_store;
    /* Bytes for what the run remembers; what is more goes to a file. */
    uint64_t memory;
};

/* The conditions of positions, in the order in which they are applied. */
enum fm_position_step {
    FM_POSITION_REACHED,
    FM_POSITION_LAST, /* it is not its game's last, and rows are of games */
    FM_POSITION_PLIES,
    FM_POSITION_EVERY,
    FM_POSITION_OPENING,
    FM_POSITION_SIDE,
    FM_POSITION_MARKS,
    FM_POSITION_PIECES,
    FM_POSITION_CHECK,
    FM_POSITION_HALFMOVE,
    FM_POSITION_EVAL,
    FM_POSITION_MATERIAL,
    FM_POSITION_BOARD,
    FM_POSITION_SWING,
    FM_POSITION_NEXT,
    FM_POSITION_QUIET,
    FM_POSITION_SPLIT,
    FM_POSITION_OPS,
    FM_POSITION_EXCLUDE,
    FM_POSITION_READABLE, /* the program that the output is for cannot read the next move */
    FM_POSITION_REPEATED, /* before a sample per game: its game had one of the same key before */
    FM_POSITION_SAMPLE_PER_GAME,
    FM_POSITION_VALUES, /* a template of its record has no value */
    FM_POSITION_BOOK,   /* a book cannot have it: no move is played, or it has no key */
    FM_POSITION_UNIQUE,
    FM_POSITION_SAMPLE_TOTAL,
    FM_POSITION_WEIGHTS,   /* a book has no move without a weight */
    FM_POSITION_GROUPS,    /* it is not the first of its group */
    FM_POSITION_MIN_COUNT, /* of groups: met less often than `min-count` */
    FM_POSITION_LIMIT,     /* its output has as many as `limit` allows */
    FM_POSITION_STEPS      /* none of them: it passes */
};

/** Is that step set? */
bool fm_game_step_set(const struct fm_profile_games *games, enum fm_game_step step);
/** Is that condition set? Those of the output are not among them: FM_POSITION_LAST, _VALUES, _BOOK, and
 * from FM_POSITION_WEIGHTS on. */
bool fm_position_step_set(const struct fm_profile_positions *positions, enum fm_position_step step);
/** Is there a condition on what a game contains? */
static inline bool fm_has_contains(const struct fm_profile_contains *contains)
{
    return contains->material.n > 0 || contains->board.n > 0 || contains->moves != 0;
}
/** Is there a condition on openings? */
static inline bool fm_has_opening_rules(const struct fm_opening_rules *rules)
{
    return rules->eco != NULL || rules->name != NULL;
}
/** Is there any condition on games, their numbers apart? */
bool fm_has_game_filter(const struct fm_profile_games *games);
/** Is there any condition on games that needs their replay? */
bool fm_has_end_filter(const struct fm_profile_games *games);
/** Is there no condition on what is on the board or on the next move? */
bool fm_positions_plain(const struct fm_profile_positions *positions);
/** Is there any condition on positions, plies and uniqueness apart? */
bool fm_has_position_filter(const struct fm_profile_positions *positions);
/** Is what has this hash in the wanted parts of `split`? Every hash is in exactly one part. */
bool fm_split_has(const struct fm_profile_positions *positions, uint64_t hash);
/** Does a range count from the end of the game? */
static inline bool fm_range_is_from_end(const struct fm_range *range)
{
    return range->set && (range->from < 0 || range->to < 0);
}
/** A range of plies for a game of that many plies: from .. from + span. If none of them is in the
 * range, from is past the end. */
void fm_range_of_game(const struct fm_range *range, unsigned plies, unsigned *from, unsigned *span);

#endif
