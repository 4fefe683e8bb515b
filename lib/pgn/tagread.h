/* One tag pair from text, as tolerantly as sense allows. The splitter reads the usual ones by
 * itself. */
#ifndef FM_PGN_TAGREAD_H
#define FM_PGN_TAGREAD_H
#include "base/base.h"
#include "pgn/tags.h"

struct fm_tag_found {
    struct fm_tag tag;        /* an empty name where there is none */
    const unsigned char *end; /* after the tag pair */
    bool cut;                 /* more text after the end could change this reading */
    bool malformed; /* it is not [Name "value"], blanks and line ends between parts allowed */
};

/** Read what begins with the `[` at @p p, in a place where a tag pair is due. Always ends after
 * p: where nothing closes the pair, at its line's end. Takes time in proportion to the lines it
 * covers.
 * @param end  after the text, which is padded. */
void fm_tag_read(const unsigned char *p, const unsigned char *end, struct fm_tag_found *out);
/* Each of these sets *cut where it came to the end of the text, so that more text could change
 * the answer. */

/** Does a tag pair stand at the `[` at @p p: a name, a quoted value and `]` on one line, or a
 * well-formed pair over several? */
bool fm_tag_is_on_line(const unsigned char *p, const unsigned char *end, bool *cut);
/** Does a well-formed `[Event "..."]` stand there, on one line? */
bool fm_tag_is_event(const unsigned char *p, const unsigned char *end, bool *cut);
/** May a game begin with what stands there: fm_tag_stands(), or one of the names that the program
 * knows and a quote? */
bool fm_tag_opens(const unsigned char *p, const unsigned char *end, bool *cut);

#endif
