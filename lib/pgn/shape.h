/* What text looks like, without a board: a move, the start of a game without tags, a word of
 * prose. */
#ifndef FM_PGN_SHAPE_H
#define FM_PGN_SHAPE_H
#include "base/base.h"

/** Does a move in any usual notation or language stand at @p p? Strict enough for prose and logs
 * to fail nearly always: a square with at most a piece, an origin and a capture mark before it;
 * castling; with @p numbered also a null move or digits (`1. 5254`).
 * @param end  after the text, which is padded. */
bool fm_shape_is_move(const unsigned char *p, const unsigned char *end, bool numbered);
/** Does a move number with a move after it stand at @p p (`1. e4`, `12... Nf6`, `1. {comment}`)?
 * @param dotted  a period must follow the number.
 * @param[in,out] cut  set where further text could change the answer. */
bool fm_shape_is_numbered_move(const unsigned char *p, const unsigned char *end, bool dotted,
                               bool *cut);
/** Does a word stand there: a letter or digit, ASCII or not, and no mere symbol? */
bool fm_shape_is_word(const unsigned char *p);
/** Bytes of the character at @p p, by its first byte: 1 for ASCII and for what is not UTF-8. */
unsigned fm_shape_char_size(const unsigned char *p);

#endif
