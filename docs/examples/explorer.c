/* SPDX-License-Identifier: MIT */
/* What was played in a position, how often, and with which result for White: explorer FILE [MOVE]...
 *
 * The moves, in SAN or UCI, lead to the position. Transpositions count. */
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    char san[FM_MOVE_SIZE];
    unsigned long games, half_points;
};

static int by_games(const void *a, const void *b)
{
    const struct row *x = (const struct row *)a, *y = (const struct row *)b;
    return x->games != y->games ? (x->games < y->games ? 1 : -1) : strcmp(x->san, y->san);
}

/* Add a game to the row of its move; there are at most as many rows as legal moves. */
static size_t add(struct row *rows, size_t count, const struct fm_item *item)
{
    char san[FM_MOVE_SIZE];
    size_t i = 0;
    if (fm_position_move_text(item->position, item->next, FM_MOVE_SAN, san, sizeof san) != FM_OK)
        return count;
    while (i < count && strcmp(rows[i].san, san) != 0)
        i++;
    if (i == count) {
        memset(&rows[count], 0, sizeof rows[count]);
        memcpy(rows[count++].san, san, sizeof san);
    }
    rows[i].games++;
    rows[i].half_points += strcmp(item->result, "1-0") == 0 ? 2 : item->result[0] == '1';
    return count;
}

int main(int argc, char **argv)
{
    static struct row rows[512];
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_position *wanted;
    struct fm_reader *reader;
    const struct fm_item *item;
    enum fm_status status;
    size_t count = 0;
    if (argc < 2 || fm_position_new_sp(518, &wanted) != FM_OK)
        return 2;
    for (int i = 2; i < argc; i++) {
        const struct fm_text move = {(const unsigned char *)argv[i], strlen(argv[i])};
        if (fm_position_play(wanted, move, NULL) != FM_OK) {
            fprintf(stderr, "%s: no legal move there\n", argv[i]);
            return 1;
        }
    }
    uint64_t want[2], got[2];
    const uint64_t key = fm_position_key(wanted);
    fm_position_identity(wanted, want);
    options.file = argv[1];
    options.positions = true;
    options.start = true;
    options.alone = true;
    if (fm_reader_new(&options, &reader, NULL) != FM_OK)
        return 1;
    while ((status = fm_reader_next(reader, &item, NULL)) == FM_OK) {
        if (item->kind != FM_ITEM_POSITION || item->next == NULL ||
            fm_position_key(item->position) != key)
            continue;
        fm_position_identity(item->position, got);
        if (memcmp(want, got, sizeof got) == 0)
            count = add(rows, count, item);
    }
    fm_reader_free(reader);
    fm_position_free(wanted);
    qsort(rows, count, sizeof *rows, by_games);
    for (size_t i = 0; i < count; i++)
        printf("%s\t%lu\t%.3f\n", rows[i].san, rows[i].games,
               (double)rows[i].half_points / 2 / (double)rows[i].games);
    return status == FM_END ? 0 : 1;
}
