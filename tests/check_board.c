/* SPDX-License-Identifier: MIT */
#include <config.h>
/* The boards: legal moves counted, castling in every style, SAN by the short path, any notation by
 * the careful one, texts of ranks and rights after moves, keys. */
#include <string.h>
#include "board/fen_read.h"
#include "board/notation.h"
#include "boardcase.h"
#include "check_main.h"
#include "fenmill.h"

#define CHESS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define TEN_KINGS "4k5/10/10/10/10/10/10/"

static struct fm_position *position(const char *fen, const char *variant)
{
    struct fm_position *made = NULL;
    struct fm_error error;
    ck_assert_msg(fm_position_new(fm_text_of(fen), variant, &made, &error) == FM_OK, "%s", fen);
    return made;
}

static struct fm_setup setup_of(const char *fen, const char *variant)
{
    struct fm_setup setup;
    struct fm_error error;
    const struct fm_variant *const v =
        variant == NULL ? NULL : fm_variant_named(fm_text_of(variant));
    ck_assert_msg(fm_setup_read(fm_text_of(fen), v, false, &setup, NULL, NULL, &error) == FM_OK,
                  "%s", fen);
    return setup;
}

static const char *fen_of(const struct fm_position *pos, enum fm_castling_dialect castling,
                          enum fm_en_passant en_passant)
{
    static char fen[FM_FEN_MAX];
    return fm_position_fen(pos, castling, en_passant, FM_COUNTERS_FIELDS, fen, sizeof fen, NULL) ==
                   FM_OK
               ? fen
               : "not representable";
}

/* Play moves with blanks between. */
static void play(struct fm_position *pos, const char *moves)
{
    while (*moves != '\0') {
        const size_t n = strcspn(moves, " ");
        struct fm_error error;
        ck_assert_msg(fm_position_play(pos, (struct fm_text){(const unsigned char *)moves, n},
                                       &error) == FM_OK,
                      "%s", moves);
        moves += n + (moves[n] == ' ');
    }
}

/* ---- counts ---- */

