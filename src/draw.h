/* Drawings of positions: as text, SVG or a web page. */
#ifndef FM_SRC_DRAW_H
#define FM_SRC_DRAW_H
#include "stream.h"
#include "view.h"

/* One way to draw. Errors of the stream are left to whoever closes it. */
struct fm_drawer {
    void (*begin)(struct fm_stream *to); /* NULL = nothing to do */
    void (*draw)(struct fm_stream *to, const struct fm_view *view);
    void (*end)(struct fm_stream *to); /* NULL = nothing to do */
    bool one;                          /* a document holds one position */
};

extern const struct fm_drawer fm_draw_letters;   /* text, pieces as letters */
extern const struct fm_drawer fm_draw_figurines; /* text, pieces as UTF-8 figurines */
extern const struct fm_drawer fm_draw_svg;
extern const struct fm_drawer fm_draw_html;

/** The shapes of the pieces, to be used by fm_svg_board() of the same document. */
void fm_svg_pieces(struct fm_stream *to);
/** A board with its coordinates: the inner elements, from 0,0 to fm_svg_width(), fm_svg_height().
 */
void fm_svg_board(struct fm_stream *to, const struct fm_view *view);
unsigned fm_svg_width(const struct fm_view *view);
unsigned fm_svg_height(const struct fm_view *view);
/** Text with & < > " escaped for XML. */
void fm_xml_put(struct fm_stream *to, const char *text);

#endif
