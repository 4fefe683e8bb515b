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
    uint64_t code; /* of `key` against the key before it in the run; FM_CODE_LAST = it is over */
    struct fm_text key;
    const unsigned char *record; /* for memory: the pair */
    struct run *run;             /* run in the file; NULL = memory */
    size_t value_n; /* for a run in the file: bytes of the front value, which is not read yet */
    struct fm_buf bytes; /* for a run in the file: buffer of the key; owned */
};

struct fm_sorter {
    struct fm_spool *spool;
    struct fm_key_ranges ranges; /* what is in memory */
    struct fm_buf runs;          /* struct run, the oldest first */
    size_t same;         /* while merging: bytes that the key has in common with the last one */
    struct fm_buf value; /* buffer: value of a pair that is given */
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
    fm_buf_free(&sorter->value);
    free(sorter);
}

/* The merge. */

static enum fm_status see_pair(struct fm_sorter *sorter, struct source *source)
{
    const struct fm_text before = source->key;
    FM_TRY(fm_key_ranges_next(&sorter->ranges, &source->record));
    source->code = FM_CODE_LAST;
    if (source->record != NULL) {
        source->key = fm_pair_read(source->record).key;
        source->code = fm_code_of(source->key, fm_keys_same(before, source->key, 0));
    }
    return FM_OK;
}

/* A record in the file has only those bytes of its key that the one before it has not. */
static enum fm_status see_record(struct fm_sorter *sorter, struct source *source,
                                 struct fm_error *error)
{
    struct fm_stream *stream = &source->run->stream;
    uint64_t same, rest, value;
    if (source->run->left == 0) {
        source->code = FM_CODE_LAST;
        return FM_OK;
    }
    source->run->left--;
    FM_TRY(fm_stream_read_number(sorter->spool, stream, &same, error));
    FM_TRY(fm_stream_read_number(sorter->spool, stream, &rest, error));
    FM_TRY(fm_stream_read_number(sorter->spool, stream, &value, error));
    source->bytes.n = (size_t)same;
    FM_TRY(fm_stream_read_to(sorter->spool, stream, &source->bytes, (size_t)rest, error));
    source->value_n = (size_t)value;
    source->key = fm_buf_text(&source->bytes);
    source->code = fm_code_of(source->key, (size_t)same);
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
    const struct fm_text a = merge->sources[one->source].key;
    const struct fm_text b = merge->sources[other->source].key;
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

/* Give a pair in memory. */
static enum fm_status give_pair(struct fm_sorter *sorter, const unsigned char *record,
                                fm_sorter_put *put, void *user, struct fm_error *error)
{
    const struct fm_pair pair = fm_pair_read(record);
    struct fm_buf *const value = &sorter->value;
    if (pair.shared == 0)
        return put(user, pair.key, pair.rest, error);
    value->n = 0;
    FM_TRY(fm_buf_reserve(value, pair.shared + pair.rest.n));
    memcpy(value->p, pair.key.p + FM_PAIR_TEXT, pair.shared);
    memcpy(value->p + pair.shared, pair.rest.p, pair.rest.n);
    value->n = pair.shared + pair.rest.n;
    return put(user, pair.key, fm_buf_text(value), error);
}

/* Give the pair that is next. */
static enum fm_status merge_next(struct merge *merge, fm_sorter_put *put, void *user,
                                 struct fm_error *error)
{
    struct fm_sorter *sorter = merge->sorter;
    struct loser one = merge->losers[0];
    struct source *source = &merge->sources[one.source];
    if (source->run == NULL) {
        FM_TRY(give_pair(sorter, source->record, put, user, error));
        FM_TRY(see_pair(sorter, source));
    } else {
        struct fm_buf *value = &sorter->value;
        value->n = 0;
        FM_TRY(
            fm_stream_read_to(sorter->spool, &source->run->stream, value, source->value_n, error));
        FM_TRY(put(user, source->key, fm_buf_text(value), error));
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

static enum fm_status put_in_run(void *user, struct fm_text key, struct fm_text value,
                                 struct fm_error *error)
{
    struct writing *writing = user;
    struct fm_spool *spool = writing->sorter->spool;
    struct fm_stream *stream = &writing->run.stream;
    const size_t same = writing->sorter->same;
    writing->run.left++;
    FM_TRY(fm_stream_append_number(spool, stream, same, error));
    FM_TRY(fm_stream_append_number(spool, stream, key.n - same, error));
    FM_TRY(fm_stream_append_number(spool, stream, value.n, error));
    if (key.n > same) /* an empty key may have no memory */
        FM_TRY(fm_stream_append(spool, stream, key.p + same, key.n - same, error));
    return fm_stream_append(spool, stream, value.p, value.n, error);
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
        FM_TRY(give_pair(sorter, record, put, user, error));
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
