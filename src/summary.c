/* The end of a run in words. */
#include <config.h>
#include "summary.h"
#include <inttypes.h>
#include <stdio.h>
#include "number.h"

static void put_counted(uint64_t count, const char *one)
{
    fprintf(stderr, "%" PRIu64 " %s%s", count, one, count == 1 ? "" : "s");
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
        fprintf(stderr, "%s%" PRIu64 " %s", before, counts[most],
                fm_reason_name((enum fm_reason)most));
        before = ", ";
    }
    if (before != title)
        fprintf(stderr, "%s\n", hint);
}

static void put_effort(const struct fm_tally *tally)
{
    char bytes[FM_NUMBER_SIZE], seconds[FM_NUMBER_SIZE];
    fputs("fenmill: ", stderr);
    put_counted(tally->totals.inputs, "input");
    fprintf(stderr, ", %s, %" PRIu64 " plies in %s\n", fm_number_bytes(tally->totals.bytes, bytes),
            tally->totals.plies, fm_number_seconds(tally->seconds, seconds));
}

void fm_summary_print(const struct fm_settings *settings, const struct fm_tally *tally)
{
    const struct fm_totals *totals = &tally->totals;
    if (settings->quiet)
        return;
    fputs("fenmill: ", stderr);
    put_counted(totals->games, "game");
    fprintf(stderr, ": %" PRIu64 " kept, %" PRIu64 " unselected, %" PRIu64 " rejected; ",
            totals->kept, totals->unselected, totals->rejected);
    put_counted(totals->records, "record");
    if (totals->duplicates > 0)
        fprintf(stderr, ", %" PRIu64 " more met before", totals->duplicates);
    if (totals->unwritten > 0)
        fprintf(stderr, ", %" PRIu64 " left out for want of a value", totals->unwritten);
    if (totals->unchecked > 0)
        fputs(", moves not checked", stderr);
    if (totals->stray > 0) {
        fputs("; ", stderr);
        put_counted(totals->stray, "span");
        fputs(" of stray text", stderr);
    }
    putc('\n', stderr);
    put_reasons("fenmill: rejected: ", tally->rejected, "");
    put_reasons("fenmill: warnings: ", tally->warnings,
                settings->verbose ? "" : " (-v shows each)");
    const uint64_t unheeded = tally->facts[FM_REASON_PASSED_BY];
    if (unheeded > 0) {
        fputs("fenmill: ", stderr);
        put_counted(unheeded, "FEN or EPD record");
        fprintf(stderr, " written; what is asked of games, positions and operations: %s\n",
                fm_reason_name(FM_REASON_PASSED_BY));
    }
    if (settings->verbose)
        put_effort(tally);
}
