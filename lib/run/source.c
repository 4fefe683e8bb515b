/* SPDX-License-Identifier: MIT */
/* The reader: see source.h. A block of PGN ends before a hard boundary (docs/game-boundaries.md).
 * Where none is near, it ends before a start that the splitter found and that further bytes cannot
 * change. A game larger than the limit is passed on in pieces, up to the next hard boundary. None
 * of this changes any result, only where the work is cut. */
#include <config.h>
#include "run/source.h"
#include "pgn/encoding.h"
#include "run/bounds.h"
#include "run/claim.h"
#include "run/detect.h"

/* Bytes that a hard boundary takes at most, empty line included. */
enum { DRAIN_LOOK_BACK = 256 };

void fm_source_free(struct fm_source *source)
{
    fm_input_close(source->item.input);
    fm_intake_free(&source->intake);
    fm_buf_free(&source->carry);
    fm_split_free(&source->split);
    *source = (struct fm_source){0};
}

/* Compressed data after plain text end the input: where blocks are cut as usual, fm_claim_read()
 * finds them, which is one pass over the text less. */
static void end_at_compressed(struct fm_source *source, struct fm_block *block)
{
    if (!fm_input_is_plain(source->item.input))
        return;
    const size_t at = fm_codec_search(fm_block_bytes(block));
    if (at == block->n)
        return;
    memset(block->bytes + at, 0, FM_TEXT_PADDING);
    block->n = at;
    source->ended = true;
    source->failed = FM_INPUT_FAILED;
    source->item.failure = fm_compressed_after_text(source->offset + at);
}

/* Cut the block where the shard's part of the input ends. Damage after that belongs to another
 * shard. */
static void end_slice(struct fm_source *source, struct fm_block *block)
{
    const struct fm_text text = fm_block_bytes(block);
    memset(block->bytes + block->n, 0, FM_TEXT_PADDING);
    const size_t at = fm_slice_end(&source->slice, source->found.kind, text, source->offset);
    if (at == block->n)
        return;
    block->n = at;
    source->slice.ended = source->offset + at;
    source->ended = true;
    source->failed = fm_input_end_between(source->item.input, &source->item.failure);
}

/* Fill the block up to @p want bytes, or to the input's end. A failing input ends it; what came
 * before still counts. */
static enum fm_status block_fill(struct fm_source *source, struct fm_block *block, size_t want)
{
    want = fm_slice_want(&source->slice, source->offset, block->n, want);
    FM_TRY(fm_block_grow(block, want));
    while (block->n < want && !source->ended) {
        size_t got = 0;
        const enum fm_status status = fm_input_read(source->item.input, block->bytes + block->n,
                                                    want - block->n, &got, &source->item.failure);
        if (status == FM_NO_MEMORY)
            return status;
        source->failed = status;
        block->n += got;
        source->ended = status != FM_OK || got == 0;
    }
    end_slice(source, block);
    memset(block->bytes + block->n, 0, FM_TEXT_PADDING);
    return FM_OK;
}

/* Where a block of games may be cut; 0 = nowhere.
 * @param[out] too_large  the block begins with a game of more bytes than the limit. */
static enum fm_status games_cut(struct fm_source *source, struct fm_text text, size_t *cut,
                                bool *too_large)
{
    enum { UNSETTLED_MAX = 1 << 16 };
    const size_t limit = source->limit;
    *too_large = false;
    *cut = fm_split_last_hard(text);
    source->at_boundary = *cut > 0;
    if (*cut > 0)
        return FM_OK;
    FM_TRY(fm_split_block(&source->split, text));
    const struct fm_game *games = source->split.games;
    if (source->split.settled < 2) {
        const bool first_ends = source->split.count > 1 && games[0].end <= limit;
        *too_large = text.n > limit && !first_ends;
        /* By then the text that could change the first end was read. */
        if (first_ends && text.n > limit + UNSETTLED_MAX)
            *cut = games[1].begin;
        return FM_OK;
    }
    /* Only a start that further bytes cannot change; and what is too large begins a block, as its
     * end may not be in this one. */
    size_t last = 0;
    while (last + 1 < source->split.settled && games[last].end - games[last].begin <= limit)
        last++;
    *too_large = last == 0;
    *cut = games[last].begin;
    return FM_OK;
}

