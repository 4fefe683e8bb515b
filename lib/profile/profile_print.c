/* SPDX-License-Identifier: MIT */
/* The profile as YAML that reads back to the same profile: keys in the order of the table, grouped
 * by their paths. */
#include <config.h>
#include "fenmill.h"
#include "profile/profile.h"
#include "profile/profile_merge.h"

enum { COMMENT_COLUMN = 32 };

/* The state of printing. */
struct printer {
    struct fm_key_writer *out;
    struct fm_profile *profile; /* profile to print; only read */
    /* Output to print: the profile's own, or an entry of `outputs:`. */
    struct fm_profile_output *output;
    struct fm_text group; /* path of the last key, for the headings above the next one */
    size_t skip;          /* bytes of paths that are not printed: "output." within an entry */
    unsigned indent;      /* blanks before the outermost keys */
    bool all;             /* true: keys that have their defaults are printed, too */
    bool help;            /* true: the meaning of each key is printed beside it */
    bool item;            /* true: the next line begins an item of a list */
};

static void begin_line(struct printer *p, unsigned depth)
{
    const unsigned blanks = p->indent + 2 * depth;
    for (unsigned i = 0; i < blanks; i++)
        fm_key_put(p->out, p->item && i + 2 == p->indent ? "-" : " ");
    p->item = false;
}

/* The end of a key's line. */
static void end_line(struct printer *p, size_t line_start, const struct fm_key *key)
{
    const size_t width = p->out->text.n - line_start;
    if (p->help) {
        fm_key_put(p->out, " ");
        for (size_t i = width + 1; i < COMMENT_COLUMN; i++)
            fm_key_put(p->out, " ");
        fm_key_put(p->out, "# ");
        fm_key_put(p->out, key->help);
    }
    fm_key_put(p->out, "\n");
}

/* The value to print. Settling has overwritten a format that was left open, and rows of moves,
 * whose fields an entry of `outputs:` was not given. */
static const void *value_of(const struct printer *p, const struct fm_key *key)
{
    static const enum fm_format open = FM_FORMAT_AUTO;
    static const enum fm_rows moves = FM_ROWS_MOVES;
    const struct fm_profile_output *const output = p->output;
    const void *const slot = fm_key_slot(key, p->profile, p->output);
    if (slot == &output->format && output->keeps_form)
        return &open;
    return slot == &output->rows && output->instance != 0 && output->rows == FM_ROWS_GROUPS &&
                   fm_given_nearest(p->profile, fm_key_find(FM_TEXT("output.by")),
                                    output->instance) == NULL
               ? &moves
               : slot;
}

/* Does the key have no value of its own? Rows of counts are groups with more than `rows` and `by`
 * can say. */
static bool is_open(const struct printer *p, const struct fm_key *key)
{
    const void *const slot = fm_key_slot(key, p->profile, p->output);
    return (key->flags & FM_KEY_UNSET) ||
           (p->output->by_position && (slot == &p->output->rows || slot == &p->output->by));
}

/* A key below the headings that were not above the last one. @param known  else it has no value,
 * and is a comment. @param apart  a comment without headings, as nothing else may be below them. */
static void put_key(struct printer *p, const struct fm_key *key, bool known, bool apart)
{
    const char *const path = key->path + p->skip, *name = path;
    bool same = true;
    unsigned depth = 0;
    for (const char *point; !apart && (point = strchr(name, '.')) != NULL;
         name = point + 1, depth++) {
        const size_t n = (size_t)(point + 1 - path);
        same = same && p->group.n > n && memcmp(p->group.p, path, n) == 0;
        if (same)
            continue;
        begin_line(p, depth);
        fm_key_put_text(p->out,
                        (struct fm_text){(const unsigned char *)name, (size_t)(point - name)});
        fm_key_put(p->out, ":\n");
    }
    if (!apart)
        p->group = fm_text_of(path);
    const size_t line_start = p->out->text.n;
    begin_line(p, depth);
    if (!known || apart)
        fm_key_put(p->out, "# ");
    fm_key_put(p->out, name);
    fm_key_put(p->out, known ? ": " : ":");
    if (known)
        fm_key_print(key, value_of(p, key), p->out);
    end_line(p, line_start, key);
}

/* Did an option give the key to all outputs, and this one has that value? It is printed once then,
 * for all: some could not have it as their own. */
