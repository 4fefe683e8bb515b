/* SPDX-License-Identifier: MIT */
/* What chooses games and positions: time controls, material, pictures of the board, positions to
 * be reached, rules on games. */
#include <config.h>
#include <stdio.h>
#include <string.h>
#include "check_main.h"
#include "profile/profile.h"
#include "epd_strict.h"
#include "filter/position_filter.h"
#include "filter/game_filter.h"
#include "filter/tagvalue.h"

static const struct {
    const char *control;
    enum fm_time_class class_;
} controls[] = {
    {"60+0", FM_TIME_BULLET},
    {"179", FM_TIME_BULLET},
    {"120+1", FM_TIME_BULLET},
    {"180", FM_TIME_BLITZ},
    {"180+2", FM_TIME_BLITZ},
    {"300+4", FM_TIME_BLITZ},
    {"479", FM_TIME_BLITZ},
    {"480", FM_TIME_RAPID},
    {"600+5", FM_TIME_RAPID},
    {"1499+0", FM_TIME_RAPID},
    {"1500", FM_TIME_CLASSICAL},
    {"900+15", FM_TIME_CLASSICAL},
    {"40/7200:3600", FM_TIME_CLASSICAL},
    {"20/60", FM_TIME_BULLET},
    {"*180", FM_TIME_BLITZ},
    {"86399", FM_TIME_CLASSICAL},
    {"1/86400", FM_TIME_CORRESPONDENCE},
    {"-", FM_TIME_CORRESPONDENCE},
    {" 300+0 ", FM_TIME_BLITZ},
    {"?", FM_TIME_UNKNOWN},
    {"", FM_TIME_UNKNOWN},
    {"5 min", FM_TIME_UNKNOWN},
    {"0/300", FM_TIME_UNKNOWN},
    {"300+", FM_TIME_UNKNOWN},
    {"+3", FM_TIME_UNKNOWN},
    {"99999999999999999999", FM_TIME_UNKNOWN},
    {"-5", FM_TIME_UNKNOWN},
};

START_TEST(time_controls_have_classes)
{
    for (size_t i = 0; i < FM_COUNT_OF(controls); i++)
        ck_assert_msg(fm_time_class_of(fm_text_of(controls[i].control)) == controls[i].class_, "%s",
                      controls[i].control);
}
END_TEST

static const struct {
    const char *text;
    bool read;
} materials[] = {
    {"KRPvKR", true},
    {"KvK", true},
    {"KRPKR", true}, /* as files of tablebases are named */
    {"KK", true},
    {"KRKRK", false},
    {"KRvvKR", false},
    {"KR", false},
    {"KQvKRBN", true},
    {"KACvK", true},
    {"KRvR", false},
    {"KvKv", false},
    {"Kv", false},
    {"vK", false},
    {"KRKvK", false},
    {"kvk", false},
    {"", false},
    {"K", false},
    {"KxvK", false},
    {"{white: \"Q..\", black: \"\"}", true},
    {"{white: \"R..QR\", black: \"..N\"}", true},
    {"{white: \"RR..QR\", black: \"\"}", false},
    {"{white: \"K\", black: \"\"}", false},
    {"{white: \"Q\"}", false},
    {"{white: \"Q.\", black: \"\"}", false},
};

START_TEST(material_is_read)
{
    for (size_t i = 0; i < FM_COUNT_OF(materials); i++) {
        struct fm_material material;
        ck_assert_msg(fm_material_read(fm_text_of(materials[i].text), &material) ==
                          materials[i].read,
                      "%s", materials[i].text);
    }
    struct fm_material material;
    ck_assert(fm_material_read(fm_text_of("{white: \"R..QR\", black: \"\"}"), &material));
    ck_assert(!material.either && material.least[FM_WHITE][FM_ROOK] == 1 &&
              material.most[FM_WHITE][FM_ROOK] == 1);
    ck_assert(material.least[FM_WHITE][FM_QUEEN] == 0 && material.most[FM_WHITE][FM_QUEEN] == 1);
    ck_assert(material.most[FM_WHITE][FM_PAWN] == 0 && material.most[FM_BLACK][FM_PAWN] == 255);
}
END_TEST

/* Every number of a side is set, whatever was there before. */
START_TEST(material_of_a_side_is_read_whole)
{
    static const struct {
        const char *text;
        uint8_t least, most; /* of rooks */
        uint8_t others;      /* most of each other kind */
    } sides[] = {{"", 0, 255, 255}, {"R", 1, 1, 0}, {"R..RR", 1, 2, 0}, {"R..", 1, 255, 255}};
    for (size_t i = 0; i < FM_COUNT_OF(sides); i++) {
        uint8_t least[FM_KINDS], most[FM_KINDS];
        memset(least, 77, sizeof least);
        memset(most, 77, sizeof most);
        ck_assert(fm_material_side_read(fm_text_of(sides[i].text), least, most));
        for (unsigned kind = 0; kind < FM_KINDS; kind++) {
            ck_assert_uint_eq(least[kind], kind == FM_ROOK ? sides[i].least : 0);
            ck_assert_uint_eq(most[kind], kind == FM_ROOK ? sides[i].most : sides[i].others);
        }
    }
}
END_TEST

