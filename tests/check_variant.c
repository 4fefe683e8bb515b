/* SPDX-License-Identifier: MIT */
/* Variants: of a FEN, of a tag, by name; what a style of castling in a FEN says of them. */
#include <config.h>
#include <string.h>
#include "board/variant.h"
#include "check_main.h"
#include "setups.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define NONE FM_REASON_NONE

static const struct {
    const char *fen, *given, *want;
    enum fm_style style;
    enum fm_reason note;
} variants[] = {
    {START " w KQkq - 0 1", NULL, "standard", FM_STYLE_TRADITIONAL, NONE},
    {START " w HAha - 0 1", "standard", "standard", FM_STYLE_TRADITIONAL, NONE},
    {START " w KQkq - 0 1", "chess960", "chess960", FM_STYLE_TRADITIONAL, NONE},
    {"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1", NULL, "chess960",
     FM_STYLE_TRADITIONAL, NONE},
    {"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1", NULL, "standard",
     FM_STYLE_TRADITIONAL, NONE},
    {"4k3/8/8/8/8/8/8/R3K1R1 w K - 0 1", "standard", "chess960", FM_STYLE_TRADITIONAL,
     FM_REASON_VARIANT_MISMATCH},
    {START " w KQkq - 0 1", "gothic", "standard", FM_STYLE_TRADITIONAL, FM_REASON_VARIANT_MISMATCH},
    {START " w mKQkq - 0 1", NULL, "chess480", FM_STYLE_MODERN, NONE},
    {START " w mKQkq - 0 1", "chess480-lewis", "chess480-lewis", FM_STYLE_LEWIS, NONE},
    {START " w sKQkq - 0 1", "chess960", "chess960", FM_STYLE_SYMMETRIC,
     FM_REASON_CASTLING_STYLE_MISMATCH},
    {START " w s- - 0 1", "chess960", "chess960", FM_STYLE_SYMMETRIC, NONE},
    {"rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", NULL, "gothic",
     FM_STYLE_TRADITIONAL, NONE},
    {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1", NULL, "caparandom",
     FM_STYLE_TRADITIONAL, NONE},
    {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w mKQkq - 0 1", NULL, "embassy",
     FM_STYLE_MODERN, NONE},
    {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1", "embassy", "embassy",
     FM_STYLE_MODERN, NONE},
    {"ranbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBKQBNAR w sKQkq - 0 1", NULL, "janus",
     FM_STYLE_SYMMETRIC, NONE},
    {"4k5/10/10/3J6/10/10/10/R3K4R w sKQ - 0 1", NULL, "janus", FM_STYLE_SYMMETRIC, NONE},
    {"4k5/10/10/3A6/10/10/10/R3K4R w sKQ - 0 1", NULL, "caparandom", FM_STYLE_SYMMETRIC, NONE},
    {"4k5/10/10/3J6/10/10/10/R4K3R w KQ - 0 1", NULL, "capablanca", FM_STYLE_TRADITIONAL, NONE},
    {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", NULL, "capablanca",
     FM_STYLE_TRADITIONAL, NONE},
    {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w mKQkq - 0 1", "capablanca",
     "capablanca", FM_STYLE_MODERN, NONE},
    {"5k4/10/10/10/10/10/10/1R3K2R1 w KQ - 0 1", NULL, "caparandom", FM_STYLE_TRADITIONAL, NONE},
    {"5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", NULL, "capablanca", FM_STYLE_TRADITIONAL, NONE},
};

START_TEST(finds_the_variant)
{
    struct fm_setup setup;
    struct fm_warnings notes = {0}, want = {0};
    const struct fm_variant *const given =
        variants[_i].given == NULL ? NULL : fm_variant_named(fm_text_of(variants[_i].given));
    ck_assert((variants[_i].given == NULL) == (given == NULL));
    ck_assert_int_eq(setup_read(variants[_i].fen, given, &setup, &notes), FM_OK);
    ck_assert_msg(strcmp(setup.variant->name, variants[_i].want) == 0, "%s: %s", variants[_i].fen,
                  setup.variant->name);
    ck_assert_int_eq(setup.style, variants[_i].style);
    if (variants[_i].note != NONE)
        fm_warnings_note(&want, variants[_i].note);
    ck_assert_mem_eq(&notes, &want, sizeof notes);
}
END_TEST

