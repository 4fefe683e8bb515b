/* SPDX-License-Identifier: MIT */
/* Profiles: what is read, what is refused and where, what follows from what, and that a refusal
 * changes nothing. */
#include <config.h>
#include <stdio.h>
#include <string.h>
#include "check_main.h"
#include "profile/consumer.h"
#include "profile/schema.h"

static struct fm_profile *new_profile(void)
{
    struct fm_profile *profile = NULL;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    return profile;
}

static char *printed(const struct fm_profile *profile)
{
    char *yaml = NULL;
    ck_assert_int_eq(fm_profile_print(profile, true, &yaml), FM_OK);
    return yaml;
}

static enum fm_status read_yaml(struct fm_profile *profile, const char *yaml,
                                struct fm_error *error)
{
    return fm_profile_read(profile, "test.yaml", fm_text_of(yaml), error);
}

static void same_text(struct fm_text got, const char *want, const char *yaml, const char *which)
{
    ck_assert_msg(fm_text_equal(got, fm_text_of(want)), "%s\n%s is \"%.*s\", not \"%s\"", yaml,
                  which, (int)got.n, got.n == 0 ? "" : (const char *)got.p, want);
}

/* ---- refused ---- */

#define F "fenmill: 1\n"

struct bad {
    const char *yaml;
    uint64_t line, column;
    const char *what, *hint;
};

