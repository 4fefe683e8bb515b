/* Scores and clocks in comments. A comment without any is left after its first bytes and one
 * search for `[`. */
#include <config.h>
#include "pgn/comment.h"
#include "base/lanes.h"
#include "pgn/bytes.h"

enum { CENTIPAWNS_MAX = 100000, MATE_SCORE = 32767, MATE_MAX = 1000 };

/* A place in a comment. */
struct cursor {
    const unsigned char *p, *end;
};

static unsigned char peek(const struct cursor *c)
{
    return c->p < c->end ? *c->p : 0;
}

static bool take(struct cursor *c, unsigned char byte)
{
    if (peek(c) != byte || c->p >= c->end)
        return false;
    c->p++;
    return true;
}

FM_INLINE bool take_word(struct cursor *c, struct fm_text word)
{
    if ((size_t)(c->end - c->p) < word.n || memcmp(c->p, word.p, word.n) != 0)
        return false;
    c->p += word.n;
    return true;
}

static void skip_blanks(struct cursor *c)
{
    while (c->p < c->end && fm_byte_is(*c->p, FM_BYTE_BLANK))
        c->p++;
}

/* Digits, at least one; stops growing where it would not fit. */
static bool read_number(struct cursor *c, uint64_t *number)
{
    const unsigned char *begin = c->p;
    *number = 0;
    while (fm_byte_is(peek(c), FM_BYTE_DIGIT)) {
        if (*number < UINT64_C(1) << 50)
            *number = *number * 10 + (*c->p - '0');
        c->p++;
    }
    return c->p > begin;
}

/* The fraction after a whole number, in thousandths; none in `0.25, 20`, whose comma does not begin
 * one. */
static bool read_fraction(struct cursor *c, bool comma, uint64_t *number)
{
    *number *= 1000;
    if ((peek(c) != '.' && (!comma || peek(c) != ',')) || c->end - c->p < 2 ||
        !fm_byte_is(c->p[1], FM_BYTE_DIGIT))
        return false;
    c->p++;
    for (unsigned unit = 100; fm_byte_is(peek(c), FM_BYTE_DIGIT); c->p++, unit /= 10)
        *number += (uint64_t)unit * (*c->p - '0');
    return true;
}

/* Digits with a fraction, in thousandths. @param comma  a comma may begin the fraction. */
static bool read_thousandths(struct cursor *c, bool comma, uint64_t *number)
{
    const bool whole = read_number(c, number), fraction = read_fraction(c, comma, number);
    return whole || fraction;
}

static int read_sign(struct cursor *c)
{
    if (take(c, '-'))
        return -1;
    if (take_word(c, FM_TEXT("\xE2\x88\x92")))
        return -1;
    (void)take(c, '+');
    return 1;
}

/* A score: `0.35`, `-1.2`, or a mate after one of the letters in `mates`. */
static bool read_score(struct cursor *c, unsigned char mate_letter, struct fm_comment *out)
{
    uint64_t number;
    int sign = read_sign(c);
    if (take(c, mate_letter)) {
        sign *= read_sign(c);
        if (!read_number(c, &number))
            return false;
        out->is_mate = true;
        out->mate = sign * (number > MATE_MAX ? MATE_MAX : (int)number);
        out->centipawns = 0;
        return true;
    }
    /* No decimal comma here: a comma separates score and depth. */
    if (!read_thousandths(c, false, &number))
        return false;
    number = (number + 5) / 10;
    out->is_mate = false;
    out->mate = 0;
    out->centipawns = sign * (number > CENTIPAWNS_MAX ? CENTIPAWNS_MAX : (int)number);
    return true;
}

static void set_depth(struct fm_comment *out, uint64_t depth)
{
    out->has_depth = true;
    out->depth = depth > 9999 ? 9999 : (unsigned)depth;
}

/* `1:05:23`, `0:00:05.9`, `3:20`, `12.5` seconds; in milliseconds. */
static bool read_time(struct cursor *c, uint64_t *ms)
{
    uint64_t total = 0, part;
    for (unsigned i = 0;; i++) {
        if (!read_number(c, &part))
            return false;
        if (i == 2 || !take(c, ':'))
            break;
        total = (total + part) * 60;
    }
    (void)read_fraction(c, true, &part);
    *ms = total * 1000 + part;
    return true;
}

/* A command's name and the blanks after it, of which a line end is one. */
static bool take_name(struct cursor *c, struct fm_text name)
{
    const unsigned char *p = c->p;
    if (!take_word(c, name) || !fm_byte_is(peek(c), FM_BYTE_BLANK)) {
        c->p = p;
        return false;
    }
    skip_blanks(c);
    return true;
}

