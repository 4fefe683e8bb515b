/* SPDX-License-Identifier: MIT */
/* The one table of what a profile may contain. It serves reading, --set, printing, hints and the
 * manual. A new key is a row. */
#ifndef FM_PROFILE_SCHEMA_H
#define FM_PROFILE_SCHEMA_H
#include "profile/profile.h"

/* The form of a value in YAML, and the type that it is kept in: fm_key_kinds has a row of
 * each. The key decides the form, never YAML's guess. */
enum fm_key_type {
    FM_KEY_BOOL,   /* true | false; bool */
    FM_KEY_SWITCH, /* names[0] | names[1]; bool */
    FM_KEY_CHOICE, /* one of names; unsigned enum */
    /* one or a list of names; unsigned, bit `min` + index of the name; the preset has none */
    FM_KEY_SET,
    FM_KEY_NUMBER,   /* min..max; uint64_t */
    FM_KEY_SIZE,     /* min..max bytes, 64K, 256M, 1G; uint64_t */
    FM_KEY_RANGE,    /* 16..120, 20.., ..40, 7, both within min..max; struct fm_range */
    FM_KEY_PLIES,    /* a range in which negative numbers count from the end, and `last` */
    FM_KEY_FACTOR,   /* 0.36, at most max; uint64_t, in millionths */
    FM_KEY_SHARE,    /* 10, or 0.5% of all; struct fm_text, see fm_share_read() */
    FM_KEY_PART,     /* 2/7, at most max of them; struct fm_part */
    FM_KEY_TEXT,     /* struct fm_text */
    FM_KEY_TEXTS,    /* a text or a list of texts; struct fm_text, FM_TEXTS_APART between two */
    FM_KEY_COLUMNS,  /* a list of fields, some renamed; columns of struct fm_record_fields */
    FM_KEY_SORT,     /* a list of fields, some with a minus; sort of struct fm_profile_output */
    FM_KEY_BY,       /* a list of fields, some with a divisor; by of struct fm_profile_output */
    FM_KEY_LETTERS,  /* the preset (auto, keep) or a language; const struct fm_language * */
    FM_KEY_VARIANT,  /* auto or a variant; const struct fm_variant * */
    FM_KEY_CONSUMER, /* a program; const struct fm_consumer * */
    FM_KEY_TAGS, /* tag: rule or list of rules; tags of struct fm_profile_games, ops of positions */
    FM_KEY_RULE, /* rule or list of rules on the tag names[0]; struct fm_tag_rule *, NULL = none */
    FM_KEY_TAG_SETS, /* a list of mappings as FM_KEY_TAGS; a pointer and a count */
    /* a signature, or {white: , black: }; struct fm_text, see filter/position_filter.h */
    FM_KEY_MATERIAL,
    FM_KEY_OPS,       /* opcode: template; ops of struct fm_record_fields */
    FM_KEY_SET_TAGS,  /* tag: template; set_tags of struct fm_profile_output */
    FM_KEY_MEANINGS,  /* column: meaning; columns of struct fm_profile_input */
    FM_KEY_TAG_NAMES, /* keep, roster, or a list of names; tags of struct fm_profile_output */
    FM_KEY_OPCODES,   /* a list of opcodes; drops of struct fm_record_fields */
    FM_KEY_MERGES,    /* a list of opcodes that can be merged; merges of struct fm_record_fields */
    FM_KEY_OUTPUTS,   /* a list of mappings with the keys of `output:` and the next two */
    FM_KEY_WHEN,      /* the keys of `games:`, within an entry of `outputs:` */
    FM_KEY_POSITIONS, /* the keys of `positions:`, within an entry of `outputs:` */
    FM_KEY_TYPES
};

/* The struct that a key's offset counts in. */
enum fm_key_section {
    FM_SECTION_PROFILE,
    FM_SECTION_INPUT,
    FM_SECTION_GAMES,
    FM_SECTION_POSITIONS,
    FM_SECTION_OUTPUT
};

enum fm_key_flag {
    FM_KEY_UNSET = 1 << 0,       /* no default value: other keys decide the value */
    FM_KEY_ENTRY = 1 << 1,       /* allowed only within an entry of `outputs:` */
    FM_KEY_GLOBAL = 1 << 2,      /* not allowed within an entry of `outputs:` */
    FM_KEY_FIRST = 1 << 3,       /* read before the other keys of its mapping, wherever it is */
    FM_KEY_BY_CONSUMER = 1 << 4, /* decided by `for`, unless the key itself is set */
    FM_KEY_BY_DIALECT = 1 << 6,  /* decided by `dialect`, unless the key itself is set */
    FM_KEY_TEMPLATE = 1 << 5     /* FM_KEY_TEXT: the text is a template */
};

