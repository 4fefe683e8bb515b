/* SPDX-License-Identifier: MIT */
/* Records of positions: the templates of an output's operations, columns or line, compiled once,
 * and filled record after record. The choice of positions is made elsewhere.
 *
 * A record is written in one of two ways, which give the same bytes. fm_record_write() renders each
 * slot and has the format write it: the definition. For the records of a game, layout.h takes them
 * apart into what is the same in all of them, which is written that way once a game, and values of
 * the position. */
#ifndef FM_RECORD_RECORD_H
#define FM_RECORD_RECORD_H
#include "base/base.h"
#include "pgn/comment.h"
#include "pgn/encoding.h"
#include "pgn/split.h"
#include "record/epd.h"
#include "record/format.h"

/* The needs of a record beyond the FEN. The code that fills the record input derives only
 * what is needed. */
enum fm_record_needs {
    FM_NEEDS_NEXT = 1 << 0,       /* SAN of the next move */
    FM_NEEDS_LAST = 1 << 1,       /* SAN of the last move */
    FM_NEEDS_ANNOTATION = 1 << 2, /* marks, score, clock */
    FM_NEEDS_NUMBERS = 1 << 3,    /* the game's ordinal in its input */
    FM_NEEDS_KEY = 1 << 4,        /* Zobrist key */
    FM_NEEDS_SP = 1 << 5,         /* Chess960 start number of the game */
    FM_NEEDS_PLIES = 1 << 6,      /* plies of the whole game: it is replayed twice */
    FM_NEEDS_MOVES = 1 << 7,      /* UCI moves from the start */
    FM_NEEDS_STATE = 1 << 8,      /* mate or stalemate */
    FM_NEEDS_PATH = 1 << 9,       /* path of the variation */
    FM_NEEDS_COUNTS = 1 << 10,    /* counts of a group of positions, see group.h */
    FM_NEEDS_EVAL = 1 << 11,      /* scores; the run counts whether there are any */
    FM_NEEDS_NEXT_UCI = 1 << 12,  /* the next move in UCI */
    FM_NEEDS_LAST_UCI = 1 << 13,  /* the last move in UCI */
    FM_NEEDS_OPS = 1 << 14,       /* operations that the position came with */
    FM_NEEDS_RECORD = 1 << 15,    /* number of the record, filled in when it is written */
    FM_NEEDS_PIECES = 1 << 16,    /* number of pieces of each kind */
    FM_NEEDS_OPENING = 1 << 17,   /* the opening, from the file of the profile */
    FM_NEEDS_SANS = 1 << 18,      /* SAN of all moves from the start */
    FM_NEEDS_AHEAD = 1 << 19,     /* marks of the next move, or its comment */
    FM_NEEDS_COMMENTS = 1 << 20,  /* clocks and scores of all moves from the start */
    FM_NEEDS_BOOK = 1 << 21,      /* which positions are in the book of the profile */
    FM_NEEDS_BOOK_LAST = 1 << 22, /* the last of the whole game: it is replayed twice */
    FM_NEEDS_BOOK_NEXT = 1 << 23, /* the moves of the book */
    FM_NEEDS_FOLLOWING = 1 << 24, /* the moves that follow in the line */
    FM_NEEDS_BETTER = 1 << 25,    /* those of the first variation at the next move */
    FM_NEEDS_PLACE = 1 << 26,     /* hash of the game's place in the inputs */
    FM_NEEDS_FEN = 1 << 27        /* the record's own FEN */
};

/* The needs that look each position up in what was read before the run. */
#define FM_NEEDS_KNOWN (FM_NEEDS_OPENING | FM_NEEDS_BOOK)
/* The needs that look at the next move. */
#define FM_LOOKS_AHEAD (FM_NEEDS_NEXT | FM_NEEDS_NEXT_UCI | FM_NEEDS_AHEAD)

struct fm_move;
struct fm_position_8x8;
struct fm_counts; /* see ops/groups.h */

/* The values that a record can contain of one position of a game; filled by the replay. Texts
 * last until the record is written. */
