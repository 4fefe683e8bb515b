/* SPDX-License-Identifier: MIT */
/* Arrow of native.h: tables, and batches of a reader, by the C stream interface. What is exported keeps its table; bits,
 * dictionaries and names are made for it. */
#include "native.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The interface as Apache Arrow's "The Arrow C data interface" gives it; its members never change. */
#define ARROW_NULLABLE 2
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

/* Schemas. */

static void release_schema(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i]->release != NULL)
            schema->children[i]->release(schema->children[i]);
        free(schema->children[i]);
    }
    free(schema->children);
    if (schema->dictionary != NULL && schema->dictionary->release != NULL)
        schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
    free(schema->private_data); /* the name */
    schema->release = NULL;
}

static bool make_schema(struct ArrowSchema *schema, const char *name, const char *format)
{
    const size_t n = strlen(name) + 1;
    memset(schema, 0, sizeof *schema);
    schema->private_data = malloc(n);
    if (schema->private_data == NULL)
        return false;
    memcpy(schema->private_data, name, n);
    schema->name = schema->private_data;
    schema->format = format;
    schema->flags = ARROW_NULLABLE;
    schema->release = release_schema;
    return true;
}

static bool make_column_schema(struct ArrowSchema *schema, const char *name, enum py_kind kind)
{
    static const char *const formats[] = {"U", "l", "g", "b", "i"}; /* by enum py_kind */
    if (!make_schema(schema, name, formats[kind]))
        return false;
    if (kind != PY_TAG)
        return true;
    schema->dictionary = calloc(1, sizeof *schema->dictionary);
    if (schema->dictionary != NULL && make_schema(schema->dictionary, "", "U"))
        return true;
    release_schema(schema);
    return false;
}

static int make_schemas(struct ArrowSchema *schema, const char *const *names,
                        const struct py_table *table)
{
    if (!make_schema(schema, "", "+s"))
        return ENOMEM;
    schema->flags = 0;
    schema->children = calloc(table->columns, sizeof *schema->children);
    while (schema->children != NULL && (size_t)schema->n_children < table->columns) {
        const size_t i = (size_t)schema->n_children;
        struct ArrowSchema *const child = malloc(sizeof *child);
        if (child == NULL || !make_column_schema(child, names[i], table->column[i].kind)) {
            free(child);
            break;
        }
        schema->children[i] = child;
        schema->n_children++;
    }
    if ((size_t)schema->n_children == table->columns)
        return 0;
    release_schema(schema);
    return ENOMEM;
}

/* Arrays. */

/* What an array of one column points to. Each array has its own, as a consumer may take it out of its
 * parent. */
struct holder {
    const void *buffers[3];
    void *made[3]; /* to be freed */
    struct py_table *table;
};

static void release_array(struct ArrowArray *array)
{
    struct holder *const holder = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i]->release != NULL)
            array->children[i]->release(array->children[i]);
        free(array->children[i]);
    }
    free(array->children);
    if (array->dictionary != NULL && array->dictionary->release != NULL)
        array->dictionary->release(array->dictionary);
    free(array->dictionary);
    for (int i = 0; i < 3; i++)
        free(holder->made[i]);
    py_table_free(holder->table);
    free(holder);
    array->release = NULL;
}

static struct holder *make_array(struct ArrowArray *array, size_t length, int buffers)
{
    struct holder *const holder = calloc(1, sizeof *holder);
    memset(array, 0, sizeof *array);
    if (holder == NULL)
        return NULL;
    array->length = (int64_t)length;
    array->n_buffers = buffers;
    array->buffers = holder->buffers;
    array->private_data = holder;
    array->release = release_array;
    return holder;
}

/* A block that is made for an array. */
static void *make_block(struct holder *holder, int buffer, size_t n)
{
    holder->made[buffer] = calloc(n > 0 ? n : 1, 1);
    holder->buffers[buffer] = holder->made[buffer];
    return holder->made[buffer];
}

static bool is_missing(const struct py_column *column, size_t row)
{
    switch (column->kind) {
    case PY_TEXT:
    case PY_TAG:
        return column->offsets[row] == column->offsets[row + 1];
    case PY_INTEGER:
        return ((const int64_t *)(const void *)column->bytes)[row] == PY_MISSING;
    case PY_DECIMAL:
        return isnan(((const double *)(const void *)column->bytes)[row]) != 0;
    case PY_SWITCH:
        return false;
    }
    return false;
}

