/* From error records to lines: where it was, which game, what stood there, what is wrong with it,
 * what may have been meant. */
#include <config.h>
#include "message.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "message_chess.h"
#include "number.h"
#include "option.h"
#include "printable.h"

enum { WHAT_MAX_BYTES = 120, PATH_MAX_BYTES = 1000, USAGE_SIZE = 2048 };

enum fm_exit fm_exit_of(enum fm_status status)
{
    switch (status) {
    case FM_OK:
    case FM_PIPE_CLOSED:
        return FM_EXIT_DONE;
    case FM_REJECTED:
    case FM_STOPPED:
        return FM_EXIT_REJECTED;
    case FM_BAD_USE:
    case FM_BAD_PROFILE:
        return FM_EXIT_USAGE;
    case FM_INPUT_FAILED:
    case FM_OUTPUT_FAILED:
    case FM_NO_MEMORY:
    case FM_CANCELLED:
        return FM_EXIT_FAILED;
    }
    return FM_EXIT_FAILED;
}

static void put_path(const char *name)
{
    fm_printable_put(stderr, fm_printable_text(name), PATH_MAX_BYTES);
}

/* "archive.pgn:1234:17: ", or the program's name where no place is known. */
static void put_place(const struct fm_error *error)
{
    if (error->input == NULL) {
        fputs("fenmill: ", stderr);
        return;
    }
    put_path(strcmp(error->input, "-") == 0 ? "<stdin>" : error->input);
    if (error->line > 0)
        fprintf(stderr, ":%" PRIu64, error->line);
    if (error->line > 0 && error->column > 0)
        fprintf(stderr, ":%" PRIu64, error->column);
    fputs(": ", stderr);
}

static void put_what(const struct fm_error *error)
{
    if (error->what.n == 0 || error->move > 0) /* a move is part of its place */
        return;
    if (error->reason == FM_REASON_UNSUPPORTED_VARIANT) {
        fm_printable_put(stderr, error->what, WHAT_MAX_BYTES);
        fputs(": ", stderr);
        return;
    }
    putc('"', stderr);
    fm_printable_put(stderr, error->what, WHAT_MAX_BYTES);
    fputs("\": ", stderr);
}

/* Of several suggestions each is quoted: did you mean "Nbd2" or "Nfd2"? */
static void put_hint(const struct fm_error *error)
{
    struct fm_text rest = error->hint;
    const char *before = "; did you mean \"";
    while (rest.n > 0) {
        const unsigned char *blank = memchr(rest.p, ' ', rest.n);
        const size_t n = blank == NULL ? rest.n : (size_t)(blank - rest.p);
        fputs(before, stderr);
        fm_printable_put(stderr, (struct fm_text){rest.p, n}, WHAT_MAX_BYTES);
        putc('"', stderr);
        rest = (struct fm_text){rest.p + n + (blank != NULL), rest.n - n - (blank != NULL)};
        before = memchr(rest.p, ' ', rest.n) != NULL ? ", \"" : " or \"";
    }
    if (error->hint.n > 0)
        putc('?', stderr);
}

static void print_finding(const struct fm_error *error)
{
    put_place(error);
    if (error->warning)
        fputs("warning: ", stderr);
    fm_chess_put_place(stderr, error);
    put_what(error);
    fm_chess_put(stderr, error);
    if (error->detail.n > 0) {
        fputs(" (", stderr);
        fm_printable_put(stderr, error->detail, WHAT_MAX_BYTES);
        putc(')', stderr);
    }
    put_hint(error);
    if (error->warning)
        fprintf(stderr, " [%s]", fm_reason_name(error->reason));
    putc('\n', stderr);
}

/* What to do about an error of the system; NULL = its own text says it all. */
static const char *advice(enum fm_status status, int os_error)
{
    static const struct {
        enum fm_status status;
        int os_error;
        const char *text;
    } table[] = {
        {FM_OUTPUT_FAILED, EEXIST, "--force replaces it"},
        {FM_OUTPUT_FAILED, ENOENT, "its folder must exist"},
        {FM_OUTPUT_FAILED, ENOSPC, "nothing is left under this name"},
        {FM_OUTPUT_FAILED, EMFILE, "`ulimit -n` allows more"},
        {FM_INPUT_FAILED, EMFILE, "`ulimit -n` allows more"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].status == status && table[i].os_error == os_error)
            return table[i].text;
    return NULL;
}

