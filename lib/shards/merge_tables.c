/* SPDX-License-Identifier: MIT */
/* Tables of counts (`rows: groups`) of the shards of a run, added: csv, tsv and jsonl. Rows are
 * sorted by their groups, within a bound of memory, and those of one group become one. Columns
 * keep their order; cells of a group are written as they were. */
#include <config.h>
#include "shards/merge_files.h"
#include "base/cells.h"
#include "base/parts.h"
#include "run/bounds.h"
#include "record/counts.h"
#include "ops/sorter.h"

enum {
    COLUMNS_MAX = 256,
};

enum form { FORM_CSV, FORM_TSV, FORM_JSONL };

/* Columns that are sums and so are added; .mover is for the side to move. After them come
 * columns that are means. */
enum counted {
    COUNT,
    WINS,
    DRAWS,
    LOSSES,
    MOVER_WINS,
    MOVER_DRAWS,
    MOVER_LOSSES,
    COUNTED,
    SCORE = COUNTED,
    MOVER_SCORE,
    GROUP /* a column that is a part of the group */
};

static const char *const names[GROUP] = {[COUNT] = "count",
                                         [WINS] = "wins",
                                         [DRAWS] = "draws",
                                         [LOSSES] = "losses",
                                         [MOVER_WINS] = "wins.mover",
                                         [MOVER_DRAWS] = "draws.mover",
                                         [MOVER_LOSSES] = "losses.mover",
                                         [SCORE] = "score",
                                         [MOVER_SCORE] = "score.mover"};

struct table {
    const struct fm_merging *how;
    enum form form;
    size_t columns; /* number of columns; 0 = nothing of any table was read */
    enum counted of[COLUMNS_MAX];
    bool has[GROUP];
    /* head of the first table: its line, or with jsonl the names, as parts; owned */
    struct fm_buf head;
    struct fm_sorter *sorter;
    struct fm_buf key, value; /* key and value of the row that is read; owned */
    struct fm_output *output;
    struct fm_buf group, row; /* group that is added up: its key, and one of its rows; owned */
    uint64_t sums[COUNTED];
    bool any;
};

/* A row, in the text of the file. */
struct row {
    struct fm_cell cells[COLUMNS_MAX];
    struct fm_text names[COLUMNS_MAX]; /* with jsonl */
    size_t count;
    size_t length; /* bytes of the row, line end included */
};

/* After the row that begins a text: cells of csv in quotes may have line ends. NULL = not all of it
 * is there. */
static const unsigned char *row_end(enum form form, struct fm_text text)
{
    bool quoted = false;
    for (const unsigned char *p = text.p, *const end = p + text.n; p < end; p++) {
        if (*p == '\n' && !quoted)
            return p + 1;
        quoted ^= *p == '"' && form == FORM_CSV;
    }
    return NULL;
}

/* @return false: this is no row. */
static bool split_row(enum form form, struct fm_text rest, struct row *row)
{
    row->length = rest.n--;
    rest.n -= rest.n > 0 && rest.p[rest.n - 1] == '\r';
    if (form == FORM_JSONL && !fm_cell_open_object(rest, &rest))
        return false;
    for (row->count = 0; rest.p != NULL; row->count++) {
        const struct fm_text from = rest;
        struct fm_cell name, cell;
        const char *fault;
        if (form != FORM_JSONL)
            fm_cell_take_field(&rest, form == FORM_CSV ? ',' : '\t', &cell, &fault);
        else if (!fm_cell_take_member(&rest, &name, &cell, &fault))
            return rest.n == 0;
        if (fault != NULL || row->count == COLUMNS_MAX)
            return false;
        if (form == FORM_JSONL)
            row->names[row->count] = name.text;
        else if (cell.form == FM_CELL_PLAIN) /* with its blanks */
            cell.text = (struct fm_text){from.p, from.n - rest.n - (rest.p != NULL)};
        row->cells[row->count] = cell;
    }
    return true;
}

