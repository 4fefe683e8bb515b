/* SPDX-License-Identifier: MIT */
/* What the public interface says of a position, and its names: calls that the program does not need. */
#include <config.h>
#include <string.h>
#include "base/base.h"
#include "check_main.h"
#include "fenmill.h"

static const struct {
    const char *fen, *variant;
    unsigned files, state; /* state: set of enum fm_position_state */
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
    fm_position_free(position);
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
    suite_add_tcase(s, tc);
    return run_tap(s);
}
