/* SPDX-License-Identifier: MIT */
/* Web pages: see page.h. In page.css each colour of text has a contrast of 4.5 or more to what it
 * is on, in both schemes. In page.html, what is from the input has `dir="auto"`: names in Arabic or
 * Hebrew do not disturb what is around them. */
#include <config.h>
#include "page.h"
#include <string.h>
#include "board_svg.h"
#include "src/tables_texts.h"

static const char *const styles[] = {TEXT_CSS NULL};

void fm_page_begin(struct fm_stream *to, const char *what, const char *of)
{
    const char *const blank = of == NULL ? "" : " ";
    of = of == NULL ? "" : strcmp(of, "-") == 0 ? "standard input" : of;
    fm_stream_xml(to, TEXT_PAGE_HEAD, what, blank, of);
    fm_stream_lines(to, styles);
    fm_stream_put(to, TEXT_PAGE_BODY);
    fm_svg_shapes(to);
    fm_stream_xml(to, TEXT_PAGE_MAIN, what, blank, of);
}

void fm_page_end(struct fm_stream *to)
{
    fm_stream_put(to, TEXT_PAGE_END);
}
