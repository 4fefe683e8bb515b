/* SPDX-License-Identifier: MIT */
/* Classes and starts of games, from their tags. Most rows are of facts that were seen in real
 * files; misc/tags.pgn of the vectors is among them. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include "check_main.h"
#include "pgn/classify.h"
#include "pgn_text.h"

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
#define KINGS "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"
#define FEN(fen) "[SetUp \"1\"]\n[FEN \"" fen "\"]\n"
#define CAPABLANCA "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"

/* Options of a row. */
enum { AUTO, REPAIR = 1, NO_FEN_TAG = 2, ASK_960 = 4, ASK_GOTHIC = 8 };

static const struct row {
    const char *tags;
    unsigned options;
    const char *want; /* "class variant[ standard-start][ number][ REASON][ !note,note]" */
} rows[] = {
    {"[Event \"a\"]", AUTO, "classic standard-start"},
    {"", AUTO, "classic standard-start"},
    {"[Variant \"Standard\"]", AUTO, "classic standard-start"},
    {"[Variant \" normal \"]", AUTO, "classic standard-start"},
    {"[Variant \"?\"]", AUTO, "classic standard-start"},
    {FEN(ARRAY "KQkq - 0 1"), AUTO, "classic standard-start"},
    {FEN(ARRAY "HAha - 0 1"), AUTO, "classic standard-start"},
    {FEN(ARRAY "KQkq - 0 1"), NO_FEN_TAG, "setup standard-start"},
    {FEN(ARRAY "KQkq - 3 7"), AUTO, "classic standard"},
    {FEN(ARRAY "KQ - 0 1"), AUTO, "setup standard"},
    {FEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), AUTO, "setup standard"},
    {FEN(KINGS), AUTO, "setup standard"},
    {"[SetUp \"0\"]\n[FEN \"" KINGS "\"]", AUTO, "setup standard !fen-without-setup"},
    {"[FEN \"" KINGS "\"]\n[SetUp \"1\"]", AUTO, "setup standard"},
    {"[FEN \"" KINGS "\"]", AUTO, "setup standard !fen-without-setup"},
    {"[Setup \"1\"]\n[FEN \"" KINGS "\"]", AUTO, "setup standard !malformed-tag"},
    {"[SetUp \"1\"]\n[fen \"" KINGS "\"]", AUTO, "setup standard !malformed-tag"},
    {FEN("  4k3/8/8/8/8/8/4P3/4K3  w  -  -  5  39 "), AUTO, "setup standard !fen-layout"},
    {FEN("4k3/8/8/8/8/8/4P3/4K3 w - -"), AUTO, "setup standard !fen-counters"},
    {FEN(KINGS " bm e4;"), AUTO, "setup standard !fen-layout"},
    {"[SetUp \"1\"]", AUTO, "classic standard-start !setup-without-fen"},
    {"[Variant \"From Position\"]\n[SetUp \"1\"]", AUTO, "broken fen-missing"},
    {"[Variant \"From Position\"]", REPAIR, "broken fen-missing"},
    {"[Variant \"wild/5\"]", AUTO, "broken fen-missing"},
    {"[Variant \"wild/5\"]\n[FEN \"\"]", AUTO, "broken fen-missing"},
    {FEN(KINGS) "[Variant \"wild/5\"]", AUTO, "setup standard"},
    {"[Variant \"Shuffle Chess\"]", AUTO, "broken fen-missing"},
    {"[Variant \"nocastle\"]", REPAIR, "broken fen-missing"},
    {FEN(ARRAY "- - 0 1") "[Variant \"nocastle\"]", AUTO, "setup standard"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1") "[Variant \"Shuffle Chess\"]",
     REPAIR, "setup standard"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1") "[Variant \"Shuffle\"]", AUTO,
     "unsupported unsupported-variant"},
    {FEN(ARRAY "KQkq - 0 1") "[Variant \"No castling\"]", AUTO, "unsupported unsupported-variant"},
    {FEN("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1") "[Variant \"Shuffle Chess\"]",
     AUTO, "unsupported unsupported-variant"},
    {"[Variant \"From Position\"]\n" FEN(ARRAY "KQkq - 0 1"), AUTO, "classic standard-start"},
    {"[FEN \"\"]", AUTO, "classic standard-start"},
    {FEN("?"), AUTO, "broken fen-missing"},
    {FEN("?") "[Variant \"Chess960\"]", AUTO, "broken fen-missing"},
    {FEN("what"), AUTO, "broken bad-fen"},
    {FEN("8/8/8/8/8/8/8/8 w - - 0 1"), AUTO, "broken impossible-position"},

    {"[Variant \"Chess960\"]", AUTO, "chess960 chess960 518 !standard-start,start-assumed"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"518\"]", AUTO,
     "chess960 chess960 518 !standard-start,start-assumed"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"445\"]", AUTO, "broken fen-missing"},
    {"[Variant \"Chess960\"]\n[FRCPosition \"445\"]", REPAIR,
     "chess960 chess960 445 !start-repaired"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"SP 17\"]", AUTO, "broken fen-missing"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"SP 17\"]", REPAIR,
     "chess960 chess960 17 !start-repaired"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"sp17\"]", REPAIR,
     "chess960 chess960 17 !start-repaired"},
    {"[Variant \"Chess960\"]\n[Chess960Position \" 17 \"]", REPAIR,
     "chess960 chess960 17 !start-repaired"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"SP 960\"]", REPAIR, "broken fen-missing"},
    {"[Variant \"Chess960\"]\n[SP \"not known\"]", AUTO, "broken fen-missing"},
    {"[Variant \"Chess960\"]\n[SP \"?\"]", AUTO,
     "chess960 chess960 518 !standard-start,start-assumed"},
    {"[Variant \"Chess960\"]\n[Chess960Position \"SP 518\"]", AUTO,
     "chess960 chess960 518 !standard-start,start-assumed"},
    {"[Chess960Position \"SP 17\"]", AUTO, "broken fen-missing"},
    {"[Chess960Position \"SP 17\"]", REPAIR, "chess960 chess960 17 !start-repaired"},
    {"[Variant \"Standard\"]\n[FRCPosition \"17\"]", AUTO, "broken fen-missing"},
    {"[SP \"Sao Paulo\"]", AUTO, "classic standard-start"},
    {"[Chess960Position \"518\"]", AUTO, "classic standard-start"},
    {"[Variant \"Gothic\"]\n[SP \"17\"]", AUTO, "variant gothic"},
    {FEN("SP 445"), REPAIR, "chess960 chess960 445 !start-repaired"},
    {FEN("445"), AUTO, "broken fen-missing"},
    {FEN("445"), REPAIR, "chess960 chess960 445 !start-repaired"},
    {FEN("?") "[Variant \"fischerandom\"]\n[Chess960Id \"0\"]", REPAIR,
     "chess960 chess960 0 !start-repaired"},
    {FEN(ARRAY "KQkq - 0 1") "[Variant \"Chess960\"]", AUTO, "chess960 chess960 !standard-start"},
    {FEN(ARRAY "HAha - 0 1") "[Variant \"960\"]", AUTO, "chess960 chess960 !standard-start"},
    {FEN(ARRAY "KQkq - 0 1"), ASK_960, "chess960 chess960 !standard-start"},
    {FEN(ARRAY "HAha - 0 1"), AUTO, "classic standard-start"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"), AUTO, "chess960 chess960"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1") "[Variant \"Standard\"]", AUTO,
     "chess960 chess960 !variant-mismatch"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1") "[Variant \"From Position\"]",
     AUTO, "chess960 chess960 !variant-mismatch"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1") "[Variant \"?\"]", AUTO,
     "chess960 chess960"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1") "[Variant \"Fischer Random\"]",
     AUTO, "chess960 chess960"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1") "[Variant \"960\"]", AUTO,
     "chess960 chess960"},
    {FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1") "[Variant \"960\"]", REPAIR,
     "chess960 chess960 !castling-repaired"},
    {FEN("4k3/8/8/8/8/8/8/R3K1RR w GQ - 0 1"), AUTO, "chess960 chess960"},
    {FEN(KINGS) "[Variant \"Chess960\"]", AUTO, "chess960 chess960"},
    {"[Event \"a\"]", ASK_960, "chess960 chess960 518 !standard-start,start-assumed"},
    {"[Variant \"Standard\"]", ASK_960, "classic standard-start !variant-mismatch"},

    {FEN(CAPABLANCA), AUTO, "variant capablanca"},
    {FEN(CAPABLANCA) "[Variant \"Capablanca\"]", AUTO, "variant capablanca"},
    {"[Variant \"Gothic\"]", AUTO, "variant gothic"},
    {"[Variant \"Janus\"]", AUTO, "variant janus"},
    {"[Variant \"caparandom\"]", AUTO, "broken fen-missing"},
    {"[Event \"a\"]", ASK_GOTHIC, "variant gothic"},
    {FEN(ARRAY "KQkq - 0 1") "[Variant \"Chess480\"]", AUTO, "variant chess480"},

    {"[Variant \"Crazyhouse\"]", AUTO, "unsupported unsupported-variant"},
    {FEN(ARRAY "KQkq - 0 1") "[Variant \"Atomic\"]", AUTO, "unsupported unsupported-variant"},
    {"[Variant \"Horde\"]", ASK_960, "unsupported unsupported-variant"},
};

static void put_start(FILE *out, const struct fm_start *start)
{
    fputs(fm_class_names[start->class_], out);
    if (start->reason != FM_REASON_NONE)
        fprintf(out, " %s", fm_reason_name(start->reason));
    else
        fprintf(out, " %s", start->standard_start ? "standard-start" : start->setup.variant->name);
    if (fm_warnings_has(&start->notes, FM_REASON_START_REPAIRED) ||
        fm_warnings_has(&start->notes, FM_REASON_START_ASSUMED))
        fprintf(out, " %d", fm_setup_sp(&start->setup));
    const char *before = " !";
    for (int reason = 1; reason < FM_REASON_COUNT; reason++) {
        if (!fm_warnings_has(&start->notes, (enum fm_reason)reason) ||
            start->reason != FM_REASON_NONE)
            continue;
        fprintf(out, "%s%s", before, fm_reason_name((enum fm_reason)reason));
        before = ",";
    }
}

/* Classify the tags of one game; `start` as it comes from the caller, with old values in it. */
static void classify(const char *tags, unsigned wanted, struct fm_start *start)
{
    const struct fm_classify_options options = {
        .variant = wanted & ASK_960      ? &fm_variants[FM_CHESS960]
                   : wanted & ASK_GOTHIC ? &fm_variants[FM_GOTHIC]
                                         : NULL,
        .no_fen_tag = wanted & NO_FEN_TAG,
        .repair = wanted & REPAIR,
    };
    char text[1024];
    const int n = snprintf(text, sizeof text, "%s\n\n1. e4 *\n", tags);
    unsigned char *bytes = pgn_padded((struct fm_text){(const unsigned char *)text, (size_t)n});
    struct fm_split split = {0};
    struct fm_arena arena = {0};
    ck_assert_int_eq(fm_split_block(&split, (struct fm_text){bytes, (size_t)n}), FM_OK);
    ck_assert_uint_eq(split.count, 1);
    ck_assert_int_eq(fm_classify(split.tags, split.tag_count, &options, &arena, start), FM_OK);
    fm_arena_free(&arena);
    fm_split_free(&split);
    free(bytes);
}

START_TEST(games_are_classified)
{
    struct fm_start start;
    memset(&start, 0xA5, sizeof start);
    classify(rows[_i].tags, rows[_i].options, &start);
    char got[256] = "";
    FILE *out = fmemopen(got, sizeof got, "w");
    ck_assert_ptr_nonnull(out);
    put_start(out, &start);
    fclose(out);
    ck_assert_msg(strcmp(got, rows[_i].want) == 0, "%s: %s, not %s", rows[_i].tags, got,
                  rows[_i].want);
}
END_TEST

START_TEST(starts_are_filled)
{
    struct fm_start start;
    classify("[Variant \"Chess960\"]", AUTO, &start);
    ck_assert_int_eq(fm_setup_sp(&start.setup), 518);
    classify("[Chess960Id \"445\"]\n[Variant \"Chess960\"]", REPAIR, &start);
    ck_assert_int_eq(fm_setup_sp(&start.setup), 445);
    classify(FEN("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1") "[Variant \"960\"]",
             REPAIR, &start);
    ck_assert_int_eq(start.setup.rook[FM_WHITE][FM_KING_SIDE], 6);
    ck_assert_int_eq(start.setup.rook[FM_BLACK][FM_QUEEN_SIDE], 3);
    classify(FEN(KINGS), AUTO, &start);
    ck_assert_uint_eq(start.setup.halfmove, 5);
    ck_assert_uint_eq(start.setup.fullmove, 39);
    classify(FEN("8/8/8/8/8/8/8/8 w - - 0 1"), AUTO, &start);
    ck_assert_uint_eq(start.error.faults & FM_FAULT_EMPTY_BOARD, FM_FAULT_EMPTY_BOARD);
    ck_assert_uint_gt(start.error.what.n, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("classify");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, games_are_classified, 0, (int)FM_COUNT_OF(rows));
    tcase_add_test(all, starts_are_filled);
    suite_add_tcase(suite, all);
    return run_tap(suite);
}
