/* SPDX-License-Identifier: MIT */
/* One condition tried alone: see alone.h. A profile is made of the lines of its key and those of
 * `input`, and the text is converted by that; the output is dropped. */
#include <config.h>
#include "alone.h"
#include <stdlib.h>
#include <string.h>
#include "print.h"
#include "settings.h"

/* Does the text begin with this key? */
static bool is_key(const char *text, const char *key, size_t n)
{
    return strncmp(text, key, n) == 0 && text[n] == ':';
}

/* Conditions on all games of the run: one game does not show whether they hold. */
static bool is_of_run(const char *name)
{
    static const char *const heads[] = {
        "output.",          "games.range",       "games.duplicates",  "games.exclude",
        "positions.unique", "positions.exclude", "positions.sample",  "games.only",
        "positions.only",   "games.sample",      "games.reached-file"};
    for (size_t i = 0; i < FM_COUNT_OF(heads); i++)
        if (strncmp(name, heads[i], strlen(heads[i])) == 0)
            return true;
    return strchr(name, '.') == NULL;
}

/* The keys of `input` that are about the run: a part of the inputs, and when it ends. */
static bool is_input_of_run(const char *text)
{
    return is_key(text, "shard", strlen("shard")) ||
           is_key(text, "max-errors", strlen("max-errors"));
}

/* The lines of `input`, and of one key of `games`, `positions`, or `when` and `positions` of an
 * output, which go before those of the profile. Each level of a printed profile has two more
 * blanks.
 * @return to be freed; empty: the profile does not have the key; NULL: no memory. */
static char *copy_key(const char *yaml, const struct fm_condition_count *found)
{
    const char *const dot = strchr(found->name, '.'), *section = "", *member = "";
    const size_t group = (size_t)(dot - found->name), n = strcspn(dot + 1, ".");
    const bool when = is_key("when:", found->name, group);
    char *const copy = malloc(strlen(yaml) + sizeof "fenmill: 1\ninput:\npositions:\n");
    char *end = copy, *body = NULL;
    unsigned output = 0;
    bool inside = false, any_input = false;
    if (copy == NULL)
        return NULL;
    end = stpcpy(end, "fenmill: 1\n");
    for (const char *line = yaml, *next; *line != '\0'; line = next) {
        const char *text = line + strspn(line, " ");
        next = line + strcspn(line, "\n") + 1;
        if (strncmp(text, "- ", 2) == 0) {
            output++;
            text += 2;
        }
        const size_t indent = (size_t)(text - line);
        const bool of_output = is_key(section, "outputs", strlen("outputs"));
        const size_t level = of_output ? 6 : 2;
        if (indent == 0)
            section = text;
        else if (indent < level)
            member = text;
        if (indent == level) {
            inside = is_key(text, dot + 1, n) &&
                     (of_output ? output == found->output && is_key(member, found->name, group)
                                : !when && is_key(section, found->name, group));
            if (is_key(section, "input", strlen("input"))) {
                inside = !is_input_of_run(text);
                end = inside && !any_input ? stpcpy(end, "input:\n") : end;
                any_input = any_input || inside;
            } else if (inside) {
                end = body != NULL
                          ? body
                          : stpcpy(end, when || *found->name == 'g' ? "games:\n" : "positions:\n");
                body = end;
            }
        }
        if (indent < level || !inside)
            continue;
        const char *const from = line + (level - 2);
        memcpy(end, from, (size_t)(next - from));
        end += next - from;
    }
    *end = '\0';
    if (body == NULL && strcmp(found->name, "positions.plies") != 0) /* plies have a default */
        *copy = '\0';
    return copy;
}

static int drop(void *user, const void *bytes, size_t n)
{
    (void)user, (void)bytes, (void)n;
    return 0;
}

/* Convert the text by the profile. @return whether it was not rejected. */
static bool convert_text(struct fm_converter *converter, struct fm_text text)
{
    char name[] = "text", *names[] = {name};
    const struct fm_byte_source source = {.size = sizeof source, .bytes = text}, *const sources[] =
                                                                                     {&source};
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = names, .count = 1, .sources = sources};
    const struct fm_destinations to = {.size = sizeof to, .write = drop};
    return fm_converter_to(converter, &to, NULL) == FM_OK &&
           fm_converter_run(converter, &inputs, NULL, NULL) == FM_OK;
}

bool fm_alone_count(const char *yaml, struct fm_text text, struct fm_condition_count *found)
{
    struct fm_profile *profile = NULL;
    struct fm_converter *converter = NULL;
    struct fm_condition_count one;
    bool counted = false;
    char *const copy = is_of_run(found->name) ? NULL : copy_key(yaml, found);
    if (copy != NULL && *copy != '\0' && fm_profile_new(&profile) == FM_OK &&
        fm_profile_read(profile, "explain", fm_printable_text(copy), NULL) == FM_OK &&
        fm_profile_finish(profile, NULL) == FM_OK &&
        fm_converter_new(profile, 1, &converter, NULL) == FM_OK && convert_text(converter, text))
        for (size_t at = 0; !counted && fm_converter_condition(converter, &at, &one);)
            /* That of an output's `when` is one of `games` there. */
            counted = strcmp(strchr(one.name, '.'), strchr(found->name, '.')) == 0 && one.in > 0;
    if (counted) {
        found->in = one.in;
        found->left = one.left;
    }
    fm_converter_free(converter);
    fm_profile_free(profile);
    free(copy);
    return counted;
}
