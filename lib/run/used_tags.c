/* SPDX-License-Identifier: MIT */
/* The tags that templates name: see used_tags.h. */
#include <config.h>
#include "run/used_tags.h"
#include "record/template.h"

static enum fm_status add_used(const struct fm_template_part *part, struct fm_arena *arena,
                               struct fm_used_tags *used)
{
    const struct fm_text name = part->text;
    if (part->type != FM_PART_TAG || part->has_instead)
        return FM_OK;
    for (size_t i = 0; i < used->count; i++)
        if (fm_text_equal(used->tags[i].name, name) && used->tags[i].number == (part->bucket > 0))
            return FM_OK;
    if (used->count == FM_USED_TAGS_MAX)
        return FM_OK;
    unsigned char *copy = fm_arena_alloc(arena, name.n + 1);
    FM_TRY_MADE(copy);
    memcpy(copy, name.p, name.n);
    copy[name.n] = '\0';
    used->tags[used->count++] =
        (struct fm_used_tag){.name = {copy, name.n}, .number = part->bucket > 0};
    return FM_OK;
}

enum fm_status fm_used_tags_add(struct fm_used_tags *used, const struct fm_template *template,
                                struct fm_arena *arena)
{
    for (size_t i = 0; template != NULL && i < template->count; i++)
        FM_TRY(add_used(&template->parts[i], arena, used));
    return FM_OK;
}

/* As the template divides it: -12, 2.5. */
static bool is_number(struct fm_text value)
{
    const size_t sign = value.n > 0 && (*value.p == '-' || *value.p == '+');
    return value.n > sign && value.p[sign] >= '0' && value.p[sign] <= '9';
}

void fm_used_tags_note(const struct fm_used_tags *used, const struct fm_tag *tags, size_t count,
                       uint64_t *seen)
{
    for (size_t i = 0; i < used->count; i++) {
        if (*seen >> i & 1)
            continue;
        const struct fm_tag *tag = fm_tag_named(tags, count, used->tags[i].name);
        if (tag != NULL && (!used->tags[i].number || is_number(tag->value)))
            *seen |= UINT64_C(1) << i;
    }
}
