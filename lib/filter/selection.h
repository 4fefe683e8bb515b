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
    bool set;         /* true: the range was given; false: it has every number */
};

/* What a file of games or positions is for: what is in it is not wanted; nothing else is. */
enum fm_set { FM_SET_EXCLUDE, FM_SET_ONLY, FM_SETS };

/** Is there a file of either? */
static inline bool fm_has_set(const struct fm_text sets[FM_SETS])
{
    return sets[FM_SET_EXCLUDE].n > 0 || sets[FM_SET_ONLY].n > 0;
}

/* The byte between the texts of a list: one that no text of a profile needs. */
enum { FM_TEXTS_APART = 0x1F };

enum fm_any_yes_no { FM_ANY, FM_YES, FM_NO };

/* The state of the board when a game ends; several of these can hold. */
enum fm_final {
    FM_FINAL_MATE,
    FM_FINAL_STALEMATE,
    FM_FINAL_CHECK,
    FM_FINAL_INSUFFICIENT,
    FM_FINAL_FIFTY,
    FM_FINAL_REPETITION,
    FM_FINAL_OTHER, /* none of the above */
    FM_FINALS
};

/* The games that are kept among games that are the same: all, the first, the one with most moves,
 * and of several with most moves the one with most known tags. */
enum fm_keep_duplicates {
    FM_DUPLICATES_ALL,
    FM_DUPLICATES_FIRST,
    FM_DUPLICATES_LONGEST,
    FM_DUPLICATES_BEST
};
/** Is a game kept for its length? Then one whose moves another begins with is the same game. */
static inline bool fm_keeps_longest(enum fm_keep_duplicates keep)
{
    return keep >= FM_DUPLICATES_LONGEST;
}

/* Kinds of annotations: bits of `games.has`. */
enum fm_has {
    FM_HAS_COMMENTS = 1 << 0, /* with text, beside embedded commands */
    FM_HAS_VARIATIONS = 1 << 1,
    FM_HAS_EVALUATIONS = 1 << 2,
    FM_HAS_CLOCKS = 1 << 3
};

/* The properties that must agree for two games to be the same: bits of `duplicates.key`. Unless
 * moves alone are compared, dates that contradict each other make two games. */
enum fm_duplicate_key {
    FM_SAME_PLAYERS = 1 << 0,
    FM_SAME_RESULT = 1 << 1, /* an unknown result agrees with any */
    FM_SAME_MOVES = 1 << 2,  /* moves and start position */
    FM_SAME_DATE = 1 << 3,   /* the whole date, unknown parts included */
    FM_SAME_ROUND = 1 << 4,
    FM_SAME_SURNAMES = 1 << 5 /* fm_fold_surname() */
};

/* The kinds of moves; a move may be of several kinds. */
enum fm_move_is {
    FM_MOVE_IS_CAPTURE,
    FM_MOVE_IS_PROMOTION,
    FM_MOVE_IS_CHECK,
    FM_MOVE_IS_CASTLING,
    FM_MOVE_IS_UNDERPROMOTION, /* promotion to another piece than a queen */
    FM_MOVE_IS_EN_PASSANT,
    FM_MOVE_IS_MATE,
    FM_MOVE_IS_STALEMATE,
    FM_MOVE_IS_KINGSIDE,  /* castling on the king's side */
    FM_MOVE_IS_QUEENSIDE, /* castling on the queen's side */
    FM_MOVE_IS_NULL
};

/* Conditions that all must hold at one position of a game's main line. */
struct fm_profile_contains {
    struct fm_text material, board; /* see filter/position_filter.h; empty = any */
    /* Kinds of the move played there: set of 1 << enum fm_move_is; 0 = any, or none. */
    unsigned moves;
};

