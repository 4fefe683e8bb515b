/* SPDX-License-Identifier: MIT */
/* The UCI protocol's `position` command: the start position and the moves to the current one. */
#include <config.h>
#include "record/record.h"

static enum fm_status write_uci(const struct fm_record_input *in, struct fm_buf *out)
{
    return FM_APPEND(
        out, in->start_fen.n == 0 ? FM_TEXT("position startpos") : FM_TEXT("position fen "),
        in->start_fen, in->moves.n > 0 ? FM_TEXT(" moves") : FM_TEXT(""), in->moves, FM_TEXT("\n"));
}

const struct fm_format_row fm_format_uci = {
    .help = "position commands of the UCI protocol", .needs = FM_NEEDS_MOVES, .write = write_uci};