static const struct {
    const char *variant, *fen;
    unsigned depth;
    uint64_t nodes;
} counts[] = {
    {"standard", CHESS, 4, 197281},
    {"standard", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
    {"standard", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
    {"standard", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
    {"standard", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467},
    {"chess960", "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1", 3, 10238},
    {"chess960", "rkbrqbnn/pppppppp/8/8/8/8/PPPPPPPP/BRNKRBQN w KQkq - 0 1", 3, 7822},
    {"chess960", "q2k4/8/3p4/4Q3/8/3p4/8/4R1K1 b Q - 0 1", 3, 12555},
    {"chess960", "3k3r/8/8/6B1/8/8/8/RK2n1R1 b KQk - 0 1", 3, 2001},
    {"chess960", "6kr/8/4n3/7p/3q4/8/6Pr/4RK2 w Qk - 0 1", 3, 6201},
    {"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", 2, 784},
    {"capablanca", "r4k1r2/np6p1/4Np2b1/1BnP5p/1P5Pp1/p8P/5P4/RN2CKB1NR b KQq - 0 34", 3, 6437},
    {"caparandom", "crnk1qanrb/ppppp1ppp1/6b3/5p3p/9P/1PPN1A4/PR1PPPPPP1/C2KBQ1NRB b Kkq - 2 6", 3,
     54883},
    {"gothic", "Bnbqcka1nr/2pppp1pbp/pp7B/6p3/5N1A2/3P2P3/PPP1PP1PPP/RN1QCK3R b KQk - 0 9", 3,
     45101},
    {"embassy", "1n1rkcQ2r/2pp1n2A1/p7pp/pP8/2P1P2pP1/1PNa3P1P/3K1PP3/7BNR b mk - 1 32", 3, 42166},
    {"janus", "1rnbq1bn1r/3k1p1p2/4p5/pp6pp/P3P1P2P/5Pa1B1/1PPP1N1PP1/RA1BK3AR w sKQ - 1 24", 3,
     52820},
    {"chess480", "rkbrnnqb/pppppp1p/6p1/8/P7/8/1PPPPPPP/RKBRNNQB w mKQkq - 0 2", 3, 13856},
    {"chess480-lewis", "rkbrnnqb/pppppp1p/6p1/8/P7/8/1PPPPPPP/RKBRNNQB w mKQkq - 0 2", 3, 15320},
    {"chess480", "rk2n1rn/pb1p4/PPp3pp/8/B2pP1Pp/8/1B1Rq1Q1/1K4RN w mKkq - 0 24", 3, 36064},
    {"chess480-lewis", "rk2n1rn/pb1p4/PPp3pp/8/B2pP1Pp/8/1B1Rq1Q1/1K4RN w mKkq - 0 24", 3, 36025},
};

START_TEST(moves_are_counted)
{
    struct fm_position *pos = position(counts[_i].fen, counts[_i].variant);
    ck_assert_uint_eq(fm_position_perft(pos, counts[_i].depth), counts[_i].nodes);
    fm_position_free(pos);
}
END_TEST

static void add_up(void *user, const char *uci, const char *san, uint64_t count)
{
    (void)uci, (void)san;
    *(uint64_t *)user += count;
}

START_TEST(divided_counts_add_up)
{
    struct fm_position *pos = position(counts[1].fen, NULL);
    uint64_t total = 0;
    fm_position_divide(pos, 3, add_up, &total);
    ck_assert_uint_eq(total, counts[1].nodes);
    fm_position_free(pos);
}
END_TEST

/* ---- the short path ---- */

/* uci NULL: left to the careful path, which refuses it or notes a tolerance. */
static const struct {
    const char *fen, *text, *uci;
} short_path[] =
    {
        {CHESS, "e4", "e2e4"},
        {CHESS, "e3", "e2e3"},
        {CHESS, "Nf3", "g1f3"},
        {CHESS, "Ngf3", "g1f3"},
        {CHESS, "N1f3", "g1f3"},
        {CHESS, "Ng1f3!?", "g1f3"},
        {CHESS, "e5", NULL},
        {CHESS, "Nd2", NULL},
        {CHESS, "Ng4", NULL},
        {CHESS, "Ke2", NULL},
        {CHESS, "e4e5", NULL},
        {CHESS, "e2e4", NULL},
        {CHESS, "e2-e4", NULL},
        {CHESS, "nf3", NULL},
        {CHESS, "Nxf3", NULL},
        {CHESS, "Nh1f3", NULL},
        {CHESS, "Nxgf3", NULL},
        {CHESS, "N1gf3", NULL},
        {CHESS, "e4=Q", NULL},
        {CHESS, "e4=e", NULL},
        {CHESS, "=Q", NULL},
        {CHESS, "e9", NULL},
        {CHESS, "i4", NULL},
        {CHESS, "", NULL},
        {CHESS, "N", NULL},
        {CHESS, "e", NULL},
        {CHESS, "1.e4", NULL},
        {CHESS, "e4 e.p.", "e2e4"},
        {CHESS, "e4!!!", NULL},
        {CHESS, "e4!+", NULL},
        {CHESS, "e4+-", NULL},
        {CHESS,
         "\xC3\xA9"
         "4",
         NULL},
        {"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", NULL},
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2", "g1e2"}, /* the other is pinned */
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nce2", NULL},
        {"8/8/8/Q2Q4/6k1/3Q4/8/6K1 w - - 0 1", "Qd5b5", "d5b5"},
        {"8/8/8/Q2Q4/6k1/3Q4/8/6K1 w - - 0 1", "Qdb5", NULL},
        {"8/8/8/Q2Q4/6k1/3Q4/8/6K1 w - - 0 1", "Q3b5", "d3b5"},
        {"4k3/8/8/8/4N3/8/N7/4R1K1 w - - 0 1", "Nc3+", NULL}, /* a check mark tells nothing */
        {"4k3/8/8/8/4N3/8/N7/4R1K1 w - - 0 1", "Nec3+", "e4c3"},
        {"6k1/8/8/8/8/8/8/R3R1K1 w - - 0 1", "Rd1", NULL},
        {"6k1/8/8/8/8/8/8/RN2R1K1 w - - 0 1", "Rd1", "e1d1"}, /* the other has no way */
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 w - - 0 50", "axb8=Q+", "a7b8q"},
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 w - - 0 50", "c8=N!", "c7c8n"},
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 w - - 0 50", "c8", NULL},
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 w - - 0 50", "c8=K", NULL},
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 w - - 0 50", "c8=A", NULL},
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 w - - 0 50", "c8Q", NULL},
        {"1r5k/P1P5/8/8/8/8/5p1p/2K3R1 b - - 0 50", "fxg1=Q+", "f2g1q"},
        {"8/8/8/3pP3/8/8/8/K6k w - d6 0 1", "exd6", "e5d6"},
        {"8/8/8/3pP3/8/8/8/K6k w - - 0 1", "exd6", NULL},
        {"8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", "exd6", NULL}, /* both pawns leave the rank */
        {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", NULL},
        {"4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "Bd3", NULL}, /* pinned */
        {"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Rxe4+", "e2e4"},
        {"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Re3", "e2e3"},
        {"4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "Rd2", NULL},
        {"4k3/8/8/8/8/5n2/3P4/4K2N w - - 0 1", "Ng3", NULL}, /* in check */
        {"3rkr2/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2", "e1e2"},
        {"3rkr2/8/8/8/8/8/8/4K3 w - - 0 1", "Kd2", NULL},
        {"8/8/8/8/r3K3/8/8/7k w - - 0 1", "Kf4", NULL}, /* along the ray that gives check */
        {"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "Ke2", NULL},
        {"bbb1k3/bbb5/bbb5/8/8/8/6P1/4K2B w - - 0 1", "g4", "g2g4"},
        {"q3k2q/1q4q1/2q5/8/8/2q5/1P4P1/4K3 w - - 0 1", "bxc3",
         "b2c3"}, /* five snipers, only one near */
        {"r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "O-O", "e1h1"},
        {"r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "O-O-O+", "e1a1"},
        {"r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "0-0", NULL},
        {"r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "O-O-", NULL},
        {"r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w kq - 0 1", "O-O", NULL},
        {"r3k2r/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O", NULL},
        {"r3k2r/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", NULL},
        {"4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1", "O-O-O", "e1a1"},
        {"4k3/8/8/8/8/8/8/R1K4R w KQ - 0 1", "O-O-O", "c1a1"}, /* the king stays */
        {"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O", "f1g1"},     /* they swap */
        {"4k3/8/8/8/8/8/8/2K2RR1 w F - 0 1", "O-O", NULL}, /* a rook stands on the king's target */
        {"4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "O-O-O", "c1b1"},
        {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "O-O-O", NULL}, /* the rook uncovers a check */
        {"4k3/8/8/8/8/8/8/RK5r w Q - 0 1", "O-O-O", NULL},
        {"4k3/8/8/8/3r4/8/8/RK6 w Q - 0 1", "O-O-O",
         "b1a1"}, /* the rook passes an attacked square */
},
  short_path_10x8[] = {
      {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "j4", "j2j4"},
      {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "Ci3", "h1i3"},
      {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "Ad3", "c1d3"},
      {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "k4", NULL},
      {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "Ng4", NULL},
      {"5k3r/10/10/10/10/10/10/5K4 b - - 0 1", "Rj8", NULL},
      {"5k3r/10/10/10/10/10/10/5K4 b - - 0 1", "Rj1+", "j8j1"},
      {"5k4/2P4P2/10/10/10/10/10/5K4 w - - 0 1", "h8=C+", "h7h8c"},
      {"r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1", "O-O", "f1j1"},
      {"r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w mKQkq - 0 1", "O-O-O", "e1a1"},
      {"r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w sKQkq - 0 1", "O-O", "e1j1"},
      {"5k4/10/10/4a5/10/10/10/5K2N1 w - - 0 1", "Nh3", "i1h3"},
      {"5k4/10/10/10/4a5/10/10/5K2N1 w - - 0 1", "Nh3", "i1h3"},
      {"5k4/10/10/10/10/4a5/10/5K2N1 w - - 0 1", "Nh3", NULL}, /* an archbishop's hop gives check */
      {"5k4/10/10/10/10/10/3c6/5K2N1 w - - 0 1", "Nh3", NULL}, /* so does a chancellor's */
};

static void check_short_path(const char *fen, const char *text, const char *uci)
{
    char got[FM_MOVE_TEXT_MAX] = "";
    const struct fm_setup setup = setup_of(fen, NULL);
    const int n = setup.files == 8 ? fm_case_read_8x8(&setup, text, got)
                                   : fm_case_read_10x8(&setup, text, got);
    if (uci == NULL) {
        ck_assert_msg(n == -1, "%s: %s is read as %s", fen, text, got);
        return;
    }
    ck_assert_str_eq(got, uci);
    ck_assert_int_eq(n, (int)strcspn(text, " "));
}

START_TEST(short_path_reads)
{
    check_short_path(short_path[_i].fen, short_path[_i].text, short_path[_i].uci);
}
END_TEST

START_TEST(short_path_reads_10x8)
{
    check_short_path(short_path_10x8[_i].fen, short_path_10x8[_i].text, short_path_10x8[_i].uci);
}
END_TEST

/* Every byte that may end a move, and none other. */
START_TEST(moves_end_at_delimiters)
{
    const struct fm_setup setup = setup_of(CHESS, NULL);
    for (int c = 0; c < 256; c++) {
        const char text[] = {'N', 'f', '3', (char)c, 'x', '\0'};
        char uci[FM_MOVE_TEXT_MAX];
        const bool ends = c <= ' ' || strchr(".)}{(;$[", c) != NULL;
        ck_assert_msg(fm_case_read_8x8(&setup, text, uci) == (ends ? 3 : -1), "byte %d", c);
    }
}
END_TEST

/* ---- the writer of SAN ---- */

/* Walks begin where what is rare is near: castling with check, en passant that uncovers the king,
 * promotions, rooks of which one is pinned, several queens; and at the start of each variant. */
static const struct {
    const char *fen, *variant;
} walks[] = {
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", NULL},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", NULL},
    {"7k2/10/10/10/10/10/10/5K3R w K - 0 1", "capablanca"},
    {"3k6/10/10/10/10/10/10/R4K4 w Q - 0 1", "capablanca"},
    {"2r2k2/8/8/8/8/8/8/RK2R3 w EA - 0 1", "chess960"},
    {"8/8/8/1k1pP2R/8/8/8/K7 w - d6 0 1", NULL},
    {"4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1", NULL},
    {"7k/8/8/3pP3/8/2B5/8/K7 w - d6 0 1", NULL},
    {"6k1/8/8/3pP3/2B5/8/8/K7 w - d6 0 1", NULL},
    {"8/4k3/8/3pP3/8/8/8/K7 w - d6 0 1", NULL},
    {"10/10/10/1k1pP4R/10/10/10/K9 w - d6 0 1", "capablanca"},
    {"9k/10/10/5pP3/10/10/3B6/K9 w - f6 0 1", "capablanca"},
    {"3r2k1/P1P4p/8/8/8/8/1p3p2/2K1R3 w - - 0 1", NULL},
    {"k7/2P1P3/1K6/8/8/8/2p3p1/8 w - - 0 1", NULL},
    {"r5k3/P1P5P1/10/10/10/10/1p4p2p/2RK6 b - - 0 1", "gothic"},
    {"3r2k1/8/8/3R3R/8/8/3K4/R7 w - - 0 1", NULL},
    {"4r2k2/10/10/4R3R1/10/10/4K5/R3C2A2 w - - 0 1", "capablanca"},
    {"8/8/Q2Q4/6k1/3Q4/Q5K1/8/1n1n1n2 w - - 0 1", NULL},
    {"5k4/10/1C6C1/10/10/10/1C6C1/5K4 w - - 0 1", "capablanca"},
    {"5k4/10/1A6A1/10/10/10/1A6A1/5K4 w - - 0 1", "capablanca"},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", NULL},
    {"r3k4r/1pp1ppp1p1/10/3P1P2Q1/3q2p3/10/PPP1P1P1PP/R3K4R w mKQkq - 0 1", "embassy"},
    {"r3k4r/1pp1ppp1p1/10/3P1P2Q1/3q2p3/10/PPP1P1P1PP/R3K4R w sKQkq - 0 1", "janus"},
    {"rkbrnnqb/pppppp1p/6p1/8/P7/8/1PPPPPPP/RKBRNNQB w mKQkq - 0 2", "chess480"},
    {"rk2n1rn/pb1p4/PPp3pp/8/B2pP1Pp/8/1B1Rq1Q1/1K4RN w mKkq - 0 24", "chess480-lewis"},
};

START_TEST(san_is_that_of_a_slow_writer)
{
    enum { WALKS = 30, PLIES = 60 };
    unsigned seen[2][FM_SEEN_COUNT] = {{0}};
    uint64_t seed = 13;
    for (size_t i = 0; i < FM_COUNT_OF(walks) + FM_VARIANT_COUNT; i++) {
        const bool listed = i < FM_COUNT_OF(walks);
        const struct fm_variant *v = &fm_variants[listed ? 0 : i - FM_COUNT_OF(walks)];
        const char *const fen = listed ? walks[i].fen : v->start;
        if (fen == NULL)
            continue;
        const struct fm_setup setup = setup_of(fen, listed ? walks[i].variant : v->name);
        ck_assert_msg(fm_setup_faults(&setup) == 0, "%s", fen);
        for (int walk = 0; walk < WALKS; walk++) {
            const char *const differs = setup.files == 8
                                            ? fm_case_walk_8x8(&setup, PLIES, &seed, seen[0])
                                            : fm_case_walk_10x8(&setup, PLIES, &seed, seen[1]);
            ck_assert_msg(differs == NULL, "%s, walk %d: want %s", fen, walk, differs);
        }
    }
    for (int board = 0; board < 2; board++)
        for (int i = 0; i < FM_SEEN_COUNT; i++)
            ck_assert_msg(seen[board][i] > 0, "board %d: never saw %d", board, i);
}
END_TEST

/* ---- the careful path ---- */

static const struct {
    const char *fen, *text;
    enum fm_reason reason; /* NONE: it is played */
    enum fm_why why;
    char piece;
    const char *fen_after; /* X-FEN of what is reached */
} careful[] = {
    {CHESS, "e5", FM_REASON_ILLEGAL_MOVE, FM_WHY_NO_PIECE, 'P', NULL},
    {CHESS, "Nd2", FM_REASON_ILLEGAL_MOVE, FM_WHY_OWN_PIECE, 'N', NULL},
    {CHESS, "Qd4", FM_REASON_ILLEGAL_MOVE, FM_WHY_NO_PIECE, 'Q', NULL},
    {CHESS, "O-O", FM_REASON_ILLEGAL_MOVE, FM_WHY_CASTLING_BLOCKED, 'K', NULL},
    {CHESS, "e4x", FM_REASON_UNREADABLE_MOVE, FM_WHY_NOT_A_MOVE, 0, NULL},
    {"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", FM_REASON_AMBIGUOUS_MOVE, FM_WHY_SEVERAL, 'N',
     NULL},
    {"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne2", FM_REASON_ILLEGAL_MOVE, FM_WHY_KING_IN_CHECK, 'N',
     NULL},
    {"4k3/8/8/8/8/8/5q2/7K w - - 0 1", "Kg1", FM_REASON_ILLEGAL_MOVE, FM_WHY_GAME_OVER, 'K', NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", FM_REASON_AMBIGUOUS_MOVE, FM_WHY_PROMOTION_MISSING,
     'P', NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", FM_REASON_ILLEGAL_MOVE, FM_WHY_PROMOTION_WRONG, 'P',
     NULL},
    {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", FM_REASON_ILLEGAL_MOVE, FM_WHY_NO_RIGHT, 'K', NULL},
    {"4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "O-O", FM_REASON_ILLEGAL_MOVE, FM_WHY_CASTLING_ATTACKED,
     'K', NULL},
    {"4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1g1", FM_REASON_ILLEGAL_MOVE, FM_WHY_CASTLING_ATTACKED,
     'K', NULL},
    {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "--", FM_REASON_ILLEGAL_MOVE, FM_WHY_KING_IN_CHECK, 0,
     NULL},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 4 1", "--", FM_REASON_NONE, 0, 0,
     "4k3/8/8/8/8/8/8/R3K2R b KQ - 5 1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", FM_REASON_NONE, 0, 0,
     "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", FM_REASON_NONE, 0, 0,
     "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
    {"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "Kg1", FM_REASON_NONE, 0, 0,
     "4k3/8/8/8/8/8/8/6KR b - - 1 1"}, /* a step */
    {"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "Kxg1", FM_REASON_NONE, 0, 0,
     "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"8/8/8/3pP3/8/8/8/K6k w - d6 0 1", "exd5", FM_REASON_NONE, 0, 0,
     "8/8/3P4/8/8/8/8/K6k b - - 0 1"},
    {"8/8/4p3/3pP3/8/8/8/K6k w - d6 0 1", "ed", FM_REASON_NONE, 0, 0,
     "8/8/3Pp3/8/8/8/8/K6k b - - 0 1"},
    {"8/8/3p1p2/4P3/8/8/8/K6k w - - 0 1", "e5d6", FM_REASON_NONE, 0, 0,
     "8/8/3P1p2/8/8/8/8/K6k b - - 0 1"},
    /* Janus: O-O is the j side; where only the other is legal, some programs meant that one. */
    {TEN_KINGS "R3K4R w sKQ - 0 1", "O-O", FM_REASON_NONE, 0, 0, TEN_KINGS "R6RK1 b - - 1 1"},
    {TEN_KINGS "R3K4R w sQ - 0 1", "O-O", FM_REASON_NONE, 0, 0, TEN_KINGS "1KR6R b - - 1 1"},
    {TEN_KINGS "R3K4R w sKQ - 0 1", "Kb1", FM_REASON_NONE, 0, 0, TEN_KINGS "1KR6R b - - 1 1"},
    {"5k4/10/10/10/10/10/10/R4K3R w Q - 0 1", "O-O", FM_REASON_ILLEGAL_MOVE, FM_WHY_NO_RIGHT, 'K',
     NULL},
};

START_TEST(careful_path_finds)
{
    struct fm_position *pos = position(careful[_i].fen, NULL);
    struct fm_error error = {.status = FM_OK};
    const enum fm_status status = fm_position_play(pos, fm_text_of(careful[_i].text), &error);
    if (careful[_i].reason == FM_REASON_NONE) {
        ck_assert_int_eq(status, FM_OK);
        ck_assert_str_eq(fen_of(pos, FM_CASTLING_XFEN, FM_EP_ALWAYS), careful[_i].fen_after);
    } else {
        ck_assert_int_eq(status, FM_REJECTED);
        ck_assert_str_eq(fm_reason_name(error.reason), fm_reason_name(careful[_i].reason));
        ck_assert_int_eq(error.why, careful[_i].why);
        ck_assert_int_eq(error.piece, careful[_i].piece);
        ck_assert(fm_text_equal(error.what, fm_text_of(careful[_i].text)));
    }
    fm_position_free(pos);
}
END_TEST

/* ---- writing ---- */

START_TEST(rank_texts_follow_moves)
{
    ck_assert_uint_eq(fm_case_ranks_8x8(true), 0);
    ck_assert_uint_eq(fm_case_ranks_8x8(false), 0);
    ck_assert_uint_eq(fm_case_ranks_10x8(true), 0);
    ck_assert_uint_eq(fm_case_ranks_10x8(false), 0);
}
END_TEST

/* Each castling letter of X-FEN is checked anew against all rooks on the back rank; the first three
 * are from Scharnagl's game. */
static const struct {
    const char *fen, *moves, *xfen, *shredder, *classic;
} fields[] = {
    {"rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1", "h4 g6 g3 Bf6 a4 Qh6 Ra3", "Kkq",
     "Gga", "Kkq"},
    {"rnb1k1r1/ppp1pp1p/3p2p1/6n1/P7/2N2B1R/1PPPPP2/2BNK1R1 w Kkq - 2 10", "Rhh1", "Gkq", "Gga",
     NULL},
    {"rnb1k1r1/ppp1pp1p/3p2p1/6n1/P7/2N2B1R/1PPPPP2/2BNK1R1 w Kkq - 2 10", "Rhh1 Bf5 O-O", "kq",
     "ga", "kq"},
    {"4k3/8/8/8/8/8/7r/4K1RR w G - 0 1", "Rxh2", "K", "G", "K"}, /* the outer rook leaves */
    {"4k3/8/8/8/8/8/7n/4K1RR b G - 0 1", "Nf3+", "G", "G", NULL},
    {"r3k3/7P/8/8/8/8/8/4K3 w q - 0 1", "h8=R+", "q", "a",
     "q"}, /* a rook of the other side counts nothing */
    {"4k1r1/8/8/8/8/8/7p/4K1R1 b Kk - 0 1", "h1=R", "Kk", "Gg", "Kk"},
    {"4k1r1/7p/8/8/8/8/8/4K1R1 b Kk - 0 1", "Rg2 Rxg2", "-", "-", "-"},
    {"4k2r/8/8/8/8/8/6P1/4K1R1 b Kk - 0 1", "Rh1", "K", "G", "K"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+", "Qq", "Aa",
     "Qq"}, /* mover's and victim's right */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2", "kq", "ha", "kq"},
    {"4k3/P7/8/8/8/8/8/R1R1K3 w C - 0 1", "Ra3", "Q", "C", "Q"},
    {"1k5r/8/8/8/8/8/8/1K5R w sKk - 0 1", "Rh2", "sk", "h",
     NULL}, /* classic FEN cannot say the style */
    {TEN_KINGS "R3K4R w sKQ - 0 1", "Ra2", "sK", "J", NULL},
    {TEN_KINGS "R3K4R w sK - 0 1", "Rj2", "-", "-", "-"},
};

START_TEST(castling_fields_follow_moves)
{
    struct fm_position *pos = position(fields[_i].fen, NULL);
    const struct {
        enum fm_castling_dialect dialect;
        const char *want;
    } wanted[] = {{FM_CASTLING_XFEN, fields[_i].xfen},
                  {FM_CASTLING_SHREDDER, fields[_i].shredder},
                  {FM_CASTLING_FEN, fields[_i].classic}};
    play(pos, fields[_i].moves);
    for (size_t i = 0; i < FM_COUNT_OF(wanted); i++) {
        const char *fen = fen_of(pos, wanted[i].dialect, FM_EP_ALWAYS);
        if (wanted[i].want == NULL) {
            ck_assert_str_eq(fen, "not representable");
            continue;
        }
        const char *const field = strchr(fen, ' ') + 3;
        ck_assert_msg(strcspn(field, " ") == strlen(wanted[i].want) &&
                          strncmp(field, wanted[i].want, strlen(wanted[i].want)) == 0,
                      "%s, want %s", fen, wanted[i].want);
    }
    fm_position_free(pos);
}
END_TEST

static const struct {
    const char *fen, *move, *always, *pseudo_legal, *legal;
} squares[] = {
    {CHESS, "e4", "e3", "-", "-"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "e3", "e3", "e3"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e3", "-", "-", "-"},
    {"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e4", "e3", "e3", "-"}, /* the pawn beside is pinned */
    {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4", "e3", "e3",
     "-"}, /* both pawns would leave the rank */
    {"7k/7p/8/6P1/8/8/8/K7 b - - 0 1", "h5", "h6", "h6", "h6"},
    {"7k/p6p/8/8/7P/8/8/K7 b - - 0 1", "a5", "a6", "-", "-"}, /* no way around the edge */
    {"4k5/p9/10/9P/10/10/10/K9 b - - 0 1", "a5", "a6", "-", "-"},
    {"4k5/9p/10/8P1/10/10/10/K9 b - - 0 1", "j5", "j6", "j6", "j6"},
};

START_TEST(en_passant_is_derived)
{
    struct fm_position *pos = position(squares[_i].fen, NULL);
    const char *const wanted[] = {squares[_i].always, squares[_i].pseudo_legal, squares[_i].legal};
    play(pos, squares[_i].move);
    for (size_t i = 0; i < FM_COUNT_OF(wanted); i++) {
        const char *const fen =
            fen_of(pos, FM_CASTLING_XFEN, (enum fm_en_passant)(FM_EP_ALWAYS + i));
        const char *const field = strchr(strchr(strchr(fen, ' ') + 1, ' ') + 1, ' ') + 1;
        ck_assert_msg(strncmp(field, wanted[i], strlen(wanted[i])) == 0, "%s, want %s", fen,
                      wanted[i]);
    }
    fm_position_free(pos);
}
END_TEST

START_TEST(counters_of_any_length)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K2R w - - 9 9", "4k3/8/8/8/8/8/8/4K2R b - - 99 99",
        "4k3/8/8/8/8/8/8/4K2R w - - 98 100", "4k3/8/8/8/8/8/8/4K2R b - - 1234 9998"};
    static const char *const after[] = {"10 9", "100 100", "99 100", "1235 9999"};
    for (size_t i = 0; i < FM_COUNT_OF(fens); i++) {
        struct fm_position *pos = position(fens[i], NULL);
        play(pos, strstr(fens[i], " w ") != NULL ? "Kd1" : "Kd8");
        const char *const fen = fen_of(pos, FM_CASTLING_XFEN, FM_EP_ALWAYS);
        ck_assert_str_eq(strstr(fen, " - - ") + 5, after[i]);
        fm_position_free(pos);
    }
}
END_TEST

static const char *const remade[] = {
    CHESS,
    "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
    "rnbqkb1r/ppp2ppp/8/3pP3/3Qn3/5N2/PPP2PPP/RNB1KB1R w KQkq d6 0 6",
    "1k5r/8/8/8/8/8/8/1K5R w sKk - 0 1",
    "r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w mKQkq - 3 17",
};

START_TEST(setups_are_reported_whole)
{
    const struct fm_setup setup = setup_of(remade[_i], NULL);
    ck_assert(setup.files == 8 ? fm_case_remade_8x8(&setup) : fm_case_remade_10x8(&setup));
}
END_TEST

/* ---- keys ---- */

/* The test positions that the Polyglot book format publishes. */
static const struct {
    const char *moves;
    uint64_t key;
} keys[] = {
    {"", UINT64_C(0x463b96181691fc9c)},
    {"e4", UINT64_C(0x823c9b50fd114196)},
    {"e4 d5", UINT64_C(0x0756b94461c50fb0)},
    {"e4 d5 e5", UINT64_C(0x662fafb965db29d4)},
    {"e4 d5 e5 f5", UINT64_C(0x22a48b5a8e47ff78)},
    {"e4 d5 e5 f5 Ke2", UINT64_C(0x652a607ca3f242c1)},
    {"e4 d5 e5 f5 Ke2 Kf7", UINT64_C(0x00fdd303c946bdd9)},
    {"a4 b5 h4 b4 c4", UINT64_C(0x3c8123ea7b067637)},
    {"a4 b5 h4 b4 c4 bxc3 Ra3", UINT64_C(0x5c3f9b829b279560)},
};

/* Counters as fields, as operations, and none. */
/* Numbers that this library does not know, as of a newer header. */
START_TEST(an_unknown_dialect_is_bad_use)
{
    static const int rows[][3] = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {-1, 0, 0}};
    struct fm_position *pos = position("4k3/8/8/8/8/8/8/4K2R w K - 3 12", NULL);
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        char fen[FM_FEN_MAX] = "before";
        size_t length = 1;
        ck_assert_int_eq(fm_position_fen(pos, (enum fm_castling_dialect)rows[i][0],
                                         (enum fm_en_passant)rows[i][1],
                                         (enum fm_counters)rows[i][2], fen, sizeof fen, &length),
                         FM_BAD_USE);
        ck_assert_uint_eq(length, 0);
        ck_assert_str_eq(fen, "");
    }
    fm_position_free(pos);
}
END_TEST

START_TEST(counters_are_written_as_wanted)
{
    static const struct {
        enum fm_counters counters;
        const char *want;
    } rows[] = {{FM_COUNTERS_KEEP, " 3 12"},
                {FM_COUNTERS_FIELDS, " 3 12"},
                {FM_COUNTERS_OPS, " fmvn 12; hmvc 3;"},
                {FM_COUNTERS_NONE, ""}};
    struct fm_position *pos = position("4k3/8/8/8/8/8/8/4K2R w K - 3 12", NULL);
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        char want[FM_FEN_MAX] = "4k3/8/8/8/8/8/8/4K2R w K -", fen[FM_FEN_MAX];
        strcat(want, rows[i].want);
        const size_t n = strlen(want);
        const enum fm_counters form = rows[i].counters;
        size_t length = 0;
        ck_assert(fm_position_fen(pos, FM_CASTLING_FEN, FM_EP_LEGAL, form, fen, sizeof fen,
                                  &length) == FM_OK);
        ck_assert_uint_eq(length, n);
        ck_assert_str_eq(fen, want);
        /* There is room for the last byte and its NUL, or nothing is written. */
        ck_assert(fm_position_fen(pos, FM_CASTLING_FEN, FM_EP_LEGAL, form, fen, n + 1, NULL) ==
                  FM_OK);
        ck_assert_str_eq(fen, want);
        length = 0;
        ck_assert(fm_position_fen(pos, FM_CASTLING_FEN, FM_EP_LEGAL, form, fen, n, &length) ==
                  FM_NO_ROOM);
        ck_assert_uint_eq(length, n);
        ck_assert_str_eq(fen, "");
    }
    fm_position_free(pos);
}
END_TEST

static bool is_identical(const char *one, const char *other)
{
    uint64_t a[2], b[2];
    struct fm_position *first = position(one, NULL), *second = position(other, NULL);
    fm_position_identity(first, a);
    fm_position_identity(second, b);
    fm_position_free(first);
    fm_position_free(second);
    return a[0] == b[0] && a[1] == b[1];
}

/* Positions are the same by their rules, whatever their texts. */
START_TEST(identity_is_of_the_rules)
{
    ck_assert(
        !is_identical("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"));
    ck_assert(
        is_identical("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w HA - 9 70"));
    ck_assert(!is_identical("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    ck_assert(!is_identical("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
    /* No pawn can take on e3. */
    ck_assert(is_identical("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    ck_assert(
        !is_identical("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
}
END_TEST

/* PGN standard and FIDE 5.2: what is on the board at the end. */
START_TEST(states_are_those_of_the_rules)
{
    static const struct {
        const char *fen;
        unsigned state;
    } rows[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
        {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", FM_STATE_CHECK},
        {"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", FM_STATE_CHECK | FM_STATE_MATE},
        {"7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", FM_STATE_STALEMATE},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", FM_STATE_INSUFFICIENT},
        {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", FM_STATE_INSUFFICIENT},
        {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", FM_STATE_INSUFFICIENT},
        {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", 0}, /* on both colours */
        {"4k3/8/8/8/8/8/8/3NK1N1 w - - 0 1", 0},
        {"4k3/8/8/8/8/8/7P/4K3 w - - 0 1", 0},
        {"k7/8/1K6/8/8/8/8/8 b - - 0 1", FM_STATE_INSUFFICIENT},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        struct fm_position *pos = position(rows[i].fen, NULL);
        ck_assert_msg(fm_position_state(pos) == rows[i].state, "%s", rows[i].fen);
        fm_position_free(pos);
    }
}
END_TEST

START_TEST(keys_are_polyglots)
{
    struct fm_position *pos = position(CHESS, NULL);
    play(pos, keys[_i].moves);
    ck_assert_uint_eq(fm_position_key(pos), keys[_i].key);
    fm_position_free(pos);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("board");
    TCase *c = tcase_create("board");
    tcase_add_loop_test(c, moves_are_counted, 0, (int)FM_COUNT_OF(counts));
    tcase_add_test(c, divided_counts_add_up);
    tcase_add_loop_test(c, short_path_reads, 0, (int)FM_COUNT_OF(short_path));
    tcase_add_loop_test(c, short_path_reads_10x8, 0, (int)FM_COUNT_OF(short_path_10x8));
    tcase_add_test(c, moves_end_at_delimiters);
    tcase_add_test(c, san_is_that_of_a_slow_writer);
    tcase_add_loop_test(c, careful_path_finds, 0, (int)FM_COUNT_OF(careful));
    tcase_add_test(c, rank_texts_follow_moves);
    tcase_add_loop_test(c, castling_fields_follow_moves, 0, (int)FM_COUNT_OF(fields));
    tcase_add_loop_test(c, en_passant_is_derived, 0, (int)FM_COUNT_OF(squares));
    tcase_add_test(c, counters_of_any_length);
    tcase_add_test(c, an_unknown_dialect_is_bad_use);
    tcase_add_test(c, counters_are_written_as_wanted);
    tcase_add_test(c, identity_is_of_the_rules);
    tcase_add_test(c, states_are_those_of_the_rules);
    tcase_add_loop_test(c, setups_are_reported_whole, 0, (int)FM_COUNT_OF(remade));
    tcase_add_loop_test(c, keys_are_polyglots, 0, (int)FM_COUNT_OF(keys));
    suite_add_tcase(s, c);
    return run_tap(s);
}
