/* SPDX-License-Identifier: MIT */
/* Numbers, times and scores in comments. */
#include <config.h>
#include "pgn/comment_cursor.h"

enum { MATE_MAX = 1000, DEPTH_MAX = 9999 };

bool fm_cursor_number(struct fm_cursor *c, uint64_t *number)
{
    const unsigned char *begin = c->p;
    *number = 0;
    while (fm_byte_is(fm_cursor_peek(c), FM_BYTE_DIGIT)) {
        if (*number < UINT64_C(1) << 50)
            *number = *number * 10 + (*c->p - '0');
        c->p++;
    }
    return c->p > begin;
}

/* The fraction after a whole number, in thousandths; none in `0.25, 20`, whose comma does not begin
 * one. */
static bool read_fraction(struct fm_cursor *c, bool comma, uint64_t *number)
{
    *number *= 1000;
    if ((fm_cursor_peek(c) != '.' && (!comma || fm_cursor_peek(c) != ',')) || c->end - c->p < 2 ||
        !fm_byte_is(c->p[1], FM_BYTE_DIGIT))
        return false;
    c->p++;
    for (unsigned unit = 100; fm_byte_is(fm_cursor_peek(c), FM_BYTE_DIGIT); c->p++, unit /= 10)
        *number += (uint64_t)unit * (*c->p - '0');
    return true;
}

bool fm_cursor_thousandths(struct fm_cursor *c, uint64_t *number)
{
    const bool whole = fm_cursor_number(c, number), fraction = read_fraction(c, false, number);
    return whole || fraction;
}

int fm_cursor_sign(struct fm_cursor *c)
{
    if (fm_cursor_take(c, '-') || fm_cursor_take_word(c, FM_TEXT("\xE2\x88\x92")))
        return -1;
    (void)fm_cursor_take(c, '+');
    return 1;
}

static void set_score(struct fm_comment *out, int sign, uint64_t centipawns)
{
    out->is_mate = false;
    out->mate = 0;
    out->centipawns = sign * (centipawns > FM_CENTIPAWNS_MAX ? FM_CENTIPAWNS_MAX : (int)centipawns);
}

void fm_comment_set_centipawns(struct fm_cursor c, struct fm_comment *out)
{
    uint64_t number;
    const int sign = fm_cursor_sign(&c);
    if (fm_cursor_number(&c, &number))
        set_score(out, sign, number);
}

bool fm_cursor_score(struct fm_cursor *c, unsigned char mate_letter, struct fm_comment *out)
{
    uint64_t number;
    int sign = fm_cursor_sign(c);
    if (fm_cursor_take(c, mate_letter)) {
        sign *= fm_cursor_sign(c);
        if (!fm_cursor_number(c, &number))
            return false;
        out->is_mate = true;
        out->mate = sign * (number > MATE_MAX ? MATE_MAX : (int)number);
        out->centipawns = 0;
        return true;
    }
    /* No decimal comma here: a comma separates score and depth. */
    if (!fm_cursor_thousandths(c, &number))
        return false;
    set_score(out, sign, (number + 5) / 10);
    return true;
}

void fm_comment_set_depth(struct fm_comment *out, uint64_t depth)
{
    out->has_depth = true;
    out->depth = depth > DEPTH_MAX ? DEPTH_MAX : (unsigned)depth;
}

bool fm_cursor_time(struct fm_cursor *c, uint64_t *ms)
{
    uint64_t total = 0, part;
    for (unsigned i = 0;; i++) {
        if (!fm_cursor_number(c, &part))
            return false;
        if (i == 2 || !fm_cursor_take(c, ':'))
            break;
        total = (total + part) * 60;
    }
    (void)read_fraction(c, true, &part);
    *ms = total * 1000 + part;
    return true;
}
