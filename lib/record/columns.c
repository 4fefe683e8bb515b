/* SPDX-License-Identifier: MIT */
/* What tables and columns are: see columns.h. */
#include <config.h>
#include "record/columns.h"
#include "base/hash.h"
#include "pgn/bytes.h"

/* The name of a column, in any case of letters, and its meaning. */
struct name {
    const char *column, *meaning;
};

/* A table that is known. */
struct fm_known_table {
    unsigned char apart;
    bool in_order; /* true: the header begins with the columns that show it, in their order */
    bool leads;
    const char *shows[4]; /* columns of a header that shows the table */
    struct name columns[12];
};

static const struct fm_known_table known[] = {
    /* Puzzles: in lichess's order, which holds where there is no header. */
    {.apart = ',',
     .leads = true,
     .shows = {"FEN", "Moves", "PuzzleId"},
     .columns = {{"PuzzleId", "op.id"},
                 {"FEN", "fen"},
                 {"Moves", "moves"},
                 {"Rating", "op.c1"},
                 {"RatingDeviation", "op.c6"},
                 {"Popularity", "op.c3"},
                 {"NbPlays", "op.c4"},
                 {"Themes", "op.c0"},
                 {"GameUrl", "op.c5"},
                 {"OpeningTags", "op.c2"}}},
    /* Openings: a.tsv to e.tsv; the tables that are built of them have the moves in UCI, too. */
    {.apart = '\t',
     .in_order = true,
     .shows = {"eco", "name", "pgn"},
     .columns = {{"eco", "ECO"}, {"name", "Opening"}, {"pgn", "moves"}}},
    /* Evaluations. */
    {.apart = '{', .columns = {{"fen", "fen"}, {"evals", "evals"}}},
};
enum { PUZZLES, OPENINGS, EVALS };

/* Names of columns of other tables: those of fenmill's fields, and usual ones. */
static const struct name names[] = {
    {"fen", "fen"},
    {"start.fen", "fen"},
    {"moves", "moves"},
    {"moves.uci", "moves"},
    {"moves.list", "moves"},
    {"moves.uci.list", "moves"},
    {"moves.numbered", "moves"},
    {"pgn", "moves"},
    {"uci", "moves"},
    {"result", "result"},
    {"eval", "eval"},
    {"eval.position", "eval"},
    {"eval.position.mover", "eval.mover"},
    {"next", "op.sm"},
    {"next.uci", "op.sm"},
    {"search.depth", "op.acd"},
    {"id", "op.id"},
    {"bm", "op.bm"},
    {"sm", "op.sm"},
    {"pv", "op.pv"},
    {"acd", "op.acd"},
    {"acn", "op.acn"},
    {"acs", "op.acs"},
    {"ce", "op.ce"},
    {"dm", "op.dm"},
    {"eco", "ECO"},
    {"white", "White"},
    {"black", "Black"},
    {"white.elo", "WhiteElo"},
    {"black.elo", "BlackElo"},
    {"opening", "Opening"},
};

static bool is_tag_name(struct fm_text name)
{
    return name.n > 0 && name.n <= FM_COLUMN_NAME_MAX && *name.p >= 'A' && *name.p <= 'Z' &&
           fm_bytes_skip(name.p, name.p + name.n, FM_BYTE_NAME) == name.p + name.n;
}

bool fm_column_read(struct fm_text word, struct fm_column_meaning *out)
{
    static const struct {
        const char *word;
        enum fm_meaning meaning;
    } words[] = {{"-", FM_COLUMN_NOTHING},
                 {"fen", FM_COLUMN_FEN},
                 {"moves", FM_COLUMN_MOVES},
                 {"evals", FM_COLUMN_EVALS},
                 {"result", FM_COLUMN_RESULT},
                 {"eval", FM_COLUMN_EVAL},
                 {"eval.mover", FM_COLUMN_EVAL_MOVER}};
    struct fm_column_meaning made = {.meaning = FM_COLUMN_TAG};
    const struct fm_text op = FM_TEXT("op.");
    struct fm_text name = word;
    for (size_t i = 0; i < FM_COUNT_OF(words); i++)
        if (fm_text_is(word, words[i].word)) {
            *out = (struct fm_column_meaning){.meaning = (unsigned char)words[i].meaning};
            return true;
        }
    if (fm_text_begins(word, op) || fm_text_is(word, "id")) {
        made.meaning = FM_COLUMN_OP;
        name = word.n > op.n ? fm_text_after(word, op.n) : word;
        if (!fm_epd_is_opcode(name))
            return false;
    } else if (!is_tag_name(word)) {
        return false;
    }
    /* That of c9 and of the Result tag is one meaning, so that each table gives both. */
    if (fm_text_is(word, "Result") || fm_text_is(word, "op.c9")) {
        *out = (struct fm_column_meaning){.meaning = FM_COLUMN_RESULT};
        return true;
    }
    made.n = (unsigned char)name.n;
    memcpy(made.name, name.p, name.n);
    *out = made;
    return true;
}

