/* SPDX-License-Identifier: MIT */
/* Replaces libFuzzer in normal builds: gives each file named on the command line to the
 * target, prints a TAP line for each, and the plan last. A target that aborts leaves no plan. */
#include <config.h>
#include "fuzz.h"

static unsigned char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    unsigned char *bytes = NULL;
    size_t cap = 0, n = 0, got = 1;
    if (file == NULL)
        return NULL;
    while (got > 0) {
        if (n == cap)
            bytes = realloc(bytes, cap = cap ? 2 * cap : 4096);
        if (bytes == NULL)
            break;
        got = fread(bytes + n, 1, cap - n, file);
        n += got;
    }
    fclose(file);
    *size = n;
    return bytes;
}

/* The target gets a copy of exactly the size, so that sanitizers see a read after it. */
static int run(const char *name)
{
    size_t size = 0;
    unsigned char *bytes = read_file(name, &size);
    unsigned char *exact = malloc(size > 0 ? size : 1);
    int status = -1;
    if (bytes != NULL && exact != NULL) {
        memcpy(exact, bytes, size);
        status = LLVMFuzzerTestOneInput(exact, size);
    }
    free(exact);
    free(bytes);
    return status;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        const int status = run(argv[i]);
        failed += status != 0;
        printf("%sok %d - %s\n", status == 0 ? "" : "not ", i, argv[i]);
        fflush(stdout);
    }
    printf("1..%d\n", argc - 1);
    return failed > 0;
}
