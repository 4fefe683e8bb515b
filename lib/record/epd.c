/* SPDX-License-Identifier: MIT */
/* EPD operations: opcodes and their types, splitting a line into operations, strings. */
#include <config.h>
#include "record/epd.h"
#include "pgn/bytes.h"
#include "base/lanes.h"

/* Opcodes of at most FM_EPD_CODE_BYTES as numbers, each in a place of its own; the factor was found
 * by trial. */
#define PLACE(code) ((uint32_t)((code)*UINT32_C(0x10697A7F)) >> 26)
#define ROW(a, b, c, d, type) [PLACE(FM_EPD_CODE(a, b, c, d))] = {FM_EPD_CODE(a, b, c, d), type}
#define TEXT(a, b) ROW(a, b, 0, 0, FM_EPD_STRING)
#define TEXTS(a) \
    TEXT(a, '0'), TEXT(a, '1'), TEXT(a, '2'), TEXT(a, '3'), TEXT(a, '4'), TEXT(a, '5'), \
        TEXT(a, '6'), TEXT(a, '7'), TEXT(a, '8'), TEXT(a, '9')
enum { PLACES = 64 };
static const struct {
    uint32_t code;
    enum fm_epd_type type;
} types[PLACES] = {
    ROW('a', 'c', 'd', 0, FM_EPD_COUNT),
    ROW('a', 'c', 'n', 0, FM_EPD_COUNT),
    ROW('a', 'c', 's', 0, FM_EPD_COUNT),
    ROW('a', 'm', 0, 0, FM_EPD_MOVE_SET),
    ROW('b', 'm', 0, 0, FM_EPD_MOVE_SET),
    ROW('c', 'e', 0, 0, FM_EPD_INTEGER),
    ROW('d', 'm', 0, 0, FM_EPD_POSITIVE),
    ROW('e', 'c', 'o', 0, FM_EPD_STRING),
    ROW('f', 'm', 'v', 'n', FM_EPD_POSITIVE),
    ROW('h', 'm', 'v', 'c', FM_EPD_COUNT),
    ROW('i', 'd', 0, 0, FM_EPD_STRING),
    ROW('n', 'i', 'c', 0, FM_EPD_STRING),
    ROW('n', 'o', 'o', 'p', FM_EPD_ANY),
    ROW('p', 'm', 0, 0, FM_EPD_MOVE),
    ROW('p', 'v', 0, 0, FM_EPD_MOVE_SEQUENCE),
    ROW('r', 'c', 0, 0, FM_EPD_POSITIVE),
    ROW('s', 'm', 0, 0, FM_EPD_MOVE),
    ROW('t', 'c', 'g', 's', FM_EPD_POSITIVE),
    ROW('t', 'c', 'r', 'i', FM_EPD_STRINGS),
    ROW('t', 'c', 's', 'i', FM_EPD_STRINGS),
    TEXTS('c'),
    TEXTS('v'),
};

/* The longer ones, which are without operands. */
enum { LONGER_LEAST = 6 };
static const char *const longer[] = {"resign", "draw_accept", "draw_claim", "draw_offer",
                                     "draw_reject"};

/* A blank, a tab, a line end, or NUL. */
static bool is_blank(unsigned char c)
{
    return c <= ' ' && (UINT64_C(0x100003E01) >> c & 1) != 0;
}

bool fm_epd_is_opcode(struct fm_text text)
{
    if (text.n == 0 || text.n > FM_EPD_OPCODE_MAX || !fm_byte_is_letter(*text.p))
        return false;
    if (text.n == 1 && *text.p >= 'a')
        return false;
    for (size_t i = 1; i < text.n; i++)
        if (!fm_byte_is_letter(text.p[i]) && !fm_byte_is_digit(text.p[i]) && text.p[i] != '_')
            return false;
    return true;
}

static enum fm_epd_type type_of_code(uint32_t code)
{
    return types[PLACE(code)].code == code ? types[PLACE(code)].type : FM_EPD_ANY;
}

enum fm_epd_type fm_epd_type_of(struct fm_text opcode)
{
    if (opcode.n <= FM_EPD_CODE_BYTES)
        return type_of_code((uint32_t)fm_little_endian(opcode.p, opcode.n));
    for (size_t i = 0; i < FM_COUNT_OF(longer) && opcode.n >= LONGER_LEAST; i++)
        if (fm_text_is(opcode, longer[i]))
            return FM_EPD_NOTHING;
    return FM_EPD_ANY;
}

