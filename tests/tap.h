/* SPDX-License-Identifier: MIT */
/* TAP on standard output for test programs that go through tables: one point per table or group of
 * rows. */
#ifndef FM_TESTS_TAP_H
#define FM_TESTS_TAP_H
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

struct tap {
    int points, failed;
};

/** Print a line of explanation. */
__attribute__((format(printf, 1, 2))) static inline void tap_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("# ", stdout);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

/** Print one point. */
__attribute__((format(printf, 3, 4))) static inline void tap_point(struct tap *tap, bool ok,
                                                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%sok %d - ", ok ? "" : "not ", ++tap->points);
    vprintf(format, args);
    putchar('\n');
    fflush(stdout);
    va_end(args);
    tap->failed += !ok;
}

/** Print one point as left out, and why. */
static inline void tap_skip(struct tap *tap, const char *name, const char *why)
{
    printf("ok %d - %s # SKIP %s\n", ++tap->points, name, why);
}

/** Print the plan; returns the exit status of the program. */
static inline int tap_done(const struct tap *tap)
{
    printf("1..%d\n", tap->points);
    return tap->failed ? 1 : 0;
}

#endif
