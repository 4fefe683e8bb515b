/* Whether text that is not UTF-8 is likely to be Cyrillic, and in which encoding. */
#ifndef FM_PGN_CYRILLIC_H
#define FM_PGN_CYRILLIC_H
#include "pgn/encoding.h"

/** The Cyrillic encoding that a text is likely to be in: cp1251, koi8-r or cp866.
 * @return FM_ENCODING_AUTO if the text does not look Cyrillic. */
enum fm_encoding fm_cyrillic_guess(struct fm_text text);

#endif
