/* SPDX-License-Identifier: MIT */
/* EPD operations: read in one pass, checked, written as the PGN standard requires. After the four
 * fields of a position are operations, a blank before each: an opcode, operands with one blank
 * between, and `;` (16.2.3, 16.2.4). An opcode is a letter and up to 14 letters, digits or
 * underscores; a public one begins in lower case (16.2.4.1, 16.2.4.2). Opcodes are in ASCII order,
 * each one time; so are operands but of pv, tcri and tcsi. */
#ifndef FM_RECORD_EPD_H
#define FM_RECORD_EPD_H
#include "board/dispatch.h"
#include "board/fen_read.h"
#include "record/training.h"

enum {
    FM_EPD_OPCODE_MAX = 15, /* bytes of an opcode */
    FM_EPD_CODE_BYTES = 4,  /* longest opcode that has a number (FM_EPD_CODE), in bytes */
    FM_EPD_NUMBER_MAX = 24, /* bytes of a number */
    /* Moves of one operation. No position has more than 218 legal moves. */
    FM_EPD_MOVES_MAX = 256,
    FM_EPD_SAN_MAX = 16,    /* bytes of one move */
    FM_EPD_STRING_MAX = 255 /* bytes of a string without its quotes */
};

/* The operands that an opcode takes. */
enum fm_epd_type {
    FM_EPD_ANY,          /* noop, private and unknown opcodes */
    FM_EPD_NOTHING,      /* resign, draw_offer, ... */
    FM_EPD_INTEGER,      /* ce */
    FM_EPD_COUNT,        /* an integer >= 0: hmvc, acn, ... */
    FM_EPD_POSITIVE,     /* an integer > 0: dm, fmvn, rc, tcgs */
    FM_EPD_STRING,       /* one string: id, c0..c9, ... */
    FM_EPD_STRINGS,      /* tcri, tcsi */
    FM_EPD_MOVE,         /* pm, sm */
    FM_EPD_MOVE_SET,     /* am, bm: in ASCII order */
    FM_EPD_MOVE_SEQUENCE /* pv */
};

/* The types of integers are next to each other in the enum, and so are the types of moves. */
static inline bool fm_epd_takes_integer(enum fm_epd_type type)
{
    return type >= FM_EPD_INTEGER && type <= FM_EPD_POSITIVE;
}
static inline bool fm_epd_takes_moves(enum fm_epd_type type)
{
    return type >= FM_EPD_MOVE;
}

/* An opcode of at most FM_EPD_CODE_BYTES as a number, its bytes from the lowest on. */
#define FM_EPD_CODE(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define FM_EPD_BM FM_EPD_CODE('b', 'm', 0, 0)
#define FM_EPD_CE FM_EPD_CODE('c', 'e', 0, 0)
#define FM_EPD_DM FM_EPD_CODE('d', 'm', 0, 0)
#define FM_EPD_PM FM_EPD_CODE('p', 'm', 0, 0)
#define FM_EPD_FMVN FM_EPD_CODE('f', 'm', 'v', 'n')
#define FM_EPD_HMVC FM_EPD_CODE('h', 'm', 'v', 'c')
#define FM_EPD_NOOP FM_EPD_CODE('n', 'o', 'o', 'p')

/* An operation as it was read. */
struct fm_epd_op {
    struct fm_text opcode;   /* first word of the operation, a valid opcode or not */
    struct fm_text operands; /* text after the opcode, without blanks around it */
    uint32_t code;           /* opcode as a number; 0: too long for one */
    enum fm_epd_type type;   /* operands that the opcode takes */
    bool plain;              /* true: surely as the standard requires; false: unknown */
};

struct fm_epd_operand {
    struct fm_text text; /* operand without its quotes */
    bool quoted;         /* true: the operand was in quotes */
    bool unclosed;       /* true: the closing quote is missing */
};

/** A letter and up to 14 letters, digits or underscores; one that begins in lower case is public
 * and has two characters at least. */
