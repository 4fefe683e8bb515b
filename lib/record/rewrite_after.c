/* SPDX-License-Identifier: MIT */
/* What is after the fields of a FEN or EPD line: see rewrite_after.h. In a FEN list it is no EPD (`0 1; id "a";`,
 * `;D1 20 ;D2 400`, `; v=-830`), so where a line becomes EPD none of its bytes are kept as they are. */
#include <config.h>
#include "record/rewrite_after.h"
#include "record/epd_moves.h"

static bool is_counter(struct fm_text opcode)
{
    return fm_text_equal(opcode, FM_TEXT("hmvc")) || fm_text_equal(opcode, FM_TEXT("fmvn"));
}

/* The number of the first hmvc or fmvn among the operations; false if there is none. */
static bool counter_op(struct fm_text rest, struct fm_text opcode, uint64_t *number)
{
    struct fm_epd_operation op;
    while (fm_epd_next(&rest, &op))
        if (fm_text_equal(op.opcode, opcode))
            return fm_text_to_u64(op.operands, number);
    return false;
}

void fm_fen_edit_read_counters(struct fm_fen_edit *p)
{
    const struct {
        struct fm_text opcode;
        uint64_t least;
        uint32_t *to;
    } counters[] = {{FM_TEXT("hmvc"), 0, &p->setup.halfmove},
                    {FM_TEXT("fmvn"), 1, &p->setup.fullmove}};
    for (size_t i = 0; i < FM_COUNT_OF(counters) && !p->setup.counters_given; i++) {
        uint64_t reported;
        if (!counter_op(p->fields.rest, counters[i].opcode, &reported))
            continue;
        const uint64_t fit = reported < counters[i].least ? counters[i].least
                             : reported > FM_COUNTER_MAX  ? FM_COUNTER_MAX
                                                          : reported;
        if (fit != reported)
            fm_warnings_note(&p->notes, FM_REASON_FEN_COUNTERS);
        *counters[i].to = (uint32_t)fit;
    }
}

