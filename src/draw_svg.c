/* SPDX-License-Identifier: MIT */
/* Boards as SVG, alone or in a web page that needs nothing else. The shapes of the pieces were drawn
 * for this program, in a square of 45 units. */
#include <config.h>
#include "draw.h"

enum { SQUARE = 45, MARGIN = 20, RANKS = 8 };

/* A piece: its outline, and lines and dots drawn over it in the other colour. */
struct shape {
    char piece; /* upper case */
    const char *outline;
    const char *marks; /* NULL = none */
};

#define FOOT "M10 40v-3.5q0-1.5 1.5-1.5h22q1.5 0 1.5 1.5v3.5z"
#define HORSE \
    "M14.5 35c0-7 7-8.5 8-15-2.5 2.5-6 2.5-7.5 5-2 2.5-5.5 1.5-6-1.5" \
    "-.5-2.5 2-4 3-6.5 .8-2.5 1.5-4.5 4-6.5" \
    "l0-4.5 4 3c9-.5 16 7 15 26z"

static const struct shape shapes[] = {
    {'P',
     "M22.5 8.5a5.5 5.5 0 0 1 4 9.3l1.5 0 0 2.2-2.5 0"
     "c0 6 2.5 10 5.5 15h-17c3-5 5.5-9 5.5-15l-2.5 0 0-2.2 1.5 0"
     "a5.5 5.5 0 0 1 4-9.3z" FOOT,
     NULL},
    {'R', "M11 8.5h5v3.5h4v-3.5h5v3.5h4v-3.5h5v8.5l-4 3.5v10l3 4.5h-21l3-4.5v-10l-4-3.5z" FOOT,
     "M15.5 20.5h14M15.5 30.5h14"},
    {'N', HORSE FOOT, "M17.5 14.5h1"},
    {'B',
     "M22.5 5a2.5 2.5 0 0 1 1.5 4.5"
     "c5.5 4.5 8.5 11 5.5 16-1 1.5-3.5 2.5-3.5 4.5l3.5 5h-14l3.5-5c0-2-2.5-3-3.5-4.5"
     "-3-5 0-11.5 5.5-16a2.5 2.5 0 0 1 1.5-4.5z" FOOT,
     "M22.5 14.5v8M18.5 18.5h8"},
    {'Q',
     "M12.5 35l-4.5-20 6.5 9.5 1.5-14.5 4.5 13.5 2-16 2 16 4.5-13.5 1.5 14.5 6.5-9.5-4.5 20z" FOOT,
     "M14 31h17"},
    {'K',
     "M21.5 4h2v2.5h2.5v2h-2.5v3.5"
     "c3 .5 3.5 4 2 7.5 4.5-5.5 12-3.5 11 3.5-.7 4.5-4.5 6-4.5 12h-19c0-6-3.8-7.5-4.5-12"
     "-1-7 6.5-9 11-3.5-1.5-3.5-1-7 2-7.5v-3.5h-2.5v-2h2.5z" FOOT,
     "M14.5 31h16"},
    {'A', HORSE FOOT "M33.5 3.5c3 3 4 6 2.5 8.5h-5c-1.5-2.5-.5-5.5 2.5-8.5z",
     "M17.5 14.5h1M26 23.5v8M22 27.5h8"},
    {'C', HORSE FOOT "M29 4h2.5v2h2v-2h2.5v2h2v-2h2.5v5.5l-1.5 2h-8.5l-1.5-2z",
     "M17.5 14.5h1M21 31h12M22 26.5h11"},
};

/* Text with & < > " escaped for XML. */
static void xml_put(struct fm_stream *to, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fm_stream_put(to, "&amp;");
            break;
        case '<':
            fm_stream_put(to, "&lt;");
            break;
        case '>':
            fm_stream_put(to, "&gt;");
            break;
        case '"':
            fm_stream_put(to, "&quot;");
            break;
        default:
            fm_stream_print(to, "%c", *text);
        }
    }
}

static void put_piece(struct fm_stream *to, const struct shape *shape, bool black)
{
    const char *fill = black ? "#2b2b2b" : "#fdfdfd", *line = black ? "#fdfdfd" : "#2b2b2b";
    fm_stream_print(
        to,
        "<g id=\"%c%c\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"1.5\">",
        black ? 'b' : 'w', shape->piece);
    fm_stream_print(to, "<path d=\"%s\" fill=\"%s\" stroke=\"#111\"/>", shape->outline, fill);
    if (shape->marks != NULL)
        fm_stream_print(to, "<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>", shape->marks, line);
    fm_stream_put(to, "</g>\n");
}

/* The shapes of the pieces, to be used by svg_board() of the same document. */
static void svg_pieces(struct fm_stream *to)
{
    fm_stream_put(to, "<defs>\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        put_piece(to, &shapes[i], false);
        put_piece(to, &shapes[i], true);
    }
    fm_stream_put(to, "</defs>\n");
}

static unsigned svg_width(const struct fm_view *view)
{
    return view->board.files * SQUARE + 2 * MARGIN;
}

static unsigned svg_height(const struct fm_view *view)
{
    (void)view;
    return RANKS * SQUARE + 2 * MARGIN;
}

