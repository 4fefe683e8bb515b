/* Kept games as PGN: see game_text.h. */
#include <config.h>
#include "pipeline/game_text.h"

enum fm_status fm_game_write(struct fm_worker *worker, const struct fm_route *route, const struct fm_game *game,
                             struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    struct fm_buf *out = &worker->block->out[route->sink];
    const unsigned char *at = block->bytes + game->begin, *end = block->bytes + game->end;
    const struct fm_tag *fen = NULL;
    if (route->rewrites)
        fen = fm_tag_find(block->split.tags + game->first_tag, game->tag_count, FM_TAG_FEN);
    if (fen == NULL)
        return fm_buf_append(out, at, (size_t)(end - at));
    FM_TRY(fm_buf_append(out, at, (size_t)(fen->value.p - at)));
    struct fm_rewrite ask = route->rewrite;
    if (ask.variant == NULL && !worker->start.usual && worker->start.reason == FM_REASON_NONE)
        ask.variant = worker->start.setup.variant;
    struct fm_error fault = {.status = FM_OK};
    const enum fm_status status = fm_rewrite_fen(fen->value, &ask, out, &worker->notes, &fault);
    if (status == FM_REJECTED) {
        fm_worker_cut_back(worker);
        result->outcome = FM_REJECTED_GAME;
        result->reason = fault.reason;
        fault.what = fen->value;
        return fm_work_message(worker, &fault, (size_t)(fen->value.p - block->bytes), worker->ordinal);
    }
    FM_TRY(status);
    at = fen->value.p + fen->value.n;
    return fm_buf_append(out, at, (size_t)(end - at));
}
