/* Games as a tree of their moves: see prefix_tree.h. A node's label is what all games below it have
 * in common, and no two children of a node begin with the same byte; so a game adds two nodes at
 * most. */
#include <config.h>
#include "store/prefix_tree.h"
#include <stdlib.h>

enum { FIRST_CAP = 64, NO_NODE = 0, NODES_A_GAME = 3 };

struct node {
    uint64_t label;          /* place in `labels` */
    uint32_t length;         /* of the label; 0 = a root */
    uint32_t child, sibling; /* the first child, the parent's next; NO_NODE = none */
    bool end;                /* a game ends after the label */
};

struct group {
    struct fm_hash128 key;
    uint32_t root; /* NO_NODE = the place is free */
};

struct fm_prefix_tree {
    struct node *nodes; /* nodes[NO_NODE] is none; owned */
    uint32_t node_count, node_cap;
    struct group *groups; /* open addressing, half full at most; owned */
    size_t group_count, group_cap;
    struct fm_buf labels; /* of all nodes */
};

enum fm_status fm_prefix_tree_new(struct fm_prefix_tree **out)
{
    struct fm_prefix_tree *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->node_count = 1;
    *out = made;
    return FM_OK;
}

void fm_prefix_tree_free(struct fm_prefix_tree *tree)
{
    if (tree == NULL)
        return;
    free(tree->nodes);
    free(tree->groups);
    fm_buf_free(&tree->labels);
    free(tree);
}

/* Bytes of a table that has to hold so many: the old and the new one while it grows. */
static uint64_t table_bytes(uint64_t wanted, uint64_t cap, size_t size)
{
    const uint64_t grown = cap == 0 ? FIRST_CAP : 2 * cap;
    return (wanted > cap ? cap + grown : cap) * size;
}

uint64_t fm_prefix_tree_bytes(const struct fm_prefix_tree *tree, size_t moves)
{
    const uint64_t nodes = (uint64_t)tree->node_count + NODES_A_GAME;
    const uint64_t groups = 2 * (uint64_t)tree->group_count + 2;
    return table_bytes(nodes, tree->node_cap, sizeof *tree->nodes) +
           table_bytes(groups, tree->group_cap, sizeof *tree->groups) +
           table_bytes(tree->labels.n + (uint64_t)moves, tree->labels.cap, 1);
}

static enum fm_status nodes_reserve(struct fm_prefix_tree *tree)
{
    if (tree->node_cap >= NODES_A_GAME && tree->node_cap - NODES_A_GAME >= tree->node_count)
        return FM_OK;
    if (tree->node_cap > UINT32_MAX / 2)
        return FM_NO_MEMORY;
    const uint32_t cap = tree->node_cap == 0 ? FIRST_CAP : 2 * tree->node_cap;
    struct node *grown = realloc(tree->nodes, cap * sizeof *grown);
    if (grown == NULL)
        return FM_NO_MEMORY;
    tree->nodes = grown;
    tree->node_cap = cap;
    return FM_OK;
}

static uint32_t add_node(struct fm_prefix_tree *tree, struct node node)
{
    tree->nodes[tree->node_count] = node;
    return tree->node_count++;
}

/* The place of the group, or the free one where it would be. */
static size_t find_group(const struct group *groups, size_t cap, struct fm_hash128 key)
{
    size_t at = (size_t)key.lo & (cap - 1);
    while (groups[at].root != NO_NODE &&
           (groups[at].key.lo != key.lo || groups[at].key.hi != key.hi))
        at = (at + 1) & (cap - 1);
    return at;
}

static enum fm_status groups_reserve(struct fm_prefix_tree *tree)
{
    if (tree->group_cap > 2 * tree->group_count)
        return FM_OK;
    const size_t cap = tree->group_cap == 0 ? FIRST_CAP : 2 * tree->group_cap;
    struct group *groups = calloc(cap, sizeof *groups);
    if (groups == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < tree->group_cap; i++)
        if (tree->groups[i].root != NO_NODE)
            groups[find_group(groups, cap, tree->groups[i].key)] = tree->groups[i];
    free(tree->groups);
    tree->groups = groups;
    tree->group_cap = cap;
    return FM_OK;
}

static unsigned char first_byte(const struct fm_prefix_tree *tree, uint32_t node)
{
    return tree->labels.p[tree->nodes[node].label];
}

/* How many bytes a label and the moves have in common. */
static size_t common(const struct fm_prefix_tree *tree, uint32_t node, struct fm_text moves)
{
    const unsigned char *label = tree->labels.p + tree->nodes[node].label;
    const size_t most = tree->nodes[node].length < moves.n ? tree->nodes[node].length : moves.n;
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
                                                       .sibling = tree->nodes[parent].child,
                                                       .end = true});
    tree->nodes[parent].child = leaf;
    return FM_OK;
}

/* Cut a node's label after @p n bytes; the upper part keeps its place among its siblings. */
static void split(struct fm_prefix_tree *tree, uint32_t node, size_t n)
{
    struct node lower = tree->nodes[node];
    lower.label += n;
    lower.length -= (uint32_t)n;
    lower.sibling = NO_NODE;
    const uint32_t below = add_node(tree, lower);
    tree->nodes[node].length = (uint32_t)n;
    tree->nodes[node].child = below;
    tree->nodes[node].end = false;
}

/* The root of a group, made if it is new. */
static enum fm_status root_of(struct fm_prefix_tree *tree, struct fm_hash128 key, uint32_t *root)
{
    FM_TRY(nodes_reserve(tree));
    FM_TRY(groups_reserve(tree));
    struct group *place = &tree->groups[find_group(tree->groups, tree->group_cap, key)];
    if (place->root == NO_NODE) {
        *place = (struct group){key, add_node(tree, (struct node){.length = 0})};
        tree->group_count++;
    }
    *root = place->root;
    return FM_OK;
}

static uint32_t child_that_begins(const struct fm_prefix_tree *tree, uint32_t parent,
                                  unsigned char byte)
{
    uint32_t child = tree->nodes[parent].child;
    while (child != NO_NODE && first_byte(tree, child) != byte)
        child = tree->nodes[child].sibling;
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
        *relations |= tree->nodes[at].end ? FM_LONGER_DUPLICATE : 0;
        const uint32_t child = child_that_begins(tree, at, moves.p[0]);
        if (child == NO_NODE)
            return add_leaf(tree, at, moves);
        const size_t n = common(tree, child, moves);
        const bool within = n < tree->nodes[child].length;
        moves = (struct fm_text){moves.p + n, moves.n - n};
        if (within)
            split(tree, child, n);
        if (moves.n == 0 && tree->nodes[child].child != NO_NODE)
            *relations |= FM_SHORTER_DUPLICATE;
        at = child;
    }
    tree->nodes[at].end = true;
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
    FM_TRY(push(steps, tree->nodes[group->root].child, 0));
    while (steps->n > 0) {
        struct step step;
        steps->n -= sizeof step;
        memcpy(&step, steps->p + steps->n, sizeof step);
        const struct node *node = &tree->nodes[step.node];
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
    for (size_t i = 0; i < tree->group_cap && status == FM_OK; i++)
        if (tree->groups[i].root != NO_NODE)
            status = each_of_group(tree, &tree->groups[i], visit, user, &steps, &moves);
    fm_buf_free(&steps);
    fm_buf_free(&moves);
    return status;
}
