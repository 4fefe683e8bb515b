/* SPDX-License-Identifier: MIT */
/* A line that is read to be rewritten, and how it is to be: what rewrite.h and rewrite_after.h share. */
#ifndef FM_RECORD_FEN_EDIT_H
#define FM_RECORD_FEN_EDIT_H
#include "base/memory.h"
#include "base/warnings.h"
#include "board/fen_read.h"
#include "board/fen_write.h"
#include "board/notation.h"
#include "board/setup.h"

/* How positions are read and rewritten; set by the caller, const during the run. KEEP copies a
 * field byte for byte, even if no position can have it (a right without a rook, a square that no
 * double step passed); that is noted. */
struct fm_rewrite {
    struct fm_fen_style style;
    /* One blank between fields, whatever the layout was. */
    bool lays_out;
    /* The line becomes a FEN: nothing is written after the fields, with one blank between. */
    bool bare;
    /* The line becomes EPD: what is none of it yet is written anew. */
    bool becomes_epd;
    /* Operations as the EPD standard requires; verbatim if that would need a guess. */
    bool normalize;
    /* The moves of bm, am, sm and pv are played. */
    bool plays;
    /* Only the notation is checked: positions against the rules are not rejected. */
    bool notation;
    /* Under KEEP, too, write no castling right and no square that would be noted in reading it. */
    bool clean;
    /* Repair castling rights, and start positions given by their number; noted. */
    bool repair;
    const struct fm_variant *variant;  /* NULL = by the shape of the board */
    const struct fm_language *letters; /* of the moves to normalize; NULL = English */
};

/* Fields that are written anew. */
enum { FM_EDIT_PLACEMENT = 1, FM_EDIT_EN_PASSANT = 2, FM_EDIT_COUNTERS = 4 };

/* A FEN or EPD line that was read, to be written any number of times. */
struct fm_fen_edit {
    struct fm_text text;         /* as found; it must last */
    struct fm_setup setup;       /* what was read */
    struct fm_fen_fields fields; /* where in the text */
    struct fm_warnings notes;    /* of the text; writing adds to them */
    bool made;                   /* from a Chess960 number: there is no text to keep */
    /* Of the writing, set by it. */
    const struct fm_rewrite *wanted;
    unsigned anew;                     /* set of FM_EDIT_...: fields that are not copied */
    enum fm_castling_dialect castling; /* KEEP: as found */
    bool normal;                       /* operations are written as the standard requires */
};

#endif
