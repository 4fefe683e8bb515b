/* SPDX-License-Identifier: MIT */
/* The layout of movetexts: whatever the tokens are, they come back in their order, no line is too
 * long, and no token is broken. Moves in every language read back as the same move. */
#include <config.h>
#include <stdio.h>
#include <string.h>
#include "check_main.h"
#include "board/notation.h"
#include "pgn/write_moves.h"

/* Numbers without a pattern, the same in every run. */
static unsigned drawn(uint64_t *state, unsigned below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33) % below;
}

/* Tokens as they were put, one blank between two. */
struct expected {
    char text[16384];
    size_t n;
};

static void expect(struct expected *want, const char *token)
{
    const bool glued = want->n == 0 || want->text[want->n - 1] == '(' || *token == ')';
    want->n += (size_t)sprintf(want->text + want->n, "%s%s", glued ? "" : " ", token);
}

static void put_move(struct fm_movetext *m, struct expected *want, unsigned ply, bool numbered)
{
    static const char *const moves[] = {"e4", "Nf3", "O-O-O", "Qa1xb2#", "exd8=Q+", "Rd1"};
    const char *move = moves[ply % FM_COUNT_OF(moves)];
    const bool black = ply % 2 == 1;
    char number[16];
    sprintf(number, "%u%s", 1 + ply / 2, black ? "..." : ".");
    if (numbered || !black)
        expect(want, number);
    expect(want, move);
    ck_assert_int_eq(fm_movetext_move(m, 1 + ply / 2, black, fm_text_of(move)), FM_OK);
}

static void put_comment(struct fm_movetext *m, struct expected *want, unsigned length)
{
    char text[64] = "{";
    memset(text + 1, 'c', length);
    text[1 + length] = '\0';
    ck_assert_int_eq(fm_movetext_comment(m, fm_text_of(text + 1)), FM_OK);
    strcat(text, "}");
    expect(want, text);
}

/* No line is longer than the limit, and none begins or ends with a blank. */
static void check_lines(const struct fm_buf *out, size_t limit)
{
    size_t begin = 1; /* after the line end that makes the empty line */
    ck_assert_int_eq(out->p[0], '\n');
    for (size_t i = 1; i < out->n; i++) {
        if (out->p[i] != '\n')
            continue;
        ck_assert_msg(i - begin <= limit, "a line of %u", (unsigned)(i - begin));
        if (i > begin)
            ck_assert(out->p[begin] != ' ' && out->p[i - 1] != ' ' && out->p[begin] != ')');
        begin = i + 1;
    }
}

/* A movetext of so many tokens, chosen at random. */
static void put_tokens(struct fm_movetext *m, struct expected *want, uint64_t *state)
{
    unsigned ply = 0, depth = 0;
    bool numbered = true, empty = false;
    static const unsigned char inside[] = "";
    for (unsigned i = 0; i < 300; i++) {
        const unsigned kind = drawn(state, 10);
        if (kind == 0 && ply > 0 && depth < 5 && !empty) {
            ck_assert_int_eq(fm_movetext_open(m, inside), FM_OK);
            expect(want, "(");
            depth++;
            ply--;
            numbered = empty = true;
        } else if (kind == 1 && depth > 0 && !empty) {
            ck_assert_int_eq(fm_movetext_close(m, inside, (struct fm_text){NULL, 0}), FM_OK);
            expect(want, ")");
            depth--;
            numbered = true;
        } else if (kind == 2) {
            put_comment(m, want, drawn(state, 12));
            numbered = true;
        } else if (kind == 3 && !empty && ply > 0) {
            char nag[8];
            const unsigned number = drawn(state, 256);
            sprintf(nag, "$%u", number);
            ck_assert_int_eq(fm_movetext_nag(m, number), FM_OK);
            expect(want, nag);
        } else {
            put_move(m, want, ply++, numbered);
            numbered = empty = false;
        }
    }
    for (; empty; empty = false)
        put_move(m, want, ply, true);
    for (; depth > 0; depth--) {
        ck_assert_int_eq(fm_movetext_close(m, inside, (struct fm_text){NULL, 0}), FM_OK);
        expect(want, ")");
    }
}

