#include <config.h>
/* EPD operations: taken apart, strings within the standard's limits, normalised as the vectors,
 * the strict checker. */
#include <string.h>
#include "check_main.h"
#include "record/epd.h"
#include "vectors.h"

#define KINGS "4k3/8/8/8/8/8/8/4K3"

/* ---- taking apart ---------------------------------------------------------------------------- */

/* Operations as "opcode[operand][operand]" one after another; a quoted operand is in {}. */
static const struct {
    const char *rest, *want;
} splits[] = {
    {"", ""},
    {"bm Qd1+; id \"BK.01\";", "bm[Qd1+] id{BK.01} "},
    {"bm e6; id \"BK.04\"", "bm[e6] id{BK.04} "},
    {"bm Nf6; c0 \"a; b (c) {d}\";", "bm[Nf6] c0{a; b (c) {d}} "},
    {"  bm  f5 ;   id  \"BK.08\" ;", "bm[f5] id{BK.08} "},
    {"; ; bm e4 ; ;", "bm[e4] "},
    {"id BK.10;", "id[BK.10] "},
    {"pv;am ;noop", "pv am noop "},
    {"noop a \"b c\" 3;", "noop[a]{b c}[3] "},
    {"c5 \"\";", "c5{} "},
    {"id \"never closed; bm e4;", "id{never closed} bm[e4] "},
    {"id \"a\"b\";", "id{a\"b} "},
    {"id \"Tournament \\\"; bm e4;", "id{Tournament \\} bm[e4] "},
    {"D1 20 ;D2 400", "D1[20] D2[400] "},
    {"am Nxb6 + ? ; c1 diff=10", "am[Nxb6][+][?] c1[diff=10] "},
    {"bm a\"b;c\" d;", "bm[a\"b] c\"[d] "},
};

enum { DESCRIPTION_SIZE = 256 };

static void append(char to[DESCRIPTION_SIZE], const char *open, struct fm_text text,
                   const char *close)
{
    const size_t n = strlen(to);
    ck_assert(n + strlen(open) + text.n + strlen(close) < DESCRIPTION_SIZE);
    strcat(to, open);
    strncat(to, (const char *)text.p, text.n);
    strcat(to, close);
}

START_TEST(takes_apart)
{
    char got[DESCRIPTION_SIZE] = "";
    struct fm_text rest = fm_text_of(splits[_i].rest);
    struct fm_epd_operation op;
    while (fm_epd_next(&rest, &op)) {
        struct fm_epd_operand operand;
        append(got, "", op.opcode, "");
        while (fm_epd_next_operand(&op.operands, &operand))
            append(got, operand.quoted ? "{" : "[", operand.text, operand.quoted ? "}" : "]");
        append(got, " ", FM_TEXT(""), "");
    }
    ck_assert_msg(strcmp(got, splits[_i].want) == 0, "%s: %s", splits[_i].rest, got);
}
END_TEST

START_TEST(knows_opcodes)
{
    struct fm_text nothing = {NULL, 0};
    struct fm_epd_operation op;
    struct fm_epd_operand operand;
    ck_assert(!fm_epd_next(&nothing, &op) && !fm_epd_next_operand(&nothing, &operand));
    static const char *const good[] = {"bm", "c0", "Foo_1", "X", "a12345678901234", "noop"};
    static const char *const bad[] = {"", "0c", "_a", "b-m", "a123456789012345", "#1", "\xC3\xA4"};
    for (size_t i = 0; i < FM_COUNT_OF(good); i++)
        ck_assert_msg(fm_epd_is_opcode(fm_text_of(good[i])), "%s", good[i]);
    for (size_t i = 0; i < FM_COUNT_OF(bad); i++)
        ck_assert_msg(!fm_epd_is_opcode(fm_text_of(bad[i])), "%s", bad[i]);
    ck_assert_int_eq(fm_epd_type_of(FM_TEXT("c7")), FM_EPD_STRING);
    ck_assert_int_eq(fm_epd_type_of(FM_TEXT("ce")), FM_EPD_INTEGER);
    ck_assert_int_eq(fm_epd_type_of(FM_TEXT("cx")), FM_EPD_ANY);
}
END_TEST

