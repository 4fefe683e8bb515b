/* gzip members through ISA-L, which takes half of zlib's time for them and also checks the CRC and
 * the length of each. Without it input_gzip.c has them. */
#include <config.h>
#include "io/decoder.h"
#ifdef HAVE_ISAL
#    include <isa-l/igzip_lib.h>
#    include <stdlib.h>

static enum fm_status start(void **state)
{
    struct inflate_state *z = *state;
    if (z != NULL) {
        isal_inflate_reset(z);
        return FM_OK;
    }
    z = calloc(1, sizeof *z);
    if (z == NULL)
        return FM_NO_MEMORY;
    isal_inflate_init(z);
    z->crc_flag = ISAL_GZIP;
    *state = z;
    return FM_OK;
}

static struct fm_text damage_of(int result)
{
    switch (result) {
    case ISAL_INVALID_WRAPPER:
    case ISAL_UNSUPPORTED_METHOD:
        return FM_TEXT("damaged gzip header");
    case ISAL_INCORRECT_CHECKSUM:
        return FM_TEXT("incorrect data check");
    default:
        return FM_TEXT("damaged gzip data");
    }
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    struct inflate_state *z = state;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = (unsigned char *)(uintptr_t)flow->in; /* is only read */
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = isal_inflate(z);
    flow->in_n -= in_n - z->avail_in;
    flow->out_n -= out_n - z->avail_out;
    flow->in = z->next_in;
    flow->out = z->next_out;
    if (result < 0) {
        *detail = damage_of(result);
        return FM_FLOW_DAMAGED;
    }
    return z->block_state == ISAL_BLOCK_FINISH ? FM_FLOW_END : FM_FLOW_MORE;
}

static void end(void *state)
{
    free(state);
}

const struct fm_decoder fm_decoder_gzip = {start, feed, end};
#endif
