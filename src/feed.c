/* SPDX-License-Identifier: MIT */
/* The converter runs in a thread of its own and writes to a pipe that is read here. When enough
 * positions were read the pipe is closed, which ends the converter as it ends any filter: the first
 * positions of a large archive are drawn without reading the rest of it. */
#include <config.h>
#include "run.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "message.h"
#include "print.h"
#include "signals.h"

enum { PATH_SIZE = 40, LINE_SIZE = 4096 };

struct feed {
    const struct fm_settings *settings;
    struct fm_message_counts messages;
    struct fm_converter *converter;
    const struct fm_inputs *inputs;
    char pipe[PATH_SIZE];  /* the name of `keeping`, for the converter */
    int reading;           /* the end of the pipe that is read here; -1 = closed */
    int keeping;           /* the other end, open until the converter ends; -1 = closed */
    enum fm_status status; /* of the converter; valid once its thread has ended */
};

static void on_message(void *user, const struct fm_error *error)
{
    struct feed *feed = user;
    fm_message_record(&feed->messages, feed->settings, error);
}

static enum fm_status fail(const char *name, int os_error)
{
    fm_message_print(&(struct fm_error){
        .status = FM_OUTPUT_FAILED, .os_error = os_error, .what = fm_printable_text(name)});
    return FM_OUTPUT_FAILED;
}

static enum fm_status pipe_open(struct feed *feed)
{
    int ends[2];
    if (pipe(ends) != 0)
        return fail("a pipe between two threads", errno);
    feed->reading = ends[0];
    feed->keeping = ends[1];
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    snprintf(feed->pipe, sizeof feed->pipe, "/dev/fd/%d", ends[1]);
    return FM_OK;
}

static void pipe_close(struct feed *feed)
{
    if (feed->reading >= 0)
        close(feed->reading);
    if (feed->keeping >= 0)
        close(feed->keeping);
}

static void *convert(void *user)
{
    struct feed *feed = user;
    const struct fm_destinations to = {.output = feed->pipe};
    const struct fm_events events = {.user = feed,
                                     .message = on_message,
                                     .warnings =
                                         feed->settings->verbose && feed->settings->quiet == 0};
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = fm_converter_to(feed->converter, &to, &error);
    if (status == FM_OK)
        status = fm_converter_run(feed->converter, feed->inputs, &events, &error);
    fm_message_rest(&feed->messages, feed->settings);
    feed->status = fm_run_result(status, &error, fm_converter_totals(feed->converter));
    close(feed->keeping); /* the reader sees the end, however this ended */
    feed->keeping = -1;
    return NULL;
}

/* Wait until the converter writes or has ended. It opens the pipe by name, and that open would never
 * return after the reading end is closed. */
static void wait_for_converter(const struct feed *feed)
{
    struct pollfd first = {.fd = feed->reading, .events = POLLIN};
    while (poll(&first, 1, -1) < 0 && errno == EINTR) {
    }
}

/* Pass on line after line. Closes the reading end, which ends the converter. */
static enum fm_status read_lines(struct feed *feed, bool (*each)(void *user, const char *fen),
                                 void *user)
{
    char line[LINE_SIZE];
    wait_for_converter(feed);
    FILE *stream = fdopen(feed->reading, "rb");
    const int os_error = errno;
    bool more = stream != NULL;
    while (more && fgets(line, sizeof line, stream) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        more = each(user, line);
    }
    const bool failed = stream == NULL || ferror(stream);
    const int code = stream == NULL ? os_error : errno;
    if (stream != NULL)
        fclose(stream);
    else
        close(feed->reading);
    feed->reading = -1;
    return failed ? fail(feed->pipe, code) : FM_OK;
}

static enum fm_status run_threads(struct feed *feed, bool (*each)(void *user, const char *fen),
                                  void *user)
{
    pthread_t thread;
    const int failed = pthread_create(&thread, NULL, convert, feed);
    if (failed != 0)
        return fail("the pipe between two threads", failed);
    const enum fm_status status = read_lines(feed, each, user);
    pthread_join(thread, NULL);
    if (status != FM_OK)
        return status;
    return feed->status == FM_PIPE_CLOSED ? FM_OK : feed->status;
}

/* Complete FENs, of the last position of each game unless --plies is given. The format is text, so
 * that comments of a list, and what follows the FENs in it, are not read as positions. Boards that
 * are no positions are drawn too, but they have no plies to choose from. */
static enum fm_status make_profile(const struct fm_settings *settings, struct fm_profile **out)
{
    static const char *const keys[][2] = {
        {"input.on-input-error", "stop"}, {"positions.plies", "last"},
        {"output.format", "text"},        {"output.line", "{fen}"},
        {"output.castling", "xfen"},      {"output.en-passant", "always"},
        {"output.counters", "fields"},
    };
    struct fm_profile *profile = NULL;
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = fm_profile_new(&profile);
    for (size_t i = 0; status == FM_OK && i < sizeof keys / sizeof *keys; i++)
        status = fm_profile_set(profile, keys[i][0], keys[i][1], &error);
    bool plies = false;
    for (size_t i = 0; i < settings->change_count; i++)
        plies = plies || strcmp(settings->changes[i].key, "positions.plies") == 0;
    if (status == FM_OK && !plies)
        status = fm_profile_set(profile, "input.validate", "notation", &error);
    if (status == FM_OK && settings->variant != NULL)
        status = fm_profile_set(profile, "input.variant", settings->variant, &error);
    for (size_t i = 0; status == FM_OK && i < settings->change_count; i++)
        status =
            fm_profile_set(profile, settings->changes[i].key, settings->changes[i].value, &error);
    if (status == FM_OK)
        status = fm_profile_finish(profile, &error);
    if (status == FM_OK) {
        *out = profile;
        return FM_OK;
    }
    error.status = status;
    fm_message_print(&error);
    fm_profile_free(profile);
    return status;
}

enum fm_status fm_feed_run(const struct fm_settings *settings, const struct fm_inputs *inputs,
                           bool (*each)(void *user, const char *fen), void *user)
{
    struct feed feed = {.settings = settings, .inputs = inputs, .reading = -1, .keeping = -1};
    struct fm_profile *profile = NULL;
    enum fm_status status = make_profile(settings, &profile);
    if (status == FM_OK)
        status = fm_converter_new(profile, 1, &feed.converter, NULL);
    if (status == FM_OK) {
        fm_signals_watch(feed.converter);
        status = pipe_open(&feed);
        if (status == FM_OK)
            status = run_threads(&feed, each, user);
        pipe_close(&feed);
        fm_signals_done();
    }
    fm_converter_free(feed.converter);
    fm_profile_free(profile);
    return status;
}
