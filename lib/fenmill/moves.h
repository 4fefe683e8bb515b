/* SPDX-License-Identifier: MIT */
/* Moves of positions, and lines of moves. Included by fenmill.h. */
#ifndef FENMILL_MOVES_H
#define FENMILL_MOVES_H
#include <fenmill/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Moves. Legal is what FIDE's Laws 3.1 to 3.9 allow, and of Chess960 its Guidelines II; a null move
 * is none of these. */

/** Kinds of moves, besides what is moved and taken: bits. */
enum fm_legal_flag {
    FM_LEGAL_CASTLING = 1 << 0,
    FM_LEGAL_EN_PASSANT = 1 << 1,
    FM_LEGAL_DOUBLE_STEP = 1 << 2,
    FM_LEGAL_NULL = 1 << 3, /* no piece moves: the king's square is both squares */
    /* A piece is put on the board from outside of it; from_file and from_rank are 255. No variant
     * of this library has such moves yet. */
    FM_LEGAL_DROP = 1 << 4
};

/** A legal move of one position: a value, with all that it does. Pieces are upper-case FEN letters,
 * 0 = none. */
struct fm_legal_move {
    unsigned char from_file, from_rank; /* square that the piece leaves, from 0 */
    unsigned char to_file, to_rank;     /* target square; in castling that of the king */
    unsigned char rook_file;            /* file of the rook before castling; 0 for other moves */
    char piece, captured, promotion;
    uint32_t flags;    /* set of enum fm_legal_flag */
    uint32_t reserved; /* 0 */
    /* Identity of the move in its position; only for the calls below. */
    uint64_t code;
};

/** The legal moves of a position.
 * @param[out] out  room for @p room of them; may be NULL where that is 0.
 * @return how many there are; of these the first @p room are in @p out. */
FM_API size_t fm_position_moves(const struct fm_position *position, struct fm_legal_move *out,
                                size_t room);
/** The legal moves of the piece on one square; none where no piece of the side to move is.
 * Castling is a move of the king. As fm_position_moves(). */
FM_API size_t fm_position_piece_moves(const struct fm_position *position, unsigned file,
                                      unsigned rank, struct fm_legal_move *out, size_t room);
/** Find the legal move that a text means: SAN, long algebraic, UCI; English letters or figurines.
 * @return FM_OK, or FM_REJECTED with the reason in @p error (may be NULL): it is no move, or not
 * legal, or could be several. */
FM_API FM_MUST_CHECK enum fm_status fm_position_find(const struct fm_position *position,
                                                     struct fm_text text, struct fm_legal_move *out,
                                                     struct fm_error *error);
/** Find the legal move from one square to another; only moves of that piece are made. Castling is
 * the king's move to his target, if that is two files away or more, or onto his own rook.
 * @param promotion  FEN letter in upper case; 0 = none.
 * @return FM_OK, or FM_REJECTED with the reason in @p error (may be NULL). */
FM_API FM_MUST_CHECK enum fm_status fm_position_find_squares(
    const struct fm_position *position, unsigned from_file, unsigned from_rank, unsigned to_file,
    unsigned to_rank, char promotion, struct fm_legal_move *out, struct fm_error *error);
/** The null move: the other side is to move, no square can be taken en passant, the halfmove clock
 * goes on (after Black's, the number of the move, too).
 * @return FM_OK, or FM_REJECTED: the side to move is in check. */
FM_API FM_MUST_CHECK enum fm_status fm_position_null_move(const struct fm_position *position,
                                                          struct fm_legal_move *out);
/** Whether it is a legal move, or a null move, of this position; only moves of its piece are made.
 * A move of another position may be one of this, too. */
FM_API bool fm_position_is_legal(const struct fm_position *position,
                                 const struct fm_legal_move *move);
/** Whether a legal move gives check. false: it does not, or is not legal. */
FM_API bool fm_position_gives_check(const struct fm_position *position,
                                    const struct fm_legal_move *move);
/** Play a move of fm_position_moves() or fm_position_find(). @return FM_OK, or FM_BAD_USE: it is
 * not a legal move of this position, which is as before. */
FM_API FM_MUST_CHECK enum fm_status fm_position_make_move(struct fm_position *position,
                                                          const struct fm_legal_move *move);
/** Play a move in SAN or UCI. @return FM_OK, or FM_REJECTED with the reason in @p error (may be
 * NULL). */
FM_API FM_MUST_CHECK enum fm_status fm_position_play(struct fm_position *position,
                                                     struct fm_text move, struct fm_error *error);
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

/** Number of legal move paths of @p depth plies, at most 100. */
FM_API uint64_t fm_position_perft(const struct fm_position *position, unsigned depth);
/** Call @p each for every legal move with its UCI text (FM_MOVE_UCI), its SAN, and the perft of
 * depth - 1 below it. */
FM_API void fm_position_divide(const struct fm_position *position, unsigned depth,
                               void (*each)(void *user, const char *uci, const char *san,
                                            uint64_t count),
                               void *user);

/* Lines. */

/** A position and the moves that led to it, to go back and to count repetitions. It keeps a copy of
 * each position on the way, 0.4 to 0.8 KiB each: to copy takes less time than to undo. One thread
 * at a time uses it. */
struct fm_line;

/** Begin a line. @param start  copied. @return FM_OK, FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_line_new(const struct fm_position *start,
                                                struct fm_line **out);
/** May be NULL. */
FM_API void fm_line_free(struct fm_line *line);
/** The position at the end of the line. It is the line's, and changes with it: fm_position_copy()
 * keeps it. */
FM_API const struct fm_position *fm_line_position(const struct fm_line *line);
/** Play a legal move, or a null move, at the end. @return FM_OK; FM_BAD_USE: it is not legal;
 * FM_NO_MEMORY. Unless FM_OK the line is as before. */
FM_API FM_MUST_CHECK enum fm_status fm_line_play(struct fm_line *line,
                                                 const struct fm_legal_move *move);
/** Take the last move back. @return false: there is none. */
FM_API bool fm_line_undo(struct fm_line *line);
/** Number of moves in the line. */
FM_API size_t fm_line_length(const struct fm_line *line);
/** Move number @p index, 0... @return false after the last. */
FM_API bool fm_line_move(const struct fm_line *line, size_t index, struct fm_legal_move *out);
/** How often the position at the end has been in the line, itself included: 1 = never before. By
 * fm_position_identity(), which is FIDE's Law 9.2.3: squares, side to move, castling rights,
 * legal en passant. Only back to the last pawn move, capture or loss of a right is looked at. */
FM_API unsigned fm_line_repetition(const struct fm_line *line);

#ifdef __cplusplus
}
#endif
#endif
