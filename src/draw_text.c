/* Boards for terminals. */
#include <config.h>
#include "draw.h"
#include <string.h>

/* Figurines look the same size in one colour only where both are filled or outlined; these are what
 * terminals show. The archbishop and the chancellor have none that fonts know. */
static const char *figurine(char piece)
{
    static const struct {
        char piece;
        const char *text;
    } table[] = {
        {'K', "♔"}, {'Q', "♕"}, {'R', "♖"}, {'B', "♗"}, {'N', "♘"}, {'P', "♙"},
        {'k', "♚"}, {'q', "♛"}, {'r', "♜"}, {'b', "♝"}, {'n', "♞"}, {'p', "♟"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
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

static void draw(struct fm_stream *to, const struct fm_view *view, bool figurines)
{
    if (view->caption != NULL)
        fm_stream_print(to, "%s\n\n", view->caption);
    for (unsigned rank = 8; rank-- > 0;) {
        fm_stream_print(to, "%3u ", rank + 1);
        for (unsigned file = 0; file < view->files; file++)
            put_square(to, fm_position_piece(view->position, file, rank), figurines);
        fm_stream_put(to, "\n");
    }
    fm_stream_put(to, "    ");
    for (unsigned file = 0; file < view->files; file++)
        fm_stream_print(to, " %c", (char)('a' + (char)file));
    fm_stream_put(to, "\n\n");
    for (size_t i = 0; i < view->count; i++)
        fm_stream_print(to, "%s:%*s%s\n", view->facts[i].title,
                        (int)(17 - strlen(view->facts[i].title)), "", view->facts[i].text);
    fm_stream_put(to, "\n");
}

static void draw_letters(struct fm_stream *to, const struct fm_view *view)
{
    draw(to, view, false);
}

static void draw_figurines(struct fm_stream *to, const struct fm_view *view)
{
    draw(to, view, true);
}

const struct fm_drawer fm_draw_letters = {.draw = draw_letters};
const struct fm_drawer fm_draw_figurines = {.draw = draw_figurines};
