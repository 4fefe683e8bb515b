/* Movetext of one game to tokens. Move numbers, blanks and % lines are passed over. The span is known (fm_split_block), so
 * the lexer never looks for the end of the game. The hot part is inline. */
#ifndef FM_PGN_LEXER_H
#define FM_PGN_LEXER_H
#include "base/base.h"

enum fm_token {
    FM_TOKEN_END,
    FM_TOKEN_MOVE,      /* anything that may be a move; text = the token, suffixes `!?+#` included */
    FM_TOKEN_NAG,       /* number = 0..255 ($n; free-standing ! ? !! ?? !? ?! give 1..6, which the PGN standard 8.2.3.8 maps) */
    FM_TOKEN_COMMENT,   /* text = inside of { } or behind ; */
    FM_TOKEN_OPEN, FM_TOKEN_CLOSE, /* of a variation */
    FM_TOKEN_RESULT,    /* a result inside a variation or in an odd place; ignored by the replay */
    FM_TOKEN_ODD        /* a mark that is none of these: counted, passed over */
};

struct fm_lexer {
    const unsigned char *at, *end; /* next byte; end of the movetext */
    struct fm_text text;           /* of the last token */
    unsigned number;               /* of the last NAG */
    struct fm_reading *notes;      /* warnings (odd numbers, odd bytes) go here */
};

/** The next token; the general case. */
enum fm_token fm_lexer_next(struct fm_lexer *lexer);
/** Skip from behind an OPEN to behind its CLOSE, nested ones and comments included, without recursion. */
void fm_lexer_skip_variation(struct fm_lexer *lexer);
/** Pass over blanks, plain move numbers (`12.` `12...` `12`), and stop at the first byte of anything else.
 * The hot path of a clean game: what stands there may be given to position_read_san at once. */
FM_INLINE void fm_lexer_to_token(struct fm_lexer *lexer);

#endif