START_TEST(tokens_come_back_in_lines)
{
    static struct expected want;
    uint64_t state = (uint64_t)_i;
    struct fm_buf out = {NULL, 0, 0};
    const struct fm_pgn_style style = {.exports = true, .width = 20 + (uint64_t)_i % 70};
    struct fm_movetext m = {.out = &out, .style = &style, .plies = UINT32_MAX};
    want.n = 0;
    fm_movetext_begin(&m);
    put_tokens(&m, &want, &state);
    ck_assert_int_eq(fm_movetext_end(&m, FM_RESULT_DRAW), FM_OK);
    expect(&want, "1/2-1/2");
    check_lines(&out, style.width - 1);
    ck_assert(out.n > 2 && memcmp(out.p + out.n - 2, "\n\n", 2) == 0);
    for (size_t i = 1; i + 2 < out.n; i++)
        out.p[i] = out.p[i] == '\n' ? ' ' : out.p[i];
    ck_assert_msg(out.n - 3 == want.n && memcmp(out.p + 1, want.text, want.n) == 0, "%s\n%.*s",
                  want.text, (int)out.n, (const char *)out.p);
    fm_movetext_free(&m);
    fm_buf_free(&out);
}
END_TEST

/* One line, whatever there is. */
START_TEST(no_width_is_one_line)
{
    static struct expected want;
    uint64_t state = 7;
    struct fm_buf out = {NULL, 0, 0};
    const struct fm_pgn_style style = {.exports = true};
    struct fm_movetext m = {.out = &out, .style = &style, .plies = UINT32_MAX};
    want.n = 0;
    fm_movetext_begin(&m);
    put_tokens(&m, &want, &state);
    ck_assert(out.p[0] == '\n' && memchr(out.p + 1, '\n', out.n - 1) == NULL);
    ck_assert(out.n == want.n + 1 && memcmp(out.p + 1, want.text, want.n) == 0);
    fm_movetext_free(&m);
    fm_buf_free(&out);
}
END_TEST

/* What is spelled in a language is read in it as the same piece, on the boards that it fits. */
START_TEST(letters_read_back)
{
    static const char *const moves[] = {"Nf3",   "Bxc4+", "Ra1d1", "Qh5#",   "Kxe2",
                                        "e8=Q+", "a1=N",  "b8=R",  "bxc8=B", "O-O-O"};
    const struct fm_language *language = &fm_languages[_i];
    ck_assert(fm_language_fits(language, 8));
    for (size_t i = 0; i < FM_COUNT_OF(moves); i++) {
        unsigned char spelled[FM_SPELLED_MAX];
        struct fm_notation want[2], got[2];
        const struct fm_text move = fm_text_of(moves[i]);
        const unsigned char *end = fm_language_spell(language, move, spelled);
        ck_assert(end - spelled < FM_SPELLED_MAX);
        ck_assert_uint_ge(fm_notation_read(move, fm_languages, 8, want), 1);
        ck_assert_uint_ge(fm_notation_read(fm_text_between(spelled, end), language, 8, got), 1);
        ck_assert_msg(want->kinds == got->kinds && want->promotion == got->promotion &&
                          want->to_file == got->to_file && want->from_file == got->from_file,
                      "%s in %s", moves[i], language->code);
    }
}
END_TEST

START_TEST(letters_that_clash_do_not_fit)
{
    static const struct {
        const char *code;
        bool fits, ascii;
    } rows[] = {{"en", true, true},  {"de", true, true},       {"fr", false, true},
                {"es", false, true}, {"ro", false, true},      {"ru", true, false},
                {"nl", true, true},  {"figurine", true, false}};
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        const struct fm_language *language = fm_language_named(fm_text_of(rows[i].code));
        ck_assert_msg(fm_language_fits(language, 10) == rows[i].fits, "%s", rows[i].code);
        ck_assert_msg(fm_language_is_ascii(language) == rows[i].ascii, "%s", rows[i].code);
    }
}
END_TEST

START_TEST(digits_of_iccf)
{
    static const char *const rows[][2] = {{"e2e4", "5254"},   {"e7e8q", "57581"},
                                          {"a2b1r", "12212"}, {"b7b8b", "27283"},
                                          {"h2g1n", "82714"}, {"0000", "0000"}};
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        unsigned char text[16] = {0};
        memcpy(text, rows[i][0], strlen(rows[i][0]));
        *fm_movetext_digits(text, text + strlen(rows[i][0])) = 0;
        ck_assert_str_eq((const char *)text, rows[i][1]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("movetext");
    TCase *tests = tcase_create("movetext");
    int languages = 0;
    while (fm_languages[languages].code != NULL)
        languages++;
    tcase_add_loop_test(tests, tokens_come_back_in_lines, 0, 300);
    tcase_add_test(tests, no_width_is_one_line);
    tcase_add_loop_test(tests, letters_read_back, 0, languages);
    tcase_add_test(tests, letters_that_clash_do_not_fit);
    tcase_add_test(tests, digits_of_iccf);
    suite_add_tcase(suite, tests);
    return run_tap(suite);
}
