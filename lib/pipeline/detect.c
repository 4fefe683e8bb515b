/* Telling PGN from lines: a line whose first word looks like a FEN's board makes a file of lines.
 * Blank lines and lines of `#`, `;` or `%` say nothing. */
#include <config.h>
#include "pipeline/detect.h"

static bool is_board_byte(unsigned char c)
{
    const unsigned char upper = c & 0xDF;
    return (upper >= 'A' && upper <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '~' ||
           c == '+' || c == '[' || c == ']';
}

static bool is_blank(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '_';
}

/* A board may be wrong, or another game's, and still tells that here stand positions: that is then
 * said of each. With the side to move behind it fewer strokes are enough. */
static bool is_board(struct fm_text line)
{
    unsigned strokes = 0;
    size_t n = 0;
    for (; n < line.n && is_board_byte(line.p[n]); n++)
        strokes += line.p[n] == '/';
    if (n == 0 || line.p[0] == '[' || (n < line.n && !is_blank(line.p[n])))
        return false;
    while (n < line.n && is_blank(line.p[n]))
        n++;
    const bool side = n < line.n && ((line.p[n] | 0x20) == 'w' || (line.p[n] | 0x20) == 'b') &&
                      (n + 1 == line.n || is_blank(line.p[n + 1]));
    return strokes == 7 || (side && strokes > 3);
}

/* A line that is nothing but a number up to 959 is a Chess960 array (which `repair` makes of
 * it). */
static bool is_array_number(struct fm_text line)
{
    uint64_t number;
    return fm_text_to_u64(line, &number) && number < 960;
}

enum fm_block_kind fm_detect_kind(struct fm_text start, enum fm_input_format asked)
{
    if (asked != FM_INPUT_AUTO)
        return asked == FM_INPUT_PGN ? FM_BLOCK_GAMES : FM_BLOCK_LINES;
    if (start.n > FM_DETECT_BYTES)
        start.n = FM_DETECT_BYTES;
    if (start.n >= 3 && memcmp(start.p, "\xEF\xBB\xBF", 3) == 0)
        start = (struct fm_text){start.p + 3, start.n - 3};
    while (start.n > 0) {
        size_t n = 0;
        while (n < start.n && start.p[n] != '\n' && start.p[n] != '\r')
            n++;
        const struct fm_text line = fm_text_trim((struct fm_text){start.p, n});
        if (line.n > 0 && line.p[0] != '#' && line.p[0] != ';' && line.p[0] != '%')
            return is_board(line) || is_array_number(line) ? FM_BLOCK_LINES : FM_BLOCK_GAMES;
        n += n < start.n;
        start = (struct fm_text){start.p + n, start.n - n};
    }
    return FM_BLOCK_GAMES;
}
