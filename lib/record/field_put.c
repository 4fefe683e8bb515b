/* SPDX-License-Identifier: MIT */
/* Finding fields, and appending their values: of tags, operations and comments, which are text of
 * the input, and by the table of fields.c. */
#include <config.h>
#include "record/field_put.h"
#include "pgn/remarks.h"

/* Text of the input, in the encoding of the output. */
static enum fm_status put_decoded(struct fm_text value, const struct fm_record_input *in,
                                  struct fm_buf *out)
{
    return in->encoding == FM_ENCODING_AUTO || fm_encoding_is_ascii(value)
               ? fm_buf_append_text(out, value)
               : fm_encoding_append(out, value, in->encoding);
}

enum fm_status fm_field_put_tag(struct fm_text name, const struct fm_record_input *in,
                                struct fm_arena *scratch, struct fm_buf *out)
{
    const struct fm_tag *tag = fm_tag_named(in->tags, in->game->tag_count, name);
    if (tag == NULL)
        return FM_OK;
    struct fm_text value;
    FM_TRY(fm_tag_value(tag, scratch, &value));
    return tag->utf8 ? fm_buf_append_text(out, value) : put_decoded(value, in, out);
}

/* Text that was decoded with the moves goes back to the encoding of the game where texts stay
 * as they are. */
static enum fm_status put_remarks(const struct fm_record_input *in, bool commands,
                                  struct fm_arena *scratch, struct fm_buf *out)
{
    const size_t begin = out->n;
    FM_TRY(fm_remarks_put_comments(in->after, commands, out));
    if (out->n == begin)
        return FM_OK;
    const struct fm_text text = fm_buf_text_from(out, begin);
    const bool keeps = in->encoding == FM_ENCODING_AUTO,
               is_decoded = in->decoded != FM_ENCODING_AUTO;
    if (keeps != is_decoded || fm_encoding_is_ascii(text))
        return FM_OK;
    struct fm_text copy = fm_arena_copy(scratch, text);
    if (copy.n < text.n)
        return FM_NO_MEMORY;
    out->n = begin;
    if (!is_decoded)
        return fm_encoding_append(out, copy, in->encoding);
    FM_TRY(fm_encoding_encode(scratch, copy, in->decoded, &copy));
    return fm_buf_append_text(out, copy);
}

enum fm_status fm_field_put_op(struct fm_text opcode, const struct fm_record_input *in,
                               struct fm_buf *out)
{
    struct fm_epd_op op;
    struct fm_epd_operand operand, second;
    unsigned char number[FM_EPD_NUMBER_MAX];
    const enum fm_epd_type type = fm_epd_type_of(opcode);
    if (!fm_epd_find(in->ops, opcode, &op, number))
        return FM_OK;
    if (type == FM_EPD_INTEGER || type == FM_EPD_COUNT || type == FM_EPD_POSITIVE)
        return fm_epd_is_integer(type, op.operands) ? fm_epd_put_integer(op.operands, out) : FM_OK;
    struct fm_text rest = op.operands;
    if (fm_epd_next_operand(&rest, &operand) && !fm_epd_next_operand(&rest, &second))
        return put_decoded(operand.text, in, out);
    /* Quotes tell several strings apart. */
    for (bool first = true; fm_epd_next_operand(&op.operands, &operand); first = false) {
        FM_TRY(fm_buf_append(out, " ", !first));
        FM_TRY(fm_buf_append(out, "\"", operand.quoted));
        FM_TRY(put_decoded(operand.text, in, out));
        FM_TRY(fm_buf_append(out, "\"", operand.quoted));
    }
    return FM_OK;
}

const struct fm_field *fm_field_find(struct fm_text name)
{
    for (size_t i = 0; i < fm_field_count; i++)
        if (fm_text_is(name, fm_fields[i].name))
            return &fm_fields[i];
    return NULL;
}

struct fm_text fm_field_hint(struct fm_text name)
{
    enum { NAMES_MAX = 100 };
    const char *names[NAMES_MAX + 1] = {NULL};
    for (size_t i = 0; i < fm_field_count && i < NAMES_MAX; i++)
        names[i] = fm_fields[i].name;
    return fm_text_of(fm_name_suggest(name, names));
}

enum fm_status fm_field_put(const struct fm_field *field, const struct fm_record_input *in,
                            struct fm_arena *scratch, struct fm_buf *out)
{
    const void *at = (const unsigned char *)in + field->at;
    int number;
    switch (field->source) {
    case FM_FROM_CALL:
        return field->put(out, in);
    case FM_FROM_NUMBER:
        if (!field->number(in, &number))
            return FM_OK;
        number = field->mover && in->black ? -number : number;
        FM_TRY(fm_buf_append(out, "-", number < 0));
        return fm_buf_append_u64(out, (uint64_t)(number < 0 ? -(int64_t)number : number));
    case FM_FROM_COUNT:
        at = (const unsigned char *)in->counts + field->at;
        return fm_buf_append_u64(out, *(const uint64_t *)at);
    case FM_FROM_TEXT:
        return fm_buf_append_text(out, *(const struct fm_text *)at);
    case FM_FROM_STRING:
        return fm_buf_append_words(out, *(const char *const *)at);
    case FM_FROM_U32:
        return fm_buf_append_u64(out, *(const uint32_t *)at);
    case FM_FROM_U64:
        return fm_buf_append_u64(out, *(const uint64_t *)at);
    case FM_FROM_TAG:
        return fm_field_put_tag(fm_text_of(field->tag), in, scratch, out);
    case FM_FROM_COMMENT:
        return put_remarks(in, false, scratch, out);
    case FM_FROM_COMMANDS:
        return put_remarks(in, true, scratch, out);
    case FM_FROM_OPS:
        return put_decoded(fm_text_trim(in->ops), in, out);
    }
    return FM_OK;
}
