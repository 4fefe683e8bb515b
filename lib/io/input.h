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
#include "io/input_facts.h"
#include "io/member.h"

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
FM_MUST_CHECK enum fm_status fm_input_of(const char *name, struct fm_member *member,
                                         const struct fm_byte_source *source,
                                         struct fm_input **out);
/** Look at the first @p n bytes of an input of which nothing was read yet, 4096 at most, or at less
 * of them: those before its end or failure, or of the first part that is compressed. They are read
 * all the same. */
struct fm_text fm_input_peek(struct fm_input *input, size_t n);
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
/** May be NULL. */
void fm_input_close(struct fm_input *input);

#endif
