/* SPDX-License-Identifier: MIT */
/* Merging operations: see merge.h. What a record gives is, for each operation of the plan, its
 * length and its operands: moves in SAN with blanks between, or a text without quotes; then the
 * name of the input, then a struct fm_merge_source. */
#include <config.h>
#include "record/merge.h"
#include <stdlib.h>
#include "base/table.h"

/* A string of EPD has 255 bytes; of a longer text the beginning and the end are written. */
enum { OPERANDS_MAX = 64 * 1024, SAN_TIMES = FM_EPD_SAN_MAX };
static const unsigned char between[] = {' ', '/', ' '};

enum fm_status fm_merge_plan_make(const struct fm_record_field *fields, size_t count,
                                  struct fm_arena *arena, struct fm_merge_plan *out)
{
    const struct fm_text pair[] = {FM_TEXT("bm"), FM_TEXT("am")};
    bool has[] = {false, false};
    struct fm_merge_op *ops = fm_arena_alloc(arena, (count + 1) * sizeof *ops);
    size_t n = 0;
    FM_TRY_MADE(ops);
    for (; n < count; n++) {
        ops[n] = (struct fm_merge_op){fields[n].name, fm_epd_type_of(fields[n].name), true};
        for (size_t k = 0; k < FM_COUNT_OF(pair); k++)
            has[k] = has[k] || fm_text_equal(fields[n].name, pair[k]);
    }
    if (has[0] != has[1])
        ops[n++] = (struct fm_merge_op){pair[has[0]], FM_EPD_MOVE_SET, false};
    *out = (struct fm_merge_plan){ops, n};
    return FM_OK;
}

/* The data of a record. */

/* Append the moves of all operations of this opcode, legal moves in SAN. */
static enum fm_status put_moves_of(struct fm_text ops, struct fm_text opcode,
                                   const struct fm_epd_board *board, struct fm_buf *out)
{
    struct fm_epd_op op;
    struct fm_epd_moves moves;
    struct fm_epd_operand word;
    unsigned char number[FM_EPD_NUMBER_MAX];
    bool first = true;
    while (fm_epd_next(&ops, &op)) {
        if (!fm_text_equal(op.opcode, opcode) || fm_epd_mate(&op, &op, number))
            continue;
        fm_epd_moves_read(op.operands, &moves);
        if (moves.too_many) { /* to be played; then all stay as they are, and none is lost */
            for (; fm_epd_next_operand(&op.operands, &word); first = false)
                FM_TRY(FM_APPEND(out, first ? FM_TEXT("") : FM_TEXT(" "), word.text));
            continue;
        }
        if (board != NULL)
            (void)fm_epd_moves_play(board, false, true, &moves);
        for (size_t i = 0; i < moves.n; i++, first = false)
            FM_TRY(FM_APPEND(out, first ? FM_TEXT("") : FM_TEXT(" "), moves.of[i].text));
    }
    return FM_OK;
}

enum fm_status fm_merge_part_put(const struct fm_merge_plan *plan,
                                 const struct fm_merge_source *source, const char *input,
                                 const struct fm_epd_board *board, struct fm_buf *out)
{
    struct fm_merge_source made = *source;
    const size_t begin = out->n - source->record;
    struct fm_epd_op op;
    unsigned char number[FM_EPD_NUMBER_MAX];
    for (size_t i = 0; i < plan->count; i++) {
        size_t n = 0;
        const size_t at = out->n;
        FM_TRY(fm_buf_append(out, &n, sizeof n));
        /* The operations are in the same buffer, which may move: make room first. */
        FM_TRY(fm_buf_reserve(out, (source->rest - source->ops) * SAN_TIMES + FM_EPD_STRING_MAX));
        const struct fm_text ops = {out->p + begin + source->ops, source->rest - source->ops};
        if (source->closed)
            continue;
        if (plan->ops[i].type == FM_EPD_MOVE_SET)
            FM_TRY(put_moves_of(ops, plan->ops[i].opcode, board, out));
        else if (fm_epd_find(ops, plan->ops[i].opcode, &op, number))
            FM_TRY(fm_buf_append_text(out, fm_epd_unquoted(op.operands)));
        n = out->n - at - sizeof n;
        memcpy(out->p + at, &n, sizeof n);
    }
    made.input = strlen(input);
    FM_TRY(fm_buf_append(out, input, made.input + 1));
    return fm_buf_append(out, &made, sizeof made);
}

