/* Which games are wanted, from what is known before (class, tags) and after (plies) they are
 * replayed. */
#ifndef FM_SELECT_GAME_FILTER_H
#define FM_SELECT_GAME_FILTER_H
#include "pgn/classify.h"
#include "pgn/split.h"
#include "select/selection.h"

/* What is known of a game without replaying it. */
struct fm_game_facts {
    const struct fm_tag *tags;
    size_t tag_count;
    enum fm_class class_;
    enum fm_result result;
    struct fm_arena *scratch; /* for values with escapes */
};

/** Do all tag rules hold? */
bool fm_tags_selected(const struct fm_profile_games *games, const struct fm_game_facts *facts);
/** Tags and class: the `when:` of an output. */
bool fm_game_selected(const struct fm_profile_games *games, const struct fm_game_facts *facts);
/** Is the number of plies in range? */
bool fm_plies_selected(const struct fm_profile_games *games, unsigned plies);

#endif
