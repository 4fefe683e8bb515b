/* Where games begin and end: a block of PGN to spans that tile it. One pass, tags read, movetext
 * skipped by a vectorised scan; nothing is replayed. The rules stand in docs/game-boundaries.md. */
#ifndef FM_PGN_SPLIT_H
#define FM_PGN_SPLIT_H
#include "base/base.h"
#include "pgn/braces.h"
#include "pgn/result.h"
#include "pgn/tags.h"

/* Tags of one game that are kept; where a game ends does not depend on any limit that is set. */
enum { FM_GAME_TAGS_MAX = 1 << 16 };

/* One game, or one span of stray text. All offsets are bytes from the start of the block.
 * begin <= tags_end <= moves <= moves_end <= end. */
struct fm_game {
    size_t begin, end;        /* the whole span: tiles the block with its neighbours */
    size_t tags_end;          /* after the last tag pair; == begin if there are none */
    size_t moves;             /* first byte after the tags that may be movetext */
    size_t moves_end;         /* the result token, or where the movetext ends without one */
    size_t first_tag;         /* index into fm_split.tags */
    uint32_t tag_count;       /* FM_GAME_TAGS_MAX: or more */
    size_t first_brace;       /* index into fm_split.braces.at */
    enum fm_result result;    /* the token after the moves; NONE = missing */
    bool stray;               /* no game: stray text */
    enum fm_reason broken;    /* FM_REASON_NONE, or why the structure makes it a broken game */
    size_t broken_at;         /* where (the open brace, say) */
    struct fm_warnings notes; /* structural warnings */
};

/* The games of one block; zero-initialised is empty; reused block after block. */
struct fm_split {
    struct fm_game *games;
    size_t count, cap;
    struct fm_tag *tags;
    size_t tag_count, tag_cap;
    struct fm_brace_list braces; /* those of a game begin at its first_brace */
    size_t settled; /* this many games begin there whatever follows the block: places to cut */
};

void fm_split_free(struct fm_split *split);
/** The tags of one of its games, game->tag_count of them. */
static inline const struct fm_tag *fm_split_tags_of(const struct fm_split *split,
                                                    const struct fm_game *game)
{
    return game->tag_count == 0 ? NULL : split->tags + game->first_tag;
}
/** The comments in the movetext of one of its games. @param block  the block that was split. */
static inline struct fm_comments fm_split_comments_of(const struct fm_split *split,
                                                      const struct fm_game *game,
                                                      const unsigned char *block)
{
    const bool known = split->braces.count > 0;
    return (struct fm_comments){block, known ? split->braces.at + game->first_brace : NULL};
}
/** Split a whole block (padded with FM_TEXT_PADDING bytes). It begins at the input's start or at
 * a game's start, and ends at the input's end or before a hard boundary (or a start that
 * fm_split_block itself found).
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_split_block(struct fm_split *split, struct fm_text block);
/* How the scans are done; for tests and measurements. A path that this machine's kind has not
 * falls to the next one. */
enum fm_split_path { FM_SPLIT_PLAIN, FM_SPLIT_SSE2, FM_SPLIT_AVX2 };
/** The best that this machine can do. */
enum fm_split_path fm_split_best_path(void);
/** fm_split_block() by that path; AVX2 only where fm_split_best_path() says so. All give the same
 * answer. */
FM_MUST_CHECK enum fm_status fm_split_block_by(struct fm_split *split, struct fm_text block,
                                               enum fm_split_path path);
/** The last hard boundary after the first game's start: offset of the `[` of an `[Event "` line
 * after an empty line (LF LF, CR LF CR LF, CR CR, blanks between tolerated), unless a tag pair
 * stands before that. 0 = none.
 * @param bytes  from the input's start or a game's start on. */
size_t fm_split_last_hard(struct fm_text bytes);
/** The first hard boundary at or after @p from, or n if none.
 * @param bytes  as above; where @p from is 0, from anywhere within a game on. */
size_t fm_split_first_hard(struct fm_text bytes, size_t from);

#endif
