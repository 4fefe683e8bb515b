/* SPDX-License-Identifier: MIT */
/* Boards as SVG: see board_svg.h. The shapes of the pieces were drawn for this program, in a square of 45
 * units. Colours are attributes, not styles, so that a picture is the same alone and in a page. */
#include <config.h>
#include "board_svg.h"
#include <string.h>

enum { SQUARE = 45, MARGIN = 22, RANKS = 8, CUT = 16 }; /* off the margin above, which is empty */

/* A piece: its outline, and lines and dots drawn over it in the other colour. */
struct shape {
    char piece; /* upper case */
    const char *outline;
    const char *marks; /* NULL = none */
};

#define FOOT "M10 40v-3.5q0-1.5 1.5-1.5h22q1.5 0 1.5 1.5v3.5z"
#define FACE \
    "M14.5 35c0-7 7-8.5 8-15-2.5 2.5-6 2.5-7.5 5-2 2.5-5.5 1.5-6-1.5" \
    "-.5-2.5 2-4 3-6.5 .8-2.5 1.5-4.5 4-6.5" \
    "l0-4.5 4 3"

static const struct shape shapes[] = {
    {'P',
     "M22.5 8.5a5.5 5.5 0 0 1 4 9.3l1.5 0 0 2.2-2.5 0"
     "c0 6 2.5 10 5.5 15h-17c3-5 5.5-9 5.5-15l-2.5 0 0-2.2 1.5 0"
     "a5.5 5.5 0 0 1 4-9.3z" FOOT,
     NULL},
    {'R', "M11 8.5h5v3.5h4v-3.5h5v3.5h4v-3.5h5v8.5l-4 3.5v10l3 4.5h-21l3-4.5v-10l-4-3.5z" FOOT,
     "M15.5 20.5h14M15.5 30.5h14"},
    {'N', FACE "c9-.5 16 7 15 26z" FOOT, "M17.5 14.5h1"},
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
    /* The face of a knight, and from the ear on a bishop's mitre, or a rook's wall. */
    {'A', FACE "l4.6 .6a3.2 3.2 0 1 1 4.4 .3c6 4.5 8 12 5 17.5-1 1.5-2 2.5-2 4l2.5 4.1z" FOOT,
     "M17.5 14.5h1M27.5 15.5v10M23.5 19h8"},
    {'C', FACE "h2.5v-4.5h4.5v4h4.5v-4h4.5v10l-3 3v18z" FOOT, "M17.5 14.5h1M24 17h9M19.5 31h13.5"},
};

static void put_piece(struct fm_stream *to, const struct shape *shape, bool black)
{
    const char *fill = black ? "#2b2b2b" : "#fdfdfd", *line = black ? "#fdfdfd" : "#2b2b2b";
    fm_stream_print(
        to,
        "<g id=\"%c%c\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke-width=\"1.5\">",
        black ? 'b' : 'w', shape->piece);
    fm_stream_print(to, "<path d=\"%s\" fill=\"%s\" stroke=\"#111\"/>", shape->outline, fill);
    if (shape->marks != NULL)
        fm_stream_print(to, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                        shape->marks, line);
    fm_stream_put(to, "</g>\n");
}

static unsigned x_of(unsigned file)
{
    return MARGIN + file * SQUARE;
}

static unsigned y_of(unsigned rank)
{
    return MARGIN + (RANKS - 1 - rank) * SQUARE;
}

static void put_coordinates(struct fm_stream *to, unsigned files)
{
    fm_stream_put(to, "<g font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\" "
                      "fill=\"currentColor\">");
    for (unsigned rank = 0; rank < RANKS; rank++)
        fm_stream_print(to, "<text x=\"%d\" y=\"%u\">%u</text>", MARGIN / 2,
                        y_of(rank) + SQUARE / 2 + 5, rank + 1);
    for (unsigned file = 0; file < files; file++)
        fm_stream_print(to, "<text x=\"%u\" y=\"%d\">%c</text>", x_of(file) + SQUARE / 2,
                        MARGIN + RANKS * SQUARE + 16, (char)('a' + (char)file));
    fm_stream_put(to, "</g>");
}

