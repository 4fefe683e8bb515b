/* The work on one block, by one thread: games are classed, selected, replayed and written to the
 * block's own buffers. What needs the order of blocks (uniqueness, totals, messages' numbers) is
 * left to the commit. */
#ifndef FM_CONVERT_WORK_H
#define FM_CONVERT_WORK_H
#include "pgn/classify.h"
#include "convert/block.h"
#include "convert/plan.h"
#include "filter/game_filter.h"
#include "base/table.h"
#include "filter/sample.h"

struct fm_replayer_8x8;
struct fm_replayer_10x8;

/* Lines are counted as far as a message or log line needs them. */
struct fm_line_count {
    size_t at;      /* this byte of the block was asked for last */
    uint64_t lines; /* end before it */
    size_t begin;   /* of its line */
};

/* An output that takes the game worked on, with what depends on the game. */
struct fm_active_route {
    const struct fm_route *route;
    unsigned from, span;     /* plies from .. from + span are written, worked out for each game */
    struct fm_sample sample; /* `sample: per-game` */
    bool here;               /* the position of `positions: reached` has come up */
    bool reached;            /* that of `when: reached` */
    uint64_t records, unwritten; /* of this game or line */
    uint64_t games;              /* the game, written as such: 0 or 1 */
    struct fm_position_counts positions;
};

/* One thread's own; zero-initialise, then fm_worker_start(). */
struct fm_worker {
    const struct fm_plan *plan;
    struct fm_block *block;         /* worked on now */
    const struct fm_game *game;     /* worked on now; NULL = none */
    const struct fm_game *span;     /* the same, also of stray text and what is too large */
    struct fm_replayer_8x8 *board8; /* replay and usual start of each width; owned */
    struct fm_replayer_10x8 *board10;
    struct fm_arena scratch;            /* of one game */
    struct fm_record_scratch of_record; /* of one record */
    struct fm_matcher *matcher;         /* owned */
    struct fm_start start;              /* of the game worked on */
    struct fm_warnings notes;           /* warnings of the game worked on */
    bool ascii;                         /* all of the block is */
    enum fm_encoding encoding;          /* of the game or line worked on; never auto */
    struct fm_active_route
        *active; /* outputs that take this game; plan->route_count places, owned */
    size_t active_count;
    size_t *marks;              /* where the game's records begin in each sink; owned */
    size_t *key_marks;          /* and their keys */
    struct fm_table game_keys;  /* `scope: game`: what this game has shown already */
    struct fm_game_end end;     /* what the replay told of this game, plies apart */
    struct fm_buf history; /* with FM_NEEDS_REPETITIONS: a hash of every position of the game */
    struct fm_buf line;    /* with FM_NEEDS_DUPLICATES: the moves of the game, 3 bytes each */
    bool unverified;       /* a record did not read back */
    bool overflows;        /* the game's records are more bytes than `max-output` */
    uint64_t output_left;  /* bytes that the game's records may still take */
    uint64_t place;        /* positions handed out of this game so far */
    struct fm_hash128 game_hash; /* of the game's bytes, with FM_NEEDS_SAMPLE */
    struct fm_buf moves;         /* UCI moves so far, with FM_NEEDS_MOVES */
    unsigned move_count;         /* in `moves` */
    struct fm_buf path;          /* of the variation, with FM_NEEDS_PATH */
    size_t ordinal;              /* of the game in the block, 0.. */
    struct fm_line_count lines;  /* how far the lines of the block are counted */
    /* For each output with `when:`, where it lost the game (funnel.h); owned. */
    size_t *lost;
    /* The first move in a variation that cannot be played, its offset in the block; ply 0 = none. */
    struct fm_error unplayed;
    /* Waits until the numbers before the block are known; set by the converter. */
    void (*wait_numbers)(void *user, struct fm_block *block);
    /* Commits what has come of the block so far; false: the run is to stop. As above. */
    bool (*write_part)(void *user, struct fm_block *block);
    void *user;
};

/* What came of one game, record or stray span. */
enum fm_outcome { FM_KEPT, FM_UNSELECTED, FM_REJECTED_GAME, FM_STRAY };
struct fm_result_of_game {
    enum fm_outcome outcome;
    enum fm_class class_;
    enum fm_reason reason;     /* why rejected or unselected */
    size_t lost;               /* in which step of `games:`, if it is not kept; see game_filter.h */
    unsigned plies;            /* replayed in the main line */
    uint64_t records;          /* written */
    uint64_t games;            /* written, to outputs in PGN */
    uint64_t unwritten;        /* left out for want of a value */
    const uint32_t *tolerated; /* FM_TOLERANCES counts, or NULL */
    struct fm_text language;   /* code of the letters, if not English */
    struct fm_text
        evidence; /* the first move that English could not read, if the letters were found */
};

FM_MUST_CHECK enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan);
void fm_worker_free(struct fm_worker *worker);
/** Do everything that can be done for a block without its neighbours. The outcome stands in
 * block->status. */
void fm_worker_run(struct fm_worker *worker, struct fm_block *block);

/* ---- for the parts of the work ---- */

