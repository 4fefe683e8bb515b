/* Rewriting a position as text: a FEN, or an EPD line with everything after the position
 * kept as it is. Nothing is replayed. */
#ifndef FM_RECORD_REWRITE_H
#define FM_RECORD_REWRITE_H
#include "board/fen_write.h"
#include "board/notation.h"
#include "board/setup.h"

/* How positions are read and rewritten; set by the caller, const during the run. KEEP copies a
 * field byte for byte, even if no position can have it (a right without a rook, a square that no
 * double step passed); that is noted. */
struct fm_rewrite {
    struct fm_fen_style style;
    /* One blank between fields, whatever the layout was. */
    bool lays_out;
    /* Nothing is written after the fields. */
    bool bare;
    /* Operations as the EPD standard requires; verbatim if that would need a guess. */
    bool normalize;
    /* The moves of bm, am, sm and pv are played. */
    bool plays;
    /* Only the notation is checked: positions against the rules are not rejected. */
    bool notation;
    /* Under KEEP, too, leave out what no position can have. */
    bool possible_only;
    /* Repair castling rights, and start positions given by their number; noted. */
    bool repair;
    const struct fm_variant *variant;  /* NULL = by the shape of the board */
    const struct fm_language *letters; /* of the moves to normalize; NULL = English */
};

/** Append a FEN or EPD line rewritten, without its line end: operations, or any text after a FEN,
 * verbatim unless counters or normalize change them. What the reading drops or repairs is noted.
 * Under `repair` a line that is a number from 0 to 959 is the Chess960 start position of that
 * number.
 * @return FM_OK, FM_REJECTED (error: BAD_FEN, IMPOSSIBLE_POSITION, CASTLING_NOT_REPRESENTABLE),
 * FM_NO_MEMORY; the buffer is as before unless FM_OK. */
FM_MUST_CHECK enum fm_status fm_rewrite_line(struct fm_text line, const struct fm_rewrite *wanted,
                                             struct fm_buf *out, struct fm_warnings *notes,
                                             struct fm_error *error);
/** Append the fields alone, and read what they mean.
 * @param[out] setup  its counters from fields 5 and 6, else from hmvc and fmvn.
 * @return as fm_rewrite_line(). */
FM_MUST_CHECK enum fm_status fm_rewrite_position(struct fm_text line,
                                                 const struct fm_rewrite *wanted,
                                                 struct fm_buf *out, struct fm_setup *setup,
                                                 struct fm_warnings *notes, struct fm_error *error);
/** Does a rewritten text read back as the same position: pieces, side, rights and their style where
 * the dialect can express it, counters unless NONE, and the en passant square if the rule keeps
 * it (--verify)? Both are read under @p wanted. */
bool fm_rewrite_verified(struct fm_text before, struct fm_text after,
                         const struct fm_rewrite *wanted);

#endif
