/* Part of placement.c: a plain placement read with the instructions that gather and scatter bits
 * (pext and pdep), the whole text in one step, no character by itself. */
#include <immintrin.h>

#define BMI2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define BMI2_INLINE BMI2 FM_INLINE

/* The first bytes of a text, each a bit in the sets below. */
enum { BMI2_WORD = 8, BMI2_WINDOW = 64, BMI2_LEAST = 32 };
struct bmi2_text {
    __m256i low, high; /* bytes 0..31; 32..63, of a shorter text its last 32 */
    unsigned twice;    /* so many bytes of `high` are in `low`, too */
};

/* The bytes that have this bit. */
BMI2_INLINE uint64_t bmi2_bit(const struct bmi2_text *t, int bit)
{
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(t->low, 7 - bit));
    const uint64_t high = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(t->high, 7 - bit));
    return high >> t->twice << 32 | low;
}

/* What a byte of a placement is, a bit each; letters in either case. */
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

/* So many low bits in each byte as the character takes squares: a letter one, a digit its number,
 * anything else none. */
BMI2_INLINE __m256i bmi2_widths(__m256i bytes)
{
    const __m256i digits = _mm256_setr_epi8(0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0, 0,
                                            1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0);
    const __m256i letters = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('?'));
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(digits, bytes), _mm256_set1_epi8(1), letters);
}

/* What the bytes of a placement are. */
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

/* One rank: its squares, and the files of its pieces.
 * @param widths  of the bytes from `begin` on.
 * @param n       bytes of the rank.
 * @param[in,out] wrong  not 0 if they are not eight squares. */
BMI2_INLINE uint64_t bmi2_rank(const unsigned char *begin, uint64_t widths, size_t n,
                               unsigned char row[FM_MAX_FILES], uint64_t *wrong)
{
    const uint64_t bytes = fm_eight_load(begin), pieces = bytes >> 6 & FM_EIGHT(1);
    const uint64_t takes = _bzhi_u64(widths, (unsigned)n * 8);
    const uint64_t files = _pext_u64(pieces, takes);
    const uint64_t squares = _pdep_u64(files, FM_EIGHT(1)) * 0xFF;
    *wrong |= (uint64_t)_mm_popcnt_u64(takes) ^ FM_RANKS;
    fm_eight_store(row, _pdep_u64(_pext_u64(bytes, pieces * 0xFF), squares));
    memset(row + BMI2_WORD, 0, FM_MAX_FILES - BMI2_WORD);
    return files;
}

/* Both ways of the pieces: as rows, and as files of a rank, the last rank in the lowest byte.
 * @param begin  of each rank, and one past the slash that would follow the first. */
BMI2_INLINE uint64_t bmi2_ranks(const unsigned char *p, const unsigned begin[FM_RANKS + 1],
                                unsigned char rows[FM_RANKS][FM_MAX_FILES], uint64_t *wrong)
{
    uint64_t occupied = 0;
    FM_UNROLLED
    for (unsigned half = 0; half < FM_RANKS; half += FM_RANKS / 2) {
        const unsigned *const b = begin + half;
        const __m256i widths = bmi2_widths(_mm256_setr_epi64x(
            (long long)fm_eight_load(p + b[0]), (long long)fm_eight_load(p + b[1]),
            (long long)fm_eight_load(p + b[2]), (long long)fm_eight_load(p + b[3])));
        uint64_t each[FM_RANKS / 2] = {
            (uint64_t)_mm256_extract_epi64(widths, 0), (uint64_t)_mm256_extract_epi64(widths, 1),
            (uint64_t)_mm256_extract_epi64(widths, 2), (uint64_t)_mm256_extract_epi64(widths, 3)};
        FM_UNROLLED
        for (unsigned i = 0; i < FM_RANKS / 2; i++)
            occupied |= bmi2_rank(p + b[i], each[i], b[i + 1] - b[i] - 1,
                                  rows[FM_RANKS - 1 - half - i], wrong)
                        << 8 * (half + i);
    }
    return occupied;
}

/* Text to board: the bytes of a kind among those of all pieces, spread over the occupied squares, which
 * are in the same order. */
BMI2_INLINE uint64_t bmi2_place(uint64_t kind, uint64_t pieces, uint64_t occupied)
{
    return __builtin_bswap64(_pdep_u64(_pext_u64(kind, pieces), occupied));
}

BMI2 static size_t plain_read_bmi2(struct fm_text text, unsigned char rows[FM_RANKS][FM_MAX_FILES],
                                   struct fm_plain *pieces)
{
    struct bmi2_text t;
    if (text.n < BMI2_LEAST)
        return 0;
    const size_t last = text.n < BMI2_WINDOW ? text.n - BMI2_LEAST : BMI2_LEAST;
    t.low = _mm256_loadu_si256((const __m256i *)(const void *)text.p);
    t.high = _mm256_loadu_si256((const __m256i *)(const void *)(text.p + last));
    t.twice = (unsigned)(BMI2_LEAST - last);
    struct bmi2_kinds k = bmi2_kinds(&t);
    const uint64_t others = ~(k.pieces | k.digits | k.slashes);
    if (others == 0)
        return 0;
    const unsigned n = (unsigned)_tzcnt_u64(others);
    const uint64_t before = (UINT64_C(1) << n) - 1;
    uint64_t near = (k.slashes & before) | ~before; /* an end at most eight bytes on */
    near |= near >> 1;
    near |= near >> 2;
    near |= near >> 4 | near >> 5;
    if ((n < text.n && text.p[n] != ' ') || ~near != 0 ||
        _mm_popcnt_u64(k.slashes & before) != FM_RANKS - 1 ||
        (k.digits & k.digits << 1 & before) != 0)
        return 0;
    unsigned begin[FM_RANKS + 1] = {0};
    FM_UNROLLED
    for (unsigned i = 1; i < FM_RANKS; i++) {
        begin[i] = (unsigned)_tzcnt_u64(k.slashes) + 1;
        k.slashes &= k.slashes - 1;
    }
    begin[FM_RANKS] = n + 1;
    if (begin[FM_RANKS - 1] + BMI2_WORD > text.n)
        return 0;
    k.pieces &= before;
    uint64_t wrong = 0;
    const uint64_t occupied = bmi2_ranks(text.p, begin, rows, &wrong);
    const uint64_t queens = bmi2_place(k.queens, k.pieces, occupied);
    pieces->colour[FM_BLACK] = bmi2_place(k.black, k.pieces, occupied);
    pieces->colour[FM_WHITE] = __builtin_bswap64(occupied) & ~pieces->colour[FM_BLACK];
    pieces->pawns = bmi2_place(k.pawns, k.pieces, occupied);
    pieces->knights = bmi2_place(k.knights, k.pieces, occupied);
    pieces->diagonal = bmi2_place(k.bishops, k.pieces, occupied) | queens;
    pieces->straight = bmi2_place(k.rooks, k.pieces, occupied) | queens;
    pieces->kings = bmi2_place(k.kings, k.pieces, occupied);
    pieces->fits = plain_fits(pieces);
    return wrong == 0 ? n : 0;
}

#undef BMI2
#undef BMI2_INLINE
