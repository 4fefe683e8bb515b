/* SPDX-License-Identifier: MIT */
/* Short groups: see short_groups.h. A row is two numbers: the first 8 bytes of a group; 2 more, and
 * its counts. Rows are sorted by the bits of groups with radix passes in their place, until these
 * end; few rows are inserted one by one. */
#include <config.h>
#include "ops/short_groups.h"
#include <stdlib.h>
#include "base/lanes.h"
#include "base/memory.h"

struct row {
    uint64_t first, rest; /* rest 0: none */
};

enum {
    FIRST = sizeof(uint64_t),
    TAIL_SHIFT = 64 - 8 * (FM_SHORT_GROUP_MAX - FIRST), /* of the last bytes in `rest` */
    BITS_FIRST = 64,
    BITS = 8 * FM_SHORT_GROUP_MAX,
    FEW = 16,     /* rows that are inserted */
    BITS_MIN = 5, /* bits of a pass: they bound how deep the sort goes */
    BITS_MAX = 8,
    /* Rows of the table: it takes a part of the memory, and stays in the cache of a core. */
    TABLE_SHARE = 16,
    TABLE_BITS_MIN = 2,
    TABLE_BITS_MAX = 15,
    ROWS_MIN = 64
};

#define COUNTS ((UINT64_C(1) << TAIL_SHIFT) - 1) /* bits of `rest` */
#define SPREAD UINT64_C(0x9E3779B97F4A7C15)      /* 2^64 by the golden ratio */

struct fm_short_groups {
    struct row *table; /* rows that came last; owned */
    unsigned bits;     /* of the table's size */
    struct row *rows;  /* all others; owned */
    size_t count, cap, most;
    size_t bytes; /* of a group */
};

enum fm_status fm_short_groups_new(size_t bytes, uint64_t memory, struct fm_short_groups **out)
{
    struct fm_short_groups *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->bits = TABLE_BITS_MIN;
    while (made->bits < TABLE_BITS_MAX &&
           (sizeof(struct row) << (made->bits + 1)) <= memory / TABLE_SHARE)
        made->bits++;
    const uint64_t most = (memory - memory / TABLE_SHARE) / sizeof(struct row);
    made->most = most < ROWS_MIN ? ROWS_MIN : most < SIZE_MAX ? (size_t)most : SIZE_MAX;
    made->bytes = bytes;
    made->table = calloc((size_t)1 << made->bits, sizeof *made->table);
    if (made->table == NULL) {
        free(made);
        return FM_NO_MEMORY;
    }
    *out = made;
    return FM_OK;
}

void fm_short_groups_free(struct fm_short_groups *groups)
{
    if (groups == NULL)
        return;
    fm_pages_free(groups->rows, groups->cap * sizeof *groups->rows);
    free(groups->table);
    free(groups);
}

static bool are_one_group(struct row a, struct row b)
{
    return a.first == b.first && a.rest >> TAIL_SHIFT == b.rest >> TAIL_SHIFT;
}

static bool comes_before(struct row a, struct row b)
{
    return a.first != b.first ? a.first < b.first : a.rest < b.rest;
}

