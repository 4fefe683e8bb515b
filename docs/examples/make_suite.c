/* SPDX-License-Identifier: MIT */
/* Make a test suite: an EPD record, with the move that was played as `bm`, of each position in which it
 * gave mate: make_suite FILE... */
#include <fenmill.h>
#include <stdio.h>

/* Does the move give mate? */
static bool mates(const struct fm_position *position, const struct fm_legal_move *move)
{
    struct fm_position *after;
    bool mate = false;
    if (!fm_position_gives_check(position, move) || fm_position_copy(position, &after) != FM_OK)
        return false;
    if (fm_position_make_move(after, move) == FM_OK)
        mate = (fm_position_state(after) & FM_STATE_MATE) != 0;
    fm_position_free(after);
    return mate;
}

static void print_record(const struct fm_position *position, const struct fm_legal_move *move)
{
    char fen[FM_FEN_SIZE], san[FM_MOVE_SIZE];
    if (fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_LEGAL, FM_COUNTERS_NONE, fen, sizeof fen,
                        NULL) == FM_OK &&
        fm_position_move_text(position, move, FM_MOVE_SAN, san, sizeof san) == FM_OK)
        printf("%s bm %s; dm 1;\n", fen, san);
}

static enum fm_status read_file(const char *file)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_reader *reader;
    const struct fm_item *item;
    options.file = file;
    options.positions = true;
    options.start = true;
    options.alone = true;
    enum fm_status status = fm_reader_new(&options, &reader, NULL);
    if (status != FM_OK)
        return status;
    while ((status = fm_reader_next(reader, &item, NULL)) == FM_OK)
        if (item->kind == FM_ITEM_POSITION && item->next != NULL &&
            mates(item->position, item->next))
            print_record(item->position, item->next);
    fm_reader_free(reader);
    return status == FM_END ? FM_OK : status;
}

int main(int argc, char **argv)
{
    enum fm_status status = FM_OK;
    for (int i = 1; i < argc && status == FM_OK; i++)
        status = read_file(argv[i]);
    if (status != FM_OK)
        fprintf(stderr, "%s\n", fm_status_name(status));
    return status == FM_OK ? 0 : 1;
}
