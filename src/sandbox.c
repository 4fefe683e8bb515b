/* SPDX-License-Identifier: MIT */
/* Landlock (landlock(7)): its three system calls have no wrapper in C libraries, and what it can
 * withhold grows from version to version, so numbers and constants are here, as the kernel has them
 * for good. */
#include <config.h>
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#    include <sys/prctl.h>
#    include <sys/syscall.h>
#endif

#ifndef O_PATH
#    define O_PATH O_RDONLY
#endif

enum { LINKS_MAX = 40 };

enum right {
    EXECUTE = 1 << 0, /* never granted: no program is run */
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIR = 1 << 7,
    MAKE_REG = 1 << 8,
    REFER =
        1 << 13, /* rename from directory to directory; versions before this one never allow it */
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,

    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
    READ = READ_FILE | READ_DIR,
    TEMPORARY = READ_FILE | WRITE_FILE | TRUNCATE | MAKE_REG | REMOVE_FILE,
    WRITE = TEMPORARY | READ_DIR | REMOVE_DIR, /* what killed runs left is found and removed */
    WRITE_NAMED = WRITE | MAKE_DIR | REFER
};

/* struct landlock_ruleset_attr. A kernel that does not know the later fields takes zeros. */
struct rules {
    uint64_t files, net, scoped;
};

/* struct landlock_path_beneath_attr */
struct beneath {
    uint64_t allowed;
    int32_t fd;
} __attribute__((packed));

enum { BENEATH = 1, GET_VERSION = 1 }; /* a type of rules; a flag */

/* Sanitizers and gcov open files of their own, at any time. */
#if defined(SYS_landlock_create_ruleset) && !defined(INSTRUMENTED)

#    define NONE "none (kernel)"

static int make_rules(const struct rules *rules, size_t size, unsigned flags)
{
    return (int)syscall(SYS_landlock_create_ruleset, rules, size, flags);
}

/* EBADFD: a pipe or its like, which no rule is for. */
static int add_rule(int rules, const struct beneath *rule)
{
    const long result = syscall(SYS_landlock_add_rule, rules, BENEATH, rule, 0U);
    return result == 0 || errno == EBADFD ? 0 : -1;
}

static int restrict_self(int rules)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0
               ? -1
               : (int)syscall(SYS_landlock_restrict_self, rules, 0U);
}

#else

#    define NONE "none (this build)"

static int make_rules(const struct rules *rules, size_t size, unsigned flags)
{
    (void)rules, (void)size, (void)flags;
    return -1;
}

static int add_rule(int rules, const struct beneath *rule)
{
    (void)rules, (void)rule;
    return -1;
}

static int restrict_self(int rules)
{
    (void)rules;
    return -1;
}

#endif

/* Version of the kernel's Landlock; below 1: it has none, or it is turned off. */
static int version(void)
{
    return make_rules(NULL, 0, GET_VERSION);
}

/* The first version forbids every rename between directories. */
enum { VERSION_MIN = 2 };

/* Everything that a version knows. */
static struct rules rules_of(int abi)
{
    const unsigned rights = abi >= 5 ? 16 : abi >= 3 ? 15 : 14;
    return (struct rules){
        .files = ((uint64_t)1 << rights) - 1,
        .net = abi >= 4 ? 3 : 0,    /* TCP: bind, connect */
        .scoped = abi >= 6 ? 3 : 0, /* abstract sockets, signals to other processes */
    };
}

void fm_sandbox_begin(struct fm_sandbox *sandbox, bool wanted)
{
    const int abi = wanted ? version() : 0;
    *sandbox = (struct fm_sandbox){.rules = -1};
    if (abi < VERSION_MIN)
        return;
    const struct rules rules = rules_of(abi);
    sandbox->handled = rules.files;
    sandbox->rules = make_rules(&rules, sizeof rules, 0);
}

void fm_sandbox_end(struct fm_sandbox *sandbox)
{
    if (sandbox->rules >= 0)
        (void)close(sandbox->rules);
    sandbox->rules = -1;
}

/* A file that cannot be opened here cannot be opened later, and is reported then.
 * @return false: there is no such file. */
static bool allow(struct fm_sandbox *sandbox, const char *name, uint64_t rights)
{
    struct stat about;
    const int fd = open(name, O_PATH | O_CLOEXEC);
    if (fd < 0) {
        const bool missing = errno == ENOENT;
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
            fm_sandbox_end(sandbox);
        return !missing;
    }
    struct beneath rule = {.allowed = rights & sandbox->handled, .fd = fd};
    if (fstat(fd, &about) != 0 || !S_ISDIR(about.st_mode))
        rule.allowed &= OF_FILES;
    if (sandbox->rules >= 0 && add_rule(sandbox->rules, &rule) != 0)
        fm_sandbox_end(sandbox);
    (void)close(fd);
    return true;
}

