/* SPDX-License-Identifier: MIT */
/* Duplicates of games (`games.duplicates`), and games that are excluded (`games.exclude`). The worker
 * leaves a mark of each kept game; the stage keeps the first of several in the order of the input, or
 * the longest, and takes back what a dropped one has written: its records, counts and log line; the
 * game goes to --unselected. As soon as the memory is full, blocks are held until all games are
 * known; for the longest all blocks are. */
#include <config.h>
#include "convert/stage.h"
#include <stdlib.h>
#include "pgn/encoding.h"
#include "convert/runs.h"
#include "convert/account.h"

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

/* The log line that the game has if it turns out to be dropped; its reason is added then. */
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
    other.reason = FM_REASON_NONE;
    other.records = 0;
    FM_TRY(fm_work_log(worker, game->begin, game->end, ordinal, &other));
    mark->line =
        fm_arena_copy(&worker->block->arena, (struct fm_text){log->p + begin, log->n - begin});
    log->n = begin;
    return mark->line.p == NULL ? FM_NO_MEMORY : FM_OK;
}

/* The value of a tag as UTF-8 without blanks around it, whatever its escapes and encoding. */
static enum fm_status value_of(struct fm_worker *worker, const struct fm_game *game,
                               enum fm_tag_id id, struct fm_text *out)
{
    const struct fm_tag *tag =
        fm_tag_find(fm_split_tags_of(&worker->block->split, game), game->tag_count, id);
    *out = FM_TEXT("");
    if (tag == NULL)
        return FM_OK;
    FM_TRY(fm_tag_value(tag, &worker->scratch, out));
    *out = fm_text_trim(*out);
    return worker->encoding == FM_ENCODING_UTF8 || tag->utf8
               ? FM_OK
               : fm_encoding_decode(&worker->scratch, *out, worker->encoding, out);
}

/* A name that is not known: "", "?", "-", "??". */
static bool is_unknown(struct fm_text name)
{
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] != '?' && name.p[i] != '-')
            return false;
    return true;
}

static struct fm_hash128 mix(struct fm_hash128 hash, struct fm_hash128 more)
{
    return (struct fm_hash128){fm_hash_mix(hash.lo ^ more.lo), fm_hash_mix(hash.hi + more.hi)};
}

/* The place of a text in the key is part of its hash. */
static struct fm_hash128 mix_text(struct fm_hash128 hash, struct fm_text text, uint64_t place)
{
    return mix(hash, fm_hash128_of(text.n == 0 ? (const void *)"" : text.p, text.n, place));
}

enum { PLACE_OF_WHITE = 1, PLACE_OF_BLACK, PLACE_OF_DATE, PLACE_OF_ROUND };

static enum fm_status mix_players(struct fm_worker *worker, const struct fm_game *game,
                                  struct fm_game_identity *id)
{
    struct fm_text white, black;
    FM_TRY(value_of(worker, game, FM_TAG_WHITE, &white));
    FM_TRY(value_of(worker, game, FM_TAG_BLACK, &black));
    id->unique = id->unique || is_unknown(white) || is_unknown(black);
    id->key = mix_text(mix_text(id->key, white, PLACE_OF_WHITE), black, PLACE_OF_BLACK);
    return FM_OK;
}

/* Dates with equal parts are equal however they are written; others are compared as text. */
static enum fm_status mix_date(struct fm_worker *worker, const struct fm_game *game, bool in_key,
                               struct fm_game_identity *id)
{
    struct fm_text text;
    FM_TRY(value_of(worker, game, FM_TAG_DATE, &text));
    const bool is_date = fm_tag_date_parts(text, &id->date);
    if (!in_key)
        return FM_OK;
    const unsigned char parts[] = {(unsigned char)(id->date.year >> 8),
                                   (unsigned char)id->date.year, id->date.month, id->date.day};
    if (is_date)
        text = (struct fm_text){parts, sizeof parts};
    id->key = mix_text(id->key, text, PLACE_OF_DATE);
    id->date = (struct fm_date){0, 0, 0};
    return FM_OK;
}

/* The Result tag counts where it is a result, else what is after the moves. */
static enum fm_status find_result(struct fm_worker *worker, const struct fm_game *game,
                                  struct fm_game_identity *id)
{
    struct fm_text text;
    FM_TRY(value_of(worker, game, FM_TAG_RESULT, &text));
    enum fm_result result = fm_result_of_tag(text);
    if (fm_result_half_points(result) < 0)
        result = game->result;
    if (fm_result_half_points(result) >= 0)
        id->result = (unsigned char)result;
    return FM_OK;
}

