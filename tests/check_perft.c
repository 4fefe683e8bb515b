/* SPDX-License-Identifier: MIT */
#include <config.h>
/* The library's path counts against the vectors: those of tests/vectors up to a million paths each,
 * all of the whole set at the depth given where FENMILL_VECTORS names it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "fenmill.h"
#include "tap.h"
#include "vectors.h"

static struct tap tap;

static const char *variant_of_table(const char *name)
{
    if (strcmp(name, "dfrc") == 0 || strcmp(name, "castle960") == 0)
        return "chess960";
    return strcmp(name, "chess480-seed") == 0 ? "chess480" : name;
}

/* Which variants of the library's table have a row. */
enum { VARIANTS_MAX = 64 };
static bool has_row[VARIANTS_MAX];

static void note_variant(const char *name)
{
    for (unsigned i = 0; i < VARIANTS_MAX && fm_variant_name(i) != NULL; i++)
        has_row[i] = has_row[i] || strcmp(fm_variant_name(i), name) == 0;
}

static void check_all_variants(void)
{
    const char *name;
    for (unsigned i = 0; i < VARIANTS_MAX && (name = fm_variant_name(i)) != NULL; i++)
        tap_point(&tap, has_row[i], "%s has a vector", name);
}

static bool count_paths(const char *fen, const char *variant, unsigned depth, uint64_t *out)
{
    const struct fm_text text = {(const unsigned char *)fen, strlen(fen)};
    struct fm_position *pos;
    if (fm_position_new(text, variant, &pos, NULL) != FM_OK)
        return false;
    *out = fm_position_perft(pos, depth);
    fm_position_free(pos);
    return true;
}

/* One row, in the spelling of the given column; both spellings of a FEN mean the same. */
static bool row_agrees(const struct vector_file *v, int column)
{
    const char *fen = v->field[column], *variant = variant_of_table(v->field[0]);
    const uint64_t want = strtoull(v->field[3], NULL, 10);
    uint64_t got = 0;
    const bool read = count_paths(fen, variant, (unsigned)strtoul(v->field[2], NULL, 10), &got);
    if (!read)
        tap_note("row %u: refused: %s", v->row, fen);
    else if (got != want)
        tap_note("row %u: %s depth %s: %" PRIu64 ", want %" PRIu64, v->row, fen, v->field[2], got,
                 want);
    return read && got == want;
}

static void check_table(const char *folder, const char *name, uint64_t limit)
{
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    if (!vector_open(&v, folder, name)) {
        tap_point(&tap, false, "%s/%s", folder, name);
        return;
    }
    while (wrong < 5 && vector_next(&v)) {
        note_variant(variant_of_table(v.field[0]));
        if (strtoull(v.field[3], NULL, 10) > limit)
            continue;
        rows++;
        wrong += !row_agrees(&v, 1);
        if (strcmp(v.field[2], "1") == 0 && *v.field[4])
            wrong += !row_agrees(&v, 4);
    }
    vector_close(&v);
    tap_point(&tap, rows && !wrong, "%s/%s: %u counts", folder, name, rows);
}

static void check_folder(const char *folder, uint64_t limit)
{
    static const char *const tables[] = {"std",       "frc960", "dfrc",
                                         "castle960", "tenby8", "chess480"};
    char name[64];
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        snprintf(name, sizeof name, "perft/%s.tsv", tables[i]);
        check_table(folder, name, limit);
    }
}

int main(void)
{
    check_folder(vectors_here(), 1000000);
    check_all_variants();
    if (vectors_whole())
        check_folder(vectors_whole(), UINT64_MAX);
    else
        tap_skip(&tap, "the whole set of path counts", "FENMILL_VECTORS is not set");
    return tap_done(&tap);
}
