/* SPDX-License-Identifier: MIT */
/* Lines of the UCI protocol: see uci_line.h. Only the words are looked at; whether the FEN can be
 * read and the moves be played is found out as for any game. */
#include <config.h>
#include "record/uci_line.h"

/* Take the next word; empty at the end. */
static struct fm_text next_word(struct fm_text *left)
{
    struct fm_text word = fm_text_trim(*left);
    const unsigned char *const end = word.p + word.n;
    word.n = 0;
    while (word.p + word.n < end && word.p[word.n] > ' ')
        word.n++;
    *left = fm_text_between(word.p + word.n, end);
    return word;
}

/* Take the next word if it is this one. */
static bool take_word(struct fm_text *left, struct fm_text wanted)
{
    struct fm_text after = *left;
    if (!fm_text_equal(next_word(&after), wanted))
        return false;
    *left = after;
    return true;
}

/* A counter of a FEN, or what is in its place: the reading of the FEN tells them apart. */
static bool is_counter(struct fm_text word)
{
    uint64_t ignored;
    const bool sign = word.n > 0 && (*word.p == '-' || *word.p == '+' || *word.p == '?');
    return (sign && word.n == 1) || fm_text_to_u64(fm_text_after(word, sign), &ignored);
}

/* Take the fields of a FEN: four, and counters. @return empty: there are less. */
static struct fm_text take_fen(struct fm_text *left)
{
    enum { FIELDS = 4, COUNTERS = 2 };
    struct fm_text after = *left, word = next_word(&after);
    const unsigned char *const begin = word.p;
    if (memchr(word.p, '/', word.n) == NULL)
        return FM_NO_TEXT;
    for (unsigned i = 1; i < FIELDS; i++)
        word = next_word(&after);
    if (word.n == 0)
        return FM_NO_TEXT;
    *left = after;
    for (unsigned i = 0; i < COUNTERS && is_counter(next_word(&after)); i++)
        *left = after;
    return fm_text_between(begin, left->p);
}

static bool is_square(const unsigned char *p)
{
    return p[0] >= 'a' && p[0] <= 'j' && p[1] >= '1' && p[1] <= '8';
}

static bool is_move(struct fm_text word)
{
    return (word.n == 4 || word.n == 5) && is_square(word.p) && is_square(word.p + 2) &&
           (word.n == 4 || memchr("nbrqacNBRQAC", word.p[4], 12) != NULL);
}

static bool are_moves(struct fm_text left, unsigned least)
{
    unsigned count = 0;
    for (struct fm_text word = next_word(&left); word.n > 0; word = next_word(&left), count++)
        if (!is_move(word))
            return false;
    return count >= least;
}

bool fm_uci_line_read(struct fm_text line, bool alone, struct fm_cells *out)
{
    struct fm_text left = line, fen = {NULL, 0};
    const bool command = take_word(&left, FM_TEXT("position"));
    const bool standard = take_word(&left, FM_TEXT("startpos"));
    const bool named = !standard && take_word(&left, FM_TEXT("fen"));
    if (!standard && (fen = take_fen(&left)).n == 0)
        return false;
    const bool word = take_word(&left, FM_TEXT("moves"));
    left = fm_text_trim(left);
    /* After a FEN `moves` may be an operation of EPD. */
    const bool operation = !standard && !command && !named && memchr(left.p, ';', left.n) != NULL;
    if (word ? operation : !are_moves(left, alone ? 1 : 2))
        return false;
    out->line = line;
    out->count = 0;
    memset(out->alone, 0, sizeof out->alone);
    out->alone[FM_COLUMN_FEN].text = fen;
    out->alone[FM_COLUMN_MOVES].text = left;
    return true;
}

bool fm_uci_line_is_start(struct fm_text line)
{
    (void)take_word(&line, FM_TEXT("position"));
    return take_word(&line, FM_TEXT("startpos")) && next_word(&line).n == 0;
}
