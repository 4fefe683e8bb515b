/* SPDX-License-Identifier: MIT */
/* The bytes of one member of a ZIP archive, unpacked and checked. */
#ifndef FM_IO_ZIP_MEMBER_H
#define FM_IO_ZIP_MEMBER_H
#include "io/flow.h"
#include "io/zip.h"

struct fm_zip_member;

/** @param zip  must outlive the member.
 * @return FM_OK, FM_INPUT_FAILED (encrypted, or packed in a way that is not read), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_zip_member_open(struct fm_zip *zip,
                                                const struct fm_zip_entry *entry,
                                                struct fm_zip_member **out, struct fm_error *error);
/** May be NULL. */
void fm_zip_member_close(struct fm_zip_member *member);
/** Unpack until the room is full or the member ends.
 * @param[out] got  bytes; some may come with every state.
 * @param[out] error  why, with FM_FLOW_DAMAGED and FM_FLOW_UNVERIFIED. */
enum fm_flow_state fm_zip_member_read(struct fm_zip_member *member, unsigned char *to, size_t room,
                                      size_t *got, struct fm_error *error);
/** Begin again with its first byte. */
void fm_zip_member_restart(struct fm_zip_member *member);
/** Offset of its first compressed byte in the archive. */
uint64_t fm_zip_member_begin(const struct fm_zip_member *member);
/** Bytes of the archive used so far. */
uint64_t fm_zip_member_used(const struct fm_zip_member *member);

#endif
