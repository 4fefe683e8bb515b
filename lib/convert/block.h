/* SPDX-License-Identifier: MIT */
/* A block: one piece of input with everything that is made of it. It passes from the reader to one
 * worker and through the steps of the ring; at each time one thread owns it, but for the fields
 * that the ring's lock guards (ring.h). */
#ifndef FM_CONVERT_BLOCK_H
#define FM_CONVERT_BLOCK_H
#include "base/base.h"
#include "io/input.h"
#include "pgn/classify.h"
#include "pgn/separator.h"
#include "pgn/split.h"
#include "convert/funnel.h"
#include "filter/census.h"
#include "record/puzzle.h"
#include "store/duplicates.h"

enum fm_block_kind {
    FM_BLOCK_GAMES,    /* whole games, PGN */
    FM_BLOCK_LINES,    /* whole lines, FEN or EPD */
    FM_BLOCK_OVERSIZE, /* a piece of a game or line that is larger than the limit */
    FM_BLOCK_NOTHING   /* an empty input, or nothing but a failure */
};

/* How far a block is, in the ring. */
enum fm_block_state {
    FM_BLOCK_WORKED_ON, /* read, and a worker's */
    FM_BLOCK_MADE,      /* its records and keys are complete */
    FM_BLOCK_DECIDED,   /* what the blocks before decide about them is known */
    FM_BLOCK_FINISHING, /* a worker carries out what was decided */
    FM_BLOCK_FINISHED   /* it can be written */
};

/* A message that waits for its block's turn; line and game are counted from the block's start until
 * then. */
struct fm_message {
    struct fm_message *next;
    bool of_input; /* reported for the first of its input only: fm_work_input_message() */
    struct fm_error error;
};

/* A record that the ordered step decides on. It begins where the one before it ends. */
struct fm_key_mark {
    /* With uniqueness: written only if the key was not met before. Of groups, if they have no
     * uniqueness in the run: the hash of the group. */
    struct fm_hash128 key;
    uint64_t sample;      /* with `sample: total`: its hash */
    int half_points;      /* of groups: the result for White, 2, 1, 0; -1 = none */
    bool black;           /* of groups: Black is to move */
    unsigned char answer; /* enum fm_answer, written by store/unique.c */
    size_t end;           /* in out[sink] */
};

/* A kept game that stage_duplicates.c may find to be a duplicate of an earlier one. */
struct fm_game_mark {
    struct fm_game_mark *next, *next_dropped;
    struct fm_game_identity identity;
    uint64_t begin;                 /* in the decompressed input */
    struct fm_text text;            /* with --unselected: what goes there if it is dropped */
    struct fm_span_head head;       /* how `text` begins */
    struct fm_span_tail tail;       /* how it ends */
    size_t *from, *to;              /* what it has written, for each sink */
    uint64_t records, unwritten;    /* that the game has written or skipped */
    uint64_t games;                 /* written as games, for all outputs */
    struct fm_funnel_share *shares; /* counts of its positions, one for each output that took it */
    size_t share_count;
    struct fm_text line;        /* of the log, if it is dropped */
    struct fm_duplicate answer; /* written by the stage */
};

/* A part of a sink's buffer that goes to a file named after its games. */
struct fm_segment {
    struct fm_segment *next;
    unsigned sink;
    struct fm_text name;
    size_t begin, end; /* in out[sink] */
};

/* Totals by class and reason: they grow with these tables, and are no part of the public ones. */
struct fm_tally {
    uint64_t by_class[FM_CLASSES];         /* games */
    uint64_t by_reason[FM_REASON_COUNT];   /* records rejected, or with a warning or a fact */
    uint64_t rejected_by[FM_REASON_COUNT]; /* of these, the rejected; of a run only */
};

struct fm_block {
    /* Written by the reader; const from then on, but for `input_first`. */
    unsigned char *bytes;    /* n bytes and FM_TEXT_PADDING NULs; owned */
    size_t unread;           /* of these, the first that fm_claim_read() has yet to read */
    struct fm_input *from;   /* which it reads them from, and then makes NULL */
    struct fm_input *closes; /* of which this is the last block: closed when it is written; owned */
    size_t n, cap;           /* cap: without the padding */
    uint64_t seq;            /* 0.. over the whole run */
    struct fm_block *next;   /* read together with it by the same thread; NULL = none */
    const char *input;       /* name; lasts for the run, or is in `name` */
    struct fm_buf name;      /* of a member of an archive; owned */
    uint64_t offset;         /* of bytes[0] in the decompressed input */
    uint64_t column;         /* bytes of its first line that are before the block */
    uint64_t raw_bytes;      /* compressed bytes read so far, over all inputs */
    enum fm_block_kind kind;
    bool listed;                    /* lines, or pieces of one */
    struct fm_puzzle_table puzzles; /* of which the lines are rows; or empty */
    bool first, last;               /* OVERSIZE: of the pieces of its game */
    bool input_first;               /* the first block of its input; cleared when that is counted */
    bool input_last;                /* the last */
    bool run_last;                  /* it ends where the last input ends, which did not fail */
    bool continues;                 /* the shard has not the start of its input */
    bool partial;                   /* nor, or not, all of it; known with the last block */
    bool may_skip;                  /* its input was found, and its name promises no chess */
    bool member;                    /* its input is one of an archive's */
    bool archive_ends;              /* no input: all members of this archive have been read */
    bool reported;                  /* the failure of its input was reported before the work */
    bool doubtful;                  /* nothing but its games shows that the input is PGN */
    bool cut;                       /* damage ends it in the middle of something */
    bool grown;                     /* its input was longer at its end than when it was opened */
    bool input_over;         /* its input ends here: blocks of it that come later are dropped */
    unsigned char next_byte; /* the byte after the block, 0 at the end: a CR LF may be cut there */
    enum fm_status failed;   /* the input failed after this block */
    struct fm_error failure; /* with failed != FM_OK */
    /* The input's first byte that no checksum has verified, or UINT64_MAX. */
    uint64_t unverified;

