/* What one thread keeps from game to game: see struct fm_worker in work.h. */
#include <config.h>
#include "convert/work.h"
#include <stdlib.h>
#include "pgn/encoding.h"
#include "convert/runs.h"

enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan)
{
    worker->plan = plan;
    worker->game_keys.row = sizeof(struct fm_hash128);
    worker->active = calloc(plan->route_count + 1, sizeof *worker->active);
    worker->marks = calloc(plan->sinks + 1, sizeof *worker->marks);
    worker->key_marks = calloc(plan->sinks + 1, sizeof *worker->key_marks);
    worker->lost = calloc(plan->route_count + 1, sizeof *worker->lost);
    worker->board8 = fm_replayer_new_8x8();
    worker->board10 = fm_replayer_new_10x8();
    const struct fm_profile_input *input = &plan->profile->input;
    FM_TRY(fm_matcher_new(input->match_steps, input->match_memory, &worker->matcher));
    const bool made = worker->active != NULL && worker->marks != NULL &&
                      worker->key_marks != NULL && worker->lost != NULL && worker->board8 != NULL &&
                      worker->board10 != NULL;
    return made ? FM_OK : FM_NO_MEMORY;
}

void fm_worker_free(struct fm_worker *worker)
{
    for (size_t i = 0; worker->active != NULL && i < worker->plan->route_count; i++)
        fm_sample_free(&worker->active[i].sample);
    free(worker->active);
    free(worker->marks);
    free(worker->key_marks);
    free(worker->lost);
    fm_table_free(&worker->game_keys);
    fm_matcher_free(worker->matcher);
    fm_replayer_free_8x8(worker->board8);
    fm_replayer_free_10x8(worker->board10);
    fm_buf_free(&worker->moves);
    fm_buf_free(&worker->history);
    fm_buf_free(&worker->line);
    fm_buf_free(&worker->path);
    fm_arena_free(&worker->scratch);
    fm_record_scratch_free(&worker->of_record);
    *worker = (struct fm_worker){0};
}

void fm_worker_cut_sink(struct fm_worker *worker, size_t sink)
{
    worker->block->out[sink].n = worker->marks[sink];
    worker->block->keys[sink].n = worker->key_marks[sink];
}

void fm_worker_cut_back(struct fm_worker *worker)
{
    for (size_t i = 0; i < worker->plan->route_count; i++)
        fm_worker_cut_sink(worker, i);
    for (size_t i = 0; i < worker->active_count; i++) {
        worker->active[i].records = worker->active[i].unwritten = worker->active[i].games = 0;
        fm_position_counts_clear(&worker->active[i].positions, worker->active[i].route->counted);
    }
    fm_table_clear(&worker->game_keys);
    worker->output_left = worker->plan->profile->input.max_output_bytes;
}

/* Bytes that wait for the commit. */
static size_t held_by(const struct fm_worker *worker)
{
    const struct fm_block *block = worker->block;
    size_t held = block->arena.held;
    for (unsigned i = 0; i < worker->plan->sinks; i++)
        held += block->out[i].n + block->keys[i].n + block->runs[i].n;
    return held;
}

enum fm_status fm_worker_pass_on(struct fm_worker *worker)
{
    enum { PART_SIZE = 4 * 1024 * 1024 };
    struct fm_block *block = worker->block;
    if (FM_LIKELY(held_by(worker) < PART_SIZE))
        return FM_OK;
    fm_runs_close(worker);
    if (!block->counted && block->kind == FM_BLOCK_LINES)
        block->games = fm_work_count_records(worker);
    const bool more = worker->write_part(worker->user, block);
    if (worker->plan->needs & FM_NEEDS_CENSUS)
        memset(&block->census, 0, sizeof block->census);
    return more ? fm_funnel_begin(worker->plan, block) : FM_CANCELLED;
}

bool fm_worker_writes_records(const struct fm_worker *worker)
{
    for (size_t i = 0; i < worker->active_count; i++)
        if (worker->active[i].route->format != FM_FORMAT_PGN)
            return true;
    return false;
}

void fm_worker_sum(const struct fm_worker *worker, struct fm_result_of_game *result)
{
    /* One after the other: both in one vector would wait for the stores of its halves. */
    for (size_t i = 0; i < worker->active_count; i++)
        result->records += worker->active[i].records;
    for (size_t i = 0; i < worker->active_count; i++)
        result->unwritten += worker->active[i].unwritten;
    for (size_t i = 0; i < worker->active_count; i++)
        result->games += worker->active[i].games;
}

void fm_worker_mark(struct fm_worker *worker)
{
    for (size_t i = 0; i < worker->plan->route_count; i++) {
        worker->marks[i] = worker->block->out[i].n;
        worker->key_marks[i] = worker->block->keys[i].n;
    }
    fm_table_clear(&worker->game_keys);
    worker->unverified = worker->overflows = false;
    worker->output_left = worker->plan->profile->input.max_output_bytes;
    worker->active_count = 0;
}

enum fm_status fm_work_find_encoding(struct fm_worker *worker, struct fm_text text, size_t ordinal)
{
    const enum fm_encoding given = worker->plan->profile->input.encoding;
    const bool doubted = given <= FM_ENCODING_UTF8 || given == FM_ENCODING_1252;
    worker->encoding = given == FM_ENCODING_AUTO ? FM_ENCODING_UTF8 : given;
    if (!doubted || worker->ascii || fm_encoding_is_utf8(text))
        return FM_OK;
    struct fm_error finding = {.reason = FM_REASON_ENCODING_1252, .warning = true};
    if (given == FM_ENCODING_UTF8) {
        finding.reason = FM_REASON_ENCODING_NOT_UTF8;
    } else if (given == FM_ENCODING_AUTO) {
        const enum fm_encoding likely = fm_encoding_guess_cyrillic(text);
        worker->encoding = FM_ENCODING_1252;
        fm_warnings_note(&worker->notes, FM_REASON_ENCODING_1252);
        if (likely != FM_ENCODING_AUTO)
            finding.reason = FM_REASON_ENCODING_CYRILLIC;
        finding.detail = fm_text_of(fm_encoding_hint(likely));
    }
    fm_warnings_note(&worker->notes, finding.reason);
    return given == FM_ENCODING_1252
               ? FM_OK
               : fm_work_input_message(worker, &finding, (size_t)(text.p - worker->block->bytes),
                                       ordinal);
}

enum fm_status fm_work_decode(const struct fm_worker *worker, struct fm_arena *arena,
                              struct fm_text *text)
{
    const struct fm_block *block = worker->block;
    const bool inside = text->p >= block->bytes && text->p < block->bytes + block->n;
    if (text->n == 0 || !inside || worker->encoding <= FM_ENCODING_UTF8)
        return FM_OK;
    return fm_encoding_decode(arena, *text, worker->encoding, text);
}
