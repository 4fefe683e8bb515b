/* fenmill: chess games to positions. The one public header of libfenmill.
 *
 * Handles are opaque; the library never prints, never exits, keeps no global state, and reads
 * neither the environment nor the locale. Handles may be used by one thread at a time; a profile
 * that is no longer changed may be shared by any number of converters and threads. Text is a
 * pointer and a length and needs no NUL, unless a parameter is a plain `const char *`, which is
 * NUL-terminated. */
#ifndef FENMILL_H
#define FENMILL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fenmill_version.h>
#include <fenmill_reasons.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#    define FM_API __attribute__((visibility("default")))
#    define FM_MUST_CHECK __attribute__((warn_unused_result))
#else
#    define FM_API
#    define FM_MUST_CHECK
#endif

/** The status of a call. Errors of data, of use and of the system are different ones. */
enum fm_status {
    FM_OK = 0,
    FM_REJECTED,    /* the record (game, FEN, move) was refused; the error record has the reason */
    FM_STOPPED,     /* ended at a rejected record (`on-error: stop`, `max-errors`: with a detail) */
    FM_BAD_USE,     /* an argument or option is wrong */
    FM_BAD_PROFILE, /* the profile is wrong; the error record has the place */
    FM_INPUT_FAILED,  /* an input could not be opened, read or decompressed */
    FM_OUTPUT_FAILED, /* an output could not be made or written */
    FM_PIPE_CLOSED,   /* the reader of the output has ended; not an error for a filter */
    FM_NO_MEMORY,
    FM_CANCELLED, /* fm_converter_cancel() was called */
    FM_NO_ROOM    /* the caller's buffer is too small */
};

/** A piece of text; not NUL-terminated. */
struct fm_text {
    const unsigned char *p; /* may be NULL where n is 0 */
    size_t n;               /* bytes */
};

/** Why a move was refused (with FM_REASON_ILLEGAL_MOVE and its like), for the message. */
enum fm_why {
    FM_WHY_NONE,
    FM_WHY_NO_PIECE,          /* no such piece can go there */
    FM_WHY_KING_IN_CHECK,     /* it leaves or puts the own king in check */
    FM_WHY_OWN_PIECE,         /* an own piece is there */
    FM_WHY_NO_RIGHT,          /* the castling right is lost or never was */
    FM_WHY_CASTLING_BLOCKED,  /* a piece is in the way */
    FM_WHY_CASTLING_ATTACKED, /* the king is in check or passes an attacked square */
    FM_WHY_PROMOTION_MISSING, /* a pawn on the last rank must promote */
    FM_WHY_PROMOTION_WRONG,   /* not a piece to promote to */
    FM_WHY_SEVERAL,           /* several pieces can go there */
    FM_WHY_NOT_A_MOVE,        /* the text is no move */
    FM_WHY_GAME_OVER,         /* mate or stalemate is on the board */
    FM_WHY_COUNT
};

/** Which field of a FEN is wrong. */
enum fm_fen_field {
    FM_FIELD_NONE,
    FM_FIELD_PLACEMENT,
    FM_FIELD_SIDE,
    FM_FIELD_CASTLING,
    FM_FIELD_EN_PASSANT,
    FM_FIELD_HALFMOVE,
    FM_FIELD_FULLMOVE,
    FM_FIELD_EXTRA
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
    FM_FAULT_OPPOSITE_CHECK = 1 << 7,   /* the side that is not to move is in check */
    FM_FAULT_IMPOSSIBLE_CHECK = 1 << 8, /* more than two checkers, or checks no move can give */
    FM_FAULT_TOO_MANY_PROMOTED = 1 << 9 /* more promoted pieces than missing pawns */
};

/** One fault or warning, filled where it is found. Texts belong to the caller of the event or to
 * the handle that returned it, and last until the event returns or the handle is used again. */