bool fm_epd_is_opcode(struct fm_text text);
enum fm_epd_type fm_epd_type_of(struct fm_text opcode);
/** Is it one of the counters, hmvc or fmvn? */
static inline bool fm_epd_is_counter(struct fm_text opcode)
{
    return fm_text_is(opcode, "hmvc") || fm_text_is(opcode, "fmvn");
}
/** Is a text an integer for this type? Leading zeros, + and - are accepted. */
bool fm_epd_is_integer(enum fm_epd_type type, struct fm_text text);

/** Take the next operation from the text after the position; spans into it. Empty ones (`; ;`) are
 * passed over, the last `;` may be missing; a `;` between quotes is no end.
 * @param[in,out] rest  what is left.
 * @return false at the end. */
bool fm_epd_next(struct fm_text *rest, struct fm_epd_op *out);
/** Take the next operand from fm_epd_operation.operands. A quote ends a string where a blank or
 * the end follows; one that never ends reaches to the end. @return false at the end. */
bool fm_epd_next_operand(struct fm_text *operands, struct fm_epd_operand *out);

/** Translate a distance to mate that is written in a form outside the standard: `bm #3` and
 * `bm M3` are `dm 3`; `bm #-3`, `ce -M3` and `ce +M3` are `ce` of 32767 less plies (PGN
 * standard 16.2.5).
 * @param[out] meant   the operation in the form of the standard; may be @p op itself.
 * @param number  buffer for the operand of *meant, if that is a `ce`.
 * @return false, and *meant untouched: the operation has no such distance. */
bool fm_epd_mate(const struct fm_epd_op *op, struct fm_epd_op *meant,
                 unsigned char number[FM_EPD_NUMBER_MAX]);
/** Find an operation: the last of that opcode, which is the one that counts.
 * @param number  room for its operand: as it is meant (fm_epd_mate()); NULL: by the opcode that is
 * written.
 * @return false, and *out untouched, if there is none. */
bool fm_epd_find(struct fm_text rest, struct fm_text opcode, struct fm_epd_op *out,
                 unsigned char number[FM_EPD_NUMBER_MAX]);
/** The text of an operation's first operand if that is a string; else all operands as they are. */
struct fm_text fm_epd_unquoted(struct fm_text operands);
/** An operation as it was found, without its `;`. */
struct fm_text fm_epd_whole(const struct fm_epd_op *op);
/** Append an operation as it was found, with a blank before it and a `;`. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_put_operation(const struct fm_epd_op *op, struct fm_buf *out);
/** Append an integer (fm_epd_is_integer()) without a + and without leading zeros, which the
 * standard's have not. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_put_integer(struct fm_text integer, struct fm_buf *out);

/* The text after the position of a line. */
struct fm_epd_after {
    bool operations; /* true: the text is operations; false: a remark, or empty */
    bool plain;      /* true: no operation needs a warning; false: unknown */
    bool others;     /* true: there are operations besides hmvc and fmvn */
    bool moves;      /* true: one of these takes moves */
    /* Operands of the last hmvc and of the last fmvn; p is NULL: there is no such operation. */
    struct fm_text counters[2];
    struct fm_training training; /* text that is training data, not operations; of a list alone */
};

/** Read the text after the position: one pass finds all that is needed of it. */
void fm_epd_read_after(const struct fm_fen_fields *fields, struct fm_epd_after *out);
/** Is a piece between `;` that is after a FEN an operation? */
bool fm_epd_is_operation(const struct fm_epd_op *op);

/** Is the text after the position operations? After four fields it is if it begins with a letter.
 * Else each piece between `;` must be one: an opcode of the standard, D1, D2 ... of perft suites,
 * or a word with numbers, strings or moves after it. A `;` may be before the first. */
bool fm_epd_has_operations(const struct fm_fen_fields *fields);
/** Text after the position that is no operation, without `;` and blanks around; empty if there is
 * none. */
