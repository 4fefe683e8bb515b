/* SPDX-License-Identifier: MIT */
/* Random numbers and start positions for tests: the same on every machine for one seed. */
#ifndef FM_TESTS_STARTS_H
#define FM_TESTS_STARTS_H
#include <stdbool.h>
#include <stdint.h>
#include "reference/ref.h"

struct chance {
    uint64_t state;
};
/** A number from 0 to @p limit - 1. */
unsigned chance_below(struct chance *chance, unsigned limit);

/** The start array of Chess960 number 0..959 (Scharnagl), upper case. */
void start_row_960(unsigned number, char row[9]);
/** A random array for 10x8: the king between the rooks, bishops on squares of both colours. */
void start_row_random(struct chance *chance, char row[11]);
/** White's and Black's back rank, all pawns, all rights. @p prefix is "", "s" or "m". */
void start_from_rows(const char *white, const char *black, const char *prefix, const char *variant,
                     struct ref_position *out);
/** Kings, pawns on their way, a few pieces; no rights. */
void start_sparse(struct chance *chance, const char *variant, int files, struct ref_position *out);
/** Kings and several rooks at home with rights, inner rooks among them, and a few pieces that
 * disturb. */
void start_castling(struct chance *chance, const char *variant, int files, enum ref_style style,
                    struct ref_position *out);

/** A walk from a start. @return whether all was right. */
typedef bool start_walk(const char *variant, const struct ref_position *start, int plies);
/** Walk from some starts of start_sparse(), or of start_castling(), until one walk is wrong. */
bool start_walks_sparse(struct chance *chance, const char *variant, int files, int count,
                        start_walk *walk, int plies);
bool start_walks_castling(struct chance *chance, const char *variant, int files,
                          enum ref_style style, int count, start_walk *walk, int plies);

#endif
