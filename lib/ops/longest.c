/* SPDX-License-Identifier: MIT */
/* The longest of duplicates: see longest.h. A game's moves end with a byte that sorts after all
 * others, so the games that it begins are those just before it, however many. Kept games are a
 * stack. Games of one level have as many bytes in common with the last game; with the next game
 * that number can only become smaller. Of two kept games of a level with the same date and result
 * all that comes joins the longer one, so a level is no longer than twice the dates and results
 * that there are. */
#include <config.h>
#include "ops/longest.h"
#include "base/lanes.h"
#include <stdlib.h>

enum { GROUP = sizeof(struct fm_hash128), ENOUGH_FOR_ALL = 16 };

/* A kept game that others may join. */
struct candidate {
    uint64_t number;
    uint64_t length; /* bytes of moves */
    unsigned tags;   /* as in struct fm_sorted_game */
    struct fm_identity_facts facts;
};

/* Kept games whose moves begin as the last game's do, for `depth` bytes and no more. */
struct level {
    size_t depth;
    size_t first;   /* index of its first candidate; a level ends where the next one begins */
    size_t reduced; /* number of candidates left when the level was last reduced */
};

void fm_longest_free(struct fm_longest *longest)
{
    fm_buf_free(&longest->last);
    fm_buf_free(&longest->levels);
    fm_buf_free(&longest->candidates);
    for (size_t set = 0; set < FM_SETS; set++)
        fm_buf_free(&longest->listed[set]);
}

static void forget_listed(struct fm_longest *longest)
{
    for (size_t set = 0; set < FM_SETS; set++)
        longest->listed[set].n = 0;
}

/* Does a game agree with one of a file that has the same bytes? */
static bool agrees_with(const struct fm_buf *listed, const struct fm_identity_facts *game)
{
    const struct fm_identity_facts *facts = (const void *)listed->p;
    for (size_t left = listed->n; left > 0; left -= sizeof *facts)
        if (fm_identity_facts_agree(facts++, game))
            return true;
    return false;
}

enum fm_status fm_duplicate_answer(struct fm_sorter *answers, uint64_t number,
                                   const struct fm_duplicate *answer, struct fm_error *error)
{
    unsigned char key[sizeof number];
    fm_big_endian_store(key, sizeof key, number);
    return fm_sorter_add(answers, (struct fm_text){key, sizeof key},
                         (struct fm_text){(const void *)answer, sizeof *answer}, error);
}

static struct level *top_of(const struct fm_longest *longest)
{
    return (struct level *)(void *)(longest->levels.p + longest->levels.n) - 1;
}

static struct candidate *candidates_of(const struct fm_longest *longest, size_t first,
                                       size_t *count)
{
    *count = longest->candidates.n / sizeof(struct candidate) - first;
    if (*count == 0)
        return NULL; /* there may be no memory yet */
    return (struct candidate *)(void *)longest->candidates.p + first;
}

/* No other game can join a kept one any more. */
static enum fm_status finish_kept(struct fm_longest *longest, const struct candidate *kept,
                                  struct fm_error *error)
{
    const struct fm_duplicate answer = {.dropped = false};
    return fm_duplicate_answer(longest->answers, kept->number, &answer, error);
}

enum fm_status fm_longest_end(struct fm_longest *longest, struct fm_error *error)
{
    size_t count;
    const struct candidate *all = candidates_of(longest, 0, &count);
    for (size_t i = 0; i < count; i++)
        FM_TRY(finish_kept(longest, &all[i], error));
    longest->candidates.n = longest->levels.n = longest->last.n = 0;
    forget_listed(longest);
    return FM_OK;
}

/* Is the first of two kept games the better one to be a duplicate of: longer, or equally long
 * and with more tags, or with as many and earlier? */
static bool is_better(const struct candidate *one, const struct candidate *other)
{
    return one->length != other->length ? one->length > other->length
           : one->tags != other->tags   ? one->tags > other->tags
                                        : one->number < other->number;
}

/* By date and result, of equal ones the best first. */
static int by_facts(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    const uint64_t of_x = fm_identity_facts_number(&x->facts),
                   of_y = fm_identity_facts_number(&y->facts);
    return of_x != of_y ? (of_x < of_y ? -1 : 1) : is_better(x, y) ? -1 : 1;
}

