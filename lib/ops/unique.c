/* SPDX-License-Identifier: MIT */
/* Uniqueness over a run: see unique.h. Parts grow one by one, and each has an equal share of the
 * memory. */
#include <config.h>
#include "ops/unique.h"
#include <assert.h>
#include <stdlib.h>
#include "base/table.h"
#include "base/thread.h"

/* Keys of the same bits. Equal keys have equal bits, so that each part is decided by itself. Until
 * its memory is full every key is in `known`, and every answer is final. From then on it has one of
 * two ways. Where many keys are repeated, `known` does not change any more: what is not in it is
 * undecided, whether new or not. Where few are, no key is looked up: `known` goes to the undecided
 * keys itself, before all of them, and is empty then. Undecided keys and their results are in the
 * order of the batches, and nothing names a key but its place. */
struct part {
    pthread_mutex_t lock;  /* guards all fields below, while batches are answered */
    uint64_t answered;     /* number of batches answered */
    uint64_t frozen;       /* place of the batch that did not fit in memory; NOT_FROZEN = none */
    struct fm_table known; /* set of the keys seen so far */
    uint64_t offered;      /* number of keys answered until it is frozen, of batches after the
                            * preloaded ones */
    uint64_t seen;         /* number of those that were not new */
    bool spilled;          /* true: frozen, and `known` is at the beginning of `undecided` */
    struct fm_stream undecided; /* undecided keys, in the order of batches */
    /* number of keys at the beginning of `undecided` that have no result: seen before the run, or
     * spilled */
    uint64_t early;
    /* array of struct fm_stream: the answers of each round; when settled, one stream with the
     * results */
    struct fm_buf rounds;
    enum fm_status status; /* first failure of a batch that was answered; FM_OK = none */
    struct fm_error error;
};
#define NOT_FROZEN UINT64_MAX

/* Batches next to each other are sorted at the same time. */
enum { SORTERS = 16 };

struct fm_unique {
    struct fm_spool *spool;
    struct fm_store *store;
    uint64_t memory;    /* bytes for all sets `known` together */
    uint64_t entered;   /* number of batches entered */
    uint64_t preloaded; /* number of first batches whose keys were seen before the run */
    /* Batch number n uses lock n % SORTERS. It guards `parted` and, until that is true,
     * `scratch`. */
    pthread_mutex_t sorting[SORTERS];
    /* batch number n is at n % FM_UNIQUE_BATCHES */
    struct fm_unique_batch *batches[FM_UNIQUE_BATCHES];
    struct part parts[FM_KEY_PARTS];
};

enum fm_status fm_unique_new(struct fm_spool *spool, uint64_t memory, struct fm_store *store,
                             struct fm_unique **out)
{
    struct fm_unique *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->store = store;
    made->memory = fm_spool_rest(spool, memory, FM_STREAMS_MOST);
    /* On systems where these could fail there is no memory left for threads either. */
    for (size_t i = 0; i < SORTERS; i++)
        (void)pthread_mutex_init(&made->sorting[i], NULL);
    for (size_t i = 0; i < FM_KEY_PARTS; i++) {
        struct part *part = &made->parts[i];
        (void)pthread_mutex_init(&part->lock, NULL);
        part->known.row = sizeof(struct fm_hash128);
        part->frozen = NOT_FROZEN;
    }
    *out = made;
    return FM_OK;
}

static size_t round_count(const struct part *part)
{
    return part->rounds.n / sizeof(struct fm_stream);
}

static struct fm_stream *round_at(const struct part *part, size_t number)
{
    return (struct fm_stream *)(void *)part->rounds.p + number;
}

void fm_unique_free(struct fm_unique *unique)
{
    if (unique == NULL)
        return;
    for (size_t i = 0; i < FM_KEY_PARTS; i++) {
        struct part *part = &unique->parts[i];
        fm_table_free(&part->known);
        fm_stream_drop(unique->spool, &part->undecided);
        for (size_t k = 0; k < round_count(part); k++)
            fm_stream_drop(unique->spool, round_at(part, k));
        fm_buf_free(&part->rounds);
        pthread_mutex_destroy(&part->lock);
    }
    for (size_t i = 0; i < SORTERS; i++)
        pthread_mutex_destroy(&unique->sorting[i]);
    free(unique);
}

