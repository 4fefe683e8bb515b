/* SPDX-License-Identifier: MIT */
/* See system.h. */
#include <config.h>
#include "system.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#    include <sched.h>
#endif

/* If a standard descriptor is closed, the next file opened gets its number, and messages would be
 * written into it. So a file is opened there on which reading, or writing, fails. */
bool fm_system_start(int *argc, char ***argv)
{
    static const struct {
        const char *name;
        int flags;
    } fillers[] = {
        [STDIN_FILENO] = {"/dev/null", O_WRONLY},
        [STDOUT_FILENO] = {"/", O_RDONLY}, /* no output has this name, as one may be /dev/null */
        [STDERR_FILENO] = {"/dev/null", O_WRONLY},
    };
    (void)argc, (void)argv;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open(fillers[fd].name, fillers[fd].flags) != fd)
            return false;
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    return true;
}

bool fm_system_is_terminal(int fd)
{
    return isatty(fd);
}

const char *fm_system_variable(const char *name)
{
    return getenv(name);
}

/* $XDG_CONFIG_HOME/fenmill or ~/.config/fenmill. */
char *fm_system_settings(void)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const bool own = config != NULL && *config == '/';
    const char *const base = own ? config : home;
    if (base == NULL || *base == '\0')
        return NULL;
    const size_t size = strlen(base) + sizeof "/.config/fenmill";
    char *path = malloc(size);
    if (path != NULL)
        (void)snprintf(path, size, own ? "%s/fenmill" : "%s/.config/fenmill", base);
    return path;
}

char *fm_system_program(void)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self);
    return length < 0 || (size_t)length == sizeof self ? NULL : strndup(self, (size_t)length);
}

size_t fm_system_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

bool fm_system_exists(const char *name)
{
    return access(name, F_OK) == 0;
}

FILE *fm_system_open(const char *name)
{
    return fopen(name, "rb");
}

uint64_t fm_system_size(const char *name)
{
    struct stat about;
    return (name == NULL ? fstat(STDIN_FILENO, &about) : stat(name, &about)) == 0 &&
                   S_ISREG(about.st_mode)
               ? (uint64_t)about.st_size
               : 0;
}

unsigned fm_system_cores(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
#endif
    return count < 1 ? 1 : (unsigned)count;
}
