/* SPDX-License-Identifier: MIT */
/* Reading and looking up tables of tags: see tag_table.h. Cells lose their quotes where they are in
 * the text, with a NUL after each, so that a row is the place of its first cell. */
#include <config.h>
#include "pgn/tag_table.h"
#include <stdlib.h>
#include <string.h>
#include "base/cells.h"
#include "base/fold.h"
#include "base/text.h"
#include "pgn/bytes.h"
#include "pgn/text_file.h"

struct row {
    struct fm_hash128 key; /* hash of the folded value */
    uint32_t at;           /* place of its cells in the text */
    uint32_t number;       /* number of the row, 0.. */
    bool repeated;         /* other rows have the value, with other cells */
};

/* A table while it is read. */
struct reading {
    struct fm_tag_table *table;
    struct fm_line_reader lines;
    unsigned char between;     /* what is between cells */
    const unsigned char *line; /* the line as it was, for columns in errors */
    struct fm_text rest;       /* what is left of it; p is NULL after the last cell */
    unsigned char *to;         /* end of its cells */
    struct fm_arena scratch;
};

void fm_tag_table_free(struct fm_tag_table *table)
{
    fm_table_free(&table->rows);
    fm_buf_free(&table->text);
    fm_arena_free(&table->arena);
    free(table->used);
    table->used = NULL;
}

bool fm_tag_is_missing(struct fm_text value)
{
    for (size_t i = 0; i < value.n; i++)
        if (memchr("?. ", value.p[i], 3) == NULL)
            return false;
    return true;
}

struct fm_text fm_tag_table_cell(const unsigned char **cells)
{
    const struct fm_text cell = fm_text_of((const char *)*cells);
    *cells += cell.n + 1;
    return cell;
}

/* @param at  where in the line. */
static enum fm_status refuse_place(const struct reading *r, const unsigned char *at,
                                   struct fm_text what, const char *detail, struct fm_error *error)
{
    (void)fm_line_refuse(&r->lines, what, detail, error);
    error->column = (uint64_t)(at - r->line) + 1;
    return error->status;
}

static bool begin_line(struct reading *r)
{
    do {
        if (!fm_line_next(&r->lines))
            return false;
    } while (fm_text_trim(r->lines.line).n == 0 || r->lines.line.p[0] == '#');
    r->rest = r->lines.line;
    r->line = r->rest.p;
    r->to = r->table->text.p + (r->line - r->table->text.p);
    return true;
}

/* Take the next cell of the line. What is written never comes after what is read.
 * @param[out] from  where it was. */
static enum fm_status take_cell(struct reading *r, struct fm_text *cell, const unsigned char **from,
                                struct fm_error *error)
{
    const struct fm_text line = r->rest;
    unsigned char *const begin = r->to;
    struct fm_cell field;
    const char *fault;
    fm_cell_take(&r->rest, r->between, true, &field, &fault);
    *from = field.text.p - (field.form == FM_CELL_QUOTED);
    if (fault != NULL)
        return refuse_place(r, *from, FM_NO_TEXT, fault, error);
    if (fm_text_has_controls((struct fm_text){line.p, line.n - r->rest.n - (r->rest.p != NULL)}))
        return refuse_place(r, *from, field.text, "a value has no control characters", error);
    r->to = fm_cell_put(&field, begin);
    *cell = fm_text_between(begin, r->to);
    *r->to++ = '\0'; /* in place of the separator or line end, or in the padding */
    return FM_OK;
}

/* ---- the header ---- */

/* The heading as tags of White and Black. */
static enum fm_status make_column(struct fm_tag_table *table, struct fm_text heading,
                                  struct fm_tag_column *out)
{
    static const char *const sides[2] = {"White", "Black"};
    static const char *const of_player[] = {"Name", "FideId", "Elo", "Title", "Team"};
    const struct fm_text player = FM_TEXT("Player");
    struct fm_text rest = heading;
    bool sided = fm_text_begins(heading, player);
    if (sided)
        rest = fm_text_after(heading, player.n);
    for (size_t i = 0; i < FM_COUNT_OF(of_player) && !sided; i++)
        sided = fm_text_is(heading, of_player[i]);
    if (fm_text_is(rest, of_player[0]))
        rest.n = 0;
    for (unsigned side = 0; side < 2; side++) {
        const size_t n = sided ? strlen(sides[side]) : 0;
        unsigned char *name = fm_arena_alloc(&table->arena, n + rest.n + FM_TEXT_PADDING);
        FM_TRY_MADE(name);
        memset(name, 0, n + rest.n + FM_TEXT_PADDING);
        memcpy(name, sides[side], n);
        memcpy(name + n, rest.p, rest.n);
        out->names[side] = (struct fm_text){name, n + rest.n};
        out->ids[side] = fm_tag_id_of(out->names[side]);
    }
    return FM_OK;
}

