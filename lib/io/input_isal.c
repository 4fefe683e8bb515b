/* gzip members through ISA-L, which takes half of zlib's time for them and also checks the CRC and
 * the length of each. Without it input_gzip.c has them. */
#include <config.h>
#include "io/decoder.h"
#ifdef HAVE_ISAL
#    include <isa-l/igzip_lib.h>
#    include <stdlib.h>

/* The header is read by a call of its own: isal_inflate() keeps no memory of a header between its
 * calls, and looks at a field of it that nothing has set. */
struct member {
    struct inflate_state z;
    struct isal_gzip_header header;
    bool in_body;
};

static enum fm_status start(void **state)
{
    struct member *member = *state;
    if (member == NULL) {
        member = calloc(1, sizeof *member);
        if (member == NULL)
            return FM_NO_MEMORY;
        isal_inflate_init(&member->z);
        *state = member;
    } else {
        isal_inflate_reset(&member->z);
    }
    member->z.crc_flag = ISAL_GZIP_NO_HDR_VER;
    member->header = (struct isal_gzip_header){0};
    isal_gzip_header_init(&member->header);
    member->in_body = false;
    return FM_OK;
}

/* After a damaged symbol ISA-L counts more bytes than it has written, a match and some more; what
 * is there is what was in the memory before. 285 are the most that were seen: more than that are
 * taken back from what the call gave. */
enum { OVERSHOOT = 1024 };

static void take_back(struct fm_flow *flow, size_t given, int result)
{
    if (result != ISAL_INVALID_BLOCK && result != ISAL_INVALID_SYMBOL &&
        result != ISAL_INVALID_LOOKBACK)
        return;
    const size_t back = given < OVERSHOOT ? given : OVERSHOOT;
    flow->out -= back;
    flow->out_n += back;
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

/* The header, as far as it is here, and what is after it. */
static int inflate_some(struct member *member)
{
    if (!member->in_body) {
        const int result = isal_read_gzip_header(&member->z, &member->header);
        if (result != ISAL_DECOMP_OK)
            return result == ISAL_END_INPUT ? ISAL_DECOMP_OK : result;
        member->in_body = true;
    }
    return isal_inflate(&member->z);
}

static enum fm_flow_state feed(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    struct member *member = state;
    struct inflate_state *z = &member->z;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = (unsigned char *)(uintptr_t)flow->in; /* is only read */
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = inflate_some(member);
    flow->in_n -= in_n - z->avail_in;
    flow->out_n -= out_n - z->avail_out;
    flow->in = z->next_in;
    flow->out = z->next_out;
    if (result < 0) {
        take_back(flow, out_n - z->avail_out, result);
        *detail = damage_of(result);
        return result == ISAL_INCORRECT_CHECKSUM ? FM_FLOW_UNVERIFIED : FM_FLOW_DAMAGED;
    }
    return member->in_body && z->block_state == ISAL_BLOCK_FINISH ? FM_FLOW_END : FM_FLOW_MORE;
}

static void end(void *state)
{
    free(state);
}

const struct fm_decoder fm_decoder_gzip = {start, feed, end, fm_extent_bgzip,
                                           fm_extent_bgzip_given};
#endif
