/* Where blocks go: the files of the plan, and those whose names are made from the games (`to:
 * "{class}/{year}.pgn"`). Used by the committing thread alone. */
#ifndef FM_CONVERT_SINKS_H
#define FM_CONVERT_SINKS_H
#include "io/output.h"
#include "pgn/separator.h"
#include "convert/block.h"
#include "convert/plan.h"

struct fm_named_files;

/* How an output ends so far. What could not be written ends that output only. */
struct fm_seam {
    uint64_t input;           /* that wrote last: struct fm_sinks.inputs */
    bool open;                /* its last line has no end yet */
    uint64_t end;             /* of the span that was written last, in that input */
    struct fm_span_tail tail; /* and how it ends */
    bool lost;                /* it failed, or whoever read it has gone: nothing is written to it */
};

struct fm_sinks {
    const struct fm_plan *plan;
    struct fm_output *
        *fixed; /* one a sink of the plan; NULL: the name depends on the game; owned */
    struct fm_named_files *named; /* these; NULL = there are none; owned */
    struct fm_seam *seams;        /* one a sink of the plan; owned */
    uint64_t inputs;              /* begun so far */
    struct fm_error failure;      /* the first of an output; status FM_OK: none */
    uint64_t failures; /* outputs that failed, those not counted whose names are refused */
    void (*failed)(void *user,
                   const struct fm_error *error); /* each of them; NULL = nobody listens */
    void *user;
};

/** Open everything whose name is known. fm_sinks_free() after any outcome.
 * @return as fm_output_open(). */
FM_MUST_CHECK enum fm_status fm_sinks_open(struct fm_sinks *sinks, const struct fm_plan *plan,
                                           const struct fm_destinations *to,
                                           struct fm_error *error);
/** An output that fails, or that nobody reads any more, is removed; the others go on.
 * @return FM_OK; where no output is left that is wanted, FM_OUTPUT_FAILED or FM_PIPE_CLOSED;
 * FM_NO_MEMORY, FM_BAD_USE. */
FM_MUST_CHECK enum fm_status fm_sinks_put(struct fm_sinks *sinks, unsigned sink,
                                          struct fm_text text, struct fm_error *error);
/** Has an output been removed? */
bool fm_sinks_lost(const struct fm_sinks *sinks);
/** Write what came of one block; what keeps games apart is counted in its totals. @return as
 * fm_sinks_put(). */
FM_MUST_CHECK enum fm_status fm_sinks_write(struct fm_sinks *sinks, struct fm_block *block,
                                            struct fm_error *error);
/** Finish every file and bring it to the disk, then give each its name. The first failure, one of a
 * write included, is returned; the others are finished or removed all the same. */
FM_MUST_CHECK enum fm_status fm_sinks_commit(struct fm_sinks *sinks, struct fm_error *error);
/** Remove what is not committed, free everything. */
void fm_sinks_free(struct fm_sinks *sinks);

#endif
