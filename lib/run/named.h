/* SPDX-License-Identifier: MIT */
/* The files of a run whose names are made from games: any number, found by name, few open at a
 * time. A name that cannot be used (it is an input's, it exists, ...) is refused: its games are not
 * written, the other files are, and the first refusal is the run's failure. Used by the committing
 * thread alone. */
#ifndef FM_RUN_NAMED_H
#define FM_RUN_NAMED_H
#include "io/output.h"
#include "pgn/separator.h"
#include "record/chain.h"
#include "run/plan.h"

/* The state of an output after the text written last, to decide how the next text is separated
 * from it. */
struct fm_seam {
    uint64_t input;           /* input of the text written last: number of inputs that had begun */
    bool open;                /* true: its last line has no line end yet */
    enum fm_format format;    /* of an output; FM_FORMAT_AUTO = a report */
    struct fm_chain chain;    /* with fm_format_row.join; its memory is freed by fm_seam_free() */
    uint64_t end;             /* end offset, in that input, of the span written last */
    struct fm_span_tail tail; /* how that span ends */
    struct fm_shard_output *part; /* what the statistics of a shard say of it; NULL = nothing */
    bool lost; /* true: the output failed, or its reader has closed it; nothing more is written */
};

static inline void fm_seam_free(struct fm_seam *seam)
{
    fm_buf_free(&seam->chain.block);
}

struct fm_named {
    struct fm_named *next;    /* next file, in the order of creation */
    struct fm_file_set *set;  /* files of the same folder; not owned */
    struct fm_text name;      /* name within that folder, with a NUL after it */
    struct fm_output *output; /* the open file; NULL = the name was refused; owned */
    struct fm_seam seam;
};

/* The files that one name with {chunk} stands for. */
struct fm_chunks {
    struct fm_hash128 key;  /* hash of the output and the name */
    uint64_t written;       /* number of records or games written */
    struct fm_named *named; /* file that has the last of these records */
};

struct fm_named_files;

/** Make the folders of the plan's names. @p pool compresses the files. @return FM_OK,
 * FM_OUTPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_named_open(const struct fm_plan *plan,
                                           const struct fm_destinations *to,
                                           struct fm_encode_pool *pool, struct fm_named_files **out,
                                           struct fm_error *error);
/** Note the files that the run reads; no output may replace them. The names must outlive the files.
 * @param files   may be NULL.
 * @param events  gets a message for each file that is refused.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_named_start(struct fm_named_files *files, const char *const *inputs,
                                            size_t count, const struct fm_events *events);
/** The file of a name, made if it is new.
 * @param[out] made  it is: nothing was written to it yet.
 * @return FM_OK (also where it is refused: out->output is NULL), FM_OUTPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_named_find(struct fm_named_files *files, unsigned sink,
                                           struct fm_text name, struct fm_named **out, bool *made,
                                           struct fm_error *error);
/** The files of a name with {chunk}, valid until the next call. @return NULL: no memory. */
struct fm_chunks *fm_named_chunks(struct fm_named_files *files, unsigned sink, struct fm_text name);
/** The first of a list; NULL where there is none. */
struct fm_named *fm_named_first(const struct fm_named_files *files);
/** Is there a file that is not written, or not all? @p files may be NULL, here and below. */
bool fm_named_lost(const struct fm_named_files *files);
/** Bring all to the disk, after each is prepared. @return FM_OK, FM_OUTPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_named_sync(const struct fm_named_files *files,
                                           struct fm_error *error);
/** Give each its name. The others get theirs when one cannot have it, or was refused before, which
 * is FM_OUTPUT_FAILED then. */
FM_MUST_CHECK enum fm_status fm_named_commit(struct fm_named_files *files, struct fm_error *error);
void fm_named_free(struct fm_named_files *files);

#endif
