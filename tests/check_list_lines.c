/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Lines of lists that are more than a FEN or an EPD: puzzles of a table, and moves of the UCI protocol. */
#include <string.h>
#include "check_main.h"
#include "record/cells_write.h"
#include "record/uci_line.h"

/* ---- the columns of a table ------------------------------------------------------------------ */

static const struct fm_columns_wanted as_puzzles = {.puzzles = true};

static const struct {
    const char *line;
    bool header;
    const char *want; /* meanings of the columns, a letter each */
} headers[] = {
    {"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags",
     true, "ofmooooooo"},
    {"\"Moves\", fen ,\"Rating\"", true, "mfo"},
    {"FEN,FEN,Moves,other", true, "ffm-"},
    {"PuzzleId,FEN", false, "ofmooooooo"},
    {"FEN Moves", false, "ofmooooooo"},
    {"", false, "ofmooooooo"},
};

START_TEST(finds_columns)
{
    static const char letters[] = "-fmvresot";
    struct fm_columns table = {.apart = 0};
    fm_columns_begin(fm_text_of(headers[_i].line), &as_puzzles, &table);
    ck_assert_uint_eq(table.most, strlen(headers[_i].want));
    ck_assert_uint_eq(table.least, headers[_i].header ? table.most : 3);
    for (unsigned i = 0; i < table.most; i++)
        ck_assert_int_eq(headers[_i].want[i], letters[table.columns[i].meaning]);
    ck_assert_int_eq(fm_columns_passes(fm_text_of(headers[_i].line), &table),
                     headers[_i].header || headers[_i].line[0] == '\0');
    ck_assert(!fm_columns_passes(fm_text_of("FEN,Moves,x"), &table));
}
END_TEST

START_TEST(too_many_columns_are_no_header)
{
    char line[1000] = "FEN,Moves,PuzzleId";
    struct fm_columns table = {.apart = 0};
    for (unsigned i = 0; i < 300; i++)
        strcat(line, ",x");
    ck_assert(!fm_columns_shown(fm_text_of(line), &table));
    ck_assert_uint_eq(table.most, 0);
}
END_TEST

/* ---- puzzles --------------------------------------------------------------------------------- */

#define KINGS "4k3/8/8/8/8/8/4P3/4K3 w - -"

static const struct {
    const char *line;
    enum fm_reason reason;
    const char *want; /* the record, or what is at fault */
} puzzles[] = {
    {"a," KINGS " 3 9,e2e4 e8e7,1200,1,2,3,short,url,A_B", FM_REASON_NONE,
     "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Ke7; c0 \"short\"; c1 \"1200\"; c2 \"A_B\"; c3 \"2\"; c4 \"3\"; "
     "c5 \"url\"; c6 \"1\"; fmvn 9; hmvc 0; id \"a\"; pv Ke7;"},
    {"a," KINGS ",e2e4 e8e7 e4e5,,,,,,,", FM_REASON_NONE,
     "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Ke7; id \"a\"; pv Ke7 e5;"},
    {"\"a\"\"b\",\"" KINGS "\", e2e3  e8e7 ", FM_REASON_NONE,
     "4k3/8/8/8/8/4P3/8/4K3 b - - bm Ke7; id \"a'b\"; pv Ke7;"},
    {"\"a,b\"," KINGS ",e2e3 e8e7", FM_REASON_NONE,
     "4k3/8/8/8/8/4P3/8/4K3 b - - bm Ke7; id \"a,b\"; pv Ke7;"},
    {"," KINGS ",e2e3 e8e7", FM_REASON_NONE, "4k3/8/8/8/8/4P3/8/4K3 b - - bm Ke7; pv Ke7;"},
    {"a,nrbkr2n/8/8/8/8/8/PPPPPPPP/NRBKRBQN w EBeb -,a2a3 d8e8", FM_REASON_NONE,
     "nrbkr2n/8/8/8/8/P7/1PPPPPPP/NRBKRBQN b KQkq - bm O-O; id \"a\"; pv O-O;"},
    {"a," KINGS, FM_REASON_BAD_PUZZLE, "a," KINGS},
    {"a," KINGS ",e2e4 e8e7,1,2,3,4,5,6,7,8", FM_REASON_BAD_PUZZLE,
     "a," KINGS ",e2e4 e8e7,1,2,3,4,5,6,7,8"},
    {"a," KINGS ",", FM_REASON_BAD_PUZZLE, "a," KINGS ","},
    {"a," KINGS ",e2e4", FM_REASON_BAD_PUZZLE, "e2e4"},
    {"\"a," KINGS ",e2e4 e8e7", FM_REASON_BAD_PUZZLE, "a," KINGS ",e2e4 e8e7"},
    {"\"a\"b," KINGS ",e2e4 e8e7", FM_REASON_BAD_PUZZLE, "b"},
    {"a,4k3/8/8/8/8/8/4P3/4K2 w - -,e2e4 e8e7", FM_REASON_BAD_FEN, "4K2"},
    {"a,,e2e4 e8e7", FM_REASON_BAD_FEN, ""},
    {"a,4k3/8/8/8/8/8/4P3/8 w - -,e2e4 e8e7", FM_REASON_IMPOSSIBLE_POSITION,
     "4k3/8/8/8/8/8/4P3/8 w - -"},
    {"a," KINGS ",e2e5 e8e7", FM_REASON_ILLEGAL_MOVE, "e2e5"},
    {"a," KINGS ",e2e4 e8e6", FM_REASON_ILLEGAL_MOVE, "e8e6"},
    {"a," KINGS ",e2e4 e8e7 e4e6", FM_REASON_ILLEGAL_MOVE, "e4e6"},
    {"a," KINGS ",e2e4 0000", FM_REASON_UNREADABLE_MOVE, "0000"},
    {"a," KINGS ",e2e4 e8e7 ...", FM_REASON_UNREADABLE_MOVE, "..."},
};

