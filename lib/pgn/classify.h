/* What a game is, from its tags alone: its class, its variant, its start position. Facts 7 and 15. */
#ifndef FM_PGN_CLASSIFY_H
#define FM_PGN_CLASSIFY_H
#include "base/base.h"
#include "board/setup.h"
#include "pgn/tags.h"

enum fm_class { FM_CLASS_CLASSIC, FM_CLASS_CHESS960, FM_CLASS_SETUP, FM_CLASS_VARIANT, FM_CLASS_UNSUPPORTED, FM_CLASS_BROKEN, FM_CLASSES };
extern const char *const fm_class_names[FM_CLASSES + 1]; /* NULL-terminated */

struct fm_classify_options {
    const struct fm_variant *variant; /* forced by the profile; NULL = auto */
    bool no_fen_tag;  /* `classic: no-fen-tag`: any FEN tag makes a game not classic (then: setup) */
    bool repair;      /* SP numbers and missing starts may be mended */
};

struct fm_start {
    enum fm_class class_;     /* never BROKEN: that is for the replay to find; unless the FEN is bad */
    bool usual;               /* the start array of standard chess: `setup` is not filled, the caller has it ready */
    struct fm_setup setup;    /* where the game starts */
    struct fm_reading notes;  /* warnings and mends */
    enum fm_reason reason;    /* NONE, or why the game cannot be replayed (BAD_FEN, IMPOSSIBLE_POSITION, UNSUPPORTED_VARIANT, FEN_MISSING) */
    struct fm_error error;    /* field, faults, what for the reason */
};

/** Classify a game and find its start. Fast when there is neither FEN nor Variant tag. */
void fm_classify(const struct fm_tag *tags, size_t count, const struct fm_classify_options *options,
                 struct fm_arena *arena, struct fm_start *out);

#endif
