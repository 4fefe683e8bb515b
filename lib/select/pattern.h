/* Regular expressions of rules: POSIX extended ones, kept to what any machine can match in
 * bounded time and memory. */
#ifndef FM_SELECT_PATTERN_H
#define FM_SELECT_PATTERN_H
#include "base/base.h"

/** Is the pattern one that can be used? It must be followed by a NUL.
 * @return NULL, or plain words for what is wrong with it. */
const char *fm_pattern_fault(struct fm_text pattern);
/** Compile a pattern without fault.
 * @param[out] out  to be freed with fm_pattern_free().
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_pattern_new(struct fm_text pattern, bool nocase, void **out);
/** May be NULL. */
void fm_pattern_free(void *compiled);
/** Does the pattern match anywhere in the text? */
bool fm_pattern_matches(const void *compiled, struct fm_text text);

#endif
