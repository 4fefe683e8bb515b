/* SPDX-License-Identifier: MIT */
/* Part of placement.c: a plain placement read with the instructions that gather and scatter bits
 * (pext and pdep), the whole text in one step, no character by itself. */
#include <immintrin.h>

#define BMI2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define BMI2_INLINE BMI2 FM_INLINE

/* The first bytes of a text, each a bit in the sets below. */
enum { BMI2_WORD = 8, BMI2_WINDOW = 64, BMI2_LEAST = 32 };
struct bmi2_text {
    __m256i low, high; /* bytes 0..31; 32..63, of a shorter text its last 32 */
    unsigned twice;    /* number of bytes of `high` that are in `low` as well, and 0 in `high` */
};

BMI2_INLINE __m256i bmi2_load(const unsigned char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

BMI2_INLINE struct bmi2_text bmi2_text_of(struct fm_text text)
{
    const size_t last = text.n < BMI2_WINDOW ? text.n - BMI2_LEAST : BMI2_LEAST;
    const unsigned twice = (unsigned)(BMI2_LEAST - last);
    const __m256i place =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                         21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    const __m256i only_here = _mm256_cmpgt_epi8(place, _mm256_set1_epi8((char)(twice - 1)));
    return (struct bmi2_text){bmi2_load(text.p),
                              _mm256_and_si256(bmi2_load(text.p + last), only_here), twice};
}

/* The bytes that have their highest bit. */
BMI2_INLINE uint64_t bmi2_signs(__m256i low, __m256i high, unsigned twice)
{
    const uint64_t second = (uint32_t)_mm256_movemask_epi8(high);
    return second >> twice << 32 | (uint32_t)_mm256_movemask_epi8(low);
}

/* The bytes that have this bit. */
BMI2_INLINE uint64_t bmi2_bit(const struct bmi2_text *t, int bit)
{
    return bmi2_signs(_mm256_slli_epi16(t->low, 7 - bit), _mm256_slli_epi16(t->high, 7 - bit),
                      t->twice);
}

/* The kinds of a byte of a placement, one bit each; letters in either case. */
enum { PAWN = 7, KNIGHT = 6, BISHOP = 5, ROOK = 4, QUEEN = 3, KING = 2, DIGIT = 1, SLASH = 0 };

/* Looked up by each half of the byte: it is what both tables allow. */
BMI2_INLINE __m256i bmi2_classes(__m256i bytes)
{
    enum {
        P = -(1 << PAWN),
        N = 1 << KNIGHT,
        B = 1 << BISHOP,
        R = 1 << ROOK,
        Q = 1 << QUEEN,
        K = 1 << KING,
        D = 1 << DIGIT,
        S = 1 << SLASH
    };
    const __m256i low =
        _mm256_setr_epi8(P, Q | D, B | R | D, D, D, D, D, D, D, 0, 0, K, 0, 0, N, S, P, Q | D,
                         B | R | D, D, D, D, D, D, D, 0, 0, K, 0, 0, N, S);
    const __m256i high = _mm256_setr_epi8(0, 0, S, D, N | B | K, P | R | Q, N | B | K, P | R | Q, 0,
                                          0, 0, 0, 0, 0, 0, 0, 0, 0, S, D, N | B | K, P | R | Q,
                                          N | B | K, P | R | Q, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i halves = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    return _mm256_and_si256(_mm256_shuffle_epi8(low, bytes), _mm256_shuffle_epi8(high, halves));
}

/* The kinds of all bytes of a placement. */
struct bmi2_kinds {
    uint64_t pawns, knights, bishops, rooks, queens, kings, pieces, black;
    uint64_t digits, slashes;
};

BMI2_INLINE struct bmi2_kinds bmi2_kinds(const struct bmi2_text *t)
{
    const struct bmi2_text is = {bmi2_classes(t->low), bmi2_classes(t->high), t->twice};
    struct bmi2_kinds k = {.pawns = bmi2_bit(&is, PAWN),
                           .knights = bmi2_bit(&is, KNIGHT),
                           .bishops = bmi2_bit(&is, BISHOP),
                           .rooks = bmi2_bit(&is, ROOK),
                           .queens = bmi2_bit(&is, QUEEN),
                           .kings = bmi2_bit(&is, KING),
                           .black = bmi2_bit(t, 5),
                           .digits = bmi2_bit(&is, DIGIT),
                           .slashes = bmi2_bit(&is, SLASH)};
    k.pieces = k.pawns | k.knights | k.bishops | k.rooks | k.queens | k.kings;
    return k;
}

/* How many squares each character takes: a letter one, a digit its number, anything else none. */
BMI2_INLINE __m256i bmi2_widths(__m256i bytes)
{
    const __m256i digits = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
                                            3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0);
    const __m256i letters = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('?'));
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(digits, bytes), _mm256_set1_epi8(1), letters);
}

