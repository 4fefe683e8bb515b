/* SPDX-License-Identifier: MIT */
/* How games are written anew in PGN: what of a movetext is kept, and its layout, the standard's
 * export format (PGN standard 3.2, 8.2). The moves themselves come from a replay
 * (game/movetext.h). */
#ifndef FM_PGN_WRITE_MOVES_H
#define FM_PGN_WRITE_MOVES_H
#include "base/memory.h"
#include "board/languages.h"
#include "pgn/encoding.h"
#include "pgn/lexer.h"
#include "pgn/markings.h"
#include "pgn/result.h"

/* Of what an output keeps, 0 is `keep`: all keys `keep` and the game is copied byte for byte. */
enum fm_pgn_notation { FM_PGN_NOTATION_KEEP, FM_PGN_SAN, FM_PGN_LAN, FM_PGN_UCI, FM_PGN_ICCF };
/* What of comments is kept: a set; FM_PGN_COMMENTS_KEEP is all of them, byte for byte. */
enum fm_pgn_comments {
    FM_PGN_COMMENTS_KEEP = 0,
    FM_PGN_COMMENTS_COMMANDS = 1 << 1,    /* all embedded commands: [%clk 0:05:00] and the like */
    FM_PGN_COMMENTS_DROP = 1 << 2,        /* nothing else than what is beside it in the set */
    FM_PGN_COMMENTS_TEXT = 1 << 3,        /* text beside commands */
    FM_PGN_COMMENTS_EVALUATIONS = 1 << 4, /* [%eval] [%evp] */
    FM_PGN_COMMENTS_CLOCKS = 1 << 5,      /* [%clk] [%emt] [%egt] [%mct] */
    FM_PGN_COMMENTS_MARKS = 1 << 6,       /* [%csl] [%cal] [%draw] [%mark] [%arrow] */
    FM_PGN_COMMENTS_ENDS = 1 << 7         /* [%end]: a line ends there (lines.h) */
};
enum fm_pgn_nags { FM_PGN_NAGS_KEEP, FM_PGN_NAGS_NUMERIC, FM_PGN_NAGS_GLYPH, FM_PGN_NAGS_DROP };

/* `output.pgn`, but for its tags and plies. */
struct fm_pgn_style {
    bool exports; /* `layout: export`; else the other keys have no effect */
    enum fm_pgn_notation notation;
    const struct fm_language *letters; /* NULL = keep: English, as the standard wants */
    unsigned comments;                 /* set of enum fm_pgn_comments */
    bool drops_variations;
    enum fm_pgn_nags nags;
    uint64_t width;    /* lines are shorter than this; 0 = any length */
    unsigned commands; /* set of enum fm_pgn_commands: what comments get */
};

/* The same place in a text and in what it was decoded from. */
struct fm_movetext_source {
    const unsigned char *decoded, *raw;
};

/* A movetext on its way. Everything is appended to `out`, each token after a blank or, where it
 * would not fit, a line end; the first token is after a line end, too, which makes the empty line
 * after the tags. */
struct fm_movetext {
    struct fm_buf *out;
    const struct fm_pgn_style *style;
    const struct fm_language *letters; /* piece letters of the moves; NULL = English */
    bool names_rooks;                  /* UCI: castling is the king taking his rook */
    bool king_castles;                 /* SAN: castling is the king's move, Ki1 */
    bool no_brackets; /* comments get no brackets, which the reader of the output counts */
    /* Text between two moves has this order: NAGs, comments, variations. Before the first move of a
     * line a NAG becomes a comment. */
    bool ordered;
    bool plain;     /* SAN in English: set by fm_movetext_begin() */
    unsigned plies; /* plies that are written; later moves are left out */
    size_t most;    /* bytes that it may have */
    /* Array of struct fm_hash128: gets that of the position after each move; NULL = not wanted. */
    struct fm_buf *hashes;
    /* Comments: decoded from this encoding; AUTO = copied. */
    enum fm_encoding encoding;
    /* With AUTO: where the bytes of comments are, if the movetext that is read was decoded, each
     * byte to one character; NULL = it was not. `at` is where both were last. */
    struct fm_movetext_source source, at;

    /* Places in out: where the movetext begins, its last line, the blank before its last token. */
    size_t begin, line, last;
    size_t limit;             /* bytes that a line may have */
    unsigned opens;           /* brackets of variations that wait for the next token */
    bool numbered;            /* the next move gets its number, even Black's */
    unsigned muted;           /* 1 + the depth of the line that `plies` cut; 0 = none */
    bool moved;               /* a move of this line is written */
    bool follows;             /* nothing but marks and NAGs is after that move */
    bool annotated;           /* true: the remarks after that move are written; with `ordered` */
    unsigned glyph;           /* the NAG that the last move has as a mark; 0 = none */
    struct fm_markings marks; /* commands in comments */
    struct fm_score_commands commands; /* commands that comments get */
    struct fm_buf levels; /* a struct fm_movetext_level for each open variation; owned */
};

