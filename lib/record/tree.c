/* SPDX-License-Identifier: MIT */
/* Trees, from their entries to nodes that are linked: see tree.h. Lines come in the order of their
 * moves, so the nodes of the last line are the only ones that a new line can share. */
#include <config.h>
#include "record/tree.h"
#include <stdlib.h>
#include "base/table.h"
#include "record/tree_notes.h"
#include "record/tree_write.h"

enum {
    NODE_TEXT = 3,   /* bytes that a node takes in the text, at least */
    NOTES_FIRST = 4, /* of the most bytes: notes at which equal ones are looked for first */
    NOTES_LAST = 16  /* the same, beyond which no more are kept */
};

struct fm_tree *fm_tree_new(const struct fm_tree_style *style)
{
    struct fm_tree *tree = calloc(1, sizeof *tree);
    if (tree == NULL)
        return NULL;
    tree->style = style;
    fm_tree_clear(tree);
    return tree;
}

void fm_tree_free(struct fm_tree *tree)
{
    if (tree == NULL)
        return;
    struct fm_buf *const owned[] = {&tree->nodes, &tree->hashes, &tree->moves, &tree->notes,
                                    &tree->texts, &tree->path,   &tree->tags,  &tree->common,
                                    &tree->work,  &tree->last};
    for (size_t i = 0; i < FM_COUNT_OF(owned); i++)
        fm_buf_free(owned[i]);
    free(tree);
}

void fm_tree_clear(struct fm_tree *tree)
{
    tree->nodes.n = tree->hashes.n = tree->moves.n = tree->notes.n = tree->texts.n = 0;
    tree->path.n = tree->last.n = tree->tags.n = tree->common.n = 0;
    tree->tags_of = UINT64_MAX;
    tree->most_notes = (size_t)tree->style->most * NOTES_FIRST;
    tree->orders = 0;
    tree->plies = FM_NODE_GONE - 1;
    tree->move = 1;
    tree->black = tree->overflows = tree->annotated_out = false;
    tree->result = FM_RESULT_NONE;
}

uint64_t fm_tree_games(const struct fm_tree *tree)
{
    return tree->nodes.n == 0 ? 0 : fm_tree_nodes(tree)->counts[0];
}

uint64_t fm_tree_first(const struct fm_tree *tree)
{
    return fm_tree_nodes(tree)->first;
}

/* ---- nodes ---- */

static uint32_t *path_of(const struct fm_tree *tree)
{
    return (void *)tree->path.p;
}

static enum fm_status add_node(struct fm_tree *tree, struct fm_text text, uint32_t ply,
                               uint64_t number)
{
    const uint32_t index = (uint32_t)fm_tree_node_count(tree);
    FM_TRY(fm_buf_reserve(&tree->moves, 1 + text.n));
    FM_TRY(fm_buf_reserve(&tree->nodes, sizeof(struct fm_tree_node)));
    FM_TRY(fm_buf_reserve(&tree->path, sizeof index));
    fm_tree_nodes(tree)[index] = (struct fm_tree_node){.first = number,
                                                       .text = (uint32_t)tree->moves.n,
                                                       .ply = ply & INT32_MAX,
                                                       .note = (uint32_t)fm_tree_note_count(tree)};
    tree->nodes.n += sizeof(struct fm_tree_node);
    unsigned char *to = tree->moves.p + tree->moves.n;
    *to++ = (unsigned char)text.n;
    for (size_t i = 0; i < text.n; i++) /* it is short */
        *to++ = text.p[i];
    tree->moves.n = (size_t)(to - tree->moves.p);
    path_of(tree)[ply] = index;
    tree->path.n = (ply + (size_t)1) * sizeof index;
    return FM_OK;
}

/* Forget a node, with all after it. */
static void forget_node(struct fm_tree *tree, uint32_t node)
{
    const size_t from = fm_tree_nodes(tree)[node].note, count = fm_tree_note_count(tree);
    struct fm_tree_note *notes = fm_tree_notes(tree);
    tree->moves.n = fm_tree_nodes(tree)[node].text;
    tree->nodes.n = node * sizeof(struct fm_tree_node);
    for (size_t i = from; i < count; i++) {
        notes[i].gone = notes[i].node >= node;
        if (notes[i].next >= node && notes[i].next < FM_NODE_GONE)
            notes[i].next = FM_NODE_GONE;
    }
    if (from < count)
        fm_tree_drop_notes(tree, from);
    if (tree->style->joins)
        tree->hashes.n = node * sizeof(struct fm_hash128);
}

