/* SPDX-License-Identifier: MIT */
#include <config.h>
/* What the library says of a position beside its FEN, against the reference implementation: squares,
 * rights, counters, attackers, pins, moves of one piece, checks, null moves; boards that are made into
 * positions again; lines with undo and repetitions. Random walks from starts of every kind;
 * FENMILL_LONG=1 walks for minutes, FENMILL_SEED=N elsewhere. */
#include <stdlib.h>
#include <string.h>
#include "fenmill.h"
#include "reference/ref_fen.h"
#include "reference/ref_san.h"
#include "starts.h"
#include "tap.h"
#include "vectors.h"

enum { PLIES_MAX = 400 };

struct walk {
    const char *variant;
    struct ref_position ref;
    struct fm_position *lib;
    struct fm_line *line;
    char fens[PLIES_MAX + 1][REF_FEN_SIZE]; /* [ply]: of the reference, all but the counters */
    int ply;
    bool ok;
};

static struct tap tap;
static struct chance chance;
static unsigned long positions;
static const struct fm_legal_move *before; /* moves of another position */
static size_t before_count;

static struct fm_text text_of(const char *text)
{
    return (struct fm_text){(const unsigned char *)text, strlen(text)};
}

static void fail(struct walk *walk, const char *what, long lib, long ref)
{
    char fen[REF_FEN_SIZE];
    if (walk->ok) {
        ref_write_fen(&walk->ref, REF_XFEN, REF_EP_ALWAYS, fen);
        tap_note("%s at %s: %s: library %ld, reference %ld", walk->variant, fen, what, lib, ref);
    }
    walk->ok = false;
}

static void same(struct walk *walk, const char *what, long lib, long ref)
{
    if (lib != ref)
        fail(walk, what, lib, ref);
}

static bool has(const struct fm_square_set *set, int file, int rank)
{
    return set->ranks[rank] >> file & 1;
}

/* ---- what is where ---- */

static void compare_squares(struct walk *walk)
{
    static const char letters[] = "PNBRQACKpnbrqackWwx";
    struct fm_square_set set, all;
    const struct ref_position *ref = &walk->ref;
    (void)fm_position_squares(walk->lib, 0, &all);
    for (int rank = 0; rank < REF_RANKS; rank++)
        for (int file = 0; file < ref->files; file++) {
            const char want = ref->pieces[rank][file] == '.' ? 0 : ref->pieces[rank][file];
            same(walk, "piece", fm_position_piece(walk->lib, (unsigned)file, (unsigned)rank), want);
            same(walk, "any piece", has(&all, file, rank), want != 0);
        }
    for (const char *letter = letters; *letter != 0; letter++) {
        unsigned count = 0;
        const unsigned got = fm_position_squares(walk->lib, *letter, &set);
        for (int rank = 0; rank < REF_RANKS; rank++)
            for (int file = 0; file < REF_FILES_MAX; file++) {
                const char piece = file < ref->files ? ref->pieces[rank][file] : '.';
                const bool side = piece != '.' && ((*letter == 'W' && !ref_is_black(piece)) ||
                                                   (*letter == 'w' && ref_is_black(piece)));
                const bool want = piece == *letter || side;
                count += want;
                same(walk, "a letter's square", has(&set, file, rank), want);
            }
        same(walk, "squares of a letter", got, count);
    }
}

