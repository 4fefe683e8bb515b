/* SPDX-License-Identifier: MIT */
/* Input: the decompressed bytes of one file or of standard input. gzip, zstd, bzip2 and xz are
 * found by magic number, every member and frame is read. Knows nothing of lines or games. Members
 * whose size is known are decoded side by side when a decode pool helps (io/decode_pool.h), with
 * the same result. */
#ifndef FM_IO_INPUT_H
#define FM_IO_INPUT_H
#include <stdatomic.h>
#include "base/base.h"
#include "io/raw.h"
#include "io/zip_member.h"

/** One thread at a time; not always the same one. */
struct fm_input;

/** Open a file; "-" is standard input. Nothing is read yet. @p name must outlive the input.
 * @return FM_OK, FM_INPUT_FAILED (error: os_error, input = what = name; a directory gives EISDIR),
 * FM_NO_MEMORY.
 * @p error may be NULL here and below. */
FM_MUST_CHECK enum fm_status fm_input_open(const char *name, struct fm_input **out,
                                           struct fm_error *error);
/** Read a member of an archive, taken over if all is well, or where that is NULL what a source
 * gives, which must outlive the input. @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_input_of(const char *name, struct fm_zip_member *member,
                                         const struct fm_byte_source *source,
                                         struct fm_input **out);
/** Look at an input of which nothing was read yet: if it is a ZIP archive, open that; its members
 * are then to be read, not the input.
 * @param[out] out  set if it is one; the input must outlive it.
 * @return FM_OK, FM_INPUT_FAILED (it is one, and a pipe or damaged; error: reason, detail),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_input_open_zip(struct fm_input *input, bool *is_zip,
                                               struct fm_zip **out, struct fm_error *error);
/** Read up to @p room (at least 1) decompressed bytes. Fills the room unless the end or a failure
 * is near.
 *
 * Plain bytes are read, and compressed ones decoded, straight into the room. Zero bytes after gzip
 * and xz members are padding and passed over. Bytes that begin like a compression or an archive
 * that this build cannot read are refused.
 *
 * @param[out] got  bytes read; 0 at the end only.
 * @return FM_OK, FM_INPUT_FAILED (error: os_error, or detail: damaged, cut short, something after
 * the compressed data, a compression that cannot be read; offset = decompressed bytes given before
 * it; in_part: where the damaged member, frame or block begins),
 * FM_NO_MEMORY. What was decoded before a failure has been returned by earlier calls, the same
 * whatever their capacity was; every later call fails in the same way. */
FM_MUST_CHECK enum fm_status fm_input_read(struct fm_input *input, unsigned char *to, size_t room,
                                           size_t *got, struct fm_error *error);
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
/** Find the first access point at or after each of two offsets in the file, of which some bytes
 * were read. Of plain bytes each is one.
 * @param[out] any  false: it can be read from its start alone, as it is no regular file that was
 * opened by its name, or its compression does not show any.
 * @return as fm_input_read(). */
FM_MUST_CHECK enum fm_status fm_input_find_access(struct fm_input *input, const uint64_t at[2],
                                                  struct fm_input_mark out[2], bool *any,
                                                  struct fm_error *error);
/** The next call of fm_input_read() reads from an access point on, and fails where the text up to
 * @p to, another one (the file's size: none), has not the length that both give. After that as few
 * bytes as can be are read at a time, without a decode pool. */
void fm_input_go_between(struct fm_input *input, const struct fm_input_mark *from,
                         const struct fm_input_mark *to);
/** No more of it is read than was: is it the part that its access points say?
 * @return as fm_input_read(). */
FM_MUST_CHECK enum fm_status fm_input_end_between(struct fm_input *input, struct fm_error *error);
/** The input was not what it was when it was opened. @return FM_INPUT_FAILED */
enum fm_status fm_input_changed(struct fm_input *input, struct fm_error *error);
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
/** The next call of fm_input_read() on such a file reads from that offset. */
void fm_input_go_on(struct fm_input *input, uint64_t offset);
/** Of an input that has failed: whether its bytes may end in the middle of anything. false: all
 * that was compressed was there, and something else follows it or its checksum is wrong. */
bool fm_input_is_cut(const struct fm_input *input);
/** The text before this offset is verified by checksums; UINT64_MAX: all, or plain bytes. */
uint64_t fm_input_verified(const struct fm_input *input);
/** Bytes read so far from the file itself (compressed), for progress. */
uint64_t fm_input_raw_bytes(const struct fm_input *input);
/** May be NULL. */
void fm_input_close(struct fm_input *input);

#endif
