/* Writing a setup as FEN, without a position: for notation, start arrays and rewritten records. */
#include <config.h>
#include "board/setup.h"

static unsigned char *write_rank(const unsigned char *row, unsigned files, unsigned char *out)
{
    unsigned empty = 0;
    for (unsigned f = 0; f < files; f++) {
        if (row[f] == 0) {
            empty++;
            continue;
        }
        if (empty > 0)
            *out++ = (unsigned char)('0' + empty); /* a piece follows: at most 9 */
        empty = 0;
        *out++ = row[f];
    }
    return empty > 0 ? fm_put_u64(out, empty) : out;
}

unsigned char *fm_setup_write_fen(const struct fm_setup *setup, enum fm_castling_dialect dialect,
                                  bool write_ep, bool counters, unsigned char *out)
{
    for (unsigned rank = FM_RANKS; rank-- > 0;) {
        out = write_rank(setup->pieces[rank], setup->files, out);
        *out++ = rank > 0 ? '/' : ' ';
    }
    *out++ = setup->black ? 'b' : 'w';
    *out++ = ' ';
    out = fm_setup_write_castling(setup, dialect, out);
    if (out == NULL)
        return NULL;
    *out++ = ' ';
    if (write_ep && setup->ep_file >= 0) {
        *out++ = (unsigned char)('a' + setup->ep_file);
        *out++ = setup->black ? '3' : '6';
    } else {
        *out++ = '-';
    }
    if (!counters)
        return out;
    *out++ = ' ';
    out = fm_put_u64(out, setup->halfmove);
    *out++ = ' ';
    return fm_put_u64(out, setup->fullmove);
}
