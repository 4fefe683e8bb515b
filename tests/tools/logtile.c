/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Checks a log of one input against the input, and the outputs that the log speaks of:
 *
 *     logtile LOG INPUT [KEPT UNSELECTED REJECTED]
 *
 * The spans must follow one another without gap or overlap from the first byte to the last (of an
 * input that failed or was skipped, INPUT is what was read of it, and its line is the last); each
 * output must hold exactly the spans of its outcome, in order, and between them nothing but what
 * keeps games apart; "-" leaves one out. Prints the counts on one line; status 1 and a message if
 * anything is wrong. */
#include "log.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPANS = LOG_STRAY + 1, REASONS_MAX = 64, REASON_SIZE = 48 };

/* What is left of an output. */
struct rest {
    const char *p; /* NULL: not given */
    size_t n;
};

struct counts {
    unsigned long count[SPANS];
    const char *ended; /* "failed", "skipped"; NULL = neither */
    char reason[REASONS_MAX][REASON_SIZE];
    unsigned long of_reason[REASONS_MAX];
    int reasons;
};

static void count_reason(struct counts *counts, const struct log_line *line)
{
    int i = 0;
    char reason[REASON_SIZE];
    snprintf(reason, sizeof reason, "%.*s", line->reason_size, line->reason);
    while (i < counts->reasons && strcmp(counts->reason[i], reason) != 0)
        i++;
    if (i == REASONS_MAX)
        log_fail("too many reasons in", line->text);
    if (i == counts->reasons)
        memcpy(counts->reason[counts->reasons++], reason, sizeof reason);
    counts->of_reason[i]++;
}

static size_t line_ends(const char *p)
{
    return strspn(p, "\r\n");
}

/* The bytes of a separator at p. */
static size_t separator(const char *p)
{
    static const char *const parts[] = {" *", " } (", "[Event \"?\"]", "[Mode \"?\"]"};
    const char *at = p + line_ends(p);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strncmp(at, parts[i], strlen(parts[i])) == 0) {
            at += strlen(parts[i]);
            at += line_ends(at);
        }
    return (size_t)(at - p);
}

static bool begins(const struct rest *output, const char *span, size_t length)
{
    return length <= output->n && memcmp(output->p, span, length) == 0;
}

/* Take the span off the front of the output that should hold it. */
static void take(struct rest *output, const char *span, const struct log_line *line)
{
    if (!output->p)
        return;
    if (!begins(output, span, line->length)) {
        const size_t added = separator(output->p);
        output->p += added;
        output->n -= added;
    }
    if (!begins(output, span, line->length))
        log_fail("not in its output", line->text);
    output->p += line->length;
    output->n -= line->length;
}

static void go_through(char *log, const struct log_bytes *input, struct rest outputs[SPANS],
                       struct counts *counts)
{
    size_t at = 0;
    for (struct log_line line; log_next(&log, &line);) {
        if (counts->ended)
            log_fail("after the line of the input", line.text);
        if (line.outcome >= LOG_FAILED) {
            counts->ended = log_outcomes[line.outcome];
            if (line.offset != at)
                log_fail("it ended elsewhere", line.text);
            continue;
        }
        if (line.offset != at || line.length == 0 || line.length > input->n - at)
            log_fail("a gap, an overlap or an empty span", line.text);
        counts->count[line.outcome]++;
        if (line.outcome == LOG_REJECTED)
            count_reason(counts, &line);
        take(&outputs[line.outcome], input->p + at, &line);
        at += line.length;
    }
    if (at != input->n)
        log_fail("the input is longer than", "the log");
}

static void report(const struct counts *counts)
{
    unsigned long games = 0;
    for (int i = 0; i < LOG_STRAY; i++)
        games += counts->count[i];
    printf("games %lu", games);
    for (int i = 0; i < SPANS; i++)
        printf(" %s %lu", log_outcomes[i], counts->count[i]);
    for (int i = 0; i < counts->reasons; i++)
        printf(" %s:%lu", counts->reason[i], counts->of_reason[i]);
    if (counts->ended)
        printf(" %s", counts->ended);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static struct counts counts;
    struct log_bytes outputs[SPANS] = {{NULL, 0}};
    struct rest rests[SPANS] = {{NULL, 0}};
    if (argc != 3 && argc != 6)
        log_fail("usage", "logtile LOG INPUT [KEPT UNSELECTED REJECTED]");
    struct log_bytes log = log_read(argv[1]), input = log_read(argv[2]);
    for (int i = 3; i < argc; i++)
        if (strcmp(argv[i], "-") != 0) {
            outputs[i - 3] = log_read(argv[i]);
            rests[i - 3] = (struct rest){outputs[i - 3].p, outputs[i - 3].n};
        }
    if (strlen(log.p) != log.n)
        log_fail("a NUL byte in", argv[1]);
    go_through(log.p, &input, rests, &counts);
    for (int i = 0; i < SPANS; i++)
        if (rests[i].n > 0)
            log_fail("more than the log has in the output of", log_outcomes[i]);
    report(&counts);
    for (int i = 0; i < SPANS; i++)
        free(outputs[i].p);
    free(input.p);
    free(log.p);
    return 0;
}
