/* SPDX-License-Identifier: MIT */
/* Markings in the spelling of the program that reads them. Sources: docs/consumers.md. */
#include <config.h>
#include "pgn/markings.h"
#include "pgn/comment.h"
#include "pgn/comment_cursor.h"
#include <stdlib.h>

/* ChessBase: a mate in n plies is 30,000 - n, negative if Black mates; 32,767: no value. */
enum { EVP_MATE = 30000, EVP_MATE_LEAST = EVP_MATE - 1000 };

/* The command's name, in small letters. @param[out] rest  what is after it, up to the bracket. */
static bool is_command(struct fm_text command, const char *name, struct fm_text *rest)
{
    const size_t n = strlen(name);
    if (command.n < n + 4 || command.p[2 + n] > ' ' ||
        !fm_text_is_nocase((struct fm_text){command.p + 2, n}, name))
        return false;
    *rest = fm_text_trim(fm_text_between(command.p + 2 + n, command.p + command.n - 1));
    return true;
}

static bool is_square(struct fm_text text)
{
    return text.n == 2 && text.p[0] >= 'a' && text.p[0] <= 'j' && text.p[1] >= '1' &&
           text.p[1] <= '8';
}

/* The colours that have a letter, and what becomes of those that have none: the nearest. Scid's
 * colour without a name is red. */
static const struct {
    char letter;
    const char *name;
} colours[] = {{'R', "red"},  {'G', "green"},  {'Y', "yellow"}, {'B', "blue"},  {'Y', "orange"},
               {'B', "cyan"}, {'R', "maroon"}, {'R', "purple"}, {'G', "lime"},  {'Y', "gold"},
               {'B', "navy"}, {'R', "pink"},   {'B', "teal"},   {'G', "olive"}, {'R', "r"},
               {'G', "g"},    {'Y', "y"},      {'B', "b"},      {'Y', "o"},     {'B', "c"}};

static char letter_of_colour(struct fm_text name)
{
    for (size_t i = 0; i < FM_COUNT_OF(colours); i++)
        if (fm_text_is_nocase(name, colours[i].name))
            return colours[i].letter;
    return 'R';
}

/* The name of a letter; other letters are as lichess shows them, blue. */
static const char *colour_of_letter(char letter)
{
    for (size_t i = 0; i < 4; i++)
        if (colours[i].letter == letter)
            return colours[i].name;
    return "blue";
}

/* A word of a list. @param[in,out] rest  the list, then what is after the word and its
 * separators. */
static struct fm_text take_word(struct fm_text *rest, const char *separators)
{
    const unsigned char *const begin = rest->p, *const end = rest->p + rest->n, *p = begin;
    while (p < end && strchr(separators, *p) == NULL)
        p++;
    const unsigned char *next = p;
    while (next < end && strchr(separators, *next) != NULL)
        next++;
    *rest = fm_text_between(next, end);
    return fm_text_trim(fm_text_between(begin, p));
}

/* Add a square or an arrow to its list. @param to  empty: a square. */
static enum fm_status add_item(struct fm_markings *m, char colour, struct fm_text from,
                               struct fm_text to)
{
    struct fm_buf *const list = to.n > 0 ? &m->arrows : &m->squares;
    FM_TRY(fm_buf_append(list, ",", list->n > 0));
    FM_TRY(fm_buf_append(list, &colour, 1));
    return FM_APPEND(list, from, to);
}

/* `Gd4, Re2e4`. What is no item is left out. */
static enum fm_status read_list(struct fm_markings *m, struct fm_text rest)
{
    while (rest.n > 0) {
        const struct fm_text item = take_word(&rest, ", \t\r\n");
        const struct fm_text from = {item.p + 1, 2}, to = {item.p + 3, item.n > 3 ? item.n - 3 : 0};
        const char colour = (char)(item.n == 0 ? 0 : item.p[0] & ~0x20);
        if (item.n < 3 || !is_square(from) || (to.n > 0 && !is_square(to)))
            m->dropped |= item.n > 0;
        else
            FM_TRY(add_item(m, *colour_of_letter(colour) == 'b' ? 'B' : colour, from, to));
    }
    return FM_OK;
}

/* Scid's: `circle,d4,green`, `arrow,d4,e5`, `X,d4,red`, `d4`; with blanks for [%mark] and
 * [%arrow]. A letter on a square becomes a colour of it. */
