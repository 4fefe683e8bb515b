/* SPDX-License-Identifier: MIT */
/* The layout of an output's records of a game: pieces, which are the same in all of them, and a
 * value of the position after each. A value is appended as it is; whatever may need an escape or a
 * check is a slot of its own, which the format writes. */
#ifndef FM_RECORD_LAYOUT_H
#define FM_RECORD_LAYOUT_H
#include "record/fields.h"
#include "record/template.h"

/* A value, and what becomes of the pieces around it where it is empty. */
struct fm_layout_value {
    enum fm_value_kind kind;
    bool skips; /* the record is not written */
    /* What else is done with one that is not empty: see fm_frame.checked, .sized. */
    enum { FM_VALUE_AS_IS, FM_VALUE_CHECKED, FM_VALUE_SIZED } care;
    size_t before, after;         /* bytes of them that are dropped, if `instead` is not NULL */
    struct fm_text instead;       /* takes its place */
    const struct fm_field *field; /* not of FM_VALUE_SLOT */
    size_t slot;                  /* index */
};

/* Something that is the same in all records of a game: a part of a piece. */
struct fm_layout_fixed {
    size_t value; /* the value that the piece is before */
    size_t slot;  /* index; not of a text alone */
    enum { FM_FIXED_TEXT, FM_FIXED_SLOT, FM_FIXED_PARTS } type;
    struct fm_text text; /* FM_FIXED_TEXT: itself */
    size_t most;         /* FM_FIXED_PARTS: bytes that all such texts of the slot may have */
    struct fm_template_part *parts; /* FM_FIXED_PARTS: some of the slot's template */
    size_t count;                   /* of them */
};

/* Compiled with the plan, const afterwards. */
struct fm_layout {
    const struct fm_layout_fixed *fixed; /* in order */
    size_t fixed_count;
    const struct fm_layout_value *values; /* FM_VALUE_END is the last */
    size_t value_count;
    size_t most;      /* bytes of all values, slots apart */
    unsigned needs;   /* of fields and slots: set of enum fm_record_needs */
    bool reads_input; /* there are fields or slots: they read struct fm_record_input */
    bool writes_fen;  /* there is an FM_VALUE_FEN */
    bool of_game;     /* the pieces have values of the game; else they are the same in all games */
};

/* The pieces of one output for one game, made before its first record. Zero-initialised is empty. */
struct fm_layout_pieces {
    struct fm_buf text; /* one after the other, then FM_PIECE_STEP bytes */
    size_t *lengths;    /* of each, and 0; owned */
    size_t most;        /* bytes of a record; SIZE_MAX = the layout does not serve this game */
    bool skips;         /* a value of the game is missing: none of its records is written */
    struct fm_warnings notes; /* of each record */
    uint64_t replay;          /* the replay they were made for; the caller's */
};

enum {
    FM_PIECE_STEP = 32, /* pieces are copied in steps of so many bytes */
    FM_FIELD_MAX = 32   /* bytes of a value of the position but the FEN */
};

/** Work out the layout of a plan that is otherwise complete. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_layout_make(const struct fm_record_plan *plan,
                                            struct fm_arena *arena, const struct fm_layout **out);
/** Make the pieces for a game. @param in  what is known of the game. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_layout_begin_game(const struct fm_record_plan *plan,
                                                  const struct fm_record_input *in,
                                                  struct fm_record_scratch *scratch,
                                                  struct fm_layout_pieces *pieces);
void fm_layout_pieces_free(struct fm_layout_pieces *pieces);

/** Copy a piece. Up to FM_PIECE_STEP bytes too many are read and written. @return the end of the
 * copy. */
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
