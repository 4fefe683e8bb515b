/* SPDX-License-Identifier: MIT */
/* The bytes of one member of a ZIP archive, unpacked and checked. */
#ifndef FM_IO_ZIP_MEMBER_H
#define FM_IO_ZIP_MEMBER_H
#include "io/member.h"
#include "io/zip.h"

/** @param zip  must outlive the member. @param[out] out  closed by its kind.
 * @return FM_OK, FM_INPUT_FAILED (encrypted, or packed in a way that is not read), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_zip_member_open(struct fm_zip *zip,
                                                const struct fm_zip_entry *entry,
                                                struct fm_member **out, struct fm_error *error);

#endif
