/* SPDX-License-Identifier: MIT */
/* FENs of setups, from the same fields as those of positions. */
#include <config.h>
#include "board/fen_write.h"
#include "board/dispatch.h"

#define ONE(u) \
    { \
        ' ', '0' + (u), 0, 2 \
    }
#define TWO(t, u) \
    { \
        ' ', '0' + (t), '0' + (u), 3 \
    }
#define TEN(t) \
    TWO(t, 0), TWO(t, 1), TWO(t, 2), TWO(t, 3), TWO(t, 4), TWO(t, 5), TWO(t, 6), TWO(t, 7), \
        TWO(t, 8), TWO(t, 9)
const unsigned char fm_counter_texts[FM_COUNTER_TEXTS][4] = {
    ONE(0), ONE(1), ONE(2), ONE(3), ONE(4), ONE(5), ONE(6), ONE(7), ONE(8), ONE(9),
    TEN(1), TEN(2), TEN(3), TEN(4), TEN(5), TEN(6), TEN(7), TEN(8), TEN(9),
};

unsigned char *fm_put_large_counters(uint32_t halfmove, uint32_t fullmove, unsigned char *out)
{
    *out++ = ' ';
    out = fm_put_u64(out, halfmove);
    *out++ = ' ';
    return fm_put_u64(out, fullmove);
}

bool fm_setup_shows_ep(const struct fm_setup *setup, enum fm_en_passant rule)
{
    if (setup->ep_file < 0)
        return false;
    switch (rule) {
    case FM_EP_KEEP:
    case FM_EP_ALWAYS:
        return true;
    case FM_EP_PSEUDO_LEGAL:
    case FM_EP_LEGAL:
        break;
    }
    return fm_board_ops_for(setup->files)->can_take_ep(setup, rule == FM_EP_LEGAL);
}

unsigned char *fm_setup_write_ep(const struct fm_setup *setup, bool shown, unsigned char *out)
{
    return fm_board_ops_for(setup->files)->write_ep(setup, shown, out);
}

unsigned char *fm_setup_write_fen(const struct fm_setup *setup, enum fm_castling_dialect dialect,
                                  bool write_ep, bool counters, unsigned char *out)
{
    out = fm_board_ops_for(setup->files)->write_placement(setup, out);
    out = fm_put_side(setup->black, out);
    out = fm_setup_write_castling(setup, dialect, out);
    if (out == NULL)
        return NULL;
    *out++ = ' ';
    out = fm_setup_write_ep(setup, write_ep, out);
    return counters ? fm_put_counters(setup->halfmove, setup->fullmove, out) : out;
}