/* The nodes of the path from @p from on are complete. Their games are not known before
 * transpositions are joined. */
static void close_nodes(struct fm_tree *tree, size_t from)
{
    for (size_t n = tree->path.n / sizeof(uint32_t); n > from; n--) {
        const uint32_t node = path_of(tree)[n - 1];
        if (!tree->style->joins && n > 1 && tree->style->min_count > 1 &&
            fm_tree_nodes(tree)[node].counts[0] < tree->style->min_count)
            forget_node(tree, node);
    }
    tree->path.n = from * sizeof(uint32_t);
}

/* The next move of a key. @return false: there is none. */
static bool next_token(struct fm_text *moves, struct fm_text *move)
{
    if (moves->n == 0)
        return false;
    const unsigned char *blank = moves->p + 1; /* it is near */
    while (*blank != ' ')
        blank++;
    *move = fm_text_between(moves->p, blank);
    *moves = fm_text_between(blank + 1, moves->p + moves->n);
    return true;
}

/* Take the first moves that the last line has, too. @param[out] ply  their number. */
static void take_shared(const struct fm_tree *tree, struct fm_text *moves, uint32_t *ply)
{
    const size_t known = tree->path.n / sizeof(uint32_t) - 1;
    const size_t n = moves->n < tree->last.n ? moves->n : tree->last.n;
    size_t taken = 0;
    *ply = 0;
    for (size_t i = 0; i < n && *ply < known && moves->p[i] == tree->last.p[i]; i++)
        if (moves->p[i] == ' ') {
            taken = i + 1;
            ++*ply;
        }
    *moves = fm_text_after(*moves, taken);
}

/* Make the moves of a line the path. */
static enum fm_status follow(struct fm_tree *tree, struct fm_text moves,
                             const struct fm_tree_value *line)
{
    struct fm_text rest = moves, move;
    uint32_t ply = 0;
    if (tree->nodes.n == 0) {
        FM_TRY(add_node(tree, FM_NO_TEXT, 0, line->number));
        if (tree->style->joins)
            FM_TRY(fm_buf_append(&tree->hashes, &(struct fm_hash128){0, 0},
                                 sizeof(struct fm_hash128)));
    }
    take_shared(tree, &rest, &ply);
    close_nodes(tree, ply + 1);
    tree->last.n = 0;
    FM_TRY(fm_buf_append_text(&tree->last, moves));
    while (ply < tree->plies && next_token(&rest, &move)) {
        FM_TRY(add_node(tree, move, ++ply, line->number));
        if (!tree->style->joins)
            continue;
        struct fm_hash128 hash; /* the value is not aligned */
        memcpy(&hash, line->hashes.p + (ply - 1) * sizeof hash, sizeof hash);
        hash.lo ^= fm_hash_mix(ply);
        FM_TRY(fm_buf_append(&tree->hashes, &hash, sizeof hash));
    }
    return FM_OK;
}

static void count_line(struct fm_tree *tree, const struct fm_tree_value *line)
{
    const size_t count = tree->path.n / sizeof(uint32_t);
    struct fm_tree_node *nodes = fm_tree_nodes(tree), *node = nodes;
    for (size_t i = 0; i < count; i++) {
        node = &nodes[path_of(tree)[i]];
        node->first = line->number < node->first ? line->number : node->first;
        node->counts[0] += line->counts;
        if (line->counts && line->points >= 0)
            node->counts[3 - line->points]++;
    }
    node->ended = true;
    if (count > 1) {
        tree->move = line->move;
        tree->black = line->black;
    }
}

/* ---- notes ---- */

