/* SPDX-License-Identifier: MIT */
/* Names of players as they are found, and as they are wanted: read from a file of the user's. */
#ifndef FM_PGN_ALIASES_H
#define FM_PGN_ALIASES_H
#include "base/memory.h"
#include "base/table.h"

/** A name as games have it, and what is written instead; UTF-8. */
struct fm_alias {
    struct fm_text found, wanted;
};

/** Const once they are read; zero-initialised is empty. */
struct fm_aliases {
    struct fm_table table; /* rows by the names as found */
    struct fm_buf text;    /* owns the texts */
};

/** Read a file: on each line a name as found, a TAB, the name wanted; blanks around both do not
 * count, nor do empty lines and lines that begin with #.
 * @param[out] out  zeroed; fm_aliases_free() after any outcome.
 * @return FM_OK, FM_INPUT_FAILED, FM_BAD_PROFILE (error: input, line, what, detail),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_aliases_read(const char *name, struct fm_aliases *out,
                                             struct fm_error *error);
void fm_aliases_free(struct fm_aliases *aliases);
/** The name that is wanted instead of a name in UTF-8, or NULL. It is not looked up again. */
const struct fm_text *fm_aliases_find(const struct fm_aliases *aliases, struct fm_text name);

#endif
