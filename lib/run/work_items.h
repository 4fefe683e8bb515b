/* SPDX-License-Identifier: MIT */
/* Rows and items of the block. */
#ifndef FM_RUN_WORK_ITEMS_H
#define FM_RUN_WORK_ITEMS_H
#include "run/worker.h"

/** Add a row and a key for the record that was just appended, where stages decide on records. With
 * `scope: game` the record is removed again if the game has already written its key.
 * @param key  of the record; not looked at where nothing decides by it: fm_route_keys().
 * @param black  Black is to move. @param begin  of the record in the output's buffer.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_mark_record(struct fm_worker *worker,
                                                 struct fm_active_route *active,
                                                 const struct fm_row_key *key, bool black,
                                                 size_t begin);
/* Record that the current span was written to a sink, from offset @p at on: as a new row or as a
 * part of the last one, with the data that separates it from its neighbours. All return FM_OK or
 * FM_NO_MEMORY. */

/** A span copied unchanged: worker->span, or the line begin..end of the block. This is the hot
 * path of copied PGN: one comparison if the span directly follows the previous one. */
FM_MUST_CHECK enum fm_status fm_work_join(struct fm_worker *worker, unsigned sink, size_t begin,
                                          size_t end, size_t at);
/** worker->span, with a beginning that differs from that in the block. */
FM_MUST_CHECK enum fm_status fm_work_join_apart(struct fm_worker *worker, unsigned sink,
                                                const struct fm_span_head *head, size_t at);
/** A game that was made from bytes begin..end of the block. It ends with an empty line, so
 * nothing is ever needed after it. */
FM_MUST_CHECK enum fm_status fm_work_join_made(struct fm_worker *worker, unsigned sink,
                                               size_t begin, size_t end, size_t at);
/** A piece of a game or line that is too large. */
FM_MUST_CHECK enum fm_status fm_work_join_piece(struct fm_worker *worker, unsigned sink, size_t at);
/** The game that was just joined was written with another result after the moves. */
void fm_work_join_ends(struct fm_block *block, unsigned sink);
/** All rows of the block are complete. */
void fm_work_close(struct fm_block *block);
/** The span begin..end is worked: an item, and its bytes in --rejects or --unselected. Its
 * warnings are in worker->notes. @param census  with plan->counts, else NULL. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal, const struct fm_result_of_game *result,
                                             const struct fm_census_entry *census);
/** A plain record of a list is kept, and one output, or none, has it, or it has lost it: nothing
 * else is to be done if it only adds to the numbers of an item before it.
 * @param lost, lacks  as fm_choose_listed_8x8() has them.
 * @return false: it does not, and nothing was done. */
bool fm_work_join_plain(struct fm_worker *worker, size_t end, enum fm_class class_,
                        const struct fm_route *route, enum fm_position_step lost, bool lacks);
/* Place of a game or record in its block. */
struct fm_worked_span {
    size_t begin, end;
    size_t at;      /* offset for messages that have no place of their own */
    size_t ordinal; /* number of the game or record in the block, 0.. */
};
/** A game or record is worked: its rows, its warnings, what conditions lost of it, its item.
 * @param named  values for the names of its files; NULL = they have none.
 * @return FM_OK, FM_STOPPED (on-error: stop), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_finish(struct fm_worker *worker,
                                            const struct fm_worked_span *span,
                                            const struct fm_record_input *named,
                                            struct fm_result_of_game *result,
                                            const struct fm_census_entry *census);
/** A game or line that is larger than the limit or cut off by damage: reject it, unread. */
FM_MUST_CHECK enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason,
                                            size_t begin, size_t end, size_t ordinal);
/** Account for a record of a list that is not one of `games.range`. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_outside(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal);
/** Write the results that the outputs of the block hold. The block's lines and games are counted.
 * @return FM_OK, FM_NO_MEMORY, or FM_CANCELLED: the run is to stop. */
FM_MUST_CHECK enum fm_status fm_work_pass_on(struct fm_worker *worker);
/** Work a block of pieces of what is larger than the limit: the first one is the item, and has its
 * message. Text without a sign of PGN is not a game. Its line in the log comes with the last
 * piece (commit.c).
 * @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_oversize(struct fm_worker *worker);

#endif
