/* SPDX-License-Identifier: MIT */
/* The games of a block: what the splitter finds, and what others read. */
#ifndef FM_PGN_GAME_LIST_H
#define FM_PGN_GAME_LIST_H
#include "base/base.h"
#include "pgn/result.h"
#include "pgn/tags.h"

/* Tags of one game that are kept; where a game ends does not depend on any limit that is set. */
enum { FM_GAME_TAGS_MAX = 1 << 16 };

/* One game, or one span of stray text. All offsets are bytes from the start of the block.
 * begin <= tags_end <= moves <= moves_end <= end. */
struct fm_game {
    size_t begin, end;  /* the whole span: tiles the block with its neighbours */
    size_t tags_end;    /* offset after the last tag pair; the same as begin where there are none */
    size_t moves;       /* first byte after the tags that may be movetext */
    size_t moves_end;   /* the result token, or where the movetext ends without one */
    size_t first_tag;   /* index into fm_split.tags */
    uint32_t tag_count; /* FM_GAME_TAGS_MAX: or more */
    size_t first_brace; /* index into fm_split.braces.at */
    enum fm_result result;    /* the token after the moves; NONE = missing */
    enum fm_result outcome;   /* the token; where it is missing or `*`, the Result tag's */
    bool stray;               /* no game: stray text */
    bool of_line;             /* a line of a list: its tags were made */
    struct fm_text made;      /* its movetext, where that is no span of the block; else p == NULL */
    enum fm_reason broken;    /* FM_REASON_NONE, or why the structure makes it a broken game */
    size_t broken_at;         /* offset of the fault, for example of an open brace */
    struct fm_warnings notes; /* structural warnings */
};

/* Where the comments of the movetexts of a block are, so that their ends need not be looked for
 * again. Offsets from the start of the block. Zero-initialised is empty. */
struct fm_brace_list {
    uint32_t *at; /* offsets of `{` and `}`, alternating; owned */
    size_t count, cap;
};

/* The games of one block; zero-initialised is empty; reused block after block. */
struct fm_split {
    struct fm_game *games;
    size_t count, cap;
    struct fm_tag *tags;
    size_t tag_count, tag_cap;
    struct fm_brace_list braces; /* braces of all games; a game's begin at its first_brace */
    /* Set by the caller: where the first token of each structural warning goes; NULL = nowhere. For
     * a block of one game. */
    struct fm_places *places;
    /* The starts of this many games do not depend on what follows the block: places to cut. */
    size_t settled;
};

/* The comments of one movetext. Some may be missing; those that are there are right. */
struct fm_comments {
    const unsigned char *block; /* offsets are from here */
    /* Alternating, as in the list; those after the movetext follow, and UINT32_MAX at the end.
     * NULL = none is known. */
    const uint32_t *braces;
};

void fm_split_free(struct fm_split *split);

/** The result after the moves of a game, as it is written; empty, where the movetext ends, if there
 * is none. @param tags  its own, to include the rest of a forfeit (`1-0 ff`), which the Result tag
 * has, too; NULL = without it. */
struct fm_text fm_game_result_text(const struct fm_game *game, const unsigned char *block,
                                   const struct fm_tag *tags);

/** The tags of one of its games, game->tag_count of them. */
static inline const struct fm_tag *fm_split_tags_of(const struct fm_split *split,
                                                    const struct fm_game *game)
{
    return game->tag_count == 0 ? NULL : split->tags + game->first_tag;
}
/** The first of them of that id, or NULL. */
static inline const struct fm_tag *fm_split_tag(const struct fm_split *split,
                                                const struct fm_game *game, enum fm_tag_id id)
{
    return fm_tag_find(fm_split_tags_of(split, game), game->tag_count, id);
}

/** The comments in the movetext of one of its games. @param block  the block that was split. */
static inline struct fm_comments fm_split_comments_of(const struct fm_split *split,
                                                      const struct fm_game *game,
                                                      const unsigned char *block)
{
    const bool known = split->braces.count > 0;
    return (struct fm_comments){block, known ? split->braces.at + game->first_brace : NULL};
}

/** The last byte of the comment that begins at @p open; NULL: it is not known. Comments are looked
 * up in their order, each one time. */
FM_INLINE const unsigned char *fm_comments_close(struct fm_comments *comments,
                                                 const unsigned char *open)
{
    if (FM_UNLIKELY(comments->braces == NULL))
        return NULL;
    const size_t place = (size_t)(open - comments->block);
    while (FM_UNLIKELY(comments->braces[0] < place)) /* passed over, as those in variations are */
        comments->braces += 2;
    if (FM_UNLIKELY(comments->braces[0] != place))
        return NULL;
    comments->braces += 2;
    return comments->block + comments->braces[-1];
}

/* The rest is for the splitter, which fills the list. */

/** Make the full list of tags larger. @return false: there is no memory. */
FM_MUST_CHECK bool fm_split_grow_tags(struct fm_split *split);
/** The value of the Result tag of a game whose tags are the last of the list, trimmed; p == NULL:
 * there is none. */
struct fm_text fm_split_result_tag(const struct fm_split *split, const struct fm_game *game);
/** The movetext ends with this result. @param block  that the game is in. */
void fm_game_set_result(struct fm_game *game, const unsigned char *block,
                        const struct fm_result_token *token);
/** Add a game whose span is known and whose tags are the last: count its tags, find a forfeit
 * (which needs the whole game), and note what it lacks.
 * @param first_move  of its movetext, comments apart; NULL = none.
 * @return false: there is no memory. */
FM_MUST_CHECK bool fm_split_add(struct fm_split *split, struct fm_game *game,
                                const unsigned char *block, const unsigned char *first_move);

/* Places after the last brace that are always free: for one more window of 64 bytes, what is
 * written beyond it in fours, and the end. */
enum { FM_BRACES_SPARE = 64 + 4 + 2 };

/* Make the list larger, up to a share of the block's n bytes. @return false: it is not. */
bool fm_braces_grow(struct fm_brace_list *list, size_t n);

/* Take the first out of a set of places; of an empty one any. */
FM_INLINE uint32_t fm_braces_take(uint64_t *window)
{
    const uint32_t first = (uint32_t)__builtin_ctzll(*window | UINT64_C(1) << 63);
    *window &= *window - 1;
    return first;
}

/** Remember the braces of a window of 64 bytes, a set, which begins at @p place in a block of @p n
 * bytes. If the list cannot grow, they are not remembered: comments are missing then. */
FM_INLINE void fm_braces_add(struct fm_brace_list *list, size_t n, size_t place, uint64_t window)
{
    if (FM_UNLIKELY(list->cap - list->count < FM_BRACES_SPARE) && !fm_braces_grow(list, n))
        return;
    const uint32_t begin = (uint32_t)place;
    uint32_t *at = list->at + list->count;
    list->count += (size_t)__builtin_popcountll(window);
    do { /* four at least: there are seldom more, and no branch depends on how many */
        at[0] = begin + fm_braces_take(&window);
        at[1] = begin + fm_braces_take(&window);
        at[2] = begin + fm_braces_take(&window);
        at[3] = begin + fm_braces_take(&window);
        at += 4;
    } while (FM_UNLIKELY(window != 0));
}

/** Forget those at @p place and after it, but none of the first @p kept. */
void fm_braces_forget(struct fm_brace_list *list, size_t kept, size_t place);

#endif
