/* Choice by material. Two forms:
 *
 *     KRPvKR                          these pieces and no others, either side White
 *     {white: "Q..", black: "R..QR"}  the pieces of each side but its king: exactly `QR`, at least
 *                                     `Q..`, at most `..QR`, at least one rook and at most queen
 *                                     and rook `R..QR`; a side left out: any */
#ifndef FM_FILTER_MATERIAL_H
#define FM_FILTER_MATERIAL_H
#include "base/base.h"
#include "board/notation.h"

/* Bounds for one assignment of colours. */
struct fm_material {
    uint8_t least[2][FM_KINDS], most[2][FM_KINDS]; /* [colour][kind] */
    bool either;                                   /* or the colours the other way round */
};

/** Read either form. @return false if it is neither. */
FM_MUST_CHECK bool fm_material_read(struct fm_text text, struct fm_material *out);
/** Are these the pieces of one side, its king apart? @return false if not. */
FM_MUST_CHECK bool fm_material_side_read(struct fm_text pieces, uint8_t least[FM_KINDS],
                                         uint8_t most[FM_KINDS]);

#endif
