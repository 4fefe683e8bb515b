/* SPDX-License-Identifier: MIT */
/* The layout of movetexts: see write_moves.h. Tokens are separated by one blank or line end and
 * never broken. Nor is a comment: readers do not agree on what a line end in it means (python-chess
 * keeps it, others make a blank of it), so it is written as it was found, with its own line
 * ends. */
#include <config.h>
#include "pgn/write_moves.h"
#include "base/utf8.h"
#include "pgn/comment.h"
#include "pgn/symbols.h"

/* An open variation. Without a move it is taken back: most members are those of the movetext before
 * it. */
struct fm_movetext_level {
    const unsigned char *inside; /* the input after its bracket */
    struct fm_movetext_source at;
    size_t mark, line, last; /* out->n, line and last before it */
    unsigned opens;          /* brackets that waited before it */
    bool numbered;           /* the next move was to get its number */
    bool line_moved;         /* the line that it is in had a move */
    bool moved;              /* a move of the line, or of a variation in it, is written */
};

void fm_movetext_begin(struct fm_movetext *m)
{
    m->begin = m->last = m->out->n;
    m->limit = m->style->width == 0 ? SIZE_MAX / 2 : (size_t)m->style->width - 1;
    m->line = m->begin - m->limit; /* modulo 2^64: the line before is full */
    m->plain = m->letters == NULL && m->style->notation <= FM_PGN_SAN && !m->king_castles;
    m->numbered = true;
    m->at = m->source;
}

void fm_movetext_free(struct fm_movetext *m)
{
    fm_buf_free(&m->levels);
    fm_markings_free(&m->marks);
}

/* Begin a token of n bytes, with the brackets before it. */
static enum fm_status begin_token(struct fm_movetext *m, size_t n)
{
    const size_t place = m->out->n;
    const bool breaks = place - m->line + 1 + m->opens + n > m->limit;
    FM_TRY(fm_buf_reserve(m->out, m->opens + 1));
    m->last = place;
    m->line = breaks ? place + 1 : m->line;
    m->out->p[m->out->n++] = breaks ? '\n' : ' ';
    for (; m->opens > 0; m->opens--)
        m->out->p[m->out->n++] = '(';
    return FM_OK;
}

/* Where the line has become too long, its last token goes to the next one. */
static void wrap(struct fm_movetext *m)
{
    if (m->out->n - m->line > m->limit && m->last >= m->line) {
        m->out->p[m->last] = '\n';
        m->line = m->last + 1;
    }
}

static enum fm_status put_token(struct fm_movetext *m, struct fm_text token)
{
    FM_TRY(begin_token(m, token.n));
    return fm_buf_append_text(m->out, token);
}

/* The bytes of the input that a part of the movetext was decoded from. */
static struct fm_text raw_of(struct fm_movetext *m, struct fm_text text)
{
    if (m->source.raw == NULL)
        return text;
    if (text.p < m->at.decoded) /* a variation is looked at again */
        m->at = m->source;
    m->at.raw += fm_utf8_count(m->at.decoded, (size_t)(text.p - m->at.decoded));
    m->at.decoded = text.p;
    return (struct fm_text){m->at.raw, fm_utf8_count(text.p, text.n)};
}

/* Append text of the input, in the encoding of the output. */
static enum fm_status put_text(struct fm_movetext *m, struct fm_text text)
{
    if (m->encoding != FM_ENCODING_AUTO && !fm_encoding_is_ascii(text))
        return fm_encoding_append(m->out, text, m->encoding);
    return fm_buf_append_text(m->out, raw_of(m, text));
}

/* Line ends are LF. @param begin  of the text, in out. */
static void settle_lines(struct fm_movetext *m, size_t begin)
{
    unsigned char *const p = m->out->p;
    size_t to = begin;
    for (size_t i = begin; i < m->out->n; i++) {
        if (p[i] == '\r' && i + 1 < m->out->n && p[i + 1] == '\n')
            continue;
        p[to++] = p[i] == '\r' ? '\n' : p[i];
        m->line = p[to - 1] == '\n' ? to : m->line;
    }
    m->out->n = to;
}

