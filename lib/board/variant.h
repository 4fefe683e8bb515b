/* SPDX-License-Identifier: MIT */
/* The variants whose rules are known: one const table, and the names they go by in the wild. */
#ifndef FM_BOARD_VARIANT_H
#define FM_BOARD_VARIANT_H
#include "base/base.h"

/* Where the king is after castling (docs/rules.md 4.1, 6). */
enum fm_style {
    FM_STYLE_TRADITIONAL, /* c; g on 8x8, i on 10x8 */
    FM_STYLE_SYMMETRIC,   /* one square from either edge: prefix s */
    FM_STYLE_MODERN, /* 2 steps on 8x8, 3 on 10x8, clamped to the next-to-edge file: prefix m */
    FM_STYLE_LEWIS   /* Chess480 by the rules of its inventor (J. K. Lewis 2005) */
};

/* The variants whose rules are known: one row each, and all that is known of them (a path count in
 * tests/vectors/perft is its vector). Columns: symbol; name in profiles and --variant; files;
 * castling style; promotions as FEN letters; FEN of the start position, NULL where it is random;
 * programs write J for the archbishop, where X-FEN writes A. */
#define FM_VARIANTS(X) \
    X(STANDARD, "standard", 8, TRADITIONAL, "QRBN", \
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false) \
    X(CHESS960, "chess960", 8, TRADITIONAL, "QRBN", NULL, false) \
    X(CAPABLANCA, "capablanca", 10, TRADITIONAL, "QCARBN", \
      "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", false) \
    X(CAPARANDOM, "caparandom", 10, TRADITIONAL, "QCARBN", NULL, false) \
    X(GOTHIC, "gothic", 10, TRADITIONAL, "QCARBN", \
      "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", false) \
    X(EMBASSY, "embassy", 10, MODERN, "QCARBN", \
      "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w mKQkq - 0 1", false) \
    X(JANUS, "janus", 10, SYMMETRIC, "QARBN", \
      "ranbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBKQBNAR w sKQkq - 0 1", true) \
    X(CHESS480, "chess480", 8, MODERN, "QRBN", NULL, false) \
    X(CHESS480_LEWIS, "chess480-lewis", 8, LEWIS, "QRBN", NULL, false)

enum fm_variant_id {
#define FM_VARIANT_ID(symbol, ...) FM_##symbol,
    FM_VARIANTS(FM_VARIANT_ID)
#undef FM_VARIANT_ID
        FM_VARIANT_COUNT
};

/* A row of FM_VARIANTS, whose columns these are. */
struct fm_variant {
    const char *name;
    enum fm_variant_id id;
    uint8_t files; /* 8 or 10 */
    enum fm_style style;
    const char *promotions;
    const char *start;
    bool letter_j;
};

extern const struct fm_variant fm_variants[FM_VARIANT_COUNT];

/** By profile name, exactly; NULL if unknown. */
const struct fm_variant *fm_variant_named(struct fm_text name);

enum fm_variant_tag {
    FM_TAG_NO_VARIANT,
    FM_TAG_KNOWN,
    FM_TAG_FROM_POSITION, /* normal rules from the position that the FEN gives */
    FM_TAG_NO_CASTLING,   /* normal rules, but no castling rights: "Shuffle Chess" */
    FM_TAG_UNSUPPORTED
};
/** Find the meaning of a PGN Variant tag, in any spelling of docs/rules.md 7 ("Fischer Random",
 * "wild/fr", "chess 960", "From Position", "Crazyhouse"). @param[out] variant  set with
 * FM_TAG_KNOWN. Unknown names are FM_TAG_UNSUPPORTED; empty and "?" none. */
enum fm_variant_tag fm_variant_of_tag(struct fm_text value, const struct fm_variant **variant);

#endif
