/* SPDX-License-Identifier: MIT */
/* Trees of games (`output.rows: trees`): the entries of their lines are gathered and sorted, and at
 * the end of the run each tree is made of its entries (record/tree.h), one at a time. Trees are
 * written in the order of their first games. */
#include <config.h>
#include "run/stage.h"
#include "base/lanes.h"
#include <inttypes.h>
#include <stdio.h>
#include "run/bounds.h"
#include "record/tree.h"
#include "ops/sorter.h"

/* The trees of one route; without sorters it writes none. */
struct trees_of_route {
    struct fm_sorter *lines;   /* entries; owned */
    struct fm_sorter *written; /* trees, by the place of their first games; owned */
    struct fm_tree_style style;
};

struct trees {
    struct fm_stage_run *run;
    uint64_t lines;   /* number of entries so far: the place of the next one */
    char detail[160]; /* of a failure */
    struct trees_of_route routes[];
};

static bool trees_needed(const struct fm_plan *plan)
{
    bool trees = false;
    for (size_t i = 0; i < plan->route_count; i++)
        trees |= fm_route_trees(&plan->routes[i]);
    return trees;
}

static void trees_stop(void *self)
{
    struct trees *trees = self;
    for (size_t i = 0; i < trees->run->plan->route_count; i++) {
        fm_sorter_free(trees->routes[i].lines);
        fm_sorter_free(trees->routes[i].written);
    }
}

static enum fm_status trees_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    struct trees *trees = self;
    const struct fm_plan *plan = run->plan;
    const uint64_t most = plan->profile->input.max_game_bytes;
    (void)error;
    trees->run = run;
    for (size_t i = 0; i < plan->route_count; i++) {
        struct trees_of_route *made = &trees->routes[i];
        const struct fm_route *route = &plan->routes[i];
        const struct fm_profile_output *spec = route->spec;
        const uint64_t memory = route->positions->memory / run->shares / 2;
        if (!fm_route_trees(route))
            continue;
        made->style = (struct fm_tree_style){.plan = &route->tree,
                                             .pgn = fm_lines_style(&spec->pgn),
                                             .order = spec->tree.order,
                                             .joins = spec->tree.joins,
                                             .min_count = spec->min_count,
                                             .most = most < FM_TREE_BYTES ? most : FM_TREE_BYTES};
        FM_TRY(fm_sorter_new(run->spool, memory, &made->lines));
        FM_TRY(fm_sorter_new(run->spool, memory, &made->written));
    }
    return FM_OK;
}

static enum fm_status trees_gather(struct trees *trees, struct fm_block *block, unsigned sink,
                                   struct fm_error *error)
{
    unsigned char *const out = block->out[sink].p;
    for (size_t i = 0; i < fm_rows_count(block, sink); i++) {
        struct fm_text rest = fm_row_text(block, sink, i), value;
        while (rest.n > 0) {
            const struct fm_text key = fm_tree_take_entry(&rest, &value);
            fm_tree_number_entry(out + (value.p - out), trees->lines++);
            FM_TRY(fm_sorter_add(trees->routes[sink].lines, key, value, error));
        }
    }
    fm_rows_clear(block, sink);
    return FM_OK;
}

/* A block whose work has failed is not taken: its last entry may not be complete. */
static enum fm_status trees_take_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct trees *trees = self;
    if (block->work.status != FM_OK && block->work.status != FM_STOPPED)
        return block->work.status;
    for (unsigned i = 0; i < trees->run->plan->route_count; i++)
        if (trees->routes[i].lines != NULL)
            FM_TRY(trees_gather(trees, block, i, error));
    return FM_OK;
}

/* State of making the trees of one route. */
struct making {
    struct trees *trees;
    struct trees_of_route *of;
    const struct fm_route *route;
    struct fm_tree *tree;
    struct fm_buf begin; /* of the keys of the tree */
    struct fm_buf text;  /* of a written tree */
};

/* The failure of the output: its tree is larger than a game that can be read. */
static enum fm_status refuse_tree(struct making *making, int64_t plies, struct fm_error *error)
{
    struct trees *trees = making->trees;
    const uint64_t games = fm_tree_games(making->tree);
    const int n = plies < 0
                      ? snprintf(trees->detail, sizeof trees->detail,
                                 "the comments of a tree of %" PRIu64
                                 " games alone are larger than input.max-game: --comments drop",
                                 games)
                      : snprintf(trees->detail, sizeof trees->detail,
                                 "a tree of %" PRIu64
                                 " games is larger than input.max-game: it fits with --set "
                                 "output.pgn.plies=..%" PRId64,
                                 games, plies);
    *error = (struct fm_error){.status = FM_OUTPUT_FAILED,
                               .what = fm_text_of(trees->run->plan->names[making->route->sink]),
                               .detail = {(const unsigned char *)trees->detail, (size_t)n}};
    return FM_OUTPUT_FAILED;
}

