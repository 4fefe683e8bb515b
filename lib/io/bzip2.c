/* SPDX-License-Identifier: MIT */
/* bzip2 streams. The library cannot be reset, so each stream makes its state anew.
 *
 * Each block has a checksum, which the library compares when it has given the block's last byte,
 * and goes on to the next. So that a block ends a part it gets no room while it reads a block, and
 * stops with input left where that is complete; and no input while it gives a block, and stops with
 * room left where the checksum held. */
#include <config.h>
#include "io/codec.h"
#ifdef HAVE_BZIP2
#    include <bzlib.h>
#    include <stdlib.h>

struct decoding {
    bz_stream bz;
    bool gives; /* a block is complete, and some of it was not given yet */
};

static enum fm_status start_bzip2(void **state)
{
    struct decoding *decoding = *state;
    if (decoding != NULL)
        (void)BZ2_bzDecompressEnd(&decoding->bz);
    else
        decoding = malloc(sizeof *decoding);
    FM_TRY_MADE(decoding);
    *decoding = (struct decoding){.gives = false};
    *state = decoding;
    return BZ2_bzDecompressInit(&decoding->bz, 0, 0) == BZ_OK ? FM_OK : FM_NO_MEMORY;
}

static enum fm_flow_state decode_bzip2(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    struct decoding *decoding = state;
    bz_stream *bz = &decoding->bz;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    int result = BZ_OK;
    bz->next_in = (char *)(uintptr_t)flow->in; /* only read, though its type does not say so */
    bz->next_out = (char *)flow->out;
    bz->avail_in = in_n;
    bz->avail_out = 0;
    if (!decoding->gives) {
        result = BZ2_bzDecompress(bz);
        decoding->gives = result == BZ_OK && bz->avail_in > 0;
    }
    const unsigned used = in_n - bz->avail_in;
    if (decoding->gives) {
        bz->avail_in = 0;
        bz->avail_out = out_n;
        result = BZ2_bzDecompress(bz);
    }
    fm_flow_pass(flow, used, decoding->gives ? out_n - bz->avail_out : 0);
    switch (result) {
    case BZ_OK:
        if (!decoding->gives || bz->avail_out == 0)
            return FM_FLOW_MORE;
        decoding->gives = false;
        return FM_FLOW_PART;
    case BZ_STREAM_END:
        return FM_FLOW_END;
    case BZ_MEM_ERROR:
        return FM_FLOW_NO_MEMORY;
    default:
        *detail = FM_TEXT("damaged bzip2 data");
        return FM_FLOW_DAMAGED;
    }
}

static void end_bzip2(void *state)
{
    struct decoding *decoding = state;
    if (decoding != NULL)
        (void)BZ2_bzDecompressEnd(&decoding->bz);
    free(decoding);
}

const struct fm_coder fm_coder_bzip2 = {
    .decoder = {.start = start_bzip2, .feed = decode_bzip2, .end = end_bzip2},
    .libraries = {{"bzip2", BZ2_bzlibVersion}},
};
#else
const struct fm_coder fm_coder_bzip2 = {.libraries = {{NULL, NULL}}};
#endif
