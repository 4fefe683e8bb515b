/* SPDX-License-Identifier: MIT */
/* The longest of duplicates: see longest.h. A game's moves end with a byte that sorts after all
 * others, so the games that it begins are those just before it, however many. What they have in
 * common with the game that comes next can only become less, so kept games are a stack: levels of
 * those that have as many bytes in common with the last game. Of two kept games of a level with the
 * same date and result all that comes joins the longer one, so a level is no longer than twice the
 * dates and results that there are. */
#include <config.h>
#include "store/longest.h"
#include <stdlib.h>
#include "store/sorter.h"

enum { MOVES_END = 0xFF, KIND_EXCLUDED = 0, KIND_GAME = 1, ENOUGH_FOR_ALL = 16 };

/* What keys are made of: the group, the moves where they are in the key, and this. */
struct tail {
    unsigned char end;       /* MOVES_END */
    unsigned char kind;      /* excluded games come before those that are the same */
    unsigned char length[4]; /* of the moves, its complement: the longest is the first */
    unsigned char number[8]; /* of the game */
};
enum { GROUP = sizeof(struct fm_hash128) };

/* What agrees, or contradicts. */
struct facts {
    struct fm_date date;
    unsigned char result;
    bool related; /* of a game: moves are in its key */
};

/* A kept game that others may join. */
struct candidate {
    uint64_t number;
    uint64_t length; /* bytes of moves */
    struct facts facts;
};

/* Kept games whose moves begin as the last game's do, for `depth` bytes and no more. */
struct level {
    size_t depth;
    size_t first;   /* in `candidates`; it ends where the next one begins */
    size_t reduced; /* how many were left when it was reduced */
};

struct fm_longest {
    struct fm_spool *spool;
    struct fm_sorter *games;   /* by group and moves; value: struct facts; owned */
    struct fm_sorter *answers; /* by number; value: struct fm_duplicate; owned */
    struct fm_stream results;  /* of struct fm_duplicate */
    struct fm_buf key;         /* of one game */
    struct fm_buf last;        /* group and moves of the last game */
    struct fm_buf levels;      /* struct level, by depth */
    struct fm_buf candidates;  /* struct candidate, of all levels */
    struct fm_buf excluded;    /* struct facts, of games that are the same as the last one */
};

enum fm_status fm_longest_new(struct fm_spool *spool, uint64_t memory, struct fm_longest **out)
{
    struct fm_longest *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    enum fm_status status = fm_sorter_new(spool, memory / 2, &made->games);
    if (status == FM_OK)
        status = fm_sorter_new(spool, memory / 2, &made->answers);
    if (status == FM_OK)
        *out = made;
    else
        fm_longest_free(made);
    return status;
}

void fm_longest_free(struct fm_longest *longest)
{
    if (longest == NULL)
        return;
    fm_sorter_free(longest->games);
    fm_sorter_free(longest->answers);
    fm_stream_drop(longest->spool, &longest->results);
    fm_buf_free(&longest->key);
    fm_buf_free(&longest->last);
    fm_buf_free(&longest->levels);
    fm_buf_free(&longest->candidates);
    fm_buf_free(&longest->excluded);
    free(longest);
}

static enum fm_status add(struct fm_longest *longest, const struct fm_game_identity *game,
                          unsigned char kind, uint64_t number, struct fm_error *error)
{
    struct tail tail = {.end = MOVES_END, .kind = kind};
    struct facts facts;
    if (game->moves.n > UINT32_MAX)
        return FM_NO_MEMORY;
    fm_sort_number_put(tail.length, sizeof tail.length, UINT32_MAX - game->moves.n);
    fm_sort_number_put(tail.number, sizeof tail.number, number);
    memset(&facts, 0, sizeof facts); /* its padding, too: all of it may be written */
    facts.date = game->date;
    facts.result = game->result;
    facts.related = game->related;
    longest->key.n = 0;
    FM_TRY(fm_buf_append(&longest->key, &game->key, GROUP));
    if (game->related)
        FM_TRY(fm_buf_append_text(&longest->key, game->moves));
    FM_TRY(fm_buf_append(&longest->key, &tail, sizeof tail));
    return fm_sorter_add(longest->games, (struct fm_text){longest->key.p, longest->key.n},
                         (struct fm_text){(const void *)&facts, sizeof facts}, error);
}

