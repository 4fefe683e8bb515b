/* SPDX-License-Identifier: MIT */
/* The page of `check --report`: what was read and what became of it, the games by what is known of them,
 * and what is wrong, with the first examples of each reason. It depends on the inputs and the options
 * alone: no time, no number of threads. */
#include <config.h>
#include "report.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "board_svg.h"
#include "examples.h"
#include "page.h"

/* A row of a table with bars. */
struct bar {
    char name[48];
    uint64_t count;
    bool rest; /* unknown, or all others: it has no bar, so that it does not make the rest small */
};

static void put_number(struct fm_stream *to, uint64_t count)
{
    char number[FM_NUMBER_SIZE];
    fm_stream_put(to, fm_number_grouped(count, number));
}

static void begin_table(struct fm_stream *to, const char *caption, const char *names)
{
    fm_stream_print(
        to,
        "<table>\n<caption>%s</caption>\n<thead><tr><th scope=\"col\">%s</th>"
        "<th scope=\"col\" class=\"number\">count</th><td></td></tr></thead>\n<tbody>\n",
        caption, names);
}

/* @param most  has the longest bar. */
static void put_bar(struct fm_stream *to, const struct bar *bar, uint64_t most)
{
    fm_stream_print(to, "<tr%s><th scope=\"row\">", bar->rest ? " class=\"quiet\"" : "");
    fm_stream_xml(to, bar->name);
    fm_stream_put(to, "</th><td class=\"number\">");
    put_number(to, bar->count);
    fm_stream_put(to, "</td><td class=\"bar\">");
    if (!bar->rest)
        fm_stream_print(to,
                        "<svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
                        "aria-hidden=\"true\"><rect width=\"%.2f\" height=\"8\"/></svg>",
                        100.0 * (double)bar->count / (double)most);
    fm_stream_put(to, "</td></tr>\n");
}

static void end_table(struct fm_stream *to)
{
    fm_stream_put(to, "</tbody>\n</table>\n");
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
    begin_table(to, title, names);
    for (size_t i = 0; i < n; i++)
        put_bar(to, &bars[i], most);
    end_table(to);
    fm_stream_put(to, "</div>\n");
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
                      enum fm_count_group group, const char *title, const char *names)
{
    size_t n = report->count_sizes[group];
    struct bar *bars = calloc(n + 1, sizeof *bars);
    if (bars == NULL) {
        fm_stream_fail(to, FM_NO_MEMORY);
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
    put_chart(to, title, names, bars, n);
    free(bars);
}

static void put_classes(struct fm_stream *to, const struct fm_report *report)
{
    struct bar bars[16];
    size_t n = 0;
    for (unsigned i = 0; fm_class_name(i) != NULL && n < sizeof bars / sizeof *bars; i++) {
        const uint64_t count = fm_totals_class(&report->totals, i);
        if (count == 0)
            continue;
        snprintf(bars[n].name, sizeof bars[n].name, "%s", fm_class_name(i));
        bars[n].rest = false;
        bars[n++].count = count;
    }
    put_chart(to, "Class", "class", bars, n);
}

static void put_games(struct fm_stream *to, const struct fm_report *report)
{
    static const struct {
        enum fm_count_group group;
        const char *title, *names;
    } charts[] = {
        {FM_COUNT_RESULT, "Result", "result"},    {FM_COUNT_VARIANT, "Variant", "variant"},
        {FM_COUNT_YEAR, "Year", "year"},          {FM_COUNT_ELO, "Rating", "mean of both"},
        {FM_COUNT_TIME, "Time control", "class"}, {FM_COUNT_LENGTH, "Length", "plies"},
        {FM_COUNT_ECO, "Opening", "ECO code"},
    };
    if (report->totals.games == 0)
        return;
    fm_stream_put(to,
                  "<section aria-labelledby=\"games\">\n<h2 id=\"games\">Games and records</h2>\n"
                  "<div class=\"charts\">\n");
    put_classes(to, report);
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++)
        put_group(to, report, charts[i].group, charts[i].title, charts[i].names);
    fm_stream_put(to, "</div>\n</section>\n");
}

static void put_total(struct fm_stream *to, const char *name, uint64_t count, const char *class_)
{
    fm_stream_print(to, "<tr%s><th scope=\"row\">%s</th><td class=\"number\">", class_, name);
    put_number(to, count);
    fm_stream_put(to, "</td></tr>\n");
}

