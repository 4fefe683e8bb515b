/* SPDX-License-Identifier: MIT */
/* Rewriting FEN and EPD text: see rewrite.h. A field is written anew only if that was requested, or
 * if no position can have it; everything else is copied, byte for byte.
 *
 * Three steps: fm_fen_edit_read() finds the fields and the position, fen_edit_decide() which fields
 * are written anew, fen_edit_write() writes by the cheapest way that serves: a copy of the line, a
 * copy with two fields replaced, or field by field. */
#include <config.h>
#include "record/rewrite.h"
#include "board/castling.h"

enum { CHESS960_ARRAYS = 960, CASTLING_FIELD_MAX = 8, SQUARE_MAX = 4, COUNTERS_MAX = 24 };

/* A number alone is the Chess960 start position of that number (`repair`). */
static bool repair_start(struct fm_fen_edit *p)
{
    uint64_t number;
    if (!p->wanted->repair || !fm_text_to_u64(fm_text_trim(p->text), &number) ||
        number >= CHESS960_ARRAYS)
        return false;
    const struct fm_variant *variant = p->wanted->variant;
    if (variant == NULL || variant->id == FM_STANDARD ||
        variant->files != fm_variants[FM_CHESS960].files)
        variant = &fm_variants[FM_CHESS960];
    fm_setup_from_sp((unsigned)number, &p->setup);
    p->setup.variant = variant;
    p->setup.style = variant->style;
    p->fields = (struct fm_fen_fields){.rest = {NULL, 0}};
    p->after = (struct fm_epd_after){.plain = true, .others = false};
    fm_warnings_reset(&p->notes);
    p->made = true;
    fm_warnings_note(&p->notes, FM_REASON_START_REPAIRED);
    return true;
}

FM_INLINE enum fm_status read_training(struct fm_fen_edit *p, struct fm_error *error)
{
    if (FM_LIKELY(p->fields.rest.n == 0) || p->after.operations)
        return FM_OK;
    return fm_training_read(fm_epd_remark(&p->fields, &p->after), &p->fields, &p->setup, &p->notes,
                            &p->after.training, error);
}

/* A line that is not plain, or may have a fault. */
static FM_NOINLINE enum fm_status read_carefully(struct fm_fen_edit *p, struct fm_error *error)
{
    const struct fm_rewrite *wanted = p->wanted;
    fm_warnings_reset(&p->notes);
    if (fm_setup_read(p->text, wanted->variant, wanted->notation, &p->setup, &p->fields, &p->notes,
                      error) != FM_OK) {
        if (repair_start(p))
            return FM_OK;
        /* Reading a FEN fills only these fields of the error: the others are cleared. */
        *error = (struct fm_error){.status = FM_REJECTED,
                                   .reason = error->reason,
                                   .field = error->field,
                                   .what = error->what};
        return FM_REJECTED;
    }
    fm_epd_read_after(&p->fields, &p->after);
    p->setup.counters_given = p->fields.halfmove.n > 0; /* one of them alone counts, too */
    FM_TRY(read_training(p, error));
    if (wanted->repair && fm_warnings_has(&p->notes, FM_REASON_CASTLING_WITHOUT_ROOK) &&
        fm_castling_repair(p->fields.castling, &p->setup))
        fm_warnings_note(&p->notes, FM_REASON_CASTLING_REPAIRED);
    const unsigned faults = wanted->notation ? 0 : fm_setup_faults(&p->setup);
    if (FM_LIKELY(faults == 0))
        return FM_OK;
    *error = (struct fm_error){.status = FM_REJECTED,
                               .reason = FM_REASON_IMPOSSIBLE_POSITION,
                               .faults = faults,
                               .what = p->text};
    return FM_REJECTED;
}

