/* SPDX-License-Identifier: MIT */
/* Combinations of keys that exclude each other, as one table. A key that cannot have an effect is
 * refused, not ignored. A new conflict is a row. */
#ifndef FM_PROFILE_CONFLICTS_H
#define FM_PROFILE_CONFLICTS_H
#include "base/base.h"

/* When a row is checked. */
enum fm_conflict_scope {
    FM_CONFLICT_OF_PROFILE = 1, /* once, before the outputs are settled */
    FM_CONFLICT_OF_OUTPUT = 2,  /* checked for each output, after its format is known */
    FM_CONFLICT_OF_BOTH = 3     /* checked for `games:`, then for `when:` of each output */
};

/* The rows in the order in which they are checked.
 *
 * `when` is an expression: words with blanks between them hold if all hold, `a | b` if one does,
 * `!` is not, and there are parentheses. A word is
 *     a key, or a group of keys   one of them has another value than its default; a list: has items
 *     KEY=WORD,WORD               the key has one of these values
 *     own:KEY                     the key, or one of the group, was given for this output itself
 *     given:KEY                   the key was given for this output, there or in `output:`
 *     malformed:KEY               its text is not of the form that the key needs
 *     anything else               a test of conflict_check.c: `book`, `needs-moves` */
extern const struct fm_conflict fm_conflicts[];
extern const size_t fm_conflict_count;

#endif