static enum fm_status add_note(struct fm_tree *tree, const struct fm_tree_value *line,
                               const struct fm_tree_entry_note *from)
{
    const size_t count = tree->path.n / sizeof(uint32_t);
    if (from->ply >= count)
        return FM_OK;
    const bool last = from->ply + 1 == count;
    struct fm_tree_note note = {.line = line->number,
                                .node = path_of(tree)[from->ply],
                                .next = last ? FM_NO_NODE : path_of(tree)[from->ply + 1],
                                .n = (uint32_t)from->text.n,
                                .order = tree->orders++,
                                .repeats = UINT32_MAX,
                                .kind = from->kind,
                                .nag = from->nag};
    if (last && from->kind == FM_TREE_BEFORE) /* the move is left out */
        return FM_OK;
    FM_TRY(fm_buf_append(&tree->texts, "{", 1));
    note.text = (uint32_t)tree->texts.n;
    FM_TRY(fm_buf_append_text(&tree->texts, from->text));
    return fm_buf_append(&tree->notes, &note, sizeof note);
}

static enum fm_status add_notes(struct fm_tree *tree, const struct fm_tree_value *line)
{
    struct fm_tree_entry_note note;
    for (struct fm_text rest = line->notes; fm_tree_next_note(&rest, &note);)
        FM_TRY(add_note(tree, line, &note));
    if (line->name.n > 0) {
        note = (struct fm_tree_entry_note){.text = line->name,
                                           .ply = (uint32_t)(tree->path.n / sizeof(uint32_t)) - 1,
                                           .kind = FM_TREE_NAME};
        FM_TRY(add_note(tree, line, &note));
    }
    if (tree->texts.n + tree->notes.n <= tree->most_notes)
        return FM_OK;
    FM_TRY(fm_tree_thin_notes(tree));
    if (tree->texts.n + tree->notes.n <= tree->most_notes / 2)
        return FM_OK;
    if (tree->most_notes >= tree->style->most * NOTES_LAST) {
        tree->overflows = tree->annotated_out = true;
        tree->notes.n = tree->texts.n = 0;
        for (size_t i = 0; i < fm_tree_node_count(tree); i++)
            fm_tree_nodes(tree)[i].note = 0;
    } else {
        tree->most_notes *= 2;
    }
    return FM_OK;
}

/* ---- tags and result ---- */

static enum fm_status add_tags(struct fm_tree *tree, const struct fm_tree_value *line)
{
    struct fm_buf *common = &tree->common;
    const bool first = tree->tags_of == UINT64_MAX;
    if (first)
        FM_TRY(fm_buf_append_text(common, line->tags));
    fm_tree_keep_common(common, line->tags);
    tree->result = first || tree->result == line->result ? line->result : FM_RESULT_NONE;
    if (line->number > tree->tags_of)
        return FM_OK;
    tree->tags_of = line->number;
    tree->tags.n = 0;
    return fm_buf_append_text(&tree->tags, line->tags);
}

/* ---- bounds ---- */

/* Move nodes down that are kept: those of at most tree->plies. Writes tree->work: for each its new
 * index, or FM_NODE_GONE. */
static enum fm_status cut_nodes(struct fm_tree *tree)
{
    struct fm_tree_node *nodes = fm_tree_nodes(tree);
    const size_t count = fm_tree_node_count(tree);
    size_t to = 0, text = 0;
    tree->work.n = 0;
    FM_TRY(fm_buf_reserve(&tree->work, count * sizeof(uint32_t)));
    uint32_t *const map = (void *)tree->work.p;
    for (size_t i = 0; i < count; i++) {
        map[i] = nodes[i].ply <= tree->plies ? (uint32_t)to : FM_NODE_GONE;
        if (map[i] == FM_NODE_GONE)
            continue;
        const size_t n = 1 + (size_t)tree->moves.p[nodes[i].text];
        memmove(tree->moves.p + text, tree->moves.p + nodes[i].text, n);
        nodes[to] = nodes[i];
        nodes[to].text = (uint32_t)text;
        if (tree->style->joins)
            memcpy(tree->hashes.p + to * sizeof(struct fm_hash128),
                   tree->hashes.p + i * sizeof(struct fm_hash128), sizeof(struct fm_hash128));
        text += n;
        to++;
    }
    tree->nodes.n = to * sizeof *nodes;
    tree->moves.n = text;
    if (tree->style->joins)
        tree->hashes.n = to * sizeof(struct fm_hash128);
    return FM_OK;
}

static uint32_t deepest_of(const struct fm_tree *tree)
{
    uint32_t deepest = 0;
    for (size_t i = 0; i < fm_tree_node_count(tree); i++)
        deepest = fm_tree_nodes(tree)[i].ply > deepest ? fm_tree_nodes(tree)[i].ply : deepest;
    return deepest;
}

