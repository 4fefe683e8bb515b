/* SPDX-License-Identifier: MIT */
/* What an input is taken for, by its first lines: lib/run/detect. */
#define _GNU_SOURCE
#include <config.h>
#include <string.h>
#include "check_main.h"
#include "run/detect.h"

#define TEXT(literal) \
    { \
        (const unsigned char *)(literal), sizeof(literal) - 1 \
    }
#define FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum answer { PGN, DOUBTFUL, LIST, TABLE, FOREIGN };

static const struct row {
    enum answer answer;
    const char *name, *text, *why;
} rows[] = {
    /* lines that make it PGN */
    {PGN, "-", "[Event \"x\"]\n", "a tag pair"},
    {PGN, "a.epd", "[Event \"x\"]\n", "a line counts before the name"},
    {PGN, "-", "  [ Event  \"x\"]\n", "with blanks"},
    {PGN, "-", "[White\"x\"]\n", "without a blank"},
    {PGN, "-", "[White = \"x\"]\n", "with a mark"},
    {PGN, "-", "[Site]\n", "a usual tag without a value"},
    {PGN, "-", "[WhiteElo 2000]\n", "or without quotes"},
    {PGN, "-", "[FEN\n\"" FEN "\"]\n", "a tag pair of two lines"},
    {PGN, "-", "[Set Up \"1\"]\n[Site x]\n" FEN "\n", "the first line that decides"},
    {PGN, "-", "1. e4 e5\n" FEN "\n", "a number with a move"},
    {PGN, "-", "1.e4\n", "without a blank"},
    {PGN, "-", "12... Nf6\n" FEN "\n", "a black move"},
    {PGN, "-", "1. O-O-O\n", "castling"},
    {PGN, "-", "1. Sf3 Sf6\n", "German letters"},
    {PGN, "-",
     "1. \xe2\x99\x98"
     "f3\n",
     "a figurine"},
    {PGN, "-", "1. {" FEN "} e4\n", "a comment before the move"},
    {PGN, "-", "{" FEN "}\n1. e4\n", "a FEN in a comment"},
    {PGN, "-", "{ a comment\n" FEN "\n" FEN "\n}\n[Event \"x\"]\n", "of several lines"},
    {PGN, "-", "{ open\n\n[Event \"x\"]\n", "ended by an event after an empty line"},
    {PGN, "-", "; " FEN "\n1. e4\n", "a FEN after a semicolon"},
    {PGN, "-", "% " FEN "\n[Event \"x\"]\n", "a FEN in an escape line"},
    {PGN, "-", "\xef\xbb\xbf[Event \"x\"]\n", "a mark of byte order"},
    {PGN, "-", "\n\r\n\r[Event \"x\"]\r", "empty lines"},
    {PGN, "-", "Games of 1999\n=====\n[Event \"x\"]\n", "a title"},
    {PGN, "-", "<html>\n<pre>\n[Event \"x\"]\n", "a web page of games"},
    {PGN, "-", "\"1\",\"2\"\n[Event \"x\"]\n" FEN "\n", "a table's line before"},
    {PGN, "a.pgn", "e4 e5 *\n", "the name, where no line decides"},
    {PGN, "A.PGN.gz", "e4 e5 *\n", "also before a compression, in any case"},
    {PGN, "a.pgn", "", "an empty file"},
    /* lists */
    {LIST, "-", FEN "\n[Event \"x\"]\n", "a FEN"},
    {LIST, "a.pgn", FEN "\n", "a line counts before the name"},
    {LIST, "-", "8/8/8/8/8/8/8/K1k5 w - - bm Kb1; id \"1. e4\";\n", "an EPD record"},
    {LIST, "-", "  8/8/8/8/8/8/8/K1k5 w - -\n", "after blanks"},
    {LIST, "-", "8/8/8/8/8/8/8/K1k5\n", "a placement alone"},
    {LIST, "-", "8/8/8/8/8/8/8/K1k5_w_-_-\n", "underscores for blanks"},
    {LIST, "-", "8/8/8/8/8/8/K1k5 w - -\n", "seven ranks are meant for a position"},
    {LIST, "-", "10/10/10/10/10/10/10/K1k7 w - - 0 1\n", "ten files"},
    {LIST, "-", "A title of a book\n" FEN "\n", "a title"},
    {LIST, "-", "fen,eval\n" FEN ",0.35\n", "a heading"},
    {LIST, "-", "FEN\n" FEN "\n", "a heading"},
    {LIST, "-", "<html>\n" FEN "\n", "a web page"},
    {LIST, "-", "position fen " FEN "\n", "a command to an engine"},
    {LIST, "-", "position fen " FEN " moves e2e4\n", "with moves"},
    {LIST, "-", "position startpos moves e2e4\n", "from the start"},
    {LIST, "-", "startpos moves e2e4\n", "without its first word"},
    {LIST, "-", "fen " FEN "\n", "a part of one"},
    {LIST, "-", "\"" FEN "\"\n", "in quotes"},
    {LIST, "-", "\"" FEN "\",12,e4\n", "a table with quotes"},
    {LIST, "-", "'" FEN "'\n", "other quotes"},
    {LIST, "-", "1. " FEN "\n", "after a number"},
    {LIST, "-", "1) " FEN "\n", "and a bracket"},
    {LIST, "-", "17: " FEN "\n", "and a colon"},
    {LIST, "-", "17 " FEN "\n", "or a blank"},
    {LIST, "-", FEN "|0.3|1-0\n", "columns after it"},
    {LIST, "-", "# FENs\n" FEN "\n", "a comment of lists"},
    {LIST, "-", "// FENs\n" FEN "\n", "another one"},
    {LIST, "-", "; FENs\n% FENs\n" FEN "\n", "those of PGN"},
    {LIST, "-", "a book {2020\n" FEN "\n", "a brace that is never closed"},
    {LIST, "-", "518\n0\n", "nothing but numbers of arrays"},
    {LIST, "-", FEN " moves e2e4\n", "a game a line"},
    {TABLE, "-", "PuzzleId,FEN,Moves,Rating\n00008," FEN ",e2e4\n", "the header of puzzles"},
    {TABLE, "a.pgn", "\xEF\xBB\xBF\"Moves\",Rating,\"FEN\",\"PuzzleId\"\r\n", "in another order"},
    {DOUBTFUL, "-", "PuzzleId,FEN,Rating\n00008," FEN ",1500\n", "puzzles without moves"},
    {DOUBTFUL, "-", "FEN,Moves\n00008," FEN ",e2e4\n", "a table of something else"},
    {TABLE, "-", "eco\tname\tpgn\nA00\tx\t1. e4\n", "the header of chess-openings"},
    {TABLE, "a.pgn", "eco\tname\tpgn\tuci\tepd\n", "with the columns that are built"},
    {DOUBTFUL, "-", "name\teco\tpgn\n", "in another order"},
    {DOUBTFUL, "-", "eco,name,pgn\n", "with commas"},
    {TABLE, "-", "{\"fen\":\"" FEN "\",\"evals\":[{\"pvs\":[]}]}\n", "lichess's evaluations"},
    {DOUBTFUL, "-", "{\"fen\":\"" FEN "\",\"eval\":1}\n", "other JSON"},
    {LIST, "a.fen.zst", "some line\n", "the name, where no line decides"},
    {LIST, "a.EPD", "some line\n", "in any case"},
    /* neither: PGN if there are moves in it */
    {DOUBTFUL, "-", "e4 e5 Nf3\n", "moves without a number"},
    {DOUBTFUL, "notes.txt", "hello world\n", "prose"},
    {DOUBTFUL, "-", "518\nhello\n", "a number among other things"},
    {DOUBTFUL, "-", "home/a/b/c/d/e/f/g\n", "a path"},
    {DOUBTFUL, "-", "[core]\n[remote \"origin\"]\n", "a configuration"},
    {DOUBTFUL, "-", "[\"a\", \"b\"]\n", "JSON"},
    {DOUBTFUL, "-", "{\"fen\": \"" FEN "\"}\n", "JSON"},
    {DOUBTFUL, "-", "1. The first chapter\n", "a number and a word"},
    {DOUBTFUL, "-", "00008," FEN ",e2e4\n", "a position in another column"},
    {DOUBTFUL, "-", "BZh", "cut inside of a magic number"},
    {DOUBTFUL, "-", "{ no end\n" FEN "\n", "all of it a comment"},
    /* no chess */
    {FOREIGN, "a.pgn", "%PDF-1.4\n[Event \"x\"]\n", "a PDF document"},
    {FOREIGN, "-",
     "\x7f"
     "ELF\2\1\1",
     "a program"},
    {FOREIGN, "-", "SQLite format 3", "an SQLite database"},
    {FOREIGN, "-", "Scid.sn", "SCID"},
    {FOREIGN, "-", "\x1f\x8b\x0c\1\2\3\4\5\6[Event \"x\"]\n", "gzip with another bit"},
    {FOREIGN, "-", "BZi91AY&SY[Event \"x\"]\n", "bzip2 with another bit"},
    {FOREIGN, "a.pgn", "\1\2\3\4abc\5\6\7", "no text, whatever the name"},
    {FOREIGN, "-", "\x1f", "a magic number that is cut"},
};

