/* SPDX-License-Identifier: MIT */
/* Files of what is not wanted, or of what alone is (`positions.exclude`, `positions.only`, the same
 * of games), or of what games must reach (`games.reached-file`), and the book (`input.book`). They
 * are read before the run, as its inputs are; the keys of their positions or games are collected,
 * and what a book plays. */
#ifndef FM_RUN_EXCLUDED_H
#define FM_RUN_EXCLUDED_H
#include "run/plan.h"

/* A run that only collects keys from one such file. */
struct fm_excluded_file {
    const char *name;
    /* profile of this run: it takes every position or game that can be replayed */
    struct fm_profile profile;
    struct fm_delivery delivery; /* receiver of its blocks, which collects the keys */
    bool positions;              /* true: positions are collected; false: games */
    const struct fm_route *as;   /* output whose positions are compared; NULL = by no text */
    bool book;                   /* true: a book, of which every game must be readable */
};

/* Make one such run. @return FM_OK, or why the other run cannot begin: its failure is reported. */
typedef enum fm_status fm_collect(void *user, const struct fm_excluded_file *file);

struct fm_excluding {
    struct fm_duplicates *games; /* receiver of games of files; NULL = none */
    const char *temporary;       /* folder of the temporary file */
    const atomic_bool *cancelled;
    fm_collect *collect;
    void *user; /* first argument of `collect` */
};

/** Read all files of a plan; its outputs then have their sets. fm_excluded_free() after any
 * outcome.
 * @return FM_OK, FM_NO_MEMORY, FM_CANCELLED, FM_OUTPUT_FAILED (error filled), or as `collect`. */
FM_MUST_CHECK enum fm_status fm_excluded_read(struct fm_plan *plan, const struct fm_excluding *how,
                                              struct fm_error *error);
/** Change the plan of a collecting run: its records have the form of the output that they are
 * compared with. */
void fm_excluded_style(struct fm_plan *plan, const struct fm_excluded_file *file);
/** Check after the run that every look-up was answered correctly. @return FM_OK, FM_CANCELLED or
 * FM_OUTPUT_FAILED (error filled). */
FM_MUST_CHECK enum fm_status fm_excluded_check(const struct fm_plan *plan, struct fm_error *error);
void fm_excluded_free(struct fm_plan *plan);

#endif