static const struct bad unreadable[] = {
    /* keys */
    {F "output:\n  castlig: xfen\n", 3, 3, "castlig", "castling"},
    {F "ouput: {castling: xfen}\n", 2, 1, "ouput", "output"},
    {F "input:\n  castling: xfen\n", 3, 3, "castling", "output.castling"},
    {F "castling: xfen\n", 2, 1, "castling", "output.castling"},
    {F "positions: {sample: {per-gam: 1}}\n", 2, 22, "per-gam", "per-game"},
    {F "positions: {sample.per-game: 1}\n", 2, 13, "sample.per-game", ""},
    {F "qqqqqqqq: 1\n", 2, 1, "qqqqqqqq", ""},
    {F "input: {strict: true}\noutput: {}\ninput: {repair: true}\n", 4, 1, "input", ""},
    {F "input: {strict: true, strict: true}\n", 2, 23, "strict", ""},
    {F "games: {tags: {White: a, White: b}}\n", 2, 26, "White", ""},
    {F "output: {ops: {id: a, id: b}}\n", 2, 23, "id", ""},
    {F "? [a]\n: b\n", 2, 3, "", ""},
    {F "'': b\n", 2, 1, "", ""},
    {F "<<: {input: {}}\n", 2, 1, "<<", ""},
    {F "output: {op: {sm: a}}\n", 2, 10, "op", "ops"},
    /* templates, at the byte that is wrong */
    {F "output:\n  format: epd\n  ops:\n    sm: \"{nxt}\"\n", 5, 11, "nxt", "next"},
    {F "output: {format: epd, ops: {c0: \"a{\"}}\n", 2, 35, "{", ""},
    {F "output: {ops: {bm: \"x {comment) {next}\"}}\n", 2, 23, "{comment)", ""},
    {F "output: {ops: {bm: 'x {comment)'}}\n", 2, 23, "{comment)", ""},
    {F "output: {ops: {c0: \"\\x41{nix}\"}}\n", 2, 20, "nix", ""},
    {F "output: {ops: {c0: \"a } b\"}}\n", 2, 23, "}", ""},
    {F "output: {ops: {ce: \"{fen}\"}}\n", 2, 20, "ce", ""},
    {F "output: {ops: {ce: \"{clock}\"}}\n", 2, 20, "ce", ""},
    {F "output: {ops: {bm: \"{fen}\"}}\n", 2, 20, "bm", ""},
    {F "output: {ops: {id: \"a\\nb\"}}\n", 2, 20, "id", ""},
    {F "output: {pgn: {set-tags: {X: \"a\\nb\"}}}\n", 2, 30, "X", ""},
    {F "output: {line: \"{fen} {nix}\"}\n", 2, 24, "nix", ""},
    {F "output: {columns: [fen, {a: nxt}]}\n", 2, 29, "nxt", "next"},
    {F "output: {columns: [fen, {\"a\\nb\": fen}]}\n", 2, 34, "a\nb", ""},
    {F "output: {columns: [fen, \"a b\"]}\n", 2, 25, "a b", ""},
    {F "output: {columns: [fen, ply, {fen: next}]}\n", 2, 36, "fen", ""},
    {F "output: {columns: [\"{fen}\", ply]}\n", 2, 20, "{fen}", ""},
    /* texts that need quotes */
    {F "output: {ops: {id: {Event}}}\n", 2, 20, "id", ""},
    {F "output: {line: {fen}}\n", 2, 16, "output.line", ""},
    {F "output:\n  line: {fen} | {ply}\n", 3, 9, "{fen} | {ply}", ""},
    {F "output:\n  to: {White}.pgn\n", 3, 7, "{White}.pgn", ""},
    {F "output:\n  line: %x\n", 3, 9, "%x", ""},
    {F "output:\n  line: @x\n", 3, 9, "@x", ""},
    {F "output:\n  line: `x`\n", 3, 9, "`x`", ""},
    {F "output:\n  ops:\n    id: a: b\n", 4, 9, "a: b", ""},
    {F "games: {tags: {Date: >= 2000, ECO: B20}}\n", 2, 22, ">= 2000, ECO: B20", ""},
    {F "games:\n  tags:\n    Date: >= 2000\n", 4, 11, ">= 2000", ""},
    {F "games: {tags: {Event: ~ [a-z]+}}\n", 2, 23, "~ [a-z]+", ""},
    {F "games: {result: [1-0, *]}\n", 2, 23, "*", ""},
    {F "games:\n  result: *\n", 3, 11, "*", ""},
    {F "games:\n  tags:\n    White: - x\n", 4, 12, "- x", ""},
    {F "games:\n  tags: {White: \"~ \\d\"}\n", 3, 20, "\\d\"}", ""},
    {F "output: {when: {class: classic}}\n", 2, 10, "when", "outputs"},
    {F "outputs: [{to: a, when: {classic: no-fen-tag}}]\n", 2, 26, "classic", "games.classic"},
    {F "outputs: [{to: a, positions: {plie: last}}]\n", 2, 31, "plie", "plies"},
    /* values */
    {F "output: {castling: xfem}\n", 2, 20, "xfem", "xfen"},
    {F "output: {castling: XFEN}\n", 2, 20, "XFEN", "xfen"},
    {F "output: {castling: qqqq}\n", 2, 20, "qqqq", ""},
    {F "output: {castling: }\n", 2, 20, "output.castling", ""},
    {F "output: {castling: [xfen]}\n", 2, 20, "output.castling", ""},
    {F "output: {castling: {a: b}}\n", 2, 20, "output.castling", ""},
    {F "input: {strict: ture}\n", 2, 17, "ture", "true"},
    {F "input: {strict: Off}\n", 2, 17, "Off", "false"},
    {F "input: {strict: 1}\n", 2, 17, "1", "true"},
    {F "input: {strict: True}\n", 2, 17, "True", "true"},
    {F "input: {letters: klingon}\n", 2, 18, "klingon", ""},
    {F "input: {variant: chess690}\n", 2, 18, "chess690", "chess960"},
    {F "input: {max-game: 16m}\n", 2, 19, "16m", "16M"},
    {F "input: {max-game: 16MiB}\n", 2, 19, "16MiB", "16M"},
    {F "input: {max-game: 0}\n", 2, 19, "0", ""},
    {F "input: {max-game: 99999999999999999999}\n", 2, 19, "99999999999999999999", ""},
    {F "input: {max-game: 17179869184G}\n", 2, 19, "17179869184G", ""},
    {F "input: {max-plies: -1}\n", 2, 20, "-1", ""},
    {F "input: {max-plies: 1e3}\n", 2, 20, "1e3", ""},
    {F "input: {max-plies: 0x10}\n", 2, 20, "0x10", ""},
    {F "positions: {plies: 40..16}\n", 2, 20, "40..16", "16..40"},
    {F "positions: {plies: -1..-10}\n", 2, 20, "-1..-10", "-10..-1"},
    {F "positions: {plies: 1...4}\n", 2, 20, "1...4", "1..4"},
    {F "positions: {plies: 1-4}\n", 2, 20, "1-4", "1..4"},
    {F "positions: {plies: [1, 2]}\n", 2, 20, "positions.plies", ""},
    {F "positions: {plies: 99999999999}\n", 2, 20, "99999999999", ""},
    {F "positions: {pieces: -3..}\n", 2, 21, "-3..", ""},
    {F "games: {plies: last}\n", 2, 16, "last", ""},
    {F "games: {class: [classic, chess690]}\n", 2, 26, "chess690", "chess960"},
    {F "games: {class: classic, chess960}\n", 2, 25, "chess960", ""},
    {F "games: {class: {classic: chess960}}\n", 2, 16, "games.class", ""},
    {F "positions: {sample: many}\n", 2, 21, "many", ""},
    {F "positions: {sample: [1]}\n", 2, 13, "sample", ""},
    {F "games: {duplicates: some}\n", 2, 9, "duplicates", ""},
    {F "positions:\n", 2, 1, "positions", ""},
    {F "positions: [a]\n", 2, 1, "positions", ""},
    {F "output: {to: }\n", 2, 14, "output.to", ""},
    {F "output: {to: \"a\\0b\"}\n", 2, 14, NULL, ""},
    {F "output: {for: stokfish}\n", 2, 15, "stokfish", "stockfish"},
    {F "output: {ops: [id]}\n", 2, 15, "output.ops", ""},
    {F "output: {ops: {9c: x}}\n", 2, 16, "9c", ""},
    {F "output: {ops: {sixteen_letters_: x}}\n", 2, 16, "sixteen_letters_", ""},
    {F "output: {ops: {id: [x]}}\n", 2, 20, "id", ""},
    {F "outputs: []\n", 2, 10, "outputs", ""},
    {F "outputs: {to: a}\n", 2, 10, "outputs", ""},
    {F "outputs: [a]\n", 2, 11, "a", ""},
    /* rules on tags */
    {F "games: {tags: {WhiteElo: \">= x\"}}\n", 2, 26, ">= x", ""},
    {F "games: {tags: {Date: \"> 2010.13\"}}\n", 2, 22, "> 2010.13", ""},
    {F "games: {tags: {White: \"~ ((\"}}\n", 2, 23, "~ ((", ""},
    {F "games: {tags: {White: [\"a\", \"~ [\"]}}\n", 2, 29, "~ [", ""},
    {F "games: {tags: {White: []}}\n", 2, 23, "White", ""},
    {F "games: {tags: {White: }}\n", 2, 23, "", ""},
    {F "games: {tags: {Whi-te: x}}\n", 2, 16, "Whi-te", ""},
    {F "games: {tags: [White]}\n", 2, 15, "games.tags", ""},
    /* the document */
    {"", 1, 1, "fenmill", "fenmill: 1"},
    {"# nothing\n", 1, 1, "fenmill", "fenmill: 1"},
    {"output: {castling: xfen}\n", 1, 1, "fenmill", "fenmill: 1"},
    {"- fenmill\n", 1, 1, "", "fenmill: 1"},
    {"fenmill: 2\n", 1, 10, "2", ""},
    {F "---\n" F, 2, 1, "---", ""},
    {F "input: &a {strict: true}\n", 2, 8, "&a {strict: true}", ""},
    {F "input: {letters: *a}\n", 2, 18, "*a}", ""},
    {F "input: {strict: !!bool true}\n", 2, 17, "!!bool true}", ""},
    {"%TAG ! tag:x,2000:\n---\n" F, 1, 1, "%TAG ! tag:x,2000:", ""},
    {F "input: [\n", 3, 1, "", ""},
    {F "input: {strict: true\n", 3, 1, "", ""},
    {F "\tinput: {}\n", 2, 1, "input: {}", ""},
    {F "input: \"\xff\"\n", 2, 9, NULL, ""},
    {F "games: {tags: {\xc3\xa4\xc3\xb6: x}}\n", 2, 16, "\xc3\xa4\xc3\xb6", ""},
    {F "games: {tags: {Event: \xc3\xa4\xc3\xb6, White: \"~ (\"}}\n", 2, 36, "~ (", ""},
    {"fenmill: 1\r\ninput: {}\r\nqqqqqqqq: 1\r\n", 3, 1, "qqqqqqqq", ""},
    {"\xef\xbb\xbf" F "qqqqqqqq: 1\n", 2, 1, "qqqqqqqq", ""},
    {F "output: {to: [[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]}\n", 2, 28, "[[[[a]]]]]]]]]]]]]]]]]]}",
     ""},
};

