/* Template: the text of a rank, picked from its squares: by a byte shuffle where the machine has one, else by closing the
 * gaps in a word (8x8) or byte by byte. */

#if defined(__x86_64__) && defined(__GNUC__)
#  include <emmintrin.h>
#  define HAS_SHUFFLE(pos) ((pos)->shuffles)

/* Is the instruction there? Asked once per position made; copies know. */
static bool can_shuffle(void)
{
    return __builtin_cpu_supports("ssse3");
}

/* A zero where the pick has its highest bit. */
FM_INLINE __m128i shuffle_bytes(__m128i bytes, __m128i picks)
{
    __asm__("pshufb %1, %0" : "+x"(bytes) : "xm"(picks)); /* no target attribute: those cannot be inlined here */
    return bytes;
}

FM_INLINE void shuffle_rank(const unsigned char *squares, const unsigned char *picks, unsigned char *text)
{
#  if BOARD_FILES == 8
    const __m128i p = _mm_loadl_epi64((const __m128i *)(const void *)picks), s = _mm_loadl_epi64((const __m128i *)(const void *)squares);
    const __m128i digits = _mm_subs_epu8(p, _mm_set1_epi8((char)0x80));
    _mm_storel_epi64((__m128i *)(void *)text, _mm_or_si128(shuffle_bytes(s, p), digits));
#  else
    const __m128i p = _mm_loadu_si128((const __m128i *)(const void *)picks), s = _mm_loadu_si128((const __m128i *)(const void *)squares);
    const __m128i digits = _mm_subs_epu8(p, _mm_set1_epi8((char)0x80));
    _mm_storeu_si128((__m128i *)(void *)text, _mm_or_si128(shuffle_bytes(s, p), digits));
#  endif
}
#elif defined(__aarch64__) && defined(__ARM_NEON)
#  include <arm_neon.h>
#  define HAS_SHUFFLE(pos) true

static bool can_shuffle(void)
{
    return true;
}

FM_INLINE void shuffle_rank(const unsigned char *squares, const unsigned char *picks, unsigned char *text)
{
#  if BOARD_FILES == 8
    const uint8x8_t p = vld1_u8(picks);
    vst1_u8(text, vorr_u8(vtbl1_u8(vld1_u8(squares), p), vqsub_u8(p, vdup_n_u8(0x80))));
#  else
    const uint8x16_t p = vld1q_u8(picks);
    vst1q_u8(text, vorrq_u8(vqtbl1q_u8(vld1q_u8(squares), p), vqsubq_u8(p, vdupq_n_u8(0x80))));
#  endif
}
#else
#  define HAS_SHUFFLE(pos) false

static bool can_shuffle(void)
{
    return false;
}

FM_INLINE void shuffle_rank(const unsigned char *squares, const unsigned char *picks, unsigned char *text)
{
    (void)squares, (void)picks, (void)text;
}
#endif

FM_INLINE void gather_rank(const unsigned char *squares, unsigned set, unsigned char *text)
{
#if BOARD_FILES == 8
    const struct rank_moves *m = &rank_moves[set];
    uint64_t word;
    memcpy(&word, squares, sizeof word);
    word |= m->digits;
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t moved = word & m->by[i];
        word = (word ^ moved) | moved >> (8u << i);
    }
    memcpy(text, &word, sizeof word);
#else
    const unsigned char *picks = rank_picks[set];
    for (unsigned i = 0; i < FILES; i++)
        text[i] = picks[i] & 0x80 ? picks[i] & 0x7f : squares[picks[i]];
#endif
}

/* Make the text of one rank, given the set of its occupied files. */
FM_INLINE void write_rank(struct BFN(position) *pos, unsigned rank, unsigned set)
{
    if (FM_LIKELY(HAS_SHUFFLE(pos)))
        shuffle_rank(&pos->board[square_of(0, rank)], rank_picks[set], pos->text[rank]);
    else
        gather_rank(&pos->board[square_of(0, rank)], set, pos->text[rank]);
    pos->length[rank] = rank_length[set];
}

/* The same from the position as it stands. */
static void rewrite_rank(struct BFN(position) *pos, unsigned rank)
{
    write_rank(pos, rank, bb_files(occupied_of(pos), rank));
}
