/* SPDX-License-Identifier: MIT */
/* The inputs of a run, opened one after the other: files, and the members of archives as if
 * those were folders. Used by one thread at a time. */
#ifndef FM_RUN_INTAKE_H
#define FM_RUN_INTAKE_H
#include "run/shard_plan.h"
#include "io/codec.h"
#include "io/input.h"
#include "io/tar.h"

/** Take what the caller gives. @return false: it, or one of its sources, is not one that this
 * library knows. */
FM_MUST_CHECK bool fm_inputs_given(struct fm_inputs *out, const struct fm_inputs *given);

/* State of an input that may block the reader: a pipe, a device. */
enum { FM_INTAKE_SPECIAL = -1 };

struct fm_intake_state {
    int os_error;     /* errno if it does not exist, FM_INTAKE_SPECIAL, or 0 for a regular file */
    uint32_t os_code; /* the system's own number of that errno; 0 = none */
};

/* Zero-initialise, then fm_intake_start(). */
struct fm_intake {
    const struct fm_inputs *inputs; /* not owned */
    const atomic_bool *cancelled;   /* ends the wait for a silent pipe; the caller's, NULL = none */
    bool verify;                    /* true: `input.verify` */
    size_t at;                      /* index of the next input to open */
    size_t last; /* index of the input opened last, of those that this run reads */
    /* State of each input. Owned; NULL = all are regular files. */
    struct fm_intake_state *state;
    struct fm_shard shard;    /* part of the inputs that this run reads */
    struct fm_input *archive; /* the archive that is open, whose members are read; NULL = none */
    struct fm_zip *zip;       /* directory of that archive; NULL = it is a tar */
    struct fm_tar *tar;       /* that archive, if it is a tar, which `archive` reads */
    struct fm_buf path;       /* path of the member that is open, NUL included */
};

/* The input that is open now, or could not be opened. */
struct fm_intake_item {
    /* name of the input; lasts for the run, but that of a member only until the next item */
    const char *name;
    bool found;  /* true: found in a folder or an archive, not named by the user */
    bool member; /* true: a member of an archive */
    /* true: not an input, but the mark that all members of the archive `name` are read */
    bool archive_ends;
    /* Of a member of a compressed tar: where it begins in the text of the archive, which has the
     * checksums; else 0. */
    uint64_t within;
    uint64_t verified; /* of an archive that failed: offset up to which it is verified */
    bool reported;     /* true: its failure was reported before the run began */
    /* the open input, which the caller closes; NULL = it failed, see `failure` */
    struct fm_input *input;
    struct fm_error failure;
    bool skips_list; /* true: not read if it is a list; set by the source */
    bool cut;        /* true: only the part between `points` is read */
    struct fm_input_mark points[2];
    uint64_t size; /* bytes of the file */
};

/** Whether reading can begin at a place in the inputs: there is one, it is a file or in memory, and
 * it is no archive, whose members have places of their own.
 * @param[out] can  true also of a file that cannot be opened. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_intake_can_seek(const struct fm_inputs *inputs, bool *can);
/** Read the part of the inputs alone that the profile names, if any; before fm_intake_start().
 * @param joined  what is written is joined with that of other shards, so the profile must be that
 * of the plan.
 * @return FM_OK, FM_NO_MEMORY, FM_BAD_USE (there is one input, and that cannot be cut),
 * FM_INPUT_FAILED (something is not as the plan says). */
FM_MUST_CHECK enum fm_status fm_intake_take_part(struct fm_intake *intake,
                                                 const struct fm_inputs *inputs,
                                                 const struct fm_profile *profile, bool joined,
                                                 struct fm_error *error);
/** Look which of the inputs that the user named are not there, before anything is read.
 * @param missing  called for each. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_intake_start(
    struct fm_intake *intake, const struct fm_inputs *inputs,
    void (*missing)(void *user, const struct fm_error *error), void *user);
void fm_intake_free(struct fm_intake *intake);
/** Open the next one. Of archives hidden members, backups, and what the patterns do not fit are
 * passed over.
 * @param[out] more  false: there is none.
 * @return FM_OK (failures of the input are in the item), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_intake_next(struct fm_intake *intake, struct fm_intake_item *item,
                                            bool *more);
/** Whether opening or reading the next one may have to wait for somebody else, as it is no regular
 * file; true where there is none. */
bool fm_intake_may_wait(const struct fm_intake *intake);
/** The input that the file is read by: the open one, or that of the tar archive whose member it is.
 * NULL: there is none. */
struct fm_input *fm_intake_file(const struct fm_intake *intake, const struct fm_intake_item *item);
/** Whether the input opened last, which is read to its end, is the last of all. */
bool fm_intake_is_over(const struct fm_intake *intake);

#endif
