/* SPDX-License-Identifier: MIT */
/* A tree as a game with variations. */
#ifndef FM_RECORD_TREE_WRITE_H
#define FM_RECORD_TREE_WRITE_H
#include "record/tree_nodes.h"

/** Is it one of the lines of a text? Both have their line ends. */
bool fm_tree_has_line(struct fm_text text, struct fm_text line);
/** Write it without moves after @p plies. @param values  of the fields that it is by.
 * @return FM_OK; FM_REJECTED: it is too large, and @p out is as it was; FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_write_to(struct fm_tree *tree, const struct fm_text *values,
                                              uint32_t plies, struct fm_buf *out);

#endif
