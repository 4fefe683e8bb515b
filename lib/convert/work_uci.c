/* SPDX-License-Identifier: MIT */
/* Lines of UCI moves: each is a game whose start position is in its line, as if a FEN tag gave it. All
 * else is done as with games of PGN; in outputs in PGN they are always written anew. */
#include <config.h>
#include "convert/worker.h"
#include "record/uci_line.h"

/* Names and values that are no part of the block; padded as that is. */
static const unsigned char fen_name[16] = "FEN", setup_name[16] = "SetUp", setup_value[16] = "1";

enum fm_status fm_work_uci_line(struct fm_worker *worker, const struct fm_uci_line *line,
                                size_t begin, size_t end, size_t ordinal)
{
    const unsigned char *bytes = worker->block->bytes;
    struct fm_split *split = &worker->block->split;
    struct fm_game game = {.begin = begin,
                           .end = end,
                           .tags_end = begin,
                           .moves = (size_t)(line->moves.p - bytes),
                           .tag_count = line->fen.n > 0 ? 2 : 0,
                           .result = FM_RESULT_NONE,
                           .uci = true};
    game.moves_end = game.moves + line->moves.n;
    split->count = split->tag_count = split->braces.count = 0;
    while (split->tag_cap < game.tag_count)
        if (!fm_split_grow_tags(split))
            return FM_NO_MEMORY;
    if (game.tag_count > 0) {
        split->tags[0] =
            (struct fm_tag){.name = {fen_name, 3}, .value = line->fen, .id = FM_TAG_FEN};
        split->tags[1] =
            (struct fm_tag){.name = {setup_name, 5}, .value = {setup_value, 1}, .id = FM_TAG_SETUP};
    }
    return fm_work_game(worker, &game, ordinal);
}
