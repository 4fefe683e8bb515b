/* The work on a block of FEN and EPD lines: each is a record, rewritten in its place with all
 * that is around it. Blank lines and comment lines are stray, and copied where a list is rewritten
 * as it is. */
#include <config.h>
#include "convert/worker.h"
#include "board/dispatch.h"
#include "convert/detect.h"
#include "convert/runs.h"
#include "convert/account.h"

/* The next line: LF, CR LF and a lone CR end one. */
struct line {
    size_t begin, end;   /* line end included */
    size_t cr;           /* the first CR at or after `begin`; n = none */
    struct fm_text text; /* see bare() */
};

/* Without its line end, blanks and the NULs that some programs leave there. */
static struct fm_text bare(const unsigned char *p, const unsigned char *end)
{
    while (end > p && end[-1] <= ' ')
        end--;
    while (p < end && *p <= ' ')
        p++;
    if (end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    return fm_text_between(p, end);
}

static bool next_line(const struct fm_block *block, struct line *line)
{
    const unsigned char *const bytes = block->bytes;
    const size_t at = line->end;
    if (at == block->n)
        return false;
    if (at == 0 || line->cr < at) {
        const unsigned char *cr = memchr(bytes + at, '\r', block->n - at);
        line->cr = cr == NULL ? block->n : (size_t)(cr - bytes);
    }
    const unsigned char *lf = memchr(bytes + at, '\n', line->cr - at);
    line->begin = at;
    if (lf != NULL)
        line->end = (size_t)(lf - bytes) + 1;
    else if (line->cr < block->n)
        line->end = line->cr + 1 + (bytes[line->cr + 1] == '\n'); /* NULs are after the block */
    else
        line->end = block->n;
    line->text = bare(bytes + line->begin, bytes + line->end);
    return true;
}

/* Blank, or a comment. */
static bool is_stray(struct fm_text line)
{
    return line.n == 0 || line.p[0] == '#' || line.p[0] == ';' || line.p[0] == '%' ||
           (line.p[0] == '/' && line.n > 1 && line.p[1] == '/');
}

/* A list that stays one: what no option changes is copied. Programs that a list is made for
 * (`for`), and normal EPD, read neither comments nor unusual blanks. */
static bool copies_around(const struct fm_route *route)
{
    return fm_format_has(route->format, FM_FORMAT_REWRITES) && !route->rewrite.normalize &&
           !route->rewrite.lays_out;
}

/* Copy a blank or comment line to the outputs that copy those; not to files named after records, nor
 * among records that are sorted. */
static enum fm_status copy_around(struct fm_worker *worker, size_t begin, size_t end,
                                  size_t ordinal)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_text text = {worker->block->bytes + begin, end - begin};
    worker->game = NULL;
    FM_TRY(fm_work_find_encoding(worker, text, ordinal));
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        struct fm_buf *out = &worker->block->out[route->sink];
        const size_t at = out->n;
        if (!copies_around(route) || (route->needs & (FM_NEEDS_FILE_NAMES | FM_NEEDS_SORT)))
            continue;
        FM_TRY(fm_buf_append_text(out, text));
        if (route->spec->utf8)
            FM_TRY(fm_work_to_utf8(worker, out, at));
    }
    return FM_OK;
}

static enum fm_status unverified(struct fm_text line, struct fm_error *fault)
{
    *fault =
        (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_VERIFY_FAILED, .what = line};
    return FM_REJECTED;
}

