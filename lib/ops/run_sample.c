/* SPDX-License-Identifier: MIT */
/* Samples of a whole run: see run_sample.h. Hashes are counted in intervals, so it is known all
 * the time which ones can still be among the smallest; of n records, about s (1 + ln(n / s)) are
 * kept for a sample of s. When all came, the hashes of the last interval are sorted: the largest
 * that is wanted is one of them. */
#include <config.h>
#include "ops/run_sample.h"
#include "base/lanes.h"
#include <stdlib.h>
#include "ops/sorter.h"

/* Intervals as floating point numbers have them: below a power of two each is a 64th of that. */
enum {
    FINE_BITS = 6,
    FINE = 1 << FINE_BITS,
    INTERVALS = (64 - FINE_BITS + 1) << FINE_BITS,
    HASH = sizeof(uint64_t)
};

struct fm_run_sample {
    struct fm_spool *spool;
    uint64_t memory;
    uint64_t size;              /* number of records wanted */
    bool texts;                 /* false: hashes alone are kept */
    uint64_t counts[INTERVALS]; /* number of offered hashes in each interval */
    unsigned top;               /* index of the last interval with wanted hashes */
    uint64_t kept;              /* number of hashes in the intervals up to `top` */
    uint64_t bound;             /* largest hash that is wanted */
    uint64_t equals;            /* number of records wanted with the hash `bound`; set at the end */
    /* number still to be taken from interval `top`, while its hashes come in order */
    uint64_t missing;
    struct fm_stream hashes;  /* hashes of all records kept so far; 8 bytes each */
    struct fm_stream records; /* all records kept so far: each a hash, a length and the bytes */
    struct fm_buf text;       /* the record that is being read */
};

enum fm_status fm_run_sample_new(struct fm_spool *spool, uint64_t memory, uint64_t size, bool texts,
                                 struct fm_run_sample **out)
{
    const uint64_t room = fm_spool_rest(spool, memory, 4) / 8; /* two chunks a stream */
    struct fm_run_sample *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->memory = 2 * room; /* memory of the sorter, in bytes */
    made->size = size;
    made->texts = texts;
    made->top = INTERVALS - 1;
    made->bound = made->equals = UINT64_MAX;
    made->hashes.most = room;
    made->records.most = 5 * room;
    *out = made;
    return FM_OK;
}

void fm_run_sample_free(struct fm_run_sample *sample)
{
    if (sample == NULL)
        return;
    fm_stream_drop(sample->spool, &sample->hashes);
    fm_stream_drop(sample->spool, &sample->records);
    fm_buf_free(&sample->text);
    free(sample);
}

/* The power of two, then the bits after its first; below the first 64, each hash has its own. */
static unsigned interval_of(uint64_t hash)
{
    const unsigned shift = 63 - FINE_BITS - (unsigned)__builtin_clzll(hash | FINE);
    return (shift << FINE_BITS) + (unsigned)(hash >> shift);
}

enum fm_status fm_run_sample_offer(struct fm_run_sample *sample, uint64_t hash, struct fm_text text,
                                   struct fm_error *error)
{
    if (sample->size == 0 || hash > sample->bound)
        return FM_OK;
    sample->counts[interval_of(hash)]++;
    for (sample->kept++; sample->kept - sample->counts[sample->top] >= sample->size;
         sample->top--) {
        const unsigned top = sample->top, shift = top < 2 * FINE ? 0 : (top >> FINE_BITS) - 1;
        sample->kept -= sample->counts[top];
        sample->bound =
            ((uint64_t)(top - (shift << FINE_BITS)) << shift) - 1; /* before its first */
    }
    if (hash > sample->bound)
        return FM_OK;
    FM_TRY(fm_stream_append(sample->spool, &sample->hashes, &hash, HASH, error));
    if (!sample->texts)
        return FM_OK;
    FM_TRY(fm_stream_append(sample->spool, &sample->records, &hash, HASH, error));
    FM_TRY(fm_stream_append_number(sample->spool, &sample->records, text.n, error));
    return fm_stream_append(sample->spool, &sample->records, text.p, text.n, error);
}

uint64_t fm_run_sample_bound(const struct fm_run_sample *sample)
{
    return sample->bound;
}

/* Hashes of the last interval come in order, until as many are found as are missing. */
static enum fm_status count_hash(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct fm_run_sample *sample = user;
    const uint64_t hash = fm_big_endian(pair->key.p, HASH);
    (void)error;
    if (sample->missing == 0)
        return FM_OK;
    sample->missing--;
    sample->equals = hash == sample->bound ? sample->equals + 1 : 1;
    sample->bound = hash;
    return FM_OK;
}

/* More were kept than are wanted: find the largest of these. */
static enum fm_status find_bound(struct fm_run_sample *sample, struct fm_error *error)
{
    struct fm_sorter *sorter;
    FM_TRY(fm_stream_finish(sample->spool, &sample->hashes, error));
    FM_TRY(fm_sorter_new(sample->spool, sample->memory, &sorter));
    enum fm_status status = FM_OK;
    while (status == FM_OK && sample->hashes.bytes > 0) {
        uint64_t hash;
        unsigned char key[HASH];
        status = fm_stream_read(sample->spool, &sample->hashes, &hash, HASH, error);
        if (status != FM_OK || hash > sample->bound || interval_of(hash) < sample->top)
            continue;
        fm_big_endian_store(key, HASH, hash);
        status = fm_sorter_add(sorter, (struct fm_text){key, HASH}, FM_TEXT(""), error);
    }
    sample->missing = sample->size - (sample->kept - sample->counts[sample->top]);
    sample->equals = 0;
    FM_NEXT(status, fm_sorter_each(sorter, count_hash, sample, error));
    fm_sorter_free(sorter);
    return status;
}

enum fm_status fm_run_sample_settle(struct fm_run_sample *sample, struct fm_error *error)
{
    return sample->kept > sample->size ? find_bound(sample, error) : FM_OK;
}

bool fm_run_sample_takes(struct fm_run_sample *sample, uint64_t hash)
{
    if (hash > sample->bound || (hash == sample->bound && sample->equals == 0))
        return false;
    sample->equals -= hash == sample->bound;
    return true;
}

enum fm_status fm_run_sample_each(struct fm_run_sample *sample,
                                  enum fm_status (*each)(void *user, struct fm_text text,
                                                         struct fm_error *error),
                                  void *user, struct fm_error *error)
{
    struct fm_buf *text = &sample->text;
    FM_TRY(fm_run_sample_settle(sample, error));
    FM_TRY(fm_stream_finish(sample->spool, &sample->records, error));
    while (sample->records.bytes > 0) {
        uint64_t hash, n;
        FM_TRY(fm_stream_read(sample->spool, &sample->records, &hash, HASH, error));
        FM_TRY(fm_stream_read_number(sample->spool, &sample->records, &n, error));
        text->n = 0;
        FM_TRY(fm_stream_read_to(sample->spool, &sample->records, text, (size_t)n, error));
        if (!fm_run_sample_takes(sample, hash))
            continue;
        FM_TRY(each(user, (struct fm_text){text->p, text->n}, error));
    }
    return FM_OK;
}
