/* SPDX-License-Identifier: MIT */
/* Ctrl+C, Ctrl+Break, the closing of the console and the end of the session: see signals.h. The
 * system calls the handler in a thread of its own. A second event ends the program immediately; so
 * does the handler itself, if the run has not ended some seconds after the first. */
#include <config.h>
#include "signals.h"
#include <stdatomic.h>
#include <stdlib.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { END_AFTER_MS = 2000 }; /* from an event to the end, whatever the converter does */

static const UINT ENDED =
    0xC000013A; /* STATUS_CONTROL_C_EXIT: the status of who is ended by such an event */

static atomic_bool caught, held;
static struct fm_converter *_Atomic watched; /* NULL = none */

static BOOL WINAPI on_event(DWORD event)
{
    (void)event;
    if (atomic_load(&held)) /* the system ends a process some seconds after it closed its console */
        return TRUE;
    if (atomic_exchange(&caught, true))
        TerminateProcess(GetCurrentProcess(), ENDED);
    struct fm_converter *converter = atomic_load(&watched);
    if (converter != NULL)
        fm_converter_cancel(converter);
    Sleep(END_AFTER_MS);
    if (!atomic_load(&held))
        TerminateProcess(GetCurrentProcess(), ENDED);
    return TRUE;
}

void fm_signals_start(void)
{
    /* A write to a closed pipe is an error here anyway. */
}

void fm_signals_watch(struct fm_converter *converter)
{
    atomic_store(&watched, converter);
    if (atomic_load(&caught) && converter != NULL)
        fm_converter_cancel(converter);
    else if (converter == NULL)
        (void)SetConsoleCtrlHandler(on_event, TRUE);
}

void fm_signals_hold(void)
{
    atomic_store(&held, true);
}

void fm_signals_unwatch(void)
{
    atomic_store(&watched, NULL);
}

void fm_signals_done(void)
{
    fm_signals_unwatch();
    if (atomic_load(&caught))
        exit((int)ENDED);
    (void)SetConsoleCtrlHandler(on_event, FALSE);
}
