/* The plan: what a profile and its destinations come to, worked out once and const while a converter runs. */
#ifndef FM_PIPELINE_PLAN_H
#define FM_PIPELINE_PLAN_H
#include "base/base.h"
#include "board/fen_style.h"
#include "profile/profile.h"
#include "record/record.h"

enum { FM_MAX_OUTPUTS = 64 };

/* One of `output:`/`outputs:`. */
struct fm_route {
    const struct fm_profile_output *spec;
    const struct fm_profile_positions *positions;
    enum fm_format format;
    struct fm_fen_style style;    /* of records of a replay */
    bool ops_counters;            /* hmvc and fmvn as operations */
    bool plain;                   /* only ply range and `every` select positions */
    bool rewrites;                /* FEN tags of a game in PGN are rewritten */
    struct fm_record_plan record; /* operations or columns, compiled */
    unsigned sink;                /* index into fm_block.out */
};

struct fm_plan {
    const struct fm_profile *profile;
    struct fm_route *routes;
    size_t route_count;
    unsigned sinks;       /* routes first, then these (FM_NO_SINK = not wanted) */
    unsigned rejects, unselected, log;
    bool replays;         /* moves are replayed for every selected game */
    bool needs_numbers;   /* workers wait for line and game numbers */
    bool annotations;     /* NAGs and comments are read */
    bool warnings;        /* warnings become messages */
    unsigned classes;     /* kept classes */
    unsigned record_needs; /* union of fm_record_plan.needs */
    struct fm_arena arena;
};
#define FM_NO_SINK (~0u)

FM_MUST_CHECK enum fm_status fm_plan_make(struct fm_plan *plan, const struct fm_profile *profile,
                                          const struct fm_destinations *to, bool check_only, struct fm_error *error);
void fm_plan_free(struct fm_plan *plan);

#endif
