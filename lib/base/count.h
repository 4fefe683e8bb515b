/* Lines in a text, and whether it is ASCII. */
#ifndef FM_BASE_COUNT_H
#define FM_BASE_COUNT_H
#include "fenmill.h"

struct fm_survey {
    uint64_t lines; /* see fm_count_lines() */
    bool ascii;     /* every byte is below 0x80 */
};

/** Both, in one pass. Arguments as below. */
struct fm_survey fm_survey_text(struct fm_text text, unsigned char next);
/** Line ends in the text: LF, CR LF and a lone CR count one each. A CR at the very end counts
 * unless @p next (the byte after, 0 if none) is LF. Reads nothing outside the text. */
uint64_t fm_count_lines(struct fm_text text, unsigned char next);

#endif