/* The entries of a tree are complete. */
static enum fm_status end_tree(struct making *making, struct fm_error *error)
{
    struct fm_account *account = making->trees->run->account;
    unsigned char first[8];
    const uint64_t games = fm_tree_games(making->tree);
    int64_t plies;
    if (games == 0)
        return FM_OK;
    fm_account_lost(account, making->route, FM_POSITION_GROUPS, games - 1);
    if (games < making->of->style.min_count) {
        fm_account_lost(account, making->route, FM_POSITION_MIN_COUNT, 1);
    } else {
        making->text.n = 0;
        const enum fm_status status =
            fm_tree_write(making->tree, fm_buf_text(&making->begin), &making->text, &plies);
        if (status == FM_REJECTED)
            return refuse_tree(making, plies, error);
        FM_TRY(status);
        fm_big_endian_store(first, sizeof first, fm_tree_first(making->tree));
        FM_TRY(fm_sorter_add(making->of->written, (struct fm_text){first, sizeof first},
                             fm_buf_text(&making->text), error));
    }
    fm_tree_clear(making->tree);
    return FM_OK;
}

static enum fm_status add_entry(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct making *making = user;
    const size_t n = fm_tree_key_begin(pair->key, making->route->tree.by.values.count);
    const struct fm_text begin = {pair->key.p, n};
    if (!fm_text_equal(begin, fm_buf_text(&making->begin))) {
        FM_TRY(end_tree(making, error));
        making->begin.n = 0;
        FM_TRY(fm_buf_append_text(&making->begin, begin));
    }
    return fm_tree_add(making->tree, pair->key, n, pair->rest);
}

static enum fm_status make_trees(struct trees *trees, unsigned i, struct fm_error *error)
{
    struct making making = {.trees = trees,
                            .of = &trees->routes[i],
                            .route = &trees->run->plan->routes[i],
                            .tree = fm_tree_new(&trees->routes[i].style)};
    FM_TRY_MADE(making.tree);
    enum fm_status status = fm_sorter_each(making.of->lines, add_entry, &making, error);
    FM_NEXT(status, end_tree(&making, error));
    fm_tree_free(making.tree);
    fm_buf_free(&making.begin);
    fm_buf_free(&making.text);
    return status;
}

/* State of passing the trees of one route on. */
struct passing {
    struct fm_block *block;
    unsigned sink;
    fm_pass_block *pass;
    void *user;
    uint64_t
        place; /* where the last tree was, as if trees were games that do not follow each other */
};

static enum fm_status pass_tree(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct passing *passing = user;
    struct fm_block *block = passing->block;
    const struct fm_joint joint = {
        .begin = passing->place + 1,
        .end = passing->place + 2,
        .last = SIZE_MAX,
        .head = {.kind = FM_SPAN_TAG, .clean = true, .hard = true, .own_line = true, .event = true},
        .tail = fm_span_tail_of_text(FM_SPAN_RESULT, pair->rest)};
    passing->place = joint.end;
    FM_TRY(fm_buf_append_text(&block->out[passing->sink], pair->rest));
    FM_TRY(fm_row_add(block, passing->sink, (struct fm_row){.records = 1}));
    FM_TRY(fm_buf_append(&block->rows[passing->sink].joints, &joint, sizeof joint));
    return block->out[passing->sink].n < FM_GATHERED_BYTES
               ? FM_OK
               : passing->pass(passing->user, block, error);
}

static enum fm_status trees_end(void *self, struct fm_block *block, fm_pass_block *pass, void *user,
                                struct fm_error *error)
{
    struct trees *trees = self;
    for (unsigned i = 0; i < trees->run->plan->route_count; i++) {
        struct trees_of_route *of = &trees->routes[i];
        struct passing passing = {.block = block, .sink = i, .pass = pass, .user = user};
        if (of->lines == NULL)
            continue;
        FM_TRY(make_trees(trees, i, error));
        fm_sorter_free(of->lines); /* the next one may need the memory */
        of->lines = NULL;
        FM_TRY(fm_sorter_each(of->written, pass_tree, &passing, error));
        FM_TRY(pass(user, block, error));
        fm_sorter_free(of->written);
        of->written = NULL;
    }
    return FM_OK;
}

const struct fm_stage fm_stage_trees = {.bytes = sizeof(struct trees),
                                        .sink_bytes = sizeof(struct trees_of_route),
                                        .needed = trees_needed,
                                        .start = trees_start,
                                        .write = trees_take_block,
                                        .end = trees_end,
                                        .free = trees_stop};
