/* SPDX-License-Identifier: MIT */
/* Accounts of spans: see account.h. */
#include <config.h>
#include "convert/account.h"
#include "base/utf8.h"
#include "convert/runs.h"

static enum fm_status put(struct fm_buf *out, const char *literal)
{
    return fm_buf_append_text(out, fm_text_of(literal));
}

static enum fm_status put_number(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(put(out, key));
    return fm_buf_append_u64(out, number);
}

/* A number that counts from 1; 0 = it is not known. */
static enum fm_status put_ordinal(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(put(out, key));
    return number == 0 ? put(out, "null") : fm_buf_append_u64(out, number);
}

static enum fm_status put_string(struct fm_buf *out, const char *key, struct fm_text value)
{
    FM_TRY(put(out, key));
    FM_TRY(put(out, "\""));
    FM_TRY(fm_json_text(out, value));
    return put(out, "\"");
}

static enum fm_status put_head(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line)
{
    FM_TRY(put_string(out, "{\"input\":", fm_text_of(input)));
    FM_TRY(put_number(out, ",\"offset\":", offset));
    FM_TRY(put_number(out, ",\"length\":", length));
    return put_ordinal(out, ",\"line\":", line);
}

static enum fm_status put_warning(struct fm_buf *out, bool *first, enum fm_reason reason,
                                  uint64_t count)
{
    FM_TRY(put(out, *first ? ",\"warnings\":{\"" : ",\""));
    *first = false;
    FM_TRY(put(out, fm_reason_name(reason)));
    return put_number(out, "\":", count);
}

static enum fm_status put_warnings(struct fm_buf *out, const struct fm_warnings *notes,
                                   const uint32_t *tolerated)
{
    bool first = true;
    for (unsigned reason = 1; reason < FM_REASON_COUNT; reason++)
        if (fm_warnings_has(notes, (enum fm_reason)reason))
            FM_TRY(put_warning(out, &first, (enum fm_reason)reason, 1));
    for (unsigned i = 0; tolerated != NULL && i < FM_TOLERANCES; i++)
        if (tolerated[i] > 0)
            FM_TRY(put_warning(out, &first, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + i),
                               tolerated[i]));
    return first ? FM_OK : put(out, "}");
}

/* The moves of operations that are not legal, as a list of texts. */
struct illegal {
    struct fm_buf *out;
    bool any;
};

static enum fm_status put_illegal(void *user, struct fm_text opcode, struct fm_text move,
                                  const unsigned char *end)
{
    struct illegal *illegal = user;
    (void)end;
    FM_TRY(put(illegal->out, illegal->any ? ",\"" : ",\"illegal-moves\":[\""));
    illegal->any = true;
    FM_TRY(fm_json_text(illegal->out, opcode));
    FM_TRY(put(illegal->out, " "));
    FM_TRY(fm_json_text(illegal->out, move));
    return put(illegal->out, "\"");
}

static enum fm_status put_all_illegal(struct fm_worker *worker, struct fm_buf *out)
{
    struct illegal illegal = {out, false};
    if (worker->noted == NULL || !fm_warnings_has(&worker->notes, FM_REASON_OPERATION_MOVE_ILLEGAL))
        return FM_OK;
    FM_TRY(fm_work_each_illegal(worker, put_illegal, &illegal));
    return illegal.any ? put(out, "]") : FM_OK;
}

static enum fm_status log_span(struct fm_worker *worker, size_t begin, size_t end, uint64_t line,
                               size_t ordinal, const struct fm_result_of_game *result)
{
    static const char *const outcomes[] = {"kept", "unselected", "rejected", "stray"};
    const struct fm_block *block = worker->block;
    struct fm_buf *out = &worker->block->out[worker->plan->log];
    FM_TRY(put_head(out, block->input, block->offset + begin, end - begin, line));
    if (result->outcome != FM_STRAY) {
        FM_TRY(put_ordinal(out,
                           ",\"game\":", worker->plan->shard ? 0 : block->game_base + ordinal + 1));
        if (result->class_ < FM_CLASSES)
            FM_TRY(put_string(out, ",\"class\":", fm_text_of(fm_class_names[result->class_])));
    }
    FM_TRY(put_string(out, ",\"outcome\":", fm_text_of(outcomes[result->outcome])));
    if (result->reason != FM_REASON_NONE)
        FM_TRY(put_string(out, ",\"reason\":", fm_text_of(fm_reason_name(result->reason))));
    if (result->outcome != FM_STRAY) {
        FM_TRY(put_number(out, ",\"plies\":", result->plies));
        FM_TRY(put_number(out, ",\"records\":", result->records));
        if (result->language.n > 0)
            FM_TRY(put_string(out, ",\"letters\":", result->language));
        struct fm_text evidence = result->evidence;
        FM_TRY(fm_work_decode(worker, &worker->scratch, &evidence));
        if (evidence.n > 0)
            FM_TRY(put_string(out, ",\"evidence\":", evidence));
        FM_TRY(put_all_illegal(worker, out));
        FM_TRY(put_warnings(out, &worker->notes, result->tolerated));
    }
    return put(out, "}\n");
}

