/* SPDX-License-Identifier: MIT */
/* Codecs: which compressions are read and written. What is read is known by its first bytes, never
 * by its name; what is written, by the suffix of the name.
 *
 * A compressed file is a row of members (gzip members, zstd frames, bzip2 and xz streams) that do
 * not depend on each other. A decoder is started anew for each and stops exactly at its end. Where
 * headers give the size of a member, several threads decode them ahead of the reader
 * (io/decode_pool.h). So they do with the parts of a member, the blocks of an xz stream.
 *
 * What has a checksum of its own is a unit: a part, or where a member has no parts the member. The
 * text of a unit waits in the reader until its checksum held, up to FM_HELD_BYTES; what is larger,
 * and all that `flows`, is handed on as it comes, and counted as unverified if it turns out to be
 * damaged.
 *
 * To add a codec: a file that defines its fm_coder, a row in codec.c, its library in configure.ac.
 */
#ifndef FM_IO_CODEC_H
#define FM_IO_CODEC_H
#include "base/base.h"
#include "io/flow.h"

enum { FM_HELD_BYTES = 16 << 20 }; /* of the text of a unit that waits for its checksum */

/** What a member takes, by its headers and without decoding it. Nothing relies on it: members that
 * were decoded ahead count only if they end where this says. */
struct fm_extent {
    size_t raw;   /* bytes of the member in the file */
    size_t plain; /* decoded bytes, at most, if the headers are right */
};

enum fm_extent_state {
    FM_EXTENT_KNOWN, /* the member itself may end after the bytes that are here */
    FM_EXTENT_MORE,  /* more bytes are needed */
    FM_EXTENT_NONE   /* the headers do not give it, or it takes more memory than allowed */
};

/** Parts of members, decoded elsewhere; all functions NULL: they cannot be. @p member is the state
 * of the reader's decoder, which has returned FM_FLOW_PART before the first of them. */
struct fm_parts {
    /** As fm_decoder's `measure`. */
    enum fm_extent_state (*measure)(const void *member, struct fm_text part, size_t limit,
                                    struct fm_extent *out);
    /** Make *state ready for a part; fm_decoder's `feed` ends with it. */
    enum fm_status (*start)(void **state, const void *member);
    /** Parts were decoded elsewhere, complete and undamaged. @return false: the reader must. */
    bool (*skip)(void *member, struct fm_text parts);
};

/** An access point: where in a file, a member of a compressed one, reading can begin. */
struct fm_input_mark {
    uint64_t raw;   /* offset in the file; 0: its start */
    uint64_t plain; /* decompressed bytes before it */
};

/** How one compression is read. Any thread may call the functions; for one state, one thread at a
 * time. */
struct fm_decoder {
    /** Make *state ready for a member; *state is NULL, or what an earlier start made.
     * @return FM_OK, FM_NO_MEMORY. */
    enum fm_status (*start)(void **state);
    /** Decode until the input or the room is used up or a part or the member ends. With
     * FM_FLOW_DAMAGED and FM_FLOW_UNVERIFIED, @p detail is why, in text that lasts for ever. */
    enum fm_flow_state (*feed)(void *state, struct fm_flow *flow, struct fm_text *detail);
    /** Free the state; may be NULL. */
    void (*end)(void *state);
    /** Whether the part or member that was the last to end has a checksum; NULL: each has. */
    bool (*verifies)(const void *state);
    bool flows; /* a member whose size is not `reported` does not wait for its checksum */
    /** Measure the member that @p member begins with; NULL if headers do not give sizes.
     * @param limit  bytes of memory that it may take, its own and the decoded ones.
     * @param[out] out  set with FM_EXTENT_KNOWN. */
    enum fm_extent_state (*measure)(struct fm_text member, size_t limit, struct fm_extent *out);
    /** The size of a member, from its header alone; NULL if it is not there. A file of such members
     * ends with an empty one (BGZF, SAM specification 4.1.2); without it the file was cut. */
    enum fm_extent_state (*reported)(struct fm_text head, size_t *out);
    struct fm_parts parts;
    /** Find the first access point at or after each of two offsets in a regular file, the smaller
     * first; one with the file's size where there is none. NULL: there is none but the start.
     * @param[out] any  false: the file has none; @p out is untouched.
     * @return FM_OK, FM_INPUT_FAILED (error: os_error, or as detail what is damaged). */
    enum fm_status (*access)(int fd, uint64_t size, const uint64_t at[2],
                             struct fm_input_mark out[2], bool *any, struct fm_error *error);
};

/** How one compression is written: the text is cut into pieces at fixed offsets, and each becomes
 * members of its own, by any thread. So the bytes of a file depend on the text, the level and the
 * library alone. Threads as for a decoder. */
