/* SPDX-License-Identifier: MIT */
#include <config.h>
/* The library against the reference implementation: on random walks from many starts in every variant both have the
 * same legal moves with the same texts, and after each of them the same FEN in every dialect.
 * FENMILL_LONG=1 walks for minutes, FENMILL_SEED=N walks elsewhere. */
#include <stdlib.h>
#include <string.h>
#include "fenmill.h"
#include "hot.h"
#include "reference/ref_fen.h"
#include "reference/ref_san.h"
#include "starts.h"
#include "tap.h"
#include "vectors.h"

enum { FEN_SIZE = 192 };

struct walk {
    const char *variant;
    struct ref_position ref;
    struct fm_position *lib; /* plays the whole walk */
    bool ok;
};

struct move_text {
    char uci[REF_MOVE_SIZE], san[REF_MOVE_SIZE];
};
struct move_list {
    struct move_text text[REF_MOVES_MAX];
    int count;
};

static struct tap tap;
static struct chance chance;
static unsigned long positions;

static struct fm_text text_of(const char *text)
{
    return (struct fm_text){(const unsigned char *)text, strlen(text)};
}

/* ---- comparing ---- */

static void fail(struct walk *walk, const char *what, const char *lib, const char *ref)
{
    char fen[REF_FEN_SIZE];
    if (walk->ok) {
        ref_write_fen(&walk->ref, REF_XFEN, REF_EP_ALWAYS, fen);
        tap_note("%s at %s: %s: library %s, reference %s", walk->variant, fen, what, lib, ref);
    }
    walk->ok = false;
}

/* Every castling dialect with every en passant rule. */
static void compare_fens(struct walk *walk, const struct fm_position *lib,
                         const struct ref_position *ref, const char *what)
{
    static const enum fm_castling_dialect castling[] = {FM_CASTLING_FEN, FM_CASTLING_XFEN,
                                                        FM_CASTLING_SHREDDER};
    static const enum fm_en_passant en_passant[] = {FM_EP_ALWAYS, FM_EP_PSEUDO_LEGAL, FM_EP_LEGAL};
    for (int dialect = REF_FEN; dialect <= REF_SHREDDER; dialect++)
        for (int ep = REF_EP_ALWAYS; ep <= REF_EP_LEGAL; ep++) {
            char got[FEN_SIZE], want[REF_FEN_SIZE];
            if (!ref_write_fen(ref, (enum ref_dialect)dialect, (enum ref_ep)ep, want))
                want[0] = '\0';
            (void)fm_position_fen(lib, castling[dialect], en_passant[ep], FM_COUNTERS_FIELDS, got,
                                  sizeof got, NULL);
            if (strcmp(got, want) != 0)
                fail(walk, what, got, want);
        }
}

static void collect(void *user, const char *uci, const char *san, uint64_t count)
{
    struct move_list *list = user;
    if (list->count == REF_MOVES_MAX || count != 1)
        abort();
    struct move_text *text = &list->text[list->count++];
    snprintf(text->uci, sizeof text->uci, "%s", uci);
    snprintf(text->san, sizeof text->san, "%s", san);
}

static int by_uci(const void *a, const void *b)
{
    return strcmp(((const struct move_text *)a)->uci, ((const struct move_text *)b)->uci);
}

static void write_moves(const struct walk *walk, const struct ref_move *moves, int count,
                        struct move_list *list)
{
    const bool king_takes_rook = strcmp(walk->variant, "standard") != 0;
    list->count = count;
    for (int i = 0; i < count; i++) {
        ref_write_uci(&moves[i], king_takes_rook, list->text[i].uci);
        ref_write_san(&walk->ref, moves, count, i, list->text[i].san);
    }
    qsort(list->text, (size_t)count, sizeof list->text[0], by_uci);
}