static bool is_sided(const struct fm_tag_column *column)
{
    return !fm_text_equal(column->names[0], column->names[1]);
}

/* Why no table can set this tag; NULL: it can. */
static const char *why_not(const struct fm_tag_table *table, size_t i)
{
    const struct fm_tag_column *const column = &table->columns[i], *const key =
                                                                       &table->columns[table->key];
    const enum fm_tag_id id = column->ids[0];
    if (i == table->key)
        return NULL;
    if (id == FM_TAG_FEN || id == FM_TAG_SETUP || id == FM_TAG_VARIANT || id == FM_TAG_RESULT)
        return "a table does not set what the moves decide: FEN, SetUp, Variant, Result";
    if (is_sided(column) != is_sided(key))
        return is_sided(key)
                   ? "the row of a player sets tags of the player: PlayerElo, PlayerTitle"
                   : "Player stands for a side, and the column that is looked up has none";
    if (fm_text_equal(column->names[0], key->names[0]) && !table->replaces)
        return "to replace what is looked up, `input.tag-table-replace` is needed";
    for (size_t k = 0; k < i; k++)
        if (k != table->key && fm_text_equal(column->names[0], table->columns[k].names[0]))
            return "another column has this heading";
    return NULL;
}

static enum fm_status read_header(struct reading *r, struct fm_text by, struct fm_error *error)
{
    struct fm_tag_table *const table = r->table;
    struct fm_text headings[FM_TAG_TABLE_COLUMNS];
    const unsigned char *places[FM_TAG_TABLE_COLUMNS];
    struct fm_tag_column wanted = {.ids = {FM_TAG_OTHER, FM_TAG_OTHER}};
    if (!begin_line(r))
        return refuse_place(r, r->line, FM_NO_TEXT, "a table has a line of headings first", error);
    const size_t n = r->rest.n;
    r->between = memchr(r->line, '\t', n) != NULL  ? '\t'
                 : memchr(r->line, ';', n) != NULL ? ';'
                                                   : ',';
    if (by.n > 0)
        FM_TRY(make_column(table, by, &wanted));
    table->key = by.n == 0 ? 0 : SIZE_MAX;
    do {
        const size_t i = table->column_count;
        struct fm_text heading;
        const unsigned char *from;
        FM_TRY(take_cell(r, &heading, &from, error));
        if (i == FM_TAG_TABLE_COLUMNS)
            return refuse_place(r, from, heading, "a table has at most 32 columns", error);
        const unsigned char *const end = heading.p + heading.n;
        if (heading.n == 0 || fm_bytes_skip(heading.p, end, FM_BYTE_NAME) < end)
            return refuse_place(r, from, heading,
                                "a heading is the name of a tag: letters, digits and _ alone",
                                error);
        headings[i] = heading;
        places[i] = from;
        FM_TRY(make_column(table, heading, &table->columns[i]));
        if (table->key == SIZE_MAX && fm_text_equal(table->columns[i].names[0], wanted.names[0]))
            table->key = i;
        table->column_count++;
    } while (r->rest.p != NULL);
    if (table->key == SIZE_MAX)
        return refuse_place(r, r->line, by, "no column has this heading of `input.tag-table-by`",
                            error);
    table->of_players = is_sided(&table->columns[table->key]);
    for (size_t i = 0; i < table->column_count; i++)
        if (why_not(table, i) != NULL)
            return refuse_place(r, places[i], headings[i], why_not(table, i), error);
    return table->column_count > 1
               ? FM_OK
               : refuse_place(r, r->line, FM_NO_TEXT, "a table has two columns or more", error);
}

/* ---- the rows ---- */

/* The value that a row is looked up by, folded. No text: no memory. */
static struct fm_text folded_key(const struct fm_tag_table *table, const unsigned char *cells,
                                 struct fm_arena *scratch)
{
    struct fm_text cell = FM_NO_TEXT;
    for (size_t i = 0; i <= table->key; i++)
        cell = fm_tag_table_cell(&cells);
    return fm_folded(cell, scratch);
}

