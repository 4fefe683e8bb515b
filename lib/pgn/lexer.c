/* SPDX-License-Identifier: MIT */
/* Movetext to tokens: everything but the plain case, which is inline in the header. Never reads
 * past the end, and never fails: what cannot be read is given as a move, which the caller refuses
 * with its place, or as an unknown token.
 *
 * The order of the tests matters, as tokens look like each other: a result (`1-0`) begins like a
 * move number, a move number like a move of digits (`5254`), castling (`0-0`) like a result. */
#include <config.h>
#include "pgn/lexer.h"
#include "pgn/bytes.h"
#include "pgn/result.h"
#include "pgn/word.h"

#define ONE(u) (('0' + (u)) << 8 | '.' << 16)
#define TWO(t, u) (('0' + (t)) << 8 | ('0' + (u)) << 16 | '.' << 24)
#define TEN(t) \
    TWO(t, 0), TWO(t, 1), TWO(t, 2), TWO(t, 3), TWO(t, 4), TWO(t, 5), TWO(t, 6), TWO(t, 7), \
        TWO(t, 8), TWO(t, 9)
const uint32_t fm_number_texts[FM_NUMBER_TEXTS] = {
    ONE(0), ONE(1), ONE(2), ONE(3), ONE(4), ONE(5), ONE(6), ONE(7), ONE(8), ONE(9),
    TEN(1), TEN(2), TEN(3), TEN(4), TEN(5), TEN(6), TEN(7), TEN(8), TEN(9),
};

/* The token at lexer->at gives this reason. */
static void note(struct fm_lexer *lexer, enum fm_reason reason, const unsigned char *after)
{
    if (lexer->notes != NULL)
        fm_warnings_note_at(lexer->notes, reason, fm_text_between(lexer->at, after));
}

static enum fm_token give(struct fm_lexer *lexer, enum fm_token token, const unsigned char *after)
{
    lexer->text = fm_text_between(lexer->at, after);
    lexer->at = after;
    return token;
}

/* Skip the text up to @p after, with a note. */
static enum fm_token pass(struct fm_lexer *lexer, enum fm_reason reason, const unsigned char *after)
{
    note(lexer, reason, after);
    lexer->at = after;
    return FM_TOKEN_END;
}

static enum fm_token give_unknown(struct fm_lexer *lexer, const unsigned char *after)
{
    note(lexer, FM_REASON_UNKNOWN_TOKEN, after);
    return give(lexer, FM_TOKEN_UNKNOWN, after);
}

static enum fm_token read_comment(struct fm_lexer *lexer)
{
    const unsigned char *const p = lexer->at + 1;
    if (*lexer->at == '{') {
        lexer->text = fm_text_between(p, fm_lexer_pass_comment(lexer));
        return FM_TOKEN_COMMENT;
    }
    lexer->at = p;
    return give(lexer, FM_TOKEN_COMMENT, fm_line_end(p, lexer->end));
}

/* `$` and 0 to 255 (PGN standard 8.2.4); more is no NAG. The number stops growing above 255, so no
 * run of digits can overflow it. */
static enum fm_token read_nag(struct fm_lexer *lexer)
{
    const unsigned char *p = lexer->at + 1;
    unsigned number = 0;
    while (p < lexer->end && fm_byte_is(*p, FM_BYTE_DIGIT)) {
        number = number > 255 ? number : number * 10 + (*p - '0');
        p++;
    }
    if (p == lexer->at + 1 || number > 255)
        return give_unknown(lexer, p);
    lexer->number = number;
    return give(lexer, FM_TOKEN_NAG, p);
}

const char *const fm_nag_glyphs[FM_GLYPHS] = {"", "!", "?", "!!", "??", "!?", "?!"};

unsigned fm_nag_of_glyph(struct fm_text marks)
{
    marks.n = marks.n > 2 ? 2 : marks.n;
    for (unsigned nag = 0; nag < FM_GLYPHS; nag++)
        if (fm_text_is(marks, fm_nag_glyphs[nag]))
            return nag;
    return 0;
}

