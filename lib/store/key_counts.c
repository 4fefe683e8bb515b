/* Counts by key: see key_counts.h. Entries lie in slabs in the order of first occurrence, and are
 * written to their parts in that order. So what a part holds is in order of first occurrence as
 * well, however often the memory was emptied, and so is the sum of it: nothing is ever sorted, and
 * the whole is a merge of the parts. */
#include <config.h>
#include "store/key_counts.h"
#include <stdlib.h>
#include "base/memory.h"
#include "base/table.h"

enum {
    PARTS = FM_KEY_PARTS,
    /* A slab is a sixteenth of the memory, so that what its end leaves free is little; no larger
     * than pays for a call of the system, no smaller than some entries. */
    SLAB_MAX = 256 * 1024,
    SLAB_MIN = 2 * 1024
};

struct entry {
    struct fm_hash128 key;
    uint64_t order, count, scored, half_points;
    size_t n; /* bytes of text after the entry */
};

/* Entries one after the other. They stay where they are, since rows of the table point to them. */
struct slab {
    struct slab *next; /* newer */
    size_t used, size; /* of bytes */
    unsigned char bytes[];
};

/* A row of the hash table. */
struct row {
    struct fm_hash128 key;
    struct entry *entry;
};

struct fm_key_counts {
    struct fm_spool *spool;
    uint64_t memory; /* for slabs and the table */
    uint64_t bytes;  /* of slabs */
    uint64_t order;
    unsigned level;            /* how many times keys were parted already */
    struct slab *first, *last; /* owned */
    struct fm_table rows;
    struct fm_stream *parts; /* PARTS of them; NULL = all fits in memory; owned */
};

enum fm_status fm_key_counts_new(struct fm_spool *spool, uint64_t memory,
                                 struct fm_key_counts **out)
{
    struct fm_key_counts *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->memory = fm_spool_rest(spool, memory);
    made->rows.row = sizeof(struct row);
    *out = made;
    return FM_OK;
}

static void free_memory(struct fm_key_counts *counts)
{
    while (counts->first != NULL) {
        struct slab *next = counts->first->next;
        fm_pages_free(counts->first, sizeof *counts->first + counts->first->size);
        counts->first = next;
    }
    counts->last = NULL;
    fm_table_free(&counts->rows);
    counts->bytes = 0;
}

void fm_key_counts_free(struct fm_key_counts *counts)
{
    if (counts == NULL)
        return;
    free_memory(counts);
    for (size_t i = 0; counts->parts != NULL && i < PARTS; i++)
        fm_stream_drop(counts->spool, &counts->parts[i]);
    free(counts->parts);
    free(counts);
}

static const unsigned char *text_of(const struct entry *entry)
{
    return (const unsigned char *)(entry + 1);
}

/* Bytes of an entry in its slab: a multiple of eight, so that the next one is aligned. */
static size_t size_of(size_t text)
{
    return (sizeof(struct entry) + text + 7) / 8 * 8;
}

/* Call for every entry, in order. */
#define FOR_ENTRIES(counts, entry) \
    for (struct slab *slab_ = (counts)->first; slab_ != NULL; slab_ = slab_->next) \
        for (struct entry *entry = (struct entry *)(void *)slab_->bytes; \
             (unsigned char *)entry < slab_->bytes + slab_->used; \
             entry = (struct entry *)(void *)((unsigned char *)entry + size_of(entry->n)))

static size_t slab_size(const struct fm_key_counts *counts, size_t entry)
{
    const uint64_t share = counts->memory / 16;
    const size_t size = share < SLAB_MIN ? SLAB_MIN : share > SLAB_MAX ? SLAB_MAX : (size_t)share;
    return entry > size ? entry : size;
}

static bool slab_full(const struct fm_key_counts *counts, size_t entry)
{
    return counts->last == NULL || counts->last->size - counts->last->used < entry;
}

static enum fm_status grow_slabs(struct fm_key_counts *counts, size_t entry)
{
    const size_t size = slab_size(counts, entry);
    struct slab *made =
        size > PTRDIFF_MAX - sizeof *made ? NULL : fm_pages_alloc(sizeof *made + size);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->size = size;
    if (counts->last == NULL)
        counts->first = made;
    else
        counts->last->next = made;
    counts->last = made;
    counts->bytes += size;
    return FM_OK;
}