static const struct {
    const char *text;
    unsigned count, files;
    bool read;
} masks[] = {
    {"*/*/*/*/*/*/5PPP/6K1", 16, 8, true},
    {"*/*/*/*/*/*/*/*", 0, 0, true},
    {"????k???"
     "/*/*/*/*/*/*/*",
     1, 8, true},
    {"*/*/*/*/*/*/*/10", 10, 10, true},
    {"8/8/8/8/8/8/8/8", 64, 8, true},
    {"*/*/*/*/*/*/*/????j?????", 1, 10, true},
    {"*/*/*/*/*/*/*", 0, 0, false},
    {"*/*/*/*/*/*/*/*/*", 0, 0, false},
    {"7/*/*/*/*/*/*/*", 0, 0, false},
    {"9/*/*/*/*/*/*/*", 0, 0, false},
    {"8/10/*/*/*/*/*/*", 0, 0, false},
    {"8?/*/*/*/*/*/*/*", 0, 0, false},
    {"8/8/8/8/8/8/8/7X", 0, 0, false},
    {"", 0, 0, false},
    {"8/8/8/8/8/8/8/44444444444444", 0, 0, false},
};

START_TEST(pictures_are_read)
{
    for (size_t i = 0; i < FM_COUNT_OF(masks); i++) {
        struct fm_board_mask mask;
        ck_assert_msg(fm_board_mask_read(fm_text_of(masks[i].text), &mask) == masks[i].read, "%s",
                      masks[i].text);
        ck_assert(!masks[i].read || (mask.count == masks[i].count && mask.files == masks[i].files));
    }
}
END_TEST

static struct fm_reached reached(const char *text)
{
    struct fm_reached made = {.count = 0};
    struct fm_error error;
    ck_assert_msg(fm_reached_read(fm_text_of(text), NULL, &made, &error) == FM_OK, "%s", text);
    return made;
}

