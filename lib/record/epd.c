/* SPDX-License-Identifier: MIT */
/* EPD operations: opcodes and their types, splitting a line into operations, strings. */
#include <config.h>
#include "record/epd.h"
#include "base/lanes.h"
#include "base/utf8.h"

/* Opcodes of at most FM_EPD_CODE_BYTES as numbers, each in a place of its own; the factor was found by trial.
 * The comments c0..c9 and v0..v9 are not listed. */
#define CODE(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define PLACE(code) ((uint32_t)((code)*UINT32_C(0x745855CB)) >> 27)
#define ROW(a, b, c, d, type) [PLACE(CODE(a, b, c, d))] = {CODE(a, b, c, d), type}
enum { PLACES = 32 };
static const struct {
    uint32_t code;
    enum fm_epd_type type;
} types[PLACES] = {
    ROW('a', 'c', 'd', 0, FM_EPD_COUNT),       ROW('a', 'c', 'n', 0, FM_EPD_COUNT),
    ROW('a', 'c', 's', 0, FM_EPD_COUNT),       ROW('a', 'm', 0, 0, FM_EPD_MOVE_SET),
    ROW('b', 'm', 0, 0, FM_EPD_MOVE_SET),      ROW('c', 'e', 0, 0, FM_EPD_INTEGER),
    ROW('d', 'm', 0, 0, FM_EPD_POSITIVE),      ROW('e', 'c', 'o', 0, FM_EPD_STRING),
    ROW('f', 'm', 'v', 'n', FM_EPD_POSITIVE),  ROW('h', 'm', 'v', 'c', FM_EPD_COUNT),
    ROW('i', 'd', 0, 0, FM_EPD_STRING),        ROW('n', 'i', 'c', 0, FM_EPD_STRING),
    ROW('n', 'o', 'o', 'p', FM_EPD_ANY),       ROW('p', 'm', 0, 0, FM_EPD_MOVE),
    ROW('p', 'v', 0, 0, FM_EPD_MOVE_SEQUENCE), ROW('r', 'c', 0, 0, FM_EPD_POSITIVE),
    ROW('s', 'm', 0, 0, FM_EPD_MOVE),          ROW('t', 'c', 'g', 's', FM_EPD_POSITIVE),
    ROW('t', 'c', 'r', 'i', FM_EPD_STRINGS),   ROW('t', 'c', 's', 'i', FM_EPD_STRINGS),
};

/* The longer ones, which are without operands. */
static const char *const longer[] = {"resign", "draw_accept", "draw_claim", "draw_offer",
                                     "draw_reject"};

static bool is_letter(unsigned char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0;
}

bool fm_epd_is_opcode(struct fm_text text)
{
    if (text.n == 0 || text.n > FM_EPD_OPCODE_MAX || !is_letter(*text.p))
        return false;
    if (text.n == 1 && *text.p >= 'a')
        return false;
    for (size_t i = 1; i < text.n; i++)
        if (!is_letter(text.p[i]) && !is_digit(text.p[i]) && text.p[i] != '_')
            return false;
    return true;
}

enum fm_epd_type fm_epd_type_of_code(uint32_t code)
{
    const unsigned first = code & 0xFF, digit = code >> 8;
    if ((first == 'c' || first == 'v') && digit >= '0' && digit <= '9')
        return FM_EPD_STRING;
    return types[PLACE(code)].code == code ? types[PLACE(code)].type : FM_EPD_ANY;
}

enum fm_epd_type fm_epd_type_of(struct fm_text opcode)
{
    if (opcode.n <= FM_EPD_CODE_BYTES)
        return fm_epd_type_of_code((uint32_t)fm_little_endian(opcode.p, opcode.n));
    for (size_t i = 0; i < FM_COUNT_OF(longer); i++)
        if (fm_text_equal(opcode, fm_text_of(longer[i])))
            return FM_EPD_NOTHING;
    return FM_EPD_ANY;
}

bool fm_epd_takes_moves(enum fm_epd_type type)
{
    return type == FM_EPD_MOVE || type == FM_EPD_MOVE_SET || type == FM_EPD_MOVE_SEQUENCE;
}

bool fm_epd_is_integer(enum fm_epd_type type, struct fm_text text)
{
    const bool sign = text.n > 0 && (*text.p == '+' || (*text.p == '-' && type == FM_EPD_INTEGER));
    bool positive = false;
    if (text.n == sign)
        return false;
    for (size_t i = sign; i < text.n; i++) {
        if (!is_digit(text.p[i]))
            return false;
        positive = positive || text.p[i] != '0';
    }
    return positive || type != FM_EPD_POSITIVE;
}

