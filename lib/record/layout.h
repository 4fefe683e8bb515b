/* SPDX-License-Identifier: MIT */
/* The layout of an output's records of a game: pieces, which are the same in all of them, and a
 * value of the position after each. A value is appended as it is; whatever may need an escape or a
 * check is a slot of its own, which the format writes. */
#ifndef FM_RECORD_LAYOUT_H
#define FM_RECORD_LAYOUT_H
#include "record/fields.h"
#include "record/material.h"
#include "record/template.h"

/* A value of the position, and the changes around it where it is empty. */
struct fm_layout_value {
    enum fm_value_kind kind;
    bool skips; /* true: a record with an empty value is not written */
    /* The check or change of a value that is not empty: see fm_frame.checked, .sized. */
    enum { FM_VALUE_AS_IS, FM_VALUE_CHECKED, FM_VALUE_SIZED } care;
    /* Bytes that an empty value removes from the pieces before and after it. */
    size_t before, after;
    struct fm_text instead;       /* text in place of an empty value */
    const struct fm_field *field; /* field of the value; unset for FM_VALUE_SLOT */
    size_t slot;                  /* index of the slot */
};

/* A part of a piece: it is the same in all records of a game. */
struct fm_layout_fixed {
    size_t value; /* index of the value after the piece */
    size_t slot;  /* index of the slot; unset for FM_FIXED_TEXT */
    enum { FM_FIXED_TEXT, FM_FIXED_SLOT, FM_FIXED_PARTS } type;
    struct fm_text text; /* text of FM_FIXED_TEXT */
    /* FM_FIXED_PARTS: limit for all such texts of the slot together, in bytes */
    size_t most;
    struct fm_template_part *parts; /* FM_FIXED_PARTS: a run of the slot's template */
    size_t count;                   /* number of `parts` */
};

/* Compiled with the plan, const afterwards. */
struct fm_layout {
    const struct fm_layout_fixed *fixed; /* parts of the pieces, in the order of a record */
    size_t fixed_count;
    /* Values between the pieces; the last is FM_VALUE_END. */
    const struct fm_layout_value *values;
    size_t value_count;
    /* Limit for all values together, without those of slots, in bytes. */
    size_t most;
    unsigned needs;   /* needs of fields and slots: set of enum fm_record_needs */
    bool reads_input; /* true: a field or a slot reads struct fm_record_input */
    bool writes_fen;  /* true: there is an FM_VALUE_FEN */
    /* True: pieces have values of the game; false: they are the same in all games. */
    bool of_game;
};

/* The pieces of one output for one game, made before its first record. Zero-initialised is
 * empty. */
struct fm_layout_pieces {
    struct fm_buf text; /* pieces one after the other, then FM_PIECE_STEP bytes */
    size_t *lengths;    /* length of each piece, then 0; owned */
    /* Limit for a record in bytes; SIZE_MAX = no layout for this game. */
    size_t most;
    /* True: a value of the game is missing, so no record is written. */
    bool skips;
    struct fm_warnings notes; /* warnings of every record */
    uint64_t replay;          /* replay that the pieces were made for; written by the caller */
};

enum {
    FM_PIECE_STEP = 32, /* bytes that are copied in one step */
    FM_FIELD_MAX = 32   /* limit for a value of the position except the FEN, in bytes */
};

/** Work out the layout of a plan that is otherwise complete. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_layout_make(const struct fm_record_plan *plan,
                                            struct fm_arena *arena, const struct fm_layout **out);
/** Make the pieces for a game. @param in  what is known of the game. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_layout_begin_game(const struct fm_record_plan *plan,
                                                  const struct fm_record_input *in,
                                                  struct fm_record_scratch *scratch,
                                                  struct fm_layout_pieces *pieces);
void fm_layout_pieces_free(struct fm_layout_pieces *pieces);

/** Copy a piece. The last step may read and write up to FM_PIECE_STEP bytes after its end.
 * @return the end of the copy. */
FM_INLINE unsigned char *fm_put_piece(unsigned char *out, const unsigned char *piece, size_t n)
{
    memcpy(out, piece, FM_PIECE_STEP);
    for (size_t i = FM_PIECE_STEP; FM_UNLIKELY(i < n); i += FM_PIECE_STEP)
        memcpy(out + i, piece + i, FM_PIECE_STEP);
    return out + n;
}

/** Copy a short text, or nothing. @return its end. */
FM_INLINE unsigned char *fm_put_text(unsigned char *out, struct fm_text text)
{
    for (size_t i = 0; i < text.n; i++)
        out[i] = text.p[i];
    return out + text.n;
}

#endif