struct fm_error {
    enum fm_status status;
    enum fm_reason reason;
    bool warning; /* nothing was lost */
    enum fm_why why;
    enum fm_fen_field field;
    unsigned faults;   /* set of enum fm_fault */
    int os_error;      /* errno of an input or output that failed; 0 = none */
    const char *input; /* name of the input, profile or output; NULL = none */
    uint64_t offset;   /* byte in the (decompressed) input */
    uint64_t line;     /* 1.., 0 = unknown */
    uint64_t column;   /* bytes, 1.., 0 = unknown */
    uint64_t game;     /* ordinal in this input, 1.., 0 = none */
    bool listed;       /* a record of a list: `game` counts these and games of the list */
    unsigned ply;      /* 1 = the first move; 0 = none */
    unsigned move;     /* number of the move `what`, as its game counts; 0 = `what` is no move */
    bool black;        /* the side to move there */
    bool variation;    /* it is in a variation */
    /* FEN letter (upper case) of the piece that should have moved; 0 = unknown */
    unsigned char piece;
    char to[3];          /* the square that it should have moved to, "h3"; empty = unknown */
    struct fm_text what; /* the offending text: a move, a FEN, a tag, a key */
    struct fm_text hint; /* what may have been meant: the nearest key; moves, blanks between them */
    /* a sentence of the library that found it (YAML, zlib); may be empty */
    struct fm_text detail;
    struct fm_text white, black_name, date; /* of the game, in UTF-8; may be empty */
    bool excluded; /* the input is a file of what is excluded: not one of the run's, nor counted */
};

/** The stable name of a reason ("illegal-move"), its meaning in a sentence, and its kind ('R' 'W'
 * 'M' 'S'). */
FM_API const char *fm_reason_name(enum fm_reason reason);
FM_API const char *fm_reason_meaning(enum fm_reason reason);
FM_API char fm_reason_kind(enum fm_reason reason);

/* Positions. */

enum fm_castling_dialect {
    FM_CASTLING_KEEP,
    FM_CASTLING_FEN,
    FM_CASTLING_XFEN,
    FM_CASTLING_SHREDDER
};
enum fm_en_passant { FM_EP_KEEP, FM_EP_ALWAYS, FM_EP_PSEUDO_LEGAL, FM_EP_LEGAL };
enum fm_counters { FM_COUNTERS_KEEP, FM_COUNTERS_FIELDS, FM_COUNTERS_OPS, FM_COUNTERS_NONE };

/** Bytes that any FEN written here fits in, counters as operations and a final NUL included; the same
 * of a move. */
enum { FM_FEN_SIZE = 192, FM_MOVE_SIZE = 16 };

/** A position with its variant: 8x8 or 10x8. */
struct fm_position;

/** Make the position of a FEN (or of the first four to six fields of an EPD).
 *
 * @param fen      the text; not kept.
 * @param variant  a name of fm_variant_name(), or NULL: found from the FEN.
 * @param[out] out the position, to be freed with fm_position_free().
 * @param[out] error  filled unless FM_OK is returned; may be NULL.
 * @return FM_OK, FM_REJECTED (bad-fen with the field, or impossible-position with the set of
 * faults), FM_BAD_USE
 *         (unknown variant), FM_NO_MEMORY.
 */
FM_API FM_MUST_CHECK enum fm_status fm_position_new(struct fm_text fen, const char *variant,
                                                    struct fm_position **out,
                                                    struct fm_error *error);
/** What the first fields of a FEN show, whether or not it is a possible position: eight queens, a
 * board without kings. */
struct fm_board {
    unsigned files;     /* 8 or 10 */
    char pieces[8][10]; /* [rank 0..7][file 0..]: the FEN letter, or 0 */
    bool black;         /* to move */
    unsigned faults;    /* set of enum fm_fault: why it is no position; 0 = it is one */
};
/** Read a board, as `validate: notation` does: fields after the placement may be missing.
 * @param[out] error  as for fm_position_new(). @return FM_OK, FM_REJECTED (bad-fen). */