/* There are more nodes than a text of the largest size has: keep those of fewer plies. */
static enum fm_status cut_tree(struct fm_tree *tree, size_t most)
{
    const size_t count = fm_tree_node_count(tree);
    const struct fm_tree_node *nodes = fm_tree_nodes(tree);
    size_t sum = 0;
    const uint32_t deepest = deepest_of(tree);
    uint32_t *const of_ply = calloc((size_t)deepest + 1, sizeof *of_ply);
    FM_TRY_MADE(of_ply);
    for (size_t i = 0; i < count; i++)
        of_ply[nodes[i].ply]++;
    tree->plies = 0;
    for (uint32_t ply = 0; ply < deepest && (sum += of_ply[ply]) <= most; ply++)
        tree->plies = ply;
    free(of_ply);
    tree->overflows = true;
    FM_TRY(cut_nodes(tree));
    const uint32_t *const map = (void *)tree->work.p;
    struct fm_tree_note *const notes = fm_tree_notes(tree);
    for (size_t i = 0; i < fm_tree_note_count(tree); i++) {
        notes[i].node = map[notes[i].node];
        notes[i].gone = notes[i].node == FM_NODE_GONE;
        if (notes[i].next < FM_NODE_GONE)
            notes[i].next = map[notes[i].next];
    }
    const size_t kept = (size_t)tree->plies + 1;
    if (tree->path.n > kept * sizeof *map)
        tree->path.n = kept * sizeof *map;
    for (size_t i = 0; i < tree->path.n / sizeof *map; i++) {
        path_of(tree)[i] = map[path_of(tree)[i]];
        fm_tree_nodes(tree)[path_of(tree)[i]].note = 0; /* those of earlier lines are before it */
    }
    fm_tree_drop_notes(tree, 0);
    return FM_OK;
}

enum fm_status fm_tree_add(struct fm_tree *tree, struct fm_text key, size_t begin,
                           struct fm_text value)
{
    struct fm_tree_value line;
    fm_tree_read_value(value, &line);
    FM_TRY(follow(tree, fm_text_after(key, begin), &line));
    count_line(tree, &line);
    if (!tree->annotated_out)
        FM_TRY(add_notes(tree, &line));
    if (line.counts)
        FM_TRY(add_tags(tree, &line));
    /* Those of the path may still be forgotten. */
    const size_t most = (size_t)tree->style->most / NODE_TEXT + 1 + tree->path.n / sizeof(uint32_t);
    return fm_tree_node_count(tree) > most ? cut_tree(tree, most) : FM_OK;
}

/* ---- links ---- */

/* Does a node come before another one of the same parent? */
static bool comes_before(const struct fm_tree *tree, const struct fm_tree_node *a,
                         const struct fm_tree_node *b)
{
    return tree->style->order == FM_TREE_BY_COUNT && a->counts[0] != b->counts[0]
               ? a->counts[0] > b->counts[0]
               : a->first < b->first;
}

/* A node becomes a child. @return the child that has the same move; else the node. */
static uint32_t link_node(struct fm_tree *tree, uint32_t parent, uint32_t node)
{
    struct fm_tree_node *nodes = fm_tree_nodes(tree), *made = &nodes[node];
    uint32_t child = tree->style->joins ? nodes[parent].child : FM_NO_NODE;
    for (; child != FM_NO_NODE; child = nodes[child].sibling)
        if (fm_text_equal(fm_tree_move_text(tree, child), fm_tree_move_text(tree, node)))
            break;
    if (child == FM_NO_NODE) {
        made->sibling = nodes[parent].child;
        nodes[parent].child = node;
        return node;
    }
    struct fm_tree_node *same = &nodes[child];
    for (unsigned i = 0; i < FM_COUNT_OF(same->counts); i++)
        same->counts[i] += made->counts[i];
    same->first = made->first < same->first ? made->first : same->first;
    same->ended |= made->ended;
    return child;
}

