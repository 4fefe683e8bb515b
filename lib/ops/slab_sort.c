/* SPDX-License-Identifier: MIT */
/* Quicksort in three parts by one word of the keys; those with equal words are sorted by the
 * next one. Where keys are equal for many bytes, or the parts are uneven, qsort() sorts the part:
 * so neither time nor recursion depends on the keys. */
#include <config.h>
#include "ops/slab_sort.h"
#include <stdlib.h>
#include "base/lanes.h"

enum {
    WORD = sizeof(uint64_t),
    FEW = 16,       /* number of entries from which on they are divided into parts */
    WORDS_MAX = 32, /* most words of a key that are compared one by one */
    SPLITS_MAX = 64 /* most times that a part is divided by one word */
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

/* Records of a slab are in the order in which they came. */
static int by_key(const void *a, const void *b)
{
    const struct fm_pair_entry *x = a, *y = b;
    const int order = fm_text_compare(fm_pair_key(x->record), fm_pair_key(y->record));
    return order != 0 ? order : x->record < y->record ? -1 : x->record > y->record;
}

static bool comes_first(const struct fm_pair_entry *x, const struct fm_pair_entry *y)
{
    return x->word != y->word ? x->word < y->word : by_key(x, y) < 0;
}

static void sort_few(struct fm_pair_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct fm_pair_entry entry = entries[i];
        size_t at = i;
        for (; at > 0 && comes_first(&entry, &entries[at - 1]); at--)
            entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}

static uint64_t median(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

static void swap(struct fm_pair_entry *a, struct fm_pair_entry *b)
{
    const struct fm_pair_entry kept = *a;
    *a = *b;
    *b = kept;
}

/* Put smaller words before, and larger ones after those that are equal to one of them: these are
 * from *same to *more. */
static void part(struct fm_pair_entry *entries, size_t count, size_t *same, size_t *more)
{
    const uint64_t word = median(entries[0].word, entries[count / 2].word, entries[count - 1].word);
    size_t less = 0, at = 0, end = count;
    while (at < end) {
        if (entries[at].word < word)
            swap(&entries[less++], &entries[at++]);
        else if (entries[at].word > word)
            swap(&entries[at], &entries[--end]);
        else
            at++;
    }
    *same = less;
    *more = end;
}

/* Entries that are equal up to @p at: take the next word of each. Keys that end there come
 * first: of these, the longer ones have only zeros more. @return how many. */
static size_t look_on(struct fm_pair_entry *entries, size_t count, size_t at)
{
    size_t ended = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fm_text key = fm_pair_key(entries[i].record);
        entries[i].word = fm_pair_word(key, at);
        if (key.n <= at)
            swap(&entries[ended++], &entries[i]);
    }
    return ended;
}

/* @param at  where the words of the entries are in their keys. */
static void sort_words(struct fm_pair_entry *entries, size_t count, size_t at, unsigned splits)
{
    while (count > FEW && splits > 0) {
        size_t same, more;
        splits--;
        part(entries, count, &same, &more);
        sort_words(entries, same, at, splits);
        if (at / WORD + 1 < WORDS_MAX) {
            const size_t ended = look_on(entries + same, more - same, at + WORD);
            qsort(entries + same, ended, sizeof *entries, by_key);
            sort_words(entries + same + ended, more - same - ended, at + WORD, SPLITS_MAX);
        } else {
            qsort(entries + same, more - same, sizeof *entries, by_key);
        }
        entries += more;
        count -= more;
    }
    if (count > FEW)
        qsort(entries, count, sizeof *entries, by_key);
    else
        sort_few(entries, count);
}

void fm_pairs_sort(struct fm_pair_entry *entries, size_t count)
{
    struct fm_text before = FM_NO_TEXT;
    sort_words(entries, count, 0, SPLITS_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct fm_text key = fm_pair_key(entries[i].record);
        entries[i].word = fm_code_of(key, fm_keys_same(before, key, 0));
        before = key;
    }
}