static enum fm_status read_drawing(struct fm_markings *m, struct fm_text rest)
{
    struct fm_text from = FM_NO_TEXT, to = FM_NO_TEXT, colour = FM_TEXT("red"), kind = FM_NO_TEXT;
    while (rest.n > 0) {
        const struct fm_text word = take_word(&rest, ", \t\r\n");
        if (!is_square(word) && from.n == 0)
            kind = word;
        else if (!is_square(word))
            colour = word;
        else if (from.n == 0)
            from = word;
        else
            to = word;
    }
    m->dropped |= kind.n == 1 || from.n == 0;
    return from.n == 0 ? FM_OK : add_item(m, letter_of_colour(colour), from, to);
}

/* Is it a command of squares or arrows? */
static bool is_drawn(struct fm_text command, struct fm_text *rest, bool *list)
{
    *list = is_command(command, "csl", rest) || is_command(command, "cal", rest);
    return *list || is_command(command, "draw", rest) || is_command(command, "mark", rest) ||
           is_command(command, "arrow", rest);
}

enum fm_status fm_markings_begin(struct fm_markings *m, struct fm_text comment)
{
    const unsigned char *at = comment.p, *const end = comment.p + comment.n, *close;
    struct fm_text rest;
    bool list;
    m->squares.n = m->arrows.n = 0;
    m->listed = false;
    for (; m->forms != 0 && (at = fm_comment_command(at, end, &close)) < end; at = close)
        if (is_drawn(fm_text_between(at, close), &rest, &list))
            FM_TRY(list ? read_list(m, rest) : read_drawing(m, rest));
    return FM_OK;
}

static enum fm_status put_list(const char *name, const struct fm_buf *list, struct fm_buf *out)
{
    if (list->n == 0)
        return FM_OK;
    return FM_APPEND(out, fm_text_of(name), fm_buf_text(list), FM_TEXT("]"));
}

/* Each item as a command of its own. */
static enum fm_status put_drawings(const char *kind, const struct fm_buf *list, struct fm_buf *out)
{
    struct fm_text rest = fm_buf_text(list);
    while (rest.n > 0) {
        const struct fm_text item = take_word(&rest, ",");
        FM_TRY(FM_APPEND(out, FM_TEXT("[%draw "), fm_text_of(kind)));
        for (size_t at = 1; at < item.n; at += 2)
            FM_TRY(FM_APPEND(out, FM_TEXT(","), (struct fm_text){item.p + at, 2}));
        FM_TRY(FM_APPEND(out, FM_TEXT(","), fm_text_of(colour_of_letter((char)item.p[0])),
                         FM_TEXT("]")));
    }
    return FM_OK;
}

/* All squares and arrows of the comment at the place of the first. */
static enum fm_status put_drawn(struct fm_markings *m, struct fm_buf *out)
{
    if (m->listed)
        return FM_OK;
    m->listed = true;
    if (m->forms & FM_MARKING_LISTS) {
        FM_TRY(put_list("[%csl ", &m->squares, out));
        return put_list("[%cal ", &m->arrows, out);
    }
    FM_TRY(put_drawings("circle", &m->squares, out));
    return put_drawings("arrow", &m->arrows, out);
}

/* Centipawns, or a mate in the code of [%evp]. @return the end; @p out: no value. */
static unsigned char *put_score(const struct fm_markings *m, int64_t value, bool coded,
                                unsigned char *out)
{
    const uint64_t amount = (uint64_t)(value < 0 ? -value : value);
    const bool mate = coded && amount >= EVP_MATE_LEAST;
    if (coded && amount > EVP_MATE)
        return out;
    if (mate)
        return fm_eval_command_put((EVP_MATE - amount + 1) / 2, value < 0, true, out);
    const int scaled = fm_score_scale((int)value, m->scale);
    return fm_eval_command_put((uint64_t)abs(scaled), scaled < 0, false, out);
}

static bool read_number(struct fm_cursor *c, int64_t *out)
{
    uint64_t amount;
    fm_cursor_skip_blanks(c);
    const bool minus = fm_cursor_take(c, '-');
    if (!minus)
        (void)fm_cursor_take(c, '+');
    if (!fm_cursor_number(c, &amount) || amount > INT32_MAX)
        return false;
    *out = minus ? -(int64_t)amount : (int64_t)amount;
    fm_cursor_skip_blanks(c);
    return true;
}

size_t fm_markings_eval(struct fm_markings *m, unsigned char out[FM_SCORE_COMMANDS_MAX])
{
    unsigned char *end = out;
    for (; m->values.n > 0 && end == out && m->value_ply <= m->ply; m->value_ply++) {
        struct fm_cursor c = {m->values.p, m->values.p + m->values.n};
        int64_t value;
        if (!read_number(&c, &value))
            c.p = c.end;
        else if (m->value_ply == m->ply)
            end = put_score(m, value, true, out);
        (void)fm_cursor_take(&c, ',');
        m->values = fm_text_between(c.p, c.end);
    }
    if (end > out)
        *end++ = ']';
    return (size_t)(end - out);
}