enum fm_status fm_log_reason(struct fm_buf *out, struct fm_text line, enum fm_reason reason)
{
    static const char after[] = ",\"plies\":"; /* no text of a line has a bare quotation mark */
    size_t at = 0;
    while (memcmp(line.p + at, after, sizeof after - 1) != 0)
        at++;
    FM_TRY(fm_buf_append(out, line.p, at));
    FM_TRY(put_string(out, ",\"reason\":", fm_text_of(fm_reason_name(reason))));
    return fm_buf_append(out, line.p + at, line.n - at);
}

enum fm_status fm_log_oversize(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line, uint64_t game)
{
    FM_TRY(put_head(out, input, offset, length, line));
    FM_TRY(put_ordinal(out, ",\"game\":", game));
    return put(out, ",\"class\":\"broken\",\"outcome\":\"rejected\",\"reason\":\"game-too-large\""
                    ",\"plies\":0,\"records\":0}\n");
}

enum fm_status fm_log_stray(struct fm_buf *out, const char *input, uint64_t offset, uint64_t length,
                            uint64_t line)
{
    FM_TRY(put_head(out, input, offset, length, line));
    return put(out, ",\"outcome\":\"stray\"}\n");
}

enum fm_status fm_log_merged(struct fm_buf *out, const struct fm_error *found)
{
    FM_TRY(put_string(out, "{\"input\":", fm_text_of(found->input)));
    FM_TRY(put_number(out, ",\"game\":", found->game));
    FM_TRY(put(out, ",\"outcome\":\"merged\""));
    FM_TRY(put_string(out, ",\"detail\":", found->what));
    FM_TRY(put_string(out, ",\"warnings\":{", fm_text_of(fm_reason_name(found->reason))));
    return put(out, ":1}}\n");
}

enum fm_status fm_log_unread(struct fm_buf *out, const struct fm_block *block)
{
    FM_TRY(put_string(out, "{\"input\":", fm_text_of(block->input)));
    FM_TRY(put_number(out, ",\"offset\":", block->offset + block->worked));
    return put(out, ",\"outcome\":\"unread\"}\n");
}

enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure, bool skipped,
                            uint64_t unverified)
{
    const struct fm_text outcome = skipped ? FM_TEXT("skipped") : FM_TEXT("failed");
    FM_TRY(put_string(out, "{\"input\":", fm_text_of(failure->input)));
    FM_TRY(put_number(out, ",\"offset\":", failure->offset));
    FM_TRY(put_string(out, ",\"outcome\":", outcome));
    FM_TRY(put_string(out, ",\"reason\":", fm_text_of(fm_reason_name(failure->reason))));
    if (failure->detail.n > 0)
        FM_TRY(put_string(out, ",\"detail\":", failure->detail));
    if (failure->os_error != 0)
        FM_TRY(put_number(out, ",\"errno\":", (uint64_t)failure->os_error));
    if (unverified != UINT64_MAX)
        FM_TRY(put_number(out, ",\"unverified-from\":", unverified));
    return put(out, "}\n");
}

static void count_lost(struct fm_funnel_count *chain, size_t lost)
{
    chain[0].lost++;
    if (lost == FM_LOST_RANGE)
        chain[FM_FUNNEL_RANGE].lost++;
    else if (lost != FM_NOT_LOST)
        chain[FM_FUNNEL_TAGS + lost].lost++;
}

void fm_funnel_reject(const struct fm_plan *plan, struct fm_block *block)
{
    count_lost(block->funnel + FM_FUNNEL_GAMES,
               plan->profile->games.tag_count + FM_GAME_UNREADABLE);
}

static void add_positions(const struct fm_route *route, struct fm_funnel_count *chain,
                          const struct fm_position_counts *counts)
{
    chain[0].lost += counts->offered;
    for (size_t i = 0; i < route->counted; i++) {
        chain[1 + i].lost += counts->steps[i].lost;
        chain[1 + i].without += counts->steps[i].without;
    }
}

