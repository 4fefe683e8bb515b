/* SPDX-License-Identifier: MIT */
/* Part of placement.c: a plain placement read in one vector, in which each rank is a word. Masks
 * of bytes are numbers there, so that most steps are one instruction. */

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))
#define AVX512_INLINE AVX512 FM_INLINE

enum { AVX512_BYTES = 64, AVX512_TOGETHER = 4 };

/* Find the ranks of a placement. @param[out] words  the ranks, the first one lowest, each with what
 * is after it. @return bytes of it; 0 = not eight ranks that seven slashes part, before a blank or
 * the end of the text. */
AVX512_INLINE size_t avx512_ranks(struct fm_text text, __m512i *words)
{
    static const unsigned char places[AVX512_BYTES] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const unsigned most = text.n < AVX512_BYTES ? (unsigned)text.n : AVX512_BYTES;
    const __m512i bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(UINT64_MAX, most), text.p);
    const uint64_t above = _mm512_cmpgt_epi8_mask(bytes, _mm512_set1_epi8('0'));
    const uint64_t all = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('/'));
    const uint64_t blanks = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(' '));
    /* The byte after the placement must be in the vector, too, so that the last rank ends. */
    const uint64_t others = ~(above | all), end = others & -others;
    const size_t n = (size_t)_tzcnt_u64(others);
    const bool parted = (end & blanks) != 0 || n == text.n;
    const bool ranks = _mm_popcnt_u64(all & (end - 1)) == FM_RANKS - 1;
    /* Where each rank begins, in its byte of the lowest word (later bytes are of other slashes);
     * then in all bytes of its own word, counted on. */
    const __m512i begins = _mm512_maskz_compress_epi8(all << 1 | 1, _mm512_loadu_si512(places));
    const __m512i rank = _mm512_set_epi64(
        0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303, 0x0404040404040404,
        0x0505050505050505, 0x0606060606060606, 0x0707070707070707);
    *words = _mm512_permutexvar_epi8(_mm512_add_epi8(_mm512_permutexvar_epi8(rank, begins),
                                                     _mm512_set1_epi64(0x0706050403020100)),
                                     bytes);
    return ((others != 0) & parted & ranks) ? n : 0;
}

/* The squares with this letter, in either case: its bytes among all letters, spread over the
 * occupied squares, which are in the same order. */
AVX512_INLINE uint64_t avx512_place(uint64_t kind, uint64_t letters, uint64_t occupied)
{
    return _pdep_u64(_pext_u64(kind, letters), occupied);
}

/* The ranks of a placement, with its letters and the squares that these take. */
struct avx512_ranks {
    __m512i words;
    uint64_t letters, occupied;
    size_t n; /* bytes of the placement; 0: it is not in plain form */
};

/* Find the squares of each of several placements. All of it waits for what was found just before;
 * so one step is made for all of them, then the next. */
AVX512_INLINE void avx512_find_squares(struct avx512_ranks *of, size_t count)
{
    __m512i ends[AVX512_TOGETHER];
    uint64_t inside[AVX512_TOGETHER], digits[AVX512_TOGETHER];
    FM_UNROLLED
    for (size_t i = 0; i < count; i++) {
        /* The bytes of a rank are those before the first that is no letter and no digit. */
        const __m512i above =
            _mm512_movm_epi8(_mm512_cmpgt_epi8_mask(of[i].words, _mm512_set1_epi8('0')));
        inside[i] = _mm512_movepi8_mask(
            _mm512_andnot_si512(_mm512_sub_epi64(above, _mm512_set1_epi64(-1)), above));
        of[i].letters = _mm512_mask_cmpgt_epi8_mask(inside[i], of[i].words, _mm512_set1_epi8('?'));
    }
    FM_UNROLLED
    for (size_t i = 0; i < count; i++) {
        digits[i] = inside[i] & ~of[i].letters;
        /* How many squares of its rank the text has taken with each byte: a letter takes one, a
         * digit its number, what is after the rank none. */
        __m512i taken =
            _mm512_maskz_mov_epi8(digits[i], _mm512_and_si512(of[i].words, _mm512_set1_epi8(0x0F)));
        taken = _mm512_mask_mov_epi8(taken, of[i].letters, _mm512_set1_epi8(1));
        taken = _mm512_add_epi8(taken, _mm512_slli_epi64(taken, 8));
        taken = _mm512_add_epi8(taken, _mm512_slli_epi64(taken, 16));
        ends[i] = _mm512_add_epi8(taken, _mm512_slli_epi64(taken, 32));
    }
    FM_UNROLLED
    for (size_t i = 0; i < count; i++) {
        /* Eight ranks of eight squares, in which only the digits 1 to 8 can give that sum; no
         * digits are neighbours, and of no rank a part is left over. */
        const uint64_t full = _mm512_cmpeq_epi8_mask(ends[i], _mm512_set1_epi8(PLAIN_FILES));
        const bool wrong = (~full & FM_EIGHT(0x80)) != 0 ||
                           (digits[i] & digits[i] << 1 & ~FM_EIGHT(1)) != 0 ||
                           (size_t)_mm_popcnt_u64(inside[i]) + FM_RANKS - 1 != of[i].n;
        of[i].n = wrong ? 0 : of[i].n;
        /* A bit for the square of each letter, added up by rank. */
        const __m512i bits =
            _mm512_maskz_shuffle_epi8(of[i].letters,
                                      _mm512_broadcast_i32x4(_mm_setr_epi8(
                                          0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0)),
                                      ends[i]);
        of[i].occupied = (uint64_t)_mm_cvtsi128_si64(
            _mm512_cvtepi64_epi8(_mm512_sad_epu8(bits, _mm512_setzero_si512())));
    }
}

