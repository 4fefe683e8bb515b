/* PGN, or lines of FEN and EPD: told from the first line that says anything. */
#ifndef FM_PIPELINE_DETECT_H
#define FM_PIPELINE_DETECT_H
#include "pipeline/block.h"
#include "profile/profile.h"

enum { FM_DETECT_BYTES = 4096 }; /* looked at, at most */

/** @param asked  the profile's `input: format`; anything but auto decides. */
enum fm_block_kind fm_detect_kind(struct fm_text start, enum fm_input_format asked);

#endif
