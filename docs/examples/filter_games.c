/* SPDX-License-Identifier: MIT */
/* Copy the games of one player out of archives, on several threads:
 * filter_games THREADS PLAYER OUTPUT INPUT...
 *
 * Games are kept byte for byte; what is rejected is reported. */
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const struct fm_error *error)
{
    char text[1024];
    (void)fm_error_text(error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

static void on_message(void *user, const struct fm_error *error)
{
    (void)user;
    print(error);
}

static enum fm_status make_profile(const char *player, struct fm_profile **out,
                                   struct fm_error *error)
{
    char rule[256];
    enum fm_status status = fm_profile_new(out);
    if (status != FM_OK)
        return status;
    snprintf(rule, sizeof rule, "~* %s", player); /* a regular expression, in any case */
    if ((status = fm_profile_set(*out, "output.format", "pgn", error)) != FM_OK ||
        (status = fm_profile_set(*out, "games.player", rule, error)) != FM_OK)
        return status;
    return fm_profile_finish(*out, error);
}

static enum fm_status run(const struct fm_profile *profile, unsigned threads, char **argv, int argc,
                          struct fm_error *error)
{
    struct fm_events events; /* filled without designators, which C++ before 2020 lacks */
    struct fm_destinations to;
    struct fm_inputs inputs;
    struct fm_converter *converter;
    memset(&events, 0, sizeof events);
    events.size = sizeof events;
    events.message = on_message;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.output = argv[3];
    to.force = true;
    memset(&inputs, 0, sizeof inputs);
    inputs.size = sizeof inputs;
    inputs.names = argv + 4;
    inputs.count = (size_t)argc - 4;
    enum fm_status status = fm_converter_new(profile, threads, &converter, error);
    if (status != FM_OK)
        return status;
    if ((status = fm_converter_to(converter, &to, error)) == FM_OK)
        status = fm_converter_run(converter, &inputs, &events, error);
    const struct fm_totals *totals = fm_converter_totals(converter);
    printf("%lu games read, %lu kept, %lu rejected\n", (unsigned long)totals->games,
           (unsigned long)totals->kept, (unsigned long)totals->rejected);
    fm_converter_free(converter);
    return status;
}

int main(int argc, char **argv)
{
    struct fm_profile *profile = NULL;
    struct fm_error error;
    memset(&error, 0, sizeof error);
    if (argc < 5) {
        fprintf(stderr, "filter_games THREADS PLAYER OUTPUT INPUT...\n");
        return 2;
    }
    enum fm_status status = make_profile(argv[2], &profile, &error);
    if (status == FM_OK)
        status = run(profile, (unsigned)strtoul(argv[1], NULL, 10), argv, argc, &error);
    fm_profile_free(profile);
    if (status != FM_OK && status != FM_REJECTED) /* rejected games were reported */
        print(&error);
    return status == FM_OK ? 0 : 1;
}
