/* SPDX-License-Identifier: MIT */
/* Names that are compared whatever their case, accents and punctuation: `Étienne Bacrot` is
 * `etienne bacrot`. Other letters than Latin ones, and lower case of Greek and Cyrillic, stay. */
#ifndef FM_BASE_FOLD_H
#define FM_BASE_FOLD_H
#include "base/memory.h"

/** Write the words of a text: letters and digits in lower case without accents, a blank before and
 * after each word, and nothing else. A text without a letter or digit is one blank.
 * @param text  UTF-8; other bytes are letters.
 * @param[out] out  has room for text.n + 2 bytes. @return its end. */
unsigned char *fm_fold_words(struct fm_text text, unsigned char *out);
/** The same in an arena; no text: no memory. */
struct fm_text fm_folded(struct fm_text text, struct fm_arena *arena);
/** The letters of a player's surname: of what is before the comma or, without one, of the last word
 * that has letters. `Tal, M`, `Mikhail TAL` and `Tal,Mikhail` are `tal`.
 * @param[out] out  has room for text.n + 2 bytes. @return its end. */
unsigned char *fm_fold_surname(struct fm_text name, unsigned char *out);
/** Is each of these words, or, if @p part, this text in a text? Both are folded. */
bool fm_folded_has(struct fm_text text, struct fm_text words, bool part);

#endif
