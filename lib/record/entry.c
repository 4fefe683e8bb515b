/* SPDX-License-Identifier: MIT */
/* Entries of `.plain` files: see entry.h. A line that begins with `fen` begins an entry, so that
 * one that was cut off costs no other. */
#include <config.h>
#include "record/entry.h"
#include "record/epd.h"

static bool begins_entry(struct fm_text text, size_t at)
{
    return text.n - at > 4 && memcmp(text.p + at, "fen ", 4) == 0;
}

size_t fm_entry_end(struct fm_text text, size_t from)
{
    const unsigned char *p = text.p + from, *const end = text.p + text.n;
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL)
        if (begins_entry(text, (size_t)(++p - text.p)))
            return (size_t)(p - text.p);
    return text.n;
}

size_t fm_entry_last(struct fm_text text)
{
    for (size_t n = text.n; n > 0; n--)
        if (text.p[n - 1] == '\n' && begins_entry(text, n))
            return n;
    return 0;
}

bool fm_entry_begins(struct fm_text text)
{
    const unsigned char *end = memchr(text.p, '\n', text.n);
    return begins_entry(text, 0) && end != NULL && text.p + text.n - end > 6 &&
           memcmp(end + 1, "move ", 5) == 0;
}

/* The lines of an entry; their first letters differ. */
enum { FEN, MOVE, SCORE, PLY, RESULT, LINES };
static const char *const names[LINES] = {"fen ", "move ", "score ", "ply ", "result "};

static enum fm_status refuse_entry(struct fm_error *error, struct fm_text what)
{
    return fm_reject(error, FM_REASON_BAD_TRAINING, what);
}

/* The same as fm_text_trim(), of which there is much here and little to do. */
FM_INLINE struct fm_text trimmed(const unsigned char *p, const unsigned char *end)
{
    const struct fm_text text = fm_text_between(p, end);
    return text.n > 0 && *p > ' ' && end[-1] > ' ' ? text : fm_text_trim(text);
}

/* Which line it is; LINES: none of them. */
static unsigned line_of(struct fm_text line)
{
    for (unsigned i = 0; i < LINES && line.n > 0; i++)
        if (*line.p == (unsigned char)*names[i])
            return fm_text_begins(line, fm_text_of(names[i])) ? i : LINES;
    return LINES;
}

/* Take the lines apart: each once, in any order, then `e` and nothing more. */
static enum fm_status read_lines(struct fm_text entry, struct fm_text values[LINES],
                                 struct fm_error *error)
{
    const unsigned char *p = entry.p, *const end = p + entry.n;
    unsigned met = 0;
    while (p < end) {
        const unsigned char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop == NULL ? end : stop;
        const struct fm_text line = trimmed(p, stop);
        if (line.n == 1 && *line.p == 'e')
            return stop == end && met == (1u << LINES) - 1 ? FM_OK : refuse_entry(error, line);
        const unsigned i = line_of(line);
        if (i == LINES || (met >> i & 1))
            return refuse_entry(error, line.n > 0 ? line : entry);
        values[i] = trimmed(line.p + strlen(names[i]), line.p + line.n);
        met |= 1u << i;
        p = stop + (stop < end);
    }
    return refuse_entry(error, values[FEN].n > 0 ? values[FEN] : entry); /* `e` is missing */
}

/* A move as nearly all are, two squares of 8x8. What else is, and why it is not legal, the general
 * way finds out. */
static bool find_squares(const struct fm_epd_board *board, struct fm_text move, struct fm_move *out)
{
    uint32_t ignored = 0;
    struct fm_error error;
    int8_t places[4];
    if (move.n != 4 || board->ops != fm_board_ops_for(8))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        places[i] = (int8_t)(move.p[i] - (i % 2 == 0 ? 'a' : '1'));
        if (places[i] < 0 || places[i] > 7)
            return false;
    }
    const struct fm_notation note = {.type = FM_NOTE_MOVE,
                                     .kinds = UINT16_MAX,
                                     .from_file = places[0],
                                     .from_rank = places[1],
                                     .to_file = places[2],
                                     .to_rank = places[3],
                                     .promotion = FM_NO_KIND};
    return board->ops->find(board->board, &note, out, &ignored, &error) == FM_REASON_NONE;
}

/* The move, in SAN. @param[out] end  in @p san. */
static enum fm_status spell_move(const struct fm_setup *setup, struct fm_text text,
                                 unsigned char *san, const unsigned char **end,
                                 struct fm_error *error)
{
    struct fm_epd_board board;
    struct fm_move move;
    fm_epd_board_make(setup, NULL, &board);
    if (!find_squares(&board, text, &move))
        return fm_epd_play(&board, text, 0, san, end, error);
    *end = board.ops->write_san(board.board, move, san);
    return FM_OK;
}