/* The validity of each row; none where all have a value. */
static bool put_validity(struct ArrowArray *array, const struct py_column *column)
{
    const size_t rows = (size_t)array->length;
    uint8_t *bits = NULL;
    for (size_t i = 0; i < rows; i++) {
        if (!is_missing(column, i))
            continue;
        if (bits == NULL) {
            bits = make_block(array->private_data, 0, (rows + 7) / 8);
            if (bits == NULL)
                return false;
            memset(bits, 0xFF, (rows + 7) / 8);
        }
        bits[i / 8] &= (uint8_t) ~(1U << i % 8);
        array->null_count++;
    }
    return true;
}

/* Distinct texts, in the order in which they come: a hash table of their rows. */
struct distinct {
    const struct py_column *column;
    size_t *rows;       /* first row of each */
    uint32_t *slots;    /* number of the text, from 1; 0 = none */
    size_t count, size; /* texts; slots, a power of two */
};

static bool same_text(const struct py_column *column, size_t a, size_t b)
{
    const size_t n = (size_t)(column->offsets[a + 1] - column->offsets[a]);
    return n == (size_t)(column->offsets[b + 1] - column->offsets[b]) &&
           memcmp(column->bytes + column->offsets[a], column->bytes + column->offsets[b], n) == 0;
}

static uint32_t *find_slot(const struct distinct *texts, size_t row)
{
    const struct py_column *const column = texts->column;
    uint64_t hash = 0xCBF29CE484222325; /* FNV-1a */
    for (int64_t i = column->offsets[row]; i < column->offsets[row + 1]; i++)
        hash = (hash ^ column->bytes[i]) * 0x100000001B3;
    size_t at = (size_t)(hash ^ hash >> 32) & (texts->size - 1);
    while (texts->slots[at] != 0 && !same_text(column, texts->rows[texts->slots[at] - 1], row))
        at = (at + 1) & (texts->size - 1);
    return &texts->slots[at];
}

static bool grow_distinct(struct distinct *texts)
{
    const size_t size = texts->size == 0 ? 256 : texts->size * 2;
    size_t *const rows = realloc(texts->rows, size / 2 * sizeof *rows);
    if (rows == NULL)
        return false;
    texts->rows = rows;
    uint32_t *const slots = calloc(size, sizeof *slots);
    if (slots == NULL)
        return false;
    free(texts->slots);
    texts->slots = slots;
    texts->size = size;
    for (size_t i = 0; i < texts->count; i++)
        *find_slot(texts, texts->rows[i]) = (uint32_t)i + 1;
    return true;
}

/* The number of each row's text. */
static bool number_texts(struct distinct *texts, int32_t *numbers, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        if (is_missing(texts->column, i))
            continue;
        /* All positions of a game have the same. */
        if (i > 0 && same_text(texts->column, i - 1, i)) {
            numbers[i] = numbers[i - 1];
            continue;
        }
        if (texts->count >= INT32_MAX || (texts->count >= texts->size / 2 && !grow_distinct(texts)))
            return false;
        uint32_t *const slot = find_slot(texts, i);
        if (*slot == 0) {
            texts->rows[texts->count++] = i;
            *slot = (uint32_t)texts->count;
        }
        numbers[i] = (int32_t)(*slot - 1);
    }
    return true;
}

static bool put_dictionary(struct ArrowArray *array, const struct distinct *texts)
{
    const struct py_column *const column = texts->column;
    struct holder *const holder = make_array(array, texts->count, 3);
    size_t used = 0;
    if (holder == NULL)
        return false;
    for (size_t i = 0; i < texts->count; i++)
        used += (size_t)(column->offsets[texts->rows[i] + 1] - column->offsets[texts->rows[i]]);
    int64_t *const offsets = make_block(holder, 1, (texts->count + 1) * sizeof *offsets);
    unsigned char *const bytes = make_block(holder, 2, used);
    if (offsets == NULL || bytes == NULL)
        return false; /* release_array() of its parent frees what there is */
    for (size_t i = 0; i < texts->count; i++) {
        const size_t row = texts->rows[i];
        const size_t n = (size_t)(column->offsets[row + 1] - column->offsets[row]);
        memcpy(bytes + offsets[i], column->bytes + column->offsets[row], n);
        offsets[i + 1] = offsets[i] + (int64_t)n;
    }
    return true;
}

