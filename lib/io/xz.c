/* SPDX-License-Identifier: MIT */
/* xz streams through liblzma, block by block, so that a block may also be decoded elsewhere: the
 * header, the blocks, an index of their sizes and the footer, each checked as lzma_stream_decoder()
 * does. A block may need up to 1 GiB of memory (xz -9 needs 65 MiB).
 */
#include <config.h>
#include "io/codec.h"
#ifdef HAVE_LZMA
#    include <lzma.h>
#    include <stdlib.h>

enum part { PART_HEADER, PART_BLOCK_HEADER, PART_BLOCK, PART_INDEX, PART_FOOTER, PART_END };

struct decoding {
    lzma_stream block_decoder;
    lzma_block block; /* header of the block */
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    lzma_stream_flags flags;
    lzma_index_hash *index; /* the sizes of all blocks; owned */
    bool single;            /* the decoder of a block alone */
    enum part part;
    size_t n; /* bytes gathered of a header or footer */
    unsigned char bytes[LZMA_BLOCK_HEADER_SIZE_MAX];
};

static enum fm_status start_xz(void **state)
{
    struct decoding *decoding = *state;
    if (decoding == NULL && (decoding = calloc(1, sizeof *decoding)) == NULL)
        return FM_NO_MEMORY;
    *state = decoding;
    lzma_index_hash *index = lzma_index_hash_init(decoding->index, NULL);
    FM_TRY_MADE(index);
    decoding->index = index;
    decoding->part = PART_HEADER;
    decoding->single = false;
    decoding->n = 0;
    return FM_OK;
}

/* @return whether all bytes of a header or footer are there. */
static bool hold_bytes(struct decoding *decoding, struct fm_flow *flow, size_t size)
{
    const size_t missing = size - decoding->n;
    const size_t n = flow->in_n < missing ? flow->in_n : missing;
    if (n > 0)
        memcpy(decoding->bytes + decoding->n, flow->in, n);
    fm_flow_pass(flow, n, 0);
    decoding->n = n < missing ? decoding->n + n : 0;
    return n == missing;
}

/* Each part goes on to the next with LZMA_OK; LZMA_BUF_ERROR: more input or room is needed. */

static lzma_ret header(struct decoding *decoding, struct fm_flow *flow)
{
    if (!hold_bytes(decoding, flow, LZMA_STREAM_HEADER_SIZE))
        return LZMA_BUF_ERROR;
    decoding->part = PART_BLOCK_HEADER;
    const lzma_ret result = lzma_stream_header_decode(&decoding->flags, decoding->bytes);
    if (result == LZMA_OK && !lzma_check_is_supported(decoding->flags.check))
        return LZMA_UNSUPPORTED_CHECK;
    return result;
}

static void free_filters(lzma_filter *filters)
{
    for (; filters->id != LZMA_VLI_UNKNOWN; filters++)
        free(filters->options);
}

static lzma_ret block_header(struct decoding *decoding, struct fm_flow *flow)
{
    if (decoding->n == 0 && flow->in_n == 0)
        return LZMA_BUF_ERROR;
    const unsigned char first = decoding->n == 0 ? flow->in[0] : decoding->bytes[0];
    if (first == 0) {
        decoding->part = PART_INDEX;
        return LZMA_OK;
    }
    lzma_block *block = &decoding->block;
    *block = (lzma_block){.version = 1,
                          .check = decoding->flags.check,
                          .filters = decoding->filters,
                          .header_size = lzma_block_header_size_decode(first)};
    if (!hold_bytes(decoding, flow, block->header_size))
        return LZMA_BUF_ERROR;
    lzma_ret result = lzma_block_header_decode(block, NULL, decoding->bytes);
    if (result != LZMA_OK)
        return result;
    const uint64_t memory = lzma_raw_decoder_memusage(decoding->filters);
    result = memory == UINT64_MAX        ? LZMA_OPTIONS_ERROR
             : memory > FM_XZ_MEMORY_MAX ? LZMA_MEMLIMIT_ERROR
                                         : lzma_block_decoder(&decoding->block_decoder, block);
    free_filters(decoding->filters);
    decoding->part = PART_BLOCK;
    return result;
}

static lzma_ret block(struct decoding *decoding, struct fm_flow *flow)
{
    lzma_stream *xz = &decoding->block_decoder;
    xz->next_in = flow->in;
    xz->avail_in = flow->in_n;
    xz->next_out = flow->out;
    xz->avail_out = flow->out_n;
    const lzma_ret result = lzma_code(xz, LZMA_RUN);
    *flow = (struct fm_flow){xz->next_in, xz->avail_in, xz->next_out, xz->avail_out};
    if (result != LZMA_STREAM_END)
        return result == LZMA_OK ? LZMA_BUF_ERROR : result;
    decoding->part = PART_BLOCK_HEADER;
    return lzma_index_hash_append(decoding->index, lzma_block_unpadded_size(&decoding->block),
                                  decoding->block.uncompressed_size);
}

static lzma_ret index_of_blocks(struct decoding *decoding, struct fm_flow *flow)
{
    size_t used = 0;
    if (flow->in_n == 0)
        return LZMA_BUF_ERROR;
    const lzma_ret result = lzma_index_hash_decode(decoding->index, flow->in, &used, flow->in_n);
    fm_flow_pass(flow, used, 0);
    if (result != LZMA_STREAM_END)
        return result == LZMA_OK ? LZMA_BUF_ERROR : result;
    decoding->part = PART_FOOTER;
    return LZMA_OK;
}