static void compare_state(struct walk *walk)
{
    const struct ref_position *ref = &walk->ref;
    unsigned file = 99, rank = 99;
    same(walk, "side", fm_position_black_to_move(walk->lib), ref->black);
    same(walk, "halfmove", fm_position_halfmove(walk->lib), (long)ref->halfmove);
    same(walk, "fullmove", fm_position_fullmove(walk->lib), (long)ref->fullmove);
    for (int black = 0; black < 2; black++) {
        fm_position_king(walk->lib, black, &file, &rank);
        same(walk, "king", ref->pieces[rank][file], black ? 'k' : 'K');
        same(walk, "right, h side", fm_position_castling(walk->lib, black, false),
             ref->rook[black][REF_H_SIDE]);
        same(walk, "right, a side", fm_position_castling(walk->lib, black, true),
             ref->rook[black][REF_A_SIDE]);
    }
    file = rank = 99;
    const bool ep = fm_position_en_passant(walk->lib, FM_EP_ALWAYS, &file, &rank);
    same(walk, "en passant", ep ? (long)file : -1, ref->ep_file);
    same(walk, "its rank", (long)rank, ep ? (ref->black ? 2 : 5) : 99);
    for (int rule = REF_EP_PSEUDO_LEGAL; rule <= REF_EP_LEGAL; rule++) {
        char fen[REF_FEN_SIZE];
        ref_write_fen(ref, REF_XFEN, (enum ref_ep)rule, fen);
        const char *field = strchr(strchr(strchr(fen, ' ') + 1, ' ') + 1, ' ') + 1;
        const enum fm_en_passant rules[] = {FM_EP_ALWAYS, FM_EP_PSEUDO_LEGAL, FM_EP_LEGAL};
        same(walk, "en passant by the rule",
             fm_position_en_passant(walk->lib, rules[rule], &file, &rank), *field != '-');
    }
}

/* Does the piece on a square attack another one? All others of its side are made the enemy's. */
static bool attacks(const struct ref_position *ref, int file, int rank, int to_file, int to_rank)
{
    struct ref_position alone = *ref;
    const int by = ref_is_black(ref->pieces[rank][file]);
    for (int r = 0; r < REF_RANKS; r++)
        for (int f = 0; f < ref->files; f++)
            if (alone.pieces[r][f] != '.' && (r != rank || f != file))
                alone.pieces[r][f] = by ? 'P' : 'p';
    return ref_attacked(&alone, to_file, to_rank, by);
}

static void compare_attackers(struct walk *walk, int to_file, int to_rank)
{
    const struct ref_position *ref = &walk->ref;
    struct fm_square_set by[2], from;
    unsigned counts[2], wants[2] = {0, 0};
    for (int black = 0; black < 2; black++)
        counts[black] = fm_position_attackers(walk->lib, (unsigned)to_file, (unsigned)to_rank,
                                              black, &by[black]);
    for (int rank = 0; rank < REF_RANKS; rank++)
        for (int file = 0; file < ref->files; file++) {
            const char piece = ref->pieces[rank][file];
            if (piece == '.')
                continue;
            const int black = ref_is_black(piece);
            const bool want = attacks(ref, file, rank, to_file, to_rank);
            wants[black] += want;
            (void)fm_position_attacks(walk->lib, (unsigned)file, (unsigned)rank, &from);
            same(walk, "attacker", has(&by[black], file, rank), want);
            same(walk, "no attacker", has(&by[!black], file, rank), false);
            same(walk, "attacks", has(&from, to_file, to_rank), want);
        }
    for (int black = 0; black < 2; black++)
        same(walk, "number of attackers", counts[black], wants[black]);
}

/* A piece is pinned if its king is attacked by one more piece without it. */
static void compare_pins(struct walk *walk)
{
    const struct ref_position *ref = &walk->ref;
    for (int black = 0; black < 2; black++) {
        struct fm_square_set set, checkers;
        unsigned file, rank, wants = 0;
        const unsigned got = fm_position_pinned(walk->lib, black, &set);
        fm_position_king(walk->lib, black, &file, &rank);
        for (int r = 0; r < REF_RANKS; r++)
            for (int f = 0; f < ref->files; f++) {
                const char piece = ref->pieces[r][f];
                if (piece == '.' || ref_is_black(piece) != black || ref_kind(piece) == 'K')
                    continue;
                struct ref_position without = *ref;
                unsigned more = 0;
                without.pieces[r][f] = '.';
                for (int r2 = 0; r2 < REF_RANKS; r2++)
                    for (int f2 = 0; f2 < ref->files; f2++)
                        if (without.pieces[r2][f2] != '.' &&
                            ref_is_black(without.pieces[r2][f2]) != black)
                            more += attacks(&without, f2, r2, (int)file, (int)rank) &&
                                    !attacks(ref, f2, r2, (int)file, (int)rank);
                wants += more > 0;
                same(walk, "pinned", has(&set, f, r), more > 0);
            }
        same(walk, "number of pins", got, wants);
        if (black == ref->black)
            same(walk, "checkers", fm_position_checkers(walk->lib, &checkers) > 0,
                 ref_in_check(ref, black));
    }
}

