/* SPDX-License-Identifier: MIT */
/* Names: whole paths, what is there under a name, renaming and removing. See os_windows.h. */
#include <config.h>
#include "os/os_windows.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int fm_windows_errno(DWORD error)
{
    static const struct {
        DWORD error;
        int os_error;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_BAD_NET_NAME, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_NOT_READY, ENOENT},
        {ERROR_NO_UNICODE_TRANSLATION, ENOENT},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_DELETE_PENDING, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_NOT_SAME_DEVICE, EXDEV},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_FILE_TOO_LARGE, EFBIG},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_INVALID_FUNCTION, EINVAL},
        {ERROR_INVALID_PARAMETER, EINVAL},
        {ERROR_NOT_SUPPORTED, ENOTSUP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error)
            return rows[i].os_error;
    return EIO;
}

int fm_windows_result(BOOL done)
{
    return done ? 0 : fm_windows_errno(GetLastError());
}

/* ---- POSIX functions that the C library lacks
 * ------------------------------------------------- */

char *strndup(const char *text, size_t n)
{
    const size_t length = strnlen(text, n);
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    copy[length] = '\0';
    return memcpy(copy, text, length);
}

char *stpcpy(char *to, const char *from)
{
    const size_t n = strlen(from);
    return (char *)memcpy(to, from, n + 1) + n;
}

/* ---- paths ----------------------------------------------------------------------------------- */

int fm_windows_wide(const char *text, wchar_t **out)
{
    const int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *made = n == 0 ? NULL : calloc((size_t)n, sizeof *made);
    if (made == NULL)
        return n == 0 ? ENOENT : ENOMEM;
    (void)MultiByteToWideChar(CP_UTF8, 0, text, -1, made, n);
    *out = made;
    return 0;
}

/* A half of a surrogate pair alone becomes U+FFFD, and such a name is not found again. */
int fm_windows_text(const wchar_t *wide, char **out)
{
    const int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *made = n == 0 ? NULL : malloc((size_t)n);
    if (made == NULL)
        return n == 0 ? EINVAL : ENOMEM;
    (void)WideCharToMultiByte(CP_UTF8, 0, wide, -1, made, n, NULL, NULL);
    *out = made;
    return 0;
}

/* @param path  FM_PATH_UNITS of memory. @return characters; 0 = failed. */
static DWORD find_base(int folder, const wchar_t *name, wchar_t *path)
{
    static const wchar_t drive[] = L"\\\\?\\", share[] = L"\\\\?\\UNC\\";
    if (folder != FM_OS_HERE)
        return (DWORD)wcslen(wcscpy(path, fm_windows_folder(folder)));
    DWORD n = GetFullPathNameW(name, FM_PATH_UNITS - 8, path, NULL);
    if (n == 0 || n >= FM_PATH_UNITS - 8)
        return 0;
    if (wcsncmp(path, L"\\\\.\\", 4) == 0 || wcsncmp(path, drive, 4) == 0) /* a device; whole */
        return n;
    /* \\server\share becomes \\?\UNC\server\share. */
    const bool is_share = path[0] == L'\\' && path[1] == L'\\';
    const wchar_t *const prefix = is_share ? share : drive;
    const size_t drop = is_share ? 2 : 0, length = wcslen(prefix);
    memmove(path + length, path + drop, (n + 1 - drop) * sizeof *path);
    memcpy(path, prefix, length * sizeof *path);
    return n + (DWORD)(length - drop);
}

/* The whole path of a name in a folder. @param[out] out  to be freed with free(). */
int fm_windows_path(int folder, const char *name, wchar_t **out)
{
    wchar_t *wide, *path = malloc(FM_PATH_UNITS * sizeof *path);
    int os_error = path == NULL ? ENOMEM : fm_windows_wide(name, &wide);
    if (os_error != 0) {
        free(path);
        return os_error;
    }
    DWORD n = find_base(folder, wide, path);
    os_error = n == 0 ? fm_windows_errno(GetLastError()) : 0;
    if (os_error == 0 && folder != FM_OS_HERE && wcscmp(wide, L".") != 0) {
        const size_t more = wcslen(wide);
        if (n + 2 + more > FM_PATH_UNITS)
            os_error = ENAMETOOLONG;
        else
            wcscat(wcscat(path, path[n - 1] == L'\\' ? L"" : L"\\"), wide);
        for (wchar_t *p = path + n; os_error == 0 && *p != L'\0'; p++)
            *p = *p == L'/' ? L'\\' : *p;
    }
    free(wide);
    if (os_error == 0)
        *out = path;
    else
        free(path);
    return os_error;
}

