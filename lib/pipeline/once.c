/* Records written once only: see once.h. */
#include <config.h>
#include "pipeline/once.h"
#include <stdlib.h>
#include "pipeline/work.h"

/* ---- the worker's side ---- */

enum fm_status fm_work_mark_record(struct fm_worker *worker, struct fm_active_route *active,
                                   const struct fm_key_mark *mark, size_t begin)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = &worker->block->out[route->sink];
    if (route->unique && route->positions->unique_scope == FM_SCOPE_GAME) {
        struct fm_hash128 key = mark->key;
        bool fresh;
        key.lo ^= fm_hash_mix(route->sink + 1); /* several outputs share the game's set */
        FM_TRY(fm_keyset_add(&worker->game_keys, key, &fresh));
        if (!fresh) {
            out->n = begin;
            active->records--;
            return FM_OK;
        }
    }
    if (!route->decided_late)
        return FM_OK;
    struct fm_key_mark made = *mark;
    made.end = out->n;
    made.half_points = worker->game == NULL ? -1 : fm_result_half_points(worker->game->result);
    return fm_buf_append(&worker->block->keys[route->sink], &made, sizeof made);
}

/* ---- the commit's side ---- */

enum fm_status fm_once_start(struct fm_once *once, const struct fm_plan *plan,
                             struct fm_error *error)
{
    *once = (struct fm_once){.plan = plan};
    once->uniques = calloc(plan->route_count + 1, sizeof *once->uniques);
    if (once->uniques == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        if (!route->unique || route->tallies || route->positions->unique_scope != FM_SCOPE_RUN)
            continue;
        const char *store = route->positions->unique_store.n == 0
                                ? NULL
                                : (const char *)route->positions->unique_store.p;
        FM_TRY(fm_unique_new(route->positions->memory, store, &once->uniques[i], error));
    }
    return FM_OK;
}

void fm_once_free(struct fm_once *once)
{
    for (size_t i = 0; once->uniques != NULL && i < once->plan->route_count; i++)
        fm_unique_free(once->uniques[i]);
    free(once->uniques);
    free(once->fresh);
    *once = (struct fm_once){.plan = NULL};
}

enum fm_status fm_once_commit(struct fm_once *once, struct fm_error *error)
{
    for (size_t i = 0; i < once->plan->route_count; i++)
        if (once->uniques[i] != NULL)
            FM_TRY(fm_unique_commit(once->uniques[i], error));
    return FM_OK;
}

static enum fm_status probe(struct fm_once *once, size_t route, const struct fm_key_mark *marks,
                            size_t count, struct fm_error *error)
{
    if (count > once->fresh_cap) {
        bool *grown = realloc(once->fresh, count * sizeof *grown);
        if (grown == NULL)
            return FM_NO_MEMORY;
        once->fresh = grown;
        once->fresh_cap = count;
    }
    struct fm_hash128 *keys = malloc(count * sizeof *keys);
    if (keys == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        keys[i] = marks[i].key;
    const enum fm_status status =
        fm_unique_probe(once->uniques[route], keys, count, once->fresh, error);
    free(keys);
    return status;
}

/* Close the gaps, also in the marks; segments of the sink (files named after games) move with their
 * records. */
static uint64_t close_gaps(const bool *fresh, struct fm_key_mark *marks, size_t count,
                           struct fm_block *block, unsigned sink)
{
    struct fm_buf *out = &block->out[sink];
    struct fm_segment *segment = block->segments;
    size_t from = 0, to = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        while (segment != NULL && (segment->sink != sink || segment->end <= from))
            segment = segment->next;
        const size_t end = marks[i].end, n = end - from;
        if (segment != NULL && segment->begin == from)
            segment->begin = to;
        if (fresh[i]) {
            memmove(out->p + to, out->p + from, n);
            to += n;
            marks[kept] = marks[i];
            marks[kept++].end = to;
        }
        from = end;
        if (segment != NULL && segment->end == from) {
            segment->end = to;
            segment = segment->next;
        }
    }
    out->n = to;
    block->keys[sink].n = kept * sizeof *marks;
    return count - kept;
}

enum fm_status fm_once_sift(struct fm_once *once, struct fm_block *block, struct fm_error *error)
{
    for (size_t i = 0; i < once->plan->route_count; i++) {
        const unsigned sink = once->plan->routes[i].sink;
        const size_t count = block->keys[sink].n / sizeof(struct fm_key_mark);
        if (once->uniques[i] == NULL || count == 0)
            continue;
        struct fm_key_mark *marks = (void *)block->keys[sink].p;
        FM_TRY(probe(once, i, marks, count, error));
        const uint64_t dropped = close_gaps(once->fresh, marks, count, block, sink);
        block->totals.records -= dropped;
        block->totals.duplicates += dropped;
    }
    return FM_OK;
}