    /* Guarded by the ring's lock from fm_ring_count() on; `state`, `weight` and `results` always. */
    uint64_t lines, games;         /* in this block; the worker's before */
    uint64_t line_base, game_base; /* before this block, in its input */
    uint64_t run_base;             /* games before this block, in the run */
    uint64_t listed_base;          /* records of lists before it, in the run */
    bool counted;                  /* `lines` and `games` are known */
    size_t weight;                 /* bytes of it that the ring counts as input */
    size_t results;                /* and as what waits to be written */
    enum fm_block_state state;

    /* Written by the worker, then by the steps of the ring in their order. */
    struct fm_split split; /* games and tags, spans of `bytes` */
    size_t sinks;          /* of the plan */
    /* One for each sink: what is to be written; a struct fm_key_mark for each record, in routes
     * with FM_NEEDS_DECISION; a struct fm_run for each run, in outputs that hold spans of the
     * input. */
    struct fm_buf *out, *keys, *runs;
    /* One for each sink, written by stage_deferred.c and read by the next worker: a record whose sample
     * hash is larger is not wanted, and need not be written out. */
    uint64_t *sample_bounds;
    struct fm_message *messages, **message_tail;
    struct fm_warnings input_notes;               /* reasons of messages `of_input` */
    struct fm_game_mark *game_marks, **game_tail; /* with FM_NEEDS_DUPLICATES */
    struct fm_segment *segments, **segment_tail, *segment_last;
    struct fm_arena arena; /* owns messages, marks, segments, texts, the funnel */
    /* Of this block alone. A stage that takes back more than the block has makes them wrap around;
     * in the sum they wrap back. */
    struct fm_totals totals;
    struct fm_tally tally;
    struct fm_funnel_count *funnel; /* the same; one for each step of the plan */
    struct fm_census census;        /* of this block alone, with FM_NEEDS_CENSUS */
    bool text;                      /* it has stray text that is more than blanks and comments */
    size_t worked;                  /* bytes that are accounted for; with FM_STOPPED not all */
    size_t passed;                  /* of these, what was written before the block's end */
    bool part;                      /* it is written before it is worked to its end */
    /* Of the work: FM_OK, FM_STOPPED (on-error: stop, or `ends`), FM_NO_MEMORY, FM_CANCELLED. */
    enum fm_status status;
    bool ends; /* with FM_STOPPED: the last game of `games.range` is in it */

    /* Written by the commit. */
    bool late;      /* decided on when it is to be written: see late.h */
    uint64_t bound; /* it writes at most so many records and games */

    /* Written by the stages. */
    struct fm_unique_batch *batches; /* one for each route of the plan; in the arena */
    unsigned first_stage;            /* it enters here: 0, or later after it was held or made */
    bool dropped;                    /* it is after the end of its input, and does not count */
    unsigned held_by;                /* the stage that cannot decide on it yet; FM_STAGES: none */
    enum fm_status decided;          /* by the stages; reported when the block is to be written */
    struct fm_error stage_failure;   /* if that is not FM_OK */
};

/** Make an empty block. @return FM_OK or FM_NO_MEMORY; fm_block_free() after either. */
FM_MUST_CHECK enum fm_status fm_block_make(struct fm_block *block, size_t sinks);
/** Make room for so many bytes of input. */
FM_MUST_CHECK enum fm_status fm_block_grow(struct fm_block *block, size_t cap);
/** Make it ready for other input; memory is kept unless it is much. */
void fm_block_clear(struct fm_block *block);
/** Bytes of what is to be written of it; of a buffer that a game made large, all that it has. */
size_t fm_block_held(const struct fm_block *block);
/** Empty the buffers of its outputs, and free those that have grown to more than @p kept bytes. */
void fm_block_empty(struct fm_block *block, size_t kept);
/** What was to be written of it is written. */
void fm_block_clear_outputs(struct fm_block *block);
void fm_block_free(struct fm_block *block);
/** Is there input, more than blanks, after what was worked of the block? */
bool fm_block_leaves_input(const struct fm_block *block);
/** Add the totals of a block to those of the run. */
void fm_block_total(const struct fm_block *block, struct fm_totals *totals, struct fm_tally *tally);

#endif
