/* SPDX-License-Identifier: MIT */
/* The files of a run whose names are made from games: any number, found by name, few open at a
 * time. A name that cannot be used (it is an input's, it exists, ...) is refused: its games are not
 * written, the other files are, and the first refusal is the run's failure. Used by the committing
 * thread alone. */
#ifndef FM_RUN_NAMED_H
#define FM_RUN_NAMED_H
#include "io/output.h"
#include "pgn/separator.h"
#include "run/plan.h"

/* The end of an output so far, and whether it goes on. */
struct fm_seam {
    uint64_t input;           /* that wrote last: number of inputs begun by then */
    bool open;                /* its last line has no end yet */
    uint64_t end;             /* of the span that was written last, in that input */
    struct fm_span_tail tail; /* and how it ends */
    bool lost;                /* it failed, or its reader has gone: nothing is written to it */
};

struct fm_named {
    struct fm_named *next;    /* made after this one */
    struct fm_file_set *set;  /* of its folder; not owned */
    struct fm_text name;      /* in that folder; a NUL after it */
    struct fm_output *output; /* NULL = refused; owned */
    struct fm_seam seam;
};

/* The files that one name with {chunk} stands for. */
struct fm_chunks {
    struct fm_hash128 key;  /* of the output and the name */
    uint64_t written;       /* records or games */
    struct fm_named *named; /* the file of the last of them */
};

struct fm_named_files;

/** Make the folders of the plan's names. @p pool compresses the files. @return FM_OK, FM_OUTPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_named_open(const struct fm_plan *plan,
                                           const struct fm_destinations *to,
                                           struct fm_encode_pool *pool, struct fm_named_files **out,
                                           struct fm_error *error);
/** What the run reads, which no file may replace. The names must outlive the files.
 * @param files   may be NULL.
 * @param events  gets a message for each file that is refused; may be NULL.
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
