/* SPDX-License-Identifier: MIT */
/* The end of a run for --stats: as JSON, or as a table for people. In JSON, names of the library
 * need no escapes; those of files and of tags in conditions do. lib/shards/merge_stats.c adds what
 * is written here, of several runs, in the same layout. */
#include <config.h>
#include "report.h"
#include "print.h"
#include "stream.h"
#include <string.h>
#include <inttypes.h>

const struct fm_group_names fm_group_names[FM_COUNT_GROUPS] = {
    [FM_COUNT_VARIANT] = {"variants", "variant", "Variant", "variant"},
    [FM_COUNT_YEAR] = {"years", "year", "Year", "year"},
    [FM_COUNT_ELO] = {"elo", "mean rating", "Rating", "mean of both"},
    [FM_COUNT_TIME] = {"time_controls", "time control", "Time control", "class"},
    [FM_COUNT_RESULT] = {"results", "result", "Result", "result"},
    [FM_COUNT_LENGTH] = {"plies_of_games", "plies", "Length", "plies"},
    [FM_COUNT_ECO] = {"eco", "ECO", "Opening", "ECO code"},
};

/* An element of a list or object: on a line of its own. @param[in,out] n  elements so far. */
static void begin_element(struct fm_stream *to, size_t *n)
{
    fm_stream_put(to, (*n)++ == 0 ? "\n    " : ",\n    ");
}

static void end_elements(struct fm_stream *to, size_t n, char bracket)
{
    fm_stream_print(to, "%s%c,\n", n > 0 ? "\n  " : "", bracket);
}

static void put_member(struct fm_stream *to, size_t *n, const char *name, uint64_t count)
{
    begin_element(to, n);
    fm_stream_print(to, "\"%s\": %" PRIu64, name, count);
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

static void put_reasons(struct fm_stream *to, const char *name,
                        const uint64_t counts[FM_REASON_COUNT])
{
    size_t n = 0;
    fm_stream_print(to, "  \"%s\": {", name);
    for (size_t i = 1; i < FM_REASON_COUNT; i++)
        if (counts[i] > 0)
            put_member(to, &n, fm_reason_name((enum fm_reason)i), counts[i]);
    end_elements(to, n, '}');
}

/* For each condition, how many games or positions reached it and how many it left. */
static void put_conditions(struct fm_stream *to, const struct fm_report *report)
{
    struct fm_condition_count one;
    struct fm_output_count second;
    const bool several = fm_converter_output(report->converter, 1, &second);
    size_t n = 0;
    fm_stream_put(to, "  \"conditions\": [");
    for (size_t at = 0; fm_converter_condition(report->converter, &at, &one);) {
        begin_element(to, &n);
        fm_stream_put(to, "{\"condition\": ");
        put_string(to, one.name);
        if (several && one.output > 0)
            fm_stream_print(to, ", \"output\": %u", one.output);
        fm_stream_print(to, ", \"in\": %" PRIu64 ", \"left\": %" PRIu64, one.in, one.left);
        if (one.without > 0)
            fm_stream_print(to, ", \"without_value\": %" PRIu64, one.without);
        fm_stream_put(to, "}");
    }
    end_elements(to, n, ']');
}

static void put_failures(struct fm_stream *to, const struct fm_report *report)
{
    size_t n = 0;
    fm_stream_put(to, "  \"failed_inputs\": [");
    for (size_t i = 0; i < report->inputs.count; i++) {
        begin_element(to, &n);
        fm_stream_put(to, "{\"input\": ");
        put_string(to, report->inputs.of[i].name);
        fm_stream_print(to, ", \"reason\": \"%s\"}", fm_reason_name(report->inputs.of[i].reason));
    }
    end_elements(to, n, ']');
    fm_stream_put(to, "  \"failed_outputs\": [");
    n = 0;
    for (size_t i = 0; i < report->outputs.count; i++) {
        begin_element(to, &n);
        put_string(to, report->outputs.of[i].name);
    }
    end_elements(to, n, ']');
}

#define COUNTER(member) \
    { \
#        member, FM_TOTAL_AT(member) \
    }

static void put_json(struct fm_stream *to, const struct fm_report *report)
{
    static const struct fm_counter counters[] = {
        COUNTER(inputs),         COUNTER(bytes),
        COUNTER(games),          COUNTER(listed),
        COUNTER(kept),           COUNTER(unselected),
        COUNTER(rejected),       COUNTER(stray),
        COUNTER(plies),          COUNTER(records),
        COUNTER(games_written),  COUNTER(unwritten),
        COUNTER(duplicates),     COUNTER(renamed),
        COUNTER(unchecked),      COUNTER(inputs_failed),
        COUNTER(inputs_skipped), COUNTER(outputs_failed),
        COUNTER(unverified),     COUNTER(excluded_rejected),
        COUNTER(copies),         COUNTER(tags_set)};
    fm_stream_print(
        to,
        "{\n  \"fenmill-stats\": 1,\n  \"fenmill\": \"%s\",\n  \"profile\": \"%016" PRIx64 "\",\n",
        FM_VERSION_STRING, report->profile);
    const struct fm_text shard = fm_converter_shard(report->converter);
    if (shard.n > 0)
        fm_stream_print(to, "%.*s", (int)shard.n, (const char *)shard.p);
    for (size_t i = 0; i < FM_COUNT_OF(counters); i++)
        fm_stream_print(to, "  \"%s\": %" PRIu64 ",\n", counters[i].name,
                        fm_counter_value(&counters[i], &report->totals));
    fm_stream_print(to, "  \"ended_early\": %s,\n", report->totals.ended_early ? "true" : "false");
    put_failures(to, report);
    size_t n = 0;
    fm_stream_put(to, "  \"classes\": {");
    for (unsigned i = 0; fm_class_name(i) != NULL; i++)
        put_member(to, &n, fm_class_name(i), fm_totals_class(&report->totals, i));
    end_elements(to, n, '}');
    for (size_t group = 0; group < FM_COUNT_GROUPS; group++) {
        n = 0;
        fm_stream_print(to, "  \"%s\": {", fm_group_names[group].json);
        for (size_t i = 0; i < report->count_sizes[group]; i++)
            put_member(to, &n, report->counts[group][i].name, report->counts[group][i].count);
        end_elements(to, n, '}');
    }
    put_conditions(to, report);
    put_reasons(to, "rejected_by_reason", report->rejected);
    put_reasons(to, "warnings", report->warnings);
    put_reasons(to, "facts", report->facts);
    fm_stream_print(to, "  \"check\": \"%016" PRIx64 "\",\n", to->check);
    fm_stream_print(to, "  \"seconds\": %.3f\n}\n", report->seconds);
}

enum { NAME_WIDTH = 30 };

/* @param all  100 %; 0 = no share. */
static void put_row(struct fm_stream *to, const char *name, uint64_t count, uint64_t all)
{
    fm_stream_print(to, "  %-*s %12" PRIu64, NAME_WIDTH, name, count);
    if (all > 0)
        fm_stream_print(to, " %6.1f %%", 100.0 * (double)count / (double)all);
    fm_stream_put(to, "\n");
}

static void table_reasons(struct fm_stream *to, const char *heading,
                          const uint64_t counts[FM_REASON_COUNT], uint64_t games)
{
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        if (counts[i] == 0)
            continue;
        fm_stream_put(to, heading);
        heading = "";
        put_row(to, fm_reason_name((enum fm_reason)i), counts[i], games);
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

static void table_counters(struct fm_stream *to, const struct fm_totals *totals,
                           const struct fm_counter *counters, size_t n, uint64_t all)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t count = fm_counter_value(&counters[i], totals);
        if (count > 0 || !counters[i].optional)
            put_row(to, counters[i].name, count, all);
    }
}

