/* Text of strangers, fit for a terminal. */
#ifndef FM_SRC_PRINTABLE_H
#define FM_SRC_PRINTABLE_H
#include <stdio.h>
#include "fenmill.h"

/** Print at most @p most bytes of a text, "..." after what is cut. Control characters and whatever
 * is not UTF-8 become \xNN, so that no input can steer the terminal. */
void fm_printable_put(FILE *to, struct fm_text text, size_t most);
/** Bytes of the well-formed UTF-8 character at @p p, of which @p left bytes are there; 0 if there is
 * none, or a control character. */
size_t fm_printable_size(const unsigned char *p, size_t left);
/** The text of a NUL-terminated string, NULL included. */
struct fm_text fm_printable_text(const char *s);

#endif