/* Keep only the best of the top level's candidates with equal date and result, as the same games
 * join them. */
static enum fm_status reduce(struct fm_longest *longest, struct fm_error *error)
{
    struct level *top = top_of(longest);
    size_t count, kept = 0;
    struct candidate *all = candidates_of(longest, top->first, &count);
    if (count < 2 * top->reduced + ENOUGH_FOR_ALL)
        return FM_OK;
    qsort(all, count, sizeof *all, by_facts);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && fm_identity_facts_number(&all[kept - 1].facts) ==
                            fm_identity_facts_number(&all[i].facts))
            FM_TRY(finish_kept(longest, &all[i], error));
        else
            all[kept++] = all[i];
    }
    longest->candidates.n -= (count - kept) * sizeof *all;
    top->reduced = kept;
    return FM_OK;
}

/* The next game has so many bytes of moves in common with the last one. */
static enum fm_status leave_levels(struct fm_longest *longest, size_t depth, struct fm_error *error)
{
    while (longest->levels.n > 0 && top_of(longest)->depth > depth) {
        struct level *top = top_of(longest);
        if (longest->levels.n == sizeof *top || top[-1].depth < depth) {
            top->depth = depth;
            return FM_OK;
        }
        longest->levels.n -= sizeof *top;
        FM_TRY(reduce(longest, error));
    }
    return FM_OK;
}

/* Decide on the game whose bytes are in `last`; the levels are already those of this game. */
static enum fm_status decide_game(struct fm_longest *longest, const struct fm_sorted_game *game,
                                  struct fm_error *error)
{
    struct fm_duplicate answer = {.dropped = true};
    answer.excluded = agrees_with(&longest->listed[FM_SET_EXCLUDE], &game->facts);
    answer.unlisted = !answer.excluded && longest->only &&
                      !agrees_with(&longest->listed[FM_SET_ONLY], &game->facts);
    if (answer.excluded || answer.unlisted)
        return fm_duplicate_answer(longest->answers, game->number, &answer, error);

    /* The best kept game that it joins. */
    const struct level level = {game->bytes.n - GROUP,
                                longest->candidates.n / sizeof(struct candidate), 0};
    const bool has_level = longest->levels.n > 0 && top_of(longest)->depth >= level.depth;
    const struct candidate *best = NULL;
    if (has_level) {
        size_t count;
        const struct candidate *all = candidates_of(longest, top_of(longest)->first, &count);
        for (size_t i = 0; i < count; i++)
            if (fm_identity_facts_agree(&all[i].facts, &game->facts) &&
                (best == NULL || is_better(&all[i], best)))
                best = &all[i];
    }
    if (best != NULL) {
        answer.shorter = game->facts.related && game->length < best->length;
        return fm_duplicate_answer(longest->answers, game->number, &answer, error);
    }
    const struct candidate kept = {game->number, game->length, game->tags, game->facts};
    if (!has_level)
        FM_TRY(fm_buf_append(&longest->levels, &level, sizeof level));
    return fm_buf_append(&longest->candidates, &kept, sizeof kept);
}

enum fm_status fm_longest_see(struct fm_longest *longest, const struct fm_sorted_game *game,
                              struct fm_error *error)
{
    const struct fm_text own = game->bytes;
    struct fm_buf *last = &longest->last;
    size_t n = 0;
    while (n < last->n && n < own.n && last->p[n] == own.p[n])
        n++;
    if (n < own.n || own.n < last->n)
        forget_listed(longest);
    FM_TRY(n < GROUP ? fm_longest_end(longest, error) : leave_levels(longest, n - GROUP, error));
    last->n = 0;
    FM_TRY(fm_buf_append_text(last, own));
    if (game->listed == 0)
        return decide_game(longest, game, error);
    struct fm_buf *listed = &longest->listed[game->listed - 1];
    /* Games of a file may agree with each other: each counts, for what it agrees with itself. */
    const struct fm_identity_facts *facts = (const void *)listed->p;
    for (size_t left = listed->n; left > 0; left -= sizeof *facts)
        if (fm_identity_facts_number(facts++) == fm_identity_facts_number(&game->facts))
            return FM_OK;
    return fm_buf_append(listed, &game->facts, sizeof game->facts);
}
