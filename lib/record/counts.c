/* SPDX-License-Identifier: MIT */
/* Counts of a group of positions as values of fields: see counts.h. */
#include <config.h>
#include "record/counts.h"
#include "ops/groups.h"

enum fm_status fm_put_mover_losses(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_counts *counts = in->counts;
    return fm_buf_append_u64(out, counts->wins + counts->losses - counts->mover_wins);
}

enum fm_status fm_put_mean(struct fm_buf *out, uint64_t wins, uint64_t draws, uint64_t scored)
{
    enum { UNIT = 10000, DIGITS = 4 };
    if (scored == 0)
        return FM_OK;
    uint64_t mean = ((2 * wins + draws) * UNIT + scored) / (2 * scored);
    unsigned char digits[DIGITS + 2] = {(unsigned char)('0' + mean / UNIT), '.'};
    for (unsigned i = DIGITS + 1; i > 1; i--, mean /= 10)
        digits[i] = (unsigned char)('0' + mean % 10);
    return fm_buf_append(out, digits, sizeof digits);
}

enum fm_status fm_put_group_score(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_counts *counts = in->counts;
    return fm_put_mean(out, counts->wins, counts->draws,
                       counts->wins + counts->draws + counts->losses);
}

enum fm_status fm_put_mover_group_score(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_counts *counts = in->counts;
    return fm_put_mean(out, counts->mover_wins, counts->draws,
                       counts->wins + counts->draws + counts->losses);
}
