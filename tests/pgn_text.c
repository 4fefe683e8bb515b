/* SPDX-License-Identifier: MIT */
/* Renders what the splitter and the lexer say. */
#include <config.h>
#include "pgn_text.h"
#include <stdio.h>
#include <stdlib.h>
#include "pgn/lexer.h"

unsigned char *pgn_padded(struct fm_text text)
{
    unsigned char *copy = malloc(text.n + FM_TEXT_PADDING);
    if (copy == NULL)
        abort();
    if (text.n > 0)
        memcpy(copy, text.p, text.n);
    memset(copy + text.n, 0, FM_TEXT_PADDING);
    return copy;
}

static void put_text(FILE *out, struct fm_text text)
{
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        if (c == '\n' || c == '\r')
            fputs(c == '\n' ? "\\n" : "\\r", out);
        else if (c < ' ' || c >= 0x7F)
            fprintf(out, "<%02X>", c);
        else
            putc(c, out);
    }
}

static void put_notes(FILE *out, const struct fm_warnings *notes)
{
    const char *before = " !";
    for (int reason = 1; reason < FM_REASON_COUNT; reason++) {
        if (!fm_warnings_has(notes, (enum fm_reason)reason))
            continue;
        fprintf(out, "%s%s", before, fm_reason_name((enum fm_reason)reason));
        before = ",";
    }
}

static void put_game(FILE *out, const struct fm_split *split, const struct fm_game *game,
                     const unsigned char *bytes)
{
    static const char *const results[] = {"none", "1-0", "0-1", "1/2", "*"};
    fprintf(out, "@%zu", game->begin);
    if (game->stray) {
        fputs(" stray", out);
        return;
    }
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct fm_tag *tag = &split->tags[game->first_tag + i];
        fputs(i == 0 ? " [" : "|", out);
        put_text(out, tag->name);
        putc('=', out);
        put_text(out, tag->value);
    }
    fputs(game->tag_count > 0 ? "] " : " ", out);
    put_text(out,
             fm_text_trim((struct fm_text){bytes + game->moves, game->moves_end - game->moves}));
    fprintf(out, " => %s", results[game->result]);
    if (game->broken != FM_REASON_NONE)
        fprintf(out, " BROKEN %s@%zu", fm_reason_name(game->broken), game->broken_at);
    put_notes(out, &game->notes);
}

char *pgn_spans(struct fm_text text)
{
    char *line = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&line, &size);
    unsigned char *bytes = pgn_padded(text);
    struct fm_split split = {0};
    if (out == NULL || fm_split_block(&split, (struct fm_text){bytes, text.n}) != FM_OK)
        abort();
    for (size_t i = 0; i < split.count; i++) {
        fputs(i == 0 ? "" : " // ", out);
        put_game(out, &split, &split.games[i], bytes);
    }
    fm_split_free(&split);
    free(bytes);
    fclose(out);
    return line;
}

static void put_token(FILE *out, enum fm_token token, const struct fm_lexer *lexer)
{
    static const char *const names[] = {"", "m:", "n:", "c:", "(", ")", "r:", "o:"};
    fputs(names[token], out);
    if (token == FM_TOKEN_NAG)
        fprintf(out, "%u", lexer->number);
    else if (token != FM_TOKEN_OPEN && token != FM_TOKEN_CLOSE)
        put_text(out, lexer->text);
}

char *pgn_tokens(struct fm_text text)
{
    char *line = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&line, &size);
    if (out == NULL)
        abort();
    /* A line end before the text, as tags leave it. */
    unsigned char *bytes = malloc(text.n + 1 + FM_TEXT_PADDING);
    if (bytes == NULL)
        abort();
    bytes[0] = '\n';
    memcpy(bytes + 1, text.p, text.n);
    memset(bytes + 1 + text.n, 0, FM_TEXT_PADDING);
    struct fm_warnings notes = {{0}};
    struct fm_lexer lexer = {.at = bytes + 1, .end = bytes + 1 + text.n, .notes = &notes};
    const char *blank = "";
    for (enum fm_token token = fm_lexer_next(&lexer); token != FM_TOKEN_END;
         token = fm_lexer_next(&lexer)) {
        fputs(blank, out);
        put_token(out, token, &lexer);
        blank = " ";
    }
    put_notes(out, &notes);
    free(bytes);
    fclose(out);
    return line;
}

static bool same_text(struct fm_text a, struct fm_text b, size_t shift, const unsigned char *first,
                      const unsigned char *other)
{
    return a.n == b.n && (a.n == 0 || (size_t)(a.p - first) == (size_t)(b.p - other) + shift);
}

bool pgn_same_game(const struct fm_split *a, size_t i, const struct fm_split *b, size_t j,
                   size_t shift, const unsigned char *first, const unsigned char *other)
{
    const struct fm_game *x = &a->games[i], *y = &b->games[j];
    if (x->begin != y->begin + shift || x->end != y->end + shift ||
        x->tags_end != y->tags_end + shift || x->moves != y->moves + shift ||
        x->moves_end != y->moves_end + shift)
        return false;
    if (x->tag_count != y->tag_count || x->result != y->result || x->stray != y->stray ||
        x->broken != y->broken || memcmp(&x->notes, &y->notes, sizeof x->notes) != 0)
        return false;
    if (x->broken != FM_REASON_NONE && x->broken_at != y->broken_at + shift)
        return false;
    for (size_t k = 0; k < x->tag_count; k++) {
        const struct fm_tag *s = &a->tags[x->first_tag + k], *t = &b->tags[y->first_tag + k];
        if (s->id != t->id || s->escaped != t->escaped ||
            !same_text(s->name, t->name, shift, first, other) ||
            !same_text(s->value, t->value, shift, first, other))
            return false;
    }
    return true;
}
