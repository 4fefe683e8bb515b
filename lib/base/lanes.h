/* SPDX-License-Identifier: MIT */
/* Many bytes compared and counted in one step: eight in a word, thirty-two in a vector. */
#ifndef FM_BASE_LANES_H
#define FM_BASE_LANES_H
#include <stdint.h>
#include <string.h>
#include "fenmill.h"

/* Eight bytes in a word; the first is in the lowest bits on every machine. */

#define FM_EIGHT(byte) ((byte)*UINT64_C(0x0101010101010101))

static inline uint64_t fm_eight_load(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline void fm_eight_store(unsigned char *p, uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(p, &word, sizeof word);
}

/* A little-endian number of n bytes, 8 at most. */
static inline uint64_t fm_little_endian(const unsigned char *p, size_t n)
{
    uint64_t number = 0;
    while (n > 0)
        number = number << 8 | p[--n];
    return number;
}

static inline void fm_little_endian_store(unsigned char *p, size_t n, uint64_t number)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (unsigned char)(number >> 8 * i);
}

/* 1 in each byte that is 0, else 0. */
static inline uint64_t fm_eight_zero(uint64_t word)
{
    const uint64_t low = FM_EIGHT(0x7F);
    return ~(((word & low) + low) | word | low) >> 7;
}

/* 1 in each byte that is this one, else 0. */
static inline uint64_t fm_eight_equal(uint64_t word, unsigned char byte)
{
    return fm_eight_zero(word ^ FM_EIGHT(byte));
}

/* 1 in each byte that is no printable ASCII: control characters, DEL, and 0x80 on; else 0. */
static inline uint64_t fm_eight_unprintable(uint64_t word)
{
    const uint64_t low = word & FM_EIGHT(0x7F); /* so that no sum leaves its byte */
    return (word | (low + FM_EIGHT(1)) | ~(low + FM_EIGHT(0x80 - ' '))) >> 7 & FM_EIGHT(1);
}

/* Bytes of 0 and 1 to bits: byte i to bit i. */
static inline unsigned fm_eight_bits(uint64_t flags)
{
    return (unsigned)((flags * UINT64_C(0x0102040810204080)) >> 56);
}

/* The sum of the bytes, below 256. */
static inline unsigned fm_eight_sum(uint64_t word)
{
    return (unsigned)((word * UINT64_C(0x0101010101010101)) >> 56);
}

/* Lines in a text, and whether it is ASCII. */

struct fm_survey {
    uint64_t lines; /* see fm_count_lines() */
    bool ascii;     /* every byte is below 0x80 */
};

/** Both, in one pass. Arguments as below. */
struct fm_survey fm_survey_text(struct fm_text text, unsigned char next);
/** Line ends in the text: LF, CR LF and a lone CR count one each. A CR at the very end counts
 * unless @p next (the byte after, 0 if none) is LF. Reads nothing outside the text. */
uint64_t fm_count_lines(struct fm_text text, unsigned char next);

#endif
