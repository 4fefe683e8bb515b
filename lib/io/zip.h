/* SPDX-License-Identifier: MIT */
/* ZIP archives (PKWARE APPNOTE 6.3.9): what is in one, by its central directory. Stored and
 * deflated members, zip64; no parts on several disks. */
#ifndef FM_IO_ZIP_H
#define FM_IO_ZIP_H
#include "base/base.h"

struct fm_zip;

/** A member, by the central directory. */
struct fm_zip_entry {
    struct fm_text name; /* valid until the next entry is read */
    uint64_t header;     /* offset of its local header */
    uint64_t raw, plain; /* bytes in the archive, and unpacked */
    uint32_t crc;
    unsigned method, flags;
};

/** Read the end of the archive and check the whole directory: every entry is in bounds, and no two
 * members share bytes.
 * @param fd    a regular file; not taken over, must outlive the archive.
 * @param size  of the file.
 * @return FM_OK, FM_INPUT_FAILED (error: reason, detail, os_error, offset in the archive),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_zip_open(int fd, uint64_t size, struct fm_zip **out,
                                         struct fm_error *error);
/** May be NULL. */
void fm_zip_free(struct fm_zip *zip);
/** The next member, in the order of the directory. @param[out] more  false: there is none.
 * @return as fm_zip_open(). */
FM_MUST_CHECK enum fm_status fm_zip_next(struct fm_zip *zip, struct fm_zip_entry *entry, bool *more,
                                         struct fm_error *error);
/** Members that fm_zip_next() has yet to give. */
uint64_t fm_zip_left(const struct fm_zip *zip);
/** Compare the local header of a member with its entry. @param[out] at  where its bytes begin.
 * @return as fm_zip_open(). */
FM_MUST_CHECK enum fm_status fm_zip_locate(struct fm_zip *zip, const struct fm_zip_entry *entry,
                                           uint64_t *at, struct fm_error *error);
/** Read bytes of the archive. @return FM_OK, FM_INPUT_FAILED: they are not there. */
FM_MUST_CHECK enum fm_status fm_zip_read(const struct fm_zip *zip, uint64_t at, unsigned char *to,
                                         size_t n, struct fm_error *error);

#endif