/* ---- moves ---- */

static bool is_of_move(const struct ref_move *want, const struct fm_legal_move *got)
{
    return got->from_file == want->from_file && got->from_rank == want->from_rank &&
           (want->castling != REF_NO_SIDE ? got->rook_file : got->to_file) == want->to_file &&
           got->to_rank == want->to_rank && got->promotion == want->promotion &&
           ((got->flags & FM_LEGAL_CASTLING) != 0) == (want->castling != REF_NO_SIDE);
}

static const struct fm_legal_move *find_move(const struct fm_legal_move *list, size_t count,
                                             uint64_t code)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].code == code)
            return &list[i];
    return NULL;
}

/* The moves of each piece are together those of the position, and each is as the reference has it. */
static void compare_moves(struct walk *walk, const struct ref_move *moves, int count,
                          struct fm_legal_move *list)
{
    size_t found = 0;
    const size_t all = fm_position_moves(walk->lib, list, REF_MOVES_MAX);
    same(walk, "moves", (long)all, count);
    for (unsigned rank = 0; rank <= REF_RANKS; rank++)
        for (unsigned file = 0; file <= REF_FILES_MAX; file++) {
            struct fm_legal_move of_piece[REF_MOVES_MAX];
            const size_t n =
                fm_position_piece_moves(walk->lib, file, rank, of_piece, REF_MOVES_MAX);
            for (size_t i = 0; i < n; i++)
                if (find_move(list, all, of_piece[i].code) == NULL ||
                    of_piece[i].from_file != file || of_piece[i].from_rank != rank)
                    fail(walk, "move of a piece", (long)i, -1);
            found += n;
        }
    same(walk, "moves of all pieces", (long)found, (long)all);
    for (int i = 0; i < count && walk->ok; i++) {
        const struct ref_move *m = &moves[i];
        struct ref_position after = walk->ref;
        struct fm_legal_move got;
        if (fm_position_find_squares(walk->lib, (unsigned)m->from_file, (unsigned)m->from_rank,
                                     (unsigned)m->to_file, (unsigned)m->to_rank, m->promotion, &got,
                                     NULL) != FM_OK ||
            !is_of_move(m, &got)) {
            /* The rook of another side may stand where the king goes. */
            fail(walk, "found by its squares", 0, 1);
            break;
        }
        ref_play(&after, m);
        same(walk, "is legal", fm_position_is_legal(walk->lib, &got), true);
        same(walk, "gives check", fm_position_gives_check(walk->lib, &got),
             ref_in_check(&after, after.black));
    }
    for (size_t i = 0; i < before_count; i++)
        same(walk, "another position's move is legal", fm_position_is_legal(walk->lib, &before[i]),
             find_move(list, all, before[i].code) != NULL);
}

/* Squares at random: a move only where the reference has one. */
static void compare_random(struct walk *walk, const struct ref_move *moves, int count)
{
    for (int tries = 0; tries < 40; tries++) {
        const unsigned at[4] = {
            chance_below(&chance, (unsigned)walk->ref.files), chance_below(&chance, 8),
            chance_below(&chance, (unsigned)walk->ref.files), chance_below(&chance, 8)};
        const char promotion = "\0\0\0QN"[chance_below(&chance, 5)];
        struct fm_legal_move got;
        bool want = false;
        const bool found = fm_position_find_squares(walk->lib, at[0], at[1], at[2], at[3],
                                                    promotion, &got, NULL) == FM_OK;
        for (int i = 0; i < count; i++)
            want |= found ? is_of_move(&moves[i], &got)
                          : moves[i].from_file == (int)at[0] && moves[i].from_rank == (int)at[1] &&
                                moves[i].to_file == (int)at[2] && moves[i].to_rank == (int)at[3] &&
                                moves[i].promotion == promotion;
        same(walk, "a move between squares", found, want);
    }
}

