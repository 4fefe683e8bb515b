/* SPDX-License-Identifier: MIT */
/* A FEN to a setup and back. */
#ifndef FM_TESTS_SETUPS_H
#define FM_TESTS_SETUPS_H
#include "board/fen_read.h"

/** As fm_setup_read(), by the rules and with nothing but the setup and the warnings (may be NULL). */
enum fm_status setup_read(const char *fen, const struct fm_variant *variant, struct fm_setup *setup,
                          struct fm_warnings *notes);
/** The FEN of a setup, until the next call. */
const char *setup_text(const struct fm_setup *setup, enum fm_castling_dialect dialect);

/* A test of each row of a table. */
#define ADD_TABLE(tc, test, table) \
    tcase_add_loop_test(tc, test, 0, (int)(sizeof(table) / sizeof *(table)))
#endif
