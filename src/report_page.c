/* SPDX-License-Identifier: MIT */
/* The page of `check --report`: what was read and what became of it, the games by what is known of
 * them, and what is wrong, with the first examples of each reason. It depends on the inputs and the
 * options alone: no time, no number of threads. */
#include <config.h>
#include "report.h"
#include <stdlib.h>
#include <string.h>
#include "board_svg.h"
#include "examples.h"
#include "page.h"
#include "src/tables_texts.h"

/* A row of a table with bars. */
struct bar {
    char name[48];
    uint64_t count;
    /* True: unknown, or all others. The row has no bar, so that it does not make the other bars
     * small. */
    bool rest;
};

/* @param most  has the longest bar. */
static void put_bar(struct fm_stream *to, const struct bar *bar, uint64_t most)
{
    fm_stream_put(to, bar->rest ? "<tr class=\"quiet\">" : "<tr>");
    fm_stream_xml(to, TEXT_BAR_ROW, bar->name, fm_number_grouped(bar->count).text);
    if (!bar->rest)
        fm_stream_print(to, TEXT_BAR, 100.0 * (double)bar->count / (double)most);
    fm_stream_put(to, TEXT_ROW_END);
}

static void put_chart(struct fm_stream *to, const char *title, const char *names,
                      const struct bar *bars, size_t n)
{
    uint64_t most = 0;
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++)
        if (!bars[i].rest && bars[i].count > most)
            most = bars[i].count;
    fm_stream_put(to, "<div>\n");
    fm_stream_xml(to, TEXT_TABLE_BEGIN, title, names);
    for (size_t i = 0; i < n; i++)
        put_bar(to, &bars[i], most);
    fm_stream_put(to, TEXT_TABLE_END "</div>\n");
}

/* Years of centuries become decades. Returns how many there are. */
static size_t by_decade(struct bar *bars, size_t n)
{
    enum { YEAR_DIGITS = 4 };
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const bool is_year = bars[i].name[0] >= '0' && bars[i].name[0] <= '9';
        struct bar decade = bars[i];
        if (is_year)
            snprintf(decade.name, sizeof decade.name, "%.3s0..%.3s9", bars[i].name, bars[i].name);
        if (count > 0 && strcmp(bars[count - 1].name, decade.name) == 0)
            bars[count - 1].count += decade.count;
        else
            bars[count++] = decade;
    }
    return count;
}

static int is_larger(const void *a, const void *b)
{
    const struct bar *left = a, *right = b;
    if (left->count != right->count)
        return left->count < right->count ? 1 : -1;
    return strcmp(left->name, right->name);
}

/* The most frequent, then all others in one row. */
static size_t by_count(struct bar *bars, size_t n, size_t most)
{
    const bool unknown = n > 0 && bars[n - 1].rest;
    const size_t known = n - unknown;
    struct bar others = {.rest = true}, last = bars[n - 1];
    qsort(bars, known, sizeof *bars, is_larger);
    if (known <= most)
        return n;
    for (size_t i = most; i < known; i++)
        others.count += bars[i].count;
    snprintf(others.name, sizeof others.name, "%zu others", known - most);
    bars[most] = others;
    if (unknown)
        bars[most + 1] = last;
    return most + 1 + unknown;
}

enum { ROWS_MAX = 30 };

static void put_group(struct fm_stream *to, const struct fm_report *report,
                      enum fm_count_group group)
{
    size_t n = report->count_sizes[group];
    struct bar *bars = calloc(n + 1, sizeof *bars);
    if (bars == NULL) {
        fm_stream_fail(to);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(bars[i].name, report->counts[group][i].name, sizeof bars[i].name);
        bars[i].count = report->counts[group][i].count;
        bars[i].rest = strcmp(bars[i].name, "unknown") == 0;
    }
    if (n == 1 && bars[0].rest)
        n = 0;
    if (n > ROWS_MAX && group == FM_COUNT_YEAR)
        n = by_decade(bars, n);
    else if (n > 0 && group == FM_COUNT_ECO)
        n = by_count(bars, n, ROWS_MAX - 10);
    put_chart(to, fm_group_names[group].chart, fm_group_names[group].names, bars, n);
    free(bars);
}

static void put_games(struct fm_stream *to, const struct fm_report *report)
{
    struct bar bars[16];
    size_t n = 0;
    if (report->totals.games == 0)
        return;
    fm_stream_put(to, TEXT_GAMES_BEGIN);
    for (unsigned i = 0; fm_class_name(i) != NULL && n < FM_COUNT_OF(bars); i++) {
        const uint64_t count = fm_totals_class(&report->totals, i);
        if (count == 0)
            continue;
        bars[n] = (struct bar){.count = count};
        snprintf(bars[n].name, sizeof bars[n].name, "%s", fm_class_name(i));
        n++;
    }
    put_chart(to, "Class", "class", bars, n);
    put_group(to, report, FM_COUNT_RESULT);
    for (unsigned i = 0; i < FM_COUNT_GROUPS; i++)
        if (i != FM_COUNT_RESULT)
            put_group(to, report, (enum fm_count_group)i);
    fm_stream_put(to, TEXT_GAMES_END);
}

