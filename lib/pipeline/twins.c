/* Duplicates of games: see twins.h. */
#include <config.h>
#include "pipeline/twins.h"
#include <stdlib.h>
#include "pipeline/log.h"

/* ---- the worker's side ---- */

struct fm_game_mark *fm_work_game_begins(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    const size_t sinks = worker->plan->sinks;
    struct fm_game_mark *mark = fm_arena_alloc(&block->arena, sizeof *mark);
    size_t *ends = fm_arena_alloc(&block->arena, 2 * sinks * sizeof *ends);
    if (mark == NULL || ends == NULL)
        return NULL;
    *mark = (struct fm_game_mark){.from = ends, .to = ends + sinks};
    for (size_t i = 0; i < sinks; i++)
        mark->from[i] = block->out[i].n;
    return mark;
}

/* The log line that the game has if it turns out to be a duplicate. */
static enum fm_status other_line(struct fm_worker *worker, struct fm_game_mark *mark,
                                 const struct fm_game *game, size_t ordinal,
                                 const struct fm_result_of_game *result)
{
    if (worker->plan->log == FM_NO_SINK)
        return FM_OK;
    struct fm_buf *log = &worker->block->out[worker->plan->log];
    const size_t begin = log->n;
    struct fm_result_of_game other = *result;
    other.outcome = FM_UNSELECTED;
    other.reason = FM_REASON_DUPLICATE_GAME;
    other.records = 0;
    FM_TRY(fm_work_log(worker, game->begin, game->end, ordinal, &other));
    mark->line =
        fm_arena_copy(&worker->block->arena, (struct fm_text){log->p + begin, log->n - begin});
    log->n = begin;
    return mark->line.p == NULL ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_work_game_ends(struct fm_worker *worker, struct fm_game_mark *mark,
                                 const struct fm_game *game, size_t ordinal,
                                 const struct fm_result_of_game *result)
{
    struct fm_block *block = worker->block;
    const struct fm_tag *tags = fm_split_tags_of(&block->split, game);
    static const enum fm_tag_id players[] = {FM_TAG_WHITE, FM_TAG_BLACK};
    struct fm_hash128 key = worker->end.moves, group = worker->end.start;
    for (size_t i = 0; i < FM_COUNT_OF(players); i++) {
        const struct fm_tag *tag = fm_tag_find(tags, game->tag_count, players[i]);
        const struct fm_text name =
            tag == NULL ? (struct fm_text){NULL, 0} : fm_text_trim(tag->value);
        const struct fm_hash128 hash =
            fm_hash128_of(name.n == 0 ? "" : (const char *)name.p, name.n, i + 1);
        key.lo = fm_hash_mix(key.lo ^ hash.lo);
        key.hi = fm_hash_mix(key.hi + hash.hi);
        group.lo = fm_hash_mix(group.lo ^ hash.lo);
        group.hi = fm_hash_mix(group.hi + hash.hi);
    }
    mark->key = key;
    mark->group = group;
    mark->moves = fm_arena_copy(&block->arena, (struct fm_text){worker->line.p, worker->line.n});
    if (mark->moves.n < worker->line.n)
        return FM_NO_MEMORY;
    mark->begin = game->begin;
    mark->end = game->end;
    mark->records = result->records;
    mark->unwritten = result->unwritten;
    for (size_t i = 0; i < worker->plan->sinks; i++)
        mark->to[i] = block->out[i].n;
    FM_TRY(other_line(worker, mark, game, ordinal, result));
    *block->game_tail = mark;
    block->game_tail = &mark->next;
    return FM_OK;
}

/* ---- the commit's side ---- */

enum fm_status fm_twins_start(struct fm_twins *twins, const struct fm_plan *plan,
                              struct fm_error *error)
{
    *twins = (struct fm_twins){.plan = plan};
    if (!plan->drops_twins)
        return FM_OK;
    const uint64_t half = plan->profile->positions.memory / 2;
    FM_TRY(fm_kinship_new(half, &twins->kinship));
    return fm_unique_new(half, NULL, &twins->seen, error);
}

void fm_twins_free(struct fm_twins *twins)
{
    fm_unique_free(twins->seen);
    fm_kinship_free(twins->kinship);
    *twins = (struct fm_twins){.plan = NULL};
}

/* Keys of records: those of dropped games go, the others move. */
static void move_keys(struct fm_buf *keys, const struct fm_game_mark *dropped, unsigned sink)
{
    struct fm_key_mark *marks = (void *)keys->p;
    const size_t count = keys->n / sizeof *marks;
    size_t kept = 0, removed = 0;
    for (size_t i = 0; i < count; i++) {
        while (dropped != NULL && dropped->to[sink] < marks[i].end) {
            removed += dropped->to[sink] - dropped->from[sink];
            dropped = dropped->next_dropped;
        }
        if (dropped != NULL && marks[i].end > dropped->from[sink])
            continue;
        marks[kept] = marks[i];
        marks[kept++].end -= removed;
    }
    keys->n = kept * sizeof *marks;
}

/* Bytes of dropped games before a place. */
static size_t removed_before(const struct fm_game_mark *dropped, unsigned sink, size_t at)
{
    size_t removed = 0;
    for (; dropped != NULL && dropped->from[sink] < at; dropped = dropped->next_dropped)
        removed += (dropped->to[sink] < at ? dropped->to[sink] : at) - dropped->from[sink];
    return removed;
}

/* Segments of named files move too; an empty one names no file. */
static void move_segments(struct fm_block *block, const struct fm_game_mark *dropped)
{
    struct fm_segment **at = &block->segments;
    while (*at != NULL) {
        struct fm_segment *segment = *at;
        segment->begin -= removed_before(dropped, segment->sink, segment->begin);
        segment->end -= removed_before(dropped, segment->sink, segment->end);
        if (segment->begin == segment->end)
            *at = segment->next;
        else
            at = &segment->next;
    }
}

/* Put what was made in the place of an output, and behind it what stands there from `at` on. */
static enum fm_status replace(struct fm_buf *out, size_t at, struct fm_buf *made,
                              enum fm_status status)
{
    if (status == FM_OK && out->n > at)
        status = fm_buf_append(made, out->p + at, out->n - at);
    if (status == FM_OK) {
        fm_buf_free(out);
        *out = *made;
    } else {
        fm_buf_free(made);
    }
    return status;
}

/* One sink without what dropped games wrote there; --unselected gets the games. */
static enum fm_status rebuild(const struct fm_plan *plan, const struct fm_block *block,
                              const struct fm_game_mark *dropped, unsigned sink)
{
    struct fm_buf *out = &block->out[sink], made = {NULL, 0, 0};
    enum fm_status status = fm_buf_reserve(&made, out->n + 1);
    size_t at = 0;
    for (; dropped != NULL && status == FM_OK; dropped = dropped->next_dropped) {
        if (dropped->from[sink] > at)
            status = fm_buf_append(&made, out->p + at, dropped->from[sink] - at);
        if (status == FM_OK && sink == plan->unselected)
            status =
                fm_buf_append(&made, block->bytes + dropped->begin, dropped->end - dropped->begin);
        at = dropped->to[sink];
    }
    return replace(out, at, &made, status);
}

/* The line of a kept game, with what is known of it only now. */
static enum fm_status name_kin(struct fm_buf *log, const struct fm_game_mark *mark)
{
    if (mark->kin & FM_KIN_BEGINNING)
        FM_TRY(fm_log_note(log, FM_REASON_GAME_BEGINNING));
    return mark->kin & FM_KIN_CONTINUED ? fm_log_note(log, FM_REASON_GAME_CONTINUED) : FM_OK;
}

/* The log, with the other lines of dropped games, and what others are to each other. */
static enum fm_status rebuild_log(const struct fm_plan *plan, struct fm_block *block)
{
    const unsigned sink = plan->log;
    struct fm_buf *out = &block->out[sink], made = {NULL, 0, 0};
    enum fm_status status = fm_buf_reserve(&made, out->n + 1);
    size_t at = 0;
    for (const struct fm_game_mark *mark = block->game_marks; mark != NULL && status == FM_OK;
         mark = mark->next) {
        const size_t end = mark->dropped ? mark->from[sink] : mark->to[sink];
        if (end > at)
            status = fm_buf_append(&made, out->p + at, end - at);
        if (status == FM_OK)
            status = mark->dropped ? fm_buf_append_text(&made, mark->line) : name_kin(&made, mark);
        at = mark->to[sink];
    }
    return replace(out, at, &made, status);
}

static enum fm_status find_kin(struct fm_twins *twins, struct fm_block *block,
                               struct fm_game_mark *mark, bool *found)
{
    uint64_t *counts = block->totals.by_reason;
    FM_TRY(fm_kinship_add(twins->kinship, mark->group, mark->moves, &mark->kin));
    counts[FM_REASON_GAME_BEGINNING] += (mark->kin & FM_KIN_BEGINNING) != 0;
    counts[FM_REASON_GAME_CONTINUED] += (mark->kin & FM_KIN_CONTINUED) != 0;
    *found = *found || mark->kin != 0;
    return FM_OK;
}

static void uncount(struct fm_totals *totals, const struct fm_game_mark *mark)
{
    totals->kept--;
    totals->unselected++;
    totals->records -= mark->records;
    totals->unwritten -= mark->unwritten;
    totals->by_reason[FM_REASON_DUPLICATE_GAME]++;
}

enum fm_status fm_twins_sift(struct fm_twins *twins, struct fm_block *block, struct fm_error *error)
{
    struct fm_game_mark *dropped = NULL, **tail = &dropped;
    bool named = false;
    if (twins->seen == NULL)
        return FM_OK;
    for (struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next) {
        bool fresh;
        FM_TRY(fm_unique_probe(twins->seen, &mark->key, 1, &fresh, error));
        if (fresh) {
            FM_TRY(find_kin(twins, block, mark, &named));
            continue;
        }
        mark->dropped = true;
        *tail = mark;
        tail = &mark->next_dropped;
        uncount(&block->totals, mark);
    }
    if (twins->plan->log != FM_NO_SINK && (named || dropped != NULL))
        FM_TRY(rebuild_log(twins->plan, block));
    if (dropped == NULL)
        return FM_OK;
    for (unsigned sink = 0; sink < twins->plan->sinks; sink++)
        if (sink != twins->plan->log)
            FM_TRY(rebuild(twins->plan, block, dropped, sink));
    for (unsigned sink = 0; sink < twins->plan->route_count; sink++)
        move_keys(&block->keys[sink], dropped, sink);
    move_segments(block, dropped);
    return FM_OK;
}
