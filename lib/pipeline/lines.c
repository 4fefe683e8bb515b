/* The work on a block of FEN and EPD lines: each is a record, rewritten where it stands; and on the
 * pieces of what is larger than the limit. Blank lines and comment lines belong to the record
 * behind them, or are stray at the end. */
#include <config.h>
#include "pipeline/work.h"

/* The end of the line that begins at @p at, behind its line end. */
static size_t line_end(const struct fm_block *block, size_t at)
{
    const unsigned char *lf = memchr(block->bytes + at, '\n', block->n - at);
    return lf == NULL ? block->n : (size_t)(lf - block->bytes) + 1;
}

/* Without its line end, blanks and the NULs that some programs leave there. */
static struct fm_text bare_line(struct fm_text line)
{
    while (line.n > 0 && (line.p[line.n - 1] <= ' '))
        line.n--;
    while (line.n > 0 && (line.p[0] <= ' ')) {
        line.p++;
        line.n--;
    }
    if (line.n >= 3 && memcmp(line.p, "\xEF\xBB\xBF", 3) == 0)
        line = (struct fm_text){line.p + 3, line.n - 3};
    return line;
}

static bool says_nothing(struct fm_text line)
{
    return line.n == 0 || line.p[0] == '#' || line.p[0] == ';' || line.p[0] == '%';
}

/* Rewrite the line to every output; none takes it unless all can. */
static enum fm_status rewrite_line(struct fm_worker *worker, struct fm_text line,
                                   struct fm_error *fault)
{
    const struct fm_plan *plan = worker->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        struct fm_buf *out = &worker->block->out[route->sink];
        const size_t begin = out->n;
        FM_TRY(fm_rewrite_line(line, &route->rewrite, out, &worker->notes, fault));
        if (route->verifies &&
            !fm_rewrite_verified(line, (struct fm_text){out->p + begin, out->n - begin},
                                 &route->rewrite)) {
            *fault = (struct fm_error){
                .status = FM_REJECTED, .reason = FM_REASON_VERIFY_FAILED, .what = line};
            return FM_REJECTED;
        }
        FM_TRY(fm_buf_append(out, "\n", 1));
        worker->active[worker->active_count++].route = route;
        worker->records++;
    }
    if (plan->route_count > 0)
        return FM_OK;
    worker->moves.n = 0; /* read only: the text goes nowhere */
    return fm_rewrite_line(line, &plan->check_rewrite, &worker->moves, &worker->notes, fault);
}

static enum fm_status work_line(struct fm_worker *worker, size_t begin, size_t end,
                                struct fm_text line, size_t ordinal)
{
    const struct fm_block *block = worker->block;
    struct fm_result_of_game result = {.outcome = FM_KEPT, .class_ = FM_CLASSES};
    const size_t line_at = (size_t)(line.p - block->bytes);
    worker->notes = (struct fm_reading){{0}};
    fm_worker_mark(worker);
    struct fm_error fault = {.status = FM_OK};
    const enum fm_status status = rewrite_line(worker, line, &fault);
    if (status == FM_REJECTED) {
        fm_worker_cut_back(worker);
        result.outcome = FM_REJECTED_GAME;
        result.class_ = FM_CLASS_BROKEN;
        result.reason = fault.reason;
        if (fault.what.p == NULL)
            fault.what = line;
        const bool inside = fault.what.p >= block->bytes && fault.what.p < block->bytes + block->n;
        FM_TRY(fm_work_message(worker, &fault,
                               inside ? (size_t)(fault.what.p - block->bytes) : line_at, ordinal));
    } else if (status != FM_OK) {
        return status;
    }
    if (worker->plan->profile->input.strict && result.outcome == FM_KEPT)
        FM_TRY(fm_work_strict(worker, line_at, ordinal, &result));
    if (result.outcome == FM_KEPT && worker->plan->names_files) {
        static const struct fm_game no_game = {.result = FM_RESULT_NONE};
        const struct fm_moment moment = {
            .game = &no_game, .input = block->input, .class_name = "", .variant = "", .sp = -1};
        FM_TRY(fm_work_segments(worker, &moment));
    }
    result.records = worker->records;
    FM_TRY(fm_work_warnings(worker, &worker->notes, NULL, line_at, ordinal));
    FM_TRY(fm_work_account(worker, begin, end, ordinal, &result));
    const bool stops = result.outcome == FM_REJECTED_GAME &&
                       worker->plan->profile->input.on_error == FM_ON_ERROR_STOP;
    return stops ? FM_STOPPED : FM_OK;
}

static uint64_t count_records(const struct fm_block *block)
{
    uint64_t records = 0;
    for (size_t at = 0, end; at < block->n; at = end) {
        end = line_end(block, at);
        records += !says_nothing(bare_line((struct fm_text){block->bytes + at, end - at}));
    }
    return records;
}

enum fm_status fm_work_lines(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    block->games = count_records(block);
    block->lines = fm_count_lines((struct fm_text){block->bytes, block->n}, block->next_byte);
    worker->wait_numbers(worker->user, block);
    size_t ordinal = 0, begin = 0;
    for (size_t at = 0, end; at < block->n; at = end) {
        end = line_end(block, at);
        const struct fm_text line = bare_line((struct fm_text){block->bytes + at, end - at});
        if (says_nothing(line)) {
            const struct fm_result_of_game stray = {.outcome = FM_STRAY, .class_ = FM_CLASSES};
            if (line.n > 0)
                FM_TRY(fm_work_account(worker, begin, end, ordinal, &stray));
            begin = line.n > 0 ? end : begin;
            continue;
        }
        FM_TRY(work_line(worker, begin, end, line, ordinal++));
        begin = end;
    }
    if (begin < block->n) {
        const struct fm_result_of_game stray = {.outcome = FM_STRAY, .class_ = FM_CLASSES};
        FM_TRY(fm_work_account(worker, begin, block->n, ordinal, &stray));
    }
    return FM_OK;
}

enum fm_status fm_work_oversize(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    block->lines = fm_count_lines((struct fm_text){block->bytes, block->n}, block->next_byte);
    block->games = block->first;
    worker->wait_numbers(worker->user, block);
    if (block->first) {
        const struct fm_error fault = {.status = FM_REJECTED, .reason = FM_REASON_GAME_TOO_LARGE};
        FM_TRY(fm_work_message(worker, &fault, 0, 0));
        block->totals.games++;
        block->totals.rejected++;
        block->totals.by_class[FM_CLASS_BROKEN]++;
        block->totals.by_reason[FM_REASON_GAME_TOO_LARGE]++;
    }
    const unsigned rejects = worker->plan->rejects;
    if (rejects != FM_NO_SINK)
        FM_TRY(fm_buf_append(&block->out[rejects], block->bytes, block->n));
    const bool stops = block->last && worker->plan->profile->input.on_error == FM_ON_ERROR_STOP;
    return stops ? FM_STOPPED : FM_OK;
}
