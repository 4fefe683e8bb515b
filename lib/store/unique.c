/* Uniqueness over a run: see unique.h. The set in memory is 64 tables by some bits of the key,
 * which grow one by one, so that the old and the new table together are never much more than the
 * set. */
#include <config.h>
#include "store/unique.h"
#include <stdlib.h>
#include "base/table.h"

enum {
    /* While a table grows it is there twice: of 64 that is 1/64 of the set beside it. */
    TABLES = 64,
    /* Keys whose rows are on their way into the cache: a row of a large table is a cache miss, and
     * a core can wait for about this many at a time. */
    AHEAD = 12
};

/* Undecided keys of the same bits. Equal keys have equal bits, so that each part is decided by
 * itself; keys and results are in the order of the probes, and nothing names a key but its place. */
/* Undecided keys of the same bits. */
struct part {
    struct fm_stream keys;
    uint64_t known; /* the first so many were seen before the run: they have no result */
    struct fm_stream results;
};

/* Until the memory is full every key is in a table, and every answer is final. From then on the
 * tables do not change any more: what is not in them is undecided, whether new or not. */
struct fm_unique {
    struct fm_spool *spool;
    struct fm_store *store;
    uint64_t memory;                /* for the tables */
    uint64_t bytes;                 /* of the tables */
    unsigned level;                 /* how many times keys were parted already */
    struct part *parts;             /* NULL = all fits in memory; owned */
    struct fm_table tables[TABLES]; /* a row is a key alone */
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
    for (size_t i = 0; i < TABLES; i++)
        made->tables[i].row = sizeof(struct fm_hash128);
    *out = made;
    return FM_OK;
}

static void free_tables(struct fm_unique *unique)
{
    for (size_t i = 0; i < TABLES; i++)
        fm_table_free(&unique->tables[i]);
    unique->bytes = 0;
}

void fm_unique_free(struct fm_unique *unique)
{
    if (unique == NULL)
        return;
    for (size_t i = 0; unique->parts != NULL && i < FM_KEY_PARTS; i++) {
        fm_stream_drop(unique->spool, &unique->parts[i].keys);
        fm_stream_drop(unique->spool, &unique->parts[i].results);
    }
    free(unique->parts);
    free_tables(unique);
    free(unique);
}

/* Once there are parts, an answer may be open until fm_unique_settle(). */
bool fm_unique_overflows(const struct fm_unique *unique)
{
    return unique->parts != NULL;
}

/* The table of a key: other bits than those of its part, and than those of its place. */
static struct fm_table *table_of(struct fm_unique *unique, struct fm_hash128 key)
{
    return &unique->tables[key.hi % TABLES];
}

/* Add to the tables, or find that they are full. Whatever the limit, some keys are taken: or else
 * parting again would never end. @param[out] answer  FM_ANSWER_LATER: full, and not there. */
static enum fm_status add(struct fm_unique *unique, struct fm_hash128 key, unsigned char *answer)
{
    struct fm_table *table = table_of(unique, key);
    const size_t more = unique->parts != NULL ? 0 : fm_table_growth(table, 1);
    const bool full = unique->parts != NULL ||
                      (more > 0 && unique->bytes > 0 && unique->bytes + more > unique->memory);
    if (full) {
        *answer = fm_table_find(table, key) != NULL ? FM_ANSWER_SEEN : FM_ANSWER_LATER;
        return FM_OK;
    }
    bool fresh;
    const size_t before = fm_table_bytes(table);
    if (fm_table_add(table, key, &fresh) == NULL)
        return FM_NO_MEMORY;
    unique->bytes += fm_table_bytes(table) - before;
    *answer = fresh ? FM_ANSWER_FRESH : FM_ANSWER_SEEN;
    return FM_OK;
}

static enum fm_status defer(struct fm_unique *unique, struct fm_hash128 key, bool known,
                            unsigned char *answer, struct fm_error *error)
{
    if (unique->parts == NULL)
        unique->parts = calloc(FM_KEY_PARTS, sizeof *unique->parts);
    if (unique->parts == NULL)
        return FM_NO_MEMORY;
    const unsigned number = fm_key_part(key, unique->level);
    struct part *part = &unique->parts[number];
    part->known += known;
    *answer = (unsigned char)(FM_ANSWER_LATER + number);
    return fm_stream_append(unique->spool, &part->keys, &key, sizeof key, error);
}

