/* The value of one key as YAML. */
#ifndef FM_PROFILE_KEY_PRINT_H
#define FM_PROFILE_KEY_PRINT_H
#include "profile/schema.h"

/** Append the value, in one line; nothing for FM_KEY_OUTPUTS, FM_KEY_WHEN and FM_KEY_POSITIONS.
 * @param section  the struct that the key's offset counts in.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_print(const struct fm_key *key, const void *section,
                                          struct fm_buf *out);

#endif
