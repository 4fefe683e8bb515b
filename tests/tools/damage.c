/* SPDX-License-Identifier: MIT */
/* Is every damage to a file reported, or harmless? The file is cut after each byte, and each of its bits
 * is flipped; fenmill reads it by name and from a pipe:
 *
 *     damage FENMILL FILE STEP
 *     damage FENMILL FILE STEP SHARDS OFFSET:LENGTH...
 *
 * STEP tries only every so manyth byte, and of those three bits; 1 = everything. Harmless is what
 * gives status 0 and the records of the whole file; reported what gives status 1 or 3 and a message.
 * With SHARDS, only bits of these bytes are flipped, and the file is read by so many shards: harmless is
 * what gives all together the records of the whole file; reported is status 3 of one, or 2 of all, with
 * a message. Prints what is neither, and the counts last; status 1 if something is. */
#define _GNU_SOURCE
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tree.h"
#include "trial.h"

static struct {
    char *argv[7], *piped[5];
    char *bytes;
    size_t n;
    const char *name;
    unsigned tried, wrong;
} the;

static void write_damaged(size_t n)
{
    FILE *file = fopen("damaged", "wb");
    if (!file || fwrite(the.bytes, 1, n, file) != n || fclose(file) != 0)
        trial_give_up("cannot write", "damaged");
}

static const char *check_result(int status)
{
    size_t n;
    char *message;
    switch (status) {
    case 0:
        return tree_same_file("out.got", "out.want") ? NULL : "other records, status 0";
    case 1:
    case 3:
        message = trial_read("err.got", &n);
        free(message);
        return n > 0 ? NULL : "no message";
    case TRIAL_HANGS:
        return "it hangs";
    default:
        return "another status";
    }
}

static int run(bool piped, const char *out)
{
    const struct trial trial = {.argv = piped ? the.piped : the.argv,
                                .in = piped ? "damaged" : NULL,
                                .piped = piped,
                                .out = out,
                                .err = "err.got",
                                .seconds = 30};
    return trial_run(&trial).status;
}

static void try_damage(const char *what, size_t byte, int bit)
{
    for (int piped = 0; piped < 2; piped++) {
        const int status = run(piped, "out.got");
        const char *wrong = check_result(status);
        the.tried++;
        if (!wrong)
            continue;
        the.wrong++;
        printf("# %s, %s %zu", the.name, what, byte);
        if (bit >= 0)
            printf(" bit %d", bit);
        printf("%s: %s (%d)\n", piped ? ", piped" : "", wrong, status);
    }
}

static void flip(size_t byte, int bit)
{
    the.bytes[byte] = (char)(the.bytes[byte] ^ 1 << bit);
}

static void try_all(size_t step)
{
    for (size_t n = 1; n < the.n; n += step) {
        write_damaged(n);
        try_damage("cut after", n, -1);
    }
    for (size_t byte = 0; byte < the.n; byte += step)
        for (int bit = 0; bit < 8; bit += step == 1 ? 1 : 3) {
            flip(byte, bit);
            write_damaged(the.n);
            try_damage("flipped byte", byte, bit);
            flip(byte, bit);
        }
}

/* Add what a shard wrote to what those before it wrote. */
static void add_output(FILE *all)
{
    size_t n;
    char *bytes = trial_read("out.got", &n);
    if (fwrite(bytes, 1, n, all) != n)
        trial_give_up("cannot write", "out.all");
    free(bytes);
}

static const char *check_shards(unsigned shards)
{
    static char shard[] = "--shard", part[32], damaged[] = "damaged";
    unsigned failed = 0, refused = 0;
    FILE *all = fopen("out.all", "wb");
    if (!all)
        trial_give_up("cannot write", "out.all");
    the.argv[3] = shard;
    the.argv[4] = part;
    the.argv[5] = damaged;
    for (unsigned i = 1; i <= shards; i++) {
        size_t n;
        snprintf(part, sizeof part, "%u/%u", i, shards);
        const int status = run(false, "out.got");
        free(trial_read("err.got", &n));
        if ((status != 0 && n == 0) || (status > 1 && status != 2 && status != 3))
            return "another status, or no message";
        failed += status == 3;
        refused += status == 2;
        add_output(all);
    }
    if (fclose(all) != 0)
        trial_give_up("cannot write", "out.all");
    if (failed > 0 || refused == shards)
        return NULL;
    return tree_same_file("out.all", "out.want") ? NULL : "other records, and no shard failed";
}

static void try_shards(size_t step, unsigned shards, const char *range)
{
    size_t from, n;
    if (sscanf(range, "%zu:%zu", &from, &n) != 2 || from + n > the.n)
        trial_give_up("no such bytes", range);
    for (size_t byte = from; byte < from + n; byte += step)
        for (int bit = 0; bit < 8; bit += step == 1 ? 1 : 3) {
            flip(byte, bit);
            write_damaged(the.n);
            const char *wrong = check_shards(shards);
            flip(byte, bit);
            the.tried++;
            the.wrong += wrong != NULL;
            if (wrong)
                printf("# %s, %u shards, flipped byte %zu bit %d: %s\n", the.name, shards, byte,
                       bit, wrong);
        }
}

int main(int argc, char **argv)
{
    static char convert[] = "convert", threads[] = "-j1", damaged[] = "damaged", dash[] = "-";
    if (argc != 4 && argc < 6)
        return 99;
    the.name = argv[2];
    for (int i = 0; i < 2; i++) {
        char **command = i == 0 ? the.argv : the.piped;
        command[0] = argv[1];
        command[1] = convert;
        command[2] = threads;
        command[3] = i == 0 ? damaged : dash;
    }
    the.bytes = trial_read(argv[2], &the.n);
    write_damaged(the.n);
    if (run(false, "out.want") != 0)
        trial_give_up("it cannot be read undamaged", argv[2]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    const size_t step = (size_t)strtoul(argv[3], NULL, 10);
    if (argc == 4)
        try_all(step);
    for (int i = 5; i < argc; i++)
        try_shards(step, (unsigned)strtoul(argv[4], NULL, 10), argv[i]);
    printf("# %s: %u tried, %u wrong\n", the.name, the.tried, the.wrong);
    free(the.bytes);
    return the.wrong > 0;
}
