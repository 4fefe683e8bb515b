/* Rewriting positions where they stand: see rewrite.h. A field is written anew only where that was
 * asked for, or where what it says cannot be; everything else is copied. */
#include <config.h>
#include "record/rewrite.h"
#include "board/castling.h"
#include "record/ep_rule.h"
#include "record/epd.h"

/* One position on its way from a text to another. */
struct passage {
    const struct fm_rewrite *ask;
    struct fm_text text; /* as found */
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_reading notes;              /* of this reading */
    enum fm_castling_dialect castling;    /* to write; KEEP: as found */
    bool placement, en_passant, counters; /* to write anew */
};

/* ---- reading ---- */

static int8_t only_rook(const struct fm_setup *setup, enum fm_colour colour, enum fm_side side,
                        int king)
{
    const unsigned rank = colour == FM_WHITE ? 0 : FM_RANKS - 1;
    const unsigned char rook = colour == FM_WHITE ? 'R' : 'r';
    const int step = side == FM_KING_SIDE ? 1 : -1;
    int8_t found = FM_NO_FILE;
    for (int file = king + step; file >= 0 && file < setup->files; file += step) {
        if (setup->men[rank][file] != rook)
            continue;
        if (found != FM_NO_FILE)
            return FM_NO_FILE;
        found = (int8_t)file;
    }
    return found;
}

/* A right whose rook is not where the letter says goes to the only rook on that side, if there is
 * one (`repair`). */
static void mend_castling(struct passage *p)
{
    for (size_t i = 0; i < p->fields.castling.n; i++) {
        const unsigned char c = p->fields.castling.p[i], lower = fm_ascii_lower(c);
        const enum fm_colour colour = c == lower ? FM_BLACK : FM_WHITE;
        const int king = fm_castling_king(&p->setup, colour);
        if (king == FM_NO_FILE)
            continue;
        const bool named = lower >= 'a' && lower < 'a' + p->setup.files;
        if (!named && lower != 'k' && lower != 'q')
            continue;
        const enum fm_side side =
            lower == 'k' || (named && lower - 'a' > king) ? FM_KING_SIDE : FM_QUEEN_SIDE;
        if (p->setup.rook[colour][side] != FM_NO_FILE)
            continue;
        p->setup.rook[colour][side] = only_rook(&p->setup, colour, side, king);
        if (p->setup.rook[colour][side] != FM_NO_FILE)
            fm_reading_note(&p->notes, FM_REASON_CASTLING_MENDED);
    }
}

static enum fm_status passage_read(struct passage *p, struct fm_error *error)
{
    const struct fm_rewrite *ask = p->ask;
    FM_TRY(fm_setup_read(p->text, ask->variant, ask->notation, &p->setup, &p->fields, &p->notes,
                         error));
    if (ask->repair && fm_reading_has(&p->notes, FM_REASON_CASTLING_WITHOUT_ROOK))
        mend_castling(p);
    const unsigned faults = ask->notation ? 0 : fm_setup_faults(&p->setup);
    if (faults == 0)
        return FM_OK;
    *error = (struct fm_error){.status = FM_REJECTED,
                               .reason = FM_REASON_IMPOSSIBLE_POSITION,
                               .faults = faults,
                               .what = p->text};
    return FM_REJECTED;
}

/* ---- what is to be written anew ---- */

static bool has_right(const struct fm_setup *setup)
{
    for (unsigned i = 0; i < 4; i++)
        if (setup->rook[i / 2][i % 2] != FM_NO_FILE)
            return true;
    return false;
}

/* The dialect that a field is written in: Shredder-FEN if it names a file and has neither K nor
 * Q. */
static enum fm_castling_dialect dialect_of(struct fm_text field)
{
    bool letters = false;
    for (size_t i = 0; i < field.n; i++) {
        const unsigned char lower = fm_ascii_lower(field.p[i]);
        if (lower == 'k' || lower == 'q')
            return FM_CASTLING_XFEN;
        letters = letters || (lower >= 'a' && lower <= 'j');
    }
    return letters ? FM_CASTLING_SHREDDER : FM_CASTLING_XFEN;
}

static void passage_decide(struct passage *p)
{
    const struct fm_rewrite *ask = p->ask;
    const bool dropped = fm_reading_has(&p->notes, FM_REASON_CASTLING_WITHOUT_ROOK) ||
                         fm_reading_has(&p->notes, FM_REASON_CASTLING_TWICE);
    p->castling = ask->castling == FM_CASTLING_KEEP && dropped ? dialect_of(p->fields.castling)
                                                               : ask->castling;
    p->placement = p->setup.variant->letter_j && ask->castling != FM_CASTLING_KEEP;
    p->en_passant =
        ask->en_passant != FM_EP_KEEP || fm_reading_has(&p->notes, FM_REASON_EN_PASSANT_IMPOSSIBLE);
    p->counters = ask->counters != FM_COUNTERS_KEEP;
    if (p->castling == FM_CASTLING_SHREDDER && p->setup.style_given && has_right(&p->setup))
        fm_reading_note(&p->notes, FM_REASON_STYLE_UNSAYABLE);
}

