/* Counts by key: see key_counts.h. In memory a hash table over entries in the order they came; on
 * disk records by key, which the last pass turns into records by order. */
#include <config.h>
#include "select/key_counts.h"
#include <stdlib.h>
#include "select/store.h"

enum { FIRST_CAP = 1024, NUMBERS = 6, VALUE_HEAD = NUMBERS * 8, BATCH = 4096 };

struct fm_tally {
    struct fm_tally_entry *entries; /* text.p is an offset into texts while it grows: see text_of */
    size_t count, cap;
    uint32_t *table; /* slots - 1 is the mask; index + 1 of an entry, 0 = free */
    size_t slots;
    struct fm_buf texts;
    uint64_t memory, order;
    struct fm_store *spilled; /* NULL = all fits */
};

enum fm_status fm_tally_new(uint64_t memory, struct fm_tally **out)
{
    struct fm_tally *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->memory = memory;
    *out = made;
    return FM_OK;
}

void fm_tally_free(struct fm_tally *tally)
{
    if (tally == NULL)
        return;
    free(tally->entries);
    free(tally->table);
    fm_buf_free(&tally->texts);
    fm_store_free(tally->spilled);
    free(tally);
}

/* ---- on disk ---- */

static void put_number(unsigned char *out, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (unsigned char)(number >> (56 - 8 * i));
}

static uint64_t number_at(const unsigned char *in)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++)
        number = number << 8 | in[i];
    return number;
}

static enum fm_status put_value(struct fm_buf *out, const struct fm_tally_entry *entry)
{
    unsigned char head[VALUE_HEAD];
    put_number(head, entry->order);
    put_number(head + 8, entry->count);
    put_number(head + 16, entry->scored);
    put_number(head + 24, entry->half_points);
    put_number(head + 32, entry->key.hi);
    put_number(head + 40, entry->key.lo);
    FM_TRY(fm_buf_append(out, head, sizeof head));
    return fm_buf_append_text(out, entry->text);
}

static struct fm_tally_entry entry_of(struct fm_text value)
{
    return (struct fm_tally_entry){
        .key = {.hi = number_at(value.p + 32), .lo = number_at(value.p + 40)},
        .order = number_at(value.p),
        .count = number_at(value.p + 8),
        .scored = number_at(value.p + 16),
        .half_points = number_at(value.p + 24),
        .text = {value.p + VALUE_HEAD, value.n - VALUE_HEAD}};
}

/* An entry joined with what is on disk under its key, which is older. */
static enum fm_status join(struct fm_tally *tally, const struct fm_tally_entry *entry,
                           struct fm_buf *out, struct fm_error *error)
{
    struct fm_text value;
    struct fm_tally_entry sum = *entry;
    FM_TRY(fm_store_get(tally->spilled, entry->key, &value, error));
    if (value.p != NULL) {
        sum = entry_of(value);
        sum.count += entry->count;
        sum.scored += entry->scored;
        sum.half_points += entry->half_points;
    }
    return put_value(out, &sum);
}

static int by_key(const void *a, const void *b)
{
    const struct fm_tally_entry *x = a, *y = b;
    if (x->key.hi != y->key.hi)
        return x->key.hi < y->key.hi ? -1 : 1;
    return (x->key.lo > y->key.lo) - (x->key.lo < y->key.lo);
}

/* Write entries, sorted by key, in one transaction. */
static enum fm_status put_batch(struct fm_tally *tally, const struct fm_tally_entry *entries,
                                size_t count, struct fm_buf *values, struct fm_error *error)
{
    struct fm_store_item items[BATCH];
    size_t ends[BATCH];
    values->n = 0;
    for (size_t i = 0; i < count; i++) {
        FM_TRY(join(tally, &entries[i], values, error));
        ends[i] = values->n;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t begin = i == 0 ? 0 : ends[i - 1];
        items[i] = (struct fm_store_item){entries[i].key, {values->p + begin, ends[i] - begin}};
    }
    return fm_store_put(tally->spilled, items, count, error);
}

/* Texts are found by their offsets while their buffer may move. */
static void fix_texts(struct fm_tally *tally)
{
    size_t at = 0;
    for (size_t i = 0; i < tally->count; i++) {
        tally->entries[i].text.p = tally->texts.p + at;
        at += tally->entries[i].text.n;
    }
}

static enum fm_status spill(struct fm_tally *tally, struct fm_error *error)
{
    struct fm_buf values = {NULL, 0, 0};
    if (tally->spilled == NULL)
        FM_TRY(fm_store_new(NULL, &tally->spilled, error));
    fix_texts(tally);
    qsort(tally->entries, tally->count, sizeof *tally->entries, by_key);
    enum fm_status status = FM_OK;
    for (size_t at = 0; at < tally->count && status == FM_OK; at += BATCH) {
        const size_t count = tally->count - at < BATCH ? tally->count - at : BATCH;
        status = put_batch(tally, tally->entries + at, count, &values, error);
    }
    fm_buf_free(&values);
    tally->count = 0;
    tally->texts.n = 0;
    if (tally->slots > 0)
        memset(tally->table, 0, tally->slots * sizeof *tally->table);
    return status;
}

/* ---- in memory ---- */

static size_t find(const struct fm_tally *tally, struct fm_hash128 key)
{
    size_t at = (size_t)key.lo & (tally->slots - 1);
    while (tally->table[at] != 0) {
        const struct fm_hash128 there = tally->entries[tally->table[at] - 1].key;
        if (there.lo == key.lo && there.hi == key.hi)
            break;
        at = (at + 1) & (tally->slots - 1);
    }
    return at;
}

