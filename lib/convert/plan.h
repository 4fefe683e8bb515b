/* SPDX-License-Identifier: MIT */
/* The plan: all that follows from a profile and its destinations. Computed before the run, const
 * while it goes on. */
#ifndef FM_CONVERT_PLAN_H
#define FM_CONVERT_PLAN_H
#include "base/base.h"
#include "board/fen_write.h"
#include "convert/funnel.h"
#include "convert/used_tags.h"
#include "profile/consumer.h"
#include "profile/profile.h"
#include "record/file_name.h"
#include "record/group.h"
#include "record/merge.h"
#include "record/record.h"
#include "record/rewrite.h"
#include "record/sort_key.h"
#include "record/tag_plan.h"
#include "store/duplicates.h"
#include "store/exclusion.h"
#include "game/options.h"
#include "pgn/aliases.h"
#include "io/output.h"
#include "filter/conditions.h"

enum { FM_MAX_OUTPUTS = 64, FM_COUNTER_OPS_MAX = 64, FM_STANDARD_SP = 518 };

/* What an output, or the run, needs: one set of bits. The lower half are those of enum
 * fm_record_needs; the upper half, here, is the converter's own. The set of the plan is the union
 * of those of its routes and of what the whole run needs. */
#define FM_NEEDS_(n) (UINT64_C(1) << (32 + (n)))
/* Of a route: how its records are chosen. */
#define FM_NEEDS_FROM_END FM_NEEDS_(1)       /* by plies counted from the end of the game */
#define FM_NEEDS_GAME_SAMPLE FM_NEEDS_(2)    /* by `sample: per-game` */
#define FM_NEEDS_RUN_SAMPLE FM_NEEDS_(3)     /* by `sample: total`: written at the end of the run */
#define FM_NEEDS_UNIQUE_IN_GAME FM_NEEDS_(4) /* each key once a game: the worker decides */
#define FM_NEEDS_UNIQUE_IN_RUN FM_NEEDS_(5)  /* each key once a run: the ordered step decides */
#define FM_NEEDS_GAME_END FM_NEEDS_(6)       /* `when:` has conditions that only a replay answers */
#define FM_NEEDS_MERGE FM_NEEDS_(31)         /* those of one position become one: `merge-ops` */
#define FM_NEEDS_LIMIT FM_NEEDS_(7)          /* by `limit`: only so many are written */
#define FM_NEEDS_GROUPS FM_NEEDS_(27)        /* by `rows: groups`: counted, written at the end */
#define FM_NEEDS_TAGS FM_NEEDS_(0)           /* tags of games in PGN are set, dropped or ordered */
#define FM_NEEDS_ENTRIES FM_NEEDS_(30)       /* and workers put what decides that before each */
#define FM_NEEDS_SPLIT_GAMES FM_NEEDS_(14)   /* by `split: {by: game}` */
#define FM_NEEDS_EXCLUDE FM_NEEDS_(26)       /* by `exclude`: the worker looks keys up */
/* Of a route: how they are written. */
#define FM_NEEDS_ITEMS FM_NEEDS_(29)       /* they go to a reader: item.h */
#define FM_NEEDS_VERIFY FM_NEEDS_(8)       /* each is read back */
#define FM_NEEDS_UTF8 FM_NEEDS_(9)         /* texts of the input become UTF-8 */
#define FM_NEEDS_COUNTER_OPS FM_NEEDS_(10) /* bare records have hmvc and fmvn after them */
#define FM_NEEDS_REWRITE FM_NEEDS_(11)     /* FEN tags of games in PGN are rewritten */
#define FM_NEEDS_FILE_NAMES FM_NEEDS_(12)  /* the name of the file depends on the game */
#define FM_NEEDS_SORT FM_NEEDS_(13)        /* records or games are written in another order */
#define FM_NEEDS_EXPORT FM_NEEDS_(15)      /* games in PGN are written anew, moves and all */
/* Of the run. */
#define FM_NEEDS_REPLAY FM_NEEDS_(16)      /* the moves of every selected game are played */
#define FM_NEEDS_TRUNCATION FM_NEEDS_(17)  /* `on-error: truncate` */
#define FM_NEEDS_CENSUS FM_NEEDS_(18)      /* games are counted by their tags */
#define FM_NEEDS_DUPLICATES FM_NEEDS_(19)  /* duplicates of games are dropped, or excluded ones */
#define FM_NEEDS_FINALS FM_NEEDS_(20)      /* how games end on the board */
#define FM_NEEDS_REPETITIONS FM_NEEDS_(21) /* and whether that position was there twice before */
#define FM_NEEDS_REACHED FM_NEEDS_(22)     /* whether games reach a position */
#define FM_NEEDS_WARNINGS FM_NEEDS_(23)    /* warnings become messages */
#define FM_NEEDS_TURNS FM_NEEDS_(24)       /* records of lists are numbered over the run: `every` */
#define FM_NEEDS_CONTAINS FM_NEEDS_(25)    /* whether games contain what they must contain */
#define FM_NEEDS_CHUNK FM_NEEDS_(28)       /* of a route: the number of its file counts records */
/* Any of several. */
#define FM_NEEDS_SEGMENTS (FM_NEEDS_FILE_NAMES | FM_NEEDS_ITEMS)     /* of each game */
#define FM_NEEDS_SAMPLE (FM_NEEDS_GAME_SAMPLE | FM_NEEDS_RUN_SAMPLE) /* a hash of each game */
#define FM_NEEDS_RECORD_KEY (FM_NEEDS_UNIQUE_IN_GAME | FM_NEEDS_UNIQUE_IN_RUN | FM_NEEDS_MERGE)
/* The stages decide on each record by its key: the worker leaves them a struct fm_row_key. Or they
 * count or number it: then it has a row of its own. */