/* Children are few: at most as many as a position has moves. */
static void sort_children(struct fm_tree *tree, struct fm_tree_node *parent)
{
    struct fm_tree_node *nodes = fm_tree_nodes(tree);
    uint32_t sorted = FM_NO_NODE;
    for (uint32_t child = parent->child, next; child != FM_NO_NODE; child = next) {
        uint32_t *at = &sorted;
        next = nodes[child].sibling;
        while (*at != FM_NO_NODE && comes_before(tree, &nodes[*at], &nodes[child]))
            at = &nodes[*at].sibling;
        nodes[child].sibling = *at;
        *at = child;
    }
    parent->child = sorted;
}

/* The node that a node's children follow. */
static enum fm_status list_of(struct fm_tree *tree, struct fm_table *positions, uint32_t node,
                              uint32_t *list)
{
    struct row {
        struct fm_hash128 hash;
        uint64_t node;
    };
    bool fresh = true;
    *list = node;
    if (!tree->style->joins)
        return FM_OK;
    positions->row = sizeof(struct row);
    struct row *row =
        fm_table_add(positions, ((const struct fm_hash128 *)(void *)tree->hashes.p)[node], &fresh);
    FM_TRY_MADE(row);
    if (fresh)
        row->node = node;
    *list = (uint32_t)row->node;
    return FM_OK;
}

/* Link all nodes. tree->work gets for each the node that it is now: itself, or the same move of an
 * equal position; and the array of the path. */
static enum fm_status link_nodes(struct fm_tree *tree, struct fm_table *positions)
{
    struct fm_tree_node *nodes = fm_tree_nodes(tree);
    const size_t count = fm_tree_node_count(tree);
    tree->work.n = tree->path.n = 0;
    FM_TRY(fm_buf_reserve(&tree->work, count * sizeof(uint32_t)));
    uint32_t *const map = (void *)tree->work.p;
    for (uint32_t i = 0; i < count; i++) {
        nodes[i].child = nodes[i].sibling = FM_NO_NODE;
        nodes[i].note = 0;
        nodes[i].list = map[i] = i;
        tree->path.n = nodes[i].ply * sizeof i;
        FM_TRY(fm_buf_append(&tree->path, &i, sizeof i));
        if (i > 0) {
            const uint32_t parent = map[path_of(tree)[nodes[i].ply - 1]];
            map[i] = link_node(tree, nodes[parent].list, i);
        }
        if (map[i] == i)
            FM_TRY(list_of(tree, positions, i, &nodes[i].list));
    }
    for (uint32_t i = 0; i < count; i++)
        sort_children(tree, &nodes[i]);
    for (size_t i = 0; tree->style->joins && i < fm_tree_note_count(tree); i++) {
        struct fm_tree_note *note = &fm_tree_notes(tree)[i];
        note->node = map[note->node];
        note->next = note->next < FM_NODE_GONE ? map[note->next] : note->next;
    }
    return FM_OK;
}

/* The largest number of plies with which it fits; -1 = none. */
static enum fm_status find_plies(struct fm_tree *tree, const struct fm_text *values,
                                 struct fm_buf *out, int64_t *plies)
{
    int64_t fits = -1, fails = (int64_t)deepest_of(tree) + 1;
    const size_t n = out->n;
    while (fails - fits > 1) {
        const int64_t middle = (fits + fails) / 2;
        const enum fm_status status = fm_tree_write_to(tree, values, (uint32_t)middle, out);
        out->n = n;
        if (status != FM_OK && status != FM_REJECTED)
            return status;
        *(status == FM_OK ? &fits : &fails) = middle;
    }
    *plies = fits;
    return FM_REJECTED;
}

enum fm_status fm_tree_write(struct fm_tree *tree, struct fm_text begin, struct fm_buf *out,
                             int64_t *plies)
{
    struct fm_text values[FM_GROUP_VALUES_MAX];
    struct fm_record_input in = {.fen = FM_NO_TEXT};
    struct fm_table positions = {.row = 0};
    *plies = -1;
    if (tree->annotated_out)
        return FM_REJECTED;
    fm_group_fill(&tree->style->plan->by, begin, values, &in);
    close_nodes(tree, 0);
    enum fm_status status = link_nodes(tree, &positions);
    fm_table_free(&positions);
    FM_NEXT(status, fm_tree_place_notes(tree));
    FM_NEXT(status,
            tree->overflows ? FM_REJECTED : fm_tree_write_to(tree, values, UINT32_MAX, out));
    return status == FM_REJECTED ? find_plies(tree, values, out, plies) : status;
}