/* Rules on tags that all must hold. */
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
    struct fm_tag_set *any; /* sets of which one must hold; empty = no condition */
    size_t any_count;
    struct fm_tag_set *none; /* sets of which none may hold */
    size_t none_count;
    /* Rule on the name of a player of either colour; NULL = any. */
    struct fm_tag_rule *player;
    struct fm_tag_rule *opponent; /* the same on the other player's; NULL = any */
    /* Rules on both ratings, on either, on their mean; NULL = any. */
    struct fm_tag_rule *elo_both, *elo_either, *elo_mean;
    struct fm_range elo_difference; /* rating of White minus Black's */
    unsigned has;                   /* annotations that the game must have: set of enum fm_has */
    unsigned times;                 /* time classes: set of 1 << enum fm_time_class; 0 = any */
    unsigned results;               /* set of 1 << index of 1-0 0-1 1/2-1/2 *; 0 = any */
    unsigned finals;                /* set of 1 << enum fm_final; 0 = any */
    /* Positions of which the game must reach one, FEN or moves, FM_TEXTS_APART between two; empty =
     * any. */
    struct fm_text reached;
    /* File of games, or a list, of which the game must reach a last position, a NUL after its name;
     * empty = none. */
    struct fm_text reached_file;
    struct fm_profile_contains contains;
    struct fm_opening_rules opening; /* rules on the last opening known in the main line */
    struct fm_range book;            /* last ply at which the game was in `input.book` */
    enum fm_keep_duplicates duplicates;
    unsigned duplicate_key; /* set of enum fm_duplicate_key */
    /* Files of games that are not wanted, and that alone are, a NUL after each name; empty =
     * none. */
    struct fm_text sets[FM_SETS];
    uint64_t sample; /* games drawn from those of the run that all else leaves; 0 = all */
};

/* When a condition on games can be decided. */
enum fm_known {
    FM_KNOWN_ELSEWHERE = 0,  /* decided by other files than game_filter.c */
    FM_KNOWN_TAGS = 1 << 0,  /* decided by tags and result */
    FM_KNOWN_CLASS = 1 << 1, /* decided by the class */
    FM_KNOWN_END = 1 << 2    /* decided after the replay */
};

/* Where a game can be lost on its way to the outputs, in this order; before all of them by
 * `games.range` (FM_LOST_RANGE) and the rules of `games.tags`, each by itself. A row has the name
 * in counts, what must be known, when it is set (`g` are the conditions), and when it holds: of the
 * `facts` of a game, or of its `end`. */
#define FM_GAME_CONDITIONS(X) \
    X(ANY, "any", TAGS, g->any_count > 0, some_hold(g->any, g->any_count, facts)) \
    X(NONE, "none", TAGS, g->none_count > 0, !some_hold(g->none, g->none_count, facts)) \
    X(PLAYER, "player", TAGS, g->player != NULL, \
      holds_for(g->player, FM_TAG_WHITE, facts) || holds_for(g->player, FM_TAG_BLACK, facts)) \
    X(OPPONENT, "opponent", TAGS, g->opponent != NULL, \
      pair_holds(g, FM_TAG_WHITE, FM_TAG_BLACK, facts) || \
          pair_holds(g, FM_TAG_BLACK, FM_TAG_WHITE, facts)) \
    X(RESULT, "result", TAGS, g->results != 0, g->results >> fm_result_index(facts->result) & 1) \
    X(TIME, "time", TAGS, g->times != 0, time_holds(g->times, facts)) \
    X(ELO, "elo", TAGS, g->elo_both != NULL || g->elo_either != NULL || g->elo_mean != NULL, \
      ratings_hold(g, facts)) \
    X(ELO_DIFFERENCE, "elo.difference", TAGS, g->elo_difference.set, \
      difference_holds(&g->elo_difference, facts)) \
    X(HAS, "has", TAGS, g->has != 0, has_annotations(g->has, facts->moves)) \
    /* The game was rejected before its class was known. */ \
    X(UNREADABLE, NULL, ELSEWHERE, false, true) \
    X(CLASS, "class", CLASS, g->classes != 0, g->classes >> facts->class_ & 1) \
    /* No output takes the game: the part of each `when:` that tags decide fails. */ \
    X(UNTAKEN, NULL, ELSEWHERE, false, true) \
    X(REJECTED, NULL, ELSEWHERE, false, true) \
    X(PLIES, "plies", END, g->plies.set, fm_range_has(&g->plies, end->plies)) \
    X(FINAL, "final", END, g->finals != 0, (g->finals & end->finals) != 0) \
    X(REACHED, "reached", END, g->reached.n > 0, end->reached) \
    X(REACHED_FILE, "reached-file", END, g->reached_file.n > 0, end->reached_listed) \
    X(CONTAINS, "contains", END, fm_has_contains(&g->contains), end->contained) \
    X(OPENING, "opening", END, fm_has_opening_rules(&g->opening), end->opened) \
    /* A game that never was in the book has no such ply. */ \
    X(BOOK, "book", END, g->book.set, \
      end->booked.last > 0 && fm_range_has(&g->book, (int64_t)end->booked.last - 1)) \
    /* The game is in another part of `positions.split`, for every output. */ \
    X(SPLIT, NULL, ELSEWHERE, false, true) \
    X(UNTAKEN_AT_END, NULL, ELSEWHERE, false, true) \
    X(EXCLUDE, "exclude", ELSEWHERE, g->sets[FM_SET_EXCLUDE].n > 0, true) \
    X(ONLY, "only", ELSEWHERE, g->sets[FM_SET_ONLY].n > 0, true) \
    X(DUPLICATES, "duplicates", ELSEWHERE, g->duplicates != FM_DUPLICATES_ALL, true) \
    X(SAMPLE, "sample", ELSEWHERE, g->sample > 0, true)