/* Free-standing ! ? !! ?? !? ?!. */
static enum fm_token read_glyph(struct fm_lexer *lexer)
{
    const unsigned char *p = lexer->at, *q = p;
    while (q < lexer->end && fm_byte_in(*q, "!?"))
        q++;
    if (q - p > 2)
        note(lexer, FM_REASON_MOVE_SUFFIX, q); /* its first two count */
    lexer->number = fm_nag_of_glyph(fm_text_between(p, q));
    return give(lexer, FM_TOKEN_NAG, q);
}

/* Bytes of the ellipsis at p, U+2026 or Windows-1252's, which editors make of `...`; 0 = none. */
static unsigned ellipsis_size(const unsigned char *p)
{
    return p[0] == 0xE2 && p[1] == 0x80 && p[2] == 0xA6 ? 3 : p[0] == 0x85 ? 1 : 0;
}

/* Remember the move number of which the digits are from p on and end before `after`, for callers
 * that check numbers. */
static void remember_number(struct fm_lexer *lexer, const unsigned char *p,
                            const unsigned char *after)
{
    unsigned number = 0;
    for (; p < after && fm_byte_is(*p, FM_BYTE_DIGIT); p++)
        number = number > 99999 ? number : number * 10 + (*p - '0');
    lexer->move_number = number;
    lexer->black_number = after - p >= 2 || ellipsis_size(p) > 0;
}

/* fm_lexer_to_token() for callers that check numbers. Skipped text is read a second time: so the
 * hot loop has no work for it. Of several numbers the last counts. */
static void to_token(struct fm_lexer *lexer)
{
    if (!lexer->numbers) {
        fm_lexer_to_token(lexer);
        return;
    }
    const unsigned char *const begin = lexer->at;
    fm_lexer_to_token(lexer);
    const unsigned char *after = lexer->at;
    unsigned dots = 0;
    while (after > begin && !fm_byte_is(after[-1], FM_BYTE_DIGIT))
        dots += *--after == '.';
    if (after == begin)
        return;
    remember_number(lexer, fm_bytes_skip_back(after, begin, FM_BYTE_DIGIT), after);
    lexer->black_number = dots >= 2;
}

/* Four or five digits of 1 to 8 are a move in ICCF numeric notation: files and ranks of origin and
 * target, and the piece of a promotion. */
static bool is_numeric_move(const unsigned char *p, size_t n)
{
    if (n != 4 && n != 5)
        return false;
    size_t i = 0;
    while (i < n && fm_byte_is_rank(p[i]))
        i++;
    return i == n;
}

/* The end of a move number in an unusual form at the token (`16.....`, `1…`, `12Nf3`), or NULL if
 * it is no number. With a period after it, it is one; without, it must not be a null move of zeros,
 * a move of digits, a fraction, or castling with zeros. */
static const unsigned char *unusual_number_end(const struct fm_lexer *lexer)
{
    const unsigned char *p = lexer->at, *q = p;
    q = fm_bytes_skip(q, lexer->end, FM_BYTE_DIGIT);
    const size_t digits = (size_t)(q - p);
    const unsigned char *after = q;
    while (after < lexer->end && (*after == '.' || ellipsis_size(after) > 0))
        after += *after == '.' ? 1 : ellipsis_size(after);
    if (after > q)
        return after;
    if (fm_text_without_tail(fm_text_between(p, q), "0").n == 0 || is_numeric_move(p, digits) ||
        *q == '/')
        return NULL;
    const bool castling = p[digits - 1] == '0' && (*q == '-' || *q == 'O' || *q >= 0x80);
    return castling ? NULL : q;
}

/* A token that begins with a digit and is no plain number. @return the byte after the number, or
 * NULL if it is none. */
