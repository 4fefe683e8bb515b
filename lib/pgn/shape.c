/* What text looks like. Used where a game may begin without tags; the moves themselves are read
 * elsewhere. */
#include <config.h>
#include "pgn/shape.h"
#include "pgn/bytes.h"

enum { MOVE_BYTES_MAX = 24, NUMBER_DIGITS_MAX = 4 };

unsigned fm_shape_char_size(const unsigned char *p)
{
    const unsigned size = p[0] < 0xC2 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : p[0] < 0xF5 ? 4 : 1;
    for (unsigned i = 1; i < size; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 1;
    return size;
}

static bool is_figurine(const unsigned char *p)
{
    return p[0] == 0xE2 && p[1] == 0x99 && p[2] >= 0x94 && p[2] <= 0x9F;
}

bool fm_shape_is_word(const unsigned char *p)
{
    if (*p < 0x80)
        return fm_byte_is(*p, FM_BYTE_NAME) && *p != '_';
    const unsigned size = fm_shape_char_size(p);
    if (size == 1) /* Windows-1252: below are symbols, but for a few letters that begin no word */
        return *p >= 0xC0;
    if (size == 2)
        return *p != 0xC2;
    return is_figurine(p) || (*p != 0xE2 && !fm_is_bom(p));
}

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_file(unsigned char c)
{
    return c >= 'a' && c <= 'j';
}

static bool is_rank(unsigned char c)
{
    return c >= '1' && c <= '8';
}

/* Bytes of the dash at p, 0 if there is none. */
static unsigned dash_size(const unsigned char *p)
{
    if (*p == '-' || *p == 0x96 || *p == 0x97)
        return 1;
    const bool wide = p[0] == 0xE2 && ((p[1] == 0x80 && p[2] >= 0x90 && p[2] <= 0x95) ||
                                       (p[1] == 0x88 && p[2] == 0x92));
    return wide ? 3 : 0;
}

/* After the piece letter, figurine or foreign letters (`Kр`) that a move may begin with. */
static const unsigned char *skip_piece(const unsigned char *p)
{
    if (is_letter(*p) &&
        !(is_file(*p) && (is_rank(p[1]) || p[1] == 'x' || p[1] == ':' || is_file(p[1]))))
        return p + 1;
    for (unsigned i = 0; i < 2 && *p >= 0xC0 && dash_size(p) == 0; i++)
        p += fm_shape_char_size(p);
    return p;
}

static bool is_castling(const unsigned char *p, const unsigned char *end)
{
    unsigned rings = 0;
    while (p < end && (*p == 'O' || *p == 'o' || *p == '0' || dash_size(p) > 0)) {
        const unsigned dash = dash_size(p);
        rings += dash == 0;
        p += dash == 0 ? 1 : dash;
    }
    if (rings != 2 && rings != 3)
        return false;
    while (p < end && (*p == '+' || *p == '#' || *p == '!' || *p == '?'))
        p++;
    return p >= end || fm_byte_is(*p, FM_BYTE_DELIMITER) || *p == '.';
}

static bool is_null_or_digits(const unsigned char *p, const unsigned char *end)
{
    if ((p[0] == '-' && p[1] == '-') || (p[0] == 'Z' && p[1] == '0') ||
        (p[0] == '@' && p[1] == '@'))
        return true;
    unsigned n = 0;
    while (p + n < end && n < 6 && fm_byte_is(p[n], FM_BYTE_DIGIT))
        n++;
    return n == 4 || n == 5;
}

/* After the target square, on which the move itself must end: promotion, suffixes, a delimiter. */
static bool is_move_tail(const unsigned char *p, const unsigned char *end,
                         const unsigned char *begin)
{
    while (p < end && !fm_byte_is(*p, FM_BYTE_DELIMITER) && p - begin < MOVE_BYTES_MAX) {
        const bool tail = is_letter(*p) || *p >= 0x80 || *p == '=' || *p == '/' || *p == '+' ||
                          *p == '#' || *p == '!' || *p == '?' || *p == '.' || *p == ':' ||
                          *p == '-';
        if (!tail)
            return false;
        p++;
    }
    return p - begin < MOVE_BYTES_MAX;
}

bool fm_shape_is_move(const unsigned char *p, const unsigned char *end, bool numbered)
{
    if (p >= end)
        return false;
    if (is_castling(p, end) || (numbered && is_null_or_digits(p, end)))
        return true;
    const unsigned char *begin = p, *square = NULL;
    p = skip_piece(p);
    /* Origin, capture mark or dash, target. */
    while (p < end && p - begin < MOVE_BYTES_MAX) {
        if (is_file(p[0]) && is_rank(p[1])) {
            p += 2;
            square = p;
        } else if (is_file(*p) || is_rank(*p) || *p == 'x' || *p == 'X' || *p == ':' || *p == '@') {
            p++;
        } else if (dash_size(p) > 0) {
            p += dash_size(p);
        } else if (p[0] == 0xC3 && p[1] == 0x97) { /* U+00D7, the multiplication sign */
            p += 2;
        } else if (p > begin && (p[-1] == '-' || p[-1] == 'x' ||
                                 p[-1] == ':')) { /* `e5xBd6`: the captured piece */
            const unsigned char *q = skip_piece(p);
            if (q == p)
                break;
            p = q;
        } else {
            break;
        }
    }
    return square != NULL && square <= end && !fm_byte_is(*square, FM_BYTE_DIGIT) &&
           is_move_tail(square, end, begin);
}

static const unsigned char *skip_gap(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (fm_byte_is(*p, FM_BYTE_BLANK) || *p == '.' ||
                       (p[0] == 0xE2 && p[1] == 0x80 && p[2] == 0xA6)))
        p += *p == 0xE2 ? 3 : 1;
    return p;
}

/* Does the text end before the token at p, or what may be looked at of it? */
static bool reaches_end(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *const begin = p;
    while (p < end && !fm_byte_is(*p, FM_BYTE_DELIMITER) && p - begin < MOVE_BYTES_MAX)
        p++;
    return p >= end;
}

bool fm_shape_is_numbered_move(const unsigned char *p, const unsigned char *end, bool dotted,
                               bool *cut)
{
    const unsigned char *number = p;
    while (p < end && p - number <= NUMBER_DIGITS_MAX && fm_byte_is(*p, FM_BYTE_DIGIT))
        p++;
    if (p == number || p - number > NUMBER_DIGITS_MAX)
        return false;
    const unsigned char *move = skip_gap(p, end);
    *cut |= reaches_end(move, end);
    bool dots = false;
    for (const unsigned char *q = p; q < move && !dots; q++)
        dots = *q == '.' || *q == 0xE2;
    if (move >= end || (dotted && !dots))
        return false;
    if (dots && (*move == '{' || *move == ';' || *move == '$'))
        return true;
    return fm_shape_is_move(move, end, dots);
}
