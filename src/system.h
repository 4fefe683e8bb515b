/* SPDX-License-Identifier: MIT */
/* What the program needs of the system and differs between systems, beside signals and the sandbox:
 * system_posix.c, system_windows.c. Names, arguments and variables are UTF-8. */
#ifndef FM_SRC_SYSTEM_H
#define FM_SRC_SYSTEM_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "fenmill.h"

enum { FM_STDIN, FM_STDOUT, FM_STDERR }; /* descriptors that a program begins with */

/* What is between the folders of a variable, since a path on Windows has colons. */
#ifdef _WIN32
#    define FM_SYSTEM_BETWEEN ';'
#else
#    define FM_SYSTEM_BETWEEN ':'
#endif

/** Make the standard descriptors usable, and the arguments UTF-8. To be called first.
 * @return false: they cannot be. */
bool fm_system_start(int *argc, char ***argv);
/** Whether a person reads or writes at that descriptor. */
bool fm_system_is_terminal(int fd);
/** As getenv(). The text is the program's until it ends. */
const char *fm_system_variable(const char *name);
/** The folder of the user's own settings, to be freed with free(); NULL: there is none, or no
 * memory (errno is ENOMEM then). */
char *fm_system_settings(void);
/** The path of the program, to be freed with free(); NULL: it cannot be known, or no memory (errno
 * is ENOMEM then). */
char *fm_system_program(void);
/** Length of the part of a path that names a folder, with the separator. */
size_t fm_system_folder_length(const char *path);
bool fm_system_exists(const char *name);
/** As fopen(name, "rb"). */
FILE *fm_system_open(const char *name);
/** Bytes of a regular file; 0 = it is none, or empty. @param name  NULL: standard input. */
uint64_t fm_system_size(const char *name);
/** The cores that this process may use, at least 1. */
unsigned fm_system_cores(void);

#endif
