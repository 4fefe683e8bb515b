/* A setup: what a FEN says, not yet checked to be a possible position. Both widths in one form. */
#ifndef FM_BOARD_SETUP_H
#define FM_BOARD_SETUP_H
#include "base/base.h"
#include "board/variant.h"

enum { FM_RANKS = 8, FM_MAX_FILES = 10 };
enum { FM_COUNTER_MAX = 9999999 }; /* of halfmove and fullmove; larger ones are cut to this */
enum fm_colour { FM_WHITE, FM_BLACK };
/* Castling sides are named by the rook's side of the king: towards the last file (h or j; O-O),
 * towards the a file. */
enum fm_side { FM_KING_SIDE, FM_QUEEN_SIDE };

struct fm_setup {
    /* [rank 0..7][file]: FEN letter, 0 = empty; Janus's J is kept as A */
    unsigned char pieces[FM_RANKS][FM_MAX_FILES];
    uint8_t files;       /* 8 or 10 */
    bool black;          /* Black is to move */
    int8_t rook[2][2];   /* [colour][side]: file of the rook that has the right, -1 = no right */
    enum fm_style style; /* where castling ends; from the prefix, else the variant's */
    bool style_given;    /* the castling field had a prefix s or m */
    int8_t ep_file;      /* file of the last double step, -1 = none; its rank follows from black */
    bool ep_exact;       /* ep_file is surely what `always` gives; false: a step may go unsaid */
    bool counters_given; /* fields 5 and 6 were there */
    uint32_t halfmove;   /* plies since the last pawn move or capture, 0.. */
    uint32_t fullmove;   /* 1.. */
    const struct fm_variant *variant; /* found or given; never NULL after reading */
    /* Surely without a fault; only fm_setup_read() sets it, who changes anything clears it. */
    bool possible;
};

enum { FM_FEN_MAX = 192 }; /* bytes that any FEN written here fits in */

/** Where the fields of a FEN or EPD stand in its text, for rewriting one and keeping the others. */
struct fm_fen_fields {
    /* empty where missing */
    struct fm_text placement, side, castling, en_passant, halfmove, fullmove;
    struct fm_text rest; /* after the last field: opcodes, comments; without leading blanks */
};

/** Read a FEN, or the position fields of an EPD (4 fields, or 6 when fields 5 and 6 are numbers; 5
 * is FEN_COUNTERS).
 *
 * Width comes from the first rank (8 or 10 files); the castling field may be classic, X-FEN,
 * Shredder-FEN or mixed, with prefix s or m, see fm_castling_read(). A prefix beats the variant's
 * style; CASTLING_STYLE_MISMATCH where that matters. An en passant square that fits no double step
 * is dropped (EN_PASSANT_IMPOSSIBLE). FEN_LAYOUT notes `_`, tabs or several blanks between fields,
 * blanks around, a capital W or B, counters before EPD operations, a stray `;` (not given in
 * fields->rest), and text after that does not begin like an operation. Without counters nothing is
 * noted and counters_given is false: whether they may be missing, and whether a rest may stand
 * there, is the caller's to say.
 * @param variant  NULL: from the shape (8x8: standard, chess960 if a right needs it, with m
 *        chess480; 10x8: janus with a J and s, the others by their start arrays and the prefix of their
 *        style, else capablanca or, if rights or prefix need it, caparandom: a J is no style). One that does not fit (width;
 *        standard with rights it cannot have) is VARIANT_MISMATCH, and the shape counts.
 * @param notation_only  `validate: notation`: no kings needed, rights and en passant are kept as
 *        written where they can be, and the fields after the placement may be missing (White, no
 *        rights, no square).
 * @param[out] out      undefined unless FM_OK is returned.
 * @param[out] fields   likewise; may be NULL.
 * @param[in,out] reading  warnings are added; may be NULL.
 * @return FM_OK, or FM_REJECTED with error->reason FM_REASON_BAD_FEN, error->field, error->what. */
FM_MUST_CHECK enum fm_status fm_setup_read(struct fm_text text, const struct fm_variant *variant,
                                           bool notation_only, struct fm_setup *out,
                                           struct fm_fen_fields *fields,
                                           struct fm_warnings *reading, struct fm_error *error);
/** The set of enum fm_fault that make the position impossible under its variant; 0 = possible.
 *
 * Only what no game and no odds array can show: IMPOSSIBLE_CHECK is more than two checkers
 * (suites hold double checks that no move gives); TOO_MANY_PROMOTED is more pieces other than pawns than 15
 * (10x8: 19) less the pawns, so it comes with TOO_MANY_MEN unless the king is missing (an odds
 * array may start with any pieces other than pawns). */
unsigned fm_setup_faults(const struct fm_setup *setup);
/** Whether any castling right is left. */
bool fm_setup_has_rights(const struct fm_setup *setup);
/** Rights that normal chess cannot have (king or rook with a right off e, a, h on 8x8): Chess960
 * by squares. */
bool fm_setup_needs_chess960(const struct fm_setup *setup);
/** The usual start array of chess with all rights, White to move; counters do not matter. */
bool fm_setup_is_standard_start(const struct fm_setup *setup);
/** The Chess960 start position 0..959 (Scharnagl), rights as X-FEN KQkq. */
void fm_setup_from_sp(unsigned number, struct fm_setup *out);
/** Scharnagl's number of the placement (both back ranks alike, all pawns home), or -1. */
int fm_setup_sp(const struct fm_setup *setup);

#endif
