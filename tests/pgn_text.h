/* SPDX-License-Identifier: MIT */
/* What the splitter and the lexer make of a text, as one line that a table can hold. */
#ifndef FM_TESTS_PGN_TEXT_H
#define FM_TESTS_PGN_TEXT_H
#include "pgn/split.h"

/** A copy that ends where its padding ends, so that reading further is seen by a memory checker.
 * To be freed. */
unsigned char *pgn_padded(struct fm_text text);
/** The spans of a text: "@OFFSET [Name=value|...] moves => RESULT BROKEN reason@OFFSET
 * !note,note", or "@OFFSET stray", parted by " // ". To be freed. */
char *pgn_spans(struct fm_text text);
/** The tokens of a movetext: "m:e4 n:1 c:comment ( ) r:1-0 o:mark", notes after it as "!note,note".
 * To be freed. */
char *pgn_tokens(struct fm_text text);
/** Are the games of two splits the same, but for where they begin?
 * @param shift  bytes that the second begins after the first.
 * @param first, other  bytes of the two blocks. */
bool pgn_same_game(const struct fm_split *a, size_t i, const struct fm_split *b, size_t j,
                   size_t shift, const unsigned char *first, const unsigned char *other);

#endif
