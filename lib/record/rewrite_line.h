/* SPDX-License-Identifier: MIT */
/* A line rewritten in one call, and what was written compared with what was read. */
#ifndef FM_RECORD_REWRITE_LINE_H
#define FM_RECORD_REWRITE_LINE_H
#include "record/rewrite.h"

/** Both steps: read a line and append it rewritten. @return as these; the warnings are added to
 * @p notes. */
FM_MUST_CHECK enum fm_status fm_rewrite_line(struct fm_text line, const struct fm_rewrite *wanted,
                                             struct fm_buf *out, struct fm_warnings *notes,
                                             struct fm_error *error);
/** Does a rewritten text read back as the same position: pieces, side, rights and their style where
 * the dialect can express it, counters unless NONE, and the en passant square if the rule keeps
 * it (--verify)? Both are read under @p wanted. */
bool fm_rewrite_verified(struct fm_text before, struct fm_text after,
                         const struct fm_rewrite *wanted);

#endif
