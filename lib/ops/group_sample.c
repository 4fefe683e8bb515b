/* SPDX-License-Identifier: MIT */
/* Samples of groups: see group_sample.h. Records are sorted by group and hash, the first ones of
 * each group are taken, and those are sorted by their place. As long as there is memory, the
 * hashes of each group are counted in intervals, so that a record that can be none of its sample
 * any more is dropped. Groups without counts keep all their records, in the file. */
#include <config.h>
#include "ops/group_sample.h"
#include "base/lanes.h"
#include <stdlib.h>
#include "base/table.h"

enum {
    NUMBER = sizeof(uint64_t),
    KEY = 4 * NUMBER, /* group, hash, place */
    /* Interval i has the hashes of i bits, of which all are below those of interval i + 1. */
    HASH_INTERVALS = 65
};

/* A row of the table. */
struct group_row {
    struct fm_hash128 key;
    uint64_t index; /* of its counts */
};

struct group_counts {
    uint64_t kept;                    /* number of hashes in the intervals up to `top` */
    uint64_t top;                     /* index of the last interval with wanted hashes */
    uint64_t offered[HASH_INTERVALS]; /* number of offered hashes in each interval */
};

struct fm_group_sample {
    uint64_t size;                /* number of records of each group that are wanted */
    uint64_t place;               /* number of records offered so far */
    struct fm_table rows;         /* of struct group_row */
    struct fm_buf counts;         /* array of struct group_counts */
    uint64_t groups_most;         /* limit for the number of groups with counts */
    struct fm_sorter *by_group;   /* records by group, hash and place; owned */
    struct fm_sorter *by_place;   /* drawn records by place; owned */
    unsigned char group[KEY / 2]; /* group of the last record that was looked at */
    uint64_t taken;               /* number of its records that are drawn */
    /* gets the drawn records in the end */
    enum fm_status (*each)(void *user, struct fm_text text, struct fm_error *error);
    void *user;
};

enum fm_status fm_group_sample_new(struct fm_spool *spool, uint64_t memory, uint64_t size,
                                   struct fm_group_sample **out)
{
    struct fm_group_sample *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->size = size;
    made->rows = (struct fm_table){.row = sizeof(struct group_row)};
    /* Both grow to twice their size at most. */
    made->groups_most =
        memory / 4 / (2 * sizeof(struct group_counts) + 4 * sizeof(struct group_row));
    enum fm_status status = fm_sorter_new(spool, memory / 2, &made->by_group);
    FM_NEXT(status, fm_sorter_new(spool, memory / 4, &made->by_place));
    if (status != FM_OK)
        fm_group_sample_free(made);
    else
        *out = made;
    return status;
}

void fm_group_sample_free(struct fm_group_sample *sample)
{
    if (sample == NULL)
        return;
    fm_sorter_free(sample->by_group);
    fm_sorter_free(sample->by_place);
    fm_table_free(&sample->rows);
    fm_buf_free(&sample->counts);
    free(sample);
}

/* The counts of a group, made with its first record; NULL: there is no memory for them. */
static enum fm_status counts_of_group(struct fm_group_sample *sample, struct fm_hash128 group,
                                      struct group_counts **out)
{
    const uint64_t known = sample->counts.n / sizeof **out;
    struct group_row *row = fm_table_find(&sample->rows, group);
    bool fresh = false;
    *out = NULL;
    if (row == NULL && known < sample->groups_most) {
        static const struct group_counts none = {.top = HASH_INTERVALS - 1};
        row = fm_table_add(&sample->rows, group, &fresh);
        if (row == NULL)
            return FM_NO_MEMORY;
        row->index = known;
        FM_TRY(fm_buf_append(&sample->counts, &none, sizeof none));
    }
    if (row != NULL)
        *out = (struct group_counts *)(void *)sample->counts.p + row->index;
    return FM_OK;
}

/* Count a hash of a group. @return is it wanted? If not, enough smaller ones were offered. */
static bool count_hash_in(struct group_counts *counts, uint64_t hash, uint64_t size)
{
    const unsigned interval = hash == 0 ? 0 : 64 - (unsigned)__builtin_clzll(hash);
    if (interval > counts->top)
        return false;
    counts->offered[interval]++;
    for (counts->kept++; counts->kept - counts->offered[counts->top] >= size; counts->top--)
        counts->kept -= counts->offered[counts->top];
    return interval <= counts->top;
}

enum fm_status fm_group_sample_offer(struct fm_group_sample *sample, struct fm_hash128 group,
                                     uint64_t hash, struct fm_text text, struct fm_error *error)
{
    unsigned char key[KEY];
    struct group_counts *counts;
    const uint64_t place = sample->place++;
    FM_TRY(counts_of_group(sample, group, &counts));
    if (counts != NULL && !count_hash_in(counts, hash, sample->size))
        return FM_OK;
    fm_big_endian_store(key, NUMBER, group.hi);
    fm_big_endian_store(key + NUMBER, NUMBER, group.lo);
    fm_big_endian_store(key + 2 * NUMBER, NUMBER, hash);
    fm_big_endian_store(key + 3 * NUMBER, NUMBER, place);
    return fm_sorter_add(sample->by_group, (struct fm_text){key, KEY}, text, error);
}

static enum fm_status draw_first(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct fm_group_sample *sample = user;
    if (memcmp(sample->group, pair->key.p, sizeof sample->group) != 0) {
        memcpy(sample->group, pair->key.p, sizeof sample->group);
        sample->taken = 0;
    }
    if (sample->taken == sample->size)
        return FM_OK;
    sample->taken++;
    const struct fm_text place = {pair->key.p + KEY - NUMBER, NUMBER};
    return fm_sorter_add(sample->by_place, place, pair->rest, error);
}

static enum fm_status give_drawn(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    const struct fm_group_sample *sample = user;
    return sample->each(sample->user, pair->rest, error);
}

enum fm_status fm_group_sample_each(struct fm_group_sample *sample,
                                    enum fm_status (*each)(void *user, struct fm_text text,
                                                           struct fm_error *error),
                                    void *user, struct fm_error *error)
{
    sample->each = each;
    sample->user = user;
    fm_table_free(&sample->rows);
    fm_buf_free(&sample->counts);
    FM_TRY(fm_sorter_each(sample->by_group, draw_first, sample, error));
    return fm_sorter_each(sample->by_place, give_drawn, sample, error);
}
