/* SPDX-License-Identifier: MIT */
/* How trees are written, and what a tree is made of, for the files that make it (tree.c), find
 * the places of its notes (tree_notes.c) and write it (tree_write.c). All is flat: nodes are in
 * the order of their lines, the subtree of a node right after it. */
#ifndef FM_RECORD_TREE_NODES_H
#define FM_RECORD_TREE_NODES_H
#include "record/tree_entry.h"

/* How trees are written. */
struct fm_tree_style {
    const struct fm_tree_plan *plan;
    struct fm_pgn_style pgn; /* NAGs and width count */
    enum fm_tree_order order;
    bool joins;         /* true: transpositions are joined */
    uint64_t min_count; /* games of the smallest branch that is written */
    uint64_t most;      /* bytes of the largest tree */
};

#define FM_NO_NODE UINT32_MAX         /* none */
#define FM_NODE_GONE (UINT32_MAX - 1) /* one that was forgotten */

/* A move, or the start. */
struct fm_tree_node {
    uint64_t first; /* place of the first line that has it, in the order of the input */
    /* offset in tree->moves of its text, after a byte with the length of that */
    uint32_t text;
    unsigned ply : 31, ended : 1; /* 0 = the start; 1: a line ends here */
    /* numbers of games, and of those that White won, drew, lost; the rest has no result */
    uint32_t counts[4];
    uint32_t child, sibling; /* first child, next child of its parent; FM_NO_NODE = none */
    uint32_t list;           /* node whose children follow: itself, or one with the same position */
    /* while the tree is made: number of notes when the node was; then its first note, plus 1 */
    uint32_t note;
};

struct fm_tree_note {
    uint64_t line; /* place of its line in the order of the input */
    uint32_t node;
    /* the node after it in that line; FM_NO_NODE = the line ends; FM_NODE_GONE = it was
     * forgotten */
    uint32_t next;
    uint32_t text, n; /* its text in tree->texts, after a `{` */
    uint32_t order;   /* place among the notes of the tree, as they came */
    /* number of notes before it at this node that are the same, in its line; UINT32_MAX = not
     * counted yet */
    uint32_t repeats;
    unsigned char kind;  /* enum fm_tree_kind: as it came */
    unsigned char place; /* the same: as it is written; by fm_tree_place_notes() */
    unsigned char nag;
    bool gone; /* true: not written */
};

struct fm_tree {
    const struct fm_tree_style *style;
    struct fm_buf nodes;  /* array of struct fm_tree_node; the first is the start */
    struct fm_buf hashes; /* array of struct fm_hash128, one a node, with style->joins */
    struct fm_buf moves;  /* texts of moves */
    struct fm_buf notes;  /* array of struct fm_tree_note */
    struct fm_buf texts;  /* texts of notes */
    struct fm_buf path;   /* array of uint32_t: the nodes of the last line, from the start on */
    struct fm_buf last;   /* the moves of that line, as in its key */
    struct fm_buf tags;   /* tags of the first game */
    struct fm_buf common; /* tags that all games have */
    struct fm_buf work;   /* arrays that one step needs */
    uint64_t tags_of;     /* place of the game that has `tags` */
    size_t most_notes;    /* bytes of notes from which on equal ones are looked for */
    uint32_t orders;      /* number of notes so far */
    uint32_t plies;       /* moves after so many plies are not kept */
    uint32_t move;        /* number of the first move */
    bool black;           /* true: Black makes it */
    unsigned char result; /* enum fm_result that all games have; NONE = they differ */
    bool overflows;       /* true: it is not complete, as it cannot fit */
    bool annotated_out;   /* true: its notes alone are more than can be kept */
};

static inline struct fm_tree_node *fm_tree_nodes(const struct fm_tree *tree)
{
    return (void *)tree->nodes.p;
}
static inline size_t fm_tree_node_count(const struct fm_tree *tree)
{
    return tree->nodes.n / sizeof(struct fm_tree_node);
}
static inline struct fm_tree_note *fm_tree_notes(const struct fm_tree *tree)
{
    return (void *)tree->notes.p;
}
static inline size_t fm_tree_note_count(const struct fm_tree *tree)
{
    return tree->notes.n / sizeof(struct fm_tree_note);
}
static inline struct fm_text fm_tree_move_text(const struct fm_tree *tree, uint32_t node)
{
    const unsigned char *p = tree->moves.p + fm_tree_nodes(tree)[node].text;
    return (struct fm_text){p + 1, *p};
}
static inline struct fm_text fm_tree_note_text(const struct fm_tree *tree,
                                               const struct fm_tree_note *note)
{
    return (struct fm_text){tree->texts.p + note->text, note->n};
}

#endif
