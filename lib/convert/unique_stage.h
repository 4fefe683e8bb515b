/* Unique records (`positions.unique`). The stage keeps the first of each key in the order
 * of the input, so the choice depends neither on threads nor on blocks, nor on how much fits in
 * memory. Within one game the worker decides for itself. */
#ifndef FM_CONVERT_UNIQUE_STAGE_H
#define FM_CONVERT_UNIQUE_STAGE_H
#include "convert/stage.h"
#include "convert/worker.h"

/** Worker: leave a mark of the record just appended to the stages, with what they decide by. With
 * `scope: game` the record is taken back if its key is not new to the game.
 * @param begin  of the record in the output's buffer. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_mark_record(struct fm_worker *worker,
                                                 struct fm_active_route *active,
                                                 const struct fm_key_mark *mark, size_t begin);

#endif
