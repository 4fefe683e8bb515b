/* SPDX-License-Identifier: MIT */
/* What other programs call what fenmill does. Options, keys, fields and the words that they take
 * are not here: hints and `fenmill help WORD` find those in the tables that have them. */
#ifndef FM_SRC_HINT_WORDS_H
#define FM_SRC_HINT_WORDS_H
#include "option.h"

/* An option of pgn-extract. Short ones may have a value after them (-Wepd); of two rows with the
 * same beginning the longer is first. An option that has no equivalent has no row. */
struct fm_hint_option {
    const char *option, *ours;
};

/* What people want, in words of any program. */
struct fm_hint_words {
    /* Words with a blank between them, in small letters, without dashes. */
    const char *words;
    /* What fenmill has for it, with an example value: options of `convert`, or a command line that
     * begins with `fenmill`. " or " is between two of them. Where there is nothing: "no" and
     * what. */
    const char *ours;
};

/* Each ends with a row of NULL. */
extern const struct fm_hint_option fm_hint_pgn_extract[];
extern const struct fm_hint_words fm_hint_meanings[];
/** What fenmill has for a word of another program; NULL: nothing is known.
 * @param plain  in small letters, without - and _. */
const char *fm_hint_meaning(const char *plain);
/** The row of the first option in an answer, or the last; NULL: there is none. */
const struct fm_option *fm_option_of_answer(const char *ours, bool last);

#endif