static enum fm_status write_listed(struct fm_worker *worker, const struct fm_route *route,
                                   struct fm_text whole, struct fm_text line,
                                   struct fm_error *fault)
{
    struct fm_buf *out = &worker->block->out[route->sink];
    const bool around = copies_around(route);
    const unsigned char *const end = line.p + line.n;
    const size_t first = out->n;
    if (around && FM_UNLIKELY(line.p > whole.p))
        FM_TRY(fm_buf_append(out, whole.p, (size_t)(line.p - whole.p)));
    const size_t begin = out->n;
    FM_TRY(fm_rewrite_line(line, &route->rewrite, out, &worker->notes, fault));
    if ((route->needs & FM_NEEDS_VERIFY) &&
        !fm_rewrite_verified(line, (struct fm_text){out->p + begin, out->n - begin},
                             &route->rewrite))
        return unverified(line, fault);
    FM_TRY(around ? fm_buf_append_short(out, end, (size_t)(whole.p + whole.n - end))
                  : fm_buf_append_short(out, "\n", 1));
    return FM_UNLIKELY(route->spec->utf8) ? fm_work_to_utf8(worker, out, first) : FM_OK;
}

/* {count} and {score}: stage_deferred.c gathers the record with others of its position. */
static enum fm_status mark_reported(struct fm_worker *worker, struct fm_active_route *active,
                                    struct fm_hash128 position, struct fm_text fen, size_t begin)
{
    struct fm_key_mark mark = {.key = position};
    const unsigned key = active->route->positions->unique_key;
    if (key == FM_UNIQUE_FEN || key == FM_UNIQUE_BOARD) {
        const unsigned char *blank = memchr(fen.p, ' ', fen.n);
        const size_t n = key == FM_UNIQUE_FEN || blank == NULL ? fen.n : (size_t)(blank - fen.p);
        mark.key = fm_hash128_of(fen.p, n, 0);
    }
    return fm_work_mark_record(worker, active, &mark, begin);
}

/* What is known of a list's record, for records and file names: it is a game without moves. */
static struct fm_record_input record_input_of(const struct fm_worker *worker,
                                              const struct fm_setup *setup, struct fm_text line,
                                              size_t ordinal)
{
    static const struct fm_game no_game = {.result = FM_RESULT_NONE};
    const struct fm_block *block = worker->block;
    const uint64_t records_before = (worker->plan->needs & FM_NEEDS_NUMBERS) ? block->game_base : 0;
    return (struct fm_record_input){.game = &no_game,
                                    .encoding = worker->encoding,
                                    .input = block->input,
                                    .offset = block->offset + (size_t)(line.p - block->bytes),
                                    .ordinal = records_before + ordinal + 1,
                                    .class_name = "",
                                    .variant = setup->variant->name,
                                    .sp = fm_setup_sp(setup)};
}

/* The FEN that a record is counted by: without rights and squares that no position can have. */
static enum fm_status text_of_key(struct fm_worker *worker, struct fm_text line,
                                  struct fm_rewrite wanted, struct fm_text *key,
                                  struct fm_error *fault)
{
    struct fm_setup setup;
    wanted.possible_only = true;
    worker->moves.n = 0;
    FM_TRY(fm_rewrite_position(line, &wanted, &worker->moves, &setup, &worker->notes, fault));
    *key = fm_arena_copy(&worker->scratch, (struct fm_text){worker->moves.p, worker->moves.n});
    return key->p == NULL ? FM_NO_MEMORY : FM_OK;
}

/* Rows of a table and commands describe the position as the start of a game without moves, and so do
 * the fields that records are sorted by. */
