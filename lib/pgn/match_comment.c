/* SPDX-License-Identifier: MIT */
/* Comments of engine matches. */
#include <config.h>
#include "pgn/match_comment.h"
#include "pgn/comment_cursor.h"

/* How a score was written: what distinguishes one program from another. */
struct form {
    bool mate, is_signed, whole, two_digits, nonzero;
    enum { TIME_NONE, TIME_BARE, TIME_SECONDS, TIME_MILLISECONDS } time;
};

static bool at_separator(const struct fm_cursor *c)
{
    return c->p >= c->end || *c->p <= ' ' || *c->p == ',' || *c->p == ';';
}

/* The principal variation of Arena and WinBoard: `(e4 e5 Nf3) +0.25/12 3`. */
static void skip_line(struct fm_cursor *c)
{
    const unsigned char *close;
    if (fm_cursor_peek(c) != '(' || (close = memchr(c->p, ')', (size_t)(c->end - c->p))) == NULL)
        return;
    c->p = close + 1;
    fm_cursor_skip_blanks(c);
}

/* `+0.25`, `-M4`, `0.00`, `-35`. */
static bool read_score(struct fm_cursor *c, struct form *form, struct fm_comment *out)
{
    const unsigned char *const begin = c->p;
    if (!fm_cursor_score(c, 'M', out))
        return false;
    const unsigned char *const point = memchr(begin, '.', (size_t)(c->p - begin));
    form->mate = out->is_mate;
    form->is_signed = *begin == '+' || *begin == '-' || *begin >= 0x80;
    form->whole = point == NULL && !form->mate;
    if (form->whole)
        fm_comment_set_centipawns((struct fm_cursor){begin, c->p}, out);
    form->two_digits = point != NULL && point > begin && c->p - point == 3;
    form->nonzero = out->centipawns != 0;
    return true;
}

/* The time after the depth: `3.1s`, `250ms`; bare `12`, `2.5`, `1:05` are seconds, too. */
static void read_time(struct fm_cursor *c, struct form *form, struct fm_comment *out)
{
    struct fm_cursor at = *c;
    uint64_t ms;
    fm_cursor_skip_blanks(&at);
    if (!fm_cursor_time(&at, &ms))
        return;
    if (fm_cursor_take(&at, 's')) {
        form->time = TIME_SECONDS;
    } else if (fm_cursor_take_word(&at, FM_TEXT("ms"))) {
        form->time = TIME_MILLISECONDS;
        ms /= 1000;
    } else {
        form->time = TIME_BARE;
    }
    /* `12 pawns` and `3rd` are no times; Shredder writes the expected answer, `83 (Rg7)`. */
    struct fm_cursor after = at;
    fm_cursor_skip_blanks(&after);
    if (!at_separator(&at) ||
        (form->time == TIME_BARE && !at_separator(&after) && *after.p != '(' && *after.p != '[')) {
        form->time = TIME_NONE;
        return;
    }
    out->has_elapsed = true;
    out->elapsed_ms = ms;
    *c = at;
}

/* Is it certain that this is a score, and if so, whose and in what unit? `1.5/2 pts`, `-1/2` and
 * `0.5/1` are none. */
static bool accept(const struct form *form, struct fm_comment *out)
{
    const bool unit = form->time >= TIME_SECONDS;
    out->view = FM_SCORE_FOR_MOVER;
    if (form->whole) /* c-chess-cli: centipawns */
        return form->time == TIME_MILLISECONDS;
    if (form->mate) { /* c-chess-cli counts moves, and does without a plus */
        out->mate_in_plies = form->time != TIME_MILLISECONDS;
        return unit || form->is_signed;
    }
    if (unit)
        return true;
    /* Of the programs whose times have no unit those of ChessBase and Shredder write no plus, and
     * White's view. Their minus says nothing: see fm_game_score_view(). */
    if (!form->is_signed)
        out->view = FM_SCORE_FOR_WHITE;
    else if (out->centipawns < 0)
        out->view = FM_SCORE_BY_GAME;
    if (form->two_digits)
        return form->is_signed || !form->nonzero || form->time == TIME_BARE;
    return form->is_signed && form->time == TIME_BARE;
}

/* fastchess's further fields, up to its quoted ones: `, tl=59.123s, n=1234, pv="..."`. */
static void read_fields(struct fm_cursor *c, struct fm_comment *out)
{
    while (fm_cursor_take(c, ',')) {
        uint64_t ms;
        fm_cursor_skip_blanks(c);
        if (fm_cursor_take_word(c, FM_TEXT("tl=")) && fm_cursor_thousandths(c, &ms) &&
            fm_cursor_peek(c) == 's') {
            out->has_clock = true;
            out->clock_ms = ms;
        }
        while (c->p < c->end && *c->p != ',' && *c->p != '"' && *c->p != '[')
            c->p++;
    }
}