FM_API FM_MUST_CHECK enum fm_status fm_board_read(struct fm_text fen, struct fm_board *out,
                                                  struct fm_error *error);
/** The board of a position. */
FM_API void fm_position_board(const struct fm_position *position, struct fm_board *out);
/** The Chess960 start position number 0..959 (Scharnagl's numbering; 518 is that of chess). */
FM_API FM_MUST_CHECK enum fm_status fm_position_new_sp(unsigned number, struct fm_position **out);
/** A position of its own, equal to another. @return FM_OK, FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_position_copy(const struct fm_position *position,
                                                     struct fm_position **out);
/** May be NULL. */
FM_API void fm_position_free(struct fm_position *position);
/** What fm_position_new() tolerated in its text, as in a line of a list: castling rights or an en
 * passant square that do not count, layout, counters, text after it.
 * @return the reason by index, in their order; FM_REASON_NONE after the last. */
FM_API enum fm_reason fm_position_warning(const struct fm_position *position, size_t index);
/** Play a move in SAN or UCI. @return FM_OK, or FM_REJECTED with the reason in @p error (may be
 * NULL). */
FM_API FM_MUST_CHECK enum fm_status fm_position_play(struct fm_position *position,
                                                     struct fm_text move, struct fm_error *error);
/** Write the FEN with a final NUL.
 * @param size         of @p out; FM_FEN_SIZE is enough for any position.
 * @param[out] length  of the FEN without its NUL, also where it does not fit; may be NULL.
 * @return FM_OK; FM_NO_ROOM (@p out is too small); FM_REJECTED (the dialect cannot express a castling
 * right of the position). Unless FM_OK, @p out is an empty text, if it has room for one. */
FM_API enum fm_status fm_position_fen(const struct fm_position *position,
                                      enum fm_castling_dialect castling,
                                      enum fm_en_passant en_passant, enum fm_counters counters,
                                      char *out, size_t size, size_t *length);
/** The name of its variant, as of fm_variant_name(). */
FM_API const char *fm_position_variant(const struct fm_position *position);
/** Files of the board, 8 or 10. */
FM_API unsigned fm_position_files(const struct fm_position *position);
/** The FEN letter on a square (file 0.., rank 0..7), or 0. */
FM_API char fm_position_piece(const struct fm_position *position, unsigned file, unsigned rank);
FM_API bool fm_position_black_to_move(const struct fm_position *position);
/** What the rules say of a position: bits. */
enum fm_position_state {
    FM_STATE_CHECK = 1 << 0,     /* the side to move is in check */
    FM_STATE_MATE = 1 << 1,      /* and has no move: FM_STATE_CHECK is set too */
    FM_STATE_STALEMATE = 1 << 2, /* it has no move, and is not in check */
    /* Neither side has pieces to mate with: bare kings, one minor piece, or bishops that are all on
     * squares of one colour. */
    FM_STATE_INSUFFICIENT = 1 << 3
};
/** @return set of enum fm_position_state. */
FM_API unsigned fm_position_state(const struct fm_position *position);
FM_API bool fm_position_in_check(const struct fm_position *position);
/** The Chess960 start number of this very placement, or -1. */
FM_API int fm_position_sp(const struct fm_position *position);
/** Polyglot's Zobrist key (8x8 with the standard six pieces; other boards: the same scheme, own
 * numbers). */
FM_API uint64_t fm_position_key(const struct fm_position *position);
/** What two positions have in common exactly when they are the same by the rules: 128 bits of the
 * squares, the side to move, the file of each castling right's rook, the castling style, and the en
 * passant square where it can be used. No counters. Not stable between versions. */
