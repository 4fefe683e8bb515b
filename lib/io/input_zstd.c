/* zstd frames, skippable ones too. Windows above 128 MiB are refused, as the zstd program does
 * unless told otherwise. */
#include <config.h>
#include "io/decoder.h"
#ifdef HAVE_ZSTD
#    include <zstd.h>
#    include <zstd_errors.h>

static enum fm_status start(void **state)
{
    if (*state == NULL)
        *state = ZSTD_createDCtx();
    else
        (void)ZSTD_DCtx_reset(*state, ZSTD_reset_session_only);
    return *state != NULL ? FM_OK : FM_NO_MEMORY;
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    ZSTD_inBuffer in = {flow->in, flow->in_n, 0};
    ZSTD_outBuffer out = {flow->out, flow->out_n, 0};
    const size_t result = ZSTD_decompressStream(state, &out, &in);
    flow->in += in.pos;
    flow->in_n -= in.pos;
    flow->out += out.pos;
    flow->out_n -= out.pos;
    if (result == 0)
        return FM_FLOW_END;
    if (!ZSTD_isError(result))
        return FM_FLOW_MORE;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
        return FM_FLOW_NO_MEMORY;
    *detail = fm_text_of(ZSTD_getErrorName(result));
    return FM_FLOW_DAMAGED;
}

static void end(void *state)
{
    (void)ZSTD_freeDCtx(state);
}

const struct fm_decoder fm_decoder_zstd = {start, feed, end, fm_extent_zstd, NULL};
#endif
