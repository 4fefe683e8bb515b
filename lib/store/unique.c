/* SPDX-License-Identifier: MIT */
/* Uniqueness over a run: see unique.h. Parts grow one by one, and each has an equal share of the
 * memory. */
#include <config.h>
#include "store/unique.h"
#include <assert.h>
#include <stdlib.h>
#include "base/table.h"
#include "base/thread.h"

/* Keys of the same bits. Equal keys have equal bits, so that each part is decided by itself. Until
 * its memory is full every key is in `known`, and every answer is final. From then on that does not
 * change any more: what is not in it is undecided, whether new or not. Undecided keys and their
 * results are in the order of the batches, and nothing names a key but its place. */
struct part {
    pthread_mutex_t lock;       /* of all below, while batches are answered */
    uint64_t answered;          /* batches */
    uint64_t frozen;            /* the place of the batch that did not fit; NOT_FROZEN */
    struct fm_table known;      /* a set */
    struct fm_stream undecided; /* keys */
    uint64_t early; /* the first so many of them were seen before the run: they have no result */
    struct fm_stream results;
    enum fm_status status; /* of the batches that were answered; the first that is not FM_OK */
    struct fm_error error;
};
#define NOT_FROZEN UINT64_MAX

/* Batches next to each other are sorted at the same time. */
enum { SORTERS = 16 };

