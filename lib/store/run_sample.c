/* SPDX-License-Identifier: MIT */
/* Samples of a whole run: see run_sample.h. Records that may be among the smallest are kept in the
 * order in which they came, with their hashes beside them. When there are twice as many as wanted,
 * the largest hash that is still wanted is found by counting, and what is above it goes. So each
 * record is read again a few times on average, and nothing has to be sorted. */
#include <config.h>
#include "store/run_sample.h"
#include <stdlib.h>
#include "base/memory.h"

/* Bytes in a row. Writing never overtakes reading, since nothing is written that was not read
 * before; so one list of slabs serves both. */

struct fm_slab {
    struct fm_slab *next;
    unsigned char bytes[];
};

static void free_slabs(struct fm_sequence *sequence, struct fm_slab **from)
{
    while (*from != NULL) {
        struct fm_slab *next = (*from)->next;
        fm_pages_free(*from, sizeof **from + sequence->slab);
        sequence->held -= sequence->slab;
        *from = next;
    }
}

void fm_sequence_free(struct fm_sequence *sequence)
{
    if (sequence->spool == NULL)
        return;
    free_slabs(sequence, &sequence->slabs);
    fm_stream_drop(sequence->spool, &sequence->rest);
    fm_stream_drop(sequence->spool, &sequence->reading);
    *sequence = (struct fm_sequence){.spool = NULL};
}

/* The slab after a cursor's. */
static struct fm_slab **next_of(struct fm_sequence *sequence, const struct fm_cursor *cursor)
{
    return cursor->slab == NULL ? &sequence->slabs : &cursor->slab->next;
}

/* Bytes that the cursor's slab has after it. */
static size_t room_of(const struct fm_sequence *sequence, const struct fm_cursor *cursor)
{
    return cursor->slab == NULL ? 0 : sequence->slab - cursor->at;
}

/* Let the cursor go on to the next slab, which is made if there may be one more.
 * @param[out] there  false: memory is used up. */
static enum fm_status step(struct fm_sequence *sequence, struct fm_cursor *cursor, bool *there)
{
    struct fm_slab **next = next_of(sequence, cursor);
    *there =
        *next != NULL || sequence->held == 0 || sequence->held + sequence->slab <= sequence->limit;
    if (!*there)
        return FM_OK;
    if (*next == NULL) {
        *next = fm_pages_alloc(sizeof **next + sequence->slab);
        if (*next == NULL)
            return FM_NO_MEMORY;
        sequence->held += sequence->slab;
    }
    *cursor = (struct fm_cursor){.slab = *next};
    return FM_OK;
}

enum fm_status fm_sequence_append(struct fm_sequence *sequence, const void *bytes, size_t n,
                                  struct fm_error *error)
{
    const unsigned char *from = bytes;
    while (n > 0) {
        size_t part = room_of(sequence, &sequence->to);
        bool there = sequence->rest.bytes == 0;
        if (part == 0 && there) {
            FM_TRY(step(sequence, &sequence->to, &there));
            part = room_of(sequence, &sequence->to);
        }
        if (!there)
            return fm_stream_append(sequence->spool, &sequence->rest, from, n, error);
        part = part < n ? part : n;
        memmove(sequence->to.slab->bytes + sequence->to.at, from, part);
        sequence->to.at += part;
        sequence->inside += part;
        from += part;
        n -= part;
    }
    return FM_OK;
}

/* Most of what is appended and read is within one slab in memory: then neither takes more than a copy. */
FM_INLINE enum fm_status append(struct fm_sequence *sequence, const void *bytes, size_t n,
                                struct fm_error *error)
{
    if (FM_UNLIKELY(room_of(sequence, &sequence->to) < n || sequence->rest.bytes > 0))
        return fm_sequence_append(sequence, bytes, n, error);
    if (n > 0)
        memcpy(sequence->to.slab->bytes + sequence->to.at, bytes, n);
    sequence->to.at += n;
    sequence->inside += n;
    return FM_OK;
}

FM_INLINE enum fm_status take(struct fm_sequence *sequence, void *to, size_t n,
                              struct fm_error *error)
{
    struct fm_cursor *from = &sequence->from;
    if (FM_UNLIKELY(room_of(sequence, from) < n || sequence->left < n))
        return fm_sequence_read(sequence, to, n, error);
    if (n > 0) /* memory for nothing may be NULL */
        memcpy(to, from->slab->bytes + from->at, n);
    from->at += n;
    sequence->left -= n;
    return FM_OK;
}

