/* SPDX-License-Identifier: MIT */
/* The tag section of a game as an output writes it. Its pairs are those of the game, some of them
 * changed or dropped, and new ones. It is written in its place, all that is not changed byte for
 * byte; or anew, in an order and in the form of the PGN standard (8.1.1, 8.2.1). */
#ifndef FM_PGN_TAG_SECTION_H
#define FM_PGN_TAG_SECTION_H
#include "base/memory.h"
#include "pgn/encoding.h"
#include "pgn/result.h"
#include "pgn/tags.h"

enum { FM_ROSTER_TAGS = 7 };
/* The seven tag roster (PGN standard 8.1.1), in its order; NULL-terminated. */
extern const char *const fm_roster_tags[FM_ROSTER_TAGS + 1];

struct fm_tag_pair {
    struct fm_text name;
    struct fm_text value;       /* without escapes; of one that is as found, unset */
    const struct fm_tag *found; /* the tag in the game; NULL = a new one */
    bool changed, dropped;
    bool written; /* fm_tag_section_write() has written it */
};

/* Lives in its arena. */
struct fm_tag_section {
    const unsigned char *begin, *moves, *end; /* the game: first byte, possible movetext, end */
    struct fm_tag_pair *pairs;                /* tags in the order of the game */
    size_t count, cap;
    struct fm_arena *arena;
    enum fm_result result; /* result of the game, where it was worked out */
    bool ends_otherwise;   /* the token after the moves is another result or spelling */
    /* Encoding from which copied text becomes UTF-8; AUTO: it stays as it is. Values that are set
     * stay. */
    enum fm_encoding encoding;
};

/* The parts of a section that are written anew, and their order. */
struct fm_tag_order {
    /* Names, with `*` for any text, and `roster`: the whole seven tag roster; NULL = all pairs. */
    const struct fm_text *names;
    size_t count;
    bool roster_first;  /* the seven tag roster is first; without names it is complete */
    bool variant_first; /* the Variant tag is before the FEN tag */
    bool keeps_start;   /* FEN, SetUp and Variant are written whatever the names are */
    bool crlf;          /* lines end in CR LF */
};

/** A section with all pairs of a game, or none. @param moves  where the movetext may begin.
 * @return FM_OK or FM_NO_MEMORY, as all of these. */
FM_MUST_CHECK enum fm_status fm_tag_section_begin(struct fm_tag_section *section,
                                                  struct fm_text game, const unsigned char *moves,
                                                  const struct fm_tag *tags, size_t count,
                                                  struct fm_arena *arena);
/** The first pair of that name (exact) that is not dropped, or NULL; valid until one is added. */
struct fm_tag_pair *fm_tag_section_find(const struct fm_tag_section *section, struct fm_text name);
/** Its value without escapes; empty if there is no such pair. */
FM_MUST_CHECK enum fm_status fm_tag_section_value(const struct fm_tag_section *section,
                                                  const struct fm_tag_pair *pair,
                                                  struct fm_text *value);
/** Give a pair another value, which must last. One that it has already changes nothing. */
FM_MUST_CHECK enum fm_status fm_tag_section_change(const struct fm_tag_section *section,
                                                   struct fm_tag_pair *pair, struct fm_text value);
/** Add a pair before another one. @param before  NULL = at the end. */
FM_MUST_CHECK enum fm_status fm_tag_section_add(struct fm_tag_section *section,
                                                const struct fm_tag_pair *before,
                                                struct fm_text name, struct fm_text value);
/** Change the pair of that name, or add it at the end; there is one of it then. */
FM_MUST_CHECK enum fm_status fm_tag_section_set(struct fm_tag_section *section, struct fm_text name,
                                                struct fm_text value);
/** Drop all pairs of that name but one. @param kept  NULL = none is kept. */
void fm_tag_section_drop(struct fm_tag_section *section, struct fm_text name,
                         const struct fm_tag_pair *kept);
/** Append the game up to its movetext, each change in its place.
 * @param[out] rest  the part of the game that follows. */
FM_MUST_CHECK enum fm_status fm_tag_section_edit(const struct fm_tag_section *section,
                                                 struct fm_buf *out, const unsigned char **rest);
/** Append the pairs of an order, each on a line. There is always one: at least Result. */
FM_MUST_CHECK enum fm_status fm_tag_section_write(struct fm_tag_section *section,
                                                  const struct fm_tag_order *order,
                                                  struct fm_buf *out);
/** Append the game up to its movetext, with the pairs of an order in place of its own. Text between
 * them, which is rare, follows them.
 * @param[out] rest  the part of the game that follows. */
FM_MUST_CHECK enum fm_status fm_tag_section_replace(struct fm_tag_section *section,
                                                    const struct fm_tag_order *order,
                                                    struct fm_buf *out, const unsigned char **rest);
/** Find the text before the next pair of the game that has more than blanks before it.
 * @param[in,out] at  0 at first. @return false: there is none. */
bool fm_tag_section_gap(const struct fm_tag_section *section, size_t *at, struct fm_text *gap);
/** Does the last pair end in CR LF? */
bool fm_tag_section_is_crlf(const struct fm_tag_section *section);

#endif
