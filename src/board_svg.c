/* SPDX-License-Identifier: MIT */
/* Boards as SVG: see board_svg.h. The shapes in pieces.svg were drawn for this program, in a square
 * of 45 units. Colours are attributes, not styles, so that a picture is the same alone and in a
 * page. */
#include <config.h>
#include "board_svg.h"
#include "src/tables_texts.h"

enum { SQUARE = 45, MARGIN = 22, RANKS = 8, CUT = 16 }; /* off the margin above, which is empty */

static unsigned x_of(unsigned file)
{
    return MARGIN + file * SQUARE;
}

static unsigned y_of(unsigned rank)
{
    return MARGIN + (RANKS - 1 - rank) * SQUARE;
}

/* Each piece, white and black, is an element `wP`, `bP`, ...; an empty board is `board8` or
 * `board10`. */
static const char *const pieces[] = {TEXT_PIECES NULL};
static const char *const boards[] = {TEXT_BOARD8 TEXT_BOARD10};

/* @param files  of the only board; 0 = both are needed. */
static void put_shapes(struct fm_stream *to, unsigned files)
{
    fm_stream_put(to, "<defs>\n");
    fm_stream_lines(to, pieces);
    for (unsigned i = 0; i < 2; i++)
        if (files == 0 || files == 8 + 2 * i)
            fm_stream_put(to, boards[i]);
    fm_stream_put(to, "</defs>\n");
}

void fm_svg_shapes(struct fm_stream *to)
{
    fm_stream_put(to, TEXT_PAGE_SHAPES);
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
    for (size_t i = 0; i < FM_COUNT_OF(points); i++)
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
        for (size_t i = 0; i < FM_COUNT_OF(names); i++)
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
        fm_stream_xml(to, "<title>%s</title>\n", view->title);
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

static void draw_svg(struct fm_stream *to, const struct fm_view *view)
{
    fm_svg_board(to, view, true);
}

const struct fm_drawer fm_draw_svg = {.draw = draw_svg, .one = true};
