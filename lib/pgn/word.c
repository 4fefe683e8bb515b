/* SPDX-License-Identifier: MIT */
/* Words of the movetext. Most are moves; the others are marks that people and programs set after
 * moves. */
#include <config.h>
#include "pgn/word.h"
#include "pgn/bytes.h"

/* The longest move in bytes, with origin, foreign letters, promotion and suffixes, and digits of
 * the largest move number: what is longer is other text. */
enum { MOVE_BYTES_MAX = 24, NUMBER_DIGITS_MAX = 4 };

static bool is_figurine(const unsigned char *p)
{
    return p[0] == 0xE2 && p[1] == 0x99 && p[2] >= 0x94 && p[2] <= 0x9F;
}

bool fm_word_begins(const unsigned char *p)
{
    if (*p < 0x80)
        return fm_byte_is(*p, FM_BYTE_NAME) && *p != '_';
    const unsigned size = fm_char_size(p);
    if (size == 1) /* Windows-1252: below are symbols, but for a few letters that begin no word */
        return *p >= 0xC0;
    if (size == 2)
        return *p != 0xC2;
    return is_figurine(p) || (*p != 0xE2 && !fm_is_bom(p));
}

/* After the piece letter, figurine or foreign letters (`Kр`) that a move may begin with. */
static const unsigned char *skip_piece(const unsigned char *p)
{
    const bool square = fm_byte_is_rank(p[1]) || fm_byte_is_file(p[1]) || fm_byte_in(p[1], "x:");
    if (fm_byte_is_letter(*p) && !(fm_byte_is_file(*p) && square))
        return p + 1;
    for (unsigned i = 0; i < 2 && *p >= 0xC0 && fm_dash_size(p) == 0; i++)
        p += fm_char_size(p);
    return p;
}

static bool is_castling(const unsigned char *p, const unsigned char *end)
{
    unsigned rings = 0;
    while (p < end && (fm_byte_in(*p, "Oo0") || fm_dash_size(p) > 0)) {
        const unsigned dash = fm_dash_size(p);
        rings += dash == 0;
        p += dash == 0 ? 1 : dash;
    }
    if (rings != 2 && rings != 3)
        return false;
    while (p < end && fm_byte_in(*p, "+#!?"))
        p++;
    return p >= end || fm_byte_is(*p, FM_BYTE_DELIMITER) || *p == '.';
}

static bool is_null_or_digits(const unsigned char *p, const unsigned char *end)
{
    if (memcmp(p, "--", 2) == 0 || memcmp(p, "Z0", 2) == 0 || memcmp(p, "@@", 2) == 0)
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
    for (; p < end && !fm_byte_is(*p, FM_BYTE_DELIMITER) && p - begin < MOVE_BYTES_MAX; p++)
        if (*p < 0x80 && !fm_byte_is_letter(*p) && !fm_byte_in(*p, "=/+#!?.:-"))
            return false;
    return p - begin < MOVE_BYTES_MAX;
}

bool fm_word_is_move(const unsigned char *p, const unsigned char *end, bool numbered)
{
    if (p >= end)
        return false;
    if (is_castling(p, end) || (numbered && is_null_or_digits(p, end)))
        return true;
    const unsigned char *begin = p, *square = NULL;
    p = skip_piece(p);
    /* Origin, capture mark or dash, target. */
    while (p < end && p - begin < MOVE_BYTES_MAX) {
        const unsigned char *const from = p;
        if (fm_byte_is_file(p[0]) && fm_byte_is_rank(p[1]))
            square = p += 2;
        else if (fm_byte_is_file(*p) || fm_byte_is_rank(*p) || fm_byte_in(*p, "xX:@"))
            p++;
        else if (fm_dash_size(p) > 0)
            p += fm_dash_size(p);
        else if (memcmp(p, "\xC3\x97", 2) == 0) /* U+00D7, the multiplication sign */
            p += 2;
        else if (p > begin && fm_byte_in(p[-1], "-x:")) /* `e5xBd6`: the captured piece */
            p = skip_piece(p);
        if (p == from)
            break;
    }
    return square != NULL && square <= end && !fm_byte_is(*square, FM_BYTE_DIGIT) &&
           is_move_tail(square, end, begin);
}

#define ELLIPSIS "\xE2\x80\xA6"

/* After the period and blanks that a move number may have after it. */
static const unsigned char *skip_gap(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (fm_byte_is(*p, FM_BYTE_BLANK) || *p == '.' || memcmp(p, ELLIPSIS, 3) == 0))
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

bool fm_word_is_numbered_move(const unsigned char *p, const unsigned char *end, bool dotted,
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
    return fm_word_is_move(move, end, dots);
}

/* `e8(Q)`: the parenthesis after a pawn on its last rank. */
static bool is_promotion_bracket(const unsigned char *p, const unsigned char *begin,
                                 const unsigned char *end)
{
    return p - begin >= 2 && end - p >= 3 && fm_byte_in(p[-1], "81") && fm_byte_is_file(p[-2]) &&
           p[2] == ')' && fm_byte_is(p[1], FM_BYTE_NAME);
}

/* `e.p.`, glued or not: the period does not end the token. */
static bool is_en_passant_period(const unsigned char *p, const unsigned char *begin,
                                 const unsigned char *end)
{
    if (p > begin && p[-1] == 'e' && end - p >= 2)
        return p[1] == 'p';
    return p - begin >= 3 && memcmp(p - 3, "e.p", 3) == 0;
}

