/* SPDX-License-Identifier: MIT */
/* Keys to sort by: see sort_key.h. The key of a value is its class, then bytes that no other key of
 * the same class begins with: so keys of several fields can be put one after another. Descending,
 * all bytes but the class are inverted. */
#include <config.h>
#include "record/sort_key.h"
#include "filter/tagvalue.h"
#include "record/template.h"

/* The first byte of a value's key: what comes first in both directions. */
enum class { ORDERED = 1, OTHER_TEXT, MISSING };

/* Append what orders values of a kind; false: it is no such value, and compares as text. */
typedef bool order_value(struct fm_text value, struct fm_buf *key);

struct fm_sort_field {
    const struct fm_template *value;
    order_value *order; /* order of the values; NULL: as text */
    bool descending;
};

const struct fm_template *fm_sort_template(const struct fm_sort_plan *plan, size_t field)
{
    return plan->fields[field].value;
}

/* The head of an entry; after it are the number of bytes of each field's part of the key, a size_t
 * each, the key, and the text. */
struct head {
    size_t key, text; /* lengths in bytes, that of the key with those numbers */
};

/* Longer numbers are texts. A key is at most KEY_TIMES as long as its value (a text of zeros, a
 * round of single digits) and a few bytes more. */
enum { DIGITS_MAX = 20000, EXPONENT_ZERO = 1 << 15, KEY_TIMES = 2, KEY_MORE = 16 };

static void put_byte(struct fm_buf *key, unsigned byte)
{
    key->p[key->n++] = (unsigned char)byte;
}

static size_t digits_of(struct fm_text text, size_t at)
{
    size_t n = 0;
    while (at + n < text.n && text.p[at + n] >= '0' && text.p[at + n] <= '9')
        n++;
    return n;
}

/* A decimal number without sign, 12 or 12.5, as digits and the place of the point; exact. */
static bool put_magnitude(struct fm_text text, struct fm_buf *key, bool *zero)
{
    const size_t whole = digits_of(text, 0);
    const size_t fraction = text.n > whole ? digits_of(text, whole + 1) : 0;
    const size_t end = whole + (fraction > 0) + fraction;
    if (whole == 0 || end != text.n || (fraction > 0 && text.p[whole] != '.') ||
        text.n > DIGITS_MAX)
        return false;
    size_t first = 0;
    while (first < end && (text.p[first] == '0' || text.p[first] == '.'))
        first++;
    *zero = first == end;
    if (*zero)
        return true;
    const size_t exponent =
        first < whole ? EXPONENT_ZERO + (whole - first) : EXPONENT_ZERO - (first - whole - 1);
    put_byte(key, (unsigned)(exponent >> 8));
    put_byte(key, (unsigned)exponent);
    for (size_t i = first; i < end; i++)
        if (text.p[i] != '.')
            put_byte(key, text.p[i]);
    while (key->p[key->n - 1] == '0') /* 120 and 12 differ in their exponents */
        key->n--;
    put_byte(key, 0);
    return true;
}

static void invert(struct fm_buf *key, size_t from)
{
    for (size_t i = from; i < key->n; i++)
        key->p[i] = (unsigned char)~key->p[i];
}

static bool order_number(struct fm_text value, struct fm_buf *key)
{
    enum { NEGATIVE, ZERO, POSITIVE };
    bool zero;
    const bool minus = value.p[0] == '-', sign = minus || value.p[0] == '+';
    const size_t begin = key->n;
    put_byte(key, minus ? NEGATIVE : POSITIVE);
    if (!put_magnitude((struct fm_text){value.p + sign, value.n - sign}, key, &zero))
        return false;
    if (zero)
        key->p[begin] = ZERO;
    else if (minus)
        invert(key, begin + 1);
    return true;
}

/* Unknown parts are 0: 2010.??.?? is before all of 2010, ????.??.?? before all years. */
static bool order_date(struct fm_text value, struct fm_buf *key)
{
    struct fm_date date;
    if (!fm_tag_date_parts(value, &date))
        return false;
    put_byte(key, (unsigned)date.year >> 8);
    put_byte(key, (unsigned)date.year & 0xFF);
    put_byte(key, date.month);
    put_byte(key, date.day);
    return true;
}

/* Numbers with points between, of which each counts as one (PGN standard 8.1.1.4): 1.10 is after
 * 1.9. */
static bool order_round(struct fm_text value, struct fm_buf *key)
{
    for (size_t at = 0;; at++) {
        size_t n = digits_of(value, at);
        if (n == 0 || n > DIGITS_MAX)
            return false;
        for (; n > 1 && value.p[at] == '0'; n--)
            at++;
        put_byte(key, 1);
        put_byte(key, (unsigned)n >> 8);
        put_byte(key, (unsigned)n);
        memcpy(key->p + key->n, value.p + at, n);
        key->n += n;
        at += n;
        if (at == value.n)
            break;
        if (value.p[at] != '.')
            return false;
    }
    put_byte(key, 0);
    return true;
}