struct fm_key_kind;

struct fm_key {
    const char *path; /* path: "input.on-error" */
    size_t path_size; /* length of `path` in bytes */
    enum fm_key_type type;
    const struct fm_key_kind *kind; /* row of the type */
    enum fm_key_section section;
    size_t offset; /* place of the value in the section's struct */
    /* Words that the key takes, NULL-terminated; NULL: see the type. */
    const char *const *names;
    int64_t min, max;   /* limits of a number, inclusive; of FM_KEY_SET: see there */
    const char *preset; /* default value as text; NULL: zero, empty */
    unsigned flags;     /* set of enum fm_key_flag */
    const char *help;   /* values and meaning, in one line */
    /* Example of a condition; NULL: the key is no condition. */
    const struct fm_condition *condition;
};

struct fm_key_reader;
struct fm_key_writer;
struct fm_yaml_node;

/* The form of a list. */
enum fm_key_form {
    FM_FORM_NONE,     /* not a list */
    FM_FORM_WORDS,    /* a sequence of words, or one word */
    FM_FORM_ITEMS,    /* a sequence, or one item */
    FM_FORM_SEQUENCE, /* a sequence */
    FM_FORM_MAPPING   /* a mapping of names to values */
};

/* A list in its section: a pointer, and the count right after it. Each item begins with its name,
 * but for those of FM_FORM_SEQUENCE, which have none. */
struct fm_key_items {
    const void *of;
    size_t count;
};

/* An item as it is written. */
struct fm_key_item {
    const struct fm_yaml_node *at;   /* place of the name, for messages */
    struct fm_text name;             /* key of a pair, or text of a word */
    const struct fm_yaml_node *node; /* value of a pair, or the whole item */
};

/* Read a value, or an item of a list, that the key takes. On failure the place is unchanged.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
typedef enum fm_status fm_key_value_reader(const struct fm_key_reader *reader,
                                           const struct fm_key *key, void *slot,
                                           const struct fm_yaml_node *node);
typedef enum fm_status fm_key_item_reader(const struct fm_key_reader *reader,
                                          const struct fm_key *key, const struct fm_key_item *item,
                                          void *out);

/* A type of keys: how its values are kept, read and written. */
struct fm_key_kind {
    size_t size;              /* bytes of a value in its section; 0: no value of its own */
    const char *expects;      /* accepted values, for messages; NULL: the words of the key */
    bool limited;             /* true: messages have the limits of the key after `expects` */
    const char *const *names; /* words that all keys of the type take, NULL-terminated */
    /* One of these reads a value, and leaves *slot as it is unless it returns FM_OK or true. */
    bool (*scan)(const struct fm_key *key, struct fm_text text, void *slot);
    fm_key_value_reader *read;
    fm_key_item_reader *read_item;
    /* Write a value, or an item of a list, as YAML. */
    void (*print)(const void *slot, struct fm_key_writer *out);
    bool (*equal)(const void *slot, const void *other); /* NULL: the same bytes are equal */
    /* The members below are for lists. */
    enum fm_key_form form;
    size_t item_size;  /* bytes of an item */
    bool members;      /* true: "games.tags.White" sets one item */
    const char *none;  /* word for an empty list; NULL: a list without items */
    const char *twice; /* why a name cannot be in the list twice; NULL: it can */
};

extern const struct fm_key_kind fm_key_kinds[FM_KEY_TYPES];

extern const struct fm_key fm_keys[];
extern const size_t fm_key_count;
enum { FM_KEYS_MAX = 160 }; /* fm_keys has no more: schema.c */

/** The key of a path, or NULL. */
const struct fm_key *fm_key_find(struct fm_text path);
/** Is the key allowed there? */
static inline bool fm_key_allowed(const struct fm_key *key, bool entry)
{
    return !(key->flags & (entry ? FM_KEY_GLOBAL : FM_KEY_ENTRY));
}

/** The place where the key's value is kept. @param output  an entry of `outputs:`, or the
 * profile's own. */
void *fm_key_slot(const struct fm_key *key, struct fm_profile *profile,
                  struct fm_profile_output *output);

#endif