static const struct bad unfinishable[] = {
    {F "input: {strict: true,\n  repair: true}\n", 3, 3, "input.repair", ""},
    {F "input: {tags-only: true}\ngames: {plies: 9..}\n", 2, 9, "input.tags-only", ""},
    {F "input: {tags-only: true}\noutputs: [{to: a.pgn, when: {final: mate}}]\n", 2, 9,
     "input.tags-only", ""},
    {F "positions: {side: white}\noutput: {format: pgn}\n", 2, 13, "positions", ""},
    {F "outputs: [{to: a.pgn, positions: {every: 2}}]\n", 2, 35, "positions", ""},
    {F "output: {variant-tag: set}\n", 2, 10, "output.variant-tag", ""},
    {F "output: {tag-order: variant-first}\n", 2, 10, "output.tag-order", ""},
    {F "input: {format: pgn, validate: notation}\n", 2, 22, "input.validate", ""},
    {F "input: {format: pgn, validate: notation}\noutput: {format: pgn}\n", 2, 22, "input.validate",
     ""},
    {F "input: {format: puzzles, validate: notation}\n", 2, 26, "input.validate", ""},
    {F "input: {format: uci, validate: notation}\n", 2, 22, "input.validate", ""},
    {F "input: {format: pgn}\noutput: {castling: keep}\n", 3, 10, "output.castling", ""},
    {F "input: {format: pgn}\noutput: {en-passant: keep}\n", 3, 10, "output.en-passant", ""},
    {F "input: {format: pgn}\noutput: {counters: keep}\n", 3, 10, "output.counters", ""},
    {F "games: {class: [broken, unsupported]}\n", 2, 9, "games.class", ""},
    {F "positions: {quiet: true, check: yes}\n", 2, 13, "positions.quiet", ""},
    {F "positions: {sample: {seed: 3}}\n", 2, 22, "positions.sample.seed", ""},
    {F "positions: {unique: {scope: game}}\n", 2, 22, "positions.unique.scope", ""},
    {F "positions: {unique: {store: a}}\n", 2, 22, "positions.unique.store", ""},
    {F "positions: {unique: {key: fen, scope: game, store: a}}\n", 2, 45, "positions.unique.store",
     ""},
    {F "positions: {memory: 2G}\n", 2, 13, "positions.memory", ""},
    {F "positions: {unique: {key: fen, store: a}}\noutputs: [{to: a}, {to: b}]\n", 2, 32,
     "positions.unique.store", ""},
    {F "positions: {material: KRvR}\n", 2, 13, "positions.material", ""},
    {F "positions: {material: KvKv}\n", 2, 13, "positions.material", ""},
    {F "output: {format: fen, counters: ops}\n", 2, 23, "output.counters", ""},
    {F "output: {to: x.fen, counters: ops}\n", 2, 21, "output.counters", ""},
    {F "output: {ops: {id: x}}\n", 2, 10, "output.ops", ""},
    {F "output: {format: epd, ops: {hmvc: \"0\"}}\n", 2, 23, "output.ops", ""},
    {F "output: {columns: [fen]}\n", 2, 10, "output.columns", ""},
    {F "output: {normalize: true}\n", 2, 10, "output.normalize", ""},
    {F "output: {for: lc0, format: epd}\n", 2, 10, "output.for", ""},
    {F "output: {for: cutechess, to: a.fen}\n", 2, 10, "output.for", ""},
    {F "match: all\n", 2, 1, "match", ""},
    {F "output: {to: a}\noutputs: [{to: b}]\n", 2, 10, "output.to", ""},
    {F "outputs: [{to: a},\n {to: a}]\n", 3, 3, "output.to", ""},
    {F "outputs: [{to: \"\"},\n {to: \"-\"}]\n", 3, 3, "output.to", ""},
    {F "outputs: [{to: a.epd}, {to: b.fen, counters: ops}]\n", 2, 36, "output.counters", ""},
    {F "output: {counters: ops}\noutputs: [{to: a.epd}, {to: b.fen}]\n", 2, 10, "output.counters",
     ""},
    {F "output: {to: \"{clas}.pgn\"}\n", 2, 10, "clas", "class"},
    {F "output: {to: \"{class}-{ply}.fen\"}\n", 2, 10, "ply", ""},
    {F "outputs: [{to: \"{White}-{key}.fen\"}]\n", 2, 12, "key", ""},
};