/* Its slot is free: so many batches before it, all were answered. */
void fm_unique_enter(struct fm_unique *unique, struct fm_unique_batch *batch)
{
    batch->place = unique->entered++;
    batch->parted = false;
    unique->batches[batch->place % FM_UNIQUE_BATCHES] = batch;
}

/* Layout of `scratch`: the keys, by part and within a part in the order of the batch; for each
 * key of the batch its place among them; for each place the answer. */

static struct fm_hash128 *keys_of(const struct fm_unique_batch *batch)
{
    return batch->scratch;
}

static uint32_t *places_of(const struct fm_unique_batch *batch)
{
    return (uint32_t *)(void *)(keys_of(batch) + batch->count);
}

static unsigned char *found_of(const struct fm_unique_batch *batch)
{
    return (unsigned char *)(places_of(batch) + batch->count);
}

/* The part of a key: its first six bits. */
FM_INLINE unsigned part_of(struct fm_hash128 key)
{
    return (unsigned)(key.hi >> 58);
}

/* Sort the keys of a batch by parts, one time: keys are counted for each part,
 * then put to their places. By whom it is needed first: mostly by its own
 * thread. */
static void sort_once(struct fm_unique *unique, struct fm_unique_batch *batch)
{
    struct fm_hash128 *keys = keys_of(batch);
    uint32_t *places = places_of(batch), *ends = batch->ends, begin = 0;
    pthread_mutex_t *lock = &unique->sorting[batch->place % SORTERS];
    pthread_mutex_lock(lock);
    if (!batch->parted) {
        const unsigned char *row = batch->rows;
        memset(ends, 0, sizeof batch->ends);
        for (size_t i = 0; i < batch->count; i++, row += batch->row)
            ends[part_of(*(const struct fm_hash128 *)(const void *)row) + 1]++;
        for (size_t i = 0; i < FM_KEY_PARTS; i++) { /* ends[i + 1] is where part i begins */
            const uint32_t n = ends[i + 1];
            ends[i + 1] = begin;
            begin += n;
        }
        row = batch->rows;
        for (size_t i = 0; i < batch->count; i++, row += batch->row) {
            const struct fm_hash128 key = *(const struct fm_hash128 *)(const void *)row;
            places[i] = ends[part_of(key) + 1]++;
            keys[places[i]] = key;
        }
        batch->parted = true;
    }
    pthread_mutex_unlock(lock);
}

/* Find or add keys, until memory is full: from then on, find them. An empty set takes some keys
 * whatever the limit: or else settling would never end.
 * @param[out] found  enum fm_answer, FM_ANSWER_LATER for what is put off. */
static enum fm_status look_up(struct fm_table *known, uint64_t most, bool *full,
                              const struct fm_hash128 *keys, size_t count, unsigned char *found)
{
    size_t done = 0;
    while (!*full && done < count) {
        bool grown = true;
        done += fm_set_add(known, keys + done, count - done, found + done);
        if (done < count)
            FM_TRY(fm_set_grow(known, most, &grown));
        *full = !grown;
    }
    fm_set_find(known, keys + done, count - done, found + done);
    for (; done < count; done++)
        found[done] = found[done] ? FM_ANSWER_LATER : FM_ANSWER_SEEN;
    return FM_OK;
}

/* To look a key up in a set that is not in the cache costs more than to write its record and to
 * read it back, where fewer than a third are found. */
static bool finds_few(const struct part *part)
{
    enum { FEWEST = 3 };
    return part->seen < part->offered / FEWEST;
}

