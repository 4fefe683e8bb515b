/* SPDX-License-Identifier: MIT */
/* Reading numbers, times and scores out of a comment; for comment.c and match_comment.c. */
#ifndef FM_PGN_COMMENT_CURSOR_H
#define FM_PGN_COMMENT_CURSOR_H
#include "pgn/bytes.h"
#include "pgn/score.h"

enum { FM_CENTIPAWNS_MAX = 100000 };

/* A place in a comment, which is padded. */
struct fm_cursor {
    const unsigned char *p, *end;
};

static inline unsigned char fm_cursor_peek(const struct fm_cursor *c)
{
    return c->p < c->end ? *c->p : 0;
}

static inline bool fm_cursor_take(struct fm_cursor *c, unsigned char byte)
{
    if (fm_cursor_peek(c) != byte || c->p >= c->end)
        return false;
    c->p++;
    return true;
}

FM_INLINE bool fm_cursor_take_word(struct fm_cursor *c, struct fm_text word)
{
    if ((size_t)(c->end - c->p) < word.n || memcmp(c->p, word.p, word.n) != 0)
        return false;
    c->p += word.n;
    return true;
}

static inline void fm_cursor_skip_blanks(struct fm_cursor *c)
{
    c->p = fm_bytes_skip(c->p, c->end, FM_BYTE_BLANK);
}

/** Digits, at least one; the number stops growing where it would not fit. */
bool fm_cursor_number(struct fm_cursor *c, uint64_t *number);
/** Digits with a fraction, in thousandths; one of the two is enough. */
bool fm_cursor_thousandths(struct fm_cursor *c, uint64_t *number);
/** `1:05:23`, `0:00:05.9`, `3:20`, `12.5` seconds; in milliseconds. */
bool fm_cursor_time(struct fm_cursor *c, uint64_t *ms);
/** A sign, of which U+2212 is one. @return -1 or 1; 1 where there is none. */
int fm_cursor_sign(struct fm_cursor *c);
/** A score: `0.35`, `-1.2`, or a mate after @p mate_letter. On failure *out may have changed. */
bool fm_cursor_score(struct fm_cursor *c, unsigned char mate_letter, struct fm_comment *out);
/** A whole number of centipawns, with or without sign, becomes the score of @p out. */
void fm_comment_set_centipawns(struct fm_cursor c, struct fm_comment *out);
void fm_comment_set_depth(struct fm_comment *out, uint64_t depth);

#endif