static void refuses(const struct bad *bad, bool finish)
{
    struct fm_profile *profile = new_profile();
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = read_yaml(profile, bad->yaml, &error);
    ck_assert_msg(!finish || status == FM_OK, "%s\nis not even read", bad->yaml);
    char *before = printed(profile);
    if (finish)
        status = fm_profile_finish(profile, &error);
    ck_assert_msg(status == FM_BAD_PROFILE, "%s\nis taken", bad->yaml);
    ck_assert_int_eq(error.status, FM_BAD_PROFILE);
    ck_assert_str_eq(error.input, "test.yaml");
    ck_assert_msg(error.line == bad->line && error.column == bad->column,
                  "%s\nrefused at %u:%u, not at %u:%u", bad->yaml, (unsigned)error.line,
                  (unsigned)error.column, (unsigned)bad->line, (unsigned)bad->column);
    if (bad->what != NULL)
        same_text(error.what, bad->what, bad->yaml, "what");
    same_text(error.hint, bad->hint, bad->yaml, "hint");
    ck_assert_msg(error.detail.n > 0, "%s\nrefused without a word", bad->yaml);
    char *after = printed(profile);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    fm_profile_free(profile);
}

START_TEST(faults_are_reported_with_their_place)
{
    for (size_t i = 0; i < FM_COUNT_OF(unreadable); i++)
        refuses(&unreadable[i], false);
}
END_TEST

