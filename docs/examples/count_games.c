/* SPDX-License-Identifier: MIT */
/* Count games, positions, results and what is rejected: count_games FILE... */
#include <fenmill.h>
#include <stdio.h>
#include <string.h>

struct counts {
    unsigned long games, positions, rejected, results[4]; /* 1-0, 1/2-1/2, 0-1, * */
};

static void add_result(struct counts *counts, const char *result)
{
    static const char *const results[] = {"1-0", "1/2-1/2", "0-1"};
    int i = 0;
    while (i < 3 && strcmp(result, results[i]) != 0)
        i++;
    counts->results[i]++;
}

static enum fm_status count(const char *file, struct counts *counts, struct fm_error *error)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_reader *reader;
    const struct fm_item *item;
    options.file = file;
    options.alone = true;     /* no threads: the least CPU */
    options.positions = true; /* no FEN is written */
    options.start = true;     /* games without moves have a position, too */
    enum fm_status status = fm_reader_new(&options, &reader, error);
    if (status != FM_OK)
        return status;
    while ((status = fm_reader_next(reader, &item, error)) == FM_OK) {
        counts->positions += item->kind == FM_ITEM_POSITION;
        counts->rejected += item->kind == FM_ITEM_REJECTED;
        if (item->kind != FM_ITEM_GAME_START)
            continue;
        counts->games++;
        add_result(counts, item->result);
    }
    fm_reader_free(reader);
    return status == FM_END ? FM_OK : status;
}

int main(int argc, char **argv)
{
    struct counts counts;
    struct fm_error error;
    enum fm_status status = FM_OK;
    memset(&counts, 0, sizeof counts);
    for (int i = 1; i < argc && status == FM_OK; i++)
        status = count(argv[i], &counts, &error);
    printf("%lu games, %lu positions, %lu rejected; %lu-%lu-%lu, %lu open\n", counts.games,
           counts.positions, counts.rejected, counts.results[0], counts.results[1],
           counts.results[2], counts.results[3]);
    return status == FM_OK ? 0 : 1;
}
