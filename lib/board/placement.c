/* The placement field, read twice over: plain 8x8 text in one loop without a branch that could
 * be guessed wrongly, and anything else rank by rank, to say what is wrong. */
#include <config.h>
#include "board/placement.h"

/* ---- the fast way ---------------------------------------------------------------------------- */

/* What a byte does: the man it puts, what it is, and what it adds to the progress: squares, and
 * slashes in the upper half. */
enum { FILES = 8, FILE_MASK = FILES - 1, IS_DIGIT = 1 << 16, IS_SLASH = 1 << 17, SLASH_SHIFT = 16 };
enum { ALL_READ = (FM_RANKS - 1) << SLASH_SHIFT | FM_SQUARES_8X8 };
struct step {
    uint32_t what;     /* the man in the lowest byte; of a slash FILE_MASK in the second */
    uint32_t progress; /* 0 ends the field */
};
#define MAN(letter) [letter] = {letter, 1}
#define RUN(digit) ['0' + (digit)] = {IS_DIGIT, digit}
static const struct step steps[256] = {
    MAN('P'), MAN('N'), MAN('B'),
    MAN('R'), MAN('Q'), MAN('K'),
    MAN('p'), MAN('n'), MAN('b'),
    MAN('r'), MAN('q'), MAN('k'),
    RUN(1),   RUN(2),   RUN(3),
    RUN(4),   RUN(5),   RUN(6),
    RUN(7),   RUN(8),   ['/'] = {FILE_MASK << 8 | IS_SLASH, 1 << SLASH_SHIFT},
};

/* A slash must come behind a multiple of eight squares, never twice in a row, first or last;
 * seven of them then part the ranks rightly. No digit may follow another. All that is gathered
 * and judged at the end. */
size_t fm_placement_read_plain(struct fm_text text, unsigned char men[FM_RANKS][FM_MAX_FILES],
                               unsigned char squares[FM_SQUARES_8X8 + 1])
{
    const unsigned char *p = text.p, *const end = text.p + text.n;
    uint32_t progress = 0, before = IS_SLASH, twice = 0, odd = 0;
    memset(squares, 0, FM_SQUARES_8X8);
    for (; p < end; p++) {
        const struct step step = steps[*p];
        const unsigned at = progress & 0xFFFF;
        if (step.progress == 0 || at > FM_SQUARES_8X8)
            break;
        squares[at] = (unsigned char)step.what;
        twice |= before & step.what;
        odd |= at & step.what >> 8;
        progress += step.progress;
        before = step.what;
    }
    if (progress != ALL_READ || ((twice | before) & IS_SLASH) != 0 || (twice & IS_DIGIT) != 0 ||
        (odd & FILE_MASK) != 0 || (p < end && *p != ' '))
        return 0;
    for (unsigned rank = 0; rank < FM_RANKS; rank++) {
        memcpy(men[rank], squares + (FM_RANKS - 1 - rank) * FILES, FILES);
        memset(men[rank] + FILES, 0, FM_MAX_FILES - FILES);
    }
    return (size_t)(p - text.p);
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
