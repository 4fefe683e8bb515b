/* SPDX-License-Identifier: MIT */
/* Sorting: see sorter.h. Pairs in memory are divided by their keys (key_ranges.h). When memory is
 * full, they become one run in the temporary file. Runs are kept in the order in which their pairs
 * came, so of equal keys the one of the earlier run comes first. A merge compares codes of keys,
 * which need no look at the keys themselves but where they are equal (pair_sort.h). */
#include <config.h>
#include "ops/sorter.h"
#include <stdlib.h>

enum {
    FAN = FM_STREAMS, /* most runs that are read from the file at a time */
    FAN_MIN = 2,
    KEYS_SHARE = 8 /* divisor of memory: keys of runs may take one part in so many */
};

/* A sorted run in the file. Runs of one level have about the same size and are next to each
 * other. */
struct run {
    struct fm_stream stream;
    uint64_t left; /* number of records not read yet */
    unsigned level;
};

/* A run while it is read, or what is in memory, with the pair at its front. */
struct source {
    uint64_t code; /* of its key against the key before it in the run; FM_CODE_LAST = it is over */
    struct fm_pair pair; /* of a run in the file without the bytes of its rest, which come next */
    struct run *run;     /* run in the file; NULL = memory */
    struct fm_buf bytes; /* for a run in the file: buffer of the key; owned */
};

struct fm_sorter {
    struct fm_spool *spool;
    struct fm_key_ranges ranges; /* what is in memory */
    struct fm_buf runs;          /* struct run, the oldest first */
    size_t same;        /* while merging: bytes that the key has in common with the last one */
    struct fm_buf rest; /* buffer: rest of a pair of a run that is given */
};

/* Who lost at a node of a merge, and the code of its key against that of the winner there. */
struct loser {
    uint64_t code;
    size_t source;
};

/* A merge by a tree of losers. The sources are in the order in which their pairs came. Each
 * inner node of a tree over them has the source that lost there; nodes are numbered from 1, and
 * source i is the leaf count + i. The pair that is given next is compared with those that lost
 * against the last one of its source: so all codes on the way have one base. */
struct merge {
    struct fm_sorter *sorter;
    struct source *sources; /* owned */
    struct loser
        *losers; /* of the nodes; [0] is the winner, its code that against the last; owned */
    size_t count;
};

/* The run that is being written. */
struct writing {
    struct fm_sorter *sorter;
    struct run run;
};

static struct run *runs_of(const struct fm_sorter *sorter, size_t *count)
{
    *count = sorter->runs.n / sizeof(struct run);
    return (void *)sorter->runs.p;
}

enum fm_status fm_sorter_new(struct fm_spool *spool, uint64_t memory, struct fm_sorter **out)
{
    struct fm_sorter *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    fm_key_ranges_init(&made->ranges, fm_spool_rest(spool, memory, FM_STREAMS_MOST));
    *out = made;
    return FM_OK;
}

void fm_sorter_free(struct fm_sorter *sorter)
{
    size_t count;
    if (sorter == NULL)
        return;
    fm_key_ranges_free(&sorter->ranges);
    struct run *runs = runs_of(sorter, &count);
    for (size_t i = 0; i < count; i++)
        fm_stream_drop(sorter->spool, &runs[i].stream);
    fm_buf_free(&sorter->runs);
    fm_buf_free(&sorter->rest);
    free(sorter);
}

/* The merge. */

static enum fm_status see_pair(struct fm_sorter *sorter, struct source *source)
{
    const struct fm_text before = source->pair.key;
    const unsigned char *record;
    FM_TRY(fm_key_ranges_next(&sorter->ranges, &record));
    source->code = FM_CODE_LAST;
    if (record != NULL) {
        source->pair = fm_pair_read(record);
        source->code = fm_code_of(source->pair.key, fm_keys_same(before, source->pair.key, 0));
    }
    return FM_OK;
}