struct fm_record_input {
    const struct fm_game *game;
    const struct fm_tag *tags; /* game->tag_count of them */
    /* Encoding that the values of tags are converted to UTF-8 from; AUTO: they stay as they are. */
    enum fm_encoding encoding;
    const char *input; /* name of the input */
    uint64_t offset;   /* offset of the game in the input, in bytes */
    /* Number of the game in the input, from 1; with FM_NEEDS_NUMBERS. */
    uint64_t ordinal;
    const char *class_name, *variant;
    struct fm_text fen;       /* the record's own FEN: four fields, or six with style.counters */
    struct fm_text start_fen; /* start position, with FM_NEEDS_MOVES; empty = the standard one */
    /* All moves from the start to here, a blank before each. */
    struct fm_text moves,
        sans; /* moves in UCI, with FM_NEEDS_MOVES, and in SAN, with FM_NEEDS_SANS */
    /* Of each of these moves the struct fm_comment after it, with FM_NEEDS_COMMENTS. */
    struct fm_text comments;
    /* Moves from here on, a blank before each, with FM_NEEDS_FOLLOWING and FM_NEEDS_BETTER. */
    struct fm_text following, better;
    uint32_t halfmove, fullmove;
    unsigned ply;   /* 0 = the start position */
    unsigned plies; /* plies of the whole game; with FM_NEEDS_PLIES */
    unsigned depth; /* depth of the variation; 0 = the main line */
    struct fm_text
        path;      /* path of the line, with FM_NEEDS_PATH: "main", or of a variation "12.1/15.2" */
    bool black;    /* true: Black is to move */
    bool check;    /* true: the side to move is in check; with FM_NEEDS_STATE */
    bool no_moves; /* true: the side to move has no legal move; with FM_NEEDS_STATE */
    struct fm_text next_san, next_uci, last_san, last_uci; /* empty where there is no such move */
    unsigned marks;                 /* marks of the next move: set of 1 << NAG */
    struct fm_comment comment;      /* comment after the last move */
    struct fm_comment next_comment; /* comment after the next move */
    /* Position that the scores in comments are of: `input.eval-of`. */
    enum fm_eval_of eval_of;
    uint64_t eval_scale;  /* factor of scores that are written: fm_score_scale() */
    struct fm_text after; /* movetext after the last move: see pgn/remarks.h */
    /* Encoding that `after` was decoded from; AUTO: as in the input. */
    enum fm_encoding decoded;
    uint8_t pieces[2][FM_KINDS]; /* number of pieces by colour and kind, with FM_NEEDS_PIECES */
    uint64_t key;                /* Zobrist key, with FM_NEEDS_KEY */
    int sp;                      /* Chess960 start number, with FM_NEEDS_SP; -1 = none */
    const struct fm_position_8x8 *position; /* position, for FM_FORMAT_BINARY; 8x8 alone */
    const struct fm_move *next;             /* next move, for FM_FORMAT_BINARY; NULL = none */
    /* With FM_NEEDS_PLACE: hash of the game's place in the inputs; 0 = a record of a list, whose
     * neighbours are known by their positions. */
    uint64_t game_place;
    /* True: the record before it in the file is certainly that of the position before. */
    bool follows;
    struct fm_text ops; /* EPD operations that the position came with, as found */
    /* With FM_NEEDS_OPENING: the last opening known on the way to the position; of a whole game, in
     * its main line. UTF-8; empty = none. */
    struct fm_text opening, opening_eco;
    /* With FM_NEEDS_BOOK_LAST: ply of the game's last position in the book, plus 1; 0 = none. */
    uint32_t book_last;
    /* With FM_NEEDS_BOOK_NEXT: what the book plays in the last position in it on the way to this
     * one, or of a whole game; a blank before each move. */
    struct fm_text book_sans, book_ucis;
    /* Counts of a group of positions. Of the values above a group has only the FEN. */
    const struct fm_counts *counts;
    const struct fm_text *group_values; /* values of the group: see group.h */
};

struct fm_template; /* compiled; see template.h */
struct fm_layout;

/* An operation or column, or the line of `text`, as a profile gives it. */
struct fm_record_field {
    struct fm_text name;   /* opcode, or name of the column */
    struct fm_text text;   /* template */
    const char *input;     /* name of the profile that has it; NULL: set as an option */
    uint64_t line, column; /* place in the profile, from 1; 0 = none */
};