static void put_square(struct fm_stream *to, const struct fm_view *view, unsigned file,
                       unsigned rank)
{
    const unsigned x = MARGIN + file * SQUARE, y = MARGIN + (RANKS - 1 - rank) * SQUARE;
    const char piece = view->board.pieces[rank][file];
    const bool black = piece >= 'a' && piece <= 'z';
    const char letter = (char)(black ? piece - 'a' + 'A' : piece);
    fm_stream_print(to, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x, y,
                    SQUARE, SQUARE, (file + rank) % 2 == 0 ? "#b58863" : "#f0d9b5");
    if (piece != 0)
        fm_stream_print(to, "<use href=\"#%c%c\" x=\"%u\" y=\"%u\"/>", black ? 'b' : 'w',
                        letter == 'J' ? 'A' : letter, x, y);
    fm_stream_put(to, "\n");
}

static void put_coordinates(struct fm_stream *to, const struct fm_view *view)
{
    fm_stream_put(
        to,
        "<g font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" fill=\"#444\">\n");
    for (unsigned rank = 0; rank < RANKS; rank++)
        fm_stream_print(to, "<text x=\"%d\" y=\"%u\">%u</text>", MARGIN / 2,
                        MARGIN + (RANKS - 1 - rank) * SQUARE + SQUARE / 2 + 4, rank + 1);
    for (unsigned file = 0; file < view->board.files; file++)
        fm_stream_print(to, "<text x=\"%u\" y=\"%d\">%c</text>",
                        MARGIN + file * SQUARE + SQUARE / 2, MARGIN + RANKS * SQUARE + 14,
                        (char)('a' + (char)file));
    fm_stream_put(to, "\n</g>\n");
}

/* A board with its coordinates: the inner elements, from 0,0 to svg_width(), svg_height(). */
static void svg_board(struct fm_stream *to, const struct fm_view *view)
{
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned file = 0; file < view->board.files; file++)
            put_square(to, view, file, rank);
    put_coordinates(to, view);
    /* a dot on the side that is to move */
    const bool black = view->board.black;
    fm_stream_print(to, "<circle cx=\"%u\" cy=\"%d\" r=\"6\" fill=\"%s\" stroke=\"#111\"/>\n",
                    svg_width(view) - MARGIN / 2,
                    black ? MARGIN + SQUARE / 2 : MARGIN + RANKS * SQUARE - SQUARE / 2,
                    black ? "#2b2b2b" : "#fdfdfd");
}

static void draw(struct fm_stream *to, const struct fm_view *view)
{
    const unsigned width = svg_width(view), height = svg_height(view);
    fm_stream_print(to,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
                    "viewBox=\"0 0 %u %u\">\n<title>",
                    width, height, width, height);
    xml_put(to, view->title);
    fm_stream_put(to, "</title>\n");
    svg_pieces(to);
    svg_board(to, view);
    fm_stream_put(to, "</svg>\n");
}

const struct fm_drawer fm_draw_svg = {.draw = draw, .one = true};

static void begin_page(struct fm_stream *to)
{
    fm_stream_put(
        to, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>Positions</title>\n<style>\n"
            "body { font: 16px/1.4 sans-serif; margin: 1.5rem; color: #222; background: #fff; }\n"
            "section { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; "
            "margin-bottom: 2.5rem; }\n"
            "h2 { flex-basis: 100%; font-size: 1.1rem; margin: 0; }\n"
            "section > svg { max-width: 100%; height: auto; }\n"
            "dl { margin: 0; flex: 1 1 22rem; min-width: 0; }\n"
            "dt { font-size: .85rem; color: #666; }\n"
            "dd { margin: 0 0 .7rem; }\n"
            "code { overflow-wrap: anywhere; background: #f3f3f3; padding: .1rem .3rem; }\n"
            "</style>\n</head>\n<body>\n"
            "<svg width=\"0\" height=\"0\" style=\"position: absolute\" aria-hidden=\"true\">\n");
    svg_pieces(to);
    fm_stream_put(to, "</svg>\n");
}

static void put_fact(struct fm_stream *to, const struct fm_view_fact *fact)
{
    fm_stream_put(to, "<dt>");
    xml_put(to, fact->title);
    fm_stream_put(to, fact->code ? "</dt><dd><code>" : "</dt><dd>");
    xml_put(to, fact->text);
    fm_stream_put(to, fact->code ? "</code></dd>\n" : "</dd>\n");
}

static void draw_page(struct fm_stream *to, const struct fm_view *view)
{
    const unsigned width = svg_width(view), height = svg_height(view);
    fm_stream_put(to, "<section>\n");
    if (view->caption != NULL) {
        fm_stream_put(to, "<h2>");
        xml_put(to, view->caption);
        fm_stream_put(to, "</h2>\n");
    }
    fm_stream_print(to,
                    "<svg role=\"img\" aria-label=\"the board\" width=\"%u\" height=\"%u\" "
                    "viewBox=\"0 0 %u %u\">\n",
                    width, height, width, height);
    svg_board(to, view);
    fm_stream_put(to, "</svg>\n<dl>\n");
    for (size_t i = 0; i < view->count; i++)
        put_fact(to, &view->facts[i]);
    fm_stream_put(to, "</dl>\n</section>\n");
}

static void end_page(struct fm_stream *to)
{
    fm_stream_put(to, "</body>\n</html>\n");
}

const struct fm_drawer fm_draw_html = {.begin = begin_page, .draw = draw_page, .end = end_page};