/* Bytes that all takes while one more entry is added. */
static uint64_t next_bytes(const struct fm_key_counts *counts, size_t entry)
{
    return counts->bytes + fm_table_bytes(&counts->rows) + fm_table_growth(&counts->rows, 1) +
           (slab_full(counts, entry) ? slab_size(counts, entry) : 0);
}

static enum fm_status write_entry(struct fm_spool *spool, struct fm_stream *to,
                                  const struct entry *entry, struct fm_error *error)
{
    FM_TRY(fm_stream_append(spool, to, entry, sizeof *entry, error));
    return fm_stream_append(spool, to, text_of(entry), entry->n, error);
}

/* Empty the memory into the parts. A key that comes again later gets a new entry, and the part has
 * both: sum_up() adds them, and the order is that of the first. */
static enum fm_status spill(struct fm_key_counts *counts, struct fm_error *error)
{
    if (counts->parts == NULL)
        counts->parts = calloc(PARTS, sizeof *counts->parts);
    if (counts->parts == NULL)
        return FM_NO_MEMORY;
    FOR_ENTRIES(counts, entry)
    FM_TRY(write_entry(counts->spool, &counts->parts[fm_key_part(entry->key, counts->level)], entry,
                       error));
    free_memory(counts);
    return FM_OK;
}

/* Add up; the first of a key gives its order and text. */
static enum fm_status add(struct fm_key_counts *counts, const struct entry *more,
                          struct fm_text text, struct fm_error *error)
{
    struct row *row = fm_table_find(&counts->rows, more->key);
    bool fresh;
    if (row != NULL) {
        row->entry->count += more->count;
        row->entry->scored += more->scored;
        row->entry->half_points += more->half_points;
        return FM_OK;
    }
    const size_t size = size_of(text.n);
    if (counts->last != NULL && next_bytes(counts, size) > counts->memory)
        FM_TRY(spill(counts, error));
    if (slab_full(counts, size))
        FM_TRY(grow_slabs(counts, size));
    row = fm_table_add(&counts->rows, more->key, &fresh);
    if (row == NULL)
        return FM_NO_MEMORY;
    struct entry *made = (struct entry *)(void *)(counts->last->bytes + counts->last->used);
    counts->last->used += size;
    *made = *more;
    made->n = text.n;
    if (text.n > 0)
        memcpy(made + 1, text.p, text.n);
    row->entry = made;
    return FM_OK;
}

enum fm_status fm_key_counts_add(struct fm_key_counts *counts, struct fm_hash128 key,
                                 int half_points, struct fm_text text, struct fm_error *error)
{
    const struct entry one = {.key = key,
                              .order = counts->order++,
                              .count = 1,
                              .scored = half_points >= 0,
                              .half_points = half_points > 0 ? (uint64_t)half_points : 0};
    return add(counts, &one, text, error);
}

typedef enum fm_status give(void *user, const struct entry *entry, const unsigned char *text,
                            struct fm_error *error);

/* The next entry of a stream, without its text, which is read when its turn has come. */
struct head {
    struct fm_stream *stream;
    bool there;
    struct entry entry;
};

static enum fm_status next(struct fm_spool *spool, struct head *head, struct fm_error *error)
{
    head->there = head->stream->bytes > 0;
    if (!head->there)
        return FM_OK;
    return fm_stream_read(spool, head->stream, &head->entry, sizeof head->entry, error);
}

/* Give the entries of streams that are in order, in order. All heads are looked through for each
 * entry: there are only PARTS of them. */
static enum fm_status merge(struct fm_spool *spool, struct fm_stream *parts, give *each, void *user,
                            struct fm_error *error)
{
    struct head heads[PARTS];
    struct fm_buf text = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < PARTS && status == FM_OK; i++) {
        heads[i].stream = &parts[i];
        status = next(spool, &heads[i], error);
    }
    while (status == FM_OK) {
        struct head *least = NULL;
        for (size_t i = 0; i < PARTS; i++)
            if (heads[i].there && (least == NULL || heads[i].entry.order < least->entry.order))
                least = &heads[i];
        if (least == NULL)
            break;
        text.n = 0;
        status = fm_stream_read_to(spool, least->stream, &text, least->entry.n, error);
        if (status == FM_OK)
            status = each(user, &least->entry, text.p, error);
        if (status == FM_OK)
            status = next(spool, least, error);
    }
    fm_buf_free(&text);
    return status;
}