/* Merging. */

struct operands {
    struct fm_buf text; /* moves with blanks between, or a joined text; empty = none */
    bool cut;           /* true: some of it did not fit and is left out */
};

struct fm_merge {
    const struct fm_merge_plan *plan;
    const struct fm_sort_plan *sort;
    uint64_t count;                /* number of records so far */
    struct fm_buf first;           /* the first record */
    struct fm_buf name;            /* name of its input, with a NUL */
    struct fm_merge_source source; /* origin of the first record */
    struct operands *ops;          /* operands for each operation of the plan; owned */
    /* True for each operation that is written; used while the merged record is made; owned. */
    bool *written;
    struct fm_table known; /* hashes of the parts of texts that were added */
    struct fm_buf words;   /* the moves of one operation as they are put in order: struct fm_text */
};

enum fm_status fm_merge_new(const struct fm_merge_plan *plan, const struct fm_sort_plan *sort,
                            struct fm_merge **out)
{
    struct fm_merge *made = calloc(1, sizeof *made);
    FM_TRY_MADE(made);
    made->plan = plan;
    made->sort = sort;
    made->known.row = sizeof(struct fm_hash128);
    made->ops = calloc(plan->count, sizeof *made->ops);
    made->written = calloc(plan->count, sizeof *made->written);
    if (made->ops == NULL || made->written == NULL) {
        fm_merge_free(made);
        return FM_NO_MEMORY;
    }
    *out = made;
    return FM_OK;
}

void fm_merge_free(struct fm_merge *merge)
{
    if (merge == NULL)
        return;
    for (size_t i = 0; merge->ops != NULL && i < merge->plan->count; i++)
        fm_buf_free(&merge->ops[i].text);
    fm_buf_free(&merge->first);
    fm_buf_free(&merge->name);
    fm_buf_free(&merge->words);
    fm_table_free(&merge->known);
    free(merge->ops);
    free(merge->written);
    free(merge);
}

uint64_t fm_merge_count(const struct fm_merge *merge)
{
    return merge->count;
}

/* Append, unless it would be too much. */
static enum fm_status append(struct operands *to, const void *separator, size_t n,
                             struct fm_text text)
{
    n = to->text.n > 0 ? n : 0;
    to->cut = to->cut || to->text.n + n + text.n > OPERANDS_MAX;
    if (to->cut)
        return FM_OK;
    FM_TRY(fm_buf_append(&to->text, separator, n));
    return fm_buf_append_text(&to->text, text);
}

/* The next word of a text with blanks between. */
static bool next_move(struct fm_text *rest, struct fm_text *word)
{
    if (rest->n == 0)
        return false;
    const unsigned char *const end = rest->p + rest->n, *blank = memchr(rest->p, ' ', rest->n);
    *word = fm_text_between(rest->p, blank == NULL ? end : blank);
    *rest = fm_text_between(blank == NULL ? end : blank + 1, end);
    return true;
}

static bool has_word(const struct fm_buf *words, struct fm_text wanted)
{
    struct fm_text rest = {words->p, words->n}, word;
    while (next_move(&rest, &word))
        if (fm_text_equal(word, wanted))
            return true;
    return false;
}

/* The next part of a text that may be joined already. */
static bool next_part(struct fm_text *rest, struct fm_text *part)
{
    if (rest->n == 0)
        return false;
    size_t n = 0;
    while (n < rest->n &&
           (rest->n - n < sizeof between || memcmp(rest->p + n, between, sizeof between) != 0))
        n++;
    *part = (struct fm_text){rest->p, n};
    const size_t taken = n < rest->n ? n + sizeof between : n;
    *rest = fm_text_after(*rest, taken);
    return true;
}

/* The first text stays as it is; of later ones those parts are added that are new.
 * @param op  number of the operation: each has parts of its own. */