/* ---- writing ---- */

static void take_note(struct fm_reading *to, const struct fm_reading *notes)
{
    for (size_t i = 0; i < FM_COUNT_OF(to->warnings); i++)
        to->warnings[i] |= notes->warnings[i];
}

static enum fm_status put_placement(const struct passage *p, struct fm_buf *out)
{
    const size_t begin = out->n;
    FM_TRY(fm_buf_append_text(out, p->fields.placement));
    for (size_t i = begin; p->placement && i < out->n; i++) {
        const unsigned char lower = fm_ascii_lower(out->p[i]);
        const bool capital = out->p[i] != lower;
        if (lower == 'j' || lower == 'a')
            out->p[i] = (unsigned char)((p->ask->letter_j ? 'j' : 'a') - (capital ? 'a' - 'A' : 0));
    }
    return FM_OK;
}

static enum fm_status put_castling(const struct passage *p, struct fm_buf *out,
                                   struct fm_error *error)
{
    if (p->castling == FM_CASTLING_KEEP)
        return fm_buf_append_text(out, p->fields.castling);
    unsigned char field[8];
    const unsigned char *end = fm_setup_write_castling(&p->setup, p->castling, field);
    if (end != NULL)
        return fm_buf_append(out, field, (size_t)(end - field));
    *error = (struct fm_error){.status = FM_REJECTED,
                               .reason = FM_REASON_CASTLING_UNSAYABLE,
                               .field = FM_FIELD_CASTLING,
                               .what = p->fields.castling};
    return FM_REJECTED;
}

static enum fm_status put_en_passant(const struct passage *p, struct fm_buf *out)
{
    if (!p->en_passant)
        return fm_buf_append_text(out, p->fields.en_passant);
    const bool stands =
        p->ask->notation ? p->setup.ep_file >= 0 : fm_ep_stands(&p->setup, p->ask->en_passant);
    if (!stands)
        return fm_buf_append(out, "-", 1);
    const unsigned char square[2] = {(unsigned char)('a' + p->setup.ep_file),
                                     p->setup.black ? '3' : '6'};
    return fm_buf_append(out, square, sizeof square);
}

/* The number behind hmvc or fmvn among the operations. */
static bool counter_op(struct fm_text rest, struct fm_text opcode, uint64_t *number)
{
    struct fm_epd_operation op;
    while (fm_epd_next(&rest, &op))
        if (fm_text_equal(op.opcode, opcode))
            return fm_text_to_u64(op.operands, number);
    return false;
}

static enum fm_status put_counter_fields(const struct passage *p, struct fm_buf *out)
{
    if (p->ask->counters == FM_COUNTERS_KEEP) {
        const struct fm_text fields[] = {p->fields.halfmove, p->fields.fullmove};
        for (size_t i = 0; i < FM_COUNT_OF(fields) && fields[i].n > 0; i++) {
            FM_TRY(fm_buf_append(out, " ", 1));
            FM_TRY(fm_buf_append_text(out, fields[i]));
        }
        return FM_OK;
    }
    if (p->ask->counters != FM_COUNTERS_FIELDS)
        return FM_OK;
    uint64_t halfmove = p->setup.halfmove, fullmove = p->setup.fullmove;
    if (!p->setup.counters_given) {
        (void)counter_op(p->fields.rest, FM_TEXT("hmvc"), &halfmove);
        (void)counter_op(p->fields.rest, FM_TEXT("fmvn"), &fullmove);
    }
    FM_TRY(fm_buf_append(out, " ", 1));
    FM_TRY(fm_buf_append_u64(out, halfmove));
    FM_TRY(fm_buf_append(out, " ", 1));
    return fm_buf_append_u64(out, fullmove);
}

static enum fm_status put_fields(const struct passage *p, struct fm_buf *out,
                                 struct fm_error *error)
{
    FM_TRY(put_placement(p, out));
    FM_TRY(fm_buf_append(out, p->setup.black ? " b " : " w ", 3));
    FM_TRY(put_castling(p, out, error));
    FM_TRY(fm_buf_append(out, " ", 1));
    FM_TRY(put_en_passant(p, out));
    return put_counter_fields(p, out);
}

