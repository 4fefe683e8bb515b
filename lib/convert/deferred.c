/* Records of the end of a run: see deferred.h. */
#include <config.h>
#include "convert/deferred.h"
#include <stdlib.h>
#include "record/template.h"

enum fm_status fm_deferred_start(struct fm_deferred *deferred, const struct fm_plan *plan,
                                 struct fm_spool *spool, unsigned shares)
{
    *deferred = (struct fm_deferred){.plan = plan};
    deferred->samples = calloc(plan->route_count + 1, sizeof *deferred->samples);
    deferred->counts = calloc(plan->route_count + 1, sizeof *deferred->counts);
    deferred->undrawn = calloc(plan->route_count + 1, sizeof *deferred->undrawn);
    if (deferred->samples == NULL || deferred->counts == NULL || deferred->undrawn == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        const uint64_t memory = route->positions->memory / shares;
        if (route->needs & FM_NEEDS_RUN_SAMPLE)
            FM_TRY(fm_run_sample_new(spool, memory, route->positions->sample_total,
                                     &deferred->samples[i]));
        if (route->needs & FM_NEEDS_REPORT)
            FM_TRY(fm_key_counts_new(spool, memory, &deferred->counts[i]));
    }
    return FM_OK;
}

void fm_deferred_free(struct fm_deferred *deferred)
{
    for (size_t i = 0; deferred->samples != NULL && i < deferred->plan->route_count; i++)
        fm_run_sample_free(deferred->samples[i]);
    for (size_t i = 0; deferred->counts != NULL && i < deferred->plan->route_count; i++)
        fm_key_counts_free(deferred->counts[i]);
    free(deferred->samples);
    free(deferred->counts);
    free(deferred->undrawn);
    *deferred = (struct fm_deferred){.plan = NULL};
}

static enum fm_status take_route(struct fm_deferred *deferred, size_t i, struct fm_block *block,
                                 struct fm_error *error)
{
    const unsigned sink = deferred->plan->routes[i].sink;
    struct fm_buf *out = &block->out[sink];
    const struct fm_key_mark *marks = (const void *)block->keys[sink].p;
    const size_t count = block->keys[sink].n / sizeof *marks;
    size_t begin = 0;
    for (size_t k = 0; k < count; k++) {
        const struct fm_text text = {out->p + begin, marks[k].end - begin};
        if (deferred->counts[i] != NULL)
            FM_TRY(fm_key_counts_add(deferred->counts[i], marks[k].key, marks[k].half_points, text,
                                     error));
        else
            FM_TRY(fm_run_sample_offer(deferred->samples[i], marks[k].sample, text, error));
        begin = marks[k].end;
    }
    block->totals.records -= count;
    deferred->undrawn[i] += count;
    out->n = 0;
    return FM_OK;
}

enum fm_status fm_deferred_take(struct fm_deferred *deferred, struct fm_block *block,
                                struct fm_error *error)
{
    /* Nothing is drawn from lists: their records are always written. */
    for (size_t i = 0; i < deferred->plan->route_count; i++)
        if ((deferred->samples[i] != NULL && !block->listed) || deferred->counts[i] != NULL)
            FM_TRY(take_route(deferred, i, block, error));
    return FM_OK;
}

/* Where the records of one route go. */
struct writing {
    struct fm_sinks *sinks;
    unsigned sink;
    struct fm_totals *totals;
    struct fm_buf record;
    struct fm_error *error;
};

static enum fm_status write_record(void *user, struct fm_text text, struct fm_error *error)
{
    struct writing *writing = user;
    writing->totals->records++;
    return fm_sinks_put(writing->sinks, writing->sink, text, error);
}

static enum fm_status write_count(void *user, const struct fm_key_count *entry)
{
    struct writing *writing = user;
    writing->record.n = 0;
    FM_TRY(fm_template_fill_counts(entry->text, entry->count, entry->scored, entry->half_points,
                                   &writing->record));
    writing->totals->duplicates += entry->count - 1;
    return write_record(writing, (struct fm_text){writing->record.p, writing->record.n},
                        writing->error);
}

enum fm_status fm_deferred_write(struct fm_deferred *deferred, struct fm_sinks *sinks,
                                 struct fm_totals *totals, struct fm_error *error)
{
    for (size_t i = 0; i < deferred->plan->route_count; i++) {
        struct writing writing = {.sinks = sinks,
                                  .sink = deferred->plan->routes[i].sink,
                                  .totals = totals,
                                  .error = error};
        const uint64_t before = totals->records;
        if (deferred->samples[i] != NULL)
            FM_TRY(fm_run_sample_each(deferred->samples[i], write_record, &writing, error));
        deferred->undrawn[i] -= totals->records - before;
        if (deferred->counts[i] == NULL)
            continue;
        const enum fm_status status =
            fm_key_counts_each(deferred->counts[i], write_count, &writing, error);
        fm_buf_free(&writing.record);
        FM_TRY(status);
    }
    return FM_OK;
}
