/* SPDX-License-Identifier: MIT */
/* Everything about a command line that can be wrong is checked first, so that a long run does not
 * fail at its end. */
#include <config.h>
#include "run.h"
#include "stream.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "explain.h"
#include "message.h"
#include "places.h"
#include "profiles.h"
#include "report.h"
#include "signals.h"
#include "system.h"

enum { THREADS_MAX = 256 };

/* The state of a run; the events of the converter fill it. */
struct run {
    const struct fm_settings *settings;
    const struct fm_profile *profile;
    struct fm_inputs *inputs; /* owned */
    struct fm_reserved reserved;
    struct fm_converter *converter; /* converter, kept until the reports are written */
    struct fm_progress progress;
    struct fm_message_counts messages;
    struct fm_report report;
};

/* Remember an input or output that failed; one for which there is no memory is missing in the
 * statistics. Skipped ones did not fail. */
static void note_failure(struct fm_report *report, const struct fm_error *error)
{
    struct fm_lost_list *list =
        error->status == FM_OUTPUT_FAILED ? &report->outputs : &report->inputs;
    if (error->warning || error->input == NULL)
        return;
    struct fm_lost *grown = realloc(list->of, (list->count + 1) * sizeof *grown);
    if (grown == NULL)
        return;
    list->of = grown;
    char *name = strdup(error->input);
    if (name != NULL)
        grown[list->count++] = (struct fm_lost){name, error->reason};
}

static void free_lost(struct fm_lost_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->of[i].name);
    free(list->of);
}

static void free_report(struct fm_report *report)
{
    free_lost(&report->inputs);
    free_lost(&report->outputs);
    if (report->examples != NULL)
        fm_examples_free(report->examples);
    free(report->examples);
    for (unsigned group = 0; group < FM_COUNT_GROUPS; group++)
        free(report->counts[group]);
}

static void on_message(void *user, const struct fm_error *error)
{
    struct run *run = user;
    if (run->report.examples != NULL)
        fm_examples_keep(run->report.examples, error);
    if (error->minor && !fm_message_warns(run->settings))
        return;
    if (error->status == FM_INPUT_FAILED || error->status == FM_OUTPUT_FAILED)
        note_failure(&run->report, error);
    if (fm_message_due(&run->messages, run->settings, error))
        fm_progress_hide(&run->progress);
    fm_message_record(&run->messages, run->settings, error);
}

static void on_progress(void *user, const struct fm_totals *totals, uint64_t raw_bytes)
{
    struct run *run = user;
    fm_progress_show(&run->progress, totals, raw_bytes);
}

/* Is something printed that has games by variant, year and so on, and the hash of the profile? */
static bool counts_games(const struct fm_settings *settings)
{
    return settings->stats != NULL || settings->report != NULL || settings->explain > 0;
}

/* Copy what the converter counted: games by reason, by variant, year, rating and so on. */
static enum fm_status fill_report(struct run *run)
{
    struct fm_report *report = &run->report;
    struct fm_count one;
    report->totals = *fm_converter_totals(run->converter);
    report->seconds = fm_progress_seconds(&run->progress);
    for (size_t i = 1; i < FM_REASON_COUNT; i++) {
        const enum fm_reason reason = (enum fm_reason)i;
        const char kind = fm_reason_kind(reason);
        const uint64_t count = fm_totals_reason(&report->totals, reason, false);
        report->rejected[i] = fm_totals_reason(&report->totals, reason, true);
        if (kind == 'W' || kind == 'M')
            report->warnings[i] = count - report->rejected[i];
        if (kind == 'S')
            report->facts[i] = count;
    }
    if (!counts_games(run->settings))
        return FM_OK;
    for (unsigned group = 0; group < FM_COUNT_GROUPS; group++) {
        const enum fm_count_group which = (enum fm_count_group)group;
        size_t size = 0;
        while (fm_converter_count(run->converter, which, size, &one))
            size++;
        report->counts[group] = calloc(size + 1, sizeof one);
        FM_TRY_MADE(report->counts[group]);
        for (size_t i = 0; i < size; i++)
            (void)fm_converter_count(run->converter, which, i, &report->counts[group][i]);
        report->count_sizes[group] = size;
    }
    return fm_profile_hash(run->profile, &report->profile);
}

/* From here on all files get their names, reports too, whatever signals come. */
static void on_naming(void *user)
{
    (void)user;
    fm_signals_hold();
}

