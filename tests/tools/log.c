/* SPDX-License-Identifier: MIT */
/* The parser of the log: see log.h. The log writes no blanks between its tokens, and escapes quotes within strings. */
#include <config.h>
#include "log.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const log_outcomes[LOG_OUTCOMES] = {"kept",  "unselected", "rejected",
                                                "stray", "failed",     "skipped"};

void log_fail(const char *what, const char *where)
{
    printf("%s: %.300s\n", what, where);
    exit(1);
}

struct log_bytes log_read(const char *name)
{
    struct log_bytes b = {NULL, 0};
    FILE *file = fopen(name, "rb");
    size_t got = 1;
    if (!file)
        log_fail("cannot open", name);
    while (got > 0) {
        char *larger = realloc(b.p, b.n + (1 << 20) + 1);
        if (!larger)
            log_fail("no memory for", name);
        b.p = larger;
        got = fread(b.p + b.n, 1, 1 << 20, file);
        b.n += got;
        b.p[b.n] = '\0';
    }
    fclose(file);
    return b;
}

/* What follows a key of this line; NULL = it has no such key. */
static const char *value_of(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : NULL;
}

static const char *needed(const char *line, const char *key)
{
    const char *value = value_of(line, key);
    if (!value)
        log_fail(key, line);
    return value;
}

static enum log_outcome outcome_of(const char *line)
{
    const char *value = needed(line, "\"outcome\":\"");
    for (int i = 0; i < LOG_OUTCOMES; i++) {
        const size_t n = strlen(log_outcomes[i]);
        if (strncmp(value, log_outcomes[i], n) == 0 && value[n] == '"')
            return (enum log_outcome)i;
    }
    log_fail("no outcome in", line);
}

bool log_next(char **at, struct log_line *out)
{
    char *line = *at, *end = strchr(line, '\n');
    if (!end)
        return false;
    *end = '\0';
    *at = end + 1;
    const char *input = needed(line, "\"input\":\""), *length = value_of(line, "\"length\":");
    const char *reason = value_of(line, "\"reason\":\"");
    *out = (struct log_line){
        .text = line,
        .input = input,
        .input_size = (int)(needed(line, "\",\"offset\":") - strlen("\",\"offset\":") - input),
        .offset = (size_t)strtoull(needed(line, "\"offset\":"), NULL, 10),
        .length = length ? (size_t)strtoull(length, NULL, 10) : 0,
        .outcome = outcome_of(line),
        .reason = reason ? reason : "",
        .reason_size = reason ? (int)strcspn(reason, "\"") : 0,
    };
    if (!length && out->outcome < LOG_FAILED)
        log_fail("no length in", line);
    return true;
}
