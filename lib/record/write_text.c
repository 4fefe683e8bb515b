/* SPDX-License-Identifier: MIT */
/* Text by a template, each part of which is a slot: the profile's `line`, or that of a format. Line
 * ends in values become blanks, those of the template stay. A record in which a field has no value
 * is skipped. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/template.h"

static enum fm_status put_line_part(const struct fm_record_plan *plan,
                                    const struct fm_record_slot *slot, struct fm_text value,
                                    struct fm_record_scratch *scratch, struct fm_buf *out,
                                    struct fm_warnings *notes)
{
    const size_t begin = out->n;
    (void)plan, (void)notes;
    if (value.n == 0) {
        scratch->skips = scratch->skips || !slot->value->parts[0].has_instead;
        return FM_OK;
    }
    FM_TRY(fm_buf_append_text(out, value));
    if (slot->value->parts[0].type != FM_PART_TEXT)
        out->n = begin + fm_utf8_blank_controls(out->p + begin, out->n - begin, NULL);
    return FM_OK;
}

static enum fm_status frame_part(const struct fm_record_plan *plan,
                                 const struct fm_record_slot *slot, struct fm_buf *before,
                                 struct fm_frame *frame)
{
    (void)plan, (void)slot, (void)before;
    *frame = (struct fm_frame){.missing = FM_MISSING_SKIPS, .most = SIZE_MAX};
    return FM_OK;
}

const struct fm_format_row fm_format_text = {.help = "lines after the template `line`",
                                             .traits = FM_FORMAT_LINE | FM_FORMAT_UTF8,
                                             .end = {(const unsigned char *)"\n", sizeof "\n" - 1},
                                             .write_slot = put_line_part,
                                             .frame = frame_part};

/* The text form of training data for Stockfish's neural networks, first written by nodchip's
 * generator. Score and result are those of the side to move. */
const struct fm_format_row fm_format_plain = {
    .help = "blocks of fen, move, score, ply, result: training data of neural networks",
    .line = "fen {fen}\nmove {next.uci}\nscore {eval.position.mover}\nply {ply}\n"
            "result {result.sign}\ne",
    .end = {(const unsigned char *)"\n", sizeof "\n" - 1},
    .write_slot = put_line_part,
    .frame = frame_part};
