/* From a tag's name to its enum fm_tag_id: one multiplication, one look-up, one comparison. */
#ifndef FM_PGN_TAGNAME_H
#define FM_PGN_TAGNAME_H
#include "base/eight.h"
#include "pgn/tags.h"

enum { FM_TAG_SLOTS = 16 };

struct fm_tag_slot {
    uint64_t key;       /* the first eight bytes of the name, the first in the lowest bits */
    unsigned char size; /* bytes of the name; 0 = no name has this slot */
    unsigned char id;   /* enum fm_tag_id */
};
extern const struct fm_tag_slot fm_tag_slots[FM_TAG_SLOTS];

/** The first eight bytes of a name as a number. @param name  padded: eight bytes may be read
 * whatever its length. */
FM_INLINE uint64_t fm_tag_key(struct fm_text name)
{
    const uint64_t key = fm_eight_load(name.p);
    return name.n < 8 ? key & ((UINT64_C(1) << 8 * name.n) - 1) : key;
}

FM_INLINE enum fm_tag_id fm_tag_id_of_key(struct fm_text name, uint64_t key)
{
    const struct fm_tag_slot *slot = &fm_tag_slots[key * UINT64_C(0x25b7501ac9c1ffef) >> 60];
    if (slot->key != key || slot->size != name.n)
        return FM_TAG_OTHER;
    if (name.n > 8 && memcmp(name.p + 8, "rol", 3) != 0)
        return FM_TAG_OTHER; /* `TimeControl` is the one long name */
    return (enum fm_tag_id)slot->id;
}

FM_INLINE enum fm_tag_id fm_tag_id_of(struct fm_text name)
{
    return fm_tag_id_of_key(name, fm_tag_key(name));
}

/** One bit of 64, to remember a name by. */
FM_INLINE uint64_t fm_tag_bit_of_key(uint64_t key)
{
    return UINT64_C(1) << (key * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

#endif