START_TEST(contradictions_are_reported_with_their_place)
{
    for (size_t i = 0; i < FM_COUNT_OF(unfinishable); i++)
        refuses(&unfinishable[i], true);
}
END_TEST

/* A program need not name the version of the keys that it writes itself; it may. */
START_TEST(a_text_without_a_name_needs_no_version)
{
    struct fm_profile *profile;
    struct fm_error error;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_read(profile, NULL, FM_TEXT("positions: {quiet: true}"), &error),
                     FM_OK);
    ck_assert_int_eq(fm_profile_read(profile, NULL, FM_TEXT(F "positions: {every: 2}"), &error),
                     FM_OK);
    ck_assert(profile->positions.every == 2);
    ck_assert_int_eq(fm_profile_read(profile, NULL, FM_TEXT("positions: {quite: true}"), &error),
                     FM_BAD_PROFILE);
    ck_assert_ptr_null(error.input);
    ck_assert_uint_eq(error.line, 1);
    ck_assert_int_eq(fm_profile_read(profile, NULL, FM_TEXT("fenmill: 2"), &error), FM_BAD_PROFILE);
    fm_profile_free(profile);
}
END_TEST

START_TEST(a_refused_profile_changes_nothing)
{
    struct fm_profile *profile = new_profile();
    struct fm_error error;
    ck_assert_int_eq(
        read_yaml(profile, F "games: {tags: {White: x}}\noutputs: [{to: a.epd, ops: {id: x}}]\n",
                  &error),
        FM_OK);
    char *before = printed(profile);
    ck_assert_int_eq(
        read_yaml(profile,
                  F "input: {strict: true}\ngames: {tags: {Black: y}}\noutputs: [{to: b}]\nx: 1\n",
                  &error),
        FM_BAD_PROFILE);
    ck_assert_int_eq(fm_profile_set(profile, "output.castling", "xfem", &error), FM_BAD_PROFILE);
    ck_assert_int_eq(fm_profile_set(profile, "output", "{castling: fen, en-passant: x}", &error),
                     FM_BAD_PROFILE);
    char *after = printed(profile);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    fm_profile_free(profile);
}
END_TEST

/* Every key whose function does not exist yet is refused by name, and by that alone. */
/* ---- taken ---- */

static struct fm_profile *finished(const char *yaml)
{
    struct fm_profile *profile = new_profile();
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = read_yaml(profile, yaml, &error);
    if (status == FM_OK)
        status = fm_profile_finish(profile, &error);
    ck_assert_msg(status == FM_OK, "%s\nrefused at %u:%u: %.*s", yaml, (unsigned)error.line,
                  (unsigned)error.column, (int)error.detail.n,
                  error.detail.n == 0 ? "" : (const char *)error.detail.p);
    return profile;
}

START_TEST(values_are_of_the_type_that_their_key_has)
{
    struct fm_profile *p = finished(
        "%YAML 1.1\n---\nfenmill: 0001\n"
        "input: {letters: no, on-error: stop, variant: chess960, max-game: 1M, block: \"7\"}\n"
        "games: {class: chess960, plies: ..200, tags: {Result: [1-0, 0-1], Date: 2010}}\n"
        "positions:\n  plies: -10..\n  every: 2\n  side: black\n  check: no\n"
        "output: {to: '', format: epd, ops: {c9: \"\", id: yes}}\n...\n");
    ck_assert_str_eq(p->input.letters->code, "no");
    ck_assert_int_eq(p->input.on_error, FM_ON_ERROR_STOP);
    ck_assert_str_eq(p->input.variant->name, "chess960");
    ck_assert_uint_eq(p->input.max_game_bytes, 1024 * 1024);
    ck_assert_uint_eq(p->input.block_bytes, 7);
    ck_assert_uint_eq(p->games.classes, 1u << FM_CLASS_CHESS960);
    ck_assert(p->games.plies.set && p->games.plies.from == INT64_MIN && p->games.plies.to == 200);
    ck_assert_uint_eq(p->games.tag_count, 2);
    ck_assert_uint_eq(p->games.tags[0].count, 2);
    ck_assert(p->positions.plies.set && p->positions.plies.from == -10 &&
              p->positions.plies.to == INT64_MAX);
    ck_assert_uint_eq(p->positions.every, 2);
    ck_assert_int_eq(p->positions.side, FM_SIDE_BLACK);
    ck_assert_int_eq(p->positions.check, FM_NO);
    ck_assert_uint_eq(p->output.to.n, 0);
    ck_assert_uint_eq(p->output.fields.op_count, 2);
    ck_assert(fm_text_equal(p->output.fields.ops[1].text, FM_TEXT("yes")));
    fm_profile_free(p);
}
END_TEST

