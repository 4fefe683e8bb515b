/* SPDX-License-Identifier: MIT */
/* Where the notes of a tree belong. Lines that share a move often have the same notes of it; then
 * the first one's are written. A comment that a later line has alone is about what this line does:
 * it is written before its own first move, or where it ends; where it has no move of its own there,
 * with the move. So lines that were taken out of a game become that game again. */
#include <config.h>
#include "record/tree_notes.h"
#include <stdlib.h>

void fm_tree_drop_notes(struct fm_tree *tree, size_t from)
{
    struct fm_tree_note *notes = fm_tree_notes(tree);
    const size_t count = fm_tree_note_count(tree);
    size_t to = from, text = from < count ? notes[from].text - 1u : 0;
    for (size_t i = from; i < count; i++) {
        if (notes[i].gone)
            continue;
        memmove(tree->texts.p + text, tree->texts.p + notes[i].text - 1, notes[i].n + 1u);
        notes[to] = notes[i];
        notes[to++].text = (uint32_t)text + 1;
        text += notes[i].n + 1u;
    }
    if (from < count)
        tree->texts.n = text;
    tree->notes.n = to * sizeof *notes;
}

/* A note, to be sorted. */
struct sorted {
    const struct fm_tree *tree;
    struct fm_tree_note *note;
};

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By place and text. Kinds that are compared with each other, comments after a move and those
 * before the next one, are one. */
static int compare_texts(const struct sorted *a, const struct sorted *b)
{
    const struct fm_tree_note *x = a->note, *y = b->note;
    const unsigned kind_x = x->kind == FM_TREE_BEFORE ? FM_TREE_COMMENT : x->kind,
                   kind_y = y->kind == FM_TREE_BEFORE ? FM_TREE_COMMENT : y->kind;
    int order = compare_numbers(x->node, y->node);
    if (order == 0)
        order = compare_numbers(kind_x, kind_y);
    if (order == 0)
        order = compare_numbers(x->nag, y->nag);
    return order != 0
               ? order
               : fm_text_compare(fm_tree_note_text(a->tree, x), fm_tree_note_text(a->tree, y));
}

/* By place, text and line. */
static int compare_lines(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int order = compare_texts(x, y);
    if (order == 0)
        order = compare_numbers(x->note->line, y->note->line);
    return order != 0 ? order : compare_numbers(x->note->order, y->note->order);
}

/* The same, but the first of the same notes of each line come first, then the second ones. */
static int compare_repeats(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    const int order = compare_texts(x, y);
    return order != 0 ? order
           : x->note->repeats != y->note->repeats
               ? compare_numbers(x->note->repeats, y->note->repeats)
               : compare_lines(a, b);
}

/* The same, but those that go on in the same way are together. */
static int compare_ways(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int order = compare_texts(x, y);
    if (order == 0)
        order = compare_numbers(x->note->repeats, y->note->repeats);
    if (order == 0)
        order = compare_numbers(x->note->kind, y->note->kind);
    if (order == 0)
        order = compare_numbers(x->note->next, y->note->next);
    return order != 0 ? order : compare_lines(a, b);
}

static int compare_places(const void *a, const void *b)
{
    const struct fm_tree_note *x = ((const struct sorted *)a)->note,
                              *y = ((const struct sorted *)b)->note;
    int order = compare_numbers(x->node, y->node);
    if (order == 0)
        order = compare_numbers(x->place, y->place);
    if (order == 0)
        order = compare_numbers(x->line, y->line);
    return order != 0 ? order : compare_numbers(x->order, y->order);
}