static void compare_moves(struct walk *walk, const struct ref_move *moves, int count)
{
    static struct move_list lib, ref;
    lib.count = 0;
    fm_position_divide(walk->lib, 1, collect, &lib);
    qsort(lib.text, (size_t)lib.count, sizeof lib.text[0], by_uci);
    write_moves(walk, moves, count, &ref);
    for (int i = 0; i < lib.count || i < ref.count; i++) {
        const struct move_text none = {"nothing", "nothing"};
        const struct move_text *got = i < lib.count ? &lib.text[i] : &none,
                               *want = i < ref.count ? &ref.text[i] : &none;
        if (strcmp(got->uci, want->uci) != 0)
            fail(walk, "move", got->uci, want->uci);
        if (strcmp(got->san, want->san) != 0)
            fail(walk, "SAN", got->san, want->san);
    }
}

static struct fm_position *library_position(const struct ref_position *ref, const char *variant)
{
    char fen[REF_FEN_SIZE];
    struct fm_position *lib = NULL;
    ref_write_fen(ref, REF_XFEN, REF_EP_ALWAYS, fen);
    if (fm_position_new(text_of(fen), variant, &lib, NULL) != FM_OK)
        return NULL;
    return lib;
}

/* The short path may leave any text to the careful one but the canonical; what it reads is
 * right. */
static void compare_hot(struct walk *walk, const char *text, const struct ref_position *after,
                        bool canonical)
{
    char from[REF_FEN_SIZE], got[HOT_FEN_SIZE], want[REF_FEN_SIZE] = "nothing";
    ref_write_fen(&walk->ref, REF_XFEN, REF_EP_ALWAYS, from);
    if (after)
        ref_write_fen(after, REF_SHREDDER, REF_EP_ALWAYS, want);
    if (!hot_play(from, walk->variant, text, got)) {
        if (canonical)
            fail(walk, text, "leaves it by the short path", want);
    } else if (strcmp(got, want) != 0) {
        fail(walk, text, got, want);
    }
}

/* Each legal move from a position that was read anew, by SAN and by UCI in turn. */
static void compare_successors(struct walk *walk, const struct ref_move *moves, int count)
{
    for (int i = 0; i < count && walk->ok; i++) {
        char text[REF_MOVE_SIZE];
        struct ref_position after = walk->ref;
        struct fm_position *lib = library_position(&walk->ref, walk->variant);
        if (i % 2)
            ref_write_uci(&moves[i], strcmp(walk->variant, "standard") != 0, text);
        else
            ref_write_san(&walk->ref, moves, count, i, text);
        ref_play(&after, &moves[i]);
        if (i % 2 == 0)
            compare_hot(walk, text, &after, true);
        if (!lib || fm_position_play(lib, text_of(text), NULL) != FM_OK)
            fail(walk, text, "refuses", "plays");
        else
            compare_fens(walk, lib, &after, text);
        fm_position_free(lib);
    }
}

/* A piece move with any part of its origin, to the target of a legal move or to somewhere near
 * it. */
static void random_spelling(const struct ref_position *pos, const struct ref_move *near, char *out)
{
    const char *pieces = pos->files == 10 ? "NBRQAC" : "NBRQ";
    const int file = near->to_file + (int)chance_below(&chance, 8) / 7;
    const unsigned parts = chance_below(&chance, 4);
    *out++ = pieces[chance_below(&chance, (unsigned)strlen(pieces))];
    if (parts & 1)
        *out++ = (char)('a' + near->from_file);
    if (parts & 2)
        *out++ = (char)('1' + near->from_rank);
    if (pos->pieces[near->to_rank][near->to_file] != '.')
        *out++ = 'x';
    *out++ = (char)('a' + file % pos->files);
    *out++ = (char)('1' + near->to_rank);
    *out = '\0';
}

/* Texts that may mean one move, several or none. */
static void compare_readings(struct walk *walk, const struct ref_move *moves, int count)
{
    for (int tries = 0; count && tries < 8; tries++) {
        char text[REF_MOVE_SIZE];
        struct fm_error error;
        struct ref_position after = walk->ref;
        struct fm_position *lib = library_position(&walk->ref, walk->variant);
        random_spelling(&walk->ref, &moves[chance_below(&chance, (unsigned)count)], text);
        const int which = ref_find_san(&walk->ref, moves, count, text);
        const enum fm_status status = fm_position_play(lib, text_of(text), &error);
        if ((status == FM_OK) != (which >= 0))
            fail(walk, text, status == FM_OK ? "plays" : "refuses",
                 which >= 0 ? "plays" : "refuses");
        else if (status != FM_OK && (error.reason == FM_REASON_AMBIGUOUS_MOVE) != (which == -2))
            fail(walk, text, fm_reason_name(error.reason), which == -2 ? "several" : "none");
        if (which >= 0)
            ref_play(&after, &moves[which]);
        if (status == FM_OK && which >= 0)
            compare_fens(walk, lib, &after, text);
        compare_hot(walk, text, which >= 0 ? &after : NULL, false);
        fm_position_free(lib);
    }
}