static enum fm_status each_entry(struct fm_key_counts *counts, give *each, void *user,
                                 struct fm_error *error);

/* Where the sums of a part go. */
struct summing {
    struct fm_spool *spool;
    struct fm_stream sums;
};

static enum fm_status put_sum(void *user, const struct entry *entry, const unsigned char *text,
                              struct fm_error *error)
{
    struct summing *summing = user;
    FM_TRY(fm_stream_append(summing->spool, &summing->sums, entry, sizeof *entry, error));
    return fm_stream_append(summing->spool, &summing->sums, text, entry->n, error);
}

/* Replace what a part holds by its sums, as one list in order. */
static enum fm_status sum_up(struct fm_key_counts *within, struct fm_stream *part,
                             struct fm_error *error)
{
    struct summing summing = {.spool = within->spool};
    struct head head = {.stream = part};
    struct fm_buf text = {NULL, 0, 0};
    enum fm_status status = next(within->spool, &head, error);
    while (status == FM_OK && head.there) {
        text.n = 0;
        status = fm_stream_read_to(within->spool, part, &text, head.entry.n, error);
        if (status == FM_OK)
            status = add(within, &head.entry, (struct fm_text){text.p, text.n}, error);
        if (status == FM_OK)
            status = next(within->spool, &head, error);
    }
    fm_buf_free(&text);
    if (status == FM_OK) /* at most FM_KEY_LEVELS deep */
        status = each_entry(within, put_sum, &summing, error);
    if (status == FM_OK)
        status = fm_stream_finish(within->spool, &summing.sums, error);
    if (status == FM_OK)
        *part = summing.sums;
    else
        fm_stream_drop(within->spool, &summing.sums);
    return status;
}

/* Only one part's entries are in memory at a time, with all that the run has. Where that is still
 * not enough, the part is parted again by its next bits. */
static enum fm_status sum_up_parts(struct fm_key_counts *counts, struct fm_error *error)
{
    for (size_t i = 0; i < PARTS; i++)
        FM_TRY(fm_stream_finish(counts->spool, &counts->parts[i], error));
    for (size_t i = 0; i < PARTS; i++) {
        struct fm_key_counts *within;
        FM_TRY(fm_key_counts_new(counts->spool, 0, &within));
        within->memory = counts->memory;
        within->level = counts->level + 1;
        const enum fm_status status = sum_up(within, &counts->parts[i], error);
        fm_key_counts_free(within);
        FM_TRY(status);
    }
    return FM_OK;
}

static enum fm_status each_entry(struct fm_key_counts *counts, give *each, void *user,
                                 struct fm_error *error)
{
    if (counts->parts == NULL) {
        FOR_ENTRIES(counts, entry)
        FM_TRY(each(user, entry, text_of(entry), error));
        return FM_OK;
    }
    FM_TRY(spill(counts, error));
    FM_TRY(sum_up_parts(counts, error));
    return merge(counts->spool, counts->parts, each, user, error);
}

struct giving {
    enum fm_status (*each)(void *user, const struct fm_key_count *);
    void *user;
};

static enum fm_status give_entry(void *user, const struct entry *entry, const unsigned char *text,
                                 struct fm_error *error)
{
    const struct giving *giving = user;
    const struct fm_key_count made = {.key = entry->key,
                                      .order = entry->order,
                                      .count = entry->count,
                                      .scored = entry->scored,
                                      .half_points = entry->half_points,
                                      .text = {text, entry->n}};
    (void)error;
    return giving->each(giving->user, &made);
}

enum fm_status fm_key_counts_each(struct fm_key_counts *counts,
                                  enum fm_status (*each)(void *user, const struct fm_key_count *),
                                  void *user, struct fm_error *error)
{
    struct giving giving = {each, user};
    return each_entry(counts, give_entry, &giving, error);
}
