/* SPDX-License-Identifier: MIT */
/* EPD operations written as the standard requires (16.2.4): strings quoted, moves and numbers not,
 * opcodes in ASCII order, each only one time.
 *
 * Nothing is guessed: what cannot be written in one certain way sets `misfit`, and the caller keeps
 * the operations of that record as they were. Whether two words are moves is certain only with the
 * position, so legal moves are written in SAN where there is a position, and copied where there is
 * none. */
#include <config.h>
#include "record/epd.h"
#include "pgn/bytes.h"
#include <stdlib.h>
#include "base/utf8.h"

static bool continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Is the place between two digits of a number? */
static bool in_number(const unsigned char *at)
{
    return fm_byte_is_digit(at[-1]) && fm_byte_is_digit(at[0]);
}

/* Cut to FM_EPD_STRING_MAX bytes. The middle goes, as the strings of one game often differ only at
 * the end (by a number), and should stay different. Numbers go or stay whole: a part of one would
 * be another one, and a part of a mark (record_mark.h) none. */
static size_t cut_middle(unsigned char *text, size_t n)
{
    static const char gap[] = "...";
    enum { GAP = sizeof gap - 1, HALF = (FM_EPD_STRING_MAX - GAP) / 2 };
    enum { CHARACTER_MAX = 4, NUMBER_MAX = 40 };
    size_t head = HALF, tail = HALF;
    if (n <= FM_EPD_STRING_MAX)
        return n;
    while (head > HALF - CHARACTER_MAX && continues(text[head]))
        head--;
    while (tail > HALF - CHARACTER_MAX && continues(text[n - tail]))
        tail--;
    while (head > HALF - NUMBER_MAX && in_number(text + head))
        head--;
    while (tail > HALF - NUMBER_MAX && in_number(text + n - tail))
        tail--;
    memcpy(text + head, gap, GAP);
    memmove(text + head + GAP, text + n - tail, tail);
    return head + GAP + tail;
}

enum fm_status fm_epd_write_string(struct fm_buf *out, struct fm_text text, unsigned *changes)
{
    unsigned changed = 0;
    FM_TRY(fm_buf_reserve(out, text.n + 2));
    unsigned char *const p = out->p + out->n;
    *p = '"';
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        changed |= c == '"' ? FM_EPD_QUOTE_CHANGED : 0u;
        p[1 + i] = c == '"' ? '\'' : c;
    }
    bool control = false;
    const size_t whole = fm_utf8_blank_controls(p + 1, text.n, &control);
    const size_t n = cut_middle(p + 1, whole);
    changed |= (control ? FM_EPD_CONTROL_CHANGED : 0u) | (n < whole ? FM_EPD_CUT : 0u);
    p[1 + n] = '"';
    out->n += n + 2;
    if (changes != NULL)
        *changes = changed;
    return FM_OK;
}

/* The state that the functions below share. */
struct writer {
    struct fm_buf *out;
    struct fm_warnings *notes;
    bool misfit; /* true: an operation could not be written as its type requires */
};

/* A blank and the string. Characters that EPD cannot express in a string are changed. This is
 * noted, but is no misfit: the string can still be read. */
static enum fm_status put_quoted(const struct writer *w, struct fm_text text)
{
    unsigned changes;
    FM_TRY(fm_buf_append(w->out, " ", 1));
    FM_TRY(fm_epd_write_string(w->out, text, &changes));
    if (changes != 0)
        fm_warnings_note(w->notes, FM_REASON_EPD_TEXT_CUT);
    return FM_OK;
}

static enum fm_status put_operand(const struct writer *w, struct fm_text word)
{
    return FM_APPEND(w->out, FM_TEXT(" "), word);
}

/* Can the text be an operand without quotes? */
static bool is_one_word(struct fm_text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.p[i] <= ' ' || t.p[i] == '"' || t.p[i] == 0x7F)
            return false;
    return t.n > 0;
}

/* May the word be a move to a reader of the standard: a letter, then letters, digits and marks of
 * SAN? */
static bool is_move_text(struct fm_text t)
{
    for (size_t i = 0; i < t.n; i++) {
        const unsigned char c = t.p[i];
        if (!fm_byte_is_letter(c) &&
            (i == 0 || (!fm_byte_is_digit(c) && memchr("+#=-", c, 4) == NULL)))
            return false;
    }
    return t.n > 0;
}

int fm_epd_compare_moves(const void *a, const void *b)
{
    return fm_text_compare(*(const struct fm_text *)a, *(const struct fm_text *)b);
}

/* Moves, those of a set (am, bm) in ASCII order and without repeated ones: after they were written
 * in SAN, so that two spellings of one move are one. */