static enum fm_status find_cut(struct fm_source *source, struct fm_text text, size_t *cut,
                               bool *too_large)
{
    if (source->found.kind == FM_BLOCK_GAMES)
        return games_cut(source, text, cut, too_large);
    *cut = fm_lines_cut(source->found.kind, text);
    source->at_boundary = *cut > 0;
    *too_large = *cut == 0 && text.n > source->limit;
    return FM_OK;
}

/* Keep what is after the cut for the next block. */
static enum fm_status block_cut(struct fm_source *source, struct fm_block *block, size_t cut)
{
    source->carry.n = 0;
    FM_TRY(fm_buf_append(&source->carry, block->bytes + cut, block->n - cut));
    block->n = cut;
    block->next_byte = source->carry.n > 0 ? source->carry.p[0] : 0;
    return FM_OK;
}

/* After the end of a line that is too large; 0 = it is not here. */
static size_t find_line_end(struct fm_text text, bool ended)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '\n' && text.p[i] != '\r')
            continue;
        if (text.p[i] == '\r' && i + 1 == text.n && !ended)
            break; /* a LF may follow */
        return i + 1 + (text.p[i] == '\r' && i + 1 < text.n && text.p[i + 1] == '\n');
    }
    return 0;
}

/* Pieces of a game that is too large, up to the next hard boundary (or line end). */
static enum fm_status drain(struct fm_source *source, struct fm_block *block)
{
    block->kind = FM_BLOCK_OVERSIZE;
    source->at_boundary = false;
    const struct fm_text text = fm_block_bytes(block);
    const bool games = source->found.kind == FM_BLOCK_GAMES;
    size_t cut =
        games ? fm_split_first_hard(text, block->first) : find_line_end(text, source->ended);
    const bool found = games ? cut < text.n : cut > 0;
    cut = found ? cut : text.n;
    source->draining = !found && !source->ended;
    block->last = !source->draining;
    /* A boundary may lie across the cut: keep what could be its beginning. */
    if (source->draining && games && text.n > 2 * DRAIN_LOOK_BACK)
        cut = text.n - DRAIN_LOOK_BACK;
    else if (source->draining && !games && text.p[text.n - 1] == '\r')
        cut = text.n - 1;
    return block_cut(source, block, cut);
}

/* Find the kind of the input, and the begin of the shard's part. If the shard has no part of it,
 * the input is closed. */
static enum fm_status open_slice(struct fm_source *source)
{
    struct fm_intake_item *item = &source->item;
    bool any;
    source->slice = (struct fm_slice){.to = UINT64_MAX, .ended = UINT64_MAX};
    if (item->input == NULL || !item->cut)
        return FM_OK;
    const enum fm_status status =
        fm_slice_open(&source->slice, item, source->options, &source->found, &source->carry,
                      &source->offset, &any, &item->failure);
    if (status == FM_NO_MEMORY)
        return status;
    if (status == FM_OK && any) {
        if (source->seq == 0 && source->slice.from > 0)
            source->begins = (struct fm_shard_place){source->intake.last + 1, source->offset};
        return FM_OK;
    }
    fm_input_close(item->input);
    item->input = NULL;
    item->cut = status == FM_OK; /* else it has failed */
    source->carry.n = 0;
    return FM_OK;
}

/* Read on until the carry has @p want bytes, or the input ends. */
static enum fm_status fill_carry(struct fm_source *source, size_t want)
{
    struct fm_buf *const carry = &source->carry;
    FM_TRY(fm_buf_reserve(carry, want - carry->n + FM_TEXT_PADDING));
    while (!source->ended && carry->n < want) {
        size_t got = 0;
        source->failed = fm_input_read(source->item.input, carry->p + carry->n, want - carry->n,
                                       &got, &source->item.failure);
        if (source->failed == FM_NO_MEMORY)
            return FM_NO_MEMORY;
        carry->n += got;
        source->ended = source->failed != FM_OK || got == 0;
    }
    memset(carry->p + carry->n, 0, FM_TEXT_PADDING);
    return FM_OK;
}