static bool find_name(const struct name *rows, size_t count, struct fm_text column,
                      struct fm_column_meaning *out)
{
    for (size_t i = 0; i < count && rows[i].column != NULL; i++)
        if (fm_text_is_nocase(column, rows[i].column))
            return fm_column_read(fm_text_of(rows[i].meaning), out);
    return false;
}

/* Is it the column, which a name or a number names? Numbers are 1.. */
static bool is_given(const struct fm_record_field *given, struct fm_text column, unsigned number)
{
    uint64_t place;
    return fm_text_equal_nocase(given->name, column) ||
           (fm_text_to_u64(given->name, &place) && place == number);
}

/* The meaning of a column: as the user says, else as the known table has it, else by its name. */
static struct fm_column_meaning column_of(const struct fm_columns *table, struct fm_text column,
                                          unsigned number)
{
    struct fm_column_meaning found = {.meaning = FM_COLUMN_NOTHING};
    for (size_t i = 0; i < table->given_count; i++)
        if (is_given(&table->given[i], column, number)) {
            (void)fm_column_read(table->given[i].text, &found);
            return found;
        }
    if (table->known != NULL)
        (void)find_name(table->known->columns, FM_COUNT_OF(table->known->columns), column, &found);
    else if (!find_name(names, FM_COUNT_OF(names), column, &found) &&
             (is_tag_name(column) || fm_text_begins(column, FM_TEXT("op."))))
        (void)fm_column_read(column, &found);
    return found;
}

/* A given column, by name or number, that a table does not have would be missed by nobody. */
static void find_missing(struct fm_text line, struct fm_columns *table)
{
    for (size_t i = 0; i < table->given_count; i++) {
        const struct fm_record_field *const given = &table->given[i];
        const char *fault = NULL;
        unsigned number = 0;
        bool found = fm_text_is(given->text, "-");
        for (struct fm_text rest = line; !found && rest.p != NULL && fault == NULL;) {
            struct fm_cell field;
            fm_cell_take_field(&rest, table->apart, &field, &fault);
            found = is_given(given, field.text, ++number);
        }
        if (!found)
            table->missing = given->name;
    }
}

/* Read the names of columns. @return false: they are too many, or malformed. */
static bool read_header(struct fm_text line, struct fm_columns *table)
{
    const char *fault = NULL;
    unsigned count = 0;
    for (struct fm_text rest = line; rest.p != NULL && fault == NULL; count++) {
        struct fm_cell field;
        if (count == FM_COLUMNS_MAX)
            return false;
        fm_cell_take_field(&rest, table->apart, &field, &fault);
        table->columns[count] = column_of(table, field.text, count + 1);
    }
    table->least = table->most = (unsigned char)count;
    find_missing(line, table);
    table->header = line.n;
    table->header_hash = fm_hash128_of(line.p, line.n, 0);
    return fault == NULL;
}

/* Has the header all columns that show the table? */
static bool shows(struct fm_text line, const struct fm_known_table *row, bool all)
{
    bool met[FM_COUNT_OF(row->shows)] = {false};
    const char *fault = NULL;
    size_t at = 0;
    for (struct fm_text rest = line; rest.p != NULL && fault == NULL; at++) {
        struct fm_cell field;
        fm_cell_take_field(&rest, row->apart, &field, &fault);
        for (size_t i = 0; i < FM_COUNT_OF(met) && row->shows[i] != NULL; i++)
            met[i] = met[i] ||
                     ((!row->in_order || at == i) && fm_text_is_nocase(field.text, row->shows[i]));
    }
    for (size_t i = 0; i < FM_COUNT_OF(met) && row->shows[i] != NULL; i++)
        if (!met[i] && (all || i < 2))
            return false;
    return fault == NULL;
}

