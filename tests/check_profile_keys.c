/* SPDX-License-Identifier: MIT */
/* Every key of the profile, set and read back; shipped profiles; and profiles with bytes changed
 * at random, which may be refused in any way but must not do harm. */
#include <config.h>
#include <stdio.h>
#include <string.h>
#include "check_main.h"
#include "profile/key_find.h"

static struct fm_profile *new_profile(void)
{
    struct fm_profile *profile = NULL;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    return profile;
}

static char *printed(const struct fm_profile *profile, bool all)
{
    char *yaml = NULL;
    ck_assert_int_eq(fm_profile_print(profile, all, &yaml), FM_OK);
    return yaml;
}

static struct fm_profile *read_back(const char *yaml)
{
    struct fm_profile *profile = new_profile();
    struct fm_error error = {.status = FM_OK};
    const enum fm_status status = fm_profile_read(profile, "back", fm_text_of(yaml), &error);
    ck_assert_msg(status == FM_OK, "%s\ndoes not read back: %u:%u: %.*s", yaml,
                  (unsigned)error.line, (unsigned)error.column, (int)error.detail.n,
                  (const char *)error.detail.p);
    return profile;
}

/* Printed, read and printed again: the same, with and without the defaults. */
static void goes_round(const struct fm_profile *profile)
{
    for (int all = 0; all < 2; all++) {
        char *once = printed(profile, all);
        struct fm_profile *back = read_back(once);
        char *twice = printed(back, all), *other = printed(back, !all),
             *want = printed(profile, !all);
        ck_assert_str_eq(once, twice);
        if (!all) /* read from all keys, all count as given */
            ck_assert_str_eq(other, want);
        free(once);
        free(twice);
        free(other);
        free(want);
        fm_profile_free(back);
    }
}

/* Keys that take one of a few words, and examples of conditions, are not here: their rows in the schema
 * have what is tried. */
