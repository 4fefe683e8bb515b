/* SPDX-License-Identifier: MIT */
/* Statuses, texts and errors of all calls. Included by fenmill.h. */
#ifndef FENMILL_STATUS_H
#define FENMILL_STATUS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fenmill/reasons.h>

#ifdef __cplusplus
extern "C" {
#endif

/* On Windows: FM_DLL is defined by programs that use the library as a DLL. libtool defines
 * DLL_EXPORT while it compiles one. */
#if defined(_WIN32) && defined(FM_BUILDING) && defined(DLL_EXPORT)
#    define FM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(FM_DLL) && !defined(FM_BUILDING)
#    define FM_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#    define FM_API __attribute__((visibility("default")))
#else
#    define FM_API
#endif
#if defined(__GNUC__)
#    define FM_MUST_CHECK __attribute__((warn_unused_result))
#else
#    define FM_MUST_CHECK
#endif

/** The status of a call. Errors of data, of use and of the system are different ones. */
enum fm_status {
    FM_OK = 0,
    FM_REJECTED = 1, /* the record (game, FEN, move) was refused; the error record has the reason */
    /* The call ended at a rejected record (`on-error: stop`, `max-errors`: with a detail). */
    FM_STOPPED = 2,
    FM_BAD_USE = 3,       /* an argument or option is wrong */
    FM_BAD_PROFILE = 4,   /* the profile is wrong; the error record has the place */
    FM_INPUT_FAILED = 5,  /* an input could not be opened, read or decompressed */
    FM_OUTPUT_FAILED = 6, /* an output could not be made or written */
    FM_PIPE_CLOSED = 7,   /* the reader of the output has ended; not an error for a filter */
    FM_NO_MEMORY = 8,
    FM_CANCELLED = 9,    /* it was cancelled, or a function of a visitor returned false */
    FM_NO_ROOM = 10,     /* the caller's buffer is too small */
    FM_NEEDS_INPUT = 11, /* a reader that is fed has used up its bytes */
    FM_END = 12          /* a reader has read everything */
};

/** A piece of text; not NUL-terminated. */
struct fm_text {
    const unsigned char *p; /* may be NULL where n is 0 */
    size_t n;               /* bytes */
};

/** Why a move was refused (with FM_REASON_ILLEGAL_MOVE and its like), for the message. */
enum fm_why {
    FM_WHY_NONE = 0,
    FM_WHY_NO_PIECE = 1,          /* no such piece can go there */
    FM_WHY_KING_IN_CHECK = 2,     /* the move leaves or puts the own king in check */
    FM_WHY_OWN_PIECE = 3,         /* an own piece is there */
    FM_WHY_NO_RIGHT = 4,          /* the castling right is lost or never was */
    FM_WHY_CASTLING_BLOCKED = 5,  /* a piece is in the way */
    FM_WHY_CASTLING_ATTACKED = 6, /* the king is in check or passes an attacked square */
    FM_WHY_PROMOTION_MISSING = 7, /* a pawn on the last rank must promote */
    FM_WHY_PROMOTION_WRONG = 8,   /* a pawn cannot promote to this piece */
    FM_WHY_SEVERAL = 9,           /* several pieces can go there */
    FM_WHY_NOT_A_MOVE = 10,       /* the text is no move */
    FM_WHY_GAME_OVER = 11         /* mate or stalemate is on the board */
};

/** The field of a FEN that is wrong. */
enum fm_fen_field {
    FM_FIELD_NONE = 0,
    FM_FIELD_PLACEMENT = 1,
    FM_FIELD_SIDE = 2,
    FM_FIELD_CASTLING = 3,
    FM_FIELD_EN_PASSANT = 4,
    FM_FIELD_HALFMOVE = 5,
    FM_FIELD_FULLMOVE = 6,
    FM_FIELD_EXTRA = 7
};

/** Why a position cannot be: bits of fm_error.faults. */
enum fm_fault {
    FM_FAULT_EMPTY_BOARD = 1 << 0,
    FM_FAULT_NO_WHITE_KING = 1 << 1,
    FM_FAULT_NO_BLACK_KING = 1 << 2,
    FM_FAULT_TOO_MANY_KINGS = 1 << 3,
    FM_FAULT_TOO_MANY_PIECES = 1 << 4, /* more than 16 (10x8: 20) of one colour */
    FM_FAULT_TOO_MANY_PAWNS = 1 << 5,  /* more than 8 (10x8: 10) of one colour */
    FM_FAULT_PAWN_ON_LAST_RANK = 1 << 6,
    FM_FAULT_OPPOSITE_CHECK = 1 << 7,    /* the side that is not to move is in check */
    FM_FAULT_IMPOSSIBLE_CHECK = 1 << 8,  /* more than two checkers */
    FM_FAULT_TOO_MANY_PROMOTED = 1 << 9, /* over 15 (10x8: 19) besides a king */
    /* Only of a struct fm_board that a program fills: */
    FM_FAULT_LETTER = 1 << 10,     /* a letter that is no piece of a board of that width */
    FM_FAULT_CASTLING = 1 << 11,   /* a right without its king and rook on the back rank */
    FM_FAULT_EN_PASSANT = 1 << 12, /* an en passant file where no double step can have been */
    FM_FAULT_BAD_BOARD = 1 << 13   /* no board: its size, files, prefix or variant are unknown */
};

/** One fault or warning, filled where it is found. Texts belong to the caller of the event or to
 * the handle that returned it, and last until the event returns or the handle is used again. */
struct fm_error {
    enum fm_status status;
    enum fm_reason reason;
    bool warning; /* true: a warning; nothing was lost */
    enum fm_why why;
    enum fm_fen_field field;
    unsigned faults;   /* set of enum fm_fault */
    int os_error;      /* errno of an input or output that failed; 0 = none */
    const char *input; /* name of the input, profile or output; NULL = none */
    uint64_t offset;   /* offset in the (decompressed) input, in bytes */
    uint64_t line;     /* line, from 1; 0 = unknown */
    uint64_t column;   /* column in bytes, from 1; 0 = unknown */
    uint64_t game;     /* number of the game or record in this input, from 1; 0 = none */
    /* True: a record of a list; `game` counts these and games of the list. */
    bool listed;
    unsigned ply;   /* ply of the fault: 1 = the first move; 0 = none */
    unsigned move;  /* number of the move `what`, as its game counts; 0 = `what` is no move */
    bool black;     /* true: Black is to move before the move at fault */
    bool variation; /* true: the fault is in a variation */
    /* FEN letter (upper case) of the piece that should have moved; 0 = unknown. */
    unsigned char piece;
    char to[3];          /* the square that it should have moved to, "h3"; empty = unknown */
    struct fm_text what; /* the offending text: a move, a FEN, a tag, a key */
    struct fm_text hint; /* suggestion: the nearest key; moves, blanks between them */
    /* Sentence of the library that found the fault (YAML, zlib); may be empty. */
    struct fm_text detail;
    /* Players and date of the game, in UTF-8; may be empty. */
    struct fm_text white, black_name, date;
    /* The position before the move at fault, as X-FEN; empty = unknown, or it is no move. */
    struct fm_text position;
    /* True: a warning that is reported only because fm_events.warnings is set. */
    bool minor;
    /* True: the input is an exclude file, read before the run and not counted. */
    bool excluded;
    /* True: the input is compressed, and damaged in the member, frame or block that begins at these
     * offsets of the file (of the ZIP archive) and of the decompressed input. */
    bool in_part;
    uint64_t part_raw, part_plain;
    /* The system's own number of the failure that `os_error` was made of: GetLastError() on
     * Windows; 0 = none, and on all other systems. */
    uint32_t os_code;
    uint32_t reserved_code;
    /* The struct never grows, so callers need not say its size: new members take these. */
    uint64_t reserved[13];
};

/** A fault or warning as one line for a person, without a line end. The line has the place
 * (input:line:column) if it is known, "warning: " if it is one, the game, the wrong text, the
 * reason, and what may have been meant. A warning ends with the name of its reason in brackets.
 * Control characters and bytes that are not UTF-8 are escaped. Empty for FM_OK. No locale plays a
 * part, but in the system's words for an os_error.
 * @param size  of @p out, its NUL included; what does not fit is cut off after a whole character.
 * @return bytes of the whole line without its NUL, as of snprintf(). */
FM_API size_t fm_error_text(const struct fm_error *error, char *out, size_t size);
/** The same of a text of the input: at most @p most bytes of it, "..." after what is cut. */
FM_API size_t fm_text_printable(struct fm_text text, size_t most, char *out, size_t size);
/** The same of why a position is impossible. @param faults  set of enum fm_fault. */
FM_API size_t fm_faults_text(unsigned faults, char *out, size_t size);
/** The stable name of a status ("input-failed"); NULL for no status. */
FM_API const char *fm_status_name(enum fm_status status);
/** The field of a FEN, in words; NULL for FM_FIELD_NONE and what is no field. */
FM_API const char *fm_fen_field_meaning(enum fm_fen_field field);
/** Fault number @p index, 0.., the one of the bit 1 << index, in words; NULL after the last. */
FM_API const char *fm_fault_meaning(unsigned index);
/** The stable name of a reason ("illegal-move"), its meaning in a sentence, and its kind ('R' 'W'
 * 'M' 'S'). */
FM_API const char *fm_reason_name(enum fm_reason reason);
FM_API const char *fm_reason_meaning(enum fm_reason reason);
FM_API char fm_reason_kind(enum fm_reason reason);

/** Bytes of the whole, well-formed UTF-8 character at @p p, of @p n bytes at least one: no
 * surrogates, nothing above U+10FFFF, shortest forms only; 0 = there is none. */
FM_API size_t fm_utf8_length(const unsigned char *p, size_t n);

#ifdef __cplusplus
}
#endif
#endif
