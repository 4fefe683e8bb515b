/* Input: the decompressed bytes of one file or of standard input. gzip, zstd, bzip2 and xz are found by magic number,
 * every member and frame is read. Knows nothing of lines or games. */
#ifndef FM_IO_INPUT_H
#define FM_IO_INPUT_H
#include "base/base.h"

struct fm_input;

/** Open a file; "-" is standard input. @p name must outlive the input.
 * @return FM_OK, FM_INPUT_FAILED (error: os_error, what = name, detail), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_input_open(const char *name, struct fm_input **out, struct fm_error *error);
/** Read up to @p room (at least 1) decompressed bytes. Fills the room unless the end is near.
 * @param[out] got  bytes read; 0 at the end only.
 * @return FM_OK, FM_INPUT_FAILED (error: os_error or detail: damaged, cut short, trailing garbage), FM_NO_MEMORY. What was decoded before the
 *         damage has been returned by earlier calls. */
FM_MUST_CHECK enum fm_status fm_input_read(struct fm_input *input, unsigned char *to, size_t room, size_t *got,
                                           struct fm_error *error);
/** Bytes read so far from the file itself (compressed), for progress. */
uint64_t fm_input_raw_bytes(const struct fm_input *input);
/** Size of the file itself, or 0 if unknown (a pipe). */
uint64_t fm_input_raw_size(const struct fm_input *input);
/** May be NULL. */
void fm_input_close(struct fm_input *input);

#endif
