/* SPDX-License-Identifier: MIT */
/* Openings in PGN: a game for each position, which ends there. It has the tags of its game and, in
 * the layout of the PGN standard's export format, the moves that lead to the position. The template
 * has no text but that around the moves: each of its other fields is a tag. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/template.h"

/* Columns of a line of moves. */
enum { EXIT_WIDTH = 79 };

/* The tag that a field is; empty: it is the moves. */
static struct fm_text tag_of_field(struct fm_text field)
{
    return fm_text_is(field, "start.fen")        ? FM_TEXT("FEN")
           : fm_text_is(field, "variant")        ? FM_TEXT("Variant")
           : fm_text_is(field, "moves.numbered") ? FM_NO_TEXT
                                                 : field;
}

static enum fm_status put_exit_tag(struct fm_buf *out, struct fm_text name, struct fm_text value)
{
    FM_TRY(FM_APPEND(out, FM_TEXT("["), name, FM_TEXT(" \"")));
    const size_t begin = out->n;
    const bool capital = fm_text_is(name, "Variant");
    for (size_t i = 0; i < value.n; i++) {
        const unsigned char c = value.p[i];
        const unsigned char written = capital && i == 0 && c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
        if (c == '"' || c == '\\')
            FM_TRY(fm_buf_append(out, "\\", 1));
        FM_TRY(fm_buf_append(out, &written, 1));
    }
    out->n = begin + fm_utf8_blank_controls(out->p + begin, out->n - begin, NULL);
    FM_TRY(fm_buf_append_words(out, "\"]\n"));
    return fm_text_is(name, "FEN") ? fm_buf_append_words(out, "[SetUp \"1\"]\n") : FM_OK;
}

/* The moves, and the result in the same lines. */
static enum fm_status put_exit_moves(struct fm_buf *out, struct fm_text moves)
{
    size_t column = 0;
    while (moves.n > 0) {
        const unsigned char *const blank = memchr(moves.p, ' ', moves.n);
        const struct fm_text word = blank == NULL ? moves : fm_text_between(moves.p, blank);
        const size_t used = word.n + (blank != NULL);
        if (column > 0)
            FM_TRY(fm_buf_append(out, column + 1 + word.n > EXIT_WIDTH ? "\n" : " ", 1));
        column = column + 1 + word.n > EXIT_WIDTH ? word.n : column + word.n + (column > 0);
        FM_TRY(fm_buf_append_text(out, word));
        moves = fm_text_after(moves, used);
    }
    if (column > 0)
        FM_TRY(fm_buf_append(out, column + 2 > EXIT_WIDTH ? "\n" : " ", 1));
    return fm_buf_append_words(out, "*\n");
}

static enum fm_status put_exit_part(const struct fm_record_plan *plan,
                                    const struct fm_record_slot *slot, struct fm_text value,
                                    struct fm_record_scratch *scratch, struct fm_buf *out,
                                    struct fm_warnings *notes)
{
    const struct fm_template_part *const part = &slot->value->parts[0];
    (void)plan, (void)scratch, (void)notes;
    if (part->type == FM_PART_TEXT)
        return fm_buf_append_text(out, value);
    const struct fm_text tag = tag_of_field(part->text);
    if (tag.n == 0)
        return put_exit_moves(out, value);
    const bool standard = fm_text_is(tag, "Variant") && fm_text_is(value, "standard");
    return value.n == 0 || standard ? FM_OK : put_exit_tag(out, tag, value);
}

/* Each value is written by the function above: what an empty one becomes differs. */
static enum fm_status frame_exit_part(const struct fm_record_plan *plan,
                                      const struct fm_record_slot *slot, struct fm_buf *before,
                                      struct fm_frame *frame)
{
    (void)plan, (void)slot, (void)before;
    *frame = (struct fm_frame){.missing = FM_MISSING_STAYS};
    return FM_OK;
}

const struct fm_format_row fm_format_exits = {
    .help = "PGN: a game for each position, with the moves that lead to it: openings",
    .traits = FM_FORMAT_UTF8,
    .line =
        "{Event:-?}{Site:-?}{Date:-\?\?\?\?.\?\?.\?\?}{Round:-?}{White:-?}{Black:-?}[Result \"*\"]\n"
        "{ECO:-}{Opening:-}{Variation:-}{start.fen}{variant}\n{moves.numbered}",
    .end = {(const unsigned char *)"\n", sizeof "\n" - 1},
    .write_slot = put_exit_part,
    .frame = frame_exit_part};
