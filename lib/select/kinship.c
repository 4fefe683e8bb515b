/* Games as a tree of their moves: see kinship.h. A node's label is what all games below it have in
 * common, and no two children of a node begin alike; so a game adds two nodes at most. */
#include <config.h>
#include "select/kinship.h"
#include <stdlib.h>

enum { FIRST_GROUPS = 64, NO_NODE = 0 };

struct node {
    uint64_t label;          /* place in `labels` */
    uint32_t length;         /* of the label; 0 = a root */
    uint32_t child, sibling; /* the first child, the parent's next; NO_NODE = none */
    bool end;                /* a game ends behind the label */
};

struct group {
    struct fm_hash128 key;
    uint32_t root; /* NO_NODE = the place is free */
};

struct fm_kinship {
    uint64_t memory;
    struct node *nodes; /* nodes[NO_NODE] is none; owned */
    uint32_t node_count, node_cap;
    struct group *groups; /* open addressing, half full at most; owned */
    size_t group_count, group_cap;
    struct fm_buf labels; /* of all nodes */
};

enum fm_status fm_kinship_new(uint64_t memory, struct fm_kinship **out)
{
    struct fm_kinship *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->memory = memory;
    made->node_count = 1;
    *out = made;
    return FM_OK;
}

void fm_kinship_free(struct fm_kinship *kinship)
{
    if (kinship == NULL)
        return;
    free(kinship->nodes);
    free(kinship->groups);
    fm_buf_free(&kinship->labels);
    free(kinship);
}

/* Is there room for one more game? Tables may double. */
static bool has_room(const struct fm_kinship *kinship, size_t label)
{
    const uint64_t nodes = (uint64_t)kinship->node_count + 3, groups = kinship->group_count + 1;
    const uint64_t used = 2 * nodes * sizeof(struct node) + 6 * groups * sizeof(struct group) +
                          2 * (kinship->labels.n + (uint64_t)label);
    return used <= kinship->memory && nodes < UINT32_MAX / 2;
}

static enum fm_status nodes_reserve(struct fm_kinship *kinship, uint32_t more)
{
    if (kinship->node_cap - kinship->node_count >= more && kinship->node_cap > 0)
        return FM_OK;
    const uint32_t cap = kinship->node_cap == 0 ? FIRST_GROUPS : 2 * kinship->node_cap;
    struct node *grown = realloc(kinship->nodes, cap * sizeof *grown);
    if (grown == NULL)
        return FM_NO_MEMORY;
    kinship->nodes = grown;
    kinship->node_cap = cap;
    return FM_OK;
}

static uint32_t add_node(struct fm_kinship *kinship, struct node node)
{
    kinship->nodes[kinship->node_count] = node;
    return kinship->node_count++;
}

/* The place of the group, or the free one where it would stand. */
static size_t find_group(const struct group *groups, size_t cap, struct fm_hash128 key)
{
    size_t at = (size_t)key.lo & (cap - 1);
    while (groups[at].root != NO_NODE &&
           (groups[at].key.lo != key.lo || groups[at].key.hi != key.hi))
        at = (at + 1) & (cap - 1);
    return at;
}

static enum fm_status groups_reserve(struct fm_kinship *kinship)
{
    if (kinship->group_cap > 2 * kinship->group_count)
        return FM_OK;
    const size_t cap = kinship->group_cap == 0 ? FIRST_GROUPS : 2 * kinship->group_cap;
    struct group *groups = calloc(cap, sizeof *groups);
    if (groups == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < kinship->group_cap; i++)
        if (kinship->groups[i].root != NO_NODE)
            groups[find_group(groups, cap, kinship->groups[i].key)] = kinship->groups[i];
    free(kinship->groups);
    kinship->groups = groups;
    kinship->group_cap = cap;
    return FM_OK;
}

static unsigned char first_byte(const struct fm_kinship *kinship, uint32_t node)
{
    return kinship->labels.p[kinship->nodes[node].label];
}

/* How many bytes a label and the moves have in common. */
static size_t common(const struct fm_kinship *kinship, uint32_t node, struct fm_text moves)
{
    const unsigned char *label = kinship->labels.p + kinship->nodes[node].label;
    const size_t most =
        kinship->nodes[node].length < moves.n ? kinship->nodes[node].length : moves.n;
    size_t n = 0;
    while (n < most && label[n] == moves.p[n])
        n++;
    return n;
}

/* A game that leaves the tree below a node; what is left of it becomes a leaf. */
static enum fm_status add_leaf(struct fm_kinship *kinship, uint32_t parent, struct fm_text rest)
{
    const uint64_t label = kinship->labels.n;
    FM_TRY(fm_buf_append_text(&kinship->labels, rest));
    const uint32_t leaf = add_node(kinship, (struct node){.label = label,
                                                          .length = (uint32_t)rest.n,
                                                          .sibling = kinship->nodes[parent].child,
                                                          .end = true});
    kinship->nodes[parent].child = leaf;
    return FM_OK;
}

/* Part a node's label behind @p n bytes; the upper part stays at its place among its siblings. */
static void split(struct fm_kinship *kinship, uint32_t node, size_t n)
{
    struct node lower = kinship->nodes[node];
    lower.label += n;
    lower.length -= (uint32_t)n;
    lower.sibling = NO_NODE;
    const uint32_t below = add_node(kinship, lower);
    kinship->nodes[node].length = (uint32_t)n;
    kinship->nodes[node].child = below;
    kinship->nodes[node].end = false;
}

enum fm_status fm_kinship_add(struct fm_kinship *kinship, struct fm_hash128 group,
                              struct fm_text moves, unsigned *kin)
{
    *kin = 0;
    if (moves.n == 0 || moves.n > UINT32_MAX)
        return FM_OK;
    const bool keeps = has_room(kinship, moves.n);
    FM_TRY(nodes_reserve(kinship, 3));
    FM_TRY(groups_reserve(kinship));
    struct group *place = &kinship->groups[find_group(kinship->groups, kinship->group_cap, group)];
    if (place->root == NO_NODE && keeps) {
        *place = (struct group){group, add_node(kinship, (struct node){.length = 0})};
        kinship->group_count++;
    }
    uint32_t at = place->root;
    while (at != NO_NODE) {
        *kin |= kinship->nodes[at].end ? FM_KIN_CONTINUED : 0;
        uint32_t child = kinship->nodes[at].child;
        while (child != NO_NODE && first_byte(kinship, child) != moves.p[0])
            child = kinship->nodes[child].sibling;
        if (child == NO_NODE)
            return keeps ? add_leaf(kinship, at, moves) : FM_OK;
        const size_t n = common(kinship, child, moves);
        const bool within = n < kinship->nodes[child].length;
        moves = (struct fm_text){moves.p + n, moves.n - n};
        if (moves.n == 0)
            *kin |= within || kinship->nodes[child].child != NO_NODE ? FM_KIN_BEGINNING : 0;
        if (within && keeps)
            split(kinship, child, n);
        if (moves.n == 0) {
            kinship->nodes[child].end = kinship->nodes[child].end || keeps;
            return FM_OK;
        }
        if (within && !keeps)
            return FM_OK;
        at = child;
    }
    return FM_OK;
}