bool fm_os_is_separator(char c)
{
    return c == '/' || c == '\\';
}

size_t fm_os_folder_length(const char *path)
{
    size_t n = strlen(path);
    while (n > 0 && !fm_os_is_separator(path[n - 1]) && !(n == 2 && path[1] == ':'))
        n--;
    return n;
}

int fm_os_compare_names(const char *a, const char *b)
{
    wchar_t *x = NULL, *y = NULL;
    const bool made = fm_windows_wide(a, &x) == 0 && fm_windows_wide(b, &y) == 0;
    const int result = made ? CompareStringOrdinal(x, -1, y, -1, TRUE) - CSTR_EQUAL : strcmp(a, b);
    free(x);
    free(y);
    return result;
}

/* Explorer and most programs drop a full stop or blank at the end of a name. */
bool fm_os_may_end(unsigned char c)
{
    return c != '.' && c != ' ';
}

int fm_os_temporary_folder(unsigned number, char **out)
{
    wchar_t path[MAX_PATH + 1];
    if (number > 0)
        return ENOENT;
    const DWORD n = GetTempPathW(MAX_PATH + 1, path);
    return n == 0 || n > MAX_PATH ? ENOENT : fm_windows_text(path, out);
}

/* ---- what is there
 * ----------------------------------------------------------------------------- */

