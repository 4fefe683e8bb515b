/* Which compressions can be read, and how they are told from plain text: by the first bytes, never
 * by the name.
 *
 * A compressed file is a row of members (gzip members, zstd frames, bzip2 and xz streams) that do
 * not depend on each other. A decoder is started anew for each and stops exactly at its end. Where
 * members tell their size, several threads decode them ahead of the reader (io/ahead.h). */
#ifndef FM_IO_DECODER_H
#define FM_IO_DECODER_H
#include "base/base.h"
#include "io/extent.h"
#include "io/flow.h"

/** One compression. Any thread may call the functions; for one state, one thread at a time. */
struct fm_decoder {
    /** Make *state ready for a member; *state is NULL, or what an earlier start made.
     * @return FM_OK, FM_NO_MEMORY. */
    enum fm_status (*start)(void **state);
    /** Decode until the input or the room is used up or the member ends. With FM_FLOW_DAMAGED,
     * @p detail says why, in text that lasts for ever. */
    enum fm_flow_state (*feed)(void *state, struct fm_flow *flow, struct fm_text *detail);
    /** Free the state; may be NULL. */
    void (*end)(void *state);
    /** Measure a member (io/extent.h); NULL if members do not tell their size. */
    enum fm_extent_state (*measure)(struct fm_text member, size_t limit, struct fm_extent *out);
    /** The size that a member's header tells; NULL if headers do not tell it. */
    enum fm_extent_state (*reported)(struct fm_text head, size_t *out);
};

enum { FM_MAGIC_MAX = 6, FM_MAGIC_EXACT = FM_MAGIC_MAX };

/** One row of the table of first bytes. */
struct fm_compression {
    unsigned char magic[FM_MAGIC_MAX];
    unsigned char length; /* of the magic */
    unsigned char loose;  /* which byte's lower four bits may be any; FM_MAGIC_EXACT = none */
    bool zeros_follow;    /* zero bytes may stand after a member: gzip on tape, xz padding */
    const struct fm_decoder *decoder; /* NULL: known, but this build cannot read it */
    const char *lack;                 /* said then */
    bool archive;                     /* a ZIP archive: see io/zip.h */
};

/** Whether @p head (at least FM_MAGIC_MAX bytes unless the file ends there) is the start of
 * compressed data.
 *
 * @param[out] out  the row, or NULL for plain bytes, a file that ends inside a magic number too.
 * @return false if more bytes are needed to tell. */
FM_MUST_CHECK bool fm_compression_find(struct fm_text head, bool ended,
                                       const struct fm_compression **out);

/** The first place at or after @p from where the magic number of compressed data begins (before it
 * where it ends after), or text.n: for compressed data that follow plain text. */
size_t fm_compression_search(struct fm_text text, size_t from);

extern const struct fm_decoder fm_decoder_gzip, fm_decoder_zstd, fm_decoder_bzip2, fm_decoder_xz;

#endif
