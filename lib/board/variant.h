/* The variants whose rules are known: one const table, and the names they go by in the wild. */
#ifndef FM_BOARD_VARIANT_H
#define FM_BOARD_VARIANT_H
#include "base/base.h"

/* Where the king stands after castling (docs/rules.md 4.1, 6). */
enum fm_style {
    FM_STYLE_TRADITIONAL, /* c; g on 8x8, i on 10x8 */
    FM_STYLE_SYMMETRIC,   /* one square from either edge: prefix s */
    FM_STYLE_MODERN, /* 2 steps on 8x8, 3 on 10x8, clamped to the next-to-edge file: prefix m */
    FM_STYLE_LEWIS   /* Chess480 as its inventor has it (J. K. Lewis 2005) */
};

enum fm_variant_id {
    FM_STANDARD,
    FM_CHESS960,
    FM_CAPABLANCA,
    FM_CAPARANDOM,
    FM_GOTHIC,
    FM_EMBASSY,
    FM_JANUS,
    FM_CHESS480,
    FM_CHESS480_LEWIS,
    FM_VARIANT_COUNT
};

struct fm_variant {
    const char *name; /* as profiles and --variant write it */
    enum fm_variant_id id;
    uint8_t files; /* 8 or 10 */
    enum fm_style style;
    const char *promotions; /* FEN letters, upper case */
    const char *start;      /* FEN of the start position; NULL where it is random */
    bool letter_j;          /* programs write J for the archbishop (Janus); X-FEN writes A */
};

extern const struct fm_variant fm_variants[FM_VARIANT_COUNT];

/** By profile name, exactly; NULL if unknown. */
const struct fm_variant *fm_variant_named(struct fm_text name);

enum fm_variant_tag { FM_TAG_NO_VARIANT, FM_TAG_KNOWN, FM_TAG_FROM_POSITION, FM_TAG_UNSUPPORTED };
/** What a PGN Variant tag means: any spelling of docs/rules.md 7 ("Fischer Random", "wild/fr",
 * "chess 960", "From Position", "Crazyhouse"). @param[out] variant  set with FM_TAG_KNOWN.
 * Unknown names are FM_TAG_UNSUPPORTED; empty and "?" none. */
enum fm_variant_tag fm_variant_of_tag(struct fm_text value, const struct fm_variant **variant);

#endif
