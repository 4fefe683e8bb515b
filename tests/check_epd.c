/* SPDX-License-Identifier: MIT */
#include <config.h>
/* EPD operations: taken apart, strings within the standard's limits, normalised as the vectors,
 * the strict checker. */
#include <string.h>
#include "base/utf8.h"
#include "check_main.h"
#include "epd_strict.h"
#include "record/rewrite_line.h"
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
    struct fm_epd_op op;
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

static const struct {
    const char *opcode;
    enum fm_epd_type type;
} typed[] = {
    {"acd", FM_EPD_COUNT},
    {"acn", FM_EPD_COUNT},
    {"acs", FM_EPD_COUNT},
    {"am", FM_EPD_MOVE_SET},
    {"bm", FM_EPD_MOVE_SET},
    {"c0", FM_EPD_STRING},
    {"c10", FM_EPD_ANY},
    {"ce", FM_EPD_INTEGER},
    {"dm", FM_EPD_POSITIVE},
    {"draw_accept", FM_EPD_NOTHING},
    {"draw_claim", FM_EPD_NOTHING},
    {"draw_offer", FM_EPD_NOTHING},
    {"draw_reject", FM_EPD_NOTHING},
    {"eco", FM_EPD_STRING},
    {"fmvn", FM_EPD_POSITIVE},
    {"hmvc", FM_EPD_COUNT},
    {"id", FM_EPD_STRING},
    {"ID", FM_EPD_ANY},
    {"nic", FM_EPD_STRING},
    {"noop", FM_EPD_ANY},
    {"pm", FM_EPD_MOVE},
    {"pv", FM_EPD_MOVE_SEQUENCE},
    {"rc", FM_EPD_POSITIVE},
    {"resign", FM_EPD_NOTHING},
    {"resigned", FM_EPD_ANY},
    {"sm", FM_EPD_MOVE},
    {"tcgs", FM_EPD_POSITIVE},
    {"tcri", FM_EPD_STRINGS},
    {"tcsi", FM_EPD_STRINGS},
    {"v9", FM_EPD_STRING},
};

