/* Where the comments of movetexts stand, as the splitter found them, so that nobody has to look for
 * their ends again. */
#ifndef FM_PGN_BRACES_H
#define FM_PGN_BRACES_H
#include "base/base.h"

/* Of a block. Places are counted from its first byte. Zero-initialised is empty. */
struct fm_brace_list {
    uint32_t *at; /* of `{` and `}` alternating */
    size_t count, cap;
};

/* Room that is kept after the last: for one more window, what is written beyond it, an end. */
enum { FM_BRACES_ROOM = 64 + 4 + 2 };

/* Make room, but no more than a block of n bytes is worth. @return false: there is none. */
bool fm_braces_grow(struct fm_brace_list *list, size_t n);

/* Take the first out of a set of places; of an empty one any. */
FM_INLINE uint32_t fm_braces_take(uint64_t *window)
{
    const uint32_t first = (uint32_t)__builtin_ctzll(*window | UINT64_C(1) << 63);
    *window &= *window - 1;
    return first;
}

/** Remember the braces of a window of 64 bytes, a set, which begins at @p place in a block of @p n
 * bytes. Where there is no room, this and all that come in the same movetext are missing. */
FM_INLINE void fm_braces_add(struct fm_brace_list *list, size_t n, size_t place, uint64_t window)
{
    if (FM_UNLIKELY(list->cap - list->count < FM_BRACES_ROOM) && !fm_braces_grow(list, n))
        return;
    const uint32_t begin = (uint32_t)place;
    uint32_t *at = list->at + list->count;
    list->count += (size_t)__builtin_popcountll(window);
    do { /* four at least: there are seldom more, and no branch asks how many */
        at[0] = begin + fm_braces_take(&window);
        at[1] = begin + fm_braces_take(&window);
        at[2] = begin + fm_braces_take(&window);
        at[3] = begin + fm_braces_take(&window);
        at += 4;
    } while (FM_UNLIKELY(window != 0));
}

/** Forget those at @p place and after it, but none of the first @p kept. */
void fm_braces_forget(struct fm_brace_list *list, size_t kept, size_t place);

/* The comments of one movetext. Some may be missing; one that is there ends where it says. */
struct fm_comments {
    const unsigned char *block; /* places are counted from here */
    const uint32_t *braces;     /* alternating, as above; those after the movetext follow, and
                                   UINT32_MAX at the end; NULL: nothing is known */
};

/** The last byte of the comment that begins at @p open; NULL: it is not known. Comments are asked
 * for in their order. */
FM_INLINE const unsigned char *fm_comments_close(struct fm_comments *comments,
                                                 const unsigned char *open)
{
    if (FM_UNLIKELY(comments->braces == NULL))
        return NULL;
    const size_t place = (size_t)(open - comments->block);
    while (FM_UNLIKELY(comments->braces[0] < place)) /* not asked for: in a variation, say */
        comments->braces += 2;
    return FM_LIKELY(comments->braces[0] == place) ? comments->block + comments->braces[1] : NULL;
}

#endif
