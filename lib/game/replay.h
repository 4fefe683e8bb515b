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
    /* With options.tokens: tokens between moves. */
    FM_STEP_NAG,     /* a NAG: r.lexer.number */
    FM_STEP_COMMENT, /* a comment: r.lexer.text */
    FM_STEP_OPEN,    /* a variation begins: the replay is at its root */
    FM_STEP_REST,    /* r.rest is a symbol, or a variation that cannot be played and was skipped */
    FM_STEP_FAULT    /* r.error is the fault of the next move; r.pos is still valid */
};

/* The move that led to the position before the last move. */
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
    struct BFN(position) pos; /* position after `ply` plies */
    struct fm_lexer lexer;
    struct fm_move next; /* move found by replay_find(), with FM_STEP_MOVE */
    struct fm_text rest; /* the part of a variation that cannot be played; n == 0 = none */
    unsigned ply;        /* ply of the current line; 0 = the start position */
    unsigned depth;      /* depth of variations; 0 = the main line */
    unsigned branch;     /* number of variations of the last move so far */
    bool seen;           /* true: `pos` was offered before, as it is the root of a variation */
    struct fm_annotation here;  /* annotation of the move that led to `pos` */
    struct fm_annotation ahead; /* annotation of the next move, with FM_STEP_MOVE */
    struct fm_replay_options options;
    bool english; /* true: piece letters are English, so the short path may read them */
    bool plain;   /* true: only moves are needed, and they are in English */
    /* true: moves and annotations are needed, in English, without checks of numbers */
    bool annotated;
    bool second;                /* true: Black begins */
    const struct fm_line *line; /* line that is walked; NULL = all moves are read */
    size_t line_at;             /* index in `line` of the first move that may still come */
    /* true: the walk goes from move to move; after the last one, `plain` is set to `was_plain`
     * again */
    bool jumps;
    bool was_plain;
    uint32_t read_with;    /* tolerances needed to read the last move */
    unsigned first_number; /* number of the first move, from the FEN */
    /* The move from `before` to `pos`, if ply > 0. Both are kept only with options.before. */
    struct fm_move last;
    struct BFN(position) before;
    /* state before the last move, where a variation begins; with options.variations */
    struct BFN(replay_past) past;
    struct BFN(replay_line) * lines; /* stack of `depth` waiting lines; freed by replay_free() */
    unsigned line_cap;
    /* true: a variation was left out because memory was out, so the result is not valid */
    bool lacks_memory;
    uint32_t tolerated[FM_TOLERANCES]; /* how often each tolerance was used in this game */
    uint32_t tolerances;               /* set of those used */
    const unsigned char *move_at;      /* the last move token, for messages */
    struct fm_text movetext;           /* movetext of this game */
    /* point of view of scores whose comments do not show it; BY_GAME = not yet known */
    enum fm_score_view score_view;
    struct fm_error error; /* the fault, with FM_STEP_FAULT: reason, why, piece, what */
    /* the first fault in a variation, which does not reject the game; ply 0 = none */
    struct fm_error unplayed;
    const unsigned char *unplayed_at; /* move token of `unplayed` */
};

/** Make ready for one game. @p r must be zeroed before its first game.
 * @param start  the position before the first move.
 * @param moves  the movetext without its result; padded (FM_TEXT_PADDING).
 * @param notes  lasts as long as the replay; may be NULL where the movetext is empty.
 * @param line   line of the same movetext and language, which must outlast the replay; walked if
 * it is `known`. NULL: there is none. */
void BFN(replay_begin)(struct BFN(replay) * r, const struct BFN(position) * start,
                       struct fm_text moves, const struct fm_replay_options *options,
                       struct fm_warnings *notes, const struct fm_line *line);
/** Make the moves of a walk that jumps, while the ply is less than @p ply and there are moves. */
void BFN(replay_skip)(struct BFN(replay) * r, unsigned ply);
void BFN(replay_free)(struct BFN(replay) * r);
/** Write the moves that a faulty token may have meant, in SAN with the game's own piece letters, a
 * blank between two: "Nbd2 Nfd2". The replay is at the fault. @param out  room for FM_HINT_MAX
 * bytes.
 * @return the end; == out if nothing is likely. */
