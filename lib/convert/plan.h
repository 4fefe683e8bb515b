/* The plan: what a profile and its destinations come to, worked out once and const while a
 * converter runs. */
#ifndef FM_CONVERT_PLAN_H
#define FM_CONVERT_PLAN_H
#include "base/base.h"
#include "board/fen_style.h"
#include "convert/funnel.h"
#include "profile/profile.h"
#include "record/file_name.h"
#include "record/record.h"
#include "record/rewrite.h"
#include "game/options.h"
#include "filter/position_wants.h"

enum { FM_MAX_OUTPUTS = 64, FM_COUNTER_OPS_MAX = 64, FM_STANDARD_SP = 518 };

/* One of `output:`/`outputs:`. */
struct fm_route {
    const struct fm_profile_output *spec;
    const struct fm_profile_positions *positions;
    struct fm_position_wants wanted; /* the same, ready for the boards */
    struct fm_reached reached;       /* the game must reach this position: `when: reached` */
    bool ends;                       /* `when:` has something that only a replay tells */
    enum fm_format format;
    struct fm_fen_style style; /* of records of a replay */
    bool ops_counters;         /* bare records have hmvc and fmvn after them */
    bool plain;                /* only ply range and `every` select positions */
    unsigned from, span;       /* plies from .. from + span are written, unless from_end */
    bool from_end;             /* the range counts from the end of the game */
    bool verifies;             /* each record is read back */
    bool utf8;                 /* texts of the input are written as UTF-8 */
    bool unique;       /* records are written once only; positions->unique_key, unique_scope */
    bool draws;        /* a sample of the run, written at its end */
    bool tallies;      /* counts by position, written at the end of the run */
    bool samples;      /* per game or of the run */
    bool decided_late; /* uniqueness or a sample of the run: the commit decides */
    bool marks;        /* that, or uniqueness within a game */
    uint64_t every;    /* 1.. */
    bool rewrites;     /* FEN tags of a game in PGN are rewritten */
    struct fm_rewrite rewrite;     /* of FEN tags, and of FEN and EPD input */
    struct fm_record_plan record;  /* operations or columns, compiled */
    struct fm_file_name file_name; /* the file depends on the game; .template NULL = one */
    struct fm_text head;           /* before the first record: the header line of tsv */
    unsigned sink;                 /* index into fm_block.out */
    /* Where its chains begin in the funnel: of games, with `when:`; of positions. */
    size_t games_step, positions_step;
    unsigned counted; /* steps of positions, 0.., at which some can be lost */
};

struct fm_plan {
    const struct fm_profile *profile;
    struct fm_route *routes;
    size_t route_count;
    unsigned sinks;     /* routes first, then these (FM_NO_SINK = not wanted) */
    const char **names; /* of the sinks; "-" = standard output */
    unsigned rejects, unselected, log;
    struct fm_replay_options replay; /* language: the first to try */
    bool letters_auto;               /* other languages are tried */
    bool truncates;                  /* `on-error: truncate` */
    bool replays;                    /* moves are replayed for every selected game */
    bool needs_numbers;              /* workers wait for line and game numbers */
    bool names_files;                /* some output's file name depends on the game */
    bool samples;                    /* some output samples, so games are hashed */
    bool samples_games;              /* per game: a round more of looking ahead */
    bool looks_ahead;          /* games are replayed once before: lengths or samples are needed */
    bool counts;               /* games are counted by what their tags say */
    bool drops_duplicates;     /* duplicates of games are dropped */
    unsigned duplicate_key;    /* what agrees in them: set of enum fm_duplicate_key */
    bool watches;              /* something is asked of the game as a whole, see watch_tmpl.h */
    bool finals;               /* what stands on the board at its end is asked for */
    bool repetitions;          /* and whether it stood there twice before */
    struct fm_reached reached; /* every game must reach this position: `games: reached` */
    bool annotations;          /* NAGs and comments are read */
    bool warnings;             /* warnings become messages */
    bool passes_lists;         /* something is asked that FEN and EPD records are written without */
    unsigned classes;          /* kept classes */
    struct fm_classify_options classify;
    struct fm_rewrite check_rewrite; /* for lines that are read and not written */
    unsigned record_needs;           /* union of fm_record_plan.needs */
    struct fm_funnel funnel;
    struct fm_arena arena;
};
#define FM_NO_SINK (~0u)

/** Work out a plan. No `to->output`: everything is read and replayed, nothing written, whatever
 * `outputs:` says.
 * @param profile  finished; must outlive the plan, as must the names in @p to.
 * @return FM_OK, FM_BAD_USE, FM_BAD_PROFILE (a template; error: what, hint), FM_NO_MEMORY;
 * fm_plan_free() after any. */
FM_MUST_CHECK enum fm_status fm_plan_make(struct fm_plan *plan, const struct fm_profile *profile,
                                          const struct fm_destinations *to, struct fm_error *error);
/** Are there outputs in PGN and no others? */
bool fm_plan_copies_games(const struct fm_plan *plan);
void fm_plan_free(struct fm_plan *plan);

#endif
