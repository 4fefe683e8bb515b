/* SPDX-License-Identifier: MIT */
/* Template: the text of a rank, picked from its squares: by a byte shuffle where the machine has
 * one, else by closing the gaps in a word. A pick is a file, or a character with the highest bit.
 * A shuffle stores RANK_BYTES, the slash after the text among them; the next text goes over what is
 * too much. */

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

FM_INLINE void shuffle_rank(const unsigned char *squares, unsigned set, unsigned char *out)
{
    const __m128i *const from = (const __m128i *)(const void *)squares;
    const __m128i pick = _mm_load_si128((const __m128i *)(const void *)rank_picks[set]),
                  digits = _mm_subs_epu8(pick, _mm_set1_epi8((char)0x80));
    __m128i pieces = FILES <= 8 ? _mm_loadl_epi64(from) : _mm_loadu_si128(from);
    /* By name, since a function for another target could not be inlined here. */
    __asm__("pshufb %1, %0" : "+x"(pieces) : "x"(pick));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_or_si128(pieces, digits));
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#    include <arm_neon.h>
#    define HAS_SHUFFLE(pos) ((pos)->shuffles)
#    define SHUFFLE_NAME "neon"

static bool can_shuffle(void)
{
    return true;
}

FM_INLINE void shuffle_rank(const unsigned char *squares, unsigned set, unsigned char *out)
{
    const uint8x16_t pick = vld1q_u8(rank_picks[set]), digits = vqsubq_u8(pick, vdupq_n_u8(0x80));
#    if BOARD_FILES == 8
    const uint8x16_t pieces = vcombine_u8(vld1_u8(squares), vdup_n_u8(0));
#    else
    const uint8x16_t pieces = vld1q_u8(squares);
#    endif
    vst1q_u8(out, vorrq_u8(vqtbl1q_u8(pieces, pick), digits));
}

#else
#    define HAS_SHUFFLE(pos) false
#    define SHUFFLE_NAME "none"
#    define shuffle_rank(squares, set, out) ((void)(squares), (void)(set), (void)(out))

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

/* The placement field, eight ranks with slashes between. RANK_BYTES at most are stored after it. */
FM_INLINE unsigned char *put_ranks(const unsigned char squares[SQUARES], bb occupied, bool shuffles,
                                   unsigned char *out)
{
    FM_UNROLLED
    for (unsigned rank = RANKS; rank-- > 0;) {
        const unsigned set = bb_files(occupied, rank);
        if (shuffles)
            shuffle_rank(&squares[square_of(0, rank)], set, out);
        else
            gather_rank(&squares[square_of(0, rank)], &rank_moves[set], out);
        out += rank_length[set];
        if (!shuffles)
            *out = '/';
        out++;
    }
    return out - 1;
}
