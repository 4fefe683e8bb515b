/* SPDX-License-Identifier: MIT */
/* One record of a list. */
#ifndef FM_RUN_WORK_RECORD_H
#define FM_RUN_WORK_RECORD_H
#include "run/worker.h"

/** Is it of 8x8, in plain form, and with rights that each dialect but FM_CASTLING_FEN can
 * express? */
static inline bool fm_listed_is_plain(const struct fm_listed *record)
{
    const struct fm_fen_edit *edit = &record->edit;
    return edit->setup.possible && edit->setup.style == FM_STYLE_TRADITIONAL && !edit->made &&
           fm_warnings_is_empty(&edit->notes);
}
/** Is it copied but for its castling field: a plain one that fills its line, whose square, if it
 * has one, stays? */
static inline bool fm_listed_is_copied(const struct fm_listed *record, const struct fm_route *route)
{
    const struct fm_fen_edit *edit = &record->edit;
    const unsigned char after = edit->text.p[edit->text.n];
    return route->lists.copies && edit->text.p == record->whole.p && !record->made &&
           fm_listed_is_plain(record) && (after == '\n' || after == '\r') &&
           (edit->setup.ep_file < 0 || route->rewrite.style.en_passant == FM_EP_KEEP);
}
/** Its class. @param named  variant of the profile; NULL = none. */
enum fm_class fm_listed_class(const struct fm_setup *setup, const struct fm_variant *named);
/** Work on a record: what becomes of it, and its records in the outputs that take it.
 * @param record  zeroed before the first one of a block; filled up to `edit`, with FM_REJECTED
 * `fault`, too.
 * @param status  of fm_fen_edit_read() with `check_rewrite`.
 * @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_record(struct fm_worker *worker, struct fm_listed *record,
                                            enum fm_status status, size_t ordinal);
/** Write the FEN of the current record to worker->fen, in the style of an output.
 * @param keyed  true: a FEN to count the position by, without impossible castling rights and
 * en-passant squares.
 * @return FM_OK, FM_REJECTED (listed->fault), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_listed_fen(struct fm_worker *worker, const struct fm_route *route,
                                           bool keyed, struct fm_text *fen);
/** Append the record worked on to an output that keeps it a record. Returns as fm_listed_fen(). */
FM_MUST_CHECK enum fm_status fm_listed_write(struct fm_worker *worker,
                                             const struct fm_route *route);
/** The record of a start position, from @p begin on, gets the operations of its game too. Counters
 * are those of the game where the profile does not name a form. @param fen  bytes of its position.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_add_operations(struct fm_worker *worker,
                                                    const struct fm_route *route, size_t begin,
                                                    size_t fen);
/** Append the record worked on to a PGN output, as a game. @param in  for templates of tags.
 * Returns as fm_listed_fen(). */
FM_MUST_CHECK enum fm_status fm_listed_write_game(struct fm_worker *worker,
                                                  struct fm_active_route *active,
                                                  const struct fm_record_input *in);
/** Cut the movetext off the game that was just made of the record worked on, from @p begin of an
 * output on. @param[out] moves  without the result; padded, in the scratch arena. @return FM_OK
 * or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_listed_take_moves(struct fm_worker *worker,
                                                  const struct fm_route *route, size_t begin,
                                                  struct fm_text *moves);
/** What an output in PGN got of the record worked on, a game or its line, is complete.
 * @param at  offset in the output where it begins. @return FM_OK, FM_NO_MEMORY, FM_REJECTED
 * (worker->written.overflows). */
FM_MUST_CHECK enum fm_status fm_listed_join(struct fm_worker *worker,
                                            struct fm_active_route *active, size_t at);
/** A record just made from templates, from @p begin on, becomes the record worked on with the
 * operations that were made. @param fen  bytes of its position. Returns as fm_listed_fen(). */
FM_MUST_CHECK enum fm_status fm_listed_add_operations(struct fm_worker *worker,
                                                      const struct fm_route *route, size_t begin,
                                                      size_t fen);

#endif
