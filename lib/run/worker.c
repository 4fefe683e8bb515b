/* SPDX-License-Identifier: MIT */
/* The state that one thread keeps from game to game: see worker.h. */
#include <config.h>
#include "run/worker.h"
#include "run/ring.h"
#include <stdlib.h>
#include "board/castling.h"
#include "pgn/encoding.h"
#include "profile/consumer.h"
#include "record/layout.h"

enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan,
                               struct fm_ring *ring)
{
    worker->plan = plan;
    worker->ring = ring;
    worker->written.replays = 1;
    worker->written.keys.row = sizeof(struct fm_hash128);
    worker->active = calloc(plan->route_count + 1, sizeof *worker->active);
    worker->written.marks = calloc(plan->sinks + 1, sizeof *worker->written.marks);
    worker->lost = calloc(plan->route_count + 1, sizeof *worker->lost);
    worker->written.pieces = calloc(plan->route_count + 1, sizeof *worker->written.pieces);
    const struct fm_profile_input *input = &plan->profile->input;
    FM_TRY(fm_matcher_new(input->match_steps, input->match_memory, &worker->matcher));
    const bool made = worker->active != NULL && worker->written.marks != NULL &&
                      worker->lost != NULL && worker->written.pieces != NULL;
    return made ? FM_OK : FM_NO_MEMORY;
}

void fm_worker_free(struct fm_worker *worker)
{
    for (size_t i = 0; worker->active != NULL && i < worker->plan->route_count; i++)
        fm_sample_free(&worker->active[i].sample);
    for (size_t i = 0; worker->written.pieces != NULL && i < worker->plan->route_count; i++)
        fm_layout_pieces_free(&worker->written.pieces[i]);
    free(worker->written.pieces);
    free(worker->active);
    free(worker->written.marks);
    free(worker->lost);
    fm_table_free(&worker->written.keys);
    fm_matcher_free(worker->matcher);
    fm_buf_free(&worker->changed.tags);
    fm_buf_free(&worker->replayed.moves);
    fm_buf_free(&worker->replayed.sans);
    fm_buf_free(&worker->replayed.comments);
    fm_buf_free(&worker->exported.movetext);
    fm_buf_free(&worker->exported.whole);
    fm_buf_free(&worker->exported.begin);
    fm_buf_free(&worker->exported.hashes);
    fm_buf_free(&worker->exported.last_tree.begin);
    fm_buf_free(&worker->exported.last_tree.common);
    fm_lines_free(&worker->exported.lines);
    fm_buf_free(&worker->replayed.history);
    fm_buf_free(&worker->replayed.compared);
    fm_buf_free(&worker->replayed.path);
    fm_buf_free(&worker->replayed.openings);
    fm_buf_free(&worker->replayed.book_line);
    fm_buf_free(&worker->replayed.book_positions);
    fm_buf_free(&worker->replayed.following);
    fm_buf_free(&worker->replayed.better);
    fm_buf_free(&worker->replayed.book_sans);
    fm_buf_free(&worker->replayed.book_ucis);
    fm_buf_free(&worker->replayed.chosen);
    fm_split_free(&worker->exported.reread);
    fm_buf_free(&worker->fen);
    fm_buf_free(&worker->made);
    fm_arena_free(&worker->scratch);
    fm_record_scratch_free(&worker->of_record);
    *worker = (struct fm_worker){0};
}

void fm_worker_begin(struct fm_worker *worker, struct fm_block *block)
{
    worker->block = block;
    worker->game = worker->span = NULL;
    worker->listed = NULL;
    worker->placing.lines = (struct fm_line_count){0, 0, 0};
}

bool fm_worker_numbers(const struct fm_worker *worker)
{
    bool needed = worker->plan->needs & FM_NEEDS_NUMBERS;
    for (size_t i = 0; worker->block->listed && i < worker->plan->route_count; i++)
        needed |=
            worker->plan->routes[i].choice.every > 1; /* `every` counts the records of the run */
    return needed;
}

void fm_worker_count(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    fm_ring_count(worker->ring, block, fm_worker_numbers(worker));
}

void fm_worker_cut_sink(struct fm_worker *worker, size_t sink)
{
    const struct fm_sink_mark *mark = &worker->written.marks[sink];
    struct fm_row_set *rows = &worker->block->rows[sink];
    worker->block->out[sink].n = mark->out;
    rows->rows.n = mark->rows;
    rows->keys.n = mark->keys;
    rows->joints.n = mark->joints;
}

void fm_worker_cut_back(struct fm_worker *worker)
{
    for (size_t i = 0; i < worker->plan->route_count; i++)
        fm_worker_cut_sink(worker, i);
    for (size_t i = 0; i < worker->active_count; i++) {
        worker->active[i].records = worker->active[i].unwritten = worker->active[i].games = 0;
        fm_position_counts_clear(&worker->active[i].positions);
    }
    fm_table_clear(&worker->written.keys);
    worker->exported.last_tree.begin.n = 0;
    worker->written.left = worker->plan->profile->input.max_output_bytes;
}

