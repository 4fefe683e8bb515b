/* SPDX-License-Identifier: MIT */
/* The end of a run for --stats: as JSON, or as a table for people. In JSON, names of the library need
 * no escapes; those of files and of tags in conditions do. */
#include <config.h>
#include "report.h"
#include "print.h"
#include "stream.h"
#include <string.h>
#include <inttypes.h>

static void put_reasons(struct fm_stream *to, const char *name,
                        const uint64_t counts[FM_REASON_COUNT])
{
    const char *before = "\n";
    fm_stream_print(to, "  \"%s\": {", name);
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        if (counts[i] > 0) {
            fm_stream_print(to, "%s    \"%s\": %" PRIu64, before, fm_reason_name((enum fm_reason)i),
                            counts[i]);
            before = ",\n";
        }
    }
    fm_stream_put(to, before[0] == '\n' ? "},\n" : "\n  },\n");
}

static void put_classes(struct fm_stream *to, const struct fm_totals *totals)
{
    fm_stream_put(to, "  \"classes\": {\n");
    for (unsigned i = 0; fm_class_name(i) != NULL; i++)
        fm_stream_print(to, "    \"%s\": %" PRIu64 "%s\n", fm_class_name(i),
                        fm_totals_class(totals, i), fm_class_name(i + 1) != NULL ? "," : "");
    fm_stream_put(to, "  },\n");
}

static void put_groups(struct fm_stream *to, const struct fm_report *report)
{
    static const char *const names[FM_COUNT_GROUPS] = {
        [FM_COUNT_VARIANT] = "variants", [FM_COUNT_YEAR] = "years",
        [FM_COUNT_ELO] = "elo",          [FM_COUNT_TIME] = "time_controls",
        [FM_COUNT_RESULT] = "results",   [FM_COUNT_LENGTH] = "plies_of_games",
        [FM_COUNT_ECO] = "eco",
    };
    for (size_t group = 0; group < FM_COUNT_GROUPS; group++) {
        fm_stream_print(to, "  \"%s\": {", names[group]);
        for (size_t i = 0; i < report->count_sizes[group]; i++)
            fm_stream_print(to, "%s\n    \"%s\": %" PRIu64, i > 0 ? "," : "",
                            report->counts[group][i].name, report->counts[group][i].count);
        fm_stream_put(to, report->count_sizes[group] > 0 ? "\n  },\n" : "},\n");
    }
}

/* Bytes that are not UTF-8 are written as the characters of their numbers. */
static void put_string(struct fm_stream *to, const char *s)
{
    fm_stream_put(to, "\"");
    for (size_t left = strlen(s), n; left > 0; s += n, left -= n) {
        const unsigned char *p = (const unsigned char *)s;
        n = fm_utf8_length(p, left);
        if (n == 0 || *p < ' ')
            fm_stream_print(to, "\\u%04x", (unsigned)*p);
        else
            fm_stream_print(to, "%s%.*s", *s == '"' || *s == '\\' ? "\\" : "", (int)n, s);
        n += n == 0;
    }
    fm_stream_put(to, "\"");
}

/* For each condition, how many games or positions reached it and how many it left. */
static void put_conditions(struct fm_stream *to, const struct fm_report *report)
{
    struct fm_condition_count one;
    struct fm_output_count second;
    const bool several = fm_converter_output(report->converter, 1, &second);
    const char *before = "\n";
    fm_stream_put(to, "  \"conditions\": [");
    for (size_t at = 0; fm_converter_condition(report->converter, &at, &one); before = ",\n") {
        fm_stream_print(to, "%s    {\"condition\": ", before);
        put_string(to, one.name);
        if (several && one.output > 0)
            fm_stream_print(to, ", \"output\": %u", one.output);
        fm_stream_print(to, ", \"in\": %" PRIu64 ", \"left\": %" PRIu64, one.in, one.left);
        if (one.without > 0)
            fm_stream_print(to, ", \"without_value\": %" PRIu64, one.without);
        fm_stream_put(to, "}");
    }
    fm_stream_put(to, before[0] == '\n' ? "],\n" : "\n  ],\n");
}