FM_INLINE enum fm_status read_position(struct fm_fen_edit *p, struct fm_text text,
                                       const struct fm_placed *placed,
                                       const struct fm_rewrite *wanted, struct fm_error *error)
{
    p->wanted = wanted;
    p->text = text;
    fm_warnings_reset(&p->notes);
    p->made = false;
    /* Most lines are plain, and surely without a fault. */
    if (FM_UNLIKELY(wanted->notation) ||
        FM_UNLIKELY(!fm_setup_read_sets(text, placed, wanted->variant, !wanted->sets, &p->setup,
                                        &p->fields, &p->notes)) ||
        FM_UNLIKELY(wanted->repair && fm_warnings_has(&p->notes, FM_REASON_CASTLING_WITHOUT_ROOK)))
        return read_carefully(p, error);
    fm_epd_read_after(&p->fields, &p->after);
    return read_training(p, error);
}

/* The dialect that a castling field is written in: Shredder-FEN if it names a file and has neither
 * K nor Q. */
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

/* The letter that the archbishop has and should not have, in lower case; else 0. J is only for the
 * variants that use it; where it is not requested, it is changed only if X-FEN is written. */
static unsigned char other_archbishop(const struct fm_fen_edit *p)
{
    const bool letter_j = p->wanted->style.letter_j && p->setup.variant->letter_j;
    const unsigned char other = letter_j ? 'a' : 'j';
    const struct fm_text field = p->fields.placement;
    for (size_t i = 0; i < field.n && (letter_j || p->wanted->style.castling == FM_CASTLING_XFEN);
         i++)
        if (fm_ascii_lower(field.p[i]) == other)
            return other;
    return 0;
}

/* A counter as it would be written. */
static bool is_number(struct fm_text field)
{
    return field.n == 1 || (field.n > 1 && *field.p != '0');
}

/* May the counters become others than they are, or change their place? */
static bool counters_change(const struct fm_fen_edit *p)
{
    const struct fm_fen_fields *fields = &p->fields;
    switch (p->wanted->style.counters) {
    case FM_COUNTERS_KEEP:
        return false;
    case FM_COUNTERS_OPS:
        return fields->halfmove.n > 0;
    case FM_COUNTERS_FIELDS:
        return fields->rest.n > 0 || !is_number(fields->halfmove) || !is_number(fields->fullmove) ||
               fm_warnings_has(&p->notes, FM_REASON_FEN_COUNTERS);
    case FM_COUNTERS_NONE:
        break;
    }
    return true;
}

/* Of a castling field. */
static bool is_unusual(const struct fm_warnings *notes)
{
    return fm_warnings_has(notes, FM_REASON_CASTLING_WITHOUT_ROOK) ||
           fm_warnings_has(notes, FM_REASON_CASTLING_TWICE) ||
           fm_warnings_has(notes, FM_REASON_CASTLING_ORDER);
}

/* The fields that are written anew, and the castling dialect. A kept castling field that lost a
 * right, or got one by repair, is written in the dialect that it was in. */
FM_INLINE void fen_edit_decide(struct fm_fen_edit *p)
{
    const struct fm_rewrite *wanted = p->wanted;
    const struct fm_warnings *const notes = &p->notes;
    const bool dash = wanted->clean && fm_warnings_has(notes, FM_REASON_FEN_DASH);
    const bool changed = fm_warnings_has(notes, FM_REASON_CASTLING_REPAIRED) ||
                         (wanted->clean && is_unusual(notes)) || dash;
    p->castling = wanted->style.castling == FM_CASTLING_KEEP && changed
                      ? dialect_of(p->fields.castling)
                      : wanted->style.castling;
    const bool placement = p->setup.files > 8 && other_archbishop(p) != 0;
    const bool en_passant =
        wanted->style.en_passant != FM_EP_KEEP || dash ||
        (wanted->clean && fm_warnings_has(notes, FM_REASON_EN_PASSANT_IMPOSSIBLE));
    if (wanted->style.counters == FM_COUNTERS_FIELDS && FM_UNLIKELY(!p->setup.counters_given))
        fm_fen_edit_read_counters(p);
    p->anew = (placement ? FM_EDIT_PLACEMENT : 0u) | (en_passant ? FM_EDIT_EN_PASSANT : 0u) |
              (counters_change(p) ? FM_EDIT_COUNTERS : 0u);
    if (FM_UNLIKELY(p->setup.style != FM_STYLE_TRADITIONAL) &&
        fm_castling_style_is_lost(&p->setup, p->castling, wanted->style.no_prefix))
        fm_warnings_note(&p->notes, FM_REASON_STYLE_NOT_REPRESENTABLE);
}

