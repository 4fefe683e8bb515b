/* SPDX-License-Identifier: MIT */
/* A tree as a game with variations. The first child of a node goes on with its line, the others are
 * variations after that move, each as far as it goes. What waits meanwhile is on a stack in memory,
 * so nothing is recursive. */
#include <config.h>
#include "record/tree_write.h"
#include "record/template.h"
#include "ops/groups.h"
#include "pgn/result.h"

/* What waits: a move whose line goes on when its other children, from `next` on, are written. */
struct waiting {
    uint32_t move; /* FM_NO_NODE = a bracket is to be closed */
    uint32_t next;
};

struct writing {
    const struct fm_tree *tree;
    const struct fm_text *values;
    uint32_t plies;
    struct fm_movetext m;
    struct fm_record_scratch scratch;
    struct fm_buf text;  /* of a comment */
    struct fm_buf stack; /* array of struct waiting */
    /* With joined transpositions, arrays of uint32_t: for each node the one before it in the text,
     * and the one after which its children are written. */
    struct fm_buf parents, places;
};

/* The first of a list of children that is written. */
static uint32_t kept_child(const struct writing *w, uint32_t child)
{
    const struct fm_tree_node *nodes = fm_tree_nodes(w->tree);
    const uint64_t min = w->tree->style->min_count;
    while (child != FM_NO_NODE && min > 1 && nodes[child].counts[0] < min)
        child = nodes[child].sibling;
    return child == FM_NO_NODE || nodes[child].ply > w->plies ? FM_NO_NODE : child;
}

static uint32_t next_child(const struct writing *w, uint32_t child)
{
    return kept_child(w, fm_tree_nodes(w->tree)[child].sibling);
}

/* The number and the side of a move. */
static unsigned move_number(const struct fm_tree *tree, uint32_t ply, bool *black)
{
    const uint32_t half = ply - 1 + tree->black;
    *black = half % 2 != 0;
    return tree->move + half / 2;
}

/* ---- comments ---- */

/* The counts of the games that go this way, and what trees are by. */
static enum fm_status put_counts(struct writing *w, const struct fm_tree_node *node)
{
    static const struct fm_game no_game = {.result = FM_RESULT_NONE};
    const struct fm_template *comment = w->tree->style->plan->comment;
    const struct fm_counts counts = {.count = node->counts[0],
                                     .wins = node->counts[1],
                                     .draws = node->counts[2],
                                     .losses = node->counts[3],
                                     .mover_wins =
                                         w->m.marks.black ? node->counts[3] : node->counts[1]};
    const struct fm_record_input in = {
        .game = &no_game, .counts = &counts, .group_values = w->values, .black = w->m.marks.black};
    if (comment == NULL)
        return FM_OK;
    w->text.n = 0;
    FM_TRY(fm_template_render(comment, &in, SIZE_MAX / 2, &w->scratch.arena, &w->text));
    fm_record_scratch_reset(&w->scratch);
    return fm_movetext_remark(&w->m, fm_buf_text(&w->text));
}

/* A line ends here, where others go on. @param text  its comment; NULL = it has none. @param name
 * that is no comment of PGN yet. */
static enum fm_status put_end(struct writing *w, const struct fm_text *text, bool name)
{
    w->text.n = 0;
    FM_TRY(fm_buf_append_text(&w->text, FM_TEXT("{" FM_LINE_END)));
    if (text != NULL)
        FM_TRY(FM_APPEND(&w->text, FM_TEXT(" "), *text));
    const struct fm_text inside = fm_buf_text_from(&w->text, 1);
    return name ? fm_movetext_remark(&w->m, inside) : fm_movetext_comment(&w->m, inside);
}

