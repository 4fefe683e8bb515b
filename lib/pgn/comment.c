/* SPDX-License-Identifier: MIT */
/* Scores and clocks in comments. A comment without any is left after its first bytes and one
 * search for `[`. */
#include <config.h>
#include "pgn/comment.h"
#include "base/lanes.h"
#include "pgn/comment_cursor.h"
#include "pgn/match_comment.h"

const unsigned char *fm_comment_command(const unsigned char *p, const unsigned char *end,
                                        const unsigned char **close)
{
    for (; p < end && (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++) {
        const unsigned char *bracket =
            end - p > 1 && p[1] == '%' ? memchr(p, ']', (size_t)(end - p)) : NULL;
        if (bracket != NULL) {
            *close = bracket + 1;
            return p;
        }
    }
    *close = end;
    return end;
}

bool fm_comment_has(struct fm_text comment, const char *name)
{
    const unsigned char *at = comment.p, *const end = comment.p + comment.n, *close;
    const size_t n = strlen(name);
    for (; (at = fm_comment_command(at, end, &close)) < end; at = close)
        if ((size_t)(close - at) > n + 3 && at[2 + n] <= ' ' &&
            fm_text_is_nocase((struct fm_text){at + 2, n}, name))
            return true;
    return false;
}

/* A command's name and the blanks after it, of which a line end is one. */
static bool take_name(struct fm_cursor *c, struct fm_text name)
{
    const unsigned char *p = c->p;
    if (!fm_cursor_take_word(c, name) || !fm_byte_is(fm_cursor_peek(c), FM_BYTE_BLANK)) {
        c->p = p;
        return false;
    }
    fm_cursor_skip_blanks(c);
    return true;
}

/* `-0.35]`, as nearly every program writes it, read without a loop, as no processor foresees how
 * long it is. @return false: it is not in this form, and nothing was taken. */
static bool read_plain_eval(struct fm_cursor *c, struct fm_comment *out)
{
    enum { WHOLE = 4, AFTER = 3 }; /* most digits before the point; bytes from there to `]` */
    static const uint64_t form = UINT64_C(0x5D30302E30303030); /* `0000.00]`, the first lowest */
    static const uint64_t digits = UINT64_C(0x00FFFF00FFFFFFFF);
    const bool minus = fm_cursor_peek(c) == '-';
    const unsigned char *const p = c->p + minus; /* comments are padded */
    const uint64_t word = fm_eight_load(p), points = fm_eight_equal(word, '.');
    const unsigned whole = (unsigned)__builtin_ctzll(points | UINT64_C(1) << 63) / 8;
    if (whole == 0 || whole > WHOLE || (size_t)(c->end - p) <= whole + AFTER)
        return false;
    const unsigned missing = 8 * (WHOLE - whole); /* bits before the first digit: become zeros */
    const uint64_t zeros = form & ((UINT64_C(1) << missing) - 1);
    const uint64_t values = (word << missing | zeros) ^ form;
    const uint64_t over = (values | (values + (FM_EIGHT(6) & digits))) & FM_EIGHT(0xF0);
    if (((over & digits) | (values & ~digits)) != 0)
        return false;
    const unsigned pairs = (unsigned)(values * 10 + (values >> 8)) & 0x00FF00FF;
    const unsigned pawns = (pairs & 0xFF) * 100 + (pairs >> 16);
    const unsigned score =
        pawns * 100 + (unsigned)(values >> 40 & 0xFF) * 10 + (unsigned)(values >> 48 & 0xFF);
    if (pawns >= FM_CENTIPAWNS_MAX / 100)
        return false;
    out->has_score = true;
    out->is_mate = out->before = out->mate_in_plies = out->has_depth = false;
    out->view = FM_SCORE_FOR_WHITE;
    out->mate = 0;
    out->centipawns = minus ? -(int)score : (int)score;
    c->p = p + whole + AFTER;
    return true;
}

/* Any form of it: `0.35`, `#-3`, with a depth `-0.35,20`. A whole number is of pawns, as lichess
 * and python-chess read it; with a depth, `-35,20`, it is of centipawns, as ChessBase writes it. */
static bool read_any_eval(struct fm_cursor *c, struct fm_comment *out)
{
    const unsigned char *const begin = c->p;
    struct fm_comment read = *out;
    uint64_t depth;
    if (!fm_cursor_score(c, '#', &read))
        return false;
    const struct fm_cursor score = {begin, c->p};
    read.has_score = true;
    read.before = read.mate_in_plies = read.has_depth = false;
    read.view = FM_SCORE_FOR_WHITE;
    if (fm_cursor_take(c, ',')) {
        fm_cursor_skip_blanks(c);
        if (!fm_cursor_number(c, &depth))
            return false;
        fm_comment_set_depth(&read, depth);
        if (!read.is_mate && memchr(begin, '.', (size_t)(score.end - begin)) == NULL)
            fm_comment_set_centipawns(score, &read);
    }
    fm_cursor_skip_blanks(c);
    if (c->p < c->end && *c->p != ']')
        return false;
    *out = read;
    return true;
}

static void read_command(struct fm_cursor *c, bool times, struct fm_comment *out)
{
    if (take_name(c, FM_TEXT("eval"))) {
        if (FM_LIKELY(read_plain_eval(c, out)))
            return;
        (void)read_any_eval(c, out);
    } else if (times && (take_name(c, FM_TEXT("clk")) || /* or of a clock with hands */
                         (!out->has_clock && take_name(c, FM_TEXT("mct"))))) {
        out->has_clock |= fm_cursor_time(c, &out->clock_ms);
    } else if (times && take_name(c, FM_TEXT("emt"))) {
        out->has_elapsed |= fm_cursor_time(c, &out->elapsed_ms);
    }
}

/* The next `[`, which is often near: `[%eval 0.17] [%clk 0:05:00]`. */
static const unsigned char *find_bracket(const struct fm_cursor *c)
{
    enum { NEAR = 32, EACH = 8 }; /* comments are padded by more than EACH bytes */
    const unsigned char *p = c->p, *const near = c->end - p > NEAR ? p + NEAR : c->end;
    for (; p < near; p += EACH) {
        const uint64_t found = fm_eight_equal(fm_eight_load(p), '[');
        if (found == 0)
            continue;
        p += __builtin_ctzll(found) / 8;
        return p < c->end ? p : NULL;
    }
    return p >= c->end ? NULL : memchr(p, '[', (size_t)(c->end - p));
}

static void read_commands(struct fm_cursor *c, bool times, struct fm_comment *out)
{
    const unsigned char *open;
    while ((open = find_bracket(c)) != NULL) {
        c->p = open + 1;
        if (fm_cursor_take(c, '%'))
            read_command(c, times, out);
    }
}

/* May a score, a depth or a time of an engine begin so? A line of moves in brackets may precede
 * it. */
static bool begins_match(unsigned char first)
{
    return fm_byte_is(first, FM_BYTE_DIGIT) || first == 0xE2 || fm_byte_in(first, "+-M(/");
}

void fm_comment_read(struct fm_text text, bool times, struct fm_comment *out)
{
    static const char eval[] = "[%eval ";
    enum { EVAL = sizeof eval - 1 };
    struct fm_cursor c = {text.p, text.p + text.n};
    if (text.n > EVAL && memcmp(text.p, eval, EVAL) == 0) { /* what is after it begins no score */
        c.p += EVAL;
        if (!read_plain_eval(&c, out))
            c.p = text.p;
        if (c.end - c.p > 1) /* most end here */
            read_commands(&c, times, out);
        return;
    }
    fm_cursor_skip_blanks(&c);
    const struct fm_text rest = fm_text_between(c.p, c.end);
    const unsigned char first = fm_cursor_peek(&c), *end;
    if (begins_match(first)) {
        if ((end = fm_match_comment_read(rest, out)) != NULL)
            c.p = end;
    } else if (fm_is_tcec_comment(rest)) {
        fm_tcec_comment_read(rest, out);
        return;
    }
    read_commands(&c, times, out);
}

/* So many scores with a minus and none with a plus: two engines do not both lose all game long. */
enum { MINUS_ALONE = 4 };

enum fm_score_view fm_game_score_view(struct fm_text movetext)
{
    const unsigned char *const end = movetext.p + movetext.n, *close;
    size_t depth = 0; /* depth of variations, which others may have written */
    unsigned minus = 0;
    for (const unsigned char *p = movetext.p; p < end; p++) {
        depth += *p == '(';
        depth -= *p == ')' && depth > 0;
        if (*p != '{')
            continue;
        if ((close = memchr(p, '}', (size_t)(end - p))) == NULL)
            break;
        struct fm_comment comment = {0};
        if (depth == 0)
            fm_comment_read(fm_text_between(p + 1, close), false, &comment);
        if (comment.before && comment.centipawns >= (comment.view == FM_SCORE_FOR_WHITE))
            return comment.view;
        minus += comment.before && comment.view == FM_SCORE_BY_GAME;
        p = close;
    }
    return minus < MINUS_ALONE ? FM_SCORE_FOR_MOVER : FM_SCORE_FOR_WHITE;
}