enum fm_status fm_sequence_begin(struct fm_sequence *sequence, struct fm_error *error)
{
    FM_TRY(fm_stream_finish(sequence->spool, &sequence->rest, error));
    sequence->reading = sequence->rest;
    sequence->rest = (struct fm_stream){.buf = NULL};
    sequence->left = sequence->inside;
    sequence->inside = 0;
    sequence->from = sequence->to = (struct fm_cursor){.slab = NULL};
    return FM_OK;
}

enum fm_status fm_sequence_read(struct fm_sequence *sequence, void *to, size_t n,
                                struct fm_error *error)
{
    unsigned char *out = to;
    struct fm_cursor *from = &sequence->from;
    while (n > 0 && sequence->left > 0) {
        if (room_of(sequence, from) == 0)
            *from = (struct fm_cursor){.slab = *next_of(sequence, from)};
        size_t part = room_of(sequence, from);
        part = part < n ? part : n;
        part = part < sequence->left ? part : (size_t)sequence->left;
        memcpy(out, from->slab->bytes + from->at, part);
        from->at += part;
        sequence->left -= part;
        out += part;
        n -= part;
    }
    return n == 0 ? FM_OK : fm_stream_read(sequence->spool, &sequence->reading, out, n, error);
}

void fm_sequence_end(struct fm_sequence *sequence)
{
    fm_stream_drop(sequence->spool, &sequence->reading);
    free_slabs(sequence, next_of(sequence, &sequence->to));
}

/* The sample. */

enum {
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS,
    SPARE = 1024, /* records that a small sample keeps beside the wanted ones */
    STREAMS = 4   /* that are open at a time */
};

struct fm_run_sample {
    uint64_t size;  /* how many are wanted */
    uint64_t count; /* how many are kept now */
    bool bounded;   /* only hashes below `bound` are wanted any more */
    uint64_t bound;
    struct fm_sequence hashes;  /* 8 bytes each */
    struct fm_sequence records; /* a size_t and that many bytes each */
    struct fm_buf text;         /* the record that is being read */
    uint64_t digits[DIGITS];    /* of hashes, counted */
};

enum fm_status fm_run_sample_new(struct fm_spool *spool, uint64_t memory, uint64_t size,
                                 struct fm_run_sample **out)
{
    const uint64_t chunks = STREAMS * (uint64_t)fm_spool_chunk(spool);
    const uint64_t room = memory > 2 * chunks ? memory - chunks : memory / 2;
    const size_t slab = room > 16 * 1024 * 1024 ? 256 * 1024 : (size_t)(room / 64) + 64;
    struct fm_run_sample *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->size = size;
    made->hashes = (struct fm_sequence){.spool = spool, .slab = slab, .limit = room / 8};
    made->records = (struct fm_sequence){.spool = spool, .slab = slab, .limit = room / 8 * 7};
    *out = made;
    return FM_OK;
}

void fm_run_sample_free(struct fm_run_sample *sample)
{
    if (sample == NULL)
        return;
    fm_sequence_free(&sample->hashes);
    fm_sequence_free(&sample->records);
    fm_buf_free(&sample->text);
    free(sample);
}

/* Count one digit of the hashes whose digits before it are those of @p prefix. */
static enum fm_status count_digits(struct fm_run_sample *sample, uint64_t prefix, unsigned shift,
                                   unsigned bits, struct fm_error *error)
{
    const unsigned above = shift + bits;
    memset(sample->digits, 0, sizeof sample->digits);
    FM_TRY(fm_sequence_begin(&sample->hashes, error));
    for (uint64_t i = 0; i < sample->count; i++) {
        uint64_t hash;
        FM_TRY(take(&sample->hashes, &hash, sizeof hash, error));
        FM_TRY(append(&sample->hashes, &hash, sizeof hash, error));
        if (above == 64 || hash >> above == prefix >> above)
            sample->digits[hash >> shift & ((UINT64_C(1) << bits) - 1)]++;
    }
    fm_sequence_end(&sample->hashes);
    return FM_OK;
}