/* ---- strings --------------------------------------------------------------------------------- */

static const struct {
    const char *text, *want;
    unsigned changes;
} strings[] = {
    {"", "\"\"", 0},
    {"plain; text", "\"plain; text\"", 0},
    {"a \"b\" c", "\"a 'b' c\"", FM_EPD_QUOTE_CHANGED},
    {"a\tb\nc\x7F", "\"a b c \"", FM_EPD_CONTROL_CHANGED},
    {"\"\r", "\"' \"", FM_EPD_QUOTE_CHANGED | FM_EPD_CONTROL_CHANGED},
    {"K\xC3\xB6ln \xFF", "\"K\xC3\xB6ln \xFF\"", 0},
};

START_TEST(writes_strings)
{
    struct fm_buf out = {0};
    unsigned changes = 99;
    ck_assert_int_eq(fm_epd_write_string(&out, fm_text_of(strings[_i].text), &changes), FM_OK);
    ck_assert(fm_text_equal((struct fm_text){out.p, out.n}, fm_text_of(strings[_i].want)));
    ck_assert_uint_eq(changes, strings[_i].changes);
    fm_buf_free(&out);
}
END_TEST

/* A long string whose character at byte 254 or so is cut nowhere inside. */
START_TEST(cuts_whole_characters)
{
    static const struct {
        const char *character;
        size_t before, kept; /* bytes of x before it; bytes left of all */
    } cuts[] = {
        {"x", 254, 255},
        {"\xC3\xB6", 253, 255},
        {"\xC3\xB6", 254, 254},
        {"\xE2\x99\x94", 252, 255},
        {"\xE2\x99\x94", 253, 253},
        {"\xE2\x99\x94", 254, 254},
        {"\xF0\x9F\x98\x80", 252, 252},
        {"\xF0\x9F\x98\x80", 251, 255},
        {"\xBF\xBF\xBF\xBF\xBF\xBF", 252, 255},
    };
    for (size_t i = 0; i < FM_COUNT_OF(cuts); i++) {
        unsigned char text[300];
        struct fm_buf out = {0};
        unsigned changes;
        const size_t n = strlen(cuts[i].character);
        memset(text, 'x', sizeof text);
        memcpy(text + cuts[i].before, cuts[i].character, n);
        ck_assert_int_eq(fm_epd_write_string(&out, (struct fm_text){text, sizeof text}, &changes),
                         FM_OK);
        ck_assert_msg(out.n == cuts[i].kept + 2, "%zu: %zu", i, out.n);
        ck_assert_uint_eq(changes, FM_EPD_CUT);
        fm_buf_free(&out);
        ck_assert_int_eq(fm_epd_write_string(&out, (struct fm_text){text, 255}, &changes), FM_OK);
        ck_assert_uint_eq(changes, 0);
        ck_assert_uint_eq(out.n, 257);
        fm_buf_free(&out);
    }
}
END_TEST

/* ---- one operation --------------------------------------------------------------------------- */

static const struct {
    const char *opcode, *value, *want;
    enum fm_reason note;
} single[] = {
    {"id", "Event 1.2", " id \"Event 1.2\";", FM_REASON_NONE},
    {"id", "\"quoted\"", " id \"'quoted'\";", FM_REASON_EPD_TEXT_CUT},
    {"c9", "1-0", " c9 \"1-0\";", FM_REASON_NONE},
    {"sm", "Nf3+", " sm Nf3+;", FM_REASON_NONE},
    {"bm", "Nf3 Bc4 e4!", " bm Bc4 Nf3 e4;", FM_REASON_NONE},
    {"pv", "Nf3 Bc4 e4", " pv Nf3 Bc4 e4;", FM_REASON_NONE},
    {"ce", "+0031", " ce 31;", FM_REASON_NONE},
    {"ce", "-31", " ce -31;", FM_REASON_NONE},
    {"ce", "M5", " ce \"M5\";", FM_REASON_EPD_OPERATION},
    {"acd", "-3", " acd \"-3\";", FM_REASON_EPD_OPERATION},
    {"sm", "Nf3; id", " sm Nf3; id;", FM_REASON_EPD_OPERATION},
    {"sm",
     "\xE2\x99\x98"
     "f3",
     " sm \"\xE2\x99\x98"
     "f3\";",
     FM_REASON_EPD_OPERATION},
    {"Eval", "12", " Eval 12;", FM_REASON_NONE},
    {"Eval", "1.5", " Eval \"1.5\";", FM_REASON_NONE},
    {"tcri", "host name", " tcri \"host name\";", FM_REASON_NONE},
    {"resign", "", " resign;", FM_REASON_NONE},
};

