/* SPDX-License-Identifier: MIT */
/* Template: the short path of one board. */
#include "board/board.h"

bool BFN(hot_play)(const struct fm_setup *setup, const unsigned char *text, char out[HOT_FEN_SIZE])
{
    static const struct fm_fen_style style = {FM_CASTLING_SHREDDER, FM_EP_ALWAYS,
                                              FM_COUNTERS_FIELDS, false, false};
    struct BFN(position) pos;
    struct fm_move move;
    unsigned char fen[FM_FEN_MAX];
    BFN(position_make)(setup, &pos);
    const unsigned char *end = BFN(position_read_san)(&pos, text, &move);
    if (!end)
        return false;
    BFN(position_play)(&pos, move);
    const unsigned char *stop = BFN(position_write)(&pos, &style, fen);
    memcpy(out, fen, (size_t)(stop - fen));
    out[stop - fen] = '\0';
    return true;
}