static enum fm_status put_move_words(struct writer *w, enum fm_epd_type type, struct fm_text *moves,
                                     size_t n)
{
    const bool set = type == FM_EPD_MOVE_SET;
    if (set)
        qsort(moves, n, sizeof *moves, fm_epd_compare_moves);
    w->misfit = w->misfit || (type == FM_EPD_MOVE && n != 1);
    for (size_t i = 0; i < n; i++) {
        if (set && i > 0 && fm_text_equal(moves[i], moves[i - 1]))
            continue;
        w->misfit = w->misfit || !is_move_text(moves[i]);
        FM_TRY(put_operand(w, moves[i]));
    }
    return FM_OK;
}

/* Operands that are no moves, as found in a line. */
static enum fm_status put_operands(struct writer *w, enum fm_epd_type type, struct fm_text operands)
{
    const bool strings = type == FM_EPD_STRINGS;
    struct fm_epd_operand operand;
    size_t count = 0;
    if (type == FM_EPD_STRING)
        return operands.n > 0 ? put_quoted(w, fm_epd_unquoted(operands)) : FM_OK;
    if (fm_epd_takes_integer(type)) {
        w->misfit = w->misfit || !fm_epd_is_integer(type, operands);
        FM_TRY(fm_buf_append(w->out, " ", 1));
        return w->misfit ? FM_OK : fm_epd_put_integer(operands, w->out);
    }

    /* Of any type, in their order: those that may not be words become strings. */
    w->misfit = w->misfit || (type == FM_EPD_NOTHING && operands.n > 0);
    for (; !w->misfit && fm_epd_next_operand(&operands, &operand); count++)
        FM_TRY(operand.quoted || strings || !is_one_word(operand.text)
                   ? put_quoted(w, operand.text)
                   : put_operand(w, operand.text));
    w->misfit = w->misfit || (strings && count != 2);
    return FM_OK;
}

/* The moves of a template. Without a board commas may separate moves, or not. */
static enum fm_status put_template_moves(struct writer *w, enum fm_epd_type type,
                                         struct fm_text value)
{
    struct fm_epd_moves m;
    struct fm_text words[FM_EPD_MOVES_MAX];
    fm_epd_moves_read(value, &m);
    for (size_t i = 0; i < m.n; i++)
        words[i] = m.of[i].text;
    w->misfit = m.n == 0 || m.too_many || m.commas;
    return put_move_words(w, type, words, m.n);
}

enum fm_status fm_epd_write_op(struct fm_buf *out, struct fm_text opcode, enum fm_epd_type type,
                               struct fm_text value, struct fm_warnings *notes)
{
    struct writer w = {.out = out, .notes = notes};
    const size_t begin = out->n;
    value = type == FM_EPD_STRING ? value : fm_text_trim(value);
    /* A string opcode's value is the string, quotes in it included; an unknown opcode's is a number
     * if it looks like one. */
    const bool number = type == FM_EPD_ANY && fm_epd_is_integer(FM_EPD_INTEGER, value);
    FM_TRY(put_operand(&w, opcode));
    FM_TRY(type == FM_EPD_STRING || (type == FM_EPD_ANY && !number) ? put_quoted(&w, value)
           : fm_epd_takes_moves(type) ? put_template_moves(&w, type, value)
                                      : put_operands(&w, number ? FM_EPD_INTEGER : type, value));
    FM_TRY(fm_buf_append(out, ";", 1));
    if (w.misfit) { /* the record stays valid without the operation */
        out->n = begin;
        fm_warnings_note_operation(notes, FM_REASON_EPD_OPERATION, opcode);
    }
    return FM_OK;
}

/* An operation of a record that is normalized. */
struct item {
    struct fm_text opcode, operands; /* operation in the form of the standard */
    struct fm_text found;            /* operation as it is in the line */
    enum fm_epd_type type;
    bool commas, legal; /* `commas` separate its moves; all its moves are `legal` */
    /* Moves, in SAN where they are legal; NULL: too many, or of another type. */
    const struct fm_text *moves;
    size_t move_count;
    /* Place among the items: qsort() does not keep the order of equal ones. */
    size_t place;
};

