/* SPDX-License-Identifier: MIT */
/* One YAML document as a small tree. The only place that uses libyaml. Parts of YAML that a profile
 * does not need (anchors, aliases, tags, several documents) are refused here. The meaning of values
 * is in schema.h. */
#ifndef FM_PROFILE_YAML_H
#define FM_PROFILE_YAML_H
#include "base/base.h"

enum fm_yaml_type { FM_YAML_SCALAR, FM_YAML_SEQUENCE, FM_YAML_MAPPING };

enum {
    FM_YAML_BYTES_MAX = 1024 * 1024, /* bytes of a document */
    FM_YAML_DEPTH_MAX = 16,          /* depth of nested lists and mappings */
    FM_YAML_ENTRIES_MAX = 1000       /* entries of one list or mapping */
};

struct fm_yaml_node {
    enum fm_yaml_type type;
    bool quoted;         /* true: in quotes or a block scalar, so an empty text is meant */
    struct fm_text text; /* text of a scalar */
    /* First child. The children of a sequence are its items, those of a mapping key, value, key,
     * value, ... */
    const struct fm_yaml_node *first;
    const struct fm_yaml_node *next; /* next node in the same sequence or mapping */
    size_t count;                    /* number of items or of pairs */
    uint64_t line, column;           /* place of the first byte, from 1; column in bytes */
    /* Column of the first byte of the text, where that is as in the document; else 0. */
    uint64_t text_column;
};

/** Is it a scalar with a text, which may be empty in quotes? */
static inline bool fm_yaml_is_text(const struct fm_yaml_node *node)
{
    return node->type == FM_YAML_SCALAR && (node->text.n > 0 || node->quoted);
}

/** Read one document.
 * @param arena  owns the tree and the texts of the error.
 * @param[out] out  NULL if the document is empty.
 * @return FM_OK, FM_BAD_PROFILE (error: line, column, what, detail), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_yaml_read(struct fm_text yaml, struct fm_arena *arena,
                                          const struct fm_yaml_node **out, struct fm_error *error);
/** "0.2.5": the library in use. */
const char *fm_yaml_version(void);

#endif