static const unsigned char *pass_unusual_number(struct fm_lexer *lexer)
{
    const unsigned char *after = unusual_number_end(lexer);
    if (after == NULL)
        return NULL;
    if (!fm_byte_is(after[-1], FM_BYTE_DIGIT) ||
        !fm_byte_is(*after, FM_BYTE_DELIMITER)) /* `(12)` is fine */
        note(lexer, FM_REASON_MOVE_NUMBER_FORM, after);
    if (lexer->numbers)
        remember_number(lexer, lexer->at, after);
    return after;
}

/* A word of the movetext. @return FM_TOKEN_END where it is part of the move before and was passed
 * over. */
static enum fm_token read_word(struct fm_lexer *lexer)
{
    const unsigned char *after = fm_word_end(lexer->at, lexer->end);
    if (after == lexer->at)
        after++; /* a delimiter that has no meaning here */
    enum fm_reason tolerance;
    switch (fm_word_kind(lexer->at, &after, lexer->end, &tolerance)) {
    case FM_WORD_MOVE:
        return give(lexer, FM_TOKEN_MOVE, after);
    case FM_WORD_UNKNOWN:
        return give_unknown(lexer, after);
    case FM_WORD_MARK:
        break;
    }
    return pass(lexer, tolerance, after);
}

/* A digit, a star, or a character that is not ASCII. @return FM_TOKEN_END where it was passed
 * over. */
static enum fm_token read_other(struct fm_lexer *lexer)
{
    const unsigned char *p = lexer->at;
    struct fm_result_token result;
    if (fm_result_read(p, p, lexer->end, &result)) {
        if (!result.standard)
            note(lexer, FM_REASON_RESULT_SPELLING, result.end);
        return give(lexer, FM_TOKEN_RESULT, result.end);
    }
    const unsigned char *after = NULL;
    if (fm_byte_is(*p, FM_BYTE_DIGIT))
        after = pass_unusual_number(lexer);
    else if (ellipsis_size(p) > 0)
        after = p + ellipsis_size(p);
    else if (fm_blank_size(p) > 0)
        after = p + fm_blank_size(p);
    if (after == NULL)
        return read_word(lexer);
    lexer->at = after < lexer->end ? after : lexer->end;
    return FM_TOKEN_END;
}

/* `[/pgn]`, `<br />`: marks of the page that a game was copied from; angle brackets are reserved
 * (PGN standard 7). The whole is one unknown token, so that no word in it is read as a move. A
 * limit keeps a bracket that is never closed from hiding moves. */
static enum fm_token read_bracket(struct fm_lexer *lexer, unsigned char close)
{
    enum { MARK_MAX = 64 };
    const unsigned char *p = lexer->at + 1;
    while (p < lexer->end && p - lexer->at < MARK_MAX && *p != close && !fm_byte_ends_line(*p))
        p++;
    return give_unknown(lexer, p < lexer->end && *p == close ? p + 1 : lexer->at + 1);
}

/* The token at lexer->at, before the end. @return FM_TOKEN_END where something was passed over. */
static enum fm_token read_token(struct fm_lexer *lexer)
{
    switch (*lexer->at) {
    case '{':
    case ';':
        return read_comment(lexer);
    case '(':
        if (lexer->end - lexer->at >= 3 && lexer->at[1] == '=' && lexer->at[2] == ')')
            return pass(lexer, FM_REASON_MOVE_SUFFIX, lexer->at + 3); /* a draw was offered */
        return give(lexer, FM_TOKEN_OPEN, lexer->at + 1);
    case ')':
        return give(lexer, FM_TOKEN_CLOSE, lexer->at + 1);
    case '}':
        return pass(lexer, FM_REASON_STRAY_CLOSE, lexer->at + 1);
    case '[':
        return read_bracket(lexer, ']');
    case '<':
        return read_bracket(lexer, '>');
    case '$':
        return read_nag(lexer);
    case '!':
    case '?':
        return read_glyph(lexer);
    case '%': /* an escape line only in the first column (PGN standard 6) */
        if (!fm_byte_ends_line(lexer->at[-1]))
            return give_unknown(lexer, lexer->at + 1);
        lexer->at = fm_line_end(lexer->at, lexer->end);
        return FM_TOKEN_END;
    case 0x7F:
        return pass(lexer, FM_REASON_CONTROL_CHARACTER, lexer->at + 1);
    case '*':
        return give(lexer, FM_TOKEN_RESULT, lexer->at + 1);
    default:
        return fm_byte_is(*lexer->at, FM_BYTE_DIGIT) || *lexer->at >= 0x80 ? read_other(lexer)
                                                                           : read_word(lexer);
    }
}

