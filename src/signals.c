/* SPDX-License-Identifier: MIT */
/* The signal handlers, and the only mutable globals of the program. A second signal of the same
 * kind ends the program immediately; so does an alarm, if the run has not ended some seconds after
 * the first. */
#include <config.h>
#include "signals.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { END_AFTER = 2 }; /* seconds from a signal to the end, whatever the converter does */

static const int caught_signals[] = {SIGINT, SIGTERM, SIGHUP};

static volatile sig_atomic_t caught;         /* 0 = none */
static struct fm_converter *_Atomic watched; /* NULL = none */

static void on_signal(int number)
{
    const int saved = errno;
    caught = number;
    struct fm_converter *converter = atomic_load(&watched);
    if (converter != NULL)
        fm_converter_cancel(converter);
    alarm(END_AFTER);
    errno = saved;
}

/* The converter still waits for an input that sends nothing, or an output that takes nothing. */
static void on_alarm(int number)
{
    (void)number;
    signal(caught, SIG_DFL);
    raise(caught);
}

void fm_signals_start(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
}

void fm_signals_watch(struct fm_converter *converter)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    const struct sigaction last = {.sa_handler = on_alarm};
    atomic_store(&watched, converter);
    if (caught != 0 && converter != NULL) /* the signal came before there was a converter */
        fm_converter_cancel(converter);
    sigaction(SIGALRM, &last, NULL);
    for (size_t i = 0; i < sizeof caught_signals / sizeof *caught_signals; i++) {
        struct sigaction old;
        /* A signal that was ignored when the program started (nohup) stays ignored. */
        if (sigaction(caught_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(caught_signals[i], &action, NULL);
    }
}

void fm_signals_hold(void)
{
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof caught_signals / sizeof *caught_signals; i++)
        sigaddset(&held, caught_signals[i]);
    sigprocmask(SIG_BLOCK, &held, NULL);
}

void fm_signals_unwatch(void)
{
    atomic_store(&watched, NULL);
}

void fm_signals_done(void)
{
    fm_signals_unwatch();
    for (size_t i = 0; i < sizeof caught_signals / sizeof *caught_signals; i++) {
        struct sigaction old;
        if (sigaction(caught_signals[i], NULL, &old) == 0 && old.sa_handler == on_signal) {
            struct sigaction plain = {.sa_handler = SIG_DFL};
            sigemptyset(&plain.sa_mask);
            sigaction(caught_signals[i], &plain, NULL);
        }
    }
    if (caught != 0) {
        sigset_t own;
        sigemptyset(&own);
        sigaddset(&own, caught);
        alarm(0);
        signal(caught, SIG_DFL);
        raise(caught);
        sigprocmask(SIG_UNBLOCK, &own, NULL);
    }
}
