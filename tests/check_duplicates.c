/* SPDX-License-Identifier: MIT */
/* Games that are the same, and the longest of several: every answer against one that compares a game
 * with all that came before it. */
#include <config.h>
#include <string.h>
#include "check_main.h"
#include "ops/duplicates.h"

enum { GAMES = 3000, LONGEST = 12, MOVE = 3 };

static unsigned next(uint64_t *state, unsigned below)
{
    *state = fm_hash_mix(*state + UINT64_C(0x9e3779b97f4a7c15));
    return (unsigned)(*state % below);
}

/* Short games of few moves, so that every relation comes up often. */
static size_t make_moves(uint64_t *state, unsigned char *moves)
{
    const size_t n = next(state, LONGEST + 1) * MOVE;
    for (size_t k = 0; k < n; k++)
        moves[k] = (unsigned char)next(state, k % MOVE == 2 ? 3 : 1);
    return n;
}

enum { CHUNK = 128 };

/* Answers must not depend on the memory: all, little, or so little that runs are merged again. */
static void answer_all(const struct fm_game_identity *games, struct fm_duplicate *answers,
                       uint64_t memory)
{
    struct fm_spool *spool = NULL;
    struct fm_duplicates *duplicates = NULL;
    struct fm_error error;
    ck_assert_int_eq(fm_spool_new(NULL, CHUNK, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_duplicates_new(spool, memory, FM_DUPLICATES_FIRST, false, &duplicates),
                     FM_OK);
    for (size_t i = 0; i < GAMES; i++)
        ck_assert_int_eq(fm_duplicates_add(duplicates, &games[i], &answers[i], &error), FM_OK);
    ck_assert_int_eq(fm_duplicates_overflows(duplicates), memory < UINT64_C(1) << 30);
    ck_assert_int_eq(fm_duplicates_settle(duplicates, &error), FM_OK);
    for (size_t i = 0; i < GAMES; i++)
        ck_assert_int_eq(fm_duplicates_decide(duplicates, &answers[i], &error), FM_OK);
    fm_duplicates_free(duplicates);
    fm_spool_free(spool);
}

START_TEST(answers_do_not_depend_on_memory)
{
    static const uint64_t memories[] = {0, 12000, 50000, 200000};
    static struct fm_game_identity games[GAMES];
    static struct fm_duplicate want[GAMES], got[GAMES];
    uint64_t state = 4;
    unsigned same = 0;
    for (size_t i = 0; i < GAMES; i++) {
        games[i] = (struct fm_game_identity){
            .key = {next(&state, 90), fm_hash_mix(next(&state, 60))},
            .date = {(uint16_t)(next(&state, 3) == 0 ? 0 : 1990 + next(&state, 3)), 0, 0},
            .result = (unsigned char)next(&state, 3),
            .unique = next(&state, 50) == 0};
    }
    answer_all(games, want, UINT64_C(1) << 30);
    for (size_t m = 0; m < FM_COUNT_OF(memories); m++) {
        answer_all(games, got, memories[m]);
        for (size_t i = 0; i < GAMES; i++)
            ck_assert_msg(got[i].dropped == want[i].dropped, "memory %zu, game %zu", m, i);
    }
    for (size_t i = 0; i < GAMES; i++)
        same += want[i].dropped;
    ck_assert_uint_gt(same, 100);
}
END_TEST

static bool agree(unsigned a, unsigned b)
{
    return a == 0 || b == 0 || a == b;
}

START_TEST(unknown_parts_agree_with_any)
{
    static struct fm_game_identity kept[GAMES];
    struct fm_duplicates *duplicates = NULL;
    size_t count = 0, dropped = 0;
    uint64_t state = 3;
    struct fm_spool *spool = NULL;
    struct fm_error error;
    ck_assert_int_eq(fm_spool_new(NULL, CHUNK, NULL, &spool), FM_OK);
    ck_assert_int_eq(
        fm_duplicates_new(spool, UINT64_C(1) << 30, FM_DUPLICATES_FIRST, false, &duplicates),
        FM_OK);
    for (unsigned i = 0; i < GAMES; i++) {
        const struct fm_game_identity game = {
            .key = {next(&state, 7), next(&state, 2)},
            .result = (unsigned char)next(&state, 4),
            .date = {(uint16_t)(next(&state, 5) == 0 ? 0 : 1990 + next(&state, 30)),
                     (unsigned char)next(&state, 4), (unsigned char)next(&state, 4)},
            .unique = next(&state, 50) == 0,
        };
        struct fm_duplicate found;
        bool want = false;
        for (size_t k = 0; k < count && !want && !game.unique; k++)
            want = kept[k].key.lo == game.key.lo && kept[k].key.hi == game.key.hi &&
                   agree(kept[k].result, game.result) && agree(kept[k].date.year, game.date.year) &&
                   agree(kept[k].date.month, game.date.month) &&
                   agree(kept[k].date.day, game.date.day);
        ck_assert_int_eq(fm_duplicates_add(duplicates, &game, &found, &error), FM_OK);
        ck_assert_msg(found.dropped == want, "game %u", i);
        if (!want && !game.unique)
            kept[count++] = game;
        dropped += want;
    }
    ck_assert_uint_gt(count, 500);
    ck_assert_uint_gt(dropped, 500);
    fm_duplicates_free(duplicates);
    fm_duplicates_free(NULL);
    fm_spool_free(spool);
}
END_TEST

/* A drawn game: of few groups, dates and results, so that many agree and many contradict. */
static struct fm_game_identity draw_game(uint64_t *state, bool by_moves, unsigned char *moves)
{
    const size_t n = make_moves(state, moves);
    return (struct fm_game_identity){.key = {next(state, 9), 7},
                                     .moves = {moves, n},
                                     .date = {(uint16_t)(next(state, 3) == 0 ? 0 : 1990),
                                              (unsigned char)next(state, 3),
                                              (unsigned char)next(state, 3)},
                                     .result = (unsigned char)next(state, 3),
                                     .related = by_moves,
                                     .unique = n == 0};
}

static bool same_key(const struct fm_game_identity *a, const struct fm_game_identity *b)
{
    return a->key.lo == b->key.lo && agree(a->result, b->result) &&
           agree(a->date.year, b->date.year) && agree(a->date.month, b->date.month) &&
           agree(a->date.day, b->date.day);
}

static bool begins(const struct fm_game_identity *a, const struct fm_game_identity *b)
{
    return !a->related ||
           (a->moves.n <= b->moves.n && memcmp(a->moves.p, b->moves.p, a->moves.n) == 0);
}

/* The definition: from the longest to the shortest, each against all that are kept.
 * @param excluded  as many as are excluded. */
static void join_all(const struct fm_game_identity *games, const struct fm_game_identity *no,
                     size_t excluded, struct fm_duplicate *want)
{
    static size_t kept[GAMES];
    size_t count = 0;
    memset(want, 0, GAMES * sizeof *want);
    for (size_t n = LONGEST * MOVE + 1; n-- > 0;)
        for (size_t i = 0; i < GAMES; i++) {
            if (games[i].moves.n != n || games[i].unique)
                continue;
            for (size_t k = 0; k < excluded && !want[i].excluded; k++)
                want[i].excluded = !no[k].unique && same_key(&games[i], &no[k]) &&
                                   begins(&games[i], &no[k]) && begins(&no[k], &games[i]);
            size_t best = 0;
            while (best < count && !(same_key(&games[i], &games[kept[best]]) &&
                                     begins(&games[i], &games[kept[best]])))
                best++;
            want[i].dropped = want[i].excluded || best < count;
            if (!want[i].dropped)
                kept[count++] = i;
            else if (!want[i].excluded)
                want[i].shorter = games[i].related && games[i].moves.n < games[kept[best]].moves.n;
        }
}

static void find_longest(const struct fm_game_identity *games, const struct fm_game_identity *no,
                         size_t excluded, uint64_t memory, struct fm_duplicate *answers)
{
    struct fm_spool *spool = NULL;
    struct fm_duplicates *duplicates = NULL;
    struct fm_error error;
    ck_assert_int_eq(fm_spool_new(NULL, CHUNK, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_duplicates_new(spool, memory, FM_DUPLICATES_LONGEST, false, &duplicates),
                     FM_OK);
    for (size_t i = 0; i < excluded; i++)
        ck_assert_int_eq(fm_duplicates_list(duplicates, FM_SET_EXCLUDE, &no[i], &error), FM_OK);
    for (size_t i = 0; i < GAMES; i++)
        ck_assert_int_eq(fm_duplicates_add(duplicates, &games[i], &answers[i], &error), FM_OK);
    ck_assert(fm_duplicates_overflows(duplicates));
    ck_assert_int_eq(fm_duplicates_settle(duplicates, &error), FM_OK);
    for (size_t i = 0; i < GAMES; i++)
        ck_assert_int_eq(fm_duplicates_decide(duplicates, &answers[i], &error), FM_OK);
    fm_duplicates_free(duplicates);
    fm_spool_free(spool);
}

START_TEST(the_longest_is_kept)
{
    enum { EXCLUDED = 40 };
    static const uint64_t memories[] = {UINT64_C(1) << 30, 200000, 0};
    static unsigned char moves[GAMES + EXCLUDED][LONGEST * MOVE];
    static struct fm_game_identity games[GAMES], no[EXCLUDED];
    static struct fm_duplicate want[GAMES], got[GAMES];
    size_t shorter = 0, excluded = 0;
    for (uint64_t draw = 0; draw < 12; draw++) {
        uint64_t state = 100 + draw;
        for (size_t i = 0; i < GAMES; i++)
            games[i] = draw_game(&state, draw % 3 != 0, moves[i]);
        for (size_t i = 0; i < EXCLUDED; i++)
            no[i] = draw_game(&state, draw % 3 != 0, moves[GAMES + i]);
        join_all(games, no, draw % 2 * EXCLUDED, want);
        for (size_t m = 0; m < FM_COUNT_OF(memories); m++) {
            find_longest(games, no, draw % 2 * EXCLUDED, memories[m], got);
            for (size_t i = 0; i < GAMES; i++)
                ck_assert_msg(got[i].dropped == want[i].dropped &&
                                  got[i].excluded == want[i].excluded &&
                                  got[i].shorter == want[i].shorter,
                              "draw %u, memory %zu, game %zu", (unsigned)draw, m, i);
        }
        for (size_t i = 0; i < GAMES; i++) {
            shorter += want[i].shorter;
            excluded += want[i].excluded;
        }
    }
    ck_assert_uint_gt(shorter, 500);
    ck_assert_uint_gt(excluded, 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("duplicates");
    TCase *all = tcase_create("all");
    tcase_add_test(all, unknown_parts_agree_with_any);
    tcase_add_test(all, answers_do_not_depend_on_memory);
    tcase_add_test(all, the_longest_is_kept);
    suite_add_tcase(suite, all);
    return run_tap(suite);
}
