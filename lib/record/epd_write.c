/* EPD operations written as the standard asks: strings quoted, moves and numbers bare, opcodes
 * in order. */
#include <config.h>
#include <stdlib.h>
#include "board/dispatch.h"
#include "record/epd.h"

enum { MOVES_MAX = 256, SAN_MAX = 16 }; /* of one operation; bytes of one move */

/* What the steps below share. */
struct writer {
    struct fm_buf *out;
    struct fm_reading *notes;
    const struct fm_board_ops *ops; /* NULL: moves stay as they are */
    const struct fm_language *letters;
    void *board; /* the position of the record */
    void *line;  /* the same, for playing a sequence */
};

/* ---- strings and numbers --------------------------------------------------------------------- */

/* How many of the first n bytes to keep so that no UTF-8 character is cut. */
static size_t whole_characters(struct fm_text text, size_t n)
{
    size_t cut = n;
    if (text.n <= n)
        return text.n;
    for (unsigned back = 0; back < 3 && cut > 0 && (text.p[cut] & 0xC0) == 0x80; back++)
        cut--;
    return (text.p[cut] & 0xC0) == 0x80 ? n : cut; /* no UTF-8: any byte will do */
}

enum fm_status fm_epd_write_string(struct fm_buf *out, struct fm_text text, unsigned *changes)
{
    const size_t n = whole_characters(text, FM_EPD_STRING_MAX);
    unsigned changed = n < text.n ? FM_EPD_CUT : 0;
    FM_TRY(fm_buf_reserve(out, n + 2));
    unsigned char *p = out->p + out->n;
    *p++ = '"';
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = text.p[i];
        const bool control = c < 0x20 || c == 0x7F;
        changed |= (c == '"' ? FM_EPD_QUOTE_CHANGED : 0u) | (control ? FM_EPD_CONTROL_CHANGED : 0u);
        *p++ = c == '"' ? '\'' : control ? ' ' : c;
    }
    *p++ = '"';
    out->n = (size_t)(p - out->p);
    if (changes != NULL)
        *changes = changed;
    return FM_OK;
}

/* A blank and the string. */
static enum fm_status put_string(const struct writer *w, struct fm_text text)
{
    unsigned changes;
    FM_TRY(fm_buf_append(w->out, " ", 1));
    FM_TRY(fm_epd_write_string(w->out, text, &changes));
    if (changes != 0)
        fm_reading_note(w->notes, FM_REASON_EPD_TEXT_CUT);
    return FM_OK;
}

static enum fm_status put_word(const struct writer *w, struct fm_text word)
{
    FM_TRY(fm_buf_append(w->out, " ", 1));
    return fm_buf_append_text(w->out, word);
}

/* Digits with a sign before them or none. */
static bool is_integer(struct fm_text t, bool negative)
{
    size_t i = t.n > 0 && (*t.p == '+' || (*t.p == '-' && negative));
    if (i == t.n)
        return false;
    for (; i < t.n; i++)
        if (t.p[i] < '0' || t.p[i] > '9')
            return false;
    return true;
}

static enum fm_status put_integer(const struct writer *w, struct fm_text t)
{
    const bool negative = *t.p == '-';
    size_t i = *t.p == '+' || negative;
    while (i + 1 < t.n && t.p[i] == '0')
        i++;
    FM_TRY(fm_buf_append(w->out, " -", negative ? 2 : 1));
    return fm_buf_append(w->out, t.p + i, t.n - i);
}

static bool is_bare_word(struct fm_text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.p[i] <= ' ' || t.p[i] == '"' || t.p[i] == 0x7F)
            return false;
    return t.n > 0;
}

/* Operands of any type, in their order; those that may not be words become strings. */
static enum fm_status put_any(const struct writer *w, struct fm_text operands, bool all_strings)
{
    struct fm_epd_operand operand;
    while (fm_epd_next_operand(&operands, &operand))
        FM_TRY(operand.quoted || all_strings || !is_bare_word(operand.text)
                   ? put_string(w, operand.text)
                   : put_word(w, operand.text));
    return FM_OK;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The moves of one operation. */
struct moves {
    size_t n;
    struct fm_text of[MOVES_MAX];
    unsigned char text[MOVES_MAX][SAN_MAX]; /* of those that are not as they stand in the line */
};

static bool is_made_of(struct fm_text t, const char *set)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.p[i] == 0 || strchr(set, t.p[i]) == NULL)
            return false;
    return true;
}

/* A move's own characters, no others. */
static bool is_move_text(struct fm_text t)
{
    for (size_t i = 0; i < t.n; i++) {
        const unsigned char c = t.p[i], lower = c | 0x20;
        if ((lower < 'a' || lower > 'z') && (c < '0' || c > '9') && c != '+' && c != '#' &&
            c != '=' && c != '-')
            return false;
    }
    return t.n > 0;
}