static void put_failed_inputs(struct fm_stream *to, const struct fm_lost_list *list)
{
    fm_stream_put(to, "  \"failed_inputs\": [");
    for (size_t i = 0; i < list->count; i++) {
        fm_stream_print(to, "%s\n    {\"input\": ", i > 0 ? "," : "");
        put_string(to, list->of[i].name);
        fm_stream_print(to, ", \"reason\": \"%s\"}", fm_reason_name(list->of[i].reason));
    }
    fm_stream_put(to, list->count > 0 ? "\n  ],\n" : "],\n");
}

static void put_failed_outputs(struct fm_stream *to, const struct fm_lost_list *list)
{
    fm_stream_put(to, "  \"failed_outputs\": [");
    for (size_t i = 0; i < list->count; i++) {
        fm_stream_put(to, i > 0 ? ",\n    " : "\n    ");
        put_string(to, list->of[i].name);
    }
    fm_stream_put(to, list->count > 0 ? "\n  ],\n" : "],\n");
}

static void put_json(struct fm_stream *to, const struct fm_report *report)
{
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {
        {"inputs", report->totals.inputs},
        {"bytes", report->totals.bytes},
        {"games", report->totals.games},
        {"listed", report->totals.listed},
        {"kept", report->totals.kept},
        {"unselected", report->totals.unselected},
        {"rejected", report->totals.rejected},
        {"stray", report->totals.stray},
        {"plies", report->totals.plies},
        {"records", report->totals.records},
        {"games_written", report->totals.games_written},
        {"unwritten", report->totals.unwritten},
        {"duplicates", report->totals.duplicates},
        {"renamed", report->totals.renamed},
        {"unchecked", report->totals.unchecked},
        {"inputs_failed", report->totals.inputs_failed},
        {"inputs_skipped", report->totals.inputs_skipped},
        {"outputs_failed", report->totals.outputs_failed},
        {"excluded_rejected", report->totals.excluded_rejected},
    };
    fm_stream_print(
        to,
        "{\n  \"fenmill-stats\": 1,\n  \"fenmill\": \"%s\",\n  \"profile\": \"%016" PRIx64 "\",\n",
        FM_VERSION_STRING, report->profile);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        fm_stream_print(to, "  \"%s\": %" PRIu64 ",\n", counts[i].name, counts[i].count);
    fm_stream_print(to, "  \"ended_early\": %s,\n", report->totals.ended_early ? "true" : "false");
    put_failed_inputs(to, &report->inputs);
    put_failed_outputs(to, &report->outputs);
    put_classes(to, &report->totals);
    put_groups(to, report);
    put_conditions(to, report);
    put_reasons(to, "rejected_by_reason", report->rejected);
    put_reasons(to, "warnings", report->warnings);
    put_reasons(to, "facts", report->facts);
    fm_stream_print(to, "  \"seconds\": %.3f\n}\n", report->seconds);
}

enum { NAME_WIDTH = 30 };

static void put_row(struct fm_stream *to, const char *name, uint64_t count, uint64_t games)
{
    fm_stream_print(to, "  %-*s %12" PRIu64, NAME_WIDTH, name, count);
    if (games > 0)
        fm_stream_print(to, " %6.1f %%", 100.0 * (double)count / (double)games);
    fm_stream_put(to, "\n");
}

static void table_reasons(struct fm_stream *to, const char *title,
                          const uint64_t counts[FM_REASON_COUNT], uint64_t games)
{
    const char *heading = title;
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        if (counts[i] == 0)
            continue;
        if (heading != NULL)
            fm_stream_print(to, "\n%s\n", heading);
        heading = NULL;
        put_row(to, fm_reason_name((enum fm_reason)i), counts[i], games);
    }
}