/* The templates of an output, as the profile gives them. */
struct fm_record_fields {
    const struct fm_record_field *ops;
    size_t op_count;
    /* Opcodes of input operations that are not written. */
    const struct fm_record_field *drops;
    size_t drop_count;
    const struct fm_record_field *merges; /* opcodes of operations to merge: see merge.h */
    size_t merge_count;
    const struct fm_record_field *columns;
    size_t column_count;
    struct fm_text line; /* template of the key `line` */
    bool positions;      /* true: a reader lends its positions, so records have them, too */
};

/* A compiled operation, column or part of a line. */
struct fm_record_slot {
    struct fm_text name;
    enum fm_epd_type type; /* operands that the opcode takes; only of operations */
    const struct fm_template *value;
    struct fm_frame frame;
};

/* One output's records, compiled once; const afterwards. Lives in the arena it was made in. */
struct fm_record_plan {
    const struct fm_format_row *format;
    unsigned needs; /* set of enum fm_record_needs */
    /* EPD: operations, sorted by opcode (PGN standard 16.2.3); tables: columns; text: the parts of
     * the line. */
    struct fm_record_slot *slots;
    size_t count;
    struct fm_text head; /* text before the first record of an output */
    /* True: a record is a FEN and a line end; the caller may write it itself. */
    bool bare;
    const struct fm_layout *layout; /* layout of the records; NULL: they have no slots */
};

/** Compile the template of an EPD operation.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint or detail: an unknown field, or a template whose
 * value is never of the opcode's type), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_record_op_compile(const struct fm_record_field *op,
                                                  struct fm_arena *arena,
                                                  struct fm_record_slot *out, unsigned *needs,
                                                  struct fm_error *error);
/** Compile an output's records. Counters that the style writes as operations are added to those of
 * a format that has operations.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint: an unknown field, a bad opcode, an opcode
 * twice), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_record_plan_make(enum fm_format format,
                                                 const struct fm_record_fields *fields,
                                                 enum fm_counters counters, struct fm_arena *arena,
                                                 struct fm_record_plan *out,
                                                 struct fm_error *error);

/** Work out what follows from the format and the slots of a plan: frames, head, layout.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_record_plan_complete(struct fm_record_plan *plan,
                                                     struct fm_arena *arena);

/* Memory for writing one record; reused from record to record, as a game may have thousands of them
 * with a value of megabytes each. Zero-initialised is empty. */
struct fm_record_scratch {
    struct fm_arena arena; /* values of tags without their escapes */
    struct fm_buf value;   /* value of one template */
    uint64_t room;         /* limit for the record in bytes; set by the caller */
    /* Limit for the end of the record in the output; set by fm_record_write(). */
    size_t end;
    /* True: a field of a line of text has no value; set by the format. */
    bool skips;
};

void fm_record_scratch_free(struct fm_record_scratch *scratch);
/** Begin a record at the end of @p out; scratch->room is its limit. */
void fm_record_scratch_begin(struct fm_record_scratch *scratch, const struct fm_buf *out);
/** Forget the values of a record that is written. */
void fm_record_scratch_reset(struct fm_record_scratch *scratch);
/** Append one record with its line end, slot by slot; a line of text in which a field has no value
 * is skipped: nothing is appended. Values are made to fit the format (EPD strings: see
 * record/epd.h), each change noted. Only for formats with templates: not for a plan that is bare.
 * @return FM_OK, FM_NO_MEMORY, or FM_REJECTED: scratch->room is too little. */
FM_MUST_CHECK enum fm_status fm_record_write(const struct fm_record_plan *plan,
                                             const struct fm_record_input *in,
                                             struct fm_record_scratch *scratch, struct fm_buf *out,
                                             struct fm_warnings *notes);
/** Append one slot with its frame. Returns as fm_record_write(), but by scratch->end. */
FM_MUST_CHECK enum fm_status fm_record_put_slot(const struct fm_record_plan *plan, size_t slot,
                                                const struct fm_record_input *in,
                                                struct fm_record_scratch *scratch,
                                                struct fm_buf *out, struct fm_warnings *notes);
/** The value of a template for a record that ends in @p out; it lasts until the next one is
 * rendered.
 * @return FM_OK, FM_NO_MEMORY, FM_REJECTED: the record would become too large. */
FM_MUST_CHECK enum fm_status fm_record_value(const struct fm_template *template,
                                             const struct fm_record_input *in,
                                             struct fm_record_scratch *scratch,
                                             const struct fm_buf *out, struct fm_text *value);

#endif