/* What became of the game for each output that has conditions of its own. */
static void count_outputs(struct fm_worker *worker, const struct fm_result_of_game *result)
{
    const struct fm_plan *plan = worker->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        size_t lost = worker->lost[i];
        if (!route->spec->has_when || lost == FM_NOT_OFFERED)
            continue;
        if (lost == FM_NOT_LOST && result->outcome != FM_KEPT)
            lost = route->spec->when.tag_count + FM_GAME_REJECTED;
        count_lost(worker->block->funnel + route->games_step, lost);
    }
}

enum fm_status fm_funnel_game(struct fm_worker *worker, const struct fm_result_of_game *result,
                              struct fm_game_mark *mark)
{
    struct fm_block *block = worker->block;
    count_lost(block->funnel + FM_FUNNEL_GAMES,
               result->outcome == FM_KEPT ? FM_NOT_LOST : result->lost);
    count_outputs(worker, result);
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        if (active->route->format == FM_FORMAT_PGN)
            active->positions.offered = active->games;
        else if (active->route->counted > FM_POSITION_VALUES)
            active->positions.steps[FM_POSITION_VALUES].lost = active->unwritten;
        add_positions(active->route, block->funnel + active->route->positions_step,
                      &active->positions);
    }
    if (mark == NULL || worker->active_count == 0)
        return FM_OK;
    mark->shares = fm_arena_alloc(&block->arena, worker->active_count * sizeof *mark->shares);
    if (mark->shares == NULL)
        return FM_NO_MEMORY;
    mark->share_count = worker->active_count;
    for (size_t i = 0; i < worker->active_count; i++)
        mark->shares[i] =
            (struct fm_funnel_share){worker->active[i].route->sink, worker->active[i].positions};
    return FM_OK;
}

void fm_funnel_drop(const struct fm_plan *plan, struct fm_block *block,
                    const struct fm_game_mark *mark)
{
    const enum fm_game_step step = mark->answer.excluded ? FM_GAME_EXCLUDE : FM_GAME_DUPLICATES;
    const size_t lost = FM_FUNNEL_TAGS + plan->profile->games.tag_count + step;
    block->funnel[FM_FUNNEL_GAMES + lost].lost++;
    for (size_t i = 0; i < mark->share_count; i++) {
        const struct fm_route *route = &plan->routes[mark->shares[i].route];
        struct fm_position_counts less = mark->shares[i].counts;
        less.offered = 0 - less.offered; /* unsigned: added, it is taken off */
        for (size_t k = 0; k < route->counted; k++)
            less.steps[k] =
                (struct fm_funnel_count){0 - less.steps[k].lost, 0 - less.steps[k].without};
        add_positions(route, block->funnel + route->positions_step, &less);
    }
}

static enum fm_status copy_to(struct fm_worker *worker, unsigned sink, size_t begin, size_t end)
{
    if (sink == FM_NO_SINK)
        return FM_OK;
    struct fm_buf *out = &worker->block->out[sink];
    const size_t at = out->n;
    FM_TRY(fm_buf_append(out, worker->block->bytes + begin, end - begin));
    return fm_run_add(worker, sink, begin, end, at);
}

enum fm_status fm_work_log(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal,
                           const struct fm_result_of_game *result)
{
    uint64_t line, column;
    if (worker->plan->log == FM_NO_SINK)
        return FM_OK;
    fm_work_locate(worker, begin, &line, &column);
    line = worker->plan->shard ? 0 : worker->block->line_base + line;
    return log_span(worker, begin, end, line, ordinal, result);
}

enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal,
                               const struct fm_result_of_game *result)
{
    struct fm_totals *totals = &worker->block->totals;
    struct fm_tally *tally = &worker->block->tally;
    const struct fm_plan *plan = worker->plan;
    worker->block->worked = end;
    totals->plies += result->plies;
    totals->records += result->records;
    totals->unwritten += result->unwritten;
    totals->games_written += result->games;
    if (result->outcome != FM_STRAY && (unsigned)result->class_ < FM_CLASSES)
        tally->by_class[result->class_]++;
    if (result->outcome != FM_STRAY) {
        totals->games++;
        totals->listed += worker->block->listed && worker->game == NULL;
    }
    switch (result->outcome) {
    case FM_KEPT:
        totals->kept++;
        totals->unchecked += !(plan->needs & FM_NEEDS_REPLAY) && !worker->block->listed;
        if (plan->used_tags.count > 0 && worker->game != NULL)
            fm_used_tags_note(&plan->used_tags,
                              fm_split_tags_of(&worker->block->split, worker->game),
                              worker->game->tag_count, &worker->tags_seen);
        break;
    case FM_UNSELECTED:
        totals->unselected++;
        FM_TRY(copy_to(worker, plan->unselected, begin, end));
        break;
    case FM_REJECTED_GAME:
        totals->rejected++;
        tally->by_reason[result->reason]++;
        FM_TRY(copy_to(worker, plan->rejects, begin, end));
        break;
    case FM_STRAY:
        totals->stray++;
        tally->by_reason[FM_REASON_STRAY_TEXT]++;
        break;
    }
    return fm_work_log(worker, begin, end, ordinal, result);
}