/* Find the largest hash of the sample, of more records than are wanted.
 * @param[out] equals  how many with this very hash belong to it. */
static enum fm_status find_bound(struct fm_run_sample *sample, uint64_t *bound, uint64_t *equals,
                                 struct fm_error *error)
{
    uint64_t prefix = 0, wanted = sample->size;
    for (unsigned shift = 64; shift > 0;) {
        const unsigned bits = shift < DIGIT_BITS ? shift : DIGIT_BITS;
        shift -= bits;
        FM_TRY(count_digits(sample, prefix, shift, bits, error));
        uint64_t digit = 0;
        for (; sample->digits[digit] < wanted; digit++)
            wanted -= sample->digits[digit];
        prefix |= digit << shift;
    }
    *bound = prefix;
    *equals = wanted;
    return FM_OK;
}

static enum fm_status read_record(struct fm_run_sample *sample, struct fm_error *error)
{
    size_t n;
    FM_TRY(take(&sample->records, &n, sizeof n, error));
    sample->text.n = 0;
    FM_TRY(fm_buf_reserve(&sample->text, n));
    FM_TRY(take(&sample->records, sample->text.p, n, error));
    sample->text.n = n;
    return FM_OK;
}

static enum fm_status write_record(struct fm_run_sample *sample, uint64_t hash, struct fm_text text,
                                   struct fm_error *error)
{
    FM_TRY(append(&sample->hashes, &hash, sizeof hash, error));
    FM_TRY(append(&sample->records, &text.n, sizeof text.n, error));
    return append(&sample->records, text.p, text.n, error);
}

/* Let go of all that is not of the sample so far. */
static enum fm_status shrink(struct fm_run_sample *sample, struct fm_error *error)
{
    const uint64_t count = sample->count;
    uint64_t equals;
    if (count <= sample->size)
        return FM_OK;
    FM_TRY(find_bound(sample, &sample->bound, &equals, error));
    sample->bounded = true;
    FM_TRY(fm_sequence_begin(&sample->hashes, error));
    FM_TRY(fm_sequence_begin(&sample->records, error));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t hash;
        FM_TRY(take(&sample->hashes, &hash, sizeof hash, error));
        FM_TRY(read_record(sample, error));
        if (hash > sample->bound || (hash == sample->bound && equals == 0))
            continue;
        equals -= hash == sample->bound;
        FM_TRY(write_record(sample, hash, (struct fm_text){sample->text.p, sample->text.n}, error));
    }
    fm_sequence_end(&sample->hashes);
    fm_sequence_end(&sample->records);
    sample->count = sample->size;
    return FM_OK;
}

/* Are there so many that it is worth going through them? */
static bool is_crowded(const struct fm_run_sample *sample)
{
    if (sample->count <= sample->size)
        return false;
    const uint64_t spare = sample->count - sample->size;
    return fm_sequence_spills(&sample->records) ? spare > sample->size / 2
                                                : spare > sample->size + SPARE;
}

enum fm_status fm_run_sample_offer(struct fm_run_sample *sample, uint64_t hash, struct fm_text text,
                                   struct fm_error *error)
{
    /* Of equal hashes the earlier ones are there already. */
    if (sample->size == 0 || (sample->bounded && hash >= sample->bound))
        return FM_OK;
    FM_TRY(write_record(sample, hash, text, error));
    sample->count++;
    return is_crowded(sample) ? shrink(sample, error) : FM_OK;
}

uint64_t fm_run_sample_bound(const struct fm_run_sample *sample)
{
    return sample->bounded ? sample->bound : UINT64_MAX;
}

enum fm_status fm_run_sample_each(struct fm_run_sample *sample,
                                  enum fm_status (*each)(void *user, struct fm_text text,
                                                         struct fm_error *error),
                                  void *user, struct fm_error *error)
{
    FM_TRY(shrink(sample, error));
    FM_TRY(fm_sequence_begin(&sample->records, error));
    for (uint64_t i = 0; i < sample->count; i++) {
        FM_TRY(read_record(sample, error));
        FM_TRY(each(user, (struct fm_text){sample->text.p, sample->text.n}, error));
    }
    fm_sequence_end(&sample->records);
    return FM_OK;
}
