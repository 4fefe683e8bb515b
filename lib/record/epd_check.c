/* SPDX-License-Identifier: MIT */
/* Checks EPD operations as they are found: each difference from the standard (16.2.4) has a name. A
 * fault that can be understood in more than one way is never decided here. */
#include <config.h>
#include "record/epd.h"
#include "record/epd_moves.h"
#include "base/lanes.h"

enum { OPCODES_MAX = 32 }; /* of a line, remembered to find repeats */

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(unsigned char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Does the string include the next operation, because its own closing quote was forgotten? Then it
 * has a `;`, and after it a quote that begins a word. */
static bool includes_operation(struct fm_text string)
{
    const unsigned char *semicolon = string.n == 0 ? NULL : memchr(string.p, ';', string.n);
    for (const unsigned char *p = semicolon; p != NULL && p + 1 < string.p + string.n; p++)
        if ((*p == ' ' || *p == '\t') && p[1] == '"')
            return true;
    return false;
}

static bool has_unclosed_string(struct fm_text operands)
{
    struct fm_epd_operand operand;
    while (fm_epd_next_operand(&operands, &operand))
        if (operand.unclosed || (operand.quoted && includes_operation(operand.text)))
            return true;
    return false;
}

/* A square in a word of a move's characters, in any language's letters. */
static bool names_square(struct fm_text word)
{
    bool square = false;
    for (size_t i = 0; i < word.n; i++) {
        const unsigned char c = word.p[i], lower = c | 0x20;
        if (!is_letter(c) && !is_digit(c) && c < 0x80 && memchr("+#=-:/()", c, 8) == NULL)
            return false;
        square = square || (lower >= 'a' && lower <= 'j' && i + 1 < word.n &&
                            word.p[i + 1] >= '1' && word.p[i + 1] <= '8');
    }
    return square;
}

/* Could the word be a move, on some board? */
static bool is_move(struct fm_text word)
{
    struct fm_notation readings[2];
    while (word.n > 0 && (word.p[word.n - 1] == '!' || word.p[word.n - 1] == '?'))
        word.n--;
    if (names_square(word))
        return true;
    return fm_notation_read(word, fm_languages, 8, readings) > 0 &&
           readings[0].type != FM_NOTE_NULL;
}

/* A mark that is apart from its move. */
static bool is_mark(struct fm_text word)
{
    for (size_t i = 0; i < word.n; i++)
        if (memchr("+#!?", word.p[i], 4) == NULL)
            return false;
    return true;
}

/* One word of moves. Commas are not EPD, but may separate moves; only with a board can that be
 * decided. @param[out] regular  set to false if it is not written as the standard requires. */
static bool is_moves(struct fm_text word, bool *regular)
{
    while (word.n > 0) {
        const unsigned char *comma = memchr(word.p, ',', word.n);
        const size_t n = comma == NULL ? word.n : (size_t)(comma - word.p);
        const struct fm_text move = {word.p, n};
        if (!is_mark(move) && !is_move(move))
            return false;
        *regular = *regular && comma == NULL;
        word = (struct fm_text){word.p + n + (comma != NULL), word.n - n - (comma != NULL)};
    }
    return true;
}

/* Does a word of that opcode's type begin an operation: are the operands after it of its type? If
 * not, the word is itself an operand of the operation before. */
static bool begins_operation(enum fm_epd_type type, struct fm_text operands)
{
    struct fm_epd_operand next;
    const bool any = fm_epd_next_operand(&operands, &next);
    switch (type) {
    case FM_EPD_ANY:
        return false;
    case FM_EPD_NOTHING:
        return !any;
    case FM_EPD_INTEGER:
    case FM_EPD_COUNT:
    case FM_EPD_POSITIVE:
        return any && !next.quoted && fm_epd_is_integer(type, next.text);
    case FM_EPD_STRING:
    case FM_EPD_STRINGS:
        return any && next.quoted;
    case FM_EPD_MOVE:
    case FM_EPD_MOVE_SET:
    case FM_EPD_MOVE_SEQUENCE:
        break;
    }
    return any && !next.quoted && is_move(next.text);
}

/* Another operation begins among the operands: `bm Bb5 id "x";`. */
static bool runs_on(enum fm_epd_type type, struct fm_text operands)
{
    struct fm_epd_operand operand;
    const bool text = type == FM_EPD_STRING; /* without quotes its first word may be any */
    for (size_t i = 0; fm_epd_next_operand(&operands, &operand); i++)
        if (!operand.quoted && !(text && i == 0) &&
            begins_operation(fm_epd_type_of(operand.text), operands))
            return true;
    return false;
}

/* The result of checking an operation. */
struct finding {
    bool regular;             /* it is as the standard requires */
    bool sure;                /* it can be normalized without a guess */
    const unsigned char *end; /* of the operand with the fault; else of the operation */
};

static struct finding check_moves(enum fm_epd_type type, struct fm_text operands)
{
    struct finding found = {true, true, operands.p + operands.n};
    struct fm_epd_operand operand;
    size_t moves = 0;
    while (fm_epd_next_operand(&operands, &operand)) {
        found.regular = found.regular && !operand.quoted;
        moves += !is_mark(operand.text);
        if (!is_moves(operand.text, &found.regular))
            return (struct finding){false, false, operand.text.p + operand.text.n + operand.quoted};
    }
    const bool complete = type != FM_EPD_MOVE || moves == 1;
    found.regular = found.regular && complete;
    found.sure = complete;
    return found;
}

/* A string without quotes reaches to the end of its operation, so it can be quoted. Where one
 * string is due, two quoted ones cannot be joined. */
static struct finding check_strings(enum fm_epd_type type, struct fm_text operands)
{
    struct finding found = {true, true, operands.p + operands.n};
    struct fm_epd_operand operand;
    size_t count = 0, quoted = 0;
    while (fm_epd_next_operand(&operands, &operand)) {
        count++;
        quoted += operand.quoted;
    }
    const bool one = type == FM_EPD_STRING;
    found.regular = quoted == count && (one ? count <= 1 : count == 2);
    found.sure = one ? quoted == 0 || count == 1 : count == 2;
    return found;
}

static struct finding check_operands(enum fm_epd_type type, struct fm_text operands)
{
    bool fits = true;
    switch (type) {
    case FM_EPD_ANY:
        break;
    case FM_EPD_NOTHING:
        fits = operands.n == 0;
        break;
    case FM_EPD_INTEGER:
    case FM_EPD_COUNT:
    case FM_EPD_POSITIVE:
        fits = fm_epd_is_integer(type, operands);
        break;
    case FM_EPD_STRING:
    case FM_EPD_STRINGS:
        return check_strings(type, operands);
    case FM_EPD_MOVE:
    case FM_EPD_MOVE_SET:
    case FM_EPD_MOVE_SEQUENCE:
        return check_moves(type, operands);
    }
    return (struct finding){fits, fits, operands.p + operands.n};
}

static struct finding check_operation(const struct fm_epd_operation *op, struct fm_warnings *notes)
{
    const enum fm_epd_type type = fm_epd_type_of(op->opcode);
    const unsigned char *const end =
        op->operands.n > 0 ? op->operands.p + op->operands.n : op->opcode.p + op->opcode.n;
    enum fm_reason reason = FM_REASON_EPD_OPERATION;
    struct finding found = {false, false, end};
    struct fm_epd_operation meant;
    unsigned char number[FM_EPD_NUMBER_MAX];
    if (has_unclosed_string(op->operands))
        reason = FM_REASON_EPD_STRING_UNCLOSED;
    else if (runs_on(type, op->operands))
        reason = FM_REASON_EPD_SEMICOLON_MISSING;
    else if (fm_epd_mate(op, &meant, number))
        found.sure = true;
    else if (fm_epd_is_opcode(op->opcode))
        found = check_operands(type, op->operands);
    if (!found.regular)
        fm_warnings_note_operation(
            notes, reason, fm_text_between(op->opcode.p, op->operands.n > 0 ? found.end : end));
    return found;
}

/* Nearly all operations are written just as the standard requires, with single blanks. One pass over
 * the bytes shows that; whatever is not plainly so is left to the steps above. */

/* What the bytes of moves are; of a move that names its square a file is followed by a rank. */
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

/* Opcodes of the standard, and the counts of perft suites, which are none: `;D1 20`. */
static bool is_known(struct fm_text opcode)
{
    return fm_epd_type_of(opcode) != FM_EPD_ANY || fm_text_equal(opcode, FM_TEXT("noop")) ||
           ((opcode.n == 2 || opcode.n == 3) && *opcode.p == 'D' && is_digit(opcode.p[1]) &&
            is_digit(opcode.p[opcode.n - 1]));
}

/* The end of a word of one move, castling included; NULL if it is not plainly one. */
static const unsigned char *plain_move(const unsigned char *p, const unsigned char *end)
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

static const unsigned char *plain_moves(enum fm_epd_type type, const unsigned char *p,
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
    if (p == end || (*p == '0' && type == FM_EPD_POSITIVE) || !is_digit(*p))
        return NULL;
    while (p < end && is_digit(*p))
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
static const unsigned char *plain_operands(enum fm_epd_type type, const unsigned char *p,
                                           const unsigned char *end)
{
    switch (type) {
    case FM_EPD_ANY:
        return is_digit(*p) ? plain_number(type, p, end) : plain_string(p, end);
    case FM_EPD_STRING:
        return plain_string(p, end);
    case FM_EPD_INTEGER:
    case FM_EPD_COUNT:
    case FM_EPD_POSITIVE:
        return plain_number(type, p, end);
    case FM_EPD_MOVE:
    case FM_EPD_MOVE_SET:
    case FM_EPD_MOVE_SEQUENCE:
        return plain_moves(type, p, end);
    case FM_EPD_NOTHING:
    case FM_EPD_STRINGS:
        break;
    }
    return NULL;
}

/* Opcodes of a record that were met, as numbers. */
struct plain_opcodes {
    size_t n;
    uint32_t of[16];
};

/* Not met before, unless the operands are joined. */
static bool is_new(struct plain_opcodes *met, uint32_t code, enum fm_epd_type type)
{
    for (size_t i = 0; i < met->n; i++)
        if (met->of[i] == code && type != FM_EPD_MOVE_SET)
            return false;
    met->of[met->n++] = code;
    return true;
}

/* The opcode at p, a blank after it; empty: it is longer than FM_EPD_CODE_BYTES, or has no operands.
 * @param[out] code  its bytes as a number. */
FM_INLINE struct fm_text plain_opcode(const unsigned char *p, const unsigned char *end,
                                      uint32_t *code)
{
    if (end - p <= FM_EPD_CODE_BYTES)
        return (struct fm_text){p, 0};
    const uint64_t bytes = fm_little_endian(p, FM_EPD_CODE_BYTES + 1);
    const uint64_t blanks = fm_eight_equal(bytes, ' ');
    const unsigned n = blanks == 0 ? 0 : (unsigned)__builtin_ctzll(blanks);
    *code = (uint32_t)(bytes & ((UINT64_C(1) << n) - 1));
    return (struct fm_text){p, n / 8};
}

bool fm_epd_is_plain(struct fm_text rest)
{
    struct plain_opcodes met;
    const unsigned char *p = rest.p, *const end = rest.p + rest.n;
    const bool before =
        p < end && *p == ';'; /* a `;` is before each operation, as in perft suites */
    p += before;
    for (met.n = 0; p < end && met.n < FM_COUNT_OF(met.of); p++) {
        uint32_t code;
        p += (met.n > 0 || before) && *p == ' ';
        const struct fm_text word = plain_opcode(p, end, &code);
        if (word.n == 0 || (size_t)(end - p) < word.n + 2 ||
            (before && met.n == 0 && !is_known(word)))
            return false;
        const enum fm_epd_type type = fm_epd_type_of_code(code);
        if ((type == FM_EPD_ANY && !fm_epd_is_opcode(word)) || !is_new(&met, code, type))
            return false;
        p = plain_operands(type, p + word.n + 1, end);
        if (p == end)
            return before;
        if (p == NULL || *p != ';')
            return false;
    }
    return p == end && met.n > 0;
}

/* The opcodes of a line so far. */
struct opcodes {
    size_t n;
    struct fm_text of[OPCODES_MAX];
};

static bool is_repeated(struct opcodes *known, struct fm_text opcode)
{
    for (size_t i = 0; i < known->n; i++)
        if (fm_text_equal(known->of[i], opcode))
            return fm_epd_type_of(opcode) != FM_EPD_MOVE_SET;
    if (known->n < OPCODES_MAX)
        known->of[known->n++] = opcode;
    return false;
}

/* Play the moves of an operation from the position itself; pm may be the reply of the other side.
 * @return which is the first that is not legal; moves->n: none. */
static size_t play_moves(const struct fm_epd_operation *op, const struct fm_epd_board *board,
                         struct fm_epd_moves *moves)
{
    const enum fm_epd_type type = fm_epd_type_of(op->opcode);
    const bool played = fm_epd_takes_moves(type) && !fm_text_equal(op->opcode, FM_TEXT("pm"));
    fm_epd_moves_begin(moves);
    if (!played || !fm_epd_moves_collect(op->operands, moves))
        return moves->n = 0;
    return fm_epd_moves_spell(board, moves, type == FM_EPD_MOVE_SEQUENCE);
}

enum fm_status fm_epd_each_illegal(struct fm_text rest, const struct fm_epd_board *board,
                                   fm_epd_put_illegal *put, void *user)
{
    struct fm_epd_operation op;
    struct fm_epd_moves moves;
    struct fm_warnings ignored;
    fm_warnings_reset(&ignored);
    while (fm_epd_next(&rest, &op)) {
        if (!check_operation(&op, &ignored).regular)
            continue;
        for (size_t i = play_moves(&op, board, &moves); i < moves.n; i++)
            if (moves.illegal[i])
                FM_TRY(put(user, op.opcode, moves.of[i], moves.end[i]));
    }
    return FM_OK;
}

/* Note the first that is not legal, and how the others differ from SAN. */
static void check_moves_of(const struct fm_epd_operation *op, const struct fm_epd_board *board,
                           struct fm_warnings *notes)
{
    struct fm_epd_moves moves;
    const size_t illegal = play_moves(op, board, &moves);
    for (uint32_t set = moves.tolerances; set != 0; set &= set - 1)
        fm_warnings_note(
            notes, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + (unsigned)__builtin_ctz(set)));
    if (illegal < moves.n)
        fm_warnings_note_operation(notes, FM_REASON_OPERATION_MOVE_ILLEGAL,
                                   fm_text_between(op->opcode.p, moves.end[illegal]));
}

static struct fm_text whole(const struct fm_epd_operation *op)
{
    const struct fm_text last = op->operands.n > 0 ? op->operands : op->opcode;
    return fm_text_between(op->opcode.p, last.p + last.n);
}

const char *fm_epd_fault(struct fm_text operation)
{
    static const char *const wanted[] = {
        [FM_EPD_ANY] = "wrong type",
        [FM_EPD_NOTHING] = "wrong type: it has no operand",
        [FM_EPD_INTEGER] = "wrong type: its operand is an integer",
        [FM_EPD_COUNT] = "wrong type: its operand is an integer from 0",
        [FM_EPD_POSITIVE] = "wrong type: its operand is an integer from 1",
        [FM_EPD_STRING] = "wrong type: its operand is one string in quotes",
        [FM_EPD_STRINGS] = "wrong type: its operands are two strings in quotes",
        [FM_EPD_MOVE] = "wrong type: its operand is one move, without quotes",
        [FM_EPD_MOVE_SET] = "wrong type: its operands are moves, with blanks between",
        [FM_EPD_MOVE_SEQUENCE] = "wrong type: its operands are moves, with blanks between"};
    struct fm_epd_operation op, meant;
    unsigned char number[FM_EPD_NUMBER_MAX];
    struct fm_warnings ignored;
    fm_warnings_reset(&ignored);
    if (!fm_epd_next(&operation, &op) || !fm_epd_is_opcode(op.opcode))
        return "malformed: an opcode is a letter, then letters, digits or _, at most 15 in all";
    if (fm_epd_mate(&op, &meant, number))
        return fm_text_equal(op.opcode, FM_TEXT("bm"))
                   ? "wrong type: a mate in N moves is dm N, being mated in N is ce 2*N-32767"
                   : "wrong type: a mate in N moves is ce 32768-2*N, being mated is ce 2*N-32767";
    return check_operation(&op, &ignored).regular
               ? "repeated: of several with one opcode the last counts"
               : wanted[fm_epd_type_of(op.opcode)];
}

bool fm_epd_check(struct fm_text rest, const struct fm_epd_board *board, struct fm_warnings *notes)
{
    if (FM_LIKELY(board == NULL && fm_epd_is_plain(rest)))
        return true;
    const struct fm_text all = fm_text_trim(rest);
    struct fm_epd_operation op = {.opcode = {NULL, 0}};
    struct opcodes known;
    bool sure = true;
    known.n = 0;
    while (fm_epd_next(&rest, &op)) {
        const struct finding found = check_operation(&op, notes);
        if (found.regular && board != NULL)
            check_moves_of(&op, board, notes);
        sure = sure && found.sure;
        if (is_repeated(&known, op.opcode))
            fm_warnings_note_operation(notes, FM_REASON_EPD_OPERATION, whole(&op));
    }
    /* `;D1 20 ;D2 400` of perft suites: a `;` before each, none at the end. */
    if (all.n > 0 && is_letter(*all.p) && all.p[all.n - 1] != ';')
        fm_warnings_note_operation(notes, FM_REASON_EPD_SEMICOLON_MISSING,
                                   fm_text_between(op.opcode.p, all.p + all.n));
    return sure;
}

/* An integer, or one with a fraction. */
static bool is_decimal(struct fm_text word)
{
    size_t i = word.n > 0 && (*word.p == '-' || *word.p == '+'), digits = 0, points = 0;
    for (; i < word.n && (is_digit(word.p[i]) || word.p[i] == '.'); i++) {
        digits += word.p[i] != '.';
        points += word.p[i] == '.';
    }
    return i == word.n && digits > 0 && points <= 1 && word.p[i - 1] != '.';
}

/* A word that can be an opcode, with a string after it, or with numbers or moves alone. A move is no opcode:
 * `Nf3 0.5`. */
static bool is_word_with_operands(const struct fm_epd_operation *op)
{
    struct fm_text rest = op->operands;
    struct fm_epd_operand operand;
    bool all = op->operands.n > 0, string = false;
    if (!fm_epd_is_opcode(op->opcode) || is_move(op->opcode))
        return false;
    while (fm_epd_next_operand(&rest, &operand)) {
        string = string || (operand.quoted && !operand.unclosed);
        all = all && (operand.quoted || is_decimal(operand.text) || is_move(operand.text));
    }
    return all || string;
}

/* Is each piece between `;` an operation? What people write there is mostly not: `; v=-467`,
 * `; Rxf4; -100`, `; draw`. */
static FM_NOINLINE bool are_operations(struct fm_text rest)
{
    struct fm_epd_operation op;
    bool all = false;
    while (fm_epd_next(&rest, &op)) {
        all = is_known(op.opcode) || is_word_with_operands(&op);
        if (!all)
            break;
    }
    return all;
}

bool fm_epd_has_operations(const struct fm_fen_fields *fields)
{
    const struct fm_text rest = fields->rest;
    if (rest.n == 0)
        return false;
    return (fields->halfmove.n == 0 && is_letter(*rest.p)) || are_operations(rest);
}

struct fm_text fm_epd_remark(const struct fm_fen_fields *fields)
{
    const unsigned char *p = fields->rest.p, *end = p + fields->rest.n;
    if (fm_epd_has_operations(fields))
        return (struct fm_text){NULL, 0};
    while (p < end && (*p <= ' ' || *p == ';'))
        p++;
    while (end > p && (end[-1] <= ' ' || end[-1] == ';'))
        end--;
    return fm_text_between(p, end);
}
