/* SPDX-License-Identifier: MIT */
/* Where the fields of a usual record are, found by masks of its blanks: see fen_fields.h. */
#include <config.h>
#include "board/fen_fields.h"
#include "base/lanes.h"

/* Bytes from @p p on that are a blank, a bit each, and all after the end; 32 are looked at.
 * @param p  at most 32 bytes before it, or more after it, are the text's. */
enum { WINDOW = 32 };
FM_INLINE uint64_t blanks_of(const unsigned char *p, const unsigned char *end)
{
    const size_t n = (size_t)(end - p);
    const unsigned char *const from = n < WINDOW ? end - WINDOW : p;
    uint64_t blanks = 0;
#ifdef FM_LANES_NAME
    const fm_lanes blank = (fm_lanes){0} + (unsigned char)' ', none = {0};
    blanks = fm_lanes_signs((fm_lanes)(fm_lanes_load(from) == blank),
                            (fm_lanes)(fm_lanes_load(from + WINDOW / 2) == blank), none, none);
#else
    for (unsigned i = 0; i < WINDOW; i += 8)
        blanks |= (uint64_t)fm_eight_bits(fm_eight_equal(fm_eight_load(from + i), ' ')) << i;
#endif
    return blanks >> (p - from) | UINT64_MAX << (n < WINDOW ? n : WINDOW);
}

/* The digits of a number, of @p n bytes that end there: the last one is in the highest byte, and
 * the lowest ones are 0. @param n  1 to 4. */
FM_INLINE uint64_t digits_of(const unsigned char *end, size_t n)
{
    const unsigned other = 64 - 8 * (unsigned)n; /* bits of what is before it */
    return (fm_eight_load(end - 8) ^ FM_EIGHT('0')) >> other << other;
}

/* Two numbers of one to four digits that end there, each after eight bytes of text, in one go;
 * false if one is none. */
FM_INLINE bool plain_numbers(const unsigned char *first_end, size_t first_n,
                             const unsigned char *end, size_t n, uint32_t *first, uint32_t *second)
{
    enum { DIGITS_MAX = 4 };
    if (((first_n - 1) | (n - 1)) >= DIGITS_MAX)
        return false;
    uint64_t digits = digits_of(first_end, first_n) >> 32 | digits_of(end, n);
    if ((digits | (digits + FM_EIGHT(6))) & FM_EIGHT(0xF0))
        return false;
    digits = (digits * 10 + (digits >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    digits = digits * 100 + (digits >> 16);
    *first = digits & 0xFFFF;
    *second = digits >> 32 & 0xFFFF;
    return true;
}

bool fm_fen_fields_split(struct fm_text text, size_t placed, struct fm_setup *s,
                         struct fm_fen_fields *f)
{
    enum { CASTLING_MOST = 8, SQUARE_MOST = 2 };
    const unsigned char *const p = text.p + placed + 1, *const end = text.p + text.n;
    if (text.n < WINDOW || placed + 1 >= text.n || text.p[placed] != ' ' || end[-1] <= ' ')
        return false;
    const size_t n = (size_t)(end - p);
    uint64_t blanks = blanks_of(p, end);
    size_t at[5];
    FM_UNROLLED
    for (unsigned i = 0; i < FM_COUNT_OF(at); i++, blanks &= blanks - 1)
        at[i] = (size_t)__builtin_ctzll(blanks);
    const size_t castling = at[1] - 2, square = at[2] - at[1] - 1;
    if (at[0] != 1 || castling - 1 >= CASTLING_MOST || square - 1 >= SQUARE_MOST ||
        !fm_fen_side(*p, &s->black))
        return false;
    const unsigned char *const rest = at[2] < n ? p + at[2] + 1 : end;
    struct fm_text halfmove = {rest, 0}, fullmove = halfmove, after = fm_text_between(rest, end);
    s->counters_given = false;
    s->halfmove = 0;
    s->fullmove = 1;
    if (rest < end && (unsigned)(*rest & 0xDF) - 'A' > 'Z' - 'A') {
        halfmove.n = at[3] - at[2] - 1;
        const bool joined = at[4] < n && p[at[4] - 1] == ';';
        const unsigned char *const number = p + at[4] - joined;
        fullmove = fm_text_between(p + at[3] + 1, number);
        after = fm_text_between(joined ? number : at[4] < n ? number + 1 : end, end);
        /* Text after them may hold nothing, or blanks before it, or begin after the window. */
        if (at[4] > n || (at[4] < n && (at[4] >= WINDOW || *after.p <= ' ' || end[-1] == ';')) ||
            !plain_numbers(p + at[3], halfmove.n, number, fullmove.n, &s->halfmove, &s->fullmove) ||
            s->fullmove == 0)
            return false;
        s->counters_given = true;
    }
    f->placement = (struct fm_text){text.p, placed};
    f->side = (struct fm_text){p, 1};
    f->castling = (struct fm_text){p + 2, castling};
    f->en_passant = (struct fm_text){p + at[1] + 1, square};
    f->halfmove = halfmove;
    f->fullmove = fullmove;
    f->rest = after;
    return true;
}
