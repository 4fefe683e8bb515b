/* SPDX-License-Identifier: MIT */
/* Memory of blocks: see block.h. */
#include <config.h>
#include "run/block.h"
#include <stdlib.h>
#include "base/parts.h"
#include "run/bounds.h"
#include "io/input.h"

enum fm_status fm_block_make(struct fm_block *block, size_t sinks)
{
    *block = (struct fm_block){.sinks = sinks};
    block->out = calloc(sinks + 1, sizeof *block->out);
    block->rows = calloc(sinks + 1, sizeof *block->rows);
    if (block->out == NULL || block->rows == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < sinks; i++)
        block->rows[i].sample_bound = UINT64_MAX;
    return FM_OK;
}

/* All buffers of what is made of the block's input. */
static void each_buf(const struct fm_block *block, void (*each)(struct fm_buf *buf, size_t *n),
                     size_t *n)
{
    struct fm_block *const of = (struct fm_block *)(uintptr_t)block;
    struct fm_buf *const own[] = {&of->items, &of->steps, &of->texts, &of->compared};
    for (size_t i = 0; i < FM_COUNT_OF(own); i++)
        each(own[i], n);
    for (size_t i = 0; i < block->sinks && block->out != NULL && block->rows != NULL; i++) {
        struct fm_row_set *set = &block->rows[i];
        each(&block->out[i], n);
        each(&set->rows, n);
        each(&set->keys, n);
        each(&set->joints, n);
        each(&set->repeated, n);
    }
}

/* Looked at after each game. */
size_t fm_block_held(const struct fm_block *block)
{
    size_t held =
        block->arena.held + block->items.n + block->steps.n + block->texts.n + block->compared.n;
    for (size_t i = 0; i < block->sinks; i++) {
        const struct fm_row_set *set = &block->rows[i];
        const struct fm_buf *out = &block->out[i];
        held += (FM_UNLIKELY(out->cap > FM_KEPT_MAX) ? out->cap : out->n) + set->rows.n +
                set->keys.n + set->joints.n;
    }
    return held;
}

static void clear_buf(struct fm_buf *buf, size_t *kept)
{
    buf->n = 0;
    if (buf->cap > *kept)
        fm_buf_free(buf);
}

static void free_buf(struct fm_buf *buf, size_t *unused)
{
    (void)unused;
    fm_buf_free(buf);
}

bool fm_block_leaves_input(const struct fm_block *block)
{
    const struct fm_text rest =
        fm_text_between(block->bytes + block->work.bytes, block->bytes + block->n);
    return !block->input.run_last || fm_text_trim(rest).n > 0;
}

void fm_block_empty(struct fm_block *block, size_t kept)
{
    each_buf(block, clear_buf, &kept);
    for (size_t i = 0; i < block->sinks; i++)
        block->rows[i].plain = 0;
}

void fm_block_clear_outputs(struct fm_block *block)
{
    fm_block_empty(block, FM_KEPT_MAX);
    fm_arena_reset(&block->arena);
    block->messages.first = NULL;
    block->messages.tail = &block->messages.first;
    block->messages.of_input = (struct fm_warnings){{0}};
    block->decision.open_games = block->decision.counted_items = false;
}

void fm_block_clear(struct fm_block *block)
{
    fm_block_clear_outputs(block);
    block->work.status = FM_OK;
    block->numbers.lines = block->numbers.games = 0;
    block->work.passed = 0;
    block->split.count = 0;
    block->numbers.counted = block->text = block->work.part = block->work.ends = false;
    block->decision.first_stage = 0;
    block->ring.state = FM_BLOCK_WORKED_ON;
    block->decision.status = FM_OK;
    block->claim.unread = 0;
    block->claim.from = NULL;
    block->input.over = false;
}

enum fm_status fm_block_grow(struct fm_block *block, size_t cap)
{
    if (cap <= block->cap)
        return FM_OK;
    unsigned char *grown =
        cap > SIZE_MAX - FM_TEXT_PADDING ? NULL : realloc(block->bytes, cap + FM_TEXT_PADDING);
    FM_TRY_MADE(grown);
    block->bytes = grown;
    block->cap = cap;
    return FM_OK;
}

void fm_block_free(struct fm_block *block)
{
    each_buf(block, free_buf, NULL);
    free(block->out);
    free(block->rows);
    free(block->bytes);
    fm_input_close(block->input.closes);
    fm_buf_free(&block->input.path);
    fm_split_free(&block->split);
    fm_arena_free(&block->arena);
}

struct fm_text fm_block_text(const struct fm_block *block, uint32_t place)
{
    struct fm_text rest = {block->texts.p + (place - 1), block->texts.n - (place - 1)}, part;
    return fm_part_take(&rest, &part) ? part : FM_NO_TEXT;
}

enum fm_status fm_block_add_text(struct fm_block *block, struct fm_text text, uint32_t *place)
{
    const size_t at = block->texts.n;
    if (at >= UINT32_MAX)
        return FM_NO_MEMORY;
    FM_TRY(fm_part_put(&block->texts, text.p, text.n));
    *place = (uint32_t)at + 1;
    return FM_OK;
}