START_TEST(knows_opcodes)
{
    struct fm_text nothing = {NULL, 0};
    struct fm_epd_op op;
    struct fm_epd_operand operand;
    ck_assert(!fm_epd_next(&nothing, &op) && !fm_epd_next_operand(&nothing, &operand));
    static const char *const good[] = {"bm", "c0", "Foo_1", "X", "a12345678901234", "noop"};
    static const char *const bad[] = {"",   "a",       "0c", "_a", "b-m", "a123456789012345",
                                      "#1", "\xC3\xA4"};
    for (size_t i = 0; i < FM_COUNT_OF(good); i++)
        ck_assert_msg(fm_epd_is_opcode(fm_text_of(good[i])), "%s", good[i]);
    for (size_t i = 0; i < FM_COUNT_OF(bad); i++)
        ck_assert_msg(!fm_epd_is_opcode(fm_text_of(bad[i])), "%s", bad[i]);
    ck_assert_int_eq(fm_epd_type_of(FM_TEXT("c7")), FM_EPD_STRING);
    ck_assert_int_eq(fm_epd_type_of(FM_TEXT("ce")), FM_EPD_INTEGER);
    ck_assert_int_eq(fm_epd_type_of(FM_TEXT("cx")), FM_EPD_ANY);
    for (size_t i = 0; i < FM_COUNT_OF(typed); i++)
        ck_assert_msg(fm_epd_type_of(fm_text_of(typed[i].opcode)) == typed[i].type, "%s",
                      typed[i].opcode);
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
    {"a\xC2\x85"
     "b\xE2\x80\xA8\xE2\x80\xA9",
     "\"a b  \"", FM_EPD_CONTROL_CHANGED},
    {"\xC2\x93 in Windows-1252 \xFF", "\"\xC2\x93 in Windows-1252 \xFF\"", 0},
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

/* A string that is too long keeps its beginning and its end, and no character is cut. */
START_TEST(cuts_whole_characters)
{
    static const char *const characters[] = {"x", "\xC3\xB6", "\xE2\x99\x94", "\xF0\x9F\x98\x80"};
    for (size_t i = 0; i < FM_COUNT_OF(characters); i++) {
        for (size_t before = 0; before < 4; before++) {
            unsigned char text[600];
            const size_t length = strlen(characters[i]);
            size_t n = before;
            memset(text, '<', before);
            for (; n < 400; n += length)
                memcpy(text + n, characters[i], length);
            memcpy(text + n, "ply 17", 6);
            n += 6;
            struct fm_buf out = {0};
            unsigned changes;
            ck_assert_int_eq(fm_epd_write_string(&out, (struct fm_text){text, n}, &changes), FM_OK);
            ck_assert_uint_eq(changes, FM_EPD_CUT);
            ck_assert_uint_le(out.n, 257);
            ck_assert_uint_ge(out.n, 257 - 2 * 3);
            ck_assert_mem_eq(out.p + 1, text, 100);
            ck_assert_mem_eq(out.p + out.n - 7, "ply 17\"", 7);
            for (size_t at = 0, whole; at < out.n; at += whole) {
                whole = fm_utf8_length(out.p + at, out.n - at);
                ck_assert_uint_gt(whole, 0);
            }
            fm_buf_free(&out);
        }
    }
    unsigned char longest[256];
    memset(longest, 'x', sizeof longest);
    for (size_t n = 255; n <= 256; n++) {
        struct fm_buf out = {0};
        unsigned changes;
        ck_assert_int_eq(fm_epd_write_string(&out, (struct fm_text){longest, n}, &changes), FM_OK);
        ck_assert_uint_eq(out.n, 257);
        ck_assert_uint_eq(changes, n > 255 ? FM_EPD_CUT : 0);
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
    {"ce", "M5", "", FM_REASON_EPD_OPERATION},
    {"ce", " 36 ", " ce 36;", FM_REASON_NONE},
    {"acd", "-3", "", FM_REASON_EPD_OPERATION},
    {"dm", "0", "", FM_REASON_EPD_OPERATION},
    {"acn", "0", " acn 0;", FM_REASON_NONE},
    {"bm", "36", "", FM_REASON_EPD_OPERATION},
    {"bm", "Nf3 Nf3+ Nf3", " bm Nf3 Nf3+;", FM_REASON_NONE},
    {"bm", "Nf3,Nc3", "", FM_REASON_EPD_OPERATION},
    {"sm", "Nf3 Nc3", "", FM_REASON_EPD_OPERATION},
    {"sm", "Nf3; id", "", FM_REASON_EPD_OPERATION},
    {"sm",
     "\xE2\x99\x98"
     "f3",
     "", FM_REASON_EPD_OPERATION},
    {"Eval", "12", " Eval 12;", FM_REASON_NONE},
    {"Eval", "1.5", " Eval \"1.5\";", FM_REASON_NONE},
    {"tcri", "host name", " tcri \"host\" \"name\";", FM_REASON_NONE},
    {"tcri", "host", "", FM_REASON_EPD_OPERATION},
    {"resign", "", " resign;", FM_REASON_NONE},
    {"resign", "x", "", FM_REASON_EPD_OPERATION},
};

START_TEST(writes_one)
{
    struct fm_buf out = {0};
    const struct fm_text opcode = fm_text_of(single[_i].opcode);
    struct fm_warnings notes = {{0}}, want = {{0}};
    ck_assert_int_eq(
        fm_epd_write_op(&out, opcode, fm_epd_type_of(opcode), fm_text_of(single[_i].value), &notes),
        FM_OK);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, fm_text_of(single[_i].want)),
                  "%.*s", (int)out.n, (char *)out.p);
    if (single[_i].note != FM_REASON_NONE)
        fm_warnings_note(&want, single[_i].note);
    ck_assert_mem_eq(notes.warnings, want.warnings, sizeof want.warnings);
    fm_buf_free(&out);
}
END_TEST

/* ---- whole lines ----------------------------------------------------------------------------- */