/* What a move as a value shows of itself is what the reference's move does. */
static bool shows(const struct ref_position *pos, const struct ref_move *want,
                  const struct fm_legal_move *got)
{
    const bool castles = want->castling != REF_NO_SIDE, passes = ref_is_en_passant(pos, want);
    const char taken = pos->pieces[want->to_rank][want->to_file];
    const char captured = castles ? '\0' : passes ? 'P' : taken == '.' ? '\0' : ref_kind(taken);
    return got->from_file == want->from_file && got->from_rank == want->from_rank &&
           (castles ? got->rook_file : got->to_file) == want->to_file &&
           got->to_rank == want->to_rank && got->promotion == want->promotion &&
           got->captured == captured &&
           got->piece == ref_kind(pos->pieces[want->from_rank][want->from_file]) &&
           castles == ((got->flags & FM_LEGAL_CASTLING) != 0) &&
           passes == ((got->flags & FM_LEGAL_EN_PASSANT) != 0);
}

/* The forms of UCI: by the variant, king takes rook always, and the king's way where king and rook stand as in chess. */
static void compare_uci(struct walk *walk, const struct fm_legal_move *move,
                        const struct ref_move *want)
{
    const bool chess = strcmp(walk->variant, "standard") == 0;
    char texts[3][REF_MOVE_SIZE], got[FM_MOVE_SIZE] = "?";
    static const enum fm_move_form forms[3] = {FM_MOVE_UCI, FM_MOVE_UCI_960, FM_MOVE_UCI_CLASSIC};
    const bool classic =
        want->castling == REF_NO_SIDE || (walk->ref.files == 8 && want->from_file == 4 &&
                                          want->to_file == (want->castling == REF_H_SIDE ? 7 : 0));
    ref_write_uci(want, !chess, texts[0]);
    ref_write_uci(want, true, texts[1]);
    ref_write_uci(want, !classic, texts[2]);
    if (want->castling != REF_NO_SIDE && classic) /* the style says how far he goes */
        texts[2][2] = (char)('a' + move->to_file);
    for (int i = 0; i < 3; i++) {
        if (fm_position_move_text(walk->lib, move, forms[i], got, sizeof got) != FM_OK ||
            strcmp(got, texts[i]) != 0)
            fail(walk, "UCI of a value", got, texts[i]);
    }
}

/* A move as a value: its texts, what it shows, the position after it; and that it is refused where it is
 * not legal. */
static void compare_value(struct walk *walk, const struct fm_legal_move *move,
                          const struct ref_move *moves, int count)
{
    char uci[FM_MOVE_SIZE] = "?", san[FM_MOVE_SIZE] = "?", want[REF_MOVE_SIZE];
    struct fm_position *after = NULL;
    struct fm_legal_move found;
    (void)!fm_position_move_text(walk->lib, move, FM_MOVE_UCI_960, uci, sizeof uci);
    (void)!fm_position_move_text(walk->lib, move, FM_MOVE_SAN, san, sizeof san);
    const int which = ref_find_uci(moves, count, uci);
    if (which < 0 || !shows(&walk->ref, &moves[which], move)) {
        fail(walk, "move as a value", uci, "other");
        return;
    }
    compare_uci(walk, move, &moves[which]);
    ref_write_san(&walk->ref, moves, count, which, want);
    if (strcmp(san, want) != 0)
        fail(walk, "SAN of a value", san, want);
    if (fm_position_find(walk->lib, text_of(san), &found, NULL) != FM_OK ||
        found.code != move->code)
        fail(walk, "found by SAN", san, "the same");
    if (fm_position_copy(walk->lib, &after) != FM_OK ||
        fm_position_make_move(after, move) != FM_OK) {
        fail(walk, "makes", "refuses", uci);
    } else {
        struct ref_position ref = walk->ref;
        ref_play(&ref, &moves[which]);
        compare_fens(walk, after, &ref, uci);
        if (fm_position_make_move(after, move) == FM_OK) /* its piece is gone from there */
            fail(walk, "makes again", uci, "refuses");
    }
    fm_position_free(after);
}