START_TEST(the_default_is_the_contract)
{
    struct fm_profile *p = finished(F);
    ck_assert(p->finished && p->input.letters == NULL && p->input.variant == NULL &&
              p->games.classes == 0);
    ck_assert(p->positions.plies.set && p->positions.plies.from == 1 &&
              p->positions.plies.to == INT64_MAX);
    ck_assert_uint_eq(p->positions.every, 1);
    ck_assert_int_eq(p->input.on_error, FM_ON_ERROR_SKIP);
    ck_assert_int_eq(p->output.format, FM_FORMAT_FEN);
    ck_assert(p->first_match);
    const struct fm_fen_style fen = fm_style_of_replay(p->output.style, FM_FORMAT_FEN);
    ck_assert_int_eq(fen.castling, FM_CASTLING_XFEN);
    ck_assert_int_eq(fen.en_passant, FM_EP_PSEUDO_LEGAL);
    ck_assert_int_eq(fen.counters, FM_COUNTERS_FIELDS);
    ck_assert_int_eq(fm_style_of_replay(p->output.style, FM_FORMAT_EPD).counters, FM_COUNTERS_OPS);
    const struct fm_fen_style kept = p->output.style;
    ck_assert(kept.castling == FM_CASTLING_KEEP && kept.en_passant == FM_EP_KEEP &&
              kept.counters == FM_COUNTERS_KEEP);
    fm_profile_free(p);
}
END_TEST

START_TEST(en_passant_follows_castling)
{
    static const struct {
        const char *castling;
        enum fm_en_passant rule;
    } rows[] = {{"fen", FM_EP_ALWAYS}, {"xfen", FM_EP_PSEUDO_LEGAL}, {"shredder", FM_EP_ALWAYS}};
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        struct fm_profile *p = new_profile();
        ck_assert_int_eq(fm_profile_set(p, "output.castling", rows[i].castling, NULL), FM_OK);
        ck_assert_int_eq(fm_profile_finish(p, NULL), FM_OK);
        ck_assert_int_eq(fm_style_of_replay(p->output.style, FM_FORMAT_FEN).en_passant,
                         rows[i].rule);
        ck_assert_int_eq(p->output.style.en_passant, FM_EP_KEEP);
        fm_profile_free(p);
    }
}
END_TEST

START_TEST(the_format_is_in_the_name)
{
    static const struct {
        const char *name;
        enum fm_format format;
        bool known;
    } rows[] = {{"a.fen", FM_FORMAT_FEN, true},       {"a.EPD.gz", FM_FORMAT_EPD, true},
                {"x/a.pgn.gz", FM_FORMAT_PGN, true},  {"a.uci", FM_FORMAT_UCI, true},
                {"a.jsonl", FM_FORMAT_JSONL, true},   {"a.tsv", FM_FORMAT_TSV, true},
                {"", FM_FORMAT_AUTO, true},           {"epd", FM_FORMAT_AUTO, true},
                {".gz", FM_FORMAT_AUTO, true},        {"a.epd/.x", FM_FORMAT_AUTO, true},
                {"a.x/b", FM_FORMAT_AUTO, true},      {"b.", FM_FORMAT_AUTO, true},
                {"a.txt", FM_FORMAT_AUTO, false},     {"a.plain", FM_FORMAT_PLAIN, true},
                {"a.json.gz", FM_FORMAT_AUTO, false}, {"a.epd.bz2", FM_FORMAT_AUTO, false}};
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        enum fm_format format = FM_FORMAT_TEXT;
        struct fm_text fault;
        const bool known = fm_format_of_name(fm_text_of(rows[i].name), &format, &fault);
        ck_assert_msg(known == rows[i].known && format == rows[i].format, "%s", rows[i].name);
        ck_assert_msg(known == (fault.n == 0), "%s", rows[i].name);
    }
    struct fm_profile *p = finished(F "output: {to: suite.epd.gz}\n");
    ck_assert(p->output.format == FM_FORMAT_EPD);
    ck_assert_uint_eq(p->output.to.p[p->output.to.n], 0);
    fm_profile_free(p);
}
END_TEST

/* ---- options ---- */