struct fm_replayer_8x8 *fm_replayer_new_8x8(void);
struct fm_replayer_10x8 *fm_replayer_new_10x8(void);
void fm_replayer_free_8x8(struct fm_replayer_8x8 *replayer);
void fm_replayer_free_10x8(struct fm_replayer_10x8 *replayer);
static inline struct fm_replayer_8x8 *fm_worker_replayer_8x8(const struct fm_worker *worker)
{
    return worker->board8;
}
static inline struct fm_replayer_10x8 *fm_worker_replayer_10x8(const struct fm_worker *worker)
{
    return worker->board10;
}

/** Replay a game on worker->start and write its records to the active outputs.
 * @param moves  movetext without the result.
 * @return FM_OK, FM_REJECTED (fault: reason, ply, what; offset in the moves), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_moves_8x8(struct fm_worker *worker, struct fm_record_input *in,
                                               struct fm_text moves,
                                               struct fm_result_of_game *result,
                                               struct fm_error *fault);
FM_MUST_CHECK enum fm_status fm_work_moves_10x8(struct fm_worker *worker,
                                                struct fm_record_input *in, struct fm_text moves,
                                                struct fm_result_of_game *result,
                                                struct fm_error *fault);
/** Remember where the records of the next game begin. */
void fm_worker_mark(struct fm_worker *worker);
/** The game has written so many bytes more. @return FM_OK, or FM_REJECTED: they are too many. */
FM_MUST_CHECK static inline enum fm_status fm_worker_spend(struct fm_worker *worker, size_t n)
{
    if (FM_UNLIKELY(n > worker->output_left)) {
        worker->overflows = true;
        return FM_REJECTED;
    }
    worker->output_left -= n;
    return FM_OK;
}
/** The records of a block of lines, oversize ones included. */
uint64_t fm_work_count_records(const struct fm_worker *worker);
/** Between two games or lines: hand over what the outputs of the block hold, if that is much.
 * @return FM_OK, or FM_CANCELLED: the run is to stop. */
FM_MUST_CHECK enum fm_status fm_worker_pass_on(struct fm_worker *worker);
/** Does some active output take records, and not the game as it is? */
bool fm_worker_writes_records(const struct fm_worker *worker);
/** Sum up what all outputs were given and what they left out. */
void fm_worker_sum(const struct fm_worker *worker, struct fm_result_of_game *result);
/** Take back what the game has written to one output so far. */
void fm_worker_cut_sink(struct fm_worker *worker, size_t sink);
/** Take back what the game has written so far. */
void fm_worker_cut_back(struct fm_worker *worker);

/** The encoding of a game or line, into worker->encoding: what the profile says, else UTF-8 if all of
 * it is, else Windows-1252. What is not UTF-8 is noted, and reported once an input. @return FM_OK
 * or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_find_encoding(struct fm_worker *worker, struct fm_text text,
                                                   size_t ordinal);
/** Make UTF-8 of a text of the game or line worked on, where it is another encoding's and lies in
 * the block; what was made elsewhere, and malformed UTF-8, stays. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_decode(const struct fm_worker *worker, struct fm_arena *arena,
                                            struct fm_text *text);
/** Remember a message that an input gets once, however many games have reason for it. */
FM_MUST_CHECK enum fm_status fm_work_input_message(struct fm_worker *worker,
                                                   const struct fm_error *error, size_t at,
                                                   size_t ordinal);
/** Remember a message; line, column and game are filled from @p at and @p ordinal (in the block,
 * 0..).
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_message(struct fm_worker *worker, const struct fm_error *error,
                                             size_t at, size_t ordinal);
/** Account for one span: counts, log line, bytes to the output, --rejects or --unselected. */
FM_MUST_CHECK enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal,
                                             const struct fm_result_of_game *result);
/** Count the warnings of a game; each becomes a message if wanted. */
FM_MUST_CHECK enum fm_status fm_work_warnings(struct fm_worker *worker,
                                              const struct fm_warnings *notes,
                                              const uint32_t *tolerated, size_t at, size_t ordinal);
/** Tell the commit which files the records written since fm_worker_mark() go to, where their names
 * depend on the game. */
FM_MUST_CHECK enum fm_status fm_work_segments(struct fm_worker *worker,
                                              const struct fm_record_input *in);
/** Write the log line of a span, if there is a log. */
FM_MUST_CHECK enum fm_status fm_work_log(struct fm_worker *worker, size_t begin, size_t end,
                                         size_t ordinal, const struct fm_result_of_game *result);
/** A strict profile takes no warning: reject what has one. */
FM_MUST_CHECK enum fm_status fm_work_strict(struct fm_worker *worker, size_t at, size_t ordinal,
                                            struct fm_result_of_game *result);
/** A game or line that is larger than the limit or cut off by damage: reject it, unread. */
FM_MUST_CHECK enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason,
                                            size_t begin, size_t end, size_t ordinal);
FM_MUST_CHECK enum fm_status fm_work_games(struct fm_worker *worker);
FM_MUST_CHECK enum fm_status fm_work_lines(struct fm_worker *worker);
FM_MUST_CHECK enum fm_status fm_work_oversize(struct fm_worker *worker);

#endif
