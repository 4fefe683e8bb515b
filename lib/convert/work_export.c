/* Kept games written anew: tag section, an empty line, movetext with the result, an empty line (PGN
 * standard 3.2, 8). */
#include <config.h>
#include "convert/worker.h"
#include "pgn/write_tags.h"

/* The result of the game: the Result tag counts where it is one, else the token after the moves. */
static enum fm_result result_of(const struct fm_worker *worker, const struct fm_game *game)
{
    const struct fm_tag *tag =
        fm_tag_find(fm_split_tags_of(&worker->block->split, game), game->tag_count, FM_TAG_RESULT);
    const enum fm_result named = tag == NULL ? FM_RESULT_NONE : fm_result_of_tag(tag->value);
    return named == FM_RESULT_NONE || named == FM_RESULT_UNKNOWN ? game->result : named;
}

enum fm_status fm_game_export(struct fm_worker *worker, struct fm_active_route *active,
                              const struct fm_game *game, struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    const struct fm_route *route = active->route;
    struct fm_buf *out = &worker->block->out[route->sink];
    const enum fm_result end = result_of(worker, game);
    (void)result;
    FM_TRY(fm_tags_write(fm_split_tags_of(&block->split, game), game->tag_count, end, out));
    FM_TRY(fm_buf_append(out, "\n", 1));
    const struct fm_text moves =
        fm_text_trim((struct fm_text){block->bytes + game->moves, game->moves_end - game->moves});
    FM_TRY(fm_buf_append_text(out, moves));
    FM_TRY(fm_buf_append(out, " ", 1));
    FM_TRY(fm_buf_append_text(out, fm_text_of(fm_result_names[fm_result_index(end)])));
    FM_TRY(fm_buf_append(out, "\n\n", 2));
    active->games = 1;
    return FM_OK;
}