/* A point of another kind, as of a file that is only in the cloud, is the file itself. */
static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO about;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &about, sizeof about) &&
           (about.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (about.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            about.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

static void take_time(FILETIME written, struct fm_os_about *out)
{
    static const uint64_t UNTIL_1970 = 116444736000000000; /* in units of 100 ns, from 1601 */
    const int64_t since =
        (int64_t)(fm_windows_join(written.dwHighDateTime, written.dwLowDateTime) - UNTIL_1970);
    out->seconds = since / 10000000;
    out->nanoseconds = (uint32_t)(since % 10000000) * 100;
}

/* @param number  identity of what is no file. */
int fm_windows_describe(HANDLE handle, uint64_t number, struct fm_os_about *out)
{
    BY_HANDLE_FILE_INFORMATION from;
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_UNKNOWN && GetLastError() != NO_ERROR)
        return fm_windows_errno(GetLastError());
    *out = (struct fm_os_about){.kind = FM_OS_OTHER, .device = UINT64_MAX, .inode = number};
    if (type != FILE_TYPE_DISK)
        return 0;
    /* A handle that another program made may tell nothing of itself, and be written all the
     * same. */
    if (!GetFileInformationByHandle(handle, &from))
        return number < 3 ? 0 : fm_windows_errno(GetLastError());
    *out = (struct fm_os_about){
        .kind = is_link(handle)                                    ? FM_OS_LINK
                : from.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? FM_OS_FOLDER
                                                                   : FM_OS_FILE,
        .device = from.dwVolumeSerialNumber,
        .inode = fm_windows_join(from.nFileIndexHigh, from.nFileIndexLow),
        .size = fm_windows_join(from.nFileSizeHigh, from.nFileSizeLow),
    };
    take_time(from.ftLastWriteTime, out);
    return 0;
}

int fm_os_about(int fd, struct fm_os_about *out)
{
    return fm_windows_describe(fm_windows_handle(fd), (uint64_t)fd, out);
}

int fm_os_stamp(int fd, struct fm_os_about *out)
{
    const HANDLE handle = fm_windows_handle(fd);
    LARGE_INTEGER size;
    FILETIME written;
    *out = (struct fm_os_about){.kind = FM_OS_FILE};
    if (!GetFileSizeEx(handle, &size) || !GetFileTime(handle, NULL, NULL, &written))
        return fm_windows_errno(GetLastError());
    out->size = (uint64_t)size.QuadPart;
    take_time(written, out);
    return 0;
}

/* Opened without access a file is there also for who may not read it. */
int fm_os_look(int folder, const char *name, bool follow, struct fm_os_about *out)
{
    wchar_t *path;
    HANDLE handle = NULL;
    int os_error = fm_windows_path(folder, name, &path);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_open(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING,
                               follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT, &handle);
    free(path);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_describe(handle, UINT64_MAX, out);
    (void)CloseHandle(handle);
    return os_error;
}

bool fm_os_same(const struct fm_os_about *a, const struct fm_os_about *b)
{
    return a->device == b->device && a->inode == b->inode;
}

/* A new file has the rights that its folder hands down. */
int fm_os_copy_rights(int fd, const struct fm_os_about *old)
{
    (void)fd;
    (void)old;
    return 0;
}

int fm_os_may_add(int folder)
{
    wchar_t *path;
    HANDLE handle = NULL;
    int os_error = fm_windows_path(folder, ".", &path);
    if (os_error != 0)
        return os_error;
    os_error =
        fm_windows_open(path, FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY, OPEN_EXISTING, 0, &handle);
    free(path);
    if (os_error == 0)
        (void)CloseHandle(handle);
    return os_error;
}

/* All links on the way are followed in one step. One that leads nowhere is no link here, and is
 * replaced. */
int fm_os_read_link(const char *name, char **out)
{
    struct fm_os_about about;
    HANDLE handle = NULL;
    wchar_t *path;
    int os_error = fm_os_look(FM_OS_HERE, name, false, &about);
    if (os_error != 0 || about.kind != FM_OS_LINK)
        return os_error != 0 ? os_error : EINVAL;
    os_error = fm_windows_path(FM_OS_HERE, name, &path);
    if (os_error != 0)
        return os_error;
    os_error = fm_windows_open(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, 0, &handle);
    if (os_error == 0) {
        const DWORD n = GetFinalPathNameByHandleW(handle, path, FM_PATH_UNITS, 0);
        os_error = n == 0 || n >= FM_PATH_UNITS ? EINVAL : fm_windows_text(path, out);
        (void)CloseHandle(handle);
        for (char *p = os_error == 0 ? *out : NULL; p != NULL && *p != '\0'; p++)
            *p = *p == '\\' ? '/' : *p; /* so that it begins as an absolute path does */
    } else {
        os_error = EINVAL;
    }
    free(path);
    return os_error;
}

int fm_os_list(int folder, const char *name,
               bool (*one)(void *user, const char *entry, uint64_t inode), void *user)
{
    wchar_t *path;
    WIN32_FIND_DATAW found;
    int os_error = fm_windows_path(folder, name, &path);
    if (os_error != 0)
        return os_error;
    const size_t n = wcslen(path);
    if (n + 3 > FM_PATH_UNITS) {
        free(path);
        return ENAMETOOLONG;
    }
    wcscat(path, path[n - 1] == L'\\' ? L"*" : L"\\*");
    const HANDLE names =
        FindFirstFileExW(path, FindExInfoBasic, &found, FindExSearchNameMatch, NULL, 0);
    os_error = names == INVALID_HANDLE_VALUE ? fm_windows_errno(GetLastError()) : 0;
    free(path);
    if (os_error != 0)
        return os_error;
    bool more = true;
    while (os_error == 0 && more) {
        char *entry;
        os_error = fm_windows_text(found.cFileName, &entry);
        if (os_error != 0)
            break;
        more = one(user, entry, 0);
        free(entry);
        if (more && !FindNextFileW(names, &found)) {
            more = false;
            os_error = GetLastError() == ERROR_NO_MORE_FILES ? 0 : fm_windows_errno(GetLastError());
        }
    }
    (void)FindClose(names);
    return os_error;
}

/* `[a-z]`, `[!a-z]`: whether the set at @p set has the byte. @param[out] end  after the set; NULL =
 * it does not end. */
static bool set_has(const char *set, unsigned char c, const char **end)
{
    const bool other = set[1] == '!' || set[1] == '^';
    const char *p = set + 1 + other, *const first = p;
    bool found = false;
    for (; *p != '\0' && (*p != ']' || p == first); p++) {
        const bool range = p[1] == '-' && p[2] != '\0' && p[2] != ']';
        found = found || (range ? c >= (unsigned char)p[0] && c <= (unsigned char)p[2]
                                : c == (unsigned char)*p);
        p += range ? 2 : 0;
    }
    *end = *p == ']' ? p + 1 : NULL;
    return found != other;
}

/* A name is found whatever the case of its letters. */
static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* After a `*`, what comes is tried at each place, the last `*` alone: those before it have
 * matched. */
bool fm_os_matches(const char *name, const char *pattern)
{
    const char *star = NULL, *from = name;
    for (;;) {
        const char *end = pattern + 1;
        bool same = *name != '\0' && *pattern != '\0';
        if (*pattern == '*') {
            star = ++pattern;
            from = name;
            continue;
        }
        if (same && *pattern == '[') {
            same = set_has(pattern, (unsigned char)*name, &end);
            if (end == NULL) {
                same = *name == '[';
                end = pattern + 1;
            }
        } else if (same && *pattern != '?') {
            same = folded(*pattern) == folded(*name);
        }
        if (same) {
            name++;
            pattern = end;
        } else if (*name == '\0' && *pattern == '\0') {
            return true;
        } else if (star == NULL || *from == '\0') {
            return false;
        } else {
            name = ++from;
            pattern = star;
        }
    }
}

bool fm_os_is_pattern(const char *name)
{
    return strpbrk(name, "*?") != NULL;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* struct FILE_RENAME_INFO as Windows 10 has it; older headers do not know the flags. */
struct rename_info {
    DWORD flags;
    HANDLE root;
    DWORD bytes;
    wchar_t name[];
};
enum { RENAME_INFO_EX = 22, RENAME_REPLACE = 1, RENAME_POSIX = 2 };

/* Replace a file even while it is open, as a store is by the run that renews it. */
static BOOL replace_open(const wchar_t *from, const wchar_t *to)
{
    const size_t n = wcslen(to) * sizeof *to, size = sizeof(struct rename_info) + n + sizeof *to;
    struct rename_info *info = calloc(1, size);
    HANDLE handle = NULL;
    BOOL done = FALSE;
    if (info != NULL && fm_windows_open(from, DELETE | SYNCHRONIZE, OPEN_EXISTING,
                                        FILE_FLAG_OPEN_REPARSE_POINT, &handle) == 0) {
        info->flags = RENAME_REPLACE | RENAME_POSIX;
        info->bytes = (DWORD)n;
        memcpy(info->name, to, n);
        done = SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_INFO_EX, info,
                                          (DWORD)size);
        (void)CloseHandle(handle);
    }
    free(info);
    return done;
}

/* File systems without that: an open file can be renamed, so it makes way, and goes when it is
 * closed. */
static BOOL replace_aside(const wchar_t *from, const wchar_t *to)
{
    BOOL done = FALSE;
    const size_t n = wcslen(to), size = n + 24;
    wchar_t *aside = malloc(size * sizeof *aside);
    if (aside == NULL)
        return FALSE;
    (void)swprintf(aside, size, L"%ls.%lx.old", to, (unsigned long)GetCurrentProcessId());
    const DWORD attributes = GetFileAttributesW(to);
    if (attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY) &&
        MoveFileExW(to, aside, 0)) {
        done = MoveFileExW(from, to, 0);
        if (done)
            (void)DeleteFileW(aside);
        else
            (void)MoveFileExW(aside, to, 0);
    }
    free(aside);
    return done;
}

