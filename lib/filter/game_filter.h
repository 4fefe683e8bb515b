/* Which games are wanted, from what is known before (class, tags, result) and after (plies, how
 * it ends) they are replayed. */
#ifndef FM_FILTER_GAME_FILTER_H
#define FM_FILTER_GAME_FILTER_H
#include "pgn/classify.h"
#include "pgn/split.h"
#include "filter/selection.h"

/* What is known of a game without replaying it. */
struct fm_game_facts {
    const struct fm_tag *tags;
    size_t tag_count;
    enum fm_class class_;
    enum fm_result result;
    struct fm_rule_context *context;
};

/* What a replay tells of it. */
struct fm_game_end {
    unsigned plies;
    unsigned finals;         /* set of 1 << enum fm_final; filled only if some filter asks */
    bool reached;            /* the position asked for */
    bool watched;            /* the three here are filled */
    struct fm_hash128 start; /* of the start position */
    struct fm_hash128 moves; /* of that and the moves */
};

/** Compile the regular expressions of all rules. fm_game_filter_free() after any outcome. @return
 * FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_filter_compile(struct fm_profile_games *games,
                                                    struct fm_arena *arena);
void fm_game_filter_free(struct fm_profile_games *games);
/** Does everything hold that tags and result tell: rules, player, ratings, time class? The answer
 * counts only if facts->context->status is FM_OK after it.
 * @return FM_NOT_LOST, or what fails first: a rule of `tags`, 0.., or `tag_count` + enum
 * fm_game_step. */
size_t fm_tags_lost(const struct fm_profile_games *games, const struct fm_game_facts *facts);
/** Tags and class: what can be known of the `when:` of an output before the replay. Returns as
 * fm_tags_lost(). */
size_t fm_game_lost(const struct fm_profile_games *games, const struct fm_game_facts *facts);
/** Does what the replay found hold? Returns as fm_tags_lost(). */
size_t fm_end_lost(const struct fm_profile_games *games, const struct fm_game_end *end);

#endif
