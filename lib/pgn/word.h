/* Words of the movetext: where they end, and which of them may be moves. For the lexer. */
#ifndef FM_PGN_WORD_H
#define FM_PGN_WORD_H
#include "base/base.h"

enum fm_word {
    FM_WORD_MOVE,    /* anything that may be one */
    FM_WORD_UNKNOWN, /* a sign of evaluation, a mark without meaning */
    FM_WORD_MARK     /* part of the move before it: `e.p.`, `ch`, `+` */
};

/** Bytes of the blank that is not ASCII at @p p: no-break space, byte order mark, zero-width
 * marks; 0 if none stands there. */
unsigned fm_word_blank_size(const unsigned char *p);
/** Where the word at @p begin ends; begin itself where a delimiter stands. `e8(Q)`, `e8= Q` and
 * `exd6e.p.` are one word. */
const unsigned char *fm_word_end(const unsigned char *begin, const unsigned char *end);
/** What a word is. @param[in,out] after  its end; further on where the mark `e. p.` is in two
 * pieces.
 * @param[out] tolerance  with FM_WORD_MARK: the tolerance that reading it takes. */
enum fm_word fm_word_kind(const unsigned char *begin, const unsigned char **after,
                          const unsigned char *end, enum fm_reason *tolerance);

#endif
