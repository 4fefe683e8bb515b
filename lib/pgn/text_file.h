/* SPDX-License-Identifier: MIT */
/* A small file that is read whole before a run: openings, names of players. Text in UTF-8, else in
 * Windows-1252, plain or compressed. */
#ifndef FM_PGN_TEXT_FILE_H
#define FM_PGN_TEXT_FILE_H
#include "base/memory.h"

enum { FM_TEXT_FILE_MAX = 64 << 20 }; /* bytes */

/** A place in such a file, line after line. */
struct fm_line_reader {
    const char *name;    /* name of the file */
    struct fm_text rest; /* text after the line */
    struct fm_text line; /* without its end and blanks before it */
    uint64_t number;     /* number of the line, 1.. */
};

/** Read a whole file, as UTF-8 without a byte order mark.
 * @param[out] text  padded; owns its bytes.
 * @return FM_OK, FM_INPUT_FAILED (error: what = input = name), FM_BAD_PROFILE (it is too large),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_text_file_read(const char *name, struct fm_buf *text,
                                               struct fm_error *error);
/** The next line. @return false after the last. */
bool fm_line_next(struct fm_line_reader *reader);
/** The line is wrong. @param what  a part of it, or empty. @return FM_BAD_PROFILE, always. */
enum fm_status fm_line_refuse(const struct fm_line_reader *reader, struct fm_text what,
                              const char *detail, struct fm_error *error);
/** The fields of the line, TABs between them, without blanks around them.
 * @return how many there are; those after the first @p most are not kept. */
size_t fm_line_fields(const struct fm_line_reader *reader, struct fm_text *fields, size_t most);

#endif
