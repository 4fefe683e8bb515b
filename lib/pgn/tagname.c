/* The names that the program itself looks at, in a table without collisions. */
#include <config.h>
#include "pgn/tagname.h"

#define KEY(a, b, c, d, e, f, g, h) \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

const struct fm_tag_slot fm_tag_slots[FM_TAG_SLOTS] = {
    {KEY('S', 'e', 't', 'U', 'p', 0, 0, 0), 5, FM_TAG_SETUP},
    {KEY('B', 'l', 'a', 'c', 'k', 0, 0, 0), 5, FM_TAG_BLACK},
    {KEY('F', 'E', 'N', 0, 0, 0, 0, 0), 3, FM_TAG_FEN},
    {KEY('E', 'v', 'e', 'n', 't', 0, 0, 0), 5, FM_TAG_EVENT},
    {KEY('S', 'i', 't', 'e', 0, 0, 0, 0), 4, FM_TAG_SITE},
    {KEY('D', 'a', 't', 'e', 0, 0, 0, 0), 4, FM_TAG_DATE},
    {KEY('T', 'i', 'm', 'e', 'C', 'o', 'n', 't'), 11, FM_TAG_TIME_CONTROL},
    {KEY('R', 'o', 'u', 'n', 'd', 0, 0, 0), 5, FM_TAG_ROUND},
    {0, 0, FM_TAG_OTHER},
    {KEY('V', 'a', 'r', 'i', 'a', 'n', 't', 0), 7, FM_TAG_VARIANT},
    {KEY('R', 'e', 's', 'u', 'l', 't', 0, 0), 6, FM_TAG_RESULT},
    {0, 0, FM_TAG_OTHER},
    {KEY('W', 'h', 'i', 't', 'e', 'E', 'l', 'o'), 8, FM_TAG_WHITE_ELO},
    {KEY('E', 'C', 'O', 0, 0, 0, 0, 0), 3, FM_TAG_ECO},
    {KEY('W', 'h', 'i', 't', 'e', 0, 0, 0), 5, FM_TAG_WHITE},
    {KEY('B', 'l', 'a', 'c', 'k', 'E', 'l', 'o'), 8, FM_TAG_BLACK_ELO},
};