/* Read the next row, whole. @param[out] more  false: there is none. */
static enum fm_status next_row(const struct table *table, struct fm_merge_reader *reader,
                               struct row *row, bool *more, struct fm_error *error)
{
    for (;;) {
        const struct fm_text text = fm_merge_rest(reader);
        const unsigned char *const end = row_end(table->form, text);
        *more = end != NULL || !reader->ended || text.n > 0;
        if (!*more || (end != NULL && split_row(table->form, fm_text_between(text.p, end), row)))
            return FM_OK;
        if (end != NULL || reader->ended || text.n > FM_MERGE_ROW_MAX)
            return fm_merge_refuse(reader, "this is no row of a table of counts, or not all of it",
                                   error);
        FM_TRY(fm_merge_fill(reader, error));
    }
}

static void use_row(struct fm_merge_reader *reader, const struct row *row)
{
    reader->at += row->length;
    reader->line++;
}

/* A cell as it was written: quotes and brackets are beside its text. */
static struct fm_text written_cell(enum form form, const struct fm_cell *cell)
{
    if (cell->form == FM_CELL_PLAIN && cell->text.n == 0 && form == FORM_JSONL)
        return FM_TEXT("null");
    return cell->form == FM_CELL_PLAIN ? cell->text
                                       : (struct fm_text){cell->text.p - 1, cell->text.n + 2};
}

/* Append the value of a cell, as a run sorts by it. */
static enum fm_status put_cell_value(const struct fm_cell *cell, struct fm_buf *out)
{
    FM_TRY(fm_buf_reserve(out, cell->text.n));
    if (cell->text.n > 0)
        out->n = (size_t)(fm_cell_put(cell, out->p + out->n) - out->p);
    return FM_OK;
}

/* The head, by names of columns. */
static enum fm_status take_columns(struct table *table, const struct fm_merge_reader *reader,
                                   const struct row *row, struct fm_error *error)
{
    table->columns = row->count;
    for (size_t i = 0; i < row->count; i++) {
        const struct fm_text name = table->form == FORM_JSONL ? row->names[i] : row->cells[i].text;
        table->of[i] = GROUP;
        for (unsigned k = 0; k < GROUP; k++)
            if (fm_text_is(name, names[k]))
                table->of[i] = (enum counted)k;
        if (table->of[i] != GROUP)
            table->has[table->of[i]] = true;
    }
    if (!table->has[COUNT])
        return fm_merge_refuse(reader, "a table of counts has a column `count`, and here is none",
                               error);
    const bool *has = table->has;
    const bool draws = has[DRAWS] || has[MOVER_DRAWS];
    if ((has[SCORE] && (!has[WINS] || !draws || !has[LOSSES])) ||
        (has[MOVER_SCORE] && (!has[MOVER_WINS] || !draws || !has[MOVER_LOSSES])))
        return fm_merge_refuse(
            reader, "to merge `score`, the columns wins, draws and losses are needed", error);
    return FM_OK;
}

/* The first line of a csv or tsv, or the names in the first row of a jsonl. All tables have the
 * same. */
static enum fm_status read_head(struct table *table, struct fm_merge_reader *reader,
                                struct fm_error *error)
{
    struct row row;
    struct fm_buf head = {NULL, 0, 0};
    bool more;
    FM_TRY(next_row(table, reader, &row, &more, error));
    const bool json = table->form == FORM_JSONL;
    if (!more && json)
        return FM_OK;
    if (!more)
        return fm_merge_refuse(
            reader, "empty: of a table at least the line with the columns' names is there", error);
    enum fm_status status =
        json ? FM_OK : fm_buf_append(&head, fm_merge_rest(reader).p, row.length);
    for (size_t i = 0; i < row.count && json && status == FM_OK; i++)
        status = fm_part_put(&head, row.names[i].p, row.names[i].n);
    if (status == FM_OK && table->columns == 0) {
        status = take_columns(table, reader, &row, error);
        table->head = head;
        head = (struct fm_buf){NULL, 0, 0};
    } else if (status == FM_OK && !fm_text_equal(fm_buf_text(&head), fm_buf_text(&table->head))) {
        status = fm_merge_refuse(reader, "this table has other columns than the first", error);
    }
    fm_buf_free(&head);
    if (status == FM_OK && !json)
        use_row(reader, &row);
    return status;
}

