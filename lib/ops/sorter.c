/* SPDX-License-Identifier: MIT */
/* Sorting: see sorter.h. Memory is slabs. Each is sorted by itself when it is full, while it is in
 * the cache: then it is a run. When memory is full, its runs become one run in the temporary file.
 * Runs are kept in the order in which their pairs came, so of equal keys the one of the earlier run
 * comes first.
 *
 * A slab has records at its front, in the order in which they came, and an entry for each at its
 * end, the newest first. */
#include <config.h>
#include "ops/sorter.h"
#include <stdlib.h>
#include "ops/slab_sort.h"

enum {
    SLAB_MIN = 4 * 1024,
    SLAB_MAX = 4 * 1024 * 1024, /* most bytes of a slab: the size of a common cache */
    SLABS = 64,                 /* least number of slabs in memory */
    FAN = FM_STREAMS,           /* most runs that are read from the file at a time */
    FAN_MIN = 2,
    KEYS_SHARE = 8 /* divisor of memory: keys of runs may take one part in so many */
};

struct slab {
    unsigned char *bytes; /* owned */
    size_t size, used;    /* bytes of the slab; bytes used by records */
    size_t count;         /* entries */
};

/* A sorted run in the file. Runs of one level have about the same size and are next to each
 * other. */
struct run {
    struct fm_stream stream;
    uint64_t left; /* number of records not read yet */
    unsigned level;
};

/* A run while it is read, with the pair at its front. */
struct source {
    uint64_t word;
    struct fm_text key;
    /* for a slab: the entry at the front, and the end of the entries */
    const struct fm_pair_entry *entry, *end;
    struct run *run; /* run in the file; NULL = a slab */
    size_t value_n;  /* for a run in the file: bytes of the front value, which is not read yet */
    struct fm_buf bytes; /* for a run in the file: buffer of the key; owned */
    bool over;
};

struct fm_sorter {
    struct fm_spool *spool;
    uint64_t memory, held; /* bytes that slabs may take; bytes that they take */
    size_t slab;           /* usual bytes of a slab */
    struct fm_buf slabs;   /* struct slab */
    struct fm_buf runs;    /* struct run, the oldest first */
    size_t key_max;        /* bytes of the longest key */
    unsigned char *last;   /* the value of the newest pair */
    uint64_t emptied;      /* number of times that memory was emptied into the file */
    struct fm_buf value;   /* buffer: value of a pair that is read from the file */
};

/* A merge by a tree of losers. The sources are in the order in which their pairs came. Each
 * inner node of a tree over them has the source that lost there; nodes are numbered from 1, and
 * source i is the leaf count + i. */
struct merge {
    struct fm_sorter *sorter;
    struct source *sources; /* owned */
    size_t *losers;         /* losers of the nodes; [0] is the winner; owned */
    size_t count;
};

/* The run that is being written. */
struct writing {
    struct fm_sorter *sorter;
    struct run run;
};

static struct slab *slabs_of(const struct fm_sorter *sorter, size_t *count)
{
    *count = sorter->slabs.n / sizeof(struct slab);
    return (void *)sorter->slabs.p;
}

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
    made->memory = fm_spool_rest(spool, memory, FM_STREAMS_MOST);
    const uint64_t slab = made->memory / SLABS;
    made->slab = slab < SLAB_MIN ? SLAB_MIN : slab > SLAB_MAX ? SLAB_MAX : (size_t)slab;
    *out = made;
    return FM_OK;
}

static void free_slabs(struct fm_sorter *sorter)
{
    size_t count;
    const struct slab *slabs = slabs_of(sorter, &count);
    for (size_t i = 0; i < count; i++)
        fm_pages_free(slabs[i].bytes, slabs[i].size);
    sorter->slabs.n = 0;
    sorter->held = 0;
}

void fm_sorter_free(struct fm_sorter *sorter)
{
    size_t count;
    if (sorter == NULL)
        return;
    free_slabs(sorter);
    struct run *runs = runs_of(sorter, &count);
    for (size_t i = 0; i < count; i++)
        fm_stream_drop(sorter->spool, &runs[i].stream);
    fm_buf_free(&sorter->slabs);
    fm_buf_free(&sorter->runs);
    fm_buf_free(&sorter->value);
    free(sorter);
}

static struct fm_pair_entry *entries_of(const struct slab *slab)
{
    return (struct fm_pair_entry *)(void *)(slab->bytes + slab->size) - slab->count;
}

static void sort_last_slab(struct fm_sorter *sorter)
{
    size_t count;
    const struct slab *slabs = slabs_of(sorter, &count);
    if (count > 0)
        fm_pairs_sort(entries_of(&slabs[count - 1]), slabs[count - 1].count);
}

/* The merge. */