/* The first bytes show the kind of the input; then the text before source->from is passed over. Of
 * a file of plain bytes it is not read. */
static enum fm_status pass_to_place(struct fm_source *source)
{
    struct fm_buf *const carry = &source->carry;
    const uint64_t to = source->from.offset;
    FM_TRY(fill_carry(source, FM_DETECT_BYTES));
    fm_detect(fm_buf_text(carry), source->item.name, source->options, &source->found);
    if (!source->ended && fm_input_file_size(source->item.input) >= to) {
        fm_input_go_on(source->item.input, to);
        carry->n = 0;
        source->offset = to;
    }
    while (source->offset < to) {
        const uint64_t left = to - source->offset;
        const size_t passed = carry->n < left ? carry->n : (size_t)left;
        source->offset += passed;
        carry->n -= passed;
        memmove(carry->p, carry->p + passed, carry->n);
        if (source->ended)
            break;
        if (carry->n == 0)
            FM_TRY(fill_carry(source, FM_DETECT_BYTES));
    }
    return FM_OK;
}

static enum fm_status next_input(struct fm_source *source, bool *more)
{
    do {
        FM_TRY(fm_intake_next(&source->intake, &source->item, more));
        source->offset = 0;
        source->carry.n = 0;
        source->found.kind = FM_BLOCK_GAMES;
        source->found.columns.apart = 0;
        source->found.doubtful = false;
        source->item.skips_list = source->lists == FM_LISTS_SKIP ||
                                  (source->lists == FM_LISTS_AUTO && source->item.found);
        /* A compressed tar is verified itself. */
        if (source->options->verify && source->item.input != NULL && source->item.within == 0)
            fm_input_verify(source->item.input);
        if (source->item.input != NULL)
            fm_input_share(fm_intake_file(&source->intake, &source->item), source->pool);
        if (*more)
            FM_TRY(open_slice(source));
    } while (*more && source->item.cut && source->item.input == NULL);
    source->fresh = !source->item.archive_ends;
    source->draining = source->at_boundary = source->claimed = false;
    source->scale = 0;
    source->column = 0;
    source->ended = source->item.input == NULL;
    source->failed = source->ended && source->fresh ? FM_INPUT_FAILED : FM_OK;
    if (source->from.number > 0 && source->item.input != NULL)
        return pass_to_place(source);
    return FM_OK;
}

/* Where other threads may still read from the input, its last block closes it: when the queue of
 * the decode pool may be the next input's. */
static void close_input(struct fm_source *source, struct fm_block *block)
{
    source->raw_before += fm_input_raw_bytes(source->item.input);
    if (source->claimed) {
        fm_input_share(source->item.input, NULL);
        block->input.closes = source->item.input;
    } else {
        fm_input_close(source->item.input);
    }
    source->item.input = NULL;
}

/* The input is not read: nothing of it is handed out. */
static void refuse_input(struct fm_source *source, struct fm_block *block, enum fm_reason reason,
                         struct fm_text detail)
{
    block->n = 0;
    source->ended = true;
    source->failed = FM_INPUT_FAILED;
    source->item.failure = (struct fm_error){
        .status = FM_INPUT_FAILED, .reason = reason, .input = source->item.name, .detail = detail};
}

/* The first bytes show the kind of the input. UTF-16 is refused with a hint. */
static void look_at_start(struct fm_source *source, struct fm_block *block)
{
    const struct fm_text text = fm_block_bytes(block);
    struct fm_detected *found = &source->found;
    fm_detect(text, source->item.name, source->options, found);
    if (fm_encoding_is_utf16(text))
        refuse_input(source, block, FM_REASON_NOT_TEXT,
                     FM_TEXT("this is UTF-16 or UTF-32; `iconv -f UTF-16 -t UTF-8` converts it"));
    else if (found->kind == FM_BLOCK_NOTHING)
        refuse_input(source, block, FM_REASON_NOT_CHESS, found->foreign);
    else if (fm_block_kind_is_list(found->kind) && source->item.skips_list)
        refuse_input(source, block, FM_REASON_LIST_SKIPPED, FM_NO_TEXT);
}