/* `b1= Q`: the place after the blank if the piece of a promotion is there, else NULL. */
static const unsigned char *promotion_gap_end(const unsigned char *p, const unsigned char *begin,
                                              const unsigned char *end)
{
    if (p - begin < 3 || p[-1] != '=' || !fm_byte_in(p[-2], "18"))
        return NULL;
    while (p < end && *p == ' ')
        p++;
    const bool letter = end - p >= 1 && *p >= 'A' && *p <= 'Z';
    return letter && (end - p == 1 || fm_byte_is(p[1], FM_BYTE_STOP) || fm_byte_in(p[1], "+#"))
               ? p
               : NULL;
}

const unsigned char *fm_word_end(const unsigned char *begin, const unsigned char *end)
{
    const unsigned char *p = begin;
    for (;;) {
        p = fm_bytes_find(p, end, FM_BYTE_STOP);
        if (p >= end)
            break;
        if (*p >= 0x80) {
            if (fm_blank_size(p) > 0)
                break;
            p += fm_char_size(p);
            continue;
        }
        if (*p == '(' && is_promotion_bracket(p, begin, end)) {
            p += 3;
            continue;
        }
        const unsigned char *piece = *p == ' ' ? promotion_gap_end(p, begin, end) : NULL;
        if (piece == NULL && (fm_byte_is(*p, FM_BYTE_DELIMITER) ||
                              (*p == '.' && !is_en_passant_period(p, begin, end))))
            break;
        p = piece == NULL ? p + 1 : piece;
    }
    return p < end ? p : end;
}

/* Words that are written after moves and are none. */
static const struct mark_word {
    const char *text; /* lower case */
    enum fm_reason tolerance;
} mark_words[] = {
    {"e.p.", FM_REASON_MOVE_EN_PASSANT},      {"e.p", FM_REASON_MOVE_EN_PASSANT},
    {"ep", FM_REASON_MOVE_EN_PASSANT},        {"ch", FM_REASON_MOVE_CHECK_MARK},
    {"check", FM_REASON_MOVE_CHECK_MARK},     {"mate", FM_REASON_MOVE_CHECK_MARK},
    {"mt", FM_REASON_MOVE_CHECK_MARK},        {"dbl", FM_REASON_MOVE_CHECK_MARK},
    {"dis", FM_REASON_MOVE_CHECK_MARK},       {"disc", FM_REASON_MOVE_CHECK_MARK},
    {"checkmate", FM_REASON_MOVE_CHECK_MARK}, {"mat", FM_REASON_MOVE_CHECK_MARK},
    {"matt", FM_REASON_MOVE_CHECK_MARK},
};

/* Signs of the Chess Informant that are letters: novelty, diagram, editor's note, unclear. */
static const char *const unknown_words[] = {"N", "D", "RR", "TN", "inf", "unclear", NULL};

/* `e.p.+`, `ch!` too: marks of one byte may follow the word. */
static enum fm_reason tolerance_of_word(struct fm_text word)
{
    word = fm_text_without_tail(word, "+#!?");
    for (size_t i = 0; i < FM_COUNT_OF(mark_words); i++)
        if (fm_text_is_nocase(word, mark_words[i].text))
            return mark_words[i].tolerance;
    return FM_REASON_NONE;
}

/* After `. p.`, the rest of `e. p.`, or NULL. */
static const unsigned char *en_passant_end(const unsigned char *p, const unsigned char *end)
{
    if (p >= end || *p++ != '.')
        return NULL;
    while (p < end && *p == ' ')
        p++;
    if (p >= end || *p++ != 'p')
        return NULL;
    return p < end && *p == '.' ? p + 1 : p;
}

/* No letter, digit or figurine: a symbol of evaluation (`+-`, `±`, `∞`), but for null moves
 * (`--`, `@@@@`). */
static bool is_symbol(struct fm_text word)
{
    if (word.n >= 2 && (word.p[0] == '-' || word.p[0] == '@') && word.p[0] == word.p[1])
        return false;
    unsigned dashes = 0, others = 0;
    for (size_t i = 0; i < word.n; i += fm_char_size(word.p + i)) {
        if (fm_word_begins(word.p + i))
            return false;
        const unsigned char *p = word.p + i;
        const bool dash = memcmp(p, "\xE2\x80", 2) == 0 && p[2] >= 0x90 && p[2] <= 0x95;
        dashes += dash;
        others += !dash;
    }
    return dashes < 2 || others > 0;
}

/* A rank or castling's first letter: nearly every move, and none of the words and symbols below. */
static bool is_surely_move(struct fm_text word)
{
    if (*word.p == 'O')
        return true;
    for (size_t i = 1; i < word.n; i++)
        if (fm_byte_is_rank(word.p[i]))
            return true;
    return false;
}

enum fm_word fm_word_kind(const unsigned char *begin, const unsigned char **after,
                          const unsigned char *end, enum fm_reason *tolerance)
{
    const struct fm_text word = fm_text_between(begin, *after);
    if (FM_LIKELY(is_surely_move(word)))
        return FM_WORD_MOVE;
    const bool check = fm_text_without_tail(word, "+#").n == 0;
    *tolerance = check ? FM_REASON_MOVE_CHECK_MARK : tolerance_of_word(word);
    if (*tolerance != FM_REASON_NONE)
        return FM_WORD_MARK;
    const unsigned char *en_passant =
        word.n == 1 && *word.p == 'e' ? en_passant_end(*after, end) : NULL;
    if (en_passant != NULL) {
        *after = en_passant;
        *tolerance = FM_REASON_MOVE_EN_PASSANT;
        return FM_WORD_MARK;
    }
    return fm_name_index(unknown_words, word) >= 0 || is_symbol(word) ? FM_WORD_UNKNOWN
                                                                      : FM_WORD_MOVE;
}
