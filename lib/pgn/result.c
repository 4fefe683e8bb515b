/* SPDX-License-Identifier: MIT */
/* Results of games. A result is two scores with a mark between them, or a half, or a star.
 * Whether one that is glued to other text is meant as a result is decided by what it is glued
 * to. */
#include <config.h>
#include "pgn/result.h"
#include "base/utf8.h"
#include "pgn/bytes.h"

const char *const fm_result_names[] = {"1-0", "0-1", "1/2-1/2", "*", NULL};

/* Half points, of which both sides have two together. */
enum { ZERO, HALF, ONE, NO_SCORE };

/* `0.5` is half a point only in a pair, `0.5-0.5`; alone it is a number. */
static bool is_decimal_half(const unsigned char *p)
{
    return p[0] == '0' && (p[1] == '.' || p[1] == ',') && p[2] == '5';
}

static bool is_letter_o(unsigned char c)
{
    return (c | 0x20) == 'o';
}

/* The end of a score at p, or NULL. */
static const unsigned char *read_points(const unsigned char *p, unsigned *score)
{
    const unsigned half = memcmp(p, "1/2", 3) == 0 || is_decimal_half(p) ? 3
                          : memcmp(p, "\xC2\xBD", 2) == 0                ? 2
                                                                         : p[0] == 0xBD;
    *score = half > 0 ? HALF : p[0] == '1' ? ONE : p[0] == '0' || is_letter_o(*p) ? ZERO : NO_SCORE;
    return *score == NO_SCORE ? NULL : half > 0 ? p + half : p + 1;
}

/* Bytes of a dash or colon at p; 0 = there is none. */
static unsigned mark_size(const unsigned char *p)
{
    return *p == ':' ? 1 : fm_dash_size(p);
}

static const unsigned char *skip_three_spaces(const unsigned char *p)
{
    for (unsigned i = 0; i < 3 && (*p == ' ' || *p == '\t'); i++)
        p++;
    return p;
}

/* The kind of text before a result: a delimiter, the end of a move, or a word that the result is a
 * part of. */
enum { RESULT_ALONE, RESULT_GLUED, RESULT_NONE };

/* May a result begin at p? Glued to a move's end (`Qxf7#1-0`) it may; to another number or word
 * not. */
static unsigned look_before(const unsigned char *p, const unsigned char *floor)
{
    if (p == floor || fm_byte_is(p[-1], FM_BYTE_DELIMITER) || p[-1] == '.')
        return RESULT_ALONE;
    const bool square = p - floor >= 2 && fm_byte_is_rank(p[-1]) && fm_byte_is_file(p[-2]);
    if (square || fm_byte_in(p[-1], "+#!?="))
        return RESULT_GLUED;
    const bool no_break_space = p[-1] == 0xA0;
    return no_break_space || (p - floor >= 3 && fm_is_bom(p - 3)) ? RESULT_ALONE : RESULT_NONE;
}

/* May a result end at p? Other text may be glued to it (the next game's: `1-01. d4`,
 * `1-0[Event`), unless it would then be part of something longer. */
static bool may_end(const unsigned char *p, const unsigned char *end)
{
    if (p >= end || fm_byte_is(*p, FM_BYTE_DELIMITER))
        return true;
    if (*p == '.')
        return p + 1 >= end || !fm_byte_is(p[1], FM_BYTE_DIGIT);
    if (fm_byte_is(*p, FM_BYTE_DIGIT)) {
        p = fm_bytes_skip(p, end, FM_BYTE_DIGIT);
        return p < end && *p == '.';
    }
    return !fm_byte_in(*p, "-/:+#=");
}

/* Two scores with a mark between them, blanks around it allowed; or one half alone. Returns the
 * end, or NULL. */
