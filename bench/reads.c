/* SPDX-License-Identifier: MIT */
/* Reads all positions of a file through the library's reader, for bench.sh: reads FILE [alone-]fens|fields|positions */
#include <fenmill.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static const char *const fields[] = {"fen", "last", "last.uci", "eval"};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_reader *reader;
    const struct fm_item *item;
    enum fm_status status;
    unsigned long positions = 0, bytes = 0;
    if (argc != 3)
        return 2;
    options.file = argv[1];
    options.positions = strstr(argv[2], "positions") != NULL;
    options.alone = strncmp(argv[2], "alone-", 6) == 0;
    options.start = true;
    if (strcmp(argv[2], "fields") == 0) {
        options.fields = fields;
        options.field_count = sizeof fields / sizeof *fields;
    }
    if (fm_reader_new(&options, &reader, NULL) != FM_OK)
        return 3;
    while ((status = fm_reader_next(reader, &item, NULL)) == FM_OK) {
        positions += item->kind == FM_ITEM_POSITION;
        bytes += item->fen.n;
        if (item->position != NULL)
            bytes += fm_position_files(item->position);
    }
    fm_reader_free(reader);
    printf("%lu positions, %lu bytes\n", positions, bytes);
    return status == FM_END ? 0 : 3;
}
