/* The tag section of a game that is written anew. */
#ifndef FM_PGN_WRITE_TAGS_H
#define FM_PGN_WRITE_TAGS_H
#include "base/memory.h"
#include "pgn/result.h"
#include "pgn/tags.h"

/** Append the tag section: the seven tag roster in its order (PGN standard 8.1.1), then the others
 * as they were found. Values are raw: as they were in the input.
 * @param result  what the Result tag is to be. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tags_write(const struct fm_tag *tags, size_t count,
                                           enum fm_result result, struct fm_buf *out);

#endif