/* What is after the fields, byte for byte, with the blanks before it. */
static enum fm_status put_rest(const struct fm_fen_edit *p, struct fm_buf *out)
{
    if (p->fields.rest.n == 0)
        return FM_OK;
    const unsigned char *begin = p->fields.rest.p, *end = p->text.p + p->text.n;
    while (begin > p->text.p && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    return fm_buf_append(out, begin, (size_t)(end - begin));
}

/* Fields 5 and 6 as operations. */
static enum fm_status put_counter_ops(const struct fm_fen_edit *p, struct fm_buf *out)
{
    FM_TRY(fm_buf_append_text(out, FM_TEXT(" fmvn ")));
    FM_TRY(fm_buf_append_u64(out, p->setup.fullmove));
    FM_TRY(fm_buf_append_text(out, FM_TEXT("; hmvc ")));
    FM_TRY(fm_buf_append_u64(out, p->setup.halfmove));
    return fm_buf_append(out, ";", 1);
}

/* The operations without hmvc and fmvn: these have become fields, or are not to be written, or were
 * written before. */
static enum fm_status put_other_ops(const struct fm_fen_edit *p, struct fm_buf *out)
{
    struct fm_text rest = p->fields.rest;
    struct fm_epd_operation op;
    while (fm_epd_next(&rest, &op)) {
        if (!is_counter(op.opcode))
            FM_TRY(fm_epd_put_operation(&op, out));
    }
    return FM_OK;
}

static bool has_counter_ops(const struct fm_fen_edit *p)
{
    uint64_t ignored;
    return counter_op(p->fields.rest, FM_TEXT("hmvc"), &ignored) ||
           counter_op(p->fields.rest, FM_TEXT("fmvn"), &ignored);
}

/* The board for the moves of operations; NULL where the setup may have faults. */
static enum fm_status make_board(const struct fm_fen_edit *p, struct fm_arena *scratch,
                                 struct fm_epd_board *board, const struct fm_epd_board **out)
{
    const struct fm_language *const given = p->wanted->letters;
    *out = p->wanted->notation ? NULL : board;
    return p->wanted->notation
               ? FM_OK
               : fm_epd_board_make(&p->setup, given == NULL ? fm_languages : given, scratch, board);
}

static enum fm_status put_normal(const struct fm_fen_edit *p, struct fm_buf *out,
                                 struct fm_warnings *notes)
{
    const bool ops = p->wanted->style.counters == FM_COUNTERS_OPS;
    struct fm_arena scratch = {0};
    struct fm_epd_board made;
    const struct fm_epd_board *board;
    struct fm_setup setup = p->setup;
    setup.counters_given =
        setup.counters_given && (ops || p->wanted->style.counters == FM_COUNTERS_KEEP);
    enum fm_status status = make_board(p, &scratch, &made, &board);
    if (status == FM_OK)
        status = fm_epd_normalize(p->fields.rest, &setup, board, &scratch, out, notes);
    fm_arena_free(&scratch);
    return status;
}

enum fm_status fm_after_play(struct fm_fen_edit *p)
{
    struct fm_arena scratch = {0};
    struct fm_epd_board made;
    const struct fm_epd_board *board = NULL;
    const enum fm_status status = make_board(p, &scratch, &made, &board);
    if (status == FM_OK)
        (void)fm_epd_check(p->fields.rest, board, &p->notes);
    fm_arena_free(&scratch);
    return status;
}

/* Fields 5 and 6 become operations. */
static bool moves_counters(const struct fm_fen_edit *p, const struct fm_rewrite *wanted)
{
    return wanted->style.counters == FM_COUNTERS_OPS && p->setup.counters_given;
}

static bool is_made(const struct fm_fen_edit *p, const struct fm_rewrite *wanted)
{
    const struct fm_text rest = p->fields.rest;
    const enum fm_counters counters = wanted->style.counters;
    if (rest.n == 0)
        return false;
    const unsigned char letter = *rest.p & 0xDF;
    return moves_counters(p, wanted) ||
           (wanted->becomes_epd && (counters == FM_COUNTERS_OPS || counters == FM_COUNTERS_NONE) &&
            (p->fields.halfmove.n > 0 || letter < 'A' || letter > 'Z'));
}

bool fm_after_is_made(const struct fm_fen_edit *p)
{
    return is_made(p, p->wanted);
}

bool fm_after_is_anew(const struct fm_fen_edit *p, const struct fm_rewrite *wanted)
{
    return wanted->bare ||
           (wanted->becomes_epd && (moves_counters(p, wanted) || is_made(p, wanted)));
}

bool fm_after_may_be_normal(const struct fm_fen_edit *p)
{
    return fm_epd_has_operations(&p->fields) &&
           (p->wanted->style.counters != FM_COUNTERS_NONE || !has_counter_ops(p));
}

bool fm_after_is_lost(const struct fm_fen_edit *p)
{
    struct fm_text rest = p->fields.rest;
    struct fm_epd_operation op;
    const bool kept = p->wanted->style.counters != FM_COUNTERS_KEEP;
    if (!fm_epd_has_operations(&p->fields))
        return rest.n > 0;
    while (fm_epd_next(&rest, &op))
        if (!kept || !is_counter(op.opcode))
            return true;
    return false;
}

/* Of a line that becomes EPD, where it is not normalized. */
static enum fm_status put_made(struct fm_fen_edit *p, struct fm_buf *out)
{
    const struct fm_text remark = fm_epd_remark(&p->fields);
    if (remark.n > 0)
        FM_TRY(fm_epd_write_op(out, FM_TEXT("c0"), FM_EPD_STRING, remark, &p->notes));
    if (p->wanted->style.counters == FM_COUNTERS_OPS && p->setup.counters_given)
        FM_TRY(put_counter_ops(p, out));
    return remark.n > 0 ? FM_OK : put_other_ops(p, out);
}

enum fm_status fm_after_put(struct fm_fen_edit *p, struct fm_buf *out)
{
    const bool ops = p->wanted->style.counters == FM_COUNTERS_OPS;
    if (p->normal) {
        const enum fm_status status = put_normal(p, out, &p->notes);
        p->normal = status != FM_REJECTED;
        return status;
    }
    if (p->fields.rest.n == 0)
        return ops && p->setup.counters_given ? put_counter_ops(p, out) : FM_OK;
    if (fm_after_is_made(p))
        return put_made(p, out);
    const bool stays = ops ? !p->setup.counters_given : !has_counter_ops(p);
    if (!(p->anew & FM_EDIT_COUNTERS) || stays)
        return put_rest(p, out);
    if (ops)
        FM_TRY(put_counter_ops(p, out));
    return has_counter_ops(p) ? put_other_ops(p, out) : put_rest(p, out);
}
