/* One zstd frame with a checksum, compressed by the calling thread. */
#include <config.h>
#include "io/encoder.h"
#ifdef HAVE_ZSTD
#    include <zstd.h>

enum { LEVEL = 3 };

static enum fm_status start(void **state)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context == NULL)
        return FM_NO_MEMORY;
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    *state = context;
    return FM_OK;
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, bool last)
{
    ZSTD_inBuffer in = {flow->in, flow->in_n, 0};
    ZSTD_outBuffer out = {flow->out, flow->out_n, 0};
    const size_t left = ZSTD_compressStream2(state, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left)) /* all else that can go wrong is a wrong call */
        return FM_FLOW_NO_MEMORY;
    flow->in += in.pos;
    flow->in_n -= in.pos;
    flow->out += out.pos;
    flow->out_n -= out.pos;
    return last && left == 0 ? FM_FLOW_END : FM_FLOW_MORE;
}

static void end(void *state)
{
    (void)ZSTD_freeCCtx(state);
}

const struct fm_encoder fm_encoder_zstd = {start, feed, end};
#endif