/* The line as a normalising writer has it: X-FEN, en passant as given, operations in order. */
static void normalize(struct fm_text line, struct fm_buf *out, struct fm_warnings *notes)
{
    const struct fm_rewrite wanted = {.style = {.castling = FM_CASTLING_XFEN}, .normalize = true};
    struct fm_error error;
    ck_assert_msg(fm_rewrite_line(line, &wanted, out, notes, &error) == FM_OK, "%.*s", (int)line.n,
                  (const char *)line.p);
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
    {KINGS " w - - noop 1 two \"3 3\" fo\"ur;", KINGS " w - - noop 1 two \"3 3\" \"fo'ur\";"},
    {KINGS " w - - acd 012;", KINGS " w - - acd 12;"},
    {KINGS " w - - bm Kd2; bm Kd1;", KINGS " w - - bm Kd1 Kd2;"},
    {KINGS " w - - am Kd2; bm Kd1 Ke1d1; am Kf2 Kd2;", KINGS " w - - am Kd2 Kf2; bm Kd1;"},
    {KINGS " w - - bm Kd2, Kd1;", KINGS " w - - bm Kd1 Kd2;"},
    {KINGS " w - - pv Kd2,Ke7;", KINGS " w - - pv Kd2 Ke7;"},
    {KINGS " w - - c0 \"a\"; c0 \"b\"; bm Kd1;", KINGS " w - - bm Kd1; c0 \"b\";"},
};

START_TEST(normalizes)
{
    struct fm_buf out = {0};
    struct fm_warnings notes = {{0}};
    normalize(fm_text_of(lines[_i].line), &out, &notes);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, fm_text_of(lines[_i].want)),
                  "%s: %.*s", lines[_i].line, (int)out.n, (char *)out.p);
    fm_buf_free(&out);
}
END_TEST

/* What is written anew would be a guess, or not by the standard: named, and kept as it is. */
static const struct {
    const char *ops;
    enum fm_reason reason;
    const char *operation;
} kept[] = {
    {"bm Kd2 id \"x\";", FM_REASON_EPD_SEMICOLON_MISSING, "bm Kd2 id \"x\""},
    {"bm id \"x\"; ce 1;", FM_REASON_EPD_SEMICOLON_MISSING, "bm id \"x\""},
    {"ce 5 acd 3;", FM_REASON_EPD_SEMICOLON_MISSING, "ce 5 acd 3"},
    {"id \"x\" bm Kd2; ce 5;", FM_REASON_EPD_SEMICOLON_MISSING, "id \"x\" bm Kd2"},
    {"Zed id \"x\"; ce 5;", FM_REASON_EPD_SEMICOLON_MISSING, "Zed id \"x\""},
    {"c1 \"open; bm Kd2;", FM_REASON_EPD_STRING_UNCLOSED, "c1 \"open"},
    {"c1 \"open; c2 \"closed\"; ce  1;", FM_REASON_EPD_STRING_UNCLOSED, "c1 \"open; c2 \"closed\""},
    {"a-b 1; ce  1;", FM_REASON_EPD_NO_OPERATION, "a-b 1"},
    {"x  1; ce  1;", FM_REASON_EPD_NO_OPERATION, "x  1"},
    {"ce  abc; bm Kd2;", FM_REASON_EPD_OPERATION, "ce  abc"},
    {"ce +M400; acd 012;", FM_REASON_EPD_OPERATION, "ce +M400"},
    {"ce \"5\"; acd 012;", FM_REASON_EPD_OPERATION, "ce \"5\""},
    {"ce 5 6; acd 012;", FM_REASON_EPD_OPERATION, "ce 5 6"},
    {"dm 0; acd 012;", FM_REASON_EPD_OPERATION, "dm 0"},
    {"bm  36; bm Kd2;", FM_REASON_EPD_OPERATION, "bm  36"},
    {"bm Kd2 #-1 Kd1; ce  1;", FM_REASON_EPD_OPERATION, "bm Kd2 #-1"},
    {"bm Kd2, Kd8; ce  1;", FM_REASON_EPD_OPERATION, "bm Kd2, Kd8"},
    {"sm; ce  1;", FM_REASON_EPD_OPERATION, "sm"},
    {"sm Kd1 Kd2; ce  1;", FM_REASON_EPD_OPERATION, "sm Kd1 Kd2"},
    {"pv Kd1 --; ce  1;", FM_REASON_EPD_OPERATION, "pv Kd1 --"},
    {"resign 1; ce  1;", FM_REASON_EPD_OPERATION, "resign 1"},
    {"id \"a\" \"b\"; ce  1;", FM_REASON_EPD_OPERATION, "id \"a\" \"b\""},
    {"tcri \"a\"; ce  1;", FM_REASON_EPD_OPERATION, "tcri \"a\""},
};

