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
#include "record/columns.h"
#include "ops/duplicates.h"
#include "ops/unique.h"

enum fm_block_kind {
    FM_BLOCK_GAMES,    /* whole games, PGN */
    FM_BLOCK_LINES,    /* whole lines, FEN or EPD */
    FM_BLOCK_ENTRIES,  /* whole entries of several lines, training data */
    FM_BLOCK_OVERSIZE, /* a piece of a game or line that is larger than the limit */
    FM_BLOCK_NOTHING   /* no text: the input is empty or has failed */
};

/** Are they records of a list? */
static inline bool fm_block_kind_is_list(enum fm_block_kind kind)
{
    return kind == FM_BLOCK_LINES || kind == FM_BLOCK_ENTRIES;
}

/* How far a block is, in the ring. */
enum fm_block_state {
    FM_BLOCK_WORKED_ON, /* read; a worker owns it */
    FM_BLOCK_MADE,      /* the block's records and keys are complete */
    FM_BLOCK_DECIDED,   /* the answers that depend on earlier blocks are known */
    FM_BLOCK_FINISHING, /* a worker carries out what was decided */
    FM_BLOCK_FINISHED   /* the block can be written */
};

/* A message that waits until its block is written. Until then, line and game are counted from
 * the start of the block. */
struct fm_message {
    struct fm_message *next;
    /* index of its item in the block; the message is dropped if the run ends before this item */
    size_t item;
    bool of_input; /* reported at most once per input: fm_work_input_message() */
    struct fm_error error;
};

/* Outcome of a span of the input. */
enum fm_outcome { FM_KEPT, FM_UNSELECTED, FM_REJECTED_GAME, FM_STRAY };

/* An item: a game, a record of a list, or stray text, and all that is counted and reported of
 * it. The items of a block tile it. They are counted and become lines of the log when the stages
 * have decided on them, so nothing that was counted or written is taken back (account.h, log.h). */
struct fm_block_item {
    size_t begin, end; /* offsets in the block's bytes, line end included */
    /* line number of `begin`, counted from the block's start, 1..; set only with a log */
    uint64_t line;
    uint64_t records;    /* number of records for the outputs, before the stages decide on them */
    uint64_t unwritten;  /* records left out: a field that they need was empty */
    uint64_t reasons[2]; /* warnings and facts: bit (reason) of [reason / 64] */
    uint32_t ordinal;    /* number of games and records before this item in the block */
    uint32_t count; /* number of games or records in this item; each counter here is their sum */
    uint32_t plies; /* plies replayed in the main line */
    uint32_t lost;  /* index of the funnel step that rejected the item; 0 = none */
    /* end index of its entries in block->steps; they begin where those of the previous item end */
    uint32_t steps;
    uint32_t details; /* place of more text for the log in block->texts, plus 1; 0 = none */
    struct fm_census_entry census;
    /* Some of these facts as one number: items are joined where it and `reasons` are equal.
     * UINT64_MAX = not with others. */
    uint64_t kind;
    unsigned char outcome;  /* enum fm_outcome */
    unsigned char class_;   /* enum fm_class; FM_CLASSES = not known */
    unsigned char reason;   /* enum fm_reason: why it is rejected or unselected */
    unsigned char renamed;  /* number of player tags with a changed name */
    unsigned char tags_set; /* number of tags set by `input.tag-table` */
    bool listed;            /* true: a record of a list, but not a line of moves */
    bool dropped;           /* true: a stage found it to be a duplicate, excluded or not drawn */
};

/* Positions of an item that one step of the funnel rejected. */
struct fm_step_count {
    uint64_t lost, without; /* members as in struct fm_funnel_count */
    uint32_t step;
    bool if_kept; /* not counted if the item is dropped */
};

/* A kept game that a stage may drop, as a duplicate (stage_duplicates.c) or as not drawn
 * (stage_draw.c). */
struct fm_block_game {
    size_t item;
    uint64_t drawn;                   /* hash of the game for `games.sample` */
    struct fm_game_identity identity; /* identity of the game; its moves are in the block's arena */
    struct fm_duplicate answer;
};

/* The text that an item gives to one output: one record where stages decide on records, else
 * everything from the item. Where no stage decides, there are no rows, or one row holds several
 * items. */
struct fm_row {
    size_t end;       /* end offset in out[sink]; the row begins where the previous one ends */
    uint32_t item;    /* index of the first item in this row */
    uint32_t records; /* number of records in this row; of games, if the output is PGN */
    /* name of its file: place in block->texts, plus 1; 0 = the output has one file */
    uint32_t name;
    unsigned char fate; /* enum fm_fate */
    /* of a record: the result for White in half points, 2, 1, 0, -1 = none; Black is to move */
    signed char half_points;
    bool black;
};
enum fm_fate {
    FM_ROW_KEPT,       /* written, unless its item is dropped */
    FM_ROW_IF_DROPPED, /* written only if its item is dropped */
    FM_ROW_REPEATED    /* not written: an earlier record has the same key */
};

