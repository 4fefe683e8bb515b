/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "setups.h"
#include "board/fen_write.h"

enum fm_status setup_read(const char *fen, const struct fm_variant *variant, struct fm_setup *setup,
                          struct fm_warnings *notes)
{
    struct fm_error error = {0};
    return fm_setup_read(fm_text_of(fen), variant, false, setup, NULL, notes, &error);
}

const char *setup_text(const struct fm_setup *setup, enum fm_castling_dialect dialect)
{
    static char out[FM_FEN_MAX + 1];
    unsigned char *const end = fm_setup_write_fen(setup, dialect, true, true, (unsigned char *)out);
    if (end == NULL)
        return "not representable";
    *end = 0;
    return out;
}