/* A scanner for viruses looks at files that were just written, and nobody may rename them
 * meanwhile: it is tried again for a second. */
int fm_os_rename(int from_folder, const char *from, int to_folder, const char *to, bool replace)
{
    enum { TRIES = 50, PAUSE_MS = 20 };
    wchar_t *old = NULL, *new = NULL;
    int os_error = fm_windows_path(from_folder, from, &old);
    if (os_error == 0)
        os_error = fm_windows_path(to_folder, to, &new);
    for (unsigned i = 0; os_error == 0; i++) {
        if (MoveFileExW(old, new, 0) ||
            (replace &&
             (replace_open(old, new) || MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING) ||
              replace_aside(old, new))))
            break;
        const DWORD error = GetLastError();
        if (i == TRIES || (error != ERROR_SHARING_VIOLATION && error != ERROR_ACCESS_DENIED))
            os_error = fm_windows_errno(error);
        else
            Sleep(PAUSE_MS);
    }
    free(old);
    free(new);
    return os_error;
}

static int on_path(int folder, const char *name, BOOL(WINAPI *call)(const wchar_t *path))
{
    wchar_t *path;
    const int os_error = fm_windows_path(folder, name, &path);
    if (os_error != 0)
        return os_error;
    const int result = fm_windows_result(call(path));
    free(path);
    return result;
}

int fm_os_remove(int folder, const char *name)
{
    return on_path(folder, name, DeleteFileW);
}

static BOOL WINAPI make_path(const wchar_t *path)
{
    return CreateDirectoryW(path, NULL);
}

int fm_os_make_folder(int folder, const char *name, unsigned how)
{
    (void)how;
    return on_path(folder, name, make_path);
}

int fm_os_remove_folder(int folder, const char *name)
{
    return on_path(folder, name, RemoveDirectoryW);
}
