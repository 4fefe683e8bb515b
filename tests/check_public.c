/* SPDX-License-Identifier: MIT */
/* What the public interface says of a position, and its names: calls that the program does not need. */
#include <config.h>
#include <string.h>
#include "base/base.h"
#include "board/setup.h"
#include "check_main.h"
#include "fenmill.h"

static const struct {
    const char *fen, *variant;
    unsigned files, state; /* state: set of enum fm_state */
    bool black;
    char a1, last; /* pieces on a1 and on the last square of rank 8 */
} positions[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "standard", 8, 0, false, 'R', 'r'},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "standard", 8, 0, true, 'R',
     'r'},
    {"4k3/8/8/8/8/8/8/4K2r w - - 0 1", "standard", 8, FM_STATE_CHECK, false, 0, 0},
    {"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "standard", 8, FM_STATE_STALEMATE, false, 0, 0},
    {"4k3/8/8/8/8/8/8/B3K3 b - - 0 1", "standard", 8, FM_STATE_INSUFFICIENT, true, 'B', 0},
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "standard", 8,
     FM_STATE_CHECK | FM_STATE_MATE, false, 'R', 'r'},
    {"rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", "gothic", 10, 0, false,
     'R', 'r'},
};

START_TEST(a_position_is_as_its_fen_says)
{
    struct fm_position *position;
    ck_assert_int_eq(fm_position_new(fm_text_of(positions[_i].fen), NULL, &position, NULL), FM_OK);
    ck_assert_str_eq(fm_position_variant(position), positions[_i].variant);
    const unsigned files = fm_position_files(position);
    ck_assert_uint_eq(files, positions[_i].files);
    ck_assert_int_eq(fm_position_black_to_move(position), positions[_i].black);
    ck_assert_uint_eq(fm_position_state(position), positions[_i].state);
    ck_assert_int_eq(fm_position_in_check(position), (positions[_i].state & FM_STATE_CHECK) != 0);
    ck_assert_int_eq(fm_position_piece(position, 0, 0), positions[_i].a1);
    ck_assert_int_eq(fm_position_piece(position, files - 1, 7), positions[_i].last);
    ck_assert_int_eq(fm_position_piece(position, files, 0), 0);
    ck_assert_int_eq(fm_position_piece(position, 0, 8), 0);
    struct fm_square_set set;
    const struct fm_square_set none = {{0}};
    memset(&set, 0x55, sizeof set);
    ck_assert_uint_eq(fm_position_attacks(position, files, 0, &set), 0);
    ck_assert_mem_eq(&set, &none, sizeof set);
    memset(&set, 0x55, sizeof set);
    ck_assert_uint_eq(fm_position_attackers(position, 0, 8, false, &set), 0);
    ck_assert_mem_eq(&set, &none, sizeof set);
    memset(&set, 0x55, sizeof set);
    ck_assert_uint_eq(fm_position_squares(position, 'z', &set), 0);
    ck_assert_mem_eq(&set, &none, sizeof set);
    fm_position_free(position);
}
END_TEST

/* Changes of the start position's board, and what is wrong after each. */
enum change_of { PIECE, RIGHT, STEP, FILES, PREFIX, VARIANT, SIZE };
static const struct {
    enum change_of what;
    int at, to; /* PIECE: 10 * rank + file; RIGHT: 2 * colour + side */
    unsigned faults;
} changes[] = {
    {PIECE, 34, 'Q', 0},
    {PIECE, 34, 'A', FM_FAULT_LETTER},
    {PIECE, 34, 'x', FM_FAULT_LETTER},
    {PIECE, 0, 0, FM_FAULT_CASTLING},
    {PIECE, 0, 'r', FM_FAULT_CASTLING | FM_FAULT_TOO_MANY_PIECES | FM_FAULT_TOO_MANY_PROMOTED},
    {PIECE, 34, 'K', FM_FAULT_TOO_MANY_KINGS},
    {PIECE, 4, 0, FM_FAULT_NO_WHITE_KING | FM_FAULT_CASTLING},
    {PIECE, 71, 'P',
     FM_FAULT_PAWN_ON_LAST_RANK | FM_FAULT_TOO_MANY_PIECES | FM_FAULT_TOO_MANY_PAWNS |
         FM_FAULT_TOO_MANY_PROMOTED},
    {RIGHT, 0, 0, FM_FAULT_CASTLING}, /* the a file's rook is not towards the last file */
    {RIGHT, 1, 7, FM_FAULT_CASTLING},
    {RIGHT, 2, 6, FM_FAULT_CASTLING}, /* a knight */
    {RIGHT, 3, 9, FM_FAULT_CASTLING}, /* beyond the board */
    {RIGHT, 3, -1, 0},
    {STEP, 0, 4, FM_FAULT_EN_PASSANT}, /* no pawn has moved */
    {STEP, 0, 8, FM_FAULT_EN_PASSANT},
    {FILES, 0, 9, FM_FAULT_BAD_BOARD},
    {PREFIX, 0, 'x', FM_FAULT_BAD_BOARD},
    {PREFIX, 0, 'm', 0},
    {VARIANT, 0, 0, FM_FAULT_BAD_BOARD},
    {SIZE, 0, 0, FM_FAULT_BAD_BOARD},
};

