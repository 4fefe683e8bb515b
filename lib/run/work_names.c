/* SPDX-License-Identifier: MIT */
/* Tags as repairs (`input.repair`) and files of the profile want them: names of players
 * (`input.aliases`), then tags by a table (`input.tag-table`). While a game is worked on, its tags
 * have these values, so that conditions, keys, fields and names of files know no others. The bytes
 * of the game stay; where they are copied, the values of these tags are replaced, new tags are
 * added, and nothing else. */
#include <config.h>
#include "run/work_text.h"
#include "filter/tag_repair.h"
#include "pgn/encoding.h"

/* Change a tag, or add one; the game has a copy of its tags from the first change on. */
static enum fm_status change_tag(struct fm_worker *worker, const struct fm_game *game,
                                 struct fm_text name, enum fm_tag_id id, struct fm_text value)
{
    struct fm_changed_tags *const changed = &worker->changed;
    struct fm_split *const split = &worker->block->split;
    if (changed->game == NULL) {
        const size_t most = game->tag_count + 2 * (1 + worker->plan->retagging.table.column_count);
        while (split->tag_cap - split->tag_count < most)
            if (!fm_split_grow_tags(split))
                return FM_NO_MEMORY;
        changed->own = *game;
        changed->game = &split->games[game - split->games];
        memcpy(split->tags + split->tag_count, fm_split_tags_of(split, game),
               game->tag_count * sizeof *split->tags);
        changed->game->first_tag = split->tag_count;
    }
    struct fm_tag *const tags = split->tags + game->first_tag;
    const struct fm_tag *const had = fm_tag_named(tags, game->tag_count, name);
    const size_t i = had == NULL ? changed->game->tag_count++ : (size_t)(had - tags);
    const struct fm_tag *const found =
        i < changed->own.tag_count ? fm_split_tags_of(split, &changed->own) + i : NULL;
    tags[i] = (struct fm_tag){.name = name, .value = value, .id = id, .utf8 = true};
    struct fm_changed_tag *all = (void *)changed->tags.p;
    for (size_t k = 0; k < changed->tags.n / sizeof *all; k++)
        if (fm_text_equal(all[k].name, name)) {
            all[k].value = value;
            return FM_OK;
        }
    const struct fm_changed_tag one = {found, name, value};
    return fm_buf_append(&changed->tags, &one, sizeof one);
}

/* The value of a tag, in UTF-8. */
static enum fm_status value_of(struct fm_worker *worker, const struct fm_tag *tag,
                               struct fm_text *value)
{
    FM_TRY(fm_tag_value(tag, &worker->scratch, value));
    return tag->utf8 ? FM_OK
                     : fm_encoding_decode(&worker->scratch, *value, worker->encoding, value);
}

/* The first tag of a name counts, and is the one that changes. */
static enum fm_status repair_tags(struct fm_worker *worker, const struct fm_game *game)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct fm_tag *tags = fm_split_tags_of(&worker->block->split, game);
        struct fm_text value;
        bool date, repaired;
        if (!fm_tag_may_repair(&tags[i], &date) ||
            fm_tag_named(tags, game->tag_count, tags[i].name) != &tags[i])
            continue;
        FM_TRY(value_of(worker, &tags[i], &value));
        FM_TRY(fm_tag_repair(date, &worker->scratch, &value, &repaired));
        if (!repaired)
            continue;
        fm_warnings_note(&worker->notes, FM_REASON_TAGS_REPAIRED);
        FM_TRY(change_tag(worker, game, tags[i].name, tags[i].id, value));
    }
    return FM_OK;
}

static enum fm_status rename_player(struct fm_worker *worker, const struct fm_game *game,
                                    enum fm_tag_id id)
{
    const struct fm_tag *tag = fm_split_tag(&worker->block->split, game, id);
    struct fm_text name;
    if (tag == NULL)
        return FM_OK;
    FM_TRY(value_of(worker, tag, &name));
    const struct fm_text *wanted = fm_aliases_find(&worker->plan->retagging.aliases, name);
    if (wanted == NULL || fm_text_equal(*wanted, name))
        return FM_OK;
    worker->changed.renamed++;
    return change_tag(worker, game, tag->name, id, *wanted);
}

/* Set what the table has for the game, or for one of its players; empty cells set nothing. */
static enum fm_status set_by_table(struct fm_worker *worker, const struct fm_game *game,
                                   unsigned side)
{
    const struct fm_tag_table *table = &worker->plan->retagging.table;
    const struct fm_split *split = &worker->block->split;
    const struct fm_tag *tag = fm_tag_named(fm_split_tags_of(split, game), game->tag_count,
                                            table->columns[table->key].names[side]);
    const unsigned char *cells = NULL;
    struct fm_text value;
    if (tag == NULL)
        return FM_OK;
    FM_TRY(value_of(worker, tag, &value));
    FM_TRY(fm_tag_table_find(table, value, &worker->scratch, &cells));
    for (size_t i = 0; cells != NULL && i < table->column_count; i++) {
        const struct fm_tag_column *column = &table->columns[i];
        const struct fm_text cell = fm_tag_table_cell(&cells);
        if (i == table->key || cell.n == 0)
            continue;
        tag = fm_tag_named(fm_split_tags_of(split, game), game->tag_count, column->names[side]);
        if (tag != NULL) {
            FM_TRY(value_of(worker, tag, &value));
            if ((!table->replaces && !fm_tag_is_missing(value)) || fm_text_equal(value, cell))
                continue;
        }
        worker->changed.set++;
        FM_TRY(change_tag(worker, game, column->names[side], column->ids[side], cell));
    }
    return FM_OK;
}

enum fm_status fm_changed_tags_apply(struct fm_worker *worker, const struct fm_game *game)
{
    const struct fm_plan *plan = worker->plan;
    if (game->tag_count == 0 || game->tag_count > plan->profile->input.max_tags)
        return FM_OK;
    if (plan->profile->input.repair)
        FM_TRY(repair_tags(worker, game));
    if (plan->retagging.aliases.table.count > 0) {
        FM_TRY(rename_player(worker, game, FM_TAG_WHITE));
        FM_TRY(rename_player(worker, game, FM_TAG_BLACK));
    }
    for (unsigned side = 0; plan->retagging.table.row_count > 0 &&
                            side < 1 + (unsigned)plan->retagging.table.of_players;
         side++)
        FM_TRY(set_by_table(worker, game, side));
    return FM_OK;
}

void fm_changed_tags_restore(struct fm_worker *worker)
{
    struct fm_changed_tags *const changed = &worker->changed;
    if (changed->game != NULL)
        *changed->game = changed->own;
    changed->game = NULL;
    changed->tags.n = 0;
    changed->renamed = changed->set = 0;
}

/* The new values are converted to the encoding of the game, unless the section becomes UTF-8. */
enum fm_status fm_changed_tags_set(struct fm_worker *worker, struct fm_tag_section *section)
{
    const struct fm_changed_tag *all = (const void *)worker->changed.tags.p;
    for (size_t i = 0; i < worker->changed.tags.n / sizeof *all; i++) {
        struct fm_text value = all[i].value;
        if (section->encoding == FM_ENCODING_AUTO)
            FM_TRY(fm_encoding_encode(section->arena, value, worker->encoding, &value));
        if (all[i].found == NULL)
            FM_TRY(fm_tag_section_add(section, NULL, all[i].name, value));
        for (size_t k = 0; all[i].found != NULL && k < section->count; k++)
            if (section->pairs[k].found == all[i].found)
                FM_TRY(fm_tag_section_change(section, &section->pairs[k], value));
    }
    return FM_OK;
}
