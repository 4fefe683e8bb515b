/* SPDX-License-Identifier: MIT */
/* Operations of a record. Rules on them (`positions.ops`) are those on tags, of which each
 * operation is one; a position of a game has none, but for the first of a game that was made from
 * EPD. Those that the program of the output refuses are left out. */
#include <config.h>
#include "run/work_ops.h"
#include "board/castling.h"
#include "board/fen_read.h"
#include "pgn/bytes.h"
#include "profile/consumer.h"
#include "record/field_put.h"

/* Does a rule hold? @param[out] has  there is such an operation. */
static bool holds(struct fm_worker *worker, const struct fm_tag_rule *rule, struct fm_text ops,
                  struct fm_rule_context *context, bool *has)
{
    const struct fm_record_input in = {.ops = ops, .encoding = FM_ENCODING_AUTO};
    struct fm_buf *value = &worker->of_record.value;
    struct fm_epd_op op;
    unsigned char number[FM_EPD_NUMBER_MAX];
    value->n = 0;
    *has = fm_epd_find(ops, rule->tag, &op, number);
    if (*has)
        context->status = fm_field_put_op(rule->tag, &in, value);
    const struct fm_tag tag = {.name = rule->tag, .value = {value->p, value->n}};
    return context->status == FM_OK && fm_tag_rule_holds(rule, &tag, *has, context);
}

bool fm_work_ops_hold(struct fm_worker *worker, const struct fm_profile_positions *positions,
                      struct fm_text ops, bool *lacks)
{
    struct fm_rule_context context = {.scratch = &worker->of_record.arena,
                                      .matcher = worker->matcher,
                                      .encoding = worker->encoding};
    bool all = true, has = true;
    for (size_t i = 0; all && i < positions->op_count; i++)
        all = holds(worker, &positions->ops[i], ops, &context, &has);
    *lacks = !all && !has;
    if (worker->written.rule_status == FM_OK)
        worker->written.rule_status = context.status;
    fm_record_scratch_reset(&worker->of_record);
    return all;
}

/* Is a word castling, but not that of standard chess? */
static bool is_other_castling(struct fm_text word, const struct fm_setup *setup,
                              enum fm_colour mover)
{
    enum { KING_FILE = 4, LAST_FILE = 7 };
    word = fm_text_without_tail(word, "+#!?");
    const bool queen_side = fm_text_is(word, "O-O-O");
    if (!queen_side && !fm_text_is(word, "O-O"))
        return false;
    return fm_castling_king(setup, mover) != KING_FILE ||
           setup->rook[mover][queen_side ? FM_QUEEN_SIDE : FM_KING_SIDE] !=
               (queen_side ? 0 : LAST_FILE);
}

/* The program reads every word that is no string as a move, whatever the opcode. */
static bool has_other_castling(const struct fm_epd_op *op, const struct fm_setup *setup)
{
    const bool in_turn = fm_text_is(op->opcode, "pv");
    struct fm_text rest = op->operands;
    struct fm_epd_operand operand;
    bool black = setup->black;
    for (; fm_epd_next_operand(&rest, &operand); black ^= in_turn)
        if (!operand.quoted && is_other_castling(operand.text, setup, black ? FM_BLACK : FM_WHITE))
            return true;
    return false;
}

void fm_work_drop_castling(struct fm_worker *worker, const struct fm_route *route, size_t begin)
{
    struct fm_buf *out = fm_worker_out(worker, route);
    const struct fm_text text = fm_buf_text_from(out, begin);
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_epd_op op;
    struct fm_error ignored;
    if (!fm_consumer_needs(route->spec, FM_EPD_STANDARD_CASTLING) ||
        !fm_format_has(route->format, FM_FORMAT_OPS) || text.n == 0 ||
        fm_setup_read(fm_text_trim(text), NULL, worker->plan->profile->input.notation, &setup,
                      &fields, NULL, &ignored) != FM_OK ||
        !fm_epd_has_operations(&fields))
        return;
    struct fm_text rest = fields.rest;
    unsigned char *to = out->p + (rest.p - out->p);
    while (to[-1] == ' ')
        to--;
    const unsigned char *at = to;
    for (; fm_epd_next(&rest, &op); at = rest.p) {
        if (has_other_castling(&op, &setup)) {
            fm_warnings_note(&worker->notes, FM_REASON_OPERATIONS_DROPPED);
            continue;
        }
        memmove(to, at, (size_t)(rest.p - at));
        to += rest.p - at;
    }
    memmove(to, at, (size_t)(out->p + out->n - at));
    out->n -= (size_t)(at - to);
}
