/* Kept games written anew: tag section, an empty line, movetext with the result, an empty line (PGN
 * standard 3.2, 8). */
#include <config.h>
#include "convert/worker.h"
#include "pgn/write_tags.h"

/* The result of the game: the Result tag counts where it is one, else the token after the moves. */
static enum fm_result result_of(const struct fm_worker *worker)
{
    const struct fm_game *game = worker->game;
    const struct fm_tag *tag =
        fm_tag_find(fm_split_tags_of(&worker->block->split, game), game->tag_count, FM_TAG_RESULT);
    const enum fm_result named = tag == NULL ? FM_RESULT_NONE : fm_result_of_tag(tag->value);
    return named == FM_RESULT_NONE || named == FM_RESULT_UNKNOWN ? game->result : named;
}

/* What bytes of the game are to be decoded from; AUTO: they stay as they are. */
static enum fm_encoding decodes_from(const struct fm_worker *worker,
                                     const struct fm_profile_output *spec)
{
    const bool whole = worker->encoding == FM_ENCODING_UTF8 &&
                       !fm_warnings_has(&worker->notes, FM_REASON_ENCODING_NOT_UTF8);
    return spec->utf8 && !whole ? worker->encoding : FM_ENCODING_AUTO;
}

void fm_export_begin(struct fm_worker *worker, struct fm_active_route *active, struct fm_text moves,
                     struct fm_movetext *m)
{
    const struct fm_profile_output *spec = active->route->spec;
    const unsigned char *const written = worker->block->bytes + worker->game->moves;
    const bool decoded = moves.p != written;
    *m = (struct fm_movetext){
        .out = &worker->movetext,
        .style = &spec->pgn,
        .letters = spec->pgn.letters == fm_languages ? NULL : spec->pgn.letters,
        .names_rooks = fm_names_rooks(worker),
        .plies = spec->pgn_plies.set && spec->pgn_plies.to < UINT32_MAX
                     ? (unsigned)spec->pgn_plies.to
                     : UINT32_MAX,
        .most = worker->output_left < SIZE_MAX ? (size_t)worker->output_left : SIZE_MAX,
        .encoding = decoded ? FM_ENCODING_AUTO : decodes_from(worker, spec)};
    if (decoded && !spec->utf8)
        m->source = (struct fm_movetext_source){moves.p, written};
    active->moves_begin = worker->movetext.n;
    fm_movetext_begin(m);
}

/* What follows the result: its first word is passed over. */
static struct fm_text tail_of(const struct fm_worker *worker)
{
    const struct fm_game *game = worker->game;
    const unsigned char *p = worker->block->bytes + game->moves_end, *const end =
                                                                         worker->block->bytes +
                                                                         game->end;
    struct fm_result_token token;
    if (fm_result_read(p, p, end, &token))
        p = token.end;
    else if (game->result != FM_RESULT_NONE) /* a forfeit */
        while (p<end && * p> ' ')
            p++;
    return fm_text_between(p, end);
}

enum fm_status fm_export_end(struct fm_worker *worker, const struct fm_active_route *active,
                             struct fm_movetext *m)
{
    if (m->muted == 0) {
        m->source = (struct fm_movetext_source){NULL, NULL};
        m->encoding = decodes_from(worker, active->route->spec);
        FM_TRY(fm_movetext_unplayed(m, tail_of(worker)));
    }
    return fm_movetext_end(m, result_of(worker));
}

enum fm_status fm_game_export(struct fm_worker *worker, struct fm_active_route *active,
                              struct fm_result_of_game *result)
{
    const struct fm_game *game = worker->game;
    const struct fm_route *route = active->route;
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    FM_TRY(fm_tags_write(fm_split_tags_of(&worker->block->split, game), game->tag_count,
                         result_of(worker), out));
    if (route->spec->utf8)
        FM_TRY(fm_work_to_utf8(worker, out, begin));
    FM_TRY(fm_buf_append(out, worker->movetext.p + active->moves_begin,
                         active->moves_end - active->moves_begin));
    if (fm_worker_spend(worker, out->n - begin) != FM_OK) {
        struct fm_error fault = {.status = FM_REJECTED, .reason = FM_REASON_OUTPUT_TOO_LARGE};
        return fm_game_reject(worker, &fault, NULL, result);
    }
    active->games = 1;
    return FM_OK;
}