enum fm_status fm_longest_exclude(struct fm_longest *longest, const struct fm_game_identity *game,
                                  struct fm_error *error)
{
    return add(longest, game, KIND_EXCLUDED, 0, error);
}

enum fm_status fm_longest_add(struct fm_longest *longest, const struct fm_game_identity *game,
                              uint64_t number, struct fm_error *error)
{
    return add(longest, game, KIND_GAME, number, error);
}

static enum fm_status put_answer(struct fm_longest *longest, uint64_t number,
                                 const struct fm_duplicate *answer, struct fm_error *error)
{
    unsigned char key[sizeof number];
    fm_sort_number_put(key, sizeof key, number);
    return fm_sorter_add(longest->answers, (struct fm_text){key, sizeof key},
                         (struct fm_text){(const void *)answer, sizeof *answer}, error);
}

/* A kept game that no other can join any more. */
static enum fm_status finish(struct fm_longest *longest, const struct candidate *kept,
                             struct fm_error *error)
{
    struct fm_duplicate answer;
    memset(&answer, 0, sizeof answer);
    return put_answer(longest, kept->number, &answer, error);
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

static enum fm_status finish_all(struct fm_longest *longest, struct fm_error *error)
{
    size_t count;
    const struct candidate *all = candidates_of(longest, 0, &count);
    for (size_t i = 0; i < count; i++)
        FM_TRY(finish(longest, &all[i], error));
    longest->candidates.n = longest->levels.n = longest->excluded.n = longest->last.n = 0;
    return FM_OK;
}

/* Of two that a game can join. */
static bool is_better(const struct candidate *one, const struct candidate *other)
{
    return one->length != other->length ? one->length > other->length : one->number < other->number;
}

/* By date and result, of equal ones the best first. */
static int by_facts(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    const uint64_t of_x = (uint64_t)x->facts.date.year << 24 | (uint64_t)x->facts.date.month << 16 |
                          (uint64_t)x->facts.date.day << 8 | (unsigned)x->facts.result;
    const uint64_t of_y = (uint64_t)y->facts.date.year << 24 | (uint64_t)y->facts.date.month << 16 |
                          (uint64_t)y->facts.date.day << 8 | (unsigned)y->facts.result;
    return of_x != of_y ? (of_x < of_y ? -1 : 1) : is_better(x, y) ? -1 : 1;
}

static bool same_facts(const struct facts *a, const struct facts *b)
{
    return a->result == b->result && a->date.year == b->date.year &&
           a->date.month == b->date.month && a->date.day == b->date.day;
}

/* Of candidates of the top level that are joined by the same games, only the best is left. */
static enum fm_status reduce(struct fm_longest *longest, struct fm_error *error)
{
    struct level *top = top_of(longest);
    size_t count, kept = 0;
    struct candidate *all = candidates_of(longest, top->first, &count);
    if (count < 2 * top->reduced + ENOUGH_FOR_ALL)
        return FM_OK;
    qsort(all, count, sizeof *all, by_facts);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && same_facts(&all[kept - 1].facts, &all[i].facts))
            FM_TRY(finish(longest, &all[i], error));
        else
            all[kept++] = all[i];
    }
    longest->candidates.n -= (count - kept) * sizeof *all;
    top->reduced = kept;
    return FM_OK;
}

/* The next game has so many bytes in common with the last one. */
static enum fm_status leave(struct fm_longest *longest, size_t depth, struct fm_error *error)
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

/* What is not known contradicts nothing. */
static bool parts_agree(unsigned a, unsigned b)
{
    return a == 0 || b == 0 || a == b;
}

static bool agree(const struct facts *a, const struct facts *b)
{
    return parts_agree(a->result, b->result) && parts_agree(a->date.year, b->date.year) &&
           parts_agree(a->date.month, b->date.month) && parts_agree(a->date.day, b->date.day);
}

/* Is the game the same as an excluded one? */
static bool is_excluded(const struct fm_longest *longest, const struct facts *game)
{
    const struct facts *excluded = (const void *)longest->excluded.p;
    const size_t count = longest->excluded.n / sizeof *excluded;
    size_t i = 0;
    while (i < count && !agree(&excluded[i], game))
        i++;
    return i < count;
}

