/* SPDX-License-Identifier: MIT */
/* What the files of the Windows implementation have in common. Windows 10 and later. Names are
 * UTF-8 in the library and UTF-16 here, always whole paths with the prefix \\?\, which lifts the
 * limit of 260 characters. Every file is opened so that others may read, write, rename and remove
 * it meanwhile, as on POSIX. */
#ifndef FM_OS_OS_WINDOWS_H
#define FM_OS_OS_WINDOWS_H
#include "os/os.h"
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { FM_PATH_UNITS = 32768 }; /* UTF-16 units of the longest path, with its end */

/** The two halves of a number. */
static inline uint64_t fm_windows_join(DWORD high, DWORD low)
{
    return (uint64_t)high << 32 | low;
}

/** The errno value of an error of the system. */
int fm_windows_errno(DWORD error);
/** The same of the last error, where a call has failed; 0 where not. */
int fm_windows_result(BOOL done);
/** UTF-8 to UTF-16. @param[out] out  to be freed with free(). @return ENOENT: it is no UTF-8. */
FM_MUST_CHECK int fm_windows_wide(const char *text, wchar_t **out);
/** UTF-16 to UTF-8. @param[out] out  to be freed with free(). */
FM_MUST_CHECK int fm_windows_text(const wchar_t *wide, char **out);
/** The whole path of a name in a folder. @param[out] out  FM_PATH_UNITS, to be freed with
 * free(). */
FM_MUST_CHECK int fm_windows_path(int folder, const char *name, wchar_t **out);
/** The whole path of a folder that is open, as it was when it was opened. */
const wchar_t *fm_windows_folder(int fd);
/** The handle of a descriptor; INVALID_HANDLE_VALUE: there is none. */
HANDLE fm_windows_handle(int fd);
/** CreateFileW(), shared with all. @param how  OPEN_EXISTING and its like. */
FM_MUST_CHECK int fm_windows_open(const wchar_t *path, DWORD access, DWORD how, DWORD flags,
                                  HANDLE *out);
/** @param number  identity of what is no file. */
FM_MUST_CHECK int fm_windows_describe(HANDLE handle, uint64_t number, struct fm_os_about *out);

#endif