static struct fm_detected detect(struct fm_text text, const char *name, enum fm_input_format format)
{
    const struct fm_profile_input options = {.format = format};
    struct fm_buf padded = {NULL, 0, 0};
    static const unsigned char zeros[FM_TEXT_PADDING];
    ck_assert_int_eq(fm_buf_append_text(&padded, text), FM_OK);
    ck_assert_int_eq(fm_buf_append(&padded, zeros, sizeof zeros), FM_OK);
    struct fm_detected found;
    fm_detect((struct fm_text){padded.p, text.n}, name, &options, &found);
    fm_buf_free(&padded);
    return found;
}

static enum answer answer_of(struct fm_detected found)
{
    return found.kind == FM_BLOCK_NOTHING ? FOREIGN
           : found.columns.apart != 0     ? TABLE
           : found.kind == FM_BLOCK_LINES ? LIST
           : found.doubtful               ? DOUBTFUL
                                          : PGN;
}

START_TEST(first_lines_decide)
{
    const struct row *row = &rows[_i];
    /* Some magic numbers end with a NUL. */
    const size_t n = strlen(row->text) + (row->text[0] == 'S');
    const struct fm_detected found =
        detect((struct fm_text){(const unsigned char *)row->text, n}, row->name, FM_INPUT_AUTO);
    ck_assert_msg(answer_of(found) == row->answer, "%s: %d, not %d: %s", row->why,
                  (int)answer_of(found), (int)row->answer, row->text);
}
END_TEST