/* `{"fen":"...","evals":[`, with blanks or without. */
static bool shows_evals(struct fm_text line)
{
    struct fm_cell name, value;
    const char *fault = NULL;
    struct fm_text rest;
    if (!fm_cell_open_object(line, &rest) || !fm_cell_take_member(&rest, &name, &value, &fault) ||
        !fm_text_is(name.text, "fen") || value.form != FM_CELL_STRING)
        return false;
    return fm_cell_take_member(&rest, &name, &value, &fault) && fm_text_is(name.text, "evals") &&
           (fault != NULL || value.form == FM_CELL_LIST);
}

static struct fm_columns table_of(const struct fm_known_table *row)
{
    return (struct fm_columns){.known = row, .apart = row->apart, .leads = row->leads};
}

bool fm_columns_shown(struct fm_text line, struct fm_columns *table)
{
    if (line.n == 0)
        return false;
    if (*line.p == '{') {
        if (!shows_evals(line))
            return false;
        *table = table_of(&known[EVALS]);
        return true;
    }
    for (size_t i = 0; i < EVALS; i++) {
        if (memchr(line.p, known[i].apart, line.n) == NULL || !shows(line, &known[i], true))
            continue;
        struct fm_columns found = table_of(&known[i]);
        if (read_header(line, &found)) {
            *table = found;
            return true;
        }
    }
    return false;
}

/* The byte between fields: a TAB where there is one; a semicolon where there is no comma. */
static unsigned char byte_apart(struct fm_text line)
{
    if (line.n > 0 && *line.p == '{')
        return '{';
    if (memchr(line.p, '\t', line.n) != NULL)
        return '\t';
    return memchr(line.p, ',', line.n) == NULL && memchr(line.p, ';', line.n) != NULL ? ';' : ',';
}

/* Are all columns given by their numbers? Then there is no header. */
static bool by_number(const struct fm_columns_wanted *wanted)
{
    uint64_t number;
    for (size_t i = 0; i < wanted->given_count; i++)
        if (!fm_text_to_u64(wanted->given[i].name, &number))
            return false;
    return wanted->given_count > 0;
}

/* Puzzles without a header: columns at the end may be missing. */
static void begin_headless(struct fm_columns *table)
{
    enum { LEAST = 3 };
    *table = table_of(&known[PUZZLES]);
    while (known[PUZZLES].columns[table->most].column != NULL) {
        (void)fm_column_read(fm_text_of(known[PUZZLES].columns[table->most].meaning),
                             &table->columns[table->most]);
        table->most++;
    }
    table->least = LEAST;
}

void fm_columns_begin(struct fm_text line, const struct fm_columns_wanted *wanted,
                      struct fm_columns *table)
{
    if (line.n == 0) /* an input without a line */
        line = FM_TEXT("");
    if (wanted->puzzles) {
        *table = table_of(&known[PUZZLES]);
        if (!shows(line, &known[PUZZLES], false) || !read_header(line, table))
            begin_headless(table);
        return;
    }
    if (wanted->given_count == 0 && fm_columns_shown(line, table))
        return;
    *table = (struct fm_columns){
        .given = wanted->given, .given_count = wanted->given_count, .apart = byte_apart(line)};
    if (table->apart == '{')
        return;
    (void)read_header(line, table);
    if (by_number(wanted))
        table->header = 0;
}

