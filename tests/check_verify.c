/* SPDX-License-Identifier: MIT */
/* Games that were written are read back (--verify): the same game in other words is the same, and
 * each difference that matters is found. */
#include <config.h>
#define BOARD_FILES 8
#include "check_main.h"
#include "board/board.h"
#include "board/fen_read.h"
#include "run/play.h"
#include "run/work_export.h"
#include "run/work_games.h"

struct reader {
    struct fm_plan plan;
    struct fm_route route;
    struct fm_profile_output spec;
    struct fm_game game;
    struct fm_block block;
    struct fm_worker worker;
    struct fm_active_route active;
};

static struct fm_replay_options all_moves(void)
{
    return (struct fm_replay_options){
        .language = fm_languages, .max_plies = 1000, .variations = true};
}

static void reader_open(struct reader *reader)
{
    memset(reader, 0, sizeof *reader);
    reader->plan.replay = all_moves();
    reader->active.route = &reader->route;
    reader->route.spec = &reader->spec;
    reader->worker.game = &reader->game;
    reader->worker.plan = &reader->plan;
    reader->worker.block = &reader->block;
    ck_assert_int_eq(fm_block_make(&reader->block, 1), FM_OK);
    ck_assert_int_eq(fm_games_start(&reader->worker), FM_OK);
}

static void reader_close(struct reader *reader)
{
    fm_games_stop(&reader->worker);
    fm_split_free(&reader->worker.exported.reread);
    fm_arena_free(&reader->worker.scratch);
    fm_block_free(&reader->block);
}

/* What is written must be the game with these tags and moves. */
static bool reads_back(struct reader *reader, const char *tags, const char *moves,
                       enum fm_result result, const char *written)
{
    struct fm_split split = {.count = 0};
    struct fm_worker *worker = &reader->worker;
    const struct fm_replay_options options = all_moves();
    struct fm_buf *out = reader->block.out, source = {NULL, 0, 0};
    bool same, whole;
    ck_assert_int_eq(fm_buf_append_text(&source, fm_text_of(tags)), FM_OK);
    ck_assert_int_eq(fm_buf_append_text(&source, fm_text_of(moves)), FM_OK);
    const size_t n = source.n;
    ck_assert_int_eq(fm_buf_reserve(&source, FM_TEXT_PADDING), FM_OK);
    memset(source.p + n, 0, FM_TEXT_PADDING);
    ck_assert_int_eq(fm_split_block(&split, (struct fm_text){source.p, n}), FM_OK);
    ck_assert_int_eq(fm_classify(split.tags, split.games->tag_count, &reader->plan.classify,
                                 &worker->scratch, &worker->start),
                     FM_OK);
    const struct fm_text own = {source.p + split.games->moves,
                                split.games->moves_end - split.games->moves};
    const bool wide = !worker->start.standard_start && worker->start.setup.files == 10;
    struct fm_hash128 *const digest = &reader->active.game.digest;
    ck_assert_int_eq(
        wide ? fm_work_digest_10x8(worker, &worker->start, own, &options, digest, &whole)
             : fm_work_digest_8x8(worker, &worker->start, own, &options, digest, &whole),
        FM_OK);
    ck_assert(whole);
    reader->active.game.annotations = (struct fm_annotation_sum){0};
    fm_annotations_add(own, &reader->active.game.annotations);
    out->n = 0;
    ck_assert_int_eq(fm_buf_append_text(out, FM_TEXT("before ")), FM_OK);
    ck_assert_int_eq(fm_buf_append_text(out, fm_text_of(written)), FM_OK);
    ck_assert_int_eq(fm_work_reread(worker, &reader->active, strlen("before "), result, &same),
                     FM_OK);
    fm_split_free(&split);
    fm_buf_free(&source);
    return same;
}

#define MOVES "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 3. Bb5 "
#define FEN "[FEN \"4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 9\"]\n"

