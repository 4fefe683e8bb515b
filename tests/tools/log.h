/* SPDX-License-Identifier: MIT */
/* Reads what --log has written, for the tools that check it: a line for each span or whole input. A fault ends the tool with a
 * message and status 1. */
#ifndef FM_TESTS_LOG_H
#define FM_TESTS_LOG_H
#include <stdbool.h>
#include <stddef.h>

enum log_outcome {
    LOG_KEPT,
    LOG_UNSELECTED,
    LOG_REJECTED,
    LOG_STRAY,
    LOG_FAILED,
    LOG_SKIPPED,
    LOG_OUTCOMES
};
extern const char *const log_outcomes[LOG_OUTCOMES];

/* A file; p has a NUL after its n bytes and is to be freed. */
struct log_bytes {
    char *p;
    size_t n;
};

struct log_line {
    const char *text;  /* the whole line, NUL-terminated */
    const char *input; /* its name, input_size bytes */
    int input_size;
    size_t offset, length; /* of the span; length 0: the line is of a whole input */
    enum log_outcome outcome;
    const char *reason; /* reason_size bytes; "" = none */
    int reason_size;
};

_Noreturn void log_fail(const char *what, const char *where);
struct log_bytes log_read(const char *name);
/* The next line; *at moves after it. @return false at the end. */
bool log_next(char **at, struct log_line *out);

#endif
