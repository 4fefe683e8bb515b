/* SPDX-License-Identifier: MIT */
/* Progress and summary, on standard error. Progress comes from the thread that commits, after each
 * block; what is too early for a person is not shown. */
#include <config.h>
#include "report.h"
#include "option.h"
#include "profiles.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include "system.h"

static const double TERMINAL_EVERY = 0.2, LINES_EVERY = 2.0, FIRST_AFTER = 0.5; /* seconds */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Sum of the sizes, or 0 if one of the inputs has none that can be known. */
static uint64_t total_size(char *const *inputs, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t size = fm_system_size(strcmp(inputs[i], "-") == 0 ? NULL : inputs[i]);
        if (size == 0)
            return 0;
        sum += size;
    }
    return sum;
}

void fm_progress_start(struct fm_progress *progress, const struct fm_settings *settings,
                       char *const *inputs, size_t count)
{
    const bool terminal = fm_system_is_terminal(FM_STDERR);
    *progress = (struct fm_progress){.terminal = terminal, .began = now()};
    progress->last = progress->began;
    progress->shown = settings->progress == FM_PROGRESS_ALWAYS ||
                      (settings->progress == FM_PROGRESS_AUTO && terminal && settings->quiet == 0);
    if (progress->shown)
        progress->size = total_size(inputs, count);
}

void fm_progress_show(struct fm_progress *progress, const struct fm_totals *totals,
                      uint64_t raw_bytes)
{
    if (!progress->shown)
        return;
    const double time = now(), taken = time - progress->began;
    if (taken < FIRST_AFTER ||
        time - progress->last < (progress->terminal ? TERMINAL_EVERY : LINES_EVERY))
        return;
    progress->last = time;
    char line[512], of[64] = "", end[64] = "";
    if (progress->size > 0 && raw_bytes > 0) {
        const double share =
            raw_bytes < progress->size ? (double)raw_bytes / (double)progress->size : 1;
        snprintf(of, sizeof of, " of %s (%.0f %%)", fm_number_bytes(progress->size).text,
                 100 * share);
        snprintf(end, sizeof end, ", %s left", fm_number_seconds(taken / share - taken).text);
    }
    snprintf(line, sizeof line, "%s%s, %s/s, %s games, %s positions%s",
             fm_number_bytes(raw_bytes).text, of,
             fm_number_bytes((uint64_t)((double)raw_bytes / taken)).text,
             fm_number_count(totals->games).text,
             fm_number_count(totals->records > 0 ? totals->records : totals->plies).text, end);
    if (!progress->terminal) {
        fprintf(stderr, "%s\n", line);
        return;
    }
    /* Blanks hide what is left of a longer line. */
    const size_t width = strlen(line);
    fprintf(stderr, "\r%s%*s", line, progress->width > width ? (int)(progress->width - width) : 0,
            "");
    fflush(stderr);
    progress->width = width;
}

void fm_progress_hide(struct fm_progress *progress)
{
    if (progress->width == 0)
        return;
    fprintf(stderr, "\r%*s\r", (int)progress->width, "");
    fflush(stderr);
    progress->width = 0;
}

double fm_progress_seconds(const struct fm_progress *progress)
{
    return now() - progress->began;
}

static void put_counted(uint64_t count, const char *one)
{
    fprintf(stderr, "%s %s%s", fm_number_grouped(count).text, one, count == 1 ? "" : "s");
}

/* A line about a count: "fenmill: 3 lists of positions skipped". */
static void put_line(const char *before, uint64_t count, const char *one, const char *after)
{
    fprintf(stderr, "fenmill: %s", before);
    put_counted(count, one);
    fprintf(stderr, "%s\n", after);
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
static void print_reason_counts(const char *title, const uint64_t counts[FM_REASON_COUNT],
                                const char *hint)
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
        fprintf(stderr, "%s%s %s", before, fm_number_grouped(counts[most]).text,
                fm_reason_name((enum fm_reason)most));
        before = ", ";
    }
    if (before != title)
        fprintf(stderr, "%s\n", hint);
}