/* An empty board. */
static void put_board(struct fm_stream *to, unsigned files)
{
    fm_stream_print(to,
                    "<g id=\"board%u\"><rect x=\"%d\" y=\"%d\" width=\"%u\" height=\"%d\" "
                    "fill=\"#f0d9b5\"/><path fill=\"#b58863\" d=\"",
                    files, MARGIN, MARGIN, files * SQUARE, RANKS * SQUARE);
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned file = rank % 2; file < files; file += 2)
            fm_stream_print(to, "M%u %uh%dv%dh-%dz", x_of(file), y_of(rank), SQUARE, SQUARE,
                            SQUARE);
    fm_stream_put(to, "\"/>");
    put_coordinates(to, files);
    fm_stream_put(to, "</g>\n");
}

/* @param files  of the only board; 0 = both are needed. */
static void put_shapes(struct fm_stream *to, unsigned files)
{
    fm_stream_put(to, "<defs>\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        put_piece(to, &shapes[i], false);
        put_piece(to, &shapes[i], true);
    }
    for (unsigned n = 8; n <= 10; n += 2)
        if (files == 0 || files == n)
            put_board(to, n);
    fm_stream_put(to, "</defs>\n");
}

void fm_svg_shapes(struct fm_stream *to)
{
    fm_stream_put(
        to, "<svg width=\"0\" height=\"0\" style=\"position: absolute\" aria-hidden=\"true\">\n");
    put_shapes(to, 0);
    fm_stream_put(to, "</svg>\n");
}

static const char *const mark_colours[] = {
    [FM_MARK_LAST] = "#7fa600",   [FM_MARK_GREEN] = "#15781b", [FM_MARK_RED] = "#a11616",
    [FM_MARK_YELLOW] = "#e68f00", [FM_MARK_BLUE] = "#003088",
};

static unsigned root_of(unsigned square)
{
    unsigned root = 0;
    while ((root + 1) * (root + 1) <= square)
        root++;
    return root;
}

/* From centre to centre, as one outline: a head and a shaft. */
static void put_arrow(struct fm_stream *to, const struct fm_view_mark *mark)
{
    enum { HEAD = 18, HALF_HEAD = 11, HALF_SHAFT = 4 };
    const int x = (int)x_of(mark->from_file) + SQUARE / 2,
              y = (int)y_of(mark->from_rank) + SQUARE / 2;
    const int dx = (int)x_of(mark->to_file) + SQUARE / 2 - x,
              dy = (int)y_of(mark->to_rank) + SQUARE / 2 - y;
    const int length = (int)root_of((unsigned)(dx * dx + dy * dy));
    const struct {
        int along, across;
    } points[] = {{0, HALF_SHAFT}, {length - HEAD, HALF_SHAFT}, {length - HEAD, HALF_HEAD},
                  {length, 0},     {length - HEAD, -HALF_HEAD}, {length - HEAD, -HALF_SHAFT},
                  {0, -HALF_SHAFT}};
    if (length == 0)
        return;
    fm_stream_print(
        to, "<path fill=\"%s\" fill-opacity=\".8\" stroke=\"#fff\" stroke-width=\".8\" d=\"",
        mark_colours[mark->kind]);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        fm_stream_print(to, "%c%.1f %.1f", i == 0 ? 'M' : 'L',
                        x + (double)(dx * points[i].along - dy * points[i].across) / length,
                        y + (double)(dy * points[i].along + dx * points[i].across) / length);
    fm_stream_put(to, "z\"/>\n");
}

static void put_square_mark(struct fm_stream *to, const struct fm_view_mark *mark)
{
    const unsigned x = x_of(mark->from_file), y = y_of(mark->from_rank);
    if (mark->kind == FM_MARK_LAST)
        fm_stream_print(to,
                        "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                        "fill-opacity=\".55\"/>\n",
                        x, y, SQUARE, SQUARE, mark_colours[mark->kind]);
    else
        fm_stream_print(to,
                        "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"20\" fill=\"none\" stroke=\"%s\" "
                        "stroke-width=\"4\"/>\n",
                        x + SQUARE / 2, y + SQUARE / 2, mark_colours[mark->kind]);
}

