/* SPDX-License-Identifier: MIT */
/* A block: one piece of input with everything that is made of it. It passes from the reader to one
 * worker and through the steps of the ring; at each time one thread owns it, but for the fields
 * that the ring's lock guards (ring.h). */
#ifndef FM_RUN_BLOCK_H
#define FM_RUN_BLOCK_H
#include "base/base.h"
#include "io/input.h"
#include "pgn/classify.h"
#include "pgn/separator.h"
#include "pgn/split.h"
#include "filter/census.h"
#include "record/puzzle.h"
#include "ops/duplicates.h"
#include "ops/unique.h"

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
    size_t item;   /* of the block, that it is about: not reported if the run ends before that */
    bool of_input; /* reported for the first of its input only: fm_work_input_message() */
    struct fm_error error;
};

/* What became of a span of the input. */
enum fm_outcome { FM_KEPT, FM_UNSELECTED, FM_REJECTED_GAME, FM_STRAY };

/* An item: a game, a record of a list, or stray text, and all that is counted and reported of it. The
 * items of a block tile it. They are counted and become lines of the log when the stages have decided
 * on them, so nothing that was counted or written is taken back (account.h, log.h). */
struct fm_block_item {
    size_t begin, end;   /* in the block's bytes, line end included */
    uint64_t line;       /* of `begin`, counted from the block's start, 1..; with a log */
    uint64_t records;    /* that it gave to the outputs, before the stages decide on them */
    uint64_t unwritten;  /* records left out: a field that they need was empty */
    uint64_t reasons[2]; /* warnings and facts: bit (reason) of [reason / 64] */
    uint32_t ordinal;    /* games and records of the block before it */
    uint32_t count;      /* games or records in it; the numbers here are those of all of them */
    uint32_t plies;      /* replayed in the main line */
    uint32_t lost;       /* step of the funnel that lost it; 0 = none */
    uint32_t steps;      /* where its struct fm_step_count end in block->steps, a number of them */
    uint32_t details; /* what else the log says of it: its place in block->texts + 1; 0 = nothing */
    struct fm_census_entry census;
    unsigned char outcome; /* enum fm_outcome */
    unsigned char class_;  /* enum fm_class; FM_CLASSES = not known */
    unsigned char reason;  /* enum fm_reason: why it is rejected or unselected */
    unsigned char renamed; /* players' tags that got another name */
    bool listed;           /* a record of a list, and no line of moves */
    bool dropped;          /* a stage has found it to be a duplicate, or excluded */
};

/* Positions of an item that a step of the funnel lost. */
struct fm_step_count {
    uint64_t lost, without; /* as in struct fm_funnel_count */
    uint32_t step;
    bool if_kept; /* not counted if the item is dropped */
};

/* A kept game that may be a duplicate (stage_duplicates.c). */
struct fm_block_game {
    size_t item;
    struct fm_game_identity identity; /* its moves are in the block's arena */
    struct fm_duplicate answer;
};

/* What is to be written for an item to one output: one record where stages decide on records, else all
 * of the item; where nothing is decided at all, rows are not kept, or hold several items. */
struct fm_row {
    size_t end;         /* in out[sink]; it begins where the row before it ends */
    uint32_t item;      /* the first that it holds */
    uint32_t records;   /* in it; games in outputs in PGN */
    uint32_t name;      /* of its file: place in block->texts + 1; 0 = the output has one file */
    unsigned char fate; /* enum fm_fate */
};
enum fm_fate {
    FM_ROW_KEPT,       /* written, unless its item is dropped */
    FM_ROW_IF_DROPPED, /* written if its item is dropped, and only then */
    FM_ROW_REPEATED    /* its key was met before: not written */
};

/* What stages decide by of a record. */
struct fm_row_key {
    /* With uniqueness: written only if the key was not met before. Of groups, if they have no
     * uniqueness in the run: the hash of the group. */
    struct fm_hash128 key;
    uint64_t sample;         /* with `sample: total`: its hash */
    uint32_t row;            /* whose key it is */
    signed char half_points; /* of groups: the result for White, 2, 1, 0; -1 = none */
    bool black;              /* of groups: Black is to move */
    unsigned char answer;    /* enum fm_answer, written by ops/unique.c */
};

/* What a row that is a span of the input, or a game made of one, is kept apart from its neighbours by
 * (pgn/separator.h). */
struct fm_joint {
    uint64_t begin, end; /* in the decompressed input */
    size_t last;         /* its last game, in block->split; SIZE_MAX = no game */
    size_t last_at;      /* where that is in out[sink] */
    bool apart;          /* it begins in another way than in the input */
    bool ended;          /* its last game ends with a result that was written after the moves */
    struct fm_span_head head;
    struct fm_span_tail tail; /* filled when nothing is added to the row any more */
};

/* The rows of one sink. */
struct fm_row_set {
    struct fm_buf rows;   /* of struct fm_row */
    struct fm_buf keys;   /* of struct fm_row_key, in the order of rows; see fm_route_keys() */
    struct fm_buf joints; /* of struct fm_joint, one a row, where spans of the input are written */
    uint64_t plain;       /* records or games of an output that has no rows */
    struct fm_buf repeated; /* of uint32_t: the items of rows that were taken out as repeated */
    uint64_t sample_bound;  /* a record whose sample hash is larger is not wanted, and need not be
                            * written out; kept from block to block */
};

