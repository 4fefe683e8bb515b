/* SPDX-License-Identifier: MIT */
/* Games that are written one after the other read back as the same games: every pair of nasty
 * spans, and pairs of spans of invented texts put together by a fixed sequence of numbers, with
 * what fm_separator() puts between them. */
#include <config.h>
#include <stdlib.h>
#include <string.h>
#include "pgn/separator.h"
#include "tap.h"

enum { TEXT_MAX = 1024, PAIRS = 400000 };

/* clang-format off */
static const char *const nasty[] = {
    "1. e3 g6 2. Be2 Bg7", "1. e4 h6 2. e5 d5\n", "1. e4\n\n", "1. e4 *", "1. e4 *\n", "1. e4 1-0\n\n", "1. e4 1-0 {after}\n", "1-0\n", "*", "1/2",
    "1. e4 1/2", "e4 e5\n", "O-O *\n", "0-0\n", "[Result \"0-0\"]\n\n1. e4 e5 0-0\n", "[Event \"a\"]\n", "[Event \"a\"]", "[Event \"a\"]\n\n",
    "[White \"a\"]\n", "[White \"a\"]\n\n[Event \"b\"]\n\n1. e4 *\n", "[White \"a\"]\n[Event \"b\"]\n1. e4 e5",
    "[Event \"a\"]\n\n1. e4 { open", "[Event \"a\"]\n\n1. e4 { open\n\n", "1. e4 { [%x \"y\"]\n", "1. e4 {[Event \"x\"]", "[Event \"a\"]\n\n1. e4 (1. d4 (1. c4",
    "1. e4 (1. d4 { open", "1. e4 * (1. d4", "1. e4 * { open", "[Event \"a\"]\n\n{ open", "[Event \"a\n", "[Event \"a", "[Event \"a\"", "[White \"b\"]\n[Event \"a\n",
    "[Event \"a\"]\n1. e4 ; to the end", "[Event \"a\"]\n1. e4 *\n; to the end", "[Event \"a\"]\n; only", "1. e4\n% escape", "% escape\n[Event \"a\"]\n\n1. e4 *\n",
    "% escape\n1. e4 *\n", "{ before }\n[Event \"a\"]\n\n1. e4 *\n", "{ before } [White \"a\"]\n[Event \"b\"]\n\n1. e4 *", "{ before } 1. e4 *\n", "; before\n1. e4",
    "\xEF\xBB\xBF[Event \"a\"]\n\n1. e4 *\n", "\xEF\xBB\xBF[White \"a\"]\n[Event \"b\"]\n1. e4", ("\xEF\xBB\xBF" "1. e4 *\n"), "\n\n[Event \"a\"]\n\n1. e4 *\n", "  [White \"a\"]\n1. e4 *\n",
    "[Event \"a\"]\r\n\r\n1. e4 e5\r\n", "[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n", "[Event \"a\"]\r\r1. e4 e5\r", "[Event \"a\"]\r\r1. e4 *\r\r", "[White \"a\"]\r1. e4 { open\r",
    "[Event \"a\"]\n\n1. e4\n\n e5 *\n", "1. e4 {} e5 {} *\n", "1. e4 {a {b} e5 *\n", "[Event \"a\"]\n\n1. e4 {\n[Event \"in a comment\"]\n} e5 *\n", 
    "1. e4 \x01*\n\x1a", "[Event \"M\xFCller\"]\n\n1. e4 *\n", "[pgn]\n1. e4 e5\n", "1. e4 [Foo \"bar", "1. e4 [White \"x\n", "[Site \"Skopje \"A\"\"]\n",
    "[Event \"x]\n", "[Event \"a\"]\n\n1. e4 ) } e5", "1. e4 $1 ( ) *\n\n\n", "1. e4 e5\n   ", "1. e4 *   ", "[Event \"x\"]\n \t\n1. e4 *\n \t\n",
    "[Result \"1-0 ff\"]\n1. e4 1-0 ff\n", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n", "[Event \"a\"]\n{c}\n", "1. e4 e5 1", "1. e4 ?\n", "1. e4 e5 [%clk 0:01]",
};
static const char *const pieces[] = {
    "[Event \"x\"]\n", "[Event \"y\"]", "\n\n[Event \"z\"]\n", "[Site \"a\"]\n", "[White \"b\"]\n", "[Result \"1-0\"]\n", "[Result \"0-0\"]\n", "[Result \"1-0 ff\"]\n",
    "[X \"1\"] [Y \"2\"]\n", "[Site \"Skopje \"A\"\"]\n", "[Event \"un\n", "\n\n[Event \"un", "[Foo", "[Bar \"q\n", "[pgn]", "[%clk 0:01]", "\n", "\n\n", "\r\n", "\r", " ", "\t",
    "1. e4 e5 ", "2. Nf3 Nc6 ", "1.e4", "e4", "1-0", "0-1", "1/2-1/2", "*", "1/2", "1:0", "1-0 ff", "\xC2\xBD-\xC2\xBD ", "0-0 ", "+/-", "?", "{", "}", "{comment} ", "(", ")",
    "(2. d4) ", ";", "; line\n", "%", "\n% esc\n", "O-O ", "$1 ", "\xEF\xBB\xBF", "\xFF", "\"", "]", "[", "\\", "..", "-", "\x01", "\x96",
};
/* clang-format on */

/* One text, split. */
struct sample {
    unsigned char bytes[TEXT_MAX + FM_TEXT_PADDING];
    size_t n;
    struct fm_split split;
};

static uint64_t state = UINT64_C(88172645463325252);

static size_t pick(size_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state >> 11) % below);
}

