/* SPDX-License-Identifier: MIT */
/* Rewriting a position as text: a FEN, or an EPD line with everything after the position
 * kept as it is. Nothing is replayed. */
#ifndef FM_RECORD_REWRITE_H
#define FM_RECORD_REWRITE_H
#include "base/memory.h"
#include "base/warnings.h"
#include "board/fen_read.h"
#include "board/fen_write.h"
#include "board/notation.h"
#include "board/setup.h"
#include "record/epd.h"

/* How positions are read and rewritten; set by the caller, const during the run. KEEP copies a
 * field byte for byte, even if no position can have it (a right without a rook, a square that no
 * double step passed); that is noted. */
struct fm_rewrite {
    struct fm_fen_style style;
    /* One blank between fields, whatever the layout was. */
    bool lays_out;
    /* The line becomes a FEN: nothing is written after the fields, with one blank between. */
    bool bare;
    /* The line becomes EPD: what is none of it yet is written anew. */
    bool becomes_epd;
    /* Operations as the EPD standard requires; verbatim if that would need a guess. */
    bool normalize;
    /* The moves of bm, am, sm and pv are played. */
    bool plays;
    /* Only the notation is checked: positions against the rules are not rejected. */
    bool notation;
    /* Under KEEP, too, write no castling right and no square that would be noted in reading it. */
    bool clean;
    /* Repair castling rights, and start positions given by their number; noted. */
    bool repair;
    /* Of a line in plain form only the sets of pieces are needed: setup.sets_alone. */
    bool sets;
    const struct fm_variant *variant; /* rules; NULL = by the shape of the board */
    /* Piece letters of the moves to normalize; NULL = English. */
    const struct fm_language *letters;
};

/* Fields that are written anew. */
enum { FM_EDIT_PLACEMENT = 1, FM_EDIT_EN_PASSANT = 2, FM_EDIT_COUNTERS = 4 };

/* A FEN or EPD line that was read, to be written any number of times. */
struct fm_fen_edit {
    struct fm_text text;         /* line as found; it must outlive the edit */
    struct fm_setup setup;       /* position that was read */
    struct fm_fen_fields fields; /* spans of the fields in `text` */
    struct fm_epd_after after;   /* text after the fields; unset if the line was refused */
    struct fm_warnings notes;    /* warnings of the text; writing adds more */
    /* True: made from a Chess960 number, so there is no text to keep. */
    bool made;
    /* The members below are set when the line is written. */
    const struct fm_rewrite *wanted;   /* options of this writing */
    unsigned anew;                     /* fields that are not copied: set of FM_EDIT_... */
    enum fm_castling_dialect castling; /* dialect to write; KEEP: as found */
    bool normal;                       /* true: operations are written as the standard requires */
};

/** Read a line. Operations are checked, and what the reading drops or repairs is noted in the edit.
 * Under `repair` a line that is a number from 0 to 959 is the Chess960 start position of that
 * number.
 * @param placed  by fm_placements_read_plain(); NULL: it is not read.
 * @param wanted  only how positions are read counts: notation, repair, sets, variant.
 * @return FM_OK, FM_REJECTED (error: BAD_FEN, IMPOSSIBLE_POSITION, BAD_TRAINING). */
FM_MUST_CHECK enum fm_status fm_fen_edit_read_placed(struct fm_fen_edit *edit, struct fm_text line,
                                                     const struct fm_placed *placed,
                                                     const struct fm_rewrite *wanted,
                                                     struct fm_error *error);
/** The same of a line whose placement is not read. */
FM_MUST_CHECK static inline enum fm_status fm_fen_edit_read(struct fm_fen_edit *edit,
                                                            struct fm_text line,
                                                            const struct fm_rewrite *wanted,
                                                            struct fm_error *error)
{
    return fm_fen_edit_read_placed(edit, line, NULL, wanted, error);
}
/** Fill the counters of the setup from the operations hmvc and fmvn (PGN standard 16.2) if there
 * are no fields 5 and 6, cut to the same limits. */
void fm_fen_edit_read_counters(struct fm_fen_edit *edit);
/** Append what is after the fields and is no operation, as operations: of training text c9 and ce,
 * else all of it as c0. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_fen_edit_put_remark(struct fm_fen_edit *edit, struct fm_buf *out);
/** Is the whole line written anew, with nothing around it: as a FEN, or as EPD that it was not? */
bool fm_fen_edit_is_anew(const struct fm_fen_edit *edit, const struct fm_rewrite *wanted);
/** The fields of a plain line, without warnings, where that is how they are written in this style;
 * else empty. @param counters  in place of those of the style. */
struct fm_text fm_fen_edit_kept(const struct fm_fen_edit *edit, const struct fm_fen_style *style,
                                enum fm_counters counters);
/** Append the line rewritten, without its line end: operations, or any text after a FEN, verbatim
 * unless counters or normalize change them, or the line becomes EPD. Notes OPERATIONS_DROPPED where
 * `bare` leaves out more than counters.
 * @param wanted  with the same reading as before.
 * @return FM_OK, FM_REJECTED (error: CASTLING_NOT_REPRESENTABLE, ...), FM_NO_MEMORY; the buffer is
 * as before unless FM_OK. */
FM_MUST_CHECK enum fm_status fm_fen_edit_write(struct fm_fen_edit *edit,
                                               const struct fm_rewrite *wanted, struct fm_buf *out,
                                               struct fm_error *error);
/** Append a text with the line in it, of which no more than the castling field is to change: what
 * is around the line is copied.
 * @param edit   its square, if it has one, is kept.
 * @param whole  the text.
 * @return FM_OK, FM_NO_MEMORY, or FM_REJECTED, and nothing was appended: more may change, or the
 * dialect cannot express the rights; fm_fen_edit_write() decides. */
FM_MUST_CHECK enum fm_status fm_fen_edit_copy(struct fm_fen_edit *edit,
                                              const struct fm_rewrite *wanted, struct fm_text whole,
                                              struct fm_buf *out);
/** The same of the fields alone. */
FM_MUST_CHECK enum fm_status fm_fen_edit_write_position(struct fm_fen_edit *edit,
                                                        const struct fm_rewrite *wanted,
                                                        struct fm_buf *out, struct fm_error *error);

#endif