static enum fm_status grow(struct fm_tally *tally)
{
    const size_t cap = tally->cap == 0 ? FIRST_CAP : 2 * tally->cap, slots = 2 * cap;
    struct fm_tally_entry *entries =
        cap >= UINT32_MAX / 4 ? NULL : realloc(tally->entries, cap * sizeof *entries);
    if (entries == NULL)
        return FM_NO_MEMORY;
    tally->entries = entries;
    tally->cap = cap;
    uint32_t *table = calloc(slots, sizeof *table);
    if (table == NULL)
        return FM_NO_MEMORY;
    free(tally->table);
    tally->table = table;
    tally->slots = slots;
    for (size_t i = 0; i < tally->count; i++)
        table[find(tally, entries[i].key)] = (uint32_t)i + 1;
    return FM_OK;
}

/* Bytes that one more entry may come to, the old table included while it grows. */
static uint64_t next_bytes(const struct fm_tally *tally, size_t text)
{
    const uint64_t entry = sizeof *tally->entries + 2 * sizeof *tally->table;
    const uint64_t entries = (tally->count == tally->cap ? 3 * tally->cap : tally->cap) * entry;
    return entries + (tally->texts.n + text > tally->texts.cap ? 3 : 1) * tally->texts.cap;
}

enum fm_status fm_tally_add(struct fm_tally *tally, struct fm_hash128 key, int half_points,
                            struct fm_text text, struct fm_error *error)
{
    const uint64_t order = tally->order++;
    if (tally->slots == 0)
        FM_TRY(grow(tally));
    size_t at = find(tally, key);
    if (tally->table[at] == 0) {
        if (tally->count > 0 && next_bytes(tally, text.n) > tally->memory)
            FM_TRY(spill(tally, error));
        if (tally->count == tally->cap)
            FM_TRY(grow(tally));
        at = find(tally, key);
        FM_TRY(fm_buf_append_text(&tally->texts, text));
        tally->entries[tally->count] =
            (struct fm_tally_entry){.key = key, .order = order, .text = {NULL, text.n}};
        tally->table[at] = (uint32_t)++tally->count;
    }
    struct fm_tally_entry *entry = &tally->entries[tally->table[at] - 1];
    entry->count++;
    entry->scored += half_points >= 0;
    entry->half_points += half_points > 0 ? (uint64_t)half_points : 0;
    return FM_OK;
}

/* ---- the end ---- */

/* Records by key become records by order. */
struct turning {
    struct fm_store *by_order;
    struct fm_store_item items[BATCH];
    struct fm_buf texts; /* of the items, with what the value held */
    size_t ends[BATCH];
    size_t count;
    struct fm_error *error;
};

static int by_item_key(const void *a, const void *b)
{
    const struct fm_store_item *x = a, *y = b;
    return (x->key.lo > y->key.lo) - (x->key.lo < y->key.lo);
}

static enum fm_status turn_batch(struct turning *turning)
{
    for (size_t i = 0; i < turning->count; i++) {
        const size_t begin = i == 0 ? 0 : turning->ends[i - 1];
        turning->items[i].value =
            (struct fm_text){turning->texts.p + begin, turning->ends[i] - begin};
    }
    if (turning->count > 0)
        qsort(turning->items, turning->count, sizeof *turning->items, by_item_key);
    const enum fm_status status =
        fm_store_put(turning->by_order, turning->items, turning->count, turning->error);
    turning->count = 0;
    turning->texts.n = 0;
    return status;
}

static enum fm_status turn(void *user, struct fm_hash128 key, struct fm_text value)
{
    struct turning *turning = user;
    (void)key;
    FM_TRY(fm_buf_append_text(&turning->texts, value));
    turning->items[turning->count].key = (struct fm_hash128){.lo = number_at(value.p), .hi = 0};
    turning->ends[turning->count++] = turning->texts.n;
    return turning->count == BATCH ? turn_batch(turning) : FM_OK;
}

struct giving {
    enum fm_status (*each)(void *user, const struct fm_tally_entry *);
    void *user;
};

static enum fm_status give(void *user, struct fm_hash128 key, struct fm_text value)
{
    const struct giving *giving = user;
    (void)key;
    const struct fm_tally_entry entry = entry_of(value);
    return giving->each(giving->user, &entry);
}

static enum fm_status each_on_disk(struct fm_tally *tally, struct giving *giving,
                                   struct fm_error *error)
{
    FM_TRY(spill(tally, error));
    struct turning *turning = calloc(1, sizeof *turning);
    if (turning == NULL)
        return FM_NO_MEMORY;
    turning->error = error;
    enum fm_status status = fm_store_new(NULL, &turning->by_order, error);
    if (status == FM_OK)
        status = fm_store_each(tally->spilled, turn, turning, error);
    if (status == FM_OK)
        status = turn_batch(turning);
    if (status == FM_OK)
        status = fm_store_each(turning->by_order, give, giving, error);
    fm_store_free(turning->by_order);
    fm_buf_free(&turning->texts);
    free(turning);
    return status;
}

enum fm_status fm_tally_each(struct fm_tally *tally,
                             enum fm_status (*each)(void *user, const struct fm_tally_entry *),
                             void *user, struct fm_error *error)
{
    struct giving giving = {each, user};
    if (tally->spilled != NULL)
        return each_on_disk(tally, &giving, error);
    fix_texts(tally);
    for (size_t i = 0; i < tally->count; i++)
        FM_TRY(each(user, &tally->entries[i]));
    return FM_OK;
}
