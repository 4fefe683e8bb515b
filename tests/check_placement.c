/* SPDX-License-Identifier: MIT */
/* Pieces on the board: impossible positions, and the fast readers of a placement against the careful one. */
#include <config.h>
#include <stdlib.h>
#include <string.h>
#include "board/fen_write.h"
#include "board/placement.h"
#define BOARD_FILES 8
#include "record/packed_board.h"
#include "check_main.h"
#include "setups.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static const struct {
    const char *fen;
    unsigned faults;
} impossible[] = {
    {START " w KQkq - 0 1", 0},
    {"8/8/8/8/8/8/8/8 w - - 0 1",
     FM_FAULT_EMPTY_BOARD | FM_FAULT_NO_WHITE_KING | FM_FAULT_NO_BLACK_KING},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", FM_FAULT_NO_BLACK_KING},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", FM_FAULT_NO_WHITE_KING},
    {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", FM_FAULT_TOO_MANY_KINGS},
    {"rnbqkbnr/ppppNNpp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     FM_FAULT_TOO_MANY_PIECES | FM_FAULT_TOO_MANY_PROMOTED},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", FM_FAULT_TOO_MANY_PAWNS},
    {"P3k3/8/8/8/8/8/8/4K2p w - - 0 1", FM_FAULT_PAWN_ON_LAST_RANK},
    {"4k3/8/8/8/8/8/8/4K2P w - - 0 1", FM_FAULT_PAWN_ON_LAST_RANK},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/8/8/8/8/8/8/4K2r w - - 0 1", 0},
    {"8/8/8/8/8/3k4/4K3/8 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/3p4/8/8/8/8/3P4/4K3 w - - 0 1", 0},
    {"4k3/8/5N2/8/8/8/8/4K3 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/8/5N2/1B6/8/8/8/4RK2 b - - 0 1", FM_FAULT_IMPOSSIBLE_CHECK},
    {"B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", 0},
    {"K6N/6N1/8/5k2/7N/8/p7/8 b - - 0 1", 0},
    {"kqq5/qq6/q7/8/8/5RRR/5RRR/5RRK w - - 0 1", 0},
    {"rnbnkbnn/bbbbnnnn/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 0},
    {"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/4k3 b - - 0 1",
     FM_FAULT_NO_WHITE_KING | FM_FAULT_TOO_MANY_PROMOTED},
    {"5k4/10/2A7/10/10/10/10/5K4 w - - 0 1", 0},
    {"5k4/10/4A5/10/10/10/10/5K4 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"5k4/10/10/2A7/10/10/10/5K4 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"5k4/10/10/5C4/10/10/10/5K4 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"5k4/PPPPPPPPPP/RRRRRRRRR1/10/10/10/10/5K4 b - - 0 1", 0},
    {"5k4/PPPPPPPPPP/RRRRRRRRRR/10/10/10/10/5K4 b - - 0 1",
     FM_FAULT_TOO_MANY_PIECES | FM_FAULT_TOO_MANY_PROMOTED},
};

START_TEST(finds_all_faults)
{
    struct fm_setup setup;
    ck_assert_int_eq(setup_read(impossible[_i].fen, NULL, &setup, NULL), FM_OK);
    ck_assert_msg(fm_setup_faults(&setup) == impossible[_i].faults, "%s: %x", impossible[_i].fen,
                  fm_setup_faults(&setup));
}
END_TEST

/* ---- the fast ways and the careful ones ------------------------------------------------------ */

/* A generator of test data: the same on every machine. */
static unsigned next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33);
}

static void scatter_pieces(struct fm_setup *setup, uint64_t *state)
{
    static const char letters[] = "PPNBRQpnbrqKk";
    *setup = (struct fm_setup){.files = 8, .ep_file = FM_NO_FILE, .fullmove = 1};
    memset(setup->rook, FM_NO_FILE, sizeof setup->rook);
    setup->pieces[next_random(state) % 8][next_random(state) % 8] = 'K';
    setup->pieces[next_random(state) % 8][next_random(state) % 8] = 'k';
    for (unsigned n = next_random(state) % 26; n > 0; n--) {
        unsigned char *const square =
            &setup->pieces[next_random(state) % 8][next_random(state) % 8];
        if (*square == 0)
            *square = (unsigned char)
                letters[next_random(state) % (sizeof letters - 1 - (n < 25 ? 2 : 0))];
    }
    setup->black = next_random(state) % 2;
}

/* What is read without rows is what is read with them, and has no other warning than for its layout
 * and its castling letters. */
