/* SPDX-License-Identifier: MIT */
/* Compiling and filling templates: see template.h. The limit (`room`) bounds memory: a tag may have
 * megabytes, and a game thousands of positions that write it. */
#include <config.h>
#include "record/template.h"
#include "record/field_put.h"
#include "pgn/bytes.h"
#include "pgn/tags.h"

const char *fm_template_tag_hint(struct fm_text name)
{
    /* PGN standard 8.1.1 and 9, and what programs write most. */
    static const char *const names[] = {
        "Event",       "Site",       "Date",       "Round",       "White",     "Black",
        "Result",      "ECO",        "Opening",    "Variation",   "WhiteElo",  "BlackElo",
        "WhiteTitle",  "BlackTitle", "WhiteType",  "BlackType",   "WhiteTeam", "BlackTeam",
        "TimeControl", "PlyCount",   "Annotator",  "Termination", "EventDate", "UTCDate",
        "UTCTime",     "Variant",    "SetUp",      "FEN",         "Mode",      "Board",
        "Section",     "Stage",      "SourceDate", "Source",      "EventType", "EventRounds",
        NULL};
    const char *nearest = fm_name_suggest(name, names);
    return nearest != NULL && fm_text_is(name, nearest) ? NULL : nearest;
}

/* The name that was meant where a field is wanted: a tag in other capitals, else the nearest field,
 * else the nearest tag. */
static struct fm_text name_hint(struct fm_text name)
{
    const struct fm_text tag = fm_text_of(fm_template_tag_hint(name));
    const struct fm_text field = fm_field_hint(name);
    return field.n == 0 || fm_text_equal_nocase(tag, name) ? tag : field;
}

/* Are these tags never numbers, or operations never integers? */
static bool is_no_number(struct fm_text name)
{
    static const unsigned texts = 1u << FM_TAG_EVENT | 1u << FM_TAG_SITE | 1u << FM_TAG_DATE |
                                  1u << FM_TAG_WHITE | 1u << FM_TAG_BLACK | 1u << FM_TAG_RESULT |
                                  1u << FM_TAG_FEN | 1u << FM_TAG_VARIANT | 1u << FM_TAG_ECO |
                                  1u << FM_TAG_TIME_CONTROL;
    unsigned char padded[16] = {0};
    if (name.n > sizeof padded - 1)
        return false;
    memcpy(padded, name.p, name.n);
    return texts >> fm_tag_id_of((struct fm_text){padded, name.n}) & 1;
}

/* `op.acd` is the operation acd. @param[out] opcode  what is after the dot. */
static bool is_op_name(struct fm_text name, struct fm_text *opcode)
{
    static const char op[] = "op.";
    const size_t n = sizeof op - 1;
    if (name.n <= n || memcmp(name.p, op, n) != 0)
        return false;
    const struct fm_text rest = fm_text_after(name, n);
    if (!fm_epd_is_opcode(rest))
        return false;
    *opcode = rest;
    return true;
}

static enum fm_status refuse(struct fm_error *error, struct fm_text what, struct fm_text hint,
                             const char *detail)
{
    *error = (struct fm_error){
        .status = FM_BAD_PROFILE, .what = what, .hint = hint, .detail = fm_text_of(detail)};
    return FM_BAD_PROFILE;
}

struct fm_text fm_template_field_name(struct fm_text field)
{
    for (size_t n = 0; n + 1 < field.n; n++)
        if (field.p[n] == ':' && field.p[n + 1] == '-')
            return (struct fm_text){field.p, n};
    return field;
}

bool fm_template_is_of_game(struct fm_text field)
{
    struct fm_text name = fm_template_field_name(field);
    const unsigned char *const slash = memchr(name.p, '/', name.n);
    if (slash != NULL)
        name = fm_text_between(name.p, slash);
    const struct fm_field *const row = fm_field_find(name);
    if (row == NULL) /* a tag; an operation is of a record */
        return name.n > 0 && *name.p >= 'A' && *name.p <= 'Z';
    return row->scope != FM_OF_POSITION || row->needs == FM_NEEDS_PLIES;
}

static bool is_name_byte(unsigned char c)
{
    return c > ' ' && memchr("(){}[]\"'", c, 8) == NULL;
}

