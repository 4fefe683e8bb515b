/* SPDX-License-Identifier: MIT */
/* The moves that are operands of EPD operations: taken apart, played on the position of their record,
 * written in SAN. */
#ifndef FM_RECORD_EPD_MOVES_H
#define FM_RECORD_EPD_MOVES_H
#include "board/dispatch.h"
#include "record/epd.h"

/* Moves of one operation, more than the 218 of the position that has most; bytes of one move. */
enum { FM_EPD_MOVES_MAX = 256, FM_EPD_SAN_MAX = 16 };

/* The position that the moves of a record are played on. */
struct fm_epd_board {
    const struct fm_board_ops *ops;
    const struct fm_language *letters; /* of the pieces in moves */
    void *board;
    void *line; /* a copy, on which a sequence of moves is played */
};

/** Set it up. @param scratch  owns the boards. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_board_make(const struct fm_setup *setup,
                                               const struct fm_language *letters,
                                               struct fm_arena *scratch, struct fm_epd_board *out);

/** Play the next move of a line on board->board; null moves are none.
 * @param ply   played before it in the line.
 * @param san   room for FM_EPD_SAN_MAX bytes. @param[out] end  of the move in SAN.
 * @return FM_OK, FM_REJECTED (*fault: reason, what, ply, move ...; the board is as before). */
FM_MUST_CHECK enum fm_status fm_epd_play(const struct fm_epd_board *board, struct fm_text word,
                                         unsigned ply, unsigned char *san,
                                         const unsigned char **end, struct fm_error *fault);

/* The moves of one operation. */
struct fm_epd_moves {
    size_t n;
    bool commas;         /* a comma separated words */
    uint32_t tolerances; /* of legal moves that are not written as SAN: set of FM_TOLERANCE() */
    uint32_t used[FM_EPD_MOVES_MAX];              /* those of each */
    const unsigned char *begin[FM_EPD_MOVES_MAX]; /* of each in the line */
    struct fm_text of[FM_EPD_MOVES_MAX];          /* spans of the line, or of `text` below */
    const unsigned char *end[FM_EPD_MOVES_MAX];   /* of each in the line, with its marks */
    bool illegal[FM_EPD_MOVES_MAX];               /* set by fm_epd_moves_spell() */
    unsigned char text[FM_EPD_MOVES_MAX][FM_EPD_SAN_MAX];
};

static inline void fm_epd_moves_begin(struct fm_epd_moves *moves)
{
    moves->n = 0;
    moves->commas = false;
    moves->tolerances = 0;
}

/** Add the words of an operation, separated by blanks or commas. ! and ? after a move are dropped, as
 * the opcode (bm, am) has that meaning; a check mark after a blank belongs to the move before it.
 * @return false if there are too many. */
bool fm_epd_moves_collect(struct fm_text operands, struct fm_epd_moves *moves);
/** For qsort() of texts: in ASCII order, as the standard has the moves of a set. */
int fm_epd_compare_moves(const void *a, const void *b);
/** Write legal moves in SAN; any other stays as it is. How they differ from SAN is added to moves->tolerances,
 * by the rules of games in PGN.
 * @param sequence  each is played before the next (pv), so the first that is not legal ends it.
 * @return which is the first that is not legal, or means several moves; moves->n: none. */
size_t fm_epd_moves_spell(const struct fm_epd_board *board, struct fm_epd_moves *moves,
                          bool sequence);

#endif
