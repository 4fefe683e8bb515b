#include <config.h>
/* Checks that the games of an output read back as the games of the inputs that they came from:
 *
 *     rereads OUTCOME LOG WRITTEN LOG-OF-WRITTEN
 *
 * LOG is the log of the run that wrote WRITTEN; OUTCOME is what the log says of its games: kept,
 * unselected or rejected. The games of both logs must be as many, and each must hold the bytes of
 * the one it came from, from its first tag pair or move to its last mark. What is stray in WRITTEN
 * is an error. Prints the number of games; status 1 and a message if anything is wrong. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
    unsigned char *p;
    size_t n;
};

/* The inputs that were read last; runs go from file to file. */
struct file {
    char name[4096];
    struct bytes bytes;
};

struct span {
    const char *name; /* of the input; not terminated */
    int name_size;
    size_t offset, length;
    bool stray, wanted;
};

static _Noreturn void fail(const char *what, const char *where)
{
    printf("%s: %.300s\n", what, where);
    exit(1);
}

static struct bytes read_all(const char *name)
{
    struct bytes b = {NULL, 0};
    FILE *file = fopen(name, "rb");
    size_t got = 1;
    if (!file)
        fail("cannot open", name);
    while (got > 0) {
        unsigned char *larger = realloc(b.p, b.n + (1 << 20) + 1);
        if (!larger)
            fail("no memory for", name);
        b.p = larger;
        got = fread(b.p + b.n, 1, 1 << 20, file);
        b.n += got;
        b.p[b.n] = '\0';
    }
    fclose(file);
    return b;
}

static const char *value_of(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    if (!found)
        fail(key, line);
    return found + strlen(key);
}

/* The next line of a log. @return false at its end. */
static bool next_span(char **log, const char *outcome, struct span *out)
{
    char *line, *end;
    do { /* what became of an input that was not read has no span */
        line = *log;
        end = strchr(line, '\n');
        if (!end)
            return false;
        *end = '\0';
        *log = end + 1;
    } while (!strstr(line, "\"length\":"));
    out->name = value_of(line, "\"input\":\"");
    out->name_size = (int)(strstr(out->name, "\",\"offset\"") - out->name);
    out->offset = (size_t)strtoull(value_of(line, "\"offset\":"), NULL, 10);
    out->length = (size_t)strtoull(value_of(line, "\"length\":"), NULL, 10);
    const char *is = value_of(line, "\"outcome\":\"");
    out->stray = strncmp(is, "stray", 5) == 0;
    out->wanted = strncmp(is, outcome, strlen(outcome)) == 0;
    return true;
}

static struct bytes input_of(struct file *file, const struct span *span)
{
    if (strlen(file->name) != (size_t)span->name_size ||
        memcmp(file->name, span->name, (size_t)span->name_size) != 0) {
        free(file->bytes.p);
        snprintf(file->name, sizeof file->name, "%.*s", span->name_size, span->name);
        file->bytes = read_all(file->name);
    }
    if (span->offset + span->length > file->bytes.n)
        fail("a span outside of", file->name);
    return (struct bytes){file->bytes.p + span->offset, span->length};
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
        fail("usage", "rereads OUTCOME LOG WRITTEN LOG-OF-WRITTEN");
    struct bytes was = read_all(argv[2]), written = read_all(argv[3]), is = read_all(argv[4]);
    char *was_at = (char *)was.p, *is_at = (char *)is.p;
    unsigned long games = 0;
    struct span old, new;
    while (next_span(&was_at, argv[1], &old)) {
        if (!old.wanted || old.stray)
            continue;
        if (!next_span(&is_at, "", &new))
            fail("not there any more", old.name);
        if (new.stray || new.offset + new.length > written.n)
            fail("no game any more", new.name);
        if (!holds((struct bytes){written.p + new.offset, new.length},
                   core_of(input_of(&file, &old)))) {
            printf("another game: %.*s at %zu, written at %zu\n", old.name_size, old.name,
                   old.offset, new.offset);
            return 1;
        }
        games++;
    }
    if (next_span(&is_at, "", &new))
        fail("one game more", new.name);
    printf("%lu\n", games);
    free(was.p);
    free(written.p);
    free(is.p);
    free(file.bytes.p);
    return 0;
}