/* The letters on the squares. */
AVX512_INLINE void avx512_squares(const struct avx512_ranks *of,
                                  unsigned char squares[AVX512_BYTES])
{
    _mm512_storeu_si512(
        squares,
        _mm512_maskz_expand_epi8(of->occupied, _mm512_maskz_compress_epi8(of->letters, of->words)));
}

/* The pieces on the squares. @return each letter is one of a piece. */
AVX512_INLINE bool avx512_pieces(const struct avx512_ranks *of, struct fm_plain *pieces)
{
    const __m512i lower = _mm512_or_si512(of->words, _mm512_set1_epi8(0x20));
#define PLACE(letter) \
    avx512_place(_mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8(letter)), of->letters, of->occupied)
    const uint64_t queens = PLACE('q'), knights = PLACE('n'), pawns = PLACE('p'),
                   kings = PLACE('k'), diagonal = PLACE('b') | queens,
                   straight = PLACE('r') | queens;
#undef PLACE
    const uint64_t black = avx512_place(_mm512_test_epi8_mask(of->words, _mm512_set1_epi8(0x20)),
                                        of->letters, of->occupied);
    pieces->colour[FM_BLACK] = black;
    pieces->colour[FM_WHITE] = of->occupied & ~black;
    pieces->pawns = pawns;
    pieces->knights = knights;
    pieces->diagonal = diagonal;
    pieces->straight = straight;
    pieces->kings = kings;
    pieces->fits = plain_fits(pieces);
    return (pawns | knights | diagonal | straight | kings) == of->occupied;
}

AVX512 static size_t plain_read_avx512(struct fm_text text,
                                       unsigned char rows[FM_RANKS][FM_MAX_FILES],
                                       struct fm_plain *pieces)
{
    struct avx512_ranks of;
    of.n = avx512_ranks(text, &of.words);
    if (of.n == 0)
        return 0;
    avx512_find_squares(&of, 1);
    if (rows != NULL) {
        unsigned char squares[AVX512_BYTES];
        avx512_squares(&of, squares);
        plain_put_rows(squares, rows);
    }
    return avx512_pieces(&of, pieces) ? of.n : 0;
}

/* Several at a time. */
AVX512 static void plain_read_together_avx512(const struct fm_text texts[AVX512_TOGETHER],
                                              bool squares,
                                              struct fm_placed placed[AVX512_TOGETHER])
{
    struct avx512_ranks of[AVX512_TOGETHER];
    FM_UNROLLED
    for (size_t i = 0; i < AVX512_TOGETHER; i++)
        of[i].n = avx512_ranks(texts[i], &of[i].words);
    avx512_find_squares(of, AVX512_TOGETHER);
    FM_UNROLLED
    for (size_t i = 0; i < AVX512_TOGETHER; i++)
        placed[i].n = avx512_pieces(&of[i], &placed[i].sets) ? of[i].n : 0;
    for (size_t i = 0; squares && i < AVX512_TOGETHER; i++)
        avx512_squares(&of[i], placed[i].squares);
}

#undef AVX512
#undef AVX512_INLINE
