/* SPDX-License-Identifier: MIT */
/* Errors of profiles: see key_fault.h. */
#include <config.h>
#include "profile/key_fault.h"
#include "pgn/bytes.h"

enum fm_status fm_profile_fault(const struct fm_key_reader *reader, struct fm_place place,
                                struct fm_text what, struct fm_text hint, struct fm_text detail)
{
    struct fm_arena *const arena = &reader->profile->arena;
    struct fm_error *const error = reader->error;
    *error = (struct fm_error){.status = FM_BAD_PROFILE,
                               .input = place.input,
                               .line = place.line,
                               .column = place.column,
                               .what = fm_arena_copy(arena, what),
                               .hint = fm_arena_copy(arena, hint),
                               .detail = fm_arena_copy(arena, detail)};
    const bool whole =
        error->what.n == what.n && error->hint.n == hint.n && error->detail.n == detail.n;
    return whole ? FM_BAD_PROFILE : FM_NO_MEMORY;
}

enum fm_status fm_profile_fault_of(const struct fm_key_reader *reader, struct fm_place place,
                                   enum fm_status status, const struct fm_error *found)
{
    return status != FM_BAD_PROFILE
               ? status
               : fm_profile_fault(reader, place, found->what, found->hint, found->detail);
}

void fm_key_put_text(struct fm_key_writer *out, struct fm_text text)
{
    if (out->status == FM_OK)
        out->status = fm_buf_append_text(&out->text, text);
}

void fm_key_put(struct fm_key_writer *out, const char *word)
{
    fm_key_put_text(out, fm_text_of(word));
}

/* K, M, G, T: 1024 and its powers. */
static const char units[] = "KMGT";

bool fm_key_scan_amount(const struct fm_key *key, struct fm_text text, void *slot)
{
    unsigned shift = 0;
    uint64_t number;
    const unsigned char last = text.n == 0 ? 0 : text.p[text.n - 1];
    const char *unit = key->type != FM_KEY_SIZE || last == 0 ? NULL : strchr(units, last);
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        text.n--;
    }
    if (!fm_text_to_u64(text, &number) || number > UINT64_MAX >> shift)
        return false;
    number <<= shift;
    if (number < (uint64_t)key->min || number > (uint64_t)key->max)
        return false;
    *(uint64_t *)slot = number;
    return true;
}

const char *fm_key_amount_text(const struct fm_key *key, int64_t number, char room[FM_AMOUNT_MAX])
{
    const char *unit = "";
    if (key != NULL && key->type == FM_KEY_SIZE && number != 0)
        for (const char *next = units; *next != 0 && number % 1024 == 0; number /= 1024)
            unit = next++;
    unsigned char *at = fm_put_i64((unsigned char *)room, number);
    *at++ = (unsigned char)*unit;
    *at = 0;
    return room;
}

bool fm_share_read(struct fm_text text, struct fm_share *out)
{
    enum { DECIMALS = 3, UNIT = 1000 };
    struct fm_share share = {.set = text.n > 0};
    share.percent = text.n > 0 && text.p[text.n - 1] == '%';
    if (share.percent) {
        const unsigned char *const end = text.p + text.n - 1, *point = memchr(text.p, '.', text.n);
        const struct fm_text decimals =
            point == NULL ? FM_TEXT("0") : fm_text_between(point + 1, end);
        uint64_t whole, low;
        if (!fm_text_to_u64(fm_text_between(text.p, point == NULL ? end : point), &whole) ||
            whole > 100 || decimals.n > DECIMALS || !fm_text_to_u64(decimals, &low))
            return false;
        for (size_t i = decimals.n; i < DECIMALS; i++)
            low *= 10;
        share.value = whole * UNIT + low;
    } else if (share.set && !fm_text_to_u64(text, &share.value)) {
        return false;
    }
    *out = share;
    return share.value <= 100 * UNIT || !share.percent;
}

bool fm_key_scan_factor(const struct fm_key *key, struct fm_text text, void *slot)
{
    enum { DECIMALS = 6 };
    const unsigned char *const end = text.p + text.n, *const point =
                                                          text.n == 0 ? NULL
                                                                      : memchr(text.p, '.', text.n);
    const struct fm_text decimals = point == NULL ? FM_TEXT("0") : fm_text_between(point + 1, end);
    uint64_t whole, low;
    if (!fm_text_to_u64(fm_text_between(text.p, point == NULL ? end : point), &whole) ||
        whole > (uint64_t)key->max || decimals.n > DECIMALS || !fm_text_to_u64(decimals, &low))
        return false;
    for (size_t i = decimals.n; i < DECIMALS; i++)
        low *= 10;
    const uint64_t factor = whole * FM_SCORE_SCALE_ONE + low;
    if (factor == 0 || factor > (uint64_t)key->max * FM_SCORE_SCALE_ONE)
        return false;
    *(uint64_t *)slot = factor;
    return true;
}