static bool put_tags(struct ArrowArray *array, const struct py_column *column)
{
    struct distinct texts = {column, NULL, NULL, 0, 0};
    const size_t rows = (size_t)array->length;
    int32_t *const numbers = make_block(array->private_data, 1, rows * sizeof *numbers);
    array->dictionary = calloc(1, sizeof *array->dictionary);
    const bool done = numbers != NULL && array->dictionary != NULL &&
                      number_texts(&texts, numbers, rows) &&
                      put_dictionary(array->dictionary, &texts);
    free(texts.rows);
    free(texts.slots);
    return done;
}

static bool put_bits(struct ArrowArray *array, const struct py_column *column)
{
    const size_t rows = (size_t)array->length;
    uint8_t *const bits = make_block(array->private_data, 1, (rows + 7) / 8);
    for (size_t i = 0; bits != NULL && i < rows; i++)
        bits[i / 8] |= (uint8_t)((column->bytes[i] & 1U) << i % 8);
    return bits != NULL;
}

/* On failure there is nothing to release. */
static bool put_column(struct ArrowArray *array, struct py_table *table, size_t index)
{
    const struct py_column *const column = &table->column[index];
    struct holder *const holder = make_array(array, table->rows, column->kind == PY_TEXT ? 3 : 2);
    if (holder == NULL)
        return false;
    bool done = put_validity(array, column);
    switch (column->kind) {
    case PY_TEXT:
        holder->buffers[1] = column->offsets;
        holder->buffers[2] = column->bytes;
        break;
    case PY_INTEGER:
    case PY_DECIMAL:
        holder->buffers[1] = column->bytes;
        break;
    case PY_SWITCH:
        done = done && put_bits(array, column);
        break;
    case PY_TAG:
        done = done && put_tags(array, column);
        break;
    }
    if (done) {
        holder->table = table;
        __atomic_fetch_add(&table->users, 1, __ATOMIC_RELAXED);
    } else {
        release_array(array);
    }
    return done;
}

static int put_rows(struct ArrowArray *array, struct py_table *table)
{
    struct ArrowArray made;
    if (make_array(&made, table->rows, 1) == NULL)
        return ENOMEM;
    made.children = calloc(table->columns, sizeof *made.children);
    while (made.children != NULL && (size_t)made.n_children < table->columns) {
        struct ArrowArray *const child = malloc(sizeof *child);
        if (child == NULL || !put_column(child, table, (size_t)made.n_children)) {
            free(child);
            break;
        }
        made.children[made.n_children++] = child;
    }
    if ((size_t)made.n_children == table->columns) {
        *array = made;
        return 0;
    }
    release_array(&made);
    return ENOMEM;
}

/* Streams. */

struct source {
    char **names;           /* of the columns */
    struct py_table *table; /* its rows, or of a reader an empty one of its kinds */
    bool given;             /* the rows of the table were */
    struct py_games *games; /* the reader; NULL = a table */
    size_t rows;            /* most in a batch */
    struct py_reports *reports;
    void (*ended)(void *user, const struct fm_totals *totals);
    int failed; /* what each further call returns */
    bool input_failed;
    char error[2048]; /* why; before that what note_fault() keeps */
};

/* What ended a reading is mostly one of its faults, and that has more to say. */
static int fail(struct source *source, int code, enum fm_status status,
                const struct fm_error *error)
{
    const bool by_fault =
        (status == FM_INPUT_FAILED || status == FM_STOPPED) && source->error[0] != '\0';
    source->failed = code;
    if (by_fault)
        return code;
    if (error != NULL && error->status != FM_OK)
        (void)fm_error_text(error, source->error, sizeof source->error);
    else
        snprintf(source->error, sizeof source->error, "%s", fm_status_name(status));
    return code;
}

/* The first input that failed, else the last game that was rejected. */
static void note_fault(struct source *source, const struct fm_item *fault)
{
    const bool input = fault->kind == FM_ITEM_INPUT_FAILED;
    if (source->input_failed || (!input && fault->kind != FM_ITEM_REJECTED))
        return;
    source->input_failed = input;
    (void)fm_error_text(fault->error, source->error, sizeof source->error);
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    struct source *const source = stream->private_data;
    const int fault = make_schemas(out, (const char *const *)source->names, source->table);
    return fault == 0 ? 0 : fail(source, fault, FM_NO_MEMORY, NULL);
}