/* Names of a tag, with "|" between. */
static const struct {
    enum fm_variant_tag kind;
    const char *want; /* NULL: not a known one */
    const char *names;
} tags[] = {
    {FM_TAG_NO_VARIANT, NULL, "|?"},
    {FM_TAG_KNOWN, "standard", "Standard| normal |CHESS"},
    {FM_TAG_KNOWN, "chess960",
     "Chess960|chess 960|chess-960|fischerandom|Fischerandom|Fischer Random|"
     "Fisher Random|Fischerrandom|freestyle|960|wild/fr|wild 22|FRC|Schach960|Schach 960|"
     "Fischer-Schach|Fischer Random Chess (Chess 960)|\xC3\x89"
     "checs 960|\xC9"
     "checs 960|\xC3\xA9"
     "checs al\xC3\xA9"
     "atoires Fischer|Ajedrez aleatorio de Fischer|Xadrez aleat\xC3\xB3rio de Fischer|"
     "Scacchi960|Schaken 960|szachy Fischera|\xC5\xA0"
     "achy 960|\xD0\xA8\xD0\xB0\xD1\x85\xD0\xBC\xD0\xB0\xD1\x82\xD1\x8B-960|"
     "Chess\xE2\x80\x91"
     "960|Chess\xC2\xA0"
     "960|Freestyle Chess 960|Double Chess960|DFRC|Chess9LX"},
    {FM_TAG_KNOWN, "caparandom", "Capablanca960|caparandom"},
    {FM_TAG_KNOWN, "gothic", "Gothic"},
    {FM_TAG_KNOWN, "embassy", "embassy"},
    {FM_TAG_KNOWN, "janus", "Janus"},
    {FM_TAG_KNOWN, "chess480", "Chess480"},
    {FM_TAG_KNOWN, "chess480-lewis", "chess480-lewis"},
    {FM_TAG_FROM_POSITION, NULL, "From Position|wild/0|wild/8a|wild/8A"},
    {FM_TAG_NO_CASTLING, NULL, "Shuffle Chess|nocastle|No castling"},
    {FM_TAG_UNSUPPORTED, NULL,
     "Crazyhouse|Antichess|Atomic|Three-check|King of the Hill|Racing Kings|Horde|"
     "Seirawan960|Capahouse960|Crazyhouse960|Atomic Chess960|Fischer Clock|Random Chess|"
     "Schach|Chess9600|Chess 960 \xD1\x88|960\xC3|wild/23|Schach\xC3\xA4|...|"
     "a name that is longer than any known one and a half"},
};

START_TEST(knows_the_tags)
{
    for (const char *name = tags[_i].names, *end = name; end != NULL;
         name = end == NULL ? end : end + 1) {
        const struct fm_variant *variant = NULL;
        end = strchr(name, '|');
        const struct fm_text tag = {(const unsigned char *)name,
                                    end == NULL ? strlen(name) : (size_t)(end - name)};
        ck_assert_msg(fm_variant_of_tag(tag, &variant) == tags[_i].kind, "%s", name);
        ck_assert_msg((variant == NULL) == (tags[_i].want == NULL), "%s", name);
        if (variant != NULL)
            ck_assert_str_eq(variant->name, tags[_i].want);
    }
}
END_TEST

START_TEST(variants_end)
{
    ck_assert_ptr_null(fm_variant_name(FM_VARIANT_COUNT));
    ck_assert_ptr_null(fm_variant_start("crazyhouse"));
}
END_TEST

START_TEST(variant_starts_read_as_themselves)
{
    struct fm_setup setup;
    struct fm_warnings notes = {0};
    const struct fm_variant *const v = &fm_variants[_i];
    ck_assert_int_eq(v->id, _i);
    ck_assert_ptr_eq(fm_variant_named(fm_text_of(v->name)), v);
    ck_assert_str_eq(fm_variant_name((unsigned)_i), v->name);
    ck_assert_ptr_eq(fm_variant_start(v->name), v->start);
    if (v->start == NULL)
        return;
    ck_assert_int_eq(setup_read(v->start, NULL, &setup, &notes), FM_OK);
    ck_assert_ptr_eq(setup.variant, v);
    ck_assert_int_eq(setup.style, v->style);
    ck_assert_uint_eq(fm_setup_faults(&setup), 0);
    ck_assert_str_eq(setup_text(&setup, FM_CASTLING_XFEN), v->start);
    ck_assert_uint_eq(notes.warnings[0] | notes.warnings[1], 0);
}
END_TEST

int main(void)
{
    Suite *const s = suite_create("variant");
    TCase *const tc = tcase_create("variant");
    ADD_TABLE(tc, finds_the_variant, variants);
    ADD_TABLE(tc, knows_the_tags, tags);
    tcase_add_loop_test(tc, variant_starts_read_as_themselves, 0, FM_VARIANT_COUNT);
    tcase_add_test(tc, variants_end);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
