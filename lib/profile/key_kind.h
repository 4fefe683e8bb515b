/* SPDX-License-Identifier: MIT */
/* The value of one key, by the row of its type: from YAML to the struct where it is kept, and
 * back. */
#ifndef FM_PROFILE_KEY_KIND_H
#define FM_PROFILE_KEY_KIND_H
#include "profile/key_fault.h"

/** Read a value of any type but FM_KEY_OUTPUTS, FM_KEY_WHEN and FM_KEY_POSITIONS.
 * @param slot  the place of the value; unchanged on failure.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_read(const struct fm_key_reader *reader,
                                         const struct fm_key *key, void *slot,
                                         const struct fm_yaml_node *node);
/** Give a key its default value. */
void fm_key_reset(const struct fm_key *key, void *slot);
/** Is the value the default one? A list is if it was never set. */
bool fm_key_is_default(const struct fm_key *key, const void *slot);
/** Bytes of the key's value in its section; of a list, the pointer and its count. */
static inline size_t fm_key_size(const struct fm_key *key)
{
    return key->kind->size;
}

/** Append a value as YAML, in one line that reads back as the same value. */
void fm_key_print(const struct fm_key *key, const void *slot, struct fm_key_writer *out);

#endif