/* A record in the file has only those bytes of its key that the one before it has not. */
static enum fm_status see_record(struct fm_sorter *sorter, struct source *source,
                                 struct fm_error *error)
{
    struct fm_stream *stream = &source->run->stream;
    enum { SAME, KEY, REST, SHARED, NUMBERS };
    uint64_t numbers[NUMBERS];
    if (source->run->left == 0) {
        source->code = FM_CODE_LAST;
        return FM_OK;
    }
    source->run->left--;
    for (unsigned i = 0; i < NUMBERS; i++)
        FM_TRY(fm_stream_read_number(sorter->spool, stream, &numbers[i], error));
    source->bytes.n = (size_t)numbers[SAME];
    FM_TRY(fm_stream_read_to(sorter->spool, stream, &source->bytes, (size_t)numbers[KEY], error));
    source->pair = (struct fm_pair){
        fm_buf_text(&source->bytes), {NULL, (size_t)numbers[REST]}, (size_t)numbers[SHARED]};
    source->code = fm_code_of(source->pair.key, (size_t)numbers[SAME]);
    return FM_OK;
}

/* Two keys have the same code: which comes first? If it is the other one, they change places. The
 * code of the one that comes second is made anew, against the first.
 * @param other  the one that may have lost before. */
static FM_NOINLINE void compare_keys(const struct merge *merge, struct loser *one,
                                     struct loser *other)
{
    bool first = one->source < other->source;
    if (one->code == FM_CODE_LAST)
        return;
    const struct fm_text a = merge->sources[one->source].pair.key;
    const struct fm_text b = merge->sources[other->source].pair.key;
    size_t same = fm_code_end(one->code);
    if (same == SIZE_MAX)
        same = fm_keys_same(a, b, fm_code_same(one->code) + FM_CODE_BLOCK);
    if (same < a.n || same < b.n)
        first = same == a.n || (same < b.n && a.p[same] < b.p[same]);
    const struct loser winner = first ? *one : *other;
    const size_t loser = first ? other->source : one->source;
    *other = (struct loser){fm_code_of(first ? b : a, same), loser};
    *one = winner;
}

/* Play the pair of a source from a node up: who comes first at the end. */
static struct loser play_up(struct merge *merge, size_t node, struct loser one)
{
    uint64_t code = one.code;
    size_t source = one.source;
    for (; node > 0; node /= 2) {
        struct loser *const other = &merge->losers[node];
        const uint64_t other_code = other->code;
        const size_t other_source = other->source;
        if (FM_UNLIKELY(code == other_code)) {
            one = (struct loser){code, source};
            compare_keys(merge, &one, other);
            code = one.code;
            source = one.source;
            continue;
        }
        /* Which comes first is not foreseen: no branch is made of it. */
        const bool first = code < other_code;
        other->code = first ? other_code : code;
        other->source = first ? other_source : source;
        code = first ? code : other_code;
        source = first ? source : other_source;
    }
    return (struct loser){code, source};
}

/* From the last node to the first, so that the winners below each are known. Codes are against the
 * empty key. */
static enum fm_status play_all(struct merge *merge)
{
    struct loser *winners = calloc(2 * merge->count, sizeof *winners);
    if (winners == NULL)
        return FM_NO_MEMORY;
    for (size_t node = 2 * merge->count; node-- > 1;) {
        if (node >= merge->count) {
            const size_t source = node - merge->count;
            winners[node] = (struct loser){merge->sources[source].code, source};
            continue;
        }
        winners[node] = winners[2 * node];
        merge->losers[node] = winners[2 * node + 1];
        if (winners[node].code == merge->losers[node].code) {
            compare_keys(merge, &winners[node], &merge->losers[node]);
        } else if (winners[node].code > merge->losers[node].code) {
            merge->losers[node] = winners[node];
            winners[node] = winners[2 * node + 1];
        }
    }
    merge->losers[0] = winners[1];
    free(winners);
    return FM_OK;
}