static void compare_values(struct walk *walk, const struct ref_move *moves, int count)
{
    static struct fm_legal_move list[REF_MOVES_MAX];
    const size_t got = fm_position_moves(walk->lib, list, REF_MOVES_MAX);
    const bool check = ref_in_check(&walk->ref, walk->ref.black);
    const unsigned state = fm_position_state(walk->lib) & ~(unsigned)FM_STATE_INSUFFICIENT;
    const unsigned mate = check ? FM_STATE_MATE : FM_STATE_STALEMATE;
    if (state != ((check ? FM_STATE_CHECK : 0u) | (count == 0 ? mate : 0u)))
        fail(walk, "state", "and reference", "differ");
    if (got != (size_t)count || fm_position_moves(walk->lib, NULL, 0) != got)
        fail(walk, "number of moves", "and reference", "differ");
    for (size_t i = 0; i < got && walk->ok; i++)
        compare_value(walk, &list[i], moves, count);
}

static void compare(struct walk *walk, const struct ref_move *moves, int count)
{
    positions++;
    if (fm_position_in_check(walk->lib) != ref_in_check(&walk->ref, walk->ref.black))
        fail(walk, "in check", "and reference", "differ");
    compare_fens(walk, walk->lib, &walk->ref, "FEN");
    compare_moves(walk, moves, count);
    compare_successors(walk, moves, count);
    if (positions % 8 == 0) /* the time is quadratic in the moves */
        compare_values(walk, moves, count);
    if (walk->ok)
        compare_readings(walk, moves, count);
}

/* ---- walking ---- */

/* Castling, promotion and double steps come oftener than chance would have them. */
static int choose(const struct ref_position *pos, const struct ref_move *moves, int count)
{
    for (int tries = 0; tries < 4; tries++) {
        const int i = (int)chance_below(&chance, (unsigned)count);
        const struct ref_move *m = &moves[i];
        const bool double_step = ref_kind(pos->pieces[m->from_rank][m->from_file]) == 'P' &&
                                 abs(m->from_rank - m->to_rank) == 2;
        if (m->castling != REF_NO_SIDE || m->promotion || double_step || ref_is_en_passant(pos, m))
            return i;
    }
    return (int)chance_below(&chance, (unsigned)count);
}

static bool walk_from(const char *variant, const struct ref_position *start, int plies)
{
    struct walk walk = {
        .variant = variant, .ref = *start, .lib = library_position(start, variant), .ok = true};
    if (!walk.lib)
        fail(&walk, "start", "refuses", "reads");
    for (int ply = 0; walk.ok && ply <= plies; ply++) {
        struct ref_move moves[REF_MOVES_MAX];
        char san[REF_MOVE_SIZE];
        const int count = ref_moves(&walk.ref, moves);
        compare(&walk, moves, count);
        if (!count || !walk.ok)
            break;
        const int i = choose(&walk.ref, moves, count);
        ref_write_san(&walk.ref, moves, count, i, san);
        if (fm_position_play(walk.lib, text_of(san), NULL) != FM_OK)
            fail(&walk, san, "refuses", "plays");
        ref_play(&walk.ref, &moves[i]);
    }
    fm_position_free(walk.lib);
    return walk.ok;
}

/* ---- the groups of starts; each returns whether all walks agreed ---- */

static int times(int seconds, int minutes)
{
    return vectors_long() ? minutes : seconds;
}

