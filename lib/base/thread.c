/* SPDX-License-Identifier: MIT */
/* Threads that leave signals to the program: see thread.h. */
#include <config.h>
#include "base/thread.h"
#include <signal.h>
#include "os/os.h"

enum fm_status fm_thread_start(pthread_t *thread, size_t stack, void *(*run)(void *user),
                               void *user)
{
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return FM_NO_MEMORY;
    int error = stack == 0 ? 0 : pthread_attr_setstacksize(&attr, fm_os_stack(stack));
    if (error == 0) {
        /* A new thread inherits the signals that are blocked here while it is made. */
        sigset_t all, before;
        sigfillset(&all);
        (void)pthread_sigmask(SIG_SETMASK, &all, &before);
        error = pthread_create(thread, &attr, run, user);
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    (void)pthread_attr_destroy(&attr);
    return error == 0 ? FM_OK : FM_NO_MEMORY;
}