static const struct {
    const char *path, *value, *line;
} keys[] = {
    {"fenmill", "1", "fenmill: 1"},
    {"input.letters", "no", "  letters: no"},
    {"input.variant", "janus", "  variant: janus"},
    {"input.aliases", "names.tsv", "  aliases: \"names.tsv\""},
    {"input.tag-table", "players.csv", "  tag-table: \"players.csv\""},
    {"input.tag-table-by", "ECO", "  tag-table-by: \"ECO\""},
    {"input.openings", "eco.tsv", "  openings: \"eco.tsv\""},
    {"input.book", "rep.pgn", "  book: \"rep.pgn\""},
    {"games.book", "..10", "  book: ..10"},
    {"input.max-errors", "0.5%", "  max-errors: 0.5%"},
    {"input.shard", "2/7", "  shard: 2/7"},
    {"input.max-game", "3072", "  max-game: 3K"},
    {"input.max-output", "3072", "  max-output: 3K"},
    {"input.max-plies", "1000000", "  max-plies: 1000000"},
    {"input.max-tags", "65535", "  max-tags: 65535"},
    {"input.max-match-steps", "1000", "  max-match-steps: 1000"},
    {"input.max-match-memory", "64M", "  max-match-memory: 64M"},
    {"input.block", "1023", "  block: 1023"},
    {"games.class", "[broken, classic]", "  class: [classic, broken]"},
    {"games.tags",
     "{A: \"~ \\\\\\\\d\\\"\", B: [\"*\", \">= 2\"], C: \"\\x07\\u00e4\\x85\\u2029\\ufeff: #\"}",
     "  tags: {\"A\": \"~ \\\\\\\\d\\\"\", \"B\": [\"*\", \">= 2\"], \"C\": \"\\u0007\xc3\xa4\\u0085\\u2029\\ufeff: #\"}"},
    {"games.range", "1001..2000", "  range: 1001..2000"},
    {"games.plies", "20..", "  plies: 20.."},
    {"games.any", "[{White: \"~ A\"}, {Black: [x, y], ECO: \"*\"}]",
     "  any: [{\"White\": \"~ A\"}, {\"Black\": [\"x\", \"y\"], \"ECO\": \"*\"}]"},
    {"games.none", "[{Round: \"1\"}]", "  none: [{\"Round\": \"1\"}]"},
    {"games.player", "[\"~ ^A\", B]", "  player: [\"~ ^A\", \"B\"]"},
    {"games.opponent", "\"@ tal\"", "  opponent: \"@ tal\""},
    {"games.elo.difference", "-50..200", "    difference: -50..200"},
    {"games.has", "clocks,comments", "  has: [comments, clocks]"},
    {"games.elo.both", ">= 2400", "    both: \">= 2400\""},
    {"games.elo.either", "2400..2500", "    either: \"2400..2500\""},
    {"games.elo.mean", "< 2000.5", "    mean: \"< 2000.5\""},
    {"games.time", "blitz,bullet", "  time: [bullet, blitz]"},
    {"games.result", "[1-0, \"*\"]", "  result: [1-0, \"*\"]"},
    {"games.final", "fifty-moves,mate", "  final: [mate, fifty-moves]"},
    {"games.reached", "1. e4 c5", "  reached: \"1. e4 c5\""},
    {"games.reached", "[1. e4 c5, \"1. d4\"]", "  reached: [\"1. e4 c5\", \"1. d4\"]"},
    {"games.contains.material", "KRPvKR", "    material: \"KRPvKR\""},
    {"games.contains.board", "*/*/*/*/*/*/5PPP/6K1", "    board: \"*/*/*/*/*/*/5PPP/6K1\""},
    {"games.contains.moves", "mate,underpromotion", "    moves: [underpromotion, mate]"},
    {"games.opening.eco", "[B20..B99, C60]", "    eco: [\"B20..B99\", \"C60\"]"},
    {"games.opening.name", "~ Najdorf", "    name: \"~ Najdorf\""},
    {"games.duplicates.key", "moves,players", "    key: [players, moves]"},
    {"games.exclude", "known.pgn", "  exclude: \"known.pgn\""},
    {"games.only", "wanted.pgn", "  only: \"wanted.pgn\""},
    {"games.reached-file", "lines.pgn", "  reached-file: \"lines.pgn\""},
    {"games.sample", "10", "  sample: 10"},
    {"positions.only", "wanted.epd", "  only: \"wanted.epd\""},
    {"positions.plies", "-1", "  plies: last"},
    {"positions.every", "7", "  every: 7"},
    {"positions.pieces", "3..3", "  pieces: 3"},
    {"positions.material", "KRPvKR", "  material: \"KRPvKR\""},
    {"positions.material-points", "17..78", "  material-points: 17..78"},
    {"positions.halfmove", "..40", "  halfmove: ..40"},
    {"positions.fullmove", "8..", "  fullmove: 8.."},
    {"positions.board", "*/*/*/*/*/*/5PPP/6K1", "  board: \"*/*/*/*/*/*/5PPP/6K1\""},
    {"positions.reached", "1. d4", "  reached: \"1. d4\""},
    {"positions.next", "castling,check", "  next: [check, castling]"},
    {"positions.not-next", "capture", "  not-next: [capture]"},
    {"positions.swing", "150..", "  swing: 150.."},
    {"positions.opening.eco", ">= D00", "    eco: \">= D00\""},
    {"positions.opening.name", "~ Najdorf", "    name: \"~ Najdorf\""},
    {"positions.eval.range", "-300..300", "    range: -300..300"},
    {"positions.marks", "good,dubious", "  marks: [good, dubious]"},
    {"positions.split.part", "1..9", "    part: 1..9"},
    {"positions.split.of", "10", "    of: 10"},
    {"positions.split.seed", "7", "    seed: 7"},
    {"positions.exclude", "known.epd", "  exclude: \"known.epd\""},
    {"positions.sample.per-game", "2", "    per-game: 2"},
    {"positions.sample.total", "9223372036854775807", "    total: 9223372036854775807"},
    {"positions.sample.seed", "3", "    seed: 3"},
    {"positions.unique.store", "seen", "    store: \"seen\""},
    {"positions.memory", "1T", "  memory: 1T"},
    {"output.for", "lc0", "  for: lc0"},
    {"output.pgn.letters", "no", "    letters: no"},
    {"output.pgn.comments", "clocks,text", "    comments: [text, clocks]"},
    {"output.pgn.commands", "clk,eval", "    commands: [eval, clk]"},
    {"output.eval-scale", "0.361", "  eval-scale: 0.361"},
    {"output.pgn.width", "0", "    width: 0"},
    {"output.pgn.plies", "..16", "    plies: ..16"},
    {"input.columns", "{Position: fen, 2: White}",
     "  columns: {\"Position\": \"fen\", \"2\": \"White\"}"},
    {"output.pgn.tags", "roster,*Elo", "    tags: [\"roster\", \"*Elo\"]"},
    {"output.pgn.set-tags", "{X: \"{plies}\", Y: \"\"}",
     "    set-tags: {\"X\": \"{plies}\", \"Y\": \"\"}"},
    {"output.chunk", "500", "  chunk: 500"},
    {"output.limit", "1000", "  limit: 1000"},
    {"output.ops", "{sm: \"{next}\", c0: \"\"}", "  ops: {\"sm\": \"{next}\", \"c0\": \"\"}"},
    {"output.columns", "fen,White", "  columns: [\"fen\", \"White\"]"},
    {"output.drop-ops", "acd,acs", "  drop-ops: [acd, acs]"},
    {"positions.ops", "{acd: \">= 10\"}", "  ops: {\"acd\": \">= 10\"}"},
    {"output.merge-ops", "bm,id", "  merge-ops: [bm, id]"},
    {"output.by", "result,ply/10", "  by: [\"result\", \"ply/10\"]"},
    {"output.min-count", "3", "  min-count: 3"},
    {"output.sort", "-WhiteElo,Date", "  sort: [\"-WhiteElo\", \"Date\"]"},
    {"output.line", "{fen} | {eval}", "  line: \"{fen} | {eval}\""},
    {"output.tree.comment", "{count} {score}", "    comment: \"{count} {score}\""},
    {"output.tree.names", "{White}", "    names: \"{White}\""},
    {"output.level", "7", "  level: 7"},
    {"output.to", " a: \"b\"\\#\n", "  to: \" a: \\\"b\\\"\\\\#\\u000a\""},
    {"outputs",
     "[{to: a, castling: fen, when: {class: classic}, positions: {sample: {seed: 3}}}, {}]",
     "outputs:\n  - castling: fen\n    to: \"a\"\n    when:\n      class: [classic]\n    positions:\n"
     "      sample:\n        seed: 3\n  - {}"},
};

