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

/* Eight letters in one step, of which those that are too many are written over: more than eight
 * pieces of a kind are rare. */
unsigned char *fm_write_material(unsigned char *at, const uint8_t *pieces)
{
    static const enum fm_kind order[] = {FM_KING, FM_QUEEN,  FM_CHANCELLOR, FM_ARCHBISHOP,
                                         FM_ROOK, FM_BISHOP, FM_KNIGHT,     FM_PAWN};
    enum { STEP = 8 };
    for (unsigned colour = 0; colour < 2; colour++) {
        *at = 'v';
        at += colour;
        for (unsigned i = 0; i < FM_COUNT_OF(order); i++) {
            const unsigned char letter = fm_kind_letters[order[i]];
            const unsigned n = pieces[colour * FM_KINDS + order[i]];
            memset(at, letter, STEP);
            for (unsigned done = STEP; done < n; done += STEP)
                memset(at + done, letter, STEP);
            at += n;
        }
    }
    return at;
}

enum fm_status fm_put_material(struct fm_buf *out, const struct fm_record_input *in)
{
    FM_TRY(fm_buf_reserve(out, FM_MATERIAL_MAX));
    out->n = (size_t)(fm_write_material(out->p + out->n, *in->pieces) - out->p);
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