/* Keys of the store come before all others, so in each part they are the first, and `known` is
 * enough to tell them from the keys that get a result. */
enum fm_status fm_unique_preload(struct fm_unique *unique, const struct fm_hash128 *keys,
                                 size_t count, struct fm_error *error)
{
    for (size_t i = 0; i < count; i++) {
        unsigned char answer;
        FM_TRY(add(unique, keys[i], &answer));
        if (answer == FM_ANSWER_LATER)
            FM_TRY(defer(unique, keys[i], true, &answer, error));
    }
    return FM_OK;
}

enum fm_status fm_unique_probe(struct fm_unique *unique, const struct fm_hash128 *keys,
                               size_t count, unsigned char *answers, struct fm_error *error)
{
    for (size_t i = 0; i < count && i < AHEAD; i++)
        fm_table_prefetch(table_of(unique, keys[i]), keys[i]);
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            fm_table_prefetch(table_of(unique, keys[i + AHEAD]), keys[i + AHEAD]);
        FM_TRY(add(unique, keys[i], &answers[i]));
        if (answers[i] == FM_ANSWER_LATER)
            FM_TRY(defer(unique, keys[i], false, &answers[i], error));
        else if (answers[i] == FM_ANSWER_FRESH && unique->store != NULL)
            FM_TRY(fm_store_add(unique->store, keys[i], error));
    }
    return FM_OK;
}

/* Keys read in one step: 17 KiB with their answers, on the stack of each level. */
enum { BATCH = 1024 };

/* Give the keys of a part to a set of its own, which writes an answer for each. */
static enum fm_status replay(struct fm_unique *within, struct part *part, struct fm_stream *answers,
                             struct fm_error *error)
{
    struct fm_hash128 keys[BATCH];
    unsigned char given[BATCH];
    while (part->keys.bytes > 0) {
        const uint64_t left = part->keys.bytes / sizeof *keys;
        const uint64_t some = part->known > 0 && part->known < left ? part->known : left;
        const size_t count = some < BATCH ? (size_t)some : BATCH;
        FM_TRY(fm_stream_read(within->spool, &part->keys, keys, count * sizeof *keys, error));
        if (part->known > 0) {
            part->known -= count;
            FM_TRY(fm_unique_preload(within, keys, count, error));
            continue;
        }
        FM_TRY(fm_unique_probe(within, keys, count, given, error));
        FM_TRY(fm_stream_append(within->spool, answers, given, count, error));
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

/* A part is a run of its own over fewer keys, with the same memory. Where it overflows as well, its
 * undecided answers are replaced, so that results are final whatever the depth. */
static enum fm_status settle_part(struct fm_unique *within, struct part *part,
                                  struct fm_error *error)
{
    struct fm_stream answers = {.buf = NULL};
    enum fm_status status = replay(within, part, &answers, error);
    if (status == FM_OK && !fm_unique_overflows(within)) {
        part->results = answers;
        return FM_OK;
    }
    if (status == FM_OK)
        status = fm_unique_settle(within, error); /* at most FM_KEY_LEVELS deep */
    if (status == FM_OK)
        status = decide(within, &answers, &part->results, error);
    fm_stream_drop(within->spool, &answers);
    return status;
}

/* The tables go first: their keys were answered, and no key of a part is in them. So the whole
 * memory serves each part in turn. */
enum fm_status fm_unique_settle(struct fm_unique *unique, struct fm_error *error)
{
    if (unique->parts == NULL)
        return FM_OK;
    free_tables(unique);
    for (size_t i = 0; i < FM_KEY_PARTS; i++)
        FM_TRY(fm_stream_finish(unique->spool, &unique->parts[i].keys, error));
    for (size_t i = 0; i < FM_KEY_PARTS; i++) {
        struct fm_unique *within;
        FM_TRY(fm_unique_new(unique->spool, 0, unique->store, &within));
        within->memory = unique->memory;
        within->level = unique->level + 1;
        const enum fm_status status = settle_part(within, &unique->parts[i], error);
        fm_unique_free(within);
        FM_TRY(status);
    }
    return FM_OK;
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
