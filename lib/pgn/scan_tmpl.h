/* SPDX-License-Identifier: MIT */
/* Sets of bytes among the next 64, as bit masks, in GCC's vectors. A template: SPLIT(name) and
 * SPLIT_TARGET are those of split_tmpl.h. SPLIT_LANES is the number of bytes in a vector.
 * SPLIT_BITS(vector) gives the highest bit of each lane, the first lane in the lowest bit, or
 * SPLIT_WINDOW(a, b, c, d) those of four vectors: GCC's vectors do not have this operation.
 * SPLIT_LOOK_UP(vector, 16 values), where there is one, gives for each lane the value at its low
 * four bits, and 0 where its highest bit is set. So each set has one source for every machine. */

typedef unsigned char SPLIT(lanes) __attribute__((vector_size(SPLIT_LANES)));
typedef signed char SPLIT(signed_lanes) __attribute__((vector_size(SPLIT_LANES)));

SPLIT_TARGET FM_INLINE SPLIT(lanes) SPLIT(load)(const unsigned char *p)
{
    SPLIT(lanes) v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* The highest bit of each lane of a window, of which each vector is @p expression, at offset i; a
 * comparison gives lanes of all ones or all zeros. */
#ifdef SPLIT_WINDOW
#    define SPLIT_COLLECT(expression) \
        SPLIT(signed_lanes) v[64 / SPLIT_LANES]; \
        for (unsigned i = 0; i < 64; i += SPLIT_LANES) \
            v[i / SPLIT_LANES] = (SPLIT(signed_lanes))(expression); \
        return SPLIT_WINDOW(v[0], v[1], v[2], v[3])
#else
#    define SPLIT_COLLECT(expression) \
        uint64_t bits = 0; \
        for (unsigned i = 0; i < 64; i += SPLIT_LANES) { \
            const SPLIT(signed_lanes) v = (SPLIT(signed_lanes))(expression); \
            bits |= SPLIT_BITS(v) << i; \
        } \
        return bits
#endif

/* Bytes of FM_BYTE_MARK, and at least every `1` after a line end. @param before  the bytes one
 * place before those of v. */
SPLIT_TARGET FM_INLINE SPLIT(signed_lanes) SPLIT(marks_of)(SPLIT(lanes) v, SPLIT(lanes) before)
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
    return (((SPLIT(signed_lanes))(low & high) > (SPLIT(signed_lanes))least) |
            (SPLIT(signed_lanes))v);
#else
    return (SPLIT(signed_lanes))(
        (v - '(' <= '*' - '(') /* ( ) * */
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
SPLIT_TARGET FM_INLINE SPLIT(signed_lanes) SPLIT(tag_marks_of)(SPLIT(lanes) v)
{
    return (SPLIT(signed_lanes))((v == '"') | (v == '\\') | (v < ' '));
}

/* `}` and `[`. */
SPLIT_TARGET FM_INLINE SPLIT(signed_lanes) SPLIT(closes_of)(SPLIT(lanes) v)
{
    return (SPLIT(signed_lanes))((v == '}') | (v == '['));
}

#define SPLIT_SCAN(name) \
    SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_##name)(const unsigned char *p) \
    { \
        SPLIT_COLLECT(SPLIT(name##_of)(SPLIT(load)(p + i))); \
    }
SPLIT_SCAN(tag_marks)
SPLIT_SCAN(closes)
#undef SPLIT_SCAN

/* Looks at the byte before p. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_marks)(const unsigned char *p)
{
    SPLIT_COLLECT(SPLIT(marks_of)(SPLIT(load)(p + i), SPLIT(load)(p + i - 1)));
}

/* Bytes that equal c. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_equal)(const unsigned char *p, unsigned char c)
{
    SPLIT_COLLECT((SPLIT(signed_lanes))(SPLIT(load)(p + i) == c));
}

/* At least every `[` after a line end or a byte order mark: those with a byte before them that is
 * below CR + 1 or not ASCII, which is negative here. Looks at the byte before p. */
SPLIT_TARGET FM_INLINE uint64_t SPLIT(scan_hards)(const unsigned char *p)
{
    SPLIT_COLLECT((SPLIT(load)(p + i) == '[') &
                  ((SPLIT(signed_lanes))SPLIT(load)(p + i - 1) <= '\r'));
}
#undef SPLIT_COLLECT