/* A check mark that stands apart belongs to the move before it. */
static void join_mark(struct moves *m, struct fm_text mark)
{
    if (m->n == 0 || m->of[m->n - 1].n + mark.n > SAN_MAX)
        return;
    struct fm_text *const last = &m->of[m->n - 1];
    unsigned char *const to = m->text[m->n - 1];
    memmove(to, last->p, last->n);
    memcpy(to + last->n, mark.p, mark.n);
    *last = (struct fm_text){to, last->n + mark.n};
}

/* Split the words; ! and ? behind them say what the opcode says. @return false if there are too
 * many. */
static bool collect_moves(struct fm_text operands, struct moves *m)
{
    struct fm_epd_operand operand;
    m->n = 0;
    while (fm_epd_next_operand(&operands, &operand)) {
        struct fm_text word = operand.text;
        while (word.n > 0 && (word.p[word.n - 1] == '!' || word.p[word.n - 1] == '?'))
            word.n--;
        if (is_made_of(word, "+#")) {
            join_mark(m, word);
            continue;
        }
        if (m->n == MOVES_MAX)
            return false;
        m->of[m->n++] = word;
    }
    return true;
}

/* The one legal move that a word means. */
static bool find_move(const struct writer *w, const void *board, struct fm_text word,
                      struct fm_move *move)
{
    struct fm_notation readings[2];
    struct fm_setup setup;
    w->ops->setup(board, &setup);
    const unsigned n = fm_notation_read(word, w->letters, setup.files, readings);
    for (unsigned i = 0; i < n; i++) {
        uint32_t tolerances = 0;
        struct fm_error error = {.status = FM_OK};
        if (readings[i].type != FM_NOTE_NULL &&
            w->ops->find(board, &readings[i], move, &tolerances, &error) == FM_REASON_NONE)
            return true;
    }
    return false;
}

/* Write legal moves in SAN; a sequence ends where it cannot be followed. */
static void spell_moves(const struct writer *w, struct moves *m, bool sequence)
{
    struct fm_move move;
    if (sequence)
        memcpy(w->line, w->board, w->ops->size);
    for (size_t i = 0; i < m->n; i++) {
        const void *const board = sequence ? w->line : w->board;
        if (!find_move(w, board, m->of[i], &move)) {
            if (sequence)
                return;
            continue;
        }
        m->of[i] = fm_text_between(m->text[i], w->ops->write_san(board, move, m->text[i]));
        if (sequence)
            w->ops->play(w->line, move);
    }
}

static int compare_text(const struct fm_text *a, const struct fm_text *b)
{
    const size_t n = a->n < b->n ? a->n : b->n;
    const int order = n == 0 ? 0 : memcmp(a->p, b->p, n);
    return order != 0 ? order : (a->n > b->n) - (a->n < b->n);
}

static int compare_moves(const void *a, const void *b)
{
    return compare_text(a, b);
}

static enum fm_status put_moves(const struct writer *w, enum fm_epd_type type,
                                struct fm_text operands)
{
    struct moves m;
    if (!collect_moves(operands, &m) || (type == FM_EPD_MOVE && m.n != 1)) {
        fm_reading_note(w->notes, FM_REASON_EPD_OPERATION);
        return put_any(w, operands, false);
    }
    if (w->ops != NULL)
        spell_moves(w, &m, type == FM_EPD_MOVE_SEQUENCE);
    if (type == FM_EPD_MOVE_SET)
        qsort(m.of, m.n, sizeof *m.of, compare_moves);
    for (size_t i = 0; i < m.n; i++) {
        if (is_move_text(m.of[i])) {
            FM_TRY(put_word(w, m.of[i]));
        } else {
            fm_reading_note(w->notes, FM_REASON_EPD_OPERATION);
            FM_TRY(put_string(w, m.of[i]));
        }
    }
    return FM_OK;
}

/* ---- operands by type ------------------------------------------------------------------------ */

static enum fm_status put_number(const struct writer *w, enum fm_epd_type type,
                                 struct fm_text operands)
{
    if (is_integer(operands, type == FM_EPD_INTEGER))
        return put_integer(w, operands);
    fm_reading_note(w->notes, FM_REASON_EPD_OPERATION);
    return put_any(w, operands, true);
}

/* The text of a one-string operand, quoted or not. */
static struct fm_text unquoted(struct fm_text t)
{
    if (t.n == 0 || *t.p != '"')
        return t;
    const bool closed = t.n > 1 && t.p[t.n - 1] == '"';
    return (struct fm_text){t.p + 1, t.n - 1 - closed};
}

