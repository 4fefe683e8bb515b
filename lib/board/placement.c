/* SPDX-License-Identifier: MIT */
/* The placement field. Nearly every record of 8x8 has it in plain form, which is read in one go and
 * without a branch that could be guessed wrongly; all else, and what is wrong in form, is read rank
 * by rank. The plain readers take nothing that the careful one does not, and find the same in
 * it. */
#include <config.h>
#include "board/placement.h"
#include "board/squares.h"

/* A slash takes a place as a piece does, so each rank is one place longer than its squares. */
enum {
    PLAIN_FILES = 8,
    PLAIN_STRIDE = PLAIN_FILES + 1,
    PLAIN_PLACES = FM_RANKS * PLAIN_STRIDE - 1, /* and the longest text */
    PLAIN_SQUARES = FM_RANKS * PLAIN_FILES
};

/* How many places a character takes; 0 ends the field. A table, as a branch on the character would
 * be guessed wrongly every third time. */
static const unsigned char plain_widths[256] = {
    ['P'] = 1, ['N'] = 1, ['B'] = 1, ['R'] = 1, ['Q'] = 1, ['K'] = 1, ['p'] = 1,
    ['n'] = 1, ['b'] = 1, ['r'] = 1, ['q'] = 1, ['k'] = 1, ['/'] = 1, ['1'] = 1,
    ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8,
};

/* Put each character in its place, a digit in the first that it takes. More than the longest text
 * is not read, so nothing is written after what that could fill.
 * @return bytes read, 0 = not all places are taken. */
static size_t plain_put(struct fm_text text, unsigned char places[PLAIN_PLACES * FM_RANKS + 1])
{
    const unsigned char *p = text.p;
    const unsigned char *const end = p + (text.n < PLAIN_PLACES ? text.n : PLAIN_PLACES);
    size_t at = 0;
    unsigned width = 1;
    memset(places, 0, PLAIN_PLACES);
    while (p < end && width != 0) {
        const unsigned char c = *p++;
        width = plain_widths[c];
        places[at] = c; /* also the character after the field, after the last place */
        at += width;
    }
    return at == PLAIN_PLACES ? (size_t)(p - text.p) - (width == 0) : 0;
}

/* The letters of a rank. A letter has bit 6, a digit bit 4 and not bit 6, a slash bit 5 and
 * neither.
 * @param[in,out] wrong  bits are set if a slash is there, and unless each run of empty squares is
 *        one digit. */
static uint64_t plain_rank(uint64_t places, uint64_t *wrong)
{
    const uint64_t letters = places >> 6 & FM_EIGHT(1), empty = letters ^ FM_EIGHT(1);
    const uint64_t digits = places >> 4 & empty, slashes = places >> 5 & empty & ~digits;
    *wrong |= slashes | (digits ^ (empty & ~(empty << 8)));
    return places & (letters * 0xFF);
}

static size_t plain_read_any(struct fm_text text, unsigned char rows[FM_RANKS][FM_MAX_FILES],
                             struct fm_plain *pieces)
{
    unsigned char places[PLAIN_PLACES * FM_RANKS + 1], squares[PLAIN_SQUARES];
    const size_t n = plain_put(text, places);
    uint64_t wrong = 0;
    if (n == 0 || (n < text.n && text.p[n] != ' '))
        return 0;
    for (unsigned i = 0; i < FM_RANKS; i++) {
        const unsigned char *const from = places + i * PLAIN_STRIDE;
        const uint64_t row = plain_rank(fm_eight_load(from), &wrong);
        wrong |= i + 1 < FM_RANKS ? (uint64_t)(from[PLAIN_FILES] ^ '/') : 0;
        fm_eight_store(squares + i * PLAIN_FILES, row);
        if (rows == NULL)
            continue;
        fm_eight_store(rows[FM_RANKS - 1 - i], row);
        memset(rows[FM_RANKS - 1 - i] + PLAIN_FILES, 0, FM_MAX_FILES - PLAIN_FILES);
    }
    const struct fm_squares all = fm_squares_load(squares), capitals = fm_squares_capitals(all);
    const uint64_t queens = fm_squares_equal(capitals, 'Q'), black = fm_squares_with_bit(all, 5);
    pieces->colour[FM_BLACK] = __builtin_bswap64(black);
    pieces->colour[FM_WHITE] = __builtin_bswap64(fm_squares_with_bit(all, 6) & ~black);
    pieces->pawns = __builtin_bswap64(fm_squares_equal(capitals, 'P'));
    pieces->knights = __builtin_bswap64(fm_squares_equal(capitals, 'N'));
    pieces->diagonal = __builtin_bswap64(fm_squares_equal(capitals, 'B') | queens);
    pieces->straight = __builtin_bswap64(fm_squares_equal(capitals, 'R') | queens);
    pieces->kings = __builtin_bswap64(fm_squares_equal(capitals, 'K'));
    pieces->fits = plain_fits(pieces);
    return wrong == 0 ? n : 0;
}

#if defined(__x86_64__) && defined(__GNUC__)
#    define HAS_BMI2
#    include "board/placement_bmi2_tmpl.h"
#    if !defined(_WIN32) /* whose stack is aligned for smaller vectors */
#        define HAS_AVX512
#        include "board/placement_avx512_tmpl.h"
#    endif
#endif

