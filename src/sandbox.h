/* SPDX-License-Identifier: MIT */
/* Least privilege: before the first byte of an input is read, the program gives up what the run
 * does not need. Linux's Landlock does this for any user; elsewhere the run goes on as it is. */
#ifndef FM_SRC_SANDBOX_H
#define FM_SRC_SANDBOX_H
#include "settings.h"

/* The files that a run may open, while they are collected by any thread, one at a time. */
struct fm_sandbox {
    int rules;        /* descriptor of the rule set; -1 = the run is not restricted */
    uint64_t handled; /* rights that the kernel can withhold */
};

/** Begin with nothing allowed. @param wanted  false: the run will not be restricted. */
void fm_sandbox_begin(struct fm_sandbox *sandbox, bool wanted);
/** Allow reading a file, or the files in a directory and below it. A missing file is no fault here:
 * opening it will fail later. */
void fm_sandbox_read(struct fm_sandbox *sandbox, const char *name);
/** Allow reading the inputs; of a directory, all that is in it and below. */
void fm_sandbox_inputs(struct fm_sandbox *sandbox, const struct fm_inputs *inputs);
/** Allow an output as fm_output_open() makes it: in the directory that it will be in, or, of a
 * device or pipe, that alone. "-" needs nothing. */
void fm_sandbox_write(struct fm_sandbox *sandbox, const char *name);
/** Allow outputs named after games: their directory and those below it.
 * @param name  a template, with fields in braces. */
void fm_sandbox_write_named(struct fm_sandbox *sandbox, const char *name);
/** Allow temporary files. @param directory  NULL = the library's default. */
void fm_sandbox_temporary(struct fm_sandbox *sandbox, const char *directory);
/** Give up everything else, for good: for this thread and those that it starts from now on. Where
 * the rules could not be made the run is not restricted, rather than fail because of it. */
void fm_sandbox_enter(struct fm_sandbox *sandbox);
/** Drop the rules, if they are not in force. */
void fm_sandbox_end(struct fm_sandbox *sandbox);

enum { FM_SANDBOX_NAME = 48 }; /* bytes */
/** Describe the restriction of runs on this system: "Landlock ABI 7", or "none" and why. */
const char *fm_sandbox_name(char text[FM_SANDBOX_NAME]);

#endif
