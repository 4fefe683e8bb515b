/* SPDX-License-Identifier: MIT */
/* Messages: the library's words for an error, and what the program adds: its name, what its options
 * do about it, how many messages there are. */
#include <config.h>
#include "message.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "print.h"

enum { PATH_MAX_BYTES = 1000, TEXT_SIZE = 8192, USAGE_SIZE = 2048 };

enum fm_exit fm_exit_of(enum fm_status status)
{
    if (status == FM_OK || status == FM_PIPE_CLOSED)
        return FM_EXIT_DONE;
    if (status == FM_REJECTED || status == FM_STOPPED)
        return FM_EXIT_REJECTED;
    return status == FM_BAD_USE || status == FM_BAD_PROFILE ? FM_EXIT_USAGE : FM_EXIT_FAILED;
}

/* Advice about an error of the system, printed after its text; empty = none is needed. */
static const char *advice(const struct fm_error *error)
{
    static const struct {
        enum fm_status status;
        int os_error;
        const char *text;
    } table[] = {
        {FM_OUTPUT_FAILED, EEXIST, "; --force replaces it"},
        {FM_OUTPUT_FAILED, ENOENT, "; its folder must exist"},
        {FM_OUTPUT_FAILED, ENOSPC, "; no file of this name was written"},
        {FM_OUTPUT_FAILED, EMFILE, "; raise the limit of open files: ulimit -n"},
        {FM_INPUT_FAILED, EMFILE, "; raise the limit of open files: ulimit -n"},
    };
    const bool standard = error->what.n == 1
                              ? *error->what.p == '-'
                              : error->input != NULL && strcmp(error->input, "-") == 0;
    if (standard && error->os_error == ENOSPC) /* part of it is written */
        return "";
    for (size_t i = 0; i < FM_COUNT_OF(table); i++)
        if (table[i].status == error->status && table[i].os_error == error->os_error)
            return table[i].text;
    return "";
}

/* Is the system or a damaged file the cause? Any other fault has a place in a file, and its
 * message begins with that. */
static bool is_system_failure(const struct fm_error *error)
{
    const bool failed = error->status == FM_INPUT_FAILED || error->status == FM_OUTPUT_FAILED;
    return failed &&
           (error->reason == FM_REASON_NONE || error->reason == FM_REASON_INPUT_UNREADABLE ||
            error->reason == FM_REASON_INPUT_DAMAGED || error->reason == FM_REASON_INPUT_CHANGED);
}

enum fm_status fm_message_print(const struct fm_error *error)
{
    char text[TEXT_SIZE];
    if (error->status == FM_NO_MEMORY || error->status == FM_CANCELLED ||
        error->status == FM_PIPE_CLOSED || fm_error_text(error, text, sizeof text) == 0)
        return error->status;
    const bool placed = error->input != NULL && !is_system_failure(error);
    fprintf(stderr, "%s%s%s\n", placed ? "" : "fenmill: ", text, advice(error));
    fflush(stderr); /* Windows has no stream that does this after each line */
    return error->status;
}

enum fm_status fm_message_failed(enum fm_status status, struct fm_error *error)
{
    error->status = status;
    return status == FM_OK ? FM_OK : fm_message_print(error);
}

/* An input or output that failed is always named. */
static bool is_failure(const struct fm_error *error)
{
    return (error->status == FM_INPUT_FAILED && !error->warning) ||
           error->status == FM_OUTPUT_FAILED;
}

/* Messages to print for each reason. */
static uint64_t most_of(const struct fm_settings *settings)
{
    return settings->quiet > 1 ? 0 : settings->messages;
}

bool fm_message_due(const struct fm_message_counts *counts, const struct fm_settings *settings,
                    const struct fm_error *error)
{
    if (is_failure(error))
        return true;
    return !(error->warning && settings->quiet > 0) &&
           counts->of[error->reason] < most_of(settings);
}

void fm_message_record(struct fm_message_counts *counts, const struct fm_settings *settings,
                       const struct fm_error *error)
{
    if (fm_message_due(counts, settings, error))
        fm_message_print(error);
    if (!is_failure(error) && !(error->warning && settings->quiet > 0))
        counts->of[error->reason]++;
}

bool fm_message_warns(const struct fm_settings *settings)
{
    return settings->verbose && settings->quiet == 0;
}

void fm_message_rest(const struct fm_message_counts *counts, const struct fm_settings *settings)
{
    const uint64_t most = most_of(settings);
    for (size_t i = 1; most > 0 && i < FM_REASON_COUNT; i++) {
        if (counts->of[i] > most)
            fprintf(stderr, "... and %s more %s (--messages all, --log FILE)\n",
                    fm_number_grouped(counts->of[i] - most).text,
                    fm_reason_name((enum fm_reason)i));
    }
}

enum fm_status fm_message_usage(const char *command, const char *format, ...)
{
    char text[USAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *blank = command == NULL ? "" : " ";
    command = command == NULL ? "" : command;
    fprintf(stderr, "fenmill%s%s: ", blank, command);
    fm_printable_put(stderr, fm_printable_text(text), PATH_MAX_BYTES);
    fprintf(stderr, "\nTry 'fenmill%s%s --help'.\n", blank, command);
    return FM_BAD_USE;
}

enum fm_status fm_message_unknown(const char *command, const char *what, const char *word,
                                  const char *const *names)
{
    const char *near = fm_name_suggest(fm_printable_text(word), names);
    return fm_message_usage(
        command, near == NULL ? "unknown %s \"%s\"" : "unknown %s \"%s\"; did you mean %s?", what,
        word, near);
}
