/* Statistics as a table: a heading, then each count with its share of all games, or of what came to a condition. */
#include <config.h>
#include "stats_table.h"
#include <inttypes.h>
#include <stdio.h>

enum { NAME_WIDTH = 30 };

static void put_row(struct fm_stream *to, const char *name, uint64_t count, uint64_t games)
{
    fm_stream_print(to, "  %-*s %12" PRIu64, NAME_WIDTH, name, count);
    if (games > 0)
        fm_stream_print(to, " %6.1f %%", 100.0 * (double)count / (double)games);
    fm_stream_put(to, "\n");
}

static void put_reasons(struct fm_stream *to, const char *title,
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

static void put_groups(struct fm_stream *to, const struct fm_report *report)
{
    static const char *const titles[FM_COUNT_GROUPS] = {
        [FM_COUNT_VARIANT] = "variant", [FM_COUNT_YEAR] = "year",
        [FM_COUNT_ELO] = "mean rating", [FM_COUNT_TIME] = "time control",
        [FM_COUNT_RESULT] = "result",
    };
    for (size_t group = 0; group < FM_COUNT_GROUPS; group++) {
        if (report->count_sizes[group] > 0)
            fm_stream_print(to, "\n%s\n", titles[group]);
        for (size_t i = 0; i < report->count_sizes[group]; i++)
            put_row(to, report->counts[group][i].name, report->counts[group][i].count,
                    report->totals.games);
    }
}

/* Each condition with what it left, and the share of what came to it. */
static void put_conditions(struct fm_stream *to, const struct fm_report *report)
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

void fm_stats_table_put(struct fm_stream *to, const struct fm_report *report)
{
    const struct fm_totals *totals = &report->totals;
    fm_stream_put(to, "games\n");
    put_row(to, "all", totals->games, 0);
    put_row(to, "kept", totals->kept, totals->games);
    put_row(to, "unselected", totals->unselected, totals->games);
    put_row(to, "rejected", totals->rejected, totals->games);
    fm_stream_put(to, "\nclass\n");
    for (unsigned i = 0; fm_class_name(i) != NULL; i++)
        if (totals->by_class[i] > 0)
            put_row(to, fm_class_name(i), totals->by_class[i], totals->games);
    put_groups(to, report);
    put_conditions(to, report);
    put_reasons(to, "rejected for", report->rejected, totals->games);
    put_reasons(to, "warnings", report->warnings, totals->games);
    put_reasons(to, "facts", report->facts, totals->games);
    fm_stream_put(to, "\nwork\n");
    put_row(to, "inputs", totals->inputs, 0);
    if (totals->inputs_failed > 0)
        put_row(to, "inputs failed", totals->inputs_failed, 0);
    if (totals->outputs_failed > 0)
        put_row(to, "outputs failed", totals->outputs_failed, 0);
    if (totals->inputs_skipped > 0)
        put_row(to, "inputs skipped", totals->inputs_skipped, 0);
    put_row(to, "plies", totals->plies, 0);
    put_row(to, "games written", totals->games_written, 0);
    put_row(to, "records", totals->records, 0);
    put_row(to, "bytes", totals->bytes, 0);
}
