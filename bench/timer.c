/* SPDX-License-Identifier: MIT */
/* Runs a command with its output in a file, and prints its cost on one line: user CPU, system CPU
 * and wall seconds, peak memory in KiB, exit status, lines written, and instructions in user mode
 * (0 where they cannot be counted). An existing file is written over and not truncated, so that its
 * pages are allocated from the second round on: the kernel's work for a new file is not measured.
 * Used by bench.sh: timer OUTPUT COMMAND [ARGUMENT]... */
#include <config.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#    include <linux/perf_event.h>
#    include <sys/syscall.h>
#endif

/* A counter that starts with the next exec of that process and follows its threads; -1 where there
 * is none. */
static int open_counter(pid_t process)
{
#ifdef __linux__
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.type = PERF_TYPE_HARDWARE;
    attr.size = sizeof attr;
    attr.config = PERF_COUNT_HW_INSTRUCTIONS;
    attr.disabled = 1;
    attr.inherit = 1;
    attr.enable_on_exec = 1;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attr, process, -1, -1, 0UL);
#else
    (void)process;
    return -1;
#endif
}

/* The child waits for the parent's counter before it becomes the command. */
static void become(int out, char **command, int ready)
{
    char byte;
    const int in = open("/dev/null", O_RDONLY);
    if (in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(126);
    if (read(ready, &byte, 1) < 0)
        _exit(126);
    execvp(command[0], command);
    _exit(127);
}

/* Lines in the first `left` bytes of the file. */
static unsigned long count_lines(int fd, off_t left)
{
    static char block[1 << 16];
    unsigned long lines = 0;
    ssize_t got;
    if (lseek(fd, 0, SEEK_SET) != 0)
        return 0;
    while (left > 0 &&
           (got = read(fd, block, left < (off_t)sizeof block ? (size_t)left : sizeof block)) > 0) {
        left -= got;
        for (const char *p = block; (p = memchr(p, '\n', (size_t)(block + got - p))) != NULL; p++)
            lines++;
    }
    return lines;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    int ready[2], status;
    struct rusage usage;
    unsigned long long instructions = 0;
    if (argc < 3 || pipe(ready) != 0) {
        fprintf(stderr, "usage: timer OUTPUT COMMAND [ARGUMENT]...\n");
        return 2;
    }
    const int out = open(argv[1], O_RDWR | O_CREAT, 0666);
    if (out < 0)
        return 3;
    const pid_t child = fork();
    if (child == 0)
        become(out, argv + 2, ready[0]);
    if (child < 0)
        return 3;
    const int counter = open_counter(child);
    const double start = now();
    if (write(ready[1], "", 1) != 1 || wait4(child, &status, 0, &usage) != child)
        return 3;
    const double wall = now() - start;
    if (counter >= 0 &&
        read(counter, &instructions, sizeof instructions) != (ssize_t)sizeof instructions)
        instructions = 0;
    printf("%.4f %.4f %.4f %ld %d %lu %llu\n", seconds(usage.ru_utime), seconds(usage.ru_stime),
           wall, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
           count_lines(out, lseek(out, 0, SEEK_CUR)), instructions);
    return 0;
}
