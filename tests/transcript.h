/* SPDX-License-Identifier: MIT */
/* What a reader gives, as text: a line for each item. All end the test on failure. */
#ifndef FM_TESTS_TRANSCRIPT_H
#define FM_TESTS_TRANSCRIPT_H
#include "base/base.h"
#include "fenmill.h"

enum { SAMPLE_FILES = 8, SAMPLE_PATH_SIZE = 4096 + 32 };
/* Names of samples of each kind of input. */
extern const char *const sample_files[SAMPLE_FILES];
/** Find the folder of the samples, before a scratch directory is entered. */
void find_samples(void);
/** The path of a sample, until the next call. */
const char *sample_path(const char *file);
/* Games with variations, an illegal move and a text that is not UTF-8. */
extern const char branched[];

void put_words(struct fm_buf *to, const char *text);
void put_text(struct fm_buf *to, const char *before, struct fm_text text);
/** Append a line for an item, without the name of its input. */
void put_item(struct fm_buf *to, const struct fm_reader *reader, const struct fm_item *item);
/** Options with all that a reader gives. */
struct fm_reader_options reader_options(unsigned threads);
/** Lines for all that is left to be read. @param rest  what is fed, in pieces of so many bytes.
 * @param[out] status  the reader's last one. The caller frees the buffer. */
struct fm_buf read_rest(struct fm_reader *reader, struct fm_text rest, size_t piece,
                        enum fm_status *status);
/** The same of a new reader. */
struct fm_buf read_all(const struct fm_reader_options *options, struct fm_text rest, size_t piece,
                       enum fm_status *status);
void assert_reads(const struct fm_reader_options *options, struct fm_text rest, size_t piece,
                  const struct fm_buf *as, enum fm_status end);
/** The buffer holds this text; frees it. */
void assert_text(struct fm_buf *made, const char *expected);
#endif