static enum fm_status convert(struct run *run, struct fm_converter *converter, const char *output,
                              struct fm_error *error)
{
    const struct fm_settings *settings = run->settings;
    const struct fm_destinations to = {
        .size = sizeof to,
        .output = output,
        .rejects = settings->rejects,
        .unselected = settings->unselected,
        .log = settings->log,
        .temporary = fm_places_temporary(),
        .force = settings->force,
        .counts = counts_games(settings),
        .reserved = (const char *const *)run->reserved.names,
        .reserved_count = run->reserved.count,
        .explain = settings->explain,
        .reasons = settings->reasons,
    };
    const struct fm_events events = {.size = sizeof events,
                                     .user = run,
                                     .message = on_message,
                                     .warnings =
                                         fm_message_warns(settings) || settings->report != NULL,
                                     .progress = on_progress,
                                     .naming = on_naming};
    enum fm_status status = fm_converter_to(converter, &to, error);
    FM_NEXT(status, fm_converter_run(converter, run->inputs, &events, error));
    fm_progress_hide(&run->progress);
    fm_message_rest(&run->messages, settings);
    return status;
}

/* Did single inputs or outputs fail? They were reported, and the other outputs have their names. */
static bool goes_on(enum fm_status status, const struct fm_totals *totals)
{
    return (status == FM_INPUT_FAILED && totals->inputs_failed > 0) ||
           (status == FM_OUTPUT_FAILED && totals->outputs_failed > 0);
}

enum fm_status fm_run_result(enum fm_status status, struct fm_error *error,
                             const struct fm_totals *totals)
{
    error->status = status;
    if (status != FM_OK && !goes_on(status, totals))
        fm_message_print(error);
    const bool ended = status == FM_STOPPED || status == FM_PIPE_CLOSED;
    return ended && totals->inputs_failed > 0 ? FM_INPUT_FAILED : status;
}

/* Convert, with everything checked. */
static enum fm_status work(struct run *run, bool writes)
{
    const unsigned cores = fm_system_cores();
    const uint64_t threads = run->settings->threads > 0 ? run->settings->threads
                             : cores < THREADS_MAX      ? cores
                                                        : THREADS_MAX;
    struct fm_error error = {.status = FM_OK};
    /* The name of the first output. */
    const struct fm_text to = fm_profile_to(run->profile, 0);
    char *const output = !writes    ? NULL
                         : to.n > 0 ? strndup((const char *)to.p, to.n)
                                    : strdup("-");
    enum fm_status status = writes && output == NULL ? FM_NO_MEMORY : FM_OK;
    FM_NEXT(status, fm_converter_new(run->profile, (unsigned)threads, &run->converter, &error));
    if (status == FM_OK) {
        fm_signals_watch(run->converter);
        status = convert(run, run->converter, output, &error);
        run->report.converter = run->converter;
        const enum fm_status filled = fill_report(run);
        status = filled == FM_OK ? status : filled;
    }
    error.status = status;
    status = status == FM_BAD_PROFILE ? fm_profiles_report(run->settings, &error)
                                      : fm_run_result(status, &error, &run->report.totals);
    fm_signals_unwatch();
    free(output);
    return status;
}

/* Whether the outputs have their names. */
static bool is_whole(const struct run *run, enum fm_status status)
{
    return status == FM_OK || status == FM_REJECTED || status == FM_STOPPED ||
           goes_on(status, &run->report.totals);
}

static void write_stats(struct fm_stream *to, const struct run *run)
{
    fm_stats_put(to, &run->report, run->settings->stats);
}

static void write_page(struct fm_stream *to, const struct run *run)
{
    if (run->report.examples->failed)
        fm_stream_fail(to);
    const struct fm_settings *settings = run->settings;
    const char *const standard = "-";
    const bool none = settings->count == 0 && settings->files_from == NULL;
    const bool listed = settings->files_from != NULL;
    fm_report_page(to, &run->report, none ? &standard : (const char *const *)settings->names,
                   listed ? run->inputs->count
                   : none ? 1
                          : settings->count);
}

enum { REPORTS = 2 };

/* A report that is written at the end, to a file of its own. */
struct final {
    const char *name; /* name of the file; NULL = not wanted */
    void (*put)(struct fm_stream *to, const struct run *run);
    struct fm_stream stream;
};