/* The next batch that has rows; without rows: the end. */
static enum fm_status read_rows(struct source *source, struct py_table *table,
                                struct fm_error *error)
{
    const struct fm_batch *batch;
    while (table->rows == 0) {
        const enum fm_status status =
            fm_reader_next_batch(source->games->reader, source->rows, &batch, error);
        if (status != FM_OK)
            return status == FM_END ? FM_OK : status;
        if (!py_table_add(table, batch))
            return FM_NO_MEMORY;
        if (batch->fault == NULL || batch->fault->error == NULL)
            continue;
        note_fault(source, batch->fault);
        py_report(source->reports, batch->fault->error);
    }
    return FM_OK;
}

static int read_batch(struct source *source, struct ArrowArray *out)
{
    struct fm_error error;
    memset(&error, 0, sizeof error);
    struct py_table *table = py_table_like(source->table);
    if (table == NULL)
        return fail(source, ENOMEM, FM_NO_MEMORY, NULL);
    enum fm_status status = read_rows(source, table, &error);
    if (status == FM_OK && table->rows > 0 && put_rows(out, table) != 0)
        status = FM_NO_MEMORY;
    const bool ended = status != FM_OK || table->rows == 0;
    py_table_free(table);
    if (ended && source->ended != NULL) {
        source->ended(source->reports->user, fm_reader_totals(source->games->reader));
        source->ended = NULL;
    }
    if (status != FM_OK)
        return fail(source,
                    status == FM_NO_MEMORY   ? ENOMEM
                    : status == FM_CANCELLED ? ECANCELED
                                             : EIO,
                    status, &error);
    if (ended)
        out->release = NULL;
    return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    struct source *const source = stream->private_data;
    if (source->failed != 0)
        return source->failed;
    if (source->games != NULL)
        return read_batch(source, out);
    if (source->given) {
        memset(out, 0, sizeof *out);
        return 0;
    }
    const int fault = put_rows(out, source->table);
    if (fault != 0)
        return fail(source, fault, FM_NO_MEMORY, NULL);
    source->given = true;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    const struct source *const source = stream->private_data;
    return source->failed == 0 ? NULL : source->error;
}

static void free_source(struct source *source)
{
    for (size_t i = 0; source->names != NULL && source->names[i] != NULL; i++)
        free(source->names[i]);
    free(source->names);
    py_games_free(source->games);
    py_table_free(source->table);
    free(source);
}

static void release_stream(struct ArrowArrayStream *stream)
{
    struct source *const source = stream->private_data;
    struct py_reports *const reports = source->reports;
    free_source(source);
    /* Last: it frees what the reader read from. */
    if (reports != NULL)
        reports->released(reports->user);
    stream->release = NULL;
}

static struct source *make_source(struct py_table *table, const char *const *names)
{
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL)
        return NULL;
    source->names = calloc(table->columns + 1, sizeof *source->names);
    for (size_t i = 0; source->names != NULL && i < table->columns; i++) {
        const size_t n = strlen(names[i]) + 1;
        source->names[i] = malloc(n);
        if (source->names[i] == NULL)
            break;
        memcpy(source->names[i], names[i], n);
    }
    if (source->names == NULL || source->names[table->columns - 1] == NULL) {
        free_source(source);
        return NULL;
    }
    __atomic_fetch_add(&table->users, 1, __ATOMIC_RELAXED);
    source->table = table;
    return source;
}

struct ArrowArrayStream *py_stream_new(struct py_table *table, const char *const *names,
                                       struct py_games *games, size_t rows,
                                       struct py_reports *reports,
                                       void (*ended)(void *user, const struct fm_totals *totals))
{
    struct ArrowArrayStream *const stream = calloc(1, sizeof *stream);
    struct source *const source = stream == NULL ? NULL : make_source(table, names);
    if (source == NULL) {
        free(stream);
        return NULL;
    }
    source->games = games;
    source->rows = rows;
    source->reports = reports;
    source->ended = ended;
    stream->get_schema = get_schema;
    stream->get_next = get_next;
    stream->get_last_error = get_last_error;
    stream->release = release_stream;
    stream->private_data = source;
    return stream;
}

void py_stream_free(struct ArrowArrayStream *stream)
{
    if (stream != NULL && stream->release != NULL)
        stream->release(stream);
    free(stream);
}

#ifdef Py_PYTHON_H
/* The destructor of a PyCapsule: a consumer that took the stream has set its release to NULL. */
void py_capsule_free(void *capsule)
{
    py_stream_free(PyCapsule_GetPointer((PyObject *)capsule, "arrow_array_stream"));
}
#endif
