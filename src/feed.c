/* SPDX-License-Identifier: MIT */
/* Positions of inputs to be drawn: the converter writes a table of them, line after line, to the
 * caller. Enough of them end it as a closed pipe ends any filter: the first positions of a large
 * archive are drawn without reading the rest of it. */
#include <config.h>
#include "run.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "print.h"
#include "signals.h"

struct feed {
    const struct fm_settings *settings;
    struct fm_message_counts messages;
    struct fm_converter *converter;
    const struct fm_inputs *inputs;
    bool (*each)(void *user, const struct fm_text *shown);
    void *user;
    unsigned char *line; /* bytes of a line that is not yet complete; owned */
    size_t n, room;      /* length and capacity of `line` */
};

static void on_feed_message(void *user, const struct fm_error *error)
{
    struct feed *feed = user;
    fm_message_record(&feed->messages, feed->settings, error);
}

/* A line has fields with tabs between. */
static bool pass_line(const struct feed *feed)
{
    struct fm_text shown[FM_SHOWN_FIELDS] = {{NULL, 0}};
    const unsigned char *p = feed->line, *const end = p + feed->n;
    for (size_t i = 0; i < FM_SHOWN_FIELDS; i++) {
        const unsigned char *const tab = p == end ? NULL : memchr(p, '\t', (size_t)(end - p));
        shown[i] = (struct fm_text){p, (size_t)((tab == NULL ? end : tab) - p)};
        if (tab == NULL)
            break;
        p = tab + 1;
    }
    return feed->each(feed->user, shown);
}

static bool keep(struct feed *feed, const unsigned char *p, size_t n)
{
    if (feed->room - feed->n < n) {
        const size_t room = 2 * feed->room + n;
        unsigned char *grown = realloc(feed->line, room);
        if (grown == NULL)
            return false;
        feed->line = grown;
        feed->room = room;
    }
    memcpy(feed->line + feed->n, p, n);
    feed->n += n;
    return true;
}

static int take_bytes(void *user, const void *bytes, size_t n)
{
    struct feed *feed = user;
    const unsigned char *p = bytes, *const end = p + n, *eol;
    while (p < end && (eol = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        if (!keep(feed, p, (size_t)(eol - p)))
            return ENOMEM;
        if (!pass_line(feed))
            return EPIPE;
        feed->n = 0;
        p = eol + 1;
    }
    return p == end || keep(feed, p, (size_t)(end - p)) ? 0 : ENOMEM;
}

static enum fm_status run_feed(struct feed *feed)
{
    const struct fm_destinations to = {.size = sizeof to, .write = take_bytes, .write_user = feed};
    const struct fm_events events = {.size = sizeof events,
                                     .user = feed,
                                     .message = on_feed_message,
                                     .warnings = fm_message_warns(feed->settings)};
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = fm_converter_to(feed->converter, &to, &error);
    FM_NEXT(status, fm_converter_run(feed->converter, feed->inputs, &events, &error));
    fm_message_rest(&feed->messages, feed->settings);
    status = fm_run_result(status, &error, fm_converter_totals(feed->converter));
    return status == FM_PIPE_CLOSED ? FM_OK : status;
}

/* Complete FENs, of the last position of each game unless --plies is given, in a table, so that
 * comments of a list, and what follows the FENs in it, are not read as positions. Boards that are
 * no positions are drawn too, but they have no plies to choose from. */
static enum fm_status make_profile(const struct fm_settings *settings, struct fm_profile **out)
{
    /* In the order of enum fm_shown_field. */
    static const char columns[] =
        "[fen, White, Black, Event, Date, Result, last, last.uci, comment, "
        "commands, ops]";
    static const char *const keys[][2] = {
        {"input.on-input-error", "stop"}, {"positions.plies", "last"},
        {"output.format", "tsv"},         {"output.header", "false"},
        {"output.columns", columns},      {"output.castling", "xfen"},
        {"output.en-passant", "always"},  {"output.counters", "fields"},
    };
    struct fm_profile *profile = NULL;
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = fm_profile_new(&profile);
    for (size_t i = 0; status == FM_OK && i < FM_COUNT_OF(keys); i++)
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
    FM_NEXT(status, fm_profile_finish(profile, &error));
    /* Texts of the error may be the profile's. */
    if (fm_message_failed(status, &error) == FM_OK)
        *out = profile;
    else
        fm_profile_free(profile);
    return status;
}

enum fm_status fm_feed_run(const struct fm_settings *settings, const struct fm_inputs *inputs,
                           bool (*each)(void *user, const struct fm_text *shown), void *user)
{
    struct feed feed = {.settings = settings, .inputs = inputs, .each = each, .user = user};
    struct fm_profile *profile = NULL;
    enum fm_status status = make_profile(settings, &profile);
    FM_NEXT(status, fm_converter_new(profile, 1, &feed.converter, NULL));
    if (status == FM_OK) {
        fm_signals_watch(feed.converter);
        status = run_feed(&feed);
        fm_signals_done();
    }
    free(feed.line);
    fm_converter_free(feed.converter);
    fm_profile_free(profile);
    return status;
}
