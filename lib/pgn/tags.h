/* SPDX-License-Identifier: MIT */
/* Tag pairs: those of a game, reading one from text, and the places in a text that tags decide.
 * Values are raw spans of the block (the escapes \" and \\ as they are). */
#ifndef FM_PGN_TAGS_H
#define FM_PGN_TAGS_H
#include "base/base.h"
#include "base/lanes.h"

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

/* A tag pair; texts are spans of the block. */
struct fm_tag {
    struct fm_text name, value; /* without brackets and quotes; blanks of the value are kept */
    enum fm_tag_id id;          /* FM_TAG_OTHER: the program does not look at such a tag */
    bool escaped;               /* value has a backslash */
    bool utf8;                  /* value is UTF-8, whatever the encoding of the game */
};

/** The first tag of that id / name (exact), or NULL. */
const struct fm_tag *fm_tag_find(const struct fm_tag *tags, size_t count, enum fm_tag_id id);
const struct fm_tag *fm_tag_named(const struct fm_tag *tags, size_t count, struct fm_text name);
/** The value with its escapes undone: the raw span itself, or a copy in the arena.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_value(const struct fm_tag *tag, struct fm_arena *arena,
                                          struct fm_text *out);

enum { FM_TAG_SLOTS = 16 };

struct fm_tag_slot {
    uint64_t key;       /* the first eight bytes of the name, the first in the lowest bits */
    unsigned char size; /* bytes of the name; 0 = no name has this slot */
    unsigned char id;   /* enum fm_tag_id */
};
extern const struct fm_tag_slot fm_tag_slots[FM_TAG_SLOTS];

/** The first eight bytes of a name as a number. @param name  padded: eight bytes may be read
 * whatever its length. */
FM_INLINE uint64_t fm_tag_key(struct fm_text name)
{
    const uint64_t key = fm_eight_load(name.p);
    return name.n < 8 ? key & ((UINT64_C(1) << 8 * name.n) - 1) : key;
}

/* A perfect hash: this multiplier, found by trial, gives each known name a slot of its own. */
FM_INLINE enum fm_tag_id fm_tag_id_of_key(struct fm_text name, uint64_t key)
{
    const struct fm_tag_slot *slot = &fm_tag_slots[key * UINT64_C(0x25b7501ac9c1ffef) >> 60];
    if (slot->key != key || slot->size != name.n)
        return FM_TAG_OTHER;
    if (name.n > 8 && memcmp(name.p + 8, "rol", 3) != 0)
        return FM_TAG_OTHER; /* `TimeControl` is the one long name */
    return (enum fm_tag_id)slot->id;
}

FM_INLINE enum fm_tag_id fm_tag_id_of(struct fm_text name)
{
    return fm_tag_id_of_key(name, fm_tag_key(name));
}

/** One bit of 64, to remember a name by. */
FM_INLINE uint64_t fm_tag_bit_of_key(uint64_t key)
{
    return UINT64_C(1) << (key * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

/* Filled by fm_tag_read(). */
struct fm_tag_found {
    struct fm_tag tag;        /* an empty name where there is none */
    const unsigned char *end; /* end of the tag pair */
    bool cut;                 /* more text after the end could change this answer */
    bool malformed;           /* the pair is not [Name "value"], blanks and line ends apart */
};

/** Read what begins with the `[` at @p p, in a place where a tag pair is due. Always ends after
 * p: where nothing closes the pair, at its line's end. Takes time in proportion to the lines it
 * covers.
 * @param end  after the text, which is padded. */
void fm_tag_read(const unsigned char *p, const unsigned char *end, struct fm_tag_found *out);
/* Each of these sets *cut where it came to the end of the text, so that more text could change
 * the answer. */

/** Is there a tag pair at the `[` at @p p: a name, a quoted value and `]` on one line, or a
 * well-formed pair over several? */
bool fm_tag_is_on_line(const unsigned char *p, const unsigned char *end, bool *cut);
/** Is there a well-formed `[Event "..."]`, on one line? */
bool fm_tag_is_event(const unsigned char *p, const unsigned char *end, bool *cut);
/** May a game begin at that `[`: fm_tag_is_on_line(), or one of the names that the program knows
 * and a quote? */
bool fm_tag_opens(const unsigned char *p, const unsigned char *end, bool *cut);

/* In each: @p floor is the first byte that may be looked at, @p end is after the last. */

/** Where the line of p begins, if nothing but blanks and a byte order mark are before p on it; else
 * NULL. */
const unsigned char *fm_line_start(const unsigned char *p, const unsigned char *floor);
/** Does an empty line end before p, which begins a line? */
bool fm_follows_empty_line(const unsigned char *p, const unsigned char *floor);
/** Is a tag pair's end, quote and bracket, the last before p, blanks apart? */
bool fm_follows_tag(const unsigned char *p, const unsigned char *floor);
/** Is there a hard boundary at the `[` at @p p? */
bool fm_is_hard_boundary(const unsigned char *p, const unsigned char *floor,
                         const unsigned char *end);

#endif