START_TEST(makes_records)
{
    const struct fm_rewrite wanted = {.style.castling = FM_CASTLING_KEEP};
    struct fm_arena scratch = {0};
    struct fm_buf out = {NULL, 0, 0};
    struct fm_warnings notes = {{0}};
    struct fm_error error = {.status = FM_OK};
    struct fm_columns table;
    struct fm_cells row;
    struct fm_fen_edit start;
    unsigned ply;
    fm_columns_begin(FM_TEXT(""), &as_puzzles, &table);
    enum fm_status status = fm_cells_read(fm_text_of(puzzles[_i].line), &table, &row, &error);
    if (status == FM_OK)
        status = fm_cells_write_epd(&row, &wanted, &scratch, &out, &start, &ply, &notes, &error);
    ck_assert_int_eq(status, puzzles[_i].reason == FM_REASON_NONE ? FM_OK : FM_REJECTED);
    ck_assert_int_eq(status == FM_OK ? FM_REASON_NONE : error.reason, puzzles[_i].reason);
    ck_assert(status != FM_OK || out.p[out.n - 1] == '\n');
    const struct fm_text got = status == FM_OK ? (struct fm_text){out.p, out.n - 1} : error.what;
    ck_assert_msg(fm_text_equal(got, fm_text_of(puzzles[_i].want)), "%.*s", (int)got.n,
                  (const char *)got.p);
    ck_assert(status == FM_OK || out.n == 0);
    fm_buf_free(&out);
    fm_arena_free(&scratch);
}
END_TEST

/* ---- moves of the UCI protocol --------------------------------------------------------------- */

#define FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

static const struct {
    const char *line;
    bool alone;              /* one move is enough */
    const char *fen, *moves; /* NULL: it is no game */
} lines[] = {
    {"position startpos moves e2e4 e7e5", false, "", "e2e4 e7e5"},
    {"startpos moves e2e4", false, "", "e2e4"},
    {"position startpos moves", false, "", ""},
    {"position fen " FEN " moves e2e4", false, FEN, "e2e4"},
    {"position " FEN " moves e2e4", false, FEN, "e2e4"},
    {"fen\t" FEN "  moves\te2e4 ", false, FEN, "e2e4"},
    {FEN " moves e2e4", false, FEN, "e2e4"},
    {KINGS " moves e2e4", false, KINGS, "e2e4"},
    {FEN " e2e4 e8e7", false, FEN, "e2e4 e8e7"},
    {KINGS " e2e4 e8e7 a7b8q", false, KINGS, "e2e4 e8e7 a7b8q"},
    {FEN " e2e4", true, FEN, "e2e4"},
    {"position startpos moves e2e4 {a note}", false, "", "e2e4 {a note}"},
    {FEN " e2e4", false, NULL, NULL},
    {FEN " e2e4 e8e7;", false, NULL, NULL},
    {FEN " e2e4 Ke7", true, NULL, NULL},
    {FEN, true, NULL, NULL},
    {"position fen " FEN, true, NULL, NULL},
    {"position startpos", true, NULL, NULL},
    {KINGS " moves e4 e5;", false, NULL, NULL},
    {KINGS " bm e4; id \"White moves \";", false, NULL, NULL},
    {"position e2e4 moves e2e4", false, NULL, NULL},
    {"position fen 8/8 w moves e2e4", false, NULL, NULL},
    {"1. e4 e5", true, NULL, NULL},
    {"", true, NULL, NULL},
};

START_TEST(reads_lines)
{
    struct fm_cells row;
    struct fm_text *const fen = &row.alone[FM_COLUMN_FEN].text;
    *fen = FM_TEXT("as it was");
    const bool found = fm_uci_line_read(fm_text_of(lines[_i].line), lines[_i].alone, &row);
    ck_assert_int_eq(found, lines[_i].moves != NULL);
    ck_assert_msg(fm_text_equal(*fen, found ? fm_text_of(lines[_i].fen) : FM_TEXT("as it was")),
                  "%.*s", (int)fen->n, (const char *)fen->p);
    if (found)
        ck_assert(fm_text_equal(row.alone[FM_COLUMN_MOVES].text, fm_text_of(lines[_i].moves)));
}
END_TEST

START_TEST(knows_the_start)
{
    ck_assert(fm_uci_line_is_start(FM_TEXT("position startpos")));
    ck_assert(fm_uci_line_is_start(FM_TEXT(" startpos ")));
    ck_assert(!fm_uci_line_is_start(FM_TEXT("position startpos moves")));
    ck_assert(!fm_uci_line_is_start(FM_TEXT("position")));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lines of lists");
    TCase *tc = tcase_create("lines of lists");
    tcase_add_loop_test(tc, finds_columns, 0, (int)FM_COUNT_OF(headers));
    tcase_add_test(tc, too_many_columns_are_no_header);
    tcase_add_loop_test(tc, makes_records, 0, (int)FM_COUNT_OF(puzzles));
    tcase_add_loop_test(tc, reads_lines, 0, (int)FM_COUNT_OF(lines));
    tcase_add_test(tc, knows_the_start);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
