/* SPDX-License-Identifier: MIT */
/* The work on a block of FEN and EPD lines: each is a record, rewritten in its place with all
 * that is around it. Blank lines and comment lines are stray, and copied where a list is rewritten
 * as it is. */
#include <config.h>
#include "run/work_lines.h"
#include "run/play.h"
#include "profile/consumer.h"
#include "board/dispatch.h"
#include "base/lanes.h"
#include "run/detect.h"
#include "record/cells_write.h"
#include "record/entry.h"
#include "record/uci_line.h"
#include "run/work_messages.h"
#include "run/work_items.h"
#include "run/work_games.h"
#include "run/work_record.h"

/* A line of the block: LF, CR LF and a lone CR end one. */
struct line {
    size_t begin, end;   /* range of the line in the block, line end included */
    struct fm_text text; /* text of the line as bare() gives it; of tables, fm_columns_line() */
    bool stray;          /* true: the line is blank, a comment, or the header of a table */
};

/* How far the lines of a block are cut. */
struct cutting {
    size_t at;     /* offset of the next line */
    size_t cr;     /* offset of the first CR at or after `at`; n = none; unset at first */
    size_t looked; /* LFs before this offset are found */
    size_t lfs[8]; /* offsets of LFs, those of `lf`.. are at or after `at` */
    unsigned lf, lf_count;
};