/* All that return a status return FM_OK or FM_NO_MEMORY. */

/** Begin a movetext. `out`, `style` and what depends on the game are set, the rest is zero. */
void fm_movetext_begin(struct fm_movetext *m);
void fm_movetext_free(struct fm_movetext *m);
/** A comment. @param text  its inside, after its `{` or `;`. */
FM_MUST_CHECK enum fm_status fm_movetext_comment(struct fm_movetext *m, struct fm_text text);
/** Text that is no movetext: written as a comment, in one line, `}` as `)`. */
FM_MUST_CHECK enum fm_status fm_movetext_remark(struct fm_movetext *m, struct fm_text text);
FM_MUST_CHECK enum fm_status fm_movetext_nag(struct fm_movetext *m, unsigned nag);
/** A symbol or other text that is no token: its NAG, else a remark. `*`, which says nothing, is
 * left out. */
FM_MUST_CHECK enum fm_status fm_movetext_symbol(struct fm_movetext *m, struct fm_text text);
/** With `ordered`: write the NAGs and comments that are before the next move of this line, none of
 * which is written yet. @param lexer  after the first of them; @p token is what that is. */
FM_MUST_CHECK enum fm_status fm_movetext_annotate(struct fm_movetext *m,
                                                  const struct fm_lexer *lexer,
                                                  enum fm_token token);
/** A move of the main line was written, or none yet: the commands that it gets, by `commands`.
 * @param lexer  after the move. @param black  Black is to move. */
void fm_movetext_commands(struct fm_movetext *m, const struct fm_lexer *lexer, bool black);
/** A variation begins. @param inside  after its bracket. */
FM_MUST_CHECK enum fm_status fm_movetext_open(struct fm_movetext *m, const unsigned char *inside);
/** It ends. Without a move it is none: its comments are written alone.
 * @param end   of its inside.
 * @param rest  what could not be played of it, up to the end; empty = nothing. */
FM_MUST_CHECK enum fm_status fm_movetext_close(struct fm_movetext *m, const unsigned char *end,
                                               struct fm_text rest);
/** The comments and NAGs of a text that is not played; from its first move on all is a remark. */
FM_MUST_CHECK enum fm_status fm_movetext_unplayed(struct fm_movetext *m, struct fm_text text);
/** The result, and the empty line after the game. */
FM_MUST_CHECK enum fm_status fm_movetext_end(struct fm_movetext *m, enum fm_result result);
/** A move's UCI text as ICCF's digits. @return its end. */
unsigned char *fm_movetext_digits(unsigned char *begin, unsigned char *end);
/** The NAG of the marks in the text of a move; 0 = none. */
unsigned fm_movetext_marks(struct fm_text move);
enum { FM_SYMBOL_MARK = 256 };
/** The same, and the NAG of the symbol that it ends with times FM_SYMBOL_MARK. */
unsigned fm_movetext_all_marks(struct fm_text move);
/** Write the marks of a NAG after a move. @return the end. */
unsigned char *fm_movetext_put_marks(unsigned char *end, unsigned nag);
/** The marks that a move gets with `nags: glyph`: the first of the NAGs after it that has one. */
unsigned fm_movetext_glyph_after(const struct fm_lexer *lexer);
/** The text of a move is to be written, with its number where it needs one. The slow way. */
FM_MUST_CHECK enum fm_status fm_movetext_any_move(struct fm_movetext *m, unsigned number,
                                                  bool black, struct fm_text move);

/* Put a token of n bytes at `at`, after its blank or line end. Room for it and two more is needed.
 * @return its end. */
FM_INLINE unsigned char *fm_movetext_put(struct fm_movetext *m, unsigned char *at,
                                         const unsigned char *token, size_t n)
{
    const size_t place = (size_t)(at - m->out->p);
    const bool breaks = place - m->line + 1 + n > m->limit;
    m->last = place;
    m->line = breaks ? place + 1 : m->line;
    *at++ = breaks ? '\n' : ' ';
    memcpy(at, token, n);
    return at + n;
}

/** Write a move, of less than FM_SPELLED_MAX bytes. */
FM_MUST_CHECK FM_INLINE enum fm_status fm_movetext_move(struct fm_movetext *m, unsigned number,
                                                        bool black, struct fm_text move)
{
    if (FM_UNLIKELY(m->opens > 0 || m->numbered || m->annotated))
        return fm_movetext_any_move(m, number, black, move);
    m->marks.black = black;
    m->marks.ply += m->levels.n == 0;
    FM_TRY(fm_buf_reserve(m->out, 2 * FM_SPELLED_MAX));
    unsigned char *at = m->out->p + m->out->n;
    if (!black) {
        unsigned char digits[24], *end = fm_put_u64(digits, number);
        *end++ = '.';
        at = fm_movetext_put(m, at, digits, (size_t)(end - digits));
    }
    m->out->n = (size_t)(fm_movetext_put(m, at, move.p, move.n) - m->out->p);
    return FM_OK;
}

#endif