static enum fm_status add_text(struct fm_merge *merge, size_t op, struct fm_text text)
{
    struct operands *to = &merge->ops[op];
    const bool first = to->text.n == 0;
    struct fm_text rest = text, part;
    if (first)
        FM_TRY(append(to, between, sizeof between, text));
    while (next_part(&rest, &part)) {
        bool fresh;
        if (to->cut)
            return FM_OK;
        if (fm_table_add(&merge->known, fm_hash128_of(part.p, part.n, op), &fresh) == NULL)
            return FM_NO_MEMORY;
        if (fresh && !first)
            FM_TRY(append(to, between, sizeof between, part));
    }
    return FM_OK;
}

enum fm_status fm_merge_add(struct fm_merge *merge, struct fm_text record)
{
    struct fm_merge_source source;
    memcpy(&source, record.p + record.n - sizeof source, sizeof source);
    const bool first = merge->count++ == 0;
    const unsigned char *at = record.p + source.record;
    for (size_t i = 0; i < merge->plan->count; i++) {
        const struct fm_merge_op *op = &merge->plan->ops[i];
        size_t n;
        memcpy(&n, at, sizeof n);
        struct fm_text operands = {at + sizeof n, n};
        at += sizeof n + n;
        if (n == 0 || (!first && !op->merges))
            continue;
        if (op->type != FM_EPD_MOVE_SET)
            FM_TRY(add_text(merge, i, operands));
        else
            for (struct fm_text move; next_move(&operands, &move);)
                if (!has_word(&merge->ops[i].text, move))
                    FM_TRY(append(&merge->ops[i], " ", 1, move));
    }
    if (!first)
        return FM_OK;
    merge->source = source;
    merge->first.n = merge->name.n = 0;
    FM_TRY(fm_buf_append(&merge->first, record.p, source.record));
    return fm_buf_append(&merge->name, at, source.input + 1);
}

/* Moves as they came, or in ASCII order, as the EPD standard has them, and a `;`. */
static enum fm_status put_words(const struct fm_buf *text, bool in_order, struct fm_buf *words,
                                struct fm_buf *out)
{
    struct fm_text rest = {text->p, text->n}, word;
    words->n = 0;
    while (next_move(&rest, &word))
        FM_TRY(fm_buf_append(words, &word, sizeof word));
    const size_t n = words->n / sizeof word;
    if (in_order)
        qsort(words->p, n, sizeof word, fm_epd_compare_moves);
    for (size_t i = 0; i < n; i++) {
        memcpy(&word, words->p + i * sizeof word, sizeof word);
        FM_TRY(FM_APPEND(out, FM_TEXT(" "), word));
    }
    return fm_buf_append_short(out, ";", 1);
}

static enum fm_status put_merged(struct fm_merge *merge, size_t i, struct fm_buf *out,
                                 struct fm_warnings *notes)
{
    const struct fm_merge_op *op = &merge->plan->ops[i];
    const struct operands *operands = &merge->ops[i];
    merge->written[i] = true;
    if (operands->cut)
        fm_warnings_note(notes, FM_REASON_EPD_TEXT_CUT);
    if (op->type == FM_EPD_STRING)
        return fm_epd_write_op(out, op->opcode, op->type, fm_buf_text(&operands->text), notes);
    FM_TRY(FM_APPEND(out, FM_TEXT(" "), op->opcode));
    return put_words(&operands->text, merge->source.in_order, &merge->words, out);
}

/* Merged operations that the first record lacks: those before an opcode, NULL: all. */
static enum fm_status put_new(struct fm_merge *merge, const struct fm_text *before,
                              struct fm_buf *out, struct fm_warnings *notes)
{
    const struct fm_text first = {merge->first.p + merge->source.ops,
                                  merge->source.rest - merge->source.ops};
    struct fm_epd_op ignored;
    unsigned char number[FM_EPD_NUMBER_MAX];
    for (;;) { /* the least of those that are left, or the next of the plan */
        size_t next = merge->plan->count;
        for (size_t i = merge->plan->count; i-- > 0;) {
            const struct fm_text opcode = merge->plan->ops[i].opcode;
            if (!merge->plan->ops[i].merges || merge->written[i] || merge->ops[i].text.n == 0 ||
                fm_epd_find(first, opcode, &ignored, number) ||
                (before != NULL && fm_text_compare(opcode, *before) > 0))
                continue;
            if (next == merge->plan->count || !merge->source.in_order ||
                fm_text_compare(opcode, merge->plan->ops[next].opcode) < 0)
                next = i;
        }
        if (next == merge->plan->count)
            return FM_OK;
        FM_TRY(put_merged(merge, next, out, notes));
    }
}

