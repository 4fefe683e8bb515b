/* SPDX-License-Identifier: MIT */
/* Groups are pairs of a sorter, and their counts are added up in its memory, where a small table
 * finds those that came not long ago: a group is known until another one takes its row, or until
 * the sorter's memory is written. One that comes again then is one more pair: at the end pairs of
 * one group are next to each other, and are added. So a group that is met often is seldom more than
 * a few pairs.
 *
 * Groups of a few bytes, all of one length, have their own memory (short_groups.h), and the sorter
 * gets them when that is full. */
#include <config.h>
#include "ops/groups.h"
#include <stdlib.h>
#include "base/lanes.h"
#include "base/memory.h"
#include "ops/short_groups.h"
#include "ops/sorter.h"

enum {
    TABLE_SHARE = 8, /* divisor of memory: the table may take one part in so many */
    TABLE_MAX = 4 * 1024 * 1024
};

/* A row of the table. */
struct group_row {
    uint64_t hash;         /* half of the group's */
    unsigned char *counts; /* packed, in the sorter's memory; NULL = there is no group */
    uint32_t n;            /* number of bytes of the group */
    uint32_t before;       /* number of bytes from those to the counts */
    struct fm_place place; /* only if the sorter keeps it, `counts` is where it was */
};

struct fm_groups {
    struct fm_short_groups *few; /* groups of few bytes; NULL = any are possible; owned */
    struct fm_sorter *sorter;    /* all others, and what does not fit there */
    struct group_row *known;     /* groups that came not long ago, by their hashes; owned */
    size_t size;                 /* rows of `known`, a power of 2 */
};

enum fm_status fm_groups_new(struct fm_spool *spool, size_t bytes, uint64_t memory,
                             struct fm_groups **out)
{
    const uint64_t share = memory / TABLE_SHARE;
    const bool few = bytes > 0 && bytes <= FM_SHORT_GROUP_MAX;
    struct fm_groups *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    for (made->size = 1;
         2 * made->size * sizeof *made->known <= (share < TABLE_MAX ? share : TABLE_MAX);)
        made->size *= 2;
    const uint64_t known = made->size * sizeof *made->known;
    enum fm_status status = few ? fm_short_groups_new(bytes, memory / 2, &made->few) : FM_OK;
    if (!few && (made->known = fm_pages_alloc((size_t)known)) == NULL)
        status = FM_NO_MEMORY;
    FM_NEXT(status, fm_sorter_new(spool,
                                  few              ? memory / 2
                                  : memory > known ? memory - known
                                                   : 0,
                                  &made->sorter));
    if (status != FM_OK)
        fm_groups_free(made);
    else
        *out = made;
    return status;
}

void fm_groups_free(struct fm_groups *groups)
{
    if (groups == NULL)
        return;
    fm_short_groups_free(groups->few);
    fm_sorter_free(groups->sorter);
    fm_pages_free(groups->known, groups->size * sizeof *groups->known);
    free(groups);
}

/* @return false: they would be too large. */
static bool add_in_place(unsigned char *at, uint64_t more)
{
    const uint64_t sum = fm_little_endian(at, FM_COUNTS_BYTES);
    if (!fm_counts_fit(sum, more))
        return false;
    fm_little_endian_store(at, FM_COUNTS_BYTES, sum + more);
    return true;
}

static enum fm_status add_packed(void *user, struct fm_text group, uint64_t packed,
                                 struct fm_error *error)
{
    struct fm_groups *groups = user;
    unsigned char bytes[FM_COUNTS_BYTES];
    fm_little_endian_store(bytes, sizeof bytes, packed);
    return fm_sorter_add(groups->sorter, group, (struct fm_text){bytes, sizeof bytes}, error);
}

static enum fm_status add_few(struct fm_groups *groups, struct fm_text group, uint64_t packed,
                              struct fm_error *error)
{
    enum fm_status status = fm_short_groups_add(groups->few, group.p, packed);
    if (status != FM_NO_ROOM)
        return status;
    FM_TRY(fm_short_groups_take(groups->few, add_packed, groups, error));
    return fm_short_groups_add(groups->few, group.p, packed);
}

/* The place of a hash: a group that is met takes it from the one that was met before. */
static struct group_row *row_of(const struct fm_groups *groups, struct fm_hash128 hash)
{
    return &groups->known[hash.hi & (groups->size - 1)];
}

