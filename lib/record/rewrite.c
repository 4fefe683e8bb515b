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
#include "record/epd.h"
#include "record/rewrite_after.h"

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
    fm_warnings_reset(&p->notes);
    p->made = true;
    fm_warnings_note(&p->notes, FM_REASON_START_REPAIRED);
    return true;
}

/* Reading a FEN fills only these fields of the error: the others are cleared. */
static enum fm_status refuse(struct fm_error *error)
{
    *error = (struct fm_error){
        .status = FM_REJECTED, .reason = error->reason, .field = error->field, .what = error->what};
    return FM_REJECTED;
}

static enum fm_status read_position(struct fm_fen_edit *p, struct fm_text text,
                                    const struct fm_rewrite *wanted, struct fm_error *error)
{
    p->wanted = wanted;
    p->text = text;
    fm_warnings_reset(&p->notes);
    p->made = false;
    const enum fm_status status = fm_setup_read(text, wanted->variant, wanted->notation, &p->setup,
                                                &p->fields, &p->notes, error);
    if (FM_UNLIKELY(status != FM_OK))
        return repair_start(p) ? FM_OK : refuse(error);
    p->setup.counters_given = p->fields.halfmove.n > 0; /* one of them alone counts, too */
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

/* Which fields are written anew, and the castling dialect. A kept castling field that lost a right,
 * or got one by repair, is written in the dialect that it was in. */
FM_INLINE void fen_edit_decide(struct fm_fen_edit *p)
{
    const struct fm_rewrite *wanted = p->wanted;
    const struct fm_warnings *const notes = &p->notes;
    const bool dash = wanted->clean && fm_warnings_has(notes, FM_REASON_FEN_DASH);
    const bool unusual = fm_warnings_has(notes, FM_REASON_CASTLING_WITHOUT_ROOK) ||
                         fm_warnings_has(notes, FM_REASON_CASTLING_TWICE) ||
                         fm_warnings_has(notes, FM_REASON_CASTLING_ORDER);
    const bool changed =
        fm_warnings_has(notes, FM_REASON_CASTLING_REPAIRED) || (wanted->clean && unusual) || dash;
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

static enum fm_status put_placement(const struct fm_fen_edit *p, struct fm_buf *out)
{
    const size_t begin = out->n;
    FM_TRY(fm_buf_append_text(out, p->fields.placement));
    const unsigned char other = p->anew & FM_EDIT_PLACEMENT ? other_archbishop(p) : 0;
    for (size_t i = begin; other != 0 && i < out->n; i++)
        if (fm_ascii_lower(out->p[i]) == other)
            out->p[i] ^= 'a' ^ 'j'; /* in either case */
    return FM_OK;
}

/* The field is K, Q, k, q in this order and each has its rook: X-FEN and plain FEN write it so.
 * Most positions: their field is copied instead of computed. */
static bool is_plain(const struct fm_fen_edit *p)
{
    const bool unusual = fm_warnings_has(&p->notes, FM_REASON_CASTLING_WITHOUT_ROOK) ||
                         fm_warnings_has(&p->notes, FM_REASON_CASTLING_TWICE) ||
                         fm_warnings_has(&p->notes, FM_REASON_CASTLING_ORDER);
    const struct fm_text field = p->fields.castling;
    unsigned classic = field.n > 0;
    for (size_t i = 0; i < field.n; i++) {
        const unsigned char upper = field.p[i] & 0xDF;
        classic &= upper == 'K' || upper == 'Q';
    }
    return classic && !unusual && p->setup.style == FM_STYLE_TRADITIONAL;
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

static enum fm_status put_castling(const struct fm_fen_edit *p, struct fm_buf *out,
                                   struct fm_error *error)
{
    if (p->castling == FM_CASTLING_KEEP)
        return fm_buf_append_text(out,
                                  p->fields.castling.n == 0 ? FM_TEXT("-") : p->fields.castling);
    unsigned char field[CASTLING_FIELD_MAX];
    const unsigned char *end = write_castling(p, field);
    return end == NULL ? refuse_castling(p, error)
                       : fm_buf_append(out, field, (size_t)(end - field));
}

/* The en passant field, of at most SQUARE_MAX bytes. */
static unsigned char *write_en_passant(const struct fm_fen_edit *p, unsigned char *out)
{
    const struct fm_setup *const setup = &p->setup;
    const bool shown = p->wanted->notation ? setup->ep_file >= 0
                                           : fm_setup_shows_ep(setup, p->wanted->style.en_passant);
    return fm_setup_write_ep(setup, shown, out);
}

static enum fm_status put_en_passant(const struct fm_fen_edit *p, struct fm_buf *out)
{
    unsigned char square[SQUARE_MAX];
    if (!(p->anew & FM_EDIT_EN_PASSANT))
        return fm_buf_append_text(out, p->fields.en_passant.n == 0 ? FM_TEXT("-")
                                                                   : p->fields.en_passant);
    return fm_buf_append(out, square, (size_t)(write_en_passant(p, square) - square));
}

static enum fm_status put_counter_fields(const struct fm_fen_edit *p, struct fm_buf *out)
{
    if (p->wanted->style.counters == FM_COUNTERS_KEEP) {
        if (p->normal) /* normal EPD has them as operations: fm_after_put() */
            return FM_OK;
        const struct fm_text fields[] = {p->fields.halfmove, p->fields.fullmove};
        for (size_t i = 0; i < FM_COUNT_OF(fields) && fields[i].n > 0; i++) {
            FM_TRY(fm_buf_append(out, " ", 1));
            FM_TRY(fm_buf_append_text(out, fields[i]));
        }
        return FM_OK;
    }
    if (p->wanted->style.counters != FM_COUNTERS_FIELDS)
        return FM_OK;
    FM_TRY(fm_buf_reserve(out, COUNTERS_MAX));
    const unsigned char *const end =
        fm_put_counters(p->setup.halfmove, p->setup.fullmove, out->p + out->n);
    out->n = (size_t)(end - out->p);
    return FM_OK;
}

static enum fm_status put_fields(const struct fm_fen_edit *p, struct fm_buf *out,
                                 struct fm_error *error)
{
    FM_TRY(put_placement(p, out));
    FM_TRY(fm_buf_append(out, p->setup.black ? " b " : " w ", 3));
    FM_TRY(put_castling(p, out, error));
    FM_TRY(fm_buf_append(out, " ", 1));
    FM_TRY(put_en_passant(p, out));
    return put_counter_fields(p, out);
}

/* Every field in its place with one blank between, whatever the layout was. */
static enum fm_status write_anew(struct fm_fen_edit *p, bool after, struct fm_buf *out,
                                 struct fm_error *error)
{
    FM_TRY(put_fields(p, out, error));
    return after ? fm_after_put(p, out) : FM_OK;
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
    return p->wanted->style.counters == FM_COUNTERS_OPS || p->normal ? fm_after_put(p, out) : FM_OK;
}

/* The hot path of FEN to FEN: only the castling and en passant fields are replaced, the text around
 * them is copied in three pieces. Castling comes first in a FEN, so `at` moves forward only. */
FM_INLINE enum fm_status write_edited(const struct fm_fen_edit *p, struct fm_buf *out,
                                      struct fm_error *error)
{
    const struct fm_text *const castling = &p->fields.castling, *const square =
                                                                    &p->fields.en_passant;
    const unsigned char *at = p->text.p, *const end = at + p->text.n;
    FM_TRY(fm_buf_reserve(out, p->text.n + CASTLING_FIELD_MAX + SQUARE_MAX));
    unsigned char *to = out->p + out->n;
    if (p->castling != FM_CASTLING_KEEP) {
        const size_t before = (size_t)(castling->p - at);
        memcpy(to, at, before);
        to = write_castling(p, to + before);
        if (FM_UNLIKELY(to == NULL))
            return refuse_castling(p, error);
        at = castling->p + castling->n;
    }
    if (p->anew & FM_EDIT_EN_PASSANT) {
        const size_t before = (size_t)(square->p - at);
        memcpy(to, at, before);
        to = write_en_passant(p, to + before);
        at = square->p + square->n;
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
    if (p->castling == FM_CASTLING_KEEP && !(p->anew & FM_EDIT_EN_PASSANT))
        return fm_buf_append_text(out, p->text);
    return missing ? write_anew(p, after, out, error) : write_edited(p, out, error);
}

enum fm_status fm_fen_edit_read(struct fm_fen_edit *p, struct fm_text text,
                                const struct fm_rewrite *wanted, struct fm_error *error)
{
    FM_TRY(read_position(p, text, wanted, error));
    if (!fm_epd_has_operations(&p->fields))
        return FM_OK;
    if (FM_UNLIKELY(wanted->plays))
        return fm_after_play(p);
    (void)fm_epd_check(p->fields.rest, NULL, &p->notes);
    return FM_OK;
}

bool fm_fen_edit_read_shortly(struct fm_fen_edit *p, struct fm_text text,
                              const struct fm_rewrite *wanted)
{
    p->wanted = wanted;
    p->text = text;
    fm_warnings_reset(&p->notes);
    p->made = false;
    if (!fm_setup_read_sets(text, wanted->variant, &p->setup, &p->fields))
        return false;
    p->setup.counters_given = p->fields.halfmove.n > 0;
    return p->fields.rest.n == 0 || fm_epd_is_plain(p->fields.rest);
}

enum fm_status fm_fen_edit_copy(struct fm_fen_edit *p, const struct fm_rewrite *wanted,
                                struct fm_text whole, struct fm_buf *out)
{
    const struct fm_text *const castling = &p->fields.castling;
    const unsigned char *at = whole.p, *const end = at + whole.n;
    p->wanted = wanted;
    p->castling = wanted->style.castling;
    if (counters_change(p) || wanted->lays_out || wanted->bare ||
        p->setup.style != FM_STYLE_TRADITIONAL)
        return FM_REJECTED;
    FM_TRY(fm_buf_reserve(out, whole.n + CASTLING_FIELD_MAX));
    unsigned char *to = out->p + out->n;
    if (p->castling != FM_CASTLING_KEEP) {
        const size_t before = (size_t)(castling->p - at);
        memcpy(to, at, before);
        to = write_castling(p, to + before);
        if (FM_UNLIKELY(to == NULL))
            return FM_REJECTED;
        at = castling->p + castling->n;
    }
    memcpy(to, at, (size_t)(end - at));
    out->n = (size_t)(to + (end - at) - out->p);
    return FM_OK;
}

/* It was refused. Where that is because normalizing would need a guess: again, with the operations as they
 * are. @param normal  whether they were to be normalized. */
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
        p->normal = p->fields.rest.n == 0 || fm_epd_has_operations(&p->fields);
    else if (FM_UNLIKELY(after && p->fields.rest.n > 0) && fm_after_is_made(p))
        p->normal = fm_after_may_be_normal(p);
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
    if (FM_UNLIKELY(wanted->bare && p->fields.rest.n > 0) && fm_after_is_lost(p))
        fm_warnings_note(&p->notes, FM_REASON_OPERATIONS_DROPPED);
    return FM_OK;
}

enum fm_status fm_fen_edit_write_position(struct fm_fen_edit *p, const struct fm_rewrite *wanted,
                                          struct fm_buf *out, struct fm_error *error)
{
    return rewrite(p, wanted, false, out, error);
}

enum fm_status fm_rewrite_line(struct fm_text line, const struct fm_rewrite *wanted,
                               struct fm_buf *out, struct fm_warnings *notes,
                               struct fm_error *error)
{
    struct fm_fen_edit p;
    enum fm_status status = fm_fen_edit_read(&p, line, wanted, error);
    if (status == FM_OK)
        status = fm_fen_edit_write(&p, wanted, out, error);
    fm_warnings_add(notes, &p.notes);
    return status;
}

/* The same counters, unless they were to be dropped. */
static bool counters_agree(struct fm_fen_edit *was, struct fm_fen_edit *is)
{
    fm_fen_edit_read_counters(was);
    fm_fen_edit_read_counters(is);
    return was->wanted->style.counters == FM_COUNTERS_NONE ||
           (is->setup.halfmove == was->setup.halfmove && is->setup.fullmove == was->setup.fullmove);
}

bool fm_rewrite_verified(struct fm_text before, struct fm_text after,
                         const struct fm_rewrite *wanted)
{
    struct fm_fen_edit was, is;
    struct fm_error ignored;
    if (read_position(&was, before, wanted, &ignored) != FM_OK ||
        read_position(&is, after, wanted, &ignored) != FM_OK)
        return false;
    const struct fm_setup *const a = &was.setup, *const b = &is.setup;
    const bool square =
        wanted->style.en_passant == FM_EP_KEEP ||
        fm_setup_shows_ep(a, wanted->notation ? FM_EP_ALWAYS : wanted->style.en_passant);
    const bool lost = fm_castling_style_is_lost(a, wanted->style.castling, wanted->style.no_prefix);
    return memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0 && a->black == b->black &&
           memcmp(a->rook, b->rook, sizeof a->rook) == 0 &&
           (lost || !fm_setup_has_rights(a) || a->style == b->style) && counters_agree(&was, &is) &&
           b->ep_file == (square ? a->ep_file : FM_NO_FILE);
}