FM_API void fm_position_identity(const struct fm_position *position, uint64_t out[2]);
/** Number of legal move paths of @p depth plies, at most 100. */
FM_API uint64_t fm_position_perft(const struct fm_position *position, unsigned depth);
/** Call @p each for every legal move with its UCI text (castling: king takes rook unless the
 * variant is standard, then e1g1), its SAN, and the perft of depth - 1 below it. */
FM_API void fm_position_divide(const struct fm_position *position, unsigned depth,
                               void (*each)(void *user, const char *uci, const char *san,
                                            uint64_t count),
                               void *user);

/* Moves. */

/** What kind of move it is, besides what it moves and takes: bits. */
enum fm_legal_flag {
    FM_LEGAL_CASTLING = 1 << 0,
    FM_LEGAL_EN_PASSANT = 1 << 1,
    FM_LEGAL_DOUBLE_STEP = 1 << 2
};

/** A legal move of one position: a value, with all that it does. Pieces are upper-case FEN letters, 0 =
 * none. */
struct fm_legal_move {
    unsigned char from_file, from_rank; /* 0.. */
    unsigned char to_file, to_rank;     /* castling: of the king */
    unsigned char rook_file;            /* castling: of the rook before it; else 0 */
    char piece, captured, promotion;
    uint32_t flags; /* set of enum fm_legal_flag */
    uint64_t code;  /* which move of the position it is; only for the calls below */
};

/** The legal moves of a position.
 * @param[out] out  room for @p room of them; may be NULL where that is 0.
 * @return how many there are; of these the first @p room are in @p out. */
FM_API size_t fm_position_moves(const struct fm_position *position, struct fm_legal_move *out,
                                size_t room);
/** Find the legal move that a text means: SAN, long algebraic, UCI; English letters or figurines.
 * @return FM_OK, or FM_REJECTED with the reason in @p error (may be NULL): it is no move, or not legal,
 * or could be several. */
FM_API FM_MUST_CHECK enum fm_status fm_position_find(const struct fm_position *position,
                                                     struct fm_text text, struct fm_legal_move *out,
                                                     struct fm_error *error);
/** Play a move of fm_position_moves() or fm_position_find(). @return FM_OK, or FM_BAD_USE: it is not a
 * legal move of this position, which is as before. */
FM_API FM_MUST_CHECK enum fm_status fm_position_make_move(struct fm_position *position,
                                                          const struct fm_legal_move *move);
/** How a move is written. */
enum fm_move_form {
    FM_MOVE_SAN,    /* "Nbd7", "exd8=Q#", "O-O" */
    FM_MOVE_LAN,    /* "Ng1-f3", "e7-e8=Q+", "O-O" */
    FM_MOVE_UCI,    /* "e7e8q", "e1g1"; castling from or to other squares as below */
    FM_MOVE_UCI_960 /* the same; castling as the king taking his rook, "e1h1" */
};
/** Write a legal move with a final NUL. @param size  of @p out; FM_MOVE_SIZE is enough.
 * @return FM_OK; FM_NO_ROOM; FM_BAD_USE: it is not a legal move of this position. */
FM_API FM_MUST_CHECK enum fm_status fm_position_move_text(const struct fm_position *position,
                                                          const struct fm_legal_move *move,
                                                          enum fm_move_form form, char *out,
                                                          size_t size);

/** The variants that can be replayed, by index; NULL after the last. */
FM_API const char *fm_variant_name(unsigned index);
/** Start position (FEN) of a variant, or NULL if it has none (caparandom) or is unknown. */
FM_API const char *fm_variant_start(const char *name);

/* Profiles. */

struct fm_profile;

