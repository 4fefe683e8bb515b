/* SPDX-License-Identifier: MIT */
/* Castling rights of a setup: the letters of FEN field 3 to rook squares and back, and where a
 * style ends. */
#ifndef FM_BOARD_CASTLING_H
#define FM_BOARD_CASTLING_H
#include "board/setup.h"

/** The file of the king after castling (docs/rules.md 4.1, 6).
 * @param king  its file before. */
static inline int fm_castling_king_target(enum fm_style style, int files, int king,
                                          enum fm_side side)
{
    const int last = files - 1, step = files == 8 ? 2 : 3, edge = style == FM_STYLE_LEWIS ? 0 : 1;
    int target;
    switch (style) {
    case FM_STYLE_TRADITIONAL:
        return side == FM_KING_SIDE ? last - 1 : 2;
    case FM_STYLE_SYMMETRIC:
        return side == FM_KING_SIDE ? last - 1 : 1;
    case FM_STYLE_MODERN:
    case FM_STYLE_LEWIS:
        break;
    }
    target = side == FM_KING_SIDE ? king + step : king - step;
    return target < edge ? edge : target > last - edge ? last - edge : target;
}

/** The letter that X-FEN puts before the rights; 0 = none. */
static inline unsigned char fm_castling_prefix(enum fm_style style)
{
    return style == FM_STYLE_SYMMETRIC ? 's' : style == FM_STYLE_MODERN ? 'm' : 0;
}

/** File of the only king of that colour on its back rank, or FM_NO_FILE. */
int fm_castling_king(const struct fm_setup *setup, enum fm_colour colour);

/** Kings and rooks on one colour's back rank. */
struct fm_home {
    unsigned kings, rooks; /* sets of files, the a file lowest */
};
struct fm_home fm_castling_home(const struct fm_setup *setup, enum fm_colour colour);
/** The same of 8x8. */
static inline struct fm_home fm_castling_home_of(const struct fm_plain *pieces,
                                                 enum fm_colour colour)
{
    const unsigned rank = colour == FM_WHITE ? 0 : 56;
    const uint64_t own = pieces->colour[colour], rooks = pieces->straight & ~pieces->diagonal;
    return (struct fm_home){(pieces->kings & own) >> rank & 0xFF, (rooks & own) >> rank & 0xFF};
}

/** Read the letters of the castling field, prefix and all, into setup->rook (X-FEN, Shredder-FEN,
 * FEN; mixed).
 *
 * K and Q are the outermost rook on that side of the king, a letter the rook on that file. A right
 * without a rook or without a king on the back rank is dropped; of two rights on one side the
 * outermost rook keeps it; both noted.
 * @param homes        [colour]
 * @param setup        its pieces are placed; rook[][] is FM_NO_FILE.
 * @param keep_all     keep what has no rook: the corner for K and Q, the file of a letter.
 * @param[out] prefix  's', 'm' or 0.
 * @return false if the field is no castling field; setup->rook is then not to be used. */
bool fm_castling_read(struct fm_text field, const struct fm_home homes[2], bool keep_all,
                      struct fm_setup *setup, unsigned char *prefix, struct fm_warnings *notes);

/** Read the field of a position of standard chess: `-`, or K, Q, k, q in this order, of kings on e
 * and rooks in the corners.
 * @param field  at least eight bytes of text are before its end.
 * @return false: it is another field; what was written is not to be used. */
bool fm_castling_read_usual(struct fm_text field, const struct fm_plain *pieces, int8_t rook[2][2]);

/** Give each right whose rook is not where its letter says to the only rook on that side of the
 * king, if there is just one (`repair`). Rights that only Chess960 has make that of standard chess.
 * @param field  the castling field that the setup was read from.
 * @return whether any was given. */
bool fm_castling_repair(struct fm_text field, struct fm_setup *setup);

/** Whether a dialect loses the castling style of these rights: only X-FEN has prefixes, none
 * for FM_STYLE_LEWIS. KEEP copies what there is.
 * @param no_prefix  X-FEN without them. */
bool fm_castling_style_is_lost(const struct fm_setup *setup, enum fm_castling_dialect dialect,
                               bool no_prefix);

/** Write the castling field (at most 5 bytes: prefix and 4 letters).
 *
 * Only FM_CASTLING_XFEN writes the prefix (FM_STYLE_LEWIS has none); FM_CASTLING_KEEP writes as
 * X-FEN without it.
 * @return the end, or NULL if @p dialect (FM_CASTLING_FEN) cannot express a right: that of a rook
 * that
 *         is not the outermost, or one with a style that is not the variant's own. */
unsigned char *fm_setup_write_castling(const struct fm_setup *setup,
                                       enum fm_castling_dialect dialect, unsigned char *out);

/** A castling field in one dialect and the blank after it; n == 0: the dialect cannot express
 * it. */
struct fm_castling_text {
    unsigned char text[7];
    uint8_t n;
};
enum { FM_CASTLING_TEXTS = 3 }; /* FEN, X-FEN, Shredder-FEN, in the order of the dialects */

/** The facts that the castling field of a position depends on. */
struct fm_castling_rights {
    struct fm_home homes[2]; /* [colour] */
    int8_t rook[2][2];       /* [colour][side]: file of the rook, FM_NO_FILE = no right */
    enum fm_style style;
    bool own_style; /* the style is the variant's own */
};
/** The castling field of a position in all dialects. */
void fm_castling_write_all(const struct fm_castling_rights *rights,
                           struct fm_castling_text texts[FM_CASTLING_TEXTS]);

/** Why writing these rights in a dialect came to nothing: for their style, or for a rook that is
 * not the outermost. */
enum fm_reason fm_castling_refusal(const struct fm_setup *setup);

/** Whether the variant has this castling style of itself, so that its name gives it. */
static inline bool fm_setup_has_own_style(const struct fm_setup *setup)
{
    return setup->variant == NULL || setup->style == setup->variant->style;
}
/** Whether any castling right is left. */
static inline bool fm_setup_has_rights(const struct fm_setup *setup)
{
    static const int8_t none[2][2] = {{FM_NO_FILE, FM_NO_FILE}, {FM_NO_FILE, FM_NO_FILE}};
    return memcmp(setup->rook, none, sizeof none) != 0;
}
/** The rights that there are, of 8x8, are those of Chess960: see below. */
bool fm_castling_is_chess960(const struct fm_setup *setup);
/** Rights that normal chess cannot have (king or rook with a right off e, a, h on 8x8): Chess960
 * by squares. */
static inline bool fm_setup_needs_chess960(const struct fm_setup *setup)
{
    return setup->files == 8 && fm_setup_has_rights(setup) && fm_castling_is_chess960(setup);
}
/** Chess960 it is, where the rights of a setup of standard chess were repaired to such. */
static inline void fm_castling_settle_variant(struct fm_setup *setup)
{
    if (setup->variant->id == FM_STANDARD && fm_setup_needs_chess960(setup))
        setup->variant = &fm_variants[FM_CHESS960];
}
/** The standard start position with all rights, White to move; counters do not matter. */
bool fm_setup_is_standard_start(const struct fm_setup *setup);
/** Whether two styles castle differently with the rights of this setup. */
bool fm_castling_styles_differ(const struct fm_setup *setup, enum fm_style a, enum fm_style b);

#endif