START_TEST(writes_one)
{
    struct fm_buf out = {0};
    struct fm_reading notes = {{0}}, want = {{0}};
    ck_assert_int_eq(
        fm_epd_write_op(&out, fm_text_of(single[_i].opcode), fm_text_of(single[_i].value), &notes),
        FM_OK);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, fm_text_of(single[_i].want)),
                  "%.*s", (int)out.n, (char *)out.p);
    if (single[_i].note != FM_REASON_NONE)
        fm_reading_note(&want, single[_i].note);
    ck_assert_mem_eq(&notes, &want, sizeof notes);
    fm_buf_free(&out);
}
END_TEST

/* ---- whole lines ----------------------------------------------------------------------------- */

/* The line as a normalising writer has it: X-FEN, en passant as given, operations in order. */
static void normalize(const char *line, struct fm_buf *out, struct fm_reading *notes)
{
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_error error;
    struct fm_arena arena = {0};
    unsigned char fen[FM_FEN_MAX];
    ck_assert_msg(fm_setup_read(fm_text_of(line), NULL, false, &setup, &fields, notes, &error) ==
                      FM_OK,
                  "%s", line);
    unsigned char *const end = fm_setup_write_fen(&setup, FM_CASTLING_XFEN, true, false, fen);
    ck_assert_int_eq(fm_buf_append(out, fen, (size_t)(end - fen)), FM_OK);
    ck_assert_int_eq(fm_epd_normalize(fields.rest, &setup,
                                      fm_setup_faults(&setup) == 0 ? fm_languages : NULL, &arena,
                                      out, notes),
                     FM_OK);
    fm_arena_free(&arena);
}

static const struct {
    const char *line, *want;
} lines[] = {
    {KINGS " w - - Zed; a_x 1; id x;", KINGS " w - - Zed; a_x 1; id \"x\";"},
    {KINGS " w - - 3 17", KINGS " w - - fmvn 17; hmvc 3;"},
    {KINGS " w - - 3 17 hmvc 5;", KINGS " w - - fmvn 17; hmvc 3;"},
    {KINGS " w - - bm Kd2 + ?;", KINGS " w - - bm Kd2;"},
    {KINGS " w - - pv e1d2 Ke8-e7 Kd2c3 Kh1 Kd6;", KINGS " w - - pv Kd2 Ke7 Kc3 Kh1 Kd6;"},
    {KINGS " w - - c1 score: 60.884%;", KINGS " w - - c1 \"score: 60.884%\";"},
    {KINGS " w - - c1 \"open; bm Kd2", KINGS " w - - bm Kd2; c1 \"open\";"},
    {KINGS " w - - #x 1; bm Kd2; -100", KINGS " w - - bm Kd2; #x 1; -100;"},
    {KINGS " w - - ce +M1; acd 012;", KINGS " w - - acd 12; ce \"+M1\";"},
    {KINGS " w - - noop 1 two \"3 3\" fo\"ur;", KINGS " w - - noop 1 two \"3 3\" \"fo'ur\";"},
    {KINGS " w - - sm;", KINGS " w - - sm;"},
    {KINGS " w - - bm Kd2; bm Kd1;", KINGS " w - - bm Kd1;"},
};

START_TEST(normalizes)
{
    struct fm_buf out = {0};
    struct fm_reading notes = {{0}};
    normalize(lines[_i].line, &out, &notes);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, fm_text_of(lines[_i].want)),
                  "%s: %.*s", lines[_i].line, (int)out.n, (char *)out.p);
    fm_buf_free(&out);
}
END_TEST

