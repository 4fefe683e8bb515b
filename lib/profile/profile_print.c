/* SPDX-License-Identifier: MIT */
/* The profile as YAML that reads back to the same profile: keys in the order of the table, grouped
 * by their paths. */
#include <config.h>
#include "fenmill.h"
#include "profile/profile.h"
#include "profile/profile_merge.h"

static enum fm_status put(struct fm_buf *out, const char *word)
{
    return fm_buf_append_text(out, fm_text_of(word));
}

enum { COMMENT_COLUMN = 32 };

/* The state of printing. */
struct printer {
    struct fm_buf *out;
    struct fm_target target;
    const struct fm_target *preset; /* default values; NULL: print what was given */
    struct fm_text group;           /* path of the last key, for the headings above the next one */
    size_t skip;     /* bytes of paths that are not printed: "output." within an entry */
    unsigned indent; /* blanks before the outermost keys */
    bool all;        /* defaults too, and what the keys mean */
    bool item;       /* the next line begins an item of a list */
};

static enum fm_status begin_line(struct printer *p, unsigned depth)
{
    const unsigned blanks = p->indent + 2 * depth;
    for (unsigned i = 0; i < blanks; i++) {
        const bool dash = p->item && i + 2 == p->indent;
        FM_TRY(put(p->out, dash ? "-" : " "));
    }
    p->item = false;
    return FM_OK;
}

static enum fm_status put_help(struct printer *p, size_t line_start, const struct fm_key *key)
{
    if (!p->all)
        return FM_OK;
    do
        FM_TRY(put(p->out, " "));
    while (p->out->n - line_start < COMMENT_COLUMN);
    FM_TRY(put(p->out, "# "));
    return put(p->out, key->help);
}

/* Print the headings above the key that were not above the last one; returns the depth of the
 * key. */
static enum fm_status put_headings(struct printer *p, const struct fm_key *key, unsigned *depth)
{
    const char *path = key->path + p->skip;
    const struct fm_text last = p->group;
    bool same = true;
    *depth = 0;
    for (const char *point = strchr(path, '.'); point != NULL; point = strchr(point + 1, '.')) {
        const size_t n = (size_t)(point - path) + 1;
        same = same && last.n > n && memcmp(last.p, path, n) == 0;
        if (!same) {
            const char *name = point;
            while (name > path && name[-1] != '.')
                name--;
            FM_TRY(begin_line(p, *depth));
            FM_TRY(fm_buf_append(p->out, name, (size_t)(point - name)));
            FM_TRY(put(p->out, ":\n"));
        }
        ++*depth;
    }
    p->group = fm_text_of(path);
    return FM_OK;
}

static const char *name_of(const struct fm_key *key)
{
    const char *point = strrchr(key->path, '.');
    return point == NULL ? key->path : point + 1;
}

static enum fm_status put_key(struct printer *p, const struct fm_key *key, bool known)
{
    unsigned depth;
    FM_TRY(put_headings(p, key, &depth));
    const size_t line_start = p->out->n;
    FM_TRY(begin_line(p, depth));
    if (!known)
        FM_TRY(put(p->out, "# "));
    FM_TRY(put(p->out, name_of(key)));
    FM_TRY(put(p->out, known ? ": " : ":"));
    if (known)
        FM_TRY(fm_key_print(key, fm_target_section(&p->target, key), p->out));
    FM_TRY(put_help(p, line_start, key));
    return put(p->out, "\n");
}

/* Is the key to be printed? If all are, one without a default value is printed as a comment. */
static bool wanted(const struct printer *p, const struct fm_key *key, bool *known)
{
    const bool given = fm_given_find(p->target.profile, key, p->target.instance) != NULL;
    *known = given || !(key->flags & FM_KEY_UNSET);
    if (p->all || given || p->preset == NULL)
        return p->all || given;
    return !(key->flags & FM_KEY_UNSET) && !fm_key_equal(key, fm_target_section(&p->target, key),
                                                         fm_target_section(p->preset, key));
}

static enum fm_status put_section(struct printer *p, enum fm_key_section section)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        bool known;
        if (key->section == section && fm_key_size(key) > 0 && fm_key_allowed(key, true) &&
            wanted(p, key, &known))
            FM_TRY(put_key(p, key, known));
    }
    return FM_OK;
}

static enum fm_status put_inner(struct printer *p, const char *name, enum fm_key_section section,
                                const char *prefix)
{
    struct printer inner = *p;
    FM_TRY(begin_line(p, 0));
    FM_TRY(put(p->out, name));
    const size_t before = p->out->n;
    FM_TRY(put(p->out, ":\n"));
    inner.item = false;
    inner.indent += 2;
    inner.skip = strlen(prefix);
    inner.group = (struct fm_text){NULL, 0};
    const size_t start = p->out->n;
    FM_TRY(put_section(&inner, section));
    if (p->out->n > start)
        return FM_OK;
    p->out->n = before;
    return put(p->out, ": {}\n");
}

static enum fm_status put_entry(struct fm_buf *out, const struct fm_profile *profile,
                                struct fm_profile_output *entry)
{
    struct printer p = {.out = out,
                        .target = fm_target_entry(NULL, entry),
                        .skip = strlen("output."),
                        .indent = 4,
                        .item = true};
    const size_t start = out->n;
    p.target.profile = (struct fm_profile *)(uintptr_t)profile;
    FM_TRY(put_section(&p, FM_SECTION_OUTPUT));
    if (entry->has_when)
        FM_TRY(put_inner(&p, "when", FM_SECTION_GAMES, "games."));
    if (entry->has_positions)
        FM_TRY(put_inner(&p, "positions", FM_SECTION_POSITIONS, "positions."));
    return out->n > start ? FM_OK : put(out, "  - {}\n");
}

static enum fm_status put_outputs(struct printer *p, const struct fm_key *key)
{
    const struct fm_profile *profile = p->target.profile;
    const size_t line_start = p->out->n;
    if (profile->output_count == 0 && !p->all)
        return FM_OK;
    FM_TRY(put(p->out, profile->output_count == 0 ? "# outputs:" : "outputs:"));
    FM_TRY(put_help(p, line_start, key));
    FM_TRY(put(p->out, "\n"));
    for (size_t i = 0; i < profile->output_count; i++)
        FM_TRY(put_entry(p->out, profile, &profile->outputs[i]));
    return FM_OK;
}

static enum fm_status put_profile(struct printer *p)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        bool known;
        if (key->type == FM_KEY_OUTPUTS)
            FM_TRY(put_outputs(p, key));
        else if (i == 0) /* the version is always printed */
            FM_TRY(put_key(p, key, true));
        else if (fm_key_size(key) > 0 && fm_key_allowed(key, false) && wanted(p, key, &known))
            FM_TRY(put_key(p, key, known));
    }
    return fm_buf_append(p->out, "", 1);
}

enum fm_status fm_profile_print(const struct fm_profile *profile, bool all, char **out)
{
    struct fm_buf text = {NULL, 0, 0};
    struct fm_profile default_profile = {.version = 0};
    struct fm_profile *readable = (struct fm_profile *)(uintptr_t)
        profile; /* only read, through a struct that can also write */
    const struct fm_target preset = fm_target_main(&default_profile);
    struct printer p = {
        .out = &text, .target = fm_target_main(readable), .preset = &preset, .all = all};
    enum fm_status status = fm_merge_defaults(&preset, false);
    if (status == FM_OK)
        status = put_profile(&p);
    fm_arena_free(&default_profile.arena);
    if (status == FM_OK)
        *out = (char *)text.p;
    else
        fm_buf_free(&text);
    return status;
}