#define FM_GAME_STEP(step, ...) FM_GAME_##step,
enum fm_game_step { FM_GAME_CONDITIONS(FM_GAME_STEP) FM_GAME_STEPS };
#undef FM_GAME_STEP
#define FM_NOT_LOST SIZE_MAX         /* the game passed all steps */
#define FM_LOST_RANGE (SIZE_MAX - 2) /* the game is outside `games.range` */

struct fm_profile_positions {
    struct fm_range plies; /* default 1.. */
    bool plies_given;      /* true: `plies` was given, and holds for records of lists, too */
    uint64_t every;        /* 1 = every position; N = every Nth */
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
    } eval_field;       /* score that `eval` is about; names as in fields of templates */
    bool eval_absolute; /* true: `eval` is a range of absolute values */
    /* Rules on the last opening known on the way to the position. */
    struct fm_opening_rules opening;
    /* the place of the position in `input.book` */
    enum { FM_BOOK_ANY, FM_BOOK_IN, FM_BOOK_OUT, FM_BOOK_LEAVES, FM_BOOK_LEFT } book;
    unsigned marks;          /* marks of the next move: set of 1 << NAG (1..6) */
    struct fm_text material; /* see filter/position_filter.h; empty = any */
    /* Kinds that the next move has, and has not: sets of 1 << enum fm_move_is. */
    unsigned next, not_next;
    struct fm_range material_points; /* of both sides, by fm_kind_points */
    struct fm_range halfmove;        /* plies since the last capture or pawn move */
    struct fm_range fullmove;        /* number of the next move */
    struct fm_range swing;           /* centipawns that the next move loses */
    struct fm_text board;            /* see filter/position_filter.h; empty = any */
    /* Earliest position that can be selected, FEN or moves; empty = any. */
    struct fm_text reached;
    struct fm_tag_rule *ops; /* rules on operations: `tag` is the opcode */
    size_t op_count;
    struct fm_range split_part; /* parts that are selected, of 1..split_of */
    uint64_t split_of;          /* number of parts; 0 = no split */
    enum { FM_SPLIT_GAMES, FM_SPLIT_POSITIONS } split_by;
    uint64_t split_seed;
    /* Files of positions that are not wanted, and that alone are; as those of games. */
    struct fm_text sets[FM_SETS];
    uint64_t sample_per_game; /* positions chosen from each game; 0 = all */
    uint64_t sample_total;    /* positions chosen from the whole run, or each group; 0 = all */
    uint64_t sample_seed;
    /* Fields of the groups that `sample_total` is of (record/record.h); none: of the run. */
    const struct fm_record_field *sample_by;
    size_t sample_by_count;
    enum { FM_UNIQUE_NO, FM_UNIQUE_FEN, FM_UNIQUE_POSITION, FM_UNIQUE_BOARD } unique_key;
    enum { FM_SCOPE_RUN, FM_SCOPE_GAME } unique_scope;
    /* File that keeps the keys between runs, a NUL after its name; empty = none. */
    struct fm_text unique_store;
    /* Limit for the data that the run remembers, in bytes; the rest goes to a file. */
    uint64_t memory;
};