/* What the source knows of the input that a block is cut from. */
struct fm_block_input {
    const char *name;        /* lasts for the run, or is in `path` */
    struct fm_buf path;      /* of a member of an archive; owned */
    struct fm_input *closes; /* of which this is the last block: closed when it is written; owned */
    struct fm_puzzle_table puzzles; /* of which the lines are rows; or empty */
    uint64_t raw_bytes;             /* compressed bytes read so far, over all inputs */
    uint64_t unverified;     /* its first byte that no checksum has verified, or UINT64_MAX */
    bool first;              /* the block is the first of it; cleared when that is counted */
    bool last;               /* the last */
    bool run_last;           /* the block ends where the last input ends, which did not fail */
    bool continues;          /* the shard has not the start of it */
    bool partial;            /* nor, or not, all of it; known with the last block */
    bool may_skip;           /* it was found, and its name promises no chess */
    bool member;             /* it is one of an archive's */
    bool archive_ends;       /* no input: all members of this archive have been read */
    bool reported;           /* its failure was reported before the work */
    bool doubtful;           /* nothing but its games shows that it is PGN */
    bool grown;              /* it was longer at its end than when it was opened */
    bool over;               /* it ends here: blocks of it that come later are dropped */
    enum fm_status failed;   /* it failed after this block */
    struct fm_error failure; /* with failed != FM_OK */
};

/* How a block is numbered: guarded by the ring's lock from fm_ring_count() on; the worker's before. */
struct fm_block_numbers {
    uint64_t lines, games;               /* in this block */
    uint64_t lines_before, games_before; /* before it, in its input */
    uint64_t run_before;                 /* games before it, in the run */
    uint64_t listed_before;              /* records of lists before it, in the run */
    bool counted;                        /* `lines` and `games` are known */
};

/* The place of a block in the ring, guarded by its lock. */
struct fm_block_place {
    enum fm_block_state state;
    size_t weight;  /* bytes that the ring counts as input */
    size_t results; /* and as what waits to be written */
};

/* How far the work on a block has come. */
struct fm_block_work {
    size_t bytes;  /* that are accounted for; with FM_STOPPED not all */
    size_t passed; /* of these, what was written before the block's end */
    bool part;     /* it is written before it is worked to its end */
    bool ends;     /* with FM_STOPPED: the last game of `games.range` is in it */
    enum fm_status
        status; /* FM_OK, FM_STOPPED (on-error: stop, or `ends`), FM_NO_MEMORY, FM_CANCELLED */
};

enum { FM_STAGES = 8 }; /* of a run: stages.c */

/* What the stages have found. */
struct fm_block_decision {
    struct fm_unique_batch *batches; /* one for each route of the plan; in the block's arena */
    unsigned first_stage;            /* it enters here: 0, or later after it was held or made */
    unsigned held_by;                /* the stage that cannot decide on it yet; FM_STAGES: none */
    bool dropped;                    /* it is after the end of its input, and does not count */
    bool open_games;                 /* which of its games are duplicates is not known yet */
    bool counted_items;      /* all of its items that is no matter of duplicates is counted */
    enum fm_status status;   /* reported when the block is to be written */
    struct fm_error failure; /* if that is not FM_OK */
};

/* What is left to read of a block of a plain file (claim.h). */
struct fm_block_claim {
    size_t unread;         /* of the bytes, the first that fm_claim_read() has yet to read */
    struct fm_input *from; /* which it reads them from, and then makes NULL */
};

/* Messages, in the order of the input. */
struct fm_block_messages {
    struct fm_message *first, **tail;
    struct fm_warnings of_input; /* reasons of those that are `of_input` */
};

struct fm_block {
    /* Written by the source; const from then on, but for `input.first`. */
    unsigned char *bytes;  /* n bytes and FM_TEXT_PADDING NULs; owned */
    size_t n, cap;         /* cap: without the padding */
    uint64_t offset;       /* of bytes[0] in the decompressed input */
    uint64_t column;       /* bytes of its first line that are before the block */
    uint64_t seq;          /* its number in the run, 0.. */
    struct fm_block *next; /* read together with it by the same thread; NULL = none */
    enum fm_block_kind kind;
    unsigned char next_byte; /* the byte after the block, 0 at the end: a CR LF may be cut there */
    bool listed;             /* lines, or pieces of one */
    bool first, last;        /* OVERSIZE: of the pieces of its game */
    bool cut;                /* damage ends it in the middle of something */
    struct fm_block_input input;
    struct fm_block_claim claim;

    struct fm_block_numbers numbers;
    struct fm_block_place ring;

    /* What the worker makes of the bytes; flagged by the stages, then written. */
    struct fm_block_work work;
    struct fm_split split;   /* games and tags, spans of `bytes` */
    bool text;               /* it has stray text that is more than blanks and comments */
    size_t sinks;            /* of the plan */
    struct fm_buf *out;      /* of each sink: what is to be written */
    struct fm_row_set *rows; /* of each sink */
    struct fm_buf items;     /* of struct fm_block_item */
    struct fm_buf steps;     /* of struct fm_step_count, by item */
    struct fm_buf texts;     /* parts (base/parts.h): names of files, details of items */
    struct fm_buf compared;  /* of struct fm_block_game; see fm_plan_compares() */
    struct fm_block_messages messages;
    struct fm_arena arena; /* owns messages, moves of games */

    struct fm_block_decision decision;
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

static inline struct fm_block_item *fm_block_items(const struct fm_block *block)
{
    return (void *)block->items.p;
}
static inline size_t fm_block_item_count(const struct fm_block *block)
{
    return block->items.n / sizeof(struct fm_block_item);
}
/** A part of the block's texts. @param place  as rows and items have it, not 0. */
struct fm_text fm_block_text(const struct fm_block *block, uint32_t place);
/** Add a part. @param[out] place  of it. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_block_add_text(struct fm_block *block, struct fm_text text,
                                               uint32_t *place);

#endif
