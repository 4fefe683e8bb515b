/* Hard boundaries, and where lines begin: looking back from a byte, at nothing but the bytes
 * near it. */
#include <config.h>
#include "pgn/boundary.h"
#include <string.h>
#include "pgn/bytes.h"

const unsigned char *fm_boundary_line_start(const unsigned char *p, const unsigned char *floor)
{
    if (p - floor >= 3 && fm_is_bom(p - 3))
        p -= 3;
    while (p > floor && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == floor || fm_byte_ends_line(p[-1]) ? p : NULL;
}

bool fm_boundary_follows_empty_line(const unsigned char *p, const unsigned char *floor)
{
    if (p == floor || !fm_byte_ends_line(p[-1]))
        return false;
    p -= p[-1] == '\n' && p - floor >= 2 && p[-2] == '\r' ? 2 : 1;
    while (p > floor && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p > floor && fm_byte_ends_line(p[-1]);
}

bool fm_boundary_follows_tag(const unsigned char *p, const unsigned char *floor)
{
    while (p > floor && fm_byte_is(p[-1], FM_BYTE_BLANK))
        p--;
    if (p == floor || *--p != ']')
        return false;
    while (p > floor && fm_byte_is(p[-1], FM_BYTE_BLANK))
        p--;
    return p > floor && p[-1] == '"';
}

bool fm_boundary_is_hard(const unsigned char *p, const unsigned char *floor,
                         const unsigned char *end)
{
    static const char event[] = "[Event \"";
    const size_t size = sizeof event - 1;
    if ((size_t)(end - p) < size || memcmp(p, event, size) != 0)
        return false;
    if (p - floor >= 3 && fm_is_bom(p - 3))
        p -= 3;
    return fm_boundary_follows_empty_line(p, floor) && !fm_boundary_follows_tag(p, floor);
}
