/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Runs a command and says how much memory it had at its largest:
 *
 *     peak FILE COMMAND [ARGUMENT]...
 *
 * The kilobytes go to FILE; the status is the command's. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int status = 0;
    struct rusage usage;
    if (argc < 3)
        return 99;
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &usage) != 0)
        return 99;
    FILE *file = fopen(argv[1], "w");
    if (!file)
        return 99;
    fprintf(file, "%ld\n", usage.ru_maxrss);
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