static enum fm_status open_reports(const struct run *run, struct final reports[REPORTS])
{
    const bool force = run->settings->force;
    for (size_t i = 0; i < REPORTS; i++) {
        if (reports[i].name == NULL)
            continue;
        const enum fm_status status = fm_stream_open(&reports[i].stream, reports[i].name, force);
        if (status == FM_OK)
            continue;
        while (i-- > 0)
            if (reports[i].name != NULL)
                fm_output_discard(reports[i].stream.output);
        return status;
    }
    return FM_OK;
}

static enum fm_status close_reports(const struct run *run, struct final reports[REPORTS],
                                    enum fm_status status)
{
    const bool whole = is_whole(run, status);
    for (size_t i = 0; i < REPORTS; i++) {
        if (reports[i].name == NULL)
            continue;
        if (whole)
            reports[i].put(&reports[i].stream, run);
        const enum fm_status closed = fm_stream_close(&reports[i].stream, whole);
        status = closed == FM_OK ? status : closed;
    }
    return status;
}

static enum fm_status work_and_report(struct run *run, bool writes)
{
    struct final reports[REPORTS] = {{.name = run->settings->stats, .put = write_stats},
                                     {.name = run->settings->report, .put = write_page}};
    fm_signals_watch(NULL);
    if (run->settings->report != NULL) {
        run->report.examples = calloc(1, sizeof *run->report.examples);
        FM_TRY_MADE(run->report.examples);
    }
    enum fm_status status = open_reports(run, reports);
    if (status != FM_OK) {
        fm_signals_done();
        return status;
    }
    status = close_reports(run, reports, work(run, writes));
    fm_signals_done();
    if (is_whole(run, status))
        fm_summary_print(run->settings, &run->report);
    if (is_whole(run, status) && run->settings->explain > 0)
        fm_explain_print(run->settings->explain, run->profile, &run->report);
    return status;
}

/* The file of the plan that the profile names, if it does and no inputs are named. */
static const char *plan_of(const struct fm_settings *settings, const struct fm_profile *profile)
{
    const struct fm_text plan = fm_profile_shard_plan(profile);
    return settings->count == 0 && settings->files_from == NULL && plan.n > 0 ? (const char *)plan.p
                                                                              : NULL;
}

enum fm_status fm_run_inputs(const struct fm_settings *settings, const struct fm_profile *profile,
                             struct fm_inputs **out)
{
    static const char *const standard[] = {"-"};
    const bool none = settings->count == 0 && settings->files_from == NULL;
    struct fm_error error = {.status = FM_OK};
    const struct fm_input_search search = {.size = sizeof search,
                                           .names = none ? standard
                                                         : (const char *const *)settings->names,
                                           .count = none ? 1 : settings->count,
                                           .recursive = settings->recursive,
                                           .files_from = settings->files_from,
                                           .include = settings->include.of};
    const char *const plan = profile == NULL ? NULL : plan_of(settings, profile);
    const enum fm_status status = plan != NULL ? fm_shards_inputs(plan, settings->root, out, &error)
                                               : fm_inputs_expand(&search, out, &error);
    if (status == FM_OK)
        (*out)->root = settings->root;
    return fm_message_failed(status, &error);
}

static enum fm_status run_all(const struct fm_settings *settings, bool writes)
{
    struct run run = {.settings = settings, .report.writes = writes};
    struct fm_profile *profile = NULL;
    enum fm_status status = fm_profiles_of(settings, &profile);
    FM_NEXT(status, fm_run_inputs(settings, profile, &run.inputs));
    /* Standard input must be something that was sent here, or a person waits for a program that
     * waits for the person. */
    for (size_t i = 0; status == FM_OK && i < run.inputs->count; i++)
        if (strcmp(run.inputs->names[i], "-") == 0 && fm_system_is_terminal(FM_STDIN))
            status = fm_message_usage(settings->command,
                                      "no input is given, and standard input is a terminal");
    FM_NEXT(status, fm_reserved_make(settings, writes ? profile : NULL, &run.reserved));
    FM_NEXT(status, fm_places_check(settings, profile, writes, run.inputs, &run.reserved));
    if (status == FM_OK) {
        run.profile = profile;
        fm_progress_start(&run.progress, settings, run.inputs->names, run.inputs->count);
        status = work_and_report(&run, writes);
    }
    fm_reserved_free(&run.reserved);
    fm_converter_free(run.converter);
    free_report(&run.report);
    fm_inputs_free(run.inputs);
    fm_profile_free(profile);
    return status;
}

enum fm_status fm_cmd_convert(const struct fm_settings *settings)
{
    return run_all(settings, true);
}

enum fm_status fm_cmd_check(const struct fm_settings *settings)
{
    return run_all(settings, false);
}