/* The known keys go to the stream, before the first undecided one. */
static enum fm_status spill_known(struct fm_unique *unique, struct part *part,
                                  struct fm_error *error)
{
    for (const void *key = NULL; (key = fm_table_next(&part->known, key)) != NULL; part->early++)
        FM_TRY(fm_stream_append(unique->spool, &part->undecided, key, sizeof(struct fm_hash128),
                                error));
    fm_table_free(&part->known);
    part->spilled = true;
    return FM_OK;
}

/* The keys of one part in one batch. Keys of a store come before all others, so among the undecided
 * they are the first. */
static enum fm_status answer_part(struct fm_unique *unique, struct part *part,
                                  const struct fm_unique_batch *batch, struct fm_error *error)
{
    const size_t number = (size_t)(part - unique->parts);
    const size_t begin = batch->ends[number], end = batch->ends[number + 1];
    const struct fm_hash128 *keys = keys_of(batch);
    const bool early = batch->place < unique->preloaded;
    const unsigned char later = (unsigned char)(FM_ANSWER_LATER + number);
    unsigned char *found = found_of(batch);
    bool full = part->frozen != NOT_FROZEN;
    if (part->spilled) {
        memset(found + begin, later, end - begin);
        return fm_stream_append(unique->spool, &part->undecided, keys + begin,
                                (end - begin) * sizeof *keys, error);
    }
    FM_TRY(look_up(&part->known, unique->memory / FM_KEY_PARTS, &full, keys + begin, end - begin,
                   found + begin));
    for (size_t i = begin; part->frozen == NOT_FROZEN && !early && i < end; i++)
        part->seen += found[i] == FM_ANSWER_SEEN;
    part->offered += early ? 0 : end - begin;
    if (full && part->frozen == NOT_FROZEN) {
        part->frozen = batch->place;
        if (finds_few(part))
            FM_TRY(spill_known(unique, part, error));
    }
    for (size_t i = begin; full && i < end; i++)
        if (found[i] == FM_ANSWER_LATER) {
            FM_TRY(
                fm_stream_append(unique->spool, &part->undecided, &keys[i], sizeof *keys, error));
            found[i] = later;
            part->early += early;
        }
    return FM_OK;
}

/* The batches that were not answered yet, up to @p last, in order. */
static void catch_up(struct fm_unique *unique, struct part *part, uint64_t last)
{
    for (; part->answered <= last; part->answered++) {
        struct fm_unique_batch *batch = unique->batches[part->answered % FM_UNIQUE_BATCHES];
        if (part->status != FM_OK)
            continue;
        if (part->answered < last)
            sort_once(unique, batch);
        part->status = answer_part(unique, part, batch, &part->error);
    }
}

/* Threads begin at different parts, and so seldom meet. */
enum fm_status fm_unique_answer(struct fm_unique *unique, struct fm_unique_batch *batch,
                                bool *undecided, struct fm_error *error)
{
    enum { APART = 27 };
    enum fm_status status = FM_OK;
    *undecided = false;
    sort_once(unique, batch);
    for (size_t i = 0; i < FM_KEY_PARTS; i++) {
        struct part *part = &unique->parts[(batch->place * APART + i) % FM_KEY_PARTS];
        pthread_mutex_lock(&part->lock);
        catch_up(unique, part, batch->place);
        *undecided = *undecided || part->frozen <= batch->place;
        if (part->status != FM_OK && status == FM_OK) {
            status = part->status;
            *error = part->error;
        }
        pthread_mutex_unlock(&part->lock);
    }
    /* To the rows, which are in the cache of the batch's own thread. */
    const unsigned char *found = found_of(batch);
    const uint32_t *places = places_of(batch);
    const size_t count = status == FM_OK ? batch->count : 0, step = batch->step;
    unsigned char *answers = batch->answers;
    for (size_t i = 0; i < count; i++)
        answers[i * step] = found[places[i]];
    return status;
}