/* The text of a comment for `{ }`: on one line, and nothing in it closes the comment. */
static void settle_remark(struct fm_movetext *m, size_t begin)
{
    unsigned char *const p = m->out->p;
    size_t to = begin;
    for (size_t i = begin; i < m->out->n; i++) {
        const bool blank = p[i] <= ' ';
        if (!blank || (to > begin && p[to - 1] != ' '))
            p[to++] = blank ? ' ' : p[i] == '}' ? ')' : p[i];
    }
    m->out->n = to;
}

/* Begin a comment, whose length is not known before it is decoded. @param[out] begin  of its
 * inside, in out. */
static enum fm_status begin_comment(struct fm_movetext *m, size_t *begin)
{
    FM_TRY(begin_token(m, 0));
    FM_TRY(fm_buf_append(m->out, "{", 1));
    *begin = m->out->n;
    return FM_OK;
}

/* For readers that count brackets in comments, too: `{`, in a variation also `(` and `)`, become
 * square ones. Some read `%` at the beginning of a line as an escape: there is none. */
static void settle_brackets(struct fm_movetext *m, size_t begin)
{
    unsigned char *const p = m->out->p;
    const bool inside = m->levels.n > 0;
    for (size_t i = begin; i < m->out->n; i++) {
        if (p[i] == '{' || (inside && p[i] == '('))
            p[i] = '[';
        else if (inside && p[i] == ')')
            p[i] = ']';
        else if (p[i] == '%' && (p[i - 1] == '\n' || p[i - 1] == '\r'))
            p[i - 1] = ' ';
    }
}

/* Close a comment. It begins on the next line if its first line needs that. */
static enum fm_status end_comment(struct fm_movetext *m, size_t begin)
{
    struct fm_buf *out = m->out;
    size_t first = begin;
    m->numbered = true;
    if (m->no_brackets)
        settle_brackets(m, begin);
    FM_TRY(fm_buf_append(out, "}", 1));
    while (first < out->n && out->p[first] != '\n' && out->p[first] != '\r')
        first++;
    const size_t n = out->n;
    out->n = first;
    wrap(m);
    out->n = n;
    if (first < n)
        settle_lines(m, begin);
    return FM_OK;
}

/* Is one of these kinds of comments kept? */
static bool keeps(const struct fm_movetext *m, unsigned kind)
{
    return m->style->comments == FM_PGN_COMMENTS_KEEP || (m->style->comments & kind) != 0;
}

/* The score that the last move has of an [%evp], or its new commands, after its NAGs. */
static enum fm_status put_last_score(struct fm_movetext *m)
{
    const size_t n = m->marks.score_n;
    size_t begin;
    if (FM_LIKELY(n == 0))
        return FM_OK;
    m->marks.score_n = 0;
    if (m->commands.wanted == 0 &&
        !keeps(m, FM_PGN_COMMENTS_EVALUATIONS | FM_PGN_COMMENTS_COMMANDS))
        return FM_OK;
    FM_TRY(begin_comment(m, &begin));
    FM_TRY(fm_buf_append(m->out, m->marks.score, n));
    return end_comment(m, begin);
}

/* A command of a comment as the reader of the output has it. */
static enum fm_status put_command(struct fm_movetext *m, struct fm_text command,
                                  struct fm_text comment)
{
    bool copied = true;
    if (m->marks.forms != 0 || fm_markings_scale(&m->marks))
        FM_TRY(fm_marking_put(&m->marks, command, comment, m->levels.n == 0, m->out, &copied));
    return copied ? put_text(m, command) : FM_OK;
}