FM_INLINE enum fm_plain_path best_path(void)
{
#ifdef HAS_AVX512
    if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return FM_PLAIN_AVX512;
#endif
#ifdef HAS_BMI2
    /* Some machines have pext and pdep in name only: these take hundreds of cycles. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
        !__builtin_cpu_is("bdver4") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2"))
        return FM_PLAIN_BMI2;
#endif
    return FM_PLAIN_ANY;
}

enum fm_plain_path fm_plain_best_path(void)
{
    return best_path();
}

FM_INLINE size_t read_plain(enum fm_plain_path path, struct fm_text text,
                            unsigned char rows[FM_RANKS][FM_MAX_FILES], struct fm_plain *pieces)
{
#ifdef HAS_AVX512
    if (path == FM_PLAIN_AVX512) {
        const size_t n = plain_read_avx512(text, rows, pieces);
        if (FM_LIKELY(n > 0))
            return n;
    }
#endif
#ifdef HAS_BMI2
    if (path >= FM_PLAIN_BMI2) {
        const size_t n = plain_read_bmi2(text, rows, pieces);
        if (FM_LIKELY(n > 0))
            return n;
    }
#endif
    (void)path;
    return plain_read_any(text, rows, pieces);
}

size_t fm_placement_read_plain(struct fm_text text, unsigned char rows[FM_RANKS][FM_MAX_FILES],
                               struct fm_plain *pieces)
{
    return read_plain(best_path(), text, rows, pieces);
}

size_t fm_placement_read_plain_by(enum fm_plain_path path, struct fm_text text,
                                  unsigned char rows[FM_RANKS][FM_MAX_FILES],
                                  struct fm_plain *pieces)
{
    return read_plain(path, text, rows, pieces);
}

void fm_placements_read_plain(const struct fm_text *texts, size_t count, bool squares,
                              struct fm_placed *placed)
{
    const enum fm_plain_path path = best_path();
    size_t i = 0;
#ifdef HAS_AVX512
    for (; path == FM_PLAIN_AVX512 && count - i >= AVX512_TOGETHER; i += AVX512_TOGETHER)
        plain_read_together_avx512(texts + i, squares, placed + i);
#endif
    for (; i < count; i++)
        placed[i].n = squares ? 0 : read_plain(path, texts[i], NULL, &placed[i].sets);
}

/* The meaning of a byte of the placement: a piece letter (A for J), IS_DIGIT, or 0. */
enum { IS_DIGIT = 1 };
static const unsigned char classes[256] = {
    ['0'] = IS_DIGIT, ['1'] = IS_DIGIT, ['2'] = IS_DIGIT, ['3'] = IS_DIGIT, ['4'] = IS_DIGIT,
    ['5'] = IS_DIGIT, ['6'] = IS_DIGIT, ['7'] = IS_DIGIT, ['8'] = IS_DIGIT, ['9'] = IS_DIGIT,
    ['P'] = 'P',      ['N'] = 'N',      ['B'] = 'B',      ['R'] = 'R',      ['Q'] = 'Q',
    ['K'] = 'K',      ['A'] = 'A',      ['C'] = 'C',      ['J'] = 'A',      ['p'] = 'p',
    ['n'] = 'n',      ['b'] = 'b',      ['r'] = 'r',      ['q'] = 'q',      ['k'] = 'k',
    ['a'] = 'a',      ['c'] = 'c',      ['j'] = 'a',
};

/* Digits are one number ("10"); 0 if it is none that a rank can hold. */
static unsigned read_run(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *p = *at;
    unsigned run = 0;
    for (; p < end && classes[*p] == IS_DIGIT && (run > 0 || *p != '0'); p++)
        run = run > FM_MAX_FILES ? run : run * 10 + (unsigned)(*p - '0');
    *at = p;
    return run > FM_MAX_FILES ? 0 : run;
}

/* One rank up to its slash or the end; false unless it is at most FM_MAX_FILES files of known
 * letters. */
static bool read_row(const unsigned char **at, const unsigned char *end,
                     unsigned char row[FM_MAX_FILES], unsigned *files, bool *fairy, bool *letter_j)
{
    const unsigned char *p = *at;
    unsigned file = 0;
    while (p < end && *p != '/') {
        const unsigned char piece = classes[*p];
        const unsigned run = piece == IS_DIGIT ? read_run(&p, end) : piece != 0;
        if (run == 0 || file + run > FM_MAX_FILES)
            return false;
        if (piece != IS_DIGIT) {
            row[file] = piece;
            *letter_j |= (*p | 0x20) == 'j';
            *fairy |= (piece | 0x20) == 'a' || (piece | 0x20) == 'c';
            p++;
        }
        file += run;
    }
    *at = p;
    *files = file;
    return true;
}

bool fm_placement_read(struct fm_text field, struct fm_setup *setup, bool *letter_j,
                       struct fm_text *bad)
{
    const unsigned char *p = field.p, *const end = field.p + field.n;
    bool fairy = false;
    *letter_j = false;
    memset(setup->pieces, 0, sizeof setup->pieces);
    for (unsigned i = 0; i < FM_RANKS; i++, p++) {
        unsigned files = 0;
        const unsigned char *const begin = p;
        *bad = fm_text_between(begin, end);
        if (!read_row(&p, end, setup->pieces[FM_RANKS - 1 - i], &files, &fairy, letter_j))
            return false;
        if (i == 0)
            setup->files = (uint8_t)files;
        *bad = fm_text_between(begin, p);
        if (files != setup->files || (files != 8 && files != 10))
            return false;
        *bad = field;
        if ((p == end) != (i == FM_RANKS - 1))
            return false;
    }
    return !fairy || setup->files == 10;
}