bool fm_template_is_name(struct fm_text name)
{
    size_t n = 0;
    while (n < name.n && is_name_byte(name.p[n]))
        n++;
    return n > 0 && n == name.n;
}

/* The `}` of the `{` that a text begins with. No name has a bracket, a quote or a blank: where one
 * is before it, that brace is of another field, and of this one it was forgotten.
 * @param[out] end  of what may have been meant as the field. */
static const unsigned char *find_close(struct fm_text rest, const unsigned char **end)
{
    bool named = true; /* not yet the text for a missing value */
    for (size_t i = 1; i < rest.n; i++) {
        const unsigned char c = rest.p[i];
        if (c == '}')
            return rest.p + i;
        named = named && !(c == ':' && i + 1 < rest.n && rest.p[i + 1] == '-');
        if (named && !is_name_byte(c)) {
            *end = rest.p + i + 1;
            return NULL;
        }
    }
    *end = rest.p + rest.n;
    return NULL;
}

static bool may_be_integer(enum fm_epd_type type)
{
    return type == FM_EPD_INTEGER || type == FM_EPD_COUNT || type == FM_EPD_POSITIVE ||
           type == FM_EPD_ANY;
}

/* {NAME/N}: take the number off. */
static enum fm_status compile_bucket(struct fm_template_part *part, struct fm_error *error)
{
    const struct fm_text all = part->text;
    const unsigned char *slash = all.n == 0 ? NULL : memchr(all.p, '/', all.n);
    if (slash == NULL)
        return FM_OK;
    part->text = fm_text_between(all.p, slash);
    const struct fm_field *field = fm_field_find(part->text);
    if (!fm_text_to_u64(fm_text_between(slash + 1, all.p + all.n), &part->bucket) ||
        part->bucket == 0 || part->bucket > FM_BUCKET_MAX)
        return refuse(error, all, FM_NO_TEXT, "a field is divided by a number from 1 on: ply/10");
    struct fm_text opcode;
    const bool op = is_op_name(part->text, &opcode);
    const bool number = field != NULL
                            ? field->kind == FM_FIELD_INTEGER || field->kind == FM_FIELD_DECIMAL
                        : op ? may_be_integer(fm_epd_type_of(opcode))
                             : !is_no_number(part->text);
    return number
               ? FM_OK
               : refuse(error, all, FM_NO_TEXT, "only numbers are divided, and this field is none");
}

/* {NAME:-TEXT}: take the text off. A field that is known only where the record is written always
 * has a value. */
static enum fm_status compile_instead(struct fm_template_part *part, struct fm_error *error)
{
    const struct fm_text all = part->text;
    part->text = fm_template_field_name(all);
    part->has_instead = part->text.n < all.n;
    if (!part->has_instead)
        return FM_OK;
    part->instead = fm_text_between(all.p + part->text.n + 2, all.p + all.n);
    const struct fm_field *field = fm_field_find(part->text);
    if (memchr(part->instead.p, '{', part->instead.n) != NULL)
        return refuse(error, all, FM_NO_TEXT, "the text for a missing value cannot have braces");
    return field == NULL || (!(field->needs & (FM_NEEDS_COUNTS | FM_NEEDS_RECORD)) &&
                             field->kind != FM_FIELD_LIST)
               ? FM_OK
               : refuse(error, part->text, FM_NO_TEXT, "this field is never without a value");
}

/* The part that a text begins with. A doubled brace is a part of its own, its first byte, so that
 * the texts of parts stay spans of the template. @param[out] taken  its bytes. */