/** The default profile. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_new(struct fm_profile **out);
FM_API void fm_profile_free(struct fm_profile *profile);
/** Merge a YAML document into the profile. @p name is for messages and is copied.
 * @return FM_OK, FM_BAD_PROFILE (error: line, column, what, hint), FM_NO_MEMORY. On failure the
 * profile is as before. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_read(struct fm_profile *profile, const char *name,
                                                    struct fm_text yaml, struct fm_error *error);
/** Set one key ("output.castling"), one tag or operation ("games.tags.White") or a group
 * ("positions.sample").
 *
 * With several outputs, keys of `output` and `positions` are set in all of them; `to` and
 * `format` are refused.
 * @param value  a list, a mapping or a text in quotes is read as YAML, anything else as a text; commas
 * separate the words of a list.
 *               Names of files and templates are always texts.
 * @return as fm_profile_read(); the error has no line. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_set(struct fm_profile *profile, const char *key,
                                                   const char *value, struct fm_error *error);
/** Check what concerns several keys (combinations that exclude each other) and fill what depends
 * on other keys. To be called once, last; fm_converter_new() refuses a profile without it. Returns
 * as fm_profile_read(). */
FM_API FM_MUST_CHECK enum fm_status fm_profile_finish(struct fm_profile *profile,
                                                      struct fm_error *error);
/** Where output number @p index of a finished profile goes: its `to`, empty if it has none.
 * @return p is NULL after the last output; the text lasts as long as the profile, and a NUL comes
 * after it. */
FM_API struct fm_text fm_profile_to(const struct fm_profile *profile, size_t index);
/** The file that keeps keys between runs (`positions.unique.store`) of the same output; empty if it
 * has none, p is NULL after the last output. */
FM_API struct fm_text fm_profile_store(const struct fm_profile *profile, size_t index);
/** The @p index th file that is read before the inputs: `input.openings`, `input.aliases`, `games.exclude`, then
 * `positions.exclude` of each output. Returns as fm_profile_store(). */
FM_API struct fm_text fm_profile_reads(const struct fm_profile *profile, size_t index);
/** The merged profile as YAML, every key that differs from the default (or @p all keys); to be
 * freed with free(). */
FM_API FM_MUST_CHECK enum fm_status fm_profile_print(const struct fm_profile *profile, bool all,
                                                     char **out);

/* Converters. */

struct fm_converter;

/** Totals so far; every record is counted in exactly one of kept, unselected and rejected. */
struct fm_totals {
    uint64_t inputs; /* files read */
    uint64_t bytes;  /* of decompressed input */
    uint64_t games;  /* games and records of FEN/EPD lists */
    uint64_t listed; /* of these, records of lists */
    uint64_t kept, unselected, rejected;
    uint64_t stray;         /* spans of text that belong to no game */
    uint64_t plies;         /* replayed */
    uint64_t records;       /* written */
    uint64_t games_written; /* to outputs in PGN; in two of them: twice */
    bool copies_games;      /* there are outputs in PGN and no others */
    uint64_t unchecked;     /* games kept whose moves were not replayed */
    uint64_t unwritten;     /* positions skipped: a field of `line` was empty */
    uint64_t duplicates;    /* records skipped: their key was met before (`unique: scope: run`) */
    uint64_t by_reason[FM_REASON_COUNT]; /* games rejected, or warnings, for this reason */
    uint64_t by_class[8];                /* games per enum fm_class */
    bool ended_early; /* by an output limit or `games.range`: not all of the inputs was read */
    uint64_t inputs_failed;     /* could not be read, or not to their end; each was a message */
    uint64_t inputs_skipped;    /* found in a folder, without a game or position */
    uint64_t outputs_failed;    /* have no name; each was a message; the others are finished */
    uint64_t renamed;           /* tags White and Black that got another name: `input.aliases` */
    uint64_t excluded_rejected; /* of the files of what is excluded: each was a message */
};

/** What games are counted by, besides class and reason. */
enum fm_count_group {
    FM_COUNT_VARIANT,
    FM_COUNT_YEAR,   /* of the Date tag */
    FM_COUNT_ELO,    /* mean rating in bands of 100: "2400..2499" */
    FM_COUNT_TIME,   /* class of the TimeControl tag */
    FM_COUNT_RESULT, /* 1-0 0-1 1/2-1/2 * */
    FM_COUNT_GROUPS
};

