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
        if (fm_text_equal(group, fm_text_of(row->group)) &&
            (row->word == NULL || fm_text_equal(word, fm_text_of(row->word))) &&
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

struct fm_text fm_key_path_hint(struct fm_text path)
{
    const char *paths[FM_KEYS_MAX + 1];
    for (size_t i = 0; i < fm_key_count; i++)
        paths[i] = fm_keys[i].path;
    paths[fm_key_count] = NULL;
    const char *nearest = fm_name_suggest(path, paths);
    if (nearest != NULL)
        return fm_text_of(nearest);
    /* No whole path is near: try its last name under any heading. */
    size_t name = path.n;
    while (name > 0 && path.p[name - 1] != '.')
        name--;
    return path_ending_in((struct fm_text){path.p + name, path.n - name});
}
