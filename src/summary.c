/* The end of a run in words. */
#include <config.h>
#include "summary.h"
#include <inttypes.h>
#include <stdio.h>
#include "nothing.h"
#include "number.h"

static void put_number(uint64_t count)
{
    char text[FM_NUMBER_SIZE];
    fputs(fm_number_grouped(count, text), stderr);
}

static void put_counted(uint64_t count, const char *one)
{
    put_number(count);
    fprintf(stderr, " %s%s", one, count == 1 ? "" : "s");
}

/* "1,234 games and 5 records": of both where there are both. */
static void put_both(uint64_t games, uint64_t records, bool prefers_games)
{
    if (games > 0 || (records == 0 && prefers_games))
        put_counted(games, "game");
    if (games > 0 && records > 0)
        fputs(" and ", stderr);
    if (records > 0 || (games == 0 && !prefers_games))
        put_counted(records, "record");
}

/* "rejected: 3 illegal-move, 1 bad-fen"; most frequent first. */
static void put_reasons(const char *title, const uint64_t counts[FM_REASON_COUNT], const char *hint)
{
    bool done[FM_REASON_COUNT] = {false};
    const char *before = title;
    for (;;) {
        size_t most = 0; /* FM_REASON_NONE: none left */
        for (size_t i = 1; i < FM_REASON_COUNT; i++)
            if (!done[i] && counts[i] > (most == 0 ? 0 : counts[most]))
                most = i;
        if (most == 0)
            break;
        done[most] = true;
        fputs(before, stderr);
        put_number(counts[most]);
        fprintf(stderr, " %s", fm_reason_name((enum fm_reason)most));
        before = ", ";
    }
    if (before != title)
        fprintf(stderr, "%s\n", hint);
}

static void put_effort(const struct fm_report *report)
{
    char bytes[FM_NUMBER_SIZE], seconds[FM_NUMBER_SIZE];
    fputs("fenmill: ", stderr);
    put_counted(report->totals.inputs, "input");
    fprintf(stderr, ", %s, ", fm_number_bytes(report->totals.bytes, bytes));
    put_number(report->totals.plies);
    fprintf(stderr, " plies in %s\n", fm_number_seconds(report->seconds, seconds));
}

/* "2 inputs failed, 3 skipped" */
static void put_inputs(const struct fm_settings *settings, const struct fm_totals *totals)
{
    const bool failed = totals->inputs_failed > 0, skipped = totals->inputs_skipped > 0;
    if (!failed && !skipped)
        return;
    fputs("fenmill: ", stderr);
    put_counted(failed ? totals->inputs_failed : totals->inputs_skipped, "input");
    fputs(failed ? " failed" : " skipped", stderr);
    if (failed && skipped)
        fprintf(stderr, ", %" PRIu64 " skipped", totals->inputs_skipped);
    if (skipped)
        fputs(": no game or position in them", stderr);
    fputs(skipped && !settings->verbose ? " (-v shows each)\n" : "\n", stderr);
}

/* "12 games: 10 kept, 1 unselected, 1 rejected; 800 records written, 3 duplicates left out" */
static void put_outcomes(const struct fm_report *report)
{
    const struct fm_totals *totals = &report->totals;
    fputs("fenmill: ", stderr);
    put_both(totals->games - totals->listed, totals->listed, true);
    fputs(": ", stderr);
    put_number(totals->kept);
    fputs(" kept, ", stderr);
    put_number(totals->unselected);
    fputs(" unselected, ", stderr);
    put_number(totals->rejected);
    fputs(" rejected", stderr);
    if (report->writes) {
        fputs("; ", stderr);
        put_both(totals->games_written, totals->records, totals->copies_games);
        fputs(" written", stderr);
    }
    if (totals->duplicates > 0) {
        fputs(", ", stderr);
        put_counted(totals->duplicates, "duplicate");
        fputs(" left out", stderr);
    }
    if (totals->unwritten > 0) {
        fputs(", ", stderr);
        put_number(totals->unwritten);
        fputs(" skipped: a template field was empty", stderr);
    }
    if (totals->unchecked > 0)
        fputs(", moves not checked", stderr);
    if (totals->stray > 0) {
        fputs("; ", stderr);
        put_counted(totals->stray, "span");
        fputs(" of stray text", stderr);
    }
    putc('\n', stderr);
}

void fm_summary_print(const struct fm_settings *settings, const struct fm_report *report)
{
    if (settings->quiet > 0)
        return;
    put_outcomes(report);
    put_inputs(settings, &report->totals);
    fm_nothing_explain(settings, report);
    put_reasons("fenmill: rejected: ", report->rejected, "");
    put_reasons("fenmill: warnings: ", report->warnings,
                settings->verbose ? "" : " (-v shows them)");
    const uint64_t ignored = report->facts[FM_REASON_PASSED_BY];
    if (ignored > 0) {
        fputs("fenmill: ", stderr);
        put_counted(ignored, "FEN or EPD record");
        fprintf(stderr, " written; conditions of games and positions, and operations: %s\n",
                fm_reason_name(FM_REASON_PASSED_BY));
    }
    if (settings->verbose)
        put_effort(report);
}
