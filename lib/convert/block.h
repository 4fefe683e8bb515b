/* A block: one piece of input with everything that comes of it. It passes from the reader to one
 * worker to the ordered commit; at each time one thread owns it, but for the fields marked
 * "published". */
#ifndef FM_CONVERT_BLOCK_H
#define FM_CONVERT_BLOCK_H
#include "base/base.h"
#include "pgn/separator.h"
#include "pgn/split.h"
#include "convert/funnel.h"
#include "filter/census.h"
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
    FM_BLOCK_MADE,      /* its records and keys are there */
    FM_BLOCK_DECIDED,   /* what the blocks before decide about them is known */
    FM_BLOCK_FINISHING, /* a worker does what was decided */
    FM_BLOCK_FINISHED   /* it can be written */
};

/* A message that waits for its block's turn; line and game are counted from the block's start until
 * then. */
struct fm_message {
    struct fm_message *next;
    bool of_input; /* each input gets it once, see fm_work_input_message() */
    struct fm_error error;
};

/* A record whose fate is the commit's to decide: it begins where the one before it ends. */
struct fm_key_mark {
    struct fm_hash128 key; /* with uniqueness: written only if the key was not met before */
    uint64_t sample;       /* with `sample: total`: its hash */
    int half_points;       /* with {count}: the result for White, 2, 1, 0; -1 = none */
    unsigned char answer;  /* of uniqueness: enum fm_answer; its stage's */
    size_t end;            /* in out[sink] */
};

/* A kept game that the commit may find to be a duplicate of an earlier one. */
struct fm_game_mark {
    struct fm_game_mark *next, *next_dropped;
    struct fm_game_identity identity;
    uint64_t begin;              /* in the decompressed input */
    struct fm_text text;         /* with --unselected: what goes there if it is dropped, */
    struct fm_span_head head;    /* how that begins, */
    struct fm_span_tail tail;    /* and ends */
    size_t *from, *to;           /* what it has written, for each sink */
    uint64_t records, unwritten; /* of these */
    uint64_t games;              /* written as games, for all outputs */
    /* What its positions came to. */
    struct fm_funnel_share *shares;
    size_t share_count;
    struct fm_text line;        /* of the log, if it is dropped */
    struct fm_duplicate answer; /* the commit's */
};

/* A part of a sink's buffer that goes to a file named after its games. */
struct fm_segment {
    struct fm_segment *next;
    unsigned sink;
    struct fm_text name;
    size_t begin, end; /* in out[sink] */
};

struct fm_block {
    /* the reader's */
    unsigned char *bytes; /* n bytes and FM_TEXT_PADDING NULs; owned */
    size_t n, cap;        /* cap: without the padding */
    uint64_t seq;         /* 0.. over the whole run */
    const char *input;    /* name; lasts for the run */
    uint64_t offset;      /* of bytes[0] in the decompressed input */
    uint64_t column;      /* bytes of its first line that stand before the block */
    uint64_t raw_bytes;   /* compressed bytes read so far, over all inputs */
    enum fm_block_kind kind;
    bool listed;             /* lines, or pieces of one */
    bool first, last;        /* of its input; OVERSIZE: of its game */
    bool input_first;        /* the first block of its input */
    bool input_last;         /* the last */
    bool may_skip;           /* its input was found, and its name says nothing of chess */
    bool member;             /* its input is one of an archive's */
    bool archive_ends;       /* no input: all members of this archive have been read */
    bool reported;           /* its input's failure was, before the work */
    bool doubtful;           /* nothing but its games says that the input is PGN */
    bool cut;                /* damage ends it in the middle of something */
    unsigned char next_byte; /* the byte after the block, 0 at the end: a CR LF may be cut there */
    enum fm_status failed;   /* the input failed after this block */
    struct fm_error failure; /* with failed != FM_OK */
    uint64_t unverified; /* the input's first byte that no checksum has verified, or UINT64_MAX */

    /* published by the worker, read under the converter's lock */
    uint64_t lines, games;         /* counted in this block */
    uint64_t line_base, game_base; /* before this block, in its input */
    bool counted;                  /* the two above are filled */

    /* the worker's, then the commit's */
    struct fm_split split;
    size_t sinks;       /* of the plan */
    struct fm_buf *out; /* one for each sink */
    struct fm_buf
        *keys; /* one for each sink: its struct fm_key_mark, where uniqueness is asked for */
    struct fm_buf *runs; /* one for each sink: its struct fm_run, in outputs that hold spans */
    struct fm_message *messages, **message_tail;
    struct fm_warnings input_notes;               /* reasons of messages `of_input` */
    struct fm_game_mark *game_marks, **game_tail; /* with `duplicates: drop` */
    struct fm_segment *segments, **segment_tail, *segment_last;
    struct fm_arena arena;   /* owns messages, segments and copied texts */
    struct fm_totals totals; /* of this block alone */
    struct fm_census census; /* of this block alone, with FM_NEEDS_CENSUS */
    struct fm_buf name;      /* `input` of a member of an archive; the reader's, owned */
    bool text;               /* it has stray text that is more than blanks and comments */
    /* of this block alone, one for each step of the plan; in the arena */
    struct fm_funnel_count *funnel;
    size_t worked;         /* bytes whose fate is known; with FM_STOPPED not all */
    size_t passed;         /* of these, what was committed before the block's end */
    enum fm_status status; /* FM_OK, FM_STOPPED (on-error: stop), FM_NO_MEMORY */
    bool part;             /* more of the block follows, once this is written */

    /* the stages' */
    unsigned held_by;       /* the stage that cannot decide on it yet; as many as there are: none */
    enum fm_status decided; /* what its stages came to, reported when it is to be written */
    struct fm_error stage_failure; /* where that is not FM_OK */

    enum fm_block_state state; /* guarded by the ring's lock */
};

/** Make an empty block. @return FM_OK or FM_NO_MEMORY; fm_block_free() after either. */
FM_MUST_CHECK enum fm_status fm_block_make(struct fm_block *block, size_t sinks);
/** Forget what came of the input before, keep the memory unless it is much. */
void fm_block_clear(struct fm_block *block);
/** Forget what was to be written of it: it is written. */
void fm_block_clear_outputs(struct fm_block *block);
void fm_block_free(struct fm_block *block);
/** Add the totals of a block to those of the run. */
void fm_totals_add(struct fm_totals *sum, const struct fm_totals *more);

#endif