/* An input or output that failed. */
static void print_failure(const struct fm_error *error)
{
    const bool reads = error->status == FM_INPUT_FAILED;
    fprintf(stderr, "fenmill: cannot %s ", reads ? "read" : "write");
    const bool standard = error->what.n == 1 && error->what.p[0] == '-';
    if (error->what.n > 0 && !standard)
        fm_printable_put(stderr, error->what, PATH_MAX_BYTES);
    else if (error->input != NULL && strcmp(error->input, "-") != 0)
        put_path(error->input);
    else
        fputs(reads ? "standard input" : "standard output", stderr);
    if (error->offset > 0)
        fprintf(stderr, " after byte %" PRIu64, error->offset);
    if (error->detail.n > 0) {
        fputs(": ", stderr);
        fm_printable_put(stderr, error->detail, WHAT_MAX_BYTES);
    }
    if (error->os_error != 0)
        fprintf(stderr, ": %s", strerror(error->os_error));
    const char *text = advice(error->status, error->os_error);
    if (text != NULL)
        fprintf(stderr, "; %s", text);
    putc('\n', stderr);
}

/* A profile, or a call that the library refuses. */
static void print_profile(const struct fm_error *error)
{
    put_place(error);
    put_what(error);
    if (error->detail.n > 0)
        fm_printable_put(stderr, error->detail, PATH_MAX_BYTES);
    else
        fputs(error->status == FM_BAD_USE ? "these options cannot be combined" : "not valid here",
              stderr);
    put_hint(error);
    putc('\n', stderr);
}

/* An input that could not be read, not one that is no chess. */
static bool is_unreadable(const struct fm_error *error)
{
    return error->status == FM_INPUT_FAILED && (error->reason == FM_REASON_INPUT_UNREADABLE ||
                                                error->reason == FM_REASON_INPUT_DAMAGED);
}

void fm_message_print(const struct fm_error *error)
{
    if (error->reason != FM_REASON_NONE && !is_unreadable(error)) {
        print_finding(error);
        return;
    }
    switch (error->status) {
    case FM_OK:
    case FM_REJECTED:
    case FM_PIPE_CLOSED:
    case FM_CANCELLED:
    case FM_NO_MEMORY: /* printed once, at the end */
        break;
    case FM_STOPPED:
        fputs("fenmill: stopped at the first rejected game or record (on-error: stop)\n", stderr);
        break;
    case FM_BAD_USE:
    case FM_BAD_PROFILE:
        print_profile(error);
        break;
    case FM_INPUT_FAILED:
    case FM_OUTPUT_FAILED:
        print_failure(error);
        break;
    }
}

/* An input or output that failed is always named. */
static bool is_failure(const struct fm_error *error)
{
    return (error->status == FM_INPUT_FAILED && !error->warning) ||
           error->status == FM_OUTPUT_FAILED;
}

/* None, as -qq has it, so many of each reason, or all. */
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

void fm_message_rest(const struct fm_message_counts *counts, const struct fm_settings *settings)
{
    const uint64_t most = most_of(settings);
    for (size_t i = 1; most > 0 && i < FM_REASON_COUNT; i++) {
        char rest[FM_NUMBER_SIZE];
        if (counts->of[i] > most)
            fprintf(stderr, "... and %s more %s (--messages all, --log FILE)\n",
                    fm_number_grouped(counts->of[i] - most, rest),
                    fm_reason_name((enum fm_reason)i));
    }
}

void fm_message_memory(void)
{
    fputs("fenmill: out of memory\n", stderr);
}

void fm_message_option(const struct fm_settings *settings, const struct fm_change *change,
                       const struct fm_error *error)
{
    fprintf(stderr, "fenmill %s: --%s", settings->command, change->option->name);
    if (change->owned != NULL || change->option->argument != NULL) {
        fputs(" \"", stderr);
        if (change->owned != NULL) {
            put_path(change->key);
            putc('=', stderr);
        }
        put_path(change->value);
        putc('"', stderr);
    }
    fputs(": ", stderr);
    if (error->detail.n > 0)
        fm_printable_put(stderr, error->detail, PATH_MAX_BYTES);
    else
        fputs("not valid here", stderr);
    put_hint(error);
    putc('\n', stderr);
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
    put_path(text);
    fprintf(stderr, "\nTry 'fenmill%s%s --help'.\n", blank, command);
    return FM_BAD_USE;
}
