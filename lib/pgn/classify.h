/* SPDX-License-Identifier: MIT */
/* Finds the class, variant and start position of a game from its tags alone. */
#ifndef FM_PGN_CLASSIFY_H
#define FM_PGN_CLASSIFY_H
#include "base/base.h"
#include "board/dialect.h"
#include "board/setup.h"
#include "pgn/tags.h"

/* - classic: normal rules from the standard start position, no Variant tag for other rules;
 * - chess960: castling rights that normal chess cannot have (by the squares of king and rook, never
 *   by how they are written), or a Variant tag for it;
 * - setup: normal rules from another position;
 * - variant: another variant whose rules are known (the 10x8 family, Chess480);
 * - unsupported: any other Variant tag; never replayed as chess;
 * - broken: cannot be read or replayed. */
enum fm_class {
    FM_CLASS_CLASSIC,
    FM_CLASS_CHESS960,
    FM_CLASS_SETUP,
    FM_CLASS_VARIANT,
    FM_CLASS_UNSUPPORTED,
    FM_CLASS_BROKEN,
    FM_CLASSES
};
extern const char *const fm_class_names[FM_CLASSES + 1]; /* NULL-terminated */

struct fm_classify_options {
    const struct fm_variant
        *variant;    /* the profile's; a Variant tag counts before it; NULL = auto */
    bool no_fen_tag; /* `classic: no-fen-tag`: any FEN tag makes a game not classic (then: setup) */
    const struct fm_dialect *dialect; /* that of FEN tags; others are noted; NULL = any */
    bool repair;                      /* SP numbers and missing starts may be repaired */
};

struct fm_start {
    enum fm_class class_; /* BROKEN only with a reason; the moves are not looked at */
    bool standard_start;  /* the rules and the position are those of chess: `setup` is not filled */
    struct fm_setup setup;    /* position at which the game starts */
    struct fm_warnings notes; /* warnings and repairs */
    enum fm_reason reason;    /* why the game cannot be replayed, one of the four below; or NONE */
    struct fm_error error;    /* field, faults, what for the reason */
};

/** The class of a game that starts there: CLASSIC, CHESS960, SETUP or VARIANT.
 * @param named  the variant that is known from elsewhere; NULL = none. */
enum fm_class fm_class_of_setup(const struct fm_setup *setup, const struct fm_variant *named);
/** Classify a game and find its start. Reasons: BAD_FEN, IMPOSSIBLE_POSITION, FEN_MISSING,
 * UNSUPPORTED_VARIANT. Fast when there is neither FEN nor Variant tag.
 *
 * A start that is not given: [SetUp "1"] or [Variant "From Position"] without a FEN take the
 * standard start position (SETUP_WITHOUT_FEN), Chess960 number 518 (START_ASSUMED), a variant with
 * one start position that one. FEN_MISSING where the FEN tag is `?` or only a number, where another
 * tag gives a Chess960 number other than 518, and where the start position is random; with `repair`
 * the number is used (START_REPAIRED). With `repair` also a Chess960 start position without some of
 * its castling rights gets them
 * (CASTLING_REPAIRED). @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_classify(const struct fm_tag *tags, size_t count,
                                         const struct fm_classify_options *options,
                                         struct fm_arena *arena, struct fm_start *out);

#endif
