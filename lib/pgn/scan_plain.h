/* Sets of bytes among the next 64, as bit masks: for any machine. */
#ifndef FM_PGN_SCAN_PLAIN_H
#define FM_PGN_SCAN_PLAIN_H
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

/* `}`, and at least every `[` that stands behind a line end or a byte order mark. */
static inline uint64_t scan_closes_plain(const unsigned char *p)
{
    return scan_class_plain(p, 7);
}

_Static_assert(FM_BYTE_MARK == 1 << 5 && FM_BYTE_TAG_MARK == 1 << 6 && FM_BYTE_CLOSE == 1 << 7,
               "shifts above");

#endif
