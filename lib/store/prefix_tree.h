/* SPDX-License-Identifier: MIT */
/* Which games are the beginnings of others: the moves of the games of each pair of players, as a
 * tree. Used by one thread at a time. */
#ifndef FM_STORE_PREFIX_TREE_H
#define FM_STORE_PREFIX_TREE_H
#include "base/base.h"

struct fm_prefix_tree;

/* What a game is to those before it; it may be both. */
enum fm_duplicate_relation {
    FM_SHORTER_DUPLICATE = 1, /* its moves are the beginning of an earlier game's */
    FM_LONGER_DUPLICATE = 2   /* an earlier game's moves are the beginning of its own */
};

/** @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_prefix_tree_new(struct fm_prefix_tree **out);
/** May be NULL. */
void fm_prefix_tree_free(struct fm_prefix_tree *tree);
/** Bytes that the tree takes while one more game is added.
 * @param moves  bytes of its moves. */
uint64_t fm_prefix_tree_bytes(const struct fm_prefix_tree *tree, size_t moves);
/** Look a game up and remember it. A game without moves is no beginning of any.
 * @param group   of players and start: only games of one group are compared.
 * @param moves   of all games in the same number of bytes each; not kept.
 * @param[out] relations  set of enum fm_duplicate_relation. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_prefix_tree_add(struct fm_prefix_tree *tree,
                                                struct fm_hash128 group, struct fm_text moves,
                                                unsigned *relations);
typedef enum fm_status fm_prefix_tree_visit(void *user, struct fm_hash128 group,
                                            struct fm_text moves);
/** Visit every game once, in no particular order; ends with the first status that is not FM_OK.
 * @return that, or FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_prefix_tree_each(const struct fm_prefix_tree *tree,
                                                 fm_prefix_tree_visit *visit, void *user);

#endif
