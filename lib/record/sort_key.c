/* SPDX-License-Identifier: MIT */
/* Keys to sort by: see sort_key.h. The key of a value is its class, then bytes that no other key of
 * the same class begins with: so keys of several fields can be put one after another. Descending,
 * all bytes but the class are inverted. A text at the end of a key, ascending, needs no end. */
#include <config.h>
#include "record/sort_key.h"
#include "filter/tagvalue.h"
#include "record/fields.h"
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

/* Longer numbers are texts. A key is at most KEY_TIMES as long as its value (a text of zeros, a
 * round of single digits) and a few bytes more. */
enum { DIGITS_MAX = 20000, EXPONENT_ZERO = 1 << 15, KEY_TIMES = 2, KEY_MORE = 16 };

enum { TEXT_END = 2 }; /* bytes after a text in a key: 0 0 */

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

/* Append the key of a value of a field. */
static enum fm_status put_value_key(const struct fm_sort_plan *plan, size_t i, struct fm_text value,
                                    struct fm_buf *key)
{
    const struct fm_sort_field *field = &plan->fields[i];
    FM_TRY(fm_buf_reserve(key, value.n * KEY_TIMES + KEY_MORE));
    const size_t begin = key->n;
    put_byte(key, value.n == 0 ? MISSING : ORDERED);
    if (value.n == 0)
        return FM_OK;
    if (field->order == NULL || !field->order(value, key)) {
        key->n = begin;
        put_byte(key, OTHER_TEXT);
        put_other_text(key, value);
        if (i + 1 == plan->count && !field->descending)
            key->n -= TEXT_END;
    }
    if (field->descending)
        invert(key, begin + 1);
    return FM_OK;
}

