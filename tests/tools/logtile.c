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
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum outcome { KEPT, UNSELECTED, REJECTED, STRAY, OUTCOMES };
static const char *const outcome_names[OUTCOMES] = {"kept", "unselected", "rejected", "stray"};
enum { REASONS_MAX = 64, REASON_SIZE = 48 };

struct bytes {
    char *begin; /* to be freed */
    char *p;     /* what is left of it */
    size_t n;
};

struct tally {
    unsigned long count[OUTCOMES];
    const char *ended; /* "failed", "skipped"; NULL = neither */
    char reason[REASONS_MAX][REASON_SIZE];
    unsigned long of_reason[REASONS_MAX];
    int reasons;
};

static _Noreturn void fail(const char *what, const char *where)
{
    printf("%s: %s\n", what, where);
    exit(1);
}

static struct bytes read_all(const char *name)
{
    struct bytes b = {NULL, NULL, 0};
    FILE *file = fopen(name, "rb");
    size_t got = 1;
    if (!file)
        fail("cannot open", name);
    while (got > 0) {
        char *larger = realloc(b.begin, b.n + (1 << 20) + 1);
        if (!larger)
            fail("no memory for", name);
        b.p = b.begin = larger;
        got = fread(b.p + b.n, 1, 1 << 20, file);
        b.n += got;
        b.p[b.n] = '\0';
    }
    fclose(file);
    return b;
}

/* The value behind a key of this line; the log writes no blanks between its tokens. */
static const char *value_of(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : NULL;
}

static size_t number_of(const char *line, const char *key)
{
    const char *value = value_of(line, key);
    if (!value)
        fail("no number in", line);
    return (size_t)strtoull(value, NULL, 10);
}

/* How the line says that the whole input ended, or NULL: it is a span's. */
static const char *ending_of(const char *line)
{
    static const char *const names[] = {"failed", "skipped"};
    const char *value = value_of(line, "\"outcome\":\"");
    for (int i = 0; value && i < 2; i++)
        if (strncmp(value, names[i], strlen(names[i])) == 0)
            return names[i];
    return NULL;
}

static enum outcome outcome_of(const char *line)
{
    const char *value = value_of(line, "\"outcome\":\"");
    for (int i = 0; value && i < OUTCOMES; i++) {
        const size_t n = strlen(outcome_names[i]);
        if (strncmp(value, outcome_names[i], n) == 0 && value[n] == '"')
            return (enum outcome)i;
    }
    fail("no outcome in", line);
}

static void count_reason(struct tally *tally, const char *line)
{
    const char *value = value_of(line, "\"reason\":\"");
    const int n = value ? (int)strcspn(value, "\"") : 0;
    int i = 0;
    char reason[REASON_SIZE];
    snprintf(reason, sizeof reason, "%.*s", n, value ? value : "");
    while (i < tally->reasons && strcmp(tally->reason[i], reason) != 0)
        i++;
    if (i == REASONS_MAX)
        fail("too many reasons in", line);
    if (i == tally->reasons)
        memcpy(tally->reason[tally->reasons++], reason, sizeof reason);
    tally->of_reason[i]++;
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

static bool begins(const struct bytes *output, const char *span, size_t length)
{
    return length <= output->n && memcmp(output->p, span, length) == 0;
}

/* Take the span off the front of the output that should hold it. */
static void take(struct bytes *output, const struct bytes *input, size_t offset, size_t length,
                 const char *line)
{
    if (!output->p)
        return;
    if (!begins(output, input->p + offset, length)) {
        const size_t added = separator(output->p);
        output->p += added;
        output->n -= added;
    }
    if (!begins(output, input->p + offset, length))
        fail("not in its output", line);
    output->p += length;
    output->n -= length;
}

static void go_through(char *log, const struct bytes *input, struct bytes outputs[OUTCOMES],
                       struct tally *tally)
{
    size_t at = 0;
    for (char *save = NULL, *line = strtok_r(log, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        const size_t offset = number_of(line, "\"offset\":");
        if (tally->ended)
            fail("after the line of the input", line);
        tally->ended = ending_of(line);
        if (tally->ended && offset != at)
            fail("it ended elsewhere", line);
        if (tally->ended)
            continue;
        const size_t length = number_of(line, "\"length\":");
        const enum outcome outcome = outcome_of(line);
        if (offset != at || length == 0 || length > input->n - at)
            fail("a gap, an overlap or an empty span", line);
        at += length;
        tally->count[outcome]++;
        if (outcome == REJECTED)
            count_reason(tally, line);
        take(&outputs[outcome], input, offset, length, line);
    }
    if (at != input->n)
        fail("the input is longer than", "the log");
}

static void report(const struct tally *tally)
{
    unsigned long games = 0;
    for (int i = 0; i < STRAY; i++)
        games += tally->count[i];
    printf("games %lu", games);
    for (int i = 0; i < OUTCOMES; i++)
        printf(" %s %lu", outcome_names[i], tally->count[i]);
    for (int i = 0; i < tally->reasons; i++)
        printf(" %s:%lu", tally->reason[i], tally->of_reason[i]);
    if (tally->ended)
        printf(" %s", tally->ended);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static struct tally tally;
    struct bytes outputs[OUTCOMES] = {{NULL, NULL, 0}};
    if (argc != 3 && argc != 6)
        fail("usage", "logtile LOG INPUT [KEPT UNSELECTED REJECTED]");
    struct bytes log = read_all(argv[1]), input = read_all(argv[2]);
    for (int i = 3; i < argc; i++)
        if (strcmp(argv[i], "-") != 0)
            outputs[i - 3] = read_all(argv[i]);
    if (strlen(log.p) != log.n)
        fail("a NUL byte in", argv[1]);
    go_through(log.p, &input, outputs, &tally);
    for (int i = 0; i < OUTCOMES; i++)
        if (outputs[i].p && outputs[i].n > 0)
            fail("more than the log says in the output of", outcome_names[i]);
    report(&tally);
    for (int i = 0; i < OUTCOMES; i++)
        free(outputs[i].begin);
    free(input.begin);
    free(log.begin);
    return 0;
}