void fm_groups_fetch(const struct fm_groups *groups, struct fm_hash128 hash, bool row)
{
    if (groups->few != NULL)
        return;
    const struct group_row *const found = row_of(groups, hash);
    if (row)
        FM_PREFETCH(found);
    else
        FM_PREFETCH(found->counts);
}

enum fm_status fm_groups_add(struct fm_groups *groups, struct fm_hash128 hash, struct fm_text group,
                             const struct fm_counts *more, struct fm_error *error)
{
    const uint64_t packed = fm_counts_pack(more);
    if (packed == 0)
        return fm_sorter_add(groups->sorter, group,
                             (struct fm_text){(const void *)more, sizeof *more}, error);
    if (groups->few != NULL)
        return add_few(groups, group, packed, error);
    struct group_row *const row = row_of(groups, hash);
    if (row->counts != NULL && row->hash == hash.lo && row->n == group.n &&
        fm_sorter_keeps(groups->sorter, row->place) &&
        memcmp(row->counts - row->before - group.n, group.p, group.n) == 0 &&
        add_in_place(row->counts, packed))
        return FM_OK;
    const unsigned char *key;
    FM_TRY(add_packed(groups, group, packed, error));
    row->counts = fm_sorter_last(groups->sorter, &key, &row->place);
    row->hash = hash.lo;
    row->n = (uint32_t)group.n;
    row->before = (uint32_t)(row->counts - key - (ptrdiff_t)group.n);
    return FM_OK;
}

/* The group whose pairs are added up. */
struct adding {
    struct fm_buf group;
    struct fm_counts sum; /* sum of the counts of `group`; count 0 = there is no group yet */
    fm_groups_put *put;
    void *user;
};

static enum fm_status give(struct adding *adding, struct fm_error *error)
{
    const struct fm_text group = {adding->group.p, adding->group.n};
    return adding->sum.count == 0 ? FM_OK : adding->put(adding->user, group, &adding->sum, error);
}

/* Pairs of one group follow each other. */
static enum fm_status see_group(struct adding *adding, struct fm_text group, struct fm_error *error)
{
    if (adding->sum.count > 0 && fm_text_equal(group, fm_buf_text(&adding->group)))
        return FM_OK;
    FM_TRY(give(adding, error));
    adding->sum = (struct fm_counts){0};
    adding->group.n = 0;
    return fm_buf_append_text(&adding->group, group);
}

static enum fm_status add_few_pair(void *user, struct fm_text group, uint64_t packed,
                                   struct fm_error *error)
{
    struct adding *adding = user;
    FM_TRY(see_group(adding, group, error));
    fm_counts_add(packed, &adding->sum);
    return FM_OK;
}

static enum fm_status add_pair(void *user, struct fm_text group, struct fm_text value,
                               struct fm_error *error)
{
    struct adding *adding = user;
    struct fm_counts *sum = &adding->sum, more;
    if (value.n == FM_COUNTS_BYTES)
        return add_few_pair(user, group, fm_little_endian(value.p, FM_COUNTS_BYTES), error);
    memcpy(&more, value.p, sizeof more);
    FM_TRY(see_group(adding, group, error));
    *sum =
        (struct fm_counts){sum->count + more.count, sum->wins + more.wins, sum->draws + more.draws,
                           sum->losses + more.losses, sum->mover_wins + more.mover_wins};
    return FM_OK;
}

enum fm_status fm_groups_each(struct fm_groups *groups, fm_groups_put *put, void *user,
                              struct fm_error *error)
{
    struct adding adding = {.put = put, .user = user};
    enum fm_status status;
    fm_pages_free(groups->known, groups->size * sizeof *groups->known);
    groups->known = NULL;
    if (groups->few != NULL && fm_sorter_is_empty(groups->sorter)) {
        status = fm_short_groups_take(groups->few, add_few_pair, &adding, error);
    } else {
        status = groups->few == NULL ? FM_OK
                                     : fm_short_groups_take(groups->few, add_packed, groups, error);
        FM_NEXT(status, fm_sorter_each(groups->sorter, add_pair, &adding, error));
    }
    FM_NEXT(status, give(&adding, error));
    fm_buf_free(&adding.group);
    return status;
}