/* What is compared, by the profile's key. Without a move there is nothing that two games share:
 * forfeits of the same players in two years are two games. */
static enum fm_status identify(struct fm_worker *worker, const struct fm_game *game,
                               struct fm_game_identity *id)
{
    const unsigned same = worker->plan->duplicate_key;
    const bool longest = worker->plan->profile->games.duplicates == FM_DUPLICATES_LONGEST;
    const bool moves = (same & FM_SAME_MOVES) != 0;
    *id = (struct fm_game_identity){.unique = worker->line.n == 0 &&
                                              (same & (FM_SAME_MOVES | FM_SAME_PLAYERS)) != 0};
    if (moves)
        id->key = worker->end.start;
    if (same & FM_SAME_PLAYERS)
        FM_TRY(mix_players(worker, game, id));
    if (moves && !longest)
        id->key = mix(id->key, worker->end.moves);
    id->related = moves && longest;
    if (longest)
        id->moves = (struct fm_text){worker->line.p, worker->line.n};
    if (same & FM_SAME_RESULT)
        FM_TRY(find_result(worker, game, id));
    FM_TRY(mix_date(worker, game, (same & FM_SAME_DATE) != 0, id));
    if (same & FM_SAME_ROUND) {
        struct fm_text round;
        FM_TRY(value_of(worker, game, FM_TAG_ROUND, &round));
        id->key = mix_text(id->key, round, PLACE_OF_ROUND);
    }
    return FM_OK;
}

/* What goes to --unselected if the game turns out to be a duplicate. */
static void mark_text(const struct fm_worker *worker, struct fm_game_mark *mark,
                      const struct fm_game *game)
{
    const struct fm_block *block = worker->block;
    mark->begin = block->offset + game->begin;
    if (worker->plan->unselected == FM_NO_SINK)
        return;
    mark->text = fm_text_between(block->bytes + game->begin, block->bytes + game->end);
    if (game->uci) {
        mark->head = (struct fm_span_head){.kind = FM_SPAN_RECORD};
        mark->tail = fm_span_tail_of_text(FM_SPAN_LINE, mark->text);
        return;
    }
    mark->head = fm_span_head_of(&block->split, game, block->bytes);
    mark->tail = fm_span_tail_of(&block->split, game, block->bytes, mark->text);
}

enum fm_status fm_work_game_ends(struct fm_worker *worker, struct fm_game_mark *mark,
                                 const struct fm_game *game, size_t ordinal,
                                 const struct fm_result_of_game *result)
{
    struct fm_block *block = worker->block;
    struct fm_game_identity *id = &mark->identity;
    FM_TRY(identify(worker, game, id));
    const size_t moves = id->moves.n;
    id->moves = fm_arena_copy(&block->arena, id->moves);
    if (id->moves.n < moves)
        return FM_NO_MEMORY;
    mark_text(worker, mark, game);
    mark->records = result->records;
    mark->unwritten = result->unwritten;
    mark->games = result->games;
    for (size_t i = 0; i < worker->plan->sinks; i++)
        mark->to[i] = block->out[i].n;
    FM_TRY(other_line(worker, mark, game, ordinal, result));
    *block->game_tail = mark;
    block->game_tail = &mark->next;
    return FM_OK;
}

struct drop_duplicates {
    const struct fm_plan *plan;
    struct fm_duplicates *seen; /* owned */
    bool settled;               /* all blocks came: every answer is known */
};

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    if (!(run->plan->needs & FM_NEEDS_DUPLICATES))
        return FM_OK;
    struct drop_duplicates *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return FM_NO_MEMORY;
    *self = stage;
    stage->plan = run->plan;
    const uint64_t memory = run->plan->profile->positions.memory / run->shares;
    const enum fm_keep_duplicates keep = run->plan->profile->games.duplicates;
    FM_TRY(fm_duplicates_new(run->spool, memory, keep, &stage->seen));
    run->games = stage->seen;
    return FM_OK;
}

static void stop(void *self)
{
    struct drop_duplicates *stage = self;
    fm_duplicates_free(stage->seen);
    free(stage);
}

/* Records of dropped games are no longer compared with others: their keys go. */
static void drop_keys(struct fm_buf *keys, const struct fm_game_mark *game, unsigned sink)
{
    struct fm_key_mark *marks = (void *)keys->p;
    const size_t count = keys->n / sizeof *marks;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        while (game != NULL && game->to[sink] < marks[i].end)
            game = game->next;
        if (game == NULL || !game->answer.same || marks[i].end <= game->from[sink])
            marks[kept++] = marks[i];
    }
    keys->n = kept * sizeof *marks;
}

