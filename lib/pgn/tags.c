/* Tag pairs of one game: finding them, undoing their escapes. Reading them from text is
 * tagread.c's. */
#include <config.h>
#include "pgn/tags.h"

const struct fm_tag *fm_tag_find(const struct fm_tag *tags, size_t count, enum fm_tag_id id)
{
    for (size_t i = 0; i < count; i++)
        if (tags[i].id == id)
            return &tags[i];
    return NULL;
}

const struct fm_tag *fm_tag_named(const struct fm_tag *tags, size_t count, struct fm_text name)
{
    for (size_t i = 0; i < count; i++)
        if (fm_text_equal(tags[i].name, name))
            return &tags[i];
    return NULL;
}

struct fm_text fm_tag_value(const struct fm_tag *tag, struct fm_arena *arena)
{
    if (!tag->escaped)
        return tag->value;
    unsigned char *copy = fm_arena_alloc(arena, tag->value.n);
    if (copy == NULL)
        return (struct fm_text){NULL, 0};
    size_t n = 0;
    for (size_t i = 0; i < tag->value.n; i++) {
        const unsigned char *p = tag->value.p + i;
        /* Only \" and \\ are escapes (PGN standard 7); any other backslash stands for itself. */
        if (*p == '\\' && i + 1 < tag->value.n && (p[1] == '"' || p[1] == '\\'))
            i++;
        copy[n++] = tag->value.p[i];
    }
    return (struct fm_text){copy, n};
}
