/* SPDX-License-Identifier: MIT */
/* Drawings for terminals. */
#include <config.h>
#include "draw.h"
#include <string.h>

/* The figurines that terminals show: outlined for White, filled for Black. Fonts have none for the
 * archbishop and the chancellor. */
static const char *figurine(char piece)
{
    static const struct {
        char piece;
        const char *text;
    } table[] = {
        {'K', "♔"}, {'Q', "♕"}, {'R', "♖"}, {'B', "♗"}, {'N', "♘"}, {'P', "♙"},
        {'k', "♚"}, {'q', "♛"}, {'r', "♜"}, {'b', "♝"}, {'n', "♞"}, {'p', "♟"},
    };
    for (size_t i = 0; i < FM_COUNT_OF(table); i++)
        if (table[i].piece == piece)
            return table[i].text;
    return NULL;
}

static void put_square(struct fm_stream *to, char piece, bool figurines)
{
    const char *text = figurines ? figurine(piece) : NULL;
    if (text != NULL)
        fm_stream_print(to, " %s", text);
    else if (piece != 0)
        fm_stream_print(to, " %c", piece);
    else
        fm_stream_put(to, figurines ? " ·" : " .");
}

static void draw_text(struct fm_stream *to, const struct fm_view *view, bool figurines)
{
    if (view->caption != NULL) {
        fm_stream_printable(to, fm_printable_text(view->caption));
        fm_stream_put(to, "\n\n");
    }
    for (unsigned rank = 8; rank-- > 0;) {
        fm_stream_print(to, "%3u ", rank + 1);
        for (unsigned file = 0; file < view->board.files; file++)
            put_square(to, view->board.pieces[rank][file], figurines);
        fm_stream_put(to, "\n");
    }
    fm_stream_put(to, "    ");
    for (unsigned file = 0; file < view->board.files; file++)
        fm_stream_print(to, " %c", (char)('a' + (char)file));
    fm_stream_put(to, "\n\n");
    for (size_t i = 0; i < view->count; i++) {
        enum { COLUMN = 17 };
        const struct fm_view_fact *fact = &view->facts[i];
        const size_t n = strlen(fact->title);
        fm_stream_print(to, "%s:%*s", fact->title, n < COLUMN ? (int)(COLUMN - n) : 1, "");
        fm_stream_printable(to, fm_printable_text(fact->text));
        fm_stream_put(to, "\n");
    }
    fm_stream_put(to, "\n");
}

static void draw_letters(struct fm_stream *to, const struct fm_view *view)
{
    draw_text(to, view, false);
}

static void draw_figurines(struct fm_stream *to, const struct fm_view *view)
{
    draw_text(to, view, true);
}

const struct fm_drawer fm_draw_letters = {.draw = draw_letters};
const struct fm_drawer fm_draw_figurines = {.draw = draw_figurines};
