/* SPDX-License-Identifier: MIT */
/* Where the notes of a tree are written. */
#ifndef FM_RECORD_TREE_NOTES_H
#define FM_RECORD_TREE_NOTES_H
#include "record/tree_nodes.h"

/** Take out the notes from index @p from on that are gone, with their texts. */
void fm_tree_drop_notes(struct fm_tree *tree, size_t from);
/** Take out notes that another line has in the same place. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_thin_notes(struct fm_tree *tree);
/** All nodes are linked: find out where each note is written, and put them in the order of nodes.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_place_notes(struct fm_tree *tree);
#endif
