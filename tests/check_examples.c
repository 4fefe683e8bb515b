/* SPDX-License-Identifier: MIT */
#include <config.h>
/* The worked examples of the texts that fenmill's rules come from: PGN standard 16.1, the
 * descriptions of FEN in German, Dutch, English and Polish, Scharnagl's example of X-FEN, a mate in
 * two of J. Haring (1977). */
#include <stdlib.h>
#include <string.h>
#include "fenmill.h"
#include "tap.h"

enum { FEN_SIZE = 192 };

static const char chess_start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static struct tap tap;

static struct fm_text text_of(const char *text)
{
    return (struct fm_text){(const unsigned char *)text, strlen(text)};
}

static struct fm_position *read_fen(const char *fen)
{
    struct fm_position *pos = NULL;
    if (fm_position_new(text_of(fen), NULL, &pos, NULL) == FM_OK)
        return pos;
    tap_note("refused: %s", fen);
    exit(1);
}

/* The position after the moves (SAN, blanks between) from a FEN; none is refused. */
static struct fm_position *after(const char *fen, const char *moves)
{
    struct fm_position *pos = read_fen(fen);
    while (*moves) {
        const size_t n = strcspn(moves, " ");
        const struct fm_text move = {(const unsigned char *)moves, n};
        if (fm_position_play(pos, move, NULL) != FM_OK) {
            tap_note("refused: %.*s", (int)n, moves);
            exit(1);
        }
        moves += n + (moves[n] == ' ');
    }
    return pos;
}

static void expect(const struct fm_position *pos, enum fm_castling_dialect castling,
                   enum fm_en_passant en_passant, const char *want, const char *name)
{
    char got[FEN_SIZE] = "";
    (void)fm_position_fen(pos, castling, en_passant, FM_COUNTERS_FIELDS, got, sizeof got, NULL);
    if (strcmp(got, want) != 0)
        tap_note("%s, want %s", got, want);
    tap_point(&tap, strcmp(got, want) == 0, "%s", name);
}

static void expect_after(const char *fen, const char *moves, enum fm_castling_dialect castling,
                         enum fm_en_passant en_passant, const char *want, const char *name)
{
    struct fm_position *pos = after(fen, moves);
    expect(pos, castling, en_passant, want, name);
    fm_position_free(pos);
}

static void check_first_moves(void)
{
    const enum fm_castling_dialect fen = FM_CASTLING_FEN, xfen = FM_CASTLING_XFEN;
    const char *e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    const char *e4_xfen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const char *c5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2";
    const char *nf3 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    expect_after(chess_start, "", fen, FM_EP_ALWAYS, chess_start, "the standard start");
    tap_point(&tap, strlen(chess_start) == 56, "the standard start has 56 characters");
    expect_after(chess_start, "e4", fen, FM_EP_ALWAYS, e4, "1. e4");
    expect_after(chess_start, "e4 c5", fen, FM_EP_ALWAYS, c5, "1. e4 c5");
    expect_after(chess_start, "e4 c5 Nf3", fen, FM_EP_ALWAYS, nf3, "1. e4 c5 2. Nf3");
    expect_after(chess_start, "e4", xfen, FM_EP_PSEUDO_LEGAL, e4_xfen,
                 "1. e4 in X-FEN: nobody can capture");
    expect_after("4k3/8/8/8/8/8/5P2/4K3 w - - 0 1", "f4", fen, FM_EP_ALWAYS,
                 "4k3/8/8/8/5P2/8/8/4K3 b - f3 0 1", "f2-f4 gives f3");
}

static void check_kings(void)
{
    struct fm_position *pos = read_fen("8/8/8/2k5/4K3/8/8/8 w - - 0 1");
    tap_point(&tap, fm_position_piece(pos, 4, 3) == 'K' && fm_position_piece(pos, 2, 4) == 'k',
              "white king e4, black king c5");
    fm_position_free(pos);
}

static void check_immortal(void)
{
    expect_after(
        chess_start,
        "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 "
        "Qg6 h5 Qg5 "
        "Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
        FM_CASTLING_FEN, FM_EP_ALWAYS, "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23",
        "the Immortal Game after 23. Be7#");
}