static const unsigned char *read_pair(const unsigned char *p, enum fm_result *result)
{
    static const enum fm_result results[] = {FM_RESULT_BLACK, FM_RESULT_DRAW, FM_RESULT_WHITE};
    unsigned white, black;
    const unsigned char *after = read_points(p, &white);
    if (after == NULL)
        return NULL;
    const unsigned char *const mark = skip_three_spaces(after);
    const unsigned size = mark_size(mark);
    if (size > 0) {
        const unsigned char *const second = skip_three_spaces(mark + size);
        const unsigned char *const last = read_points(second, &black);
        const bool spaced = mark != after || second != mark + size;
        const bool letter = is_letter_o(*p) || is_letter_o(*second);
        if (last != NULL && white + black == ONE && !(spaced && letter)) {
            *result = results[white];
            return last;
        }
    }
    *result = FM_RESULT_DRAW;
    return white == HALF && *p != '0' ? after : NULL;
}

bool fm_result_read(const unsigned char *p, const unsigned char *floor, const unsigned char *end,
                    struct fm_result_token *out)
{
    enum fm_result result = FM_RESULT_UNKNOWN;
    const bool star = *p == '*';
    const unsigned char *after = star ? p + 1 : read_pair(p, &result);
    if (after == NULL || after > end)
        return false;
    const unsigned left = look_before(p, floor);
    if (!star && (left == RESULT_NONE || !may_end(after, end)))
        return false;
    out->begin = p;
    out->end = after;
    out->result = result;
    /* A star is a token by itself, whatever is before it (PGN standard 7). */
    out->standard =
        star || (left == RESULT_ALONE &&
                 fm_text_is(fm_text_between(p, after), fm_result_names[fm_result_index(result)]));
    return true;
}

/* The first byte of the score that ends before p, blanks between allowed; NULL if there is none. */
static const unsigned char *score_before(const unsigned char *p, const unsigned char *floor)
{
    for (unsigned i = 0; i < 3 && p > floor && (p[-1] == ' ' || p[-1] == '\t'); i++)
        p--;
    if (p - floor >= 3 && (memcmp(p - 3, "1/2", 3) == 0 || is_decimal_half(p - 3)))
        return p - 3;
    if (p - floor >= 2 && memcmp(p - 2, "\xC2\xBD", 2) == 0)
        return p - 2;
    unsigned score;
    return p > floor && read_points(p - 1, &score) != NULL ? p - 1 : NULL;
}

bool fm_result_around(const unsigned char *mark, const unsigned char *floor,
                      const unsigned char *end, struct fm_result_token *out)
{
    const unsigned char *begin = mark;
    if (*mark == '/')
        begin = mark > floor && mark[-1] == '1' ? mark - 1 : NULL;
    else if (mark_size(mark) > 0)
        begin = score_before(mark, floor);
    return begin != NULL && fm_result_read(begin, floor, end, out);
}

enum fm_result fm_result_forfeit(struct fm_text token)
{
    static const struct {
        const char *text;
        enum fm_result result;
    } forfeits[] = {
        {"0-0", FM_RESULT_UNKNOWN}, {"?", FM_RESULT_UNKNOWN}, {"-/-", FM_RESULT_UNKNOWN},
        {"+/-", FM_RESULT_WHITE},   {"+:-", FM_RESULT_WHITE}, {"-/+", FM_RESULT_BLACK},
        {"-:+", FM_RESULT_BLACK},
    };
    for (size_t i = 0; i < FM_COUNT_OF(forfeits); i++)
        if (fm_text_is(token, forfeits[i].text))
            return forfeits[i].result;
    return FM_RESULT_NONE;
}

enum fm_result fm_result_of_tag(struct fm_text value)
{
    unsigned char padded[32] = {0};
    if (value.n == 3 && memcmp(value.p, "1-0", 3) == 0) /* as most are */
        return FM_RESULT_WHITE;
    if (value.n == 3 && memcmp(value.p, "0-1", 3) == 0)
        return FM_RESULT_BLACK;
    if (value.n == 7 && memcmp(value.p, "1/2-1/2", 7) == 0)
        return FM_RESULT_DRAW;
    value = fm_text_trim(value);
    const size_t n = value.n < 12 ? value.n : 12;
    if (n == 0)
        return FM_RESULT_NONE;
    memcpy(padded, value.p, n);
    struct fm_result_token token;
    if (fm_result_read(padded, padded, padded + n, &token) &&
        (token.end == padded + n || strchr(" .(Ff", *token.end) != NULL))
        return token.result; /* the result before the forfeit, as in `1-0 ff` and `1-0F` */
    return fm_result_forfeit(value);
}
