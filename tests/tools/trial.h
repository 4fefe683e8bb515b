/* SPDX-License-Identifier: MIT */
/* Runs a program once, with its input and outputs in files, and measures it. */
#ifndef FM_TESTS_TRIAL_H
#define FM_TESTS_TRIAL_H
#include <stdbool.h>
#include <stddef.h>

struct trial {
    char *const *argv;
    const char *folder; /* to run in; NULL = here */
    const char *in;     /* file of standard input; NULL = /dev/null */
    const char *out;    /* file of standard output; NULL = /dev/null */
    const char *err;    /* file of standard error; NULL = /dev/null */
    unsigned seconds;   /* after which it hangs; 0 = 60 */
    bool piped;         /* standard input is a pipe, filled from the file */
    int signal;         /* sent after so many microseconds; 0 = none */
    unsigned after;
    int keep;     /* a descriptor that stays open; 0 = none */
    long largest; /* bytes that a file may grow to; 0 = any */
    unsigned cpu; /* seconds of CPU time that it may take; 0 = any */
};

enum { TRIAL_HANGS = 1000, TRIAL_SIGNAL = 2000 };

struct trial_result {
    int status;     /* exit status, TRIAL_HANGS, or TRIAL_SIGNAL + the signal that ended it */
    double cpu;     /* seconds of user time */
    double elapsed; /* seconds */
    long peak;      /* KiB resident at most */
};

/* Ends the process if the program cannot be run. */
struct trial_result trial_run(const struct trial *trial);

/* The whole of a file, or an empty one where there is none; *n without the NUL after it. */
char *trial_read(const char *name, size_t *n);
/* Print what went wrong and end. */
_Noreturn void trial_give_up(const char *what, const char *where);

#endif