struct fm_encoder {
    size_t piece;         /* bytes of text in every piece but the last */
    size_t packed_max;    /* bytes that a piece may take when compressed */
    unsigned level_max;   /* levels are 1..level_max */
    unsigned level_usual; /* the level where the user sets none */
    unsigned
        level_records;     /* the same, for records of positions: each line is much like the last */
    const char *bad_level; /* text for messages: the levels that the codec has */
    /** Make a state. @return FM_OK, FM_NO_MEMORY. */
    enum fm_status (*start)(unsigned level, void **state);
    /** Compress a piece.
     * @param[out] out  packed_max bytes.
     * @return FM_OK, FM_NO_MEMORY. */
    enum fm_status (*encode)(void *state, struct fm_text piece, unsigned char *out, size_t *n);
    /** Free the state; may be NULL. */
    void (*end)(void *state);
    /** Append what comes after the last piece.
     * @param index  of each piece its bytes compressed and plain, as two numbers of 4 bytes,
     * little-endian. @return FM_OK, FM_NO_MEMORY. */
    enum fm_status (*finish)(struct fm_text index, struct fm_buf *out);
    bool has_index; /* false: the index is empty */
};

/** A library in use. */
struct fm_library {
    const char *name;
    const char *(*version)(void); /* version of the loaded library; NULL = it has no call for it */
};

/** What the file of a codec defines; all NULL in a build without its library. */
struct fm_coder {
    struct fm_decoder decoder;
    const struct fm_encoder *encoder; /* NULL: it is not written */
    struct fm_library libraries[3];   /* a name of NULL: none */
};

extern const struct fm_coder fm_coder_gzip, fm_coder_zstd, fm_coder_bzip2, fm_coder_xz;
extern const struct fm_encoder fm_encoder_gzip; /* gzip_write.c */
/* What a decoder may need, as the header of its data has it. */
enum {
    FM_ZSTD_WINDOW_MAX = 1 << 27, /* the library's own limit */
    FM_XZ_MEMORY_MAX = 1 << 30
};

/** Bytes at the start of something. */
struct fm_magic {
    unsigned char bytes[10];
    unsigned char length; /* 0 = none */
    unsigned char loose;  /* index of a byte whose lower 4 bits are free; FM_MAGIC_EXACT = none */
};

enum { FM_MAGIC_MAX = 6 /* longest of a start */, FM_MAGIC_EXACT = 10 };

/** A compression or archive that is known by its first bytes. */
struct fm_codec {
    const char *name;         /* "gzip" */
    const char *suffix;       /* end of the names of files: ".gz"; "" = none */
    struct fm_magic start[2]; /* two beginnings of a file, either of which is enough */
    struct fm_magic inside;   /* longer bytes to look for inside a text; empty = none */
    unsigned char rare;       /* index of a byte of `inside` that is rare in text */
    bool zeros_follow;        /* zero bytes may follow a member: gzip on tape, xz padding */
    bool archive;             /* a ZIP archive: see io/zip.h */
    /* Of messages, where it cannot be read, is inside something compressed, or begins with `inside`
     * but for one byte. */
    const char *refusal, *twice, *damaged;
    const struct fm_coder *coder; /* NULL: it is never read */
};

/** By number, from 0 on; NULL after the last. */
const struct fm_codec *fm_codec_at(size_t number);
/** Whether this build reads it, and writes it. */
bool fm_codec_reads(const struct fm_codec *codec);
bool fm_codec_writes(const struct fm_codec *codec);

/** What @p head (at least FM_MAGIC_MAX bytes unless the file ends there) is the start of.
 *
 * @param[out] out  the codec, or NULL for plain bytes, a file that ends inside a magic number too.
 * @return false if more bytes are needed. */
FM_MUST_CHECK bool fm_codec_find(struct fm_text head, bool ended, const struct fm_codec **out);
/** The first place where the magic number of compressed data begins, or text.n: for compressed data
 * that follow plain text. Each has a byte that is `&`, 0x03 or not ASCII (struct fm_survey). */
size_t fm_codec_search(struct fm_text text);
/** The codec whose suffix a name has, in any case of letters; NULL = none. */
const struct fm_codec *fm_codec_of_name(struct fm_text name);
/** The encoder for an output of that name.
 *
 * @param[out] out    NULL for plain output.
 * @param[out] detail set with FM_BAD_USE, in text that lasts for ever.
 * @return FM_OK, FM_BAD_USE (the suffix of a compression or archive that cannot be written). */
FM_MUST_CHECK enum fm_status fm_encoder_find(struct fm_text name, const struct fm_encoder **out,
                                             struct fm_text *detail);
/** Can an output of that name be compressed at this level?
 * @param[out] detail  set with FM_BAD_USE, in text that lasts for ever. @return FM_OK,
 * FM_BAD_USE. */
FM_MUST_CHECK enum fm_status fm_level_check(struct fm_text name, uint64_t level,
                                            struct fm_text *detail);

#endif