struct fm_text fm_columns_line(const unsigned char *p, const unsigned char *end)
{
    while (end > p && (end[-1] == '\n' || end[-1] == '\r' || end[-1] == '\0'))
        end--;
    if (end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    return fm_text_between(p, end);
}

/* A comment has no bytes between fields, so that no row is taken for one. */
static bool is_comment(struct fm_text line, unsigned char apart)
{
    const struct fm_text text = fm_text_trim(line);
    if (!fm_byte_in(*text.p, "#;%") && !fm_text_begins(text, FM_TEXT("//")))
        return false;
    for (const unsigned char *p = text.p; p < text.p + text.n; p++)
        if (apart != 0 ? *p == apart : p > text.p && fm_byte_in(*p, ",;\t"))
            return false;
    return true;
}

bool fm_columns_passes(struct fm_text line, const struct fm_columns *table)
{
    if (fm_text_trim(line).n == 0 || is_comment(line, table->apart))
        return true;
    if (line.n != table->header)
        return false;
    const struct fm_hash128 hash = fm_hash128_of(line.p, line.n, 0);
    return hash.lo == table->header_hash.lo && hash.hi == table->header_hash.hi;
}

/* ---- rows ---- */

enum fm_status fm_columns_refuse(const struct fm_columns *table, struct fm_text what,
                                 const char *detail, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_REJECTED,
                               .reason = table->leads ? FM_REASON_BAD_PUZZLE : FM_REASON_BAD_ROW,
                               .what = what,
                               .detail = fm_text_of(detail)};
    return FM_REJECTED;
}

/* Add a cell: of each meaning that is alone the first counts, an empty one is none. */
static void add_cell(struct fm_cells *row, const struct fm_column_meaning *column,
                     struct fm_text name, const struct fm_cell *cell)
{
    if (column->meaning < FM_COLUMN_ALONE) {
        struct fm_cell *const alone = &row->alone[column->meaning];
        *alone = alone->text.p == NULL ? *cell : *alone;
    } else if (cell->text.n > 0 && row->count < FM_COLUMNS_MAX) {
        row->others[row->count].name = name;
        row->others[row->count].cell = *cell;
        row->others[row->count++].meaning = (enum fm_meaning)column->meaning;
    }
}

static struct fm_text name_of(const struct fm_column_meaning *column)
{
    return (struct fm_text){(const unsigned char *)column->name, column->n};
}

static enum fm_status read_fields(struct fm_cells *row, struct fm_error *error)
{
    const struct fm_columns *const table = row->table;
    const char *fault;
    unsigned count = 0;
    for (struct fm_text rest = row->line; rest.p != NULL && count <= table->most; count++) {
        struct fm_cell field;
        fm_cell_take_field(&rest, table->apart, &field, &fault);
        if (fault != NULL)
            return fm_columns_refuse(table, field.text, fault, error);
        if (count < table->most)
            add_cell(row, &table->columns[count], name_of(&table->columns[count]), &field);
    }
    if (count < table->least)
        return fm_columns_refuse(table, row->line, "there are too few columns", error);
    if (count > table->most)
        return fm_columns_refuse(table, row->line, "there are too many columns", error);
    return FM_OK;
}

/* The meaning of a member is looked up by its name. Names of operations and tags are those of
 * constant texts, of the profile, or of the row. */
static enum fm_status read_members(struct fm_cells *row, struct fm_error *error)
{
    const struct fm_columns *const table = row->table;
    struct fm_cell name, value;
    struct fm_text rest;
    const char *fault;
    if (!fm_cell_open_object(row->line, &rest))
        return fm_columns_refuse(table, row->line, "no object of JSON", error);
    while (fm_cell_take_member(&rest, &name, &value, &fault)) {
        if (fault != NULL)
            return fm_columns_refuse(table, value.text.n > 0 ? value.text : row->line, fault,
                                     error);
        const struct fm_column_meaning column = column_of(table, name.text, 0);
        if (row->count < FM_COLUMNS_MAX) { /* its name lasts as long as the row */
            row->members[row->count] = column;
            add_cell(row, &column, name_of(&row->members[row->count]), &value);
        }
    }
    return fm_text_trim(rest).n == 0
               ? FM_OK
               : fm_columns_refuse(table, rest, "text after the object", error);
}

enum fm_status fm_cells_read(struct fm_text line, const struct fm_columns *table,
                             struct fm_cells *out, struct fm_error *error)
{
    out->table = table;
    out->line = line;
    out->count = 0;
    memset(out->alone, 0, sizeof out->alone);
    if (table->missing.n > 0)
        return fm_columns_refuse(table, table->missing, "the table has no such column", error);
    FM_TRY(table->apart == '{' ? read_members(out, error) : read_fields(out, error));
    if (out->alone[FM_COLUMN_FEN].text.p != NULL || fm_cells_are_game(out))
        return FM_OK;
    return fm_columns_refuse(table, line, "no column has a FEN or moves", error);
}