static void see_entry(struct source *source)
{
    source->over = source->entry == source->end;
    if (source->over)
        return;
    enum { AHEAD = 2 }; /* records are all over the slab: a core waits long for each */
    if (source->end - source->entry > AHEAD)
        __builtin_prefetch(source->entry[AHEAD].record);
    source->word = source->entry->word;
    source->key = fm_pair_key(source->entry->record);
}

static enum fm_status see_record(struct fm_sorter *sorter, struct source *source,
                                 struct fm_error *error)
{
    struct fm_stream *stream = &source->run->stream;
    uint64_t key, value;
    source->over = source->run->left == 0;
    if (source->over)
        return FM_OK;
    source->run->left--;
    source->bytes.n = 0;
    FM_TRY(fm_stream_read_number(sorter->spool, stream, &key, error));
    FM_TRY(fm_stream_read_number(sorter->spool, stream, &value, error));
    FM_TRY(fm_stream_read_to(sorter->spool, stream, &source->bytes, (size_t)key, error));
    source->value_n = (size_t)value;
    source->key = (struct fm_text){source->bytes.p, source->bytes.n};
    source->word = fm_pair_word(source->key, 0);
    return FM_OK;
}

/* Does the first of two sources come first? What is over comes last. */
static bool wins(const struct merge *merge, size_t one, size_t other)
{
    const struct source *a = &merge->sources[one], *b = &merge->sources[other];
    if (a->over || b->over)
        return b->over && (!a->over || one < other);
    if (a->word != b->word)
        return a->word < b->word;
    const int order = fm_text_compare(a->key, b->key);
    return order != 0 ? order < 0 : one < other;
}

/* From the last node to the first, so that the winners below each are known. */
static enum fm_status play_all(struct merge *merge)
{
    size_t *winners = calloc(2 * merge->count, sizeof *winners);
    if (winners == NULL)
        return FM_NO_MEMORY;
    for (size_t node = 2 * merge->count; node-- > 1;) {
        if (node >= merge->count) {
            winners[node] = node - merge->count;
            continue;
        }
        const size_t a = winners[2 * node], b = winners[2 * node + 1];
        const bool first = wins(merge, a, b);
        winners[node] = first ? a : b;
        merge->losers[node] = first ? b : a;
    }
    merge->losers[0] = winners[1];
    free(winners);
    return FM_OK;
}

/* Runs from `first` on, then the slabs, if they take part. */
static enum fm_status merge_start(struct merge *merge, struct fm_sorter *sorter, size_t first,
                                  bool slabs, struct fm_error *error)
{
    size_t run_count, slab_count;
    struct run *runs = runs_of(sorter, &run_count);
    const struct slab *slab = slabs_of(sorter, &slab_count);
    const size_t listed = run_count - first;
    *merge = (struct merge){.sorter = sorter, .count = listed + (slabs ? slab_count : 0)};
    merge->sources = calloc(merge->count + 1, sizeof *merge->sources);
    merge->losers = calloc(merge->count + 1, sizeof *merge->losers);
    if (merge->sources == NULL || merge->losers == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < merge->count; i++) {
        struct source *source = &merge->sources[i];
        if (i < listed) {
            source->run = &runs[first + i];
            FM_TRY(see_record(sorter, source, error));
        } else {
            source->entry = entries_of(&slab[i - listed]);
            source->end = source->entry + slab[i - listed].count;
            see_entry(source);
        }
    }
    return merge->count == 0 ? FM_OK : play_all(merge);
}

/* Give the pair that is next. */
static enum fm_status merge_next(struct merge *merge, fm_sorter_put *put, void *user,
                                 struct fm_error *error)
{
    struct fm_sorter *sorter = merge->sorter;
    size_t winner = merge->losers[0];
    struct source *source = &merge->sources[winner];
    if (source->run == NULL) {
        struct fm_pair_head head;
        memcpy(&head, source->entry->record, sizeof head);
        FM_TRY(
            put(user, source->key, (struct fm_text){source->key.p + head.key, head.value}, error));
        source->entry++;
        see_entry(source);
    } else {
        struct fm_buf *value = &sorter->value;
        value->n = 0;
        FM_TRY(
            fm_stream_read_to(sorter->spool, &source->run->stream, value, source->value_n, error));
        FM_TRY(put(user, source->key, (struct fm_text){value->p, value->n}, error));
        FM_TRY(see_record(sorter, source, error));
    }
    /* The new pair is played up the tree against those that lost on its way. */
    for (size_t node = (merge->count + winner) / 2; node > 0; node /= 2)
        if (!wins(merge, winner, merge->losers[node])) {
            const size_t loser = winner;
            winner = merge->losers[node];
            merge->losers[node] = loser;
        }
    merge->losers[0] = winner;
    return FM_OK;
}