/* The data that a condition on positions looks at. */
enum fm_looks_at {
    FM_LOOKS_ELSEWHERE = 0,  /* not at one position, or applied by others than position_lost() */
    FM_LOOKS_SETUP = 1 << 0, /* pieces and side to move, under any rules */
    FM_LOOKS_BOARD = 1 << 1, /* a position of these rules; answered by a view of it, as _SETUP is */
    FM_LOOKS_MOVE = 1 << 2,  /* the next move */
    FM_LOOKS_NOTES = 1 << 3, /* marks and comments of the moves before and after it */
    FM_LOOKS = (1 << 4) - 1
};

/* The conditions of positions, in the order in which they are applied. A row has the key that
 * counts name, what it looks at, when it is set (of `p`, the conditions), and when it holds: see
 * step_holds() for the names in that. One on the board is a row here, with its member above, and a
 * key. */
#define FM_POSITION_CONDITIONS(X) \
    X(REACHED, "positions.reached", ELSEWHERE, p->reached.n > 0, true) \
    /* The position is not the last of its game, and rows are of games. */ \
    X(LAST, "output.rows", ELSEWHERE, false, true) \
    /* The default is 1.., from the position after the first move on. */ \
    X(PLIES, "positions.plies", ELSEWHERE, true, true) \
    X(EVERY, "positions.every", ELSEWHERE, p->every > 1, true) \
    X(OPENING, "positions.opening", ELSEWHERE, fm_has_opening_rules(&p->opening), true) \
    X(IN_BOOK, "positions.book", ELSEWHERE, p->book != FM_BOOK_ANY, true) \
    X(SIDE, "positions.side", SETUP, p->side != FM_SIDE_ANY, \
      (p->side == FM_SIDE_BLACK) == view->black) \
    X(MARKS, "positions.marks", NOTES, p->marks != 0, BFN(marks_hold)(p, next, ahead, lacks)) \
    X(PIECES, "positions.pieces", SETUP, p->pieces.set, \
      fm_range_has(&p->pieces, bb_count(view->all[FM_WHITE] | view->all[FM_BLACK]))) \
    X(CHECK, "positions.check", BOARD, p->check != FM_ANY, \
      (p->check == FM_YES) == BFN(view_in_check)(view)) \
    X(HALFMOVE, "positions.halfmove", BOARD, p->halfmove.set, \
      fm_range_has(&p->halfmove, view->halfmove)) \
    X(FULLMOVE, "positions.fullmove", BOARD, p->fullmove.set, \
      fm_range_has(&p->fullmove, view->fullmove)) \
    X(EVAL, "positions.eval", NOTES, p->eval.set, \
      BFN(eval_holds)(wants, pos, next, here, ahead, lacks)) \
    X(MATERIAL, "positions.material", SETUP, p->material.n > 0, \
      wants->material == NULL || BFN(material_holds)(view, wants->material)) \
    X(MATERIAL_POINTS, "positions.material-points", SETUP, p->material_points.set, \
      fm_range_has(&p->material_points, BFN(points_of)(view))) \
    X(BOARD, "positions.board", SETUP, p->board.n > 0, \
      wants->mask == NULL || BFN(mask_holds)(view, wants->mask)) \
    X(SWING, "positions.swing", NOTES, p->swing.set, \
      BFN(swing_holds)(wants, pos, next, here, ahead, lacks)) \
    X(NEXT, "positions.next", MOVE, p->next != 0 || p->not_next != 0, \
      BFN(next_holds)(p, pos, next, lacks)) \
    X(QUIET, "positions.quiet", MOVE, p->quiet, BFN(is_quiet)(pos, next, lacks)) \
    X(SPLIT, "positions.split", BOARD, p->split_of > 0 && p->split_by == FM_SPLIT_POSITIONS, \
      fm_split_has(p, BFN(view_hash)(view).lo)) \
    X(OPS, "positions.ops", ELSEWHERE, p->op_count > 0, true) \
    X(EXCLUDE, "positions.exclude", ELSEWHERE, p->sets[FM_SET_EXCLUDE].n > 0, true) \
    X(ONLY, "positions.only", ELSEWHERE, p->sets[FM_SET_ONLY].n > 0, true) \
    /* The program that the output is for cannot read the next move. */ \
    X(READABLE, "output.for", ELSEWHERE, false, true) \
    /* With a sample per game: the game had the same key at an earlier position. */ \
    X(REPEATED, "positions.unique", ELSEWHERE, \
      p->sample_per_game > 0 && p->unique_key != FM_UNIQUE_NO, true) \
    X(SAMPLE_PER_GAME, "positions.sample.per-game", ELSEWHERE, p->sample_per_game > 0, true) \
    /* A template of its record has no value. */ \
    X(VALUES, "output.line", ELSEWHERE, false, true) \
    /* A book cannot have the position: no move is played, or there is no key. */ \
    X(BOOK, "output.format", ELSEWHERE, false, true) \
    X(UNIQUE, "positions.unique", ELSEWHERE, p->unique_key != FM_UNIQUE_NO, true) \
    X(SAMPLE_TOTAL, "positions.sample.total", ELSEWHERE, p->sample_total > 0, true) \
    /* A book has no move without a weight. */ \
    X(WEIGHTS, "output.weights", ELSEWHERE, false, true) \
    /* The position is not the first of its group. */ \
    X(GROUPS, "output.rows", ELSEWHERE, false, true) \
    /* The group has fewer positions than `min-count`. */ \
    X(MIN_COUNT, "output.min-count", ELSEWHERE, false, true) \
    /* The output has as many records as `limit` allows. */ \
    X(LIMIT, "output.limit", ELSEWHERE, false, true)

