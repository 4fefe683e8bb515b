/* SPDX-License-Identifier: MIT */
/* Searching the table of keys: groups, a word in place of a group, the names nearest to a
 * misspelled one. */
#ifndef FM_PROFILE_KEY_FIND_H
#define FM_PROFILE_KEY_FIND_H
#include "profile/schema.h"

/* A group of keys that also takes a single word (`unique: position`). */
struct fm_key_short {
    const char *group;  /* path of the group: "positions.unique" */
    const char *word;   /* word in place of the group; NULL: any that the key takes */
    const char *ending; /* ending of the word that is no part of the value; NULL = none */
    const char *key;    /* key of the group that the word sets */
    const char *value;  /* value of that key; NULL: the word itself */
};

/** Do paths of keys begin with this text, which ends in a point ("positions.",
 * "positions.sample.")? */
bool fm_key_is_group(struct fm_text path);
/** The meaning of a word in place of the group's mapping, or NULL.
 * @param group  path without a point at its end. */
const struct fm_key_short *fm_key_short_find(struct fm_text group, struct fm_text word);
/** The nearest name at the level of @p prefix ("" or "input."), or else the path of the same name
 * at another level; empty if nothing is near. @p entry: within an entry of `outputs:`.
 * @return a text of the table. */
struct fm_text fm_key_fault(struct fm_text prefix, struct fm_text word, bool entry);
/** The nearest whole path; empty if nothing is near. */
struct fm_text fm_key_path_hint(struct fm_text path);

#endif