static bool reads_sets(const char *fen, const struct fm_setup *rows)
{
    struct fm_setup sets;
    struct fm_fen_fields f, g;
    struct fm_warnings notes = {{0}}, all = {{0}};
    struct fm_error error;
    if (!fm_setup_read_sets(fm_text_of(fen), NULL, NULL, false, &sets, &f, &notes))
        return false;
    ck_assert_int_eq(
        fm_setup_read(fm_text_of(fen), NULL, false, &(struct fm_setup){0}, &g, &all, &error),
        FM_OK);
    ck_assert_mem_eq(notes.warnings, all.warnings, sizeof all.warnings);
    fm_warnings_clear(&all, FM_REASON_FEN_LAYOUT);
    fm_warnings_clear(&all, FM_REASON_CASTLING_WITHOUT_ROOK);
    fm_warnings_clear(&all, FM_REASON_CASTLING_TWICE);
    fm_warnings_clear(&all, FM_REASON_CASTLING_ORDER);
    ck_assert_msg(fm_warnings_is_empty(&all), "%s", fen);
    ck_assert_mem_eq(&f, &g, sizeof f);
    ck_assert(sets.possible && rows->possible && sets.files == rows->files);
    ck_assert_mem_eq(sets.rook, rows->rook, sizeof sets.rook);
    ck_assert_int_eq(sets.black, rows->black);
    ck_assert_int_eq(sets.ep_file, rows->ep_file);
    ck_assert_int_eq(sets.ep_exact, rows->ep_exact);
    ck_assert_int_eq(sets.counters_given, rows->counters_given);
    ck_assert(sets.halfmove == rows->halfmove && sets.fullmove == rows->fullmove);
    ck_assert(sets.variant == rows->variant && sets.style == rows->style);
    ck_assert_mem_eq(&sets.sets, &rows->sets, offsetof(struct fm_plain, fits));
    for (unsigned sq = 0; sq < 64; sq++) {
        const unsigned char piece = rows->pieces[sq / 8][sq % 8];
        ck_assert_int_eq((sets.sets.colour[FM_WHITE] | sets.sets.colour[FM_BLACK]) >> sq & 1,
                         piece != 0);
        ck_assert_int_eq(sets.sets.pawns >> sq & 1, (piece | 0x20) == 'p');
        ck_assert_int_eq(sets.sets.straight >> sq & 1, piece != 0 && strchr("RQrq", piece) != NULL);
    }
    return true;
}

START_TEST(both_ways_check_equally)
{
    uint64_t state = 1;
    unsigned seen = 0, without_rows = 0;
    for (unsigned i = 0; i < 20000; i++) {
        struct fm_setup made, read;
        scatter_pieces(&made, &state);
        const char *const fen = setup_text(&made, FM_CASTLING_XFEN);
        ck_assert_int_eq(setup_read(fen, NULL, &read, NULL), FM_OK);
        ck_assert_mem_eq(read.pieces, made.pieces, sizeof made.pieces);
        ck_assert(!made.possible);
        ck_assert_msg(read.possible == (fm_setup_faults(&made) == 0), "%s", fen);
        without_rows += reads_sets(fen, &read);
        read.possible = false;
        ck_assert_msg(fm_setup_faults(&read) == fm_setup_faults(&made), "%s", fen);
        seen |= fm_setup_faults(&made);
    }
    ck_assert_uint_eq(
        seen & (FM_FAULT_OPPOSITE_CHECK | FM_FAULT_IMPOSSIBLE_CHECK | FM_FAULT_TOO_MANY_KINGS |
                FM_FAULT_PAWN_ON_LAST_RANK | FM_FAULT_NO_WHITE_KING),
        FM_FAULT_OPPOSITE_CHECK | FM_FAULT_IMPOSSIBLE_CHECK | FM_FAULT_TOO_MANY_KINGS |
            FM_FAULT_PAWN_ON_LAST_RANK | FM_FAULT_NO_WHITE_KING);
    ck_assert_uint_ge(without_rows, 1000);
}
END_TEST

