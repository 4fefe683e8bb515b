/* SPDX-License-Identifier: MIT */
/* Sets of bytes among the next 64, as bit masks, in GCC's vectors. A template: SPLIT(name) and
 * SPLIT_TARGET are those of split_tmpl.h. SPLIT_LANES is the number of bytes in a vector.
 * SPLIT_BITS(vector) gives the highest bit of each lane, the first lane in the lowest bit: GCC's
 * vectors do not have this operation. SPLIT_LOOK_UP(vector, 16 values), where there is one, gives
 * for each lane the value at its low four bits, and 0 where its highest bit is set. So each set has
 * one source for every machine. */

typedef unsigned char SPLIT(lanes) __attribute__((vector_size(SPLIT_LANES)));
typedef signed char SPLIT(signed_lanes) __attribute__((vector_size(SPLIT_LANES)));

SPLIT_TARGET FM_INLINE SPLIT(lanes) SPLIT(load)(const unsigned char *p)
{
    SPLIT(lanes) v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* The highest bit of each lane; a comparison gives lanes of all ones or all zeros. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(bits)(SPLIT(signed_lanes) v)
{
    return SPLIT_BITS(v);
}

/* Bytes of FM_BYTE_MARK, and at least every `1` after a line end. @param before  the bytes one
 * place before those of v. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(marks_of)(SPLIT(lanes) v, SPLIT(lanes) before)
{
#ifdef SPLIT_LOOK_UP
    /* A byte is a mark if the sets of its low and of its high half meet; or if it is not ASCII, for
     * which a look-up gives 0. Bits of the sets: 1 `1`, 2 controls below TAB, 4 those above CR, 8
     * `%()*-/`, 16 `:;`, 32 `[`, 64 `{}` and DEL. Half as many operations as comparing takes. The 1
     * does not count but after LF, CR and what has their low halves: one more look-up. */
    const SPLIT(lanes) low =
        SPLIT_LOOK_UP(v, 6, 7, 6, 6, 6, 14, 6, 6, 14, 12, 28, 116, 4, 76, 6, 78);
    const SPLIT(lanes) high =
        SPLIT_LOOK_UP(v >> 4, 2, 4, 8, 17, 0, 32, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0);
    const SPLIT(lanes) least =
        SPLIT_LOOK_UP(before, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1);
    return SPLIT(bits)(((SPLIT(signed_lanes))(low & high) > (SPLIT(signed_lanes))least) |
                       (SPLIT(signed_lanes))v);
#else
    return SPLIT(bits)((v - '(' <= '*' - '(') /* ( ) * */
                       | ((v | 2) == '/')     /* - / */
                       | ((v | 1) == ';')     /* : ; */
                       | ((v | 0x20) == '{')  /* [ { */
                       | ((v | 2) == 0x7F)    /* } DEL */
                       | (v == '%')           /* */
                       | ((v == '1') & ((SPLIT(signed_lanes))before <= '\r')) |
                       (v - 0x0E <= 0x1F - 0x0E)        /* SO to US */
                       | ((SPLIT(signed_lanes))v < 9)); /* NUL to BS, and all that is not ASCII */
#endif
}

/* Bytes of FM_BYTE_TAG_MARK. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(tag_marks_of)(SPLIT(lanes) v)
{
    return SPLIT(bits)((v == '"') | (v == '\\') | (v < ' '));
}

/* `}` and `[`. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(closes_of)(SPLIT(lanes) v)
{
    return SPLIT(bits)((v == '}') | (v == '['));
}

#define SPLIT_SCAN(name) \
    SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_##name)(const unsigned char *p) \
    { \
        uint64_t bits = 0; \
        for (unsigned i = 0; i < 64; i += SPLIT_LANES) \
            bits |= SPLIT(name##_of)(SPLIT(load)(p + i)) << i; \
        return bits; \
    }
SPLIT_SCAN(tag_marks)
SPLIT_SCAN(closes)
#undef SPLIT_SCAN

/* Looks at the byte before p. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_marks)(const unsigned char *p)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += SPLIT_LANES)
        bits |= SPLIT(marks_of)(SPLIT(load)(p + i), SPLIT(load)(p + i - 1)) << i;
    return bits;
}

/* Bytes that equal c. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_equal)(const unsigned char *p, unsigned char c)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += SPLIT_LANES)
        bits |= SPLIT(bits)(SPLIT(load)(p + i) == c) << i;
    return bits;
}

/* At least every `[` after a line end or a byte order mark: those with a byte before them that is
 * below CR + 1 or not ASCII, which is negative here. Looks at the byte before p. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_hards)(const unsigned char *p)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i += SPLIT_LANES)
        bits |= SPLIT(bits)((SPLIT(load)(p + i) == '[') &
                            ((SPLIT(signed_lanes))SPLIT(load)(p + i - 1) <= '\r'))
                << i;
    return bits;
}