/* Facts about a record that stages need to decide on it. */
struct fm_row_key {
    /* With uniqueness: the key; only the first record with it is written. */
    struct fm_hash128 key;
    struct fm_hash128 group; /* hash of the values that `sample.by` names */
    uint64_t sample;         /* hash of the record for `sample: total` */
    uint32_t row;            /* index of the row that this key belongs to */
    unsigned char answer;    /* enum fm_answer, written by ops/unique.c */
};

/* How to separate a row from its neighbours (pgn/separator.h). The row is a span of the input,
 * or a game made from one. */
struct fm_joint {
    uint64_t begin, end; /* offsets in the decompressed input */
    size_t last;         /* index of its last game in block->split; SIZE_MAX = no game */
    size_t last_at;      /* offset of the last game in out[sink] */
    bool apart;          /* true: its beginning differs from that in the input */
    bool ended; /* true: its last game ends with a result token that was added after the moves */
    struct fm_span_head head;
    struct fm_span_tail tail; /* set when the row is complete */
};

/* The rows of one sink. */
struct fm_row_set {
    struct fm_buf rows; /* array of struct fm_row */
    struct fm_buf keys; /* array of struct fm_row_key, in the order of rows; see fm_route_keys() */
    /* array of struct fm_joint, one per row; only where spans of the input are written */
    struct fm_buf joints;
    uint64_t plain; /* number of records or games, if the output has no rows */
    /* array of uint32_t: item indexes of the rows that were removed as repeated */
    struct fm_buf repeated;
    /* largest sample hash that is still wanted; records above it may be left empty. Kept from
     * block to block. */
    uint64_t sample_bound;
};

/* Facts that the source knows about the input of a block. */
struct fm_block_input {
    const char *name;   /* lasts for the run, or is in `path` */
    struct fm_buf path; /* path of a member of an archive; owned */
    /* the input whose last block this is; closed when the block is written; owned */
    struct fm_input *closes;
    struct fm_columns columns; /* how the lines are read, if they are rows of a table */
    uint64_t raw_bytes;        /* compressed bytes read so far, over all inputs */
    /* offset of the first byte that no checksum had verified when the block was read; UINT64_MAX =
     * none */
    uint64_t unverified;
    /* numbers of lines and games of the input that are before its first block */
    uint64_t lines_passed, games_passed;
    /* the same offset in what the checksums are of, which for a member of a compressed tar is the
     * archive */
    uint64_t verified;
    /* offset of such a member in the text of its archive; 0 = none */
    uint64_t within;
    bool first;     /* true: the first block of its input; cleared when the input is counted */
    bool last;      /* true: the last block of its input */
    bool run_last;  /* true: the last block of the last input, which has not failed */
    bool continues; /* true: the start of the input belongs to another shard */
    /* true: a part of the input belongs to another shard; known with the last block */
    bool partial;
    bool found;  /* true: the user did not name it: it was found in a folder or archive */
    bool member; /* true: the input is a member of an archive */
    /* true: not an input, but the mark that all members of the archive `name` are read */
    bool archive_ends;
    bool reported;         /* true: its failure was reported before the run began */
    bool plain;            /* true: it is not compressed */
    bool doubtful;         /* true: neither its name nor its first lines show that it is PGN */
    bool grown;            /* true: the file grew while it was read */
    bool over;             /* true: the input ends in this block; later blocks of it are dropped */
    enum fm_status failed; /* failure of the input after this block, or FM_OK */
    struct fm_error failure; /* details of `failed`, unless it is FM_OK */
};

/* Numbers of a block. The worker owns them until fm_ring_count(); from then on the ring's lock
 * guards them. */
struct fm_block_numbers {
    uint64_t lines, games; /* numbers of lines and games in this block; lines: fm_claim_read() */
    /* numbers of lines and games before this block in its input */
    uint64_t lines_before, games_before;
    uint64_t run_before;    /* number of games before this block in the run */
    uint64_t listed_before; /* number of records of lists before this block in the run */
    bool counted;           /* `lines` and `games` are known */
};

/* The place of a block in the ring, guarded by its lock. */
struct fm_block_place {
    enum fm_block_state state;
    size_t weight;  /* bytes of input, as counted by the ring */
    size_t results; /* bytes that wait to be written, as counted by the ring */
};

/* How far the work on a block has come. */
struct fm_block_work {
    size_t bytes;  /* number of bytes that are worked; with FM_STOPPED less than all */
    size_t passed; /* number of worked bytes whose results are already written */
    bool part;     /* true: the block is being written before all of it is worked */
    bool ends;     /* true: the block has the last game of `games.range`; with FM_STOPPED */
    enum fm_status
        status; /* FM_OK, FM_STOPPED (on-error: stop, or `ends`), FM_NO_MEMORY, FM_CANCELLED */
};

