/* Which games are the beginnings of others: the moves of the games of each pair of players, as a
 * tree. Used by one thread at a time. */
#ifndef FM_SELECT_KINSHIP_H
#define FM_SELECT_KINSHIP_H
#include "base/base.h"

struct fm_kinship;

/* How a game stands to those before it; a game may be both. */
enum fm_kin {
    FM_KIN_BEGINNING = 1, /* its moves are the beginning of an earlier game's */
    FM_KIN_CONTINUED = 2  /* an earlier game's moves are the beginning of its own */
};

/** @param memory  bytes; games that come when they are used up are looked up and not remembered.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_kinship_new(uint64_t memory, struct fm_kinship **out);
/** May be NULL. */
void fm_kinship_free(struct fm_kinship *kinship);
/** Look a game up and remember it. A game without moves is no beginning of any.
 * @param group   of players and start: only games of one group are compared.
 * @param moves   of all games in the same number of bytes each.
 * @param[out] kin  set of enum fm_kin. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_kinship_add(struct fm_kinship *kinship, struct fm_hash128 group,
                                            struct fm_text moves, unsigned *kin);

#endif
