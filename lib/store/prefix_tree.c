/* SPDX-License-Identifier: MIT */
/* Games as a tree of their moves: see prefix_tree.h. A node's label is what all games below it have
 * in common, and no two children of a node begin with the same byte; so a game adds two nodes at
 * most. */
#include <config.h>
#include "store/prefix_tree.h"
#include <stdlib.h>
#include "base/table.h"

enum { NO_NODE = 0, NODES_A_GAME = 3 /* a root, the lower part of a label, a leaf */ };

struct node {
    uint64_t label;          /* place in `labels` */
    uint32_t length;         /* of the label; 0 = a root */
    uint32_t child, sibling; /* the first child, the parent's next; NO_NODE = none */
    bool end;                /* a game ends after the label */
};

/* A row of the hash table. */
struct group {
    struct fm_hash128 key;
    uint32_t root;
};

struct fm_prefix_tree {
    struct fm_buf nodes; /* of struct node; NO_NODE is in use, and no node */
    struct fm_table groups;
    struct fm_buf labels; /* of all nodes */
};

static struct node *node_at(const struct fm_prefix_tree *tree, uint32_t node)
{
    return (struct node *)(void *)tree->nodes.p + node;
}

enum fm_status fm_prefix_tree_new(struct fm_prefix_tree **out)
{
    struct fm_prefix_tree *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->groups.row = sizeof(struct group);
    const struct node none = {.length = 0};
    const enum fm_status status = fm_buf_append(&made->nodes, &none, sizeof none);
    if (status == FM_OK)
        *out = made;
    else
        free(made);
    return status;
}

void fm_prefix_tree_free(struct fm_prefix_tree *tree)
{
    if (tree == NULL)
        return;
    fm_buf_free(&tree->nodes);
    fm_table_free(&tree->groups);
    fm_buf_free(&tree->labels);
    free(tree);
}

/* Bytes of a buffer, the old and the new one while it grows. */
static uint64_t buf_bytes(const struct fm_buf *buf, size_t more)
{
    return (uint64_t)buf->cap + fm_buf_growth(buf, more);
}

uint64_t fm_prefix_tree_bytes(const struct fm_prefix_tree *tree, size_t moves)
{
    return buf_bytes(&tree->nodes, NODES_A_GAME * sizeof(struct node)) +
           buf_bytes(&tree->labels, moves) + fm_table_bytes(&tree->groups) +
           fm_table_growth(&tree->groups, 1);
}

/* Make room for one more game, so that no node moves while it is added. */
static enum fm_status nodes_reserve(struct fm_prefix_tree *tree)
{
    if (tree->nodes.n / sizeof(struct node) > UINT32_MAX - NODES_A_GAME)
        return FM_NO_MEMORY;
    return fm_buf_reserve(&tree->nodes, NODES_A_GAME * sizeof(struct node));
}

static uint32_t add_node(struct fm_prefix_tree *tree, struct node node)
{
    const uint32_t made = (uint32_t)(tree->nodes.n / sizeof node);
    *node_at(tree, made) = node;
    tree->nodes.n += sizeof node;
    return made;
}

static unsigned char first_byte(const struct fm_prefix_tree *tree, uint32_t node)
{
    return tree->labels.p[node_at(tree, node)->label];
}

/* How many bytes a label and the moves have in common. */
static size_t common(const struct fm_prefix_tree *tree, uint32_t node, struct fm_text moves)
{
    const unsigned char *label = tree->labels.p + node_at(tree, node)->label;
    const size_t most =
        node_at(tree, node)->length < moves.n ? node_at(tree, node)->length : moves.n;
    size_t n = 0;
    while (n < most && label[n] == moves.p[n])
        n++;
    return n;
}

/* A game that leaves the tree below a node; what is left of it becomes a leaf. */
static enum fm_status add_leaf(struct fm_prefix_tree *tree, uint32_t parent, struct fm_text rest)
{
    const uint64_t label = tree->labels.n;
    FM_TRY(fm_buf_append_text(&tree->labels, rest));
    const uint32_t leaf = add_node(tree, (struct node){.label = label,
                                                       .length = (uint32_t)rest.n,
                                                       .sibling = node_at(tree, parent)->child,
                                                       .end = true});
    node_at(tree, parent)->child = leaf;
    return FM_OK;
}

