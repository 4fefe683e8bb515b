/* SPDX-License-Identifier: MIT */
/* Makes one of what the shards of a run have written: statistics (merge_stats.c), tables of counts
 * (merge_tables.c), games and lists (merge_outputs.c). The files may be compressed. */
#ifndef FM_SHARDS_MERGE_FILES_H
#define FM_SHARDS_MERGE_FILES_H
#include "base/json.h"
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

/** Read statistics, whole.
 * @param[out] reader  holds the text that the tree points into; fm_merge_close() after any status.
 * @return FM_OK, FM_BAD_USE (they are none, or not as they were written), FM_INPUT_FAILED,
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_read_stats(struct fm_merge_reader *reader, const char *name,
                                                 struct fm_arena *arena, struct fm_json *out,
                                                 struct fm_error *error);
/** Refuse what is no regular file. @return FM_OK, also where a name is not there; FM_BAD_USE. */
FM_MUST_CHECK enum fm_status fm_merge_check_files(const struct fm_merging *how,
                                                  struct fm_error *error);
/** Whether a run lost nothing: its statistics name no failed input or output. */
bool fm_merge_is_whole(const struct fm_json *stats);

/* A shard: its statistics, without the members that tell it. */
struct fm_merge_part {
    struct fm_merge_reader reader; /* holds the text of the statistics; owned */
    struct fm_json stats;
    uint64_t shard;        /* number of the shard; 0 = the run was no shard */
    struct fm_json *plan;  /* plan of the run; NULL = none */
    struct fm_json *first; /* first of its outputs; NULL = none */
};

/* What the shards become, of one kind of output. */
struct fm_merge_target {
    const char *role; /* output, rejects, unselected or log */
    size_t index;     /* number among those of the role, 0.. */
    const char *name; /* name of the result */
};

/** The target of a number, 0.. @return false: there are not so many. */
bool fm_merge_target(const struct fm_merging *how, size_t number, struct fm_merge_target *out);
/** The file of an output of a shard; owned by the arena.
 * @param[out] node  the output in the statistics; may be NULL. @return NULL: the shard has no such
 * output, or memory is out. */
const char *fm_merge_output_of(const struct fm_merge_part *part,
                               const struct fm_merge_target *target, struct fm_arena *arena,
                               const struct fm_json **node);
/** Join outputs of shards, which are checked. @param parts  in their order.
 * @return FM_OK, FM_BAD_USE (they cannot be joined), FM_INPUT_FAILED (a part is not what its shard
 * wrote), FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_outputs(const struct fm_merging *how,
                                              const struct fm_merge_part *parts, size_t count,
                                              const struct fm_merge_target *target,
                                              struct fm_arena *arena, struct fm_output **output,
                                              struct fm_error *error);
/** The number of separators that joining adds to the outputs of all kinds. */
uint64_t fm_merge_separators(const struct fm_merge_part *parts, size_t count);
/** Join files of games or lists of which there are no statistics. Returns as above. */
FM_MUST_CHECK enum fm_status fm_merge_texts(const struct fm_merging *how, bool games,
                                            struct fm_output *output, struct fm_error *error);
/** Merge statistics, and what they are of. @return FM_OK, FM_BAD_USE (of different runs, no
 * statistics), FM_INPUT_FAILED, FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_stats(const struct fm_merging *how, struct fm_error *error);
/** Merge tables of counts, in the order of their groups. Returns as fm_merge_outputs(). */
FM_MUST_CHECK enum fm_status fm_merge_tables(const struct fm_merging *how, struct fm_output *output,
                                             struct fm_error *error);

#endif
