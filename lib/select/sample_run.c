/* Samples of a whole run: see sample_run.h. */
#include <config.h>
#include "select/sample_run.h"
#include <stdlib.h>

void fm_draw_free(struct fm_draw *draw)
{
    for (size_t i = 0; i < draw->count; i++)
        free(draw->drawn[i].text);
    free(draw->drawn);
    *draw = (struct fm_draw){.size = 0};
}

static bool is_behind(const struct fm_drawn *a, const struct fm_drawn *b)
{
    return a->hash != b->hash ? a->hash > b->hash : a->order > b->order;
}

static void swap(struct fm_drawn *a, struct fm_drawn *b)
{
    const struct fm_drawn moved = *a;
    *a = *b;
    *b = moved;
}

static void sink(struct fm_draw *draw)
{
    struct fm_drawn *heap = draw->drawn;
    for (size_t at = 0, child; (child = 2 * at + 1) < draw->count; at = child) {
        if (child + 1 < draw->count && is_behind(&heap[child + 1], &heap[child]))
            child++;
        if (!is_behind(&heap[child], &heap[at]))
            return;
        swap(&heap[child], &heap[at]);
    }
}

static void rise(struct fm_draw *draw)
{
    struct fm_drawn *heap = draw->drawn;
    for (size_t at = draw->count - 1; at > 0 && is_behind(&heap[at], &heap[(at - 1) / 2]);
         at = (at - 1) / 2)
        swap(&heap[at], &heap[(at - 1) / 2]);
}

/* Put the record into a place, whose memory is used again. */
static enum fm_status fill(struct fm_drawn *drawn, uint64_t hash, uint64_t order,
                           struct fm_text text)
{
    if (text.n > drawn->cap || drawn->text == NULL) {
        unsigned char *grown = realloc(drawn->text, text.n + 1);
        if (grown == NULL)
            return FM_NO_MEMORY;
        drawn->text = grown;
        drawn->cap = text.n + 1;
    }
    if (text.n > 0)
        memcpy(drawn->text, text.p, text.n);
    drawn->n = text.n;
    drawn->hash = hash;
    drawn->order = order;
    return FM_OK;
}

enum fm_status fm_draw_offer(struct fm_draw *draw, uint64_t hash, struct fm_text text)
{
    const uint64_t order = draw->offered++;
    if (draw->count == draw->size) {
        if (draw->size == 0 || hash >= draw->drawn[0].hash)
            return FM_OK;
        FM_TRY(fill(&draw->drawn[0], hash, order, text));
        sink(draw);
        return FM_OK;
    }
    if (draw->count == draw->cap) {
        const size_t cap = draw->cap == 0 ? 64 : 2 * draw->cap;
        struct fm_drawn *grown =
            cap > SIZE_MAX / sizeof *grown ? NULL : realloc(draw->drawn, cap * sizeof *grown);
        if (grown == NULL)
            return FM_NO_MEMORY;
        draw->drawn = grown;
        draw->cap = cap;
    }
    draw->drawn[draw->count] = (struct fm_drawn){.hash = hash};
    FM_TRY(fill(&draw->drawn[draw->count], hash, order, text));
    draw->count++;
    rise(draw);
    return FM_OK;
}

static int by_order(const void *a, const void *b)
{
    const struct fm_drawn *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

void fm_draw_finish(struct fm_draw *draw)
{
    if (draw->count > 0)
        qsort(draw->drawn, draw->count, sizeof *draw->drawn, by_order);
}
