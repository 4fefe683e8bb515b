/* SPDX-License-Identifier: MIT */
/* Merges the reports of the shards of a run: statistics (merge_stats.c) and tables of counts
 * (merge_tables.c). The files may be compressed. */
#ifndef FM_RUN_MERGE_FILES_H
#define FM_RUN_MERGE_FILES_H
#include "io/input.h"
#include "io/output.h"

/* A text of one of the files, read piece by piece. */
struct fm_merge_reader {
    const char *name;       /* name of the file; owned by the caller */
    struct fm_input *input; /* owned */
    struct fm_buf text;     /* text that was read and is not yet used up; owned */
    size_t at;              /* number of bytes of `text` that are used up */
    bool ended;             /* true: the end of the file is in `text` */
    uint64_t line;          /* number of the next line, 1.. */
};

enum { FM_MERGE_PIECE = 1 << 16 };

/** Open a file. @return FM_OK, FM_INPUT_FAILED, FM_NO_MEMORY; fm_merge_close() after any. */
FM_MUST_CHECK enum fm_status fm_merge_open(struct fm_merge_reader *reader, const char *name,
                                           struct fm_error *error);
/** Read more. @return FM_OK, also at the end; FM_INPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_fill(struct fm_merge_reader *reader, struct fm_error *error);
/** The text that was read and is not used up. */
struct fm_text fm_merge_rest(const struct fm_merge_reader *reader);
void fm_merge_close(struct fm_merge_reader *reader);
/** Refuse the file. @param detail  a literal. @return FM_BAD_USE. */
enum fm_status fm_merge_refuse(const struct fm_merge_reader *reader, const char *detail,
                               struct fm_error *error);

/** Merge statistics as JSON. @return FM_OK, FM_BAD_USE (of different runs, no statistics),
 * FM_INPUT_FAILED, FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_stats(const struct fm_merging *how, struct fm_output *output,
                                            struct fm_error *error);
/** Merge tables of counts, in the order of their groups. Returns as fm_merge_stats(). */
FM_MUST_CHECK enum fm_status fm_merge_tables(const struct fm_merging *how, struct fm_output *output,
                                             struct fm_error *error);

#endif
