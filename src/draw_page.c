/* SPDX-License-Identifier: MIT */
/* Positions in a web page. */
#include <config.h>
#include <inttypes.h>
#include "board_svg.h"
#include "draw.h"
#include "page.h"
#include "src/tables_texts.h"

static void put_link(struct fm_stream *to, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    fm_stream_xml(to, TEXT_POSITION_LINK, text, text);
}

/* The end of an article: where to go on, by keyboard too. @param more  there is a next one. */
static void end_article(struct fm_stream *to, uint64_t number, bool more)
{
    const bool links = number > 1 || (number == 1 && more);
    if (links)
        fm_stream_put(to, "<p class=\"next\">");
    if (number > 1)
        put_link(to, number - 1);
    if (more)
        put_link(to, number + 1);
    fm_stream_put(to, links ? "</p>\n</article>\n" : "</article>\n");
}

/* Whether there is a next position is known only when it comes: then the one before it ends. */
static void draw_article(struct fm_stream *to, const struct fm_view *view)
{
    char number[32];
    snprintf(number, sizeof number, "%" PRIu64, view->number);
    if (view->number > 1)
        end_article(to, view->number - 1, true);
    if (view->number > 0)
        fm_stream_xml(to, TEXT_POSITION_BEGIN, number, number, number, view->caption);
    else
        fm_stream_put(to, "<article>\n");
    fm_stream_put(to, "<div class=\"board\">\n");
    fm_svg_board(to, view, false);
    fm_stream_put(to, "<dl>\n");
    for (size_t i = 0; i < view->count; i++) {
        const struct fm_view_fact *fact = &view->facts[i];
        if (fact->code)
            fm_stream_xml(to, TEXT_POSITION_CODE, fact->title, fact->text);
        else
            fm_stream_xml(to, TEXT_POSITION_FACT, fact->title, fact->text);
    }
    fm_stream_put(to, TEXT_POSITION_END);
}

static void end_page(struct fm_stream *to, uint64_t drawn)
{
    if (drawn > 0)
        end_article(to, drawn, false);
    else
        fm_stream_put(to, "<p>There is no position.</p>\n");
    fm_page_end(to);
}

const struct fm_drawer fm_draw_html = {
    .begin = fm_page_begin, .draw = draw_article, .end = end_page};