/* Names of jsonl are looked at in each row. */
static bool has_names(const struct table *table, const struct row *row)
{
    struct fm_text head = {table->head.p, table->head.n}, name;
    for (size_t i = 0; i < row->count; i++)
        if (!fm_part_take(&head, &name) || !fm_text_equal(name, row->names[i]))
            return false;
    return true;
}

static enum fm_status add_row(struct table *table, const struct fm_merge_reader *reader,
                              const struct row *row, struct fm_error *error)
{
    uint64_t counts[COUNTED] = {0};
    table->key.n = table->value.n = 0;
    if (row->count != table->columns || (table->form == FORM_JSONL && !has_names(table, row)))
        return fm_merge_refuse(reader, "this row has other columns than the first", error);
    for (size_t i = 0; i < row->count; i++) {
        const struct fm_cell *const cell = &row->cells[i];
        if (table->of[i] == GROUP) {
            FM_TRY(put_cell_value(cell, &table->key));
            FM_TRY(fm_buf_append(&table->key, "", 1));
        } else if (table->of[i] < COUNTED && !fm_text_to_u64(cell->text, &counts[table->of[i]])) {
            return fm_merge_refuse(reader, "a count is not a number", error);
        }
    }
    FM_TRY(fm_buf_append(&table->value, counts, sizeof counts));
    for (size_t i = 0; i < row->count; i++) {
        const struct fm_text cell = written_cell(table->form, &row->cells[i]);
        if (table->of[i] == GROUP)
            FM_TRY(fm_part_put(&table->value, cell.p, cell.n));
    }
    return fm_sorter_add(table->sorter, fm_buf_text(&table->key), fm_buf_text(&table->value),
                         error);
}

static enum fm_status read_table(struct table *table, const char *name, struct fm_error *error)
{
    struct fm_merge_reader reader;
    struct row row;
    bool more = true;
    enum fm_status status = fm_merge_open(&reader, name, error);
    FM_NEXT(status, read_head(table, &reader, error));
    while (status == FM_OK && more) {
        status = next_row(table, &reader, &row, &more, error);
        if (status == FM_OK && more)
            status = add_row(table, &reader, &row, error);
        if (status == FM_OK && more)
            use_row(&reader, &row);
    }
    fm_merge_close(&reader);
    return status;
}

/* As output.rows writes it. */
static enum fm_status put_score(const struct table *table, bool mover, struct fm_buf *out)
{
    const uint64_t *sums = table->sums, wins = sums[mover ? MOVER_WINS : WINS],
                   draws = sums[table->has[DRAWS] ? DRAWS : MOVER_DRAWS],
                   scored = wins + draws + sums[mover ? MOVER_LOSSES : LOSSES];
    if (scored == 0 && table->form == FORM_JSONL)
        return fm_buf_append_words(out, "null");
    return fm_put_mean(out, wins, draws, scored);
}

/* Write the group that is added up, if it is large enough. */
static enum fm_status end_group(struct table *table, struct fm_error *error)
{
    static const char *const between[] = {[FORM_CSV] = ",", [FORM_TSV] = "\t", [FORM_JSONL] = ","};
    static const char *const ends[] = {
        [FORM_CSV] = "\r\n", [FORM_TSV] = "\n", [FORM_JSONL] = "}\n"};
    struct fm_buf *out = &table->value;
    struct fm_text head = fm_buf_text(&table->head), cells = fm_buf_text(&table->row), part;
    if (!table->any || table->sums[COUNT] < table->how->min_count)
        return FM_OK;
    out->n = 0;
    for (size_t i = 0; i < table->columns; i++) {
        const enum counted of = table->of[i];
        if (i > 0)
            FM_TRY(fm_buf_append(out, between[table->form], 1));
        if (table->form == FORM_JSONL && fm_part_take(&head, &part))
            FM_TRY(FM_APPEND(out, i == 0 ? FM_TEXT("{\"") : FM_TEXT("\""), part, FM_TEXT("\":")));
        if (of == GROUP && fm_part_take(&cells, &part))
            FM_TRY(fm_buf_append_text(out, part));
        else if (of < COUNTED)
            FM_TRY(fm_buf_append_u64(out, table->sums[of]));
        else if (of != GROUP)
            FM_TRY(put_score(table, of == MOVER_SCORE, out));
    }
    FM_TRY(fm_buf_append_words(out, ends[table->form]));
    return fm_output_write(table->output, out->p, out->n, error);
}