static enum fm_status merge_all(struct fm_sorter *sorter, size_t first, bool slabs,
                                fm_sorter_put *put, void *user, struct fm_error *error)
{
    struct merge merge;
    enum fm_status status = merge_start(&merge, sorter, first, slabs, error);
    while (status == FM_OK && merge.count > 0 && !merge.sources[merge.losers[0]].over)
        status = merge_next(&merge, put, user, error);
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
    writing->run.left++;
    FM_TRY(fm_stream_append_number(spool, stream, key.n, error));
    FM_TRY(fm_stream_append_number(spool, stream, value.n, error));
    FM_TRY(fm_stream_append(spool, stream, key.p, key.n, error));
    return fm_stream_append(spool, stream, value.p, value.n, error);
}

/* Make one run of those from `first` on and the slabs, if they take part; it comes in their
 * place. */
static enum fm_status make_run(struct fm_sorter *sorter, size_t first, bool slabs, unsigned level,
                               struct fm_error *error)
{
    struct writing writing = {.sorter = sorter, .run = {.level = level}};
    enum fm_status status = merge_all(sorter, first, slabs, put_in_run, &writing, error);
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
    const uint64_t fan = sorter->memory / KEYS_SHARE / (sorter->key_max + 1);
    return fan < FAN_MIN ? FAN_MIN : fan > FAN ? FAN : (size_t)fan;
}

/* Write what is in memory. As many runs of one level as can be merged become one of the next, so
 * each pair is written one time for each level. */
static enum fm_status spill(struct fm_sorter *sorter, struct fm_error *error)
{
    size_t count, same;
    (void)runs_of(sorter, &count);
    FM_TRY(make_run(sorter, count, true, 0, error));
    free_slabs(sorter);
    sorter->emptied++;
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

static enum fm_status new_slab(struct fm_sorter *sorter, size_t needed, struct fm_error *error)
{
    const size_t align = sizeof(struct fm_pair_entry);
    struct slab slab = {.size = needed <= sorter->slab ? sorter->slab : needed};
    slab.size = (slab.size + align - 1) / align * align;
    sort_last_slab(sorter);
    if (sorter->slabs.n > 0 && sorter->held + slab.size > sorter->memory)
        FM_TRY(spill(sorter, error));
    slab.bytes = fm_pages_alloc(slab.size);
    if (slab.bytes == NULL)
        return FM_NO_MEMORY;
    sorter->held += slab.size;
    const enum fm_status status = fm_buf_append(&sorter->slabs, &slab, sizeof slab);
    if (status != FM_OK)
        fm_pages_free(slab.bytes, slab.size);
    return status;
}

enum fm_status fm_sorter_add(struct fm_sorter *sorter, struct fm_text key, struct fm_text value,
                             struct fm_error *error)
{
    size_t count;
    const struct fm_pair_head head = {key.n, value.n};
    const size_t n = sizeof head + key.n + value.n, needed = n + sizeof(struct fm_pair_entry);
    struct slab *slab = slabs_of(sorter, &count);
    if (count == 0 || slab[count - 1].size - slab[count - 1].used -
                              slab[count - 1].count * sizeof(struct fm_pair_entry) <
                          needed) {
        FM_TRY(new_slab(sorter, needed, error));
        slab = slabs_of(sorter, &count);
    }
    slab += count - 1;
    unsigned char *record = slab->bytes + slab->used, *at = record + sizeof head;
    memcpy(record, &head, sizeof head);
    if (key.n > 0)
        memcpy(at, key.p, key.n);
    if (value.n > 0)
        memcpy(at + key.n, value.p, value.n);
    sorter->last = at + key.n;
    slab->used += n;
    slab->count++;
    *entries_of(slab) = (struct fm_pair_entry){fm_pair_word(key, 0), record};
    sorter->key_max = key.n > sorter->key_max ? key.n : sorter->key_max;
    return FM_OK;
}

unsigned char *fm_sorter_last(const struct fm_sorter *sorter)
{
    return sorter->last;
}

uint64_t fm_sorter_emptied(const struct fm_sorter *sorter)
{
    return sorter->emptied;
}

/* Memory is written, too, where keys are so long that it could not hold those of all runs. The
 * newest runs are merged first, as they are the smallest. */
enum fm_status fm_sorter_each(struct fm_sorter *sorter, fm_sorter_put *put, void *user,
                              struct fm_error *error)
{
    size_t count;
    sort_last_slab(sorter);
    (void)runs_of(sorter, &count);
    if (count > 0 && sorter->slabs.n > 0 && fan_of(sorter) < FAN)
        FM_TRY(spill(sorter, error));
    for (;;) {
        const struct run *runs = runs_of(sorter, &count);
        const size_t fan = fan_of(sorter), more = count - fan + 1;
        if (count <= fan)
            return merge_all(sorter, 0, true, put, user, error);
        const size_t first = count - (more < fan ? more : fan);
        FM_TRY(make_run(sorter, first, false, runs[first].level, error));
    }
}
