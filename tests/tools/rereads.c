/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Checks that the games of an output read back as the games of the inputs that they came from:
 *
 *     rereads OUTCOME LOG WRITTEN LOG-OF-WRITTEN
 *
 * LOG is the log of the run that wrote WRITTEN; OUTCOME is what the log says of its games: kept,
 * unselected or rejected. The games of both logs must be as many, and each must hold the bytes of
 * the one it came from, from its first tag pair or move to its last mark. What is stray in WRITTEN
 * is an error. Prints the number of games; status 1 and a message if anything is wrong. */
#include "log.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
    const unsigned char *p;
    size_t n;
};

/* The input that was read last; runs go from file to file. */
struct file {
    char name[4096];
    struct log_bytes bytes;
};

/* The next line of a log that is a span's: inputs that were not read have none. */
static bool next_span(char **log, struct log_line *out)
{
    while (log_next(log, out))
        if (out->outcome < LOG_FAILED)
            return true;
    return false;
}

static struct bytes span_of(const struct log_bytes *file, const struct log_line *line,
                            const char *name)
{
    if (line->offset + line->length > file->n)
        log_fail("a span outside of", name);
    return (struct bytes){(const unsigned char *)file->p + line->offset, line->length};
}

static struct bytes input_of(struct file *file, const struct log_line *line)
{
    if (strlen(file->name) != (size_t)line->input_size ||
        memcmp(file->name, line->input, (size_t)line->input_size) != 0) {
        free(file->bytes.p);
        snprintf(file->name, sizeof file->name, "%.*s", line->input_size, line->input);
        file->bytes = log_read(file->name);
    }
    return span_of(&file->bytes, line, file->name);
}

static size_t line_size(struct bytes b)
{
    size_t n = 0;
    while (n < b.n && b.p[n] != '\n' && b.p[n] != '\r')
        n++;
    return n;
}

/* What makes the game: blanks, comments and escape lines around it may go to its neighbours. */
static struct bytes core_of(struct bytes b)
{
    while (b.n > 0) {
        size_t skip = 0;
        const unsigned char *close = b.p[0] == '{' ? memchr(b.p, '}', b.n) : NULL;
        if (b.p[0] <= ' ')
            skip = 1;
        else if (b.n >= 3 && memcmp(b.p, "\xEF\xBB\xBF", 3) == 0)
            skip = 3;
        else if (b.p[0] == '%' || b.p[0] == ';')
            skip = line_size(b);
        else if (close)
            skip = (size_t)(close - b.p) + 1;
        if (skip == 0)
            break;
        b.p += skip;
        b.n -= skip;
    }
    while (b.n > 0 && b.p[b.n - 1] <= ' ')
        b.n--;
    return b;
}

static bool holds(struct bytes all, struct bytes part)
{
    for (size_t at = 0; at + part.n <= all.n; at++)
        if (all.p[at] == (part.n > 0 ? part.p[0] : all.p[at]) &&
            memcmp(all.p + at, part.p, part.n) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static struct file file;
    if (argc != 5)
        log_fail("usage", "rereads OUTCOME LOG WRITTEN LOG-OF-WRITTEN");
    struct log_bytes was = log_read(argv[2]), written = log_read(argv[3]), is = log_read(argv[4]);
    char *was_at = was.p, *is_at = is.p;
    unsigned long games = 0;
    struct log_line old, new;
    while (next_span(&was_at, &old)) {
        if (strcmp(log_outcomes[old.outcome], argv[1]) != 0)
            continue;
        if (!next_span(&is_at, &new))
            log_fail("not there any more", old.input);
        if (new.outcome == LOG_STRAY)
            log_fail("no game any more", new.input);
        if (!holds(span_of(&written, &new, argv[3]), core_of(input_of(&file, &old)))) {
            printf("another game: %.*s at %zu, written at %zu\n", old.input_size, old.input,
                   old.offset, new.offset);
            return 1;
        }
        games++;
    }
    if (next_span(&is_at, &new))
        log_fail("one game more", new.input);
    printf("%lu\n", games);
    free(was.p);
    free(written.p);
    free(is.p);
    free(file.bytes.p);
    return 0;
}
