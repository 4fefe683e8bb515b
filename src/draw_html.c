/* One web page that needs nothing else: a board and the facts for each position. */
#include <config.h>
#include "draw.h"

static void begin(struct fm_stream *to)
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
    fm_svg_pieces(to);
    fm_stream_put(to, "</svg>\n");
}

static void put_fact(struct fm_stream *to, const struct fm_view_fact *fact)
{
    fm_stream_put(to, "<dt>");
    fm_xml_put(to, fact->title);
    fm_stream_put(to, fact->code ? "</dt><dd><code>" : "</dt><dd>");
    fm_xml_put(to, fact->text);
    fm_stream_put(to, fact->code ? "</code></dd>\n" : "</dd>\n");
}

static void draw(struct fm_stream *to, const struct fm_view *view)
{
    const unsigned width = fm_svg_width(view), height = fm_svg_height(view);
    fm_stream_put(to, "<section>\n");
    if (view->caption != NULL) {
        fm_stream_put(to, "<h2>");
        fm_xml_put(to, view->caption);
        fm_stream_put(to, "</h2>\n");
    }
    fm_stream_print(to,
                    "<svg role=\"img\" aria-label=\"the board\" width=\"%u\" height=\"%u\" "
                    "viewBox=\"0 0 %u %u\">\n",
                    width, height, width, height);
    fm_svg_board(to, view);
    fm_stream_put(to, "</svg>\n<dl>\n");
    for (size_t i = 0; i < view->count; i++)
        put_fact(to, &view->facts[i]);
    fm_stream_put(to, "</dl>\n</section>\n");
}

static void end(struct fm_stream *to)
{
    fm_stream_put(to, "</body>\n</html>\n");
}

const struct fm_drawer fm_draw_html = {.begin = begin, .draw = draw, .end = end};