/* An engine that gave no score: `/0 0.1s` of fastchess, `0.1s` of cutechess. */
static bool read_scoreless(struct fm_cursor *c, struct fm_comment *out)
{
    struct form form = {0};
    uint64_t depth = 0;
    if (fm_cursor_take(c, '/') && !fm_cursor_number(c, &depth))
        return false;
    read_time(c, &form, out);
    if (form.time != TIME_SECONDS)
        return false;
    if (depth > 0)
        fm_comment_set_depth(out, depth);
    return true;
}

/* OpenBench after the score: ` 17/28 583 363004`, depth, deepest line, milliseconds and nodes. The
 * four numbers are evidence enough, so that a score of 0.00 needs no sign. */
static bool read_openbench(struct fm_cursor *c, const struct form *form, struct fm_comment *out)
{
    struct fm_cursor at = *c;
    uint64_t depth, deepest, ms, nodes;
    if ((!form->mate && !form->two_digits) || !fm_cursor_take(&at, ' ') ||
        !fm_cursor_number(&at, &depth) || !fm_cursor_take(&at, '/') ||
        !fm_cursor_number(&at, &deepest) || !fm_cursor_take(&at, ' ') ||
        !fm_cursor_number(&at, &ms) || !fm_cursor_take(&at, ' ') ||
        !fm_cursor_number(&at, &nodes) || !at_separator(&at))
        return false;
    fm_comment_set_depth(out, depth);
    out->has_score = out->before = out->mate_in_plies = out->has_elapsed = true;
    out->view = FM_SCORE_FOR_MOVER;
    out->elapsed_ms = ms;
    *c = at;
    return true;
}

const unsigned char *fm_match_comment_read(struct fm_text text, struct fm_comment *out)
{
    struct fm_cursor c = {text.p, text.p + text.n};
    struct fm_comment read = *out;
    struct form form = {0};
    uint64_t depth;
    skip_line(&c);
    const struct fm_cursor begin = c;
    const bool scored = read_score(&c, &form, &read);
    if (scored && read_openbench(&c, &form, &read)) {
        *out = read;
        return c.p;
    }
    if (scored && fm_cursor_take(&c, '/') && fm_cursor_number(&c, &depth) && at_separator(&c)) {
        fm_comment_set_depth(&read, depth);
        read.has_score = read.before = true;
        read_time(&c, &form, &read);
        if (!accept(&form, &read))
            return NULL;
    } else {
        c = begin;
        read = *out;
        if (!read_scoreless(&c, &read))
            return NULL;
    }
    *out = read;
    read_fields(&c, out);
    return c.p;
}

/* Milliseconds as a whole number, or a clock with colons. */
static bool read_tcec_time(struct fm_cursor c, uint64_t *ms)
{
    const struct fm_cursor begin = c;
    uint64_t number;
    if (!fm_cursor_number(&c, &number))
        return false;
    if (fm_cursor_peek(&c) == ':') {
        c = begin;
        return fm_cursor_time(&c, ms);
    }
    *ms = number;
    return true;
}

/* White's view of the position before, whether in `wv=` or in the `ev=` of the first seasons. In
 * later ones `ev=` is the mover's view, and `wv=` is in the same comment. Mates are plies, `#` of
 * the first seasons moves. */
static bool read_tcec_score(struct fm_cursor c, struct fm_comment *out)
{
    struct fm_comment read = *out;
    struct fm_cursor moves = c;
    read.view = FM_SCORE_FOR_WHITE;
    read.has_score = read.before = true;
    read.mate_in_plies = false;
    if (!fm_cursor_score(&moves, '#', &read)) {
        read.mate_in_plies = true;
        if (!fm_cursor_score(&c, 'M', &read))
            return false;
    }
    *out = read;
    return true;
}

void fm_tcec_comment_read(struct fm_text text, struct fm_comment *out)
{
    struct fm_cursor c = {text.p, text.p + text.n};
    bool white = false;
    out->has_depth = false;
    for (uint64_t number; c.p < c.end;) {
        fm_cursor_skip_blanks(&c);
        if (fm_cursor_take_word(&c, FM_TEXT("wv="))) {
            white |= read_tcec_score(c, out);
        } else if (!white && fm_cursor_take_word(&c, FM_TEXT("ev="))) {
            (void)read_tcec_score(c, out);
        } else if (fm_cursor_take_word(&c, FM_TEXT("d=")) && fm_cursor_number(&c, &number)) {
            fm_comment_set_depth(out, number);
        } else if (fm_cursor_take_word(&c, FM_TEXT("mt=")) && read_tcec_time(c, &out->elapsed_ms)) {
            out->has_elapsed = true;
        } else if (fm_cursor_take_word(&c, FM_TEXT("tl=")) && read_tcec_time(c, &out->clock_ms)) {
            out->has_clock = true;
        }
        const unsigned char *comma = memchr(c.p, ',', (size_t)(c.end - c.p));
        if (comma == NULL)
            return;
        c.p = comma + 1;
    }
}

bool fm_is_tcec_comment(struct fm_text text)
{
    const unsigned char *const p = text.p;
    return text.n >= 4 && (p[1] == '=' || (p[2] == '=' && p[1] != ' ')) && p[0] >= 'a' &&
           p[0] <= 'z';
}