static enum fm_status take_sorted(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct table *table = user;
    uint64_t counts[COUNTED];
    memcpy(counts, pair->rest.p, sizeof counts);
    if (!table->any || !fm_text_equal(pair->key, fm_buf_text(&table->group))) {
        FM_TRY(end_group(table, error));
        table->group.n = table->row.n = 0;
        FM_TRY(fm_buf_append_text(&table->group, pair->key));
        FM_TRY(fm_buf_append_text(&table->row, fm_text_after(pair->rest, sizeof counts)));
        memset(table->sums, 0, sizeof table->sums);
        table->any = true;
    }
    for (unsigned i = 0; i < COUNTED; i++) {
        if (counts[i] > UINT64_MAX - table->sums[i]) {
            *error = (struct fm_error){
                .status = FM_BAD_USE,
                .input = table->how->names[0],
                .detail =
                    FM_TEXT("with the other tables a count is over 2^64: these are not of one "
                            "run")};
            return FM_BAD_USE;
        }
        table->sums[i] += counts[i];
    }
    return FM_OK;
}

static enum fm_status read_and_write(struct table *table, struct fm_error *error)
{
    for (size_t i = 0; i < table->how->count; i++)
        FM_TRY(read_table(table, table->how->names[i], error));
    if (table->form != FORM_JSONL)
        FM_TRY(fm_output_write(table->output, table->head.p, table->head.n, error));
    FM_TRY(fm_sorter_each(table->sorter, take_sorted, table, error));
    return end_group(table, error);
}

/* By the first line that there is: of shards without a group, a jsonl is empty. */
static enum fm_status find_form(struct table *table, struct fm_error *error)
{
    table->form = FORM_JSONL;
    for (size_t i = 0; i < table->how->count; i++) {
        struct fm_merge_reader reader;
        const enum fm_status status = fm_merge_open(&reader, table->how->names[i], error);
        const struct fm_text text = fm_merge_rest(&reader);
        const unsigned char *end = text.n > 0 ? memchr(text.p, '\n', text.n) : NULL;
        const bool found = text.n > 0;
        if (found && *text.p != '{')
            table->form =
                end != NULL && memchr(text.p, '\t', (size_t)(end - text.p)) ? FORM_TSV : FORM_CSV;
        fm_merge_close(&reader);
        FM_TRY(status);
        if (found)
            break;
    }
    return FM_OK;
}

enum fm_status fm_merge_tables(const struct fm_merging *how, struct fm_output *output,
                               struct fm_error *error)
{
    struct fm_spool *spool = NULL;
    struct table table = {.how = how, .output = output};
    enum fm_status status = fm_spool_new(how->temporary, FM_CHUNK_MAX, NULL, &spool);
    if (status == FM_OK)
        status =
            fm_sorter_new(spool, how->memory > 0 ? how->memory : FM_MERGE_MEMORY, &table.sorter);
    FM_NEXT(status, find_form(&table, error));
    FM_NEXT(status, read_and_write(&table, error));
    fm_sorter_free(table.sorter);
    fm_spool_free(spool);
    fm_buf_free(&table.head);
    fm_buf_free(&table.key);
    fm_buf_free(&table.value);
    fm_buf_free(&table.group);
    fm_buf_free(&table.row);
    return status;
}