/* Is this command, from `[%` on, of a kind that is kept? */
static bool keeps_command(const struct fm_movetext *m, struct fm_text command)
{
    static const struct {
        const char *name;
        enum fm_pgn_comments kind;
    } kinds[] = {{"[%ev", FM_PGN_COMMENTS_EVALUATIONS}, {"[%clk", FM_PGN_COMMENTS_CLOCKS},
                 {"[%emt", FM_PGN_COMMENTS_CLOCKS},     {"[%egt", FM_PGN_COMMENTS_CLOCKS},
                 {"[%mct", FM_PGN_COMMENTS_CLOCKS},     {"[%csl", FM_PGN_COMMENTS_MARKS},
                 {"[%cal", FM_PGN_COMMENTS_MARKS},      {"[%draw", FM_PGN_COMMENTS_MARKS},
                 {"[%mark", FM_PGN_COMMENTS_MARKS},     {"[%arrow", FM_PGN_COMMENTS_MARKS},
                 {"[%end", FM_PGN_COMMENTS_ENDS}};
    for (size_t i = 0; i < FM_COUNT_OF(kinds); i++)
        if (fm_text_begins(command, fm_text_of(kinds[i].name)))
            return keeps(m, kinds[i].kind | FM_PGN_COMMENTS_COMMANDS);
    return keeps(m, FM_PGN_COMMENTS_COMMANDS);
}

enum fm_status fm_movetext_remark(struct fm_movetext *m, struct fm_text text)
{
    size_t begin;
    text = fm_text_trim(text);
    m->follows = false;
    if (text.n == 0 || !keeps(m, FM_PGN_COMMENTS_TEXT))
        return FM_OK;
    FM_TRY(put_last_score(m));
    FM_TRY(begin_comment(m, &begin));
    FM_TRY(put_text(m, text));
    settle_remark(m, begin);
    return end_comment(m, begin);
}

/* A comment, or only the commands in it. One of which nothing is left is none. */
static enum fm_status put_comment(struct fm_movetext *m, struct fm_text text, bool commands)
{
    const size_t n = m->out->n, line = m->line, last = m->last; /* before it */
    const unsigned opens = m->opens;
    const bool looks = m->style->comments != FM_PGN_COMMENTS_KEEP || m->marks.forms != 0 ||
                       fm_markings_scale(&m->marks);
    const unsigned char *at = text.p, *const end = text.p + text.n, *command, *close = end;
    size_t begin;
    FM_TRY(begin_comment(m, &begin));
    for (; looks && (command = fm_comment_command(at, end, &close)) < end; at = close) {
        const size_t blank = m->out->n;
        FM_TRY(commands ? fm_buf_append(m->out, " ", blank > begin)
                        : put_text(m, fm_text_between(at, command)));
        const size_t was = m->out->n;
        if (keeps_command(m, fm_text_between(command, close)))
            FM_TRY(put_command(m, fm_text_between(command, close), text));
        if (m->out->n > was)
            continue;
        m->out->n = commands ? blank : was;
        while (close < end && *close == ' ') /* one blank is left of two, none at the end */
            close++;
        while (close == end && m->out->n > begin && m->out->p[m->out->n - 1] == ' ')
            m->out->n--;
    }
    if (!commands)
        FM_TRY(put_text(m, fm_text_between(at, end)));
    if (!commands && text.p[-1] == ';')
        settle_remark(m, begin);
    const struct fm_text inside = fm_buf_text_from(m->out, begin);
    if ((looks && (m->marks.changed || m->style->comments != FM_PGN_COMMENTS_KEEP)) &&
        fm_text_trim(inside).n == 0 && (commands || fm_text_trim(text).n > 0)) {
        m->out->n = n;
        m->line = line;
        m->last = last;
        m->opens = opens;
        return FM_OK;
    }
    return end_comment(m, begin);
}

enum fm_status fm_movetext_comment(struct fm_movetext *m, struct fm_text text)
{
    m->follows = false;
    if (m->style->comments == FM_PGN_COMMENTS_DROP)
        return FM_OK;
    if (m->marks.score_n > 0 && m->commands.wanted == 0 &&
        fm_comment_has(text, "eval")) /* its own */
        m->marks.score_n = 0;
    FM_TRY(put_last_score(m));
    FM_TRY(fm_markings_begin(&m->marks, text));
    if (!keeps(m, FM_PGN_COMMENTS_TEXT))
        return put_comment(m, text, true);
    if (text.p[-1] == ';' && m->style->comments == FM_PGN_COMMENTS_KEEP)
        return fm_movetext_remark(m, text);
    return put_comment(m, text, false);
}

void fm_movetext_commands(struct fm_movetext *m, const struct fm_lexer *lexer, bool black)
{
    if (m->marks.score_n > 0) /* it has the score of an [%evp] */
        return;
    m->marks.score_n = fm_score_commands_put(&m->commands, lexer, black, m->marks.score);
    if (m->marks.score_n > 0)
        m->numbered = m->marks.changed = true; /* a comment is before the next move */
}