/* What is after 64 KiB decides nothing, and a line that ends there does. */
START_TEST(as_much_is_looked_at)
{
    struct fm_buf text = {NULL, 0, 0};
    while (text.n < FM_DETECT_BYTES - 64)
        ck_assert_int_eq(fm_buf_append_text(&text, FM_TEXT("prose of no game at all; sixteen\n")),
                         FM_OK);
    while (text.n < FM_DETECT_BYTES)
        ck_assert_int_eq(fm_buf_append(&text, "\n", 1), FM_OK);
    ck_assert_int_eq(fm_buf_append_text(&text, FM_TEXT("[Event \"x\"]\n")), FM_OK);
    ck_assert_int_eq(answer_of(detect((struct fm_text){text.p, text.n}, "-", FM_INPUT_AUTO)),
                     DOUBTFUL);
    memcpy(text.p + FM_DETECT_BYTES - 12, "[Event \"x\"]", 11);
    ck_assert_int_eq(answer_of(detect((struct fm_text){text.p, text.n}, "-", FM_INPUT_AUTO)), PGN);
    fm_buf_free(&text);
}
END_TEST

START_TEST(formats_are_obeyed)
{
    const struct fm_text fen = FM_TEXT(FEN "\n"), game = FM_TEXT("[Event \"x\"]\n");
    ck_assert_int_eq(answer_of(detect(fen, "a.fen", FM_INPUT_PGN)), PGN);
    ck_assert_int_eq(answer_of(detect(game, "a.pgn", FM_INPUT_EPD)), LIST);
    ck_assert_int_eq(answer_of(detect(game, "a.pgn", FM_INPUT_UCI)), LIST);
    ck_assert_int_eq(answer_of(detect(game, "a.pgn", FM_INPUT_PUZZLES)), TABLE);
    ck_assert_int_eq(answer_of(detect(FM_TEXT("%PDF-1.4"), "a.pgn", FM_INPUT_PGN)), FOREIGN);
}
END_TEST

