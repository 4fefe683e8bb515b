/* SPDX-License-Identifier: MIT */
/* Preloaded into a program, counts its calls of the functions below and lets chosen ones fail:
 *
 *     LD_PRELOAD=faults.so FAULTS=KIND:N:once|on|run|SIGNAL [FAULTS_RUN=COMMAND] [FAULTS_FD=descriptor]
 *         [FAULTS_TRACE=1] program
 *
 * The Nth call of a kind since main() began fails, "on": and every later one, "run": a command of the
 * shell is run before it, or a signal of that number is sent to the process before it. Kinds are in faults.h. FAULTS_TRACE prints who called.
 * With glibc on Linux only; elsewhere this library does nothing, and the tests that need it say so. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <limits.h> /* for __GLIBC__ */
#include "faults.h"

#if defined __linux__ && defined __GLIBC__ && defined __LP64__
#    include <dirent.h>
#    include <dlfcn.h>
#    include <errno.h>
#    include <execinfo.h>
#    include <fcntl.h>
#    include <pthread.h>
#    include <signal.h>
#    include <stdarg.h>
#    include <stdbool.h>
#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/file.h>
#    include <sys/mman.h>
#    include <sys/random.h>
#    include <sys/stat.h>
#    include <sys/syscall.h>
#    include <unistd.h>

#    define KIND_ROW(name, error) {#    name, error},
static const struct {
    const char *name;
    int error;
} kinds[FAULT_COUNT] = {FAULT_KINDS(KIND_ROW){"calls", 0}};

static struct fault_page own, *page = &own;
static struct {
    enum fault_kind kind;
    unsigned long n; /* 0 = none */
    bool on;
    int signal;          /* 0 = the call fails */
    const char *command; /* NULL = the call fails */
    bool trace;
} plan;
static bool armed;
static _Thread_local bool inside;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void trace(enum fault_kind kind)
{
    void *frames[32];
    inside = true;
    const int n = backtrace(frames, 32);
    dprintf(2, "-- fault: %s\n", kinds[kind].name);
    backtrace_symbols_fd(frames, n, 2);
    inside = false;
}

/* Count a call. @return whether it is to fail, with errno set. */
static bool fault(enum fault_kind kind)
{
    if (!armed || inside)
        return false;
    const unsigned long nth = 1 + atomic_fetch_add(&page->count[kind], 1);
    unsigned long n = kind == plan.kind ? nth : 0;
    if (kind > FAULT_memalign) {
        const unsigned long call = 1 + atomic_fetch_add(&page->count[FAULT_calls], 1);
        n = plan.kind == FAULT_calls ? call : n;
    }
    if (plan.n == 0 || n < plan.n || (n > plan.n && !plan.on))
        return false;
    atomic_fetch_add(&page->hit, 1);
    if (plan.trace)
        trace(kind);
    if (plan.signal != 0)
        kill(getpid(), plan.signal);
    if (plan.command) {
        inside = true;
        if (system(plan.command) != 0)
            abort();
        inside = false;
        return false;
    }
    errno = kinds[kind].error;
    return plan.signal == 0;
}

/* The function of that name which the program would have called. */
static void *find(const char *name)
{
    inside = true;
    void *found = dlsym(RTLD_NEXT, name);
    inside = false;
    return found;
}

