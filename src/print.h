/* SPDX-License-Identifier: MIT */
/* Printing: text from inputs made safe for a terminal, numbers for people. */
#ifndef FM_SRC_PRINT_H
#define FM_SRC_PRINT_H
#include <stdio.h>
#include "fenmill.h"

/** Print at most @p most bytes of a text, "..." after what is cut. Control characters and whatever
 * is not UTF-8 become \xNN or \uNNNN, so that no input can send commands to the terminal. */
void fm_printable_put(FILE *to, struct fm_text text, size_t most);
/** Make a printable copy of the whole text. @return to be freed with free(); NULL = there is
 * no memory for it. */
char *fm_printable_copy(struct fm_text text);
/** The text of a NUL-terminated string, NULL included. */
struct fm_text fm_printable_text(const char *s);

/** The third field of a FEN, the castling rights; empty if it has none. Blanks separate fields. */
struct fm_text fm_fen_rights(struct fm_text fen);

/** An ASCII letter as a small one; other bytes stay. */
static inline char fm_small_letter(char c)
{
    return (char)(c | (c >= 'A' && c <= 'Z' ? 0x20 : 0));
}
/** Is a word, which is not empty, one of a list of words with blanks between them? */
bool fm_words_have(const char *words, const char *word);

/** Read a whole decimal number, digits only. @return false, and *out untouched, if it is anything
 * else or too large. */
FM_MUST_CHECK bool fm_number_read(const char *text, uint64_t *out);

/* A number as text: `fm_number_bytes(n).text` lasts as long as the expression that it is in. */
struct fm_number {
    char text[32];
};

/** Bytes as "17 B", "1.2 MB". */
struct fm_number fm_number_bytes(uint64_t bytes);
/** Counts in full, as "1,234,567". */
struct fm_number fm_number_grouped(uint64_t count);
/** Counts as "9999", "1.2 million". */
struct fm_number fm_number_count(uint64_t count);
/** Seconds as "0.4 s", "12 s", "3 min 20 s", "2 h 5 min". */
struct fm_number fm_number_seconds(double seconds);

#endif
