/* SPDX-License-Identifier: MIT */
/* What differs between systems: files and folders, locks, pages, clock, processes. One file a
 * system implements it (os_posix.c, os_windows.c); no other of the library includes a header of the
 * system's. Files and folders that are open are descriptors, never negative, which programs that
 * the process starts do not get. A call that a signal interrupts is repeated. Every function that
 * returns int returns 0 or an errno value. All are for any thread. */
#ifndef FM_OS_OS_H
#define FM_OS_OS_H
#include <pthread.h>
#include <stdatomic.h>
#include "fenmill.h"

/* ---- files that are open --------------------------------------------------------------------- */

enum {
    FM_OS_HERE = -2, /* as a folder: the current one */
    FM_OS_STDIN = 0, /* what a process begins with */
    FM_OS_STDOUT
};

/* How a file is opened: a sum. */
enum {
    FM_OS_READ = 1,
    FM_OS_WRITE = 2,
    FM_OS_APPEND = 4,   /* with WRITE: at the end */
    FM_OS_NEW = 8,      /* it is made; EEXIST: there is something of that name */
    FM_OS_PRIVATE = 16, /* what is made is for its owner alone */
    FM_OS_NO_LINK = 32, /* ELOOP (a folder: or ENOTDIR): the name is a symbolic link */
    FM_OS_NO_WAIT = 64  /* a pipe does not wait for its other end */
};

/** @param folder  FM_OS_HERE, or one that is open. @param how  of the sum above. */
FM_MUST_CHECK int fm_os_open(int folder, const char *name, unsigned how, int *fd);
/** A folder, also one that may be entered and not listed. @param how  FM_OS_NO_LINK, or 0. */
FM_MUST_CHECK int fm_os_open_folder(int folder, const char *name, unsigned how, int *fd);
/** Make a file without a name in a folder that is open, to write. Any failure may mean that the
 * system or the file system cannot. */
FM_MUST_CHECK int fm_os_open_unnamed(int folder, int *fd);
/** Give a file of fm_os_open_unnamed() a name. EEXIST: there is something of that name. */
FM_MUST_CHECK int fm_os_link(int fd, int folder, const char *name);
/** Make a file to read and write that never has a name, or not for long, and is gone when
 * closed. */
FM_MUST_CHECK int fm_os_open_scratch(const char *folder, int *fd);
/** Some systems report as late as here what could not be written. */
int fm_os_close(int fd);

/** Read once; a descriptor that does not block is waited for.
 * @param cancelled  NULL, or looked at while nothing comes: once it is true, that is the end.
 * @return bytes (0 at the end), or minus an errno value. */
ptrdiff_t fm_os_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled);
/** Read once, from that offset of a regular file. @return as above. */
ptrdiff_t fm_os_read_at(int fd, unsigned char *to, size_t room, uint64_t offset);
/** Whether reading would not wait now. */
bool fm_os_ready(int fd);
/** Write all; part may have been written after a failure. */
FM_MUST_CHECK int fm_os_write(int fd, const unsigned char *from, size_t n);
/** Write all at that offset of a regular file. */
FM_MUST_CHECK int fm_os_write_at(int fd, const unsigned char *from, size_t n, uint64_t offset);
/** Bring a file, or the names in a folder, to the disk. What a file system cannot do is no
 * error. */
FM_MUST_CHECK int fm_os_sync(int fd);
/** The whole file system that the descriptor is in. ENOTSUP: the system cannot. */
FM_MUST_CHECK int fm_os_sync_all(int fd);
/** A regular file will be read from its beginning to its end. */
void fm_os_advise_reading(int fd);
/** Lock a file or folder against other processes, until it is closed. EWOULDBLOCK: another holds
 * the lock, and @p wait is false. */
int fm_os_lock(int fd, bool wait);

/* ---- what is there
 * ----------------------------------------------------------------------------- */

enum fm_os_kind { FM_OS_FILE, FM_OS_FOLDER, FM_OS_LINK, FM_OS_OTHER }; /* other: device, pipe ... */

struct fm_os_about {
    enum fm_os_kind kind;
    uint64_t device, inode;        /* numbers that identify the file under any name */
    uint64_t size;                 /* bytes of a file */
    int64_t seconds;               /* time of the last write, in seconds since 1970 */
    uint32_t nanoseconds;          /* nanoseconds of that second */
    uint32_t owner, group, rights; /* owner and rights, for fm_os_copy_rights() alone */
};

FM_MUST_CHECK int fm_os_about(int fd, struct fm_os_about *out);
/** Size and time of the last write of a file alone: for each block that is read. Windows needs
 * several times as long for all of it. */