/* One byte of a magic number changed: named, unless it is that of plain text. */
START_TEST(damaged_magic_numbers_are_named)
{
    static const char *const magics[] = {"\x1f\x8b\x08", "\x28\xb5\x2f\xfd", "\3757zXZ",
                                         "BZh91AY&SY", "PK\3\4"};
    for (size_t i = 0; i < FM_COUNT_OF(magics); i++) {
        unsigned char text[32] = "";
        const size_t n = strlen(magics[i]);
        for (size_t bit = 0; bit < 8 * n; bit++) {
            memcpy(text, magics[i], n);
            text[bit / 8] ^= (unsigned char)(1u << bit % 8);
            const struct fm_text start = {text, sizeof text};
            ck_assert_uint_gt(detect(start, "x", FM_INPUT_AUTO).foreign.n, 0);
        }
    }
}
END_TEST

/* Each byte of what others' files begin with counts: one that differs makes it something else. */
START_TEST(foreign_files_are_known_by_each_byte)
{
    static const struct {
        size_t at;
        struct fm_text magic;
        const char *name;
    } files[] = {
        {0, TEXT("%PDF-"), "PDF"},
        {0, TEXT("\177ELF"), "program"},
        {0, TEXT("MZ\x90\0"), "program"},
        {0, TEXT("\xcf\xfa\xed\xfe"), "program"},
        {0, TEXT("SQLite format 3\0"), "SQLite"},
        {0, TEXT("Scid.si\0"), "SCID"},
        {0, TEXT("Scid.sn\0"), "SCID"},
        {0, TEXT("\0\0\x2c\0\x2e\x01"), "ChessBase"},
        {0, TEXT("\0\0\x24\0\x2e\x01"), "ChessBase"},
        {0, TEXT("\x89PNG\r\n\x1a\n"), "PNG"},
        {0, TEXT("\xff\xd8\xff"), "JPEG"},
        {0, TEXT("GIF8"), "GIF"},
        {0, TEXT("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "office"},
        {0, TEXT("{\\rtf"), "RTF"},
        {257, TEXT("ustar"), "tar"},
        {0, TEXT("\x5d\0\0"), "lzma"},
    };
    for (size_t i = 0; i < FM_COUNT_OF(files); i++) {
        unsigned char text[512];
        memset(text, ' ', sizeof text);
        memcpy(text + files[i].at, files[i].magic.p, files[i].magic.n);
        const struct fm_text start = {text, sizeof text};
        const struct fm_text name = detect(start, "x", FM_INPUT_AUTO).foreign;
        ck_assert_msg(memmem(name.p, name.n, files[i].name, strlen(files[i].name)) != NULL, "%s",
                      files[i].name);
        for (size_t k = 0; k < files[i].magic.n; k++) {
            text[files[i].at + k] ^= 0x10;
            const struct fm_text other = detect(start, "x", FM_INPUT_AUTO).foreign;
            ck_assert_msg(other.p == NULL || other.p != name.p, "%s: byte %zu", files[i].name, k);
            text[files[i].at + k] ^= 0x10;
        }
        const struct fm_text cut = {text, files[i].at + files[i].magic.n - 1};
        ck_assert_msg(detect(cut, "x", FM_INPUT_AUTO).foreign.p != name.p, "%s: cut",
                      files[i].name);
    }
}
END_TEST

START_TEST(frames_are_taken_off)
{
    static const struct {
        const char *line, *record; /* NULL: none */
    } frames[] = {
        {FEN, NULL},
        {"\"" FEN "\"", FEN},
        {"\"" FEN "\",0.3", FEN},
        {"position fen " FEN, FEN},
        {"12. " FEN, FEN},
        {FEN ",0.3", FEN},
        {FEN ";0.3", FEN},
        {"8/8/8/8/8/8/8/K1k5 w - -,12", "8/8/8/8/8/8/8/K1k5 w - -"},
        {"8/8/8/8/8/8/8/K1k5 w - e3|12", "8/8/8/8/8/8/8/K1k5 w - e3"},
        {"position fen " FEN " moves e2e4", NULL},
        {"\"", NULL},
        {"\"\"", NULL},
        {"12", NULL},
    };
    for (size_t i = 0; i < FM_COUNT_OF(frames); i++) {
        struct fm_text record;
        const bool framed = fm_listed_unframe(fm_text_of(frames[i].line), &record);
        ck_assert_msg(framed == (frames[i].record != NULL), "%s", frames[i].line);
        if (framed)
            ck_assert_msg(fm_text_equal(record, fm_text_of(frames[i].record)), "%s",
                          frames[i].line);
    }
}
END_TEST

START_TEST(empty_texts_are_reported)
{
    static const char *const empty[] = {
        "",           " \n\t\r\n", "\xef\xbb\xbf\n", "% x\n", "; x\n# y\n// z",
        "{ a\nb }\n", "{ open\n",  "{a}{b}; c\n",    "\x1a",  "\n\0"};
    static const char *const others[] = {"x", "{a} x", "; a\nx", "\xef\xbb\xbfx", "/ x", "\x80"};
    for (size_t i = 0; i < FM_COUNT_OF(empty); i++)
        ck_assert_msg(!fm_detect_text(fm_text_of(empty[i])), "%s", empty[i]);
    for (size_t i = 0; i < FM_COUNT_OF(others); i++)
        ck_assert_msg(fm_detect_text(fm_text_of(others[i])), "%s", others[i]);
}
END_TEST

START_TEST(names_are_reported)
{
    static const char *const yes[] = {"a.pgn", "d/A.PGN", "a.epd.gz", "x.zst", "a.FEN", "b.zip"};
    static const char *const no[] = {"a", ".pgn", "pgn", "a.pgn.txt", "a.csv", "d.pgn/a", ".gz"};
    for (size_t i = 0; i < FM_COUNT_OF(yes); i++)
        ck_assert_msg(fm_detect_suffix(yes[i]), "%s", yes[i]);
    for (size_t i = 0; i < FM_COUNT_OF(no); i++)
        ck_assert_msg(!fm_detect_suffix(no[i]), "%s", no[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("detect");
    TCase *tcase = tcase_create("detect");
    tcase_add_loop_test(tcase, first_lines_decide, 0, (int)FM_COUNT_OF(rows));
    tcase_add_test(tcase, as_much_is_looked_at);
    tcase_add_test(tcase, formats_are_obeyed);
    tcase_add_test(tcase, damaged_magic_numbers_are_named);
    tcase_add_test(tcase, foreign_files_are_known_by_each_byte);
    tcase_add_test(tcase, frames_are_taken_off);
    tcase_add_test(tcase, empty_texts_are_reported);
    tcase_add_test(tcase, names_are_reported);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