/** One count; games without the data are counted as "unknown". */
struct fm_count {
    char name[48];
    uint64_t count;
};

/** What the converter reports while it runs; any may be NULL. All are called in input order, by one
 * thread at a time, not always the same one. */
struct fm_events {
    void *user;
    /* A rejected game, an input that failed (status FM_INPUT_FAILED), an output that failed
     * (FM_OUTPUT_FAILED), the encoding that was guessed for an input; with `warnings` also each
     * warning. */
    void (*message)(void *user, const struct fm_error *error);
    /* False: warnings are only counted, which is faster (but for games of unsupported variants, where
     * no classes were chosen). */
    bool warnings;
    /* After each block. @param raw_bytes  read so far, as compressed in the input. */
    void (*progress)(void *user, const struct fm_totals *totals, uint64_t raw_bytes);
};

/** Where things go; NULL = nowhere. Names end in .gz or .zst to compress; "-" is standard output.
 * `output` is for every output of the profile that has no `to` of its own; NULL = no output at all,
 * whatever the profile sets: everything is read and replayed only. */
struct fm_destinations {
    const char *output, *rejects, *unselected, *log;
    const char *temporary; /* folder for what does not fit in memory; NULL = /var/tmp, else /tmp */
    bool force;            /* existing files may be replaced */
    bool counts;           /* fm_converter_count() is wanted */
    /* Other files of the caller, for example profiles and statistics, that no file named after a game
     * may replace. */
    const char *const *reserved;
    size_t reserved_count;
};

/** @param profile  a finished profile; it must outlive the converter.
 * @param threads   1..256. */
FM_API FM_MUST_CHECK enum fm_status fm_converter_new(const struct fm_profile *profile,
                                                     unsigned threads, struct fm_converter **out,
                                                     struct fm_error *error);
FM_API void fm_converter_free(struct fm_converter *converter);
FM_API FM_MUST_CHECK enum fm_status fm_converter_to(struct fm_converter *converter,
                                                    const struct fm_destinations *to,
                                                    struct fm_error *error);
/** What a run reads, in this order. */
struct fm_inputs {
    char **names; /* files; "-" is standard input */
    bool *found;  /* for each: found in a directory, not named by the user; NULL = none was */
    size_t count;
    const char *const *include; /* of archives only members that fit are read; NULL = all */
    uint64_t
        *inodes; /* for each: of a regular file that was there, 0 = not known; NULL = of none */
};

/** Read inputs, in order, and write everything. Inputs that are not there are reported first.
 *
 * With `input.on-input-error: next` an input that fails is a message, and the others are read: the
 * outputs get their names and hold all that could be read, and the call returns FM_INPUT_FAILED (or
 * FM_STOPPED) with totals.inputs_failed not 0. With `stop` the first one ends the run: no output gets
 * its name, the error names it, and inputs_failed is 0.
 * @return FM_OK, FM_REJECTED (done, some records rejected), FM_STOPPED, FM_INPUT_FAILED,
 *         FM_OUTPUT_FAILED (done, but for the outputs that failed; the error names the first),
 *         FM_PIPE_CLOSED (nobody reads any output any more), FM_NO_MEMORY, FM_CANCELLED. Outputs are
 *         renamed into place except after the last three, where no output is left, and with `stop` as
 *         above. A converter runs once. */
FM_API FM_MUST_CHECK enum fm_status fm_converter_run(struct fm_converter *converter,
                                                     const struct fm_inputs *inputs,
                                                     const struct fm_events *events,
                                                     struct fm_error *error);
FM_API const struct fm_totals *fm_converter_totals(const struct fm_converter *converter);
/** The @p index th of the counts of one group that are not zero, in the order of what is counted;
 * the counts of a group add up to the games of the totals. @return false after the last. */
