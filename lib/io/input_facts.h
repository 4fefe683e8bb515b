/* SPDX-License-Identifier: MIT */
/* What is known of an input, what is set before it is read, and bytes of its file that are read
 * beside the others: a part of input.h, which includes it. */
#ifndef FM_IO_INPUT_FACTS_H
#define FM_IO_INPUT_FACTS_H
#include <stdatomic.h>
#include "base/base.h"
#include "io/raw.h"
#include "io/zip.h"

struct fm_input;

/** Look at an input of which nothing was read yet: if it is a ZIP archive, open that; its members
 * are then to be read, not the input.
 * @param[out] out  set if it is one; the input must outlive it.
 * @return FM_OK, FM_INPUT_FAILED (it is one, and a pipe or damaged; error: reason, detail),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_input_open_zip(struct fm_input *input, bool *is_zip,
                                               struct fm_zip **out, struct fm_error *error);
/** Look at a flag while a pipe has no bytes: when it is true, the input is at its end. The flag
 * must outlive the input. */
void fm_input_watch(struct fm_input *input, const atomic_bool *cancelled);
/** Hand over nothing that no checksum has verified: what is compressed is read two times, plain
 * bytes, which have no checksum, once. Before the first byte is read. A pipe of compressed bytes
 * fails, and a frame or block without a checksum. */
void fm_input_verify(struct fm_input *input);
/** Let a decode pool help: from now on until the input is closed, who uses it holds the decode
 * pool's token, and the decode pool has no other input. */
void fm_input_share(struct fm_input *input, struct fm_decode_pool *pool);
/** Whether the bytes are the file's, not decoded ones. */
bool fm_input_is_plain(const struct fm_input *input);
/** Read only so many bytes of the file at a time, without a decode pool: more than a few will not
 * be needed. */
void fm_input_read_little(struct fm_input *input);
/** The file that is read; as long as the input. */
const struct fm_raw *fm_input_file(const struct fm_input *input);
/** The size of a regular file of plain bytes, of which some were read: they can be read from any
 * offset. 0 for anything else. */
uint64_t fm_input_file_size(const struct fm_input *input);
/** Read n bytes of such a file, which has them. Any thread, also while the input is used by
 * another.
 * @param[out] got  fewer than n where it fails.
 * @return as fm_input_read(). */
FM_MUST_CHECK enum fm_status fm_input_read_at(const struct fm_input *input, uint64_t offset,
                                              unsigned char *to, size_t n, size_t *got,
                                              struct fm_error *error);
/** The same, but not whether the file has changed. @return false: not all could be read. */
FM_MUST_CHECK bool fm_input_get_at(const struct fm_input *input, uint64_t offset, unsigned char *to,
                                   size_t n);
/** The next call of fm_input_read() on such a file reads from that offset. */
void fm_input_go_on(struct fm_input *input, uint64_t offset);
/** Of an input that has failed: whether its bytes may end in the middle of anything. false: all
 * that was compressed was there, and something else follows it or its checksum is wrong. */
bool fm_input_is_cut(const struct fm_input *input);
/** The text before this offset is verified by checksums; UINT64_MAX: all, or plain bytes. */
uint64_t fm_input_verified(const struct fm_input *input);
/** Bytes read so far from the file itself (compressed), for progress. */
uint64_t fm_input_raw_bytes(const struct fm_input *input);

#endif