/* What stands behind the fields, byte for byte, with the blanks before it. */
static enum fm_status put_rest(const struct passage *p, struct fm_buf *out)
{
    if (p->fields.rest.n == 0)
        return FM_OK;
    const unsigned char *begin = p->fields.rest.p, *end = p->text.p + p->text.n;
    while (begin > p->text.p && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    return fm_buf_append(out, begin, (size_t)(end - begin));
}

/* The operations without hmvc and fmvn, for these have become fields, or are not wanted, or stand
 * before. */
static enum fm_status put_other_ops(const struct passage *p, struct fm_buf *out)
{
    struct fm_text rest = p->fields.rest;
    struct fm_epd_operation op;
    while (fm_epd_next(&rest, &op)) {
        if (fm_text_equal(op.opcode, FM_TEXT("hmvc")) || fm_text_equal(op.opcode, FM_TEXT("fmvn")))
            continue;
        FM_TRY(fm_buf_append(out, " ", 1));
        FM_TRY(fm_buf_append_text(out, op.opcode));
        if (op.operands.n > 0)
            FM_TRY(fm_buf_append(out, " ", 1));
        FM_TRY(fm_buf_append_text(out, op.operands));
        FM_TRY(fm_buf_append(out, ";", 1));
    }
    return FM_OK;
}

static bool has_counter_ops(const struct passage *p)
{
    uint64_t unheeded;
    return counter_op(p->fields.rest, FM_TEXT("hmvc"), &unheeded) ||
           counter_op(p->fields.rest, FM_TEXT("fmvn"), &unheeded);
}

static enum fm_status put_behind(struct passage *p, struct fm_buf *out)
{
    const bool ops = p->ask->counters == FM_COUNTERS_OPS;
    if (p->ask->normalize) {
        struct fm_arena scratch = {0};
        struct fm_setup setup = p->setup;
        setup.counters_given =
            setup.counters_given && (ops || p->ask->counters == FM_COUNTERS_KEEP);
        const bool moves = !p->ask->notation;
        const enum fm_status status =
            fm_epd_normalize(p->fields.rest, &setup, moves, &scratch, out, &p->notes);
        fm_arena_free(&scratch);
        return status;
    }
    if (!p->counters || (!has_counter_ops(p) && !(ops && p->setup.counters_given)))
        return put_rest(p, out);
    if (ops) {
        uint64_t halfmove = p->setup.halfmove, fullmove = p->setup.fullmove;
        if (!p->setup.counters_given) {
            (void)counter_op(p->fields.rest, FM_TEXT("hmvc"), &halfmove);
            (void)counter_op(p->fields.rest, FM_TEXT("fmvn"), &fullmove);
        }
        FM_TRY(fm_buf_append_text(out, FM_TEXT(" fmvn ")));
        FM_TRY(fm_buf_append_u64(out, fullmove));
        FM_TRY(fm_buf_append_text(out, FM_TEXT("; hmvc ")));
        FM_TRY(fm_buf_append_u64(out, halfmove));
        FM_TRY(fm_buf_append_text(out, FM_TEXT(";")));
    }
    return put_other_ops(p, out);
}

static enum fm_status passage_write(struct passage *p, bool line, struct fm_buf *out,
                                    struct fm_error *error)
{
    const bool untouched = p->castling == FM_CASTLING_KEEP && !p->placement && !p->en_passant &&
                           !p->counters && !p->ask->normalize;
    if (untouched)
        return fm_buf_append_text(out, p->text);
    /* Normal EPD has counters as operations: fields 5 and 6 become those. */
    if (p->ask->normalize && p->ask->counters == FM_COUNTERS_KEEP)
        p->fields.halfmove = p->fields.fullmove = (struct fm_text){NULL, 0};
    FM_TRY(put_fields(p, out, error));
    return line ? put_behind(p, out) : put_rest(p, out);
}

static enum fm_status rewrite(struct fm_text text, const struct fm_rewrite *ask, bool line,
                              struct fm_buf *out, struct fm_reading *notes, struct fm_error *error)
{
    struct passage p = {.ask = ask, .text = text};
    const size_t begin = out->n;
    enum fm_status status = passage_read(&p, error);
    if (status == FM_OK) {
        passage_decide(&p);
        status = passage_write(&p, line, out, error);
    }
    if (status != FM_OK)
        out->n = begin;
    take_note(notes, &p.notes);
    return status;
}

enum fm_status fm_rewrite_fen(struct fm_text fen, const struct fm_rewrite *ask, struct fm_buf *out,
                              struct fm_reading *notes, struct fm_error *error)
{
    return rewrite(fen, ask, false, out, notes, error);
}

enum fm_status fm_rewrite_line(struct fm_text line, const struct fm_rewrite *ask,
                               struct fm_buf *out, struct fm_reading *notes, struct fm_error *error)
{
    return rewrite(line, ask, true, out, notes, error);
}

bool fm_rewrite_verified(struct fm_text before, struct fm_text after, const struct fm_rewrite *ask)
{
    struct passage was = {.ask = ask, .text = before}, is = {.ask = ask, .text = after};
    struct fm_error unheeded;
    if (passage_read(&was, &unheeded) != FM_OK || passage_read(&is, &unheeded) != FM_OK)
        return false;
    const bool square = ask->en_passant == FM_EP_KEEP ||
                        fm_ep_stands(&was.setup, ask->notation ? FM_EP_ALWAYS : ask->en_passant);
    return memcmp(was.setup.men, is.setup.men, sizeof was.setup.men) == 0 &&
           was.setup.black == is.setup.black &&
           memcmp(was.setup.rook, is.setup.rook, sizeof was.setup.rook) == 0 &&
           is.setup.ep_file == (square ? was.setup.ep_file : FM_NO_FILE);
}
