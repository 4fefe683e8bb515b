/* SPDX-License-Identifier: MIT */
/* One game through one board: replay, choice of positions, records. The two instances of
 * play_tmpl.h. */
#ifndef FM_RUN_PLAY_H
#define FM_RUN_PLAY_H
#include "run/worker.h"
#include "record/record.h"

struct fm_position_8x8;
struct fm_position_10x8;

struct fm_replayer_8x8 *fm_replayer_new_8x8(void);
struct fm_replayer_10x8 *fm_replayer_new_10x8(void);
/** May be NULL. */
void fm_replayer_free_8x8(struct fm_replayer_8x8 *replayer);
void fm_replayer_free_10x8(struct fm_replayer_10x8 *replayer);

/** Replay a game on worker->start and write its records to the active outputs.
 * @param moves  movetext without the result.
 * @return FM_OK, FM_REJECTED (fault: reason, ply, what; offset in the moves), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_moves_8x8(struct fm_worker *worker, struct fm_record_input *in,
                                               struct fm_text moves,
                                               struct fm_result_of_game *result,
                                               struct fm_error *fault);
FM_MUST_CHECK enum fm_status fm_work_moves_10x8(struct fm_worker *worker,
                                                struct fm_record_input *in, struct fm_text moves,
                                                struct fm_result_of_game *result,
                                                struct fm_error *fault);
/** The start and all moves of a game as a hash, to compare games by.
 * @param moves  its movetext without the result, padded. @param[out] whole  all of it can be
 * played. */
FM_MUST_CHECK enum fm_status fm_work_digest_8x8(struct fm_worker *worker,
                                                const struct fm_start *from, struct fm_text moves,
                                                const struct fm_replay_options *options,
                                                struct fm_hash128 *out, bool *whole);
FM_MUST_CHECK enum fm_status fm_work_digest_10x8(struct fm_worker *worker,
                                                 const struct fm_start *from, struct fm_text moves,
                                                 const struct fm_replay_options *options,
                                                 struct fm_hash128 *out, bool *whole);
/** Does a FEN that was written of a position read back as that very one (--verify)? */
bool fm_reads_back_8x8(const struct fm_position_8x8 *pos, const struct fm_fen_style *style,
                       struct fm_text fen);
bool fm_reads_back_10x8(const struct fm_position_10x8 *pos, const struct fm_fen_style *style,
                        struct fm_text fen);
/** Offer the record of a list, worker->listed, to the active outputs. @return FM_OK, FM_REJECTED
 * (listed->fault), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_listed_8x8(struct fm_worker *worker,
                                                struct fm_record_input *in);
FM_MUST_CHECK enum fm_status fm_work_listed_10x8(struct fm_worker *worker,
                                                 struct fm_record_input *in);
/** Choose worker->listed, which the one output copies if it takes it, and of which a view is
 * enough.
 * @param[out] mark  its key, if it is chosen. @param[out] lost  the condition that it fails;
 * FM_POSITION_STEPS = none. @param[out] lacks  as position_lost(); not set where nothing lacks.
 * @return FM_OK, FM_NO_MEMORY, FM_REJECTED: it cannot have a key. */
FM_MUST_CHECK enum fm_status fm_choose_listed_8x8(struct fm_worker *worker, struct fm_row_key *mark,
                                                  enum fm_position_step *lost, bool *lacks);

#endif