static void compare_null(struct walk *walk)
{
    struct fm_legal_move null;
    struct fm_position *after = NULL;
    struct ref_position ref = walk->ref;
    char got[FM_FEN_SIZE], want[REF_FEN_SIZE];
    const bool check = ref_in_check(&ref, ref.black);
    same(walk, "null move", fm_position_null_move(walk->lib, &null) == FM_OK, !check);
    if (check || fm_position_copy(walk->lib, &after) != FM_OK)
        return;
    ref.ep_file = -1;
    ref.halfmove++;
    ref.fullmove += (unsigned)ref.black;
    ref.black = !ref.black;
    same(walk, "its flag", null.flags, FM_LEGAL_NULL);
    same(walk, "it is played", fm_position_make_move(after, &null), FM_OK);
    (void)fm_position_fen(after, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, got,
                          sizeof got, NULL);
    ref_write_fen(&ref, REF_XFEN, REF_EP_ALWAYS, want);
    same(walk, "FEN after a null move", strcmp(got, want), 0);
    fm_position_free(after);
}

/* ---- boards ---- */

/* A position's board is made into the same position, with and without the variant's name; one change
 * that makes it impossible is named. */
static void compare_board(struct walk *walk)
{
    struct fm_board board = FM_BOARD_INIT;
    struct fm_position *again = NULL;
    struct fm_error error;
    char got[FM_FEN_SIZE], want[FM_FEN_SIZE];
    uint64_t keys[2][2];
    same(walk, "board", fm_position_board(walk->lib, &board), FM_OK);
    (void)fm_position_fen(walk->lib, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, want,
                          sizeof want, NULL);
    same(walk, "board's FEN", fm_board_fen(&board, got, sizeof got, NULL), FM_OK);
    same(walk, "board's text", strcmp(got, want), 0);
    same(walk, "faults", fm_board_faults(&board), 0);
    if (fm_position_new_board(&board, &again, &error) != FM_OK) {
        fail(walk, "position of its board", error.status, FM_OK);
        return;
    }
    fm_position_identity(walk->lib, keys[0]);
    fm_position_identity(again, keys[1]);
    (void)fm_position_fen(again, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, got,
                          sizeof got, NULL);
    same(walk, "FEN again", strcmp(got, want), 0);
    same(walk, "identity again", memcmp(keys[0], keys[1], sizeof keys[0]), 0);
    same(walk, "variant again", strcmp(fm_position_variant(again), fm_position_variant(walk->lib)),
         0);
    fm_position_free(again);
    unsigned file, rank;
    fm_position_king(walk->lib, true, &file, &rank);
    board.pieces[rank][file] = 0;
    same(walk, "faults without a king", fm_board_faults(&board) & FM_FAULT_NO_BLACK_KING,
         FM_FAULT_NO_BLACK_KING);
    same(walk, "it is refused", fm_position_new_board(&board, &again, &error), FM_REJECTED);
    same(walk, "by its faults", error.faults, fm_board_faults(&board));
}

/* ---- lines ---- */

static void note_fen(struct walk *walk)
{
    char *const fen = walk->fens[walk->ply];
    ref_write_fen(&walk->ref, REF_SHREDDER, REF_EP_LEGAL, fen);
    for (int field = 0; field < 2; field++)
        *strrchr(fen, ' ') = 0;
}