FM_API bool fm_converter_count(const struct fm_converter *converter, enum fm_count_group group,
                               size_t index, struct fm_count *out);
/** End a run soon, from a signal handler or another thread; outputs are not renamed. */
FM_API void fm_converter_cancel(struct fm_converter *converter);

/** What one condition of the profile left of the games, or of the positions for one output. */
struct fm_condition_count {
    const char *name;  /* "games.tags.White", "when.class", "positions.quiet" */
    unsigned output;   /* 1.., in the order of the profile; 0 = it is for all of them */
    bool positions;    /* and records of lists are counted; false: games and records of lists */
    uint64_t offered;  /* to the first condition of these */
    uint64_t in, left; /* reached this one, passed it */
    uint64_t without;  /* of those that did not: had no move, mark or evaluation to look at */
};

/** What one output was given. */
struct fm_output_count {
    const char *name;
    bool games;      /* it takes games; false: records */
    uint64_t left;   /* by all conditions; 0 = nothing was written */
    bool lacks_eval; /* its fields are of evaluations, and no record had one */
};

/** The counts of the next condition at or after place @p *at (0 at first), in the order in which
 * conditions are applied; @p *at moves on. To be called after the run. @return false: there are no
 * more. */
FM_API bool fm_converter_condition(const struct fm_converter *converter, size_t *at,
                                   struct fm_condition_count *out);
/** The @p index th output, 0... @return false after the last. */
FM_API bool fm_converter_output(const struct fm_converter *converter, size_t index,
                                struct fm_output_count *out);

/* Outputs. */

/** A file that appears under its name only when it is complete, or standard output. Compressed by
 * suffix (.gz, .zst). One thread at a time; not always the same one. SIGPIPE is the program's
 * business: with it ignored, writing to a closed pipe returns FM_PIPE_CLOSED. */
struct fm_output;

/** Open "-" (standard output) or a temporary file in the folder of @p name. An existing @p name is
 * refused unless @p force, and so is a link to nothing; a device or pipe (/dev/null), and what
 * standard output already is (/dev/stdout), is written directly. With @p force a link is followed:
 * what it points to is made or replaced. A file that replaces another has its mode, and its owner
 * where the system allows it.
 * @p name must outlive the output. @p error may be NULL here and below.
 * @return FM_OK, FM_OUTPUT_FAILED (error: os_error, input = what = name; os_error EEXIST = exists
 * and no force), FM_BAD_USE (the suffix of a compression that this build cannot write),
 * FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_output_open(const char *name, bool force,
                                                   struct fm_output **out, struct fm_error *error);
/** Write all bytes. Large writes pass through unbuffered, small ones are gathered. After a failure
 * every call fails in the same way.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED (EPIPE), FM_NO_MEMORY
 * (compressing). */
FM_API FM_MUST_CHECK enum fm_status fm_output_write(struct fm_output *output, const void *bytes,
                                                    size_t n, struct fm_error *error);
/** Finish, sync, give the file its name, sync its folder. The output is freed whatever the status;
 * may be NULL. On failure, an earlier one of a write included, the temporary file is removed and
 * what was under the name is as it was.
 * @return as fm_output_write(); os_error EEXIST = a file has appeared under the name meanwhile, and
 * no force. */
FM_API FM_MUST_CHECK enum fm_status fm_output_commit(struct fm_output *output,
                                                     struct fm_error *error);
/** Remove the temporary file and free; may be NULL. The library keeps no list of open outputs, as it
 * has no globals: a program whose run a signal ends lets its handler call fm_converter_cancel(),
 * and the outputs are discarded as the run returns. */
FM_API void fm_output_discard(struct fm_output *output);

/** Which file a name means, by device and inode: the same whatever path, link or spelling leads
 * there. Where there is no file yet, the folder's, and a name in it. */