static struct fm_text trim(const unsigned char *begin, const unsigned char *end)
{
    while (begin < end && is_blank(*begin))
        begin++;
    while (end > begin && is_blank(end[-1]))
        end--;
    return fm_text_between(begin, end);
}

/* The quote that ends a string which began before p, or NULL. A quote inside a word ("a"b") ends
 * nothing. */
static const unsigned char *string_end(const unsigned char *p, const unsigned char *end)
{
    for (; p < end; p++)
        if (*p == '"' && (p + 1 == end || is_blank(p[1]) || p[1] == ';'))
            return p;
    return NULL;
}

/* The `;` that ends an operation, or the end of the text. A string that is never closed is not
 * one. */
static const unsigned char *operation_end(const unsigned char *p, const unsigned char *end)
{
    bool word = false, closes = true; /* false: a string had no end, so no later one has */
    for (; p < end && *p != ';'; p++) {
        if (*p == '"' && !word && closes) {
            const unsigned char *const close = string_end(p + 1, end);
            closes = close != NULL;
            p = close == NULL ? p : close;
        }
        word = !is_blank(*p);
    }
    return p;
}

bool fm_epd_next(struct fm_text *rest, struct fm_epd_operation *out)
{
    if (rest->n == 0)
        return false;
    const unsigned char *const end = rest->p + rest->n;
    while (rest->n > 0) {
        const unsigned char *const stop = operation_end(rest->p, end);
        const struct fm_text all = trim(rest->p, stop);
        *rest = fm_text_between(stop < end ? stop + 1 : end, end);
        if (all.n == 0)
            continue;
        const unsigned char *p = all.p;
        while (p < all.p + all.n && !is_blank(*p))
            p++;
        out->opcode = fm_text_between(all.p, p);
        out->operands = trim(p, all.p + all.n);
        return true;
    }
    return false;
}

bool fm_epd_find(struct fm_text rest, struct fm_text opcode, struct fm_epd_operation *out)
{
    struct fm_epd_operation op;
    bool found = false;
    while (fm_epd_next(&rest, &op))
        if (fm_text_equal(op.opcode, opcode)) {
            *out = op;
            found = true;
        }
    return found;
}

/* #3, #-3, -#3, +M3, -M3: a distance in moves. @return it, negative for the side that is mated; 0: no such
 * word. @param[out] digits  of it. */
static int mate_distance(struct fm_text word, struct fm_text *digits)
{
    enum { DIGITS_MAX = 4 };
    const unsigned char *p = word.p, *const end = p + word.n;
    int sign = 1, moves = 0;
    const bool before = p < end && (*p == '+' || *p == '-');
    if (before)
        sign = *p++ == '-' ? -1 : 1;
    if (p == end || (*p != '#' && *p != 'M'))
        return 0;
    p++;
    if (!before && p < end && (*p == '+' || *p == '-'))
        sign = *p++ == '-' ? -1 : 1;
    *digits = fm_text_between(p, end);
    for (; p < end && is_digit(*p) && digits->n <= DIGITS_MAX; p++)
        moves = moves * 10 + (*p - '0');
    return p == end ? sign * moves : 0;
}

bool fm_epd_mate(const struct fm_epd_operation *op, struct fm_epd_operation *meant,
                 unsigned char number[FM_EPD_NUMBER_MAX])
{
    enum { MATE = 32767, LEAST = 32000 }; /* a ce beyond LEAST is a mate in MATE - ce plies */
    const bool best = fm_text_equal(op->opcode, FM_TEXT("bm"));
    struct fm_text digits;
    if (!best && !fm_text_equal(op->opcode, FM_TEXT("ce")))
        return false;
    const int moves = mate_distance(op->operands, &digits);
    if (best && moves > 0) {
        *meant = (struct fm_epd_operation){FM_TEXT("dm"), digits};
        return true;
    }
    const int plies = moves < 0 ? -2 * moves : 2 * moves - 1; /* the mover's own move is the last */
    if (moves == 0 || plies >= MATE - LEAST)
        return false;
    unsigned char *p = number;
    if (moves < 0)
        *p++ = '-';
    p = fm_put_u64(p, (uint64_t)(MATE - plies));
    *meant = (struct fm_epd_operation){FM_TEXT("ce"), fm_text_between(number, p)};
    return true;
}

