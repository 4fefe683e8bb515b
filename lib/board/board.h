/* SPDX-License-Identifier: MIT */
/* The boards: one source (*_tmpl.h), two instances, 8x8 and 10x8. Whoever works on positions is a
 * template too: it defines BOARD_FILES, includes this, and names everything through BFN(). */
#ifndef FM_BOARD_BOARD_H
#define FM_BOARD_BOARD_H
#include "board/geom.h"
#include "board/fen_write.h"
#include "board/setup.h"
#include "board/notation.h"
#include "board/castling.h"
#include "board/move.h"

/* One right to castle: all that its legality and its effect depend on. */
struct BFN(castle) {
    bb empty; /* squares that must be empty but for this king and this rook */
    bb path;  /* squares that must not be attacked, the king's own and its target included */
    uint8_t king_from, rook_from, king_to, rook_to;
};

/* The members of a position that conditions, keys and fields look at. A position gives them, and so
 * does a FEN that was read.
 *
 * pieces: [colour][kind]; [FM_NO_KIND] is always empty, so that captures need no test. all:
 * [colour]. board: FEN letters, 0 = empty. halfmove: plies since the last pawn move or capture.
 * fullmove: 1... rook_files: of the rights' rooks, a byte each, 0xff = no right. ep: passed over by
 * a double step just made, else NO_SQUARE. rights: set of 1 << (2 * colour + side). style: enum
 * fm_style. */
#define FM_BOARD_VIEW \
    bb pieces[2][FM_KINDS + 1]; \
    bb all[2]; \
    unsigned char board[SQUARES]; \
    uint32_t halfmove, fullmove; \
    uint32_t rook_files; \
    bool black; \
    uint8_t ep, rights, style;

struct BFN(view) {
    FM_BOARD_VIEW
};

struct BFN(position) {
    union {
        struct BFN(view) view;
        struct {
            FM_BOARD_VIEW /* the same */
        };
    };
    bool shuffles; /* the machine has a byte shuffle */
    /* [dialect - FM_CASTLING_FEN]; made anew when rights or rooks change */
    struct fm_castling_text castling[FM_CASTLING_TEXTS];
    /* [colour][side]; as at the start, whether or not the right is left */
    struct BFN(castle) castles[2][2];
    const struct fm_variant *variant;
    uint16_t promotions; /* set of 1 << enum fm_kind */
    bool style_given;    /* copy of the setup's, as are the next two */
    bool ep_exact;
    bool counters_given;
};

/* Pieces, and their part of the key; zeroed, an empty board. */
struct BFN(keyed) {
    uint64_t key;
    bb pieces[2][FM_KINDS];
};

/* Bytes for the text of a rank, which a byte shuffle stores in one step. */
#define RANK_BYTES 16

/* In each: `pos` is valid, and unchanged unless a comment tells otherwise.
 *
 * position_make: position of a setup without faults. Cannot fail. view_make: the view of one; where
 * the setup has its pieces in sets alone, view->board is undefined, and only view_hash and a mask
 * need it.
 *
 * position_setup: the setup of a position (inverse of position_make).
 *
 * position_read_san: the hot path. Reads one move in the PGN standard's SAN (English letters, O-O,
 * exd6, e8=Q, minimal or over-full disambiguation, + # ! ? after) at `text`, which need not end
 * anywhere near but must be padded (FM_TEXT_PADDING). @return the byte after the move (a
 * delimiter: blank, control character, or one of .){}(;$[ or NUL) with *move filled, a legal move
 * and the only one meant; NULL when the text is in any other form, illegal or ambiguous: then
 * position_find decides.
 *
 * position_find: the careful path; any form that fm_notation_read() took apart. @return
 * FM_REASON_NONE and *move, or the reason (ILLEGAL_MOVE, AMBIGUOUS_MOVE, ...) with why and piece in
 * *error. Adds tolerances to *tolerances (bits as in struct fm_notation). Nothing is guessed: two
 * legal candidates are ambiguous.
 *
 * position_play: makes a legal move (of position_read_san, position_find or position_moves).
 *
 * position_follow: position_play of *move, and position_read_san, in one call.
 *
 * position_moves: all legal moves; returns their number. `out` has room for FM_MOVES_MAX.
 * position_piece_moves: those of the piece on a square, castling for the king.
 *
 * view_attacks: what the piece on a square attacks; nothing where there is none.
 *
 * position_castles_as: each right leads to the squares of Chess960, which are those of standard
 * chess; `standard`: king and rook come from those, too.
 *
 * position_is_insufficient: as FM_STATE_INSUFFICIENT.
 *
 * position_write: FEN or the first four EPD fields; at most FM_FEN_MAX bytes are touched at `out`.
 * Returns the end, or NULL when the dialect cannot express a right (FM_CASTLING_FEN with an inner
 * rook, or with a castling style that is not the variant's own; then `out` is undefined).
 *
 * position_shows_ep: there is an en passant square, and FENs with that rule have it.
 *
 * position_can_write: true only if position_write would not return NULL.
 *
 * position_write_san / _uci / _lan: canonical SAN with + or #; UCI (castling as king takes rook if
 * `chess960`, else e1g1); _lan: long algebraic (Ng1-f3, e7-e8=Q+, O-O). Less than FM_MOVE_TEXT_MAX
 * bytes; returns the end.
 *
 * position_perft: legal move paths of `depth` plies, at most FM_PERFT_DEPTH_MAX.
 *
 * view_key: Polyglot's Zobrist key. view_key_after: the same, by what differs from another board,
 * which becomes this one: quicker for the next position of a game. view_count: numbers of pieces.
 * position_has_book: an opening book can have the position: its key is that of no other one.
 * view_hash: 128 bits of placement, side, rights, legal en passant (for uniqueness).
 */
