/* SPDX-License-Identifier: MIT */
/* A stable sort by merging, by one word of the keys at a time; those with equal words are sorted by
 * the next one. Positions of a game come one after the other and begin equally, so entries with
 * equal words that follow each other are sorted as one. No branch depends on the order of keys, and
 * nothing on how many bytes they have in common but the number of words. */
#include <config.h>
#include "ops/pair_sort.h"

enum {
    WORD = sizeof(uint64_t),
    FEW = 4, /* most entries with equal words whose whole keys are compared */
    EIGHT = 8
};

/* Entries whose keys have the same first bytes. */
struct group {
    struct fm_pair_entry *entries;
    size_t count;
    size_t at; /* where their words are in the keys */
};

size_t fm_keys_same(struct fm_text one, struct fm_text other, size_t from)
{
    const size_t n = one.n < other.n ? one.n : other.n;
    while (from + WORD <= n) {
        const uint64_t differ = fm_eight_load(one.p + from) ^ fm_eight_load(other.p + from);
        if (differ != 0)
            return from + (size_t)__builtin_ctzll(differ) / 8;
        from += WORD;
    }
    while (from < n && one.p[from] == other.p[from])
        from++;
    return from;
}

static struct fm_text key_from(const struct fm_pair_entry *entry, size_t at)
{
    const struct fm_text key = fm_pair_read(entry->record).key;
    return (struct fm_text){key.p + at, key.n - at};
}

static void sort_few(struct fm_pair_entry *entries, size_t count, size_t from)
{
    for (size_t i = 1; i < count; i++) {
        const struct fm_pair_entry entry = entries[i];
        const struct fm_text key = key_from(&entry, from);
        size_t at = i;
        for (; at > 0 && fm_text_compare(key, key_from(&entries[at - 1], from)) < 0; at--)
            entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}

/* A few entries, each put after as many as are smaller, or equal and before it. */
FM_INLINE void sort_eight(const struct fm_pair_entry *from, struct fm_pair_entry *to, size_t count)
{
    struct fm_pair_entry kept[EIGHT];
    unsigned place[EIGHT] = {0, 1, 2, 3, 4, 5, 6, 7};
    memcpy(kept, from, count * sizeof *kept);
    for (unsigned i = 1; i < count; i++) {
        for (unsigned k = 0; k < i; k++) {
            const unsigned less = kept[i].word < kept[k].word;
            place[i] -= less;
            place[k] += less;
        }
    }
    for (unsigned i = 0; i < count; i++)
        to[place[i]] = kept[i];
}

/* Merge two sorted parts that follow each other, from both ends: two chains of steps that do
 * not wait for each other. A part of another length is merged from its beginning alone. */
static void merge_parts(const struct fm_pair_entry *from, size_t first, size_t count,
                        struct fm_pair_entry *to)
{
    const struct fm_pair_entry *a = from, *b = from + first, *end = from + count;
    if (first >= count || a[first - 1].word <= b->word) {
        memcpy(to, from, count * sizeof *to);
        return;
    }
    if (2 * first == count) {
        const struct fm_pair_entry *c = b - 1, *d = end - 1;
        struct fm_pair_entry *last = to + count - 1;
        for (size_t i = 0; i < first; i++) {
            const bool second = b->word < a->word, other = d->word < c->word;
            const struct fm_pair_entry *const low = second ? b : a, *const high = other ? c : d;
            *to++ = *low;
            *last-- = *high;
            b += second;
            a += !second;
            c -= other;
            d -= !other;
        }
        return;
    }
    const struct fm_pair_entry *const middle = b;
    while (a < middle && b < end) {
        const bool second = b->word < a->word;
        *to++ = *(second ? b : a);
        b += second;
        a += !second;
    }
    memcpy(to, a, (size_t)(middle - a) * sizeof *to);
    memcpy(to + (middle - a), b, (size_t)(end - b) * sizeof *to);
}

static void sort_single(struct fm_pair_entry *entries, struct fm_pair_entry *spare, size_t count)
{
    size_t levels = 0, at = 0;
    for (size_t sorted = EIGHT; sorted < count; sorted *= 2)
        levels++;
    struct fm_pair_entry *from = entries, *to = levels % 2 == 0 ? entries : spare;
    for (; at + EIGHT <= count; at += EIGHT)
        sort_eight(from + at, to + at, EIGHT);
    sort_eight(from + at, to + at, count - at);
    for (size_t width = EIGHT; width < count; width *= 2) {
        from = to;
        to = from == entries ? spare : entries;
        for (at = 0; at < count; at += 2 * width) {
            const size_t rest = count - at;
            merge_parts(from + at, width, rest < 2 * width ? rest : 2 * width, to + at);
        }
    }
}

/* Sort runs of entries with the same word that follow each other, by the first of each. The runs
 * lie at the end of the room into which they are copied one after the other: as none is empty, no
 * copy reaches those that are left. */
static void sort_by_word(struct fm_pair_entry *entries, struct fm_pair_entry *spare, size_t count)
{
    struct fm_pair_entry *const end = entries + count, *first = spare + count, *to = spare;
    uint64_t word = ~end[-1].word;
    for (struct fm_pair_entry *entry = end; entry-- > entries;) {
        first -= entry->word != word;
        word = entry->word;
        *first = (struct fm_pair_entry){word, (void *)entry};
    }
    const size_t runs = (size_t)(spare + count - first);
    if (2 * runs > count) {
        sort_single(entries, spare, count);
        return;
    }
    sort_single(first, first - runs, runs);
    while (to < spare + count) {
        const struct fm_pair_entry *entry = (void *)first++->record;
        word = entry->word;
        do
            *to++ = *entry++;
        while (entry < end && entry->word == word);
    }
    memcpy(entries, spare, count * sizeof *entries);
}

/* Take the words of a group from @p at on, or further on if all are equal there. @return false:
 * all keys are equal. */
static bool look_on(struct group *group)
{
    struct fm_pair_entry *const entries = group->entries;
    for (;; group->at += FM_PAIR_WORD) {
        uint64_t differ = 0;
        for (size_t i = 0; i < group->count; i++) {
            entries[i].word = fm_pair_word(fm_pair_read(entries[i].record).key, group->at);
            differ |= entries[i].word ^ entries[0].word;
        }
        if (differ != 0)
            return true;
        if ((entries[0].word & 0xFF) != FM_PAIR_MORE)
            return false;
    }
}

enum fm_status fm_pairs_sort(struct fm_pair_entry *entries, struct fm_pair_entry *spare,
                             size_t count, size_t at, struct fm_buf *stack)
{
    struct group group = {entries, count, at};
    stack->n = 0;
    FM_TRY(fm_buf_append(stack, &group, sizeof group));
    while (stack->n > 0) {
        stack->n -= sizeof group;
        memcpy(&group, stack->p + stack->n, sizeof group);
        sort_by_word(group.entries, spare, group.count);
        const struct fm_pair_entry *const end = group.entries + group.count;
        for (struct fm_pair_entry *one = group.entries, *next; one < end; one = next) {
            const uint64_t word = one->word;
            for (next = one + 1; next < end && next->word == word;)
                next++;
            struct group same = {one, (size_t)(next - one), group.at + FM_PAIR_WORD};
            if (same.count == 1 || (word & 0xFF) != FM_PAIR_MORE)
                continue;
            if (same.count <= FEW)
                sort_few(one, same.count, same.at);
            else if (look_on(&same))
                FM_TRY(fm_buf_append(stack, &same, sizeof same));
        }
    }
    return FM_OK;
}