/* Rights of each kind, squares and counters, read without rows; and what is not read so. */
static const struct {
    const char *fen;
    bool taken;
} listed[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R b Hq -", true},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 4", true},
    {"rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 2", true},
    {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", true},
    {"4k3/8/8/8/8/8/8/4K3 w - - 7 40", true},
    {"4k3/8/8/8/8/8/8/4K3 w  - - 0 1", true}, /* an unusual layout */
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1;", true},
    {"4k3/8/8/8/8/8/8/4K3 w - -  ", true},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false}, /* an array */
    {"qrnbknbr/pppppppp/8/8/8/8/PPPPPPPP/QRNBKNBR b - -", false},
    {"nqrbknbr/pppppppp/8/8/8/8/PPPPPPPP/RKNNBBQR w KQkq - 0 1", true}, /* two arrays */
    {"nqrbknbr/pppppppp/8/8/8/8/PPPPPPPP/RKNNBBQR w HAhc - 0 1", true},
    {"nqrbknbr/pppppppp/8/8/8/8/PPPPPPPP/RKNNBBQR w HAgc - 0 1", true}, /* no rook on g */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 10 12; v=1", true}, /* text after the counters */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 10 12 ; v=1", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 10 12  v=1", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 10 12; ;", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqH - 0 1", true}, /* twice */
    {"r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", true},      /* no rook */
    {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", true},  /* another order */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqx - 0 1", false},
    {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", false},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0", false},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", false}, /* not possible */
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", false},
    {"5k4/10/10/10/10/10/10/5K4 w - - 0 1", false}, /* 10x8 */
    {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", false},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", false},
    {"", false},
};