/* What a node's line goes on after: the moves to the place where the same position was. */
static enum fm_status put_transposition(struct writing *w, uint32_t place)
{
    const uint32_t *parents = (void *)w->parents.p;
    const struct fm_tree *tree = w->tree;
    const size_t n = fm_tree_nodes(tree)[place].ply;
    struct fm_buf path = {NULL, 0, 0};
    FM_TRY(fm_buf_reserve(&path, (n + 1) * sizeof(uint32_t)));
    uint32_t *const at = (void *)path.p;
    for (size_t i = n; i > 0; place = parents[place])
        at[--i] = place;
    w->text.n = 0;
    enum fm_status status = fm_buf_append_words(&w->text, "goes on after");
    for (uint32_t i = 0; i < n && status == FM_OK; i++) {
        bool black;
        const unsigned number = move_number(tree, i + 1, &black);
        status = fm_buf_append(&w->text, " ", 1);
        if (!black || i == 0) {
            FM_NEXT(status, fm_buf_append_u64(&w->text, number));
            FM_NEXT(status, fm_buf_append_text(&w->text, black ? FM_TEXT("... ") : FM_TEXT(". ")));
        }
        FM_NEXT(status, fm_buf_append_text(&w->text, fm_tree_move_text(tree, at[i])));
    }
    fm_buf_free(&path);
    return status == FM_OK ? fm_movetext_remark(&w->m, fm_buf_text(&w->text)) : status;
}

/* The notes of some kinds. @param inner  lines go on here. */
static enum fm_status write_notes(struct writing *w, uint32_t node, enum fm_tree_kind from,
                                  enum fm_tree_kind to, bool inner)
{
    const struct fm_tree *tree = w->tree;
    const size_t count = fm_tree_note_count(tree);
    bool ends = !inner || !fm_tree_nodes(tree)[node].ended || to < FM_TREE_END;
    for (size_t i = fm_tree_nodes(tree)[node].note; i > 0 && i <= count; i++) {
        const struct fm_tree_note *note = &fm_tree_notes(tree)[i - 1];
        const struct fm_text text = fm_tree_note_text(tree, note);
        if (note->node != node)
            break;
        if (note->place < from || note->place > to)
            continue;
        if (note->place == FM_TREE_NAG) {
            FM_TRY(fm_movetext_nag(&w->m, note->nag));
        } else if (note->place >= FM_TREE_END && inner) {
            FM_TRY(put_end(w, &text, note->place == FM_TREE_NAME));
            ends = true;
        } else if (note->place == FM_TREE_NAME) {
            FM_TRY(fm_movetext_remark(&w->m, text));
        } else {
            FM_TRY(fm_movetext_comment(&w->m, text));
        }
    }
    return ends ? FM_OK : put_end(w, NULL, false);
}

/* The NAG that is the move's mark. */
static unsigned glyph_of(const struct fm_tree *tree, uint32_t node)
{
    const size_t count = fm_tree_note_count(tree);
    const size_t first = fm_tree_nodes(tree)[node].note;
    for (size_t i = first; tree->style->pgn.nags == FM_PGN_NAGS_GLYPH && i > 0 && i <= count; i++) {
        const struct fm_tree_note *note = &fm_tree_notes(tree)[i - 1];
        if (note->node != node)
            break;
        if (note->place == FM_TREE_NAG && note->nag > 0 && note->nag < FM_GLYPHS)
            return note->nag;
    }
    return 0;
}

/* ---- moves ---- */

/* The node after which the children of a node are written: itself, or one with its position. */
static uint32_t place_of(const struct writing *w, uint32_t node)
{
    const uint32_t *const places = (void *)w->places.p;
    return w->tree->style->joins ? places[fm_tree_nodes(w->tree)[node].list] : node;
}

/* The first move that follows a node, if its children are written here; FM_NO_NODE = none is. */
static uint32_t child_of(const struct writing *w, uint32_t node)
{
    const struct fm_tree_node *nodes = fm_tree_nodes(w->tree);
    return place_of(w, node) == node ? kept_child(w, nodes[nodes[node].list].child) : FM_NO_NODE;
}

/* The comments of a node, with those before the move that its line goes on with. Where the same
 * position was before, its children follow there. */