static enum fm_status compile_part(struct fm_text rest, struct fm_template_part *part,
                                   size_t *taken, struct fm_error *error)
{
    size_t n = 0;
    while (n < rest.n && rest.p[n] != '{' && rest.p[n] != '}')
        n++;
    if (n == 0 && rest.n > 1 && rest.p[1] == rest.p[0]) { /* a brace itself */
        *part = (struct fm_template_part){.type = FM_PART_TEXT, .text = {rest.p, 1}};
        *taken = 2;
        return FM_OK;
    }
    *part = (struct fm_template_part){.type = FM_PART_TEXT, .text = {rest.p, n}};
    *taken = n;
    if (n > 0)
        return FM_OK;
    const unsigned char *end = rest.p + 1;
    const unsigned char *const close = rest.p[0] == '{' ? find_close(rest, &end) : NULL;
    if (close == NULL)
        return refuse(error, fm_text_between(rest.p, end), FM_NO_TEXT,
                      "a brace without its partner; {{ and }} are the braces themselves");
    part->text = fm_text_between(rest.p + 1, close);
    *taken = part->text.n + 2;
    FM_TRY(compile_instead(part, error));
    FM_TRY(compile_bucket(part, error));
    size_t after = 0; /* closing braces that follow: two of them are one as text */
    while (*taken + after < rest.n && close[1 + after] == '}')
        after++;
    if (part->has_instead && after % 2 != 0)
        return refuse(error, (struct fm_text){rest.p, *taken + 1}, FM_NO_TEXT,
                      "the text for a missing value cannot have braces");
    part->field = fm_field_find(part->text);
    part->type = part->field != NULL ? FM_PART_FIELD : FM_PART_TAG;
    if (part->field != NULL && part->field->scope == FM_OF_NAME)
        return refuse(error, part->text, FM_NO_TEXT,
                      "only the name of a file can have this field: -o '{player}.pgn'");
    if (is_op_name(part->text, &part->text)) {
        part->type = FM_PART_OP;
        return FM_OK;
    }
    if (part->field != NULL)
        return FM_OK;
    /* Fields of fields.h begin with a small letter, so no tag can hide one. */
    if (part->text.n == 0 || part->text.p[0] < 'A' || part->text.p[0] > 'Z')
        return refuse(error, part->text, name_hint(part->text), "no such field in a template");
    for (size_t i = 0; i < part->text.n; i++)
        if (!fm_byte_is(part->text.p[i], FM_BYTE_NAME))
            return refuse(error, part->text, fm_text_of(fm_template_tag_hint(part->text)),
                          "no tag can have this name: it has letters, digits and _ alone");
    return FM_OK;
}

/* An array is all of a value, and of a column of a format that has arrays. */
static enum fm_status check_arrays(const struct fm_template *template, bool arrays,
                                   struct fm_error *error)
{
    for (size_t i = 0; i < template->count; i++) {
        const struct fm_template_part *part = &template->parts[i];
        if (part->field != NULL && part->field->kind == FM_FIELD_LIST &&
            (!arrays || template->count > 1))
            return refuse(error, part->text, FM_NO_TEXT,
                          "this is an array: only a column of `format: jsonl` can have it, alone");
    }
    return FM_OK;
}

enum fm_status fm_template_compile_column(struct fm_text text, bool arrays, struct fm_arena *arena,
                                          const struct fm_template **out, unsigned *needs,
                                          struct fm_error *error)
{
    struct fm_template *made = fm_arena_alloc(arena, sizeof *made);
    /* At most one for each byte; one more, so that the size is never 0. */
    struct fm_template_part *parts = fm_arena_alloc(arena, (text.n + 1) * sizeof *parts);
    if (made == NULL || parts == NULL)
        return FM_NO_MEMORY;
    *made = (struct fm_template){.parts = parts};
    for (size_t at = 0, taken; at < text.n; at += taken) {
        struct fm_template_part *part = &parts[made->count++];
        FM_TRY(compile_part(fm_text_after(text, at), part, &taken, error));
        *needs |= part->type == FM_PART_FIELD ? part->field->needs
                  : part->type == FM_PART_OP  ? (unsigned)FM_NEEDS_OPS
                                              : 0;
    }
    *out = made;
    return check_arrays(made, arrays, error);
}

enum fm_status fm_template_compile(struct fm_text text, struct fm_arena *arena,
                                   const struct fm_template **out, unsigned *needs,
                                   struct fm_error *error)
{
    return fm_template_compile_column(text, false, arena, out, needs, error);
}

const struct fm_field *fm_template_only(const struct fm_template *template)
{
    const struct fm_template_part *part = &template->parts[0];
    return template->count == 1 && !part->has_instead && part->bucket == 0 ? part->field : NULL;
}

/* The type of the operation that the template is; FM_EPD_STRING if it is something else. */
static enum fm_epd_type type_of_only(const struct fm_template *template)
{
    return template->count == 1 && template->parts[0].type == FM_PART_OP
               ? fm_epd_type_of(template->parts[0].text)
               : FM_EPD_STRING;
}