/* `-0.35]`, as nearly every program writes it. @return false: it is not in this form, and nothing was
 * taken. */
static bool read_plain_eval(struct cursor *c, struct fm_comment *out)
{
    const bool minus = peek(c) == '-';
    const unsigned char *p = c->p + minus; /* comments are padded */
    unsigned whole = 0;
    while (fm_byte_is(*p, FM_BYTE_DIGIT) && whole <= CENTIPAWNS_MAX / 1000)
        whole = whole * 10 + (unsigned)(*p++ - '0');
    if (whole >= CENTIPAWNS_MAX / 100 || p == c->p + minus || *p != '.' ||
        !fm_byte_is(p[1], FM_BYTE_DIGIT) || !fm_byte_is(p[2], FM_BYTE_DIGIT) || p[3] != ']' ||
        p + 3 >= c->end)
        return false;
    const int score = (int)(whole * 100 + (unsigned)(p[1] - '0') * 10 + (unsigned)(p[2] - '0'));
    out->has_score = true;
    out->is_mate = out->before = out->mate_in_plies = false;
    out->view = FM_SCORE_FOR_WHITE;
    out->mate = 0;
    out->centipawns = minus ? -score : score;
    c->p = p + 3;
    return true;
}

static void read_command(struct cursor *c, bool times, struct fm_comment *out)
{
    uint64_t number;
    if (take_name(c, FM_TEXT("eval"))) {
        if (FM_LIKELY(read_plain_eval(c, out)))
            return;
        struct fm_comment read = *out;
        read.view = FM_SCORE_FOR_WHITE;
        read.before = read.mate_in_plies = false;
        if (!read_score(c, '#', &read))
            return;
        read.has_score = true;
        if (take(c, ',') && read_number(c, &number))
            set_depth(&read, number);
        *out = read;
    } else if (times && take_name(c, FM_TEXT("clk"))) {
        if (read_time(c, &out->clock_ms))
            out->has_clock = true;
    } else if (times && !out->has_clock && take_name(c, FM_TEXT("mct"))) {
        if (read_time(c, &out->clock_ms)) /* of a clock with hands */
            out->has_clock = true;
    } else if (times && take_name(c, FM_TEXT("emt"))) {
        if (read_time(c, &out->elapsed_ms))
            out->has_elapsed = true;
    }
}

/* The next `[`, which is often near: `[%eval 0.17] [%clk 0:05:00]`. */
static const unsigned char *find_bracket(const struct cursor *c)
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

static void read_commands(struct cursor *c, bool times, struct fm_comment *out)
{
    const unsigned char *open;
    while ((open = find_bracket(c)) != NULL) {
        c->p = open + 1;
        if (take(c, '%'))
            read_command(c, times, out);
    }
}

/* `+0.25/12 3.1s`, `-M5/30 0.1s`: the mover's view. The stroke distinguishes it from a move number
 * or a plain word; a sign, a point or the M from a result (`1/2-1/2`). */
static bool read_engine_score(struct cursor c, struct fm_comment *out)
{
    struct fm_comment read = *out;
    const unsigned char *begin = c.p;
    uint64_t number;
    if (!read_score(&c, 'M', &read) || peek(&c) != '/' ||
        (fm_byte_is(*begin, FM_BYTE_DIGIT) && memchr(begin, '.', (size_t)(c.p - begin)) == NULL))
        return false;
    c.p++;
    if (!read_number(&c, &number) || (c.p != c.end && *c.p > ' ' && *c.p != ','))
        return false;
    set_depth(&read, number);
    read.has_score = true;
    read.view = FM_SCORE_FOR_MOVER;
    read.before = read.mate_in_plies = true;
    skip_blanks(&c);
    uint64_t ms;
    if (read_thousandths(&c, true, &ms) && (peek(&c) == 's' || take_word(&c, FM_TEXT("ms")))) {
        read.has_elapsed = true;
        read.elapsed_ms = peek(&c) == 's' ? ms : ms / 1000;
    }
    *out = read;
    return true;
}

/* Milliseconds as a whole number, or a clock with colons. */
static bool read_tcec_time(struct cursor c, uint64_t *ms)
{
    const struct cursor begin = c;
    uint64_t number;
    if (!read_number(&c, &number))
        return false;
    if (peek(&c) == ':') {
        c = begin;
        return read_time(&c, ms);
    }
    *ms = number;
    return true;
}

/* One `name=value` of TCEC's. `wv` is White's view; it comes after `ev`, the mover's view, and so
 * replaces it. */
