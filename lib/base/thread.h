/* SPDX-License-Identifier: MIT */
/* Starting a thread; for all else the library calls POSIX threads themselves. */
#ifndef FM_BASE_THREAD_H
#define FM_BASE_THREAD_H
#include "os/os.h"

/** Start a thread. All signals are blocked in it, so that the program's handlers run in the threads
 * it started itself.
 *
 * @param stack  bytes of its stack, raised to the system's minimum; 0 = the system's default.
 * @return FM_OK, FM_NO_MEMORY (memory or the system's number of threads is used up; nothing was
 * started). */
FM_MUST_CHECK static inline enum fm_status fm_thread_start(pthread_t *thread, size_t stack,
                                                           void *(*run)(void *user), void *user)
{
    return fm_os_thread(thread, stack, run, user) == 0 ? FM_OK : FM_NO_MEMORY;
}

#endif