START_TEST(the_same_game_in_other_words)
{
    struct reader reader;
    reader_open(&reader);
    ck_assert(reads_back(&reader, "", MOVES "*", FM_RESULT_UNKNOWN, MOVES "*\n\n"));
    ck_assert(reads_back(&reader, "", "1. e4! {a (b)} ± e5 ;c\n2. Nf3-+ N {d} = *",
                         FM_RESULT_UNKNOWN,
                         "1. e4 $16 $1 {a [b] } e5 $19 {c} 2. Nf3 $146 {d} {=} *\n\n"));
    ck_assert(reads_back(&reader, "[Result \"1-0\"]\n\n", MOVES "{x} 1-0", FM_RESULT_WHITE,
                         "[Result \"1-0\"]\n\n1. e2e4 {x} e7e5 2. Ng1f3 (2. f2f4 e5xf4 (2... "
                         "d7d5) 3. Nf3) Nc6 3. Bb5 1-0\n\n"));
    ck_assert(reads_back(&reader, FEN "\n", "9. O-O-O O-O *", FM_RESULT_UNKNOWN,
                         "[SetUp \"1\"]\n" FEN "\n9. 0-0-0 e8g8 *\n\n"));
    ck_assert(reads_back(&reader, "[Variant \"Gothic\"]\n\n", "1. e4 e5 *", FM_RESULT_UNKNOWN,
                         "[Variant \"gothic\"]\n\n1. e2e4 e7e5 *\n\n"));
    reader_close(&reader);
}
END_TEST

START_TEST(each_difference_is_found)
{
    static const char *const others[] = {
        "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 3. Bc4 *", /* another move */
        "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 *",        /* one less */
        MOVES "a6 *",                                                      /* one more */
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",                                    /* no variations */
        "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bb5 *",
        "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d6) 3. Nf3) 2... Nc6 3. Bb5 *",
        "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) (2. f4 d5) 2... Nc6 3. Bb5 *", /* elsewhere */
        MOVES "Ke4 *",                                                      /* what is illegal */
        MOVES "(3. Ke4) *", /* also in a variation */
        MOVES "1-0",        /* another result */
        "[Result \"1-0\"]\n\n" MOVES "*",
        MOVES "$1 *",                                         /* a NAG more */
        MOVES "* " MOVES "*",                                 /* two games */
        "x\n\n[Event \"?\"]\n\n" MOVES "*",                   /* and stray text */
        "[Event \"a\" b\"]\n[Event \"?\"]\n\n" MOVES "{ x *", /* a comment that is not closed */
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1\"]\n\n" MOVES "*",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R w KQk - 0 1\"]\n\n" MOVES "*",
        "[Variant \"Atomic\"]\n\n" MOVES "*",
    };
    /* A mark, symbols, comments, a byte of one are lost, and a NAG is another one. */
    static const char *const lossy[] = {
        "1. e4 $16 {ab} e5 $14 {c} *",   "1. e4 $1 {ab} e5 $14 {c} *",
        "1. e4 $1 $16 {ab} e5 {c} *",    "1. e4 $1 $16 e5 $14 {c} *",
        "1. e4 $1 $16 {a} e5 $14 {c} *", "1. e4 $1 $16 {ab} e5 $14 *",
        "1. e4 $1 $16 e5 $14 *",         "1. e4 $1 $18 {ab} e5 $14 {c} *",
    };
    struct reader reader;
    reader_open(&reader);
    for (size_t i = 0; i < FM_COUNT_OF(others); i++)
        ck_assert_msg(!reads_back(&reader, "", MOVES "*", FM_RESULT_UNKNOWN, others[i]), "%s",
                      others[i]);
    ck_assert(!reads_back(&reader, FEN "\n", "9. Kf2 *", FM_RESULT_UNKNOWN,
                          "[FEN \"4k2r/8/8/8/8/8/8/R3K3 w k - 3 9\"]\n\n9. Kf2 *"));
    ck_assert(!reads_back(&reader, FEN "\n", "9. Kf2 *", FM_RESULT_UNKNOWN, "9. Kf2 *"));
    for (size_t i = 0; i < FM_COUNT_OF(lossy); i++)
        ck_assert_msg(
            !reads_back(&reader, "", "1. e4! ± {ab} e5 += {c} *", FM_RESULT_UNKNOWN, lossy[i]),
            "%s", lossy[i]);
    ck_assert(!reads_back(&reader, "[Variant \"Gothic\"]\n\n", "1. e4 *", FM_RESULT_UNKNOWN,
                          "[Variant \"Capablanca\"]\n\n1. e4 *"));
    ck_assert(
        !reads_back(&reader, "[Variant \"Gothic\"]\n\n", "1. e4 *", FM_RESULT_UNKNOWN, "1. e4 *"));
    reader_close(&reader);
}
END_TEST

