/* SPDX-License-Identifier: MIT */
/* Values of fields that are made of the numbers of pieces: see fields.c. */
#ifndef FM_RECORD_MATERIAL_H
#define FM_RECORD_MATERIAL_H
#include "record/record.h"

/* Most bytes of the material: a piece on each square of 10x8, the v, what is written over. */
enum { FM_MATERIAL_MAX = 96 };
/** Write the material of a position.
 * @param pieces  numbers of pieces: FM_KINDS of White, then of Black. @return the end. */
unsigned char *fm_write_material(unsigned char *at, const uint8_t *pieces);

/* Each appends its value for the position of the record. @return FM_OK or FM_NO_MEMORY. */

/** All pieces, kings included. */
FM_MUST_CHECK enum fm_status fm_put_pieces(struct fm_buf *out, const struct fm_record_input *in);
/** White's pieces, a v, and Black's: KRPvKR; what `positions.material` reads. */
FM_MUST_CHECK enum fm_status fm_put_material(struct fm_buf *out, const struct fm_record_input *in);
/** Points of both sides, by fm_kind_points. */
FM_MUST_CHECK enum fm_status fm_put_material_points(struct fm_buf *out,
                                                    const struct fm_record_input *in);
/** 24 in the start position, 0 without pieces: as engines taper their evaluations. */
FM_MUST_CHECK enum fm_status fm_put_phase(struct fm_buf *out, const struct fm_record_input *in);
#endif
