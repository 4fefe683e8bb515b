/* SPDX-License-Identifier: MIT */
/* Names of players as the profile wants them (`input.aliases`). While a game is worked on, its tags
 * White and Black have the name that is wanted, so that conditions, keys, fields and names of files
 * know no other. The bytes of the game stay; where they are copied, the
 * values of these tags are replaced, and nothing else. */
#include <config.h>
#include "run/work_text.h"
#include "pgn/encoding.h"

static enum fm_status rename_tag(struct fm_worker *worker, struct fm_tag *tag)
{
    struct fm_text name;
    FM_TRY(fm_tag_value(tag, &worker->scratch, &name));
    FM_TRY(fm_encoding_decode(&worker->scratch, name, worker->encoding, &name));
    const struct fm_text *wanted = fm_aliases_find(&worker->plan->aliases, name);
    if (wanted == NULL || fm_text_equal(*wanted, name))
        return FM_OK;
    struct fm_renamed *renamed = &worker->names.renamed[worker->names.count++];
    *renamed = (struct fm_renamed){.tag = tag, .was = *tag};
    tag->value = *wanted;
    tag->escaped = false;
    tag->utf8 = true;
    worker->names.changed++;
    return FM_OK;
}

enum fm_status fm_names_apply(struct fm_worker *worker, const struct fm_game *game)
{
    static const enum fm_tag_id ids[] = {FM_TAG_WHITE, FM_TAG_BLACK};
    struct fm_tag *tags = worker->block->split.tags + game->first_tag;
    for (size_t i = 0; i < FM_COUNT_OF(ids); i++) {
        const struct fm_tag *tag = fm_tag_find(tags, game->tag_count, ids[i]);
        if (tag != NULL)
            FM_TRY(rename_tag(worker, tags + (tag - tags)));
    }
    return FM_OK;
}

void fm_names_restore(struct fm_worker *worker)
{
    worker->names.changed = 0;
    for (; worker->names.count > 0; worker->names.count--) {
        const struct fm_renamed *renamed = &worker->names.renamed[worker->names.count - 1];
        *renamed->tag = renamed->was;
    }
}

/* The new names are converted to the encoding of the game, unless the section becomes UTF-8. */
enum fm_status fm_names_set(struct fm_worker *worker, const struct fm_tag_section *section)
{
    for (size_t i = 0; i < worker->names.count; i++) {
        const struct fm_renamed *renamed = &worker->names.renamed[i];
        struct fm_text value = renamed->tag->value;
        if (section->encoding == FM_ENCODING_AUTO)
            FM_TRY(fm_encoding_encode(section->arena, value, worker->encoding, &value));
        for (size_t k = 0; k < section->count; k++) {
            if (section->pairs[k].found != renamed->tag)
                continue;
            section->pairs[k].found = &renamed->was;
            FM_TRY(fm_tag_section_change(section, &section->pairs[k], value));
        }
    }
    return FM_OK;
}
