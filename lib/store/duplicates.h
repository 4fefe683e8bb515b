/* Which games are the same as earlier ones (`games.duplicates`), or as games that are excluded
 * (`games.exclude`): equal in what the key names, with results and dates that do not contradict each
 * other. The first of several is kept, and none that is excluded. Used by one thread at a time.
 *
 * Games are remembered in memory until that is full. Then all of them go to the temporary file,
 * each to the stream of its part, and so does every game from then on: it is undecided, and its
 * caller keeps the number of the part. When all games were given, each part is settled by itself,
 * in the same way with further bits where it is too large. So answers do not depend on the memory.
 */
#ifndef FM_STORE_DUPLICATES_H
#define FM_STORE_DUPLICATES_H
#include "base/base.h"
#include "filter/tagvalue.h"
#include "store/prefix_tree.h"
#include "store/spool.h"

/* What is compared of a game. */
struct fm_game_identity {
    struct fm_hash128 key;   /* of all that must be equal; where `related`, hi is the group's */
    struct fm_hash128 group; /* of players and start; with `related` */
    struct fm_text moves;    /* bytes of all moves, with `related`; not kept */
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    bool related;         /* beginnings are looked for among the games of the group */
    bool unique;          /* too little is known: never a duplicate, nor the beginning of one */
};

/* What is found out of a game. */
struct fm_duplicate {
    unsigned char part;      /* 0: decided; else undecided, 1 + the number of its part */
    bool same;               /* a kept or excluded game is the same */
    bool excluded;           /* an excluded one */
    unsigned char relations; /* of a game that is kept: set of enum fm_duplicate_relation */
};

struct fm_duplicates;

/** @param spool   for what does not fit in memory; must outlive it.
 * @param memory   bytes for what is remembered, and for chunks of streams.
 * @param drops    games that are the same as kept ones are found; false: as excluded ones only.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory, bool drops,
                                               struct fm_duplicates **out);
/** May be NULL. */
void fm_duplicates_free(struct fm_duplicates *duplicates);

/* All below return FM_OK, FM_NO_MEMORY, FM_CANCELLED, or FM_OUTPUT_FAILED (error filled). */

/** Exclude a game, before any is looked up. */
FM_MUST_CHECK enum fm_status fm_duplicates_exclude(struct fm_duplicates *duplicates,
                                                   const struct fm_game_identity *game,
                                                   struct fm_error *error);
/** Look a game up, and remember it unless it is the same as one before. */
FM_MUST_CHECK enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                               const struct fm_game_identity *game,
                                               struct fm_duplicate *out, struct fm_error *error);
/** Whether answers may be undecided from here on. */
bool fm_duplicates_overflows(const struct fm_duplicates *duplicates);
/** All games were given: settle the undecided ones. */
FM_MUST_CHECK enum fm_status fm_duplicates_settle(struct fm_duplicates *duplicates,
                                                  struct fm_error *error);
/** After that, once for each game in the order in which they were given: an undecided answer is
 * replaced by the decided one. */
FM_MUST_CHECK enum fm_status fm_duplicates_decide(struct fm_duplicates *duplicates,
                                                  struct fm_duplicate *answer,
                                                  struct fm_error *error);

#endif
