/* SPDX-License-Identifier: MIT */
/* Games do not depend on where a block ends: invented texts, put together from pieces by a fixed
 * sequence of numbers, and real files (FENMILL_CORPUS) are split whole and in pieces, at every
 * place where blocks may be cut; and by every instruction set that this machine has. */
#include <config.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include "pgn/lexer.h"
#include "pgn/splitter.h"
#include "pgn_text.h"
#include "tap.h"
#include "vectors.h"

enum { TEXT_MAX = 2048, SMALL_FILE = 6000, PLACES_OF_LARGE = 40 };

/* Everything that decides where games end, whole and in fragments. */
/* clang-format off */
static const char *const pieces[] = {
    "[Event \"x\"]\n", "[Event \"y\"]", "\n\n[Event \"z\"]\n", "[Site \"a\"]\n", "[White \"b\"]\n", "[Result \"1-0\"]\n",
    "[Result \"0-0\"]\n", "[Result \"1-0 ff\"]\n", "[X \"1\"] [Y \"2\"]\n", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[Site \"Skopje \"A\"\"]\n", "[Event \"un\n", "\n\n[Event \"un", "[Foo", "[Bar \"q\n", "[pgn]", "[%clk 0:01]",
    "\n", "\n", "\n\n", "\r\n", "\r", " ", "\t", "1. e4 e5 ", "2. Nf3 Nc6 ", "\n\n1. d4 ", "\r\n\r\n1.c4", "\n \n1. {c} d4", "\n\n1... d5 ", "[fen \"x\"]\n", "1.e4", "1...e5", "12", "e4", "e8(Q)", "e.p.",
    "1-0", "0-1", "1/2-1/2", "*", "1/2", "1 - 0", "1:0", "1-0 ff", "\xC2\xBD-\xC2\xBD ", "1\xE2\x80\x93\x30 ", "0-0 ", "+/-", "?",
    "{", "}", "{comment} ", "{a {b} ", "; {\n", "{ comment that is longer than the sixty-four bytes that are looked at at a time }", "(", ")", "(2. d4) ", ";", "; line\n", "%", "\n% esc\n", "O-O ", "prose text here ", "$1 ", "! ",
    /* more comments than are remembered */
    ("{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}"
    "{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}"),
    "{}{}{}{}{}{} ",
    "\xEF\xBB\xBF", "\n\n\xEF\xBB\xBF[Event \"m\"]\n", "\xFF", "\"", "]", "[", "\\", "..", "-", "--", "a1\xC2\xA0", "\x96",
};
/* clang-format on */

static uint64_t state = UINT64_C(88172645463325252);

static size_t pick(size_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state >> 11) % below);
}

/* A text of some pieces, with a few bytes changed. */
static size_t invent(unsigned char *out)
{
    size_t n = 0;
    for (size_t left = 2 + pick(14); left > 0; left--) {
        const char *piece = pieces[pick(FM_COUNT_OF(pieces))];
        memcpy(out + n, piece, strlen(piece));
        n += strlen(piece);
    }
    while (pick(3) == 0)
        out[pick(n)] = (unsigned char)pick(256);
    return n;
}

static struct fm_split split_of(const unsigned char *bytes, size_t n, enum fm_split_path path)
{
    struct fm_split split = {0};
    if (fm_split_block_by(&split, (struct fm_text){bytes, n}, path) != FM_OK)
        abort();
    return split;
}

static bool tiles(const struct fm_split *split, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < split->count; i++) {
        const struct fm_game *g = &split->games[i];
        if (g->begin != at || g->end <= at || g->tags_end < g->begin || g->moves < g->tags_end ||
            g->moves_end < g->moves || g->end < g->moves_end)
            return false;
        at = g->end;
    }
    return at == n;
}

static bool starts_at(const struct fm_split *split, size_t offset)
{
    for (size_t i = 0; i < split->count; i++)
        if (split->games[i].begin == offset)
            return true;
    return false;
}

/* The tokens of a game are the same whether its comments are known or looked for. */
static bool comments_are_right(const struct fm_split *split, const struct fm_game *game,
                               const unsigned char *bytes, bool skips_variations)
{
    struct fm_lexer known = {.at = bytes + game->moves, .end = bytes + game->moves_end};
    struct fm_lexer looking = known;
    known.comments = fm_split_comments_of(split, game, bytes);
    enum fm_token token;
    do {
        token = fm_lexer_next(&known);
        if (token != fm_lexer_next(&looking) || known.at != looking.at ||
            known.text.p != looking.text.p || known.text.n != looking.text.n)
            return false;
        if (token == FM_TOKEN_OPEN && skips_variations) {
            fm_lexer_skip_variation(&known);
            fm_lexer_skip_variation(&looking);
        }
    } while (token != FM_TOKEN_END);
    return true;
}