static void read_tcec_field(struct cursor c, struct fm_comment *out)
{
    struct fm_comment read = *out;
    uint64_t number;
    if (take_word(&c, FM_TEXT("wv=")) || take_word(&c, FM_TEXT("ev="))) {
        read.view = c.p[-3] == 'w' ? FM_SCORE_FOR_WHITE : FM_SCORE_FOR_MOVER;
        read.before = read.mate_in_plies = true;
        read.has_score = true;
        if (!read_score(&c, 'M', &read))
            return;
    } else if (take_word(&c, FM_TEXT("d=")) && read_number(&c, &number)) {
        set_depth(&read, number);
    } else if (take_word(&c, FM_TEXT("mt=")) && read_tcec_time(c, &read.elapsed_ms)) {
        read.has_elapsed = true;
    } else if (take_word(&c, FM_TEXT("tl=")) && read_tcec_time(c, &read.clock_ms)) {
        read.has_clock = true;
    } else {
        return;
    }
    *out = read;
}

static void read_tcec(struct cursor c, struct fm_comment *out)
{
    while (c.p < c.end) {
        skip_blanks(&c);
        read_tcec_field(c, out);
        const unsigned char *comma = memchr(c.p, ',', (size_t)(c.end - c.p));
        if (comma == NULL)
            return;
        c.p = comma + 1;
    }
}

static bool is_tcec(const struct cursor *c)
{
    return c->end - c->p >= 4 && (c->p[1] == '=' || (c->p[2] == '=' && c->p[1] != ' ')) &&
           c->p[0] >= 'a' && c->p[0] <= 'z';
}

void fm_comment_read(struct fm_text text, bool times, struct fm_comment *out)
{
    struct cursor c = {text.p, text.p + text.n};
    skip_blanks(&c);
    const unsigned char first = peek(&c);
    if (first == '+' || first == '-' || fm_byte_is(first, FM_BYTE_DIGIT)) {
        if (read_engine_score(c, out))
            return;
    } else if (is_tcec(&c)) {
        read_tcec(c, out);
        return;
    }
    read_commands(&c, times, out);
}

/* A mate in plies: the side that mates moves in the first and in the last. */
static int mate_plies(const struct fm_comment *comment, bool mating_side_moves)
{
    const int distance = comment->mate < 0 ? -comment->mate : comment->mate;
    return comment->mate_in_plies ? distance : distance == 0 ? 0 : 2 * distance - mating_side_moves;
}

/* Must the sign of the score change to make it White's? */
static bool is_for_black(const struct fm_comment *comment, bool after_black)
{
    return comment->view == FM_SCORE_FOR_MOVER && after_black;
}

/* @param black  Black is to move in the position from which a mate is counted. */
static int white_score(const struct fm_comment *comment, bool after_black, bool black)
{
    const int turn = is_for_black(comment, after_black) ? -1 : 1;
    if (!comment->is_mate)
        return turn * comment->centipawns;
    const bool white_mates = (comment->mate < 0) == (turn < 0);
    const int score = MATE_SCORE - mate_plies(comment, white_mates != black);
    return white_mates ? score : -score;
}

bool fm_comment_eval_white(const struct fm_comment *comment, bool after_black, int *centipawns)
{
    if (!comment->has_score)
        return false;
    *centipawns = white_score(comment, after_black, !after_black);
    return true;
}

static bool is_before(const struct fm_comment *comment, enum fm_eval_of of)
{
    return of == FM_EVAL_OF_AUTO || comment->own ? comment->before : of == FM_EVAL_OF_BEFORE;
}

const struct fm_comment *fm_comment_of_position(const struct fm_comment *here,
                                                const struct fm_comment *ahead, enum fm_eval_of of)
{
    if (here->has_score && !is_before(here, of))
        return here;
    return ahead->has_score && is_before(ahead, of) ? ahead : NULL;
}

bool fm_position_eval_white(const struct fm_comment *here, const struct fm_comment *ahead,
                            enum fm_eval_of of, bool black, int *centipawns)
{
    const struct fm_comment *comment = fm_comment_of_position(here, ahead, of);
    if (comment == NULL)
        return false;
    *centipawns = white_score(comment, (comment == here) != black, black);
    return true;
}

bool fm_comment_mate_white(const struct fm_comment *comment, bool after_black, int *moves)
{
    if (!comment->has_score || !comment->is_mate)
        return false;
    const int distance =
        comment->mate_in_plies ? (comment->mate + (comment->mate < 0 ? -1 : 1)) / 2 : comment->mate;
    *moves = is_for_black(comment, after_black) ? -distance : distance;
    return true;
}
