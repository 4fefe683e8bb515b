/* Lines in a text. */
#ifndef FM_BASE_COUNT_H
#define FM_BASE_COUNT_H
#include "fenmill.h"

/** Line ends in the text: LF, CR LF and a lone CR count one each. A CR at the very end counts
 * unless @p next (the byte behind, 0 if none) is LF. Reads nothing outside the text. */
uint64_t fm_count_lines(struct fm_text text, unsigned char next);

#endif
