/* SPDX-License-Identifier: MIT */
/* What faults.so and the program that tries faults (trials.c) share: the kinds of calls, and a page of counts. */
#ifndef FM_TESTS_FAULTS_H
#define FM_TESTS_FAULTS_H
#include <stdatomic.h>

/* Kind, errno of its failure. The first four are of memory: they do not count as FAULT_CALLS. */
#define FAULT_KINDS(X) \
    X(malloc, ENOMEM) \
    X(calloc, ENOMEM) \
    X(realloc, ENOMEM) \
    X(memalign, ENOMEM) \
    X(mmap, ENOMEM) \
    X(open, EMFILE) \
    X(read, EIO) \
    X(write, ENOSPC) \
    X(fsync, EIO) \
    X(rename, EIO) \
    X(link, EIO) \
    X(truncate, ENOSPC) \
    X(close, EIO) \
    X(stream, EMFILE) \
    X(flush, ENOSPC) \
    X(thread, EAGAIN) \
    X(lock, ENOLCK) \
    X(mkdir, ENOSPC) \
    X(stat, EIO) \
    X(folder, EIO) \
    X(random, EAGAIN)

#define FAULT_ENUM(name, error) FAULT_##name,
enum fault_kind {
    FAULT_KINDS(FAULT_ENUM) FAULT_calls, /* any but those of memory */
    FAULT_COUNT
};

/* Shared by the tried process and the one that tries it, through the descriptor FAULTS_FD. */
struct fault_page {
    atomic_ulong count[FAULT_COUNT]; /* calls since main() began */
    atomic_ulong hit;                /* calls that failed, or ended the process */
    atomic_long live;                /* blocks of memory not yet freed */
    int returned;                    /* main() has returned; live is final */
    long left;                       /* live when main() returned */
};

#endif
