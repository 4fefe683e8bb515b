/* The value of one key: from YAML to where it is kept; and errors of profiles, which say what is wrong
 * and where. */
#ifndef FM_PROFILE_KEY_VALUE_H
#define FM_PROFILE_KEY_VALUE_H
#include "profile/schema.h"
#include "profile/yaml.h"

/* Where something is in a profile. */
struct fm_place {
    const char *input;     /* name of the profile; NULL: set as an option */
    uint64_t line, column; /* 0 = none */
};

/** Fill the error record with copies that the profile's arena owns. @return FM_BAD_PROFILE or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profile_fault(struct fm_profile *profile, struct fm_error *error,
                                              struct fm_place place, struct fm_text what,
                                              struct fm_text hint, struct fm_text detail);
/** Words one after the other, in the arena; empty when memory is out. @param words
 * NULL-terminated. */
struct fm_text fm_words(struct fm_arena *arena, const char *const *words);

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

/** Read a whole text as a number, or (FM_KEY_SIZE) as one with a unit: 64K, 256M, 1G, 2T.
 * @return false, *out untouched, if it is anything else or outside the key's limits. */
FM_MUST_CHECK bool fm_key_read_amount(const struct fm_key *key, struct fm_text text, uint64_t *out);
/** Read a whole text as a range: 16..120, 20.., ..40, 7, `..` for no limit at all; for
 * FM_KEY_PLIES also `last`. Returns the same. */
FM_MUST_CHECK bool fm_key_read_range(const struct fm_key *key, struct fm_text text,
                                     struct fm_range *out);

#endif
