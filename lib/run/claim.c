/* SPDX-License-Identifier: MIT */
/* Blocks of plain files, read by who works them: see claim.h. A claim is only made where the block
 * begins at a hard boundary (or line), and ends before one that is found without the bytes before
 * it. So the reader itself could have cut this block, and no result depends on the claim. */
#include <config.h>
#include "run/claim.h"
#include "base/lanes.h"
#include "io/codec.h"
#include "record/entry.h"

/* Bytes of the file in which the end of a block is looked for: first, and at most; more in large
 * blocks. Most games have less than 2 KiB; those with comments of engines 10 to 50. */
enum { WINDOW_MIN = 4096, WINDOW_MAX = 16384, FIRST_SHARE = 16, MOST_SHARE = 4 };

size_t fm_lines_cut(enum fm_block_kind kind, struct fm_text text)
{
    if (kind == FM_BLOCK_ENTRIES)
        return fm_entry_last(text);
    for (size_t n = text.n; n > 0; n--)
        if (text.p[n - 1] == '\n' || (text.p[n - 1] == '\r' && n < text.n && text.p[n] != '\n'))
            return n;
    return 0;
}

/* The end of a block of at most that size. The bytes that are read here stay in their place. */
static bool find_end(struct fm_block *block, const struct fm_input *input, enum fm_block_kind kind,
                     uint64_t offset, size_t size)
{
    const size_t first = size / FIRST_SHARE, last = size / MOST_SHARE;
    const size_t most = last > WINDOW_MAX ? last : WINDOW_MAX;
    size_t known = 0;
    for (size_t window = first > WINDOW_MIN ? first : WINDOW_MIN; window <= most && known < size;
         window *= 4) {
        const size_t wanted = window < size ? window : size, unread = size - wanted;
        unsigned char *bytes = block->bytes + unread;
        /* When the rest is read, it is seen whether the file has changed since. */
        if (!fm_input_get_at(input, offset + unread, bytes, wanted - known))
            return false;
        known = wanted;
        const struct fm_text text = {bytes, wanted};
        const size_t cut =
            kind == FM_BLOCK_GAMES ? fm_split_last_hard_within(text) : fm_lines_cut(kind, text);
        if (cut == 0)
            continue;
        block->n = unread + cut;
        block->claim.unread = unread;
        block->next_byte = cut < wanted ? bytes[cut] : 0;
        return true;
    }
    return false;
}

enum fm_status fm_claim_block(struct fm_block *block, struct fm_input *input,
                              enum fm_block_kind kind, uint64_t offset, size_t size, bool *claimed)
{
    const uint64_t all = fm_input_file_size(input);
    if (all < offset || all - offset < size)
        return FM_OK;
    FM_TRY(fm_block_grow(block, size));
    if (!find_end(block, input, kind, offset, size))
        return FM_OK;
    block->claim.from = input;
    *claimed = true;
    return FM_OK;
}

/* The input has failed after these bytes: its later blocks, which may be given out already, do not
 * count. */
static void end_early(struct fm_block *block, size_t n)
{
    block->n = n;
    memset(block->bytes + n, 0, FM_TEXT_PADDING);
    block->next_byte = 0;
    block->input.last = block->input.over = true;
    block->input.failed = FM_INPUT_FAILED;
    block->input.failure.input = block->input.name;
    block->input.failure.what = FM_NO_TEXT;
}

struct fm_error fm_compressed_after_text(uint64_t offset)
{
    return (struct fm_error){.status = FM_INPUT_FAILED,
                             .reason = FM_REASON_INPUT_DAMAGED,
                             .offset = offset,
                             .detail = FM_TEXT("compressed data after plain text")};
}

static void read_rest(struct fm_block *block)
{
    size_t got;
    const enum fm_status failed =
        fm_input_read_at(block->claim.from, block->offset, block->bytes, block->claim.unread, &got,
                         &block->input.failure);
    block->claim.from = NULL;
    memset(block->bytes + block->n, 0, FM_TEXT_PADDING);
    if (failed != FM_OK) {
        end_early(block, got);
        block->cut = true;
    }
}

static struct fm_survey survey_block(const struct fm_block *block)
{
    return fm_survey_text(fm_block_bytes(block), block->next_byte);
}

void fm_claim_read(struct fm_block *block)
{
    if (block->claim.from != NULL)
        read_rest(block);
    struct fm_survey survey = survey_block(block);
    const bool searched = (survey.rare || !survey.ascii) && block->input.plain;
    /* No magic number has a line end or a `[` in it, so none is cut where a block is. */
    const size_t at = searched ? fm_codec_search(fm_block_bytes(block)) : block->n;
    if (FM_UNLIKELY(at < block->n)) {
        block->input.failure = fm_compressed_after_text(block->offset + at);
        end_early(block, at);
        survey = survey_block(block);
    }
    block->ascii = survey.ascii;
    block->numbers.lines = survey.lines;
}