/* `0,2,17,25,-8`: before the first move only, where ChessBase has it. */
static enum fm_status put_profile(struct fm_markings *m, struct fm_text rest, bool main_line,
                                  struct fm_buf *out)
{
    struct fm_cursor c = {rest.p, rest.p + rest.n};
    unsigned char text[FM_SCORE_COMMANDS_MAX];
    int64_t from, to;
    if (!main_line || m->ply > 0 || m->values.n > 0 || !read_number(&c, &from) || from < 0 ||
        !fm_cursor_take(&c, ',') || !read_number(&c, &to) || !fm_cursor_take(&c, ',')) {
        m->dropped = true;
        return FM_OK;
    }
    m->values = fm_text_between(c.p, c.end);
    m->value_ply = (uint64_t)from;
    return fm_buf_append(out, text, fm_markings_eval(m, text));
}

/* `-35,20`: ChessBase's centipawns with a depth; readers of pawns take a whole number for pawns. */
static enum fm_status put_eval(const struct fm_markings *m, struct fm_text rest, struct fm_buf *out,
                               bool *copied)
{
    struct fm_cursor c = {rest.p, rest.p + rest.n};
    unsigned char text[FM_SCORE_COMMANDS_MAX];
    int64_t value;
    if (!read_number(&c, &value) || fm_cursor_peek(&c) != ',') {
        *copied = true;
        return FM_OK;
    }
    FM_TRY(fm_buf_append(out, text, (size_t)(put_score(m, value, false, text) - text)));
    FM_TRY(fm_buf_append_text(out, fm_text_between(c.p, c.end)));
    return fm_buf_append(out, "]", 1);
}

/* A score in any form, times the factor. Mates, and what is no score, are copied. */
static enum fm_status put_scaled(const struct fm_markings *m, struct fm_text command,
                                 struct fm_buf *out, bool *copied)
{
    struct fm_comment read = {0};
    unsigned char text[FM_SCORE_COMMANDS_MAX], *end = text;
    fm_comment_read(command, false, &read);
    *copied = !read.has_score || read.is_mate;
    if (*copied)
        return FM_OK;
    const int score = fm_score_scale(read.centipawns, m->scale);
    end = fm_eval_command_put((uint64_t)abs(score), score < 0, false, end);
    if (read.has_depth) {
        *end++ = ',';
        end = fm_put_u64(end, read.depth);
    }
    *end++ = ']';
    return fm_buf_append(out, text, (size_t)(end - text));
}

/* The time for a move is what its side's time has grown by. */
static enum fm_status put_elapsed(struct fm_markings *m, struct fm_text rest,
                                  struct fm_text comment, bool main_line, struct fm_buf *out)
{
    struct fm_cursor c = {rest.p, rest.p + rest.n};
    unsigned char text[64], *end = text;
    uint64_t now, *const last = &m->elapsed[m->black];
    if (!main_line || m->ply == 0 || !fm_cursor_time(&c, &now) || now < *last) {
        m->dropped = true;
        return FM_OK;
    }
    const uint64_t used = now - *last;
    *last = now;
    if (fm_comment_has(comment, "emt")) /* it is the same */
        return FM_OK;
    end = fm_time_command_put("[%emt ", used, end);
    return fm_buf_append(out, text, (size_t)(end - text));
}

enum fm_status fm_marking_put(struct fm_markings *m, struct fm_text command, struct fm_text comment,
                              bool main_line, struct fm_buf *out, bool *copied)
{
    struct fm_text rest;
    bool list;
    const size_t begin = out->n;
    enum fm_status status = FM_OK;
    *copied = false;
    if ((m->forms & (FM_MARKING_LISTS | FM_MARKING_DRAW)) && is_drawn(command, &rest, &list))
        status = put_drawn(m, out);
    else if ((m->forms & FM_MARKING_EVAL) && is_command(command, "evp", &rest))
        status = put_profile(m, rest, main_line, out);
    else if (fm_markings_scale(m) && is_command(command, "eval", &rest))
        status = put_scaled(m, command, out, copied);
    else if ((m->forms & FM_MARKING_EVAL) && is_command(command, "eval", &rest))
        status = put_eval(m, rest, out, copied);
    else if ((m->forms & FM_MARKING_EMT) && is_command(command, "egt", &rest))
        status = put_elapsed(m, rest, comment, main_line, out);
    else
        *copied = true;
    m->changed |= !*copied && (out->n - begin != command.n ||
                               memcmp(out->p + begin, command.p, command.n) != 0);
    return status;
}

void fm_markings_free(struct fm_markings *m)
{
    fm_buf_free(&m->squares);
    fm_buf_free(&m->arrows);
}