/* "2 inputs failed, 3 skipped" */
static void put_inputs(const struct fm_settings *settings, const struct fm_totals *totals)
{
    const uint64_t lists = fm_totals_reason(totals, FM_REASON_LIST_SKIPPED, false);
    const uint64_t members = fm_totals_reason(totals, FM_REASON_MEMBER_SKIPPED, false);
    const uint64_t skipped = totals->inputs_skipped - lists - members,
                   failed = totals->inputs_failed;
    if (lists > 0)
        put_line("", lists, "list", " of positions skipped; --set input.lists=read reads them");
    if (members > 0)
        put_line("", members, "member",
                 settings->verbose ? " of tar archives skipped: no file"
                                   : " of tar archives skipped: no file (-v shows each)");
    if (totals->unverified > 0)
        put_line("", totals->unverified, totals->listed > 0 ? "record" : "game",
                 " unverified: of damaged data (--verify-input keeps them out)");
    if (failed == 0 && skipped == 0)
        return;
    fputs("fenmill: ", stderr);
    put_counted(failed > 0 ? failed : skipped, "input");
    fputs(failed > 0 ? " failed" : " skipped", stderr);
    if (failed > 0 && skipped > 0)
        fprintf(stderr, ", %" PRIu64 " skipped", skipped);
    if (skipped > 0)
        fputs(skipped == 1 ? ": it has no game or position" : ": they have no game or position",
              stderr);
    fputs(skipped > 0 && !settings->verbose ? " (-v shows each)\n" : "\n", stderr);
}

/* "; 2 rejected in the files of `exclude` and `only`": of the conditions that name files. */
static void put_other_files(const struct fm_report *report)
{
    static const char *const keys[] = {"exclude", "only", "reached-file"};
    struct fm_condition_count found;
    unsigned set = 0;
    for (size_t at = 0; fm_converter_condition(report->converter, &at, &found);) {
        const char *const dot = strchr(found.name, '.');
        for (unsigned i = 0; i < FM_COUNT_OF(keys); i++)
            set |= (unsigned)(dot != NULL && strcmp(dot + 1, keys[i]) == 0) << i;
    }
    fprintf(stderr, "; %s rejected in the files of ",
            fm_number_grouped(report->totals.excluded_rejected).text);
    for (unsigned i = 0; i < FM_COUNT_OF(keys); i++)
        if (set >> i & 1)
            fprintf(stderr, "%s`%s`", (set & ((1u << i) - 1)) != 0 ? " and " : "", keys[i]);
}

/* "12 games: 10 kept, 1 unselected, 1 rejected; 800 records written, 3 duplicates skipped" */
static void put_outcomes(const struct fm_report *report)
{
    const struct fm_totals *totals = &report->totals;
    fputs("fenmill: ", stderr);
    put_both(totals->games - totals->listed, totals->listed, true);
    fprintf(stderr, ": %s kept, %s unselected, %s rejected", fm_number_grouped(totals->kept).text,
            fm_number_grouped(totals->unselected).text, fm_number_grouped(totals->rejected).text);
    if (report->writes) {
        fputs("; ", stderr);
        put_both(totals->games_written, totals->records, totals->copies_games);
        fputs(" written", stderr);
        if (totals->copies > 0)
            fprintf(
                stderr, ", %s copies in the files of players",
                fm_number_grouped(totals->games_written + totals->records + totals->copies).text);
    }
    if (totals->duplicates > 0) {
        fputs(", ", stderr);
        put_counted(totals->duplicates, "duplicate");
        fputs(" skipped", stderr);
    }
    if (totals->unwritten > 0)
        fprintf(stderr,
                ", %s skipped: what the format wants of them is missing, or it cannot hold them",
                fm_number_grouped(totals->unwritten).text);
    if (totals->unchecked > 0)
        fputs(", moves not checked", stderr);
    if (totals->excluded_rejected > 0)
        put_other_files(report);
    if (totals->stray > 0) {
        fputs("; ", stderr);
        put_counted(totals->stray, "span");
        fputs(" of stray text", stderr);
    }
    putc('\n', stderr);
}

enum { NAME_MAX_BYTES = 200 };

/* "THIS needs the next move, and none of these ... has one" */
#define NEXT_MOVE NULL

/* For conditions on data that no game or position had: "none of the ... THIS". */
static const struct {
    const char *condition, *lacks;
} missing[] = {
    {"positions.quiet", NEXT_MOVE},
    {"positions.next", NEXT_MOVE},
    {"output.format", NEXT_MOVE},
    {"output.weights",
     "has a weight: their games have no result, or were lost by the side that moves"},
    {"positions.marks", "has a mark on its next move (! ? !! ?? !? ?!, or $1 to $6)"},
    {"output.line", "has an evaluation ([%eval], or engine scores in comments)"},
    {"positions.ops", "has such an operation"},
    {"positions.eval", "has an evaluation ([%eval], or engine scores in comments)"},
    {"positions.swing",
     "has evaluations before and after its next move ([%eval], or engine scores in comments)"},
};