START_TEST(a_board_is_refused_for_all_that_is_wrong)
{
    struct fm_board board = FM_BOARD_INIT;
    struct fm_position *position, *made = NULL;
    struct fm_error error;
    char fen[FM_FEN_SIZE] = "?";
    const int at = changes[_i].at, to = changes[_i].to;
    ck_assert_int_eq(fm_position_new_sp(518, &position), FM_OK);
    ck_assert_int_eq(fm_position_board(position, &board), FM_OK);
    ck_assert_uint_eq(board.faults, 0);
    fm_position_free(position);
    switch (changes[_i].what) {
    case PIECE:
        if (to == 'Q') /* there is room for it */
            board.pieces[1][0] = 0;
        board.pieces[at / 10][at % 10] = (char)to;
        break;
    case RIGHT:
        board.castling[at / 2][at % 2] = (signed char)to;
        break;
    case STEP:
        board.en_passant = (signed char)to;
        break;
    case FILES:
        board.files = (unsigned)to;
        break;
    case PREFIX:
        board.variant = NULL;
        board.prefix = (char)to;
        break;
    case VARIANT:
        board.variant = "gothic";
        break;
    case SIZE:
        board.size = 0;
        break;
    }
    const unsigned faults = changes[_i].faults;
    const bool bad = faults == FM_FAULT_BAD_BOARD;
    const enum fm_status status = fm_position_new_board(&board, &made, &error);
    ck_assert_int_eq(status, bad ? FM_BAD_USE : faults != 0 ? FM_REJECTED : FM_OK);
    if (changes[_i].what == PIECE && to == 'K')
        ck_assert_uint_ne(fm_board_faults(&board) & FM_FAULT_TOO_MANY_KINGS, 0);
    else
        ck_assert_uint_eq(fm_board_faults(&board), faults);
    ck_assert_uint_eq(error.faults, fm_board_faults(&board));
    ck_assert_int_eq(error.status, status);
    ck_assert_int_eq(fm_board_fen(&board, fen, sizeof fen, NULL),
                     bad                                                               ? FM_BAD_USE
                     : fm_board_faults(&board) & (FM_FAULT_LETTER | FM_FAULT_CASTLING) ? FM_REJECTED
                                                                                       : FM_OK);
    fm_position_free(made);
}
END_TEST

START_TEST(an_empty_board_is_filled)
{
    struct fm_board board = FM_BOARD_INIT;
    struct fm_position *position;
    char fen[FM_FEN_SIZE];
    size_t n;
    ck_assert_uint_eq(fm_board_faults(&board) & FM_FAULT_EMPTY_BOARD, FM_FAULT_EMPTY_BOARD);
    board.pieces[0][4] = 'K';
    board.pieces[7][4] = 'k';
    board.pieces[0][7] = 'R';
    board.pieces[3][0] = 'P';
    board.castling[0][0] = 7;
    board.en_passant = 0;
    board.black = true;
    board.fullmove = 0; /* counts as 1 */
    ck_assert_int_eq(fm_board_fen(&board, fen, 30, &n), FM_NO_ROOM);
    ck_assert_str_eq(fen, "");
    ck_assert_int_eq(fm_board_fen(&board, fen, n, NULL), FM_NO_ROOM);
    ck_assert_int_eq(fm_board_fen(&board, fen, n + 1, NULL), FM_OK);
    ck_assert_str_eq(fen, "4k3/8/8/8/P7/8/8/4K2R b K a3 0 1");
    ck_assert_int_eq(fm_position_new_board(&board, &position, NULL), FM_OK);
    ck_assert_int_eq(fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS,
                                     fen, sizeof fen, NULL),
                     FM_OK);
    ck_assert_str_eq(fen, "4k3/8/8/8/P7/8/8/4K2R b K a3 0 1");
    fm_position_free(position);
}
END_TEST