enum fm_status fm_unique_preload(struct fm_unique *unique, const struct fm_hash128 *keys,
                                 size_t count, struct fm_error *error)
{
    bool ignored;
    unsigned char *scratch = malloc(count * (FM_UNIQUE_SCRATCH + 1));
    if (scratch == NULL)
        return count == 0 ? FM_OK : FM_NO_MEMORY;
    struct fm_unique_batch batch = {.rows = (const unsigned char *)keys,
                                    .row = sizeof *keys,
                                    .answers = scratch + count * FM_UNIQUE_SCRATCH,
                                    .step = 1,
                                    .count = count,
                                    .scratch = scratch};
    fm_unique_enter(unique, &batch);
    unique->preloaded = unique->entered;
    const enum fm_status status = fm_unique_answer(unique, &batch, &ignored, error);
    free(scratch);
    return status;
}

/* Settling. Undecided keys of a part are looked up round by round, each in a set that begins empty:
 * what does not fit into it is left for the next round. So a round decides as many different keys
 * as fit in memory, and each of the 64 parts seldom takes more than one. */

/* Keys that are looked up in one step. */
enum { STEP = 256 };

struct round {
    struct fm_unique *unique;
    /* set of the keys of this round; its memory is used again by all rounds of a thread */
    struct fm_table known;
    uint64_t memory;       /* most bytes of `known` */
    struct fm_stream left; /* keys left for the next round */
    uint64_t early; /* number of keys at the beginning of `left` that were seen before the run */
    struct fm_stream answers;
};

static enum fm_status settle_round(struct round *round, struct part *part, struct fm_error *error)
{
    struct fm_spool *spool = round->unique->spool;
    struct fm_store *store = round->unique->store;
    struct fm_hash128 keys[STEP];
    unsigned char answers[STEP];
    bool full = false;
    fm_table_clear(&round->known);
    round->early = 0;
    while (part->undecided.bytes > 0) {
        const bool early = part->early > 0;
        const uint64_t left = early ? part->early : part->undecided.bytes / sizeof *keys;
        const size_t count = left < STEP ? (size_t)left : STEP;
        FM_TRY(fm_stream_read(spool, &part->undecided, keys, count * sizeof *keys, error));
        FM_TRY(look_up(&round->known, round->memory, &full, keys, count, answers));
        for (size_t i = 0; i < count; i++) {
            if (answers[i] == FM_ANSWER_LATER) {
                round->early += early;
                FM_TRY(fm_stream_append(spool, &round->left, &keys[i], sizeof *keys, error));
            } else if (answers[i] == FM_ANSWER_FRESH && !early && store != NULL) {
                FM_TRY(fm_store_add(store, keys[i], error));
            }
        }
        if (early)
            part->early -= count;
        else
            FM_TRY(fm_stream_append(spool, &round->answers, answers, count, error));
    }
    FM_TRY(fm_stream_finish(spool, &round->left, error));
    FM_TRY(fm_stream_finish(spool, &round->answers, error));
    FM_TRY(fm_buf_append(&part->rounds, &round->answers, sizeof round->answers));
    round->answers = (struct fm_stream){.buf = NULL};
    part->undecided = round->left;
    part->early = round->early;
    round->left = (struct fm_stream){.buf = NULL};
    return FM_OK;
}

/* Put the answers of the last round in the places that the one before it left open. */
static enum fm_status fill_in(struct round *round, struct part *part, struct fm_error *error)
{
    struct fm_spool *spool = round->unique->spool;
    struct fm_stream *later = round_at(part, round_count(part) - 1), *answers = later - 1;
    while (answers->bytes > 0) {
        unsigned char some[STEP];
        const size_t count = answers->bytes < STEP ? (size_t)answers->bytes : STEP;
        FM_TRY(fm_stream_read(spool, answers, some, count, error));
        for (size_t i = 0; i < count; i++)
            if (some[i] == FM_ANSWER_LATER)
                FM_TRY(fm_stream_read(spool, later, &some[i], 1, error));
        FM_TRY(fm_stream_append(spool, &round->answers, some, count, error));
    }
    FM_TRY(fm_stream_finish(spool, &round->answers, error));
    *answers = round->answers;
    round->answers = (struct fm_stream){.buf = NULL};
    part->rounds.n -= sizeof *later;
    return FM_OK;
}

