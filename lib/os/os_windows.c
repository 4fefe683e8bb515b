/* SPDX-License-Identifier: MIT */
/* Open files, locks, pages, threads. A descriptor is the number of a row of `files`. See
 * os_windows.h. */
#include <config.h>
#include "os/os_windows.h"
#include <errno.h>
#ifdef __SSE2__
#    include <emmintrin.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define CALL_MAX ((DWORD)1 << 30)
enum {
    FILES_MAX = 4096,
    STANDARD_MAX = 3, /* the first rows: input, output, errors */
    SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE
};

/* An open file or folder. The row of a standard handle is filled when it is first used. */
static struct open_file {
    _Atomic(HANDLE) handle; /* NULL = free */
    wchar_t *path;          /* of a folder, owned; NULL = a file */
    HANDLE lock;            /* named object that is the lock of a folder; NULL = none */
    uint64_t at;            /* offset of the next read or write, where `seeks` */
    bool seeks;             /* a file of the run's own, whose offset no other process uses */
} files[FILES_MAX];

/* ---- files that are open --------------------------------------------------------------------- */

HANDLE fm_windows_handle(int fd)
{
    static const DWORD names[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    if (fd < 0 || fd >= FILES_MAX)
        return INVALID_HANDLE_VALUE;
    if (fd >= STANDARD_MAX)
        return atomic_load(&files[fd].handle);
    const HANDLE standard = GetStdHandle(names[fd]);
    return standard == NULL ? INVALID_HANDLE_VALUE : standard;
}

/* @param seeks  see struct open_file. @param path  of a folder, taken over; NULL = a file.
 * Both are given up where there is no row for them. */
static int take_row(HANDLE handle, bool seeks, wchar_t *path, int *fd)
{
    for (int i = STANDARD_MAX; i < FILES_MAX; i++) {
        HANDLE none = NULL;
        if (atomic_load(&files[i].handle) != NULL ||
            !atomic_compare_exchange_strong(&files[i].handle, &none, handle))
            continue;
        files[i].path = path;
        files[i].lock = NULL;
        files[i].at = 0;
        files[i].seeks = seeks;
        *fd = i;
        return 0;
    }
    (void)CloseHandle(handle);
    free(path);
    return EMFILE;
}

/* @return EACCES of a folder that is opened to write is EISDIR. */
int fm_windows_open(const wchar_t *path, DWORD access, DWORD how, DWORD flags, HANDLE *out)
{
    const HANDLE made =
        CreateFileW(path, access, SHARE_ALL, NULL, how, flags | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (made == INVALID_HANDLE_VALUE)
        return fm_windows_errno(GetLastError());
    *out = made;
    return 0;
}

static bool is_folder(HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION about;
    return GetFileInformationByHandle(handle, &about) &&
           (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

static int refuse_link(int folder, const char *name, unsigned how)
{
    struct fm_os_about about;
    return (how & FM_OS_NO_LINK) && fm_os_look(folder, name, false, &about) == 0 &&
                   about.kind == FM_OS_LINK
               ? ELOOP
               : 0;
}

int fm_os_open(int folder, const char *name, unsigned how, int *fd)
{
    wchar_t *path;
    HANDLE handle = NULL;
    DWORD access = how & FM_OS_READ || !(how & FM_OS_WRITE) ? GENERIC_READ : 0;
    access |= how & FM_OS_APPEND  ? (DWORD)FILE_APPEND_DATA | SYNCHRONIZE
              : how & FM_OS_WRITE ? GENERIC_WRITE
                                  : 0;
    int os_error = refuse_link(folder, name, how);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_path(folder, name, &path);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_open(path, access, how & FM_OS_NEW ? CREATE_NEW : OPEN_EXISTING,
                               FILE_ATTRIBUTE_NORMAL, &handle);
    free(path);
    struct fm_os_about about;
    const bool is_write = (how & FM_OS_WRITE) != 0;
    if (os_error == EACCES && is_write && fm_os_look(folder, name, true, &about) == 0 &&
        about.kind == FM_OS_FOLDER)
        return EISDIR;
    if (os_error != 0)
        return os_error;
    if (is_write && is_folder(handle)) {
        (void)CloseHandle(handle);
        return EISDIR;
    }
    return take_row(handle, GetFileType(handle) == FILE_TYPE_DISK && !(how & FM_OS_APPEND), NULL,
                    fd);
}

int fm_os_open_folder(int folder, const char *name, unsigned how, int *fd)
{
    wchar_t *path;
    HANDLE handle = NULL;
    int os_error = refuse_link(folder, name, how);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_path(folder, name, &path);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_open(path, FILE_READ_ATTRIBUTES | FILE_TRAVERSE | SYNCHRONIZE,
                               OPEN_EXISTING, 0, &handle);
    if (os_error == 0 && !is_folder(handle)) {
        (void)CloseHandle(handle);
        os_error = ENOTDIR;
    }
    if (os_error == 0)
        return take_row(handle, false, path, fd);
    free(path);
    return os_error;
}

const wchar_t *fm_windows_folder(int fd)
{
    return files[fd].path;
}

int fm_os_open_unnamed(int folder, int *fd)
{
    (void)folder;
    (void)fd;
    return ENOTSUP;
}

int fm_os_link(int fd, int folder, const char *name)
{
    (void)fd;
    (void)folder;
    (void)name;
    return ENOTSUP;
}

/* It has a name while it is open; the system removes it, also where the process is killed. */
int fm_os_open_scratch(const char *folder, int *fd)
{
    enum { TRIES = 1000 };
    wchar_t *path;
    int os_error = fm_windows_path(FM_OS_HERE, folder, &path);
    if (os_error != 0)
        return os_error;
    size_t n = wcslen(path);
    n -= n > 0 && path[n - 1] == L'\\'; /* two separators in a row name nothing after \\?\ */
    LARGE_INTEGER ticks;
    HANDLE handle = INVALID_HANDLE_VALUE;
    for (unsigned i = 0; i < TRIES && n + 40 < FM_PATH_UNITS; i++) {
        (void)QueryPerformanceCounter(&ticks);
        (void)swprintf(path + n, 40, L"\\fenmill-%lx-%llx.tmp",
                       (unsigned long)GetCurrentProcessId(), (unsigned long long)ticks.QuadPart);
        handle =
            CreateFileW(path, GENERIC_READ | GENERIC_WRITE | DELETE, SHARE_ALL, NULL, CREATE_NEW,
                        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        if (handle != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS)
            break;
    }
    os_error = handle == INVALID_HANDLE_VALUE ? fm_windows_errno(GetLastError()) : 0;
    free(path);
    return os_error != 0 ? os_error : take_row(handle, true, NULL, fd);
}

int fm_os_close(int fd)
{
    if (fd < STANDARD_MAX || fd >= FILES_MAX)
        return 0;
    const HANDLE lock = files[fd].lock, handle = atomic_load(&files[fd].handle);
    const BOOL closed = CloseHandle(handle);
    if (lock != NULL)
        (void)CloseHandle(lock);
    free(files[fd].path);
    atomic_store(&files[fd].handle, NULL); /* last: from here on the row is another's */
    return fm_windows_result(closed);
}

/* What a read says at the end of a pipe or file. */
static ptrdiff_t read_failed(void)
{
    const DWORD error = GetLastError();
    return error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF || error == ERROR_NO_DATA
               ? 0
               : -fm_windows_errno(error);
}

/* Wait until a pipe has something, at first without sleeping. @return false once cancelled. */
static bool await(HANDLE pipe, const atomic_bool *cancelled)
{
    enum { BUSY = 200 };
    DWORD ready = 0;
    for (unsigned i = 0; PeekNamedPipe(pipe, NULL, 0, NULL, &ready, NULL) && ready == 0; i++) {
        if (atomic_load_explicit(cancelled, memory_order_relaxed))
            return false;
        Sleep(i < BUSY ? 0 : 1);
    }
    return true;
}

ptrdiff_t fm_os_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled)
{
    const HANDLE handle = fm_windows_handle(fd);
    DWORD got = 0;
    if (fd >= STANDARD_MAX && files[fd].seeks) {
        const ptrdiff_t n = fm_os_read_at(fd, to, room, files[fd].at);
        files[fd].at += n > 0 ? (uint64_t)n : 0;
        return n;
    }
    if (cancelled != NULL && GetFileType(handle) == FILE_TYPE_PIPE && !await(handle, cancelled))
        return 0;
    return ReadFile(handle, to, room < CALL_MAX ? (DWORD)room : CALL_MAX, &got, NULL)
               ? (ptrdiff_t)got
               : read_failed();
}

static OVERLAPPED place_of(uint64_t offset)
{
    return (OVERLAPPED){.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
}

ptrdiff_t fm_os_read_at(int fd, unsigned char *to, size_t room, uint64_t offset)
{
    OVERLAPPED place = place_of(offset);
    DWORD got = 0;
    if (offset > (uint64_t)INT64_MAX)
        return 0;
    return ReadFile(fm_windows_handle(fd), to, room < CALL_MAX ? (DWORD)room : CALL_MAX, &got,
                    &place)
               ? (ptrdiff_t)got
               : read_failed();
}

bool fm_os_ready(int fd)
{
    DWORD ready = 0;
    const HANDLE handle = fm_windows_handle(fd);
    return GetFileType(handle) != FILE_TYPE_PIPE ||
           !PeekNamedPipe(handle, NULL, 0, NULL, &ready, NULL) || ready > 0;
}

/* @param place  NULL: where writing goes on. */
static int write_all(HANDLE handle, const unsigned char *from, size_t n, uint64_t *place)
{
    while (n > 0) {
        OVERLAPPED at = place_of(place == NULL ? 0 : *place);
        DWORD put = 0;
        if (!WriteFile(handle, from, n < CALL_MAX ? (DWORD)n : CALL_MAX, &put,
                       place == NULL ? NULL : &at))
            return fm_windows_errno(GetLastError());
        from += put;
        n -= put;
        if (place != NULL)
            *place += put;
    }
    return 0;
}

int fm_os_write(int fd, const unsigned char *from, size_t n)
{
    const bool seeks = fd >= STANDARD_MAX && files[fd].seeks;
    return write_all(fm_windows_handle(fd), from, n, seeks ? &files[fd].at : NULL);
}

int fm_os_write_at(int fd, const unsigned char *from, size_t n, uint64_t offset)
{
    return write_all(fm_windows_handle(fd), from, n, &offset);
}

/* Pipes, devices and folders have nothing to bring to the disk: NTFS keeps a journal of names. */
int fm_os_sync(int fd)
{
    const HANDLE handle = fm_windows_handle(fd);
    if (GetFileType(handle) != FILE_TYPE_DISK || FlushFileBuffers(handle))
        return 0;
    const int os_error = fm_windows_errno(GetLastError());
    return os_error == EACCES || os_error == EINVAL || os_error == ENOTSUP ? 0 : os_error;
}

int fm_os_sync_all(int fd)
{
    (void)fd;
    return ENOTSUP;
}

void fm_os_advise_reading(int fd)
{
    (void)fd;
}

/* A folder cannot be locked: its lock is that an object named after it is there, which goes with
 * the process. */
static int lock_folder(int fd, bool wait, const struct fm_os_about *about)
{
    wchar_t name[64];
    (void)swprintf(name, 64, L"Global\\fenmill-%llx-%llx", (unsigned long long)about->device,
                   (unsigned long long)about->inode);
    for (;;) {
        const HANDLE made = CreateMutexW(NULL, FALSE, name);
        if (made != NULL && GetLastError() != ERROR_ALREADY_EXISTS) {
            files[fd].lock = made;
            return 0;
        }
        if (made != NULL)
            (void)CloseHandle(made);
        if (!wait)
            return EWOULDBLOCK;
        Sleep(10);
    }
}

/* A lock keeps others from reading what it is of: so it is of a byte after any file's end. */
int fm_os_lock(int fd, bool wait)
{
    struct fm_os_about about;
    OVERLAPPED after = place_of((uint64_t)1 << 62);
    const int os_error = fm_os_about(fd, &about);
    if (os_error != 0)
        return os_error;
    return about.kind == FM_OS_FOLDER
               ? lock_folder(fd, wait, &about)
               : fm_windows_result(
                     LockFileEx(fm_windows_handle(fd),
                                LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY), 0,
                                1, 0, &after));
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Large pages want a right that users do not have. */
void *fm_os_pages(size_t n, size_t large)
{
    (void)large;
    return VirtualAlloc(NULL, n, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void *fm_os_pages_move(void *p, size_t old, size_t n, void *to)
{
    (void)p;
    (void)old;
    (void)n;
    (void)to;
    return NULL;
}

void fm_os_pages_use(unsigned char *p, size_t old, size_t n)
{
    (void)p;
    (void)old;
    (void)n;
}

void fm_os_pages_free(void *p, size_t n)
{
    (void)n;
    (void)VirtualFree(p, 0, MEM_RELEASE);
}

/* ---- text ------------------------------------------------------------------------------------ */

#ifdef __SSE2__
/* That of the system's library takes one byte after the other. Blocks of 16 bytes in their places
 * never reach into another page. */
void *memchr(const void *from, int byte, size_t n)
{
    const uintptr_t begin = (uintptr_t)from;
    const uintptr_t end = n < UINTPTR_MAX - begin ? begin + n : UINTPTR_MAX;
    const __m128i wanted = _mm_set1_epi8((char)byte);
    const unsigned char *block = (const unsigned char *)from - begin % 16;
    unsigned found = ~0u << begin % 16;
    for (; (uintptr_t)block < end; block += 16, found = ~0u) {
        const __m128i bytes = _mm_load_si128((const __m128i *)(const void *)block);
        found &= (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
        if (found == 0)
            continue;
        block += __builtin_ctz(found);
        return (uintptr_t)block < end ? (void *)(uintptr_t)block : NULL;
    }
    return NULL;
}
#endif

/* ---- process --------------------------------------------------------------------------------- */

uint32_t fm_os_code(int os_error)
{
    const DWORD code = GetLastError();
    return os_error != 0 && code != 0 && fm_windows_errno(code) == os_error ? (uint32_t)code : 0;
}

uint64_t fm_os_process(void)
{
    return GetCurrentProcessId();
}

uint64_t fm_os_now(void)
{
    static const uint64_t UNTIL_1970 = 116444736000000000;
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return (fm_windows_join(now.dwHighDateTime, now.dwLowDateTime) - UNTIL_1970) * 100;
}

unsigned fm_os_descriptors(unsigned wanted)
{
    return wanted;
}

unsigned fm_os_threads(unsigned wanted, uint64_t each)
{
    (void)each;
    return wanted;
}

int fm_os_thread(pthread_t *thread, size_t stack, void *(*run)(void *user), void *user)
{
    pthread_attr_t attr;
    int error = pthread_attr_init(&attr);
    if (error != 0)
        return error;
    if (stack != 0)
        error = pthread_attr_setstacksize(&attr, stack);
    if (error == 0)
        error = pthread_create(thread, &attr, run, user);
    (void)pthread_attr_destroy(&attr);
    return error;
}