/* How much more to read where n bytes show no place to cut: a little over the limit is enough. */
static size_t enough(const struct fm_source *source, size_t n)
{
    enum { LITTLE = 1 << 12 };
    const size_t piece = (size_t)source->options->block_bytes;
    if (2 * n < source->limit)
        return 2 * n;
    return (n > source->limit ? n : source->limit) + (piece > LITTLE ? piece : LITTLE);
}

/* Set the kind of a block to that of the open input. */
static void set_kind(const struct fm_source *source, struct fm_block *block)
{
    const struct fm_detected *found = &source->found;
    block->input.plain = fm_input_is_plain(source->item.input);
    block->kind = found->kind;
    block->listed = fm_block_kind_is_list(found->kind);
    block->input.columns.apart = found->columns.apart;
    if (found->columns.apart != 0)
        block->input.columns = found->columns;
    block->input.doubtful = found->doubtful;
}

/* Blocks may be larger than their size, where that is little for the ring. */
static bool may_enlarge(const struct fm_source *source)
{
    return source->options->block_bytes <= FM_RING_BYTES / 4;
}

static enum fm_status read_block(struct fm_source *source, struct fm_block *block)
{
    const size_t piece = (size_t)source->options->block_bytes;
    /* Of large games more is read, so that less of it is carried on to the next block. */
    const size_t most = may_enlarge(source) ? 2 * piece : piece;
    size_t want = source->carry.n > piece / 4 ? source->carry.n + most : piece;
    if (source->draining && want < 4 * DRAIN_LOOK_BACK)
        want = 4 * DRAIN_LOOK_BACK;
    FM_TRY(fm_block_grow(block, want));
    block->n = 0;
    if (source->carry.n > 0)
        memcpy(block->bytes, source->carry.p, source->carry.n);
    block->n = source->carry.n;
    source->carry.n = 0;
    if (source->fresh) {
        /* The kind of the input must not depend on the size of blocks. */
        FM_TRY(block_fill(source, block, want > FM_DETECT_BYTES ? want : FM_DETECT_BYTES));
        end_at_compressed(source, block);
        const bool known = source->slice.set || source->from.number > 0;
        if (!known || source->found.kind == FM_BLOCK_NOTHING)
            look_at_start(source, block);
    } else {
        FM_TRY(block_fill(source, block, want));
    }
    set_kind(source, block);
    if (source->draining) {
        end_at_compressed(source, block);
        return drain(source, block);
    }
    while (!source->ended) {
        size_t cut;
        bool too_large;
        const struct fm_text text = fm_block_bytes(block);
        FM_TRY(find_cut(source, text, &cut, &too_large));
        if (cut > 0)
            return block_cut(source, block, cut);
        end_at_compressed(source, block);
        if (source->ended)
            break;
        if (too_large) {
            block->first = true;
            return drain(source, block);
        }
        FM_TRY(block_fill(source, block, enough(source, block->n)));
    }
    block->next_byte = 0;
    return FM_OK;
}

/* The block is left to its worker to read, where that can be; one thread alone would gain nothing.
 * Of games that are so large that no end was found, blocks are larger from then on. */
static enum fm_status make_block(struct fm_source *source, struct fm_block *block)
{
    enum { SCALE_MAX = 2 };
    struct fm_input *input = source->item.input;
    bool claimed = false;
    const uint64_t size = source->options->block_bytes << source->scale;
    if (source->shared && source->at_boundary && !source->fresh && !source->ended &&
        source->offset + size < source->slice.to) {
        FM_TRY(fm_claim_block(block, input, source->found.kind, source->offset, (size_t)size,
                              &claimed));
        source->scale += !claimed && source->scale < SCALE_MAX && may_enlarge(source);
    }
    if (!claimed)
        return read_block(source, block);
    set_kind(source, block);
    source->carry.n = 0;
    source->claimed = true;
    fm_input_go_on(input, source->offset + block->n);
    return FM_OK;
}

/* Bytes of the line that the block ends in, those before the block included. */
static uint64_t column_after(const struct fm_block *block)
{
    for (size_t i = block->n; i > 0; i--)
        if (block->bytes[i - 1] == '\n' || block->bytes[i - 1] == '\r')
            return block->n - i;
    return block->column + block->n;
}