START_TEST(options_come_last)
{
    struct fm_profile *p = new_profile();
    ck_assert_int_eq(read_yaml(p,
                               F "output: {castling: fen, format: epd, ops: {id: a, c0: b}}\n"
                                 "games: {tags: {White: a}}\n",
                               NULL),
                     FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.castling", " shredder ", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.to", "[a], b.epd", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.ops.id", "\"{ply}\"", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.ops.sm", "{next}", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "games.tags.WhiteElo", ">= 2400", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "games.tags.Result", "[1-0, 0-1]", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "games.class", "classic, setup", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "positions", "{plies: ..5, side: white}", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(p, NULL), FM_OK);
    ck_assert_int_eq(p->output.style.castling, FM_CASTLING_SHREDDER);
    ck_assert(fm_text_equal(p->output.to, FM_TEXT("[a], b.epd")));
    ck_assert_uint_eq(p->output.fields.op_count, 3);
    ck_assert(fm_text_equal(p->output.fields.ops[0].text, FM_TEXT("\"{ply}\"")));
    ck_assert(fm_text_equal(p->output.fields.ops[2].text, FM_TEXT("{next}")));
    ck_assert_uint_eq(p->games.tag_count, 3);
    ck_assert_uint_eq(p->games.tags[2].count, 2);
    ck_assert_uint_eq(p->games.classes, 1u << FM_CLASS_CLASSIC | 1u << FM_CLASS_SETUP);
    ck_assert_int_eq(p->positions.plies.to, 5);
    ck_assert_int_eq(fm_profile_set(p, "output.castling", "fen", NULL),
                     FM_BAD_USE); /* it is finished */
    ck_assert_int_eq(read_yaml(p, F, NULL), FM_BAD_USE);
    ck_assert_int_eq(fm_profile_finish(p, NULL), FM_OK);
    fm_profile_free(p);
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    static const struct {
        const char *key, *value, *what, *hint;
    } rows[] = {
        {"output.castlin", "xfen", "output.castlin", "output.castling"},
        {"castling", "xfen", "castling", "output.castling"},
        {"castlin", "xfen", "castlin", "output.castling"},
        {"", "xfen", "", ""},
        {".", "xfen", ".", ""},
        {"output", "xfen", "output", ""},
        {"output.castling", "xfem", "xfem", "xfen"},
        {"output.castling", "", "output.castling", ""},
        {"output.castling", "[xfen", "", ""},
        {"output.when", "{class: classic}", "output.when", "outputs"},
        {"games.tags.White", "~ (", "~ (", ""},
        {"games.tags.", "x", "", ""},
        {"games.class", "classic,,setup", "games.class", ""},
        {"output.ops.9", "x", "9", ""},
        {"positions.unique", "{keys: fen}", "keys", "key"},
        {"positions.plies", "5..1", "5..1", "1..5"},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        struct fm_profile *p = new_profile();
        struct fm_error error = {.status = FM_OK};
        ck_assert_msg(fm_profile_set(p, rows[i].key, rows[i].value, &error) == FM_BAD_PROFILE,
                      "%s=%s", rows[i].key, rows[i].value);
        same_text(error.what, rows[i].what, rows[i].key, "what");
        same_text(error.hint, rows[i].hint, rows[i].key, "hint");
        ck_assert(error.input == NULL && error.line == 0 && error.column == 0 &&
                  error.detail.n > 0);
        fm_profile_free(p);
    }
}
END_TEST

/* ---- several outputs ---- */

static const char two_outputs[] =
    F "positions: {plies: 5.., side: white}\n"
      "output: {castling: shredder, ops: {id: a}, format: epd}\n"
      "outputs:\n"
      "  - {to: a.epd, when: {class: classic}}\n"
      "  - {to: b, castling: fen, ops: {c0: b}, positions: {side: black}}\n";

START_TEST(entries_take_over_what_they_do_not_say)
{
    struct fm_profile *p = new_profile();
    ck_assert_int_eq(read_yaml(p, two_outputs, NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.en-passant", "legal", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.ops.sm", "{next}", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "positions.every", "3", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.to", "c.epd", NULL), FM_BAD_PROFILE);
    ck_assert_int_eq(fm_profile_set(p, "output.format", "fen", NULL), FM_BAD_PROFILE);
    struct fm_error error;
    const enum fm_status status = fm_profile_finish(p, &error);
    if (status == FM_BAD_PROFILE) { /* as long as this version has one output only */
        same_text(error.what, "outputs", two_outputs, "what");
        fm_profile_free(p);
        return;
    }
    const struct fm_profile_output *a = &p->outputs[0], *b = &p->outputs[1];
    ck_assert_uint_eq(p->output_count, 2);
    ck_assert(a->has_when && !a->has_positions && !b->has_when && b->has_positions);
    ck_assert(a->style.castling == FM_CASTLING_SHREDDER && b->style.castling == FM_CASTLING_FEN);
    ck_assert(a->style.en_passant == FM_EP_LEGAL && b->style.en_passant == FM_EP_LEGAL &&
              b->format == FM_FORMAT_EPD);
    ck_assert(a->fields.op_count == 2 && b->fields.op_count == 2 &&
              fm_text_equal(b->fields.ops[0].name, FM_TEXT("c0")));
    ck_assert(a->positions.side == FM_SIDE_WHITE && a->positions.plies.from == 5 &&
              a->positions.every == 3);
    ck_assert(b->positions.side == FM_SIDE_BLACK && b->positions.plies.from == 5 &&
              b->positions.every == 3);
    fm_profile_free(p);
}
END_TEST

/* ---- consumers ---- */

START_TEST(a_consumer_decides_keys_that_are_not_set)
{
    struct fm_profile *p = finished(F "output: {castling: shredder, for: xboard}\n");
    ck_assert_int_eq(p->output.style.castling, FM_CASTLING_SHREDDER);
    ck_assert_int_eq(p->output.style.en_passant, FM_EP_ALWAYS);
    ck_assert(p->output.style.letter_j && p->output.style.no_prefix &&
              p->output.style.counters == FM_COUNTERS_FIELDS);
    fm_profile_free(p);

    /* As an option it overrides the profile, but no other option, in either order. */
    p = new_profile();
    ck_assert_int_eq(
        read_yaml(p, F "output: {castling: shredder, en-passant: legal, format: epd}\n", NULL),
        FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.en-passant", "always", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(p, "output.for", "cutechess", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(p, NULL), FM_OK);
    ck_assert_int_eq(p->output.style.castling, FM_CASTLING_XFEN);
    ck_assert_int_eq(p->output.style.en_passant, FM_EP_ALWAYS);
    ck_assert_int_eq(p->output.style.counters, FM_COUNTERS_OPS);
    fm_profile_free(p);
}
END_TEST

START_TEST(consumers_read_what_is_best_for_them)
{
    ck_assert_uint_ge(fm_consumer_count, 14);
    for (size_t i = 0; i < fm_consumer_count; i++) {
        const struct fm_consumer *c = &fm_consumers[i];
        ck_assert_str_eq(c->name, fm_consumer_names[i]);
        ck_assert_ptr_eq(fm_consumer_of(i), c);
        ck_assert(c->formats >> c->format & 1);
        ck_assert(c->castling != FM_CASTLING_KEEP && c->en_passant != FM_EP_KEEP);
        ck_assert(strlen(c->note) > 0 && strlen(c->pgn->chess960) > 0);
    }
    ck_assert_str_eq(fm_consumer_names[fm_consumer_count + 1], "winboard");
    ck_assert_str_eq(fm_consumer_of(fm_consumer_count + 1)->name, "xboard");
    ck_assert_str_eq(fm_consumer_of(fm_consumer_count + 2)->name, "duckdb");
    ck_assert_ptr_null(fm_consumer_names[fm_consumer_count + 3]);
}
END_TEST

/* Statistics and plans compare profiles by a number: other words for a key must not change it. */
START_TEST(the_number_of_a_profile_is_of_its_values)
{
    struct fm_profile *profile = new_profile();
    char *values = NULL;
    uint64_t one = 0, other = 0;
    ck_assert_int_eq(fm_profile_print_values(profile, &values), FM_OK);
    for (size_t i = 0; i < fm_key_count; i++) {
        char beside[512];
        (void)snprintf(beside, sizeof beside, "# %s\n", fm_keys[i].help);
        ck_assert_msg(strstr(values, beside) == NULL, "%s: its meaning is printed",
                      fm_keys[i].path);
    }
    free(values);
    ck_assert_int_eq(fm_profile_hash(profile, &one), FM_OK);
    struct fm_error error;
    ck_assert_int_eq(fm_profile_set(profile, "input.max-plies", "100", &error), FM_OK);
    ck_assert_int_eq(fm_profile_hash(profile, &other), FM_OK);
    ck_assert(one != other);
    fm_profile_free(profile);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile");
    TCase *reading = tcase_create("reading"), *meaning = tcase_create("meaning");
    tcase_add_test(reading, faults_are_reported_with_their_place);
    tcase_add_test(reading, contradictions_are_reported_with_their_place);
    tcase_add_test(reading, a_refused_profile_changes_nothing);
    tcase_add_test(reading, a_text_without_a_name_needs_no_version);
    tcase_add_test(reading, values_are_of_the_type_that_their_key_has);
    tcase_add_test(reading, wrong_options_are_refused);
    tcase_add_test(meaning, the_default_is_the_contract);
    tcase_add_test(meaning, en_passant_follows_castling);
    tcase_add_test(meaning, the_format_is_in_the_name);
    tcase_add_test(meaning, options_come_last);
    tcase_add_test(meaning, entries_take_over_what_they_do_not_say);
    tcase_add_test(meaning, a_consumer_decides_keys_that_are_not_set);
    tcase_add_test(meaning, consumers_read_what_is_best_for_them);
    tcase_add_test(meaning, the_number_of_a_profile_is_of_its_values);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, meaning);
    return run_tap(suite);
}