static lzma_ret footer(struct decoding *decoding, struct fm_flow *flow)
{
    lzma_stream_flags flags;
    if (!hold_bytes(decoding, flow, LZMA_STREAM_HEADER_SIZE))
        return LZMA_BUF_ERROR;
    const lzma_ret result = lzma_stream_footer_decode(&flags, decoding->bytes);
    if (result != LZMA_OK)
        return result;
    if (flags.backward_size != lzma_index_hash_size(decoding->index))
        return LZMA_DATA_ERROR;
    decoding->part = PART_END;
    return lzma_stream_flags_compare(&decoding->flags, &flags);
}

static enum fm_flow_state decode_xz(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    static lzma_ret (*const parts[])(struct decoding *, struct fm_flow *) = {
        header, block_header, block, index_of_blocks, footer};
    struct decoding *decoding = state;
    lzma_ret result = LZMA_OK;
    while (result == LZMA_OK && decoding->part != PART_END) {
        result = parts[decoding->part](decoding, flow);
        if (result == LZMA_OK && decoding->part == PART_BLOCK_HEADER)
            return decoding->single ? FM_FLOW_END : FM_FLOW_PART;
    }
    if (result == LZMA_OK)
        return FM_FLOW_END;
    if (result == LZMA_BUF_ERROR)
        return FM_FLOW_MORE;
    if (result == LZMA_MEM_ERROR)
        return FM_FLOW_NO_MEMORY;
    *detail = result == LZMA_MEMLIMIT_ERROR
                  ? FM_TEXT("the xz data need more memory than is allowed")
              : result == LZMA_OPTIONS_ERROR || result == LZMA_UNSUPPORTED_CHECK
                  ? FM_TEXT("the xz data use a filter or check that is not known")
                  : FM_TEXT("damaged xz data");
    return FM_FLOW_DAMAGED;
}

static void end_xz(void *state)
{
    struct decoding *decoding = state;
    if (decoding == NULL)
        return;
    lzma_end(&decoding->block_decoder);
    lzma_index_hash_end(decoding->index, NULL);
    free(decoding);
}

static bool block_verifies(const void *state)
{
    return ((const struct decoding *)state)->flags.check != LZMA_CHECK_NONE;
}

/* ---- blocks decoded elsewhere ---- */

/* The filters of one may need this much, as `xz -9` does; only what they decode to is touched. */
#    define MEMORY_AHEAD (UINT64_C(72) << 20)

/* The block that bytes begin with, whose header has both sizes.
 * @param filters  LZMA_FILTERS_MAX + 1 of them; with FM_EXTENT_KNOWN, to be freed. */
static enum fm_extent_state read_header(struct fm_text bytes, lzma_check check,
                                        lzma_filter *filters, lzma_block *out)
{
    if (bytes.n == 0)
        return FM_EXTENT_MORE;
    if (bytes.p[0] == 0)
        return FM_EXTENT_NONE; /* the index */
    *out = (lzma_block){.version = 1,
                        .check = check,
                        .filters = filters,
                        .header_size = lzma_block_header_size_decode(bytes.p[0])};
    if (bytes.n < out->header_size)
        return FM_EXTENT_MORE;
    if (lzma_block_header_decode(out, NULL, bytes.p) != LZMA_OK)
        return FM_EXTENT_NONE;
    if (out->compressed_size != LZMA_VLI_UNKNOWN && out->uncompressed_size != LZMA_VLI_UNKNOWN)
        return FM_EXTENT_KNOWN;
    free_filters(filters);
    return FM_EXTENT_NONE;
}

static enum fm_extent_state measure_block(const void *member, struct fm_text part, size_t limit,
                                          struct fm_extent *out)
{
    const struct decoding *decoding = member;
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    lzma_block block;
    const enum fm_extent_state state = read_header(part, decoding->flags.check, filters, &block);
    if (state != FM_EXTENT_KNOWN)
        return state;
    const uint64_t memory = lzma_raw_decoder_memusage(filters);
    free_filters(filters);
    const lzma_vli raw = lzma_block_total_size(&block), plain = block.uncompressed_size;
    if (memory > MEMORY_AHEAD || raw > limit || plain > limit - raw)
        return FM_EXTENT_NONE;
    *out = (struct fm_extent){(size_t)raw, (size_t)plain};
    return FM_EXTENT_KNOWN;
}

static enum fm_status start_part(void **state, const void *member)
{
    FM_TRY(start_xz(state));
    struct decoding *decoding = *state;
    decoding->flags = ((const struct decoding *)member)->flags;
    decoding->part = PART_BLOCK_HEADER;
    decoding->single = true;
    return FM_OK;
}

static bool skip(void *member, struct fm_text parts)
{
    struct decoding *decoding = member;
    lzma_block block;
    while (parts.n > 0) {
        if (read_header(parts, decoding->flags.check, decoding->filters, &block) != FM_EXTENT_KNOWN)
            return false;
        free_filters(decoding->filters);
        if (lzma_index_hash_append(decoding->index, lzma_block_unpadded_size(&block),
                                   block.uncompressed_size) != LZMA_OK)
            return false;
        parts.p += lzma_block_total_size(&block);
        parts.n -= (size_t)lzma_block_total_size(&block);
    }
    return true;
}

const struct fm_coder fm_coder_xz = {
    .decoder = {.start = start_xz,
                .feed = decode_xz,
                .end = end_xz,
                .verifies = block_verifies,
                .parts = {measure_block, start_part, skip}},
    .libraries = {{"liblzma", lzma_version_string}},
};
#else
const struct fm_coder fm_coder_xz = {.libraries = {{NULL, NULL}}};
#endif
