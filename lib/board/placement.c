/* The placement field, rank by rank, to say what is wrong. What is 8x8 in plain form is read in
 * plain.c. */
#include <config.h>
#include "board/placement.h"

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
        const unsigned char piece = classes[*p];
        const unsigned run = piece == DIGIT ? read_run(&p, end) : piece != 0;
        if (run == 0 || file + run > FM_MAX_FILES)
            return false;
        if (piece != DIGIT) {
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
        if (!read_rank(&p, end, setup->pieces[FM_RANKS - 1 - i], &files, &fairy, letter_j))
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