static void compare_line(struct walk *walk)
{
    int times = 0;
    char got[FM_FEN_SIZE], want[REF_FEN_SIZE];
    for (int i = 0; i <= walk->ply; i++)
        times += strcmp(walk->fens[i], walk->fens[walk->ply]) == 0;
    same(walk, "repetitions", fm_line_repetition(walk->line), times);
    same(walk, "length", (long)fm_line_length(walk->line), walk->ply);
    (void)fm_position_fen(fm_line_position(walk->line), FM_CASTLING_XFEN, FM_EP_ALWAYS,
                          FM_COUNTERS_FIELDS, got, sizeof got, NULL);
    ref_write_fen(&walk->ref, REF_XFEN, REF_EP_ALWAYS, want);
    same(walk, "FEN of a line", strcmp(got, want), 0);
}

/* Back to the start, and forward again by the moves that it knows. */
static void undo_all(struct walk *walk)
{
    struct fm_legal_move moves[PLIES_MAX], move;
    char got[FM_FEN_SIZE];
    const size_t count = fm_line_length(walk->line);
    for (size_t i = 0; i < count; i++)
        same(walk, "has a move", fm_line_move(walk->line, i, &moves[i]), true);
    same(walk, "has no more", fm_line_move(walk->line, count, &move), false);
    for (size_t i = count; i > 0; i--) {
        same(walk, "undo", fm_line_undo(walk->line), true);
        (void)fm_position_fen(fm_line_position(walk->line), FM_CASTLING_SHREDDER, FM_EP_LEGAL,
                              FM_COUNTERS_NONE, got, sizeof got, NULL);
        same(walk, "FEN after undo", strcmp(got, walk->fens[i - 1]), 0);
    }
    same(walk, "undo at the start", fm_line_undo(walk->line), false);
    for (size_t i = 0; i < count; i++)
        same(walk, "played again", fm_line_play(walk->line, &moves[i]), FM_OK);
    same(walk, "a move of the past",
         count > 0 && fm_line_play(walk->line, &moves[count - 1]) == FM_OK &&
             moves[count - 1].piece == 'P',
         false);
}

/* ---- walking ---- */

static void compare(struct walk *walk, const struct ref_move *moves, int count)
{
    static struct fm_legal_move lists[2][REF_MOVES_MAX];
    struct fm_legal_move *const list = lists[positions++ % 2];
    compare_squares(walk);
    compare_state(walk);
    compare_moves(walk, moves, count, list);
    compare_random(walk, moves, count);
    compare_null(walk);
    compare_board(walk);
    compare_line(walk);
    if (positions % 4 == 0) {
        compare_pins(walk);
        compare_attackers(walk, (int)chance_below(&chance, (unsigned)walk->ref.files),
                          (int)chance_below(&chance, 8));
    }
    before = list;
    before_count = (size_t)count;
}

static struct fm_position *library_position(const struct ref_position *ref, const char *variant)
{
    char fen[REF_FEN_SIZE];
    struct fm_position *lib = NULL;
    ref_write_fen(ref, REF_XFEN, REF_EP_ALWAYS, fen);
    return fm_position_new(text_of(fen), variant, &lib, NULL) == FM_OK ? lib : NULL;
}

static void step(struct walk *walk, const struct ref_move *move)
{
    struct fm_legal_move played;
    if (fm_position_find_squares(walk->lib, (unsigned)move->from_file, (unsigned)move->from_rank,
                                 (unsigned)move->to_file, (unsigned)move->to_rank, move->promotion,
                                 &played, NULL) != FM_OK ||
        fm_position_make_move(walk->lib, &played) != FM_OK ||
        fm_line_play(walk->line, &played) != FM_OK)
        fail(walk, "plays", 0, 1);
    ref_play(&walk->ref, move);
    walk->ply++;
}