/* Nearly every token: a move of letters, digits and suffixes with a rank in it, or castling, that
 * ends at a plain delimiter. NULL where it might be longer (`e8(Q)`, `e8= Q`, `e.p.`, letters that
 * are not ASCII) or not a move: then read_word() decides. */
static const unsigned char *plain_move_end(const struct fm_lexer *lexer)
{
    const unsigned char *const p = lexer->at, *const end = lexer->end, *q = p;
    bool sure = *p == 'O'; /* or a rank, which no word and no symbol has */
    if (!fm_byte_is(*p, FM_BYTE_NAME) || fm_byte_is(*p, FM_BYTE_DIGIT))
        return NULL;
    for (; q < end && !fm_byte_is(*q, FM_BYTE_STOP); q++)
        sure |= (unsigned)*q - '1' < 8;
    if (!sure || (q < end && (*q == '.' || *q == '(' || *q >= 0x80 || q[-1] == '=')))
        return NULL;
    return q;
}

bool fm_lexer_at_plain_move(const struct fm_lexer *lexer)
{
    const unsigned char *const p = lexer->at;
    if (FM_UNLIKELY(p >= lexer->end) || !fm_byte_is(*p, FM_BYTE_NAME) ||
        fm_byte_is(*p, FM_BYTE_DIGIT))
        return false;
    /* `e4`, `Nf3`, `exd5`: the end need not be looked for. Which of them it is, is not foreseen. */
    if (lexer->end - p > 3 && (((unsigned)p[1] - '1' < 8) |
                               (fm_byte_is(p[1], FM_BYTE_NAME) & ((unsigned)p[2] - '1' < 8))))
        return true;
    return plain_move_end(lexer) != NULL;
}

static bool read_plain_move(struct fm_lexer *lexer)
{
    const unsigned char *const after = plain_move_end(lexer);
    if (after == NULL)
        return false;
    lexer->text = fm_text_between(lexer->at, after);
    lexer->at = after;
    return true;
}

enum fm_token fm_lexer_next(struct fm_lexer *lexer)
{
    lexer->move_number = 0;
    for (;;) {
        to_token(lexer);
        if (lexer->at >= lexer->end)
            return FM_TOKEN_END;
        if (FM_LIKELY(read_plain_move(lexer)))
            return FM_TOKEN_MOVE;
        const enum fm_token token = read_token(lexer);
        if (token != FM_TOKEN_END)
            return token;
    }
}

/* Passes over bytes, not tokens: only marks of structure count, and comments, in which they do
 * not. */
void fm_lexer_skip_variation(struct fm_lexer *lexer)
{
    const unsigned char *p = lexer->at, *const end = lexer->end;
    for (size_t depth = 1; p < end && depth > 0; p++) {
        if (!fm_byte_is(*p, FM_BYTE_MARK))
            continue;
        switch (*p) {
        case '(':
            depth++;
            break;
        case ')':
            depth--;
            break;
        case '{':
            p = memchr(p, '}', (size_t)(end - p));
            p = p == NULL ? end : p;
            break;
        case ';':
            p = fm_line_end(p, end);
            break;
        case '%':
            p = fm_byte_ends_line(p[-1]) ? fm_line_end(p, end) : p;
            break;
        }
    }
    lexer->at = p < end ? p : end;
}
