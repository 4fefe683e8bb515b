/* gzip members through zlib, which also checks the CRC and the length of each. With ISA-L,
 * input_isal.c has them. */
#include <config.h>
#include "io/decoder.h"
#ifndef HAVE_ISAL
#    define ZLIB_CONST
#    include <stdlib.h>
#    include <zlib.h>

enum { GZIP_ONLY = 16 + MAX_WBITS };

static enum fm_status start(void **state)
{
    if (*state != NULL)
        return inflateReset(*state) == Z_OK ? FM_OK : FM_NO_MEMORY;
    z_stream *z = calloc(1, sizeof *z);
    if (z == NULL)
        return FM_NO_MEMORY;
    if (inflateInit2(z, GZIP_ONLY) != Z_OK) {
        free(z);
        return FM_NO_MEMORY;
    }
    *state = z;
    return FM_OK;
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    z_stream *z = state;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = flow->in;
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = inflate(z, Z_NO_FLUSH);
    flow->in_n -= in_n - z->avail_in;
    flow->out_n -= out_n - z->avail_out;
    flow->in = z->next_in;
    flow->out = z->next_out;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR:
        return FM_FLOW_MORE;
    case Z_STREAM_END:
        return FM_FLOW_END;
    case Z_MEM_ERROR:
        return FM_FLOW_NO_MEMORY;
    default:
        *detail = z->msg != NULL ? fm_text_of(z->msg) : FM_TEXT("damaged gzip data");
        return fm_text_equal(*detail, FM_TEXT("incorrect data check")) ? FM_FLOW_UNVERIFIED
                                                                       : FM_FLOW_DAMAGED;
    }
}

static void end(void *state)
{
    if (state == NULL)
        return;
    inflateEnd(state);
    free(state);
}

const struct fm_decoder fm_decoder_gzip = {start, feed, end, fm_extent_bgzip,
                                           fm_extent_bgzip_given};
#endif
