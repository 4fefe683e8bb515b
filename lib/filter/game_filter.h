/* SPDX-License-Identifier: MIT */
/* Selects games: by class, tags and result before their replay, by plies and the last position
 * after it. */
#ifndef FM_FILTER_GAME_FILTER_H
#define FM_FILTER_GAME_FILTER_H
#include "pgn/classify.h"
#include "pgn/split.h"
#include "filter/selection.h"

/* The facts of a game that are known without its replay. */
struct fm_game_facts {
    const struct fm_tag *tags;
    size_t tag_count;
    enum fm_class class_;
    enum fm_result result;
    struct fm_text moves; /* movetext, padded; empty of a record of a list */
    struct fm_rule_context *context;
};

/* What a book knows of a line up to a position of it. */
struct fm_booked {
    uint32_t last; /* ply of the last position in the book, plus 1; 0 = none was */
    uint32_t left; /* ply of the first one that was not after one that was, plus 1; 0 = none */
    uint32_t at;   /* index of the last position in the book among those that are kept */
};

/* The facts of a game that only its replay finds. */
struct fm_game_end {
    unsigned plies;  /* plies of the whole game */
    unsigned finals; /* set of 1 << enum fm_final; filled only if a filter needs it */
    /* True: Black is to move in the last position; filled where `finals` is. */
    bool black;
    bool reached; /* true: the position of `games.reached` was reached */
    /* true: the last position of a game of `games.reached-file` was reached */
    bool reached_listed;
    bool contained; /* true: a position met `games.contains` */
    /* Number of the last known opening, 0 = none; needs a file of openings. */
    unsigned opening;
    bool opened;             /* true: `games.opening` wants `opening` */
    struct fm_booked booked; /* of the whole game; needs a book */
    /* True: positions were looked at, and all members from `reached` on are filled. */
    bool watched;
    struct fm_hash128 start; /* key of the start position */
    struct fm_hash128 moves; /* hash of `start` and the moves */
};

/** Compile the regular expressions of all rules. fm_game_filter_free() after any outcome. @return
 * FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_filter_compile(struct fm_profile_games *games,
                                                    struct fm_arena *arena);
void fm_game_filter_free(struct fm_profile_games *games);
/** The number in a tag of a rating, in millionths. @return false: there is none. */
bool fm_game_rating(const struct fm_game_facts *facts, enum fm_tag_id id, int64_t *out);
/** Half the sum of both ratings, in millionths. @return false: one of them is missing, or 0. */
bool fm_game_mean_rating(const struct fm_game_facts *facts, int64_t *out);
/** Do the conditions on tags and result hold: rules, player, ratings, time class? The answer counts
 * only if facts->context->status is FM_OK after the call.
 * @return FM_NOT_LOST, or what fails first: a rule of `tags`, 0.., or `tag_count` + enum
 * fm_game_step. */
size_t fm_tags_lost(const struct fm_profile_games *games, const struct fm_game_facts *facts);
/** Tags and class: the conditions of an output's `when:` that can be checked before the replay.
 * Returns as fm_tags_lost(). */
size_t fm_game_lost(const struct fm_profile_games *games, const struct fm_game_facts *facts);
/** Do the conditions on the replay hold: plies, how the game ends, a position reached? Returns as
 * fm_tags_lost(). */
size_t fm_end_lost(const struct fm_profile_games *games, const struct fm_game_end *end);

#endif
