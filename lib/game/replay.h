/* SPDX-License-Identifier: MIT */
/* A game's movetext to positions, one ply at a time: the caller pulls, so that nothing is called
 * through a pointer per move. A template like the boards: define BOARD_FILES first. Languages,
 * records and selection are the caller's.
 *
 *     replay_begin(&r, ...);
 *     do {
 *         step = replay_find(&r);               the next move is known, not yet made
 *         if (step != FM_STEP_FAULT && replay_offers(&r, step))
 *             the position r.pos, its ply, the move to come (none at a line's end)
 *             ...write a record...
 *     } while (replay_go(&r, step));            the move is made, or a variation left
 */
#ifndef FM_GAME_REPLAY_H
#define FM_GAME_REPLAY_H
#include "base/memory.h"
#include "board/board.h"
#include "pgn/comment.h"
#include "pgn/lexer.h"
#include "game/line.h"
#include "game/options.h"

enum fm_step {
    FM_STEP_MOVE,     /* r.next is the move played from r.pos */
    FM_STEP_LINE_END, /* a variation ends at r.pos */
    FM_STEP_END,      /* the main line ends at r.pos */
    /* With options.tokens, what is between moves. */
    FM_STEP_NAG,     /* r.lexer.number */
    FM_STEP_COMMENT, /* r.lexer.text */
    FM_STEP_OPEN,    /* a variation begins: the replay is at its root */
    FM_STEP_REST,    /* a variation that cannot be played was passed over, or a symbol: r.rest */
    FM_STEP_FAULT    /* r.error tells what is wrong with the next move; r.pos is good */
};

/* What led to the position before the last move. */
struct BFN(replay_past) {
    struct BFN(position) before;
    struct fm_move last;
    struct fm_annotation here;
};

/* A line that waits while a variation of its last move is walked. */
struct BFN(replay_line) {
    struct BFN(position) pos, before;
    struct BFN(replay_past) past;
    struct fm_annotation annotation;
    struct fm_move last;
    unsigned ply;
    unsigned branch;
    bool seen;
};

struct BFN(replay) {
    struct BFN(position) pos; /* after `ply` plies */
    struct fm_lexer lexer;
    struct fm_move next;        /* with FM_STEP_MOVE */
    struct fm_text rest;        /* of a variation, what cannot be played; n == 0 = nothing */
    unsigned ply;               /* of the line: 0 = the start position */
    unsigned depth;             /* of variations; 0 = the main line */
    unsigned branch;            /* variations of the last move so far */
    bool seen;                  /* r.pos was offered already: it is the root of a variation */
    struct fm_annotation here;  /* of the move that led to pos */
    struct fm_annotation ahead; /* of the next move, with FM_STEP_MOVE */
    struct fm_replay_options options;
    bool english;               /* the letters are English: the short path may read them */
    bool plain;                 /* nothing but the moves is wanted, in English */
    bool annotated;             /* moves with their annotations are, in English, and no numbers */
    bool second;                /* Black begins */
    const struct fm_line *line; /* walked; NULL = all moves are read */
    size_t line_at;             /* the first of its moves that may be to come */
    bool jumps; /* the walk goes from move to move, and then reads on as `plain` was */
    bool was_plain;
    uint32_t read_with;    /* tolerances of the last move that was read */
    unsigned first_number; /* of the first move, as the FEN has it */
    /* Led from `before` to pos, if ply > 0; both are kept only with options.before. */
    struct fm_move last;
    struct BFN(position) before;
    struct BFN(replay_past) past;    /* with options.variations: a variation begins there */
    struct BFN(replay_line) * lines; /* stack of `depth` lines; owned, see replay_free */
    unsigned line_cap;
    bool lacks_memory; /* a variation was left out for that: what was read is worth nothing */
    uint32_t tolerated[FM_TOLERANCES]; /* how often each tolerance was used in this game */
    uint32_t tolerances;               /* set of those used */
    const unsigned char *move_at;      /* the last move token, for messages */
    struct fm_text movetext;           /* of this game */
    enum fm_score_view score_view; /* of its comments that do not show it; BY_GAME: not yet known */
    struct fm_error error;         /* with FM_STEP_FAULT: reason, why, piece, what */
    /* the first of those in variations, which cost no game; ply 0 = none */
    struct fm_error unplayed;
    const unsigned char *unplayed_at; /* its move token */
};