static void append(struct sample *to, const void *bytes, size_t n)
{
    if (n > 0 && n <= TEXT_MAX - to->n)
        memcpy(to->bytes + to->n, bytes, n), to->n += n;
}

static void split(struct sample *sample)
{
    memset(sample->bytes + sample->n, 0, FM_TEXT_PADDING);
    if (fm_split_block(&sample->split, (struct fm_text){sample->bytes, sample->n}) != FM_OK)
        abort();
}

static void invent(struct sample *sample)
{
    sample->n = 0;
    for (size_t left = 1 + pick(16); left > 0; left--) {
        const char *piece = pieces[pick(FM_COUNT_OF(pieces))];
        append(sample, piece, strlen(piece));
    }
    split(sample);
}

static const struct fm_game *any_game(const struct sample *sample)
{
    const struct fm_split *all = &sample->split;
    const struct fm_game *game = all->count == 0 ? NULL : &all->games[pick(all->count)];
    return game == NULL || game->stray ? NULL : game;
}

static struct fm_text moves_of(const struct sample *sample, const struct fm_game *game)
{
    return fm_text_trim(
        fm_text_between(sample->bytes + game->moves, sample->bytes + game->moves_end));
}

/* The moves of the first one, without what a separator may have put there. What is open takes what
 * comes before the next game's tags. */
static bool same_moves(struct fm_text was, struct fm_text is, const struct fm_game *first)
{
    if (fm_text_equal(was, is))
        return true;
    if (first == NULL || is.n < was.n || (was.n > 0 && memcmp(is.p, was.p, was.n) != 0))
        return false;
    const struct fm_text more = fm_text_trim((struct fm_text){is.p + was.n, is.n - was.n});
    const bool glued_comment = was.n == 0 && (more.p[0] == ';' || more.p[0] == '{');
    return first->broken != FM_REASON_NONE || glued_comment || fm_text_equal(more, FM_TEXT("*"));
}

static bool same_game(const struct sample *was, const struct fm_game *old, const struct sample *is,
                      const struct fm_game *new, bool first)
{
    const struct fm_tag *a = fm_split_tags_of(&was->split, old),
                        *b = fm_split_tags_of(&is->split, new);
    size_t more = new->tag_count - old->tag_count;
    if (new->stray || new->tag_count < old->tag_count || more > !first)
        return false;
    if (more > 0 && !fm_text_equal(b[0].value, FM_TEXT("?"))) /* the separator's */
        return false;
    for (size_t i = 0; i < old->tag_count; i++)
        if (!fm_text_equal(a[i].name, b[i + more].name) ||
            !fm_text_equal(fm_text_trim(a[i].value), fm_text_trim(b[i + more].value)))
            return false;
    return same_moves(moves_of(was, old), moves_of(is, new), first ? old : NULL) &&
           (old->result == new->result ||
            (first && old->result == FM_RESULT_NONE && new->result == FM_RESULT_UNKNOWN));
}