enum fm_status fm_movetext_nag(struct fm_movetext *m, unsigned nag)
{
    unsigned char text[8] = "$";
    if (m->style->nags == FM_PGN_NAGS_DROP)
        return FM_OK;
    if (nag == m->glyph && nag != 0) { /* the move has it */
        m->glyph = 0;
        return FM_OK;
    }
    const struct fm_text token = fm_text_between(text, fm_put_u64(text + 1, nag));
    return m->ordered && !m->moved ? fm_movetext_remark(m, token) : put_token(m, token);
}

enum fm_status fm_movetext_symbol(struct fm_movetext *m, struct fm_text text)
{
    const unsigned nag = fm_symbol_nag(text, m->follows);
    if (text.n == 1 && *text.p == '*')
        return FM_OK;
    return nag != 0 ? fm_movetext_nag(m, nag) : fm_movetext_remark(m, text);
}

/* The NAGs, or else the comments, up to the next move of this line. */
static enum fm_status annotate(struct fm_movetext *m, struct fm_lexer lexer, enum fm_token token,
                               bool nags)
{
    bool follows = m->follows;
    lexer.notes = NULL;
    for (;; token = fm_lexer_next(&lexer)) {
        const bool symbol = token == FM_TOKEN_UNKNOWN || token == FM_TOKEN_RESULT;
        const bool nag =
            token == FM_TOKEN_NAG || (symbol && fm_symbol_nag(lexer.text, follows) != 0);
        if (token == FM_TOKEN_END || token == FM_TOKEN_MOVE ||
            (token == FM_TOKEN_CLOSE && m->levels.n > 0))
            return FM_OK;
        follows = follows && nag;
        if (token == FM_TOKEN_CLOSE) /* one that closes nothing */
            continue;
        if (token == FM_TOKEN_OPEN)
            fm_lexer_skip_variation(&lexer);
        else if (nag != nags)
            continue;
        else if (symbol)
            FM_TRY(fm_movetext_symbol(m, lexer.text));
        else
            FM_TRY(nag ? fm_movetext_nag(m, lexer.number) : fm_movetext_comment(m, lexer.text));
    }
}

enum fm_status fm_movetext_annotate(struct fm_movetext *m, const struct fm_lexer *lexer,
                                    enum fm_token token)
{
    m->annotated = true;
    const bool follows = m->follows;
    FM_TRY(annotate(m, *lexer, token, true));
    m->follows = follows;
    return annotate(m, *lexer, token, false);
}

static struct fm_movetext_level *last_level(const struct fm_movetext *m)
{
    return (void *)(m->levels.p + m->levels.n - sizeof(struct fm_movetext_level));
}

enum fm_status fm_movetext_open(struct fm_movetext *m, const unsigned char *inside)
{
    FM_TRY(put_last_score(m));
    const struct fm_movetext_level level = {inside,   m->at,       m->out->n, m->line, m->last,
                                            m->opens, m->numbered, m->moved,  false};
    FM_TRY(fm_buf_append(&m->levels, &level, sizeof level));
    m->opens++;
    m->numbered = true;
    m->moved = m->annotated = m->follows = false;
    return FM_OK;
}

enum fm_status fm_movetext_close(struct fm_movetext *m, const unsigned char *end,
                                 struct fm_text rest)
{
    const struct fm_movetext_level level = *last_level(m);
    m->moved = m->annotated = level.line_moved;
    m->follows = false;
    if (level.moved) {
        m->numbered = true;
        FM_TRY(fm_movetext_remark(m, rest));
        m->levels.n -= sizeof level;
        FM_TRY(fm_buf_append(m->out, ")", 1));
        wrap(m);
        return FM_OK;
    }
    m->levels.n -= sizeof level;
    m->out->n = level.mark;
    m->line = level.line;
    m->last = level.last;
    m->opens = level.opens;
    m->at = level.at;
    m->numbered = level.numbered;
    return fm_movetext_unplayed(m, fm_text_between(level.inside, end));
}