/* The last block of an input has how that ended. */
static void end_input(struct fm_source *source, struct fm_block *block)
{
    struct fm_input *input = source->item.input;
    block->input.last = true;
    block->input.failed = source->failed;
    block->input.failure = source->item.failure;
    block->input.failure.input = block->input.name;
    block->input.failure.what = FM_NO_TEXT; /* the name; that of a member does not last */
    if (input == NULL)
        return;
    block->input.grown = fm_input_file(input)->grown;
    block->cut = source->slice.ended == UINT64_MAX && fm_input_is_cut(input);
    close_input(source, block);
}

/* Fill in the facts about the open input in a block of it. */
static enum fm_status name_block(struct fm_source *source, struct fm_block *block)
{
    const struct fm_intake_item *item = &source->item;
    block->input.name = item->name;
    if (item->member) {
        block->input.path.n = 0;
        FM_TRY(fm_buf_append(&block->input.path, item->name, strlen(item->name) + 1));
        block->input.name = (const char *)block->input.path.p;
    }
    block->input.found = item->found;
    block->input.reported = item->reported;
    block->input.archive_ends = item->archive_ends;
    block->input.member = item->member;
    block->input.within = item->within;
    return FM_OK;
}

/* Does the block that was read now end at the end of all inputs? Of a file the size shows it,
 * though no read has met the end yet. */
static bool is_run_last(const struct fm_source *source)
{
    const struct fm_input *input = source->item.input;
    const bool ended = source->ended && source->carry.n == 0 && source->failed == FM_OK;
    const bool all =
        input != NULL && source->offset > 0 && source->offset == fm_input_file_size(input);
    return (ended || all) && fm_intake_is_over(&source->intake);
}

enum fm_status fm_source_next(struct fm_source *source, struct fm_block *block, bool *more)
{
    *more = true;
    if (source->item.input == NULL)
        FM_TRY(next_input(source, more));
    if (!*more)
        return FM_OK;
    block->first = block->last = block->input.last = block->cut = block->input.grown = false;
    block->input.failed = FM_OK;
    block->input.unverified = block->input.verified = UINT64_MAX;
    block->n = 0;
    block->kind = FM_BLOCK_NOTHING;
    block->listed = block->input.doubtful = false;
    FM_TRY(name_block(source, block));
    if (source->item.input != NULL)
        FM_TRY(make_block(source, block));
    block->input.first = source->fresh;
    if (source->fresh) {
        const bool passed = source->from.number > 0;
        block->input.lines_passed = passed ? source->from.line - 1 : 0;
        block->input.games_passed = passed ? source->from.number - 1 : 0;
        source->from = (struct fm_game_place){.number = 0};
    }
    source->fresh = false;
    block->seq = source->seq++;
    block->offset = source->offset;
    block->column = source->column;
    source->offset += block->n;
    source->column = column_after(block);
    block->input.continues = source->slice.from > 0;
    block->input.partial = block->input.continues || source->slice.ended != UINT64_MAX;
    block->input.run_last = is_run_last(source);
    block->input.raw_bytes = source->raw_before;
    if (source->item.input != NULL) {
        block->input.raw_bytes += fm_input_raw_bytes(source->item.input);
        block->input.unverified = fm_input_verified(source->item.input);
        block->input.verified = fm_input_verified(fm_intake_file(&source->intake, &source->item));
    } else if (source->item.within > 0) {
        block->input.unverified = block->input.verified = source->item.verified;
    }
    if (source->ended && source->carry.n == 0)
        end_input(source, block);
    return FM_OK;
}

bool fm_source_is_followed(const struct fm_source *source, uint64_t *at)
{
    const struct fm_intake *intake = &source->intake;
    *at = source->slice.set ? source->slice.ended : UINT64_MAX;
    return *at != UINT64_MAX || fm_shard_more_after(&intake->shard, intake->last);
}

struct fm_shard_place fm_source_ends(const struct fm_source *source)
{
    const uint64_t at = source->slice.set ? source->slice.ended : UINT64_MAX;
    return (struct fm_shard_place){at == UINT64_MAX ? 0 : source->intake.last + 1, at};
}
