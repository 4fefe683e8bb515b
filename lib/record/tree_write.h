/* SPDX-License-Identifier: MIT */
/* A tree as a game with variations. */
#ifndef FM_RECORD_TREE_WRITE_H
#define FM_RECORD_TREE_WRITE_H
#include "record/tree_nodes.h"

/** Write it without moves after @p plies. @param values  of the fields that it is by.
 * @return FM_OK; FM_REJECTED: it is too large, and @p out is as it was; FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_write_to(struct fm_tree *tree, const struct fm_text *values,
                                              uint32_t plies, struct fm_buf *out);

#endif
