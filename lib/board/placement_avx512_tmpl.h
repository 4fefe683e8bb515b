/* SPDX-License-Identifier: MIT */
/* Part of placement.c: a plain placement read in one vector, in which each rank is a word. Masks
 * of bytes are numbers there, so that most steps are one instruction. */

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))
#define AVX512_INLINE AVX512 FM_INLINE

enum { AVX512_BYTES = 64 };

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
    const size_t n = (size_t)_tzcnt_u64(~(above | all));
    /* The byte after the placement must be in the vector, too, so that the last rank ends. */
    if (n == AVX512_BYTES || (n < text.n && text.p[n] != ' ') ||
        _mm_popcnt_u64(_bzhi_u64(all, (unsigned)n)) != FM_RANKS - 1)
        return 0;
    /* Where each rank begins, in its byte of the lowest word (later bytes are of other slashes);
     * then in all bytes of its own word, counted on. */
    const __m512i begins = _mm512_maskz_compress_epi8(all << 1 | 1, _mm512_loadu_si512(places));
    const __m512i rank = _mm512_set_epi64(
        0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303, 0x0404040404040404,
        0x0505050505050505, 0x0606060606060606, 0x0707070707070707);
    *words = _mm512_permutexvar_epi8(_mm512_add_epi8(_mm512_permutexvar_epi8(rank, begins),
                                                     _mm512_set1_epi64(0x0706050403020100)),
                                     bytes);
    return n;
}

/* The squares with this letter, in either case: its bytes among all letters, spread over the
 * occupied squares, which are in the same order. */
AVX512_INLINE uint64_t avx512_place(uint64_t kind, uint64_t letters, uint64_t occupied)
{
    return _pdep_u64(_pext_u64(kind, letters), occupied);
}

AVX512_INLINE void avx512_rows(__m512i words, uint64_t letters, uint64_t occupied,
                               unsigned char rows[FM_RANKS][FM_MAX_FILES])
{
    unsigned char squares[AVX512_BYTES];
    _mm512_storeu_si512(
        squares, _mm512_maskz_expand_epi8(occupied, _mm512_maskz_compress_epi8(letters, words)));
    for (unsigned i = 0; i < FM_RANKS; i++) {
        fm_eight_store(rows[i], fm_eight_load(squares + i * PLAIN_FILES));
        memset(rows[i] + PLAIN_FILES, 0, FM_MAX_FILES - PLAIN_FILES);
    }
}

AVX512 static size_t plain_read_avx512(struct fm_text text,
                                       unsigned char rows[FM_RANKS][FM_MAX_FILES],
                                       struct fm_plain *pieces)
{
    __m512i words;
    const size_t n = avx512_ranks(text, &words);
    if (n == 0)
        return 0;
    /* The bytes of a rank are those before the first that is no letter and no digit. */
    const __m512i above = _mm512_movm_epi8(_mm512_cmpgt_epi8_mask(words, _mm512_set1_epi8('0')));
    const uint64_t inside = _mm512_movepi8_mask(
        _mm512_andnot_si512(_mm512_sub_epi64(above, _mm512_set1_epi64(-1)), above));
    const uint64_t letters = _mm512_mask_cmpgt_epi8_mask(inside, words, _mm512_set1_epi8('?'));
    const uint64_t digits = inside & ~letters;
    /* How many squares of its rank the text has taken with each byte: a letter takes one, a digit
     * its number, what is after the rank none. */
    __m512i ends = _mm512_maskz_mov_epi8(digits, _mm512_and_si512(words, _mm512_set1_epi8(0x0F)));
    ends = _mm512_mask_mov_epi8(ends, letters, _mm512_set1_epi8(1));
    ends = _mm512_add_epi8(ends, _mm512_slli_epi64(ends, 8));
    ends = _mm512_add_epi8(ends, _mm512_slli_epi64(ends, 16));
    ends = _mm512_add_epi8(ends, _mm512_slli_epi64(ends, 32));
    /* Eight ranks of eight squares, in which only the digits 1 to 8 can give that sum; no digits
     * are neighbours, and of no rank a part is left over. */
    const uint64_t full = _mm512_cmpeq_epi8_mask(ends, _mm512_set1_epi8(PLAIN_FILES));
    if ((~full & FM_EIGHT(0x80)) != 0 || (digits & digits << 1 & ~FM_EIGHT(1)) != 0 ||
        (size_t)_mm_popcnt_u64(inside) + FM_RANKS - 1 != n)
        return 0;
    /* A bit for the square of each letter, added up by rank. */
    const __m512i bits = _mm512_maskz_shuffle_epi8(
        letters,
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0)),
        ends);
    const uint64_t occupied = (uint64_t)_mm_cvtsi128_si64(
        _mm512_cvtepi64_epi8(_mm512_sad_epu8(bits, _mm512_setzero_si512())));
    const __m512i lower = _mm512_or_si512(words, _mm512_set1_epi8(0x20));
#define PLACE(letter) \
    avx512_place(_mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8(letter)), letters, occupied)
    const uint64_t queens = PLACE('q');
    pieces->colour[FM_BLACK] =
        avx512_place(_mm512_test_epi8_mask(words, _mm512_set1_epi8(0x20)), letters, occupied);
    pieces->colour[FM_WHITE] = occupied & ~pieces->colour[FM_BLACK];
    pieces->pawns = PLACE('p');
    pieces->knights = PLACE('n');
    pieces->diagonal = PLACE('b') | queens;
    pieces->straight = PLACE('r') | queens;
    pieces->kings = PLACE('k');
#undef PLACE
    pieces->fits = plain_fits(pieces);
    if (rows != NULL)
        avx512_rows(words, letters, occupied, rows);
    /* Each letter is one of these. */
    return (pieces->pawns | pieces->knights | pieces->diagonal | pieces->straight |
            pieces->kings) == occupied
               ? n
               : 0;
}

#undef AVX512
#undef AVX512_INLINE