/* A value of a number, or the text that is there instead of it. */
static bool may_be_number(const struct fm_template *template)
{
    const struct fm_template_part *part = &template->parts[0];
    return template->count == 1 &&
           (fm_epd_takes_integer(type_of_only(template)) || part->bucket > 0 ||
            (part->field != NULL && part->field->kind >= FM_FIELD_INTEGER));
}

bool fm_template_is_mixed(const struct fm_template *template)
{
    return type_of_only(template) == FM_EPD_ANY ||
           (may_be_number(template) && template->parts[0].has_instead);
}

bool fm_template_is_number(const struct fm_template *template)
{
    return may_be_number(template) && !template->parts[0].has_instead;
}

bool fm_template_may_miss(const struct fm_template *template)
{
    for (size_t i = 0; i < template->count; i++)
        if (template->parts[i].has_instead)
            return false;
    return template->count > 0;
}

bool fm_template_has_counts(struct fm_text text)
{
    for (size_t at = 0, end; at < text.n; at++) {
        if (text.p[at] != '{')
            continue;
        for (end = at + 1; end < text.n && text.p[end] != '}' && text.p[end] != '{'; end++)
            ;
        const struct fm_field *field =
            fm_field_find(fm_text_between(text.p + at + 1, text.p + end));
        if (field != NULL && (field->needs & FM_NEEDS_COUNTS))
            return true;
    }
    return false;
}

/* Digits and signs, or what a move is made of. */
static bool is_made_of(struct fm_text text, bool digits)
{
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i], lower = fm_ascii_lower(c);
        const bool number = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == ' ';
        const bool move = (lower >= 'a' && lower <= 'z') || memchr("=#!?,", c, 5) != NULL;
        if (!number && (digits || !move))
            return false;
    }
    return true;
}

/* May this part be in a number, or else in moves, whether its field has a value or not? A tag may
 * have any value. An integer may be a
 * part of a move (a rank), but is no move alone. */
static bool may_give(const struct fm_template *template, const struct fm_template_part *part,
                     bool number)
{
    if (part->has_instead && !is_made_of(part->instead, number))
        return false;
    if (part->type == FM_PART_TAG || part->type == FM_PART_OP)
        return true;
    if (part->type == FM_PART_TEXT)
        return is_made_of(part->text, number);
    const enum fm_field_kind kind = part->field->kind;
    return kind == FM_FIELD_ANY ||
           (number ? kind == FM_FIELD_INTEGER
                   : kind == FM_FIELD_MOVE || (kind == FM_FIELD_INTEGER && template->count > 1));
}

bool fm_template_may_give(const struct fm_template *template, enum fm_epd_type type)
{
    const bool number = fm_epd_takes_integer(type);
    bool fits = true;
    if (type == FM_EPD_NOTHING)
        return template->count == 0;
    for (size_t i = 0; i < template->count && (number || fm_epd_takes_moves(type)); i++)
        fits = fits && may_give(template, &template->parts[i], number);
    return fits;
}

bool fm_template_of_game(const struct fm_template *template, bool played, struct fm_text *what)
{
    for (size_t i = 0; i < template->count; i++) {
        *what = template->parts[i].text;
        const struct fm_template_part *part = &template->parts[i];
        if (part->type == FM_PART_OP)
            return false;
        if (part->field != NULL && part->field->scope == FM_OF_POSITION &&
            !(played && part->field->needs == FM_NEEDS_PLIES))
            return false;
    }
    return true;
}

static enum fm_status put_field(const struct fm_template_part *part,
                                const struct fm_record_input *in, struct fm_arena *scratch,
                                struct fm_buf *out)
{
    if (part->of_group > 0)
        return fm_buf_append_text(out, in->group_values[part->of_group - 1]);
    switch (part->type) {
    case FM_PART_TEXT:
        return fm_buf_append_text(out, part->text);
    case FM_PART_TAG:
        return fm_field_put_tag(part->text, in, scratch, out);
    case FM_PART_OP:
        return fm_field_put_op(part->text, in, out);
    case FM_PART_FIELD:
        break;
    }
    return fm_field_put(part->field, in, scratch, out);
}

