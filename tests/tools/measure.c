/* SPDX-License-Identifier: MIT */
/* Runs a command, its output thrown away or in a file, and prints its exit status, its user time in
 * milliseconds and the most KiB it had resident:
 *
 *     measure [-i INPUT] [-o OUTPUT] COMMAND [ARGUMENT]... */
#define _GNU_SOURCE
#include <config.h>
#include <stdio.h>
#include <unistd.h>
#include "trial.h"

int main(int argc, char **argv)
{
    struct trial trial = {.seconds = 600};
    for (int c; (c = getopt(argc, argv, "+i:o:")) != -1;)
        if (c == 'i')
            trial.in = optarg;
        else if (c == 'o')
            trial.out = optarg;
        else
            return 99;
    trial.argv = argv + optind;
    trial.err = "err";
    const struct trial_result result = trial_run(&trial);
    printf("%d %.0f %ld\n", result.status, result.cpu * 1000, result.peak);
    return 0;
}