/* The index of the merged operation of this opcode, if it has operands; else plan->count. */
static size_t find_merged(const struct fm_merge *merge, struct fm_text opcode)
{
    size_t i = 0;
    while (i < merge->plan->count && !(merge->plan->ops[i].merges && merge->ops[i].text.n > 0 &&
                                       fm_text_equal(merge->plan->ops[i].opcode, opcode)))
        i++;
    return i;
}

/* The first record with the merged operations in their places. */
static enum fm_status put_merged_record(struct fm_merge *merge, size_t head, struct fm_buf *out,
                                        struct fm_warnings *notes)
{
    const struct fm_merge_source *source = &merge->source;
    const unsigned char *const p = merge->first.p;
    struct fm_text rest = {p + source->ops, source->rest - source->ops};
    struct fm_epd_op op, meant;
    unsigned char number[FM_EPD_NUMBER_MAX];
    size_t position = source->ops;
    while (position > head && (p[position - 1] == ' ' || p[position - 1] == '\t'))
        position--;
    FM_TRY(fm_buf_append(out, p + head, position - head));
    while (fm_epd_next(&rest, &op)) {
        meant = op;
        (void)fm_epd_mate(&op, &meant, number);
        const size_t i = find_merged(merge, meant.opcode);
        if (source->in_order)
            FM_TRY(put_new(merge, &op.opcode, out, notes));
        if (i == merge->plan->count)
            FM_TRY(fm_epd_put_operation(&op, out));
        else if (!merge->written[i])
            FM_TRY(put_merged(merge, i, out, notes));
    }
    FM_TRY(put_new(merge, NULL, out, notes));
    return fm_buf_append(out, p + source->rest, source->record - source->rest);
}

static bool find_conflict(const struct fm_merge *merge, struct fm_text *move)
{
    const struct fm_buf *sets[2] = {NULL, NULL};
    for (size_t i = 0; i < merge->plan->count; i++)
        if (merge->plan->ops[i].type == FM_EPD_MOVE_SET)
            sets[sets[0] != NULL] = &merge->ops[i].text;
    if (sets[1] == NULL)
        return false;
    for (struct fm_text rest = {sets[0]->p, sets[0]->n}; next_move(&rest, move);)
        if (has_word(sets[1], *move))
            return true;
    return false;
}

/* The value that a merged operation is sorted by. */
static bool sorts_by(void *user, struct fm_text opcode, struct fm_text *value)
{
    const struct fm_merge *merge = user;
    const size_t i = find_merged(merge, opcode);
    if (i == merge->plan->count)
        return false;
    *value = fm_buf_text(&merge->ops[i].text);
    return true;
}

static enum fm_status put_whole(struct fm_merge *merge, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    const struct fm_text first = fm_buf_text(&merge->first);
    const size_t begin = out->n;
    if (merge->count == 1 || merge->source.closed)
        return fm_buf_append_text(out, first);
    if (merge->sort->count == 0)
        return put_merged_record(merge, 0, out, notes);
    FM_TRY(fm_sort_entry_renew(merge->sort, first.p, sorts_by, merge, out));
    FM_TRY(put_merged_record(merge, fm_sort_entry_head(merge->sort, first.p), out, notes));
    fm_sort_entry_end(merge->sort, out, begin);
    return FM_OK;
}

enum fm_status fm_merge_end(struct fm_merge *merge, struct fm_buf *out, struct fm_warnings *notes,
                            struct fm_merge_conflict *conflict)
{
    *conflict = (struct fm_merge_conflict){.input = (const char *)merge->name.p,
                                           .ordinal = merge->source.ordinal,
                                           .listed = merge->source.listed};
    FM_TRY(put_whole(merge, out, notes));
    if (!find_conflict(merge, &conflict->move))
        conflict->move.n = 0;
    for (size_t i = 0; i < merge->plan->count; i++) {
        merge->ops[i].text.n = 0;
        merge->ops[i].cut = merge->written[i] = false;
    }
    fm_table_clear(&merge->known);
    merge->count = 0;
    return FM_OK;
}