struct fm_unique {
    struct fm_spool *spool;
    struct fm_store *store;
    uint64_t memory;    /* for what is known */
    unsigned level;     /* how many times keys were parted already */
    uint64_t entered;   /* batches */
    uint64_t preloaded; /* of these, keys that were seen before the run */
    /* Number n at n % SORTERS: of `parted` and, until that is true, of the `scratch` of a batch. */
    pthread_mutex_t sorting[SORTERS];
    struct fm_unique_batch *batches[FM_UNIQUE_BATCHES]; /* number n at n % FM_UNIQUE_BATCHES */
    struct step *step;                                  /* NULL until it is needed; owned */
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
    made->memory = fm_spool_rest(spool, memory);
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

void fm_unique_free(struct fm_unique *unique)
{
    if (unique == NULL)
        return;
    for (size_t i = 0; i < FM_KEY_PARTS; i++) {
        struct part *part = &unique->parts[i];
        fm_table_free(&part->known);
        fm_stream_drop(unique->spool, &part->undecided);
        fm_stream_drop(unique->spool, &part->results);
        pthread_mutex_destroy(&part->lock);
    }
    for (size_t i = 0; i < SORTERS; i++)
        pthread_mutex_destroy(&unique->sorting[i]);
    free(unique->step);
    free(unique);
}

/* Its slot is free: so many batches before it, all were answered. */
void fm_unique_enter(struct fm_unique *unique, struct fm_unique_batch *batch)
{
    batch->place = unique->entered++;
    batch->parted = false;
    unique->batches[batch->place % FM_UNIQUE_BATCHES] = batch;
}

/* What lies in `scratch`: keys in the order of parts, and of the batch within each; for each key of
 * the batch its place there; for each of these places the answer. */

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

static struct fm_hash128 key_at(const struct fm_unique_batch *batch, size_t i)
{
    return *(const struct fm_hash128 *)(const void *)(batch->rows + i * batch->row);
}

/* Keys are counted for each part, then put to their places. */
static void sort(struct fm_unique_batch *batch, unsigned level)
{
    struct fm_hash128 *keys = keys_of(batch);
    uint32_t *places = places_of(batch), *ends = batch->ends;
    memset(ends, 0, sizeof batch->ends);
    for (size_t i = 0; i < batch->count; i++)
        ends[fm_key_part(key_at(batch, i), level) + 1]++;
    uint32_t begin = 0;
    for (size_t i = 0; i < FM_KEY_PARTS; i++) { /* ends[i + 1] is where part i begins */
        const uint32_t n = ends[i + 1];
        ends[i + 1] = begin;
        begin += n;
    }
    for (size_t i = 0; i < batch->count; i++) {
        const struct fm_hash128 key = key_at(batch, i);
        const uint32_t at = ends[fm_key_part(key, level) + 1]++;
        keys[at] = key;
        places[i] = at;
    }
}

/* By whom it is needed first: mostly by its own thread. */
static void sort_once(struct fm_unique *unique, struct fm_unique_batch *batch)
{
    pthread_mutex_t *lock = &unique->sorting[batch->place % SORTERS];
    pthread_mutex_lock(lock);
    if (!batch->parted)
        sort(batch, unique->level);
    batch->parted = true;
    pthread_mutex_unlock(lock);
}

/* Find or add keys of one part. An empty part takes some keys whatever the limit: or else parting
 * again would never end. @param[out] found  enum fm_answer, FM_ANSWER_LATER for what is put off. */
static enum fm_status look_up(const struct fm_unique *unique, struct part *part, uint64_t place,
                              const struct fm_hash128 *keys, size_t count, unsigned char *found)
{
    size_t done = 0;
    while (part->frozen == NOT_FROZEN && done < count) {
        bool grown = true;
        done += fm_set_add(&part->known, keys + done, count - done, found + done);
        if (done < count)
            FM_TRY(fm_set_grow(&part->known, unique->memory / FM_KEY_PARTS, &grown));
        if (!grown)
            part->frozen = place;
    }
    fm_set_find(&part->known, keys + done, count - done, found + done);
    for (; done < count; done++)
        found[done] = found[done] ? FM_ANSWER_LATER : FM_ANSWER_SEEN;
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
    unsigned char *found = found_of(batch);
    FM_TRY(look_up(unique, part, batch->place, keys + begin, end - begin, found + begin));
    for (size_t i = begin; part->frozen <= batch->place && i < end; i++)
        if (found[i] == FM_ANSWER_LATER) {
            FM_TRY(
                fm_stream_append(unique->spool, &part->undecided, &keys[i], sizeof *keys, error));
            found[i] = (unsigned char)(FM_ANSWER_LATER + number);
            part->early += batch->place < unique->preloaded;
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

/* To the rows, which are in the cache of the batch's own thread. */
static void give_answers(struct fm_unique_batch *batch)
{
    const uint32_t *places = places_of(batch);
    const unsigned char *found = found_of(batch);
    for (size_t i = 0; i < batch->count; i++)
        batch->answers[i * batch->step] = found[places[i]];
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
    if (status == FM_OK)
        give_answers(batch);
    return status;
}

/* Keys looked up in one step by the thread that loads or settles: some dozens in each part. */
enum { BATCH = 4096 };

struct step {
    struct fm_hash128 keys[BATCH];
    unsigned char answers[BATCH];
    _Alignas(struct fm_hash128) unsigned char scratch[BATCH * FM_UNIQUE_SCRATCH];
};

/* Where the next keys to look up go. */
static enum fm_status reserve_step(struct fm_unique *unique)
{
    if (unique->step == NULL)
        unique->step = malloc(sizeof *unique->step);
    return unique->step == NULL ? FM_NO_MEMORY : FM_OK;
}

static enum fm_status answer_step(struct fm_unique *unique, size_t count, bool *undecided,
                                  struct fm_error *error)
{
    struct step *step = unique->step;
    struct fm_unique_batch batch = {.rows = (const unsigned char *)step->keys,
                                    .row = sizeof *step->keys,
                                    .answers = step->answers,
                                    .step = 1,
                                    .count = count,
                                    .scratch = step->scratch};
    fm_unique_enter(unique, &batch);
    return fm_unique_answer(unique, &batch, undecided, error);
}

enum fm_status fm_unique_preload(struct fm_unique *unique, const struct fm_hash128 *keys,
                                 size_t count, struct fm_error *error)
{
    bool ignored;
    FM_TRY(reserve_step(unique));
    while (count > 0) {
        const size_t some = count < BATCH ? count : BATCH;
        memmove(unique->step->keys, keys, some * sizeof *keys);
        unique->preloaded = unique->entered + 1;
        FM_TRY(answer_step(unique, some, &ignored, error));
        keys += some;
        count -= some;
    }
    return FM_OK;
}

static enum fm_status store_fresh(struct fm_store *store, const struct step *step, size_t count,
                                  struct fm_error *error)
{
    for (size_t i = 0; store != NULL && i < count; i++)
        if (step->answers[i] == FM_ANSWER_FRESH)
            FM_TRY(fm_store_add(store, step->keys[i], error));
    return FM_OK;
}

/* Give the keys of a part to a set of its own, which writes an answer for each. */
static enum fm_status replay(struct fm_unique *within, struct part *part, struct fm_stream *answers,
                             bool *undecided, struct fm_error *error)
{
    FM_TRY(reserve_step(within));
    struct step *step = within->step;
    *undecided = false;
    while (part->undecided.bytes > 0) {
        const uint64_t left = part->undecided.bytes / sizeof *step->keys;
        const uint64_t some = part->early > 0 && part->early < left ? part->early : left;
        const size_t count = some < BATCH ? (size_t)some : BATCH;
        FM_TRY(fm_stream_read(within->spool, &part->undecided, step->keys,
                              count * sizeof *step->keys, error));
        if (part->early > 0) {
            part->early -= count;
            FM_TRY(fm_unique_preload(within, step->keys, count, error));
            continue;
        }
        FM_TRY(answer_step(within, count, undecided, error));
        FM_TRY(store_fresh(within->store, step, count, error));
        FM_TRY(fm_stream_append(within->spool, answers, step->answers, count, error));
    }
    return fm_stream_finish(within->spool, answers, error);
}

/* Answers, of which some were undecided, become results. */
static enum fm_status decide(struct fm_unique *within, struct fm_stream *answers,
                             struct fm_stream *results, struct fm_error *error)
{
    while (answers->bytes > 0) {
        unsigned char answer;
        FM_TRY(fm_stream_read(within->spool, answers, &answer, 1, error));
        FM_TRY(fm_unique_result(within, answer, &answer, error));
        FM_TRY(fm_stream_append(within->spool, results, &answer, 1, error));
    }
    return fm_stream_finish(within->spool, results, error);
}

/* A part is a run of its own over fewer keys, with the same memory. Where some are undecided again,
 * these answers are replaced, so that results are final whatever the depth. */
static enum fm_status settle_part(struct fm_unique *within, struct part *part,
                                  struct fm_error *error)
{
    struct fm_stream answers = {.buf = NULL};
    bool undecided;
    enum fm_status status = replay(within, part, &answers, &undecided, error);
    if (status == FM_OK && !undecided) {
        part->results = answers;
        return FM_OK;
    }
    if (status == FM_OK)
        status = fm_unique_settle(within, 1, error); /* at most FM_KEY_LEVELS deep */
    if (status == FM_OK)
        status = decide(within, &answers, &part->results, error);
    fm_stream_drop(within->spool, &answers);
    return status;
}

static enum fm_status settle_alone(struct fm_unique *unique, struct part *part, uint64_t memory,
                                   struct fm_error *error)
{
    struct fm_unique *within;
    if (part->undecided.bytes == 0)
        return FM_OK;
    FM_TRY(fm_unique_new(unique->spool, 0, unique->store, &within));
    within->memory = memory;
    within->level = unique->level + 1;
    const enum fm_status status = settle_part(within, part, error);
    fm_unique_free(within);
    return status;
}

/* Threads take one part after the other. */
struct settling {
    struct fm_unique *unique;
    uint64_t memory;       /* for each thread */
    pthread_mutex_t lock;  /* of all below */
    size_t next;           /* the first part that nobody took */
    enum fm_status status; /* the first that is not FM_OK; no part is taken after it */
    struct fm_error error;
};

static void *settle_parts(void *user)
{
    struct settling *settling = user;
    pthread_mutex_lock(&settling->lock);
    while (settling->status == FM_OK && settling->next < FM_KEY_PARTS) {
        struct part *part = &settling->unique->parts[settling->next++];
        struct fm_error error = {.status = FM_OK};
        pthread_mutex_unlock(&settling->lock);
        const enum fm_status status =
            settle_alone(settling->unique, part, settling->memory, &error);
        pthread_mutex_lock(&settling->lock);
        if (status != FM_OK && settling->status == FM_OK) {
            settling->status = status;
            settling->error = error;
        }
    }
    pthread_mutex_unlock(&settling->lock);
    return NULL;
}

/* Threads that settle at a time. */
enum { SETTLERS_MAX = 16 };

/* As many as have room for the largest part, so that none is parted again, which costs more than a
 * thread gains. A table is full at three quarters. A store gets its keys part by part. */
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

/* What is known goes first: those keys were answered, and no undecided one is among them. So the
 * whole memory serves the parts. */
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
    return fm_stream_read(unique->spool, &unique->parts[answer - FM_ANSWER_LATER].results, result,
                          1, error);
}