START_TEST(keeps_what_is_no_epd)
{
    static const char board[] = KINGS " w - - ";
    struct fm_buf line = {0}, out = {0};
    struct fm_warnings notes = {{0}}, want = {{0}};
    ck_assert_int_eq(fm_buf_append(&line, board, sizeof board - 1), FM_OK);
    ck_assert_int_eq(fm_buf_append(&line, kept[_i].ops, strlen(kept[_i].ops)), FM_OK);
    normalize((struct fm_text){line.p, line.n}, &out, &notes);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, (struct fm_text){line.p, line.n}),
                  "%.*s", (int)out.n, (const char *)out.p);
    fm_warnings_note(&want, kept[_i].reason);
    ck_assert_msg(memcmp(notes.warnings, want.warnings, sizeof want.warnings) == 0, "%s",
                  kept[_i].ops);
    const struct fm_text operation = fm_warnings_text(&notes, kept[_i].reason);
    ck_assert_msg(fm_text_equal(operation, fm_text_of(kept[_i].operation)), "%.*s",
                  (int)operation.n, (const char *)operation.p);
    fm_buf_free(&line);
    fm_buf_free(&out);
}
END_TEST

/* Operations put together at random from pieces, good and bad. */
static struct fm_text random_operations(struct fm_buf *line, uint64_t *seed)
{
    static const char *const pieces[] = {"bm",
                                         "am",
                                         "pv",
                                         "sm",
                                         "id",
                                         "c0",
                                         "c3",
                                         "ce",
                                         "acd",
                                         "dm",
                                         "noop",
                                         "tcri",
                                         "Zed",
                                         "resign",
                                         "x",
                                         "Kd2",
                                         "e1d1",
                                         "Kd8",
                                         "36",
                                         "-5",
                                         "+007",
                                         "\"a\"",
                                         "\"b;c\"",
                                         "\"",
                                         "a\"b",
                                         "\"\xC2\x85\"",
                                         ",",
                                         "Kd1,Kd2",
                                         "Kd1+",
                                         "?!",
                                         "--",
                                         "O-O",
                                         ("\xE2\x99\x94"
                                          "d2"),
                                         "5141",
                                         "0",
                                         "\t",
                                         "a_b",
                                         "#",
                                         "(=)",
                                         "hmvc"};
    static const char board[] = KINGS " w - - ";
    line->n = 0;
    ck_assert_int_eq(fm_buf_append(line, board, sizeof board - 1), FM_OK);
    for (uint64_t n = 1 + (*seed >> 60); n > 0; n--) {
        *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const char *piece = pieces[(*seed >> 33) % FM_COUNT_OF(pieces)];
        ck_assert_int_eq(fm_buf_append(line, piece, strlen(piece)), FM_OK);
        const char *gap = (*seed >> 57) % 3 == 0 ? "; " : " ";
        ck_assert_int_eq(fm_buf_append(line, gap, strlen(gap)), FM_OK);
    }
    return fm_text_trim((struct fm_text){line->p, line->n});
}

START_TEST(writes_what_is_strict_or_as_it_was)
{
    struct fm_buf line = {0}, out = {0};
    uint64_t seed = 1;
    unsigned anew = 0, as_it_was = 0;
    for (unsigned i = 0; i < 20000; i++) {
        const struct fm_text text = random_operations(&line, &seed);
        struct fm_warnings notes = {{0}};
        struct fm_text where;
        out.n = 0;
        normalize(text, &out, &notes);
        const struct fm_text got = {out.p, out.n};
        const bool same = fm_text_equal(got, text), strict = fm_epd_is_strict(got, &where);
        ck_assert_msg(strict || (same && notes.warnings[1] + notes.warnings[0] != 0), "%.*s: %.*s",
                      (int)text.n, (const char *)text.p, (int)got.n, (const char *)got.p);
        anew += strict;
        as_it_was += !strict;
    }
    ck_assert_uint_gt(anew, 1000);
    ck_assert_uint_gt(as_it_was, 1000);
    fm_buf_free(&line);
    fm_buf_free(&out);
}
END_TEST