/* A row is there where it is the sum, or not zero. */
static void put_totals(struct fm_stream *to, const struct fm_report *report)
{
    const struct fm_totals *totals = &report->totals;
    const struct {
        const char *name;
        uint64_t count;
        bool always, bad;
    } rows[] = {
        {"inputs read", totals->inputs, true, false},
        {"inputs that failed", totals->inputs_failed, false, true},
        {"inputs skipped: without a game or position", totals->inputs_skipped, false, false},
        {"bytes, decompressed", totals->bytes, true, false},
        {"games and records", totals->games, true, false},
        {"of these, records of lists", totals->listed, false, false},
        {"kept", totals->kept, true, false},
        {"unselected", totals->unselected, true, false},
        {"rejected", totals->rejected, true, true},
        {"pieces of stray text: they belong to no game", totals->stray, true, false},
        {"plies replayed", totals->plies, true, false},
        {"games whose moves were not replayed", totals->unchecked, false, false},
        {"rejected in files of `exclude`", totals->excluded_rejected, false, true},
    };
    fm_stream_put(to,
                  "<section aria-labelledby=\"totals\">\n<h2 id=\"totals\">Everything accounted "
                  "for</h2>\n<p>Each game and record is either kept, unselected or rejected: ");
    put_number(to, totals->games);
    fm_stream_put(to, " = ");
    put_number(to, totals->kept);
    fm_stream_put(to, " + ");
    put_number(to, totals->unselected);
    fm_stream_put(to, " + ");
    put_number(to, totals->rejected);
    fm_stream_put(to, ".</p>\n");
    if (totals->ended_early)
        fm_stream_put(to, "<p class=\"bad\">The run ended early: the rest of the input was not "
                          "read.</p>\n");
    fm_stream_put(to, "<table>\n<thead><tr><th scope=\"col\">what</th><th scope=\"col\" "
                      "class=\"number\">count</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].always || rows[i].count > 0)
            put_total(to, rows[i].name, rows[i].count,
                      rows[i].bad && rows[i].count > 0 ? " class=\"bad\"" : "");
    fm_stream_put(to, "</tbody>\n</table>\n</section>\n");
}

static void put_example(struct fm_stream *to, const struct fm_example *example)
{
    struct fm_board board;
    struct fm_view view;
    const bool drawn = example->fen != NULL &&
                       fm_board_read(fm_printable_text(example->fen), &board, NULL) == FM_OK;
    fm_stream_put(to, drawn ? "<li class=\"board broken\">" : "<li>");
    if (drawn) {
        fm_view_make_broken(&view, &board, example->to);
        fm_svg_board(to, &view, false);
        fm_view_free(&view);
    }
    fm_stream_put(to, "<p dir=\"auto\">");
    fm_stream_xml(to, example->text);
    if (drawn) {
        fm_stream_put(to, "<br><code>");
        fm_stream_xml(to, example->fen);
        fm_stream_put(to, "</code>");
    }
    fm_stream_put(to, "</p></li>\n");
}

/* The examples of a reason, and how many more there are. */
static void put_list(struct fm_stream *to, enum fm_reason reason,
                     const struct fm_example_list *list, const char *kind)
{
    if (list->count == 0)
        return;
    const char *name = fm_reason_name(reason);
    fm_stream_print(to, "<section aria-labelledby=\"%s-%s\">\n<h3 id=\"%s-%s\">%s: ", kind, name,
                    kind, name, name);
    put_number(to, list->seen);
    fm_stream_put(to, "</h3>\n<p class=\"quiet\">");
    fm_stream_xml(to, fm_reason_meaning(reason));
    fm_stream_put(to, "</p>\n<ul class=\"examples\">\n");
    for (size_t i = 0; i < list->count; i++)
        put_example(to, &list->of[i]);
    fm_stream_put(to, "</ul>\n");
    if (list->seen > list->count) {
        fm_stream_put(to, "<p>... and ");
        put_number(to, list->seen - list->count);
        fm_stream_put(to, " more (<code>--log FILE</code> lists all)</p>\n");
    }
    fm_stream_put(to, "</section>\n");
}

static void put_reasons(struct fm_stream *to, const char *kind, const char *title,
                        const char *counted, const uint64_t counts[FM_REASON_COUNT],
                        const struct fm_example_list *lists)
{
    uint64_t most = 0, examples = 0;
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        most = counts[i] > most ? counts[i] : most;
        examples += lists[i].count;
    }
    fm_stream_print(to, "<section aria-labelledby=\"%s\" class=\"%s\">\n<h2 id=\"%s\">%s</h2>\n",
                    kind, strcmp(kind, "rejected") == 0 ? "reasons bad-bars" : "reasons", kind,
                    title);
    if (most == 0 && examples == 0)
        fm_stream_put(to, "<p>None.</p>\n");
    if (most > 0) {
        begin_table(to, counted, "reason");
        for (size_t i = 1; i < FM_REASON_COUNT; i++) {
            struct bar bar = {.count = counts[i]};
            snprintf(bar.name, sizeof bar.name, "%s", fm_reason_name((enum fm_reason)i));
            if (counts[i] > 0)
                put_bar(to, &bar, most);
        }
        end_table(to);
    }
    for (size_t i = 1; i < FM_REASON_COUNT; i++)
        put_list(to, (enum fm_reason)i, &lists[i], kind);
    fm_stream_put(to, "</section>\n");
}

static void put_contents(struct fm_stream *to, const struct fm_report *report)
{
    uint64_t warnings = 0;
    for (size_t i = 1; i < FM_REASON_COUNT; i++)
        warnings += report->warnings[i];
    fm_stream_put(
        to, "<nav aria-label=\"Contents\">\n<ul>\n<li><a href=\"#totals\">Everything accounted "
            "for</a></li>\n");
    if (report->totals.games > 0)
        fm_stream_put(to, "<li><a href=\"#games\">Games and records</a></li>\n");
    fm_stream_put(to, "<li><a href=\"#rejected\">Rejected: ");
    put_number(to, report->totals.rejected);
    fm_stream_put(to, "</a></li>\n<li><a href=\"#warnings\">Warnings: ");
    put_number(to, warnings);
    fm_stream_put(to, "</a></li>\n</ul>\n</nav>\n");
}

void fm_report_page(struct fm_stream *to, const struct fm_report *report, const char *const *inputs,
                    size_t count)
{
    char what[64] = "Check of";
    if (count != 1)
        snprintf(what, sizeof what, "Check of %zu inputs", count);
    fm_page_begin(to, what, count == 1 ? inputs[0] : NULL);
    put_contents(to, report);
    put_totals(to, report);
    put_games(to, report);
    put_reasons(to, "rejected", "Rejected games, and inputs that failed",
                "Games and records by reason", report->rejected, report->examples->rejected);
    put_reasons(to, "warnings", "Warnings", "Games and records with a warning, by reason",
                report->warnings, report->examples->warnings);
    fm_stream_put(to, "<p class=\"quiet\">Made by fenmill " FM_VERSION_STRING ".</p>\n");
    fm_page_end(to);
}