bool fm_key_scan_part(const struct fm_key *key, struct fm_text text, void *slot)
{
    struct fm_part part = {.of = UINT64_MAX};
    const unsigned char *at = text.n == 0 ? NULL : memchr(text.p, '@', text.n);
    const unsigned char *stroke = text.n == 0 ? NULL : memchr(text.p, '/', text.n);
    if (at != NULL && fm_text_to_u64(fm_text_between(text.p, at), &part.number)) {
        part.plan = fm_text_between(at + 1, text.p + text.n);
        *(struct fm_part *)slot = part;
        return part.plan.n > 0 && part.number >= 1 && part.number <= (uint64_t)key->max;
    }
    if (stroke == NULL || !fm_text_to_u64(fm_text_between(text.p, stroke), &part.number) ||
        !fm_text_to_u64(fm_text_between(stroke + 1, text.p + text.n), &part.of) ||
        part.number < 1 || part.number > part.of || part.of > (uint64_t)key->max)
        return false;
    *(struct fm_part *)slot = part;
    return true;
}

/* One end of a range: empty leaves *out as it is. */
static bool read_end(struct fm_text text, const struct fm_key *key, int64_t *out)
{
    if (text.n == 0)
        return true;
    return fm_text_to_i64(text, out) && *out >= key->min && *out <= key->max;
}

bool fm_key_scan_range(const struct fm_key *key, struct fm_text text, void *slot)
{
    struct fm_range range = {.from = INT64_MIN, .to = INT64_MAX, .set = true};
    struct fm_text low = text, high = text; /* both are the same number */
    for (size_t i = 0; i + 1 < text.n; i++)
        if (memcmp(text.p + i, "..", 2) == 0) {
            low.n = i;
            high = fm_text_after(text, i + 2);
            break;
        }
    if (key->type == FM_KEY_PLIES && fm_text_is(text, "last"))
        range.from = range.to = -1;
    else if (text.n == 0 || !read_end(low, key, &range.from) || !read_end(high, key, &range.to))
        return false;
    /* The order of two plies is known only if both are counted from the same end. */
    const bool from_end =
        key->type == FM_KEY_PLIES && range.from != INT64_MIN && (range.from < 0) != (range.to < 0);
    if (range.from > range.to && !from_end)
        return false;
    const bool all = low.n == 0 && high.n == 0; /* `..` is no limit */
    *(struct fm_range *)slot = all ? (struct fm_range){.set = false} : range;
    return true;
}

/* NULL-terminated names of the languages or variants, for hints. */
static const char *const *table_names(const struct fm_key *key, const char **names)
{
    size_t n = 0;
    names[n++] = key->preset; /* auto, keep */
    if (key->type == FM_KEY_LETTERS)
        for (const struct fm_language *l = fm_languages; l->code != NULL && n < FM_KEY_NAMES_MAX;
             l++)
            names[n++] = l->code;
    else
        for (size_t i = 0; i < FM_VARIANT_COUNT && n < FM_KEY_NAMES_MAX; i++)
            names[n++] = fm_variants[i].name;
    names[n] = NULL;
    return names;
}

const char *const *fm_key_names_of(const struct fm_key *key, struct fm_key_names *room)
{
    if (key->type == FM_KEY_RULE) /* the name of a rule is that of its tag */
        return NULL;
    if (key->type == FM_KEY_LETTERS || key->type == FM_KEY_VARIANT)
        return table_names(key, room->list);
    return key->names != NULL ? key->names : key->kind->names;
}

/* The accepted values of a key: "one of a, b, c", or a whole number from 1 to 9. */
static void put_expected(const struct fm_key *key, const char *const *names,
                         struct fm_key_writer *out)
{
    char low[FM_AMOUNT_MAX], high[FM_AMOUNT_MAX];
    fm_key_amount_text(key, key->min, low);
    fm_key_amount_text(key, key->max, high);
    const bool only = key->kind->limited && key->min == key->max;
    fm_key_put(out, names != NULL ? "one of " : only ? "only " : key->kind->expects);
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        fm_key_put(out, i > 0 ? ", " : "");
        fm_key_put(out, names[i]);
    }
    if (names != NULL || !key->kind->limited)
        return;
    const char *const words[] = {only ? "" : " from ", low, only ? " is known" : " to ",
                                 only ? "" : high};
    for (size_t i = 0; i < FM_COUNT_OF(words); i++)
        fm_key_put(out, words[i]);
}

/* The words of other programs for true and false. */
static const char *boolean_meant(struct fm_text word)
{
    static const char *const words[] = {"no", "off", "0", "yes", "on", "1"};
    for (size_t i = 0; i < FM_COUNT_OF(words); i++)
        if (fm_text_is_nocase(word, words[i]))
            return i < FM_COUNT_OF(words) / 2 ? "false" : "true";
    return NULL;
}

