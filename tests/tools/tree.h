/* SPDX-License-Identifier: MIT */
/* Folders of a trial: copied, removed, compared. */
#ifndef FM_TESTS_TREE_H
#define FM_TESTS_TREE_H
#include <stdbool.h>

/* A whole folder; nothing is done where there is none. */
void tree_remove(const char *folder);
/* The copy is made anew. Where @p from is not there, the copy is empty. */
void tree_copy(const char *from, const char *to);
/* Is no file in it? */
bool tree_empty(const char *folder);
/* Are two files the same, but for lines that give a time ("second")? A missing one equals none. */
bool tree_same_file(const char *a, const char *b);

struct tree_rule {
    const char *before;  /* what was there */
    const char *after;   /* what a run makes of it */
    const char *ignored; /* names that begin so are not looked at; NULL = none */
    bool complete;       /* all must be as in after */
    bool hidden;         /* names that begin with a dot may be left */
};

/* Is each file of a folder old or new, none lost, none left over?
 * @return what is wrong, valid until the next call; NULL = nothing. */
const char *tree_check(const char *folder, const struct tree_rule *rule);

#endif