bool fm_worker_writes_records(const struct fm_worker *worker)
{
    for (size_t i = 0; i < worker->active_count; i++)
        if (worker->active[i].route->format != FM_FORMAT_PGN)
            return true;
    return false;
}

void fm_worker_mark(struct fm_worker *worker)
{
    const struct fm_buf *const out = worker->block->out;
    struct fm_sink_mark *const marks = worker->written.marks;
    for (size_t i = 0, count = worker->plan->route_count; i < count; i++) {
        const struct fm_row_set *rows = &worker->block->rows[i];
        marks[i] = (struct fm_sink_mark){out[i].n, rows->rows.n, rows->keys.n, rows->joints.n};
        worker->lost[i] = FM_NOT_OFFERED;
    }
    fm_table_clear(&worker->written.keys);
    worker->written.unverified = worker->written.overflows = false;
    worker->written.rule_status = FM_OK;
    worker->written.left = worker->plan->profile->input.max_output_bytes;
    /* A move takes two bytes at least, and each position is before one or at the end of a line. */
    const struct fm_game *game = worker->game;
    worker->written.fits =
        game != NULL && (game->end - game->begin + 2) * (FM_FEN_MAX + FM_COUNTER_OPS_MAX) <=
                            worker->written.left / (worker->plan->route_count + 1);
    worker->active_count = 0;
}

enum fm_status fm_work_decode(const struct fm_worker *worker, struct fm_arena *arena,
                              struct fm_text *text)
{
    const struct fm_block *block = worker->block;
    const struct fm_buf *made = &worker->made;
    const bool inside = (text->p >= block->bytes && text->p < block->bytes + block->n) ||
                        (made->n > 0 && text->p >= made->p && text->p < made->p + made->n);
    if (text->n == 0 || !inside || worker->encoding <= FM_ENCODING_UTF8)
        return FM_OK;
    return fm_encoding_decode(arena, *text, worker->encoding, text);
}

static bool is_utf8(const struct fm_worker *worker)
{
    return worker->encoding == FM_ENCODING_UTF8 &&
           !fm_warnings_has(&worker->notes, FM_REASON_ENCODING_NOT_UTF8);
}

enum fm_encoding fm_work_recoded(const struct fm_worker *worker,
                                 const struct fm_profile_output *spec)
{
    return spec->utf8 && !is_utf8(worker) ? worker->encoding : FM_ENCODING_AUTO;
}

enum fm_status fm_work_to_utf8(const struct fm_worker *worker, struct fm_buf *out, size_t begin)
{
    const struct fm_text text = fm_buf_text_from(out, begin);
    if (is_utf8(worker) || fm_encoding_is_ascii(text))
        return FM_OK;
    struct fm_buf made = {NULL, 0, 0};
    enum fm_status status = fm_encoding_append(&made, text, worker->encoding);
    if (status == FM_OK) {
        out->n = begin;
        status = fm_buf_append(out, made.p, made.n);
    }
    fm_buf_free(&made);
    return status;
}

/* Keys are compared as UTF-8, whatever becomes of the records. Those of games are no longer than
 * the games, and have no limit of their own. */
enum fm_status fm_work_begin_entry(struct fm_worker *worker, const struct fm_route *route,
                                   struct fm_record_input *in)
{
    const enum fm_encoding encoding = in->encoding;
    const bool bounded = route->format != FM_FORMAT_PGN && worker->written.left < SIZE_MAX / 2;
    in->encoding = worker->encoding;
    const enum fm_status status =
        fm_sort_entry_begin(&route->sort, in, bounded ? (size_t)worker->written.left : SIZE_MAX / 2,
                            &worker->of_record.arena, fm_worker_out(worker, route));
    in->encoding = encoding;
    fm_record_scratch_reset(&worker->of_record);
    worker->written.overflows = worker->written.overflows || status == FM_REJECTED;
    return status;
}

enum fm_status fm_work_sampled_group(struct fm_worker *worker, const struct fm_route *route,
                                     struct fm_record_input *in, struct fm_hash128 *group)
{
    const enum fm_encoding encoding = in->encoding;
    struct fm_buf *out = fm_worker_out(worker, route); /* they are taken off again */
    const size_t begin = out->n;
    struct fm_warnings none = {{0}}; /* the values are of no record */
    in->encoding = worker->encoding;
    worker->of_record.room = worker->written.left;
    const enum fm_status status =
        fm_record_write(&route->sampled.values, in, &worker->of_record, out, &none);
    in->encoding = encoding;
    *group = fm_hash128_of(out->p + begin, out->n - begin, 0);
    out->n = begin;
    worker->written.overflows = worker->written.overflows || status == FM_REJECTED;
    return status;
}

