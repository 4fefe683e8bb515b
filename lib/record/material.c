/* SPDX-License-Identifier: MIT */
/* Values of fields that are made of the numbers of pieces. */
#include <config.h>
#include "record/material.h"

enum fm_status fm_put_pieces(struct fm_buf *out, const struct fm_record_input *in)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 2 * FM_KINDS; i++)
        sum += in->pieces[i / FM_KINDS][i % FM_KINDS];
    return fm_buf_append_u64(out, sum);
}

enum fm_status fm_put_material(struct fm_buf *out, const struct fm_record_input *in)
{
    static const enum fm_kind order[] = {FM_KING, FM_QUEEN,  FM_CHANCELLOR, FM_ARCHBISHOP,
                                         FM_ROOK, FM_BISHOP, FM_KNIGHT,     FM_PAWN};
    for (unsigned colour = 0; colour < 2; colour++) {
        FM_TRY(fm_buf_append(out, "v", colour));
        for (unsigned i = 0; i < FM_COUNT_OF(order); i++)
            for (unsigned n = in->pieces[colour][order[i]]; n > 0; n--)
                FM_TRY(fm_buf_append(out, &fm_kind_letters[order[i]], 1));
    }
    return FM_OK;
}

enum fm_status fm_put_material_points(struct fm_buf *out, const struct fm_record_input *in)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 2 * FM_KINDS; i++)
        sum += in->pieces[i / FM_KINDS][i % FM_KINDS] * fm_kind_points[i % FM_KINDS];
    return fm_buf_append_u64(out, sum);
}

enum fm_status fm_put_phase(struct fm_buf *out, const struct fm_record_input *in)
{
    static const uint8_t weights[FM_KINDS] = {
        [FM_KNIGHT] = 1,     [FM_BISHOP] = 1,     [FM_ROOK] = 2,
        [FM_ARCHBISHOP] = 2, [FM_CHANCELLOR] = 2, [FM_QUEEN] = 4};
    enum { PHASE_MAX = 24 };
    unsigned sum = 0;
    for (unsigned i = 0; i < 2 * FM_KINDS; i++)
        sum += in->pieces[i / FM_KINDS][i % FM_KINDS] * weights[i % FM_KINDS];
    return fm_buf_append_u64(out, sum > PHASE_MAX ? PHASE_MAX : sum);
}
