/* SPDX-License-Identifier: MIT */
/* Web pages: their frame and styles. A page is one file that
 * fetches nothing and has no script. */
#ifndef FM_SRC_PAGE_H
#define FM_SRC_PAGE_H
#include "stream.h"

/** Begin a page with the shapes of fm_svg_shapes() and its heading. @param what  "Positions of".
 * @param of    name of the input; NULL = none. */
void fm_page_begin(struct fm_stream *to, const char *what, const char *of);
void fm_page_end(struct fm_stream *to);

#endif