/* Runs from `first` on, then memory, if it takes part. */
static enum fm_status merge_start(struct merge *merge, struct fm_sorter *sorter, size_t first,
                                  bool memory, struct fm_error *error)
{
    size_t count;
    struct run *runs = runs_of(sorter, &count);
    const size_t listed = count - first;
    *merge = (struct merge){.sorter = sorter, .count = listed + memory};
    merge->sources = calloc(merge->count + 1, sizeof *merge->sources);
    merge->losers = calloc(merge->count + 1, sizeof *merge->losers);
    if (merge->sources == NULL || merge->losers == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < listed; i++) {
        merge->sources[i].run = &runs[first + i];
        FM_TRY(see_record(sorter, &merge->sources[i], error));
    }
    if (memory)
        FM_TRY(see_pair(sorter, &merge->sources[listed]));
    return merge->count == 0 ? FM_OK : play_all(merge);
}

/* Give the pair that is next. */
static enum fm_status merge_next(struct merge *merge, fm_sorter_put *put, void *user,
                                 struct fm_error *error)
{
    struct fm_sorter *sorter = merge->sorter;
    struct loser one = merge->losers[0];
    struct source *source = &merge->sources[one.source];
    if (source->run == NULL) {
        FM_TRY(put(user, &source->pair, error));
        FM_TRY(see_pair(sorter, source));
    } else {
        struct fm_buf *const rest = &sorter->rest;
        rest->n = 0;
        FM_TRY(fm_stream_read_to(sorter->spool, &source->run->stream, rest, source->pair.rest.n,
                                 error));
        source->pair.rest.p = rest->p;
        FM_TRY(put(user, &source->pair, error));
        FM_TRY(see_record(sorter, source, error));
    }
    /* The new pair is played up the tree against those that lost on its way. */
    one.code = source->code;
    merge->losers[0] = play_up(merge, (merge->count + one.source) / 2, one);
    return FM_OK;
}

static enum fm_status merge_all(struct fm_sorter *sorter, size_t first, bool memory,
                                fm_sorter_put *put, void *user, struct fm_error *error)
{
    struct merge merge;
    enum fm_status status = merge_start(&merge, sorter, first, memory, error);
    while (status == FM_OK && merge.count > 0 && merge.losers[0].code != FM_CODE_LAST) {
        sorter->same = fm_code_same(merge.losers[0].code);
        status = merge_next(&merge, put, user, error);
    }
    for (size_t i = 0; merge.sources != NULL && i < merge.count; i++)
        fm_buf_free(&merge.sources[i].bytes);
    free(merge.sources);
    free(merge.losers);
    return status;
}

/* Runs in the file. */

static enum fm_status put_in_run(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct writing *writing = user;
    struct fm_spool *spool = writing->sorter->spool;
    struct fm_stream *stream = &writing->run.stream;
    const size_t same = writing->sorter->same;
    const size_t numbers[] = {same, pair->key.n - same, pair->rest.n, pair->shared};
    writing->run.left++;
    for (unsigned i = 0; i < FM_COUNT_OF(numbers); i++)
        FM_TRY(fm_stream_append_number(spool, stream, numbers[i], error));
    if (pair->key.n > same) /* an empty key may have no memory */
        FM_TRY(fm_stream_append(spool, stream, pair->key.p + same, pair->key.n - same, error));
    return fm_stream_append(spool, stream, pair->rest.p, pair->rest.n, error);
}

/* Make one run of those from `first` on and of memory, if it takes part; it comes in their
 * place. */
