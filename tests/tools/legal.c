/* SPDX-License-Identifier: MIT */
/* Positions of each variant, and the legal moves of positions as the library writes them:
 *
 *     legal positions VARIANT COUNT [SEED]   rows: variant, FEN, with a TAB between
 *     legal moves                            reads such rows, and prints a row for each legal move, in the order of
 *                                            their UCI: number of the position, UCI, SAN, LAN
 *     legal games                            reads such rows, and prints a game of one move for each, in the same order;
 *                                            they are written in all forms in turn
 *
 * VARIANT is one of --variant, or dfrc. The positions are the reference's, reached by its own moves. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference/ref_fen.h"
#include "starts.h"
#include "fenmill.h"

struct text {
    size_t which;
    char uci[FM_MOVE_SIZE];
};

static int by_uci(const void *a, const void *b)
{
    return strcmp(((const struct text *)a)->uci, ((const struct text *)b)->uci);
}

/* ---- positions ---- */

static struct chance chance;

/* Rights are those of chess: king on e, rook on a or h. */
static bool castles_as_in_chess(const struct ref_position *pos)
{
    static const int home[2] = {7, 0};
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++)
            if (pos->rook[black][side] >= 0 &&
                (pos->rook[black][side] != home[side] ||
                 ref_kind(pos->pieces[black ? REF_RANKS - 1 : 0][4]) != 'K'))
                return false;
    return true;
}

static void start_study(const char *variant, int files, struct ref_position *out)
{
    const bool chess =
        files == 8 && (strcmp(variant, "standard") == 0 || chance_below(&chance, 2) == 0);
    const enum ref_style own = out->own_style;
    do
        start_castling(&chance, variant, files, own, out);
    while (chess && !castles_as_in_chess(out));
}

static void start_array(const char *variant, bool two, struct ref_position *out)
{
    static const char *const prefixes[] = {"", "s", "m"};
    const char *const fen = fm_variant_start(variant);
    char white[11], black[11];
    if (fen != NULL) {
        if (!ref_read_fen(fen, variant, out))
            abort();
    } else if (strcmp(variant, "caparandom") == 0) {
        start_row_random(&chance, white);
        start_from_rows(white, white, prefixes[chance_below(&chance, 3)], variant, out);
    } else {
        start_row_960(chance_below(&chance, 960), white);
        start_row_960(chance_below(&chance, 960), black);
        start_from_rows(white, two ? black : white, "", variant, out);
    }
}

/* Castling and promotions come oftener than chance would have them. */
static int choose(const struct ref_move *moves, int count)
{
    for (int tries = 0; tries < 4; tries++) {
        const int i = (int)chance_below(&chance, (unsigned)count);
        if (moves[i].castling != REF_NO_SIDE || moves[i].promotion)
            return i;
    }
    return (int)chance_below(&chance, (unsigned)count);
}

static int print_positions(const char *variant, long count)
{
    const bool two = strcmp(variant, "dfrc") == 0;
    struct ref_position pos;
    if (two)
        variant = "chess960";
    start_array(variant, two, &pos);
    while (count > 0) {
        const int files = pos.files;
        unsigned plies = 4;
        switch (chance_below(&chance, 4)) {
        case 0:
            start_sparse(&chance, variant, files, &pos);
            break;
        case 1:
            start_study(variant, files, &pos);
            break;
        default:
            start_array(variant, two, &pos);
            plies = 1 + chance_below(&chance, 80);
        }
        for (; count > 0 && plies > 0; plies--) {
            struct ref_move moves[REF_MOVES_MAX];
            char fen[REF_FEN_SIZE];
            const int legal = ref_moves(&pos, moves);
            ref_write_fen(&pos, REF_XFEN, REF_EP_ALWAYS, fen);
            printf("%s\t%s\n", variant, fen);
            count--;
            if (legal == 0)
                break;
            ref_play(&pos, &moves[choose(moves, legal)]);
        }
    }
    return 0;
}

/* ---- moves ---- */

enum { MOVES_MAX = 1024, FORMS = 5 };

static void write_move(const struct fm_position *position, const struct fm_legal_move *move,
                       enum fm_move_form form, char out[FM_MOVE_SIZE])
{
    if (fm_position_move_text(position, move, form, out, FM_MOVE_SIZE) != FM_OK)
        abort();
}

static void print_game(const char *variant, const char *fen, const char *move)
{
    const bool black = strstr(fen, " b ") != NULL;
    printf("[Variant \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n1.%s %s *\n\n", variant, fen,
           black ? ".." : "", move);
}

static void print_moves(const char *variant, const char *fen, unsigned long number, bool games)
{
    static struct fm_legal_move moves[MOVES_MAX];
    static struct text order[MOVES_MAX];
    static unsigned form;
    struct fm_position *position;
    const struct fm_text text = {(const unsigned char *)fen, strlen(fen)};
    if (fm_position_new(text, variant, &position, NULL) != FM_OK) {
        fprintf(stderr, "legal: %s: %s\n", variant, fen);
        exit(1);
    }
    const size_t count = fm_position_moves(position, moves, MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        order[i].which = i;
        write_move(position, &moves[i], FM_MOVE_UCI, order[i].uci);
    }
    qsort(order, count, sizeof *order, by_uci);
    for (size_t i = 0; i < count; i++) {
        const struct fm_legal_move *const move = &moves[order[i].which];
        char san[FM_MOVE_SIZE], lan[FM_MOVE_SIZE];
        write_move(position, move, games ? (enum fm_move_form)(form++ % FORMS) : FM_MOVE_SAN, san);
        write_move(position, move, FM_MOVE_LAN, lan);
        if (games)
            print_game(variant, fen, san);
        else
            printf("%lu\t%s\t%s\t%s\n", number, order[i].uci, san, lan);
    }
    fm_position_free(position);
}

int main(int argc, char **argv)
{
    char row[256];
    if (argc >= 4 && strcmp(argv[1], "positions") == 0) {
        chance.state = argc > 4 ? strtoull(argv[4], NULL, 10) : 26;
        return print_positions(argv[2], strtol(argv[3], NULL, 10));
    }
    for (unsigned long number = 1; argc == 2 && fgets(row, sizeof row, stdin) != NULL; number++) {
        char *const fen = strchr(row, '\t');
        if (fen == NULL)
            return 1;
        *fen = '\0';
        fen[strcspn(fen + 1, "\n") + 1] = '\0';
        print_moves(row, fen + 1, number, strcmp(argv[1], "games") == 0);
    }
    return argc != 2;
}