static bool paths_agree(const unsigned char *bytes, size_t n, const struct fm_split *whole)
{
    bool same = true;
    for (int path = FM_SPLIT_PLAIN; same && path <= (int)fm_split_best_path(); path++) {
        struct fm_split other = split_of(bytes, n, (enum fm_split_path)path);
        same = other.count == whole->count && other.settled == whole->settled;
        for (size_t i = 0; same && i < other.count; i++)
            same = pgn_same_game(whole, i, &other, i, 0, bytes, bytes) &&
                   (other.games[i].broken != FM_REASON_NONE ||
                    comments_are_right(&other, &other.games[i], bytes, i % 2 == 1));
        fm_split_free(&other);
    }
    return same;
}

/* Split at the start of game k: both pieces give the games of the whole. */
static bool cut_is_safe(const unsigned char *bytes, size_t n, const struct fm_split *whole,
                        size_t k)
{
    const size_t cut = whole->games[k].begin;
    unsigned char *head = pgn_padded((struct fm_text){bytes, cut}),
                  *tail = pgn_padded((struct fm_text){bytes + cut, n - cut});
    struct fm_split first = split_of(head, cut, fm_split_best_path()),
                    second = split_of(tail, n - cut, fm_split_best_path());
    bool same = first.count == k && second.count == whole->count - k;
    for (size_t i = 0; same && i < k; i++)
        same = pgn_same_game(whole, i, &first, i, 0, bytes, head);
    for (size_t i = k; same && i < whole->count; i++)
        same = pgn_same_game(whole, i, &second, i - k, cut, bytes, tail);
    fm_split_free(&first);
    fm_split_free(&second);
    free(head);
    free(tail);
    return same;
}

/* What a reader with the first m bytes may take for places to cut: the last hard boundary, and
 * settled starts. */
static bool prefix_is_safe(const unsigned char *bytes, size_t m, const struct fm_split *whole)
{
    unsigned char *head = pgn_padded((struct fm_text){bytes, m});
    struct fm_split split = split_of(head, m, fm_split_best_path());
    const size_t hard = fm_split_last_hard((struct fm_text){head, m});
    bool safe = hard == 0 || starts_at(whole, hard);
    for (size_t i = 0; safe && i < split.settled; i++)
        safe = starts_at(whole, split.games[i].begin);
    fm_split_free(&split);
    free(head);
    return safe;
}

static size_t found_within;

/* What is found in bytes from anywhere on is a start, too. Within what leads up to the first game
 * nothing is looked for. */
static bool window_is_safe(const unsigned char *bytes, size_t m, const struct fm_split *whole)
{
    const size_t lead = fm_splitter_lead((struct fm_text){bytes, m});
    if (lead + 1 >= m)
        return true;
    const size_t from = lead + 1 + pick(m - lead - 1);
    unsigned char *piece = pgn_padded((struct fm_text){bytes + from, m - from});
    const size_t hard = fm_split_last_hard_within((struct fm_text){piece, m - from});
    free(piece);
    found_within += hard > 0;
    return hard == 0 || starts_at(whole, from + hard);
}

static void show(const char *what, const unsigned char *bytes, size_t n)
{
    printf("# %s: ", what);
    for (size_t i = 0; i < n; i++)
        if (bytes[i] >= ' ' && bytes[i] < 0x7F && bytes[i] != '\\')
            putchar(bytes[i]);
        else
            printf("\\x%02x", bytes[i]);
    putchar('\n');
}

/* Every property above; at most `places` cuts of each kind, spread over the text. */
static bool holds(const unsigned char *text, size_t n, size_t places)
{
    unsigned char *bytes = pgn_padded((struct fm_text){text, n});
    struct fm_split whole = split_of(bytes, n, fm_split_best_path());
    const char *fault = !tiles(&whole, n)                ? "spans do not tile"
                        : !paths_agree(bytes, n, &whole) ? "paths differ"
                                                         : NULL;
    const size_t games = 1 + whole.count / places, step = 1 + n / (places * 4);
    for (size_t k = 1; fault == NULL && k < whole.count; k += games)
        fault = cut_is_safe(bytes, n, &whole, k) ? NULL : "games depend on a cut";
    for (size_t m = 1; fault == NULL && m < n; m += step)
        fault = prefix_is_safe(bytes, m, &whole) ? NULL : "a reader would cut where no game begins";
    for (size_t m = 1; fault == NULL && m < n; m += step)
        fault =
            window_is_safe(bytes, m, &whole) ? NULL : "a piece would be cut where no game begins";
    if (fault != NULL)
        show(fault, text, n < TEXT_MAX ? n : TEXT_MAX);
    fm_split_free(&whole);
    free(bytes);
    return fault == NULL;
}