/* The field is K, Q, k, q in this order and each has its rook: X-FEN and plain FEN write it so.
 * Most positions: their field is copied instead of computed. */
static bool is_plain(const struct fm_fen_edit *p)
{
    const struct fm_text field = p->fields.castling;
    unsigned classic = field.n > 0;
    for (size_t i = 0; i < field.n; i++) {
        const unsigned char upper = field.p[i] & 0xDF;
        classic &= upper == 'K' || upper == 'Q';
    }
    return classic && !is_unusual(&p->notes) && p->setup.style == FM_STYLE_TRADITIONAL;
}

struct fm_text fm_fen_edit_kept(const struct fm_fen_edit *p, const struct fm_fen_style *style,
                                enum fm_counters counters)
{
    const struct fm_fen_fields *const fields = &p->fields;
    const bool numbers = is_number(fields->halfmove) && is_number(fields->fullmove);
    const bool counts = counters == FM_COUNTERS_FIELDS;
    const bool castling = style->castling == FM_CASTLING_KEEP || *fields->castling.p == '-' ||
                          (style->castling != FM_CASTLING_SHREDDER && is_plain(p));
    if (counters == FM_COUNTERS_KEEP || (counts && !numbers) || !castling ||
        (p->setup.ep_file >= 0 && style->en_passant != FM_EP_KEEP))
        return FM_NO_TEXT;
    const struct fm_text last = counts ? fields->fullmove : fields->en_passant;
    return fm_text_between(p->text.p, last.p + last.n);
}

/* The castling field as requested; NULL if the dialect cannot express it. */
FM_INLINE unsigned char *write_castling(const struct fm_fen_edit *p, unsigned char *out)
{
    const struct fm_setup *const setup = &p->setup;
    if (!fm_setup_has_rights(setup)) {
        *out = '-';
        return out + 1;
    }
    if (p->castling != FM_CASTLING_SHREDDER && !p->wanted->notation && is_plain(p)) {
        memcpy(out, p->fields.castling.p, p->fields.castling.n);
        return out + p->fields.castling.n;
    }
    if (p->castling != FM_CASTLING_XFEN || !p->wanted->style.no_prefix)
        return fm_setup_write_castling(setup, p->castling, out);
    /* Without a prefix the reader takes the variant's own style of castling. */
    const bool implied = setup->style == setup->variant->style;
    return implied ? fm_setup_write_castling(setup, FM_CASTLING_KEEP, out) : NULL;
}

static enum fm_status refuse_castling(const struct fm_fen_edit *p, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_REJECTED,
                               .reason = fm_castling_refusal(&p->setup),
                               .field = FM_FIELD_CASTLING,
                               .what = p->made ? p->text : p->fields.castling};
    return FM_REJECTED;
}

/* The en passant field, of at most SQUARE_MAX bytes. */
static unsigned char *write_en_passant(const struct fm_fen_edit *p, unsigned char *out)
{
    const struct fm_setup *const setup = &p->setup;
    const bool shown = p->wanted->notation ? setup->ep_file >= 0
                                           : fm_setup_shows_ep(setup, p->wanted->style.en_passant);
    return fm_setup_write_ep(setup, shown, out);
}

static unsigned char *put_field_text(unsigned char *to, struct fm_text text, const char *missing)
{
    text = text.n == 0 ? fm_text_of(missing) : text;
    memcpy(to, text.p, text.n);
    return to + text.n;
}

