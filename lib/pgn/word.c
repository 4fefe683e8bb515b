/* Words of the movetext. Most are moves; the others are marks that people and programs set
 * after moves. */
#include <config.h>
#include "pgn/word.h"
#include <string.h>
#include "pgn/bytes.h"
#include "pgn/shape.h"

/* A lone A0 is Windows-1252's no-break space, where it is not the tail of a UTF-8 character. */
unsigned fm_word_blank_size(const unsigned char *p)
{
    if (p[0] == 0xC2 && p[1] == 0xA0)
        return 2;
    if (fm_is_bom(p) || (p[0] == 0xE2 && p[1] == 0x80 && p[2] >= 0x80 && p[2] <= 0x8F))
        return 3;
    return p[0] == 0xA0 ? 1 : 0;
}

/* `e8(Q)`: the parenthesis after a pawn on its last rank. */
static bool is_promotion_bracket(const unsigned char *p, const unsigned char *begin,
                                 const unsigned char *end)
{
    return p - begin >= 2 && end - p >= 3 && (p[-1] == '8' || p[-1] == '1') && p[-2] >= 'a' &&
           p[-2] <= 'j' && p[2] == ')' && fm_byte_is(p[1], FM_BYTE_NAME);
}

/* `e.p.`, glued or not: the period does not end the token. */
static bool is_en_passant_period(const unsigned char *p, const unsigned char *begin,
                                 const unsigned char *end)
{
    if (p > begin && p[-1] == 'e' && end - p >= 2)
        return p[1] == 'p';
    return p - begin >= 3 && memcmp(p - 3, "e.p", 3) == 0;
}

/* `b1= Q`: after the blank where a promotion's piece stands, or NULL. */
static const unsigned char *promotion_gap_end(const unsigned char *p, const unsigned char *begin,
                                              const unsigned char *end)
{
    if (p - begin < 3 || p[-1] != '=' || (p[-2] != '1' && p[-2] != '8'))
        return NULL;
    while (p < end && *p == ' ')
        p++;
    const bool letter = end - p >= 1 && *p >= 'A' && *p <= 'Z';
    return letter && (end - p == 1 || fm_byte_is(p[1], FM_BYTE_STOP) || p[1] == '+' || p[1] == '#')
               ? p
               : NULL;
}

const unsigned char *fm_word_end(const unsigned char *begin, const unsigned char *end)
{
    const unsigned char *p = begin;
    for (;;) {
        while (p < end && !fm_byte_is(*p, FM_BYTE_STOP))
            p++;
        if (p >= end)
            break;
        if (*p >= 0x80) {
            if (fm_word_blank_size(p) > 0)
                break;
            p += fm_shape_char_size(p);
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

/* Words that stand after moves and are none. */
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
static const char *const unknown_words[] = {"N", "D", "RR", "TN", "inf", "unclear"};

/* `e.p.+`, `ch!` too: marks of one byte may stand after it. */
static enum fm_reason tolerance_of_word(struct fm_text word)
{
    while (word.n > 0 && word.p[word.n - 1] < 0x80 && strchr("+#!?", word.p[word.n - 1]) != NULL)
        word.n--;
    for (size_t i = 0; i < FM_COUNT_OF(mark_words); i++)
        if (fm_text_equal_nocase(word, fm_text_of(mark_words[i].text)))
            return mark_words[i].tolerance;
    return FM_REASON_NONE;
}

static bool is_unknown_word(struct fm_text word)
{
    for (size_t i = 0; i < FM_COUNT_OF(unknown_words); i++)
        if (fm_text_equal(word, fm_text_of(unknown_words[i])))
            return true;
    return false;
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

static bool is_check_marks(struct fm_text word)
{
    size_t i = 0;
    while (i < word.n && (word.p[i] == '+' || word.p[i] == '#'))
        i++;
    return i == word.n;
}

/* No letter, digit or figurine: a symbol of evaluation (`+-`, `±`, `∞`), but for null moves
 * (`--`, `@@@@`). */
static bool is_symbol(struct fm_text word)
{
    if (word.n >= 2 && (word.p[0] == '-' || word.p[0] == '@') && word.p[0] == word.p[1])
        return false;
    unsigned dashes = 0, others = 0;
    for (size_t i = 0; i < word.n; i += fm_shape_char_size(word.p + i)) {
        if (fm_shape_is_word(word.p + i))
            return false;
        const unsigned char *p = word.p + i;
        const bool dash = *p == 0xE2 && p[1] == 0x80 && p[2] >= 0x90 && p[2] <= 0x95;
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
        if (word.p[i] >= '1' && word.p[i] <= '8')
            return true;
    return false;
}

enum fm_word fm_word_kind(const unsigned char *begin, const unsigned char **after,
                          const unsigned char *end, enum fm_reason *tolerance)
{
    const struct fm_text word = fm_text_between(begin, *after);
    if (FM_LIKELY(is_surely_move(word)))
        return FM_WORD_MOVE;
    *tolerance = is_check_marks(word) ? FM_REASON_MOVE_CHECK_MARK : tolerance_of_word(word);
    if (*tolerance != FM_REASON_NONE)
        return FM_WORD_MARK;
    const unsigned char *en_passant =
        word.n == 1 && *word.p == 'e' ? en_passant_end(*after, end) : NULL;
    if (en_passant != NULL) {
        *after = en_passant;
        *tolerance = FM_REASON_MOVE_EN_PASSANT;
        return FM_WORD_MARK;
    }
    return is_unknown_word(word) || is_symbol(word) ? FM_WORD_UNKNOWN : FM_WORD_MOVE;
}