/* 16m, 16MB, 16MiB: 16M was meant. */
static struct fm_text size_meant(struct fm_arena *arena, const struct fm_key *key,
                                 struct fm_text word)
{
    static const char *const tails[] = {"", "b", "ib"};
    unsigned char meant[24];
    uint64_t size;
    const unsigned char *const unit = fm_bytes_skip(word.p, word.p + word.n, FM_BYTE_DIGIT);
    const size_t n = (size_t)(unit - word.p);
    if (n == word.n || n >= sizeof meant)
        return FM_NO_TEXT;
    memcpy(meant, word.p, n);
    meant[n] = fm_ascii_lower(*unit) & 0xDF; /* a capital */
    const struct fm_text rest = {unit + 1, word.n - n - 1}, text = {meant, n + 1};
    for (size_t i = 0; i < FM_COUNT_OF(tails); i++)
        if (fm_text_is_nocase(rest, tails[i]) && fm_key_scan_amount(key, text, &size))
            return fm_arena_copy(arena, text);
    return FM_NO_TEXT;
}

/* 16-120, 16...120, 120..16: 16..120 was meant. */
static struct fm_text range_meant(struct fm_arena *arena, const struct fm_key *key,
                                  struct fm_text word)
{
    enum { ENDS_MAX = 24 };
    unsigned char meant[2 * ENDS_MAX];
    struct fm_range range;
    const unsigned char *const end = word.p + word.n;
    const unsigned char *const low = fm_bytes_skip(word.p + (*word.p == '-'), end, FM_BYTE_DIGIT);
    const unsigned char *high = fm_bytes_skip_back(end, low, FM_BYTE_DIGIT);
    if (low == word.p || high == low || word.n > sizeof meant - 2)
        return FM_NO_TEXT;
    if (high - 1 > low && memcmp(high - 2, ".-", 2) == 0)
        high--;
    const struct fm_text ends[] = {fm_text_between(word.p, low), fm_text_between(high, end)};
    for (size_t first = 0; first < 2; first++) {
        const size_t n = ends[0].n + ends[1].n + 2;
        memcpy(meant, ends[first].p, ends[first].n);
        memcpy(meant + ends[first].n, "..", 2);
        memcpy(meant + ends[first].n + 2, ends[1 - first].p, ends[1 - first].n);
        if (ends[1].n > 0 && fm_key_scan_range(key, (struct fm_text){meant, n}, &range))
            return fm_arena_copy(arena, (struct fm_text){meant, n});
    }
    return FM_NO_TEXT;
}

static struct fm_text value_meant(struct fm_arena *arena, const struct fm_key *key,
                                  const char *const *names, struct fm_text word)
{
    const char *meant = key->type == FM_KEY_BOOL ? boolean_meant(word) : NULL;
    if (key->type == FM_KEY_SIZE)
        return size_meant(arena, key, word);
    if (key->type == FM_KEY_RANGE || key->type == FM_KEY_PLIES)
        return range_meant(arena, key, word);
    if (meant == NULL && names != NULL)
        meant = fm_name_suggest(word, names);
    return fm_text_of(meant);
}

enum fm_status fm_key_refuse(const struct fm_key_reader *reader, const struct fm_key *key,
                             const struct fm_yaml_node *node)
{
    struct fm_arena *arena = &reader->profile->arena;
    struct fm_key_names room;
    const char *const *names = fm_key_names_of(key, &room);
    const bool word = node->type == FM_YAML_SCALAR && node->text.n > 0;
    const struct fm_text hint = word ? value_meant(arena, key, names, node->text) : FM_NO_TEXT;
    struct fm_key_writer detail = {.status = FM_OK};
    if (node->type != FM_YAML_SCALAR && key->type == FM_KEY_TEXT)
        fm_key_put(&detail, "a text: put it in quotes");
    else
        put_expected(key, names, &detail);
    if (detail.status == FM_OK)
        detail.status = fm_profile_fault(reader, fm_key_place(reader, node),
                                         word ? node->text : fm_text_of(key->path), hint,
                                         fm_buf_text(&detail.text));
    fm_buf_free(&detail.text);
    return detail.status;
}

enum fm_status fm_key_refuse_text(const struct fm_key_reader *reader,
                                  const struct fm_yaml_node *node, struct fm_text what,
                                  const char *detail)
{
    return fm_profile_fault(reader, fm_key_place(reader, node), what, FM_NO_TEXT,
                            fm_text_of(detail));
}

enum fm_status fm_key_copy(const struct fm_key_reader *reader, struct fm_text text,
                           struct fm_text *out)
{
    unsigned char *copy = fm_arena_alloc(&reader->profile->arena, text.n + 1);
    FM_TRY_MADE(copy);
    if (text.n > 0)
        memcpy(copy, text.p, text.n);
    copy[text.n] = 0;
    *out = (struct fm_text){copy, text.n};
    return FM_OK;
}
