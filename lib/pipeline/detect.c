/* Telling PGN from lines: a line whose first word looks like a FEN's board, seven strokes and
 * nothing but men and digits between them, makes a file of lines. Blank lines and lines of `#`, `;`
 * or `%` say nothing. */
#include <config.h>
#include "pipeline/detect.h"

static bool is_board_byte(unsigned char c)
{
    static const char bytes[] = "pnbrqkacjPNBRQKACJ0123456789/~";
    return c != 0 && memchr(bytes, c, sizeof bytes - 1) != NULL;
}

static bool is_board(struct fm_text line)
{
    unsigned strokes = 0;
    size_t n = 0;
    for (; n < line.n && is_board_byte(line.p[n]); n++)
        strokes += line.p[n] == '/';
    return strokes == 7 &&
           (n == line.n || line.p[n] == ' ' || line.p[n] == '_' || line.p[n] == '\t');
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
            return is_board(line) ? FM_BLOCK_LINES : FM_BLOCK_GAMES;
        n += n < start.n;
        start = (struct fm_text){start.p + n, start.n - n};
    }
    return FM_BLOCK_GAMES;
}