/* Texts about games and positions that a step leaves out though no condition is given. */
static const struct {
    const char *condition, *lost;
} others[] = {
    {"output.line", " has an empty field for each of the "},
    {"output.format", " has no key for any of the "},
    {"output.min-count", " is more than the count of each group of the "},
    {"positions.unique", ": its store has each of the "},
    {"positions.exclude", ": its file has each of the "},
    {"games.exclude", ": its file has each of the "},
    {"positions.only", ": its file has none of the "},
    {"games.only", ": its file has none of the "},
    {"games.reached-file", ": no position of its file is in the "},
};

/* As the user wrote it: an option of its own, or the key. */
static void put_condition(const struct fm_settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->change_count; i++) {
        const struct fm_change *change = &settings->changes[i];
        if (strcmp(change->option->name, "set") != 0 &&
            fm_key_is_within(fm_printable_text(change->key), name)) {
            fprintf(stderr, "--%s", change->option->name);
            return;
        }
    }
    fm_printable_put(stderr, fm_printable_text(name), NAME_MAX_BYTES);
}

/* "1,200 positions", "1 game" */
static void put_amount(const struct fm_report *report, const struct fm_condition_count *found)
{
    const bool list = report->totals.listed == report->totals.games;
    put_counted(found->in, list ? "FEN" : found->positions ? "position" : "game");
}

static void put_explanation(const struct fm_settings *settings, const struct fm_report *report,
                            const struct fm_condition_count *found)
{
    for (size_t i = 0; i < FM_COUNT_OF(missing) && found->without == found->in; i++) {
        const char *const lacks = missing[i].lacks;
        if (strcmp(missing[i].condition, found->name) != 0)
            continue;
        if (lacks == NEXT_MOVE)
            put_condition(settings, found->name);
        fputs(lacks == NEXT_MOVE ? " needs the next move, and none of these " : "none of the ",
              stderr);
        put_amount(report, found);
        fprintf(stderr, " %s", lacks == NEXT_MOVE ? "has one" : lacks);
        return;
    }
    put_condition(settings, found->name);
    const char *lost = " holds for none of the ";
    for (size_t i = 0; i < FM_COUNT_OF(others); i++)
        if (strcmp(others[i].condition, found->name) == 0)
            lost = others[i].lost;
    fputs(lost, stderr);
    put_amount(report, found);
    if (found->in < found->offered)
        fprintf(stderr, " that other conditions left of %s",
                fm_number_grouped(found->offered).text);
}

/* The first condition after which nothing was left for an output. @return false: there is none. */
static bool find_condition(const struct fm_report *report, size_t output,
                           struct fm_condition_count *found)
{
    uint64_t offered = 0; /* after `plies`: positions without a move are no surprise there */
    for (size_t at = 0; fm_converter_condition(report->converter, &at, found);) {
        if (found->output != 0 && found->output != output + 1)
            continue;
        if (strcmp(found->name, "positions.plies") == 0)
            offered = found->left;
        else if (found->positions)
            found->offered = offered;
        if (found->in > 0 && found->left == 0)
            return true;
    }
    return false;
}

static void explain_nothing(const struct fm_settings *settings, const struct fm_report *report)
{
    struct fm_output_count output, second;
    struct fm_condition_count found;
    const bool several = fm_converter_output(report->converter, 1, &second);
    for (size_t i = 0; fm_converter_output(report->converter, i, &output); i++) {
        const bool nothing = output.left == 0 && find_condition(report, i, &found);
        if (!nothing && !output.lacks_eval)
            continue;
        fputs("fenmill: ", stderr);
        if (several) {
            fm_printable_put(stderr, fm_printable_text(output.name), NAME_MAX_BYTES);
            fputs(": ", stderr);
        }
        fputs(!nothing ? "no record has an evaluation: there was no [%eval] and no engine score in "
                         "comments"
              : output.games ? "0 games: "
                             : "0 records: ",
              stderr);
        if (nothing)
            put_explanation(settings, report, &found);
        putc('\n', stderr);
    }
}

