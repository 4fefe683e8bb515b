/* SPDX-License-Identifier: MIT */
/* Is a line EPD by the letter of the PGN standard? What is written in tests has to be. */
#ifndef FM_TESTS_EPD_STRICT_H
#define FM_TESTS_EPD_STRICT_H
#include "record/epd.h"

/** Whether a line (without its line end) is EPD by the letter of the standard, section 16.2: four
 * fields of a possible position that need no tolerance, operations in order, operands of their
 * types, one blank between, nothing else.
 * @param[out] where  the first fault; may be NULL. */
bool fm_epd_is_strict(struct fm_text line, struct fm_text *where);

#endif