static unsigned char *put_placement(const struct fm_fen_edit *p, unsigned char *to)
{
    const unsigned char other = p->anew & FM_EDIT_PLACEMENT ? other_archbishop(p) : 0;
    unsigned char *const end = put_field_text(to, p->fields.placement, "");
    for (; other != 0 && to < end; to++)
        if (fm_ascii_lower(*to) == other)
            *to ^= 'a' ^ 'j'; /* in either case */
    return end;
}

/* The text after the fields. In a FEN list it is no EPD (`0 1; id "a";`, `;D1 20 ;D2 400`,
 * `; v=-830`), so where a line becomes EPD none of its bytes are kept as they are. */

/* The last hmvc or fmvn is a number. */
static bool has_counter_ops(const struct fm_fen_edit *p)
{
    uint64_t ignored;
    return fm_text_to_u64(p->after.counters[0], &ignored) ||
           fm_text_to_u64(p->after.counters[1], &ignored);
}

void fm_fen_edit_read_counters(struct fm_fen_edit *p)
{
    uint32_t *const to[] = {&p->setup.halfmove, &p->setup.fullmove};
    uint64_t number;
    for (uint32_t i = 0; i < FM_COUNT_OF(to) && !p->setup.counters_given; i++) {
        if (!fm_text_to_u64(p->after.counters[i], &number))
            continue;
        *to[i] = number < i ? i : number > FM_COUNTER_MAX ? FM_COUNTER_MAX : (uint32_t)number;
        if (*to[i] != number)
            fm_warnings_note(&p->notes, FM_REASON_FEN_COUNTERS);
    }
}

