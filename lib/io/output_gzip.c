/* One gzip member through zlib, without name or time, so that equal content gives equal files. */
#include <config.h>
#define ZLIB_CONST
#include <stdlib.h>
#include <zlib.h>
#include "io/encoder.h"

enum { GZIP_ONLY = 16 + MAX_WBITS, LEVEL = 6, MEMORY_LEVEL = 8 };

static enum fm_status start(void **state)
{
    z_stream *z = calloc(1, sizeof *z);
    if (z == NULL)
        return FM_NO_MEMORY;
    if (deflateInit2(z, LEVEL, Z_DEFLATED, GZIP_ONLY, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(z);
        return FM_NO_MEMORY;
    }
    *state = z;
    return FM_OK;
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, bool last)
{
    z_stream *z = state;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = flow->in;
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = deflate(z, last ? Z_FINISH : Z_NO_FLUSH);
    flow->in_n -= in_n - z->avail_in;
    flow->out_n -= out_n - z->avail_out;
    flow->in = z->next_in;
    flow->out = z->next_out;
    return result == Z_STREAM_END ? FM_FLOW_END : FM_FLOW_MORE;
}

static void end(void *state)
{
    if (state == NULL)
        return;
    (void)deflateEnd(state);
    free(state);
}

const struct fm_encoder fm_encoder_gzip = {start, feed, end};
