/* SPDX-License-Identifier: MIT */
/* Values of tags that can be repaired without guessing (`input.repair`). */
#ifndef FM_FILTER_TAG_REPAIR_H
#define FM_FILTER_TAG_REPAIR_H
#include "base/memory.h"
#include "pgn/tags.h"

/** May the value be one to repair: is there a blank around it, or a date in another form? Not where
 * a game starts, and not its result, which are repaired elsewhere.
 * @param[out] date  is it a date in another form? */
bool fm_tag_may_repair(const struct fm_tag *tag, bool *date);
/** Repair a value, in UTF-8: blanks at its ends go; a date becomes yyyy.mm.dd (PGN standard
 * 8.1.1.3) where it can be one day alone: 2001-3-5, 21.06.1851, 06/21/1851, 2010; not 03.05.2010.
 * @param[in,out] value     memory of the arena where it is another one.
 * @param[out]    repaired  it is another one.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_repair(bool date, struct fm_arena *arena, struct fm_text *value,
                                           bool *repaired);

#endif