static enum fm_status write_templated_record(struct fm_worker *worker,
                                             struct fm_active_route *active, struct fm_text whole,
                                             struct fm_text line, size_t ordinal,
                                             struct fm_error *fault)
{
    const struct fm_route *route = active->route;
    const struct fm_block *block = worker->block;
    struct fm_rewrite wanted = route->rewrite;
    struct fm_setup setup;
    if (wanted.style.counters == FM_COUNTERS_KEEP)
        wanted.style.counters = FM_COUNTERS_FIELDS;
    /* An engine would castle with a rook that is not there. */
    wanted.possible_only = route->format == FM_FORMAT_UCI;
    struct fm_text keyed = {NULL, 0};
    if (route->needs & FM_NEEDS_REPORT)
        FM_TRY(text_of_key(worker, line, wanted, &keyed, fault));
    worker->moves.n = 0;
    FM_TRY(fm_rewrite_position(line, &wanted, &worker->moves, &setup, &worker->notes, fault));
    const struct fm_text fen = {worker->moves.p, worker->moves.n};
    if ((route->needs & FM_NEEDS_VERIFY) && !fm_rewrite_verified(line, fen, &wanted))
        return unverified(line, fault);
    struct fm_record_input in = record_input_of(worker, &setup, line, ordinal);
    in.encoding = (route->needs & FM_NEEDS_UTF8) ? worker->encoding : FM_ENCODING_AUTO;
    in.fen = in.start_fen = fen;
    in.halfmove = setup.halfmove;
    in.fullmove = setup.fullmove;
    in.black = setup.black;
    const unsigned of_board = FM_NEEDS_KEY | FM_NEEDS_STATE | FM_NEEDS_REPORT;
    struct fm_hash128 position = fm_hash128_of(keyed.p, keyed.n, 0);
    if (!wanted.notation && (route->record.needs & of_board) != 0) {
        const struct fm_board_ops *ops = fm_board_ops_for(setup.files);
        struct fm_move moves[FM_MOVES_MAX];
        void *board = fm_arena_alloc(&worker->scratch, ops->size);
        if (board == NULL)
            return FM_NO_MEMORY;
        ops->make(&setup, board);
        in.key = ops->key(board);
        in.check = ops->in_check(board);
        in.no_moves = ops->moves(board, moves) == 0;
        position = ops->hash(board);
    }
    const size_t begin = block->out[route->sink].n;
    const bool listed = fm_format_has(route->format, FM_FORMAT_REWRITES);
    enum fm_status status =
        route->needs & FM_NEEDS_SORT ? fm_work_begin_entry(worker, route, &in) : FM_OK;
    worker->of_record.room = worker->output_left;
    if (status == FM_OK && listed)
        FM_TRY(write_listed(worker, route, whole, line, fault));
    else if (status == FM_OK)
        status = fm_record_write(&route->record, &in, &worker->of_record, &block->out[route->sink],
                                 &worker->notes);
    if (status == FM_REJECTED)
        *fault = (struct fm_error){
            .status = FM_REJECTED, .reason = FM_REASON_OUTPUT_TOO_LARGE, .what = line};
    FM_TRY(status);
    if (route->needs & FM_NEEDS_SORT)
        fm_sort_entry_end(&block->out[route->sink], begin);
    return (route->needs & FM_NEEDS_REPORT) && block->out[route->sink].n > begin
               ? mark_reported(worker, active, position, keyed, begin)
               : FM_OK;
}

/* Write the record to every output that can hold it; none takes it unless all of them can. */
static enum fm_status write_line(struct fm_worker *worker, struct fm_text whole,
                                 struct fm_text line, size_t ordinal, struct fm_error *fault)
{
    const struct fm_plan *plan = worker->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        if (route->format == FM_FORMAT_PGN)
            continue;
        struct fm_active_route *active = &worker->active[worker->active_count++];
        const bool listed = fm_format_has(route->format, FM_FORMAT_REWRITES);
        const size_t begin = worker->block->out[route->sink].n;
        active->route = route;
        active->records = active->unwritten = active->games = 0;
        FM_TRY(listed && !(route->needs & FM_NEEDS_SORT)
                   ? write_listed(worker, route, whole, line, fault)
                   : write_templated_record(worker, active, whole, line, ordinal, fault));
        const bool written = worker->block->out[route->sink].n > begin;
        active->records += written;
        active->unwritten += !written;
        if (written && (route->needs & FM_NEEDS_LIMIT) && !(route->needs & FM_NEEDS_REPORT))
            FM_TRY(fm_work_mark_record(worker, active, &(struct fm_key_mark){.sample = 0}, begin));
        if (fm_worker_spend(worker, worker->block->out[route->sink].n - begin) != FM_OK) {
            *fault = (struct fm_error){
                .status = FM_REJECTED, .reason = FM_REASON_OUTPUT_TOO_LARGE, .what = line};
            return FM_REJECTED;
        }
    }
    if (worker->active_count > 0)
        return FM_OK;
    if (plan->route_count > 0) {
        *fault =
            (struct fm_error){.status = FM_REJECTED, .reason = FM_REASON_NOT_A_GAME, .what = line};
        return FM_REJECTED;
    }
    worker->moves.n = 0; /* read only: the text goes nowhere */
    return fm_rewrite_line(line, &plan->check_rewrite, &worker->moves, &worker->notes, fault);
}

