/* SPDX-License-Identifier: MIT */
/* The test vectors: tab-separated tables and lists of lines, here (tests/vectors) and, where
 * FENMILL_VECTORS names a folder of the same layout, as a whole. */
#ifndef FM_TESTS_VECTORS_H
#define FM_TESTS_VECTORS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { VECTOR_FIELDS_MAX = 12 };

struct vector_file {
    FILE *file;
    char *line;   /* the row, cut into its fields */
    size_t size;  /* of the memory at line */
    unsigned row; /* 1..; comment lines count */
    int fields;   /* of the row; the pointers after them are empty strings */
    char *field[VECTOR_FIELDS_MAX];
};

/** The folder with the small set; never NULL. */
const char *vectors_here(void);
/** The folder with the whole set, or NULL. */
const char *vectors_whole(void);
/** FENMILL_LONG is set to something else than 0: minutes instead of seconds. */
bool vectors_long(void);

/** Open a table. @return false, with a note on standard output, if it is not there. */
bool vector_open(struct vector_file *v, const char *folder, const char *name);
/** The next row that is no comment; false at the end. */
bool vector_next(struct vector_file *v);
/** The next line as it is, without its line end, as field 0; false at the end. */
bool vector_line(struct vector_file *v);
void vector_close(struct vector_file *v);
/** The whole file, NUL-terminated; NULL, with a note, if it is not there. To be freed. */
char *vector_text(const char *folder, const char *name);

#endif