/* Replace a number from @p begin on, 12 or -0.5, by the multiple of @p n that it is not below; what
 * is no number by nothing. */
static enum fm_status put_bucket(struct fm_buf *out, size_t begin, uint64_t n)
{
    enum { DIGITS_MAX = 18 };
    if (out->n == begin)
        return FM_OK;
    const struct fm_text all = fm_buf_text_from(out, begin);
    const bool minus = *all.p == '-', sign = minus || *all.p == '+';
    struct fm_text whole = {all.p + sign, all.n - sign}, rest = {NULL, 0};
    const unsigned char *point = whole.n == 0 ? NULL : memchr(whole.p, '.', whole.n);
    uint64_t amount, fraction = 0;
    if (point != NULL) {
        rest = fm_text_between(point + 1, whole.p + whole.n);
        whole = fm_text_between(whole.p, point);
    }
    const bool is_number = whole.n <= DIGITS_MAX && rest.n <= DIGITS_MAX &&
                           fm_text_to_u64(whole, &amount) &&
                           (point == NULL || fm_text_to_u64(rest, &fraction));
    out->n = begin;
    if (!is_number)
        return FM_OK;
    const uint64_t times = minus ? (amount + (fraction > 0) + n - 1) / n : amount / n;
    FM_TRY(fm_buf_append(out, "-", minus && times > 0));
    return fm_buf_append_u64(out, times * n);
}

static enum fm_status put_part(const struct fm_template_part *part,
                               const struct fm_record_input *in, struct fm_arena *scratch,
                               struct fm_buf *out)
{
    const size_t begin = out->n;
    FM_TRY(put_field(part, in, scratch, out));
    if (FM_UNLIKELY(part->bucket > 0) && part->of_group == 0)
        FM_TRY(put_bucket(out, begin, part->bucket));
    return FM_UNLIKELY(part->has_instead) && out->n == begin
               ? fm_buf_append_text(out, part->instead)
               : FM_OK;
}

/* The same within a limit. Tags are the only values that can be large, so their size is checked
 * before they are copied. */
static enum fm_status put_within(const struct fm_template_part *part,
                                 const struct fm_record_input *m, size_t end,
                                 struct fm_arena *scratch, struct fm_buf *out)
{
    const struct fm_tag *tag =
        part->type == FM_PART_TAG ? fm_tag_named(m->tags, m->game->tag_count, part->text) : NULL;
    /* An escape makes one byte of two: at least half of the value is left. */
    if (FM_UNLIKELY(out->n > end ||
                    (tag != NULL && tag->value.n / (1 + tag->escaped) > end - out->n)))
        return FM_REJECTED;
    FM_TRY(put_part(part, m, scratch, out));
    return FM_LIKELY(out->n <= end) ? FM_OK : FM_REJECTED;
}

enum fm_status fm_template_render(const struct fm_template *template,
                                  const struct fm_record_input *in, size_t room,
                                  struct fm_arena *scratch, struct fm_buf *out)
{
    const size_t end = out->n + room;
    for (size_t i = 0; i < template->count; i++)
        FM_TRY(put_within(&template->parts[i], in, end, scratch, out));
    return FM_OK;
}

enum fm_status fm_template_render_with(
    const struct fm_template *template, const struct fm_record_input *in, struct fm_arena *scratch,
    struct fm_buf *out, enum fm_status (*put)(void *user, struct fm_text value, struct fm_buf *out),
    void *user)
{
    struct fm_buf value = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; status == FM_OK && i < template->count; i++) {
        value.n = 0;
        status = put_part(&template->parts[i], in, scratch, &value);
        const struct fm_text text = fm_buf_text(&value);
        FM_NEXT(status, template->parts[i].type == FM_PART_TEXT ? fm_buf_append_text(out, text)
                                                                : put(user, text, out));
    }
    fm_buf_free(&value);
    return status;
}

enum fm_status fm_template_shape(const struct fm_template *template, unsigned char field,
                                 struct fm_buf *out)
{
    for (size_t i = 0; i < template->count; i++)
        FM_TRY(template->parts[i].type == FM_PART_TEXT
                   ? fm_buf_append_text(out, template->parts[i].text)
                   : fm_buf_append(out, &field, 1));
    return FM_OK;
}
