/* SPDX-License-Identifier: MIT */
/* Boards as SVG: the one place that knows what pieces, arrows and coordinates look like. */
#ifndef FM_SRC_BOARD_SVG_H
#define FM_SRC_BOARD_SVG_H
#include "draw.h"

/** The shapes of the pieces and of both boards, to be used by all boards of the same document. */
void fm_svg_shapes(struct fm_stream *to);
/** A board with its coordinates, its marks, and a text in place of the picture for who cannot see
 * it.
 * @param alone  a document of its own; else an element of a page that has the shapes. */
void fm_svg_board(struct fm_stream *to, const struct fm_view *view, bool alone);

#endif
