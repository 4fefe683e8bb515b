/* SPDX-License-Identifier: MIT */
/* A move token as glyphs: each character with the plain one that it means. */
#ifndef FM_BOARD_GLYPHS_H
#define FM_BOARD_GLYPHS_H
#include "base/base.h"

enum { FM_GLYPHS_MAX = 48 }; /* largest number of glyphs of a move with all its marks */

/* The values of `plain` beyond ASCII. */
enum {
    FM_GLYPH_FIGURINE = 0x80, /* + enum fm_kind */
    FM_GLYPH_MARK = 0x90,     /* a symbol of evaluation: plus-minus, infinity, ... */
    FM_GLYPH_OTHER = 0xFF
};

struct fm_glyph {
    uint16_t code;       /* the character as written; above the BMP: 0xFFFF */
    unsigned char plain; /* ASCII meaning of the glyph, or a constant above; 0 = end of the list */
    bool lookalike;      /* the glyph only looks like `plain` */
};

struct fm_glyphs {
    struct fm_glyph at[FM_GLYPHS_MAX + 1]; /* glyphs up to the one with plain == 0 */
};

/** Decode UTF-8 (bytes that are not: Windows-1252). Variation selectors are left out, dashes are
 * `-`.
 * @return false if the token is empty or too long for a move. */
bool fm_glyphs_read(struct fm_text token, struct fm_glyphs *out);
/** Take l, I and | for the digit 1. @return false if there are none. */
bool fm_glyphs_repair_digits(struct fm_glyphs *glyphs);
/** The small letter of an ASCII or Russian capital; anything else as it is. */
uint16_t fm_glyph_small(uint16_t code);

/* The bit of fm_notation.tolerances for one of the MOVE_* reasons. */
#define FM_TOLERANCE(reason) (UINT32_C(1) << (FM_REASON_##reason - FM_REASON_MOVE_LETTER_CASE))

/** Read marks up to the end of the token, blanks between them or not; what goes beyond + # ! ? is
 * added to *tolerances, a trailing capture sign or "e.p." sets *capture, too.
 * @return false if there is anything else; both are then not to be used. */
bool fm_marks_read(const struct fm_glyph *glyph, uint32_t *tolerances, bool *capture);

#endif