/* Scharnagl: the rook of g1 has the right, another one stands outside of it on h1. */
static void check_inner_rook(void)
{
    static const char start[] = "rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1";
    static const char moves[] =
        "h4 g6 g3 Bf6 a4 Qh6 Ra3 Bxh4 gxh4 Qxh4 Qh3 Qxh3 Rxh3 Ne6 Bf3 d6 Nbc3 Ng5 Rhh1 Bf5";
    char fen[FEN_SIZE];
    struct fm_position *pos = after(start, moves);
    expect(pos, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL,
           "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
           "Scharnagl's example: Gkq");
    expect(pos, FM_CASTLING_SHREDDER, FM_EP_ALWAYS,
           "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gga - 4 11",
           "the same in Shredder-FEN");
    tap_point(&tap,
              fm_position_fen(pos, FM_CASTLING_FEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, fen,
                              sizeof fen, NULL) == FM_REJECTED,
              "classic FEN cannot say it");
    const bool castled = fm_position_play(pos, text_of("O-O"), NULL) == FM_OK;
    expect(pos, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL,
           "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BN1RKR b kq - 5 11",
           "11. O-O with the inner rook");
    tap_point(&tap, castled, "11. O-O is legal");
    fm_position_free(pos);
    expect_after(start, "h4 g6 g3 Bf6 a4 Qh6 Ra3", FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL,
                 "rnbnk1r1/pppppp1p/5bpq/8/P6P/R5P1/1PPPPP2/1NBNKQRB b Kkq - 2 4",
                 "the right of an outermost rook is K, wherever it stands");
}

/* ---- mate in two ---- */

struct replies {
    const char *fen;
    unsigned count, mated; /* replies, and those after which there is a mate */
};
struct keys {
    const char *fen;
    unsigned count;
    char last[16];
};

static void note_mate(void *user, const char *uci, const char *san, uint64_t count)
{
    bool *found = user;
    (void)uci;
    (void)count;
    *found |= strchr(san, '#') != NULL;
}

static void try_reply(void *user, const char *uci, const char *san, uint64_t count)
{
    struct replies *replies = user;
    struct fm_position *pos = after(replies->fen, uci);
    bool mate = false;
    (void)san;
    (void)count;
    fm_position_divide(pos, 1, note_mate, &mate);
    replies->count++;
    replies->mated += mate;
    fm_position_free(pos);
}

static struct replies replies_to(const struct fm_position *pos)
{
    char fen[FEN_SIZE];
    struct replies replies = {fen, 0, 0};
    (void)fm_position_fen(pos, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, fen, sizeof fen,
                          NULL);
    fm_position_divide(pos, 1, try_reply, &replies);
    replies.fen = NULL;
    return replies;
}

static void try_key(void *user, const char *uci, const char *san, uint64_t count)
{
    struct keys *keys = user;
    struct fm_position *pos = after(keys->fen, uci);
    const struct replies replies = replies_to(pos);
    (void)count;
    if (replies.count && replies.mated == replies.count) {
        keys->count++;
        snprintf(keys->last, sizeof keys->last, "%s", san);
    }
    fm_position_free(pos);
}

static void check_mate_in_two(void)
{
    static const char problem[] = "4r3/2P3R1/R1N2k1P/5Np1/K1p1p3/1pr5/3P4/Bn3Q2 w - - 0 1";
    static const char solved[] = "4r3/2P3R1/R1N2k1P/5Np1/K1pPp3/1pr5/8/Bn3Q2 b - d3 0 1";
    struct fm_position *pos = read_fen(problem);
    struct keys keys = {problem, 0, ""};
    fm_position_divide(pos, 1, try_key, &keys);
    tap_point(&tap, keys.count == 1 && strcmp(keys.last, "d4") == 0,
              "Haring: 1. d4 alone mates in two");
    fm_position_free(pos);
    pos = after(problem, "d4");
    tap_point(&tap, replies_to(pos).count == 25, "Haring: 25 replies to 1. d4");
    fm_position_free(pos);
    expect_after(problem, "d4", FM_CASTLING_FEN, FM_EP_ALWAYS, solved,
                 "Haring after 1. d4, en passant always");
    expect_after(problem, "d4", FM_CASTLING_FEN, FM_EP_PSEUDO_LEGAL, solved,
                 "Haring after 1. d4, pseudo-legal");
    expect_after(problem, "d4", FM_CASTLING_FEN, FM_EP_LEGAL, solved, "Haring after 1. d4, legal");
}

int main(void)
{
    check_first_moves();
    check_kings();
    check_immortal();
    check_inner_rook();
    check_mate_in_two();
    return tap_done(&tap);
}
