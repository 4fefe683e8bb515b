/* The stages of the commit: see stages.h. */
#include <config.h>
#include "convert/stages.h"

/* Bytes of a chunk of the temporary file: an output has about 70 of them in memory while it is
 * settled, which is an eighth of what it may take. */
enum { CHUNKS_OF_MEMORY = 512, CHUNK_MIN = 512, CHUNK_MAX = 256 * 1024 };

void fm_totals_add(struct fm_totals *sum, const struct fm_totals *more)
{
    sum->bytes += more->bytes;
    sum->games += more->games;
    sum->listed += more->listed;
    sum->kept += more->kept;
    sum->unselected += more->unselected;
    sum->rejected += more->rejected;
    sum->stray += more->stray;
    sum->plies += more->plies;
    sum->records += more->records;
    sum->games_written += more->games_written;
    sum->unwritten += more->unwritten;
    sum->unchecked += more->unchecked;
    sum->duplicates += more->duplicates;
    for (size_t i = 0; i < FM_COUNT_OF(sum->by_reason); i++)
        sum->by_reason[i] += more->by_reason[i];
    for (size_t i = 0; i < FM_COUNT_OF(sum->by_class); i++)
        sum->by_class[i] += more->by_class[i];
}

/* Everything of the run that remembers something; the memory is divided by it. */
static unsigned count_shares(const struct fm_plan *plan)
{
    unsigned shares = (plan->needs & FM_NEEDS_DUPLICATES) != 0;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        shares += fm_unique_stage_wants(route);
        shares += (route->needs & FM_NEEDS_RUN_SAMPLE) != 0;
        shares += (route->needs & FM_NEEDS_REPORT) != 0;
    }
    return shares == 0 ? 1 : shares;
}

static size_t chunk_of(const struct fm_plan *plan, unsigned shares)
{
    uint64_t least = plan->profile->positions.memory;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].positions->memory < least)
            least = plan->routes[i].positions->memory;
    const uint64_t chunk = least / shares / CHUNKS_OF_MEMORY;
    return chunk < CHUNK_MIN ? CHUNK_MIN : chunk > CHUNK_MAX ? CHUNK_MAX : (size_t)chunk;
}

enum fm_status fm_stages_start(struct fm_stages *stages, const struct fm_plan *plan,
                               const struct fm_destinations *to, const atomic_bool *cancelled,
                               struct fm_totals *totals, struct fm_funnel_count *funnel,
                               struct fm_error *error)
{
    const unsigned shares = count_shares(plan);
    *stages = (struct fm_stages){.plan = plan, .totals = totals, .funnel = funnel};
    FM_TRY(fm_spool_new(to->temporary, chunk_of(plan, shares), cancelled, &stages->spool));
    FM_TRY(fm_drop_duplicates_start(&stages->drop_duplicates, plan, stages->spool,
                                    plan->profile->positions.memory / shares));
    FM_TRY(fm_unique_stage_start(&stages->unique, plan, stages->spool, shares, error));
    FM_TRY(fm_deferred_start(&stages->deferred, plan, stages->spool, shares));
    const enum fm_status status = fm_sinks_open(&stages->sinks, plan, to, error);
    if (status != FM_OK)
        fm_sinks_free(&stages->sinks); /* a run is refused then */
    return status;
}

/* What comes after uniqueness. */
static enum fm_status write_block(struct fm_stages *stages, struct fm_block *block,
                                  struct fm_error *error)
{
    FM_TRY(fm_deferred_take(&stages->deferred, block, error));
    return fm_sinks_write(&stages->sinks, block, error);
}

/* What comes after duplicates of games. */
static enum fm_status take_games(struct fm_stages *stages, struct fm_block *block,
                                 struct fm_error *error)
{
    bool held = false;
    FM_TRY(fm_unique_stage_take(&stages->unique, block, &held, error));
    return held ? FM_OK : write_block(stages, block, error);
}

enum fm_status fm_stages_take(struct fm_stages *stages, struct fm_block *block,
                              struct fm_error *error)
{
    bool held = false;
    FM_TRY(fm_drop_duplicates_take(&stages->drop_duplicates, block, &held, error));
    return held ? FM_OK : take_games(stages, block, error);
}

/* What a block that was held has changed. */
static void count_block(struct fm_stages *stages, const struct fm_block *block)
{
    fm_totals_add(stages->totals, &block->totals);
    fm_funnel_add(&stages->plan->funnel, stages->funnel, block->funnel);
}

static enum fm_status pass_games(void *user, struct fm_block *block, struct fm_error *error)
{
    struct fm_stages *stages = user;
    FM_TRY(take_games(stages, block, error));
    count_block(stages, block);
    return FM_OK;
}

static enum fm_status pass_unique(void *user, struct fm_block *block, struct fm_error *error)
{
    struct fm_stages *stages = user;
    FM_TRY(write_block(stages, block, error));
    count_block(stages, block);
    return FM_OK;
}

enum fm_status fm_stages_finish(struct fm_stages *stages, struct fm_error *error)
{
    FM_TRY(fm_drop_duplicates_finish(&stages->drop_duplicates, pass_games, stages, error));
    FM_TRY(fm_unique_stage_finish(&stages->unique, pass_unique, stages, error));
    FM_TRY(fm_deferred_write(&stages->deferred, &stages->sinks, stages->totals, error));
    for (size_t i = 0; i < stages->plan->route_count; i++)
        if (stages->plan->routes[i].needs & FM_NEEDS_RUN_SAMPLE)
            stages->funnel[stages->plan->routes[i].positions_step + 1 + FM_POSITION_SAMPLE_TOTAL]
                .lost += stages->deferred.undrawn[i];
    return FM_OK;
}

enum fm_status fm_stages_commit(struct fm_stages *stages, struct fm_error *error)
{
    /* A store must not know records that are in no output. */
    const bool lost = fm_sinks_lost(&stages->sinks);
    if (!lost)
        FM_TRY(fm_unique_stage_prepare(&stages->unique, error));
    FM_TRY(fm_sinks_commit(&stages->sinks, error));
    return lost ? FM_OK : fm_unique_stage_commit(&stages->unique, error);
}

void fm_stages_free(struct fm_stages *stages)
{
    fm_sinks_free(&stages->sinks);
    fm_deferred_free(&stages->deferred);
    fm_unique_stage_free(&stages->unique);
    fm_drop_duplicates_free(&stages->drop_duplicates);
    fm_spool_free(stages->spool);
    stages->spool = NULL;
}
