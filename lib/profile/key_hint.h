/* Wrong values: what the key takes, and what was probably meant. */
#ifndef FM_PROFILE_KEY_HINT_H
#define FM_PROFILE_KEY_HINT_H
#include "profile/key_value.h"

enum { FM_KEY_NAMES_MAX = 40 };

/* Room for the names of a table. */
struct fm_key_names {
    const char *list[FM_KEY_NAMES_MAX + 1];
};

/** The words that a key takes, NULL-terminated, or NULL if it takes none. Kept in @p room where
 * they come from a table elsewhere. */
const char *const *fm_key_names_of(const struct fm_key *key, struct fm_key_names *room);
/** Refuse a value: the hint is what was probably meant, the detail says what the key takes.
 * @return FM_BAD_PROFILE or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_refuse(const struct fm_reader *reader, const struct fm_key *key,
                                           const struct fm_yaml_node *node);

#endif
