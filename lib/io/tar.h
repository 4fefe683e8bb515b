/* SPDX-License-Identifier: MIT */
/* Tar archives (POSIX ustar and pax; GNU's long names and large sizes): members one after the
 * other, as they come from a file, a pipe or a decoder. Every header has a checksum, the contents
 * have none. */
#ifndef FM_IO_TAR_H
#define FM_IO_TAR_H
#include "base/base.h"

struct fm_input;
struct fm_member;
struct fm_tar;

/** A member, by its headers. */
struct fm_tar_entry {
    struct fm_text name;    /* valid until the next entry is read */
    struct fm_text skipped; /* why it has no text to read: a link, a device; empty = it has */
    uint64_t begin;         /* offset of its first byte in the archive */
};

/** Does a text begin like a tar archive? @param start  its first FM_TAR_HEAD bytes, or all. */
enum { FM_TAR_HEAD = 512 };
bool fm_tar_begins(struct fm_text start);
/** @param input  nothing of it was read yet; not taken over, must outlive the archive.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tar_open(struct fm_input *input, struct fm_tar **out);
/** May be NULL. */
void fm_tar_free(struct fm_tar *tar);
/** The next member, without folders; what is left of the last one is passed over. After the last
 * one the rest of the input is read: it must be the end of the archive, and nothing after it.
 * @param[out] more  false: there is none, or the last member has failed with the archive.
 * @return FM_OK, FM_INPUT_FAILED (error: reason, detail, offset in the archive), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tar_next(struct fm_tar *tar, struct fm_tar_entry *entry, bool *more,
                                         struct fm_error *error);
/** The bytes of the member that was found last, to be read before the next one is looked for. */
struct fm_member *fm_tar_member(struct fm_tar *tar);
/** Is the last member read, and nothing wrong after it? Reads the header of a next one. */
bool fm_tar_is_over(struct fm_tar *tar);

#endif