START_TEST(every_key_goes_round)
{
    const char *const path = keys[_i].path, *const line = keys[_i].line;
    struct fm_profile *profile = new_profile();
    struct fm_error error = {.status = FM_OK};
    const enum fm_status status = fm_profile_set(profile, path, keys[_i].value, &error);
    ck_assert_msg(status == FM_OK, "%s=%s: %.*s", path, keys[_i].value, (int)error.detail.n,
                  (const char *)error.detail.p);
    char *yaml = NULL;
    ck_assert_int_eq(fm_profile_print(profile, false, &yaml), FM_OK);
    const char *const at = strstr(yaml, line);
    ck_assert_msg(at != NULL && at[strlen(line)] == '\n', "%s is printed as\n%s", path, yaml);
    free(yaml);
    goes_round(profile);
    fm_profile_free(profile);
}
END_TEST

/* The words of a key that takes one of a few; NULL: it takes something else. */
static const char *const *words_of(const struct fm_key *key)
{
    if (key->type != FM_KEY_BOOL && key->type != FM_KEY_SWITCH && key->type != FM_KEY_CHOICE)
        return NULL;
    return key->names != NULL ? key->names : key->kind->names;
}

START_TEST(every_word_goes_round)
{
    for (size_t k = 0; k < fm_key_count; k++) {
        const struct fm_key *key = &fm_keys[k];
        const char *const dot = strrchr(key->path, '.'), *const leaf =
                                                             dot == NULL ? key->path : dot + 1;
        for (const char *const *word = words_of(key); word != NULL && *word != NULL; word++) {
            struct fm_profile *profile = new_profile();
            char line[100];
            snprintf(line, sizeof line, "%s: %s\n", leaf, *word);
            ck_assert_int_eq(fm_profile_set(profile, key->path, *word, NULL), FM_OK);
            char *yaml = printed(profile, false);
            ck_assert_msg((key->preset != NULL && strcmp(*word, key->preset) == 0) ||
                              strstr(yaml, line) != NULL,
                          "%s=%s is printed as\n%s", key->path, *word, yaml);
            free(yaml);
            goes_round(profile);
            fm_profile_free(profile);
        }
    }
}
END_TEST