/** Make ready for one game. @p r must be zeroed before its first game.
 * @param start  the position before the first move.
 * @param moves  the movetext without its result; padded (FM_TEXT_PADDING).
 * @param notes  lasts as long as the replay; may be NULL where the movetext is empty.
 * @param line   of this movetext and language, lasts as long; walked where it is known. NULL: there is none. */
void BFN(replay_begin)(struct BFN(replay) * r, const struct BFN(position) * start,
                       struct fm_text moves, const struct fm_replay_options *options,
                       struct fm_warnings *notes, const struct fm_line *line);
/** Make the moves of a walk that jumps, while the ply is less than @p ply and there are moves. */
void BFN(replay_skip)(struct BFN(replay) * r, unsigned ply);
void BFN(replay_free)(struct BFN(replay) * r);
/** What the move of a fault may have meant, in SAN with the game's own piece letters, a blank
 * between two: "Nbd2 Nfd2". The replay is at the fault. @param out  room for FM_HINT_MAX bytes.
 * @return the end; == out if nothing is likely. */
unsigned char *BFN(replay_suggest)(const struct BFN(replay) * r, unsigned char *out);
/** Which line the replay is in: "main", or of variations "12.1/15.2", the second alternative to ply
 * 15 within the first to ply 12. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status BFN(replay_path)(const struct BFN(replay) * r, struct fm_buf *out);
/* Look at the move number between @p from and the token, if there is one. */
void BFN(replay_check_number)(struct BFN(replay) * r, const unsigned char *from);
/* The general case of replay_find(). */
enum fm_step BFN(replay_find_any)(struct BFN(replay) * r);
/* The general case of replay_go(). */
bool BFN(replay_leave)(struct BFN(replay) * r, enum fm_step step);

/** Find the next move, in plain form, of a replay that is `plain` and may have another ply. @return false:
 * replay_find() decides. */
FM_INLINE bool BFN(replay_find_plain)(struct BFN(replay) * r)
{
    const unsigned char *from = r->lexer.at;
    fm_lexer_to_token(&r->lexer);
    while (*r->lexer.at == '{' && r->lexer.at < r->lexer.end) {
        fm_lexer_pass_comment(&r->lexer);
        from = r->lexer.at;
        fm_lexer_to_token(&r->lexer);
    }
    if (FM_UNLIKELY(r->options.numbers) && r->lexer.at - from > 1)
        BFN(replay_check_number)(r, from);
    const unsigned char *end = BFN(position_read_san)(&r->pos, r->lexer.at, &r->next);
    if (FM_UNLIKELY(end == NULL || end > r->lexer.end))
        return false;
    r->move_at = r->lexer.at;
    r->lexer.at = end;
    return true;
}

/** Find the next move without making it. Annotations and variations after the last move are passed
 * over. */
FM_INLINE enum fm_step BFN(replay_find)(struct BFN(replay) * r)
{
    const bool plain = r->plain && r->ply < r->options.max_plies;
    return FM_LIKELY(plain) && BFN(replay_find_plain)(r) ? FM_STEP_MOVE : BFN(replay_find_any)(r);
}

/** Add the move that was just found to a line. */
FM_INLINE void BFN(replay_keep)(struct BFN(replay) * r, struct fm_line *line)
{
    const unsigned char *const end = r->options.annotations ? r->ahead.after : r->lexer.at;
    fm_line_add(line, (struct fm_line_move){.move = r->next,
                                            .ply = r->ply,
                                            .depth = r->depth,
                                            .at = (uint32_t)(r->move_at - r->movetext.p),
                                            .end = (uint32_t)(end - r->movetext.p),
                                            .tolerances = r->read_with});
    r->read_with = 0;
}

/** The replay that kept its moves is over, and the line is known. Its notes were empty when it began. */
void BFN(replay_end_line)(const struct BFN(replay) * r, struct fm_line *line);

/** Is the position to be written? The root of a variation is again with the variation's first move,
 * and is not with nothing new. */
FM_INLINE bool BFN(replay_offers)(const struct BFN(replay) * r, enum fm_step step)
{
    return !r->seen || step == FM_STEP_MOVE;
}

/** Make the move, or leave the variation. @return true while there is more. */
FM_INLINE bool BFN(replay_go)(struct BFN(replay) * r, enum fm_step step)
{
    if (FM_LIKELY(step == FM_STEP_MOVE && r->plain)) {
        BFN(position_play)(&r->pos, r->next);
        r->ply++;
        return true;
    }
    return BFN(replay_leave)(r, step);
}

#endif