static enum fm_status decide(void *self, struct fm_block *block, bool *undecided,
                             struct fm_error *error)
{
    struct drop_duplicates *stage = self;
    for (struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next)
        FM_TRY(stage->settled
                   ? fm_duplicates_decide(stage->seen, &mark->answer, error)
                   : fm_duplicates_add(stage->seen, &mark->identity, &mark->answer, error));
    *undecided = !stage->settled && fm_duplicates_overflows(stage->seen);
    for (unsigned sink = 0; !*undecided && sink < stage->plan->route_count; sink++)
        drop_keys(&block->keys[sink], block->game_marks, sink);
    return FM_OK;
}

static enum fm_status settle(void *self, struct fm_error *error)
{
    struct drop_duplicates *stage = self;
    stage->settled = true;
    return fm_duplicates_settle(stage->seen, error);
}

/* The keys that are left move with their records. */
static void move_keys(const struct fm_buf *keys, const struct fm_game_mark *dropped, unsigned sink)
{
    struct fm_key_mark *marks = (void *)keys->p;
    const size_t count = keys->n / sizeof *marks;
    size_t removed = 0;
    for (size_t i = 0; i < count; i++) {
        while (dropped != NULL && dropped->to[sink] < marks[i].end) {
            removed += dropped->to[sink] - dropped->from[sink];
            dropped = dropped->next_dropped;
        }
        marks[i].end -= removed;
    }
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

/* The bytes of an output become what was made, followed by their own from `at` on. */
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
            status = fm_buf_append_text(&made, dropped->text);
        at = dropped->to[sink];
    }
    return replace(out, at, &made, status);
}

static enum fm_reason reason_of(const struct fm_game_mark *mark)
{
    return mark->answer.excluded  ? FM_REASON_EXCLUDED_GAME
           : mark->answer.shorter ? FM_REASON_SHORTER_DUPLICATE
                                  : FM_REASON_DUPLICATE_GAME;
}

/* The log: dropped games have their other line. */
static enum fm_status rebuild_log(const struct fm_plan *plan, struct fm_block *block,
                                  const struct fm_game_mark *dropped)
{
    const unsigned sink = plan->log;
    struct fm_buf *out = &block->out[sink], made = {NULL, 0, 0};
    enum fm_status status = fm_buf_reserve(&made, out->n + 1);
    size_t at = 0;
    for (; dropped != NULL && status == FM_OK; dropped = dropped->next_dropped) {
        if (dropped->from[sink] > at)
            status = fm_buf_append(&made, out->p + at, dropped->from[sink] - at);
        if (status == FM_OK)
            status = fm_log_reason(&made, dropped->line, reason_of(dropped));
        at = dropped->to[sink];
    }
    return replace(out, at, &made, status);
}

static void uncount(struct fm_block *block, const struct fm_game_mark *mark)
{
    struct fm_totals *totals = &block->totals;
    totals->kept--;
    totals->unselected++;
    totals->records -= mark->records;
    totals->unwritten -= mark->unwritten;
    totals->games_written -= mark->games;
    block->tally.by_reason[reason_of(mark)]++;
}

/* Nothing of a block that is held is changed: that would have to be done twice. */
static enum fm_status finish(const struct fm_plan *plan, struct fm_block *block, bool undecided)
{
    struct fm_game_mark *dropped = NULL, **tail = &dropped;
    if (undecided)
        return FM_OK;
    for (struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next) {
        if (!mark->answer.same)
            continue;
        *tail = mark;
        tail = &mark->next_dropped;
        uncount(block, mark);
        fm_funnel_drop(plan, block, mark);
    }
    if (dropped == NULL)
        return FM_OK;
    if (plan->log != FM_NO_SINK)
        FM_TRY(rebuild_log(plan, block, dropped));
    for (unsigned sink = 0; sink < plan->sinks; sink++)
        if (sink != plan->log) {
            FM_TRY(fm_runs_drop(block, sink, dropped, sink == plan->unselected));
            FM_TRY(rebuild(plan, block, dropped, sink));
        }
    for (unsigned sink = 0; sink < plan->route_count; sink++)
        move_keys(&block->keys[sink], dropped, sink);
    move_segments(block, dropped);
    return FM_OK;
}

const struct fm_stage fm_stage_duplicates = {.holds = FM_HOLD_KEYS | FM_HOLD_GAMES,
                                             .start = start,
                                             .decide = decide,
                                             .finish = finish,
                                             .settle = settle,
                                             .free = stop};