static bool is_shared(const struct printer *p, const struct fm_key *key)
{
    const struct fm_given *const all = fm_given_find(p->profile, key, 0);
    return p->output->instance != 0 && all != NULL && all->input == NULL &&
           !(key->flags & (FM_KEY_BY_CONSUMER | FM_KEY_BY_DIALECT)) &&
           memcmp(fm_key_slot(key, p->profile, p->output),
                  fm_key_slot(key, p->profile, &p->profile->output), fm_key_size(key)) == 0;
}

/* A key that was given, or has another value than its default. If all are printed, one without a
 * default is a comment; so is one that was not given where there are `outputs:`, which take no
 * other from here: their consumers decide it. */
static void put_wanted(struct printer *p, const struct fm_key *key)
{
    const bool entry = p->output->instance != 0; /* nothing but what was given for it is printed */
    const bool given =
        fm_given_find(p->profile, key, p->output->instance) != NULL && !is_shared(p, key);
    const bool known = given || !is_open(p, key);
    const bool apart = !given && p->profile->output_count > 0 &&
                       (key->section == FM_SECTION_OUTPUT || key->section == FM_SECTION_POSITIONS);
    if (fm_key_size(key) > 0 && fm_key_allowed(key, entry) &&
        ((p->all && !(apart && entry)) || given ||
         (known && !apart && !entry &&
          !fm_key_is_default(key, fm_key_slot(key, p->profile, p->output)))))
        put_key(p, key, known, apart);
}

static void put_section(struct printer *p, enum fm_key_section section)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (fm_keys[i].section == section)
            put_wanted(p, &fm_keys[i]);
}

static void put_inner(struct printer *p, const char *name, enum fm_key_section section,
                      const char *prefix)
{
    struct printer inner = *p;
    struct fm_buf *const text = &p->out->text;
    begin_line(p, 0);
    fm_key_put(p->out, name);
    const size_t before = text->n;
    fm_key_put(p->out, ":\n");
    inner.item = false;
    inner.indent += 2;
    inner.skip = strlen(prefix);
    inner.group = FM_NO_TEXT;
    const size_t start = text->n;
    put_section(&inner, section);
    if (text->n == start) {
        text->n = before;
        fm_key_put(p->out, ": {}\n");
    }
}

static void put_outputs(struct printer *p, const struct fm_key *key)
{
    struct fm_profile *const profile = p->profile;
    const size_t line_start = p->out->text.n;
    if (profile->output_count == 0 && !p->all)
        return;
    fm_key_put(p->out, profile->output_count == 0 ? "# outputs:" : "outputs:");
    end_line(p, line_start, key);
    for (size_t i = 0; i < profile->output_count; i++) {
        struct fm_profile_output *const output = &profile->outputs[i];
        struct printer entry = {.out = p->out,
                                .profile = profile,
                                .output = output,
                                .skip = strlen("output."),
                                .indent = 4,
                                .item = true};
        const size_t start = p->out->text.n;
        put_section(&entry, FM_SECTION_OUTPUT);
        if (output->has_when)
            put_inner(&entry, "when", FM_SECTION_GAMES, "games.");
        if (output->has_positions)
            put_inner(&entry, "positions", FM_SECTION_POSITIONS, "positions.");
        if (p->out->text.n == start)
            fm_key_put(p->out, "  - {}\n");
    }
}

static enum fm_status print(const struct fm_profile *profile, bool all, bool help, char **out)
{
    struct fm_key_writer text = {.status = FM_OK};
    /* Only read, through a struct that can also write. */
    struct fm_profile *const readable = (struct fm_profile *)(uintptr_t)profile;
    struct printer p = {
        .out = &text, .profile = readable, .output = &readable->output, .all = all, .help = help};
    put_key(&p, &fm_keys[0], true, false); /* the version is always printed */
    for (size_t i = 1; i < fm_key_count; i++)
        if (fm_keys[i].type == FM_KEY_OUTPUTS)
            put_outputs(&p, &fm_keys[i]);
        else
            put_wanted(&p, &fm_keys[i]);
    fm_key_put_text(&text, (struct fm_text){(const unsigned char *)"", 1});
    if (text.status == FM_OK)
        *out = (char *)text.text.p;
    else
        fm_buf_free(&text.text);
    return text.status;
}

enum fm_status fm_profile_print(const struct fm_profile *profile, bool all, char **out)
{
    return print(profile, all, all, out);
}

enum fm_status fm_profile_print_values(const struct fm_profile *profile, char **out)
{
    return print(profile, true, false, out);
}
