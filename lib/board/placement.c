/* The placement field, read twice over: plain 8x8 text in one loop without a branch that could be guessed wrongly, and
 * anything else rank by rank, to say what is wrong. */
#include <config.h>
#include "board/placement.h"

/* ---- the fast way ----------------------------------------------------------------------------------------------- */

/* What a byte does: the man it puts, how many squares it goes on, what it is. The squares are numbered as in
 * fm_setup.men; a slash goes from behind the h file of one rank to the a file of the rank below. */
enum { ADVANCE_SHIFT = 8, IS_DIGIT = 1 << 16, IS_SLASH = 1 << 17, IS_END = 1 << 18, PLAIN_FILES = 8 };
#define MAN(letter) [letter] = (letter) | 1 << ADVANCE_SHIFT
#define RUN(digit) ['0' + (digit)] = (digit) << ADVANCE_SHIFT | IS_DIGIT
static const uint32_t steps[256] = {
    MAN('P'), MAN('N'), MAN('B'), MAN('R'), MAN('Q'), MAN('K'), MAN('p'), MAN('n'), MAN('b'), MAN('r'), MAN('q'), MAN('k'),
    RUN(1), RUN(2), RUN(3), RUN(4), RUN(5), RUN(6), RUN(7), RUN(8),
    ['/'] = (256 - FM_MAX_FILES - PLAIN_FILES) << ADVANCE_SHIFT | IS_SLASH, [' '] = IS_END,
};

size_t fm_placement_read_plain(struct fm_text text, unsigned char men[FM_RANKS][FM_MAX_FILES])
{
    const unsigned char *p = text.p, *const end = text.p + text.n;
    unsigned char *const board = &men[0][0];
    int at = (FM_RANKS - 1) * FM_MAX_FILES, rank_end = at + PLAIN_FILES;
    uint32_t before = 0, wrong = 0;
    for (; p < end; p++) {
        const uint32_t step = steps[*p];
        if (step == 0 || step == IS_END || (unsigned)at >= FM_RANKS * FM_MAX_FILES)
            break;
        const int slash = step & IS_SLASH ? -1 : 0;
        board[at] = (unsigned char)step;
        wrong |= (before & step & IS_DIGIT) | (uint32_t)(slash & (at ^ rank_end));
        rank_end += slash & -FM_MAX_FILES;
        at += (signed char)(step >> ADVANCE_SHIFT);
        before = step;
    }
    const bool plain = wrong == 0 && at == PLAIN_FILES && rank_end == PLAIN_FILES && (p == end || *p == ' ');
    return plain ? (size_t)(p - text.p) : 0;
}

/* ---- with care --------------------------------------------------------------------------------------------------- */

/* What a byte of the placement is: the piece letter it stands for (J is A), DIGIT, or 0. */
enum { DIGIT = 1 };
static const unsigned char classes[256] = {
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT, ['6'] = DIGIT,
    ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['P'] = 'P', ['N'] = 'N', ['B'] = 'B', ['R'] = 'R', ['Q'] = 'Q', ['K'] = 'K', ['A'] = 'A', ['C'] = 'C', ['J'] = 'A',
    ['p'] = 'p', ['n'] = 'n', ['b'] = 'b', ['r'] = 'r', ['q'] = 'q', ['k'] = 'k', ['a'] = 'a', ['c'] = 'c', ['j'] = 'a',
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

/* One rank up to its slash or the end; false unless it is at most FM_MAX_FILES files of known letters. */
static bool read_rank(const unsigned char **at, const unsigned char *end, unsigned char row[FM_MAX_FILES], unsigned *files,
                      bool *fairy, bool *letter_j)
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

bool fm_placement_read(struct fm_text field, struct fm_setup *setup, bool *letter_j, struct fm_text *bad)
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
