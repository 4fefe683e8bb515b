/* SPDX-License-Identifier: MIT */
/* Errors of profiles: what is wrong and where, what a key takes, and what was probably meant. The
 * numbers of keys are read here too, as a hint must be a value that the key takes. */
#ifndef FM_PROFILE_KEY_FAULT_H
#define FM_PROFILE_KEY_FAULT_H
#include "profile/schema.h"
#include "profile/yaml.h"

/* A place in a profile. */
struct fm_place {
    const char *input;     /* name of the profile; NULL: set as an option */
    uint64_t line, column; /* place, from 1; 0 = unknown */
};

/* The place that a struct with these three members has. */
#define FM_PLACE(at) ((struct fm_place){(at)->input, (at)->line, (at)->column})

/* The context of the functions that read and check a profile. */
struct fm_key_reader {
    struct fm_profile *profile;
    /* Output that is read: an entry of `outputs:`, or the profile's own. */
    struct fm_profile_output *output;
    struct fm_error *error; /* record for the fault; never NULL */
    const char *input;      /* name of the profile; NULL: set as an option */
};

/** Fill the error record with copies that the profile's arena owns. @return FM_BAD_PROFILE or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profile_fault(const struct fm_key_reader *reader,
                                              struct fm_place place, struct fm_text what,
                                              struct fm_text hint, struct fm_text detail);
/** The status of a check; where it is FM_BAD_PROFILE, a copy of the fault that it found, at this
 * place. */
FM_MUST_CHECK enum fm_status fm_profile_fault_of(const struct fm_key_reader *reader,
                                                 struct fm_place place, enum fm_status status,
                                                 const struct fm_error *found);

static inline struct fm_place fm_key_place(const struct fm_key_reader *reader,
                                           const struct fm_yaml_node *node)
{
    return (struct fm_place){reader->input, node->line, node->column};
}

/* YAML or a message that is being written. After the first failure nothing more is appended. */
struct fm_key_writer {
    struct fm_buf text;
    const struct fm_key *key; /* key whose value is printed */
    enum fm_status status;    /* FM_OK; after a failure FM_NO_MEMORY */
};

void fm_key_put(struct fm_key_writer *out, const char *word);
void fm_key_put_text(struct fm_key_writer *out, struct fm_text text);
enum { FM_KEY_NAMES_MAX = 40 };

/* Storage for the names of a table. */
struct fm_key_names {
    const char *list[FM_KEY_NAMES_MAX + 1];
};

/** The words that a key takes, NULL-terminated, or NULL if it takes none. The list is in @p room
 * if it is made from a table of languages or variants. */
const char *const *fm_key_names_of(const struct fm_key *key, struct fm_key_names *room);
/** Refuse a value: the hint is what was probably meant, the detail what the key takes.
 * @return FM_BAD_PROFILE or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_refuse(const struct fm_key_reader *reader,
                                           const struct fm_key *key,
                                           const struct fm_yaml_node *node);

/** Refuse a text of a value. @param detail  why, a constant. @return FM_BAD_PROFILE or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_refuse_text(const struct fm_key_reader *reader,
                                                const struct fm_yaml_node *node,
                                                struct fm_text what, const char *detail);
/** A copy in the arena of the profile, with a NUL after it, as names of files are passed to the
 * system.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_copy(const struct fm_key_reader *reader, struct fm_text text,
                                         struct fm_text *out);

/** Read a whole text as a number, or (FM_KEY_SIZE) as one with a unit: 64K, 256M, 1G, 2T.
 * @param slot  a uint64_t. @return false, the slot untouched, if it is anything else or outside the
 * key's limits. */
FM_MUST_CHECK bool fm_key_scan_amount(const struct fm_key *key, struct fm_text text, void *slot);
enum { FM_AMOUNT_MAX = 32 };
/** The text of such a number, with a NUL; of FM_KEY_SIZE in its largest unit. @param key  NULL:
 * none. */
const char *fm_key_amount_text(const struct fm_key *key, int64_t number, char room[FM_AMOUNT_MAX]);
/** Read a whole text as a factor with at most six decimals, more than 0. @param slot  a uint64_t,
 * in millionths. Returns the same. */
FM_MUST_CHECK bool fm_key_scan_factor(const struct fm_key *key, struct fm_text text, void *slot);
/** Read a whole text as a part of some: 2/7, or 2@plan.json. @param slot  a struct fm_part, whose
 * plan is in @p text. Returns the same. */
FM_MUST_CHECK bool fm_key_scan_part(const struct fm_key *key, struct fm_text text, void *slot);
/** Read a whole text as a range: 16..120, 20.., ..40, 7, `..` for no limit at all; for
 * FM_KEY_PLIES also `last`. @param slot  a struct fm_range. Returns the same. */
FM_MUST_CHECK bool fm_key_scan_range(const struct fm_key *key, struct fm_text text, void *slot);
/** Read a whole text as a number, or a share in percent with at most three decimals; an empty text
 * is not set. Returns the same. */
FM_MUST_CHECK bool fm_share_read(struct fm_text text, struct fm_share *out);

#endif
