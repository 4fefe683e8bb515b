/* SPDX-License-Identifier: MIT */
/* Write the positions of archives as EPD in Shredder-FEN, on several threads:
 * convert_games THREADS OUTPUT INPUT... */
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char how[] = "output: {format: epd, castling: shredder, ops: {id: '{White}'}}\n";

static void on_message(void *user, const struct fm_error *error)
{
    char text[1024];
    (void)user;
    (void)fm_error_text(error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

static enum fm_status run(struct fm_converter *converter, int argc, char **argv,
                          struct fm_error *error)
{
    struct fm_events events;
    struct fm_destinations to;
    struct fm_inputs inputs;
    memset(&events, 0, sizeof events);
    events.size = sizeof events;
    events.message = on_message;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.output = argv[2];
    to.force = true;
    memset(&inputs, 0, sizeof inputs);
    inputs.size = sizeof inputs;
    inputs.names = argv + 3;
    inputs.count = (size_t)argc - 3;
    const enum fm_status status = fm_converter_to(converter, &to, error);
    return status == FM_OK ? fm_converter_run(converter, &inputs, &events, error) : status;
}

int main(int argc, char **argv)
{
    const struct fm_text yaml = {(const unsigned char *)how, sizeof how - 1};
    struct fm_profile *profile = NULL;
    struct fm_converter *converter = NULL;
    struct fm_error error;
    if (argc < 4)
        return 2;
    const unsigned threads = (unsigned)strtoul(argv[1], NULL, 10);
    enum fm_status status = fm_profile_new(&profile);
    if (status == FM_OK && (status = fm_profile_read(profile, NULL, yaml, &error)) == FM_OK &&
        (status = fm_profile_finish(profile, &error)) == FM_OK &&
        (status = fm_converter_new(profile, threads, &converter, &error)) == FM_OK)
        status = run(converter, argc, argv, &error);
    if (status != FM_OK && status != FM_REJECTED) /* rejected games were reported */
        fprintf(stderr, "%s\n", fm_status_name(status));
    fm_converter_free(converter);
    fm_profile_free(profile);
    return status == FM_OK ? 0 : 1;
}
