/* SPDX-License-Identifier: MIT */
/* The piece letters of the languages that moves are written in. */
#ifndef FM_BOARD_LANGUAGES_H
#define FM_BOARD_LANGUAGES_H
#include "base/base.h"

enum fm_kind {
    FM_PAWN,
    FM_KNIGHT,
    FM_BISHOP,
    FM_ROOK,
    FM_QUEEN,
    FM_ARCHBISHOP,
    FM_CHANCELLOR,
    FM_KING,
    FM_KINDS,
    FM_NO_KIND = FM_KINDS
};
extern const unsigned char fm_kind_letters[FM_KINDS + 1]; /* "PNBRQACK" */
/** Points of material: pawn 1, knight and bishop 3, rook 5, queen 9; archbishop 6 and chancellor 8,
 * the sums of their parts; king 0. */
extern const unsigned char fm_kind_points[FM_KINDS];

/* Piece letters of one language (docs/rules.md 8). Russian king is two letters, so a letter is a
 * UTF-8 string. */
struct fm_language {
    const char *code; /* "de"; "en" first in the table, "figurine" last */
    const char *name; /* name in English */
    /* upper case; NULL = the language has none (archbishop, chancellor: en only) */
    const char *letters[FM_KINDS];
};
extern const struct fm_language fm_languages[]; /* ends with code == NULL */
enum { FM_SPELLED_MAX = 48 };                   /* bytes of any move in any letters */
/** Write a move that has English letters with those of another language, which has white figurines
 * for `figurine`. Pieces that it has no letter for keep the English one.
 * @param out  room for FM_SPELLED_MAX bytes. @return its end. */
unsigned char *fm_language_spell(const struct fm_language *language, struct fm_text move,
                                 unsigned char *out);
/** Are all of its letters ASCII? */
bool fm_language_is_ascii(const struct fm_language *language);
/** Are moves on a board of so many files unambiguous in it? On 10x8 A and C are the archbishop and
 * the chancellor in every language. */
bool fm_language_fits(const struct fm_language *language, unsigned files);
/* English, but J for the archbishop, as programs write Janus's. */
extern const struct fm_language fm_english_with_j;
const struct fm_language *fm_language_named(struct fm_text code);

#endif