/* Append the key of the value that a field of the record has; it is rendered there first. */
static enum fm_status put_field_key(const struct fm_sort_plan *plan, size_t i,
                                    const struct fm_record_input *in, size_t room,
                                    struct fm_arena *scratch, struct fm_buf *key)
{
    const size_t begin = key->n;
    FM_TRY(fm_template_render(plan->fields[i].value, in, room, scratch, key));
    const size_t made = key->n, n = made - begin;
    FM_TRY(fm_buf_reserve(key, n * KEY_TIMES + KEY_MORE));
    FM_TRY(put_value_key(plan, i, (struct fm_text){key->p + begin, n}, key));
    memmove(key->p + begin, key->p + made, key->n - made);
    key->n -= n;
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
    struct fm_sort_plan made = {.count = count, .whole = games};
    struct fm_sort_field *compiled = fm_arena_alloc(arena, (count + 1) * sizeof *compiled);
    if (compiled == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        FM_TRY(compile_field(&fields[i], games, arena, &compiled[i], &made.needs, error));
    const struct fm_field *only = count == 1 ? fm_template_only(compiled->value) : NULL;
    made.fen = only != NULL && only->value == FM_VALUE_FEN && !compiled->descending;
    made.fields = compiled;
    *out = made;
    return FM_OK;
}

/* Entries. An entry begins with numbers, a size_t each: twice the number of bytes of the rest of
 * its text, and 1 more if the text in the first part of the key comes before that; and the number
 * of bytes of each field's part of the key. Then come the key and the rest of the text. */

static size_t number_of(const unsigned char *entry, size_t i)
{
    size_t n;
    memcpy(&n, entry + i * sizeof n, sizeof n);
    return n;
}

static void put_number(unsigned char *entry, size_t i, size_t n)
{
    memcpy(entry + i * sizeof n, &n, sizeof n);
}

static struct fm_text key_of(const struct fm_sort_plan *plan, const unsigned char *entry)
{
    struct fm_text key = {entry + (plan->count + 1) * sizeof(size_t), 0};
    for (size_t i = 1; i <= plan->count; i++)
        key.n += number_of(entry, i);
    return key;
}

/* How many bytes the text in the first part of a key has; too many if it is no text. */
static size_t text_of_key(const struct fm_sort_plan *plan, const unsigned char *entry)
{
    return number_of(entry, 1) - FM_PAIR_TEXT - (plan->count > 1 ? TEXT_END : 0);
}

/* Make room for the numbers of an entry. */
static enum fm_status put_numbers(const struct fm_sort_plan *plan, struct fm_buf *out)
{
    const size_t n = (plan->count + 1) * sizeof n;
    FM_TRY(fm_buf_reserve(out, n));
    out->n += n;
    return FM_OK;
}

enum fm_status fm_sort_entry_begin(const struct fm_sort_plan *plan,
                                   const struct fm_record_input *in, size_t room,
                                   struct fm_arena *scratch, struct fm_buf *out)
{
    const size_t begin = out->n;
    FM_TRY(put_numbers(plan, out));
    for (size_t i = 0; i < plan->count; i++) {
        const size_t part = out->n;
        if (part - begin > room)
            return FM_REJECTED;
        FM_TRY(put_field_key(plan, i, in, room - (part - begin), scratch, out));
        put_number(out->p + begin, i + 1, out->n - part);
    }
    return FM_OK;
}

void fm_sort_entry_end(const struct fm_sort_plan *plan, struct fm_buf *out, size_t begin)
{
    if (out->n <= begin) /* the key was removed again */
        return;
    unsigned char *const entry = out->p + begin, *const end = out->p + out->n;
    const struct fm_text key = key_of(plan, entry);
    unsigned char *const text = entry + (key.p + key.n - entry);
    const size_t n = (size_t)(end - text), shared = text_of_key(plan, entry);
    if (n == 0) {
        out->n = begin;
    } else if (!plan->whole && shared <= n && memcmp(key.p + FM_PAIR_TEXT, text, shared) == 0) {
        put_number(entry, 0, (n - shared) << 1 | 1);
        memmove(text, text + shared, n - shared);
        out->n -= shared;
    } else {
        put_number(entry, 0, n << 1);
    }
}

void fm_sort_entry_end_fen(struct fm_buf *out, size_t begin, size_t n)
{
    unsigned char *const entry = out->p + begin;
    put_number(entry, 0, (out->n - begin - FM_SORT_BEFORE_FEN - n) << 1 | 1);
    put_number(entry, 1, FM_PAIR_TEXT + n);
    entry[FM_SORT_BEFORE_FEN - FM_PAIR_TEXT] = OTHER_TEXT;
}

size_t fm_sort_entry_head(const struct fm_sort_plan *plan, const unsigned char *entry)
{
    const struct fm_text key = key_of(plan, entry);
    return (size_t)(key.p + key.n - entry);
}

const unsigned char *fm_sort_entry_read(const struct fm_sort_plan *plan, const unsigned char *entry,
                                        struct fm_pair *out)
{
    const size_t rest = number_of(entry, 0);
    out->key = key_of(plan, entry);
    out->rest = (struct fm_text){out->key.p + out->key.n, rest >> 1};
    out->shared = rest & 1 ? text_of_key(plan, entry) : 0;
    return out->rest.p + out->rest.n;
}

enum fm_status fm_sort_entry_renew(const struct fm_sort_plan *plan, const unsigned char *entry,
                                   bool (*changed)(void *user, struct fm_text opcode,
                                                   struct fm_text *value),
                                   void *user, struct fm_buf *out)
{
    const size_t begin = out->n;
    const unsigned char *old = key_of(plan, entry).p;
    FM_TRY(put_numbers(plan, out));
    for (size_t i = 0; i < plan->count; i++) {
        const struct fm_template *template = plan->fields[i].value;
        const bool is_op = template->count == 1 && template->parts[0].type == FM_PART_OP;
        const size_t part = out->n, n = number_of(entry, i + 1);
        struct fm_text value;
        FM_TRY(is_op && changed(user, template->parts[0].text, &value)
                   ? put_value_key(plan, i, value, out)
                   : fm_buf_append(out, old, n));
        old += n;
        put_number(out->p + begin, i + 1, out->n - part);
    }
    return FM_OK;
}