/* No byte of a text is lost: 0 becomes 0 1, and the end is 0 0. */
static void put_other_text(struct fm_buf *key, struct fm_text text)
{
    const unsigned char *p = text.p, *end = text.p + text.n, *zero;
    while ((zero = memchr(p, 0, (size_t)(end - p))) != NULL) {
        memcpy(key->p + key->n, p, (size_t)(zero + 1 - p));
        key->n += (size_t)(zero + 1 - p);
        put_byte(key, 1);
        p = zero + 1;
    }
    memcpy(key->p + key->n, p, (size_t)(end - p));
    key->n += (size_t)(end - p);
    put_byte(key, 0);
    put_byte(key, 0);
}

/* Append the key of a value. */
static enum fm_status put_value_key(const struct fm_sort_field *field, struct fm_text value,
                                    struct fm_buf *key)
{
    FM_TRY(fm_buf_reserve(key, value.n * KEY_TIMES + KEY_MORE));
    const size_t begin = key->n;
    put_byte(key, value.n == 0 ? MISSING : ORDERED);
    if (value.n == 0)
        return FM_OK;
    if (field->order == NULL || !field->order(value, key)) {
        key->n = begin;
        put_byte(key, OTHER_TEXT);
        put_other_text(key, value);
    }
    if (field->descending)
        invert(key, begin + 1);
    return FM_OK;
}

/* Append the key of the value that a field of the record has. It is rendered after the byte of its
 * class, so that most texts are already where they belong. */
static enum fm_status put_field_key(const struct fm_sort_field *field,
                                    const struct fm_record_input *in, size_t room,
                                    struct fm_arena *scratch, struct fm_buf *key)
{
    const size_t begin = key->n;
    FM_TRY(fm_buf_reserve(key, 1));
    put_byte(key, OTHER_TEXT);
    FM_TRY(fm_template_render(field->value, in, room, scratch, key));
    const size_t n = key->n - begin - 1;
    if (field->order == NULL && !field->descending && n > 0 &&
        memchr(key->p + begin + 1, 0, n) == NULL)
        return fm_buf_append_short(key, "\0", 2);
    FM_TRY(fm_buf_reserve(key, n * KEY_TIMES + KEY_MORE));
    const size_t made = key->n;
    FM_TRY(put_value_key(field, (struct fm_text){key->p + begin + 1, n}, key));
    memmove(key->p + begin, key->p + made, key->n - made);
    key->n -= made - begin;
    return FM_OK;
}

/* Compiling. */

/* Values of tags and operations are numbers by their form, those of other fields by their kind. */
static order_value *order_of(struct fm_text name, const struct fm_template *value)
{
    static const unsigned char operation[] = {'o', 'p', '.'};
    const struct fm_text date = FM_TEXT("Date");
    const bool tag = name.p[0] >= 'A' && name.p[0] <= 'Z';
    if (tag && name.n >= date.n && memcmp(name.p + name.n - date.n, date.p, date.n) == 0)
        return order_date;
    if (fm_text_equal(name, FM_TEXT("Round")))
        return order_round;
    const bool free =
        tag || (name.n > sizeof operation && memcmp(name.p, operation, sizeof operation) == 0);
    return free || fm_template_is_number(value) ? order_number : NULL;
}

/* `date`, `white`: tags of the roster (PGN standard 8.1.1) may be written in small letters. */
static enum fm_status name_tag(struct fm_text text, struct fm_arena *arena, struct fm_text *out)
{
    static const char *const tags[] = {"{event}", "{site}",  "{date}",
                                       "{round}", "{white}", "{black}"};
    *out = text;
    for (size_t i = 0; i < FM_COUNT_OF(tags); i++) {
        if (!fm_text_equal(text, fm_text_of(tags[i])))
            continue;
        unsigned char *made = fm_arena_alloc(arena, text.n);
        if (made == NULL)
            return FM_NO_MEMORY;
        memcpy(made, text.p, text.n);
        made[1] = (unsigned char)(made[1] - ('a' - 'A'));
        *out = (struct fm_text){made, text.n};
    }
    return FM_OK;
}

static enum fm_status compile_field(const struct fm_record_field *field, bool games,
                                    struct fm_arena *arena, struct fm_sort_field *out,
                                    unsigned *needs, struct fm_error *error)
{
    struct fm_text position;
    unsigned own = 0;
    struct fm_text text;
    FM_TRY(name_tag(field->text, arena, &text));
    const struct fm_text all = {text.p + 1, text.n - 2}; /* without the braces */
    const struct fm_text name = fm_template_field_name(all);
    *out = (struct fm_sort_field){.descending = field->name.n > 0 && field->name.p[0] == '-'};
    FM_TRY(fm_template_compile(text, arena, &out->value, &own, error));
    out->order = order_of(name, out->value);
    if (own & FM_NEEDS_RECORD) {
        return fm_refuse_profile(error, name,
                                 "numbers what is written, so it is known after the order only");
    }
    if (games && !fm_template_of_game(out->value, true, &position)) {
        return fm_refuse_profile(error, name,
                                 "differs from position to position: `format: pgn` writes games");
    }
    *needs |= own;
    return FM_OK;
}