static bool group_fixed(void)
{
    static const char *const fixed[][3] = {
        {"standard", "RNBQKBNR", ""}, {"capablanca", "RNABQKBCNR", ""},
        {"gothic", "RNBQCKABNR", ""}, {"embassy", "RNBQKCABNR", "m"},
        {"janus", "RANBKQBNAR", "s"}, {"embassy", "RNBQKCABNR", ""},
        {"janus", "RANBKQBNAR", ""}};
    bool ok = true;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        for (int n = times(4, 200); ok && n > 0; n--) {
            struct ref_position start;
            start_from_rows(fixed[i][1], fixed[i][1], fixed[i][2], fixed[i][0], &start);
            ok = walk_from(fixed[i][0], &start, 150);
        }
    return ok;
}

static bool group_all_960(void)
{
    bool ok = true;
    for (unsigned sp = 0; ok && sp < 960; sp++) {
        struct ref_position start;
        char row[9];
        start_row_960(sp, row);
        start_from_rows(row, row, "", "chess960", &start);
        ok = walk_from("chess960", &start, times(3, 60));
    }
    return ok;
}

static bool group_two_rows(const char *variant, const char *prefix, bool same, int count)
{
    bool ok = true;
    while (ok && count-- > 0) {
        struct ref_position start;
        char white[9], black[9];
        start_row_960(chance_below(&chance, 960), white);
        start_row_960(chance_below(&chance, 960), black);
        start_from_rows(white, same ? white : black, prefix, variant, &start);
        ok = walk_from(variant, &start, 60);
    }
    return ok;
}

static bool group_random_10x8(const char *variant, const char *prefix)
{
    bool ok = true;
    for (int n = times(12, 600); ok && n > 0; n--) {
        struct ref_position start;
        char row[11];
        start_row_random(&chance, row);
        start_from_rows(row, row, prefix, variant, &start);
        ok = walk_from(variant, &start, 60);
    }
    return ok;
}

static bool group_sparse(const char *variant, int files)
{
    return start_walks_sparse(&chance, variant, files, times(60, 3000), walk_from, 12);
}

static bool group_castling(const char *variant, int files, enum ref_style style)
{
    return start_walks_castling(&chance, variant, files, style, times(150, 10000), walk_from, 3);
}

static void point(bool ok, const char *name)
{
    tap_point(&tap, ok, "%s (%lu positions)", name, positions);
    positions = 0;
}

int main(void)
{
    const char *seed = getenv("FENMILL_SEED");
    chance.state = seed ? strtoull(seed, NULL, 10) : 20240229;
    point(group_fixed(), "the start arrays");
    point(group_all_960(), "all 960 arrays");
    point(group_two_rows("chess960", "", false, times(40, 2000)), "double Chess960");
    point(group_two_rows("chess960", "s", true, times(15, 500)), "8x8 with castling s");
    point(group_two_rows("chess960", "m", true, times(15, 500)), "8x8 with castling m");
    point(group_two_rows("chess480", "", true, times(15, 500)), "Chess480");
    point(group_two_rows("chess480-lewis", "", true, times(15, 500)), "Chess480, Lewis's rule");
    point(group_random_10x8("caparandom", ""), "random 10x8 arrays");
    point(group_random_10x8("caparandom", "s"), "random 10x8 arrays with castling s");
    point(group_random_10x8("caparandom", "m"), "random 10x8 arrays with castling m");
    point(group_sparse("standard", 8), "few pieces, 8x8");
    point(group_sparse("capablanca", 10), "few pieces, 10x8");
    point(group_sparse("janus", 10), "few pieces, Janus");
    point(group_castling("chess960", 8, REF_TRADITIONAL), "castling studies, 8x8");
    point(group_castling("chess960", 8, REF_SYMMETRIC), "castling studies, 8x8 s");
    point(group_castling("chess960", 8, REF_MODERN), "castling studies, 8x8 m");
    point(group_castling("chess480-lewis", 8, REF_LEWIS), "castling studies, Lewis's rule");
    point(group_castling("caparandom", 10, REF_TRADITIONAL), "castling studies, 10x8");
    point(group_castling("caparandom", 10, REF_SYMMETRIC), "castling studies, 10x8 s");
    point(group_castling("caparandom", 10, REF_MODERN), "castling studies, 10x8 m");
    return tap_done(&tap);
}