/* Threads take one part after the other. */
struct settling {
    struct fm_unique *unique;
    uint64_t memory;       /* bytes for each thread */
    pthread_mutex_t lock;  /* guards all fields below */
    size_t next;           /* index of the first part that no thread has taken */
    enum fm_status status; /* first failure; FM_OK = none; after a failure no part is taken */
    struct fm_error error;
};

static void *settle_parts(void *user)
{
    struct settling *settling = user;
    struct round round = {.unique = settling->unique,
                          .known = {.row = sizeof(struct fm_hash128)},
                          .memory = settling->memory};
    pthread_mutex_lock(&settling->lock);
    while (settling->status == FM_OK && settling->next < FM_KEY_PARTS) {
        struct part *part = &settling->unique->parts[settling->next++];
        struct fm_error error = {.status = FM_OK};
        pthread_mutex_unlock(&settling->lock);
        enum fm_status status = FM_OK;
        while (status == FM_OK && part->undecided.bytes > 0)
            status = settle_round(&round, part, &error);
        while (status == FM_OK && round_count(part) > 1)
            status = fill_in(&round, part, &error);
        pthread_mutex_lock(&settling->lock);
        if (status != FM_OK && settling->status == FM_OK) {
            settling->status = status;
            settling->error = error;
        }
    }
    pthread_mutex_unlock(&settling->lock);
    fm_table_free(&round.known);
    fm_stream_drop(round.unique->spool, &round.left);
    fm_stream_drop(round.unique->spool, &round.answers);
    return NULL;
}

/* Threads that settle at a time. */
enum { SETTLERS_MAX = 16 };

/* As many as have room for the largest part, so that none takes another round, which costs more
 * than a thread gains. A table is full at three quarters. A store gets its keys part by part. */
static unsigned settlers_of(const struct fm_unique *unique, unsigned threads)
{
    const unsigned most = threads < SETTLERS_MAX ? threads : SETTLERS_MAX;
    uint64_t bytes = 1;
    for (size_t i = 0; i < FM_KEY_PARTS; i++)
        if (unique->parts[i].undecided.bytes > bytes)
            bytes = unique->parts[i].undecided.bytes;
    const uint64_t fit = unique->memory / (bytes + bytes / 2);
    if (unique->store != NULL || fit <= 1)
        return 1;
    return fit < most ? (unsigned)fit : most;
}

/* The sets `known` are freed first: their keys were answered, and no undecided key is among them,
 * or they are among those that have no result. So the whole memory serves the parts. */
enum fm_status fm_unique_settle(struct fm_unique *unique, unsigned threads, struct fm_error *error)
{
    pthread_t others[SETTLERS_MAX];
    unsigned started = 0;
    for (size_t i = 0; i < FM_KEY_PARTS; i++) {
        fm_table_free(&unique->parts[i].known);
        FM_TRY(fm_stream_finish(unique->spool, &unique->parts[i].undecided, error));
    }
    const unsigned settlers = settlers_of(unique, threads);
    struct settling settling = {.unique = unique, .memory = unique->memory / settlers};
    if (pthread_mutex_init(&settling.lock, NULL) != 0)
        return FM_NO_MEMORY;
    while (started + 1 < settlers &&
           fm_thread_start(&others[started], 0, settle_parts, &settling) == FM_OK)
        started++;
    (void)settle_parts(&settling);
    while (started > 0)
        (void)pthread_join(others[--started], NULL);
    pthread_mutex_destroy(&settling.lock);
    if (settling.status != FM_OK)
        *error = settling.error;
    return settling.status;
}

enum fm_status fm_unique_result(struct fm_unique *unique, unsigned char answer,
                                unsigned char *result, struct fm_error *error)
{
    *result = answer;
    if (answer < FM_ANSWER_LATER)
        return FM_OK;
    struct fm_stream *results = round_at(&unique->parts[answer - FM_ANSWER_LATER], 0);
    return fm_stream_read(unique->spool, results, result, 1, error);
}