/* What went wrong once. */
static const char *const found[] = {
    "[Result \"1-0\"]\n\n\n[Event \"un]1-0[Fooe8(Q)\\1. e4 e5 O-O ", /* a value without an end */
    ("x\n1. e4\xBD"
     "e5 --\n1/2-1/2"), /* a move only as long as nothing follows */
};

static void try_invented(struct tap *tap)
{
    const size_t rounds = vectors_long() ? 200000 : 4000;
    unsigned char text[TEXT_MAX];
    size_t failed = 0;
    for (size_t i = 0; i < FM_COUNT_OF(found); i++)
        failed += !holds((const unsigned char *)found[i], strlen(found[i]), TEXT_MAX);
    for (size_t i = 0; i < rounds && failed < 3; i++) {
        const size_t n = invent(text);
        failed += !holds(text, n, TEXT_MAX);
    }
    tap_point(tap, failed == 0, "invented texts give the same games wherever they are cut");
    tap_point(tap, found_within > rounds / 10, "%zu starts were found in pieces", found_within);
}

/* A file's bytes; n == 0 if it cannot be read. */
static struct fm_buf load(const char *folder, const char *name)
{
    struct fm_buf buf = {0};
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return buf;
    size_t got = 1;
    while (got > 0) {
        if (fm_buf_reserve(&buf, 1 << 16) != FM_OK)
            abort();
        got = fread(buf.p + buf.n, 1, 1 << 16, file);
        buf.n += got;
    }
    fclose(file);
    return buf;
}

static void try_folder(struct tap *tap, const char *corpus, const char *name)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/%s", corpus, name);
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        tap_skip(tap, name, "not in FENMILL_CORPUS");
        return;
    }
    size_t files = 0, failed = 0;
    for (const struct dirent *entry = readdir(directory); entry != NULL;
         entry = readdir(directory)) {
        if (entry->d_name[0] == '.')
            continue;
        struct fm_buf buf = load(folder, entry->d_name);
        files += buf.n > 0;
        if (buf.n > 0 && !holds(buf.p, buf.n, buf.n < SMALL_FILE ? SMALL_FILE : PLACES_OF_LARGE)) {
            tap_note("%s", entry->d_name);
            failed++;
        }
        fm_buf_free(&buf);
    }
    closedir(directory);
    tap_point(tap, files > 0 && failed == 0,
              "%s: %zu files give the same games wherever they are cut", name, files);
}

static void try_classic(struct tap *tap, const char *corpus)
{
    struct fm_buf buf = load(corpus, "classic.pgn");
    if (buf.n == 0 || fm_buf_reserve(&buf, FM_TEXT_PADDING) != FM_OK) {
        tap_skip(tap, "classic.pgn", "not in FENMILL_CORPUS");
        return;
    }
    memset(buf.p + buf.n, 0, FM_TEXT_PADDING);
    struct fm_split split = split_of(buf.p, buf.n, fm_split_best_path());
    size_t unusual = 0;
    for (size_t i = 0; i < split.count; i++)
        unusual += split.games[i].stray || split.games[i].broken != FM_REASON_NONE ||
                   split.games[i].result == FM_RESULT_NONE;
    tap_point(tap, split.count == 43043 && unusual == 0,
              "classic.pgn: %zu games, %zu of them unusual", split.count, unusual);
    fm_split_free(&split);
    fm_buf_free(&buf);
}

int main(void)
{
    struct tap tap = {0, 0};
    try_invented(&tap);
    const char *corpus = getenv("FENMILL_CORPUS");
    if (corpus == NULL || *corpus == '\0') {
        tap_skip(&tap, "real files", "FENMILL_CORPUS is not set");
        return tap_done(&tap);
    }
    try_classic(&tap, corpus);
    static const char *const folders[] = {"nasty", "annotated", "books-pgn", "lichess"};
    for (size_t i = 0; i < FM_COUNT_OF(folders); i++)
        try_folder(&tap, corpus, folders[i]);
    return tap_done(&tap);
}
