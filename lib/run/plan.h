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
#include "record/tree_entry.h"
#include "ops/duplicates.h"
#include "ops/exclusion.h"
#include "game/options.h"
#include "game/repertoire.h"
#include "pgn/aliases.h"
#include "pgn/tag_table.h"
#include "io/output.h"
#include "filter/conditions.h"

enum { FM_MAX_OUTPUTS = 64, FM_COUNTER_OPS_MAX = 64, FM_STANDARD_SP = 518 };

/* Treatment of records that have the same key. */
enum fm_uniqueness {
    FM_REPEATED,       /* all are written */
    FM_MERGED,         /* equal records become one: `merge-ops` */
    FM_UNIQUE_IN_GAME, /* the first of each game is written: the worker decides */
    FM_UNIQUE_IN_RUN   /* the first of the run: a stage decides */
};

/* The positions of a game that an output gets. Whole games are not chosen by their positions. */
struct fm_choice {
    /* Plies from .. from + span (not used if plies count from the end). Of these every `every`th
     * is taken; 1 = all. */
    unsigned from, span;
    uint64_t every;
    /* sizes of the random samples, in positions: of each game, of the whole run; 0 = all */
    uint64_t of_game, of_run;
    enum fm_uniqueness unique;
    bool some;     /* true: a condition or `every` may leave out some of these plies */
    bool castling; /* true: only rights that the format cannot express may, as a start shows */
    /* true: a condition looks at the next move, so the root of a variation is offered again */
    bool ahead;
    bool last_only; /* only the last position of the main line is written */
};

/* A short way through records_tmpl.h: each chosen position gives its FEN alone, with counters as
 * operations or without, and nothing else is done with it; or it goes to a reader, with its head;
 * or the record is marked, read back, or sorted by its FEN. */
enum fm_plain_kind { FM_NOT_PLAIN, FM_PLAIN, FM_PLAIN_SIZED, FM_PLAIN_NOTED };

/* How the records of a replay are written. `plain` decides first, then `direct` (at most one of
 * the two is set); `fen_first` counts only where neither is set. */
struct fm_record_way {
    enum fm_plain_kind plain;
    bool sized; /* true: the records go to a reader, so each begins with its ply (item.h) */
    bool lends; /* true: then with its position */
    /* True: of records that follow each other only the first has its position, and the others the
     * move that leads to theirs, because no stage takes one of them out. */
    bool chains;
    bool direct; /* the other short way: each record is written by its layout, or binary, alone */
    /* true: the FEN is written to a buffer first; the record copies it to its place */
    bool fen_first;
    bool fen_unread; /* true: the FEN is written only to check that it can be written */
    bool ahead; /* true: the root of a variation gives one record for each different next move */
    bool marks_moves; /* true: the mark of a record has the code of the next move: excluded.c */
    /* True: a record that `sample: total` does not want may be left empty. False where the
     * records of dropped games are found by their places. */
    bool may_skip;
};

/* Treatment of records of lists. */
struct fm_list_way {
    bool all;           /* true: all records are taken, without conditions */
    bool copies_around; /* true: text before and after them on their lines is copied */
    /* true: they become PGN games; false if the format PGN follows only from `for` */
    bool makes_games;
    bool edits_ops; /* true: operations of the input are replaced, added or dropped */
    bool copies;    /* true: most records are copied but for their castling field */
    bool spells;    /* true: the record, a field or the order needs the FEN */
    bool keeps_fen; /* true: most records from fields have the text of the line as their FEN */
    /* true: the short way of records of a replay, for one of no game */
    bool direct;
    bool normal; /* true: operations that are made have the form that the standard requires */
    /* The first condition that no record can meet, under `validate: notation`; else
     * FM_POSITION_STEPS. */
    enum fm_position_step never;
};

/* The place of an output in the funnel. */
struct fm_route_steps {
    /* first step of its two chains: that of games (with `when:`), and that of positions */
    size_t games, positions;
    /* Number of position steps that can reject anything. With 0 every offered position is
     * written. */
    unsigned counted;
};