/* Of a position with an en passant square that a pawn takes, and one that none does; and of a rook's right. */
START_TEST(each_difference_of_a_fen_is_found)
{
    static const char *const fens[] = {
        "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 3 9",
        "4k2r/8/8/8/4P3/8/8/R3K3 b Qk e3 3 9",
        "nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w BHbh - 0 1",
    };
    static const enum fm_castling_dialect dialects[] = {FM_CASTLING_FEN, FM_CASTLING_XFEN,
                                                        FM_CASTLING_SHREDDER};
    static const enum fm_en_passant rules[] = {FM_EP_ALWAYS, FM_EP_PSEUDO_LEGAL, FM_EP_LEGAL};
    for (size_t i = 0; i < 9 * FM_COUNT_OF(fens); i++) {
        const struct fm_fen_style style = {.castling = dialects[i / 3 % 3],
                                           .en_passant = rules[i % 3],
                                           .counters = FM_COUNTERS_FIELDS};
        struct fm_setup setup;
        struct fm_error error;
        struct fm_position_8x8 pos;
        unsigned char fen[FM_FEN_MAX + 1], other[FM_FEN_MAX + 1];
        ck_assert_int_eq(
            fm_setup_read(fm_text_of(fens[i / 9]), NULL, false, &setup, NULL, NULL, &error), FM_OK);
        fm_position_make_8x8(&setup, &pos);
        const unsigned char *const end = fm_position_write_8x8(&pos, &style, fen);
        if (end == NULL) /* a right that the dialect has no letter for */
            continue;
        const size_t n = (size_t)(end - fen);
        ck_assert(fm_reads_back_8x8(&pos, &style, (struct fm_text){fen, n}));
        /* Each byte is another one, or left out; a byte more. */
        for (size_t k = 0; k < n; k++)
            for (const char *c = "kKqQbr1238-aehw0 x"; *c != '\0'; c++) {
                memcpy(other, fen, n);
                other[k] = (unsigned char)*c;
                if (other[k] != fen[k])
                    ck_assert_msg(!fm_reads_back_8x8(&pos, &style, (struct fm_text){other, n}),
                                  "%.*s", (int)n, other);
            }
        for (size_t k = 0; k < n; k++) {
            memcpy(other, fen, k);
            memcpy(other + k, fen + k + 1, n - k - 1);
            ck_assert_msg(!fm_reads_back_8x8(&pos, &style, (struct fm_text){other, n - 1}), "%.*s",
                          (int)n - 1, other);
        }
        memcpy(other, fen, n);
        other[n] = 'x';
        ck_assert(!fm_reads_back_8x8(&pos, &style, (struct fm_text){other, n + 1}));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify");
    TCase *all = tcase_create("all");
    tcase_add_test(all, the_same_game_in_other_words);
    tcase_add_test(all, each_difference_is_found);
    tcase_add_test(all, each_difference_of_a_fen_is_found);
    suite_add_tcase(suite, all);
    return run_tap(suite);
}
