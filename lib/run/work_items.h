/* SPDX-License-Identifier: MIT */
/* Rows and items of the block. */
#ifndef FM_RUN_WORK_ITEMS_H
#define FM_RUN_WORK_ITEMS_H
#include "run/worker.h"

/** A record was just appended: a row with what the stages decide by, where they decide on records. With
 * `scope: game` the record is taken back if its key is not new to the game.
 * @param key  what is known of it. @param begin  of the record in the output's buffer.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_mark_record(struct fm_worker *worker,
                                                 struct fm_active_route *active,
                                                 const struct fm_row_key *key, size_t begin);
/** What the game or record has written to the outputs that keep it becomes rows, with the names of
 * their files. @param in  of it, where its rows have names, else NULL. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_rows(struct fm_worker *worker,
                                          const struct fm_record_input *in);
/* The span that is worked on was written to a sink, from @p at on: a row, or a part of the last one, and
 * what keeps it apart from others. All return FM_OK or FM_NO_MEMORY. */

/** As it is: worker->span, or line begin..end of the block. The hot path of PGN copied as it is: one
 * comparison where it follows the span before it. */
FM_MUST_CHECK enum fm_status fm_work_join(struct fm_worker *worker, unsigned sink, size_t begin,
                                          size_t end, size_t at);
/** worker->span, with another beginning than it has in the block. */
FM_MUST_CHECK enum fm_status fm_work_join_apart(struct fm_worker *worker, unsigned sink,
                                                const struct fm_span_head *head, size_t at);
/** A game that was made from bytes begin..end of the block. It ends with an empty line, so nothing is
 * ever needed after it. */
FM_MUST_CHECK enum fm_status fm_work_join_made(struct fm_worker *worker, unsigned sink,
                                               size_t begin, size_t end, size_t at);
/** A piece of a game or line that is too large. */
FM_MUST_CHECK enum fm_status fm_work_join_piece(struct fm_worker *worker, unsigned sink, size_t at);
/** The game that was just joined was written with another result after the moves. */
void fm_work_join_ends(struct fm_block *block, unsigned sink);
/** Nothing is added to any row of the block any more. */
void fm_work_close(struct fm_block *block);
/** Positions of the item worked on were lost by conditions of the outputs that it was offered to.
 * @param kept  the game is kept, or the record but for its position. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_steps(struct fm_worker *worker, bool kept);
/** The span begin..end is worked: an item, and its bytes in --rejects or --unselected. Its warnings are in
 * worker->notes. @param census  with plan->counts, else NULL. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal, const struct fm_result_of_game *result,
                                             const struct fm_census_entry *census);
/* Where a game or record is in its block. */
struct fm_worked_span {
    size_t begin, end;
    size_t at;      /* what messages without a place of their own are about */
    size_t ordinal; /* of the games and records of the block */
};
/** A game or record is worked: its rows, its warnings, what conditions lost of it, its item.
 * @param named  what the names of its files are made from; NULL = they have none.
 * @return FM_OK, FM_STOPPED (on-error: stop), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_finish(struct fm_worker *worker,
                                            const struct fm_worked_span *span,
                                            const struct fm_record_input *named,
                                            struct fm_result_of_game *result,
                                            const struct fm_census_entry *census);
/** A game or line that is larger than the limit or cut off by damage: reject it, unread. */
FM_MUST_CHECK enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason,
                                            size_t begin, size_t end, size_t ordinal);
/** Account for a record of a list that is not one of `games.range`. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_outside(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal);
/** Have what the outputs of the block hold written. The block's lines and games are counted.
 * @return FM_OK, FM_NO_MEMORY, or FM_CANCELLED: the run is to stop. */
FM_MUST_CHECK enum fm_status fm_work_pass_on(struct fm_worker *worker);
/** Work a block of pieces of what is larger than the limit: the first one is the item, and has its message. What
 * shows no sign of PGN is text, not a game. Its line in the log comes with the last piece (commit.c).
 * @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_oversize(struct fm_worker *worker);

#endif
