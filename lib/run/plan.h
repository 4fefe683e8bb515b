/* SPDX-License-Identifier: MIT */
/* The plan: all that follows from a profile and its destinations. Computed before the run, const
 * while it goes on. */
#ifndef FM_RUN_PLAN_H
#define FM_RUN_PLAN_H
#include "base/base.h"
#include "board/fen_write.h"
#include "run/funnel.h"
#include "run/needs.h"
#include "run/used_tags.h"
#include "profile/consumer.h"
#include "profile/profile.h"
#include "record/file_name.h"
#include "record/group.h"
#include "record/merge.h"
#include "record/record.h"
#include "record/rewrite.h"
#include "record/sort_key.h"
#include "record/tag_plan.h"
#include "ops/duplicates.h"
#include "ops/exclusion.h"
#include "game/options.h"
#include "pgn/aliases.h"
#include "io/output.h"
#include "filter/conditions.h"

enum { FM_MAX_OUTPUTS = 64, FM_COUNTER_OPS_MAX = 64, FM_STANDARD_SP = 518 };

/* Which positions of a game an output gets. */
struct fm_choice {
    /* Plies from .. from + span, unless they count from the end; of these every `every`th, 1... */
    unsigned from, span;
    uint64_t every;
    bool some;  /* of these not all are written: by a condition or `every` */
    bool ahead; /* a condition looks at the next move: the root of a variation is offered again */
    bool last_only; /* `rows: games`: the last position of the main line alone */
};

/* How the records of a replay are written. At most one of `plain`, `direct` and `fen_first` is set. */
struct fm_record_way {
    /* What is chosen is written, each just its FEN, with counters as operations or without: the short
     * way through records_tmpl.h. */
    bool plain;
    bool sized;      /* of these, to a reader: see item.h */
    bool direct;     /* all are written, by their layout alone: the other short way */
    bool fen_first;  /* the FEN is written before the record, which may have it anywhere */
    bool fen_unread; /* that is only to see whether it can be written */
    bool ahead;      /* the root of a variation with another next move is another record */
    /* A record that `sample: total` does not want may be left empty: not where records of dropped games
     * are found by their places. */
    bool may_skip;
};

/* What becomes of records of lists. */
struct fm_list_way {
    bool all;           /* all are taken, whatever they are */
    bool copies_around; /* what is around them on their lines is copied */
    bool makes_games;   /* they become PGN, unless only `for` makes the output that */
    bool edits_ops;     /* operations of the input are replaced, added or dropped */
    /* Under `validate: notation`, the first condition that holds for none, else FM_POSITION_STEPS. */
    enum fm_position_step never;
};

/* The place of an output in the funnel. */
struct fm_route_steps {
    size_t games, positions; /* where its chains begin: of games, with `when:`; of positions */
    /* Steps of positions, 0.., at which some can be lost. With 0 what is offered is what is written. */
    unsigned counted;
};

/* One of `output:`/`outputs:`. */
struct fm_route {
    const struct fm_profile_output *spec;
    const struct fm_profile_positions *positions;
    struct fm_position_wants wanted; /* the same, ready for the boards */
    /* With FM_NEEDS_EXCLUDE, the set of `exclude`: filled before the run (excluded.c), which owns it. */
    struct fm_exclusion *excluded;
    struct fm_game_wants when; /* of the conditions of `when:`, those that need the replay */
    struct fm_choice choice;
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
    unsigned values;               /* what is filled in for each record: fm_needs_of_values() */
    uint64_t needs;                /* of it all: fm_needs_of_route() */
    struct fm_record_way way;
    struct fm_list_way lists;
    struct fm_route_steps steps;
    unsigned sink; /* index into fm_block.out */
    bool called;   /* its bytes go to fm_destinations.write */
    bool has_rows; /* what it gets of each item, or each record, is a row */
};

/** Are its records moves of a book (record/book.h)? */
static inline bool fm_route_is_book(const struct fm_route *route)
{
    return fm_format_has(route->format, FM_FORMAT_BOOK);
}
/** Is a bare record followed by its counters as operations? */
static inline bool fm_route_adds_counters(const struct fm_route *route)
{
    return fm_format_has(route->format, FM_FORMAT_OPS) &&
           route->style.counters == FM_COUNTERS_OPS && !route->lists.edits_ops;
}

struct fm_block;

/* Who takes the blocks of a run instead of outputs: a reader (item.h), or a set of what is excluded. */
struct fm_delivery {
    void *user;
    /* In the order of blocks, by one thread at a time. The block's records, rows and texts may be taken from
     * it. Returns FM_OK, FM_NO_MEMORY, FM_CANCELLED, or another failure (error filled). */
    enum fm_status (*take)(void *user, struct fm_block *block, struct fm_error *error);
    bool only;    /* no stage decides on them before */
    bool numbers; /* values have marks for {record} (record_mark.h); set by the converter */
};

struct fm_plan {
    const struct fm_profile *profile;
    uint64_t needs; /* of the run and all its outputs: fm_needs_of_run() */
    bool warns;     /* warnings become messages */
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
    const struct fm_delivery *delivers; /* NULL: blocks go to outputs */
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
/** What the fields of an output's records, or their order, are made from: what is filled in for each. */
unsigned fm_needs_of_values(const struct fm_route *route, const struct fm_profile_input *input);
/** What an output needs. @param route  complete but for `needs` and what follows from it. */
uint64_t fm_needs_of_route(const struct fm_route *route, const struct fm_profile_input *input);
/** What the run needs, its outputs included, which are complete. */
uint64_t fm_needs_of_run(const struct fm_plan *plan, const struct fm_destinations *to);
/** Are moves played in a run that needs this? */
bool fm_needs_replay(const struct fm_plan *plan, uint64_t needs);
/** How many parts of the run remember something: the memory is divided among them. 1.. */
unsigned fm_plan_shares(const struct fm_plan *plan);
/** How a sink is compressed, by a pool, if its name says that it is. */
struct fm_compression fm_plan_compression(const struct fm_plan *plan, unsigned sink,
                                          struct fm_encode_pool *pool);
/** Are there outputs in PGN and no others? */
bool fm_plan_copies_games(const struct fm_plan *plan);
void fm_plan_free(struct fm_plan *plan);

#endif