enum fm_status fm_sort_plan_make(const struct fm_record_field *fields, size_t count, bool games,
                                 struct fm_arena *arena, struct fm_sort_plan *out,
                                 struct fm_error *error)
{
    struct fm_sort_plan made = {.count = count};
    struct fm_sort_field *compiled = fm_arena_alloc(arena, (count + 1) * sizeof *compiled);
    if (compiled == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        FM_TRY(compile_field(&fields[i], games, arena, &compiled[i], &made.needs, error));
    made.fields = compiled;
    *out = made;
    return FM_OK;
}

/* Entries. */

/* Append the head of an entry, and room for the numbers. */
static enum fm_status put_head(const struct fm_sort_plan *plan, struct fm_buf *out)
{
    const struct head head = {0, 0};
    const size_t n = 0;
    FM_TRY(fm_buf_append(out, &head, sizeof head));
    for (size_t i = 0; i < plan->count; i++)
        FM_TRY(fm_buf_append(out, &n, sizeof n));
    return FM_OK;
}

/* The part of a field ends here. */
static void end_part(struct fm_buf *out, size_t begin, size_t field, size_t part)
{
    const size_t n = out->n - part;
    memcpy(out->p + begin + sizeof(struct head) + field * sizeof n, &n, sizeof n);
}

static void end_key(struct fm_buf *out, size_t begin)
{
    const struct head head = {out->n - begin - sizeof head, 0};
    memcpy(out->p + begin, &head, sizeof head);
}

enum fm_status fm_sort_entry_begin(const struct fm_sort_plan *plan,
                                   const struct fm_record_input *in, size_t room,
                                   struct fm_arena *scratch, struct fm_buf *out)
{
    const size_t begin = out->n;
    FM_TRY(put_head(plan, out));
    for (size_t i = 0; i < plan->count; i++) {
        const size_t part = out->n;
        if (part - begin > room)
            return FM_REJECTED;
        FM_TRY(put_field_key(&plan->fields[i], in, room - (part - begin), scratch, out));
        end_part(out, begin, i, part);
    }
    end_key(out, begin);
    return FM_OK;
}

void fm_sort_entry_end(struct fm_buf *out, size_t begin)
{
    struct head head;
    if (out->n <= begin) /* the key was removed again */
        return;
    memcpy(&head, out->p + begin, sizeof head);
    head.text = out->n - begin - sizeof head - head.key;
    memcpy(out->p + begin, &head, sizeof head);
    if (head.text == 0)
        out->n = begin;
}

size_t fm_sort_entry_head(const unsigned char *entry)
{
    struct head head;
    memcpy(&head, entry, sizeof head);
    return sizeof head + head.key;
}

struct fm_text fm_sort_entry_take(const struct fm_sort_plan *plan, struct fm_text *rest,
                                  struct fm_text *key)
{
    struct head head;
    const size_t numbers = plan->count * sizeof(size_t);
    memcpy(&head, rest->p, sizeof head);
    *key = (struct fm_text){rest->p + sizeof head + numbers, head.key - numbers};
    const struct fm_text text = {key->p + key->n, head.text};
    *rest = fm_text_between(text.p + text.n, rest->p + rest->n);
    return text;
}

enum fm_status fm_sort_entry_renew(const struct fm_sort_plan *plan, struct fm_text entry,
                                   bool (*changed)(void *user, struct fm_text opcode,
                                                   struct fm_text *value),
                                   void *user, struct fm_buf *out)
{
    struct fm_text key;
    const unsigned char *const numbers = entry.p + sizeof(struct head);
    const size_t begin = out->n;
    (void)fm_sort_entry_take(plan, &entry, &key);
    FM_TRY(put_head(plan, out));
    for (size_t i = 0; i < plan->count; i++) {
        const struct fm_template *template = plan->fields[i].value;
        const bool is_op = template->count == 1 && template->parts[0].type == FM_PART_OP;
        const size_t part = out->n;
        struct fm_text value;
        size_t n;
        memcpy(&n, numbers + i * sizeof n, sizeof n);
        FM_TRY(is_op && changed(user, template->parts[0].text, &value)
                   ? put_value_key(&plan->fields[i], value, out)
                   : fm_buf_append(out, key.p, n));
        key.p += n;
        end_part(out, begin, i, part);
    }
    end_key(out, begin);
    return FM_OK;
}
