/* SPDX-License-Identifier: MIT */
/* Positions, and EPD records. Included by fenmill.h. */
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

/** A position with its variant: 8x8 or 10x8. Files and ranks are numbered from 0: a1 is 0, 0. */
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
/** Plies since the last pawn move or capture: 100 is the 50-move rule, 150 ends the game (FIDE 9.3,
 * 9.6.2). */
FM_API uint32_t fm_position_halfmove(const struct fm_position *position);
/** Number of the move, from 1; it grows after Black's moves. */
FM_API uint32_t fm_position_fullmove(const struct fm_position *position);
/** The square of a side's king. */
FM_API void fm_position_king(const struct fm_position *position, bool black, unsigned *file,
                             unsigned *rank);
/** The file of the rook with which a side may still castle. @param a_side  true: towards the a file
 * (O-O-O in chess); false: towards the last file. @return -1: the right is lost. */
FM_API int fm_position_castling(const struct fm_position *position, bool black, bool a_side);
/** The square that the last move, a double step, has passed. @param rule  when it counts; KEEP is
 * ALWAYS. @return false: there is none, and @p file and @p rank are as before. */
FM_API bool fm_position_en_passant(const struct fm_position *position, enum fm_en_passant rule,
                                   unsigned *file, unsigned *rank);

/** A set of squares: bit `file` of ranks[rank]. */
struct fm_square_set {
    uint16_t ranks[8];
};
/** The squares of a piece. @param piece  FEN letter: 'N' White's knights, 'n' Black's; 'W', 'w'
 * all that White or Black has; 0 all pieces. @return how many they are; 0 also of other letters. */
FM_API unsigned fm_position_squares(const struct fm_position *position, char piece,
                                    struct fm_square_set *out);
/** The squares that the piece on a square attacks: those it could take on, own pieces and pins
 * aside. None where no piece is. @return how many they are. */
FM_API unsigned fm_position_attacks(const struct fm_position *position, unsigned file,
                                    unsigned rank, struct fm_square_set *out);
/** The pieces of one side that attack a square, pinned ones too (FIDE 3.1.3). @return how many they
 * are. */
FM_API unsigned fm_position_attackers(const struct fm_position *position, unsigned file,
                                      unsigned rank, bool black, struct fm_square_set *out);
/** The pieces that give check to the side to move. @return how many they are. */
FM_API unsigned fm_position_checkers(const struct fm_position *position, struct fm_square_set *out);
/** The pieces of one side that are alone between their king and an enemy who would attack him along
 * that line. @return how many they are. */
FM_API unsigned fm_position_pinned(const struct fm_position *position, bool black,
                                   struct fm_square_set *out);
/** States of a position by the rules: bits. */
enum fm_state {
    FM_STATE_CHECK = 1 << 0,     /* the side to move is in check */
    FM_STATE_MATE = 1 << 1,      /* the side to move is mated; FM_STATE_CHECK is set, too */
    FM_STATE_STALEMATE = 1 << 2, /* the side to move has no move, and is not in check */
    /* Neither side has pieces to mate with: bare kings, one minor piece, or bishops that are all on
     * squares of one colour. */
    FM_STATE_INSUFFICIENT = 1 << 3
};
/** @return set of enum fm_state. */
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
/* Variants. */

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
