/* SPDX-License-Identifier: MIT */
/* See system.h. Names are UTF-8 in the program and UTF-16 in calls of the system. */
#include <config.h>
#include "system.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>

enum { PATH_UNITS = 32768, BUFFER_BYTES = 64 << 10 };

/* @return NULL: no memory, or @p text is no UTF-8. */
static wchar_t *wide_of(const char *text)
{
    const int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *made = n == 0 ? NULL : calloc((size_t)n, sizeof *made);
    if (made != NULL)
        (void)MultiByteToWideChar(CP_UTF8, 0, text, -1, made, n);
    return made;
}

static char *text_of(const wchar_t *wide)
{
    const int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *made = n == 0 ? NULL : malloc((size_t)n);
    if (made != NULL)
        (void)WideCharToMultiByte(CP_UTF8, 0, wide, -1, made, n, NULL, NULL);
    return made;
}

static UINT console; /* the code page that the console had */

static void restore_console(void)
{
    (void)SetConsoleOutputCP(console);
}

/* What is written is UTF-8, without a CR before each line end. The C library writes every byte of
 * an unbuffered stream alone, which is slow, and a console shows no character that comes in pieces;
 * it knows no stream that is flushed after each line. So all is gathered; messages flush
 * themselves. */
bool fm_system_start(int *argc, char ***argv)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **made = wide == NULL ? NULL : calloc((size_t)count + 1, sizeof *made);
    for (int i = 0; made != NULL && i < count; i++)
        if ((made[i] = text_of(wide[i])) == NULL)
            return false;
    LocalFree((void *)wide);
    if (made == NULL)
        return false;
    *argc = count;
    *argv = made;
    for (int fd = FM_STDIN; fd <= FM_STDERR; fd++)
        (void)_setmode(fd, _O_BINARY);
    setvbuf(stdout, NULL, _IOFBF, BUFFER_BYTES);
    setvbuf(stderr, NULL, _IOFBF, BUFFER_BYTES);
    console = GetConsoleOutputCP();
    if (console != 0 && SetConsoleOutputCP(CP_UTF8))
        (void)atexit(restore_console);
    return true;
}

/* _isatty() holds for NUL, too. */
bool fm_system_is_terminal(int fd)
{
    static const DWORD names[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    DWORD mode;
    return GetConsoleMode(GetStdHandle(names[fd]), &mode);
}

const char *fm_system_variable(const char *name)
{
    wchar_t *wide = wide_of(name);
    const wchar_t *const value = wide == NULL ? NULL : _wgetenv(wide);
    free(wide);
    return value == NULL ? NULL : text_of(value);
}

/* %APPDATA%\fenmill */
char *fm_system_settings(void)
{
    const char *const base = fm_system_variable("APPDATA");
    if (base == NULL || *base == '\0')
        return NULL;
    const size_t size = strlen(base) + sizeof "\\fenmill";
    char *path = malloc(size);
    if (path != NULL)
        (void)snprintf(path, size, "%s\\fenmill", base);
    return path;
}

char *fm_system_program(void)
{
    wchar_t *path = malloc(PATH_UNITS * sizeof *path);
    const DWORD n = path == NULL ? 0 : GetModuleFileNameW(NULL, path, PATH_UNITS);
    char *text = n == 0 || n == PATH_UNITS ? NULL : text_of(path);
    free(path);
    return text;
}

size_t fm_system_folder_length(const char *path)
{
    size_t n = strlen(path);
    while (n > 0 && path[n - 1] != '/' && path[n - 1] != '\\' && !(n == 2 && path[1] == ':'))
        n--;
    return n;
}

bool fm_system_exists(const char *name)
{
    wchar_t *wide = wide_of(name);
    const bool there = wide != NULL && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return there;
}

FILE *fm_system_open(const char *name)
{
    wchar_t *wide = wide_of(name);
    FILE *file = wide == NULL ? NULL : _wfopen(wide, L"rb");
    const int error = wide == NULL ? ENOENT : errno;
    free(wide);
    errno = error;
    return file;
}

uint64_t fm_system_size(const char *name)
{
    wchar_t *wide = name == NULL ? NULL : wide_of(name);
    WIN32_FILE_ATTRIBUTE_DATA about;
    LARGE_INTEGER size = {.QuadPart = 0};
    if (name == NULL) {
        const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
        return GetFileType(input) == FILE_TYPE_DISK && GetFileSizeEx(input, &size)
                   ? (uint64_t)size.QuadPart
                   : 0;
    }
    const bool there = wide != NULL && GetFileAttributesExW(wide, GetFileExInfoStandard, &about) &&
                       !(about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY);
    free(wide);
    return there ? (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow : 0;
}

unsigned fm_system_cores(void)
{
    DWORD_PTR allowed = 0, all = 0;
    unsigned count = 0;
    (void)GetProcessAffinityMask(GetCurrentProcess(), &allowed, &all);
    for (; allowed != 0; allowed &= allowed - 1)
        count++;
    return count == 0 ? 1 : count;
}
