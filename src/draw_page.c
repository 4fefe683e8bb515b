/* SPDX-License-Identifier: MIT */
/* Positions in a web page. */
#include <config.h>
#include <inttypes.h>
#include "board_svg.h"
#include "draw.h"
#include "page.h"

static void begin(struct fm_stream *to, const char *what, const char *of)
{
    fm_page_begin(to, what, of);
}

static void put_fact(struct fm_stream *to, const struct fm_view_fact *fact)
{
    fm_stream_put(to, "<dt>");
    fm_stream_xml(to, fact->title);
    fm_stream_put(to, fact->code ? "</dt><dd><code>" : "</dt><dd dir=\"auto\">");
    fm_stream_xml(to, fact->text);
    fm_stream_put(to, fact->code ? "</code></dd>\n" : "</dd>\n");
}

/* The end of an article: where to go on, by keyboard too. @param more  there is a next one. */
static void end_article(struct fm_stream *to, uint64_t number, bool more)
{
    if (number > 1 || (number == 1 && more))
        fm_stream_put(to, "<p class=\"next\">");
    if (number > 1)
        fm_stream_print(to, "<a href=\"#position%" PRIu64 "\">Position %" PRIu64 "</a>\n",
                        number - 1, number - 1);
    if (more)
        fm_stream_print(to, "<a href=\"#position%" PRIu64 "\">Position %" PRIu64 "</a>\n",
                        number + 1, number + 1);
    fm_stream_put(to, number > 1 || (number == 1 && more) ? "</p>\n</article>\n" : "</article>\n");
}

/* Whether there is a next position is known only when it comes: then the one before it ends. */
static void draw(struct fm_stream *to, const struct fm_view *view)
{
    if (view->number > 1)
        end_article(to, view->number - 1, true);
    if (view->number > 0) {
        fm_stream_print(to,
                        "<article id=\"position%" PRIu64 "\" aria-labelledby=\"heading%" PRIu64
                        "\">\n<h2 id=\"heading%" PRIu64 "\" dir=\"auto\">",
                        view->number, view->number, view->number);
        fm_stream_xml(to, view->caption);
        fm_stream_put(to, "</h2>\n");
    } else {
        fm_stream_put(to, "<article>\n");
    }
    fm_stream_put(to, "<div class=\"board\">\n");
    fm_svg_board(to, view, false);
    fm_stream_put(to, "<dl>\n");
    for (size_t i = 0; i < view->count; i++)
        put_fact(to, &view->facts[i]);
    fm_stream_put(to, "</dl>\n</div>\n");
}

static void end(struct fm_stream *to, uint64_t drawn)
{
    if (drawn > 0)
        end_article(to, drawn, false);
    else
        fm_stream_put(to, "<p>There is no position.</p>\n");
    fm_page_end(to);
}

const struct fm_drawer fm_draw_html = {.begin = begin, .draw = draw, .end = end};