static void table_groups(struct fm_stream *to, const struct fm_report *report)
{
    static const char *const titles[FM_COUNT_GROUPS] = {
        [FM_COUNT_VARIANT] = "variant", [FM_COUNT_YEAR] = "year",
        [FM_COUNT_ELO] = "mean rating", [FM_COUNT_TIME] = "time control",
        [FM_COUNT_RESULT] = "result",   [FM_COUNT_LENGTH] = "plies",
        [FM_COUNT_ECO] = "ECO",
    };
    for (size_t group = 0; group < FM_COUNT_GROUPS; group++) {
        if (report->count_sizes[group] > 0)
            fm_stream_print(to, "\n%s\n", titles[group]);
        for (size_t i = 0; i < report->count_sizes[group]; i++)
            put_row(to, report->counts[group][i].name, report->counts[group][i].count,
                    report->totals.games);
    }
}

/* For each condition what it left, and the share of what reached it. */
static void table_conditions(struct fm_stream *to, const struct fm_report *report)
{
    struct fm_condition_count one;
    struct fm_output_count second;
    const bool several = fm_converter_output(report->converter, 1, &second);
    const char *heading = "\nleft by each condition\n";
    for (size_t at = 0; fm_converter_condition(report->converter, &at, &one); heading = "") {
        char name[2 * NAME_WIDTH];
        if (several && one.output > 0)
            snprintf(name, sizeof name, "%u: %s", one.output, one.name);
        else
            snprintf(name, sizeof name, "%s", one.name);
        fm_stream_put(to, heading);
        put_row(to, name, one.left, one.in);
    }
}

static void put_table(struct fm_stream *to, const struct fm_report *report)
{
    const struct fm_totals *totals = &report->totals;
    fm_stream_put(to, "games\n");
    put_row(to, "all", totals->games, 0);
    put_row(to, "kept", totals->kept, totals->games);
    put_row(to, "unselected", totals->unselected, totals->games);
    put_row(to, "rejected", totals->rejected, totals->games);
    fm_stream_put(to, "\nclass\n");
    for (unsigned i = 0; fm_class_name(i) != NULL; i++) {
        const uint64_t count = fm_totals_class(totals, i);
        if (count > 0)
            put_row(to, fm_class_name(i), count, totals->games);
    }
    table_groups(to, report);
    table_conditions(to, report);
    table_reasons(to, "rejected for", report->rejected, totals->games);
    table_reasons(to, "warnings", report->warnings, totals->games);
    table_reasons(to, "facts", report->facts, totals->games);
    fm_stream_put(to, "\nwork\n");
    put_row(to, "inputs", totals->inputs, 0);
    if (totals->inputs_failed > 0)
        put_row(to, "inputs failed", totals->inputs_failed, 0);
    if (totals->outputs_failed > 0)
        put_row(to, "outputs failed", totals->outputs_failed, 0);
    if (totals->excluded_rejected > 0)
        put_row(to, "rejected in `exclude`", totals->excluded_rejected, 0);
    if (totals->inputs_skipped > 0)
        put_row(to, "inputs skipped", totals->inputs_skipped, 0);
    put_row(to, "plies", totals->plies, 0);
    put_row(to, "games written", totals->games_written, 0);
    put_row(to, "records", totals->records, 0);
    put_row(to, "bytes", totals->bytes, 0);
    if (totals->ended_early)
        fm_stream_put(to, "  ended early: the rest of the input was not read\n");
}

bool fm_stats_is_table(const char *name)
{
    static const char suffix[] = ".txt";
    const size_t n = strlen(name), end = sizeof suffix - 1;
    return n > end && strcmp(name + n - end, suffix) == 0;
}

void fm_stats_put(struct fm_stream *to, const struct fm_report *report, bool table)
{
    if (table)
        put_table(to, report);
    else
        put_json(to, report);
}