/* Columns: id, level, input, canonical, ... */
static void vector_row(char *const *field)
{
    struct fm_buf out = {0};
    struct fm_reading notes = {{0}};
    struct fm_text where;
    const struct fm_text want = fm_text_of(field[3]);
    if (want.n == 0)
        return;
    normalize(field[2], &out, &notes);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, want), "%s: %s: %.*s", field[0],
                  field[2], (int)out.n, (char *)out.p);
    ck_assert_msg(fm_epd_is_strict(want, &where), "%s: %.*s", field[0], (int)where.n,
                  (const char *)where.p);
    fm_buf_free(&out);
}

START_TEST(normalizes_as_the_vectors)
{
    struct vector_file v;
    unsigned rows = 0;
    ck_assert(
        vector_open(&v, vectors_whole() != NULL ? vectors_whole() : vectors_here(), "epd/epd.tsv"));
    for (; vector_next(&v); rows++)
        vector_row(v.field);
    vector_close(&v);
    ck_assert_uint_ge(rows, 100);
}
END_TEST

/* ---- the strict checker ---------------------------------------------------------------------- */

static const struct {
    const char *line;
    bool strict;
} strictness[] = {
    {KINGS " w - -", true},
    {KINGS " w - - bm Kd2; id \"x;y\";", true},
    {KINGS " w - - Zed; am; bm Kd1 Kd2; ce -5; c0; draw_offer; noop a \"b c\" 3; resign;",
     false}, /* c0 behind ce */
    {KINGS " w - - Zed; am; bm Kd1 Kd2; c0; ce -5; draw_offer; noop a \"b c\" 3; resign;", true},
    {KINGS " w - - tcri \"a\" \"b\";", true},
    {KINGS " w - - tcri \"a\";", false},
    {KINGS " w - - 0 1", false},
    {KINGS " w - - ", false},
    {KINGS " w - - bm Kd2", false},
    {KINGS " w - - bm Kd2 ;", false},
    {KINGS " w - -  bm Kd2;", false},
    {KINGS " w - - bm  Kd2;", false},
    {KINGS " w - - bm Kd2;id \"x\";", false},
    {KINGS " w - - id \"x\"; bm Kd2;", false},
    {KINGS " w - - bm Kd2; bm Kd2;", false},
    {KINGS " w - - bm Kd2 Kd1;", false},
    {KINGS " w - - id x;", false},
    {KINGS " w - - id \"x\" \"y\";", false},
    {KINGS " w - - id \"x;", false},
    {KINGS " w - - ce +5;", false},
    {KINGS " w - - ce 05;", false},
    {KINGS " w - - acd -5;", false},
    {KINGS " w - - ce;", false},
    {KINGS " w - - resign 1;", false},
    {KINGS " w - - b 1;", false},
    {KINGS " w - - a123456789012345 1;", false},
    {KINGS " w - - sm \"Kd2\";", false},
    {KINGS " w - - sm Kd2!;", false},
    {KINGS " w - - c0 \"a\tb\";", false},
    {KINGS "  w - - bm Kd2;", false},
    {KINGS " w - e6 bm Kd2;", false},
    {KINGS " w K - bm Kd2;", false},
    {"4k3/8/8/8/8/8/8/8 w - - bm Kd2;", false},
};

START_TEST(is_strict)
{
    struct fm_text where = {NULL, 0};
    ck_assert_msg(fm_epd_is_strict(fm_text_of(strictness[_i].line), &where) ==
                      strictness[_i].strict,
                  "%s: %.*s", strictness[_i].line, (int)where.n, (const char *)where.p);
}
END_TEST

#define ADD_TABLE(tc, test, table) tcase_add_loop_test(tc, test, 0, (int)FM_COUNT_OF(table))

int main(void)
{
    Suite *const s = suite_create("epd");
    TCase *const tc = tcase_create("epd");
    ADD_TABLE(tc, takes_apart, splits);
    tcase_add_test(tc, knows_opcodes);
    ADD_TABLE(tc, writes_strings, strings);
    tcase_add_test(tc, cuts_whole_characters);
    ADD_TABLE(tc, writes_one, single);
    ADD_TABLE(tc, normalizes, lines);
    tcase_add_test(tc, normalizes_as_the_vectors);
    ADD_TABLE(tc, is_strict, strictness);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