enum { FM_STAGES = 10 }; /* number of stages of a run: stages.c */

/* Decisions of the stages about a block. */
struct fm_block_decision {
    /* array, one per route of the plan; memory from the block's arena */
    struct fm_unique_batch *batches;
    /* stage that the block enters first: 0; more if it was held, or made by a stage */
    unsigned first_stage;
    unsigned held_by;        /* stage that cannot decide on the block yet; FM_STAGES = none */
    bool dropped;            /* true: the block is after the end of its input and is ignored */
    bool open_games;         /* true: it is not yet known which games stages drop */
    bool counted_items;      /* true: the items are counted, but for what depends on dropped ones */
    enum fm_status status;   /* failure to report when the block is written, or FM_OK */
    struct fm_error failure; /* details of `status`, unless it is FM_OK */
};

/* The part of a block of a plain file that is not read yet (claim.h). */
struct fm_block_claim {
    size_t unread; /* offset in the block of the first byte that fm_claim_read() must read */
    struct fm_input *from; /* input to read from; fm_claim_read() sets it to NULL afterwards */
};

/* Messages, in the order of the input. */
struct fm_block_messages {
    struct fm_message *first, **tail;
    struct fm_warnings of_input; /* reasons of the messages with `of_input` set */
};

struct fm_block {
    /* Written by the source; const from then on, but for `input.first`. */
    unsigned char *bytes;  /* n bytes and FM_TEXT_PADDING NULs; owned */
    size_t n, cap;         /* cap: without the padding */
    uint64_t offset;       /* offset of bytes[0] in the decompressed input */
    uint64_t column;       /* number of bytes of its first line that are before the block */
    uint64_t seq;          /* number of the block in the run, 0.. */
    struct fm_block *next; /* next block read in the same step by the same thread; NULL = none */
    enum fm_block_kind kind;
    unsigned char next_byte; /* the byte after the block, 0 at the end: a CR LF may be cut there */
    bool listed;             /* true: the block has lines, or pieces of a line */
    /* FM_BLOCK_OVERSIZE: true for the first and the last piece of the game or line */
    bool first, last;
    bool cut;   /* true: damage in the input cuts the last game or line short */
    bool ascii; /* true: all of the block is; written by fm_claim_read() */
    struct fm_block_input input;
    struct fm_block_claim claim;

    struct fm_block_numbers numbers;
    struct fm_block_place ring;

    /* Results of the worker. Stages flag some of them; the rest is written. */
    struct fm_block_work work;
    struct fm_split split;   /* games and tags, spans of `bytes` */
    bool text;               /* true: the block has stray text other than blanks and comments */
    size_t sinks;            /* number of sinks of the plan */
    struct fm_buf *out;      /* array, one buffer per sink: the text to write */
    struct fm_row_set *rows; /* array, one set of rows per sink */
    struct fm_buf items;     /* array of struct fm_block_item */
    struct fm_buf steps;     /* array of struct fm_step_count, in the order of items */
    struct fm_buf texts;     /* parts (base/parts.h): names of files, details of items */
    struct fm_buf compared;  /* array of struct fm_block_game; see fm_plan_decides() */
    struct fm_block_messages messages;
    struct fm_arena arena; /* memory of messages and of moves of games */

    struct fm_block_decision decision;
};

/** Make an empty block. @return FM_OK or FM_NO_MEMORY; fm_block_free() after either. */
FM_MUST_CHECK enum fm_status fm_block_make(struct fm_block *block, size_t sinks);
/** Make room for @p cap bytes of input. */
FM_MUST_CHECK enum fm_status fm_block_grow(struct fm_block *block, size_t cap);
/** Make it ready for other input; memory is kept unless it is much. */
void fm_block_clear(struct fm_block *block);
/** Bytes that wait to be written. A buffer that one game made large counts with its full
 * capacity. */
size_t fm_block_held(const struct fm_block *block);
/** Empty the buffers of its outputs, and free those that have grown to more than @p kept bytes. */
void fm_block_empty(struct fm_block *block, size_t kept);
/** Empty its outputs after they are written. */
void fm_block_clear_outputs(struct fm_block *block);
void fm_block_free(struct fm_block *block);
/** Is there input, more than blanks, after what was worked of the block? */
bool fm_block_leaves_input(const struct fm_block *block);

/** A span of its input, by offsets in the block. */
static inline struct fm_text fm_block_span(const struct fm_block *block, size_t begin, size_t end)
{
    return (struct fm_text){block->bytes + begin, end - begin};
}
/** All of its input. */
static inline struct fm_text fm_block_bytes(const struct fm_block *block)
{
    return (struct fm_text){block->bytes, block->n};
}
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
