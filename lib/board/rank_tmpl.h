/* SPDX-License-Identifier: MIT */
/* Template: the text of a rank, picked from its squares: by a byte shuffle where the machine has
 * one, else by closing the gaps in a word. A pick is a file, or a digit with the highest bit. */

/* Bytes stored for a rank in one step; the next text goes over what is too much. */
#define RANK_TEXT (FILES <= 8 ? 8 : 16)

#if defined(__x86_64__) && defined(__GNUC__)
#    include <emmintrin.h>
#    define HAS_SHUFFLE(pos) ((pos)->shuffles)
#    define SHUFFLE_NAME "ssse3"

/* Whether the machine has the instruction. Looked up when a position is made; its copies keep
 * it. */
static bool can_shuffle(void)
{
    return __builtin_cpu_supports("ssse3");
}

FM_INLINE __m128i load_bytes(const unsigned char *p)
{
    const __m128i *const from = (const __m128i *)(const void *)p;
    return RANK_TEXT == 8 ? _mm_loadl_epi64(from) : _mm_loadu_si128(from);
}

FM_INLINE void shuffle_rank(const unsigned char *squares, const unsigned char *picks,
                            unsigned char *out)
{
    const __m128i pick = load_bytes(picks), digits = _mm_subs_epu8(pick, _mm_set1_epi8((char)0x80));
    __m128i pieces = load_bytes(squares);
    /* By name, since a function for another target could not be inlined here. */
    __asm__("pshufb %1, %0" : "+x"(pieces) : "x"(pick));
    const __m128i text = _mm_or_si128(pieces, digits);
    if (RANK_TEXT == 8)
        _mm_storel_epi64((__m128i *)(void *)out, text);
    else
        _mm_storeu_si128((__m128i *)(void *)out, text);
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#    include <arm_neon.h>
#    define HAS_SHUFFLE(pos) ((pos)->shuffles)
#    define SHUFFLE_NAME "neon"

static bool can_shuffle(void)
{
    return true;
}

FM_INLINE void shuffle_rank(const unsigned char *squares, const unsigned char *picks,
                            unsigned char *out)
{
#    if BOARD_FILES == 8
    const uint8x8_t pick = vld1_u8(picks), digits = vqsub_u8(pick, vdup_n_u8(0x80));
    vst1_u8(out, vorr_u8(vtbl1_u8(vld1_u8(squares), pick), digits));
#    else
    const uint8x16_t pick = vld1q_u8(picks), digits = vqsubq_u8(pick, vdupq_n_u8(0x80));
    vst1q_u8(out, vorrq_u8(vqtbl1q_u8(vld1q_u8(squares), pick), digits));
#    endif
}

#else
#    define HAS_SHUFFLE(pos) false
#    define SHUFFLE_NAME "none"
#    define shuffle_rank(squares, picks, out) ((void)0)

static bool can_shuffle(void)
{
    return false;
}
#endif

static const char *rank_path(void)
{
    return can_shuffle() ? SHUFFLE_NAME : "generic";
}

FM_INLINE bb load_squares(const unsigned char *squares)
{
#if BOARD_FILES == 8
    return fm_eight_load(squares);
#else
    return (bb)fm_eight_load(squares + 8) << 64 | fm_eight_load(squares);
#endif
}

FM_INLINE void store_text(unsigned char *out, bb text)
{
    fm_eight_store(out, (uint64_t)text);
#if BOARD_FILES > 8
    fm_eight_store(out + 8, (uint64_t)(text >> 64));
#endif
}

/* Digits are put on the first square of each run, then gaps are closed by one, two, four and eight
 * places. */
FM_INLINE void gather_rank(const unsigned char *squares, const struct rank_moves *moves,
                           unsigned char *out)
{
    bb text = load_squares(squares) | moves->digits;
    FM_UNROLLED
    for (unsigned i = 0; i < FM_COUNT_OF(moves->by); i++) {
        const bb moved = text & moves->by[i];
        text = (text ^ moved) | moved >> (8u << i);
    }
    store_text(out, text);
}

/* @return the end of the text, which is followed by anything up to RANK_TEXT bytes in all. */
FM_INLINE unsigned char *put_rank(const unsigned char *squares, unsigned set, bool shuffles,
                                  unsigned char *out)
{
    if (shuffles)
        shuffle_rank(squares, rank_picks[set], out);
    else
        gather_rank(squares, &rank_moves[set], out);
    return out + rank_length[set];
}

/* The placement field, eight ranks with slashes between. One byte more is stored. */
FM_INLINE unsigned char *put_ranks(const unsigned char squares[SQUARES], bb occupied, bool shuffles,
                                   unsigned char *out)
{
    FM_UNROLLED
    for (unsigned rank = RANKS; rank-- > 0;) {
        out = put_rank(&squares[square_of(0, rank)], bb_files(occupied, rank), shuffles, out);
        *out++ = '/';
    }
    return out - 1;
}