/* Operands as they stand in a line. */
static enum fm_status put_operands(const struct writer *w, struct fm_text opcode,
                                   struct fm_text operands)
{
    const enum fm_epd_type type = fm_epd_type_of(opcode);
    switch (type) {
    case FM_EPD_ANY:
        return put_any(w, operands, false);
    case FM_EPD_NOTHING:
        if (operands.n > 0)
            fm_reading_note(w->notes, FM_REASON_EPD_OPERATION);
        return FM_OK;
    case FM_EPD_INTEGER:
    case FM_EPD_COUNT:
        return put_number(w, type, operands);
    case FM_EPD_STRING:
        return operands.n == 0 ? FM_OK : put_string(w, unquoted(operands));
    case FM_EPD_STRINGS:
        return put_any(w, operands, true);
    case FM_EPD_MOVE:
    case FM_EPD_MOVE_SET:
    case FM_EPD_MOVE_SEQUENCE:
        break;
    }
    return put_moves(w, type, operands);
}

enum fm_status fm_epd_write_op(struct fm_buf *out, struct fm_text opcode, struct fm_text value,
                               struct fm_reading *notes)
{
    const struct writer w = {.out = out, .notes = notes};
    const enum fm_epd_type type = fm_epd_type_of(opcode);
    FM_TRY(put_word(&w, opcode));
    if (type == FM_EPD_STRING || type == FM_EPD_STRINGS ||
        (type == FM_EPD_ANY && !is_integer(value, true)))
        FM_TRY(put_string(&w, value));
    else
        FM_TRY(put_operands(&w, opcode, value));
    return fm_buf_append(out, ";", 1);
}

/* ---- all operations of a line ---------------------------------------------------------------- */

/* An operation and its place among the others. */
struct item {
    struct fm_epd_operation op;
    size_t place;
    bool proper; /* its opcode is one */
};

/* Improper ones last, as they stand; the others by opcode, then by place. */
static int compare_items(const void *a, const void *b)
{
    const struct item *const x = a, *const y = b;
    if (x->proper != y->proper)
        return x->proper ? -1 : 1;
    const int order = x->proper ? compare_text(&x->op.opcode, &y->op.opcode) : 0;
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static size_t count_operations(struct fm_text rest)
{
    struct fm_epd_operation op;
    size_t n = 0;
    while (fm_epd_next(&rest, &op))
        n++;
    return n;
}

/* An operation that the counters of the FEN fields make. It stands behind one that the line has, so
 * it is the one that counts. */
static enum fm_status add_counter(struct item *items, size_t *count, struct fm_text opcode,
                                  uint64_t number, struct fm_arena *scratch)
{
    unsigned char digits[20];
    const struct fm_text text =
        fm_arena_copy(scratch, fm_text_between(digits, fm_put_u64(digits, number)));
    if (text.p == NULL)
        return FM_NO_MEMORY;
    items[*count] = (struct item){{opcode, text}, *count, true};
    ++*count;
    return FM_OK;
}

static enum fm_status put_items(const struct writer *w, const struct item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bool again = i + 1 < count && items[i].proper && items[i + 1].proper &&
                           fm_text_equal(items[i].op.opcode, items[i + 1].op.opcode);
        if (again || !items[i].proper)
            fm_reading_note(w->notes, FM_REASON_EPD_OPERATION);
        if (again)
            continue;
        FM_TRY(put_word(w, items[i].op.opcode));
        if (items[i].proper)
            FM_TRY(put_operands(w, items[i].op.opcode, items[i].op.operands));
        else if (items[i].op.operands.n > 0)
            FM_TRY(put_word(w, items[i].op.operands));
        FM_TRY(fm_buf_append(w->out, ";", 1));
    }
    return FM_OK;
}

static enum fm_status set_up_board(struct writer *w, const struct fm_setup *setup,
                                   struct fm_arena *scratch)
{
    const struct fm_board_ops *const ops = fm_board_ops_for(setup->files);
    w->board = fm_arena_alloc(scratch, ops->size);
    w->line = fm_arena_alloc(scratch, ops->size);
    if (w->board == NULL || w->line == NULL)
        return FM_NO_MEMORY;
    ops->make(setup, w->board);
    w->ops = ops;
    return FM_OK;
}

enum fm_status fm_epd_normalize(struct fm_text rest, const struct fm_setup *setup,
                                const struct fm_language *letters, struct fm_arena *scratch,
                                struct fm_buf *out, struct fm_reading *notes)
{
    struct writer w = {.out = out, .notes = notes, .letters = letters};
    const size_t most = count_operations(rest) + 2;
    struct item *const items = fm_arena_alloc(scratch, most * sizeof *items);
    size_t count = 0;
    if (items == NULL)
        return FM_NO_MEMORY;
    for (struct fm_epd_operation op; fm_epd_next(&rest, &op); count++)
        items[count] = (struct item){op, count, fm_epd_is_opcode(op.opcode)};
    if (setup != NULL && setup->counters_given) {
        FM_TRY(add_counter(items, &count, FM_TEXT("hmvc"), setup->halfmove, scratch));
        FM_TRY(add_counter(items, &count, FM_TEXT("fmvn"), setup->fullmove, scratch));
    }
    qsort(items, count, sizeof *items, compare_items);
    if (setup != NULL && letters != NULL)
        FM_TRY(set_up_board(&w, setup, scratch));
    return put_items(&w, items, count);
}
