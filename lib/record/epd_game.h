/* SPDX-License-Identifier: MIT */
/* A FEN or EPD record as a game in PGN. The position is in the FEN tag, the first of sm, pv and bm
 * are the moves, and further best moves are variations. All operations are in a comment before the
 * moves, `[%epd bm Qg6; id "WAC.001";]`, from which they are read back. */
#ifndef FM_RECORD_EPD_GAME_H
#define FM_RECORD_EPD_GAME_H
#include "record/rewrite.h"
#include "record/tag_plan.h"

/* Options for writing a record as a game. */
struct fm_epd_game {
    const struct fm_tag_plan *tags; /* tags to set, drop and order */
    /* Values for templates of tags; NULL: there are no templates. */
    const struct fm_record_input *in;
    size_t room;   /* limit for the values of these tags, in bytes */
    bool notation; /* true: the record may be no position, so no move is played */
    /* True: the Variant tag is before the FEN tag, as some programs need it. */
    bool variant_first;
    const struct fm_language *letters; /* piece letters of the moves in operations */
    /* Values of the Variant tag that a program needs: of Chess960, NULL = `Chess960`; of
     * standard chess, NULL = no tag. */
    const char *chess960, *standard;
    bool one_line; /* true: all moves are in one line, as some programs need it */
    /* Piece letters of the moves that are written; NULL = English. */
    const struct fm_language *spelled;
};

/** Append the game, with an empty line at its end.
 * @param fen      of the position, six fields.
 * @param scratch  memory that is used only during the call.
 * @return FM_OK, FM_REJECTED (the values of tags have more bytes than `room`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_game_write(const struct fm_fen_edit *edit, struct fm_text fen,
                                               const struct fm_epd_game *how,
                                               struct fm_arena *scratch, struct fm_buf *out);
/** The operations in the comment that movetext begins with.
 * @param scratch  owns them, where they were wrapped or encoded.
 * @param[out] ops  empty if there are none. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_epd_of_game(struct fm_text movetext, struct fm_arena *scratch,
                                            struct fm_text *ops);

#endif