struct fm_file_id {
    uint64_t device, inode;
    char *base;   /* the name in the folder; NULL where the file exists */
    bool regular; /* or not there yet; devices, pipes and folders are the same as nothing */
};
/** @param name      "-" is standard input or output.
 * @param standard  which of them: its descriptor.
 * @param[out] out  to be freed with fm_file_forget(). @return FM_OK or FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_file_find(const char *name, int standard,
                                                 struct fm_file_id *out);
FM_API void fm_file_forget(struct fm_file_id *file);
FM_API bool fm_file_same(const struct fm_file_id *a, const struct fm_file_id *b);

/* Inputs and names. */

/** The inputs as a user names them. */
struct fm_input_search {
    const char *const *names; /* files and directories; may be NULL where count is 0 */
    size_t count;
    bool recursive; /* also read the directories inside directories */
    /* A file with a name on each line (NUL-separated if it holds a NUL), read after `names`; "-" is
     * standard input, NULL = none. */
    const char *files_from;
    /* Patterns, as of the shell, for the last part of a path, NULL-terminated: of the files in
     * directories and archives only those that fit one are read; NULL = all. */
    const char *const *include;
};

/** List the inputs of a run. A directory becomes the files in it, in byte order of their names;
 * anything else ("-" too) is kept as it is and need not exist. In a directory, hidden names, backups
 * (`*~`) and what is neither a file nor a link to one are skipped, and links to directories are not
 * followed; a directory that cannot be read is kept as a name, and fails when it is opened.
 *
 * @param[out] out  to be freed with fm_inputs_free(); `include` is not copied.
 * @return FM_OK, FM_INPUT_FAILED (error: what, os_error), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_inputs_expand(const struct fm_input_search *from,
                                                     struct fm_inputs *out, struct fm_error *error);
FM_API void fm_inputs_free(struct fm_inputs *inputs);
/** The classes of games by number, as in fm_totals.by_class: "classic", "chess960", ...; NULL
 * after the last. */
FM_API const char *fm_class_name(unsigned index);
/** The tables of the library, for help and completion. New members are added at the end. */
enum fm_list {
    FM_LIST_FIELDS,    /* of templates, without their braces */
    FM_LIST_FORMATS,   /* of outputs */
    FM_LIST_CONSUMERS, /* programs that read what is written */
    FM_LIST_VARIANTS,
    FM_LIST_LANGUAGES,    /* of piece letters */
    FM_LIST_KEYS,         /* of profiles: "input.on-error" */
    FM_LIST_COMPRESSIONS, /* that this build can read: "gzip" */
    FM_LISTS
};
struct fm_list_item {
    const char *name;
    char meaning[200]; /* in a line */
};
/** The row number @p index of a table. @return false after the last. */
FM_API bool fm_list_item(enum fm_list list, size_t index, struct fm_list_item *out);
/** The words that a key of a profile takes as its value ("keep", "fen", ...), by index; NULL after
 * the last, and where it takes no fixed words. */
FM_API const char *fm_key_word(const char *key, size_t index);
/** What a misspelled word may have been meant to be: the nearest of a NULL-terminated list, or
 * NULL. */
FM_API const char *fm_name_suggest(struct fm_text word, const char *const *names);

/** Bytes of the whole, well-formed UTF-8 character at @p p, of @p n bytes at least one: no
 * surrogates, nothing above U+10FFFF, shortest forms only; 0 = there is none. */
FM_API size_t fm_utf8_length(const unsigned char *p, size_t n);

#define FM_LIBRARY_VERSION 32
/** The libraries in use: "zlib" and "1.2.13", "PCRE2" and "10.42". @return false after the last. */
FM_API bool fm_library(unsigned index, const char **name, char version[FM_LIBRARY_VERSION]);
/** The instructions that this machine runs what is faster with them by: "avx2", "generic".
 * @param[out] used_for  what for. @return NULL after the last. */
FM_API const char *fm_vector_path(unsigned index, const char **used_for);

#ifdef __cplusplus
}
#endif
#endif