/* The sum of each byte, all before it, and `before`; 255 is 255 or more. */
BMI2_INLINE __m256i bmi2_sums(__m256i bytes, __m256i before)
{
    bytes = _mm256_adds_epu8(bytes, _mm256_slli_si256(bytes, 1));
    bytes = _mm256_adds_epu8(bytes, _mm256_slli_si256(bytes, 2));
    bytes = _mm256_adds_epu8(bytes, _mm256_slli_si256(bytes, 4));
    bytes = _mm256_adds_epu8(bytes, _mm256_slli_si256(bytes, 8));
    const __m256i first = _mm256_permute2x128_si256(bytes, bytes, 0x08); /* zeros, lower half */
    const __m256i carry = _mm256_shuffle_epi8(first, _mm256_set1_epi8(15));
    return _mm256_adds_epu8(bytes, _mm256_adds_epu8(carry, before));
}

/* How many squares the text has taken with each byte. */
BMI2_INLINE struct bmi2_text bmi2_ends(const struct bmi2_text *t)
{
    const __m256i low = bmi2_sums(bmi2_widths(t->low), _mm256_setzero_si256());
    const __m256i upper = _mm256_permute2x128_si256(low, low, 0x11);
    const __m256i all = _mm256_shuffle_epi8(upper, _mm256_set1_epi8(15));
    return (struct bmi2_text){low, bmi2_sums(bmi2_widths(t->high), all), t->twice};
}

/* Do these bytes make eight ranks of eight squares? Sums grow with each byte but slashes, so seven
 * of these apart from each other and from both ends, where a rank may end, are at all ends of
 * ranks.
 * @param end  the bit after the bytes. */
BMI2_INLINE bool bmi2_is_board(const struct bmi2_text *ends, uint64_t slashes, uint64_t digits,
                               uint64_t end)
{
    enum { SQUARES = FM_RANKS * PLAIN_FILES };
    const __m256i seven = _mm256_set1_epi8(PLAIN_FILES - 1), zero = _mm256_setzero_si256();
    const uint64_t whole =
        bmi2_signs(_mm256_cmpeq_epi8(_mm256_and_si256(ends->low, seven), zero),
                   _mm256_cmpeq_epi8(_mm256_and_si256(ends->high, seven), zero), ends->twice);
    const __m256i squares = _mm256_set1_epi8(SQUARES);
    const uint64_t full = bmi2_signs(_mm256_cmpeq_epi8(ends->low, squares),
                                     _mm256_cmpeq_epi8(ends->high, squares), ends->twice);
    const uint64_t wrong = ((slashes | end) & (slashes << 1 | 1)) | (digits & digits << 1) |
                           (slashes & ~whole) | (end & ~(full << 1));
    return wrong == 0 && _mm_popcnt_u64(slashes) == FM_RANKS - 1;
}

/* The number of the square that each letter takes; of other bytes none. */
BMI2_INLINE __m256i bmi2_squares(__m256i bytes, __m256i ends)
{
    const __m256i none = _mm256_set1_epi8(-1);
    const __m256i letters = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('?'));
    return _mm256_blendv_epi8(none, _mm256_add_epi8(ends, none), letters);
}

/* The squares that letters take, in the order of the text; what is after the last square is
 * none. */