static enum fm_status put_comments(struct writing *w, uint32_t node)
{
    const struct fm_tree_node *nodes = fm_tree_nodes(w->tree);
    const uint32_t place = place_of(w, node), child = child_of(w, node);
    const bool inner = child != FM_NO_NODE;
    if (FM_LIKELY(place == node && nodes[node].note == 0 &&
                  (!inner || (nodes[child].note == 0 && !nodes[node].ended))))
        return FM_OK; /* it has none, as most */
    FM_TRY(write_notes(w, node, FM_TREE_COMMENT, FM_TREE_COMMENT, inner));
    if (inner)
        FM_TRY(write_notes(w, child, FM_TREE_BEFORE, FM_TREE_BEFORE, false));
    FM_TRY(write_notes(w, node, FM_TREE_END, FM_TREE_NAME, inner));
    return place == node || child_of(w, place) == FM_NO_NODE ? FM_OK : put_transposition(w, place);
}

/* @param branch  it has alternatives. */
static enum fm_status write_branch(struct writing *w, uint32_t node, bool branch)
{
    bool black;
    const uint32_t ply = fm_tree_nodes(w->tree)[node].ply;
    const unsigned number = move_number(w->tree, ply, &black);
    FM_TRY(fm_lines_put_move(&w->m, number, black, fm_tree_move_text(w->tree, node),
                             glyph_of(w->tree, node)));
    if (fm_tree_nodes(w->tree)[node].note != 0)
        FM_TRY(write_notes(w, node, FM_TREE_NAG, FM_TREE_NAG, false));
    if (branch)
        FM_TRY(put_counts(w, &fm_tree_nodes(w->tree)[node]));
    return put_comments(w, node);
}

/* Take what waits last. @param[out] node  its line goes on; FM_NO_NODE = nothing waits. */
static enum fm_status go_on(struct writing *w, uint32_t *node)
{
    *node = FM_NO_NODE;
    while (w->stack.n > 0 && *node == FM_NO_NODE) {
        struct waiting *last = (void *)(w->stack.p + w->stack.n - sizeof *last);
        if (last->move == FM_NO_NODE) {
            FM_TRY(fm_movetext_close(&w->m, NULL, FM_NO_TEXT));
            w->stack.n -= sizeof *last;
        } else if (last->next == FM_NO_NODE) {
            *node = last->move;
            w->stack.n -= sizeof *last;
        } else {
            static const struct waiting close = {FM_NO_NODE, FM_NO_NODE};
            *node = last->next;
            last->next = next_child(w, *node);
            FM_TRY(fm_movetext_open(&w->m, NULL));
            FM_TRY(write_notes(w, *node, FM_TREE_BEFORE, FM_TREE_BEFORE, false));
            FM_TRY(write_branch(w, *node, true));
            FM_TRY(fm_buf_append(&w->stack, &close, sizeof close));
        }
    }
    return FM_OK;
}

/* A node comes after its parent. If none has its position yet, its children are written here. */
static void enter(struct writing *w, uint32_t parent, uint32_t node)
{
    uint32_t *const place = &((uint32_t *)(void *)w->places.p)[fm_tree_nodes(w->tree)[node].list];
    ((uint32_t *)(void *)w->parents.p)[node] = parent;
    if (*place == FM_NO_NODE)
        *place = node;
}

static enum fm_status fill_nodes(struct fm_buf *array, size_t count)
{
    FM_TRY(fm_buf_reserve(array, (count + 1) * sizeof(uint32_t)));
    memset(array->p, 0xff, count * sizeof(uint32_t)); /* FM_NO_NODE */
    return FM_OK;
}

/* Find out where positions have their moves: in the line that comes first in the order of branches,
 * so a variation goes on in the main line, and not the other way round. */
