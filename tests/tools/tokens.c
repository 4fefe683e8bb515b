/* SPDX-License-Identifier: MIT */
/* Counts what is annotated in each game of PGN on standard input, one line a game: its comments, their bytes that are no blank, its
 * variations, and how often each NAG occurs. It shares nothing with the library: a game ends at a result outside of comments and
 * variations, or where a tag follows moves. Marks after moves and symbols count as their NAGs; of a symbol that has none, and of a
 * result in a variation, the text counts as a comment. Numbers, check marks, e.p., castling signs and stray brackets do not count. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAGS = 256, WORD_MAX = 256, DEPTH_MAX = 1000 };

static struct {
    unsigned long comments, bytes, variations, games;
    unsigned nags[NAGS];
    bool tags;              /* there is a tag */
    bool moves;             /* there is a movetext */
    bool follows;           /* the last token was a move or a NAG */
    int depth;              /* of variations */
    bool played[DEPTH_MAX]; /* of the variation of each depth: it has a move, or one in it has */
} game;

static const struct {
    const char *text;
    unsigned nag;
    bool follows;
} names[] = {
    {"=", 10, true},    {"N", 146, true},    {"D", 220, true},       {"+-", 18, false},
    {"-+", 19, false},  {"+=", 14, false},   {"=+", 15, false},      {"+/-", 16, false},
    {"-/+", 17, false}, {"+/=", 14, false},  {"=/+", 15, false},     {"+--", 20, false},
    {"±", 16, false},   {"\xB1", 16, false}, {"∓", 17, false},       {"⩲", 14, false},
    {"⩱", 15, false},   {"∞", 13, false},    {"⇆", 132, false},      {"□", 7, false},
    {"↑", 36, false},   {"→", 40, false},    {"∆", 140, false},      {"⌓", 142, false},
    {"⟳", 32, false},   {"⊕", 138, false},   {"⨀", 22, false},       {"RR", 145, false},
    {"TN", 146, false}, {"inf", 13, false},  {"unclear", 13, false},
};

static void end_game(void)
{
    if (!game.moves && !game.tags)
        return;
    printf("%lu comments, %lu bytes, %lu variations, NAGs", game.comments, game.bytes,
           game.variations);
    for (unsigned nag = 0; nag < NAGS; nag++)
        if (game.nags[nag] > 0)
            printf(" %u:%u", nag, game.nags[nag]);
    putchar('\n');
    memset(&game, 0, sizeof game);
}

static void count_byte(int c)
{
    game.bytes += c > ' ' && c < 0x7F && strchr("(){}[]-", c) == NULL;
}

static int comment(int close)
{
    int c;
    game.comments++;
    game.moves = true;
    game.follows = false;
    while ((c = getchar()) != EOF && c != close && !(close == '\n' && c == '\r'))
        count_byte(c);
    return c;
}

static bool is_result(const char *word)
{
    return strcmp(word, "1-0") == 0 || strcmp(word, "0-1") == 0 || strcmp(word, "1/2-1/2") == 0 ||
           strcmp(word, "*") == 0;
}

static unsigned mark_nag(const char *p)
{
    static const char *const marks[] = {"!!", "??", "!?", "?!", "!", "?"};
    static const unsigned nags[] = {3, 4, 5, 6, 1, 2};
    for (unsigned i = 0; i < 6; i++)
        if (strncmp(p, marks[i], strlen(marks[i])) == 0)
            return nags[i];
    return 0;
}

static bool is_passed(const char *word)
{
    static const char *const passed[] = {"ch", "mate", "ep", "e.p.", "+", "++", "#", "-", "--"};
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (strcmp(word, passed[i]) == 0)
            return true;
    return word[strspn(word, "0123456789.")] == '\0';
}

static void count_word(const char *word)
{
    if (*word == '\0' || is_passed(word))
        return;
    if (is_result(word) && game.depth == 0) {
        game.moves = true;
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i].text) == 0 && (game.follows || !names[i].follows)) {
            game.nags[names[i].nag]++;
            return;
        }
    if (*word == '$' && strlen(word) > 1 && strspn(word + 1, "0123456789.") == strlen(word + 1) &&
        atoi(word + 1) < NAGS) {
        game.nags[atoi(word + 1)]++;
        return;
    }
    if (mark_nag(word) > 0) {
        game.nags[mark_nag(word)]++;
        return;
    }
    game.follows = false;
    if (strcmp(word, "*") == 0)
        return;
    if (is_result(word) || strspn(word, "NDR&=<>$%\"',:") == strlen(word) ||
        strspn(word, "$0123456789") == strlen(word)) {
        game.comments++;
        while (*word != '\0')
            count_byte((unsigned char)*word++);
        return;
    }
    const char *mark = strpbrk(word, "!?");
    if (mark != NULL)
        game.nags[mark_nag(mark)]++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) { /* a symbol that a move ends with */
        const size_t n = mark == NULL ? strlen(word) : (size_t)(mark - word),
                     k = strlen(names[i].text);
        if (!names[i].follows && n > k && strchr("RTiu", *names[i].text) == NULL &&
            memcmp(word + n - k, names[i].text, k) == 0 && (mark == NULL || mark_nag(mark) > 0) &&
            strchr("+-=/", word[n - k - 1]) == NULL) {
            game.nags[names[i].nag]++;
            break;
        }
    }
    game.moves = game.follows = true;
    for (int depth = game.depth; depth > 0 && !game.played[depth]; depth--) {
        game.played[depth] = true;
        game.variations++;
    }
}

int main(void)
{
    char word[WORD_MAX];
    size_t n = 0;
    int before = '\n', c;
    bool ended = false; /* a result was read: what is no comment begins the next game */
    while ((c = getchar()) != EOF) {
        if (c == 0xEF || c == 0xBB || c == 0xBF) /* a byte order mark */
            continue;
        c = c == '\r' ? '\n' : c;
        const bool ends = c <= ' ' || strchr("{}();[", c) != NULL || (c == '$' && n > 0) ||
                          (n > 0 && word[n - 1] == '.' && c != '.');
        if (ends && n > 0) {
            word[n] = '\0';
            n = 0;
            if (ended && *word != '$' && !is_result(word))
                end_game(), ended = false;
            ended |= game.depth == 0 && is_result(word);
            count_word(word);
        }
        if (c == '[' && (before == '\n' || before > ' ') &&
            game.depth == 0) { /* glued to a move, too */
            if (game.moves)
                end_game(), ended = false;
            game.tags = true;
            while ((c = getchar()) != EOF && c != '\n' &&
                   c != '\r') /* tags are on lines of their own */
                ;
            c = '\n';
        } else if (c == '%' && before == '\n') {
            while ((c = getchar()) != EOF && c != '\n' && c != '\r')
                ;
            c = '\n';
        } else if (c == '{' || c == ';') {
            c = comment(c == '{' ? '}' : '\n');
        } else if (c == '(') {
            game.depth += game.depth < DEPTH_MAX - 1;
            game.played[game.depth] = game.follows = false;
        } else if (c == ')') {
            game.depth -= game.depth > 0;
            game.follows = false;
        } else if (c > ' ' && n + 1 < WORD_MAX) {
            word[n++] = (char)c;
        }
        before = c;
    }
    word[n] = '\0';
    count_word(word);
    end_game();
    return 0;
}