START_TEST(a_text_is_read_as_a_board)
{
    struct fm_board board = FM_BOARD_INIT, none = board;
    none.size = 0;
    ck_assert_int_eq(fm_board_read(FM_TEXT("8/8/8/3q4/8/8/8/8"), &board, NULL), FM_OK);
    ck_assert_uint_eq(board.size, sizeof board);
    ck_assert_uint_eq(board.fullmove, 1);
    ck_assert_int_eq(board.pieces[4][3], 'q');
    ck_assert_uint_ne(board.faults & FM_FAULT_NO_WHITE_KING, 0);
    ck_assert_int_eq(fm_board_read(FM_TEXT("8/8/8/3q4/8/8/8/8 b - - 7 9"), &board, NULL), FM_OK);
    ck_assert_uint_eq(board.halfmove, 7);
    ck_assert_uint_eq(board.fullmove, 9);
    ck_assert_int_eq(fm_board_read(FM_TEXT("8/8"), &board, NULL), FM_REJECTED);
    ck_assert_int_eq(fm_board_read(FM_TEXT("8/8/8/8/8/8/8/8"), &none, NULL), FM_BAD_USE);
}
END_TEST

/* Kings, and what else is on the board: squares are 10 * rank + file. */
static const struct {
    const char *what;
    struct {
        int at;
        char piece;
    } put[3];
    bool black;
    int right, rook; /* right: 2 * colour + side, -1 = none; file of its rook */
    int step;        /* file of a double step; -1 = none */
    unsigned faults;
} small[] = {
    {"a step of White", {{30, 'P'}}, true, -1, 0, 0, 0},
    {"a step of Black", {{40, 'p'}}, false, -1, 0, 0, 0},
    {"on the last file", {{37, 'P'}}, true, -1, 0, 7, 0},
    {"of the side that is to move", {{30, 'P'}}, false, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"of the other colour", {{30, 'p'}}, true, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"of no pawn", {{30, 'N'}}, true, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"of one step", {{20, 'P'}}, true, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"over a piece", {{30, 'P'}, {20, 'n'}}, true, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"from where a piece is", {{30, 'P'}, {10, 'N'}}, true, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"over a piece, Black", {{40, 'p'}, {50, 'N'}}, false, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"from there, Black", {{40, 'p'}, {60, 'N'}}, false, -1, 0, 0, FM_FAULT_EN_PASSANT},
    {"a right of White", {{7, 'R'}}, false, 0, 7, -1, 0},
    {"towards the a file", {{0, 'R'}}, false, 1, 0, -1, 0},
    {"of Black", {{77, 'r'}}, false, 2, 7, -1, 0},
    {"of Black towards the a file", {{71, 'r'}}, false, 3, 1, -1, 0},
    {"the rook is on the other side", {{0, 'R'}}, false, 0, 0, -1, FM_FAULT_CASTLING},
    {"and the reverse", {{7, 'R'}}, false, 1, 7, -1, FM_FAULT_CASTLING},
    {"the rook of the enemy", {{7, 'r'}}, false, 0, 7, -1, FM_FAULT_CASTLING},
    {"the rook on another rank", {{17, 'R'}}, false, 0, 7, -1, FM_FAULT_CASTLING},
    {"a bishop", {{7, 'B'}}, false, 0, 7, -1, FM_FAULT_CASTLING},
    {"the king's own file", {{4, 'R'}, {14, 'K'}}, false, 0, 4, -1, FM_FAULT_CASTLING},
    {"the king on another rank", {{4, 0}, {14, 'K'}, {7, 'R'}}, false, 0, 7, -1, FM_FAULT_CASTLING},
    {"the king beside the corner", {{4, 0}, {6, 'K'}, {7, 'R'}}, false, 0, 7, -1, 0},
    {"a file that is not there", {{7, 'R'}}, false, 0, 8, -1, FM_FAULT_CASTLING},
    {"a letter beyond the board", {{8, 'Q'}, {79, '?'}}, false, -1, 0, -1, 0},
};