/* The reverse of the move before the last one comes often, so that positions are repeated. */
static int choose(const struct walk *walk, const struct ref_move *moves, int count)
{
    struct fm_legal_move last;
    const size_t length = fm_line_length(walk->line);
    if (length >= 2 && chance_below(&chance, 2) == 0 && fm_line_move(walk->line, length - 2, &last))
        for (int i = 0; i < count; i++)
            if (moves[i].from_file == last.to_file && moves[i].from_rank == last.to_rank &&
                moves[i].to_file == last.from_file && moves[i].to_rank == last.from_rank &&
                moves[i].castling == REF_NO_SIDE)
                return i;
    for (int i = 0; i < count; i++)
        if ((moves[i].castling != REF_NO_SIDE || ref_is_en_passant(&walk->ref, &moves[i])) &&
            chance_below(&chance, 3) == 0)
            return i;
    return (int)chance_below(&chance, (unsigned)count);
}

static bool walk_from(const char *variant, const struct ref_position *start, int plies)
{
    static struct walk walk;
    memset(&walk, 0, sizeof walk);
    walk.variant = variant;
    walk.ref = *start;
    walk.ok = true;
    walk.lib = library_position(start, variant);
    if (walk.lib == NULL || fm_line_new(walk.lib, &walk.line) != FM_OK)
        fail(&walk, "start", 0, 1);
    while (walk.ok) {
        struct ref_move moves[REF_MOVES_MAX];
        const int count = ref_moves(&walk.ref, moves);
        note_fen(&walk);
        compare(&walk, moves, count);
        if (count == 0 || walk.ply == plies || !walk.ok)
            break;
        step(&walk, &moves[choose(&walk, moves, count)]);
    }
    if (walk.ok)
        undo_all(&walk);
    fm_line_free(walk.line);
    fm_position_free(walk.lib);
    return walk.ok;
}

static int times(int seconds, int minutes)
{
    return vectors_long() ? minutes : seconds;
}

static bool group_arrays(const char *variant, const char *row, const char *prefix)
{
    bool ok = true;
    for (int n = times(4, 200); ok && n > 0; n--) {
        struct ref_position start;
        char random[11];
        if (row == NULL)
            start_row_random(&chance, random);
        start_from_rows(row == NULL ? random : row, row == NULL ? random : row, prefix, variant,
                        &start);
        ok = walk_from(variant, &start, PLIES_MAX);
    }
    return ok;
}

static bool group_960(void)
{
    bool ok = true;
    for (unsigned sp = 0; ok && sp < 960; sp += vectors_long() ? 1 : 7) {
        struct ref_position start;
        char row[9];
        start_row_960(sp, row);
        start_from_rows(row, row, "", "chess960", &start);
        ok = walk_from("chess960", &start, 40);
    }
    return ok;
}

static bool group_sparse(const char *variant, int files)
{
    return start_walks_sparse(&chance, variant, files, times(60, 3000), walk_from, 30);
}

static bool group_castling(const char *variant, int files, enum ref_style style)
{
    return start_walks_castling(&chance, variant, files, style, times(100, 10000), walk_from, 3);
}

static void point(bool ok, const char *name)
{
    tap_point(&tap, ok, "%s (%lu positions)", name, positions);
    positions = 0;
}

int main(void)
{
    const char *seed = getenv("FENMILL_SEED");
    chance.state = seed ? strtoull(seed, NULL, 10) : 20261128;
    point(group_arrays("standard", "RNBQKBNR", ""), "chess");
    point(group_960(), "arrays of Chess960");
    point(group_arrays("embassy", "RNBQKCABNR", "m"), "Embassy");
    point(group_arrays("janus", "RANBKQBNAR", "s"), "Janus");
    point(group_arrays("caparandom", NULL, ""), "random 10x8 arrays");
    point(group_sparse("standard", 8), "few pieces, 8x8");
    point(group_sparse("capablanca", 10), "few pieces, 10x8");
    point(group_castling("chess960", 8, REF_TRADITIONAL), "castling studies, 8x8");
    point(group_castling("chess960", 8, REF_MODERN), "castling studies, 8x8 m");
    point(group_castling("caparandom", 10, REF_SYMMETRIC), "castling studies, 10x8 s");
    return tap_done(&tap);
}
