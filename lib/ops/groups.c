/* SPDX-License-Identifier: MIT */
/* Groups are pairs of a sorter, and their counts are added up in its memory, where a small table
 * finds those that came not long ago. When that is full, or the sorter's memory was written, it is
 * emptied. A group that comes again then is one more pair: at the end pairs of one group are next
 * to each other, and are added. So a group that is met often is seldom more than a few pairs, and
 * no group takes memory twice. */
#include <config.h>
#include "ops/groups.h"
#include <stdlib.h>
#include "base/memory.h"
#include "base/table.h"
#include "ops/sorter.h"

enum {
    TABLE_SHARE = 8, /* divisor of memory: the table may take one part in so many */
    TABLE_MAX = 4 * 1024 * 1024
};

/* Counts in memory. */
struct small {
    uint32_t count, wins, draws, losses, mover_wins;
};

/* A row of the table. */
struct group_row {
    struct fm_hash128 hash;
    /* a struct small, after the bytes of the group, in the sorter's memory */
    unsigned char *counts;
    size_t n; /* number of bytes of the group */
};

struct fm_groups {
    struct fm_sorter *sorter;
    struct fm_table known; /* hash table of the groups whose pairs are in the sorter's memory */
    uint64_t emptied;      /* fm_sorter_emptied() at the time when `known` was cleared */
    size_t most;           /* most bytes of `known` */
};

enum fm_status fm_groups_new(struct fm_spool *spool, uint64_t memory, struct fm_groups **out)
{
    const uint64_t share = memory / TABLE_SHARE;
    struct fm_groups *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->most = share < TABLE_MAX ? (size_t)share : TABLE_MAX;
    made->known.row = sizeof(struct group_row);
    const enum fm_status status = fm_sorter_new(spool, memory - made->most, &made->sorter);
    if (status != FM_OK)
        free(made);
    else
        *out = made;
    return status;
}

void fm_groups_free(struct fm_groups *groups)
{
    if (groups == NULL)
        return;
    fm_sorter_free(groups->sorter);
    fm_table_free(&groups->known);
    free(groups);
}

/* @return false: they would be too large. */
static bool add_in_place(unsigned char *at, const struct fm_counts *more)
{
    struct small sum;
    memcpy(&sum, at, sizeof sum);
    if (more->count > UINT32_MAX - sum.count)
        return false;
    sum.count += (uint32_t)more->count;
    sum.wins += (uint32_t)more->wins;
    sum.draws += (uint32_t)more->draws;
    sum.losses += (uint32_t)more->losses;
    sum.mover_wins += (uint32_t)more->mover_wins;
    memcpy(at, &sum, sizeof sum);
    return true;
}

/* The row of a hash, where pairs of the sorter are still where they were. */
static struct group_row *row_of(struct fm_groups *groups, struct fm_hash128 hash, bool *fresh)
{
    const bool full = fm_table_bytes(&groups->known) + fm_table_growth(&groups->known, 1) >
                      (groups->known.cap == 0 ? SIZE_MAX : groups->most);
    if (full || groups->emptied != fm_sorter_emptied(groups->sorter))
        fm_table_clear(&groups->known);
    groups->emptied = fm_sorter_emptied(groups->sorter);
    return fm_table_add(&groups->known, hash, fresh);
}

enum fm_status fm_groups_add(struct fm_groups *groups, struct fm_hash128 hash, struct fm_text group,
                             const struct fm_counts *more, struct fm_error *error)
{
    bool fresh;
    const struct group_row *found = row_of(groups, hash, &fresh);
    if (found == NULL)
        return FM_NO_MEMORY;
    if (!fresh && found->n == group.n && memcmp(found->counts - group.n, group.p, group.n) == 0 &&
        add_in_place(found->counts, more))
        return FM_OK;
    const struct small first = {(uint32_t)more->count, (uint32_t)more->wins, (uint32_t)more->draws,
                                (uint32_t)more->losses, (uint32_t)more->mover_wins};
    const struct fm_text value = {(const unsigned char *)&first, sizeof first};
    FM_TRY(fm_sorter_add(groups->sorter, group, value, error));
    struct group_row *row = row_of(groups, hash, &fresh);
    if (row == NULL)
        return FM_NO_MEMORY;
    row->counts = fm_sorter_last(groups->sorter);
    row->n = group.n;
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

static enum fm_status add_pair(void *user, struct fm_text group, struct fm_text value,
                               struct fm_error *error)
{
    struct adding *adding = user;
    struct fm_counts *sum = &adding->sum;
    struct small more;
    memcpy(&more, value.p, sizeof more);
    if (!fm_text_equal(group, (struct fm_text){adding->group.p, adding->group.n})) {
        FM_TRY(give(adding, error));
        *sum = (struct fm_counts){0};
        adding->group.n = 0;
        FM_TRY(fm_buf_append_text(&adding->group, group));
    }
    *sum =
        (struct fm_counts){sum->count + more.count, sum->wins + more.wins, sum->draws + more.draws,
                           sum->losses + more.losses, sum->mover_wins + more.mover_wins};
    return FM_OK;
}

enum fm_status fm_groups_each(struct fm_groups *groups, fm_groups_put *put, void *user,
                              struct fm_error *error)
{
    struct adding adding = {.put = put, .user = user};
    fm_table_free(&groups->known);
    enum fm_status status = fm_sorter_each(groups->sorter, add_pair, &adding, error);
    FM_NEXT(status, give(&adding, error));
    fm_buf_free(&adding.group);
    return status;
}
