/* xz streams through liblzma. A stream may need up to 1 GiB of memory (xz -9 needs 65 MiB).
 */
#include <config.h>
#include "io/codec.h"
#ifdef HAVE_LZMA
#    include <lzma.h>
#    include <stdlib.h>

#    define MEMORY_MAX (UINT64_C(1) << 30)

static enum fm_status start(void **state)
{
    lzma_stream *xz = *state;
    if (xz == NULL) {
        xz = malloc(sizeof *xz);
        if (xz == NULL)
            return FM_NO_MEMORY;
        *xz = (lzma_stream)LZMA_STREAM_INIT;
        *state = xz;
    }
    return lzma_stream_decoder(xz, MEMORY_MAX, LZMA_TELL_UNSUPPORTED_CHECK) == LZMA_OK
               ? FM_OK
               : FM_NO_MEMORY;
}

static struct fm_text detail_of(lzma_ret result)
{
    if (result == LZMA_MEMLIMIT_ERROR)
        return FM_TEXT("the xz data need more memory than is allowed");
    if (result == LZMA_OPTIONS_ERROR || result == LZMA_UNSUPPORTED_CHECK)
        return FM_TEXT("the xz data use a filter or check that is not known");
    return FM_TEXT("damaged xz data");
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    lzma_stream *xz = state;
    xz->next_in = flow->in;
    xz->avail_in = flow->in_n;
    xz->next_out = flow->out;
    xz->avail_out = flow->out_n;
    const lzma_ret result = lzma_code(xz, LZMA_RUN);
    *flow = (struct fm_flow){xz->next_in, xz->avail_in, xz->next_out, xz->avail_out};
    if (result == LZMA_OK || result == LZMA_BUF_ERROR)
        return FM_FLOW_MORE;
    if (result == LZMA_STREAM_END)
        return FM_FLOW_END;
    if (result == LZMA_MEM_ERROR)
        return FM_FLOW_NO_MEMORY;
    *detail = detail_of(result);
    return FM_FLOW_DAMAGED;
}

static void end(void *state)
{
    if (state == NULL)
        return;
    lzma_end(state);
    free(state);
}

const struct fm_coder fm_coder_xz = {
    .decoder = {start, feed, end, NULL, NULL},
    .libraries = {{"liblzma", lzma_version_string}},
};
#else
const struct fm_coder fm_coder_xz = {.libraries = {{NULL, NULL}}};
#endif