/* Write the opcode and a number. @param[out] operand  the number. @return the end. */
static unsigned char *put_counter(unsigned char *at, const char *opcode, uint64_t number,
                                  struct fm_text *operand)
{
    unsigned char *const digits = fm_put_words(at, opcode), *const end = fm_put_u64(digits, number);
    *operand = fm_text_between(digits, end);
    return fm_put_words(end, ";");
}

enum fm_status fm_entry_write_epd(struct fm_text entry, const struct fm_rewrite *wanted,
                                  struct fm_buf *out, struct fm_fen_edit *start, unsigned *ply,
                                  struct fm_warnings *notes, struct fm_error *error)
{
    struct fm_text values[LINES] = {{NULL, 0}};
    struct fm_training training = {.found = true, .has_score = true};
    struct fm_rewrite by_rules = *wanted;
    enum { AFTER_MAX = FM_EPD_SAN_MAX + 64 }; /* counters, ` sm `, the move, `;` and the line end */
    uint64_t number;
    int sign;
    FM_TRY(read_lines(entry, values, error));
    by_rules.notation = by_rules.sets = false; /* the move is played */
    const enum fm_status read = fm_fen_edit_read(start, values[FEN], &by_rules, error);
    fm_warnings_add(notes, &start->notes);
    FM_TRY(read);
    const bool black = start->setup.black;
    if (start->made || start->fields.en_passant.n == 0 || start->fields.rest.n > 0)
        return refuse_entry(error, values[FEN]);
    if (!fm_training_score(values[SCORE], black, &training.centipawns))
        return refuse_entry(error, values[SCORE]);
    if (!fm_text_to_u64(values[PLY], &number) || number > UINT16_MAX)
        return refuse_entry(error, values[PLY]);
    if (!fm_training_score(values[RESULT], black, &sign) || sign > 1 || sign < -1)
        return refuse_entry(error, values[RESULT]);
    training.result = sign > 0 ? FM_RESULT_WHITE : sign < 0 ? FM_RESULT_BLACK : FM_RESULT_DRAW;
    *ply = (unsigned)number;
    unsigned char san[FM_EPD_SAN_MAX];
    const unsigned char *san_end;
    FM_TRY(spell_move(&start->setup, values[MOVE], san, &san_end, error));
    const struct fm_text four = fm_text_between(
        start->fields.placement.p, start->fields.en_passant.p + start->fields.en_passant.n);
    FM_TRY(fm_buf_reserve(out, four.n + FM_TRAINING_MAX + AFTER_MAX));
    unsigned char *at = out->p + out->n;
    memcpy(at, four.p, four.n);
    at = fm_training_write(&training, black, at + four.n);
    start->after =
        (struct fm_epd_after){.operations = true, .plain = true, .others = true, .moves = true};
    if (start->fields.halfmove.n > 0) {
        at = put_counter(at, " fmvn ", start->setup.fullmove, &start->after.counters[1]);
        at = put_counter(at, " hmvc ", start->setup.halfmove, &start->after.counters[0]);
    }
    at = fm_put_words(at, " sm ");
    memcpy(at, san, (size_t)(san_end - san));
    at = fm_put_words(at + (san_end - san), ";\n");
    out->n = (size_t)(at - out->p);
    return FM_OK;
}

enum fm_status fm_fen_edit_reread(struct fm_fen_edit *p, struct fm_text line, bool knows_after,
                                  const struct fm_rewrite *wanted, struct fm_error *error)
{
    struct fm_fen_fields *const f = &p->fields;
    struct fm_text *const fields[] = {&f->placement,  &f->side,     &f->castling,
                                      &f->en_passant, &f->halfmove, &f->fullmove};
    const unsigned char *const from = f->placement.p;
    /* Text after a FEN, and what only the notation allows, is looked at with the fields. */
    if (wanted->notation || p->made || f->en_passant.n == 0 || f->rest.n > 0)
        return fm_fen_edit_read(p, line, wanted, error);
    const size_t four = (size_t)(f->en_passant.p + f->en_passant.n - from);
    const bool operations = line.n > four + 1 && fm_ascii_lower(line.p[four + 1]) >= 'a';
    for (size_t i = 0; i < FM_COUNT_OF(fields); i++)
        if (fields[i]->n > 0)
            fields[i]->p = line.p + (fields[i]->p - from);
    if (operations) {
        f->halfmove = f->fullmove = FM_NO_TEXT;
        f->rest = fm_text_after(line, four + 1);
        p->setup.counters_given = false;
        p->setup.halfmove = 0;
        p->setup.fullmove = 1;
    }
    p->text = line;
    p->wanted = wanted;
    fm_warnings_reset(&p->notes);
    if (!knows_after)
        fm_epd_read_after(f, &p->after);
    return FM_OK;
}