static void put_totals(struct fm_stream *to, const struct fm_report *report)
{
    static const struct fm_counter counters[] = {
        {"inputs read", FM_TOTAL_AT(inputs)},
        {"inputs that failed", FM_TOTAL_AT(inputs_failed), true, true},
        {"inputs skipped: without a game or position", FM_TOTAL_AT(inputs_skipped), true},
        {"bytes, decompressed", FM_TOTAL_AT(bytes)},
        {"games and records", FM_TOTAL_AT(games)},
        {"of these, records of lists", FM_TOTAL_AT(listed), true},
        {"kept", FM_TOTAL_AT(kept)},
        {"unselected", FM_TOTAL_AT(unselected)},
        {"rejected", FM_TOTAL_AT(rejected), false, true},
        {"pieces of stray text: they belong to no game", FM_TOTAL_AT(stray)},
        {"plies replayed", FM_TOTAL_AT(plies)},
        {"games whose moves were not replayed", FM_TOTAL_AT(unchecked), true},
        {"of damaged inputs, not verified by a checksum", FM_TOTAL_AT(unverified), true, true},
        {"rejected in files that conditions name", FM_TOTAL_AT(excluded_rejected), true, true},
    };
    const struct fm_totals *totals = &report->totals;
    fm_stream_print(to, TEXT_TOTALS_BEGIN, fm_number_grouped(totals->games).text,
                    fm_number_grouped(totals->kept).text,
                    fm_number_grouped(totals->unselected).text,
                    fm_number_grouped(totals->rejected).text);
    if (totals->ended_early)
        fm_stream_put(to, TEXT_TOTALS_EARLY);
    fm_stream_put(to, TEXT_TOTALS_TABLE);
    for (size_t i = 0; i < FM_COUNT_OF(counters); i++) {
        const uint64_t count = fm_counter_value(&counters[i], totals);
        if (count > 0 || !counters[i].optional)
            fm_stream_print(to, TEXT_TOTALS_ROW,
                            counters[i].bad && count > 0 ? " class=\"bad\"" : "", counters[i].name,
                            fm_number_grouped(count).text);
    }
    fm_stream_put(to, TEXT_TOTALS_END);
}

static void put_example(struct fm_stream *to, const struct fm_example *example)
{
    struct fm_board board = FM_BOARD_INIT;
    struct fm_view view;
    if (example->fen == NULL ||
        fm_board_read(fm_printable_text(example->fen), &board, NULL) != FM_OK) {
        fm_stream_xml(to, "<li>" TEXT_EXAMPLE_TEXT, example->text);
        return;
    }
    fm_stream_put(to, "<li class=\"board broken\">");
    fm_view_make_broken(&view, &board, example->to);
    fm_svg_board(to, &view, false);
    fm_view_free(&view);
    fm_stream_xml(to, TEXT_EXAMPLE_BOARD, example->text, example->fen);
}

/* The section of rejections or of warnings: bars for the reasons, then the examples of each
 * reason, and the number of those that are not shown. */
static void put_reason_section(struct fm_stream *to, const char *kind, const char *title,
                               const char *counted, const uint64_t counts[FM_REASON_COUNT],
                               const struct fm_example_list *lists)
{
    uint64_t most = 0, examples = 0;
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        most = counts[i] > most ? counts[i] : most;
        examples += lists[i].count;
    }
    fm_stream_print(to, TEXT_REASONS_BEGIN, kind,
                    strcmp(kind, "rejected") == 0 ? "reasons bad-bars" : "reasons", kind, title);
    if (most == 0 && examples == 0)
        fm_stream_put(to, "<p>None.</p>\n");
    if (most > 0)
        fm_stream_print(to, TEXT_TABLE_BEGIN, counted, "reason");
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        struct bar bar = {.count = counts[i]};
        snprintf(bar.name, sizeof bar.name, "%s", fm_reason_name((enum fm_reason)i));
        if (counts[i] > 0)
            put_bar(to, &bar, most);
    }
    if (most > 0)
        fm_stream_put(to, TEXT_TABLE_END);
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        const struct fm_example_list *list = &lists[i];
        const char *name = fm_reason_name((enum fm_reason)i);
        if (list->count == 0)
            continue;
        fm_stream_xml(to, TEXT_REASON_BEGIN, kind, name, kind, name, name,
                      fm_number_grouped(list->seen).text, fm_reason_meaning((enum fm_reason)i));
        for (size_t k = 0; k < list->count; k++)
            put_example(to, &list->of[k]);
        fm_stream_put(to, "</ul>\n");
        if (list->seen > list->count)
            fm_stream_print(to, TEXT_REASON_MORE, fm_number_grouped(list->seen - list->count).text);
        fm_stream_put(to, "</section>\n");
    }
    fm_stream_put(to, "</section>\n");
}

void fm_report_page(struct fm_stream *to, const struct fm_report *report, const char *const *inputs,
                    size_t count)
{
    char what[64] = "Check of";
    if (count != 1)
        snprintf(what, sizeof what, "Check of %zu inputs", count);
    fm_page_begin(to, what, count == 1 ? inputs[0] : NULL);
    uint64_t warnings = 0;
    for (size_t i = 1; i < FM_REASON_COUNT; i++)
        warnings += report->warnings[i];
    fm_stream_put(to, TEXT_CONTENTS_BEGIN);
    if (report->totals.games > 0)
        fm_stream_put(to, TEXT_CONTENTS_GAMES);
    fm_stream_print(to, TEXT_CONTENTS_END, fm_number_grouped(report->totals.rejected).text,
                    fm_number_grouped(warnings).text);
    put_totals(to, report);
    put_games(to, report);
    put_reason_section(to, "rejected", "Rejected games, and inputs that failed",
                       "Games and records by reason", report->rejected, report->examples->rejected);
    put_reason_section(to, "warnings", "Warnings", "Games and records with a warning, by reason",
                       report->warnings, report->examples->warnings);
    fm_stream_put(to, "<p class=\"quiet\">Made by fenmill " FM_VERSION_STRING ".</p>\n");
    fm_page_end(to);
}
