/* SPDX-License-Identifier: MIT */
/* Rules on the operations of a record (`positions.ops`): those on tags, of which each operation is one.
 * A position of a game has none, but for the first of a game that was made from EPD. */
#include <config.h>
#include "convert/worker.h"
#include "record/field_put.h"

/* Does a rule hold? @param[out] has  there is such an operation. */
static bool holds(struct fm_worker *worker, const struct fm_tag_rule *rule, struct fm_text ops,
                  struct fm_rule_context *context, bool *has)
{
    const struct fm_record_input in = {.ops = ops, .encoding = FM_ENCODING_AUTO};
    struct fm_buf *value = &worker->of_record.value;
    struct fm_epd_operation op;
    unsigned char number[FM_EPD_NUMBER_MAX];
    value->n = 0;
    *has = fm_epd_find_meant(ops, rule->tag, &op, number);
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
    if (worker->rule_status == FM_OK)
        worker->rule_status = context.status;
    fm_record_scratch_reset(&worker->of_record);
    return all;
}
