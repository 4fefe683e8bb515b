/* Bytes in a row: see sequence.h. Writing never overtakes reading, since nothing is written that
 * was not read before; so one list of slabs serves both. */
#include <config.h>
#include "store/sequence.h"
#include "base/pages.h"

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