/* All notes, in an order. @return NULL: no memory. */
static struct sorted *sort_notes(struct fm_tree *tree, int (*compare)(const void *, const void *))
{
    const size_t count = fm_tree_note_count(tree);
    struct sorted *sorted = malloc((count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct sorted){tree, &fm_tree_notes(tree)[i]};
    qsort(sorted, count, sizeof *sorted, compare_lines);
    for (size_t i = 0; i < count; i++) {
        struct fm_tree_note *note = sorted[i].note;
        const bool again = i > 0 && sorted[i - 1].note->line == note->line &&
                           compare_texts(&sorted[i - 1], &sorted[i]) == 0;
        if (note->repeats == UINT32_MAX)
            note->repeats = again ? sorted[i - 1].note->repeats + 1 : 0;
    }
    qsort(sorted, count, sizeof *sorted, compare);
    return sorted;
}

/* Are notes the same, each for the same time in its line? */
static bool is_same(const struct sorted *a, const struct sorted *b)
{
    return a->note->repeats == b->note->repeats && compare_texts(a, b) == 0;
}

enum fm_status fm_tree_thin_notes(struct fm_tree *tree)
{
    const size_t count = fm_tree_note_count(tree);
    struct sorted *sorted = sort_notes(tree, compare_ways);
    FM_TRY_MADE(sorted);
    for (size_t i = 1; i < count; i++) {
        const struct fm_tree_note *before = sorted[i - 1].note;
        struct fm_tree_note *note = sorted[i].note;
        note->gone = note->kind != FM_TREE_NAME && is_same(&sorted[i - 1], &sorted[i]) &&
                     before->kind == note->kind && before->next == note->next;
    }
    free(sorted);
    /* Nodes that can still be forgotten know how many notes there were before them, a later one of
     * the path at least as many. */
    const uint32_t *const path = (void *)tree->path.p;
    uint32_t seen = 0, kept = 0;
    for (size_t i = 0; i < tree->path.n / sizeof *path; i++) {
        uint32_t *const before = &fm_tree_nodes(tree)[path[i]].note;
        for (; seen < *before; seen++)
            kept += !fm_tree_notes(tree)[seen].gone;
        *before = kept;
    }
    fm_tree_drop_notes(tree, 0);
    return FM_OK;
}

/* Is a note the same as an earlier one that is written, and in the same place? */
static bool is_written(const struct fm_tree_note *note, const struct fm_tree_note *earlier)
{
    if (earlier->gone)
        return false;
    switch ((enum fm_tree_kind)earlier->place) {
    case FM_TREE_NAG:
    case FM_TREE_COMMENT:
        return note->kind != FM_TREE_BEFORE; /* which a variation has for sure */
    case FM_TREE_BEFORE:
        return note->next == earlier->next;
    case FM_TREE_END:
        return note->kind == FM_TREE_END || note->next == FM_NO_NODE;
    case FM_TREE_NAME:
        return false;
    }
    return false;
}

/* Decide on a note. @param from  the first of those that are the same; those before it are decided
 * on. */
static void place_note(const struct fm_tree *tree, const struct sorted *from,
                       const struct sorted *at)
{
    const struct fm_tree_node *nodes = fm_tree_nodes(tree);
    struct fm_tree_note *note = at->note;
    note->place = note->kind;
    for (; from < at && !note->gone; from++)
        note->gone = is_written(note, from->note);
    if (note->kind != FM_TREE_COMMENT || nodes[note->node].first == note->line)
        return;
    if (note->next == FM_NO_NODE)
        note->place = FM_TREE_END;
    else if (note->next < FM_NODE_GONE && nodes[note->next].first == note->line)
        note->place = FM_TREE_BEFORE;
}

enum fm_status fm_tree_place_notes(struct fm_tree *tree)
{
    FM_TRY(fm_tree_thin_notes(tree)); /* few of those that are the same are left */
    const size_t count = fm_tree_note_count(tree);
    struct sorted *sorted = sort_notes(tree, compare_repeats);
    FM_TRY_MADE(sorted);
    for (size_t i = 0, first = 0; i < count; i++) {
        if (!is_same(&sorted[first], &sorted[i]))
            first = i;
        place_note(tree, &sorted[first], &sorted[i]);
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct fm_tree_note *note = sorted[i].note;
        if (note->gone)
            continue;
        if (note->place == FM_TREE_BEFORE && note->next < FM_NODE_GONE)
            note->node = note->next;
        sorted[kept++] = sorted[i];
    }
    qsort(sorted, kept, sizeof *sorted, compare_places);
    tree->work.n = 0;
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < kept && status == FM_OK; i++)
        status = fm_buf_append(&tree->work, sorted[i].note, sizeof *sorted[i].note);
    free(sorted);
    FM_TRY(status);
    const struct fm_buf placed = tree->work;
    tree->work = tree->notes;
    tree->notes = placed;
    for (size_t i = kept; i-- > 0;)
        fm_tree_nodes(tree)[fm_tree_notes(tree)[i].node].note = (uint32_t)i + 1;
    return FM_OK;
}