bool fm_epd_find_meant(struct fm_text rest, struct fm_text opcode, struct fm_epd_operation *out,
                       unsigned char number[FM_EPD_NUMBER_MAX])
{
    struct fm_epd_operation op, meant;
    unsigned char digits[FM_EPD_NUMBER_MAX];
    bool found = false;
    while (fm_epd_next(&rest, &op)) {
        const bool mate = fm_epd_mate(&op, &meant, digits);
        if (!fm_text_equal(mate ? meant.opcode : op.opcode, opcode))
            continue;
        found = true;
        *out = op;
        if (mate)
            (void)fm_epd_mate(&op, out, number);
    }
    return found;
}

struct fm_text fm_epd_unquoted(struct fm_text operands)
{
    struct fm_epd_operand operand;
    struct fm_text rest = operands;
    return fm_epd_next_operand(&rest, &operand) && operand.quoted ? operand.text : operands;
}

enum fm_status fm_epd_put_operation(const struct fm_epd_operation *op, struct fm_buf *out)
{
    FM_TRY(fm_buf_append(out, " ", 1));
    FM_TRY(fm_buf_append_text(out, op->opcode));
    if (op->operands.n > 0)
        FM_TRY(fm_buf_append(out, " ", 1));
    FM_TRY(fm_buf_append_text(out, op->operands));
    return fm_buf_append(out, ";", 1);
}

enum fm_status fm_epd_put_integer(struct fm_text integer, struct fm_buf *out)
{
    const bool negative = *integer.p == '-';
    size_t i = *integer.p == '+' || negative;
    while (i + 1 < integer.n && integer.p[i] == '0')
        i++;
    FM_TRY(fm_buf_append(out, "-", negative));
    return fm_buf_append(out, integer.p + i, integer.n - i);
}

bool fm_epd_next_operand(struct fm_text *operands, struct fm_epd_operand *out)
{
    if (operands->n == 0)
        return false;
    const unsigned char *const end = operands->p + operands->n;
    const struct fm_text left = trim(operands->p, end);
    const unsigned char *p = left.p;
    if (left.n == 0)
        return false;
    out->quoted = *p == '"';
    out->unclosed = false;
    if (out->quoted) {
        const unsigned char *const close = string_end(p + 1, end);
        out->text = fm_text_between(p + 1, close == NULL ? end : close);
        out->unclosed = close == NULL;
        p = close == NULL ? end : close + 1;
    } else {
        while (p < end && !is_blank(*p))
            p++;
        out->text = fm_text_between(left.p, p);
    }
    *operands = fm_text_between(p, end);
    return true;
}

static bool continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Is the place between two digits of a number? */
static bool in_number(const unsigned char *at)
{
    return is_digit(at[-1]) && is_digit(at[0]);
}

/* Cut to FM_EPD_STRING_MAX bytes. The middle goes, as the strings of one game often differ only at
 * the end (by a number), and should stay different. Numbers go or stay whole: a part of one would be
 * another one, and a part of a mark (record_mark.h) none. */
static size_t cut_middle(unsigned char *text, size_t n)
{
    static const char gap[] = "...";
    enum { GAP = sizeof gap - 1, HALF = (FM_EPD_STRING_MAX - GAP) / 2 };
    enum { CHARACTER_MAX = 4, NUMBER_MAX = 40 };
    size_t head = HALF, tail = HALF;
    if (n <= FM_EPD_STRING_MAX)
        return n;
    while (head > HALF - CHARACTER_MAX && continues(text[head]))
        head--;
    while (tail > HALF - CHARACTER_MAX && continues(text[n - tail]))
        tail--;
    while (head > HALF - NUMBER_MAX && in_number(text + head))
        head--;
    while (tail > HALF - NUMBER_MAX && in_number(text + n - tail))
        tail--;
    memcpy(text + head, gap, GAP);
    memmove(text + head + GAP, text + n - tail, tail);
    return head + GAP + tail;
}

enum fm_status fm_epd_write_string(struct fm_buf *out, struct fm_text text, unsigned *changes)
{
    unsigned changed = 0;
    FM_TRY(fm_buf_reserve(out, text.n + 2));
    unsigned char *const p = out->p + out->n;
    *p = '"';
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        changed |= c == '"' ? FM_EPD_QUOTE_CHANGED : 0u;
        p[1 + i] = c == '"' ? '\'' : c;
    }
    bool control = false;
    const size_t whole = fm_utf8_blank_controls(p + 1, text.n, &control);
    const size_t n = cut_middle(p + 1, whole);
    changed |= (control ? FM_EPD_CONTROL_CHANGED : 0u) | (n < whole ? FM_EPD_CUT : 0u);
    p[1 + n] = '"';
    out->n += n + 2;
    if (changes != NULL)
        *changes = changed;
    return FM_OK;
}