static void vector_row(const char *name, const char *input, const char *normal)
{
    struct fm_buf out = {0};
    struct fm_warnings notes = {{0}};
    struct fm_text where;
    const struct fm_text want = fm_text_of(normal);
    normalize(fm_text_of(input), &out, &notes);
    ck_assert_msg(fm_text_equal((struct fm_text){out.p, out.n}, want), "%s: %s: %.*s", name, input,
                  (int)out.n, (char *)out.p);
    ck_assert_msg(fm_epd_is_strict(want, &where), "%s: %.*s", name, (int)where.n,
                  (const char *)where.p);
    fm_buf_free(&out);
}

/* Of an opcode twice no rule says what counts; ours is the union. */
START_TEST(normalizes_as_the_vectors)
{
    struct vector_file v;
    unsigned rows = 0;
    ck_assert(vector_open(&v, vectors_here(), "../../vectors/epd.tsv"));
    for (; vector_next(&v); rows++) /* id level rule task option first second answer note */
        if (strcmp(v.field[1], "disputed") != 0)
            vector_row(v.field[0], v.field[5], v.field[7] + strlen("ok "));
    vector_close(&v);
    ck_assert_uint_ge(rows, 100);
    if (vectors_whole() == NULL)
        return;
    ck_assert(vector_open(&v, vectors_whole(), "epd/epd.tsv"));
    while (vector_next(&v)) /* id level input canonical json fen note */
        if (*v.field[3] && strncmp(v.field[6], "opcode twice", 12) != 0)
            vector_row(v.field[0], v.field[2], v.field[3]);
    vector_close(&v);
}
END_TEST

/* ---- checked in one pass, or step by step ---------------------------------------------------- */

/* A changed byte in operations of each kind. Tabs mean the same as blanks, but an operation with one is
 * always taken apart in steps. */
START_TEST(one_pass_checks_the_same)
{
    static const char *const regular[] = {
        "bm Nf3 O-O-O+ exd8=Q#; id \"a; b\"; acd 12; ce -305; hmvc 0; c0 \"\"; D1 20;",
        "sm c4; c9 \"1-0\"; fmvn 1; dm 10; am e4; am d4; c8 \"x\"; Ae \"y\"; pv e2e4 c7-c5;",
        "; D1 20;D2 400; acd 5; D3 8902",
    };
    static const char bytes[] = "abeghmZKO019 ;\"-+#=!?,x\t_\xC3";
    uint32_t state = 17;
    for (unsigned i = 0; i < 400000; i++) {
        unsigned char text[128];
        struct fm_text rest = fm_text_of(regular[i % FM_COUNT_OF(regular)]);
        memcpy(text, rest.p, rest.n);
        for (unsigned k = i % 3; k > 0; k--) {
            state = state * 1664525 + 1013904223;
            const size_t at = (state >> 8) % rest.n;
            text[at] = (unsigned char)bytes[(state >> 24) % (sizeof bytes - 1)];
        }
        rest.p = text;
        if (text[rest.n - 1] != ';' && *text != ';')
            continue;
        struct fm_warnings notes = {{0}}, want = {{0}};
        const bool sure = fm_epd_check(rest, NULL, &notes);
        for (size_t at = 0; at < rest.n; at++)
            text[at] = text[at] == ' ' ? '\t' : text[at];
        ck_assert_int_eq(sure, fm_epd_check(rest, NULL, &want));
        ck_assert_msg(memcmp(notes.warnings, want.warnings, sizeof want.warnings) == 0, "%.*s",
                      (int)rest.n, (const char *)rest.p);
    }
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
     false}, /* c0 after ce */
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
    {KINGS " w - - dm 0;", false},
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

