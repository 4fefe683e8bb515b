/* Tag pairs of one game: spans into the block. Values are raw (escapes \" and \\ as they stand). */
#ifndef FM_PGN_TAGS_H
#define FM_PGN_TAGS_H
#include "base/base.h"

/* Tags that the program itself looks at; all others are FM_TAG_OTHER and found by name. */
enum fm_tag_id {
    FM_TAG_OTHER,
    FM_TAG_EVENT,
    FM_TAG_SITE,
    FM_TAG_DATE,
    FM_TAG_ROUND,
    FM_TAG_WHITE,
    FM_TAG_BLACK,
    FM_TAG_RESULT,
    FM_TAG_FEN,
    FM_TAG_SETUP,
    FM_TAG_VARIANT,
    FM_TAG_WHITE_ELO,
    FM_TAG_BLACK_ELO,
    FM_TAG_ECO,
    FM_TAG_TIME_CONTROL,
    FM_TAG_IDS
};

struct fm_tag {
    struct fm_text name, value; /* without brackets and quotes; value trimmed of nothing */
    enum fm_tag_id id;
    bool escaped; /* value holds a backslash escape */
};

/** The first tag of that id / name (exact), or NULL. */
const struct fm_tag *fm_tag_find(const struct fm_tag *tags, size_t count, enum fm_tag_id id);
const struct fm_tag *fm_tag_named(const struct fm_tag *tags, size_t count, struct fm_text name);
/** The value with its escapes undone: the raw span itself, or a copy in the arena (empty when
 * memory is out). */
struct fm_text fm_tag_value(const struct fm_tag *tag, struct fm_arena *arena);

#endif
