/* SPDX-License-Identifier: MIT */
/* The UCI protocol's `position` command: the start position and the moves to the current one. */
#include <config.h>
#include "record/record.h"

static enum fm_status write_uci(const struct fm_record_input *in, struct fm_buf *out)
{
    if (in->start_fen.n == 0) {
        FM_TRY(fm_buf_append_text(out, FM_TEXT("position startpos")));
    } else {
        FM_TRY(fm_buf_append_text(out, FM_TEXT("position fen ")));
        FM_TRY(fm_buf_append_text(out, in->start_fen));
    }
    if (in->moves.n > 0) {
        FM_TRY(fm_buf_append_text(out, FM_TEXT(" moves")));
        FM_TRY(fm_buf_append_text(out, in->moves));
    }
    return fm_buf_append(out, "\n", 1);
}

const struct fm_format_row fm_format_uci = {
    .help = "position commands of the UCI protocol", .needs = FM_NEEDS_MOVES, .write = write_uci};