static bool equal_rows(const struct fm_tag_table *table, const unsigned char *a,
                       const unsigned char *b)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (!fm_text_equal(fm_tag_table_cell(&a), fm_tag_table_cell(&b)) && i != table->key)
            return false;
    return true;
}

static enum fm_status add_row(struct reading *r, struct fm_error *error)
{
    struct fm_tag_table *const table = r->table;
    const unsigned char *const cells = r->table->text.p + (r->line - r->table->text.p);
    fm_arena_reset(&r->scratch);
    const struct fm_text key = folded_key(table, cells, &r->scratch);
    if (key.n == 0)
        return FM_NO_MEMORY;
    if (key.n == 1) /* a row without a value to look up by is of no use, and does no harm */
        return FM_OK;
    if (table->row_count == FM_TAG_TABLE_ROWS)
        return refuse_place(r, r->line, FM_NO_TEXT, "a table has at most 1,048,576 rows", error);
    bool fresh;
    struct row *row = fm_table_add(&table->rows, fm_hash128_of(key.p, key.n, 0), &fresh);
    FM_TRY_MADE(row);
    if (fresh) {
        row->at = (uint32_t)(cells - table->text.p);
        row->number = (uint32_t)table->row_count++;
    } else if (!row->repeated && !equal_rows(table, table->text.p + row->at, cells)) {
        row->repeated = true;
        table->repeated++;
    }
    return FM_OK;
}

static enum fm_status read_row(struct reading *r, struct fm_error *error)
{
    const size_t wanted = r->table->column_count;
    size_t count = 0;
    do {
        struct fm_text cell;
        const unsigned char *from;
        FM_TRY(take_cell(r, &cell, &from, error));
        if (++count > wanted)
            return refuse_place(r, from, cell, "this row has more values than there are headings",
                                error);
    } while (r->rest.p != NULL);
    return count == wanted
               ? add_row(r, error)
               : refuse_place(r, r->line + r->lines.line.n, FM_NO_TEXT,
                              "this row has fewer values than there are headings", error);
}

static enum fm_status read_table(struct reading *r, struct fm_text by, struct fm_error *error)
{
    FM_TRY(read_header(r, by, error));
    while (begin_line(r))
        FM_TRY(read_row(r, error));
    r->table->used = calloc(r->table->row_count + 1, sizeof *r->table->used);
    return r->table->used == NULL ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_tag_table_read(const char *name, const struct fm_tag_table_options *options,
                                 struct fm_tag_table *out, struct fm_error *error)
{
    out->rows.row = sizeof(struct row);
    out->replaces = options->replaces;
    FM_TRY(fm_text_file_read(name, &out->text, error));
    struct reading r = {.table = out,
                        .lines = {.name = name, .rest = {out->text.p, out->text.n}},
                        .line = out->text.p};
    const enum fm_status status = read_table(&r, options->by, error);
    fm_arena_free(&r.scratch);
    return status;
}

enum fm_status fm_tag_table_find(const struct fm_tag_table *table, struct fm_text value,
                                 struct fm_arena *scratch, const unsigned char **cells)
{
    *cells = NULL;
    const struct fm_text key = fm_folded(value, scratch);
    if (key.n == 0)
        return FM_NO_MEMORY;
    const struct row *row = fm_table_find(&table->rows, fm_hash128_of(key.p, key.n, 0));
    if (row == NULL)
        return FM_OK;
    /* Whoever writes a game chooses its tags: the hash alone does not count. */
    const unsigned char *const found = table->text.p + row->at;
    const struct fm_text other = folded_key(table, found, scratch);
    if (other.n == 0)
        return FM_NO_MEMORY;
    if (!fm_text_equal(key, other))
        return FM_OK;
    atomic_store_explicit(&table->used[row->number], 1, memory_order_relaxed);
    *cells = row->repeated ? NULL : found;
    return FM_OK;
}

size_t fm_tag_table_unused(const struct fm_tag_table *table)
{
    size_t unused = 0;
    for (size_t i = 0; i < table->row_count; i++)
        unused += atomic_load_explicit(&table->used[i], memory_order_relaxed) == 0;
    return unused;
}