static void show(const struct sample *sample, struct fm_text first, size_t added)
{
    char text[4 * TEXT_MAX + 8], *at = text;
    for (size_t i = 0; i < sample->n; i++) {
        if (i == first.n || i == first.n + added)
            at += snprintf(at, 3, "<>");
        if (sample->bytes[i] >= ' ' && sample->bytes[i] < 0x7F)
            *at++ = (char)sample->bytes[i];
        else
            at += snprintf(at, 5, "\\x%02X", sample->bytes[i]);
    }
    tap_note("%.*s", (int)(at - text), text);
}

/* Write one game after the other and read both back. */
static bool reads_back(const struct sample *a, const struct fm_game *first, const struct sample *b,
                       const struct fm_game *second)
{
    static struct sample joined;
    unsigned char between[FM_SEPARATOR_MAX];
    const struct fm_text one = {a->bytes + first->begin, first->end - first->begin},
                         two = {b->bytes + second->begin, second->end - second->begin};
    const struct fm_span_tail tail = fm_span_tail_of(&a->split, first, a->bytes, one);
    const struct fm_span_head head = fm_span_head_of(&b->split, second, b->bytes);
    const size_t added = fm_separator(&tail, &head, between);
    if (one.n + added + two.n > TEXT_MAX)
        return true;
    /* Nothing keeps a forfeit the last of its game here, and the tags of the next one together. */
    if (tail.state == FM_SPAN_FORFEIT && head.hard && !head.clean)
        return true;
    joined.n = 0;
    append(&joined, one.p, one.n);
    append(&joined, between, added);
    append(&joined, two.p, two.n);
    split(&joined);
    if (joined.split.count == 2 && same_game(a, first, &joined, &joined.split.games[0], true) &&
        same_game(b, second, &joined, &joined.split.games[1], false))
        return true;
    show(&joined, one, added);
    return false;
}

/* Spans that follow each other in an input are written as they are. */
static void try_nasty(struct tap *tap)
{
    static struct sample samples[FM_COUNT_OF(nasty)];
    unsigned failed = 0, pairs = 0;
    for (size_t i = 0; i < FM_COUNT_OF(nasty); i++) {
        append(&samples[i], nasty[i], strlen(nasty[i]));
        split(&samples[i]);
        if (samples[i].split.count != 1 || samples[i].split.games[0].stray)
            tap_note("no single game: %s", nasty[i]);
    }
    for (size_t i = 0; i < FM_COUNT_OF(nasty); i++)
        for (size_t k = 0; k < FM_COUNT_OF(nasty); k++) {
            const struct fm_split *a = &samples[i].split, *b = &samples[k].split;
            if (a->count != 1 || b->count != 1 || a->games->stray || b->games->stray)
                continue;
            pairs++;
            failed += !reads_back(&samples[i], a->games, &samples[k], b->games);
        }
    tap_point(tap, failed == 0 && pairs > 5500, "%u of %u pairs of nasty games read back",
              pairs - failed, pairs);
    for (size_t i = 0; i < FM_COUNT_OF(nasty); i++)
        fm_split_free(&samples[i].split);
}

int main(void)
{
    static struct sample a, b;
    struct tap tap = {0};
    unsigned pairs = 0, failed = 0;
    try_nasty(&tap);
    while (pairs < PAIRS && failed < 20) {
        invent(&a);
        invent(&b);
        const struct fm_game *first = any_game(&a), *second = any_game(&b);
        if (first == NULL || second == NULL)
            continue;
        pairs++;
        failed += !reads_back(&a, first, &b, second);
    }
    tap_point(&tap, failed == 0, "%u of %u pairs of invented games read back", pairs - failed,
              pairs);
    return tap_done(&tap);
}