bool fm_is_unreadable(struct fm_worker *worker, const struct fm_profile_output *spec)
{
    const struct fm_start *start = &worker->start;
    if (!fm_consumer_limits(spec) || (worker->listed == NULL && start->reason != FM_REASON_NONE))
        return false;
    const enum fm_variant_id id = worker->listed != NULL ? worker->listed->edit.setup.variant->id
                                  : start->class_ == FM_CLASS_CHESS960 ? FM_CHESS960
                                  : start->standard_start              ? FM_STANDARD
                                                                       : start->setup.variant->id;
    if (fm_consumer_plays(spec, id))
        return false;
    fm_warnings_note(&worker->notes, FM_REASON_VARIANT_NOT_READABLE);
    return true;
}

bool fm_is_unread(struct fm_worker *worker, struct fm_error *fault)
{
    if (worker->active_count > 0 ||
        !fm_warnings_has(&worker->notes, FM_REASON_VARIANT_NOT_READABLE))
        return false;
    fm_warnings_clear(&worker->notes, FM_REASON_VARIANT_NOT_READABLE);
    *fault = (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_VARIANT_NOT_READABLE};
    return true;
}

void fm_choose_routes(struct fm_worker *worker, const struct fm_game_facts *facts)
{
    const struct fm_plan *plan = worker->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        const struct fm_profile_output *spec = route->spec;
        const size_t lost = spec->has_when ? fm_game_lost(&spec->when, facts) : FM_NOT_LOST;
        if (lost != FM_NOT_LOST || fm_is_unreadable(worker, spec)) {
            worker->lost[i] = lost != FM_NOT_LOST ? lost : FM_NOT_OFFERED;
            continue;
        }
        worker->lost[i] = FM_NOT_LOST;
        struct fm_active_route *active = &worker->active[worker->active_count++];
        active->route = route;
        active->from = route->choice.from;
        active->every_from = active->from;
        active->span = route->choice.span;
        active->plain = route->way.plain;
        active->direct = route->way.direct;
        active->some = route->choice.some;
        active->records = active->unwritten = active->games = 0;
        active->follows = 0;
        fm_position_counts_clear(&active->positions);
        fm_sample_begin(&active->sample, (size_t)route->choice.of_game);
        /* An output that decides at the game's end may refuse it; then the next one takes it. */
        if (plan->profile->first_match && !(spec->has_when && fm_has_end_filter(&spec->when)) &&
            !fm_splits_games(route->positions))
            return;
    }
}

static bool is_wanted(const struct fm_game_wants *wants, unsigned opening)
{
    return wants->openings == NULL || wants->openings[opening];
}

size_t fm_choose_at_end(struct fm_worker *worker, unsigned plies)
{
    const struct fm_plan *plan = worker->plan;
    struct fm_game_end end = worker->end;
    end.plies = plies;
    end.opened = is_wanted(&plan->wanted, end.opening);
    const struct fm_profile_games *games = &plan->profile->games;
    const size_t lost = fm_end_lost(games, &end);
    if (lost != FM_NOT_LOST) {
        fm_worker_cut_back(worker);
        for (size_t i = 0; i < worker->active_count; i++)
            worker->lost[worker->active[i].route->sink] = FM_NOT_OFFERED;
        worker->active_count = 0;
        return lost;
    }
    size_t kept = 0;
    bool in_part = true;
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        end.reached = active->reached;
        end.contained = active->contained;
        end.opened = is_wanted(&active->route->when, end.opening);
        size_t *lost_at = &worker->lost[active->route->sink];
        if (kept > 0 && plan->profile->first_match)
            *lost_at = FM_NOT_OFFERED;
        else if (active->route->spec->has_when)
            *lost_at = fm_end_lost(&active->route->spec->when, &end);
        if (*lost_at == FM_NOT_LOST && fm_splits_games(active->route->positions) &&
            !fm_split_has(active->route->positions, end.moves.lo)) {
            *lost_at = active->route->spec->when.tag_count + FM_GAME_SPLIT;
            in_part = false;
        }
        if (*lost_at != FM_NOT_LOST) {
            fm_worker_cut_sink(worker, active->route->sink);
            continue;
        }
        /* Swapped, not copied: the sample of each owns memory. */
        if (active != &worker->active[kept]) {
            const struct fm_active_route moved = worker->active[kept];
            worker->active[kept] = *active;
            *active = moved;
        }
        kept++;
    }
    worker->active_count = kept;
    return kept > 0 || plan->route_count == 0
               ? FM_NOT_LOST
               : games->tag_count + (in_part ? FM_GAME_UNTAKEN_AT_END : FM_GAME_SPLIT);
}

void fm_note_lost_styles(struct fm_worker *worker)
{
    const struct fm_setup *setup = &worker->start.setup;
    if (FM_LIKELY(worker->start.standard_start || setup->style == FM_STYLE_TRADITIONAL))
        return;
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_route *route = worker->active[i].route;
        if (route->format != FM_FORMAT_PGN &&
            fm_castling_style_is_lost(setup, route->style.castling, route->style.no_prefix))
            fm_warnings_note(&worker->notes, FM_REASON_STYLE_NOT_REPRESENTABLE);
    }
}
