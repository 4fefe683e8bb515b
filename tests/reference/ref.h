/* SPDX-License-Identifier: MIT */
/* A second, slow and simple implementation of the rules, to be the witness against the library: a
 * mailbox board, moves made and tested. It shares no code, table or header with lib/. */
#ifndef FM_TESTS_REF_H
#define FM_TESTS_REF_H
#include <stdbool.h>

enum { REF_RANKS = 8, REF_FILES_MAX = 10, REF_MOVES_MAX = 512 };
enum { REF_H_SIDE, REF_A_SIDE, REF_NO_SIDE };

/* Where castling ends. */
enum ref_style {
    REF_TRADITIONAL, /* king on c, or one short of the edge */
    REF_SYMMETRIC,   /* king one square from either edge */
    REF_MODERN,      /* king moves 2 (10x8: 3), stopping short of the edge */
    REF_LEWIS        /* king moves 2, stopping at the edge */
};

struct ref_position {
    char pieces[REF_RANKS][REF_FILES_MAX]; /* [rank][file]: FEN letter or "."; Janus' J is A */
    int files;                             /* 8 or 10 */
    int black;                             /* 1: Black is to move */
    int rook[2][2];           /* [colour][side]: file of the rook with the right, -1 = none */
    enum ref_style style;     /* by the prefix of the castling field, else own_style */
    enum ref_style own_style; /* of the variant */
    const char *promotions;   /* upper-case letters, a string constant */
    int ep_file;              /* of the square passed over by the last double step, -1 = none */
    unsigned long halfmove, fullmove;
};

struct ref_move {
    int from_file, from_rank, to_file, to_rank; /* castling: to the own rook's square */
    char promotion;                             /* upper case, 0 = none */
    int castling; /* REF_H_SIDE, REF_A_SIDE, or REF_NO_SIDE = no castling */
};

/** All legal moves, in no special order; returns their number. @p out: REF_MOVES_MAX of them. */
int ref_moves(const struct ref_position *pos, struct ref_move *out);
/** Make a move of ref_moves(). */
void ref_play(struct ref_position *pos, const struct ref_move *move);
/** Is the king of that colour attacked? */
bool ref_in_check(const struct ref_position *pos, int black);
/** Does a side attack the square? @param by  1 = Black. */
bool ref_attacked(const struct ref_position *pos, int file, int rank, int by);
/** Does the move capture en passant? */
bool ref_is_en_passant(const struct ref_position *pos, const struct ref_move *move);
/** Number of legal move paths of @p depth plies. */
unsigned long long ref_perft(const struct ref_position *pos, unsigned depth);
/** The man's colour: 1 = black; only for letters. */
int ref_is_black(char piece);
/** The upper-case letter of a man. */
char ref_kind(char piece);

#endif