/* The text of a line without its line end, blanks and the NULs that some programs leave there. */
static struct fm_text bare(const unsigned char *p, const unsigned char *end)
{
    while (end > p && end[-1] <= ' ')
        end--;
    while (p < end && *p <= ' ')
        p++;
    if (FM_UNLIKELY(p < end && *p == 0xEF) && end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    return fm_text_between(p, end);
}

static bool is_stray(struct fm_text line)
{
    return line.n == 0 || line.p[0] == '#' || line.p[0] == ';' || line.p[0] == '%' ||
           (line.p[0] == '/' && line.n > 1 && line.p[1] == '/');
}

/* The LFs of 64 bytes, a bit each. */
FM_INLINE uint64_t lfs_of(const unsigned char *p)
{
#ifdef FM_LANES_NAME
    const fm_lanes lf = (fm_lanes){0} + (unsigned char)'\n';
    return fm_lanes_signs(
        (fm_lanes)(fm_lanes_load(p) == lf), (fm_lanes)(fm_lanes_load(p + 16) == lf),
        (fm_lanes)(fm_lanes_load(p + 32) == lf), (fm_lanes)(fm_lanes_load(p + 48) == lf));
#else
    uint64_t lfs = 0;
    for (unsigned i = 0; i < 64; i += 8)
        lfs |= (uint64_t)fm_eight_bits(fm_eight_equal(fm_eight_load(p + i), '\n')) << i;
    return lfs;
#endif
}

/* Find some more LFs. Whether a word of 64 bytes has one, or two, cannot be guessed, so nothing
 * branches on it; more than two of them are rare in a list. */
static void find_lfs(const struct fm_block *block, struct cutting *c)
{
    enum { WORD = 64, MOST = FM_COUNT_OF(c->lfs) };
    unsigned n = 0;
    while (c->looked < block->n && n <= MOST - 2) {
        uint64_t lfs = lfs_of(block->bytes + c->looked); /* NULs are after the block */
        c->lfs[n] = c->looked + (unsigned)__builtin_ctzll(lfs | UINT64_C(1) << 63);
        n += lfs != 0;
        lfs &= lfs - (lfs != 0);
        c->lfs[n] = c->looked + (unsigned)__builtin_ctzll(lfs | UINT64_C(1) << 63);
        n += lfs != 0;
        lfs &= lfs - (lfs != 0);
        c->looked += WORD;
        if (FM_LIKELY(lfs == 0))
            continue;
        /* Go on after the second one. */
        c->looked = c->lfs[n - 1] + 1;
    }
    c->lf = 0;
    c->lf_count = n;
}

FM_INLINE bool next_line(const struct fm_block *block, struct cutting *c, struct line *line)
{
    const unsigned char *const bytes = block->bytes;
    const size_t at = c->at;
    if (at == block->n)
        return false;
    line->begin = at;
    if (FM_UNLIKELY(block->kind == FM_BLOCK_ENTRIES)) {
        c->at = line->end = fm_entry_end((struct fm_text){bytes, block->n}, at);
        line->text = bare(bytes + at, bytes + line->end);
        line->stray = is_stray(line->text);
        return true;
    }
    if (FM_UNLIKELY(at == 0 || c->cr < at)) {
        const unsigned char *cr = memchr(bytes + at, '\r', block->n - at);
        c->cr = cr == NULL ? block->n : (size_t)(cr - bytes);
    }
    if (FM_UNLIKELY(c->lf == c->lf_count))
        find_lfs(block, c);
    const size_t lf = FM_LIKELY(c->lf < c->lf_count) ? c->lfs[c->lf] : SIZE_MAX;
    if (FM_LIKELY(lf < c->cr)) {
        line->end = lf + 1;
        c->lf++;
    } else if (c->cr < block->n) {
        line->end = c->cr + 1 + (lf == c->cr + 1);
        c->lf += lf == c->cr + 1;
    } else {
        line->end = block->n;
    }
    c->at = line->end;
    line->text = bare(bytes + line->begin, bytes + line->end);
    line->stray = is_stray(line->text);
    if (FM_UNLIKELY(block->input.columns.apart != 0)) {
        line->text = fm_columns_line(bytes + line->begin, bytes + line->end);
        line->stray = fm_columns_passes(line->text, &block->input.columns);
    }
    return true;
}

/* Copy a blank or comment line to the outputs that copy those; not to files named after records. */
static enum fm_status copy_around(struct fm_worker *worker, size_t begin, size_t end,
                                  size_t ordinal)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_text text = {worker->block->bytes + begin, end - begin};
    worker->game = NULL;
    if (worker->block->input.columns.apart != 0 || worker->block->kind == FM_BLOCK_ENTRIES)
        /* They become another kind of list. */
        return FM_OK;
    FM_TRY(fm_work_find_encoding(worker, text, ordinal));
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        struct fm_buf *out = &worker->block->out[route->sink];
        const size_t at = out->n;
        if (!route->lists.copies_around || !route->lists.all || route->file_name.template != NULL)
            continue;
        FM_TRY(fm_buf_append_text(out, text));
        if (route->spec->utf8)
            FM_TRY(fm_work_to_utf8(worker, out, at));
        const uint32_t item = (uint32_t)fm_block_item_count(worker->block);
        if (route->row != FM_ROW_NONE)
            FM_TRY(fm_row_add(worker->block, route->sink, (struct fm_row){.item = item}));
    }
    return FM_OK;
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
    return is_oversize(worker, line) || !line->stray;
}

static uint64_t count_records(const struct fm_worker *worker)
{
    uint64_t records = 0;
    struct cutting cutting = {.at = 0};
    for (struct line line; next_line(worker->block, &cutting, &line);)
        records += is_record(worker, &line);
    return records;
}

/* Each stray line is an item by itself, so that a cut between blocks does not show in the log. */
static enum fm_status pass_over(struct fm_worker *worker, size_t begin, size_t end, size_t ordinal)
{
    const struct fm_result_of_game stray = {.outcome = FM_STRAY, .class_ = FM_CLASSES};
    FM_TRY(copy_around(worker, begin, end, ordinal));
    return fm_work_account(worker, begin, end, ordinal, &stray, NULL);
}

/* State of working the lines of a block. */
enum { LINES_AHEAD = 8 };
struct lines {
    size_t ordinal; /* number of the next record in the block */
    struct cutting cutting;
    /* Some lines, and their placements. */
    struct line ahead[LINES_AHEAD];
    struct fm_placed placed[LINES_AHEAD];
    bool places;             /* true: they are wanted */
    struct fm_listed record; /* current record; filled for each line */
    /* true: the one output, or none, gets a copy of most records, and no condition looks at them */
    bool copies;
};

