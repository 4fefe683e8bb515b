/* SPDX-License-Identifier: MIT */
/* Searching the table of keys: see key_find.h. */
#include <config.h>
#include "profile/key_find.h"
#include <assert.h>

/* A word in place of a group's mapping, and the one key of the group that it sets. The first row
 * that fits is taken; NULL means any word. */
static const struct fm_key_short shorts[] = {
    {"games.duplicates", "drop", NULL, "games.duplicates.keep", "first"},
    {"games.duplicates", "keep", NULL, "games.duplicates.keep", "all"},
    {"games.elo", NULL, NULL, "games.elo.both", NULL},
    {"positions.eval", NULL, NULL, "positions.eval.range", NULL},
    {"positions.sample", NULL, "/game", "positions.sample.per-game", NULL},
    {"positions.sample", NULL, NULL, "positions.sample.total", NULL},
    {"positions.unique", NULL, NULL, "positions.unique.key", NULL},
};

bool fm_key_is_group(struct fm_text path)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (fm_text_begins(fm_text_of(fm_keys[i].path), path))
            return true;
    return false;
}

const struct fm_key_short *fm_key_short_find(struct fm_text group, struct fm_text word)
{
    for (size_t i = 0; i < FM_COUNT_OF(shorts); i++) {
        const struct fm_key_short *const row = &shorts[i];
        const size_t n = row->ending == NULL ? 0 : strlen(row->ending);
        if (fm_text_is(group, row->group) && (row->word == NULL || fm_text_is(word, row->word)) &&
            (n == 0 || (word.n >= n && memcmp(word.p + word.n - n, row->ending, n) == 0)))
            return row;
    }
    return NULL;
}

enum { NAME_MAX_BYTES = 24 };

/* The whole path of a key whose last name is the nearest to a word: a key under a wrong heading. */
static struct fm_text path_ending_in(struct fm_text word)
{
    const char *names[FM_KEYS_MAX + 1];
    for (size_t i = 0; i < fm_key_count; i++) {
        const char *point = strrchr(fm_keys[i].path, '.');
        names[i] = point == NULL ? fm_keys[i].path : point + 1;
    }
    names[fm_key_count] = NULL;
    const char *nearest = fm_name_suggest(word, names);
    for (size_t i = 0; nearest != NULL && i < fm_key_count; i++)
        if (names[i] == nearest)
            return fm_text_of(fm_keys[i].path);
    return FM_NO_TEXT;
}

/* Names of the same level first: a slip of the pen is more likely than a wrong heading. */
struct fm_text fm_key_fault(struct fm_text prefix, struct fm_text word, bool entry)
{
    char names[FM_KEYS_MAX][NAME_MAX_BYTES]; /* NUL-terminated copies: paths go on after a name */
    const char *list[FM_KEYS_MAX + 1],
        *places[FM_KEYS_MAX]; /* the copies; the names in their paths */
    size_t count = 0;
    for (size_t i = 0; i < fm_key_count; i++) {
        if (!fm_text_begins(fm_text_of(fm_keys[i].path), prefix) ||
            !fm_key_allowed(&fm_keys[i], entry))
            continue;
        const char *const name = fm_keys[i].path + prefix.n;
        const size_t n = strcspn(name, ".");
        assert(n < NAME_MAX_BYTES);
        memcpy(names[count], name, n);
        names[count][n] = 0;
        if (count > 0 &&
            strcmp(names[count - 1], names[count]) == 0) /* equal ones are neighbours */
            continue;
        list[count] = names[count];
        places[count++] = name;
    }
    list[count] = NULL;
    const char *nearest = fm_name_suggest(word, list);
    for (size_t i = 0; nearest != NULL && i < count; i++)
        if (nearest == list[i])
            return (struct fm_text){(const unsigned char *)places[i], strlen(nearest)};
    return path_ending_in(word);
}

/* The last name of a path. */
static struct fm_text last_name(struct fm_text path)
{
    size_t name = path.n;
    while (name > 0 && path.p[name - 1] != '.')
        name--;
    return fm_text_after(path, name);
}

struct fm_text fm_key_path_hint(struct fm_text path)
{
    enum { GROUPS_MAX = 64, PATH_MAX_BYTES = 48 };
    char groups[GROUPS_MAX][PATH_MAX_BYTES]; /* NUL-terminated, each after a key that is in it */
    const char *paths[FM_KEYS_MAX + GROUPS_MAX + 1];
    struct fm_text found[FM_KEYS_MAX + GROUPS_MAX]; /* where each is in the table of keys */
    size_t count = 0, group_count = 0;
    for (size_t i = 0; i < fm_key_count; i++) {
        const char *const key = fm_keys[i].path, *const point = strrchr(key, '.');
        const size_t n = point == NULL ? 0 : (size_t)(point - key);
        found[count] = fm_text_of(key);
        paths[count++] = key;
        const bool again = group_count > 0 && strncmp(groups[group_count - 1], key, n) == 0 &&
                           groups[group_count - 1][n] == '\0'; /* equal ones are neighbours */
        if (n == 0 || n >= PATH_MAX_BYTES || group_count == GROUPS_MAX || again)
            continue;
        memcpy(groups[group_count], key, n);
        groups[group_count][n] = '\0';
        found[count] = (struct fm_text){(const unsigned char *)key, n};
        paths[count++] = groups[group_count++];
    }
    paths[count] = NULL;
    const char *const nearest = fm_name_suggest(path, paths);
    for (size_t i = 0; nearest != NULL && i < count; i++) {
        char name[PATH_MAX_BYTES];
        const struct fm_text last = last_name(found[i]);
        if (paths[i] != nearest || last.n >= PATH_MAX_BYTES)
            continue;
        /* Headings are long, and a slip of the pen in one is seldom: the last names are near,
         * too. */
        memcpy(name, last.p, last.n);
        name[last.n] = '\0';
        if (fm_name_suggest(last_name(path), (const char *const[]){name, NULL}) != NULL)
            return found[i];
    }
    return path_ending_in(last_name(path));
}

const struct fm_key *fm_key_find(struct fm_text path)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (path.n == fm_keys[i].path_size && memcmp(path.p, fm_keys[i].path, path.n) == 0)
            return &fm_keys[i];
    return NULL;
}

const struct fm_condition *fm_key_condition(const char *key)
{
    const struct fm_key *row = fm_key_find(fm_text_of(key));
    return row == NULL ? NULL : row->condition;
}

void *fm_key_slot(const struct fm_key *key, struct fm_profile *profile,
                  struct fm_profile_output *output)
{
    void *section = profile;
    switch (key->section) {
    case FM_SECTION_PROFILE:
        break;
    case FM_SECTION_INPUT:
        section = &profile->input;
        break;
    case FM_SECTION_GAMES:
        section = fm_games_of(profile, output);
        break;
    case FM_SECTION_POSITIONS:
        section = fm_positions_of(profile, output);
        break;
    case FM_SECTION_OUTPUT:
        section = output;
        break;
    }
    return (unsigned char *)section + key->offset;
}