struct fm_text fm_epd_remark(const struct fm_fen_fields *fields, const struct fm_epd_after *after);

/* The position that the moves of a record are played on. */
struct fm_epd_board {
    const struct fm_board_ops *ops;
    const struct fm_language *letters; /* language of the piece letters in moves */
    /* Position, in the layout of `ops`. */
    _Alignas(max_align_t) unsigned char board[FM_POSITION_BYTES];
};

/** Set up the board of a record. @param letters  NULL: English. */
void fm_epd_board_make(const struct fm_setup *setup, const struct fm_language *letters,
                       struct fm_epd_board *out);
/** Play the next move of a line on the board; null moves are none.
 * @param ply   number of plies played before this move in the line.
 * @param san   buffer of FM_EPD_SAN_MAX bytes. @param[out] end  of the move in @p san.
 * @return FM_OK, FM_REJECTED (*fault: reason, what, ply, move ...; the board is as before). */
FM_MUST_CHECK enum fm_status fm_epd_play(struct fm_epd_board *board, struct fm_text word,
                                         unsigned ply, unsigned char *san,
                                         const unsigned char **end, struct fm_error *fault);

/* A move of an operation. */
struct fm_epd_move {
    struct fm_text text;              /* move without ! and ?: a span of the line or of `san` */
    const unsigned char *begin, *end; /* span of the move in the line, with its marks */
    /* Differences from SAN, by the rules of games: set of FM_TOLERANCE(). */
    uint32_t tolerances;
    bool illegal;                      /* true: the move is not legal, or could be several */
    unsigned char san[FM_EPD_SAN_MAX]; /* buffer of `text`, where that is not in the line */
};

/* The moves of one operation. */
struct fm_epd_moves {
    size_t n;    /* number of moves in `of` */
    bool commas; /* true: a comma separated words */
    /* True: there were more than FM_EPD_MOVES_MAX; the rest is not kept. */
    bool too_many;
    /* Tolerances of all moves together, and that of a check mark after a blank. */
    uint32_t tolerances;
    struct fm_epd_move of[FM_EPD_MOVES_MAX];
};

/** Take the moves of an operation apart, at blanks and commas. ! and ? after a move are dropped, as
 * the opcode (bm, am) has that meaning; a check mark after a blank belongs to the move before
 * it. */
void fm_epd_moves_read(struct fm_text operands, struct fm_epd_moves *moves);
/** Play the moves, and note for each move whether it is legal and how it differs from SAN.
 * @param sequence  each is played before the next (pv), so the first that is not legal ends it.
 * @param spells    legal moves are written in SAN; any other stays as it is.
 * @return the index of the first move that is not legal; moves->n: all are legal. */
size_t fm_epd_moves_play(const struct fm_epd_board *board, bool sequence, bool spells,
                         struct fm_epd_moves *moves);

/* A walk over the operations of a record. Of each it gives how it differs from the standard, and
 * its moves. Noted are EPD_STRING_UNCLOSED; EPD_SEMICOLON_MISSING; EPD_NO_OPERATION for what has
 * no opcode; EPD_MATE_DISTANCE for a mate in another form; EPD_OPERATION for operands that are not
 * of their opcode's type, and an opcode that is repeated (except bm and am, whose moves are
 * joined); and OPERATION_MOVE_ILLEGAL for the first move of am, bm, pv or sm that is not legal, or
 * could be several, of an operation that is otherwise regular, and for the legal ones the
 * tolerances of moves in PGN. */
