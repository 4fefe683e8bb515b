/* SPDX-License-Identifier: MIT */
/* The splitter's state, and the parts of it that clean input never needs. The hot part is
 * split_tmpl.h, compiled once for each instruction set. Inside pgn/ only. */
#ifndef FM_PGN_SPLITTER_H
#define FM_PGN_SPLITTER_H
#include "pgn/bytes.h"
#include "pgn/game_list.h"

/* The part of a span that the next byte is in. */
enum fm_split_state {
    FM_SPLIT_START, /* the first byte of a span */
    FM_SPLIT_TAG,   /* a `[` that is a tag pair of this game */
    FM_SPLIT_GAP,   /* what follows a tag pair */
    FM_SPLIT_MOVES, /* movetext */
    FM_SPLIT_TRAIL, /* what follows the result */
    FM_SPLIT_END    /* the first byte after the span */
};

/* begin, end and out are set by fm_split_block_by(); the rest is the splitter's own. */
struct fm_splitter {
    struct fm_split *out; /* games, tags and braces found so far */
    /* The block; end is after its last byte. */
    const unsigned char *begin, *end;
    /* The game being read. */
    struct fm_game game;
    /* Of the movetext, comments apart; NULL = none yet. */
    const unsigned char *first_move;
    /* Set of hashes (fm_tag_bit_of_key) of this game's tag names that have no fm_tag_id. */
    uint64_t names;
    /* Set of enum fm_tag_id of this game's tags. */
    unsigned ids;
    enum fm_split_state state;
    /* More text could change a decision that was made: see fm_split.settled. */
    bool cut;
    /* An allocation failed: splitting ends. */
    bool no_memory;
};

FM_INLINE size_t fm_splitter_offset(const struct fm_splitter *s, const unsigned char *p)
{
    return (size_t)(p - s->begin);
}

/* Remember the braces of the 64 bytes from p on. */
FM_INLINE void fm_splitter_remember(struct fm_splitter *s, const unsigned char *p, uint64_t braces)
{
    fm_braces_add(&s->out->braces, (size_t)(s->end - s->begin), fm_splitter_offset(s, p), braces);
}

FM_INLINE void fm_splitter_open(struct fm_splitter *s, const unsigned char *p)
{
    const size_t begin = fm_splitter_offset(s, p);
    s->game = (struct fm_game){.begin = begin,
                               .tags_end = begin,
                               .moves = begin,
                               .moves_end = begin,
                               .first_tag = s->out->tag_count,
                               .first_brace = s->out->braces.count};
    s->game.notes.places = s->out->places;
    s->first_move = NULL;
    s->names = 0;
    s->ids = 0;
    s->state = FM_SPLIT_START;
}

/** The tag after the last one may repeat a name: if it does, that is noted of the @p pair. */
void fm_splitter_repeated(struct fm_splitter *s, struct fm_text pair);
/** The tag list is full: make it larger. @return false: there is no memory, and s->no_memory is
 * set, which ends the splitting. */
bool fm_splitter_grow_tags(struct fm_splitter *s);

/** Count the tag that was written after the last one, unless the game has more than any limit
 * allows already. */
static inline void fm_splitter_take_tag(struct fm_splitter *s)
{
    s->out->tag_count += s->out->tag_count - s->game.first_tag < FM_GAME_TAGS_MAX;
}

/* Each of these reads from p on, sets the next state, and returns where that begins. */
const unsigned char *fm_splitter_start(struct fm_splitter *s, const unsigned char *p);
const unsigned char *fm_splitter_tag(struct fm_splitter *s, const unsigned char *p);
const unsigned char *fm_splitter_gap(struct fm_splitter *s, const unsigned char *p);
const unsigned char *fm_splitter_trail(struct fm_splitter *s, const unsigned char *p);

/** Does the game end before the `[` at @p p in its movetext? */
bool fm_splitter_tag_ends_game(struct fm_splitter *s, const unsigned char *p);
/** Does another game begin at the `1.` at @p p in the movetext, outside of comments and
 * variations? */
bool fm_splitter_begins_game(struct fm_splitter *s, const unsigned char *p);
/** Bytes at the start of an input that belong to its first game whatever follows: blanks, escape
 * lines, closed comments. */
size_t fm_splitter_lead(struct fm_text bytes);
/** Look at a mark in the movetext that may be part of a result, outside of variations: if it is
 * one, the game's result and the end of its moves are set. @return the byte after it, or NULL. */
const unsigned char *fm_splitter_result(struct fm_splitter *s, const unsigned char *mark);
/** Any other mark in the movetext: comments to the line's end, escape lines, stray marks, control
 * characters, results. The state is FM_SPLIT_TRAIL if it was a result. @return the byte after
 * it. */
const unsigned char *fm_splitter_mark(struct fm_splitter *s, const unsigned char *mark,
                                      size_t depth);
/** The game is broken, and ends: something opened at @p at is not closed. */
void fm_splitter_broken(struct fm_splitter *s, enum fm_reason reason, const unsigned char *at);
/** The game is broken and ends: the comment that @p p is in is not closed. No brace may be between
 * the comment's own and @p p. */
void fm_splitter_unclosed(struct fm_splitter *s, const unsigned char *p);
/** The span ends at @p end: add it to the games. */
void fm_splitter_close(struct fm_splitter *s, const unsigned char *end);

#endif