static void insert_each(struct row *rows, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const struct row row = rows[i];
        size_t at = i;
        for (; at > 0 && comes_before(row, rows[at - 1]); at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

/* Some bits of a group, from bit @p at on; zeros after its end. */
FM_INLINE size_t digit_of(struct row row, unsigned at, unsigned bits)
{
    const uint64_t from =
        at < BITS_FIRST ? row.first << at : (row.rest & ~COUNTS) << (at - BITS_FIRST);
    return (size_t)(from >> (64 - bits));
}

/* Sort rows that are equal up to bit @p at: each is swapped to the part of its next bits, which are
 * about as many as make parts of a few rows. A row is swapped more often than it must be, but no
 * swap waits for the one before it. */
static void sort_rows(struct row *rows, size_t count, unsigned at)
{
    size_t next[1 << BITS_MAX], ends[1 << BITS_MAX], sum = 0;
    unsigned bits = BITS_MIN;
    if (at >= BITS)
        return;
    if (count <= FEW) {
        insert_each(rows, count);
        return;
    }
    while (bits < BITS_MAX && count >> bits > FEW / 4)
        bits++;
    if (at < BITS_FIRST && bits > BITS_FIRST - at)
        bits = BITS_FIRST - at;
    const size_t values = (size_t)1 << bits;
    memset(ends, 0, values * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[digit_of(rows[i], at, bits)]++;
    for (size_t value = 0; value < values; value++) {
        next[value] = sum;
        ends[value] = sum += ends[value];
    }
    for (bool again = true; again;) {
        again = false;
        for (size_t value = 0; value < values; value++) {
            again |= next[value] < ends[value];
            for (size_t i = next[value]; i < ends[value]; i++) {
                const struct row row = rows[i];
                struct row *const place = &rows[next[digit_of(row, at, bits)]++];
                rows[i] = *place;
                *place = row;
            }
        }
    }
    for (size_t value = 0, from = 0; value < values; from = ends[value++])
        if (ends[value] - from > 1)
            sort_rows(rows + from, ends[value] - from, at + bits);
}

/* Rows of one group next to each other become one, as far as counts fit. */
static void add_equal(struct fm_short_groups *groups)
{
    struct row *const rows = groups->rows;
    size_t to = 0;
    for (size_t i = 1; i < groups->count; i++) {
        const uint64_t packed = rows[i].rest & COUNTS;
        if (are_one_group(rows[to], rows[i]) && fm_counts_fit(rows[to].rest & COUNTS, packed))
            rows[to].rest += packed;
        else
            rows[++to] = rows[i];
    }
    groups->count = groups->count > 0 ? to + 1 : 0;
}

/* Rows of the table always have room, too. */
static bool is_full(const struct fm_short_groups *groups)
{
    return groups->count + ((size_t)1 << groups->bits) >= groups->cap;
}

/* Make room for more: by half as many each time, at last by adding up those that
 * are of one group, if that makes half of it free. */
static enum fm_status short_groups_room(struct fm_short_groups *groups)
{
    const size_t more = groups->cap + groups->cap / 2, few = FM_LARGE_PAGE / sizeof(struct row);
    size_t cap = more < few ? few : more;
    cap = cap < groups->most ? cap : groups->most;
    if (cap <= groups->cap) {
        sort_rows(groups->rows, groups->count, 0);
        add_equal(groups);
        return groups->count <= groups->cap / 2 ? FM_OK : FM_NO_ROOM;
    }
    struct row *rows = fm_pages_grow(groups->rows, groups->cap * sizeof *rows, cap * sizeof *rows);
    if (rows == NULL)
        return FM_NO_MEMORY;
    groups->rows = rows;
    groups->cap = cap;
    return FM_OK;
}

enum fm_status fm_short_groups_add(struct fm_short_groups *groups, const unsigned char *group,
                                   uint64_t packed)
{
    unsigned char bytes[FM_SHORT_GROUP_MAX] = {0};
    if (groups->bytes < FM_SHORT_GROUP_MAX) /* else read where it is, without a copy */
        group = memcpy(bytes, group, groups->bytes);
    const struct row row = {fm_eight_big(group),
                            fm_big_endian(group + FIRST, FM_SHORT_GROUP_MAX - FIRST) << TAIL_SHIFT |
                                packed};
    const uint64_t hash = (row.first ^ row.rest >> TAIL_SHIFT) * SPREAD;
    struct row *const before = &groups->table[hash >> (64 - groups->bits)];
    if (before->rest != 0 && are_one_group(*before, row) &&
        fm_counts_fit(before->rest & COUNTS, packed)) {
        before->rest += packed;
        return FM_OK;
    }
    if (before->rest != 0) {
        if (is_full(groups))
            FM_TRY(short_groups_room(groups));
        groups->rows[groups->count++] = *before;
    }
    *before = row;
    return FM_OK;
}

/* Give all rows of a sorted list. */
static enum fm_status give_rows(const struct fm_short_groups *groups, const struct row *rows,
                                size_t count, fm_short_groups_put *put, void *user,
                                struct fm_error *error)
{
    unsigned char bytes[FM_SHORT_GROUP_MAX];
    for (size_t i = 0; i < count; i++) {
        fm_big_endian_store(bytes, FIRST, rows[i].first);
        fm_big_endian_store(bytes + FIRST, FM_SHORT_GROUP_MAX - FIRST, rows[i].rest >> TAIL_SHIFT);
        FM_TRY(put(user, (struct fm_text){bytes, groups->bytes}, rows[i].rest & COUNTS, error));
    }
    return FM_OK;
}

enum fm_status fm_short_groups_take(struct fm_short_groups *groups, fm_short_groups_put *put,
                                    void *user, struct fm_error *error)
{
    const size_t size = (size_t)1 << groups->bits;
    if (groups->rows == NULL)
        FM_TRY(short_groups_room(groups));
    for (size_t i = 0; i < size; i++) {
        if (groups->table[i].rest != 0)
            groups->rows[groups->count++] = groups->table[i];
        groups->table[i] = (struct row){0, 0};
    }
    sort_rows(groups->rows, groups->count, 0);
    add_equal(groups);
    const size_t count = groups->count;
    groups->count = 0;
    return give_rows(groups, groups->rows, count, put, user, error);
}