struct fm_epd_walk {
    struct fm_text all, rest; /* operations of the record, and those not yet read */
    /* Board to play moves on; NULL: moves are not played. */
    const struct fm_epd_board *board;
    struct fm_warnings *notes; /* record for warnings; NULL: nothing is noted */
    /* True: the moves of every operation are kept, legal moves in SAN. */
    bool spells;
    /* True: all operations so far can be normalized without a guess, as far as that is known
     * without playing moves. */
    bool sure;
    struct {
        size_t n;
        struct fm_text of[32];
    } opcodes;              /* opcodes read so far, to find repeated ones */
    struct fm_epd_op op;    /* current operation, as it is written */
    bool mate;              /* true: `op` is a distance to mate */
    struct fm_epd_op meant; /* operation with the same distance in the form of the standard */
    unsigned char number[FM_EPD_NUMBER_MAX]; /* buffer for the operand of `meant` */
    enum fm_reason fault; /* fault of `op`; FM_REASON_NONE: as the standard requires */
    /* Moves of `op`. With `spells`: of every operation that has moves. Else, if there is a
     * board: of bm, am, sm and pv without a fault. Empty in all other cases. */
    struct fm_epd_moves moves;
    bool legal; /* true: there is a board, and no move of `moves` is illegal */
};

void fm_epd_walk_begin(struct fm_epd_walk *walk, struct fm_text rest,
                       const struct fm_epd_board *board, bool spells, struct fm_warnings *notes);
/** @return false at the end. */
bool fm_epd_walk_next(struct fm_epd_walk *walk);
/** Walk over all operations, to note their warnings. @return walk->sure at its end. */
bool fm_epd_check(struct fm_text rest, const struct fm_epd_board *board, struct fm_warnings *notes);
/** Describe the fault of what EPD_OPERATION, EPD_MATE_DISTANCE or EPD_NO_OPERATION was noted for.
 * @param operation  as noted. @return a constant text. */
const char *fm_epd_fault(struct fm_text operation);

/** Changes that fm_epd_write_string() made to a string. */
enum fm_epd_change {
    FM_EPD_QUOTE_CHANGED = 1,   /* " became ' */
    FM_EPD_CONTROL_CHANGED = 2, /* a control character became a blank */
    /* "..." in place of the middle, to keep FM_EPD_STRING_MAX bytes */
    FM_EPD_CUT = 4
};

/** Append a string in quotes. EPD has no escapes, so what a string cannot contain is changed; of
 * one that is too long the middle is removed, in whole UTF-8 characters and numbers.
 * @param[out] changes  set of enum fm_epd_change; may be NULL.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_write_string(struct fm_buf *out, struct fm_text text,
                                                 unsigned *changes);

/** Append one operation with a blank before it: " id "name";". The value is written by the opcode's
 * type: moves and numbers without quotes (a set of moves sorted, + and leading zeros of a number
 * removed), strings quoted; an unknown opcode's value quoted unless it is an integer. If the value
 * is not of that type, nothing is appended and EPD_OPERATION is noted.
 * @param type   of the opcode: fm_epd_type_of().
 * @param value  of strings the text itself, of moves words with blanks between.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_write_op(struct fm_buf *out, struct fm_text opcode,
                                             enum fm_epd_type type, struct fm_text value,
                                             struct fm_warnings *notes);

/** For qsort() of texts: in ASCII order, as the standard has the moves of a set. */
int fm_epd_compare_moves(const void *a, const void *b);
/** Append operations as the standard requires: each opcode only one time and in ASCII order,
 * strings quoted, one blank between words, each operation with its `;` and a blank before it.
 * Repeated bm and am are joined without repeated moves; of another opcode the last counts. Notes
 * what the walk notes.
 * @param rest      the text after the position.
 * @param counters  NULL, or a setup whose counters become hmvc and fmvn, whatever the operations
 * have for them.
 * @param board legal moves are written in SAN; NULL: moves stay as they are, as the setup may have
 * faults.
 * @return FM_OK, FM_REJECTED (it would need a guess, or break the standard), FM_NO_MEMORY. Unless
 * FM_OK, @p out may end in part of an operation. */
FM_MUST_CHECK enum fm_status fm_epd_normalize(struct fm_text rest, const struct fm_setup *counters,
                                              const struct fm_epd_board *board, struct fm_buf *out,
                                              struct fm_warnings *notes);

#endif
