/* See listed.h. Used for lines that do not read as they are, and for the first lines of an input. */
#include <config.h>
#include "convert/listed.h"

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '_';
}

static struct fm_text text_after(struct fm_text text, size_t n)
{
    return fm_text_trim((struct fm_text){text.p + n, text.n - n});
}

static bool begins(struct fm_text text, struct fm_text word)
{
    return text.n >= word.n && memcmp(text.p, word.p, word.n) == 0;
}

/* ---- what is before a record ---- */

/* `12.` `12)` `12:` or a number and a blank; 0 = none of these. */
static size_t number_size(struct fm_text line)
{
    size_t n = 0;
    while (n < line.n && is_digit(line.p[n]))
        n++;
    if (n == 0 || n == line.n)
        return 0;
    const unsigned char c = line.p[n];
    return c == '.' || c == ')' || c == ':' || c == ' ' || c == '\t' ? n + 1 : 0;
}

static struct fm_text without_head(struct fm_text line)
{
    static const char *const words[] = {"position fen ", "position ", "fen ", "FEN "};
    for (size_t i = 0; i < FM_COUNT_OF(words); i++) {
        const struct fm_text word = fm_text_of(words[i]);
        if (begins(line, word))
            return text_after(line, word.n);
    }
    return text_after(line, number_size(line));
}

/* Inside of its quotes; columns may follow them. The value of a tag is none of that. */
static struct fm_text without_quotes(struct fm_text line)
{
    if (line.n < 2 || (line.p[0] != '"' && line.p[0] != '\''))
        return line;
    const unsigned char *end = memchr(line.p + 1, line.p[0], line.n - 1);
    const struct fm_text rest = end == NULL ? line : text_after(line, (size_t)(end + 1 - line.p));
    if (end == NULL || (rest.n > 0 && rest.p[0] == ']'))
        return line;
    return fm_text_trim(fm_text_between(line.p + 1, end));
}

/* ---- and after it ---- */

/* Before a comma, a semicolon or a stroke that is joined to the en passant square or to a counter. */
static struct fm_text without_columns(struct fm_text line)
{
    unsigned field = 0;
    for (size_t i = 0; i < line.n && field < 6; i++) {
        const unsigned char c = line.p[i];
        if (is_blank(c))
            field += i > 0 && !is_blank(line.p[i - 1]);
        else if (field >= 3 && (c == ',' || c == ';' || c == '|'))
            return fm_text_trim((struct fm_text){line.p, i});
    }
    return line;
}

static bool has_moves(struct fm_text line)
{
    const struct fm_text word = FM_TEXT(" moves ");
    for (size_t i = 0; i + word.n <= line.n; i++)
        if (memcmp(line.p + i, word.p, word.n) == 0)
            return true;
    return false;
}

bool fm_listed_unframe(struct fm_text line, struct fm_text *record)
{
    const struct fm_text bare = without_quotes(without_head(without_quotes(line)));
    *record = without_columns(bare);
    return record->n > 0 && record->n < line.n && !has_moves(line);
}

/* ---- telling positions ---- */

static bool is_board_byte(unsigned char c)
{
    const unsigned char upper = c & 0xDF;
    return (upper >= 'A' && upper <= 'Z') || is_digit(c) || c == '/' || c == '~' || c == '+' ||
           c == '[' || c == ']';
}

/* With the side to move after it fewer strokes are enough; without, only the usual pieces. */
static bool is_board(struct fm_text line)
{
    static const char usual[] = "pnbrqkacjPNBRQKACJ0123456789/~+";
    unsigned strokes = 0;
    bool is_usual = true;
    size_t n = 0;
    for (; n < line.n && is_board_byte(line.p[n]); n++) {
        strokes += line.p[n] == '/';
        is_usual = is_usual && memchr(usual, line.p[n], sizeof usual - 1) != NULL;
    }
    if (n == 0 || line.p[0] == '[' || (n < line.n && !is_blank(line.p[n])))
        return false;
    while (n < line.n && is_blank(line.p[n]))
        n++;
    const bool side = n < line.n && ((line.p[n] | 0x20) == 'w' || (line.p[n] | 0x20) == 'b') &&
                      (n + 1 == line.n || is_blank(line.p[n + 1]));
    return (strokes == 7 && is_usual) || (side && strokes > 3);
}

bool fm_listed_is_position(struct fm_text line)
{
    if (is_board(line) || begins(line, FM_TEXT("position startpos")) ||
        begins(line, FM_TEXT("startpos moves ")))
        return true;
    struct fm_text record = without_quotes(line);
    return is_board(record) || is_board(without_quotes(without_head(record)));
}