/* FM_POSITION_STEPS: none of them, it passes. */
#define FM_POSITION_STEP(step, ...) FM_POSITION_##step,
enum fm_position_step { FM_POSITION_CONDITIONS(FM_POSITION_STEP) FM_POSITION_STEPS };
_Static_assert(FM_POSITION_STEPS <= 64, "a set of steps is in one word");
#undef FM_POSITION_STEP

/** Names of the steps in counts; NULL: it is none of the profile's. */
extern const char *const fm_game_step_names[FM_GAME_STEPS];
extern const char *const fm_position_step_names[FM_POSITION_STEPS];
/** The steps that are set: 1 << each. Those of the output are not among them: FM_POSITION_LAST,
 * _VALUES, _BOOK, and from FM_POSITION_WEIGHTS on. */
unsigned fm_game_steps_set(const struct fm_profile_games *games);
uint64_t fm_position_steps_set(const struct fm_profile_positions *positions);
/** The steps that look at one of these, a set of enum fm_looks_at: 1 << each. */
static inline uint64_t fm_position_steps_at(unsigned looks)
{
#define FM_STEP_LOOKS(step, name, at, ...) \
    | (uint64_t)((looks & FM_LOOKS_##at) != 0) << FM_POSITION_##step
    return 0 FM_POSITION_CONDITIONS(FM_STEP_LOOKS);
#undef FM_STEP_LOOKS
}
/** Does a condition on positions look at the next move, or at what is noted of it? */
bool fm_positions_look_ahead(const struct fm_profile_positions *positions);
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
/** The steps that are set and decided by these, a set of enum fm_known: 1 << each. */
unsigned fm_game_steps_known(const struct fm_profile_games *games, unsigned known);
/** Is there any condition on games that needs their replay? */
static inline bool fm_has_end_filter(const struct fm_profile_games *games)
{
    return fm_game_steps_known(games, FM_KNOWN_END) != 0;
}
/** Is there any condition on positions, plies and uniqueness apart? */
bool fm_has_position_filter(const struct fm_profile_positions *positions);
/** Is what has this hash in the wanted parts of `split`? Every hash is in exactly one part. */
bool fm_split_has(const struct fm_profile_positions *positions, uint64_t hash);
/** Is the number in the range? */
static inline bool fm_range_has(const struct fm_range *range, int64_t number)
{
    return !range->set || (number >= range->from && number <= range->to);
}
/** Does a range count from the end of the game? */
static inline bool fm_range_is_from_end(const struct fm_range *range)
{
    return range->set && (range->from < 0 || range->to < 0);
}
/** Does `split` divide games, whose records stay together? */
static inline bool fm_splits_games(const struct fm_profile_positions *positions)
{
    return positions->split_of > 0 && positions->split_by == FM_SPLIT_GAMES;
}
/** A range of plies for a game of that many plies: from .. from + span. If none of them is in the
 * range, from is past the end. */
void fm_range_of_game(const struct fm_range *range, unsigned plies, unsigned *from, unsigned *span);

#endif
