/* SPDX-License-Identifier: MIT */
/* Print the FEN of each position of a stream, which comes in small pieces, as from a socket: stream_fens
 * [BYTES] <games.pgn.gz
 *
 * What is rejected is reported on standard error. */
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>

static void report(const struct fm_error *error)
{
    char text[1024];
    (void)fm_error_text(error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

/* Give the reader the next bytes of the stream, or say that there are no more. */
static enum fm_status feed(struct fm_reader *reader, size_t most)
{
    char bytes[4096];
    const size_t n = fread(bytes, 1, most, stdin);
    if (n > 0)
        return fm_reader_feed(reader, bytes, n);
    fm_reader_feed_end(reader);
    return FM_OK;
}

int main(int argc, char **argv)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT; /* no file, no memory: fed */
    struct fm_reader *reader;
    const struct fm_item *item;
    struct fm_error error;
    size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : 7;
    most = most == 0 || most > 4096 ? 4096 : most;
    enum fm_status status = fm_reader_new(&options, &reader, &error);
    if (status != FM_OK) {
        report(&error);
        return 2;
    }
    for (;;) {
        status = fm_reader_next(reader, &item, &error);
        if (status == FM_NEEDS_INPUT)
            status = feed(reader, most);
        else if (status == FM_OK && item->kind == FM_ITEM_POSITION)
            printf("%.*s\n", (int)item->fen.n, (const char *)item->fen.p);
        else if (status == FM_OK && item->error != NULL)
            report(item->error);
        if (status != FM_OK)
            break;
    }
    if (status != FM_END)
        report(&error);
    fm_reader_free(reader);
    return status == FM_END ? 0 : 1;
}