#define FM_NEEDS_KEYS \
    (FM_NEEDS_UNIQUE_IN_RUN | FM_NEEDS_RUN_SAMPLE | FM_NEEDS_GROUPS | FM_NEEDS_MERGE)
#define FM_NEEDS_DECISION (FM_NEEDS_KEYS | FM_NEEDS_LIMIT | FM_NEEDS_RECORD | FM_NEEDS_CHUNK)
#define FM_NEEDS_MARK (FM_NEEDS_DECISION | FM_NEEDS_UNIQUE_IN_GAME)
/* All moves of the line are kept. */
#define FM_NEEDS_LINE ((uint64_t)FM_NEEDS_MOVES | FM_NEEDS_SANS)
/* Games are replayed before they are written, for their length. */
#define FM_NEEDS_LENGTH (FM_NEEDS_FROM_END | FM_NEEDS_PLIES)
/* Each position of the main line is looked at, for the game as a whole: see records_tmpl.h. */
#define FM_NEEDS_WATCH \
    (FM_NEEDS_FINALS | FM_NEEDS_REACHED | FM_NEEDS_CONTAINS | FM_NEEDS_DUPLICATES | \
     FM_NEEDS_SPLIT_GAMES)

/* One of `output:`/`outputs:`. */
struct fm_route {
    const struct fm_profile_output *spec;
    const struct fm_profile_positions *positions;
    struct fm_position_wants wanted; /* the same, ready for the boards */
    /* With FM_NEEDS_EXCLUDE, the set of `exclude`: filled before the run (excluded.c), which owns it. */
    struct fm_exclusion *excluded;
    struct fm_game_wants when; /* of the conditions of `when:`, those that need the replay */
    uint64_t needs;            /* set of FM_NEEDS_ */
    enum fm_format format;
    struct fm_fen_style style;     /* of records of a replay */
    struct fm_rewrite rewrite;     /* of FEN tags, and of FEN and EPD input */
    struct fm_record_plan record;  /* operations or columns, compiled; with FM_NEEDS_GROUPS the
                                    * values that a group is by, and `format` is that of a table */
    struct fm_group_plan group;    /* with FM_NEEDS_GROUPS */
    struct fm_file_name file_name; /* with FM_NEEDS_FILE_NAMES */
    struct fm_sort_plan sort;      /* with FM_NEEDS_SORT */
    struct fm_merge_plan merge;    /* with FM_NEEDS_MERGE */
    struct fm_tag_plan tags;       /* with FM_NEEDS_TAGS */
    /* Plies from .. from + span are written, unless they count from the end; of these every
     * `every`th, 1... */
    unsigned from, span;
    uint64_t every;
    bool chooses; /* of these not all are written: by a filter or `every` */
    /* The root of a variation, offered again with another next move: its record is another one, or is
     * written where it was not chosen before. Neither: it is passed over. */
    bool records_ahead, chooses_ahead;
    bool last_only; /* `rows: games`: the last position of the main line alone */
    /* What is chosen is written, each just its FEN, with counters as operations or without: the short
     * way through records_tmpl.h. */
    bool plain;
    bool sized; /* of these, to a reader: see item.h */
    bool book;  /* its records are moves of a book: book.h */
    /* A record that `sample: total` does not want may be left empty: not where records of dropped games
     * are found by their places. */
    bool may_skip;
    bool makes_games; /* of records of lists: PGN, unless only `for` makes it that */
    bool edits_ops;   /* operations of the input are replaced, added or dropped */
    bool direct;      /* all of these are written, by their layout alone: the other short way */
    bool fen_first;   /* the FEN is written before the record, which may have it anywhere */
    bool fen_unread;  /* that is only to see whether it can be written */
    /* Of records of lists: all are taken, whatever they are; what is around them on their lines is
     * copied; under `validate: notation`, the first condition that holds for none, else
     * FM_POSITION_STEPS. */
    bool takes_lists, copies_around;
    enum fm_position_step never;
    unsigned sink; /* index into fm_block.out */
    bool called;   /* its bytes go to fm_destinations.write */
    bool has_rows; /* what it gets of each item, or each record, is a row */
    /* Where its chains begin in the funnel: of games, with `when:`; of positions. */
    size_t games_step, positions_step;
    /* Steps of positions, 0.., at which some can be lost. With 0 what is offered is what is written. */
    unsigned counted;
};