START_TEST(rights_and_steps_need_their_pieces)
{
    struct fm_board board = FM_BOARD_INIT, back = FM_BOARD_INIT;
    struct fm_position *position = NULL;
    struct fm_error error;
    board.pieces[0][4] = 'K';
    board.pieces[7][4] = 'k';
    for (int i = 0; i < 3; i++)
        if (small[_i].put[i].at > 0 || small[_i].put[i].piece != 0)
            board.pieces[small[_i].put[i].at / 10][small[_i].put[i].at % 10] =
                small[_i].put[i].piece;
    board.black = small[_i].black;
    if (small[_i].right >= 0)
        board.castling[small[_i].right / 2][small[_i].right % 2] = (signed char)small[_i].rook;
    board.en_passant = (signed char)small[_i].step;
    ck_assert_msg(fm_board_faults(&board) == small[_i].faults, "%s: %x", small[_i].what,
                  fm_board_faults(&board));
    const enum fm_status status = fm_position_new_board(&board, &position, &error);
    ck_assert_int_eq(error.status, status);
    if (small[_i].faults != 0) {
        ck_assert_int_eq(status, FM_REJECTED);
        ck_assert_int_eq(error.reason, FM_REASON_IMPOSSIBLE_POSITION);
        return;
    }
    ck_assert_int_eq(status, FM_OK);
    ck_assert_int_eq(error.reason, FM_REASON_NONE);
    ck_assert_int_eq(fm_position_board(position, &back), FM_OK);
    ck_assert_int_eq(back.black, board.black);
    ck_assert_int_eq(back.en_passant, board.en_passant);
    ck_assert_mem_eq(back.castling, board.castling, sizeof back.castling);
    for (int right = 0; right < 4; right++)
        ck_assert_int_eq(fm_position_castling(position, right / 2, right % 2),
                         board.castling[right / 2][right % 2]);
    fm_position_free(position);
}
END_TEST

/* Boards of 10 files, castling styles, variants and counters. */
START_TEST(a_board_has_a_variant)
{
    static const struct {
        const char *fen, *variant, *position; /* variant of the board, and of the position */
        char prefix;
    } wanted[] = {
        {"rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", NULL, "gothic", 0},
        {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w mKQkq - 3 9", "embassy",
         "embassy", 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "standard", "standard", 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "chess960", "chess960", 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w mKQkq - 0 1", "chess480", "chess480", 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w sKQkq - 0 1", NULL, NULL, 's'},
    };
    for (size_t i = 0; i < FM_COUNT_OF(wanted); i++) {
        struct fm_board board = FM_BOARD_INIT, back = FM_BOARD_INIT;
        struct fm_position *position;
        char fen[FM_FEN_SIZE];
        ck_assert_int_eq(fm_board_read(fm_text_of(wanted[i].fen), &board, NULL), FM_OK);
        ck_assert_int_eq(board.prefix, wanted[i].prefix);
        ck_assert_ptr_nonnull(board.variant);
        ck_assert_uint_eq(board.faults, 0);
        board.variant = wanted[i].variant;
        ck_assert_uint_eq(fm_board_faults(&board), 0);
        ck_assert_int_eq(fm_board_fen(&board, fen, sizeof fen, NULL), FM_OK);
        ck_assert_str_eq(fen, wanted[i].fen);
        ck_assert_int_eq(fm_position_new_board(&board, &position, NULL), FM_OK);
        ck_assert_int_eq(fm_position_warning(position, 0), FM_REASON_NONE);
        if (wanted[i].position != NULL)
            ck_assert_str_eq(fm_position_variant(position), wanted[i].position);
        ck_assert_int_eq(fm_position_board(position, &back), FM_OK);
        ck_assert_int_eq(back.prefix, wanted[i].prefix);
        ck_assert_str_eq(back.variant, fm_position_variant(position));
        ck_assert_uint_eq(back.halfmove, board.halfmove);
        ck_assert_uint_eq(back.fullmove, board.fullmove);
        fm_position_free(position);
    }
}
END_TEST

