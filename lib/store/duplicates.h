/* Which games are the same as earlier ones (`games.duplicates`): equal in what the key names, with
 * results and dates that do not contradict each other. The first of them is kept. Used by one thread
 * at a time. */
#ifndef FM_STORE_DUPLICATES_H
#define FM_STORE_DUPLICATES_H
#include "base/base.h"
#include "select/tagvalue.h"
#include "store/prefix_tree.h"

/* What is compared of a game. */
struct fm_game_identity {
    struct fm_hash128 key;   /* of all that must be equal; its first byte is the group's */
    struct fm_hash128 group; /* of players and start; only there is a beginning looked for */
    struct fm_text moves;    /* bytes of all moves; not kept */
    struct fm_date date;
    unsigned char result; /* 0: agrees with any other */
    bool unique;          /* too little is known: never a duplicate, nor the beginning of one */
};

struct fm_duplicate {
    bool same;          /* a kept game is the same */
    unsigned relations; /* of a game that is kept: set of enum fm_duplicate_relation */
};

struct fm_duplicates;

/** @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_duplicates_new(struct fm_duplicates **out);
/** May be NULL. */
void fm_duplicates_free(struct fm_duplicates *duplicates);
/** Bytes that all takes while one more game is added. */
uint64_t fm_duplicates_bytes(const struct fm_duplicates *duplicates, size_t moves);
/** Look a game up, and remember it unless it is the same as one before. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                               const struct fm_game_identity *game,
                                               struct fm_duplicate *out);

#endif
