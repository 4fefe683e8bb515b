/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "reference/ref_pgn.h"
/* Games of a text that is NUL-terminated: comments, variations and NAGs are passed over, tokens end
 * at a blank or a mark. */
#include <stdio.h>
#include <string.h>
#include "reference/ref_fen.h"

static const char start_of_chess[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v';
}

static const char *after(const char *p, char stop)
{
    const char *end = strchr(p, stop);
    return end ? end + 1 : p + strlen(p);
}

/* Pass over everything between tokens; `p` may be at the start of a line. */
static const char *pass_gap(const char *p, const char *text)
{
    for (;;) {
        if (strncmp(p, "\xEF\xBB\xBF", 3) == 0)
            p += 3;
        else if (*p == '{')
            p = after(p, '}');
        else if (*p == ';' || (*p == '%' && (p == text || p[-1] == '\n')))
            p = after(p, '\n');
        else if (is_blank(*p) || (*p && strchr(".!?", *p)))
            p++;
        else
            return p;
    }
}

/* Behind the variation that opens at p. */
static const char *pass_variation(const char *p, const char *text)
{
    int depth = 0;
    do {
        p = pass_gap(p, text);
        depth += (*p == '(') - (*p == ')');
        if (*p)
            p++;
    } while (*p && depth > 0);
    return p;
}

static void copy(char *out, size_t size, const char *from, const char *to)
{
    const size_t n = (size_t)(to - from) < size - 1 ? (size_t)(to - from) : size - 1;
    memcpy(out, from, n);
    out[n] = '\0';
}

/* One tag pair; p is at its bracket. */
static const char *read_tag(const char *p, char name[32], char value[256])
{
    const char *from = p + 1 + strspn(p + 1, " \t\r\n");
    const char *to = from + strcspn(from, " \t\r\n\"]");
    copy(name, 32, from, to);
    from = strchr(to, '"');
    if (!from)
        return p + strlen(p);
    for (to = ++from; *to && *to != '"'; to++)
        if (*to == '\\' && to[1])
            to++;
    copy(value, 256, from, to);
    return after(to, ']');
}

static const char *variant_of_tag(const char *value)
{
    static const char *const names[] = {"capablanca", "caparandom", "gothic", "embassy", "janus"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(value, names[i]) == 0)
            return names[i];
    return NULL;
}

bool ref_game_begin(struct ref_game *game)
{
    char name[32], value[256], fen[256];
    const char *variant = NULL, *p = pass_gap(game->next, game->next);
    if (!*p)
        return false;
    memcpy(fen, start_of_chess, sizeof start_of_chess);
    game->token[0] = '\0';
    while (*p == '[') {
        p = read_tag(p, name, value);
        if (strcmp(name, "FEN") == 0)
            memcpy(fen, value, sizeof value);
        else if (strcmp(name, "Variant") == 0)
            variant = variant_of_tag(value);
        p = pass_gap(p, game->next);
    }
    game->next = p;
    game->failed = !ref_read_fen(fen, variant, &game->pos);
    return true;
}

static bool is_result(const char *token)
{
    return strcmp(token, "1-0") == 0 || strcmp(token, "0-1") == 0 ||
           strcmp(token, "1/2-1/2") == 0 || strcmp(token, "1/2") == 0 || strcmp(token, "*") == 0;
}

/* Numbers, with or without their dots, and NAGs. */
static bool is_noise(const char *token)
{
    return token[0] == '$' || token[strspn(token, "0123456789.")] == '\0';
}

/* The next token of the main line; empty at the end of the text. */
static void next_token(struct ref_game *game, const char *text)
{
    const char *p = pass_gap(game->next, text);
    while (*p == '(')
        p = pass_gap(pass_variation(p, text), text);
    size_t n = strspn(p, "0123456789");
    if (n && p[n] == '.') /* a number glued to its move */
        n++;
    else
        n = strcspn(p, " \t\r\n\v{}();.$[!?");
    if (n == 0 && *p && *p != '[')
        n = 1 + strspn(p + 1, "0123456789");
    copy(game->token, sizeof game->token, p, p + n);
    game->next = p + n;
}

bool ref_game_step(struct ref_game *game)
{
    struct ref_move moves[REF_MOVES_MAX];
    const char *text = game->next;
    do {
        next_token(game, text);
        if (!game->token[0] || is_result(game->token))
            return false;
    } while (is_noise(game->token));
    const int count = ref_moves(&game->pos, moves);
    for (char *j = game->token; *j; j++)
        if (*j == 'J')
            *j = 'A';
    const int which = ref_find_san(&game->pos, moves, count, game->token);
    game->failed = which < 0;
    if (!game->failed) {
        ref_write_san(&game->pos, moves, count, which, game->san);
        ref_play(&game->pos, &moves[which]);
    }
    return !game->failed;
}
