/* SPDX-License-Identifier: MIT */
/* Movetext of one game to tokens. Move numbers, blanks and % lines are passed over. The span is
 * known (fm_split_block), so the lexer never looks for the end of the game. The hot part is
 * inline. */
#ifndef FM_PGN_LEXER_H
#define FM_PGN_LEXER_H
#include "pgn/game_list.h"

enum fm_token {
    FM_TOKEN_END,
    FM_TOKEN_MOVE, /* anything that may be a move; text = the token, suffixes `!?+#` included */
    FM_TOKEN_NAG,  /* number = 0..255: $n; free-standing ! ? !! ?? !? ?! are 1 to 6 (PGN 8.2.3.8) */
    FM_TOKEN_COMMENT, /* text = inside of { } or after ; */
    FM_TOKEN_OPEN,
    FM_TOKEN_CLOSE,  /* end of a variation */
    FM_TOKEN_RESULT, /* a result inside a variation or between moves; ignored by the replay */
    FM_TOKEN_UNKNOWN /* a mark that is none of these: UNKNOWN_TOKEN is noted; passed over */
};

/* The marks that have a NAG of their own, 1 to 6, by that number (PGN standard 8.2.3.8, 10);
 * [0] is "". */
enum { FM_GLYPHS = 7 };
extern const char *const fm_nag_glyphs[FM_GLYPHS];

/** The NAG of a run of `!` and `?`, of which the first two count; 0 if it is empty. */
unsigned fm_nag_of_glyph(struct fm_text marks);

/* Zero-initialised but for at, end and notes is ready for use. */
struct fm_lexer {
    const unsigned char *at;   /* next byte */
    const unsigned char *end;  /* end of the movetext, which is padded (FM_TEXT_PADDING) */
    struct fm_text text;       /* text of the last token */
    unsigned number;           /* number of the last NAG, 0..255 */
    struct fm_warnings *notes; /* warnings about numbers and bytes are added here; NULL = nowhere */
    /* Comments that are not yet skipped; set by the caller, who may have none. */
    struct fm_comments comments;
    /* Set by the caller: fm_lexer_next() fills the two below. */
    bool numbers;
    /* The last move number passed over; 0 = none since the last token. */
    unsigned move_number;
    /* It had two periods or more (`12...`). */
    bool black_number;
};

/** The next token; the general case. Text that is skipped after a move (`e.p.`, `ch`, `mate`, `+`,
 * `(=)`) is noted as the move's tolerance. The byte before the movetext is looked at where the
 * movetext begins with `%`. */
enum fm_token fm_lexer_next(struct fm_lexer *lexer);
/** Is the next token, at lexer->at and after no blanks, a move for sure? */
bool fm_lexer_at_plain_move(const struct fm_lexer *lexer);
/** Skip from after an OPEN to after its CLOSE, nested ones and comments included, without
 * recursion. */
void fm_lexer_skip_variation(struct fm_lexer *lexer);

/** Pass over blanks, plain move numbers (`12.` `12...` `12`), and stop at the first byte of
 * anything else, or at the end. The hot path of a clean game: what is there may be given to
 * position_read_san immediately. */
FM_INLINE void fm_lexer_to_token(struct fm_lexer *lexer)
{
    const unsigned char *p = lexer->at, *const end = lexer->end;
    for (;;) {
        while (*p <= ' ' && p < end)
            p++;
        if ((unsigned)*p - '1' > 8) {
            if (FM_LIKELY(*p != '.') || p >= end)
                break;
            p++; /* `1 . e4`, `1. ... e5` */
            continue;
        }
        const unsigned char *q = p + 1;
        while ((unsigned)*q - '0' <= 9 && q - p <= 4)
            q++;
        if (FM_LIKELY(*q == '.')) {
            const unsigned char *dots = q;
            do
                q++;
            while (*q == '.' && q - dots <= 3);
            if (FM_UNLIKELY(q - dots > 3))
                break;
        } else if (*q > ' ' || q - p > 3) {
            break; /* glued to something, a result, or digits that are a move (`5254`) */
        }
        p = q;
    }
    lexer->at = FM_LIKELY(p < end) ? p : end;
}

/* A number and its period, the first character in the second lowest byte. */
enum { FM_NUMBER_TEXTS = 100 };
extern const uint32_t fm_number_texts[FM_NUMBER_TEXTS];

/** Is the text after the byte *p this move number with a period? *p is set to the byte after it. */
FM_INLINE bool fm_number_is(uint32_t number, const unsigned char **p)
{
    if (FM_UNLIKELY(number >= FM_NUMBER_TEXTS))
        return false;
    const unsigned digits = 1 + (number >= 10);
    const uint32_t differs = (uint32_t)fm_eight_load(*p) ^ fm_number_texts[number];
    *p += 2 + digits;
    return (differs >> 8 & UINT32_C(0xffffff) >> (16 - 8 * digits)) == 0;
}

/** Pass over a blank after a move number; a branch, as it can be guessed. */
FM_INLINE const unsigned char *fm_after_blank(const unsigned char *p)
{
    if (FM_LIKELY(*p <= ' ')) {
        p++;
        FM_STAY_BRANCH(p);
    }
    return p;
}

/** Pass over the comment that begins at lexer->at. @return its last byte, a brace before the end;
 * the end if there is none. */
FM_INLINE const unsigned char *fm_lexer_pass_comment(struct fm_lexer *lexer)
{
    const unsigned char *close = fm_comments_close(&lexer->comments, lexer->at);
    if (FM_UNLIKELY(close == NULL))
        close = memchr(lexer->at, '}', (size_t)(lexer->end - lexer->at));
    if (FM_UNLIKELY(close == NULL))
        close = lexer->end;
    lexer->at = close + (close < lexer->end);
    return close;
}

#endif