START_TEST(what_a_board_cannot_be)
{
    struct fm_position *position;
    struct fm_board good = FM_BOARD_INIT, board;
    struct fm_error error = {.status = FM_END};
    char fen[FM_FEN_SIZE];
    size_t n = 99;
    ck_assert_int_eq(fm_board_read(FM_TEXT("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), &good, &error), FM_OK);
    ck_assert_int_eq(error.status, FM_OK);
    board = good;
    board.halfmove = board.fullmove = UINT32_MAX; /* the most that a FEN can have */
    ck_assert_int_eq(fm_position_new_board(&board, &position, NULL), FM_OK);
    ck_assert_uint_eq(fm_position_halfmove(position), FM_COUNTER_MAX);
    ck_assert_uint_eq(fm_position_fullmove(position), FM_COUNTER_MAX);
    fm_position_free(position);
    board = good;
    board.size = 0;
    ck_assert_int_eq(fm_board_fen(&board, fen, sizeof fen, &n), FM_BAD_USE);
    ck_assert_uint_eq(n, 0);
    ck_assert_str_eq(fen, "");
    ck_assert_int_eq(fm_board_fen(&board, NULL, 0, NULL), FM_BAD_USE);
    ck_assert_int_eq(fm_board_read(FM_TEXT("4k3/8/8/8/8/8/8/4K3 w"), &board, &error), FM_BAD_USE);
    ck_assert_int_eq(error.status, FM_BAD_USE);
    ck_assert_int_eq(fm_board_read(FM_TEXT("4k3/8 w"), &good, &error), FM_REJECTED);
    ck_assert_int_eq(error.status, FM_REJECTED);
    ck_assert_int_eq(error.reason, FM_REASON_BAD_FEN);
    ck_assert_int_eq(fm_board_read(FM_TEXT("4k3/8/8/8/8/8/8/4K3 w"), &good, NULL), FM_OK);
    ck_assert_int_eq(fm_position_new_board(&good, &position, NULL), FM_OK);
    ck_assert_int_eq(fm_position_board(position, &board), FM_BAD_USE);
    fm_position_free(position);
    /* A newer program's board: members that are not known here have to be 0. */
    struct {
        struct fm_board board;
        unsigned char more[8];
    } newer = {.board = good};
    newer.board.size = sizeof newer;
    ck_assert_uint_eq(fm_board_faults(&newer.board), 0);
    newer.more[7] = 1;
    ck_assert_uint_eq(fm_board_faults(&newer.board), FM_FAULT_BAD_BOARD);
    ck_assert_int_eq(fm_board_read(FM_TEXT("4k3/8/8/8/8/8/8/4K3 w"), &newer.board, NULL), FM_OK);
    ck_assert_uint_eq(newer.board.size, sizeof newer);
    ck_assert_uint_eq(newer.more[7], 0);
}
END_TEST

static const char *status_name(unsigned i)
{
    return fm_status_name((enum fm_status)i);
}

static const char *field_name(unsigned i)
{
    return fm_fen_field_meaning((enum fm_fen_field)(i + 1));
}

/* Each list, with its number of names, one of them, and where that is. */
static const struct {
    const char *(*name)(unsigned i);
    unsigned count, at;
    const char *text;
} names[] = {
    {status_name, FM_END + 1, FM_INPUT_FAILED, "input-failed"},
    {field_name, FM_FIELD_EXTRA, FM_FIELD_CASTLING - 1, "the castling rights (field 3)"},
    {fm_fault_meaning, 14, 7, "the side that is not to move is in check"},
};

START_TEST(each_has_a_name_of_its_own)
{
    for (unsigned i = 0; i < names[_i].count; i++) {
        ck_assert_ptr_nonnull(names[_i].name(i));
        for (unsigned k = 0; k < i; k++)
            ck_assert_str_ne(names[_i].name(k), names[_i].name(i));
    }
    ck_assert_ptr_null(names[_i].name(names[_i].count));
    ck_assert_str_eq(names[_i].name(names[_i].at), names[_i].text);
}
END_TEST

START_TEST(what_is_no_field_has_no_name)
{
    ck_assert_ptr_null(fm_fen_field_meaning(FM_FIELD_NONE));
    ck_assert_uint_eq(FM_FAULT_OPPOSITE_CHECK, 1u << 7);
    ck_assert_str_eq(fm_version(), FM_VERSION_STRING);
}
END_TEST

int main(void)
{
    Suite *const s = suite_create("public");
    TCase *const tc = tcase_create("public");
    tcase_add_loop_test(tc, a_position_is_as_its_fen_says, 0,
                        (int)(sizeof positions / sizeof *positions));
    tcase_add_loop_test(tc, each_has_a_name_of_its_own, 0, (int)(sizeof names / sizeof *names));
    tcase_add_test(tc, what_is_no_field_has_no_name);
    tcase_add_loop_test(tc, a_board_is_refused_for_all_that_is_wrong, 0,
                        (int)(sizeof changes / sizeof *changes));
    tcase_add_test(tc, an_empty_board_is_filled);
    tcase_add_test(tc, a_text_is_read_as_a_board);
    tcase_add_loop_test(tc, rights_and_steps_need_their_pieces, 0,
                        (int)(sizeof small / sizeof *small));
    tcase_add_test(tc, a_board_has_a_variant);
    tcase_add_test(tc, what_a_board_cannot_be);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
