/* SPDX-License-Identifier: MIT */
/* Conditions on positions, read once: texts of the profile made ready for the boards. The boards
 * apply them in position_filter_tmpl.h. */
#ifndef FM_FILTER_POSITION_FILTER_H
#define FM_FILTER_POSITION_FILTER_H
#include "base/base.h"
#include "board/notation.h"
#include "board/variant.h"
#include "filter/selection.h"
#include "pgn/comment.h"

/* Bounds on the pieces, for one assignment of colours. Two forms:
 *
 *     KRPvKR                          these pieces and no others, either side White
 *     {white: "Q..", black: "R..QR"}  the pieces of each side but its king: exactly `QR`, at least
 *                                     `Q..`, at most `..QR`, at least one rook and at most queen
 *                                     and rook `R..QR`; a side left out: any */
struct fm_material {
    uint8_t least[2][FM_KINDS], most[2][FM_KINDS]; /* [colour][kind] */
    unsigned bounded[2]; /* [colour]: kinds that have bounds, a set of 1 << enum fm_kind */
    bool either;         /* true: the same bounds with the colours exchanged count, too */
};

/** Read either form of the material. @return false if it is neither. */
FM_MUST_CHECK bool fm_material_read(struct fm_text text, struct fm_material *out);
/** Are these the pieces of one side, its king apart? @return false if not. */
FM_MUST_CHECK bool fm_material_side_read(struct fm_text pieces, uint8_t least[FM_KINDS],
                                         uint8_t most[FM_KINDS]);

/* A picture of the board: FEN's first field with `?` for a square that does not matter and `*` for
 * a rank that does not matter. Six ranks of `*`, then `5PPP/8`: three white pawns on f2, g2, h2,
 * and no other piece on the first two ranks. Digits are empty squares. */
enum { FM_MASK_RANKS = 8, FM_MASK_FILES = 10 };

struct fm_board_mask {
    unsigned count; /* squares that matter */
    unsigned files; /* 8 or 10; 0 = all ranks are `*`: any board fits */
    struct fm_mask_square {
        uint8_t file, rank;   /* 0.., rank 0 is the first */
        unsigned char letter; /* FEN letter, 0 = empty */
    } squares[FM_MASK_RANKS * FM_MASK_FILES];
};

/** @return false if the text is no such picture. */
FM_MUST_CHECK bool fm_board_mask_read(struct fm_text text, struct fm_board_mask *out);

/* The condition `games.contains`, compiled. */
struct fm_contains {
    bool wanted;                        /* true: the profile has this condition */
    const struct fm_material *material; /* NULL = any */
    const struct fm_board_mask *mask;   /* NULL = any */
    /* Kinds of the next move: set of 1 << enum fm_move_is; 0 = any move, or none. */
    unsigned moves;
};

/** The texts were checked with the profile. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_contains_make(const struct fm_profile_contains *given,
                                              struct fm_arena *arena, struct fm_contains *out);

enum { FM_REACHED_MAX = 64 };

/* Positions of which one is to be reached: each written as FEN (or its first four fields) or as the
 * moves that lead there. */
struct fm_reached {
    unsigned count; /* 0: the profile does not have this condition */
    struct {
        unsigned files; /* files of the board, 8 or 10 */
        /* position_hash(): counters do not matter, en passant only if legal */
        struct fm_hash128 key;
    } of[FM_REACHED_MAX];
};

/** @param text     texts, FM_TEXTS_APART between two. With a `/`: a FEN; else moves, with their
 * numbers or without.
 * @param variant   where moves begin, and the rules of a FEN; NULL = standard chess, or the FEN's
 * own.
 * @param[out] error  what = the FEN or move that cannot be read, or the first text that
 * is too much.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_reached_read(struct fm_text text, const struct fm_variant *variant,
                                             struct fm_reached *out, struct fm_error *error);

/* The conditions of one output, compiled. */
struct fm_position_wants {
    const struct fm_profile_positions *wanted; /* conditions as the profile has them */
    uint64_t steps; /* conditions that position_lost() applies: set of 1 << enum fm_position_step */
    const struct fm_material *material; /* NULL = any */
    const struct fm_board_mask *mask;   /* NULL = any */
    /* For each number of an opening: 1 = wanted; NULL = any. */
    const unsigned char *openings;
    struct fm_reached reached; /* earliest position of a game that can be selected */
    enum fm_eval_of eval_of;   /* position that scores are of: `input.eval-of` */
};

#endif