/* Where the keys of a run go that only collects what another is to exclude. */
struct fm_collection {
    struct fm_exclusion *positions; /* of the records of the only output; NULL: of games */
    struct fm_duplicates *games;
};

struct fm_plan {
    const struct fm_profile *profile;
    uint64_t needs; /* set of FM_NEEDS_ */
    struct fm_route *routes;
    size_t route_count;
    bool shard; /* a part of the inputs is read: what is before it has no numbers */
    struct fm_share max_errors;
    bool ends_early;    /* when each output has as many records as its `limit` */
    bool may_cut;       /* the run may end after any item: so, or by `max-errors` */
    bool joins_items;   /* nothing looks at items one by one: several games may be one */
    unsigned sinks;     /* routes first, then these (FM_NO_SINK = not wanted) */
    const char **names; /* of the sinks; "-" = standard output */
    unsigned rejects, unselected, log;
    struct fm_replay_options replay; /* language: the first to try */
    unsigned duplicate_key;          /* what agrees in duplicates: set of enum fm_duplicate_key */
    struct fm_game_wants wanted;     /* the same of `games:` */
    struct fm_openings openings;     /* `input: openings` */
    struct fm_aliases aliases;       /* `input: aliases` */
    struct fm_used_tags used_tags;   /* in templates of the outputs; filled by the converter */
    unsigned classes;                /* kept classes */
    struct fm_classify_options classify;
    struct fm_rewrite check_rewrite; /* how lines of lists are read */
    bool takes_lists;                /* records of lists are rewritten, all of them, and no more */
    const struct fm_delivery *delivers;   /* blocks go to a reader; NULL: to outputs */
    const struct fm_collection *collects; /* nothing is written; NULL: an ordinary run */
    struct fm_funnel funnel;
    bool counts_steps; /* an output has conditions: what they lose of each item is counted */
    struct fm_arena arena;
};
#define FM_NO_SINK (~0u)

/** Work out a plan. Neither `to->output` nor `to->write`: everything is read and replayed, nothing written, whatever
 * `outputs:` has.
 * @param profile  finished; must outlive the plan, as must the names in @p to.
 * @return FM_OK, FM_BAD_USE, FM_BAD_PROFILE (a template; error: what, hint), FM_NO_MEMORY;
 * fm_plan_free() after any. */
FM_MUST_CHECK enum fm_status fm_plan_make(struct fm_plan *plan, const struct fm_profile *profile,
                                          const struct fm_destinations *to, struct fm_error *error);
/** Make the plan's funnel; its outputs are complete. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_plan_funnel(struct fm_plan *plan);
/** How many parts of the run remember something: the memory is divided among them. 1.. */
unsigned fm_plan_shares(const struct fm_plan *plan);
/** How a sink is compressed, by a pool, if its name says that it is. */
struct fm_compression fm_plan_compression(const struct fm_plan *plan, unsigned sink,
                                          struct fm_encode_pool *pool);
/** Are there outputs in PGN and no others? */
bool fm_plan_copies_games(const struct fm_plan *plan);
void fm_plan_free(struct fm_plan *plan);

#endif
