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
    uint64_t hash;         /* of the group */
    unsigned char *counts; /* packed, in the sorter's memory after the group; NULL = none */
    size_t n;              /* number of bytes of the group */
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
    const uint64_t part = memory / TABLE_SHARE, share = part < TABLE_MAX ? part : TABLE_MAX;
    const bool few = bytes > 0 && bytes <= FM_SHORT_GROUP_MAX;
    struct fm_groups *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    for (made->size = 1; 2 * made->size * sizeof *made->known <= share;)
        made->size *= 2;
    enum fm_status status = few ? fm_short_groups_new(bytes, memory / 2, &made->few) : FM_OK;
    if (!few && (made->known = fm_pages_alloc(made->size * sizeof *made->known)) == NULL)
        status = FM_NO_MEMORY;
    FM_NEXT(status, fm_sorter_new(spool, memory - (few ? memory / 2 : share), &made->sorter));
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

static enum fm_status add_packed(void *user, struct fm_text group, uint64_t packed,
                                 struct fm_error *error)
{
    struct fm_groups *groups = user;
    unsigned char bytes[FM_COUNTS_BYTES];
    fm_counts_store(bytes, packed);
    return fm_sorter_add(groups->sorter, group, (struct fm_text){bytes, sizeof bytes}, error);
}

static enum fm_status add_few(struct fm_groups *groups, const struct fm_grouped *one,
                              struct fm_error *error)
{
    const enum fm_status status = fm_short_groups_add(groups->few, one->group.p, one->counts);
    if (status != FM_NO_ROOM)
        return status;
    FM_TRY(fm_short_groups_take(groups->few, add_packed, groups, error));
    return fm_short_groups_add(groups->few, one->group.p, one->counts);
}

/* Eight bytes in a step; the last ones of a longer group may be taken twice. */
static uint64_t hash_of(struct fm_text group)
{
    const unsigned char *p = group.p, *const end = p + group.n;
    uint64_t hash = group.n;
    if (group.n < 8)
        return fm_hash_mix(hash ^ fm_little_endian(p, group.n));
    for (; end - p > 8; p += 8)
        hash = (fm_hash_rotate(hash, 5) ^ fm_eight_load(p)) * FM_HASH_C1;
    return fm_hash_mix(hash ^ fm_eight_load(end - 8));
}

/* A group that is met takes its row from the one that was met there before. */
static struct group_row *row_of(const struct fm_groups *groups, uint64_t hash)
{
    return &groups->known[hash & (groups->size - 1)];
}

/* Add counts to those of a group that is known. */
static bool add_in_place(const struct fm_groups *groups, const struct group_row *row,
                         const struct fm_grouped *one)
{
    unsigned char *const counts = row->counts;
    if (counts == NULL || row->hash != one->hash || row->n != one->group.n ||
        !fm_sorter_keeps(groups->sorter, row->place) ||
        memcmp(counts - row->n, one->group.p, row->n) != 0 ||
        !fm_counts_fit(fm_counts_load(counts), one->counts))
        return false;
    fm_counts_store(counts, fm_counts_load(counts) + one->counts);
    return true;
}

static enum fm_status add_one(struct fm_groups *groups, const struct fm_grouped *one,
                              struct fm_error *error)
{
    struct group_row *const row = row_of(groups, one->hash);
    if (add_in_place(groups, row, one))
        return FM_OK;
    FM_TRY(add_packed(groups, one->group, one->counts, error));
    row->counts = fm_sorter_last(groups->sorter, &row->place);
    row->hash = one->hash;
    row->n = one->group.n;
    return FM_OK;
}

enum fm_status fm_groups_add(struct fm_groups *groups, struct fm_grouped *records, size_t count,
                             struct fm_error *error)
{
    const size_t looked_for = groups->few == NULL ? count : 0;
    for (size_t i = 0; i < looked_for; i++) {
        records[i].hash = hash_of(records[i].group);
        FM_PREFETCH(row_of(groups, records[i].hash));
    }
    for (size_t i = 0; i < looked_for; i++) {
        const struct group_row *const row = row_of(groups, records[i].hash);
        if (row->hash == records[i].hash && row->counts != NULL) {
            FM_PREFETCH(row->counts - row->n);
            FM_PREFETCH(row->counts);
        }
    }
    for (size_t i = 0; i < count; i++)
        FM_TRY(groups->few != NULL ? add_few(groups, &records[i], error)
                                   : add_one(groups, &records[i], error));
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
    return adding->sum.count == 0
               ? FM_OK
               : adding->put(adding->user, fm_buf_text(&adding->group), &adding->sum, error);
}

/* Pairs of one group follow each other. */
static enum fm_status add_few_pair(void *user, struct fm_text group, uint64_t packed,
                                   struct fm_error *error)
{
    struct adding *adding = user;
    if (adding->sum.count == 0 || !fm_text_equal(group, fm_buf_text(&adding->group))) {
        FM_TRY(give(adding, error));
        adding->sum = (struct fm_counts){0};
        adding->group.n = 0;
        FM_TRY(fm_buf_append_text(&adding->group, group));
    }
    fm_counts_add(packed, &adding->sum);
    return FM_OK;
}

static enum fm_status add_pair(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    return add_few_pair(user, pair->key, fm_counts_load(pair->rest.p), error);
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
