/* SPDX-License-Identifier: MIT */
/* Memory of blocks: see block.h. */
#include <config.h>
#include "convert/block.h"
#include <stdlib.h>
#include "convert/bounds.h"
#include "io/input.h"

enum fm_status fm_block_make(struct fm_block *block, size_t sinks)
{
    *block = (struct fm_block){.sinks = sinks};
    block->out = calloc(sinks + 1, sizeof *block->out);
    block->keys = calloc(sinks + 1, sizeof *block->keys);
    block->runs = calloc(sinks + 1, sizeof *block->runs);
    block->sample_bounds = calloc(sinks + 1, sizeof *block->sample_bounds);
    const bool made = block->out != NULL && block->keys != NULL && block->runs != NULL &&
                      block->sample_bounds != NULL;
    for (size_t i = 0; made && i < sinks; i++)
        block->sample_bounds[i] = UINT64_MAX;
    return made ? FM_OK : FM_NO_MEMORY;
}

static size_t held_by(const struct fm_buf *buf)
{
    return buf->cap > FM_KEPT_MAX ? buf->cap : buf->n;
}

size_t fm_block_held(const struct fm_block *block)
{
    size_t held = block->arena.held;
    for (size_t i = 0; i < block->sinks; i++)
        held += held_by(&block->out[i]) + held_by(&block->keys[i]) + held_by(&block->runs[i]);
    return held;
}

static void clear_buf(struct fm_buf *buf, size_t kept)
{
    buf->n = 0;
    if (buf->cap > kept)
        fm_buf_free(buf);
}

bool fm_block_leaves_input(const struct fm_block *block)
{
    const struct fm_text rest =
        fm_text_between(block->bytes + block->worked, block->bytes + block->n);
    return !block->run_last || fm_text_trim(rest).n > 0;
}

void fm_block_empty(struct fm_block *block, size_t kept)
{
    for (size_t i = 0; i < block->sinks; i++) {
        clear_buf(&block->out[i], kept);
        clear_buf(&block->keys[i], kept);
        clear_buf(&block->runs[i], kept);
    }
}

void fm_block_clear_outputs(struct fm_block *block)
{
    fm_block_empty(block, FM_KEPT_MAX);
    fm_arena_reset(&block->arena);
    block->messages = NULL;
    block->message_tail = &block->messages;
    block->input_notes = (struct fm_warnings){{0}};
    block->game_marks = NULL;
    block->game_tail = &block->game_marks;
    block->segments = block->segment_last = NULL;
    block->segment_tail = &block->segments;
    memset(&block->totals, 0, sizeof block->totals);
    memset(&block->tally, 0, sizeof block->tally);
}

void fm_block_clear(struct fm_block *block)
{
    fm_block_clear_outputs(block);
    block->status = FM_OK;
    block->lines = block->games = 0;
    block->passed = 0;
    block->split.count = 0;
    block->counted = block->text = block->part = block->late = block->ends = false;
    block->first_stage = 0;
    block->state = FM_BLOCK_WORKED_ON;
    block->decided = FM_OK;
    block->unread = 0;
    block->from = NULL;
    block->input_over = false;
}

enum fm_status fm_block_grow(struct fm_block *block, size_t cap)
{
    if (cap <= block->cap)
        return FM_OK;
    unsigned char *grown =
        cap > SIZE_MAX - FM_TEXT_PADDING ? NULL : realloc(block->bytes, cap + FM_TEXT_PADDING);
    if (grown == NULL)
        return FM_NO_MEMORY;
    block->bytes = grown;
    block->cap = cap;
    return FM_OK;
}

void fm_block_free(struct fm_block *block)
{
    for (size_t i = 0; i < block->sinks && block->out != NULL; i++)
        fm_buf_free(&block->out[i]);
    for (size_t i = 0; i < block->sinks && block->keys != NULL; i++)
        fm_buf_free(&block->keys[i]);
    for (size_t i = 0; i < block->sinks && block->runs != NULL; i++)
        fm_buf_free(&block->runs[i]);
    free(block->out);
    free(block->keys);
    free(block->runs);
    free(block->sample_bounds);
    free(block->bytes);
    fm_input_close(block->closes);
    fm_buf_free(&block->name);
    fm_split_free(&block->split);
    fm_arena_free(&block->arena);
}

void fm_block_total(const struct fm_block *block, struct fm_totals *sum, struct fm_tally *tally)
{
    const struct fm_totals *more = &block->totals;
    sum->bytes += more->bytes;
    sum->games += more->games;
    sum->listed += more->listed;
    sum->kept += more->kept;
    sum->unselected += more->unselected;
    sum->rejected += more->rejected;
    sum->stray += more->stray;
    sum->plies += more->plies;
    sum->records += more->records;
    sum->games_written += more->games_written;
    sum->unwritten += more->unwritten;
    sum->unchecked += more->unchecked;
    sum->duplicates += more->duplicates;
    sum->renamed += more->renamed;
    for (size_t i = 0; i < FM_REASON_COUNT; i++)
        tally->by_reason[i] += block->tally.by_reason[i];
    for (size_t i = 0; i < FM_CLASSES; i++)
        tally->by_class[i] += block->tally.by_class[i];
}

uint64_t fm_totals_reason(const struct fm_totals *totals, enum fm_reason reason, bool rejected)
{
    const struct fm_tally *tally = totals->tally;
    if ((unsigned)reason >= FM_REASON_COUNT)
        return 0;
    return rejected ? tally->rejected_by[reason] : tally->by_reason[reason];
}

uint64_t fm_totals_class(const struct fm_totals *totals, unsigned index)
{
    return index < FM_CLASSES ? totals->tally->by_class[index] : 0;
}
