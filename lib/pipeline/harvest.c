/* Records of the end of a run: see harvest.h. */
#include <config.h>
#include "pipeline/harvest.h"
#include <stdlib.h>
#include "record/template.h"

enum fm_status fm_harvest_start(struct fm_harvest *harvest, const struct fm_plan *plan)
{
    *harvest = (struct fm_harvest){.plan = plan};
    harvest->draws = calloc(plan->route_count + 1, sizeof *harvest->draws);
    harvest->tallies = calloc(plan->route_count + 1, sizeof *harvest->tallies);
    if (harvest->draws == NULL || harvest->tallies == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        if (route->draws)
            harvest->draws[i].size = route->positions->sample_total;
        if (route->tallies)
            FM_TRY(fm_tally_new(route->positions->memory, &harvest->tallies[i]));
    }
    return FM_OK;
}

void fm_harvest_free(struct fm_harvest *harvest)
{
    for (size_t i = 0; harvest->draws != NULL && i < harvest->plan->route_count; i++)
        fm_draw_free(&harvest->draws[i]);
    for (size_t i = 0; harvest->tallies != NULL && i < harvest->plan->route_count; i++)
        fm_tally_free(harvest->tallies[i]);
    free(harvest->draws);
    free(harvest->tallies);
    *harvest = (struct fm_harvest){.plan = NULL};
}

static enum fm_status take_route(struct fm_harvest *harvest, size_t i, struct fm_block *block,
                                 struct fm_error *error)
{
    const unsigned sink = harvest->plan->routes[i].sink;
    struct fm_buf *out = &block->out[sink];
    const struct fm_key_mark *marks = (const void *)block->keys[sink].p;
    const size_t count = block->keys[sink].n / sizeof *marks;
    size_t begin = 0;
    for (size_t k = 0; k < count; k++) {
        const struct fm_text text = {out->p + begin, marks[k].end - begin};
        if (harvest->tallies[i] != NULL)
            FM_TRY(
                fm_tally_add(harvest->tallies[i], marks[k].key, marks[k].half_points, text, error));
        else
            FM_TRY(fm_draw_offer(&harvest->draws[i], marks[k].sample, text));
        begin = marks[k].end;
    }
    block->totals.records -= count;
    out->n = 0;
    return FM_OK;
}

enum fm_status fm_harvest_take(struct fm_harvest *harvest, struct fm_block *block,
                               struct fm_error *error)
{
    /* Nothing is drawn from lists: their records are always written. */
    for (size_t i = 0; i < harvest->plan->route_count; i++)
        if ((harvest->draws[i].size > 0 && !block->listed) || harvest->tallies[i] != NULL)
            FM_TRY(take_route(harvest, i, block, error));
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

static enum fm_status write_entry(void *user, const struct fm_tally_entry *entry)
{
    struct writing *writing = user;
    writing->record.n = 0;
    FM_TRY(fm_template_fill_counts(entry->text, entry->count, entry->scored, entry->half_points,
                                   &writing->record));
    writing->totals->records++;
    writing->totals->duplicates += entry->count - 1;
    return fm_sinks_put(writing->sinks, writing->sink,
                        (struct fm_text){writing->record.p, writing->record.n}, writing->error);
}

static enum fm_status write_draw(struct fm_draw *draw, struct writing *writing)
{
    fm_draw_finish(draw);
    for (size_t i = 0; i < draw->count; i++)
        FM_TRY(fm_sinks_put(writing->sinks, writing->sink,
                            (struct fm_text){draw->drawn[i].text, draw->drawn[i].n},
                            writing->error));
    writing->totals->records += draw->count;
    return FM_OK;
}

enum fm_status fm_harvest_write(struct fm_harvest *harvest, struct fm_sinks *sinks,
                                struct fm_totals *totals, struct fm_error *error)
{
    for (size_t i = 0; i < harvest->plan->route_count; i++) {
        struct writing writing = {.sinks = sinks,
                                  .sink = harvest->plan->routes[i].sink,
                                  .totals = totals,
                                  .error = error};
        if (harvest->draws[i].size > 0)
            FM_TRY(write_draw(&harvest->draws[i], &writing));
        if (harvest->tallies[i] == NULL)
            continue;
        const enum fm_status status =
            fm_tally_each(harvest->tallies[i], write_entry, &writing, error);
        fm_buf_free(&writing.record);
        FM_TRY(status);
    }
    return FM_OK;
}
