/* Pictures of the board: see boardmask.h. */
#include <config.h>
#include "filter/boardmask.h"

/* One rank; false if it is none. `files` of the ranks before it is 0 while nothing said it. */
static bool read_rank(struct fm_text text, unsigned rank, struct fm_board_mask *mask)
{
    static const char pieces[] = "PNBRQACJKpnbrqacjk";
    unsigned file = 0;
    if (fm_text_equal(text, FM_TEXT("*")))
        return true;
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        unsigned empty = 0;
        if (c >= '1' && c <= '9') {
            const bool ten = c == '1' && i + 1 < text.n && text.p[i + 1] == '0';
            empty = ten ? FM_MASK_FILES : (unsigned)(c - '0');
            i += ten;
        } else if (c == 0 || (c != '?' && strchr(pieces, c) == NULL)) {
            return false;
        }
        const unsigned squares = empty > 0 ? empty : 1;
        if (file + squares > FM_MASK_FILES)
            return false;
        const unsigned char letter = c == 'J' ? 'A' : c == 'j' ? 'a' : c;
        for (unsigned k = 0; c != '?' && k < squares; k++)
            mask->squares[mask->count++] =
                (struct fm_mask_square){(uint8_t)(file + k), (uint8_t)rank, empty > 0 ? 0 : letter};
        file += squares;
    }
    const bool fits =
        (file == 8 || file == FM_MASK_FILES) && (mask->files == 0 || mask->files == file);
    mask->files = file;
    return fits;
}

bool fm_board_mask_read(struct fm_text text, struct fm_board_mask *out)
{
    struct fm_board_mask mask = {.count = 0};
    const unsigned char *at = text.p, *end = text.p + text.n;
    for (unsigned rank = FM_MASK_RANKS; rank-- > 0;) {
        const unsigned char *slash = at == end ? NULL : memchr(at, '/', (size_t)(end - at));
        if ((slash == NULL) != (rank == 0) ||
            !read_rank(fm_text_between(at, slash == NULL ? end : slash), rank, &mask))
            return false;
        at = slash == NULL ? end : slash + 1;
    }
    *out = mask;
    return true;
}
