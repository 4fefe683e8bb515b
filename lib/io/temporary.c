/* SPDX-License-Identifier: MIT */
/* Temporary files: see temporary.h. A sweeping run may meet a file between its making and its
 * locking: so who makes one looks after the lock whether it still has its name, and makes another
 * if not; and who sweeps removes only what it holds the lock of. */
#include <config.h>
#include "io/temporary.h"
#include <errno.h>
#include <stdlib.h>
#include "base/utf8.h"
#include "os/os.h"

enum {
    /* Names are drawn at random of 36^4, 1.7 million: that many in use is no accident. */
    TRIES = 1000,
    DIGITS = 4,
    DIGIT_VALUES = 36, /* digits and small letters: file systems may not tell case */
    NAME_BYTES = 255,  /* NAME_MAX of nearly all file systems */
    SHORT_BYTES = 64   /* where it is less */
};

#define INFIX ".fenmill-"
enum { INFIX_BYTES = sizeof INFIX - 1, ADDED_BYTES = 1 + INFIX_BYTES + DIGITS };

/* How much of a name is taken, so that the whole is at most of that many bytes. */
static size_t cut(const char *name, size_t most)
{
    const size_t n = strlen(name);
    size_t kept = 0;
    for (size_t length; kept < n; kept += length) {
        length = fm_utf8_length((const unsigned char *)name + kept, n - kept);
        length = length == 0 ? 1 : length;
        if (kept + length > most - ADDED_BYTES)
            break;
    }
    return kept;
}

/* Whether a name has the form that fm_temporary_make() gives, exactly: a sweep removes what has it,
 * and nothing that a person would name. */
static bool is_temporary(const char *name, size_t n)
{
    if (name[0] != '.' || n <= ADDED_BYTES ||
        memcmp(name + n - DIGITS - INFIX_BYTES, INFIX, INFIX_BYTES) != 0)
        return false;
    for (const char *p = name + n - DIGITS; p < name + n; p++)
        if (!((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z')))
            return false;
    return true;
}

/* @return 0, EEXIST where the name is gone or another's, errno. */
static int check_same(int fd, int folder, const char *name)
{
    struct fm_os_about opened, named;
    int os_error = fm_os_about(fd, &opened);
    if (os_error != 0)
        return os_error;
    os_error = fm_os_look(folder, name, false, &named);
    return os_error == ENOENT || (os_error == 0 && !fm_os_same(&opened, &named)) ? EEXIST
                                                                                 : os_error;
}

/* Make something of that name, lock it, then look whether the name still leads to it: between
 * making and locking another run may have taken it for one that was left, and removed it. Where
 * there are no locks nobody can sweep. @return EEXIST: another name must be taken. */
static int make_one(int folder, const char *hidden, enum fm_temporary what, int *out)
{
    int fd, os_error;
    if (what == FM_TEMPORARY_LINK)
        return fm_os_link(*out, folder, hidden);
    if (what == FM_TEMPORARY_FOLDER) {
        os_error = fm_os_make_folder(folder, hidden, FM_OS_PRIVATE);
        if (os_error != 0)
            return os_error;
        os_error = fm_os_open_folder(folder, hidden, FM_OS_NO_LINK, &fd);
        os_error = os_error == ENOENT ? EEXIST : os_error; /* it was swept */
    } else {
        os_error = fm_os_open(folder, hidden,
                              FM_OS_READ | FM_OS_WRITE | FM_OS_NEW |
                                  (what == FM_TEMPORARY_PRIVATE ? FM_OS_PRIVATE : 0),
                              &fd);
        if (os_error != 0)
            return os_error;
    }
    if (os_error == 0) {
        (void)fm_os_lock(fd, true);
        os_error = check_same(fd, folder, hidden);
        if (os_error == 0)
            *out = fd;
        else
            (void)fm_os_close(fd);
    }
    if (os_error != 0 && os_error != EEXIST)
        (void)(what == FM_TEMPORARY_FOLDER ? fm_os_remove_folder(folder, hidden)
                                           : fm_os_remove(folder, hidden));
    return os_error;
}

int fm_temporary_make(int folder, const char *name, enum fm_temporary what, int *fd,
                      char **temporary)
{
    char *hidden = malloc(NAME_BYTES + 1);
    if (hidden == NULL)
        return ENOMEM;
    if (what == FM_TEMPORARY_LINK)
        (void)fm_os_lock(*fd, true);
    size_t most = NAME_BYTES;
    int os_error = EEXIST;
    for (unsigned try = 0; os_error == EEXIST && try < TRIES; try++) {
        const size_t n = cut(name, most);
        hidden[0] = '.';
        memcpy(hidden + 1, name, n);
        memcpy(hidden + 1 + n, INFIX, INFIX_BYTES);
        /* Digits that no other process or try is likely to draw. */
        char *end = hidden + n + ADDED_BYTES;
        const uint64_t seeds[] = {fm_os_process(), fm_os_now(), (uintptr_t)end, try};
        uint64_t number = fm_hash128_of(seeds, sizeof seeds, 0).lo;
        for (unsigned i = 1; i <= DIGITS; i++, number /= DIGIT_VALUES)
            end[-(int)i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % DIGIT_VALUES];
        *end = '\0';
        os_error = make_one(folder, hidden, what, fd);
        if (os_error == ENAMETOOLONG && most > SHORT_BYTES) {
            most = SHORT_BYTES;
            os_error = EEXIST;
        }
    }
    if (os_error == 0)
        *temporary = hidden;
    else
        free(hidden);
    return os_error;
}

static bool remove_entry(void *user, const char *entry, uint64_t inode)
{
    (void)inode;
    (void)fm_os_remove(*(const int *)user, entry); /* . and .. are refused */
    return true;
}

bool fm_temporary_remove_folder(int folder, const char *temporary)
{
    int fd;
    if (fm_os_open_folder(folder, temporary, FM_OS_NO_LINK, &fd) == 0) {
        (void)fm_os_list(fd, ".", remove_entry, &fd);
        (void)fm_os_close(fd);
    }
    return fm_os_remove_folder(folder, temporary) == 0;
}

/* What a living run made is locked. The name is looked at again under the lock, since its owner may
 * have renamed it just before. */
static bool sweep_entry(void *user, const char *name, uint64_t inode)
{
    const int folder = *(const int *)user;
    struct fm_os_about about;
    int fd;
    (void)inode;
    if (!is_temporary(name, strlen(name)) || fm_os_look(folder, name, false, &about) != 0)
        return true;
    const bool is_folder = about.kind == FM_OS_FOLDER;
    if ((!is_folder && about.kind != FM_OS_FILE) ||
        (is_folder
             ? fm_os_open_folder(folder, name, FM_OS_NO_LINK, &fd)
             : fm_os_open(folder, name, FM_OS_READ | FM_OS_NO_LINK | FM_OS_NO_WAIT, &fd)) != 0)
        return true;
    if (fm_os_lock(fd, false) == 0 && check_same(fd, folder, name) == 0) {
        if (is_folder)
            (void)fm_temporary_remove_folder(folder, name);
        else
            (void)fm_os_remove(folder, name);
    }
    (void)fm_os_close(fd);
    return true;
}

void fm_temporary_sweep(int folder)
{
    (void)fm_os_list(folder, ".", sweep_entry, &folder);
}
