/* SPDX-License-Identifier: MIT */
/* Print each position of archives once, as a FEN: unique_positions FILE...
 *
 * The library remembers the keys, in a file where memory does not do; see `positions.unique` in
 * fenmill-profile(5). */
#include <fenmill.h>
#include <stdio.h>
#include <string.h>

static const char wanted[] = "positions: {unique: {key: position}, memory: 256M}\n"
                             "output: {counters: none}\n";

static enum fm_status print_all(const struct fm_profile *profile, char **files, size_t count,
                                struct fm_error *error)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_inputs inputs;
    struct fm_reader *reader;
    const struct fm_item *item;
    memset(&inputs, 0, sizeof inputs);
    inputs.size = sizeof inputs;
    inputs.names = files;
    inputs.count = count;
    options.inputs = &inputs;
    options.profile = profile;
    options.alone = true;
    enum fm_status status = fm_reader_new(&options, &reader, error);
    if (status != FM_OK)
        return status;
    while ((status = fm_reader_next(reader, &item, error)) == FM_OK)
        if (item->kind == FM_ITEM_POSITION)
            printf("%.*s\n", (int)item->fen.n, (const char *)item->fen.p);
    fm_reader_free(reader);
    return status == FM_END ? FM_OK : status;
}

int main(int argc, char **argv)
{
    const struct fm_text yaml = {(const unsigned char *)wanted, sizeof wanted - 1};
    struct fm_profile *profile = NULL;
    struct fm_error error;
    enum fm_status status = fm_profile_new(&profile);
    if (status == FM_OK && (status = fm_profile_read(profile, NULL, yaml, &error)) == FM_OK &&
        (status = fm_profile_finish(profile, &error)) == FM_OK && argc > 1)
        status = print_all(profile, argv + 1, (size_t)argc - 1, &error);
    fm_profile_free(profile);
    if (status != FM_OK)
        fprintf(stderr, "%s\n", fm_status_name(status));
    return status == FM_OK ? 0 : 1;
}