unsigned char *BFN(replay_suggest)(const struct BFN(replay) * r, unsigned char *out);
/** Append the name of the current line: "main", or for a variation "12.1/15.2": the second
 * alternative to ply 15, within the first alternative to ply 12. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status BFN(replay_path)(const struct BFN(replay) * r, struct fm_buf *out);
/** Append the moves that are played from the position on, to the end of its line, in SAN with a
 * blank before each; at most FM_FOLLOWING_MAX. What cannot be played ends them. The replay has
 * found the next move.
 * @param better  true: not these, but those of the first variation at the next move, where the
 * movetext has one. @p r has options.annotations then. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status BFN(replay_follow)(const struct BFN(replay) * r, bool better,
                                                struct fm_buf *out);
/* Look at the move number between @p from and the token, if there is one. */
void BFN(replay_check_number)(struct BFN(replay) * r, const unsigned char *from);
/* The next move of replay_find_plain() and replay_follow_plain() is after more than the usual:
 * other blanks, numbers, comments. Apart, so that where usual moves are stays in registers. */
bool BFN(replay_find_after)(struct BFN(replay) * r);
bool BFN(replay_follow_after)(struct BFN(replay) * r);
/* The general case of replay_find(). */
enum fm_step BFN(replay_find_any)(struct BFN(replay) * r);
/* The general case of replay_go(). */
bool BFN(replay_leave)(struct BFN(replay) * r, enum fm_step step);

/** Pass over what most games have before a move: a blank, and before White's the right number. So
 * neither is taken apart. @return false: nothing was taken. */
FM_INLINE bool BFN(replay_to_expected)(struct BFN(replay) * r, bool black, uint32_t number)
{
    const unsigned char *p = r->lexer.at;
    bool found = *p <= ' ';
    if (black) {
        p++;
    } else {
        found &= fm_number_is(number, &p);
        p = fm_after_blank(p);
    }
    if (FM_UNLIKELY(!found || *p <= '9')) /* there are more blanks, numbers or periods */
        return false;
    r->lexer.at = FM_LIKELY(p < r->lexer.end) ? p : r->lexer.end;
    return true;
}

/** The move that ends at @p end was read in plain form; NULL: it was not. */
FM_INLINE bool BFN(replay_take_plain)(struct BFN(replay) * r, const unsigned char *end)
{
    if (FM_UNLIKELY(end == NULL || end > r->lexer.end))
        return false;
    r->move_at = r->lexer.at;
    r->lexer.at = end;
    return true;
}

/** Find the next move, in plain form, of a replay that is `plain` and may have another ply.
 * @return false: replay_find() decides. */
FM_INLINE bool BFN(replay_find_plain)(struct BFN(replay) * r)
{
    if (FM_UNLIKELY(!BFN(replay_to_expected)(r, r->pos.black, r->pos.fullmove) ||
                    *r->lexer.at == '{'))
        return BFN(replay_find_after)(r);
    return BFN(replay_take_plain)(r, BFN(position_read_san)(&r->pos, r->lexer.at, &r->next));
}

/** Make the move, and find the one after it, as replay_find_plain(). */
FM_INLINE bool BFN(replay_follow_plain)(struct BFN(replay) * r)
{
    const bool black = r->pos.black;
    if (FM_UNLIKELY(!BFN(replay_to_expected)(r, !black, r->pos.fullmove + black) ||
                    *r->lexer.at == '{'))
        return BFN(replay_follow_after)(r);
    return BFN(replay_take_plain)(r, BFN(position_follow)(&r->pos, r->lexer.at, &r->next));
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
    struct fm_line_move *const to = fm_line_add(line);
    if (FM_LIKELY(to != NULL)) { /* member by member: copied as a whole, it would be waited for */
        to->move = r->next;
        to->ply = r->ply;
        to->depth = r->depth;
        to->at = (uint32_t)(r->move_at - r->movetext.p);
        to->end = (uint32_t)(end - r->movetext.p);
        to->tolerances = r->read_with;
    }
    r->read_with = 0;
}

/** Complete the line at the end of the replay that filled it. The notes of the replay were empty
 * when it began. */
void BFN(replay_end_line)(const struct BFN(replay) * r, struct fm_line *line);

/** Is the position offered to be written? The root of a variation is offered again with the
 * variation's first move, but not without a new move. */
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
