/* SPDX-License-Identifier: MIT */
/* What passes through a decoder or an encoder in one call. */
#ifndef FM_IO_FLOW_H
#define FM_IO_FLOW_H
#include <stddef.h>

/** The bytes to be read and the room to be written; moved on by what was used. */
struct fm_flow {
    const unsigned char *in;
    size_t in_n; /* bytes that may be read */
    unsigned char *out;
    size_t out_n; /* bytes that may be written */
};

/** The outcome of a call. */
enum fm_flow_state {
    FM_FLOW_MORE,       /* all input or all room is used up; call again with more */
    FM_FLOW_PART,       /* decoder: the member is between two parts; the last one is complete */
    FM_FLOW_END,        /* the member is complete */
    FM_FLOW_DAMAGED,    /* decoder: the input is not what its header announces */
    FM_FLOW_UNVERIFIED, /* decoder: the member is complete, and its checksum is not the data's */
    FM_FLOW_NO_MEMORY
};

/** At most 1 GiB of n: some libraries count in types smaller than size_t. */
static inline unsigned fm_flow_limit(size_t n)
{
    return n < 1u << 30 ? (unsigned)n : 1u << 30;
}

/** So many bytes were read, and so many written. */
static inline void fm_flow_pass(struct fm_flow *flow, size_t in, size_t out)
{
    if (in > 0) /* else it may be NULL */
        flow->in += in;
    flow->in_n -= in;
    if (out > 0)
        flow->out += out;
    flow->out_n -= out;
}

#endif