/* Excluded games may agree with each other: each counts, for what it agrees with itself. */
static enum fm_status exclude(struct fm_longest *longest, const struct facts *game)
{
    const struct facts *excluded = (const void *)longest->excluded.p;
    const size_t count = longest->excluded.n / sizeof *excluded;
    for (size_t i = 0; i < count; i++)
        if (same_facts(&excluded[i], game))
            return FM_OK;
    return fm_buf_append(&longest->excluded, game, sizeof *game);
}

/* The kept game that one of so many bytes joins; NULL = none. */
static const struct candidate *find(const struct fm_longest *longest, size_t depth,
                                    const struct facts *game)
{
    const struct candidate *best = NULL;
    size_t count;
    if (longest->levels.n == 0 || top_of(longest)->depth < depth)
        return NULL;
    const struct candidate *all = candidates_of(longest, top_of(longest)->first, &count);
    for (size_t i = 0; i < count; i++)
        if (agree(&all[i].facts, game) && (best == NULL || is_better(&all[i], best)))
            best = &all[i];
    return best;
}

static enum fm_status keep(struct fm_longest *longest, size_t depth, const struct candidate *game)
{
    const struct level level = {depth, longest->candidates.n / sizeof *game, 0};
    if (longest->levels.n == 0 || top_of(longest)->depth < depth)
        FM_TRY(fm_buf_append(&longest->levels, &level, sizeof level));
    return fm_buf_append(&longest->candidates, game, sizeof *game);
}

/* The game has only what is in `last`, and the levels are those for it. */
static enum fm_status decide(struct fm_longest *longest, const struct candidate *game,
                             struct fm_error *error)
{
    const size_t depth = longest->last.n - GROUP;
    struct fm_duplicate answer;
    memset(&answer, 0, sizeof answer);
    answer.same = true;
    answer.excluded = is_excluded(longest, &game->facts);
    if (answer.excluded)
        return put_answer(longest, game->number, &answer, error);
    const struct candidate *kept = find(longest, depth, &game->facts);
    if (kept == NULL)
        return keep(longest, depth, game);
    answer.shorter = game->facts.related && game->length < kept->length;
    return put_answer(longest, game->number, &answer, error);
}

static size_t common(const struct fm_buf *last, struct fm_text next)
{
    const size_t most = last->n < next.n ? last->n : next.n;
    size_t n = 0;
    while (n < most && last->p[n] == next.p[n])
        n++;
    return n;
}

static enum fm_status see_game(void *user, struct fm_text key, struct fm_text value,
                               struct fm_error *error)
{
    struct fm_longest *longest = user;
    struct tail tail;
    struct candidate game = {.number = 0};
    const struct fm_text own = {key.p, key.n - sizeof tail};
    memcpy(&tail, key.p + own.n, sizeof tail);
    memcpy(&game.facts, value.p, sizeof game.facts);
    game.number = fm_sort_number_get(tail.number, sizeof tail.number);
    game.length = UINT32_MAX - fm_sort_number_get(tail.length, sizeof tail.length);
    const size_t n = common(&longest->last, own);
    if (n < own.n || own.n < longest->last.n)
        longest->excluded.n = 0;
    FM_TRY(n < GROUP ? finish_all(longest, error) : leave(longest, n - GROUP, error));
    longest->last.n = 0;
    FM_TRY(fm_buf_append_text(&longest->last, own));
    if (tail.kind == KIND_GAME)
        return decide(longest, &game, error);
    return exclude(longest, &game.facts);
}

enum fm_status fm_longest_settle(struct fm_longest *longest, struct fm_error *error)
{
    FM_TRY(fm_sorter_each(longest->games, see_game, longest, error));
    FM_TRY(finish_all(longest, error));
    fm_sorter_free(longest->games); /* what comes may need the memory */
    longest->games = NULL;
    return fm_sorter_to_stream(&longest->answers, &longest->results, error);
}

enum fm_status fm_longest_next(struct fm_longest *longest, struct fm_duplicate *answer,
                               struct fm_error *error)
{
    return fm_stream_read(longest->spool, &longest->results, answer, sizeof *answer, error);
}