#    define NEXT(name, ...) \
        static __typeof__(&name) next; \
        if (!next) \
            *(void **)&next = find(#name); \
        return next(__VA_ARGS__)

#    define WRAP(kind, type, name, parameters, failure, ...) \
        type name parameters \
        { \
            if (fault(FAULT_##kind)) \
                return failure; \
            NEXT(name, __VA_ARGS__); \
        }

/* Memory: without dlsym(), which may need some itself. */

static void *counted(void *block)
{
    if (block)
        atomic_fetch_add(&page->live, 1);
    return block;
}

void *malloc(size_t n)
{
    return fault(FAULT_malloc) ? NULL : counted(__libc_malloc(n));
}

void *calloc(size_t count, size_t n)
{
    return fault(FAULT_calloc) ? NULL : counted(__libc_calloc(count, n));
}

void *realloc(void *old, size_t n)
{
    if (fault(FAULT_realloc))
        return NULL;
    void *block = __libc_realloc(old, n);
    return old ? block : counted(block);
}

void *aligned_alloc(size_t alignment, size_t n)
{
    return fault(FAULT_memalign) ? NULL : counted(__libc_memalign(alignment, n));
}

int posix_memalign(void **block, size_t alignment, size_t n)
{
    if (fault(FAULT_memalign))
        return ENOMEM;
    void *made = counted(__libc_memalign(alignment, n));
    if (!made)
        return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block)
{
    if (block)
        atomic_fetch_sub(&page->live, 1);
    __libc_free(block);
}

/* Files. */

WRAP(mmap, void *, mmap, (void *at, size_t n, int protection, int flags, int fd, off_t offset),
     MAP_FAILED, at, n, protection, flags, fd, offset)
WRAP(mmap, void *, mmap64, (void *at, size_t n, int protection, int flags, int fd, off_t offset),
     MAP_FAILED, at, n, protection, flags, fd, offset)
WRAP(read, ssize_t, read, (int fd, void *p, size_t n), -1, fd, p, n)
WRAP(read, ssize_t, pread, (int fd, void *p, size_t n, off_t at), -1, fd, p, n, at)
WRAP(read, ssize_t, pread64, (int fd, void *p, size_t n, off_t at), -1, fd, p, n, at)
WRAP(write, ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), -1, fd, p, n, at)
WRAP(write, ssize_t, pwrite64, (int fd, const void *p, size_t n, off_t at), -1, fd, p, n, at)
WRAP(rename, int, rename, (const char *from, const char *to), -1, from, to)
WRAP(rename, int, renameat, (int a, const char *from, int b, const char *to), -1, a, from, b, to)
WRAP(rename, int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), -1,
     a, from, b, to, flags)
WRAP(link, int, link, (const char *from, const char *to), -1, from, to)
WRAP(link, int, linkat, (int a, const char *from, int b, const char *to, int flags), -1, a, from, b,
     to, flags)
WRAP(truncate, int, ftruncate, (int fd, off_t n), -1, fd, n)
WRAP(truncate, int, ftruncate64, (int fd, off_t n), -1, fd, n)
WRAP(truncate, int, posix_fallocate, (int fd, off_t at, off_t n), ENOSPC, fd, at, n)
WRAP(open, int, mkstemp, (char *name), -1, name)
WRAP(mkdir, int, mkdir, (const char *name, mode_t mode), -1, name, mode)
WRAP(mkdir, int, mkdirat, (int at, const char *name, mode_t mode), -1, at, name, mode)
WRAP(mkdir, char *, mkdtemp, (char *name), NULL, name)
WRAP(lock, int, flock, (int fd, int how), -1, fd, how)
WRAP(stat, int, stat, (const char *name, struct stat *st), -1, name, st)
WRAP(stat, int, lstat, (const char *name, struct stat *st), -1, name, st)
WRAP(stat, int, fstat, (int fd, struct stat *st), -1, fd, st)
WRAP(stat, int, fstatat, (int at, const char *name, struct stat *st, int flags), -1, at, name, st,
     flags)
WRAP(folder, DIR *, opendir, (const char *name), NULL, name)
WRAP(folder, DIR *, fdopendir, (int fd), NULL, fd)
WRAP(folder, struct dirent *, readdir, (DIR * at), NULL, at)
WRAP(stream, FILE *, fopen, (const char *name, const char *mode), NULL, name, mode)
WRAP(stream, FILE *, fdopen, (int fd, const char *mode), NULL, fd, mode)
WRAP(random, ssize_t, getrandom, (void *p, size_t n, unsigned flags), -1, p, n, flags)
WRAP(random, int, getentropy, (void *p, size_t n), -1, p, n)
WRAP(thread, int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *user),
     EAGAIN, thread, attributes, run, user)

/* Messages are no output: they must still come when nothing else can be written. */
ssize_t write(int fd, const void *p, size_t n)
{
    if (fd != STDERR_FILENO && fault(FAULT_write))
        return -1;
    NEXT(write, fd, p, n);
}

int fflush(FILE *stream)
{
    if (stream != stderr && fault(FAULT_flush))
        return EOF;
    NEXT(fflush, stream);
}

/* Nobody pulls the plug here: the disk is not waited for. */
int fsync(int fd)
{
    return fault(FAULT_fsync) ? -1 : fcntl(fd, F_GETFD) < 0 ? -1 : 0;
}

int fdatasync(int fd)
{
    return fsync(fd);
}

/* What cannot be closed properly is closed all the same. */
int close(int fd)
{
    static int (*next)(int);
    if (!next)
        *(void **)&next = find("close");
    if (!fault(FAULT_close))
        return next(fd);
    (void)next(fd);
    errno = EIO;
    return -1;
}