/* Could the line be a game? Of a FEN that can be read, the word after it shows it: no operation
 * looks like a move. */
static bool may_be_game(const struct fm_plan *plan, const struct fm_fen_edit *edit,
                        enum fm_status status)
{
    const enum fm_input_format format = plan->profile->input.format;
    const struct fm_text rest = edit->fields.rest;
    if (format == FM_INPUT_EPD || format == FM_INPUT_FEN)
        return false;
    return status != FM_OK ||
           (rest.n >= 4 &&
            (memcmp(rest.p, "move", 4) == 0 ||
             (*rest.p >= 'a' && fm_byte_is_digit(rest.p[1]) && fm_byte_is_digit(rest.p[3]))));
}

/* Make a record of a row of a table or of an entry of training data, and read it.
 * @param[out] row, game  as of read_line(). */
static enum fm_status read_made(struct fm_worker *worker, struct fm_listed *record,
                                struct fm_text text, struct fm_cells *row, bool *game)
{
    struct fm_rewrite wanted = worker->plan->check_rewrite;
    struct fm_warnings notes = {{0}};
    enum fm_status status;
    worker->made.n = 0;
    wanted.letters = NULL;
    fm_arena_reset(&worker->scratch);
    record->made = record->entry = true;
    if (worker->block->kind == FM_BLOCK_ENTRIES) {
        status = fm_entry_write_epd(text, &wanted, &worker->made, &record->edit, &record->ply,
                                    &notes, &record->fault);
    } else {
        status = fm_cells_read(text, &worker->block->input.columns, row, &record->fault);
        *game = status == FM_OK && fm_cells_are_game(row);
        if (*game)
            return FM_OK;
        record->entry = !row->table->leads;
        if (status == FM_OK)
            status = fm_cells_write_epd(row, &wanted, &worker->scratch, &worker->made,
                                        &record->edit, &record->ply, &notes, &record->fault);
    }
    if (status == FM_OK) {
        const bool entry = worker->block->kind == FM_BLOCK_ENTRIES;
        const struct fm_text made = {worker->made.p, worker->made.n - 1};
        record->whole = fm_buf_text(&worker->made);
        status = record->entry
                     ? fm_fen_edit_reread(&record->edit, made, entry, &wanted, &record->fault)
                     : fm_fen_edit_read(&record->edit, made, &wanted, &record->fault);
    } else {
        record->edit = (struct fm_fen_edit){.text = text};
    }
    fm_warnings_add(&record->edit.notes, &notes);
    return status;
}

/* Are the lines of the block made into others? */
static bool makes_lines(const struct fm_block *block)
{
    return block->kind == FM_BLOCK_ENTRIES || block->input.columns.apart != 0;
}

/* @param[out] game  set if the line is a game, which is in *row then. */
static enum fm_status read_line(struct fm_worker *worker, struct fm_listed *record,
                                const struct line *line, const struct fm_placed *placed,
                                struct fm_cells *row, bool *game)
{
    const struct fm_plan *const plan = worker->plan;
    const struct fm_block *const block = worker->block;
    if (FM_UNLIKELY(makes_lines(block)))
        return read_made(worker, record, line->text, row, game);
    record->made = record->entry = false;
    record->whole = (struct fm_text){block->bytes + line->begin, line->end - line->begin};
    const enum fm_status status = fm_fen_edit_read_placed(&record->edit, line->text, placed,
                                                          &plan->check_rewrite, &record->fault);
    *game = FM_UNLIKELY(may_be_game(plan, &record->edit, status)) &&
            fm_uci_line_read(line->text, plan->profile->input.format == FM_INPUT_UCI, row);
    return status;
}

/* A row that is a game, or a line of UCI moves, which is a row with a start position: the movetext
 * is a cell, the tags are made of the others. All else is done as with games of PGN; in outputs in
 * PGN they are always written anew. */
