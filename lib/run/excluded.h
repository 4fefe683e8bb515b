/* SPDX-License-Identifier: MIT */
/* What is excluded (`positions.exclude`, `games.exclude`): the files are read before the run, as its
 * inputs are, and what is compared of their positions or games is collected. */
#ifndef FM_RUN_EXCLUDED_H
#define FM_RUN_EXCLUDED_H
#include "run/plan.h"

/* A run that only collects. */
struct fm_excluded_file {
    const char *name;
    struct fm_profile profile;   /* of the run: every position or game that can be replayed */
    struct fm_delivery delivery; /* to where its keys go */
    const struct fm_route *as;   /* the output whose positions are compared; NULL = games are */
};

/* How one is done. @return FM_OK, or why the other run cannot begin: its failure is reported. */
typedef enum fm_status fm_collect(void *user, const struct fm_excluded_file *file);

struct fm_excluding {
    struct fm_duplicates *games; /* gets the games; NULL = none */
    const char *temporary;       /* folder for what does not fit in memory */
    const atomic_bool *cancelled;
    fm_collect *collect;
    void *user; /* of `collect` */
};

/** Read all files of a plan; its outputs then have their sets. fm_excluded_free() after any outcome.
 * @return FM_OK, FM_NO_MEMORY, FM_CANCELLED, FM_OUTPUT_FAILED (error filled), or as `collect`. */
FM_MUST_CHECK enum fm_status fm_excluded_read(struct fm_plan *plan, const struct fm_excluding *how,
                                              struct fm_error *error);
/** The plan that a collecting run has: the records are those of the output that is compared. */
void fm_excluded_style(struct fm_plan *plan, const struct fm_excluded_file *file);
/** When all was looked up: were all answers right? @return FM_OK, FM_CANCELLED or FM_OUTPUT_FAILED
 * (error filled). */
FM_MUST_CHECK enum fm_status fm_excluded_check(const struct fm_plan *plan, struct fm_error *error);
void fm_excluded_free(struct fm_plan *plan);

#endif
