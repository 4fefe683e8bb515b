/* SPDX-License-Identifier: MIT */
/* The value of one key, by the row of its type: from YAML to the struct where it is kept, and back. */
#ifndef FM_PROFILE_KEY_KIND_H
#define FM_PROFILE_KEY_KIND_H
#include "profile/key_fault.h"

/** Read a value of any type but FM_KEY_OUTPUTS, FM_KEY_WHEN and FM_KEY_POSITIONS.
 * @param section  the struct that the key's offset counts in; unchanged on failure.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_read(const struct fm_key_reader *reader,
                                         const struct fm_key *key, void *section,
                                         const struct fm_yaml_node *node);
/** Give a key its default value. */
FM_MUST_CHECK enum fm_status fm_key_reset(struct fm_profile *profile, const struct fm_key *key,
                                          void *section);
/** Have two sections the same value of a key? Lists are the same only if they are one array. */
bool fm_key_equal(const struct fm_key *key, const void *section, const void *other);
/** Append the value as YAML. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_print(const struct fm_key *key, const void *section,
                                          struct fm_buf *out);
/** Bytes of the key's value in its section; of a list, the pointer and its count. */
static inline size_t fm_key_size(const struct fm_key *key)
{
    return fm_key_kinds[key->type].size;
}

#endif
