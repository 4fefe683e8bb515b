/* SPDX-License-Identifier: MIT */
/* See trial.h. */
#define _GNU_SOURCE
#include <config.h>
#include "trial.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

_Noreturn void trial_give_up(const char *what, const char *where)
{
    printf("Bail out! %s: %s: %s\n", what, where, strerror(errno));
    exit(99);
}

static void put_at(int fd, const char *name, int flags)
{
    const int opened = open(name ? name : "/dev/null", flags, 0666);
    if (opened < 0 || dup2(opened, fd) < 0)
        _exit(99);
    if (opened != fd)
        close(opened);
}

static struct rlimit limit_to(long most)
{
    const rlim_t limit = most > 0 ? (rlim_t)most : RLIM_INFINITY;
    return (struct rlimit){limit, limit};
}

static _Noreturn void become(const struct trial *trial, const int feed[2])
{
    if (trial->piped) {
        dup2(feed[0], STDIN_FILENO);
        close(feed[0]);
        close(feed[1]);
    } else {
        put_at(STDIN_FILENO, trial->in, O_RDONLY);
    }
    put_at(STDOUT_FILENO, trial->out, O_WRONLY | O_CREAT | O_TRUNC);
    put_at(STDERR_FILENO, trial->err, O_WRONLY | O_CREAT | O_TRUNC);
    if (trial->keep > 0)
        fcntl(trial->keep, F_SETFD, 0);
    const struct rlimit size = limit_to(trial->largest), cpu = limit_to((long)trial->cpu);
    setrlimit(RLIMIT_FSIZE, &size);
    setrlimit(RLIMIT_CPU, &cpu);
    if (trial->folder && chdir(trial->folder) != 0)
        _exit(99);
    execvp(trial->argv[0], trial->argv);
    _exit(99);
}

/* Whoever no longer reads is not waited for. */
static void fill(int fd, const char *name)
{
    size_t n;
    char *bytes = trial_read(name, &n);
    for (size_t done = 0; done < n;) {
        const ssize_t wrote = write(fd, bytes + done, n - done);
        if (wrote < 0)
            break;
        done += (size_t)wrote;
    }
    close(fd);
    free(bytes);
}

static void on_alarm(int number)
{
    (void)number;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct trial_result wait_for(pid_t child, unsigned seconds)
{
    struct trial_result result = {.status = 0};
    struct rusage usage;
    int status = 0;
    alarm(seconds);
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR)
            trial_give_up("cannot wait", "");
        result.status = TRIAL_HANGS;
        kill(child, SIGKILL);
    }
    alarm(0);
    result.cpu = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
    result.peak = usage.ru_maxrss;
    if (result.status != TRIAL_HANGS)
        result.status = WIFSIGNALED(status) ? TRIAL_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
    return result;
}

static void send_later(pid_t child, const struct trial *trial)
{
    const struct timespec after = {trial->after / 1000000, (long)(trial->after % 1000000) * 1000};
    nanosleep(&after, NULL);
    kill(child, trial->signal);
}

struct trial_result trial_run(const struct trial *trial)
{
    int feed[2] = {-1, -1};
    const struct sigaction wake = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &wake, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (trial->piped && pipe2(feed, O_CLOEXEC) != 0)
        trial_give_up("cannot make", "a pipe");
    const double begin = now();
    const pid_t child = fork();
    if (child < 0)
        trial_give_up("cannot start", trial->argv[0]);
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        become(trial, feed);
    }
    if (trial->piped) {
        close(feed[0]);
        fill(feed[1], trial->in);
    }
    if (trial->signal != 0)
        send_later(child, trial);
    struct trial_result result = wait_for(child, trial->seconds > 0 ? trial->seconds : 60);
    result.elapsed = now() - begin;
    if (result.status == 99)
        trial_give_up("cannot run", trial->argv[0]);
    return result;
}

char *trial_read(const char *name, size_t *n)
{
    char *bytes = NULL;
    size_t size = 0;
    *n = 0;
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    for (ssize_t got = 1; got > 0; *n += (size_t)got) {
        if (*n + 1 >= size) {
            size = size * 2 + 4096;
            bytes = realloc(bytes, size);
            if (!bytes)
                trial_give_up("no memory for", name);
        }
        got = fd < 0 ? 0 : read(fd, bytes + *n, size - *n - 1);
        if (got < 0)
            trial_give_up("cannot read", name);
    }
    if (fd >= 0)
        close(fd);
    bytes[*n] = '\0';
    return bytes;
}
