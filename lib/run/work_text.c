/* SPDX-License-Identifier: MIT */
/* Kept games as PGN: byte for byte, but for their tag sections (work_tags.c). */
#include <config.h>
#include "run/work_text.h"
#include "pgn/bytes.h"
#include "pgn/encoding.h"
#include "run/work_messages.h"

enum fm_status fm_game_reject(struct fm_worker *worker, struct fm_error *fault,
                              struct fm_result_of_game *result)
{
    const size_t at = fault->what.p == NULL ? worker->game->begin
                                            : (size_t)(fault->what.p - worker->block->bytes);
    fm_worker_cut_back(worker);
    fault->status = FM_REJECTED;
    result->outcome = FM_REJECTED_GAME;
    result->reason = fault->reason;
    return fm_work_message(worker, fault, at, worker->placing.ordinal);
}

/* May a tag of the game be changed? In another dialect, only where there is a FEN tag. */
static bool changes_tags(const struct fm_worker *worker, const struct fm_route *route)
{
    const struct fm_game *game = worker->game;
    const struct fm_tag *tags = fm_split_tags_of(&worker->block->split, game);
    if (fm_tag_plan_changes(&route->tags) || route->spec->set_variant ||
        route->spec->variant_first || route->rewrite.repair || worker->changed.game != NULL)
        return true;
    if (!fm_route_changes_fen(route))
        return false;
    for (size_t i = 0; i < game->tag_count; i++)
        if (fm_text_is_nocase(tags[i].name, "FEN"))
            return true;
    return false;
}

/* The order of an output for one game. Tags that moves depend on are written, whatever `tags` has,
 * where the start is not the standard one or is not known. */
static struct fm_tag_order order_of(const struct fm_worker *worker, const struct fm_route *route)
{
    struct fm_tag_order order = route->tags.order;
    order.keeps_start =
        worker->start.reason != FM_REASON_NONE || worker->start.class_ != FM_CLASS_CLASSIC;
    return order;
}

enum fm_status fm_work_export_tags(struct fm_worker *worker, const struct fm_route *route,
                                   const struct fm_record_input *in, struct fm_buf *out,
                                   enum fm_result *result, struct fm_error *fault)
{
    struct fm_tag_section section;
    struct fm_tag_order order = order_of(worker, route);
    order.roster_first = true;
    FM_TRY(fm_work_tags(worker, route, in, true, &section, fault));
    *result = section.result;
    if (out == NULL)
        return FM_OK;
    return fm_tag_section_write(&section, &order, out);
}

/* A part of the game, in the encoding of the output. */
static enum fm_status put_part(const struct fm_tag_section *section, const unsigned char *begin,
                               const unsigned char *end, struct fm_buf *out)
{
    const struct fm_text text = fm_text_between(begin, end);
    return section->encoding == FM_ENCODING_AUTO ? fm_buf_append_text(out, text)
                                                 : fm_encoding_append(out, text, section->encoding);
}

/* May what is appended to the line of the byte at @p p be read as a part of its comment or
 * escape? */
static bool is_line_remark(const unsigned char *p, const unsigned char *floor)
{
    while (p > floor && *p != ';' && !fm_byte_ends_line(p[-1]))
        p--;
    return *p == ';' || *p == '%';
}

/* The movetext from @p rest on, with the result of the section, in its usual spelling, after the
 * moves. */
static enum fm_status put_ended(const struct fm_worker *worker,
                                const struct fm_tag_section *section, const unsigned char *rest,
                                struct fm_buf *out)
{
    const struct fm_game *game = worker->game;
    const unsigned char *const block = worker->block->bytes, *const end = block + game->end;
    const struct fm_text result =
        fm_game_result_text(game, block, fm_split_tags_of(&worker->block->split, game));
    const unsigned char *p = result.p;
    while (result.n == 0 && p > rest && fm_byte_is(p[-1], FM_BYTE_BLANK))
        p--; /* before the last line end */
    FM_TRY(put_part(section, rest, p, out));
    if (p > rest && !fm_byte_is(p[-1], FM_BYTE_BLANK))
        FM_TRY(fm_buf_append(out, is_line_remark(p - 1, rest) ? "\n" : " ", 1));
    FM_TRY(fm_buf_append_words(out, fm_result_names[fm_result_index(section->result)]));
    return put_part(section, p + result.n, end, out);
}

/* The whole game, its tags changed as the output has it. */
static enum fm_status put_changed(struct fm_worker *worker, struct fm_active_route *active,
                                  const struct fm_game *game, const struct fm_record_input *in,
                                  struct fm_buf *out, struct fm_error *fault)
{
    const struct fm_route *route = active->route;
    const size_t begin = out->n;
    const unsigned char *end = worker->block->bytes + game->end, *rest;
    struct fm_tag_section section;
    FM_TRY(fm_work_tags(worker, route, in, false, &section, fault));
    active->game.ended = section.ends_otherwise;
    struct fm_tag_order order = order_of(worker, route);
    order.crlf = fm_tag_section_is_crlf(&section);
    FM_TRY(order.names == NULL ? fm_tag_section_edit(&section, out, &rest)
                               : fm_tag_section_replace(&section, &order, out, &rest));
    FM_TRY(section.ends_otherwise ? put_ended(worker, &section, rest, out)
                                  : put_part(&section, rest, end, out));
    if (!fm_tag_plan_changes(&route->tags))
        return FM_OK;
    /* How the game begins now. */
    FM_TRY(fm_buf_reserve(out, FM_TEXT_PADDING));
    memset(out->p + out->n, 0, FM_TEXT_PADDING);
    active->game.head = fm_span_head_of_text(
        fm_buf_text_from(out, begin), fm_tag_section_find(&section, FM_TEXT("Event")) != NULL);
    return FM_OK;
}

enum fm_status fm_game_write(struct fm_worker *worker, struct fm_active_route *active,
                             const struct fm_game *game, const struct fm_record_input *in,
                             struct fm_result_of_game *result)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    active->game.ended = false;
    struct fm_error fault = {.status = FM_OK};
    if (changes_tags(worker, route)) {
        const enum fm_status status = put_changed(worker, active, game, in, out, &fault);
        if (status == FM_REJECTED)
            return fm_game_reject(worker, &fault, result);
        FM_TRY(status);
    } else {
        FM_TRY(fm_buf_append(out, worker->block->bytes + game->begin, game->end - game->begin));
        if (route->spec->utf8)
            FM_TRY(fm_work_to_utf8(worker, out, begin));
    }
    if (fm_worker_spend(worker, out->n - begin) != FM_OK) {
        fault.reason = FM_REASON_OUTPUT_TOO_LARGE;
        return fm_game_reject(worker, &fault, result);
    }
    active->games = 1;
    return FM_OK;
}