START_TEST(every_example_goes_round)
{
    for (size_t k = 0; k < fm_key_count; k++) {
        const struct fm_condition *const condition = fm_keys[k].condition;
        if (condition == NULL)
            continue;
        char yaml[1000];
        snprintf(yaml, sizeof yaml, "{fenmill: 1, %s}", condition->profile);
        struct fm_profile *profile = read_back(yaml);
        goes_round(profile);
        fm_profile_free(profile);
    }
}
END_TEST

START_TEST(every_key_is_tried)
{
    for (size_t k = 0; k < fm_key_count; k++) {
        const struct fm_key *key = &fm_keys[k];
        size_t i = 0;
        while (i < FM_COUNT_OF(keys) && strcmp(keys[i].path, key->path) != 0)
            i++;
        const bool tried = i < FM_COUNT_OF(keys);
        ck_assert_msg(tried || words_of(key) != NULL || key->condition != NULL ||
                          (key->flags & FM_KEY_ENTRY),
                      "%s", key->path);
        ck_assert_ptr_eq(fm_key_find(fm_text_of(key->path)), key);
        ck_assert_msg(key->help != NULL && strlen(key->help) > 3, "%s has no help", key->path);
    }
}
END_TEST

START_TEST(all_keys_at_once_go_round)
{
    struct fm_profile *profile = new_profile();
    for (size_t k = 0; k < fm_key_count; k++) {
        const char *const *const words = words_of(&fm_keys[k]);
        if (words != NULL)
            ck_assert_msg(fm_profile_set(profile, fm_keys[k].path, words[1], NULL) == FM_OK,
                          "%s=%s", fm_keys[k].path, words[1]);
    }
    for (size_t i = 0; i < FM_COUNT_OF(keys); i++)
        ck_assert_int_eq(fm_profile_set(profile, keys[i].path, keys[i].value, NULL), FM_OK);
    goes_round(profile);
    fm_profile_free(profile);
    profile = new_profile();
    goes_round(profile);
    fm_profile_free(profile);
}
END_TEST

/* What is printed of a finished profile is the profile as it was finished. */
START_TEST(finished_profiles_go_round)
{
    struct fm_profile *profile = read_back(
        "fenmill: 1\noutput: {for: stockfish, to: a.epd, ops: {id: \"{ply}\"}}\npositions: {plies: ..-2}\n");
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    char *once = printed(profile, false);
    struct fm_profile *back = read_back(once);
    ck_assert_int_eq(fm_profile_finish(back, NULL), FM_OK);
    char *twice = printed(back, false);
    ck_assert_str_eq(once, twice);
    ck_assert(back->output.style.castling == profile->output.style.castling &&
              back->output.format == profile->output.format);
    ck_assert(back->output.style.en_passant == profile->output.style.en_passant &&
              back->output.style.counters == FM_COUNTERS_OPS);
    free(once);
    free(twice);
    fm_profile_free(back);
    fm_profile_free(profile);
}
END_TEST

/* ---- shipped profiles ---- */