/* Cut a node's label after @p n bytes; the upper part keeps its place among its siblings. */
static void split(struct fm_prefix_tree *tree, uint32_t node, size_t n)
{
    struct node lower = *node_at(tree, node);
    lower.label += n;
    lower.length -= (uint32_t)n;
    lower.sibling = NO_NODE;
    const uint32_t below = add_node(tree, lower);
    node_at(tree, node)->length = (uint32_t)n;
    node_at(tree, node)->child = below;
    node_at(tree, node)->end = false;
}

/* The root of a group, made if it is new. */
static enum fm_status root_of(struct fm_prefix_tree *tree, struct fm_hash128 key, uint32_t *root)
{
    FM_TRY(nodes_reserve(tree));
    bool fresh;
    struct group *group = fm_table_add(&tree->groups, key, &fresh);
    if (group == NULL)
        return FM_NO_MEMORY;
    if (fresh)
        group->root = add_node(tree, (struct node){.length = 0});
    *root = group->root;
    return FM_OK;
}

static uint32_t child_that_begins(const struct fm_prefix_tree *tree, uint32_t parent,
                                  unsigned char byte)
{
    uint32_t child = node_at(tree, parent)->child;
    while (child != NO_NODE && first_byte(tree, child) != byte)
        child = node_at(tree, child)->sibling;
    return child;
}

enum fm_status fm_prefix_tree_add(struct fm_prefix_tree *tree, struct fm_hash128 group,
                                  struct fm_text moves, unsigned *relations)
{
    uint32_t at = NO_NODE;
    *relations = 0;
    if (moves.n == 0 || moves.n > UINT32_MAX)
        return FM_OK;
    FM_TRY(root_of(tree, group, &at));
    while (moves.n > 0) {
        *relations |= node_at(tree, at)->end ? FM_LONGER_DUPLICATE : 0;
        const uint32_t child = child_that_begins(tree, at, moves.p[0]);
        if (child == NO_NODE)
            return add_leaf(tree, at, moves);
        const size_t n = common(tree, child, moves);
        const bool within = n < node_at(tree, child)->length;
        moves = (struct fm_text){moves.p + n, moves.n - n};
        if (within)
            split(tree, child, n);
        if (moves.n == 0 && node_at(tree, child)->child != NO_NODE)
            *relations |= FM_SHORTER_DUPLICATE;
        at = child;
    }
    node_at(tree, at)->end = true;
    return FM_OK;
}

/* A node on the way from a root to where games end. */
struct step {
    uint32_t node;
    uint32_t length; /* of the moves before its label */
};

static enum fm_status push(struct fm_buf *steps, uint32_t node, size_t length)
{
    const struct step step = {node, (uint32_t)length};
    return node == NO_NODE ? FM_OK : fm_buf_append(steps, &step, sizeof step);
}

/* The games of a group, by depth first; the stack is our own, since games may be long. */
static enum fm_status each_of_group(const struct fm_prefix_tree *tree, const struct group *group,
                                    fm_prefix_tree_visit *visit, void *user, struct fm_buf *steps,
                                    struct fm_buf *moves)
{
    steps->n = 0;
    FM_TRY(push(steps, node_at(tree, group->root)->child, 0));
    while (steps->n > 0) {
        struct step step;
        steps->n -= sizeof step;
        memcpy(&step, steps->p + steps->n, sizeof step);
        const struct node *node = node_at(tree, step.node);
        moves->n = step.length;
        FM_TRY(fm_buf_append(moves, tree->labels.p + node->label, node->length));
        if (node->end)
            FM_TRY(visit(user, group->key, (struct fm_text){moves->p, moves->n}));
        /* The sibling goes first onto the stack: the moves before it must not be overwritten. */
        FM_TRY(push(steps, node->sibling, step.length));
        FM_TRY(push(steps, node->child, moves->n));
    }
    return FM_OK;
}

enum fm_status fm_prefix_tree_each(const struct fm_prefix_tree *tree, fm_prefix_tree_visit *visit,
                                   void *user)
{
    struct fm_buf steps = {NULL, 0, 0}, moves = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    const struct group *group = NULL;
    while (status == FM_OK && (group = fm_table_next(&tree->groups, group)) != NULL)
        status = each_of_group(tree, group, visit, user, &steps, &moves);
    fm_buf_free(&steps);
    fm_buf_free(&moves);
    return status;
}