BMI2_INLINE uint64_t bmi2_occupied(const struct bmi2_text *t, const struct bmi2_text *ends)
{
    enum { EACH = 4 };
    unsigned char squares[BMI2_WINDOW];
    __m256i *const halves = (__m256i *)(void *)squares;
    _mm256_storeu_si256(halves, bmi2_squares(t->low, ends->low));
    _mm256_storeu_si256(halves + 1, bmi2_squares(t->high, ends->high));
    /* From memory a group takes one instruction, which compilers that keep it in registers miss. */
    __asm__("" : "+m"(squares));
    __m256i sets = _mm256_setzero_si256();
#pragma GCC unroll 16
    for (unsigned i = 0; i < BMI2_WINDOW; i += EACH) {
        int four;
        memcpy(&four, squares + i, sizeof four);
        const __m256i shifts = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four)); /* 64 on: no bit */
        sets = _mm256_or_si256(sets, _mm256_sllv_epi64(_mm256_set1_epi64x(1), shifts));
    }
    const __m128i two =
        _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
    return (uint64_t)_mm_cvtsi128_si64(two) | (uint64_t)_mm_extract_epi64(two, 1);
}

/* The pieces as rows; the last rank begins eight bytes before the end of the text at the latest. */
BMI2_INLINE void bmi2_rows(const unsigned char *text, uint64_t slashes, uint64_t occupied,
                           unsigned char rows[FM_RANKS][FM_MAX_FILES])
{
    const unsigned char *rank = text;
    FM_UNROLLED
    for (unsigned i = 0; i < FM_RANKS; i++) {
        const uint64_t bytes = fm_eight_load(rank), letters = bytes >> 6 & FM_EIGHT(1);
        const uint64_t files = _pdep_u64(occupied >> i * PLAIN_FILES, FM_EIGHT(1));
        unsigned char *const row = rows[FM_RANKS - 1 - i];
        fm_eight_store(row, _pdep_u64(_pext_u64(bytes, letters * 0xFF), files * 0xFF));
        memset(row + BMI2_WORD, 0, FM_MAX_FILES - BMI2_WORD);
        rank = text + _tzcnt_u64(slashes) + 1;
        slashes &= slashes - 1;
    }
}

/* Text to board: the bytes of a kind among those of all pieces, spread over the occupied squares,
 * which are in the same order. */
BMI2_INLINE uint64_t bmi2_place(uint64_t kind, uint64_t pieces, uint64_t occupied)
{
    return __builtin_bswap64(_pdep_u64(_pext_u64(kind, pieces), occupied));
}

BMI2 static size_t plain_read_bmi2(struct fm_text text, unsigned char rows[FM_RANKS][FM_MAX_FILES],
                                   struct fm_plain *pieces)
{
    if (text.n < BMI2_LEAST)
        return 0;
    const struct bmi2_text t = bmi2_text_of(text), ends = bmi2_ends(&t);
    struct bmi2_kinds k = bmi2_kinds(&t);
    const uint64_t others = ~(k.pieces | k.digits | k.slashes);
    const uint64_t end = others & -others, before = end - 1; /* of the placement */
    const size_t n = (size_t)_tzcnt_u64(others);
    const uint64_t slashes = k.slashes & before;
    if (others == 0 || (n < text.n && text.p[n] != ' ') ||
        !bmi2_is_board(&ends, slashes, k.digits & before, end) ||
        text.n - BMI2_WORD <= 63 - (size_t)__builtin_clzll(slashes))
        return 0;
    k.pieces &= before;
    const uint64_t occupied = bmi2_occupied(&t, &ends);
    if (rows != NULL)
        bmi2_rows(text.p, slashes, occupied, rows);
    const uint64_t queens = bmi2_place(k.queens, k.pieces, occupied);
    pieces->colour[FM_BLACK] = bmi2_place(k.black, k.pieces, occupied);
    pieces->colour[FM_WHITE] = __builtin_bswap64(occupied) & ~pieces->colour[FM_BLACK];
    pieces->pawns = bmi2_place(k.pawns, k.pieces, occupied);
    pieces->knights = bmi2_place(k.knights, k.pieces, occupied);
    pieces->diagonal = bmi2_place(k.bishops, k.pieces, occupied) | queens;
    pieces->straight = bmi2_place(k.rooks, k.pieces, occupied) | queens;
    pieces->kings = bmi2_place(k.kings, k.pieces, occupied);
    pieces->fits = plain_fits(pieces);
    return n;
}

#undef BMI2
#undef BMI2_INLINE