static struct fm_text read_shipped(const char *name, unsigned char room[4096])
{
    const char *srcdir = getenv("srcdir");
    char path[1024];
    snprintf(path, sizeof path, "%s/config/%s", srcdir == NULL ? "." : srcdir, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    const size_t n = fread(room, 1, 4096, file);
    fclose(file);
    ck_assert(n > 0 && n < 4096);
    return (struct fm_text){room, n};
}

static const char *const shipped[] = {"chess960-shredder.yaml", "chess960-xfen.yaml",
                                      "epd-suite.yaml"};

START_TEST(shipped_profiles_are_valid)
{
    unsigned char room[4096];
    for (size_t i = 0; i < FM_COUNT_OF(shipped); i++) {
        struct fm_profile *profile = new_profile();
        struct fm_error error = {.status = FM_OK};
        const struct fm_text yaml = read_shipped(shipped[i], room);
        ck_assert_msg(room[0] == '#' && room[1] == ' ', "%s does not say what it is for",
                      shipped[i]);
        ck_assert_int_eq(fm_profile_read(profile, shipped[i], yaml, &error), FM_OK);
        goes_round(profile);
        ck_assert_msg(fm_profile_finish(profile, &error) == FM_OK, "%s: %.*s", shipped[i],
                      (int)error.detail.n, error.detail.n == 0 ? "" : (const char *)error.detail.p);
        fm_profile_free(profile);
    }
}
END_TEST

/* ---- any bytes ---- */

static const char everything[] =
    "fenmill: 1\n"
    "input: {format: pgn, letters: no, max-game: 16M, on-error: stop} # comment\n"
    "games:\n  class: [classic, chess960]\n  tags: {A: \">= 2400\", B: [\"1-0\", '0-1'], C: \"~ (a|[b-d]){2,3}\", Date: 2010..2019}\n"
    "positions:\n  plies: -16..-1\n  sample: {per-game: 1, seed: 7}\n  marks: [good]\n"
    "output:\n  for: stockfish\n  format: epd\n  ops:\n    id: \"{Event} {ply}\"\n    sm: >-\n      {next}\n"
    "outputs:\n  - {to: a.epd, when: {class: classic, plies: 20..}}\n  - to: \"b\\u00e4\"\n    positions: {plies: last}\n";

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A few bytes replaced, taken out or put in; many of those that mean something to YAML. */
static size_t mutate(unsigned char *bytes, size_t n, uint32_t *state)
{
    static const char marks[] = "{}[]:,\"'#&*!|>-?%@`~. \n\t\\0159azAZ\xc3\xa4\xff";
    for (uint32_t changes = 1 + next_random(state) % 4; changes > 0; changes--) {
        const size_t at = next_random(state) % n;
        const unsigned char byte = (unsigned char)marks[next_random(state) % sizeof marks];
        const uint32_t kind = next_random(state) % 3;
        if (kind == 0) {
            bytes[at] = byte;
        } else if (kind == 1 && n > 1) {
            n--;
            for (size_t i = at; i < n; i++)
                bytes[i] = bytes[i + 1];
        } else {
            for (size_t i = n++; i > at; i--)
                bytes[i] = bytes[i - 1];
            bytes[at] = byte;
        }
    }
    return n;
}

static void survives(const unsigned char *bytes, size_t n, unsigned *taken)
{
    struct fm_profile *profile = new_profile();
    struct fm_error error = {.status = FM_OK};
    unsigned char *copy = malloc(n); /* of its very size, for the sanitizer to see its end */
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, n);
    const enum fm_status status =
        fm_profile_read(profile, "any", (struct fm_text){copy, n}, &error);
    free(copy);
    if (status == FM_OK) {
        ++*taken;
        goes_round(profile);
        const enum fm_status finish = fm_profile_finish(profile, &error);
        ck_assert(finish == FM_OK || (finish == FM_BAD_PROFILE && error.detail.n > 0));
    } else {
        ck_assert_int_eq(status, FM_BAD_PROFILE);
        ck_assert(error.line > 0 && error.column > 0 && error.detail.n > 0);
    }
    fm_profile_free(profile);
}

START_TEST(any_bytes_are_survived)
{
    enum { ROUNDS = 3000 };
    uint32_t state = 20u;
    unsigned taken = 0;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned char bytes[sizeof everything + 8];
        memcpy(bytes, everything, sizeof everything - 1);
        survives(bytes, mutate(bytes, sizeof everything - 1, &state), &taken);
    }
    ck_assert_uint_ge(
        taken,
        ROUNDS / 50); /* some changes leave a valid profile: what comes after reading is reached */
    ck_assert_uint_lt(taken, ROUNDS);
}
END_TEST

/* A mapping of more entries than are compared with each other. */
static size_t many_tags(unsigned char *out)
{
    size_t n = (size_t)snprintf((char *)out, 64, "fenmill: 1\ngames: {tags: {");
    for (unsigned i = 0; i < 20000; i++)
        n += (size_t)snprintf((char *)out + n, 64, "T%u: x, ", i);
    return n + (size_t)snprintf((char *)out + n, 64, "}}\n");
}