/* The unit of a row of an output (rows.h): the least that stages decide on by itself. */
enum fm_row_unit {
    FM_ROW_NONE,   /* no rows: no stage decides */
    FM_ROW_JOINED, /* games in PGN that are copied one after another share a row */
    FM_ROW_ITEM,   /* one row for all records of a game or line */
    FM_ROW_RECORD  /* one row for each record; in PGN, for each game */
};

/* One of `output:`/`outputs:`. */
struct fm_route {
    const struct fm_profile_output *spec;
    const struct fm_profile_positions *positions;
    /* conditions of `positions`, in the form that the boards use */
    struct fm_position_wants wanted;
    /* The sets of `exclude` and `only`, filled before the run (excluded.c), which owns them; NULL =
     * none. */
    struct fm_exclusion *sets[FM_SETS];
    struct fm_game_wants when; /* conditions of `when:` that need the replay */
    struct fm_choice choice;
    enum fm_format format;
    struct fm_fen_style style; /* FEN style of records of a replay */
    struct fm_rewrite rewrite; /* changes to FEN tags, and to FEN and EPD input */
    /* operations or columns, compiled; for `rows: groups` the values that define a group, and
     * `format` is that of a table */
    struct fm_record_plan record;
    struct fm_group_plan group;   /* columns of `rows: groups` */
    struct fm_group_plan sampled; /* groups of `sample.by`: their values alone */
    /* template of the file name; without one the name does not depend on the game */
    struct fm_file_name file_name;
    struct fm_sort_plan sort;
    struct fm_merge_plan merge;
    struct fm_tag_plan tags; /* tags that are set, dropped or ordered, in PGN */
    /* how a movetext is written anew; with `rows: lines` and `trees`, before it is taken apart */
    struct fm_pgn_style pgn;
    struct fm_tree_plan tree; /* with `rows: trees` */
    unsigned values;          /* values filled in for each record: set of enum fm_record_needs */
    unsigned needs;           /* `values` and the needs of its conditions, tags and file names */
    struct fm_record_way way;
    struct fm_list_way lists;
    struct fm_route_steps steps;
    unsigned sink; /* index into fm_block.out */
    bool called;   /* true: its bytes go to fm_destinations.write */
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
/** Does the worker leave a struct fm_row_key for each record, so that stages can decide on it? */
static inline bool fm_route_keys(const struct fm_route *route)
{
    return route->choice.of_run > 0 || route->choice.unique == FM_MERGED ||
           route->choice.unique == FM_UNIQUE_IN_RUN;
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
/** Is the sample of the run one of each group? */
static inline bool fm_route_samples_groups(const struct fm_route *route)
{
    return route->choice.of_run > 0 && route->sampled.by_count > 0;
}
/** Do its plies count from the end of each game? */
static inline bool fm_route_from_end(const struct fm_route *route)
{
    return route->format != FM_FORMAT_PGN && fm_range_is_from_end(&route->positions->plies);
}
/** Are its records looked up in a set of positions of a file? */
static inline bool fm_route_looks_up(const struct fm_route *route)
{
    return route->format != FM_FORMAT_PGN && fm_has_set(route->positions->sets);
}
/** Do workers write the sort key before each record or game? Groups are sorted later, when they
 * are complete. */
static inline bool fm_route_sorts(const struct fm_route *route)
{
    return route->sort.count > 0 && route->spec->rows != FM_ROWS_GROUPS;
}
/** Do its rows have names: the name of a file or, for a reader, the data of the game? */
static inline bool fm_route_names(const struct fm_route *route)
{
    return route->file_name.template != NULL || route->format == FM_FORMAT_VALUES;
}
/** Are games in PGN written anew, moves and all? */
static inline bool fm_route_exports(const struct fm_route *route)
{
    return route->spec->pgn.exports;
}
/** Are its games made one game with variations? */
static inline bool fm_route_trees(const struct fm_route *route)
{
    return route->spec->rows == FM_ROWS_TREES;
}
/** Is a game written anew taken apart into its lines (work_tree.h)? */
static inline bool fm_route_lines(const struct fm_route *route)
{
    return route->spec->rows == FM_ROWS_LINES || fm_route_trees(route);
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

/* The receiver of the blocks of a run, instead of outputs: a reader (item.h), or a set of
 * excluded keys. */
struct fm_delivery {
    void *user;
    /* Called in the order of blocks, by one thread at a time. It may take the block's records,
     * rows and texts. Returns FM_OK, FM_NO_MEMORY, FM_CANCELLED, or another failure (error
     * filled). */
    enum fm_status (*take)(void *user, struct fm_block *block, struct fm_error *error);
    bool only;    /* true: no stage decides on the blocks before */
    bool numbers; /* true: values have marks for {record} (record_mark.h); set by the converter */
    /* Place of the game or record that the first input is read from; number 0 = its start. */
    struct fm_game_place from;
};

/* Reasons to play the moves of a game. */
struct fm_play_needs {
    unsigned finals; /* ends on the board that are tested: set of 1 << enum fm_final */
    bool replays;    /* true: the moves of every selected game are played */
    bool
        /* true: each position of the main line is tested for conditions on the whole game:
         * watch_tmpl.h */
        watches;
};

/* What outputs and conditions need of a record of a list, beyond its text. Conditions on the board,
 * keys and most fields need a view alone. */
struct fm_list_needs {
    bool games;      /* true: a condition on games is set */
    bool view;       /* true: the board is looked at */
    bool position;   /* true: and a whole position is made of it */
    bool ahead;      /* true: and where an operation names the next move */
    bool fields;     /* true: the values of fields are filled in */
    bool operations; /* true: next move, result and score are read from operations */
    bool copies;     /* true: nothing is done with most records but to copy or leave them out */
};

/* Files that change tags of games. */
struct fm_retagging {
    struct fm_aliases aliases; /* `input: aliases` */
    struct fm_tag_table table; /* `input: tag-table` */
};

struct fm_plan {
    const struct fm_profile *profile;
    unsigned needs; /* needs of the run and all its outputs: set of enum fm_record_needs */
    struct fm_play_needs play;
    bool counts; /* true: games are counted by their tags */
    bool warns;  /* true: warnings become messages */
    struct fm_route *routes;
    size_t route_count;
    bool reasons;     /* true: rejected and unselected games have a comment with the reason */
    uint64_t explain; /* number of the game or record that is explained; 0 = none */
    struct fm_share max_errors;
    bool ends_early; /* true: the run ends when each output has as many records as its `limit` */
    /* true: the end of a game may decide whether it is kept, or by which outputs */
    bool chooses_at_end;
    /* true: several games may share one item, as nothing needs each item by itself */
    bool joins_items;
    /* number of sinks: the routes first, then those of `rejects`, `unselected` and `log` */
    unsigned sinks;
    const char **names; /* names of the sinks; "-" = standard output */
    unsigned rejects, unselected, log;
    struct fm_replay_options replay; /* options of replays; `language` is the first one to try */
    struct fm_game_wants wanted;     /* conditions of `games:` that need the replay */
    struct fm_openings openings;     /* `input: openings` */
    struct fm_repertoire book;       /* `input: book`; filled before the run (excluded.c) */
    struct fm_retagging retagging;
    /* tags used in templates of the outputs; filled by the converter */
    struct fm_used_tags used_tags;
    unsigned classes; /* kept classes */
    struct fm_classify_options classify;
    struct fm_rewrite check_rewrite; /* how lines of lists are read */
    struct fm_list_needs lists;
    const struct fm_delivery *delivers; /* NULL: blocks go to outputs */
    struct fm_funnel funnel;
    /* true: an output has conditions, so the positions that they reject are counted for each
     * item */
    bool counts_steps;
    struct fm_arena arena;
};
#define FM_NO_SINK (~0u)

/** Work out a plan. Neither `to->output` nor `to->write`: everything is read and replayed, nothing
 * written, whatever `outputs:` has.
 * @param profile  finished; must outlive the plan, as must the names in @p to.
 * @return FM_OK, FM_BAD_USE, FM_BAD_PROFILE (a template; error: what, hint), FM_NO_MEMORY;
 * fm_plan_free() after any. */
FM_MUST_CHECK enum fm_status fm_plan_make(struct fm_plan *plan, const struct fm_profile *profile,
                                          const struct fm_destinations *to, struct fm_error *error);
/** Make the plan's funnel; its outputs are complete. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_plan_funnel(struct fm_plan *plan);
/** Fill in `values` and `needs` of an output. @param route  complete but for these two fields
 * and all that depends on them. */
void fm_plan_route_needs(struct fm_route *route, const struct fm_profile_input *input);
/** Fill in `needs`, `play` and `counts` of the run. Its outputs are complete.
 * @return FM_OK, FM_BAD_PROFILE (error: what, detail): moves are needed, but the profile turns
 * their replay off. */
FM_MUST_CHECK enum fm_status fm_plan_needs(struct fm_plan *plan, const struct fm_destinations *to,
                                           struct fm_error *error);
/** `lists.copies`; all else of the plan is known. */
bool fm_plan_copies_lists(const struct fm_plan *plan);
/** Is the run one shard of several? It does not know how many lines and games are before its
 * own. */
static inline bool fm_plan_is_shard(const struct fm_plan *plan)
{
    return plan->profile->input.shard.of > 0;
}
/** Fill in what records of lists need. All else of the plan but its funnel is complete. */
void fm_plan_list_needs(struct fm_plan *plan);
/** May the run end after any item, or is one explained? Each has rows of its own then. */
static inline bool fm_plan_may_cut(const struct fm_plan *plan)
{
    return plan->ends_early || plan->max_errors.set || plan->explain > 0;
}
/** Is nothing written? Then facts about values of tags are wanted. */
static inline bool fm_plan_only_checks(const struct fm_plan *plan)
{
    return plan->route_count == 0 && plan->delivers == NULL;
}
/** May files of the profile, or repairs, change tags of games? */
static inline bool fm_plan_changes_tags(const struct fm_plan *plan)
{
    return plan->retagging.aliases.table.count > 0 || plan->retagging.table.row_count > 0 ||
           plan->profile->input.repair;
}
/** Are games compared: are duplicates dropped, or games of a file? */
static inline bool fm_plan_compares(const struct fm_plan *plan)
{
    return plan->profile->games.duplicates != FM_DUPLICATES_ALL ||
           fm_has_set(plan->profile->games.sets);
}
/** Are games drawn from those of the run? */
static inline bool fm_plan_draws(const struct fm_plan *plan)
{
    return plan->profile->games.sample > 0;
}
/** Do stages decide on kept games, by other games of the run or of files? */
static inline bool fm_plan_decides(const struct fm_plan *plan)
{
    return fm_plan_compares(plan) || fm_plan_draws(plan);
}
/** May an item that was worked on not count, as a stage drops it, or because the run ends before
 * it? */
static inline bool fm_plan_may_drop(const struct fm_plan *plan)
{
    return fm_plan_decides(plan) || fm_plan_may_cut(plan);
}
/** Is the legal part of a game written if the rest is not: `on-error: truncate`? */
static inline bool fm_plan_truncates(const struct fm_plan *plan)
{
    return plan->profile->input.on_error == FM_ON_ERROR_TRUNCATE;
}
/** The number of parts of the run that remember data, 1..; the memory is divided among them. */
unsigned fm_plan_shares(const struct fm_plan *plan);
/** How a sink is compressed, by a pool, if its name says that it is. */
struct fm_compression fm_plan_compression(const struct fm_plan *plan, unsigned sink,
                                          struct fm_encode_pool *pool);
/** Are there outputs in PGN and no others? */
bool fm_plan_copies_games(const struct fm_plan *plan);
void fm_plan_free(struct fm_plan *plan);

#endif
