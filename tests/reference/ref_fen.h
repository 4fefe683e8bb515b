/* SPDX-License-Identifier: MIT */
/* The witness reads and writes FEN in every dialect. */
#ifndef FM_TESTS_REF_FEN_H
#define FM_TESTS_REF_FEN_H
#include <stddef.h>
#include "reference/ref.h"

enum ref_dialect { REF_FEN, REF_XFEN, REF_SHREDDER };
enum ref_ep { REF_EP_ALWAYS, REF_EP_PSEUDO_LEGAL, REF_EP_LEGAL };
enum { REF_FEN_SIZE = 160 };

/** Read a FEN (4 or 6 fields; classic, X-FEN or Shredder letters; prefix s or m). Rights without a
 * rook and en passant squares without a double step are dropped; of two rooks that claim one side
 * the outermost is kept.
 * @param variant  a name as --variant takes it; NULL = from the width.
 * @return false if the text is no FEN. */
bool ref_read_fen(const char *fen, const char *variant, struct ref_position *out);
/** Write a FEN. @return false if the dialect cannot say a right (then @p out is not to be used). */
bool ref_write_fen(const struct ref_position *pos, enum ref_dialect dialect, enum ref_ep ep,
                   char out[REF_FEN_SIZE]);
/** Does plain KQkq say every right: no inner rook has one, and castling ends where the variant has
 * it? */
bool ref_is_plain(const struct ref_position *pos);

#endif
