/* What passes through a decoder or an encoder in one call. */
#ifndef FM_IO_FLOW_H
#define FM_IO_FLOW_H
#include <stddef.h>

/** Both pointers and both counts are moved on by what was used. */
struct fm_flow {
    const unsigned char *in;
    size_t in_n; /* bytes that may be read */
    unsigned char *out;
    size_t out_n; /* bytes that may be written */
};

/** What a call came to. */
enum fm_flow_state {
    FM_FLOW_MORE,       /* all input or all room is used up; call again with more */
    FM_FLOW_END,        /* the member is complete */
    FM_FLOW_DAMAGED,    /* decoder: the input is not what it says it is */
    FM_FLOW_UNVERIFIED, /* decoder: the member is complete, and its checksum is not the data's */
    FM_FLOW_NO_MEMORY
};

/** At most 1 GiB of n: some codecs count in types smaller than size_t. */
static inline unsigned fm_flow_limit(size_t n)
{
    return n < 1u << 30 ? (unsigned)n : 1u << 30;
}

#endif