enum fm_status fm_work_outside(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal)
{
    const struct fm_result_of_game result = {
        .outcome = FM_UNSELECTED, .class_ = FM_CLASSES, .lost = FM_LOST_RANGE};
    worker->notes = (struct fm_warnings){{0}};
    count_lost(worker->block->funnel + FM_FUNNEL_GAMES, FM_LOST_RANGE);
    if (worker->plan->needs & FM_NEEDS_CENSUS)
        fm_census_count_bare(&worker->block->census, FM_RESULT_NONE, NULL);
    return fm_work_account(worker, begin, end, ordinal, &result);
}

enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason, size_t begin,
                              size_t end, size_t ordinal)
{
    const struct fm_error fault = {.status = FM_REJECTED, .reason = reason};
    const struct fm_result_of_game result = {
        .outcome = FM_REJECTED_GAME, .class_ = FM_CLASS_BROKEN, .reason = fault.reason};
    worker->game = NULL; /* no names in the message, as for a game that comes in pieces */
    worker->notes = (struct fm_warnings){{0}};
    FM_TRY(fm_work_message(worker, &fault, begin, ordinal));
    if (worker->plan->needs & FM_NEEDS_CENSUS)
        fm_census_count_bare(&worker->block->census, FM_RESULT_NONE, NULL);
    fm_funnel_reject(worker->plan, worker->block);
    FM_TRY(fm_work_account(worker, begin, end, ordinal, &result));
    return worker->plan->profile->input.on_error == FM_ON_ERROR_STOP ? FM_STOPPED : FM_OK;
}

static enum fm_status work_nothing(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    block->lines = block->games = 0;
    worker->wait_numbers(worker->user, block);
    return FM_OK;
}

enum fm_status fm_work_block(struct fm_worker *worker)
{
    typedef enum fm_status work_kind(struct fm_worker * worker);
    static work_kind *const kinds[] = {[FM_BLOCK_GAMES] = fm_work_games,
                                       [FM_BLOCK_LINES] = fm_work_lines,
                                       [FM_BLOCK_OVERSIZE] = fm_work_oversize,
                                       [FM_BLOCK_NOTHING] = work_nothing};
    return kinds[worker->block->kind](worker);
}

enum fm_status fm_work_oversize(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    block->lines = fm_count_lines((struct fm_text){block->bytes, block->n}, block->next_byte);
    block->games = block->first && !block->doubtful;
    worker->wait_numbers(worker->user, block);
    block->worked = block->n;
    if (block->doubtful) { /* what shows no sign of PGN is text, not a game */
        block->text = true;
        block->totals.stray += block->first;
        block->tally.by_reason[FM_REASON_STRAY_TEXT] += block->first;
        return FM_OK;
    }
    if (block->first) {
        const struct fm_error fault = {.status = FM_REJECTED, .reason = FM_REASON_GAME_TOO_LARGE};
        FM_TRY(fm_work_message(worker, &fault, 0, 0));
        block->totals.games++;
        block->totals.listed += block->listed;
        block->totals.rejected++;
        fm_funnel_reject(worker->plan, block);
        block->tally.by_class[FM_CLASS_BROKEN]++;
        if (worker->plan->needs & FM_NEEDS_CENSUS)
            fm_census_count_bare(&block->census, FM_RESULT_NONE, NULL);
        block->tally.by_reason[FM_REASON_GAME_TOO_LARGE]++;
    }
    const unsigned rejects = worker->plan->rejects;
    if (rejects != FM_NO_SINK) {
        FM_TRY(fm_buf_append(&block->out[rejects], block->bytes, block->n));
        FM_TRY(fm_run_add_piece(worker, rejects, 0));
    }
    if (!block->last)
        return FM_OK;
    const bool stops = worker->plan->profile->input.on_error == FM_ON_ERROR_STOP;
    return stops ? FM_STOPPED : fm_work_ends(worker, block->first);
}
