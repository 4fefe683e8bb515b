/* Where a member ends, told by its headers and without decoding it: what lets members be decoded
 * side by side. Nothing that is told here is relied on: a piece counts only if its members decode
 * to just its end (io/piece.h). */
#ifndef FM_IO_EXTENT_H
#define FM_IO_EXTENT_H
#include "base/base.h"

/** What a member takes. */
struct fm_extent {
    size_t raw;   /* its own bytes */
    size_t plain; /* at most so many decoded ones, if it tells the truth */
};

enum fm_extent_state {
    FM_EXTENT_KNOWN, /* the member itself may end after the bytes that are here */
    FM_EXTENT_MORE,  /* more bytes are needed to tell */
    FM_EXTENT_NONE   /* it does not tell, or takes more memory than allowed */
};

/** Measure the member that @p member begins with: gzip members with a BC field (bgzip), at most 64
 * KiB of plain bytes (SAM specification 4.1); zstd frames and skippable frames (RFC 8878 3.1), block
 * by block.
 *
 * @param limit  bytes of memory that the member may take, its own and the decoded ones.
 * @param[out] out  set with FM_EXTENT_KNOWN. */
FM_MUST_CHECK enum fm_extent_state fm_extent_bgzip(struct fm_text member, size_t limit,
                                                   struct fm_extent *out);
FM_MUST_CHECK enum fm_extent_state fm_extent_zstd(struct fm_text member, size_t limit,
                                                  struct fm_extent *out);
/** The size of a gzip member that its header tells, if it has a BC field.
 * @param[out] out  bytes of the member, set with FM_EXTENT_KNOWN. */
FM_MUST_CHECK enum fm_extent_state fm_extent_bgzip_given(struct fm_text head, size_t *out);

#endif
