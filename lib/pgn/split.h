/* SPDX-License-Identifier: MIT */
/* Where games begin and end: a block of PGN to spans that tile it. One pass, tags read, movetext
 * skipped by a vectorised scan; nothing is replayed. The rules are in docs/game-boundaries.md. */
#ifndef FM_PGN_SPLIT_H
#define FM_PGN_SPLIT_H
#include "pgn/game_list.h"

/** Split a whole block (padded with FM_TEXT_PADDING bytes). It begins at the input's start or at
 * a game's start, and ends at the input's end or before a hard boundary (or a start that
 * fm_split_block itself found).
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_split_block(struct fm_split *split, struct fm_text block);
/* The instruction sets for the scans; for tests and measurements. A path that was not compiled for
 * this kind of machine becomes the next simpler one. */
enum fm_split_path { FM_SPLIT_PLAIN, FM_SPLIT_NEON, FM_SPLIT_SSE2, FM_SPLIT_AVX2 };
/** The best that this machine can do. */
enum fm_split_path fm_split_best_path(void);
/** fm_split_block() by that path; AVX2 only where fm_split_best_path() returns it. All paths give
 * the same answer. */
FM_MUST_CHECK enum fm_status fm_split_block_by(struct fm_split *split, struct fm_text block,
                                               enum fm_split_path path);
/** The last hard boundary after the first game's start: offset of the `[` of an `[Event "` line
 * after an empty line (LF LF, CR LF CR LF, CR CR, blanks between tolerated), unless a tag pair
 * is before that empty line. 0 = none.
 * @param bytes  from the input's start or a game's start on. */
size_t fm_split_last_hard(struct fm_text bytes);
/** The same for bytes from anywhere on. One near the beginning does not count, as it depends on
 * what is before. */
size_t fm_split_last_hard_within(struct fm_text bytes);
/** The first hard boundary at or after @p from, or n if none.
 * @param bytes  as above; where @p from is 0, from anywhere within a game on. */
size_t fm_split_first_hard(struct fm_text bytes, size_t from);
/* Bytes before a hard boundary that show it, in the next one. */
enum { FM_SPLIT_BEFORE = 128 };
/** The first hard boundary at or after @p from that FM_SPLIT_BEFORE bytes before it show, whatever
 * is before those; n if there is none, or it is not clear yet. So a boundary does not depend on
 * where the bytes begin: anywhere, with as many of them before @p from, or with a game.
 * @param bytes  padded. */
size_t fm_split_first_hard_within(struct fm_text bytes, size_t from);
/** Bytes at the start of an input before which no hard boundary counts: blanks, escape lines,
 * closed comments. @param[out] known  false: it depends on what follows. */
size_t fm_split_lead(struct fm_text start, bool *known);

#endif
