/* Duplicates of games (`games.duplicates`). The stage keeps the first of them in the order of the
 * input, and takes back what a later one has written: its records, counts and log line; what it is
 * goes to --unselected. Games that are the beginning of others are named in the log, and kept. From
 * where the memory is full, blocks are held until all games are known. */
#ifndef FM_CONVERT_DROP_DUPLICATES_H
#define FM_CONVERT_DROP_DUPLICATES_H
#include "convert/stage.h"
#include "convert/worker.h"

/** Worker: what is written from here on belongs to one game. @return NULL: no memory. */
struct fm_game_mark *fm_work_game_begins(struct fm_worker *worker);
/** Worker: the game is kept and accounted for; the stage decides whether it is a duplicate.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_game_ends(struct fm_worker *worker, struct fm_game_mark *mark,
                                               const struct fm_game *game, size_t ordinal,
                                               const struct fm_result_of_game *result);

#endif