/* ---- the public record ---- */

static const char *text_of_record(const struct fm_epd *epd)
{
    static char text[512];
    size_t n;
    ck_assert(fm_epd_text(epd, text, sizeof text, &n) == FM_OK);
    ck_assert_uint_eq(n, strlen(text));
    return text;
}

static enum fm_status set(struct fm_epd *epd, const char *opcode, const char *value)
{
    const struct fm_text text = fm_text_of(value);
    return fm_epd_set(epd, opcode, value == NULL ? NULL : &text);
}

START_TEST(is_changed_one_operation_at_a_time)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/4K2R w K -";
    struct fm_epd *epd = NULL;
    struct fm_text opcode, value;
    char line[128], small[8];
    snprintf(line, sizeof line, "%s bm O-O; id \"a; b\"; bm Kd2; ce 5;", fen);
    ck_assert(fm_epd_read(fm_text_of(line), &epd, NULL) == FM_OK);
    ck_assert_str_eq(text_of_record(epd), line);
    ck_assert(fm_epd_operation(epd, 1, &opcode, &value) && fm_text_equal(opcode, FM_TEXT("id")));
    ck_assert(fm_text_equal(value, FM_TEXT("\"a; b\"")));
    ck_assert(fm_epd_operation(epd, 3, &opcode, &value) &&
              !fm_epd_operation(epd, 4, &opcode, &value));
    ck_assert(fm_epd_get(epd, "id", &value) && fm_text_equal(value, FM_TEXT("a; b")));
    ck_assert(fm_epd_get(epd, "bm", &value) && fm_text_equal(value, FM_TEXT("Kd2")));
    ck_assert(!fm_epd_get(epd, "am", &value));

    ck_assert(set(epd, "bm", "Rh8+ Kd2") == FM_OK && set(epd, "c0", "it's") == FM_OK);
    snprintf(line, sizeof line, "%s bm Kd2 Rh8+; id \"a; b\"; ce 5; c0 \"it's\";", fen);
    ck_assert_str_eq(text_of_record(epd), line);
    ck_assert(set(epd, "ce", "none") == FM_BAD_USE && set(epd, "c e", "1") == FM_BAD_USE);
    ck_assert(set(epd, "c0; bm", "x") == FM_BAD_USE);
    ck_assert_str_eq(text_of_record(epd), line);
    ck_assert(set(epd, "id", NULL) == FM_OK && set(epd, "bm", NULL) == FM_OK &&
              set(epd, "am", NULL) == FM_OK);
    snprintf(line, sizeof line, "%s ce 5; c0 \"it's\";", fen);
    ck_assert_str_eq(text_of_record(epd), line);
    ck_assert(fm_epd_text(epd, small, sizeof small, NULL) == FM_NO_ROOM && small[0] == '\0');
    fm_epd_free(epd);
}
END_TEST

START_TEST(reads_fen_and_refuses_what_is_neither)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/4K2R w K - 3 12";
    struct fm_epd *epd = NULL;
    struct fm_text opcode, value;
    struct fm_error error;
    ck_assert(fm_epd_read(fm_text_of(fen), &epd, NULL) == FM_OK);
    ck_assert(!fm_epd_operation(epd, 0, &opcode, &value));
    ck_assert_str_eq(text_of_record(epd), fen);
    fm_epd_free(epd);
    ck_assert(fm_epd_read(FM_TEXT("4k3/8/8 w - -"), &epd, &error) == FM_REJECTED);
    ck_assert(error.reason == FM_REASON_BAD_FEN && error.field == FM_FIELD_PLACEMENT);
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
    ADD_TABLE(tc, keeps_what_is_no_epd, kept);
    tcase_add_test(tc, writes_what_is_strict_or_as_it_was);
    tcase_add_test(tc, normalizes_as_the_vectors);
    tcase_add_test(tc, one_pass_checks_the_same);
    ADD_TABLE(tc, is_strict, strictness);
    tcase_add_test(tc, is_changed_one_operation_at_a_time);
    tcase_add_test(tc, reads_fen_and_refuses_what_is_neither);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