/* Append the text after the fields, byte for byte, with the blanks before it. */
static enum fm_status put_rest(const struct fm_fen_edit *p, struct fm_buf *out)
{
    const unsigned char *begin = p->fields.rest.p, *end = p->text.p + p->text.n;
    while (begin > p->text.p && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    return fm_buf_append(out, begin, (size_t)(end - begin));
}

/* Fields 5 and 6 as operations. */
static enum fm_status put_counter_ops(const struct fm_fen_edit *p, struct fm_buf *out)
{
    enum { OPERATIONS_MAX = 48 };
    FM_TRY(fm_buf_reserve(out, OPERATIONS_MAX));
    unsigned char *to = put_field_text(out->p + out->n, FM_TEXT(" fmvn "), "");
    to = fm_put_u64(to, p->setup.fullmove);
    to = fm_put_u64(put_field_text(to, FM_TEXT("; hmvc "), ""), p->setup.halfmove);
    *to++ = ';';
    out->n = (size_t)(to - out->p);
    return FM_OK;
}

/* The operations without hmvc and fmvn: these have become fields, or are not to be written, or were
 * written before. */
static enum fm_status put_other_ops(const struct fm_fen_edit *p, struct fm_buf *out)
{
    struct fm_text rest = p->fields.rest;
    struct fm_epd_op op;
    while (fm_epd_next(&rest, &op))
        if (op.code != FM_EPD_HMVC && op.code != FM_EPD_FMVN)
            FM_TRY(fm_epd_put_operation(&op, out));
    return FM_OK;
}

/* The board for the moves of operations; NULL where there are none, or the setup may have
 * faults. */
static const struct fm_epd_board *make_board(const struct fm_fen_edit *p, struct fm_epd_board *made)
{
    if (p->wanted->notation || !p->after.moves)
        return NULL;
    fm_epd_board_make(&p->setup, p->wanted->letters, made);
    return made;
}

/* Fields 5 and 6 become operations. */
static bool moves_counters(const struct fm_fen_edit *p, const struct fm_rewrite *wanted)
{
    return wanted->style.counters == FM_COUNTERS_OPS && p->setup.counters_given;
}

/* Does a line that is no EPD become EPD? Then all of it is written anew: operations as the standard
 * requires, or as they are where that would be a guess; other text as the comment c0. */
static bool is_made(const struct fm_fen_edit *p, const struct fm_rewrite *wanted)
{
    const struct fm_text rest = p->fields.rest;
    const enum fm_counters counters = wanted->style.counters;
    if (rest.n == 0)
        return false;
    const unsigned char letter = *rest.p & 0xDF;
    return moves_counters(p, wanted) ||
           (wanted->becomes_epd && (counters == FM_COUNTERS_OPS || counters == FM_COUNTERS_NONE) &&
            (p->fields.halfmove.n > 0 || letter < 'A' || letter > 'Z'));
}

bool fm_fen_edit_is_anew(const struct fm_fen_edit *p, const struct fm_rewrite *wanted)
{
    return wanted->bare ||
           (wanted->becomes_epd && (moves_counters(p, wanted) || is_made(p, wanted)));
}

enum fm_status fm_fen_edit_put_remark(struct fm_fen_edit *p, struct fm_buf *out)
{
    const struct fm_text remark = fm_epd_remark(&p->fields, &p->after);
    if (p->after.training.found)
        return fm_training_put(&p->after.training, p->setup.black, out);
    return remark.n == 0 ? FM_OK
                         : fm_epd_write_op(out, FM_TEXT("c0"), FM_EPD_STRING, remark, &p->notes);
}

/* Of a line that becomes EPD, where it is not normalized. */
static enum fm_status put_made(struct fm_fen_edit *p, struct fm_buf *out)
{
    FM_TRY(fm_fen_edit_put_remark(p, out));
    if (moves_counters(p, p->wanted))
        FM_TRY(put_counter_ops(p, out));
    return p->after.operations ? put_other_ops(p, out) : FM_OK;
}

/* Append the text after the fields. Counters move between fields and operations only if that
 * was requested; otherwise the text is copied, with the blanks before it.
 * @return FM_REJECTED, and p->normal is false: operations cannot be normalized without a guess. */
static enum fm_status put_after(struct fm_fen_edit *p, struct fm_buf *out)
{
    const bool ops = p->wanted->style.counters == FM_COUNTERS_OPS;
    if (p->normal) {
        struct fm_epd_board made;
        const bool has_counters =
            p->setup.counters_given && (ops || p->wanted->style.counters == FM_COUNTERS_KEEP);
        const enum fm_status status = fm_epd_normalize(
            p->fields.rest, has_counters ? &p->setup : NULL, make_board(p, &made), out, &p->notes);
        p->normal = status != FM_REJECTED;
        return status;
    }
    if (p->fields.rest.n == 0)
        return ops && p->setup.counters_given ? put_counter_ops(p, out) : FM_OK;
    if (is_made(p, p->wanted))
        return put_made(p, out);
    const bool stays = ops ? !p->setup.counters_given : !has_counter_ops(p);
    if (!(p->anew & FM_EDIT_COUNTERS) || stays)
        return put_rest(p, out);
    if (ops)
        FM_TRY(put_counter_ops(p, out));
    return has_counter_ops(p) ? put_other_ops(p, out) : put_rest(p, out);
}

/* Every field in its place with one blank between, whatever the layout was. */
static enum fm_status write_anew(struct fm_fen_edit *p, bool after, struct fm_buf *out,
                                 struct fm_error *error)
{
    const struct fm_fen_fields *const fields = &p->fields;
    const enum fm_counters counters = p->wanted->style.counters;
    FM_TRY(fm_buf_reserve(out, p->text.n + CASTLING_FIELD_MAX + SQUARE_MAX + COUNTERS_MAX));
    unsigned char *to = put_placement(p, out->p + out->n);
    to = put_field_text(to, p->setup.black ? FM_TEXT(" b ") : FM_TEXT(" w "), "");
    to = p->castling == FM_CASTLING_KEEP ? put_field_text(to, fields->castling, "-")
                                         : write_castling(p, to);
    if (to == NULL)
        return refuse_castling(p, error);
    *to++ = ' ';
    to = p->anew & FM_EDIT_EN_PASSANT ? write_en_passant(p, to)
                                      : put_field_text(to, fields->en_passant, "-");
    if (counters == FM_COUNTERS_FIELDS)
        to = fm_put_counters(p->setup.halfmove, p->setup.fullmove, to);
    const struct fm_text kept[] = {fields->halfmove, fields->fullmove};
    const bool keeps = counters == FM_COUNTERS_KEEP && !p->normal; /* normal EPD has operations */
    for (size_t i = 0; keeps && i < FM_COUNT_OF(kept) && kept[i].n > 0; i++) {
        *to++ = ' ';
        to = put_field_text(to, kept[i], "");
    }
    out->n = (size_t)(to - out->p);
    return after ? put_after(p, out) : FM_OK;
}

/* The start position of a number, which has no text of its own. */
static enum fm_status write_made(struct fm_fen_edit *p, struct fm_buf *out, struct fm_error *error)
{
    const bool keeps = p->castling == FM_CASTLING_KEEP;
    const bool counters = p->wanted->style.counters == FM_COUNTERS_KEEP ||
                          p->wanted->style.counters == FM_COUNTERS_FIELDS;
    FM_TRY(fm_buf_reserve(out, FM_FEN_MAX));
    const unsigned char *end = fm_setup_write_fen(&p->setup, keeps ? FM_CASTLING_XFEN : p->castling,
                                                  false, counters && !p->normal, out->p + out->n);
    if (end == NULL)
        return refuse_castling(p, error);
    out->n = (size_t)(end - out->p);
    p->setup.counters_given = true;
    return p->wanted->style.counters == FM_COUNTERS_OPS || p->normal ? put_after(p, out) : FM_OK;
}

/* The hot path of FEN to FEN: only the castling and en passant fields are replaced, the text around
 * them is copied in three pieces. Castling comes first in a FEN, so `at` moves forward only.
 * @param whole  the line, or a text with it in it. @param square  the en passant field is written,
 * too.
 * @return FM_REJECTED: the dialect cannot express the rights. */
FM_INLINE enum fm_status write_edited(const struct fm_fen_edit *p, struct fm_text whole,
                                      bool square, struct fm_buf *out)
{
    const struct fm_fen_fields *const fields = &p->fields;
    const unsigned char *at = whole.p, *const end = at + whole.n;
    FM_TRY(fm_buf_reserve(out, whole.n + CASTLING_FIELD_MAX + SQUARE_MAX));
    unsigned char *to = out->p + out->n;
    if (p->castling != FM_CASTLING_KEEP) {
        const size_t before = (size_t)(fields->castling.p - at);
        memcpy(to, at, before);
        to = write_castling(p, to + before);
        if (FM_UNLIKELY(to == NULL))
            return FM_REJECTED;
        at = fields->castling.p + fields->castling.n;
    }
    if (square) {
        const size_t before = (size_t)(fields->en_passant.p - at);
        memcpy(to, at, before);
        to = write_en_passant(p, to + before);
        at = fields->en_passant.p + fields->en_passant.n;
    }
    memcpy(to, at, (size_t)(end - at));
    out->n = (size_t)(to + (end - at) - out->p);
    return FM_OK;
}

FM_INLINE enum fm_status fen_edit_write(struct fm_fen_edit *p, bool after, struct fm_buf *out,
                                        struct fm_error *error)
{
    if (FM_UNLIKELY(p->made))
        return write_made(p, out, error);
    const bool whole = after || p->fields.rest.n == 0;
    const bool missing = p->fields.en_passant.n == 0; /* notation may leave out fields */
    /* Fields alone are no line whose form is kept: `0 1;` has a text after them that is neither. */
    const bool lays_out =
        p->wanted->lays_out || ((!after || p->wanted->bare || p->wanted->becomes_epd) &&
                                fm_warnings_has(&p->notes, FM_REASON_FEN_LAYOUT));
    if (!whole || (p->anew & (FM_EDIT_PLACEMENT | FM_EDIT_COUNTERS)) || p->normal || lays_out)
        return write_anew(p, after, out, error);
    const bool square = p->anew & FM_EDIT_EN_PASSANT;
    if (missing && (square || p->castling != FM_CASTLING_KEEP))
        return write_anew(p, after, out, error);
    const enum fm_status status = write_edited(p, p->text, square, out);
    return status == FM_REJECTED ? refuse_castling(p, error) : status;
}

static FM_NOINLINE void check_operations(struct fm_fen_edit *p)
{
    struct fm_epd_board made;
    (void)fm_epd_check(p->fields.rest, p->wanted->plays ? make_board(p, &made) : NULL, &p->notes);
}

enum fm_status fm_fen_edit_read_placed(struct fm_fen_edit *p, struct fm_text text,
                                       const struct fm_placed *placed,
                                       const struct fm_rewrite *wanted, struct fm_error *error)
{
    FM_TRY(read_position(p, text, placed, wanted, error));
    if (p->after.operations && (wanted->plays || !p->after.plain))
        check_operations(p);
    return FM_OK;
}

enum fm_status fm_fen_edit_copy(struct fm_fen_edit *p, const struct fm_rewrite *wanted,
                                struct fm_text whole, struct fm_buf *out)
{
    p->wanted = wanted;
    p->castling = wanted->style.castling;
    return counters_change(p) || wanted->lays_out || p->setup.style != FM_STYLE_TRADITIONAL ||
                   (wanted->bare && p->fields.rest.n > 0)
               ? FM_REJECTED
               : write_edited(p, whole, false, out);
}

/* It was refused. Where that is because normalizing would need a guess: again, with the operations
 * as they are. @param normal  whether they were to be normalized. */
static FM_NOINLINE enum fm_status write_again(struct fm_fen_edit *p, bool after, bool normal,
                                              struct fm_buf *out, struct fm_error *error)
{
    const size_t begin = out->n;
    const enum fm_status status =
        p->normal != normal ? fen_edit_write(p, after, out, error) : FM_REJECTED;
    if (status == FM_OK)
        return FM_OK;
    out->n = begin;
    if (status == FM_REJECTED && error->reason == FM_REASON_STYLE_NOT_REPRESENTABLE)
        fm_warnings_clear(&p->notes, error->reason); /* the refusal reports it */
    return status;
}

/* @param after  also write what is after the fields. */
static enum fm_status rewrite(struct fm_fen_edit *p, const struct fm_rewrite *wanted, bool after,
                              struct fm_buf *out, struct fm_error *error)
{
    const size_t begin = out->n;
    p->wanted = wanted;
    p->normal = false;
    if (FM_UNLIKELY(wanted->normalize)) /* text that is no operation stays as it is */
        p->normal = p->fields.rest.n == 0 || p->after.operations;
    else if (FM_UNLIKELY(after && p->fields.rest.n > 0) && is_made(p, wanted))
        p->normal = p->after.operations &&
                    (wanted->style.counters != FM_COUNTERS_NONE || !has_counter_ops(p));
    const bool normal = p->normal;
    fen_edit_decide(p);
    const enum fm_status status = fen_edit_write(p, after, out, error);
    if (FM_LIKELY(status == FM_OK))
        return FM_OK;
    out->n = begin;
    return status == FM_REJECTED ? write_again(p, after, normal, out, error) : status;
}

enum fm_status fm_fen_edit_write(struct fm_fen_edit *p, const struct fm_rewrite *wanted,
                                 struct fm_buf *out, struct fm_error *error)
{
    FM_TRY(rewrite(p, wanted, !wanted->bare, out, error));
    const bool counters = wanted->style.counters != FM_COUNTERS_KEEP; /* they become fields */
    if (FM_UNLIKELY(wanted->bare && p->fields.rest.n > 0) &&
        !(p->after.operations && counters && !p->after.others))
        fm_warnings_note(&p->notes, FM_REASON_OPERATIONS_DROPPED);
    return FM_OK;
}

enum fm_status fm_fen_edit_write_position(struct fm_fen_edit *p, const struct fm_rewrite *wanted,
                                          struct fm_buf *out, struct fm_error *error)
{
    return rewrite(p, wanted, false, out, error);
}