/* The same of a line that cannot be read as it is: its record may be in a frame. @param[in,out]
 * line  the record, where there is one. */
static enum fm_status write_framed(struct fm_worker *worker, struct fm_text whole,
                                   struct fm_text *line, size_t ordinal, struct fm_error *fault)
{
    struct fm_text record;
    if (!fm_listed_unframe(*line, &record))
        return FM_REJECTED;
    fm_worker_cut_back(worker);
    fm_worker_mark(worker);
    worker->notes = (struct fm_warnings){{0}};
    FM_TRY(write_line(worker, whole, record, ordinal, fault));
    fm_warnings_note(&worker->notes, FM_REASON_FEN_LAYOUT);
    *line = record;
    return FM_OK;
}

/* Note the files that the record goes to, where their names are made from records. */
static enum fm_status name_files(struct fm_worker *worker, struct fm_text line, size_t ordinal)
{
    struct fm_warnings ignored = {{0}};
    struct fm_error fault;
    struct fm_setup setup;
    worker->moves.n = 0;
    FM_TRY(fm_rewrite_position(line, &worker->plan->check_rewrite, &worker->moves, &setup, &ignored,
                               &fault));
    const struct fm_record_input in = record_input_of(worker, &setup, line, ordinal);
    return fm_work_segments(worker, &in);
}

static enum fm_status work_line(struct fm_worker *worker, size_t begin, size_t end,
                                struct fm_text line, size_t ordinal)
{
    const struct fm_block *block = worker->block;
    struct fm_result_of_game result = {.outcome = FM_KEPT, .class_ = FM_CLASSES};
    const size_t line_at = (size_t)(line.p - block->bytes);
    worker->notes = (struct fm_warnings){{0}};
    fm_worker_mark(worker);
    struct fm_error fault; /* set only for a rejected line: clearing it would cost every line */
    const struct fm_text whole = {block->bytes + begin, end - begin};
    fm_arena_reset(&worker->scratch);
    FM_TRY(fm_work_find_encoding(worker, line, ordinal));
    enum fm_status status = write_line(worker, whole, line, ordinal, &fault);
    if (status == FM_REJECTED && fault.reason == FM_REASON_BAD_FEN)
        status = write_framed(worker, whole, &line, ordinal, &fault);
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
    if (result.outcome == FM_KEPT && (worker->plan->needs & FM_NEEDS_FILE_NAMES))
        FM_TRY(name_files(worker, line, ordinal));
    if (result.outcome == FM_KEPT && worker->plan->needs & FM_NEEDS_PASSED_BY)
        fm_warnings_note(&worker->notes, FM_REASON_PASSED_BY);
    fm_worker_sum(worker, &result);
    if (worker->plan->needs & FM_NEEDS_CENSUS)
        fm_census_count(&worker->block->census, &(struct fm_game_facts){.tags = NULL}, NULL);
    if (FM_UNLIKELY(!fm_warnings_is_empty(&worker->notes)))
        FM_TRY(fm_work_warnings(worker, &worker->notes, NULL, line_at, ordinal));
    fm_funnel_record(worker, result.outcome == FM_KEPT);
    FM_TRY(fm_work_account(worker, begin, end, ordinal, &result));
    const bool stops = result.outcome == FM_REJECTED_GAME &&
                       worker->plan->profile->input.on_error == FM_ON_ERROR_STOP;
    return stops ? FM_STOPPED : FM_OK;
}