enum fm_status fm_movetext_unplayed(struct fm_movetext *m, struct fm_text text)
{
    struct fm_lexer lexer = {.at = text.p, .end = text.p + text.n};
    for (;;) {
        const unsigned char *const from = lexer.at;
        switch (fm_lexer_next(&lexer)) {
        case FM_TOKEN_COMMENT:
            FM_TRY(fm_movetext_comment(m, lexer.text));
            break;
        case FM_TOKEN_NAG:
            FM_TRY(fm_movetext_nag(m, lexer.number));
            break;
        case FM_TOKEN_MOVE:
        case FM_TOKEN_OPEN:
            return fm_movetext_remark(m, fm_text_between(from, lexer.end));
        case FM_TOKEN_RESULT:
        case FM_TOKEN_UNKNOWN:
            FM_TRY(fm_movetext_symbol(m, lexer.text));
            break;
        case FM_TOKEN_CLOSE:
            break;
        case FM_TOKEN_END:
            return FM_OK;
        }
    }
}

enum fm_status fm_movetext_end(struct fm_movetext *m, enum fm_result result)
{
    FM_TRY(put_last_score(m));
    FM_TRY(put_token(m, fm_text_of(fm_result_names[fm_result_index(result)])));
    return fm_buf_append(m->out, "\n\n", 2);
}

enum fm_status fm_movetext_any_move(struct fm_movetext *m, unsigned number, bool black,
                                    struct fm_text move)
{
    unsigned char digits[24], *end = digits;
    FM_TRY(put_last_score(m));
    for (size_t n = m->levels.n; n > 0; n -= sizeof(struct fm_movetext_level)) {
        struct fm_movetext_level *level = (void *)(m->levels.p + n - sizeof *level);
        if (level->moved)
            break;
        level->moved = true;
    }
    if (!black || m->numbered) {
        end = fm_put_u64(digits, number);
        for (unsigned dots = black ? 3 : 1; dots > 0; dots--)
            *end++ = '.';
        FM_TRY(put_token(m, fm_text_between(digits, end)));
    }
    m->numbered = false;
    m->moved = true;
    m->annotated = false;
    m->marks.black = black;
    m->marks.ply += m->levels.n == 0;
    if (FM_UNLIKELY(m->marks.values.n > 0) && m->levels.n == 0) {
        m->marks.score_n = fm_markings_eval(&m->marks, m->marks.score);
        m->numbered = true; /* a comment may be before the next move */
    }
    return put_token(m, move);
}

unsigned char *fm_movetext_digits(unsigned char *begin, unsigned char *end)
{
    static const char promotions[] = "qrbn";
    if (end - begin < 4 || *begin < 'a') /* a null move */
        return end;
    for (unsigned char *p = begin; p < end; p++) {
        if (*p < 'a')
            continue;
        const char *promoted = p == begin + 4 ? strchr(promotions, *p) : NULL;
        *p = (unsigned char)(promoted == NULL ? *p - 'a' + '1' : '1' + (promoted - promotions));
    }
    return end;
}

unsigned fm_movetext_marks(struct fm_text move)
{
    const unsigned char *begin = move.p, *const last = move.p + move.n;
    while (begin < last && *begin != '!' && *begin != '?')
        begin++;
    const unsigned char *end = begin;
    while (end < last && (*end == '!' || *end == '?'))
        end++;
    return fm_nag_of_glyph(fm_text_between(begin, end));
}

unsigned fm_movetext_all_marks(struct fm_text move)
{
    return fm_movetext_marks(move) + FM_SYMBOL_MARK * fm_symbol_after(move);
}

unsigned char *fm_movetext_put_marks(unsigned char *end, unsigned nag)
{
    const struct fm_text marks = fm_text_of(fm_nag_glyphs[nag]);
    memcpy(end, marks.p, marks.n);
    return end + marks.n;
}

unsigned fm_movetext_glyph_after(const struct fm_lexer *lexer)
{
    struct fm_lexer ahead = *lexer;
    ahead.notes = NULL;
    while (fm_lexer_next(&ahead) == FM_TOKEN_NAG)
        if (ahead.number > 0 && ahead.number < FM_GLYPHS)
            return ahead.number;
    return 0;
}