#define FM_BOARD_API(FN) \
    void FN(view_make)(const struct fm_setup *setup, struct FN(view) * view); \
    void FN(position_make)(const struct fm_setup *setup, struct FN(position) * pos); \
    void FN(position_setup)(const struct FN(position) * pos, struct fm_setup * setup); \
    const unsigned char *FN(position_read_san)(const struct FN(position) * pos, \
                                               const unsigned char *text, struct fm_move *move); \
    enum fm_reason FN(position_find)(const struct FN(position) * pos, \
                                     const struct fm_notation *notation, struct fm_move *move, \
                                     uint32_t *tolerances, struct fm_error *error); \
    void FN(position_play)(struct FN(position) * pos, struct fm_move move); \
    const unsigned char *FN(position_follow)(struct FN(position) * pos, const unsigned char *text, \
                                             struct fm_move *move); \
    unsigned FN(position_moves)(const struct FN(position) * pos, struct fm_move * out); \
    unsigned FN(position_piece_moves)(const struct FN(position) * pos, unsigned sq, \
                                      struct fm_move *out); \
    bb FN(view_attacks)(const struct FN(view) * view, unsigned sq); \
    bool FN(view_in_check)(const struct FN(view) * view); \
    bool FN(position_castles_as)(const struct FN(position) * pos, bool standard); \
    bool FN(position_is_insufficient)(const struct FN(position) * pos); \
    bool FN(position_gives_check)(const struct FN(position) * pos, struct fm_move move); \
    unsigned char *FN(position_write)(const struct FN(position) * pos, \
                                      const struct fm_fen_style *style, unsigned char *out); \
    bool FN(position_shows_ep)(const struct FN(position) * pos, enum fm_en_passant rule); \
    bool FN(position_can_write)(const struct FN(position) * pos, \
                                const struct fm_fen_style *style); \
    unsigned char *FN(position_write_san)(const struct FN(position) * pos, struct fm_move move, \
                                          unsigned char *out); \
    unsigned char *FN(position_write_lan)(const struct FN(position) * pos, struct fm_move move, \
                                          unsigned char *out); \
    unsigned char *FN(position_write_uci)(const struct FN(position) * pos, struct fm_move move, \
                                          bool chess960, unsigned char *out); \
    uint64_t FN(position_perft)(const struct FN(position) * pos, unsigned depth); \
    uint64_t FN(view_key)(const struct FN(view) * view); \
    uint64_t FN(view_key_after)(const struct FN(view) * view, struct FN(keyed) * before); \
    void FN(view_count)(const struct FN(view) * view, uint8_t pieces[2][FM_KINDS]); \
    bool FN(position_has_book)(const struct FN(position) * pos); \
    struct fm_hash128 FN(view_hash)(const struct FN(view) * view);

FM_BOARD_API(BFN)

#endif
