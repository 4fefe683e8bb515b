/* SPDX-License-Identifier: MIT */
/* The boards after one table of functions each, for what is not hot and must not know the
 * width. */
#ifndef FM_BOARD_DISPATCH_H
#define FM_BOARD_DISPATCH_H
#include "board/move.h"
#include "board/notation.h"
#include "board/placement.h"
#include "board/setup.h"

enum { FM_POSITION_BYTES = 768 }; /* room for a position of either width */

/* What is known of a position without a look at its squares. */
struct fm_facts {
    uint32_t halfmove, fullmove;
    uint8_t king[2][2]; /* [colour]: file and rank */
    int8_t rook[2][2];  /* [colour][side]: file of the rook with the right; -1 = no right */
    uint8_t ep[2];      /* file and rank of the square that a double step has passed */
    bool has_ep, black;
};

/* Sets of squares of a position. */
enum fm_set_of {
    FM_SET_PIECES,    /* of `letter`, as fm_position_squares() */
    FM_SET_ATTACKS,   /* of the piece on the square */
    FM_SET_ATTACKERS, /* of the square, of one colour */
    FM_SET_PINNED     /* of one colour */
};
struct fm_set_query {
    enum fm_set_of what;
    unsigned file, rank; /* the square */
    unsigned colour;
    char letter;
};

/* The functions of board.h, on a struct BFN(position) that only its own unit can see into. */
struct fm_board_ops {
    size_t size; /* bytes of a position */
    void (*make)(const struct fm_setup *setup, void *board);
    void (*setup)(const void *board, struct fm_setup *setup);
    /* @param text  padded (FM_TEXT_PADDING). */
    const unsigned char *(*read_san)(const void *board, const unsigned char *text,
                                     struct fm_move *move);
    enum fm_reason (*find)(const void *board, const struct fm_notation *notation,
                           struct fm_move *move, uint32_t *tolerances, struct fm_error *error);
    void (*play)(void *board, struct fm_move move);
    void (*forget_ep)(void *board); /* removes the square of a double step */
    unsigned (*moves)(const void *board, struct fm_move *out);
    /* The legal moves of the piece on a square. */
    unsigned (*piece_moves)(const void *board, unsigned file, unsigned rank, struct fm_move *out);
    bool (*gives_check)(const void *board, struct fm_move move);
    unsigned char (*piece)(const void *board, unsigned file, unsigned rank); /* 0 = none */
    void (*facts)(const void *board, struct fm_facts *out);
    bool (*shows_ep)(const void *board, enum fm_en_passant rule);
    /* Returns the number of squares. */
    unsigned (*set)(const void *board, const struct fm_set_query *query, struct fm_square_set *out);
    void (*describe)(const void *board, struct fm_move move, struct fm_legal_move *out);
    /* Plays a move and describes the next one. */
    void (*step)(void *board, const struct fm_move *played, const struct fm_move *next,
                 struct fm_legal_move *out);
    bool (*in_check)(const void *board);
    bool (*is_insufficient)(const void *board);
    unsigned char *(*write)(const void *board, const struct fm_fen_style *style,
                            unsigned char *out);
    unsigned char *(*write_san)(const void *board, struct fm_move move, unsigned char *out);
    unsigned char *(*write_lan)(const void *board, struct fm_move move, unsigned char *out);
    unsigned char *(*write_uci)(const void *board, struct fm_move move, bool chess960,
                                unsigned char *out);
    uint64_t (*perft)(const void *board, unsigned depth);
    uint64_t (*perft_after)(const void *board, struct fm_move move,
                            unsigned depth); /* number of move paths after the move */
    uint64_t (*key)(const void *board);
    struct fm_hash128 (*hash)(const void *board);
    /* These four are of setups of this width. The writers return the end of their field. */
    unsigned char *(*write_placement)(const struct fm_setup *setup, unsigned char *out);
    unsigned char *(*write_ep)(const struct fm_setup *setup, bool shown, unsigned char *out);
    /* Whether a pawn can take en passant in a setup without faults that has such a square. */
    bool (*can_take_ep)(const struct fm_setup *setup, bool legal);
    unsigned (*faults)(const struct fm_setup *setup); /* fm_setup_faults() */
    const char *(*rank_path)(void); /* the instructions that write ranks: "ssse3" */
};

struct fm_position {
    const struct fm_board_ops *ops;
    const struct fm_variant *variant;
    uint8_t files;
    struct fm_warnings notes; /* warnings of the text that was read; its operations are not kept */
    _Alignas(max_align_t) unsigned char board[]; /* ops->size bytes */
};

/** The position of a setup without faults. @param notes  of reading it; copied.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_position_make(const struct fm_setup *setup,
                                              const struct fm_warnings *notes,
                                              struct fm_position **out);

extern const struct fm_board_ops fm_board_ops_8x8, fm_board_ops_10x8;

/** Whether a caller's move is a legal move of the position, or a null move. @param[out] out  it. */
bool fm_position_takes(const struct fm_position *position, const struct fm_legal_move *given,
                       struct fm_move *out);
/** position_hash() of a public position. */
struct fm_hash128 fm_position_hash(const struct fm_position *position);
/** The functions for a width of 8 or 10 files. */
const struct fm_board_ops *fm_board_ops_for(unsigned files);

/** Whether nothing is wrong with plain pieces on 8x8: fm_setup_faults() would find no fault. */
bool fm_board_plain_possible(const struct fm_plain *pieces, bool black);

#endif