#ifdef _WIN32
FM_MUST_CHECK int fm_os_stamp(int fd, struct fm_os_about *out);
#else
FM_MUST_CHECK static inline int fm_os_stamp(int fd, struct fm_os_about *out)
{
    return fm_os_about(fd, out);
}
#endif
/** @param follow  what a symbolic link leads to, not the link. */
FM_MUST_CHECK int fm_os_look(int folder, const char *name, bool follow, struct fm_os_about *out);
bool fm_os_same(const struct fm_os_about *a, const struct fm_os_about *b);
/** Give a file owner and rights of the one that it will replace. A group that cannot be kept loses
 * its rights. */
FM_MUST_CHECK int fm_os_copy_rights(int fd, const struct fm_os_about *old);
/** Whether names can be made in a folder that is open. */
FM_MUST_CHECK int fm_os_may_add(int folder);
/** The text of a symbolic link; EINVAL: it is none. @param[out] out  to be freed with free(). */
FM_MUST_CHECK int fm_os_read_link(const char *name, char **out);
/** Call for every name in a folder, `.` and `..` among them, until it returns false.
 * @param inode  of a regular file, as the folder has it; 0 = it may be anything. */
int fm_os_list(int folder, const char *name,
               bool (*one)(void *user, const char *entry, uint64_t inode), void *user);

/** Whether a name is of a pattern of `*`, `?` and `[a-z]`. */
bool fm_os_matches(const char *name, const char *pattern);
/** Whether a name that the user gave is a pattern, since the system's shells leave them to
 * programs. */
bool fm_os_is_pattern(const char *name);

/* ---- paths ----------------------------------------------------------------------------------- */

/** `/` everywhere, on Windows `\` too. */
bool fm_os_is_separator(char c);
/** Bytes of the part of a path that names a folder, with what separates it from the name in it. */
size_t fm_os_folder_length(const char *path);
/** As strcmp(), of two names in one folder: 0 = they are of one file. */
int fm_os_compare_names(const char *a, const char *b);
/** Whether a name may end with that byte. */
bool fm_os_may_end(unsigned char c);
/** A folder for temporary files; number 0 is the first to try. ENOENT: there are no more.
 * @param[out] out  to be freed with free(). */
FM_MUST_CHECK int fm_os_temporary_folder(unsigned number, char **out);

/* ---- names ----------------------------------------------------------------------------------- */

/** Where @p replace is false and there is something of the new name: EEXIST. */
FM_MUST_CHECK int fm_os_rename(int from_folder, const char *from, int to_folder, const char *to,
                               bool replace);
/** Remove the name of what is no folder. */
int fm_os_remove(int folder, const char *name);
/** @param how  FM_OS_PRIVATE, or 0. */
FM_MUST_CHECK int fm_os_make_folder(int folder, const char *name, unsigned how);
/** Remove a folder in which nothing is. */
int fm_os_remove_folder(int folder, const char *name);

/* ---- pages ----------------------------------------------------------------------------------- */

/** @param large  0, or the size of large pages, of which whole ones are to be taken.
 * @return cleared bytes, or NULL: no memory. */
void *fm_os_pages(size_t n, size_t large);
/** Give pages another size, and maybe another address, without a copy.
 * @param to  NULL, or pages of the new size that they take the place of.
 * @return NULL: not done, and nothing has changed. */
void *fm_os_pages_move(void *p, size_t old, size_t n, void *to);
/** They are used soon. */
void fm_os_pages_use(unsigned char *p, size_t old, size_t n);
void fm_os_pages_free(void *p, size_t n);

/* ---- process --------------------------------------------------------------------------------- */

/** The system's own number of the failure that has just become this errno value; 0: there is none,
 * or it is not known any more. */
uint32_t fm_os_code(int os_error);
/** The number of this process. */
uint64_t fm_os_process(void);
/** Nanoseconds since 1970. */
uint64_t fm_os_now(void);
/** Descriptors that may be open, of which the caller wants at most @p wanted. */
unsigned fm_os_descriptors(unsigned wanted);
/** Threads for which there is room where the process may use only so much address space: at most @p
 * wanted, at least 1. @param each  bytes that one takes beside its stack. */
unsigned fm_os_threads(unsigned wanted, uint64_t each);
/** Start a thread in which all signals are blocked. @param stack  bytes, raised to the system's
 * minimum; 0 = the system's default. @return an errno value: nothing was started. */
FM_MUST_CHECK int fm_os_thread(pthread_t *thread, size_t stack, void *(*run)(void *user),
                               void *user);

#endif