START_TEST(hostile_profiles_are_refused)
{
    enum { N = 200000 };
    unsigned taken = 0;
    unsigned char *bytes = malloc(2 * 1024 * 1024);
    ck_assert_ptr_nonnull(bytes);
    memset(bytes, '[', N);
    survives(bytes, N, &taken);
    memset(bytes, '{', N);
    survives(bytes, N, &taken);
    for (size_t i = 0; i + 2 <= N; i += 2)
        memcpy(bytes + i, "- ", 2);
    survives(bytes, N, &taken);
    memset(bytes, ' ', 2 * 1024 * 1024); /* larger than a profile may be */
    survives(bytes, 2 * 1024 * 1024, &taken);
    memset(bytes, 0, N);
    survives(bytes, N, &taken);
    survives(bytes, many_tags(bytes), &taken);
    ck_assert_uint_eq(taken, 0);
    free(bytes);
}
END_TEST

/* A type without a reader, or a list without its items, would fail only where a key of it is set. */
START_TEST(every_type_has_a_row)
{
    for (size_t i = 0; i < FM_KEY_TYPES; i++) {
        const struct fm_key_kind *const kind = &fm_key_kinds[i];
        const bool section = i == FM_KEY_OUTPUTS || i == FM_KEY_WHEN || i == FM_KEY_POSITIONS;
        const int readers = (kind->scan != NULL) + (kind->read != NULL) + (kind->read_item != NULL);
        ck_assert_msg(readers == !section, "type %zu: %d readers", i, readers);
        ck_assert_msg((kind->print == NULL) == section, "type %zu: printing", i);
        ck_assert_msg((kind->form != FM_FORM_NONE) == (kind->read_item != NULL) &&
                          (kind->form != FM_FORM_NONE) == (kind->item_size > 0),
                      "type %zu: items", i);
        bool words = kind->expects != NULL || kind->names != NULL || i == FM_KEY_LETTERS ||
                     i == FM_KEY_VARIANT;
        for (size_t k = 0; !words && k < fm_key_count; k++)
            words = fm_keys[k].type == i && fm_keys[k].names != NULL;
        ck_assert_msg(words, "type %zu: what it expects", i);
    }
}
END_TEST

/* A word of a conflict that is the path of no key would hold for none. Words without a point may be tests. */
START_TEST(conflicts_name_keys)
{
    const struct fm_conflict *row;
    size_t paths = 0;
    for (size_t i = 0; (row = fm_conflict_row(i)) != NULL; i++)
        for (const char *at = row->when + strspn(row->when, "!( "); *at != '\0';) {
            const char *const path =
                at[strcspn(at, ":= )")] == ':' ? at + strcspn(at, ":") + 1 : at;
            char group[64];
            const int n = snprintf(group, sizeof group, "%.*s.", (int)strcspn(path, "= )"), path);
            const struct fm_text text = {(const unsigned char *)group, (size_t)n};
            const bool known =
                fm_key_find((struct fm_text){text.p, text.n - 1}) != NULL || fm_key_is_group(text);
            ck_assert_msg(known || (path == at && strchr(group, '.') == group + n - 1), "%s: %s",
                          row->when, group);
            paths += known;
            at += strcspn(at, " )");
            at += strspn(at, " ()|!");
        }
    ck_assert_uint_gt(paths, 150);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile_keys");
    TCase *keys_case = tcase_create("keys"), *bytes_case = tcase_create("bytes");
    tcase_set_timeout(bytes_case, 120);
    tcase_add_loop_test(keys_case, every_key_goes_round, 0, (int)FM_COUNT_OF(keys));
    tcase_add_test(keys_case, every_key_is_tried);
    tcase_add_test(keys_case, every_word_goes_round);
    tcase_add_test(keys_case, every_example_goes_round);
    tcase_add_test(keys_case, every_type_has_a_row);
    tcase_add_test(keys_case, conflicts_name_keys);
    tcase_add_test(keys_case, all_keys_at_once_go_round);
    tcase_add_test(keys_case, finished_profiles_go_round);
    tcase_add_test(keys_case, shipped_profiles_are_valid);
    tcase_add_test(bytes_case, any_bytes_are_survived);
    tcase_add_test(bytes_case, hostile_profiles_are_refused);
    suite_add_tcase(suite, keys_case);
    suite_add_tcase(suite, bytes_case);
    return run_tap(suite);
}
