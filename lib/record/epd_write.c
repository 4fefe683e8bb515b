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
#include "record/epd_moves.h"

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
 * the end (by a number), and should stay different. Numbers go or stay whole: a part of one would be
 * another one, and a part of a mark (record_mark.h) none. */
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

/* What the functions below share. */
struct writer {
    struct fm_buf *out;
    struct fm_warnings *notes;
    const struct fm_epd_board *board; /* NULL: moves stay as they are */
    bool misfit;                      /* something could not be written as its type requires */
};

/* A blank and the string. What EPD cannot express in a string is changed; that is noted, but it is
 * no misfit, as the string can still be read. */
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

static enum fm_status put_integer(struct writer *w, enum fm_epd_type type, struct fm_text t)
{
    if (!fm_epd_is_integer(type, t)) {
        w->misfit = true;
        return FM_OK;
    }
    FM_TRY(fm_buf_append(w->out, " ", 1));
    return fm_epd_put_integer(t, w->out);
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

/* In ASCII order (as the standard has it for am and bm), without repeated moves. After they were
 * written in SAN, so that two spellings of one move are one. */
static void sort_moves(struct fm_epd_moves *m)
{
    size_t n = 0;
    qsort(m->of, m->n, sizeof *m->of, fm_epd_compare_moves);
    for (size_t i = 0; i < m->n; i++)
        if (n == 0 || !fm_text_equal(m->of[i], m->of[n - 1]))
            m->of[n++] = m->of[i];
    m->n = n;
}

static enum fm_status put_spelled(struct writer *w, enum fm_epd_type type, struct fm_epd_moves *m)
{
    const bool legal =
        w->board != NULL && fm_epd_moves_spell(w->board, m, type == FM_EPD_MOVE_SEQUENCE) == m->n;
    if (type == FM_EPD_MOVE_SET)
        sort_moves(m);
    /* Commas are not EPD: that they separated moves is certain only if all are legal. */
    w->misfit = w->misfit || (m->commas && !legal) || (type == FM_EPD_MOVE && m->n != 1);
    for (size_t i = 0; i < m->n; i++) {
        w->misfit = w->misfit || !is_move_text(m->of[i]);
        FM_TRY(put_operand(w, m->of[i]));
    }
    return FM_OK;
}

/* Operands of any type, in their order; those that may not be words become strings. @param strings  two strings. */
static enum fm_status put_any(struct writer *w, struct fm_text operands, bool strings)
{
    struct fm_epd_operand operand;
    size_t count = 0;
    for (; fm_epd_next_operand(&operands, &operand); count++)
        FM_TRY(operand.quoted || strings || !is_one_word(operand.text)
                   ? put_quoted(w, operand.text)
                   : put_operand(w, operand.text));
    w->misfit = w->misfit || (strings && count != 2);
    return FM_OK;
}

/* The text of a one-string operand, quoted or not. */
static struct fm_text unquoted(struct fm_text t)
{
    if (t.n == 0 || *t.p != '"')
        return t;
    const bool closed = t.n > 1 && t.p[t.n - 1] == '"';
    return (struct fm_text){t.p + 1, t.n - 1 - closed};
}

/* Operands that are no moves, as found in a line. */
static enum fm_status put_operands(struct writer *w, enum fm_epd_type type, struct fm_text operands)
{
    if (type == FM_EPD_NOTHING)
        w->misfit = w->misfit || operands.n > 0;
    if (type == FM_EPD_ANY || type == FM_EPD_STRINGS)
        return put_any(w, operands, type == FM_EPD_STRINGS);
    if (fm_epd_takes_integer(type))
        return put_integer(w, type, operands);
    return type == FM_EPD_STRING && operands.n > 0 ? put_quoted(w, unquoted(operands)) : FM_OK;
}

/* A value of a template. For a string opcode it is the string, quotes in it included; an unknown
 * opcode's is a number if it looks like one. */
static enum fm_status put_template_value(struct writer *w, enum fm_epd_type type,
                                         struct fm_text value)
{
    if (type == FM_EPD_STRING || (type == FM_EPD_ANY && !fm_epd_is_integer(FM_EPD_INTEGER, value)))
        return put_quoted(w, value);
    if (type == FM_EPD_ANY)
        return put_integer(w, FM_EPD_INTEGER, value);
    if (!fm_epd_takes_moves(type))
        return put_operands(w, type, value);
    struct fm_epd_moves m;
    fm_epd_moves_begin(&m);
    if (!fm_epd_moves_collect(value, &m) || m.n == 0) {
        w->misfit = true;
        return FM_OK;
    }
    return put_spelled(w, type, &m);
}

enum fm_status fm_epd_write_op(struct fm_buf *out, struct fm_text opcode, enum fm_epd_type type,
                               struct fm_text value, struct fm_warnings *notes)
{
    struct writer w = {.out = out, .notes = notes};
    const size_t begin = out->n;
    FM_TRY(put_operand(&w, opcode));
    FM_TRY(put_template_value(&w, type, type == FM_EPD_STRING ? value : fm_text_trim(value)));
    FM_TRY(fm_buf_append(out, ";", 1));
    if (w.misfit) { /* the record stays valid without the operation */
        out->n = begin;
        fm_warnings_note_operation(notes, FM_REASON_EPD_OPERATION, opcode);
    }
    return FM_OK;
}

/* An operation and its place among the others, as qsort() does not keep the order of equal ones. */
struct item {
    struct fm_epd_op op;
    size_t place;
};

/* By opcode, then by place. */
static int compare_items(const void *a, const void *b)
{
    const struct item *const x = a, *const y = b;
    const int order = fm_text_compare(x->op.opcode, y->op.opcode);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static size_t count_operations(struct fm_text rest)
{
    struct fm_epd_op op;
    size_t n = 0;
    while (fm_epd_next(&rest, &op))
        n++;
    return n;
}

/* Add the operation for a counter of FEN fields 5 and 6. Its place is after those of the line, so
 * it is the one that counts: the fields are what the position was read with. */
static enum fm_status add_counter(struct item *items, size_t *count, struct fm_text opcode,
                                  uint64_t number, struct fm_arena *scratch)
{
    unsigned char digits[20];
    const struct fm_text text =
        fm_arena_copy(scratch, fm_text_between(digits, fm_put_u64(digits, number)));
    if (text.p == NULL)
        return FM_NO_MEMORY;
    items[*count] = (struct item){{opcode, text, 0, fm_epd_type_of(opcode), false}, *count};
    ++*count;
    return FM_OK;
}

/* The moves of the items from first up to end, which have the same opcode. */
static enum fm_status put_union(struct writer *w, enum fm_epd_type type, const struct item *items,
                                size_t first, size_t end)
{
    struct fm_epd_moves m;
    fm_epd_moves_begin(&m);
    for (size_t i = first; i < end; i++)
        if (!fm_epd_moves_collect(items[i].op.operands, &m)) {
            w->misfit = true;
            return FM_OK;
        }
    return put_spelled(w, type, &m);
}

/* Sorted items: equal opcodes are next to each other. Sets of moves are joined; of other opcodes
 * the last is written, as a reader that keeps one value would keep that. */
static enum fm_status put_items(struct writer *w, const struct item *items, size_t count)
{
    for (size_t i = 0, end; i < count && !w->misfit; i = end) {
        const struct fm_text opcode = items[i].op.opcode;
        const enum fm_epd_type type = items[i].op.type;
        for (end = i + 1; end < count && fm_text_equal(items[end].op.opcode, opcode); end++)
            if (type != FM_EPD_MOVE_SET)
                fm_warnings_note_operation(w->notes, FM_REASON_EPD_OPERATION, opcode);
        FM_TRY(put_operand(w, opcode));
        FM_TRY(fm_epd_takes_moves(type)
                   ? put_union(w, type, items, type == FM_EPD_MOVE_SET ? i : end - 1, end)
                   : put_operands(w, type, items[end - 1].op.operands));
        FM_TRY(fm_buf_append(w->out, ";", 1));
        if (w->misfit)
            fm_warnings_note_operation(w->notes, FM_REASON_EPD_OPERATION,
                                       fm_epd_whole(&items[i].op));
    }
    return FM_OK;
}

enum fm_status fm_epd_normalize(struct fm_text rest, const struct fm_setup *setup,
                                const struct fm_epd_board *board, struct fm_arena *scratch,
                                struct fm_buf *out, struct fm_warnings *notes)
{
    struct writer w = {.out = out, .notes = notes, .board = board};
    const size_t most = count_operations(rest) + 2; /* and the two counters */
    struct item *const items = fm_arena_alloc(scratch, most * sizeof *items);
    size_t count = 0;
    if (items == NULL)
        return FM_NO_MEMORY;
    if (!fm_epd_check(rest, board, notes))
        return FM_REJECTED;
    for (struct fm_epd_op op; fm_epd_next(&rest, &op); count++) {
        unsigned char number[FM_EPD_NUMBER_MAX];
        if (fm_epd_mate(&op, &op, number)) { /* its digits may be the line's */
            op.operands = fm_arena_copy(scratch, op.operands);
            if (op.operands.p == NULL)
                return FM_NO_MEMORY;
        }
        items[count] = (struct item){op, count};
    }
    if (setup != NULL && setup->counters_given) {
        FM_TRY(add_counter(items, &count, FM_TEXT("hmvc"), setup->halfmove, scratch));
        FM_TRY(add_counter(items, &count, FM_TEXT("fmvn"), setup->fullmove, scratch));
    }
    qsort(items, count, sizeof *items, compare_items);
    FM_TRY(put_items(&w, items, count));
    return w.misfit ? FM_REJECTED : FM_OK;
}
