/* SPDX-License-Identifier: MIT */
/* Prints what a reader gives of a file, by each of its ways: items and lent positions, batches, and its
 * last game by its place. readings FILE alone|threads. Status 3: no memory, or the reader's own failure. */
#include <config.h>
#include "fenmill.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct fm_reader_options options_of(const char *file, bool alone)
{
    static const char *const fields[] = {"fen", "ply", "White", "result.score"};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    options.file = file;
    options.fields = fields;
    options.field_count = sizeof fields / sizeof *fields;
    options.alone = alone;
    options.variations = options.warnings = options.start = true;
    return options;
}

static enum fm_status print_item(struct fm_reader *reader, const struct fm_item *item)
{
    struct fm_position *own;
    char fen[FM_FEN_SIZE], line[1024];
    if (item->error != NULL) {
        (void)fm_error_text(item->error, line, sizeof line);
        printf("%s\n", line);
        if (item->error->os_code != 0)
            printf("number %" PRIu32 " of the system\n", item->error->os_code);
        return FM_OK;
    }
    printf("%d %" PRIu64 "/%" PRIu64 " %u", (int)item->kind, item->line, item->number, item->ply);
    for (size_t i = 0; i < item->value_count; i++)
        printf(" %.*s", (int)item->values[i].n, (const char *)item->values[i].p);
    puts("");
    if (item->kind != FM_ITEM_POSITION)
        return FM_OK;
    const enum fm_status status = fm_reader_position(reader, &own, NULL);
    if (status != FM_OK)
        return status;
    (void)fm_position_fen(own, FM_CASTLING_SHREDDER, FM_EP_LEGAL, FM_COUNTERS_NONE, fen, sizeof fen,
                          NULL);
    puts(fen);
    fm_position_free(own);
    return FM_OK;
}

/* @param[out] last  place of the last game. */
static enum fm_status print_items(struct fm_reader *reader, struct fm_game_place *last)
{
    const struct fm_item *item;
    enum fm_status status;
    while ((status = fm_reader_next(reader, &item, NULL)) == FM_OK) {
        if (item->kind == FM_ITEM_GAME_START)
            *last = fm_reader_place(reader);
        status = print_item(reader, item);
        if (status != FM_OK)
            break;
    }
    return status == FM_END ? FM_OK : status;
}

static enum fm_status print_batches(struct fm_reader *reader)
{
    const struct fm_batch *batch;
    enum fm_status status;
    while ((status = fm_reader_next_batch(reader, 100, &batch, NULL)) == FM_OK)
        for (size_t i = 0; i < batch->count; i++) {
            const struct fm_column *const fens = &batch->columns[0];
            printf("%" PRIi64 " %.*s\n", batch->columns[1].integers[i],
                   (int)(fens->offsets[i + 1] - fens->offsets[i]),
                   (const char *)fens->bytes + fens->offsets[i]);
        }
    return status == FM_END ? FM_OK : status;
}

static enum fm_status read_file(const char *file, bool alone)
{
    struct fm_reader_options options = options_of(file, alone);
    struct fm_reader *reader;
    struct fm_game_place last = {0, 1, 1};
    options.positions = true;
    enum fm_status status = fm_reader_new(&options, &reader, NULL);
    if (status != FM_OK)
        return status;
    status = print_items(reader, &last);
    if (status == FM_OK)
        status = fm_reader_seek(reader, &last, NULL);
    if (status == FM_OK)
        status = print_items(reader, &last);
    fm_reader_free(reader);
    if (status != FM_OK)
        return status;
    options.positions = false;
    if ((status = fm_reader_new(&options, &reader, NULL)) != FM_OK)
        return status;
    status = print_batches(reader);
    fm_reader_free(reader);
    return status;
}

int main(int argc, char **argv)
{
    static char buffer[1 << 20]; /* so that printing needs no memory */
    if (argc != 3)
        return 2;
    (void)setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    const enum fm_status status = read_file(argv[1], strcmp(argv[2], "alone") == 0);
    if (status == FM_OK)
        return 0;
    fprintf(stderr, "readings: %s\n", fm_status_name(status));
    return 3;
}
