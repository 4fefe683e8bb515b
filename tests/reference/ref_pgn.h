/* SPDX-License-Identifier: MIT */
/* The witness reads PGN in the import format: enough for the vectors, not for the world. */
#ifndef FM_TESTS_REF_PGN_H
#define FM_TESTS_REF_PGN_H
#include <stdbool.h>
#include "reference/ref.h"
#include "reference/ref_san.h"

struct ref_game {
    const char *next;        /* where reading goes on */
    struct ref_position pos; /* where the game stands */
    bool failed;             /* a move or the FEN could not be read; `token` says which */
    char token[64];          /* the move as it was written; J as A */
    char san[REF_MOVE_SIZE]; /* the same move as ref_write_san() writes it */
};

/** Begin with the tags of the game at game->next and set up its start position. @return false at
 * the end of the text. */
bool ref_game_begin(struct ref_game *game);
/** Play the next move of the main line. @return false at the end of the game, or when it failed. */
bool ref_game_step(struct ref_game *game);

#endif
