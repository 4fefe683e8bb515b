/* SPDX-License-Identifier: MIT */
/* A setup: what a FEN describes, not yet checked to be a possible position. Both widths in one
 * form. */
#ifndef FM_BOARD_SETUP_H
#define FM_BOARD_SETUP_H
#include "base/base.h"
#include "board/variant.h"

enum { FM_RANKS = 8, FM_MAX_FILES = 10, FM_NO_FILE = -1 };
enum { FM_COUNTER_MAX = 9999999 }; /* largest counter; larger ones are cut */
enum fm_colour { FM_WHITE, FM_BLACK };
/* Castling sides are named by the rook's side of the king: towards the last file (h or j; O-O),
 * towards the a file. */
enum fm_side { FM_KING_SIDE, FM_QUEEN_SIDE };

/** The pieces of 8x8 as sets of squares, bit 8 * rank + file. */
struct fm_plain {
    uint64_t colour[2], pawns, knights, kings;
    uint64_t diagonal, straight; /* bishops and queens; rooks and queens */
    /* one king each, no more pieces and pawns than chess has, no pawn on the first or last rank */
    bool fits;
};

/** Both back ranks have the same of these pieces. */
static inline bool fm_plain_is_mirrored(uint64_t pieces)
{
    return (pieces & 0xFF) == pieces >> 56;
}
/** All pieces and pawns are on the ranks where a game begins, and Black's are those of White. */
static inline bool fm_plain_is_array(const struct fm_plain *pieces)
{
    return (pieces->colour[0] | pieces->colour[1]) == UINT64_C(0xFFFF00000000FFFF) &&
           pieces->pawns == UINT64_C(0x00FF00000000FF00) && fm_plain_is_mirrored(pieces->knights) &&
           fm_plain_is_mirrored(pieces->diagonal) && fm_plain_is_mirrored(pieces->straight) &&
           fm_plain_is_mirrored(pieces->kings);
}

struct fm_setup {
    /* [rank 0..7][file]: FEN letter, 0 = empty; Janus's J is kept as A */
    unsigned char pieces[FM_RANKS][FM_MAX_FILES];
    uint8_t files;       /* 8 or 10 */
    bool black;          /* Black is to move */
    int8_t rook[2][2];   /* [colour][side]: file of the rook that has the right, -1 = no right */
    enum fm_style style; /* end squares of castling; from the prefix, else the variant's */
    bool style_given;    /* the castling field had a prefix s or m */
    int8_t ep_file;      /* file of the last double step, -1 = none; its rank follows from black */
    bool ep_exact;       /* ep_file is surely what `always` gives; false: a step may be missing */
    bool counters_given; /* fields 5 and 6 were there */
    uint32_t halfmove;   /* plies since the last pawn move or capture, 0.. */
    uint32_t fullmove;   /* 1.. */
    const struct fm_variant *variant; /* found or given; never NULL after reading */
    /* Surely without a fault; only fm_setup_read() sets it, who changes anything clears it. */
    bool possible;
    struct fm_plain sets; /* the pieces as sets of squares, where `possible` is set */
    bool sets_alone;      /* true: made by fm_setup_read_sets(), so `pieces` is undefined */
};

/** How positions are written: one struct from the profile to the writers; filled once per output.
 *
 * KEEP (zero) is possible only where there is a text whose field can be copied: in the rewriting of
 * lists and FEN tags (record/rewrite.h). Boards write none of it: fm_style_of_replay(). */
struct fm_fen_style {
    enum fm_castling_dialect castling;
    enum fm_en_passant en_passant;
    /* FIELDS: fields 5 and 6 of a FEN, the only ones that boards write; OPS: hmvc and fmvn. */
    enum fm_counters counters;
    bool letter_j;  /* J for A where the variant is Janus */
    bool no_prefix; /* X-FEN without s and m: the reader knows the variant */
};

/** Is it one of the arrays that games begin with, as far as the sets show? */
static inline bool fm_setup_may_be_array(const struct fm_setup *setup)
{
    return !setup->possible || fm_plain_is_array(&setup->sets);
}

enum { FM_FEN_MAX = 192 }; /* bytes that any FEN written here fits in */

enum { FM_SP_STANDARD = 518 }; /* the number of the standard start position */
/** The Chess960 start position 0..959 (Scharnagl), rights as X-FEN KQkq. */
void fm_setup_from_sp(unsigned number, struct fm_setup *out);
/** Scharnagl's number of the placement (the same back ranks, all pawns at home), or -1. */
int fm_setup_sp(const struct fm_setup *setup);

#endif
