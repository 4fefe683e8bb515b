/* SPDX-License-Identifier: MIT */
/* Forms of tag values that many programs do not understand: facts for `check`. */
#ifndef FM_PGN_TAG_FORMS_H
#define FM_PGN_TAG_FORMS_H
#include "base/warnings.h"
#include "pgn/tags.h"

/** Is it a date as the PGN standard has it (8.1.1.3): yyyy.mm.dd, question marks for what is not
 * known, and a month and day that there are? */
bool fm_tag_date_is_standard(struct fm_text value);
/** A blank around a value; a control character, too: it is a blank when the tag is written anew
 * (tag_section.c). */
static inline bool fm_tag_is_blank(unsigned char c)
{
    return c <= ' ' || c == 0x7F;
}
/** Note what is in another form: dates, ratings, results, blanks around a value. Each is noted
 * once, at the first such value. */
void fm_tags_note_forms(const struct fm_tag *tags, size_t count, struct fm_warnings *notes);

#endif
