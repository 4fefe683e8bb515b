/* zstd frames, skippable ones too. Windows above 128 MiB are refused, as the zstd program does
 * unless told otherwise. */
#include <config.h>
#include "io/decoder.h"
#ifdef HAVE_ZSTD
#    include <stdlib.h>
#    include <zstd.h>
#    include <zstd_errors.h>

struct frame {
    ZSTD_DCtx *context;
    size_t wanted; /* bytes to give it next */
};

enum { BLOCK_HEADER = 3, FIRST_BYTES = 2 };

static enum fm_status start(void **state)
{
    struct frame *frame = *state;
    if (frame == NULL && (frame = calloc(1, sizeof *frame)) == NULL)
        return FM_NO_MEMORY;
    *state = frame;
    if (frame->context == NULL)
        frame->context = ZSTD_createDCtx();
    else
        (void)ZSTD_DCtx_reset(frame->context, ZSTD_reset_session_only);
    frame->wanted = FIRST_BYTES;
    return frame->context != NULL ? FM_OK : FM_NO_MEMORY;
}

/* One call of the library, which gets a block or its header and no more: what it has written in a
 * call that fails it does not say. Nor does it take a whole frame in one step so, for which it would
 * be less strict. @return what the library returns. */
static size_t feed_some(struct frame *frame, struct fm_flow *flow)
{
    const size_t in_n = flow->in_n < frame->wanted ? flow->in_n : frame->wanted;
    ZSTD_inBuffer in = {flow->in, in_n, 0};
    ZSTD_outBuffer out = {flow->out, flow->out_n, 0};
    const size_t result = ZSTD_decompressStream(frame->context, &out, &in);
    flow->in += in.pos;
    flow->in_n -= in.pos;
    flow->out += out.pos;
    flow->out_n -= out.pos;
    /* It asks for a block with the header of the next. */
    frame->wanted = result > BLOCK_HEADER ? result - BLOCK_HEADER : result;
    return result;
}

static enum fm_flow_state state_of(size_t error, struct fm_text *detail)
{
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(error);
    *detail = fm_text_of(ZSTD_getErrorName(error));
    return code == ZSTD_error_memory_allocation ? FM_FLOW_NO_MEMORY
           : code == ZSTD_error_checksum_wrong  ? FM_FLOW_UNVERIFIED
                                                : FM_FLOW_DAMAGED;
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    for (;;) {
        const size_t in_n = flow->in_n, out_n = flow->out_n;
        const size_t result = feed_some(state, flow);
        if (ZSTD_isError(result))
            return state_of(result, detail);
        if (result == 0)
            return FM_FLOW_END;
        const bool stuck = flow->in_n == in_n && flow->out_n == out_n;
        if (stuck || flow->in_n == 0 || flow->out_n == 0)
            return FM_FLOW_MORE;
    }
}

static void end(void *state)
{
    struct frame *frame = state;
    if (frame == NULL)
        return;
    (void)ZSTD_freeDCtx(frame->context);
    free(frame);
}

const struct fm_decoder fm_decoder_zstd = {start, feed, end, fm_extent_zstd, NULL};
#endif