/* Take the last part off a path; the slash before it stays. @return false: nothing is left. */
static bool cut(char *path)
{
    size_t n = strlen(path);
    while (n > 0 && path[n - 1] == '/')
        n--;
    while (n > 0 && path[n - 1] != '/')
        n--;
    path[n] = '\0';
    return n > 0;
}

/* Allow what is in the directory of a file. @param path  freed; NULL = there is no memory. */
static void allow_beside(struct fm_sandbox *sandbox, char *path, uint64_t rights)
{
    if (path == NULL)
        fm_sandbox_end(sandbox);
    else
        (void)allow(sandbox, cut(path) ? path : ".", rights);
    free(path);
}

void fm_sandbox_read(struct fm_sandbox *sandbox, const char *name)
{
    if (sandbox->rules >= 0)
        (void)allow(sandbox, name, READ);
}

/* Allow reading what is in the directory of a file, and below it. */
static void read_beside(struct fm_sandbox *sandbox, const char *name)
{
    if (sandbox->rules >= 0)
        allow_beside(sandbox, strdup(name), READ);
}

static bool is_link(const char *name)
{
    struct stat about;
    return lstat(name, &about) == 0 && S_ISLNK(about.st_mode);
}

/* Files found in a directory may be read as it is; links, whose inodes are not known, may lead out
 * of it. */
void fm_sandbox_inputs(struct fm_sandbox *sandbox, const struct fm_inputs *inputs)
{
    const char *last = NULL;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *name = inputs->names[i];
        const char *slash = strrchr(name, '/');
        const bool found = inputs->found != NULL && inputs->found[i] && slash != NULL;
        const size_t n = found ? (size_t)(slash - name) + 1 : 0;
        if (found && (last == NULL || strncmp(name, last, n) != 0 || strchr(last + n, '/') != NULL))
            read_beside(sandbox, last = name);
        const bool is_file = inputs->inodes != NULL && inputs->inodes[i] != 0;
        if (!found || (!is_file && is_link(name)))
            fm_sandbox_read(sandbox, name);
    }
}

/* The name that a link leads to in the end, also where nothing is there yet; to be freed. */
static char *follow(const char *name)
{
    char link[PATH_MAX];
    char *path = strdup(name);
    for (unsigned i = 0; path != NULL && i < LINKS_MAX; i++) {
        const ssize_t n = readlink(path, link, sizeof link - 1);
        if (n < 0)
            break;
        link[n] = '\0';
        if (link[0] == '/')
            *path = '\0';
        else
            (void)cut(path);
        char *joined = malloc(strlen(path) + (size_t)n + 1);
        if (joined != NULL)
            (void)stpcpy(stpcpy(joined, path), link);
        free(path);
        path = joined;
    }
    return path;
}

/* /dev/stdout is not opened anew. */
static bool is_standard_output(const struct stat *about)
{
    struct stat out;
    return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == about->st_dev &&
           out.st_ino == about->st_ino;
}

void fm_sandbox_write(struct fm_sandbox *sandbox, const char *name)
{
    struct stat about;
    if (sandbox->rules < 0 || strcmp(name, "-") == 0)
        return;
    if (stat(name, &about) != 0 || (S_ISREG(about.st_mode) && !is_standard_output(&about)))
        allow_beside(sandbox, follow(name), WRITE);
    else if (!S_ISREG(about.st_mode))
        (void)allow(sandbox, name, WRITE_FILE);
}

/* Directories that are missing are made, in the one above that is there. */
void fm_sandbox_write_named(struct fm_sandbox *sandbox, const char *name)
{
    if (sandbox->rules < 0)
        return;
    char *path = strndup(name, strcspn(name, "{"));
    if (path == NULL) {
        fm_sandbox_end(sandbox);
        return;
    }
    const size_t n = strlen(path);
    bool left = n > 0 && (path[n - 1] == '/' || cut(path));
    while (left && !allow(sandbox, path, WRITE_NAMED))
        left = cut(path);
    if (!left)
        (void)allow(sandbox, ".", WRITE_NAMED);
    free(path);
}

void fm_sandbox_temporary(struct fm_sandbox *sandbox, const char *directory)
{
    static const char *const usual[] = {"/var/tmp", "/tmp"};
    const size_t count = directory != NULL ? 1 : FM_COUNT_OF(usual);
    for (size_t i = 0; i < count && sandbox->rules >= 0; i++)
        (void)allow(sandbox, directory != NULL ? directory : usual[i], TEMPORARY);
}

void fm_sandbox_enter(struct fm_sandbox *sandbox)
{
    if (sandbox->rules >= 0)
        (void)restrict_self(sandbox->rules);
    fm_sandbox_end(sandbox);
}

const char *fm_sandbox_name(char text[FM_SANDBOX_NAME])
{
    const int abi = version();
    snprintf(text, FM_SANDBOX_NAME, abi < VERSION_MIN ? NONE : "Landlock ABI %d", abi);
    return text;
}
