/* SPDX-License-Identifier: MIT */
/* The values of a record for a merge (`output.merge-ops`), appended where its position is known. */
#include <config.h>
#include "run/work_ops.h"

/* A record as it was written, without the blanks around it. */
static struct fm_text bare_op(struct fm_text text)
{
    static const unsigned char mark[] = {0xEF, 0xBB, 0xBF}; /* a byte order mark, which is copied */
    const unsigned char *p = text.p, *end = text.p + text.n;
    while (end > p && end[-1] <= ' ')
        end--;
    while (p < end && *p <= ' ')
        p++;
    if ((size_t)(end - p) >= sizeof mark && memcmp(p, mark, sizeof mark) == 0)
        p += sizeof mark;
    return fm_text_between(p, end);
}

/* The record is read again, as then it does not matter which way it was written. */
static bool read_record(const struct fm_worker *worker, struct fm_text text, struct fm_setup *setup,
                        struct fm_fen_fields *fields)
{
    const struct fm_start *start = &worker->start;
    const bool notation = worker->plan->profile->input.notation;
    const struct fm_variant *variant =
        start->standard_start ? worker->plan->profile->input.variant : start->setup.variant;
    struct fm_error ignored;
    if (fm_setup_read(text, variant, notation, setup, fields, NULL, &ignored) != FM_OK)
        return false;
    if (!start->standard_start) /* its letters may not show it */
        setup->style = start->setup.style;
    return true;
}

static bool has_moves(const struct fm_route *route, struct fm_text ops)
{
    struct fm_epd_op ignored;
    for (size_t i = 0; i < route->merge.count; i++)
        if (route->merge.ops[i].type == FM_EPD_MOVE_SET &&
            fm_epd_find(ops, route->merge.ops[i].opcode, &ignored, NULL))
            return true;
    return false;
}

enum fm_status fm_work_merge_part(struct fm_worker *worker, const struct fm_route *route,
                                  const struct fm_record_input *in, size_t begin, size_t at)
{
    struct fm_buf *out = fm_worker_out(worker, route);
    const struct fm_language *letters = worker->plan->profile->input.letters;
    const bool listed = worker->listed != NULL;
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_epd_board made, *board = NULL;
    if (out->n <= at) /* it was not written */
        return FM_OK;
    const struct fm_text text = bare_op(fm_buf_text_from(out, at));
    const bool read = read_record(worker, text, &setup, &fields);
    const unsigned char *const end = text.p + text.n;
    const unsigned char *const ops = read && fields.rest.n > 0 ? fields.rest.p : end;
    const struct fm_merge_source source = {
        .record = out->n - begin,
        .ops = (size_t)(ops - out->p) - begin,
        .rest = (size_t)(end - out->p) - begin,
        .listed = listed,
        .in_order = !listed || route->rewrite.normalize,
        .closed = !read || (fields.rest.n > 0 && !fm_epd_has_operations(&fields)),
        .ordinal = in->ordinal};
    if (!worker->plan->profile->input.notation && has_moves(route, fm_text_between(ops, end))) {
        fm_epd_board_make(&setup, listed ? letters : NULL, &made);
        board = &made;
    }
    const enum fm_status status = fm_merge_part_put(&route->merge, &source, in->input, board, out);
    fm_record_scratch_reset(&worker->of_record);
    return status;
}
