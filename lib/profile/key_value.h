/* The value of one key: from YAML to where it is kept, and back to text. */
#ifndef FM_PROFILE_KEY_VALUE_H
#define FM_PROFILE_KEY_VALUE_H
#include "profile/profile_fault.h"
#include "profile/schema.h"
#include "profile/yaml.h"

/* One reading: of a document, or of an option. */
struct fm_reader {
    struct fm_profile *profile;
    struct fm_error *error; /* never NULL */
    const char *input;      /* name of the profile; NULL: an option */
};

static inline struct fm_place fm_reader_place(const struct fm_reader *reader,
                                              const struct fm_yaml_node *node)
{
    return (struct fm_place){reader->input, node->line, node->column};
}

/** Read a value of any type but FM_KEY_OUTPUTS, FM_KEY_WHEN and FM_KEY_POSITIONS.
 * @param section  the struct that the key's offset counts in; unchanged on failure.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_read(const struct fm_reader *reader, const struct fm_key *key,
                                         void *section, const struct fm_yaml_node *node);
/** Give a key its default value. */
FM_MUST_CHECK enum fm_status fm_key_reset(struct fm_profile *profile, const struct fm_key *key,
                                          void *section);
/** Have two sections the same value of a key? Lists are the same only if they are one. */
bool fm_key_equal(const struct fm_key *key, const void *section, const void *other);
/** Bytes that the key's value takes in its section, what belongs to it included. */
size_t fm_key_size(const struct fm_key *key);

#endif