/* A misspelled tag is empty everywhere, and nothing else shows it. */
static void put_missing_tags(const struct fm_report *report)
{
    struct fm_missing_tag tag;
    for (size_t i = 0; fm_converter_missing_tag(report->converter, i, &tag); i++) {
        fprintf(stderr, "fenmill: no game has %sthe tag ", tag.number ? "a number in " : "");
        fm_printable_put(stderr, fm_printable_text(tag.name), NAME_MAX_BYTES);
        if (tag.hint != NULL && !tag.number)
            fprintf(stderr, "; did you mean \"%s\"?", tag.hint);
        putc('\n', stderr);
    }
}

/* What only `check` looks at in tags. */
static void put_tag_forms(const struct fm_settings *settings, const struct fm_report *report)
{
    static const enum fm_reason reasons[] = {FM_REASON_DATE_FORM, FM_REASON_RATING_FORM,
                                             FM_REASON_RESULT_FORM, FM_REASON_BLANKS_AROUND};
    uint64_t counts[FM_REASON_COUNT] = {0};
    for (size_t i = 0; i < FM_COUNT_OF(reasons); i++)
        counts[reasons[i]] = report->facts[reasons[i]];
    print_reason_counts("fenmill: tags: ", counts, settings->verbose ? "" : " (-v shows them)");
}

/* What the table of tags did, and whether it is the right one. */
static void put_table_used(const struct fm_totals *totals)
{
    if (totals->table_rows == 0)
        return;
    fputs("fenmill: ", stderr);
    put_counted(totals->tags_set, "tag");
    fprintf(stderr, " set by the table; %s of the %s values that it has are of no game",
            fm_number_grouped(totals->table_unused).text,
            fm_number_grouped(totals->table_rows).text);
    if (totals->table_repeated > 0)
        fprintf(stderr, "; %s in several rows, which differ, set nothing",
                fm_number_grouped(totals->table_repeated).text);
    putc('\n', stderr);
}

/* FEN is what is written where no option is about the output. Who only selects games may have
 * wanted these: a person who does not see what was written is to know. */
static void put_fens_written(const struct fm_settings *settings, const struct fm_report *report)
{
    bool selects = false;
    for (size_t i = 0; i < settings->change_count; i++) {
        const char *const key = settings->changes[i].key;
        const bool counted = strcmp(key, "output.limit") == 0 || strcmp(key, "output.sort") == 0;
        if ((strncmp(key, "output", 6) == 0 && !counted) || strncmp(key, "positions", 9) == 0)
            return;
        selects |= strncmp(key, "games", 5) == 0;
    }
    if (report->writes && selects && settings->profiles.count == 0 && report->totals.records > 0 &&
        report->totals.games > report->totals.listed && fm_system_is_terminal(FM_STDERR) &&
        !fm_system_is_terminal(FM_STDOUT))
        fputs("fenmill: FENs were written, one after each move; -f pgn writes the games\n", stderr);
}

void fm_summary_print(const struct fm_settings *settings, const struct fm_report *report)
{
    const struct fm_totals *totals = &report->totals;
    const uint64_t dropped = report->facts[FM_REASON_OPERATIONS_DROPPED];
    const bool list = totals->listed > 0;
    if (settings->quiet > 0)
        return;
    put_outcomes(report);
    if (totals->ended_early)
        fputs("fenmill: the rest of the input was not read: --limit or --range was reached\n",
              stderr);
    put_inputs(settings, totals);
    explain_nothing(settings, report);
    put_missing_tags(report);
    put_table_used(totals);
    put_fens_written(settings, report);
    /* Operations that a FEN cannot hold, or that the program which reads an EPD refuses, are
     * lost: a fact, not a warning, but one that has to be seen. */
    if (dropped > 0)
        put_line("operations-dropped: of ", dropped, list ? "record" : "game",
                 list ? " text after the position was left out; -f epd without --for keeps it"
                      : " text after the position was left out");
    if (report->facts[FM_REASON_MARKINGS_DROPPED] > 0)
        put_line("markings-dropped: of ", report->facts[FM_REASON_MARKINGS_DROPPED], "game",
                 " markings that the program cannot have were left out; without --for they are "
                 "kept");
    print_reason_counts("fenmill: rejected: ", report->rejected, "");
    print_reason_counts("fenmill: warnings: ", report->warnings,
                        settings->verbose ? "" : " (-v shows them)");
    put_tag_forms(settings, report);
    if (!settings->verbose)
        return;
    fputs("fenmill: ", stderr);
    put_counted(totals->inputs, "input");
    fprintf(stderr, ", %s, %s plies in %s\n", fm_number_bytes(totals->bytes).text,
            fm_number_grouped(totals->plies).text, fm_number_seconds(report->seconds).text);
}