START_TEST(positions_to_be_reached)
{
    const struct fm_reached moves = reached("1. e4 c5 2. Nf3"), joined = reached("1.e4 c5 2.Nf3"),
                            bare = reached("e2e4 c7c5 g1f3");
    const struct fm_reached fen =
        reached("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    const struct fm_reached four =
        reached("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -");
    const struct fm_reached other =
        reached("1. Nf3 c5 2. e4"); /* the double step is last, but nothing can take */
    ck_assert(memcmp(&moves.of[0].key, &joined.of[0].key, sizeof moves.of[0].key) == 0 &&
              memcmp(&moves.of[0].key, &bare.of[0].key, sizeof moves.of[0].key) == 0);
    ck_assert(memcmp(&moves.of[0].key, &fen.of[0].key, sizeof moves.of[0].key) == 0 &&
              memcmp(&moves.of[0].key, &four.of[0].key, sizeof moves.of[0].key) == 0);
    ck_assert(memcmp(&moves.of[0].key, &other.of[0].key, sizeof moves.of[0].key) == 0);
    ck_assert_uint_eq(moves.of[0].files, 8);
    static const char *const wrong[] = {"1. e4 c5 2. e5 e9", "Nf6", "8/8/8/8/8/8/8/8 w - -", "x/y",
                                        "1. e4 e4"};
    for (size_t i = 0; i < FM_COUNT_OF(wrong); i++) {
        struct fm_reached made;
        struct fm_error error;
        ck_assert_msg(fm_reached_read(fm_text_of(wrong[i]), NULL, &made, &error) == FM_BAD_PROFILE,
                      "%s", wrong[i]);
        ck_assert(error.what.n > 0 && error.detail.n > 0);
    }
}
END_TEST

/* One game with these tags against `games:` of a profile. */
#define TEXT(literal) \
    { \
        (const unsigned char *)(literal), sizeof(literal) - 1 \
    }
static const struct fm_tag tags[] = {
    {TEXT("White"), TEXT("Larch, Lee"), FM_TAG_WHITE, false, false},
    {TEXT("Black"), TEXT("Maple, Mia"), FM_TAG_BLACK, false, false},
    {TEXT("WhiteElo"), TEXT("2501"), FM_TAG_WHITE_ELO, false, false},
    {TEXT("BlackElo"), TEXT("2400"), FM_TAG_BLACK_ELO, false, false},
    {TEXT("TimeControl"), TEXT("180+2"), FM_TAG_TIME_CONTROL, false, false},
    {TEXT("ECO"), TEXT("C57"), FM_TAG_ECO, false, false},
};

static const struct {
    const char *key, *value;
    bool selected;
} choices[] = {
    {"games.player", "Maple, Mia", true},
    {"games.player", "~ ^Larch", true},
    {"games.player", "~ Oak", false},
    {"games.player", "!= Larch, Lee", true},
    {"games.elo.both", ">= 2400", true},
    {"games.elo.both", ">= 2500", false},
    {"games.elo.either", ">= 2500", true},
    {"games.elo.either", "> 2501", false},
    {"games.elo.mean", "2450.5", true},
    {"games.elo.mean", ">= 2451", false},
    {"games.elo.mean", "2450..2451", true},
    {"games.time", "blitz", true},
    {"games.time", "[bullet, rapid]", false},
    {"games.result", "1-0", true},
    {"games.result", "[0-1, \"*\"]", false},
    {"games.any", "[{White: \"~ Oak\"}, {ECO: C57}]", true},
    {"games.any", "[{White: \"~ Oak\"}, {ECO: C57, White: x}]", false},
    {"games.none", "[{White: \"~ Oak\"}, {ECO: \"~ ^A\"}]", true},
    {"games.none", "[{ECO: \"~ ^C\", Black: \"~ Mia\"}]", false},
};

static bool game_selected(const char *key, const char *value, const struct fm_tag *of, size_t count,
                          enum fm_result result)
{
    struct fm_profile *profile = NULL;
    struct fm_arena arena = {0};
    struct fm_error error = {.status = FM_OK};
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_msg(fm_profile_set(profile, key, value, &error) == FM_OK, "%s: %s", key, value);
    ck_assert_msg(fm_profile_finish(profile, &error) == FM_OK, "%s: %s", key, value);
    struct fm_rule_context context = {.scratch = &arena};
    ck_assert_int_eq(fm_matcher_new(1000, 1 << 20, &context.matcher), FM_OK);
    const struct fm_game_facts facts = {
        .tags = of, .tag_count = count, .result = result, .context = &context};
    const bool selected = fm_tags_lost(&profile->games, &facts) == FM_NOT_LOST;
    ck_assert_int_eq(context.status, FM_OK);
    fm_matcher_free(context.matcher);
    fm_arena_free(&arena);
    fm_profile_free(profile);
    return selected;
}

START_TEST(games_are_chosen)
{
    for (size_t i = 0; i < FM_COUNT_OF(choices); i++)
        ck_assert_msg(game_selected(choices[i].key, choices[i].value, tags, FM_COUNT_OF(tags),
                                    FM_RESULT_WHITE) == choices[i].selected,
                      "%s: %s", choices[i].key, choices[i].value);
}
END_TEST

START_TEST(what_is_not_known_is_not_chosen)
{
    ck_assert(
        !game_selected("games.elo.mean", ">= 1", tags, 3, FM_RESULT_NONE)); /* one rating only */
    ck_assert(!game_selected("games.elo.both", ">= 1", tags, 3, FM_RESULT_NONE));
    ck_assert(game_selected("games.elo.either", ">= 1", tags, 3, FM_RESULT_NONE));
    ck_assert(!game_selected("games.player", "*", tags, 0, FM_RESULT_NONE));
    ck_assert(game_selected("games.time", "unknown", tags, 3, FM_RESULT_NONE));
    ck_assert(game_selected("games.result", "[\"*\"]", tags, 0, FM_RESULT_NONE));
}
END_TEST

/* What the shipped profiles write (cli/shipped-profiles.test) is EPD by the letter. */
START_TEST(shipped_suites_are_strict)
{
    static const char *const suites[] = {"epd-suite", "suite-from-annotations",
                                         "suite-from-swings"};
    const char *srcdir = getenv("srcdir");
    for (size_t i = 0; i < FM_COUNT_OF(suites); i++) {
        char path[512], line[1024];
        size_t lines = 0;
        (void)snprintf(path, sizeof path, "%s/tests/expected/%s", srcdir == NULL ? "." : srcdir,
                       suites[i]);
        FILE *file = fopen(path, "r");
        ck_assert_msg(file != NULL, "%s", path);
        for (; fgets(line, sizeof line, file) != NULL; lines++) {
            struct fm_text where = {NULL, 0};
            const struct fm_text text = {(const unsigned char *)line, strcspn(line, "\n")};
            ck_assert_msg(fm_epd_is_strict(text, &where), "%s: %s", suites[i], line);
        }
        fclose(file);
        ck_assert_uint_gt(lines, 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("select");
    TCase *reading = tcase_create("reading"), *games = tcase_create("games");
    tcase_add_test(reading, time_controls_have_classes);
    tcase_add_test(reading, material_is_read);
    tcase_add_test(reading, material_of_a_side_is_read_whole);
    tcase_add_test(reading, pictures_are_read);
    tcase_add_test(reading, positions_to_be_reached);
    tcase_add_test(games, games_are_chosen);
    tcase_add_test(games, what_is_not_known_is_not_chosen);
    TCase *run = tcase_create("run");
    tcase_set_timeout(run, 120);
    tcase_add_test(run, shipped_suites_are_strict);
    suite_add_tcase(suite, run);
    suite_add_tcase(suite, reading);
    suite_add_tcase(suite, games);
    return run_tap(suite);
}