static void put_table(struct fm_stream *to, const struct fm_report *report)
{
    static const struct fm_counter games[] = {{"kept", FM_TOTAL_AT(kept)},
                                              {"unselected", FM_TOTAL_AT(unselected)},
                                              {"rejected", FM_TOTAL_AT(rejected)}};
    static const struct fm_counter work[] = {
        {"inputs", FM_TOTAL_AT(inputs)},
        {"inputs failed", FM_TOTAL_AT(inputs_failed), .optional = true},
        {"outputs failed", FM_TOTAL_AT(outputs_failed), .optional = true},
        {"unverified", FM_TOTAL_AT(unverified), .optional = true},
        {"rejected in other files", FM_TOTAL_AT(excluded_rejected), .optional = true},
        {"inputs skipped", FM_TOTAL_AT(inputs_skipped), .optional = true},
        {"plies", FM_TOTAL_AT(plies)},
        {"games written", FM_TOTAL_AT(games_written)},
        {"written twice", FM_TOTAL_AT(copies), .optional = true},
        {"tags set", FM_TOTAL_AT(tags_set), .optional = true},
        {"records", FM_TOTAL_AT(records)},
        {"bytes", FM_TOTAL_AT(bytes)}};
    const struct fm_totals *totals = &report->totals;
    fm_stream_put(to, "games\n");
    put_row(to, "all", totals->games, 0);
    table_counters(to, totals, games, FM_COUNT_OF(games), totals->games);
    fm_stream_put(to, "\nclass\n");
    for (unsigned i = 0; fm_class_name(i) != NULL; i++)
        if (fm_totals_class(totals, i) > 0)
            put_row(to, fm_class_name(i), fm_totals_class(totals, i), totals->games);
    for (size_t group = 0; group < FM_COUNT_GROUPS; group++) {
        if (report->count_sizes[group] > 0)
            fm_stream_print(to, "\n%s\n", fm_group_names[group].table);
        for (size_t i = 0; i < report->count_sizes[group]; i++)
            put_row(to, report->counts[group][i].name, report->counts[group][i].count,
                    totals->games);
    }
    table_conditions(to, report);
    table_reasons(to, "\nrejected for\n", report->rejected, totals->games);
    table_reasons(to, "\nwarnings\n", report->warnings, totals->games);
    table_reasons(to, "\nfacts\n", report->facts, totals->games);
    fm_stream_put(to, "\nwork\n");
    table_counters(to, totals, work, FM_COUNT_OF(work), 0);
    if (totals->ended_early)
        fm_stream_put(to, "  ended early: the rest of the input was not read\n");
}

void fm_stats_put(struct fm_stream *to, const struct fm_report *report, const char *name)
{
    static const char suffix[] = ".txt";
    const size_t n = strlen(name), end = sizeof suffix - 1;
    if (n > end && strcmp(name + n - end, suffix) == 0)
        put_table(to, report);
    else
        put_json(to, report);
}
