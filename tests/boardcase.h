/* SPDX-License-Identifier: MIT */
/* What the unit tests of the boards ask of each board's own functions, which no public call leads
 * to alone. */
#ifndef FM_TESTS_BOARDCASE_H
#define FM_TESTS_BOARDCASE_H
#include "board/move.h"
#include "board/setup.h"

/** Read one move by the short path. @return its length, and its UCI text (castling: king takes
 * rook), NUL-terminated; or -1. */
int fm_case_read_8x8(const struct fm_setup *setup, const char *text, char uci[FM_MOVE_TEXT_MAX]);
int fm_case_read_10x8(const struct fm_setup *setup, const char *text, char uci[FM_MOVE_TEXT_MAX]);
/** Move a piece along a rank, for every set of pieces on it, on every rank. @return the first set after
 * which the FEN is not the one that a plain writer gives, or 0. @param shuffles  by byte shuffle,
 * where there is one. */
unsigned fm_case_ranks_8x8(bool shuffles);
unsigned fm_case_ranks_10x8(bool shuffles);
/** Is a position, made from a setup that is read back and made again, the same in every byte? */
bool fm_case_remade_8x8(const struct fm_setup *setup);
bool fm_case_remade_10x8(const struct fm_setup *setup);

/* What the moves of a walk were, so that a test shows that it met them. */
enum fm_case_seen {
    FM_SEEN_CHECK,
    FM_SEEN_MATE,
    FM_SEEN_CASTLING_CHECK,
    FM_SEEN_EP_CHECK,            /* by the pawn or by a line */
    FM_SEEN_EP_DISCOVERED_CHECK, /* the pawn itself does not attack the king */
    FM_SEEN_PROMOTION_CHECK,
    FM_SEEN_PROMOTION_MATE,
    FM_SEEN_FILE, /* Nbd2 */
    FM_SEEN_RANK, /* R1e2 */
    FM_SEEN_BOTH, /* Qd1e2 */
    FM_SEEN_PINNED_RIVAL,
    FM_SEEN_COUNT
};
/** Walk by random legal moves; of each position on the way write every legal move as SAN and decide
 * whether it gives check, by the board's own ways and by a slow one that plays it and looks at all
 * legal moves; and hash the position by what its bytes are. @return the first SAN that differs, as the
 * slow way has it, or NULL. @param seen  are counted up. */
const char *fm_case_walk_8x8(const struct fm_setup *setup, unsigned plies, uint64_t *seed,
                             unsigned seen[FM_SEEN_COUNT]);
const char *fm_case_walk_10x8(const struct fm_setup *setup, unsigned plies, uint64_t *seed,
                              unsigned seen[FM_SEEN_COUNT]);

#endif