bool fm_epd_is_integer(enum fm_epd_type type, struct fm_text text)
{
    const bool sign = text.n > 0 && (*text.p == '+' || (*text.p == '-' && type == FM_EPD_INTEGER));
    bool positive = false;
    if (text.n == sign)
        return false;
    for (size_t i = sign; i < text.n; i++) {
        if (!fm_byte_is_digit(text.p[i]))
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

/* Nearly all operations are written just as the standard requires, with single blanks. One pass
 * over the bytes shows that; whatever is not plainly so is taken apart in steps. */

/* The roles of bytes in moves. Where a move names its square, a file is followed by a rank. */
enum { IN_MOVE = 1, IS_FILE = 2, IS_RANK = 4 };
static const unsigned char of_move[256] = {
    ['0'] = IN_MOVE,           ['1'] = IN_MOVE | IS_RANK, ['2'] = IN_MOVE | IS_RANK,
    ['3'] = IN_MOVE | IS_RANK, ['4'] = IN_MOVE | IS_RANK, ['5'] = IN_MOVE | IS_RANK,
    ['6'] = IN_MOVE | IS_RANK, ['7'] = IN_MOVE | IS_RANK, ['8'] = IN_MOVE | IS_RANK,
    ['a'] = IN_MOVE | IS_FILE, ['b'] = IN_MOVE | IS_FILE, ['c'] = IN_MOVE | IS_FILE,
    ['d'] = IN_MOVE | IS_FILE, ['e'] = IN_MOVE | IS_FILE, ['f'] = IN_MOVE | IS_FILE,
    ['g'] = IN_MOVE | IS_FILE, ['h'] = IN_MOVE | IS_FILE, ['i'] = IN_MOVE | IS_FILE,
    ['j'] = IN_MOVE | IS_FILE, ['x'] = IN_MOVE,           ['-'] = IN_MOVE,
    ['='] = IN_MOVE,           ['+'] = IN_MOVE,           ['#'] = IN_MOVE,
    ['K'] = IN_MOVE,           ['Q'] = IN_MOVE,           ['R'] = IN_MOVE,
    ['B'] = IN_MOVE,           ['N'] = IN_MOVE,           ['A'] = IN_MOVE,
    ['C'] = IN_MOVE,           ['O'] = IN_MOVE,
};

/* The end of a word of one move, castling included; NULL if it is not plainly one. */
FM_INLINE const unsigned char *plain_move(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *const begin = p;
    unsigned before = 0, square = 0;
    for (; p < end && of_move[*p] != 0; p++) {
        const unsigned kind = of_move[*p];
        square |= before << 1 & kind & IS_RANK; /* IS_RANK is the bit after IS_FILE */
        before = kind;
    }
    if (square)
        return p;
    const size_t n = (size_t)(p - begin);
    return (n == 3 && memcmp(begin, "O-O", n) == 0) || (n == 5 && memcmp(begin, "O-O-O", n) == 0)
               ? p
               : NULL;
}

FM_INLINE const unsigned char *plain_moves(enum fm_epd_type type, const unsigned char *p,
                                           const unsigned char *end)
{
    const unsigned char *stop = plain_move(p, end);
    while (type != FM_EPD_MOVE && stop != NULL && end - stop > 1 && *stop == ' ')
        stop = plain_move(stop + 1, end);
    return stop;
}

static const unsigned char *plain_number(enum fm_epd_type type, const unsigned char *p,
                                         const unsigned char *end)
{
    p += *p == '-' && type == FM_EPD_INTEGER;
    if (p == end || (*p == '0' && type == FM_EPD_POSITIVE) || !fm_byte_is_digit(*p))
        return NULL;
    while (p < end && fm_byte_is_digit(*p))
        p++;
    return p;
}

static const unsigned char *plain_string(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *const close = *p == '"' ? memchr(p + 1, '"', (size_t)(end - p - 1)) : NULL;
    return close == NULL ? NULL : close + 1;
}

/* The end of the operands at p < end, which is to be a `;`; NULL if they are not plainly of that
 * type. */
FM_INLINE const unsigned char *plain_operands(enum fm_epd_type type, const unsigned char *p,
                                              const unsigned char *end)
{
    if (fm_epd_takes_moves(type))
        return plain_moves(type, p, end);
    if (fm_epd_takes_integer(type) || (type == FM_EPD_ANY && fm_byte_is_digit(*p)))
        return plain_number(type, p, end);
    return type == FM_EPD_STRING || type == FM_EPD_ANY ? plain_string(p, end) : NULL;
}

/* An opcode of at most FM_EPD_CODE_BYTES, one blank, operands of its type, and `;`. The first `;`
 * outside of a string ends an operation here, too. */
FM_INLINE bool next_plain(struct fm_text *rest, struct fm_epd_op *out)
{
    if (rest->n <= FM_EPD_CODE_BYTES)
        return false;
    const unsigned char *p = rest->p, *const end = p + rest->n;
    p += *p == ' ';
    if (end - p <= FM_EPD_CODE_BYTES)
        return false;
    const uint64_t bytes = end - p >= 8 ? fm_eight_load(p) & UINT64_C(0xFFFFFFFFFF)
                                        : fm_little_endian(p, FM_EPD_CODE_BYTES + 1);
    const uint64_t blanks = fm_eight_equal(bytes, ' ');
    const unsigned n = blanks == 0 ? 0 : (unsigned)__builtin_ctzll(blanks);
    const uint32_t code = (uint32_t)(bytes & ((UINT64_C(1) << n) - 1));
    const enum fm_epd_type type = type_of_code(code);
    const unsigned char *const operands = p + n / 8 + 1;
    if (n == 0 || operands >= end ||
        (type == FM_EPD_ANY && !fm_epd_is_opcode((struct fm_text){p, n / 8})))
        return false;
    const unsigned char *const stop = plain_operands(type, operands, end);
    if (stop == NULL || stop == end || *stop != ';')
        return false;
    *out = (struct fm_epd_op){{p, n / 8}, fm_text_between(operands, stop), code, type, true};
    *rest = fm_text_between(stop + 1, end);
    return true;
}

static FM_NOINLINE bool next_of_any_form(struct fm_text *rest, struct fm_epd_op *out)
{
    if (rest->n == 0)
        return false;
    const unsigned char *p = rest->p, *const end = p + rest->n;
    while (p < end && (is_blank(*p) || *p == ';'))
        p++;
    if (p == end) {
        rest->n = 0;
        return false;
    }
    const unsigned char *const begin = p;
    while (*begin != '"' && p < end && *p != ';' && !is_blank(*p))
        p++;
    const unsigned char *const stop = operation_end(p, end);
    while (p < stop && !is_blank(*p))
        p++;
    out->opcode = fm_text_between(begin, p);
    out->operands = trim(p, stop);
    out->code =
        out->opcode.n > FM_EPD_CODE_BYTES ? 0 : (uint32_t)fm_little_endian(begin, out->opcode.n);
    out->type = fm_epd_type_of(out->opcode);
    out->plain = false;
    *rest = fm_text_between(stop < end ? stop + 1 : end, end);
    return true;
}

bool fm_epd_next(struct fm_text *rest, struct fm_epd_op *out)
{
    return next_plain(rest, out) || next_of_any_form(rest, out);
}

/* Plain operations stay in registers: their address is not taken. Whether an opcode is repeated is
 * decided by fm_epd_check() where two have one place. */
void fm_epd_read_after(const struct fm_fen_fields *fields, struct fm_epd_after *out)
{
    struct fm_text rest = fields->rest;
    bool all = true, plain = true;
    uint64_t met = 0; /* a bit for each place */
    *out = (struct fm_epd_after){.plain = true};
    if (rest.n == 0)
        return;
    const bool certain = fields->halfmove.n == 0 && fm_byte_is_letter(*rest.p);
    while (rest.n > 0) {
        struct fm_epd_op op;
        if (FM_UNLIKELY(!next_plain(&rest, &op))) {
            struct fm_epd_op found;
            struct fm_text left = rest;
            if (!next_of_any_form(&left, &found))
                break;
            op = found;
            rest = left;
            plain = false;
        }
        if (FM_UNLIKELY(!certain && all)) {
            const struct fm_epd_op copy = op;
            all = fm_epd_is_operation(&copy);
        }
        const uint64_t place = UINT64_C(1) << PLACE(op.code);
        plain = plain && (!(met & place) || op.type == FM_EPD_MOVE_SET); /* else perhaps repeated */
        met |= place;
        if (FM_LIKELY(op.code != FM_EPD_HMVC && op.code != FM_EPD_FMVN))
            out->others = true, out->moves |= fm_epd_takes_moves(op.type);
        else
            out->counters[op.code == FM_EPD_FMVN] = op.operands;
    }
    out->operations =
        all && (out->others || out->counters[0].p != NULL || out->counters[1].p != NULL);
    out->plain = plain;
}

/* #3, #-3, -#3, +M3, -M3: a distance in moves. @return it, negative for the side that is mated; 0:
 * no such word. @param[out] digits  of it. */
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
    for (; p < end && fm_byte_is_digit(*p) && digits->n <= DIGITS_MAX; p++)
        moves = moves * 10 + (*p - '0');
    return p == end ? sign * moves : 0;
}

bool fm_epd_mate(const struct fm_epd_op *op, struct fm_epd_op *meant,
                 unsigned char number[FM_EPD_NUMBER_MAX])
{
    enum { MATE = 32767, LEAST = 32000 }; /* a ce beyond LEAST is a mate in MATE - ce plies */
    const bool best = op->code == FM_EPD_BM;
    struct fm_text digits;
    if (op->plain || (!best && op->code != FM_EPD_CE))
        return false;
    const int moves = mate_distance(op->operands, &digits);
    if (best && moves > 0) {
        *meant = (struct fm_epd_op){FM_TEXT("dm"), digits, FM_EPD_DM, FM_EPD_POSITIVE, false};
        return true;
    }
    const int plies = moves < 0 ? -2 * moves : 2 * moves - 1; /* the mover's own move is the last */
    if (moves == 0 || plies >= MATE - LEAST)
        return false;
    unsigned char *p = number;
    if (moves < 0)
        *p++ = '-';
    p = fm_put_u64(p, (uint64_t)(MATE - plies));
    *meant = (struct fm_epd_op){FM_TEXT("ce"), fm_text_between(number, p), FM_EPD_CE,
                                FM_EPD_INTEGER, false};
    return true;
}

/* Only a `ce` writes its number, so no other operation overwrites that of the one that was
 * found. */
bool fm_epd_find(struct fm_text rest, struct fm_text opcode, struct fm_epd_op *out,
                 unsigned char number[FM_EPD_NUMBER_MAX])
{
    struct fm_epd_op op;
    bool found = false;
    while (fm_epd_next(&rest, &op)) {
        if (number != NULL && !op.plain) /* tested here, as most are */
            (void)fm_epd_mate(&op, &op, number);
        if (fm_text_equal(op.opcode, opcode)) {
            *out = op;
            found = true;
        }
    }
    return found;
}

struct fm_text fm_epd_unquoted(struct fm_text operands)
{
    struct fm_epd_operand operand;
    struct fm_text rest = operands;
    return fm_epd_next_operand(&rest, &operand) && operand.quoted ? operand.text : operands;
}

struct fm_text fm_epd_whole(const struct fm_epd_op *op)
{
    const struct fm_text last = op->operands.n > 0 ? op->operands : op->opcode;
    return fm_text_between(op->opcode.p, last.p + last.n);
}

enum fm_status fm_epd_put_operation(const struct fm_epd_op *op, struct fm_buf *out)
{
    return FM_APPEND(out, FM_TEXT(" "), op->opcode, op->operands.n > 0 ? FM_TEXT(" ") : FM_TEXT(""),
                     op->operands, FM_TEXT(";"));
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

bool fm_epd_has_operations(const struct fm_fen_fields *fields)
{
    struct fm_epd_after after;
    fm_epd_read_after(fields, &after);
    return after.operations;
}

struct fm_text fm_epd_remark(const struct fm_fen_fields *fields, const struct fm_epd_after *after)
{
    const unsigned char *p = fields->rest.p, *end = p + fields->rest.n;
    if (after->operations)
        return FM_NO_TEXT;
    while (p < end && (*p <= ' ' || *p == ';'))
        p++;
    while (end > p && (end[-1] <= ' ' || end[-1] == ';'))
        end--;
    return fm_text_between(p, end);
}