/* By opcode, then by place. */
static int compare_items(const void *a, const void *b)
{
    const struct item *const x = a, *const y = b;
    const int order = fm_text_compare(x->opcode, y->opcode);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static enum fm_status add_item(struct fm_buf *items, struct item item)
{
    item.place = items->n;
    return fm_buf_append(items, &item, sizeof item);
}

/* Keep the operation that the walk has read. */
static enum fm_status add_read(struct fm_buf *items, const struct fm_epd_walk *walk,
                               struct fm_arena *scratch)
{
    const struct fm_epd_op *const op = walk->mate ? &walk->meant : &walk->op;
    const struct fm_epd_moves *const moves = &walk->moves;
    struct item item = {.opcode = op->opcode,
                        .operands = op->operands,
                        .found = fm_epd_whole(&walk->op),
                        .type = op->type,
                        .commas = moves->commas,
                        .legal = walk->legal,
                        .move_count = moves->n};
    if (walk->mate) { /* the digits may belong to the walk */
        item.operands = fm_arena_copy(scratch, op->operands);
        FM_TRY_MADE(item.operands.p);
    } else if (fm_epd_takes_moves(op->type) && !moves->too_many) {
        struct fm_text *const kept = fm_arena_alloc(scratch, moves->n * sizeof *kept);
        item.moves = kept;
        FM_TRY_MADE(kept);
        for (size_t i = 0; i < moves->n; i++) {
            const struct fm_epd_move *const move = &moves->of[i];
            const bool made = move->text.p == move->san;
            kept[i] = made ? fm_arena_copy(scratch, move->text) : move->text;
            FM_TRY_MADE(kept[i].p);
        }
    }
    return add_item(items, item);
}

/* Add the operation for a counter of FEN fields 5 and 6. Its place is after those of the line, so
 * it is the one that counts: the fields are what the position was read with. */
static enum fm_status add_counter(struct fm_buf *items, struct fm_text opcode, uint64_t number,
                                  struct fm_arena *scratch)
{
    unsigned char digits[FM_EPD_NUMBER_MAX];
    const struct fm_text text =
        fm_arena_copy(scratch, fm_text_between(digits, fm_put_u64(digits, number)));
    return text.p == NULL ? FM_NO_MEMORY
                          : add_item(items, (struct item){.opcode = opcode,
                                                          .operands = text,
                                                          .type = fm_epd_type_of(opcode)});
}

/* The moves of items with the same opcode. */
static enum fm_status put_union(struct writer *w, const struct item *first, const struct item *end)
{
    struct fm_text moves[FM_EPD_MOVES_MAX];
    bool commas = false, legal = true;
    size_t n = 0;
    for (const struct item *item = first; item < end && !w->misfit; item++) {
        commas = commas || item->commas;
        legal = legal && item->legal;
        w->misfit = item->moves == NULL || item->move_count > FM_COUNT_OF(moves) - n;
        for (size_t i = 0; i < item->move_count && !w->misfit; i++)
            moves[n++] = item->moves[i];
    }
    /* Commas are not EPD: that they separated moves is certain only if all are legal. */
    w->misfit = w->misfit || (commas && !legal);
    return w->misfit ? FM_OK : put_move_words(w, first->type, moves, n);
}

/* Sorted items: equal opcodes are next to each other. Sets of moves are joined; of other opcodes
 * the last is written, as a reader that keeps one value would keep that. */
static enum fm_status put_items(struct writer *w, const struct item *items, const struct item *end)
{
    for (const struct item *item = items, *next; item < end && !w->misfit; item = next) {
        const bool joins = item->type == FM_EPD_MOVE_SET;
        for (next = item + 1; next < end && fm_text_equal(next->opcode, item->opcode); next++)
            if (!joins)
                fm_warnings_note_operation(w->notes, FM_REASON_EPD_OPERATION, item->opcode);
        FM_TRY(put_operand(w, item->opcode));
        FM_TRY(fm_epd_takes_moves(item->type) ? put_union(w, joins ? item : next - 1, next)
                                              : put_operands(w, item->type, next[-1].operands));
        FM_TRY(fm_buf_append(w->out, ";", 1));
        if (w->misfit)
            fm_warnings_note_operation(w->notes, FM_REASON_EPD_OPERATION, item->found);
    }
    return FM_OK;
}

/* @param items  empty; @param scratch  owns what they refer to, but for the line. */
static enum fm_status put_normal(struct fm_epd_walk *walk, const struct fm_setup *counters,
                                 struct fm_buf *items, struct fm_arena *scratch, struct writer *w)
{
    while (fm_epd_walk_next(walk))
        FM_TRY(add_read(items, walk, scratch));
    if (!walk->sure)
        return FM_REJECTED;
    if (counters != NULL) {
        FM_TRY(add_counter(items, FM_TEXT("hmvc"), counters->halfmove, scratch));
        FM_TRY(add_counter(items, FM_TEXT("fmvn"), counters->fullmove, scratch));
    }
    if (items->n == 0)
        return FM_OK;
    struct item *const first = (struct item *)(void *)items->p;
    const size_t count = items->n / sizeof *first;
    qsort(first, count, sizeof *first, compare_items);
    FM_TRY(put_items(w, first, first + count));
    return w->misfit ? FM_REJECTED : FM_OK;
}

enum fm_status fm_epd_normalize(struct fm_text rest, const struct fm_setup *counters,
                                const struct fm_epd_board *board, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    struct writer w = {.out = out, .notes = notes};
    struct fm_buf items = {.n = 0};
    struct fm_arena scratch = {0};
    struct fm_epd_walk walk;
    fm_epd_walk_begin(&walk, rest, board, true, notes);
    const enum fm_status status = put_normal(&walk, counters, &items, &scratch, &w);
    fm_buf_free(&items);
    fm_arena_free(&scratch);
    return status;
}