static enum fm_status find_places(struct writing *w)
{
    const size_t count = fm_tree_node_count(w->tree);
    uint32_t node = 0;
    FM_TRY(fill_nodes(&w->parents, count));
    FM_TRY(fill_nodes(&w->places, count));
    const uint32_t *const parents = (void *)w->parents.p;
    enter(w, FM_NO_NODE, node);
    for (;;) {
        uint32_t next = child_of(w, node);
        if (next != FM_NO_NODE) {
            enter(w, node, next);
            node = next;
            continue;
        }
        while (node != 0 && (next = next_child(w, node)) == FM_NO_NODE)
            node = parents[node];
        if (node == 0)
            return FM_OK;
        enter(w, parents[node], next);
        node = next;
    }
}

static enum fm_status write_branches(struct writing *w)
{
    uint32_t node = 0;
    FM_TRY(put_comments(w, node));
    while (node != FM_NO_NODE) {
        const uint32_t child = child_of(w, node);
        if (child != FM_NO_NODE) {
            const struct waiting waiting = {child, next_child(w, child)};
            const bool branch =
                waiting.next != FM_NO_NODE || fm_tree_nodes(w->tree)[child].ply == 1;
            FM_TRY(write_branch(w, child, branch));
            FM_TRY(fm_buf_append(&w->stack, &waiting, sizeof waiting));
        }
        if (w->m.out->n - w->m.begin > w->m.most)
            return FM_REJECTED;
        FM_TRY(go_on(w, &node));
    }
    return FM_OK;
}

/* ---- the game ---- */

/* The tags that all games have; of the seven tag roster and of the start those of the first. */
static enum fm_status write_tree_tags(const struct fm_tree *tree, struct fm_buf *out)
{
    static const char *const start[] = {"[FEN ", "[SetUp ", "[Variant "};
    static const char *const roster[][2] = {
        {"[Event ", "[Event \"?\"]\n"},        {"[Site ", "[Site \"?\"]\n"},
        {"[Date ", "[Date \"????.??.??\"]\n"}, {"[Round ", "[Round \"?\"]\n"},
        {"[White ", "[White \"?\"]\n"},        {"[Black ", "[Black \"?\"]\n"},
        {"[Result ", "[Result \"*\"]\n"}};
    for (struct fm_text tags = fm_buf_text(&tree->tags), pair; fm_tree_take_pair(&tags, &pair);) {
        bool kept = fm_tree_has_pair(fm_buf_text(&tree->common), pair);
        for (size_t i = 0; i < FM_COUNT_OF(start); i++)
            kept |= fm_text_begins(pair, fm_text_of(start[i]));
        if (kept)
            FM_TRY(fm_buf_append_text(out, pair));
        for (size_t i = 0; i < FM_COUNT_OF(roster) && !kept; i++)
            if (fm_text_begins(pair, fm_text_of(roster[i][0])))
                FM_TRY(fm_buf_append_words(out, roster[i][1]));
    }
    return FM_OK;
}

enum fm_status fm_tree_write_to(struct fm_tree *tree, const struct fm_text *values, uint32_t plies,
                                struct fm_buf *out)
{
    struct writing w = {.tree = tree, .values = values, .plies = plies};
    const size_t begin = out->n;
    const uint64_t most = tree->style->most;
    enum fm_status status = write_tree_tags(tree, out);
    const size_t tags = out->n - begin;
    w.m = (struct fm_movetext){.out = out,
                               .style = &tree->style->pgn,
                               .plies = UINT32_MAX,
                               .most = tags > most ? 0 : (size_t)most - tags};
    fm_movetext_begin(&w.m);
    if (tree->style->joins)
        FM_NEXT(status, find_places(&w));
    FM_NEXT(status, write_branches(&w));
    FM_NEXT(status, fm_movetext_end(&w.m, tree->result));
    if (status == FM_OK && out->n - begin > most)
        status = FM_REJECTED;
    if (status != FM_OK)
        out->n = begin;
    fm_movetext_free(&w.m);
    fm_record_scratch_free(&w.scratch);
    fm_buf_free(&w.text);
    fm_buf_free(&w.stack);
    fm_buf_free(&w.parents);
    fm_buf_free(&w.places);
    return status;
}