static enum fm_status work_game_of_line(struct fm_worker *worker, const struct fm_cells *row,
                                        const struct line *line, size_t ordinal)
{
    struct fm_split *split = &worker->block->split;
    const struct fm_text cell = row->alone[FM_COLUMN_MOVES].text;
    struct fm_game game = {.begin = line->begin,
                           .end = line->end,
                           .tags_end = line->begin,
                           .moves = (size_t)(cell.p - worker->block->bytes),
                           .result = FM_RESULT_NONE,
                           .of_line = true};
    split->count = split->tag_count = split->braces.count = 0;
    while (split->tag_cap < FM_CELLS_TAGS_MAX)
        if (!fm_split_grow_tags(split))
            return FM_NO_MEMORY;
    FM_TRY(fm_cells_make_game(row, &worker->made, split->tags, &game));
    return fm_work_game(worker, &game, ordinal);
}

/* Copy a record to the output. Of one that is surely not drawn the row is enough, where it is one
 * that any output takes. */
static enum fm_status write_plain(struct fm_worker *worker, const struct fm_route *route,
                                  struct fm_listed *record, const struct fm_row_key *mark)
{
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    if (!route->way.may_skip || record->edit.fields.rest.n > 0 ||
        mark->sample <= worker->block->rows[route->sink].sample_bound ||
        route->rewrite.style.castling == FM_CASTLING_FEN)
        FM_TRY(fm_fen_edit_copy(&record->edit, &route->rewrite, record->whole, out));
    if (FM_UNLIKELY(out->n - begin > worker->plan->profile->input.max_output_bytes))
        return FM_REJECTED;
    return route->row == FM_ROW_NONE
               ? FM_OK
               : fm_work_mark_record(worker, worker->active, mark, false, begin);
}

/* Copy a plain record to the output, or leave it out: all that fm_work_record() would do with it.
 * @return FM_OK, FM_NO_MEMORY, or FM_REJECTED: nothing was done, as more may become of it. */
static enum fm_status copy_plain(struct fm_worker *worker, struct fm_listed *record)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_route *route = plan->route_count > 0 ? &plan->routes[0] : NULL;
    const enum fm_class class_ = fm_listed_class(&record->edit.setup, plan->classify.variant);
    const bool copied = route == NULL ? !record->made && fm_listed_is_plain(record)
                                      : fm_listed_is_copied(record, route);
    enum fm_position_step lost = FM_POSITION_STEPS;
    struct fm_row_key mark = {.sample = 0};
    bool lacks = false;
    if (!copied || !(plan->classes >> class_ & 1))
        return FM_REJECTED;
    if (route == NULL)
        return fm_work_join_plain(worker, record->end, class_, NULL, lost, false) ? FM_OK
                                                                                  : FM_REJECTED;
    if (plan->lists.view) {
        fm_fen_edit_read_counters(&record->edit);
        record->ply = 2 * (record->edit.setup.fullmove - 1) + record->edit.setup.black;
        worker->listed = record;
        FM_TRY(fm_choose_listed_8x8(worker, &mark, &lost, &lacks));
    }
    const struct fm_row_set *rows = &worker->block->rows[route->sink];
    worker->written.marks[route->sink] = (struct fm_sink_mark){
        worker->block->out[route->sink].n, rows->rows.n, rows->keys.n, rows->joints.n};
    const enum fm_status status =
        lost == FM_POSITION_STEPS ? write_plain(worker, route, record, &mark) : FM_OK;
    worker->listed = NULL;
    if (FM_LIKELY(status == FM_OK &&
                  fm_work_join_plain(worker, record->end, class_, route, lost, lacks)))
        return FM_OK;
    fm_worker_cut_sink(worker, route->sink);
    return status == FM_NO_MEMORY ? status : FM_REJECTED;
}