/* A NUL in a field of rights is no end of it. */
START_TEST(a_nul_is_no_right)
{
    static const unsigned char text[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQ\0 - 12 34";
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_warnings notes = {{0}};
    ck_assert(fm_setup_read_sets((struct fm_text){text, sizeof text - 1}, NULL, NULL, false, &setup,
                                 &fields, &notes));
    ck_assert(fm_warnings_has(&notes, FM_REASON_FEN_LAYOUT));
}
END_TEST

START_TEST(reads_without_rows)
{
    struct fm_setup setup = {.possible = false};
    (void)setup_read(listed[_i].fen, NULL, &setup, NULL);
    ck_assert_msg(reads_sets(listed[_i].fen, &setup) == listed[_i].taken, "%s", listed[_i].fen);
}
END_TEST

/* What the fast readers take the careful one takes too, and of 8x8 nearly all the other way round. */
START_TEST(each_way_reads_the_same_placement)
{
    static const char bytes[] = "/123456789 0pPkKxA/8\x80";
    static const char *const tails[] = {"", " w - -", " w KQkq - 0 1",
                                        " b HAha e3 12 345 c0 \"as long as the eye can see\";"};
    const enum fm_plain_path path = (enum fm_plain_path)_i;
    uint64_t state = 2;
    unsigned taken = 0, left = 0;
    if (path > fm_plain_best_path())
        return;
    for (unsigned i = 0; i < 100000; i++) {
        struct fm_setup made, careful;
        struct fm_plain pieces;
        unsigned char rows[FM_RANKS][FM_MAX_FILES], text[2 * FM_FEN_MAX];
        struct fm_text wrong;
        bool letter_j;
        scatter_pieces(&made, &state);
        unsigned char *const end = fm_setup_write_fen(&made, FM_CASTLING_XFEN, true, true, text);
        const size_t whole =
            (size_t)((unsigned char *)memchr(text, ' ', (size_t)(end - text)) - text);
        for (unsigned n = next_random(&state) % 3; n > 0; n--)
            text[next_random(&state) % whole] =
                (unsigned char)bytes[next_random(&state) % (sizeof bytes - 1)];
        const char *const tail = tails[next_random(&state) % FM_COUNT_OF(tails)];
        memcpy(text + whole, tail, strlen(tail) + 1);
        /* memory of just this size, so that a read past its end is seen */
        const size_t n = whole + strlen(tail);
        unsigned char *const copy = malloc(n);
        memcpy(copy, text, n);
        const unsigned char *const blank = memchr(copy, ' ', n);
        const struct fm_text field = {copy, blank == NULL ? n : (size_t)(blank - copy)};
        const size_t got =
            fm_placement_read_plain_by(path, (struct fm_text){copy, n}, rows, &pieces);
        const bool ok = fm_placement_read(field, &careful, &letter_j, &wrong) && careful.files == 8;
        ck_assert_msg(got == 0 || (ok && got == field.n), "%.*s", (int)field.n,
                      (const char *)field.p);
        if (got > 0)
            ck_assert_mem_eq(rows, careful.pieces, sizeof rows);
        struct fm_plain alone;
        ck_assert_uint_eq(fm_placement_read_plain_by(path, (struct fm_text){copy, n}, NULL, &alone),
                          got);
        ck_assert(got == 0 || memcmp(&alone, &pieces, offsetof(struct fm_plain, fits)) == 0);
        taken += got > 0;
        left += ok && got == 0;
        free(copy);
    }
    ck_assert(taken > 20000 && taken < 80000);
    ck_assert_uint_eq(left, 0);
}
END_TEST

/* Codes of random boards, against a loop over the squares. */
START_TEST(each_way_packs_the_same_codes)
{
    const enum fm_plain_path path = (enum fm_plain_path)_i;
    uint64_t state = 3;
    if (path > fm_plain_best_path())
        return;
    for (unsigned i = 0; i < 20000; i++) {
        struct fm_packed_board board = {.occupied = 0};
        unsigned char wanted[16] = {0}, got[17];
        const unsigned most = i % 33; /* from no piece to 32 */
        while ((unsigned)__builtin_popcountll(board.occupied) < most)
            board.occupied |= UINT64_C(1) << (next_random(&state) >> 7) % 64;
        for (unsigned k = 0; k < FM_CODE_BITS; k++) /* bits beside the pieces do not count */
            board.bits[k] = (uint64_t)next_random(&state) << 32 ^ next_random(&state);
        unsigned n = 0;
        for (unsigned sq = 0; sq < 64; sq++)
            if (board.occupied >> sq & 1) {
                for (unsigned k = 0; k < FM_CODE_BITS; k++)
                    wanted[n / 2] |= (unsigned char)((board.bits[k] >> sq & 1) << (k + n % 2 * 4));
                n++;
            }
        got[16] = 0xAA;
        ck_assert_ptr_eq(fm_packed_put_by(path, got, &board), got + 16);
        ck_assert_mem_eq(got, wanted, 16);
        ck_assert_uint_eq(got[16], 0xAA);
    }
}
END_TEST

/* Several placements in one call, in any number, are those that are read one by one. */
START_TEST(reads_several_placements)
{
    enum { MOST = 11 };
    static const char bytes[] = "/123456789 pPkKx";
    uint64_t state = 3;
    unsigned taken = 0;
    for (unsigned i = 0; i < 5000; i++) {
        struct fm_text texts[MOST];
        struct fm_placed placed[MOST];
        const unsigned count = i % (MOST + 1);
        const bool squares = i % 3 == 0;
        for (unsigned k = 0; k < count; k++) {
            struct fm_setup made;
            unsigned char text[FM_FEN_MAX];
            scatter_pieces(&made, &state);
            const unsigned char *end =
                fm_setup_write_fen(&made, FM_CASTLING_XFEN, true, true, text);
            if (next_random(&state) % 4 == 0)
                text[next_random(&state) % 20] =
                    (unsigned char)bytes[next_random(&state) % (sizeof bytes - 1)];
            texts[k].n = (size_t)(end - text) * (next_random(&state) % 50 > 0);
            texts[k].p = memcpy(malloc(texts[k].n + 1), text, texts[k].n);
        }
        fm_placements_read_plain(texts, count, squares, placed);
        for (unsigned k = 0; k < count; k++) {
            struct fm_plain alone;
            unsigned char rows[FM_RANKS][FM_MAX_FILES], put[FM_RANKS][FM_MAX_FILES];
            const size_t n = fm_placement_read_plain(texts[k], rows, &alone);
            ck_assert(placed[k].n == n || (squares && placed[k].n == 0));
            if (squares && placed[k].n > 0) {
                plain_put_rows(placed[k].squares, put);
                ck_assert_mem_eq(put, rows, sizeof rows);
            }
            ck_assert(placed[k].n == 0 ||
                      (memcmp(&alone, &placed[k].sets, offsetof(struct fm_plain, fits)) == 0 &&
                       alone.fits == placed[k].sets.fits));
            taken += placed[k].n > 0;
            free((void *)(uintptr_t)texts[k].p);
        }
    }
    ck_assert_uint_ge(taken, 10000);
}
END_TEST

int main(void)
{
    Suite *const s = suite_create("placement");
    TCase *const tc = tcase_create("placement");
    ADD_TABLE(tc, finds_all_faults, impossible);
    tcase_add_test(tc, both_ways_check_equally);
    ADD_TABLE(tc, reads_without_rows, listed);
    tcase_add_loop_test(tc, each_way_reads_the_same_placement, FM_PLAIN_ANY, FM_PLAIN_AVX512 + 1);
    tcase_add_loop_test(tc, each_way_packs_the_same_codes, FM_PLAIN_ANY, FM_PLAIN_AVX512 + 1);
    tcase_add_test(tc, reads_several_placements);
    tcase_add_test(tc, a_nul_is_no_right);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
