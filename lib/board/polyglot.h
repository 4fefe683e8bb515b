/* Zobrist numbers of the Polyglot opening book format. */
#ifndef FM_BOARD_POLYGLOT_H
#define FM_BOARD_POLYGLOT_H
#include <stdint.h>

enum {
    FM_POLYGLOT_RIGHTS = 12 * 64,               /* K Q k q */
    FM_POLYGLOT_FILES = FM_POLYGLOT_RIGHTS + 4, /* en passant, a to h */
    FM_POLYGLOT_WHITE = FM_POLYGLOT_FILES + 8,  /* White is to move */
    FM_POLYGLOT_NUMBERS = FM_POLYGLOT_WHITE + 1
};
/* First the pieces: black pawn, white pawn, black knight, ... white king, 64 squares each, a1 b1 ..
 * h8. */
extern const uint64_t fm_polyglot_numbers[FM_POLYGLOT_NUMBERS];

#endif