static void put_pieces(struct fm_stream *to, const struct fm_board *board)
{
    for (unsigned rank = RANKS; rank-- > 0;)
        for (unsigned file = 0; file < board->files; file++) {
            const char piece = board->pieces[rank][file];
            const bool black = piece >= 'a' && piece <= 'z';
            const char letter = (char)(black ? piece - 'a' + 'A' : piece);
            if (piece != 0)
                fm_stream_print(to, "<use href=\"#%c%c\" x=\"%u\" y=\"%u\"/>", black ? 'b' : 'w',
                                letter == 'J' ? 'A' : letter, x_of(file), y_of(rank));
        }
    fm_stream_put(to, "\n");
}

/* A dot on the side that is to move. */
static void put_side(struct fm_stream *to, const struct fm_board *board)
{
    fm_stream_print(to, "<circle cx=\"%u\" cy=\"%d\" r=\"6\" fill=\"%s\" stroke=\"%s\"/>\n",
                    x_of(board->files) + MARGIN / 2,
                    board->black ? MARGIN + SQUARE / 2 : MARGIN + RANKS * SQUARE - SQUARE / 2,
                    board->black ? "#2b2b2b" : "#fdfdfd", board->black ? "#aaa" : "#333");
}

/* " rooks a1 h1," */
static void tell_pieces(struct fm_stream *to, const struct fm_board *board, char letter,
                        const char *name, const char **before)
{
    unsigned count = 0;
    for (unsigned i = 0; i < RANKS * board->files; i++)
        count += board->pieces[i / board->files][i % board->files] == letter;
    if (count == 0)
        return;
    fm_stream_print(to, "%s%s%s", *before, name, count > 1 ? "s" : "");
    *before = ", ";
    for (unsigned i = 0; i < RANKS * board->files; i++)
        if (board->pieces[i / board->files][i % board->files] == letter)
            fm_stream_print(to, " %c%u", (char)('a' + (char)(i % board->files)),
                            i / board->files + 1);
}

/* The board in words: ASCII without anything to escape. */
static void tell(struct fm_stream *to, const struct fm_view *view)
{
    static const struct {
        char letter;
        const char *name;
    } names[] = {{'K', "king"},       {'Q', "queen"},      {'C', "chancellor"},
                 {'A', "archbishop"}, {'J', "archbishop"}, {'R', "rook"},
                 {'B', "bishop"},     {'N', "knight"},     {'P', "pawn"}};
    bool empty = true;
    for (unsigned black = 0; black < 2; black++) {
        const char *before = black ? "Black: " : "White: ";
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            tell_pieces(to, &view->board, (char)(names[i].letter + (black ? 'a' - 'A' : 0)),
                        names[i].name, &before);
        if (*before == ',')
            fm_stream_put(to, ". ");
        empty = empty && *before != ',';
    }
    if (empty)
        fm_stream_put(to, "An empty board. ");
    if (view->tells_side)
        fm_stream_print(to, "%s to move.", view->board.black ? "Black" : "White");
}

void fm_svg_board(struct fm_stream *to, const struct fm_view *view, bool alone)
{
    const unsigned files = view->board.files, width = files * SQUARE + 2 * MARGIN,
                   height = RANKS * SQUARE + 2 * MARGIN - CUT;
    fm_stream_print(
        to, "<svg%s role=\"img\" width=\"%u\" height=\"%u\" viewBox=\"0 %d %u %u\" aria-label=\"",
        alone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", width, height, CUT, width, height);
    tell(to, view);
    fm_stream_put(to, "\">\n");
    if (alone) {
        fm_stream_put(to, "<title>");
        fm_stream_xml(to, view->title);
        fm_stream_put(to, "</title>\n");
        put_shapes(to, files);
    }
    fm_stream_print(to, "<use href=\"#board%u\"/>\n", files);
    for (size_t i = 0; i < view->mark_count; i++)
        if (!view->marks[i].arrow)
            put_square_mark(to, &view->marks[i]);
    put_pieces(to, &view->board);
    for (size_t i = 0; i < view->mark_count; i++)
        if (view->marks[i].arrow)
            put_arrow(to, &view->marks[i]);
    if (view->tells_side)
        put_side(to, &view->board);
    fm_stream_put(to, "</svg>\n");
}

static void draw(struct fm_stream *to, const struct fm_view *view)
{
    fm_svg_board(to, view, true);
}

const struct fm_drawer fm_draw_svg = {.draw = draw, .one = true};
