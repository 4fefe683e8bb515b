/* SPDX-License-Identifier: MIT */
/* Trees of games (`output.rows: trees`): all games of one start, and of the same values of
 * `output.by`, are one game with variations. A worker makes an entry of each line of a game
 * (tree_entry.h); a sorter puts entries in the order of their keys, so that those of a tree come
 * one after another, and those with the same first moves, too. So a branch is complete when the
 * next one begins, and one with fewer games than `min-count` is forgotten then. */
#ifndef FM_RECORD_TREE_H
#define FM_RECORD_TREE_H
#include "record/tree_nodes.h"

/** @param style  must outlive it. @return NULL: no memory. */
struct fm_tree *fm_tree_new(const struct fm_tree_style *style);
/** May be NULL. */
void fm_tree_free(struct fm_tree *tree);
/** Empty it, for the entries of another tree. */
void fm_tree_clear(struct fm_tree *tree);
/** Add an entry; keys come in their order. @param begin  bytes of the key before its moves.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_add(struct fm_tree *tree, struct fm_text key, size_t begin,
                                         struct fm_text value);
/** Number of games in it. */
uint64_t fm_tree_games(const struct fm_tree *tree);
/** Place of the first one in the order of the input. */
uint64_t fm_tree_first(const struct fm_tree *tree);
/** Append the tree as a game. Nothing may be added any more, until it is cleared.
 * @param begin  of the keys, before the moves.
 * @param[out] plies  with FM_REJECTED: so many would fit; -1 = not even the start.
 * @return FM_OK; FM_REJECTED: it has more than style->most bytes, and @p out is as it was;
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_write(struct fm_tree *tree, struct fm_text begin,
                                           struct fm_buf *out, int64_t *plies);

#endif
