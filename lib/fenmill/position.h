/* SPDX-License-Identifier: MIT */
/* Positions and their moves. Included by fenmill.h. */
#ifndef FENMILL_POSITION_H
#define FENMILL_POSITION_H
#include <fenmill/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How castling rights are written. */
enum fm_castling_dialect {
    FM_CASTLING_KEEP = 0, /* a position does not know how it was written: as FM_CASTLING_XFEN */
    FM_CASTLING_FEN = 1,  /* KQkq, for the outermost rooks alone: no other right can be expressed */
    FM_CASTLING_XFEN = 2, /* KQkq; for an inner rook the letter of its file */
    FM_CASTLING_SHREDDER = 3 /* the letters of the rooks' files: HAha */
};
/** When the square that a pawn has passed is written. */
enum fm_en_passant {
    FM_EP_KEEP = 0,         /* the same as FM_EP_ALWAYS */
    FM_EP_ALWAYS = 1,       /* written after every double step */
    FM_EP_PSEUDO_LEGAL = 2, /* only where a pawn can capture there by its move, legal or not */
    FM_EP_LEGAL = 3         /* only where that capture is legal */
};
/** Where the halfmove clock and the number of the move are written. */
enum fm_counters {
    FM_COUNTERS_KEEP = 0,   /* the same as FM_COUNTERS_FIELDS */
    FM_COUNTERS_FIELDS = 1, /* the last two fields of a FEN: "0 1" */
    FM_COUNTERS_OPS = 2,    /* operations of an EPD record: "fmvn 1; hmvc 0;" */
    FM_COUNTERS_NONE = 3
};

/** Bytes that any FEN written here fits in, counters as operations and a final NUL included; the
 * same of a move. */
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
/** The board that the first fields of a FEN show, whether or not it is a possible position:
 * eight queens, a board without kings. */
struct fm_board {
    unsigned files;     /* 8 or 10 */
    char pieces[8][10]; /* [rank 0..7][file 0..]: the FEN letter, or 0 */
    bool black;         /* true: Black is to move */
    /* Reasons why it is no position: set of enum fm_fault; 0 = it is one. */
    unsigned faults;
};
/** Read a board, as `validate: notation` does: fields after the placement may be missing.
 * @param[out] error  as for fm_position_new(). @return FM_OK, FM_REJECTED (bad-fen). */
FM_API FM_MUST_CHECK enum fm_status fm_board_read(struct fm_text fen, struct fm_board *out,
                                                  struct fm_error *error);
/** The board of a position. */
FM_API void fm_position_board(const struct fm_position *position, struct fm_board *out);
/** The Chess960 start position number 0..959 (Scharnagl's numbering; 518 is that of chess).
 * @return FM_OK, FM_BAD_USE (no such number), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_position_new_sp(unsigned number, struct fm_position **out);
/** A position of its own, equal to another. @return FM_OK, FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_position_copy(const struct fm_position *position,
                                                     struct fm_position **out);
/** May be NULL. */
FM_API void fm_position_free(struct fm_position *position);
/** Give the warnings of fm_position_new() about its text, as about a line of a list: castling
 * rights or an en passant square that do not count, layout, counters, text after it.
 * fm_reason_meaning() has the words.
 * @return the reason by index, in their order; FM_REASON_NONE after the last. */
FM_API enum fm_reason fm_position_warning(const struct fm_position *position, size_t index);
/** Play a move in SAN or UCI. @return FM_OK, or FM_REJECTED with the reason in @p error (may be
 * NULL). */
FM_API FM_MUST_CHECK enum fm_status fm_position_play(struct fm_position *position,
                                                     struct fm_text move, struct fm_error *error);
/** Write the FEN with a final NUL.
 * @param size         of @p out; FM_FEN_SIZE is enough for any position.
 * @param[out] length  of the FEN without its NUL, also where it does not fit; may be NULL.
 * @return FM_OK; FM_NO_ROOM (@p out is too small); FM_REJECTED (the dialect cannot express a
 * castling right of the position); FM_BAD_USE (no such dialect). Unless FM_OK, @p out is an empty
 * text, if it has room for one. */
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
/** Whether it is Black's move. */
FM_API bool fm_position_black_to_move(const struct fm_position *position);
/** States of a position by the rules: bits. */
enum fm_position_state {
    FM_STATE_CHECK = 1 << 0,     /* the side to move is in check */
    FM_STATE_MATE = 1 << 1,      /* the side to move is mated; FM_STATE_CHECK is set, too */
    FM_STATE_STALEMATE = 1 << 2, /* the side to move has no move, and is not in check */
    /* Neither side has pieces to mate with: bare kings, one minor piece, or bishops that are all on
     * squares of one colour. */
    FM_STATE_INSUFFICIENT = 1 << 3
};
/** @return set of enum fm_position_state. */
FM_API unsigned fm_position_state(const struct fm_position *position);
/** Whether the side to move is in check. */
FM_API bool fm_position_in_check(const struct fm_position *position);
/** The Chess960 start number of this very placement, or -1. */
FM_API int fm_position_sp(const struct fm_position *position);
/** Polyglot's Zobrist key (8x8 with the standard six pieces; other boards: the same scheme, own
 * numbers). */
