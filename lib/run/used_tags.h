/* SPDX-License-Identifier: MIT */
/* The tags that templates of a run name. One that no game has is most likely misspelled: its
 * values are empty, and nothing else shows it. */
#ifndef FM_RUN_USED_TAGS_H
#define FM_RUN_USED_TAGS_H
#include "base/base.h"
#include "base/memory.h"
#include "pgn/tags.h"

struct fm_template;

/* A tag that a template names, without a text of its own for games that do not have it. */
struct fm_used_tag {
    struct fm_text name; /* a NUL after it */
    /* true: the template divides the value ({Round/2}), so a value that is not a number counts
     * as none */
    bool number;
};

enum { FM_USED_TAGS_MAX = 64 }; /* more tags are ignored */

/* Zero-initialised is empty. */
struct fm_used_tags {
    struct fm_used_tag tags[FM_USED_TAGS_MAX];
    size_t count;
};

/** Add the tags of a template; NULL has none. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_used_tags_add(struct fm_used_tags *used,
                                              const struct fm_template *template,
                                              struct fm_arena *arena);
/** Note which used tags a game has. @param seen  set of 1 << index; bits are added. */
void fm_used_tags_note(const struct fm_used_tags *used, const struct fm_tag *tags, size_t count,
                       uint64_t *seen);

#endif
