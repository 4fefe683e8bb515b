/* SPDX-License-Identifier: MIT */
/* The checkpoint of a run: a file that says how far its outputs are on the disk, and all that it
 * takes to go on from there. It is replaced in one step, after the outputs are synced, so it never
 * says more than what they hold. Temporary files of outputs that it names stay when the run ends
 * early (io/temporary.h). What is in it beside what identifies the run is the commit's. */
#ifndef FM_CONVERT_CHECKPOINT_H
#define FM_CONVERT_CHECKPOINT_H
#include "convert/plan.h"

/* Of what the run is to be the same one: its profile and destinations, and each file that it reads. */
struct fm_identity {
    struct fm_hash128 how;
    struct fm_buf files; /* 8 bytes for each; owned */
};

/* Zero-initialised: none. Used by one thread at a time. */
struct fm_checkpoint {
    const char *name; /* the caller's; NULL = there is none */
    char *path;       /* from the root on; owned */
    const char *base; /* the last part of it */
    int folder;       /* that it is in, open; -1 = none */
    struct fm_identity identity;
    struct fm_buf bytes;    /* of the file: as it was read, then as it is to be written; owned */
    struct fm_text state;   /* in them, of a run that goes on; p is NULL: a new run */
    struct fm_text files;   /* the same, of its identity */
    bool complete;          /* it was saved after all blocks */
    bool written;           /* there is one of this run: */
    uint64_t device, inode; /* which it is */
    uint64_t began;         /* nanoseconds of the clock, when the last was begun */
    uint64_t due;           /* when the next one may be */
};

/** Read the checkpoint, if it is there.
 * @param name  NULL: there is none. @param arena  for texts of the error.
 * @return FM_OK, FM_BAD_USE (it is of another run or version, or damaged), FM_INPUT_FAILED,
 * FM_OUTPUT_FAILED (its folder), FM_NO_MEMORY; fm_checkpoint_free() after any. */
FM_MUST_CHECK enum fm_status fm_checkpoint_open(struct fm_checkpoint *checkpoint, const char *name,
                                                const struct fm_plan *plan,
                                                const struct fm_destinations *to,
                                                struct fm_error *error);
/** The inputs of the run, which must be files, and those of the checkpoint.
 * @return FM_OK, FM_BAD_USE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_checkpoint_check(struct fm_checkpoint *checkpoint,
                                                 const struct fm_plan *plan,
                                                 const struct fm_inputs *inputs,
                                                 struct fm_error *error);
/** Is it time for another one? They take a fiftieth of the time at most. */
bool fm_checkpoint_due(const struct fm_checkpoint *checkpoint);
/** Begin one. @return where its state is to be appended; NULL: no memory. */
struct fm_buf *fm_checkpoint_begin(struct fm_checkpoint *checkpoint, bool complete);
/** Write it. @return FM_OK, FM_OUTPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_checkpoint_write(struct fm_checkpoint *checkpoint,
                                                 struct fm_error *error);
/** Remove the file. @return FM_OK, FM_OUTPUT_FAILED. */
FM_MUST_CHECK enum fm_status fm_checkpoint_remove(struct fm_checkpoint *checkpoint,
                                                  struct fm_error *error);
void fm_checkpoint_free(struct fm_checkpoint *checkpoint);

#endif
