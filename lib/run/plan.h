/* SPDX-License-Identifier: MIT */
/* The plan: all that follows from a profile and its destinations. Computed before the run, const
 * while it goes on. */
#ifndef FM_RUN_PLAN_H
#define FM_RUN_PLAN_H
#include "base/base.h"
#include "board/fen_write.h"
#include "run/funnel.h"
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

/* What becomes of records that have the same key. */
enum fm_uniqueness {
    FM_REPEATED,       /* all are written */
    FM_MERGED,         /* they become one: `merge-ops` */
    FM_UNIQUE_IN_GAME, /* the first of each game is written: the worker decides */
    FM_UNIQUE_IN_RUN   /* the first of the run: a stage decides */
};

/* Which positions of a game an output gets. Whole games are not chosen by their positions. */
struct fm_choice {
    /* Plies from .. from + span, unless they count from the end; of these every `every`th, 1... */
    unsigned from, span;
    uint64_t every;
    uint64_t of_game, of_run; /* positions in a random sample of each game, of the run; 0 = all */
    enum fm_uniqueness unique;
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

/* What an output gets as one row (rows.h), so that stages can decide on it by itself. */
enum fm_row_unit {
    FM_ROW_NONE,   /* nothing is decided: there are no rows */
    FM_ROW_JOINED, /* games in PGN that are copied one after another share a row */
    FM_ROW_ITEM,   /* what each game or line gives */
    FM_ROW_RECORD  /* each record; games have one each */
};

/* One of `output:`/`outputs:`. */
struct fm_route {
    const struct fm_profile_output *spec;
    const struct fm_profile_positions *positions;
    struct fm_position_wants wanted; /* the same, ready for the boards */
    /* The set of `exclude`, filled before the run (excluded.c), which owns it; NULL = none. */
    struct fm_exclusion *excluded;
    struct fm_game_wants when; /* of the conditions of `when:`, those that need the replay */
    struct fm_choice choice;
    enum fm_format format;
    struct fm_fen_style style;     /* of records of a replay */
    struct fm_rewrite rewrite;     /* of FEN tags, and of FEN and EPD input */
    struct fm_record_plan record;  /* operations or columns, compiled; of `rows: groups` the
                                    * values that a group is by, and `format` is that of a table */
    struct fm_group_plan group;    /* of `rows: groups` */
    struct fm_file_name file_name; /* no template: the name does not depend on the game */
    struct fm_sort_plan sort;
    struct fm_merge_plan merge;
    struct fm_tag_plan tags; /* set, dropped or ordered, in PGN */
    unsigned values;         /* what is filled in for each record: set of enum fm_record_needs */
    unsigned needs;          /* these, and what its conditions, tags and file names read */
    struct fm_record_way way;
    struct fm_list_way lists;
    struct fm_route_steps steps;
    unsigned sink; /* index into fm_block.out */
    bool called;   /* its bytes go to fm_destinations.write */
    enum fm_row_unit row;
};

/** Are its records moves of a book (record/book.h)? */
static inline bool fm_route_is_book(const struct fm_route *route)
{
    return fm_format_has(route->format, FM_FORMAT_BOOK);
}
/** Are its records counted by what they have in common? */
static inline bool fm_route_groups(const struct fm_route *route)
{
    return route->spec->rows == FM_ROWS_GROUPS || fm_route_is_book(route);
}
/** Are its records written at the end of the run, whatever their order? */
static inline bool fm_route_gathers(const struct fm_route *route)
{
    return route->choice.of_run > 0 || route->choice.unique == FM_MERGED || fm_route_groups(route);
}
/** Do stages decide on its records by what the worker leaves of each, a struct fm_row_key? */
static inline bool fm_route_keys(const struct fm_route *route)
{
    return route->choice.unique == FM_UNIQUE_IN_RUN || fm_route_gathers(route);
}
/** Are its records counted one by one when they are written? */
static inline bool fm_route_counts(const struct fm_route *route)
{
    return route->spec->limit > 0 || route->spec->chunk > 0 || (route->needs & FM_NEEDS_RECORD);
}
/** Does fm_work_mark_record() decide on its records, or leave a row of each? */
static inline bool fm_route_marks(const struct fm_route *route)
{
    return route->row == FM_ROW_RECORD || route->choice.unique == FM_UNIQUE_IN_GAME;
}
/** Is a random sample taken, by a hash of each game? */
static inline bool fm_route_samples(const struct fm_route *route)
{
    return route->choice.of_game > 0 || route->choice.of_run > 0;
}
/** Do its plies count from the end of each game? */
static inline bool fm_route_from_end(const struct fm_route *route)
{
    return route->format != FM_FORMAT_PGN && fm_range_is_from_end(&route->positions->plies);
}
/** Are its records looked up in a set of what is excluded? */
static inline bool fm_route_excludes(const struct fm_route *route)
{
    return route->format != FM_FORMAT_PGN && route->positions->exclude.n > 0;
}
/** Do workers put what a record or game is sorted by before it? Groups are not sorted until they are complete. */
static inline bool fm_route_sorts(const struct fm_route *route)
{
    return route->sort.count > 0 && route->spec->rows != FM_ROWS_GROUPS;
}
/** Have its rows names: of their files, or for a reader the game? */
static inline bool fm_route_names(const struct fm_route *route)
{
    return route->file_name.template != NULL || route->format == FM_FORMAT_VALUES;
}
/** Are games in PGN written anew, moves and all? */
static inline bool fm_route_exports(const struct fm_route *route)
{
    return route->spec->pgn.exports;
}
/** Are FEN tags of games rewritten? */
static inline bool fm_route_changes_fen(const struct fm_route *route)
{
    const struct fm_fen_style *style = &route->rewrite.style;
    return style->castling != FM_CASTLING_KEEP || style->en_passant != FM_EP_KEEP ||
           style->counters != FM_COUNTERS_KEEP || style->letter_j || route->rewrite.repair;
}
/** Does text of the input become UTF-8 in its records? */
static inline bool fm_route_is_utf8(const struct fm_route *route)
{
    return route->spec->utf8 || fm_format_has(route->format, FM_FORMAT_UTF8);
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

/* What the moves of a game are played for. */
struct fm_play_needs {
    unsigned finals; /* ends on the board that are looked for: set of 1 << enum fm_final */
    bool replays;    /* the moves of every selected game are played */
    bool
        watches; /* each position of the main line is looked at, for the whole game: watch_tmpl.h */
};

struct fm_plan {
    const struct fm_profile *profile;
    unsigned needs; /* of the run and all its outputs: set of enum fm_record_needs */
    struct fm_play_needs play;
    bool counts; /* games are counted by their tags */
    bool warns;  /* warnings become messages */
    struct fm_route *routes;
    size_t route_count;
    uint64_t explain; /* number of the game or record that is explained; 0 = none */
    struct fm_share max_errors;
    bool ends_early;    /* when each output has as many records as its `limit` */
    bool joins_items;   /* nothing looks at items one by one: several games may be one */
    unsigned sinks;     /* routes first, then these (FM_NO_SINK = not wanted) */
    const char **names; /* of the sinks; "-" = standard output */
    unsigned rejects, unselected, log;
    struct fm_replay_options replay; /* language: the first to try */
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
/** Fill in what an output needs: `values`, `needs`. @param route  complete but for these and what follows from
 * them. */
void fm_plan_route_needs(struct fm_route *route, const struct fm_profile_input *input);
/** The same of the run: `needs`, `play`, `counts`. Its outputs are complete.
 * @return FM_OK, FM_BAD_PROFILE (error: what, detail): moves are needed, and the profile has them not played. */
FM_MUST_CHECK enum fm_status fm_plan_needs(struct fm_plan *plan, const struct fm_destinations *to,
                                           struct fm_error *error);
/** May the run end after any item, or is one explained? Each has rows of its own then. */
static inline bool fm_plan_may_cut(const struct fm_plan *plan)
{
    return plan->ends_early || plan->max_errors.set || plan->explain > 0;
}
/** Are games compared: are duplicates dropped, or games of a file? */
static inline bool fm_plan_compares(const struct fm_plan *plan)
{
    return plan->profile->games.duplicates != FM_DUPLICATES_ALL ||
           plan->profile->games.exclude.n > 0;
}
/** Is the legal part of a game written if the rest is not: `on-error: truncate`? */
static inline bool fm_plan_truncates(const struct fm_plan *plan)
{
    return plan->profile->input.on_error == FM_ON_ERROR_TRUNCATE;
}
/** How many parts of the run remember something: the memory is divided among them. 1.. */
unsigned fm_plan_shares(const struct fm_plan *plan);
/** How a sink is compressed, by a pool, if its name says that it is. */
struct fm_compression fm_plan_compression(const struct fm_plan *plan, unsigned sink,
                                          struct fm_encode_pool *pool);
/** Are there outputs in PGN and no others? */
bool fm_plan_copies_games(const struct fm_plan *plan);
void fm_plan_free(struct fm_plan *plan);

#endif
