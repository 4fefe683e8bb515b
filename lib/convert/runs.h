/* SPDX-License-Identifier: MIT */
/* Runs: which spans of the input an output holds, so that games which did not follow each other in
 * an input are kept apart where they are written. Kept for outputs in PGN, --rejects and
 * --unselected. */
#ifndef FM_CONVERT_RUNS_H
#define FM_CONVERT_RUNS_H
#include "pgn/separator.h"
#include "convert/worker.h"

/* Spans that follow one another in their input, in an output's buffer. */
struct fm_run {
    size_t at;           /* in out[sink]; it ends where the next one begins */
    uint64_t begin, end; /* in the decompressed input */
    size_t last;         /* the last game of it, in block->split; SIZE_MAX = no game */
    size_t last_at;      /* where that is in out[sink] */
    bool apart;          /* it begins in another way than in the input */
    bool ended;          /* its last game ends with a result that was written after the moves */
    struct fm_span_head head;
    struct fm_span_tail tail; /* filled when the run is closed */
};

/** The span in worker->span, or line begin..end of the block, was written to a sink, from @p at on.
 * The hot path of PGN copied as it is: one comparison where it follows the span before it. */
FM_MUST_CHECK enum fm_status fm_run_add(struct fm_worker *worker, unsigned sink, size_t begin,
                                        size_t end, size_t at);
/** The span in worker->span was written with another beginning than it has in the block. */
FM_MUST_CHECK enum fm_status fm_run_add_apart(struct fm_worker *worker, unsigned sink,
                                              const struct fm_span_head *head, size_t at);
/** The game that was just added was written with another result after the moves. */
void fm_run_end(struct fm_block *block, unsigned sink);
/** A game that was made from bytes begin..end of the block was written to a sink, from @p at on. It
 * ends with an empty line, so nothing is ever needed after it. */
FM_MUST_CHECK enum fm_status fm_run_add_made(struct fm_worker *worker, unsigned sink, size_t begin,
                                             size_t end, size_t at);
/** A piece of a game or line that is too large was written to a sink, from @p at on. */
FM_MUST_CHECK enum fm_status fm_run_add_piece(struct fm_worker *worker, unsigned sink, size_t at);
/** Nothing is added to any run of the block any more. */
void fm_runs_close(struct fm_block *block);
/** Games of the block are dropped: their runs go, the others move. To be called before the sink's
 * bytes are changed. @param gains  the sink is --unselected, which gets those games instead. */
FM_MUST_CHECK enum fm_status fm_runs_drop(struct fm_block *block, unsigned sink,
                                          const struct fm_game_mark *dropped, bool gains);
/** Note which files the records written since fm_worker_mark() go to, where their names
 * depend on the game. */
FM_MUST_CHECK enum fm_status fm_work_segments(struct fm_worker *worker,
                                              const struct fm_record_input *in);

static inline struct fm_run *fm_runs_of(const struct fm_block *block, unsigned sink)
{
    return (void *)block->runs[sink].p;
}
static inline size_t fm_runs_count(const struct fm_block *block, unsigned sink)
{
    return block->runs[sink].n / sizeof(struct fm_run);
}

#endif
