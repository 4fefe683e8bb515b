/* Sets of bytes among the next 64, as bit masks: for any machine. */
#ifndef FM_PGN_SCAN_PLAIN_H
#define FM_PGN_SCAN_PLAIN_H
#include "base/eight.h"
#include "pgn/bytes.h"

static inline uint64_t scan_class_plain(const unsigned char *p, unsigned shift)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < 64; i++)
        mask |= (uint64_t)(fm_bytes[p[i]] >> shift & 1u) << i;
    return mask;
}

/* Bytes of FM_BYTE_MARK. */
static inline uint64_t scan_marks_plain(const unsigned char *p)
{
    return scan_class_plain(p, 5);
}

/* Bytes of FM_BYTE_TAG_MARK. */
static inline uint64_t scan_tag_marks_plain(const unsigned char *p)
{
    return scan_class_plain(p, 6);
}

/* Bytes that equal c. */
static inline uint64_t scan_equal_plain(const unsigned char *p, unsigned char c)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < 64; i += 8)
        mask |= (uint64_t)fm_eight_bits(fm_eight_equal(fm_eight_load(p + i), c)) << i;
    return mask;
}

/* `}` and `[`. */
static inline uint64_t scan_closes_plain(const unsigned char *p)
{
    return scan_equal_plain(p, '}') | scan_equal_plain(p, '[');
}

/* At least every `[` that stands after a line end or a byte order mark. Looks at the byte before
 * the first. */
static inline uint64_t scan_hards_plain(const unsigned char *p)
{
    uint64_t mask = 0;
    for (uint64_t rest = scan_equal_plain(p, '['); rest != 0; rest &= rest - 1) {
        const unsigned char before = p[__builtin_ctzll(rest) - 1];
        mask |= before <= '\r' || before >= 0x80 ? rest & -rest : 0;
    }
    return mask;
}

_Static_assert(FM_BYTE_MARK == 1 << 5 && FM_BYTE_TAG_MARK == 1 << 6, "shifts above");

#endif
