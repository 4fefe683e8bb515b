/* SPDX-License-Identifier: MIT */
/* bzip2 streams. The library cannot be reset, so each stream makes its state anew. */
#include <config.h>
#include "io/codec.h"
#ifdef HAVE_BZIP2
#    include <bzlib.h>
#    include <stdlib.h>

static enum fm_status start_bzip2(void **state)
{
    bz_stream *bz = *state;
    if (bz != NULL)
        (void)BZ2_bzDecompressEnd(bz);
    else
        bz = malloc(sizeof *bz);
    if (bz == NULL)
        return FM_NO_MEMORY;
    *bz = (bz_stream){0};
    *state = bz;
    return BZ2_bzDecompressInit(bz, 0, 0) == BZ_OK ? FM_OK : FM_NO_MEMORY;
}

static enum fm_flow_state decode_bzip2(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    bz_stream *bz = state;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    bz->next_in = (char *)(uintptr_t)flow->in; /* only read, though its type does not say so */
    bz->avail_in = in_n;
    bz->next_out = (char *)flow->out;
    bz->avail_out = out_n;
    const int result = BZ2_bzDecompress(bz);
    fm_flow_pass(flow, in_n - bz->avail_in, out_n - bz->avail_out);
    switch (result) {
    case BZ_OK:
        return FM_FLOW_MORE;
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
    if (state != NULL)
        (void)BZ2_bzDecompressEnd(state);
    free(state);
}

const struct fm_coder fm_coder_bzip2 = {
    .decoder = {.start = start_bzip2, .feed = decode_bzip2, .end = end_bzip2},
    .libraries = {{"bzip2", BZ2_bzlibVersion}},
};
#else
const struct fm_coder fm_coder_bzip2 = {.libraries = {{NULL, NULL}}};
#endif