static enum fm_status make_run(struct fm_sorter *sorter, size_t first, bool memory, unsigned level,
                               struct fm_error *error)
{
    struct writing writing = {.sorter = sorter, .run = {.level = level}};
    enum fm_status status = merge_all(sorter, first, memory, put_in_run, &writing, error);
    FM_NEXT(status, fm_stream_finish(sorter->spool, &writing.run.stream, error));
    if (status == FM_OK) {
        sorter->runs.n = first * sizeof writing.run; /* the others were read to their ends */
        status = fm_buf_append(&sorter->runs, &writing.run, sizeof writing.run);
    }
    if (status != FM_OK)
        fm_stream_drop(sorter->spool, &writing.run.stream);
    return status;
}

/* How many runs may be read at a time: each has its key in memory. */
static size_t fan_of(const struct fm_sorter *sorter)
{
    const uint64_t fan = sorter->ranges.memory.most / KEYS_SHARE / (sorter->ranges.key_max + 1);
    return fan < FAN_MIN ? FAN_MIN : fan > FAN ? FAN : (size_t)fan;
}

/* Write what is in memory. As many runs of one level as can be merged become one of the next, so
 * each pair is written one time for each level. */
static enum fm_status spill(struct fm_sorter *sorter, struct fm_error *error)
{
    size_t count, same;
    (void)runs_of(sorter, &count);
    FM_TRY(make_run(sorter, count, true, 0, error));
    fm_key_ranges_empty(&sorter->ranges);
    for (;;) {
        const struct run *runs = runs_of(sorter, &count);
        const unsigned level = runs[count - 1].level;
        for (same = 1; same < count && runs[count - 1 - same].level == level;)
            same++;
        const size_t fan = fan_of(sorter);
        if (same < fan)
            return FM_OK;
        FM_TRY(make_run(sorter, count - fan, false, level + 1, error));
    }
}

enum fm_status fm_sorter_add_pair(struct fm_sorter *sorter, const struct fm_pair *pair,
                                  struct fm_error *error)
{
    const enum fm_status status = fm_key_ranges_add(&sorter->ranges, pair);
    if (FM_LIKELY(status != FM_NO_ROOM))
        return status;
    FM_TRY(spill(sorter, error));
    return fm_key_ranges_add(&sorter->ranges, pair);
}

enum fm_status fm_sorter_add(struct fm_sorter *sorter, struct fm_text key, struct fm_text value,
                             struct fm_error *error)
{
    return fm_sorter_add_pair(sorter, &(struct fm_pair){key, value, 0}, error);
}

unsigned char *fm_sorter_last(const struct fm_sorter *sorter, struct fm_place *place)
{
    *place = sorter->ranges.place;
    return sorter->ranges.value;
}

bool fm_sorter_keeps(const struct fm_sorter *sorter, struct fm_place place)
{
    return fm_key_ranges_keep(&sorter->ranges, place);
}

bool fm_sorter_is_empty(const struct fm_sorter *sorter)
{
    return sorter->ranges.newest == NULL;
}

/* Memory is written, too, where keys are so long that it could not hold those of all runs. The
 * newest runs are merged first, as they are the smallest. */
enum fm_status fm_sorter_each(struct fm_sorter *sorter, fm_sorter_put *put, void *user,
                              struct fm_error *error)
{
    size_t count;
    const unsigned char *record;
    (void)runs_of(sorter, &count);
    if (count > 0 && sorter->ranges.count > 0 && fan_of(sorter) < FAN)
        FM_TRY(spill(sorter, error));
    while (count == 0) {
        FM_TRY(fm_key_ranges_next(&sorter->ranges, &record));
        if (record == NULL)
            return FM_OK;
        const struct fm_pair pair = fm_pair_read(record);
        FM_TRY(put(user, &pair, error));
    }
    for (;;) {
        const struct run *runs = runs_of(sorter, &count);
        const size_t fan = fan_of(sorter), more = count - fan + 1;
        if (count <= fan)
            return merge_all(sorter, 0, true, put, user, error);
        const size_t first = count - (more < fan ? more : fan);
        FM_TRY(make_run(sorter, first, false, runs[first].level, error));
    }
}