FM_API uint64_t fm_position_key(const struct fm_position *position);
/** A value that two positions share exactly when they are the same by the rules: 128 bits of
 * the squares, the side to move, the file of each castling right's rook, the castling style,
 * and the en passant square where it can be used. No counters. Not stable between versions. */
FM_API void fm_position_identity(const struct fm_position *position, uint64_t out[2]);
/** Number of legal move paths of @p depth plies, at most 100. */
FM_API uint64_t fm_position_perft(const struct fm_position *position, unsigned depth);
/** Call @p each for every legal move with its UCI text (FM_MOVE_UCI), its SAN, and the perft of
 * depth - 1 below it. */
FM_API void fm_position_divide(const struct fm_position *position, unsigned depth,
                               void (*each)(void *user, const char *uci, const char *san,
                                            uint64_t count),
                               void *user);

/* Moves. */

/** Kinds of moves, besides what is moved and taken: bits. */
enum fm_legal_flag {
    FM_LEGAL_CASTLING = 1 << 0,
    FM_LEGAL_EN_PASSANT = 1 << 1,
    FM_LEGAL_DOUBLE_STEP = 1 << 2
};

/** A legal move of one position: a value, with all that it does. Pieces are upper-case FEN letters,
 * 0 = none. */
struct fm_legal_move {
    unsigned char from_file, from_rank; /* square that the piece leaves, from 0 */
    unsigned char to_file, to_rank;     /* target square; in castling that of the king */
    unsigned char rook_file;            /* file of the rook before castling; 0 for other moves */
    char piece, captured, promotion;
    uint32_t flags; /* set of enum fm_legal_flag */
    /* Identity of the move in its position; only for the calls below. */
    uint64_t code;
};

/** The legal moves of a position.
 * @param[out] out  room for @p room of them; may be NULL where that is 0.
 * @return how many there are; of these the first @p room are in @p out. */
FM_API size_t fm_position_moves(const struct fm_position *position, struct fm_legal_move *out,
                                size_t room);
/** Find the legal move that a text means: SAN, long algebraic, UCI; English letters or figurines.
 * @return FM_OK, or FM_REJECTED with the reason in @p error (may be NULL): it is no move, or not
 * legal, or could be several. */
FM_API FM_MUST_CHECK enum fm_status fm_position_find(const struct fm_position *position,
                                                     struct fm_text text, struct fm_legal_move *out,
                                                     struct fm_error *error);
/** Play a move of fm_position_moves() or fm_position_find(). @return FM_OK, or FM_BAD_USE: it is
 * not a legal move of this position, which is as before. */
FM_API FM_MUST_CHECK enum fm_status fm_position_make_move(struct fm_position *position,
                                                          const struct fm_legal_move *move);
/** How a move is written. */
enum fm_move_form {
    FM_MOVE_SAN = 0, /* "Nbd7", "exd8=Q#", "O-O" */
    FM_MOVE_LAN = 1, /* "Ng1-f3", "e7-e8=Q+", "O-O" */
    /* "e7e8q"; castling by the position's variant: the king's way, "e1g1", in standard chess, and
     * the king taking his rook, "e1h1", in all others. As the program and fm_position_divide(). */
    FM_MOVE_UCI = 2,
    FM_MOVE_UCI_960 = 3, /* castling as "e1h1" in every variant */
    /* Castling as "e1g1" in every variant, if king and rook stand as in chess; else as "f1h1". */
    FM_MOVE_UCI_CLASSIC = 4
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

/* EPD records (PGN standard 16.2). */

/** A position with its operations. */
struct fm_epd;

/** Read a line. Its position need not be possible: fm_position_new() of the same line finds that
 * out.
 * @return FM_OK, FM_REJECTED (bad-fen, with the field; @p error may be NULL), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_epd_read(struct fm_text line, struct fm_epd **out,
                                                struct fm_error *error);
/** May be NULL. */
FM_API void fm_epd_free(struct fm_epd *epd);
/** Operation number @p index, 0.., in the order of the record. @param[out] operands  as they are
 * written, quotes included. Both last until the record is changed. @return false after the last. */
FM_API bool fm_epd_operation(const struct fm_epd *epd, size_t index, struct fm_text *opcode,
                             struct fm_text *operands);
/** The operands of an opcode, of several the last, which is the one that counts; a single string
 * without its quotes. @return false: the record has no such operation. */
FM_API bool fm_epd_get(const struct fm_epd *epd, const char *opcode, struct fm_text *value);
/** Set an operation: it takes the place of the first of its opcode, and all of these, or comes
 * last.
 * @param value  what its opcode takes: moves with blanks between, an integer, the text of a string;
 * NULL removes the operation. @return FM_OK; FM_BAD_USE: this is no opcode, or no value for it; the
 * record is as before; FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_epd_set(struct fm_epd *epd, const char *opcode,
                                               const struct fm_text *value);
/** Write the record with a final NUL and no line end. @param[out] length  without the NUL, also
 * where it does not fit; may be NULL. @return FM_OK; FM_NO_ROOM: @p out is an empty text. */
FM_API enum fm_status fm_epd_text(const struct fm_epd *epd, char *out, size_t size, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
