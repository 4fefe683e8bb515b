/* Reading what is asked of the material: see material.h. */
#include <config.h>
#include "filter/material.h"

enum { ANY_NUMBER = 255 };

/* Count letters of pieces; false at any other byte. */
static bool count_pieces(struct fm_text pieces, uint8_t count[FM_KINDS])
{
    memset(count, 0, FM_KINDS);
    for (size_t i = 0; i < pieces.n; i++) {
        const unsigned char *kind = memchr(fm_kind_letters, pieces.p[i], FM_KINDS);
        if (kind == NULL || pieces.p[i] == 'K' || count[kind - fm_kind_letters] == ANY_NUMBER - 1)
            return false;
        count[kind - fm_kind_letters]++;
    }
    return true;
}

static void any_number(uint8_t most[FM_KINDS])
{
    memset(most, ANY_NUMBER, FM_KINDS);
}

bool fm_material_side_read(struct fm_text pieces, uint8_t least[FM_KINDS], uint8_t most[FM_KINDS])
{
    size_t points = 0;
    while (points + 1 < pieces.n && !(pieces.p[points] == '.' && pieces.p[points + 1] == '.'))
        points++;
    if (pieces.n == 0) {
        memset(least, 0, FM_KINDS);
        any_number(most);
        return true;
    }
    if (points + 1 >= pieces.n) {
        const bool read = count_pieces(pieces, least);
        memcpy(most, least, FM_KINDS);
        return read;
    }
    const struct fm_text low = {pieces.p, points},
                         high = {pieces.p + points + 2, pieces.n - points - 2};
    if (!count_pieces(low, least) || !count_pieces(high, most))
        return false;
    if (high.n == 0)
        any_number(most);
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        if (least[kind] > most[kind])
            return false;
    return true;
}

/* KRPvKR */
static bool read_signature(struct fm_text text, struct fm_material *out)
{
    const unsigned char *v = memchr(text.p, 'v', text.n);
    if (v == NULL || *text.p != 'K' || v + 1 == text.p + text.n || v[1] != 'K')
        return false;
    const struct fm_text sides[2] = {fm_text_between(text.p + 1, v),
                                     fm_text_between(v + 2, text.p + text.n)};
    for (unsigned colour = 0; colour < 2; colour++) {
        if (!count_pieces(sides[colour], out->least[colour]))
            return false;
        memcpy(out->most[colour], out->least[colour], FM_KINDS);
    }
    out->either = true;
    return true;
}

/* {white: "Q..", black: ""}, as the profile keeps it: both sides, in this order. */
static bool read_sides(struct fm_text text, struct fm_material *out)
{
    const unsigned char *p = text.p, *end = text.p + text.n;
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned char *open = memchr(p, '"', (size_t)(end - p));
        const unsigned char *close =
            open == NULL ? NULL : memchr(open + 1, '"', (size_t)(end - open - 1));
        if (close == NULL || !fm_material_side_read(fm_text_between(open + 1, close),
                                                    out->least[colour], out->most[colour]))
            return false;
        p = close + 1;
    }
    out->either = false;
    return true;
}

bool fm_material_read(struct fm_text text, struct fm_material *out)
{
    struct fm_material made = {.either = false};
    const bool read =
        text.n > 0 && (*text.p == '{' ? read_sides(text, &made) : read_signature(text, &made));
    for (unsigned colour = 0; read && colour < 2;
         colour++) /* kings are not asked for: some positions have none */
        if (*text.p == '{')
            made.most[colour][FM_KING] = ANY_NUMBER;
        else
            made.least[colour][FM_KING] = made.most[colour][FM_KING] = 1;
    if (read)
        *out = made;
    return read;
}