int fclose(FILE *stream)
{
    static int (*next)(FILE *);
    if (!next)
        *(void **)&next = find("fclose");
    if (!fault(FAULT_close))
        return next(stream);
    (void)next(stream);
    errno = EIO;
    return EOF;
}

/* With a mode where a file may be made. */
static mode_t mode_of(int flags, va_list list)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(list, mode_t) : 0;
}

static int open_at(int at, const char *name, int flags, mode_t mode)
{
    return fault(FAULT_open) ? -1 : (int)syscall(SYS_openat, at, name, flags, mode);
}

#    define WRAP_OPEN(name, at, ...) \
        int name(__VA_ARGS__, ...) \
        { \
            va_list list; \
            va_start(list, flags); \
            const mode_t mode = mode_of(flags, list); \
            va_end(list); \
            return open_at(at, file, flags, mode); \
        }
WRAP_OPEN(open, AT_FDCWD, const char *file, int flags)
WRAP_OPEN(open64, AT_FDCWD, const char *file, int flags)
WRAP_OPEN(openat, folder, int folder, const char *file, int flags)
WRAP_OPEN(openat64, folder, int folder, const char *file, int flags)

int fcntl(int fd, int what, ...)
{
    va_list list;
    va_start(list, what);
    void *with = va_arg(list, void *);
    va_end(list);
    const bool locks = what == F_SETLK || what == F_SETLKW || what == F_OFD_SETLK;
    if (locks && fault(FAULT_lock))
        return -1;
    NEXT(fcntl, fd, what, with);
}

/* What a program that is built with _FORTIFY_SOURCE calls. */
int __open_2(const char *name, int flags);
int __open_2(const char *name, int flags)
{
    return open_at(AT_FDCWD, name, flags, 0);
}

ssize_t __read_chk(int fd, void *p, size_t n, size_t size);
ssize_t __read_chk(int fd, void *p, size_t n, size_t size)
{
    return n > size ? (abort(), -1) : read(fd, p, n);
}

ssize_t __pread_chk(int fd, void *p, size_t n, off_t at, size_t size);
ssize_t __pread_chk(int fd, void *p, size_t n, off_t at, size_t size)
{
    return n > size ? (abort(), -1) : pread(fd, p, n, at);
}

/* The start of the program. */

static void read_plan(char *text)
{
    char *n = strchr(text, ':'), *action = n ? strchr(n + 1, ':') : NULL;
    if (!action)
        return;
    for (unsigned i = 0; i < FAULT_COUNT; i++)
        if (strncmp(kinds[i].name, text, (size_t)(n - text)) == 0 &&
            kinds[i].name[n - text] == '\0')
            plan.kind = (enum fault_kind)i;
    plan.n = strtoul(n + 1, NULL, 10);
    plan.on = strcmp(action + 1, "on") == 0;
    plan.command = strcmp(action + 1, "run") == 0 ? getenv("FAULTS_RUN") : NULL;
    plan.signal = (int)strtol(action + 1, NULL, 10);
    unsetenv("LD_PRELOAD"); /* of the command; nothing else is started */
}

/* Blocks that a stream keeps. */
static int buffer_of(const FILE *stream)
{
    enum { NOT_ITS_OWN = 1 }; /* _IO_USER_BUF */
    return stream->_IO_buf_base && (stream->_flags & NOT_ITS_OWN) == 0;
}

static int (*real_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment)
{
    const char *fd = getenv("FAULTS_FD");
    char *text = getenv("FAULTS");
    void *warm[1];
    (void)backtrace(warm, 1); /* loads a library when first called */
    (void)strerror(EIO);      /* keeps memory when first called */
    if (fd) {
        void *shared = (void *)syscall(SYS_mmap, NULL, sizeof *page, PROT_READ | PROT_WRITE,
                                       MAP_SHARED, (int)strtol(fd, NULL, 10), 0);
        page = shared == MAP_FAILED ? page : shared;
    }
    if (text)
        read_plan(text);
    plan.trace = getenv("FAULTS_TRACE") != NULL;
    armed = true;
    const int status = real_main(argc, argv, environment);
    page->left = page->live - buffer_of(stdout) - buffer_of(stderr);
    page->returned = 1;
    return status;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*begin)(void), void (*end)(void), void (*loader_end)(void),
                      void *stack);
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*begin)(void), void (*end)(void), void (*loader_end)(void), void *stack)
{
    real_main = main;
    NEXT(__libc_start_main, counted_main, argc, argv, begin, end, loader_end, stack);
}
#endif
