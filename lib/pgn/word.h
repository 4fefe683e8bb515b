/* SPDX-License-Identifier: MIT */
/* Words of the movetext: where they end, what they look like, and which of them may be moves. No
 * position is known here: whether a move is legal is decided elsewhere. */
#ifndef FM_PGN_WORD_H
#define FM_PGN_WORD_H
#include "base/base.h"

enum fm_word {
    FM_WORD_MOVE,    /* anything that may be one */
    FM_WORD_UNKNOWN, /* a symbol for an evaluation, a mark without meaning */
    FM_WORD_MARK     /* part of the move before it: `e.p.`, `ch`, `+` */
};

/** Where the word at @p begin ends; begin itself if a delimiter is there. `e8(Q)`, `e8= Q` and
 * `exd6e.p.` are one word. */
const unsigned char *fm_word_end(const unsigned char *begin, const unsigned char *end);
/** The kind of a word. @param[in,out] after  its end; moved on where the mark `e. p.` is in two
 * pieces.
 * @param[out] tolerance  with FM_WORD_MARK: the tolerance that reading it takes. */
enum fm_word fm_word_kind(const unsigned char *begin, const unsigned char **after,
                          const unsigned char *end, enum fm_reason *tolerance);

/** Is there a move at @p p, in any common notation or language? Strict enough for prose and logs
 * to fail nearly always: a square with at most a piece, an origin and a capture mark before it;
 * castling; with @p numbered also a null move or digits (`1. 5254`).
 * @param end  after the text, which is padded. */
bool fm_word_is_move(const unsigned char *p, const unsigned char *end, bool numbered);
/** Is there a move number with a move after it at @p p (`1. e4`, `12... Nf6`, `1. {comment}`)?
 * @param dotted  a period must follow the number.
 * @param[in,out] cut  set where further text could change the answer. */
bool fm_word_is_numbered_move(const unsigned char *p, const unsigned char *end, bool dotted,
                              bool *cut);
/** Does a word begin at @p p: with a letter or digit, ASCII or not, and not with a symbol? */
bool fm_word_begins(const unsigned char *p);

#endif
