/* SPDX-License-Identifier: MIT */
/* The public calls that read a line as an EPD record or a position. Operations of a record
 * are read, set and removed; its position stays as it is written. A position has the warnings of a
 * line of a list. The calls on positions and boards are in lib/board. */
#include <config.h>
#include "fenmill.h"
#include <stdlib.h>
#include "board/dispatch.h"
#include "board/fen_read.h"
#include "record/epd.h"

struct fm_epd {
    struct fm_buf position; /* the fields of the position, as they are written */
    struct fm_buf ops;      /* operations, each with a blank before it and a `;` */
};

void fm_epd_free(struct fm_epd *epd)
{
    if (epd == NULL)
        return;
    fm_buf_free(&epd->position);
    fm_buf_free(&epd->ops);
    free(epd);
}

static enum fm_status fill(struct fm_epd *epd, struct fm_text line,
                           const struct fm_fen_fields *fields)
{
    const bool has_ops = fm_epd_has_operations(fields);
    const size_t end = has_ops ? (size_t)(fields->rest.p - line.p) : line.n;
    struct fm_text rest = fields->rest;
    struct fm_epd_op op;
    FM_TRY(fm_buf_append_text(&epd->position, fm_text_trim((struct fm_text){line.p, end})));
    while (has_ops && fm_epd_next(&rest, &op))
        FM_TRY(fm_epd_put_operation(&op, &epd->ops));
    return FM_OK;
}

enum fm_status fm_epd_read(struct fm_text line, struct fm_epd **out, struct fm_error *error)
{
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_error *const reported = FM_ERROR_OR_OWN(error);
    *reported = (struct fm_error){.status = FM_OK};
    FM_TRY(fm_setup_read(line, NULL, false, &setup, &fields, NULL, reported));
    struct fm_epd *epd = calloc(1, sizeof *epd);
    FM_TRY_MADE(epd);
    const enum fm_status status = fill(epd, line, &fields);
    if (status != FM_OK) {
        fm_epd_free(epd);
        return status;
    }
    *out = epd;
    return FM_OK;
}

static struct fm_text ops_of(const struct fm_epd *epd)
{
    return fm_buf_text(&epd->ops);
}

bool fm_epd_operation(const struct fm_epd *epd, size_t index, struct fm_text *opcode,
                      struct fm_text *operands)
{
    struct fm_text rest = ops_of(epd);
    struct fm_epd_op op;
    while (fm_epd_next(&rest, &op)) {
        if (index-- > 0)
            continue;
        *opcode = op.opcode;
        *operands = op.operands;
        return true;
    }
    return false;
}

bool fm_epd_get(const struct fm_epd *epd, const char *opcode, struct fm_text *value)
{
    struct fm_epd_op op;
    if (!fm_epd_find(ops_of(epd), fm_text_of(opcode), &op, NULL))
        return false;
    *value = fm_epd_unquoted(op.operands);
    return true;
}

/* Write all operations but those of the opcode, and a new one in the place of the first of them, or
 * last. @param made  with a blank before it; empty = none. */
static enum fm_status write_with(const struct fm_epd *epd, struct fm_text opcode,
                                 struct fm_text made, struct fm_buf *out)
{
    struct fm_text rest = ops_of(epd);
    struct fm_epd_op op;
    while (fm_epd_next(&rest, &op)) {
        if (!fm_text_equal(op.opcode, opcode)) {
            FM_TRY(fm_epd_put_operation(&op, out));
        } else {
            FM_TRY(fm_buf_append_text(out, made));
            made.n = 0;
        }
    }
    return fm_buf_append_text(out, made);
}

enum fm_status fm_epd_set(struct fm_epd *epd, const char *opcode, const struct fm_text *value)
{
    const struct fm_text name = fm_text_of(opcode);
    struct fm_buf made = {.n = 0}, ops = {.n = 0};
    if (!fm_epd_is_opcode(name))
        return FM_BAD_USE;
    /* The operation that the value makes; nothing is written where it is none of this opcode. */
    struct fm_warnings notes = {{0}};
    enum fm_status status =
        value == NULL ? FM_OK : fm_epd_write_op(&made, name, fm_epd_type_of(name), *value, &notes);
    if (status == FM_OK && value != NULL && made.n == 0)
        status = FM_BAD_USE;
    FM_NEXT(status, write_with(epd, name, fm_buf_text(&made), &ops));
    fm_buf_free(&made);
    if (status != FM_OK) {
        fm_buf_free(&ops);
        return status;
    }
    fm_buf_free(&epd->ops);
    epd->ops = ops;
    return FM_OK;
}

enum fm_status fm_epd_text(const struct fm_epd *epd, char *out, size_t size, size_t *length)
{
    const size_t n = epd->position.n + epd->ops.n;
    if (length != NULL)
        *length = n;
    if (n >= size) {
        if (size > 0)
            *out = '\0';
        return FM_NO_ROOM;
    }
    memcpy(out, epd->position.p, epd->position.n);
    if (epd->ops.n > 0)
        memcpy(out + epd->position.n, epd->ops.p, epd->ops.n);
    out[n] = '\0';
    return FM_OK;
}

enum fm_status fm_position_new(struct fm_text fen, const char *variant, struct fm_position **out,
                               struct fm_error *error)
{
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_warnings notes = {{0}};
    struct fm_error *const reported = FM_ERROR_OR_OWN(error);
    const struct fm_variant *const known =
        variant == NULL ? NULL : fm_variant_named(fm_text_of(variant));
    *reported = (struct fm_error){.status = FM_OK};
    if (variant != NULL && known == NULL) {
        reported->status = FM_BAD_USE;
        reported->what = fm_text_of(variant);
        reported->detail = FM_TEXT("no such variant");
        return FM_BAD_USE;
    }
    FM_TRY(fm_setup_read(fen, known, false, &setup, &fields, &notes, reported));
    if (fm_epd_has_operations(&fields))
        (void)fm_epd_check(fields.rest, NULL, &notes);
    const unsigned faults = fm_setup_faults(&setup);
    if (faults != 0) {
        reported->status = FM_REJECTED;
        reported->reason = FM_REASON_IMPOSSIBLE_POSITION;
        reported->faults = faults;
        reported->what = fen;
        return FM_REJECTED;
    }
    return fm_position_make(&setup, &notes, out);
}
