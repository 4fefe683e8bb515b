/* The placement field, read twice over: plain 8x8 text in one loop without a branch that could
 * be guessed wrongly, and anything else rank by rank, to say what is wrong. */
#include <config.h>
#include "board/placement.h"
#include "board/eight.h"

/* ---- the fast way ---------------------------------------------------------------------------- */

/* What a byte does, in one word: what it puts (0..7), the places it takes (8..15), it is a digit
 * (16). 0 ends the field. */
enum { FILES = 8, STRIDE = FILES + 1, IS_DIGIT = 1 << 16 };
#define PUT(byte) [byte] = (byte) | 1 << 8
#define RUN(digit) ['0' + (digit)] = IS_DIGIT | (digit) << 8
static const uint32_t steps[256] = {
    PUT('P'), PUT('N'), PUT('B'), PUT('R'), PUT('Q'), PUT('K'), PUT('p'),
    PUT('n'), PUT('b'), PUT('r'), PUT('q'), PUT('k'), PUT('/'), RUN(1),
    RUN(2),   RUN(3),   RUN(4),   RUN(5),   RUN(6),   RUN(7),   RUN(8),
};

/* A slash takes a place as a man does, so each rank is one place longer than its squares. At the
 * end the slashes must stand in just these places. */
static bool ranks_part(const unsigned char *places)
{
    unsigned char wrong = 0;
    for (unsigned rank = 0; rank + 1 < FM_RANKS; rank++)
        wrong |= places[rank * STRIDE + FILES] ^ '/';
    return wrong == 0;
}

/* More bytes than the longest placement has are not read, so nothing is written behind what these
 * could fill. All is judged at the end; only digits behind digits are gathered on the way. */
size_t fm_placement_read_plain(struct fm_text text, unsigned char men[FM_RANKS][FM_MAX_FILES],
                               unsigned char squares[FM_SQUARES_8X8])
{
    enum { LONGEST = FM_SQUARES_8X8 + FM_RANKS - 1 };
    const unsigned char *p = text.p, *const end = p + (text.n < LONGEST ? text.n : LONGEST);
    unsigned char places[LONGEST * FM_RANKS + 1];
    uint32_t before = 0, twice = 0;
    size_t at = 0;
    memset(places, 0, LONGEST);
    for (; p < end; p++) {
        const uint32_t step = steps[*p];
        if (step == 0)
            break;
        places[at] = (unsigned char)step;
        at += step >> 8 & 0xFF;
        twice |= before & step;
        before = step;
    }
    if (at != LONGEST || !ranks_part(places) || (twice & IS_DIGIT) != 0 ||
        (p < text.p + text.n && *p != ' '))
        return 0;
    uint64_t odd = 0;
    for (unsigned rank = 0; rank < FM_RANKS; rank++) {
        const uint64_t row = fm_eight_load(places + rank * STRIDE);
        odd |= row & ~(row >> 1); /* a slash has bit 5 without bit 6, no letter has */
        fm_eight_store(squares + rank * FILES, row);
        fm_eight_store(men[FM_RANKS - 1 - rank], row);
        memset(men[FM_RANKS - 1 - rank] + FILES, 0, FM_MAX_FILES - FILES);
    }
    return (odd & FM_EIGHT(0x20)) != 0 ? 0 : (size_t)(p - text.p);
}

/* ---- with care ------------------------------------------------------------------------------- */

/* What a byte of the placement is: the piece letter it stands for (J is A), DIGIT, or 0. */
enum { DIGIT = 1 };
static const unsigned char classes[256] = {
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT,
    ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT, ['P'] = 'P',   ['N'] = 'N',
    ['B'] = 'B',   ['R'] = 'R',   ['Q'] = 'Q',   ['K'] = 'K',   ['A'] = 'A',   ['C'] = 'C',
    ['J'] = 'A',   ['p'] = 'p',   ['n'] = 'n',   ['b'] = 'b',   ['r'] = 'r',   ['q'] = 'q',
    ['k'] = 'k',   ['a'] = 'a',   ['c'] = 'c',   ['j'] = 'a',
};

/* Digits are one number ("10"); 0 if it is none that a rank can hold. */
static unsigned read_run(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *p = *at;
    unsigned run = 0;
    for (; p < end && classes[*p] == DIGIT && (run > 0 || *p != '0'); p++)
        run = run > FM_MAX_FILES ? run : run * 10 + (unsigned)(*p - '0');
    *at = p;
    return run > FM_MAX_FILES ? 0 : run;
}

/* One rank up to its slash or the end; false unless it is at most FM_MAX_FILES files of known
 * letters. */
static bool read_rank(const unsigned char **at, const unsigned char *end,
                      unsigned char row[FM_MAX_FILES], unsigned *files, bool *fairy, bool *letter_j)
{
    const unsigned char *p = *at;
    unsigned file = 0;
    while (p < end && *p != '/') {
        const unsigned char man = classes[*p];
        const unsigned run = man == DIGIT ? read_run(&p, end) : man != 0;
        if (run == 0 || file + run > FM_MAX_FILES)
            return false;
        if (man != DIGIT) {
            row[file] = man;
            *letter_j |= (*p | 0x20) == 'j';
            *fairy |= (man | 0x20) == 'a' || (man | 0x20) == 'c';
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
    memset(setup->men, 0, sizeof setup->men);
    for (unsigned i = 0; i < FM_RANKS; i++, p++) {
        unsigned files = 0;
        const unsigned char *const begin = p;
        *bad = fm_text_between(begin, end);
        if (!read_rank(&p, end, setup->men[FM_RANKS - 1 - i], &files, &fairy, letter_j))
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
