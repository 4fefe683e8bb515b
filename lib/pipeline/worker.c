/* What one thread keeps from game to game: see struct fm_worker in work.h. */
#include <config.h>
#include "pipeline/work.h"
#include <stdlib.h>
#include "pgn/encoding.h"

enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan)
{
    worker->plan = plan;
    worker->active = calloc(plan->route_count + 1, sizeof *worker->active);
    worker->marks = calloc(plan->sinks + 1, sizeof *worker->marks);
    worker->key_marks = calloc(plan->sinks + 1, sizeof *worker->key_marks);
    worker->board8 = fm_replayer_new_8x8();
    worker->board10 = fm_replayer_new_10x8();
    const bool made = worker->active != NULL && worker->marks != NULL &&
                      worker->key_marks != NULL && worker->board8 != NULL &&
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
    fm_keyset_free(&worker->game_keys);
    fm_replayer_free_8x8(worker->board8);
    fm_replayer_free_10x8(worker->board10);
    fm_buf_free(&worker->moves);
    fm_buf_free(&worker->history);
    fm_buf_free(&worker->line);
    fm_buf_free(&worker->path);
    fm_arena_free(&worker->scratch);
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
    for (size_t i = 0; i < worker->active_count; i++)
        worker->active[i].records = worker->active[i].unwritten = 0;
    fm_keyset_clear(&worker->game_keys);
}

void fm_worker_sum(const struct fm_worker *worker, struct fm_result_of_game *result)
{
    /* One after the other: both in one vector would wait for the stores of its halves. */
    for (size_t i = 0; i < worker->active_count; i++)
        result->records += worker->active[i].records;
    for (size_t i = 0; i < worker->active_count; i++)
        result->unwritten += worker->active[i].unwritten;
}

void fm_worker_mark(struct fm_worker *worker)
{
    for (size_t i = 0; i < worker->plan->route_count; i++) {
        worker->marks[i] = worker->block->out[i].n;
        worker->key_marks[i] = worker->block->keys[i].n;
    }
    fm_keyset_clear(&worker->game_keys);
    worker->unverified = false;
    worker->active_count = 0;
}

void fm_work_find_encoding(struct fm_worker *worker, struct fm_text text)
{
    const enum fm_encoding asked = worker->plan->profile->input.encoding;
    const bool latin = asked == FM_ENCODING_AUTO || asked == FM_ENCODING_1252;
    const bool other = latin && !worker->ascii && !fm_encoding_is_utf8(text);
    if (other)
        fm_reading_note(&worker->notes, FM_REASON_ENCODING_1252);
    worker->encoding = asked != FM_ENCODING_AUTO ? asked
                       : other                   ? FM_ENCODING_1252
                                                 : FM_ENCODING_UTF8;
}
