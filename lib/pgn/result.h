/* SPDX-License-Identifier: MIT */
/* Results of games as people write them: 1-0, 0-1, 1/2-1/2, *, and other spellings of these. */
#ifndef FM_PGN_RESULT_H
#define FM_PGN_RESULT_H
#include "base/base.h"

enum fm_result {
    FM_RESULT_NONE,
    FM_RESULT_WHITE,
    FM_RESULT_BLACK,
    FM_RESULT_DRAW,
    FM_RESULT_UNKNOWN
};

/* As the PGN standard writes them (8.2.6), by fm_result_index(); NULL-terminated. */
extern const char *const fm_result_names[];

/** The place of a result among 1-0 0-1 1/2-1/2 *; a missing one counts as `*`. */
static inline unsigned fm_result_index(enum fm_result result)
{
    return result == FM_RESULT_NONE ? FM_RESULT_UNKNOWN - FM_RESULT_WHITE
                                    : result - FM_RESULT_WHITE;
}

/** For White: 2, 1, 0; -1 = no result. */
static inline int fm_result_half_points(enum fm_result result)
{
    static const signed char points[] = {-1, 2, 0, 1, -1}; /* half points by enum fm_result */
    return points[result];
}

struct fm_result_token {
    const unsigned char *begin, *end;
    enum fm_result result;
    bool standard; /* one of fm_result_names, a score not glued to what is before it */
};

/** Read a result that begins at @p p: also 1/2, 1:0, 1 - 0, 1/2 - 1/2, with any dash, a half as
 * one character, the letter O for a zero. Castling (0-0, O-O) is none, nor is a number, a clock
 * or a fraction of something else.
 * @param floor  first byte that may be looked at, <= p.
 * @param end    after the text, which is padded.
 * @param[out] out  untouched unless true is returned. */
bool fm_result_read(const unsigned char *p, const unsigned char *floor, const unsigned char *end,
                    struct fm_result_token *out);
/** Read the result that @p mark is a part of: a dash, stroke, colon or star, or the first byte of
 * a dash or half that is not ASCII. As fm_result_read() otherwise. */
bool fm_result_around(const unsigned char *mark, const unsigned char *floor,
                      const unsigned char *end, struct fm_result_token *out);
/** A result that only counts where the Result tag has the same, or no move is before it: 0-0, ?,
 * +/-, -/+, +:-, -:+, -/-.
 * @param token  the last word of a game. */
enum fm_result fm_result_forfeit(struct fm_text token);
/** The result that the value of a Result tag is; FM_RESULT_NONE = not a known one. */
enum fm_result fm_result_of_tag(struct fm_text value);

#endif