static enum fm_status work_line(struct fm_worker *worker, struct lines *lines,
                                const struct line *line, const struct fm_placed *placed)
{
    struct fm_block *block = worker->block;
    struct fm_listed *record = &lines->record;
    if (FM_UNLIKELY(is_oversize(worker, line)))
        return fm_work_refuse(worker, FM_REASON_GAME_TOO_LARGE, line->begin, line->end,
                              lines->ordinal);
    if (FM_UNLIKELY(line->stray))
        return pass_over(worker, line->begin, line->end, lines->ordinal);
    if (FM_UNLIKELY(is_cut(block, line)))
        return fm_work_refuse(worker, FM_REASON_INPUT_DAMAGED, line->begin, line->end,
                              lines->ordinal);
    if (FM_UNLIKELY(!fm_work_in_range(worker, lines->ordinal)))
        return fm_work_outside(worker, line->begin, line->end, lines->ordinal);
    record->begin = line->begin;
    record->end = line->end;
    struct fm_cells row;
    bool game = false;
    const enum fm_status status = read_line(worker, record, line, placed, &row, &game);
    if (FM_UNLIKELY(status == FM_NO_MEMORY))
        return status;
    if (lines->copies && status == FM_OK && !game) {
        const enum fm_status copied = copy_plain(worker, record);
        if (FM_LIKELY(copied != FM_REJECTED))
            return copied;
    }
    return FM_UNLIKELY(game) ? work_game_of_line(worker, &row, line, lines->ordinal)
                             : fm_work_record(worker, record, status, lines->ordinal);
}

/* Work a line, and have written what is ready. */
static enum fm_status work_and_pass(struct fm_worker *worker, struct lines *lines,
                                    const struct line *line, const struct fm_placed *placed)
{
    struct fm_block *block = worker->block;
    const bool counts = is_record(worker, line);
    const enum fm_status status = work_line(worker, lines, line, placed);
    lines->ordinal += counts;
    FM_TRY(status);
    FM_TRY(fm_work_ends(worker, lines->ordinal));
    if (!fm_worker_is_full(worker))
        return FM_OK;
    if (!block->numbers.counted)
        block->numbers.games = count_records(worker);
    return fm_work_pass_on(worker);
}

/* Cut some lines, and read their placements: several together, as each step of that waits for the
 * one before. @return how many. */
static size_t cut_ahead(const struct fm_worker *worker, struct lines *lines)
{
    const struct fm_block *block = worker->block;
    struct fm_text texts[LINES_AHEAD];
    size_t n = 0;
    for (; n < LINES_AHEAD && next_line(block, &lines->cutting, &lines->ahead[n]); n++)
        texts[n] = lines->ahead[n].text;
    if (lines->places)
        fm_placements_read_plain(texts, n, !worker->plan->check_rewrite.sets, lines->placed);
    return n;
}

static enum fm_status work_all(struct fm_worker *worker, struct lines *lines)
{
    FM_TRY(fm_work_ends(worker, 0));
    for (size_t n; (n = cut_ahead(worker, lines)) > 0;)
        for (size_t i = 0; i < n; i++)
            FM_TRY(work_and_pass(worker, lines, &lines->ahead[i],
                                 lines->places ? &lines->placed[i] : NULL));
    return FM_OK;
}

static enum fm_status work_lines(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    /* Without them the records are counted while they are worked, which saves a pass. */
    const bool numbers = fm_worker_numbers(worker);
    struct lines lines = {.ordinal = 0};
    lines.copies = worker->plan->lists.copies && block->ascii;
    lines.places = !makes_lines(block);
    FM_TRY(fm_work_find_encoding(worker, FM_NO_TEXT, 0)); /* that of ASCII */
    if (numbers) {
        block->numbers.games = count_records(worker);
        fm_worker_count(worker);
    }
    const enum fm_status status = work_all(worker, &lines);
    if (!block->numbers.counted)
        block->numbers.games = lines.ordinal;
    return status;
}

enum fm_status fm_work_block(struct fm_worker *worker)
{
    worker->exported.last_tree.begin.n = 0; /* the block before may be dropped */
    switch (worker->block->kind) {
    case FM_BLOCK_GAMES:
        return fm_work_games(worker);
    case FM_BLOCK_LINES:
    case FM_BLOCK_ENTRIES:
        return work_lines(worker);
    case FM_BLOCK_OVERSIZE:
        return fm_work_oversize(worker);
    case FM_BLOCK_NOTHING:
        break;
    }
    fm_worker_count(worker);
    return FM_OK;
}
