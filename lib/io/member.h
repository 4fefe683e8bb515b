/* SPDX-License-Identifier: MIT */
/* One file of an archive, as the raw bytes of an input: io/zip_member.h, io/tar.h. */
#ifndef FM_IO_MEMBER_H
#define FM_IO_MEMBER_H
#include "base/base.h"
#include "io/flow.h"

struct fm_member;

/* What archives of one kind do. */
struct fm_member_kind {
    /* Read until the room is full or the member ends.
     * @param[out] got  bytes; some may come with every state.
     * @param[out] error  why, with FM_FLOW_DAMAGED and FM_FLOW_UNVERIFIED. */
    enum fm_flow_state (*read)(struct fm_member *member, unsigned char *to, size_t room,
                               size_t *got, struct fm_error *error);
    /* Begin again with its first byte; NULL: it cannot be read two times. */
    void (*restart)(struct fm_member *member);
    /* The offset in it up to which a checksum has verified it; UINT64_MAX: all, or nothing has one.
     * NULL: it has a checksum of its own, and ends with FM_FLOW_UNVERIFIED if that is wrong. */
    uint64_t (*verified)(const struct fm_member *member);
    void (*close)(struct fm_member *member);
};

struct fm_member {
    const struct fm_member_kind *kind;
    uint64_t begin; /* offset of its first byte in the archive */
    uint64_t used;  /* bytes of the archive's file that were read for it */
};

#endif