/* A line with more bytes than the limit; elsewhere such lines go by in pieces. */
static bool is_oversize(const struct fm_worker *worker, const struct line *line)
{
    return line->end - line->begin > worker->plan->profile->input.max_game_bytes;
}

/* The last line before the damage, if its line end is missing. */
static bool is_cut(const struct fm_block *block, const struct line *line)
{
    const unsigned char last = block->bytes[line->end - 1];
    return block->cut && line->end == block->n && last != '\n' && last != '\r';
}

static bool is_record(const struct fm_worker *worker, const struct line *line)
{
    return is_oversize(worker, line) || !is_stray(line->text);
}

static uint64_t count_records(const struct fm_worker *worker)
{
    uint64_t records = 0;
    for (struct line line = {.end = 0}; next_line(worker->block, &line);)
        records += is_record(worker, &line);
    return records;
}

/* Stray is each such line by itself, so that no cut between blocks shows in the log. */
static enum fm_status pass_over(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal)
{
    const struct fm_result_of_game stray = {.outcome = FM_STRAY, .class_ = FM_CLASSES};
    FM_TRY(copy_around(worker, begin, end, ordinal));
    return fm_work_account(worker, begin, end, ordinal, &stray);
}

static enum fm_status work_any(struct fm_worker *worker, const struct line *line, size_t ordinal)
{
    if (FM_UNLIKELY(is_oversize(worker, line)))
        return fm_work_refuse(worker, FM_REASON_GAME_TOO_LARGE, line->begin, line->end, ordinal);
    if (FM_UNLIKELY(is_stray(line->text)))
        return pass_over(worker, line->begin, line->end, ordinal);
    if (FM_UNLIKELY(is_cut(worker->block, line)))
        return fm_work_refuse(worker, FM_REASON_INPUT_DAMAGED, line->begin, line->end, ordinal);
    if (FM_UNLIKELY(!fm_work_in_range(worker, ordinal)))
        return fm_work_outside(worker, line->begin, line->end, ordinal);
    return work_line(worker, line->begin, line->end, line->text, ordinal);
}

/* @param[out] ordinal  how many records were worked. */
static enum fm_status work_all(struct fm_worker *worker, size_t *ordinal)
{
    struct fm_block *block = worker->block;
    FM_TRY(fm_work_ends(worker, 0));
    for (struct line line = {.end = 0}; next_line(block, &line);) {
        const bool counts = is_record(worker, &line);
        if (fm_work_is_due(worker, line.begin)) {
            const enum fm_status status = work_any(worker, &line, *ordinal);
            *ordinal += counts;
            FM_TRY(status);
            FM_TRY(fm_work_ends(worker, *ordinal));
            if (fm_worker_is_full(worker)) {
                if (!block->counted)
                    block->games = count_records(worker);
                FM_TRY(fm_worker_pass_on(worker));
            }
        } else {
            *ordinal += counts;
        }
    }
    return FM_OK;
}

enum fm_status fm_work_lines(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    /* Without them the records are counted while they are worked, which saves a pass. */
    const bool numbers = (worker->plan->needs & FM_NEEDS_NUMBERS) != 0;
    const struct fm_survey survey =
        fm_survey_text((struct fm_text){block->bytes, block->n}, block->next_byte);
    size_t ordinal = 0;
    worker->ascii = survey.ascii;
    if (worker->late)
        return work_all(worker, &ordinal);
    block->lines = survey.lines;
    if (numbers) {
        block->games = count_records(worker);
        worker->wait_numbers(worker->user, block);
    }
    const enum fm_status status = work_all(worker, &ordinal);
    if (!block->counted)
        block->games = ordinal;
    return status;
}
