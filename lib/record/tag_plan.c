/* SPDX-License-Identifier: MIT */
/* Tags by templates: see tag_plan.h. */
#include <config.h>
#include "record/tag_plan.h"
#include "record/template.h"

struct fm_tag_template {
    struct fm_text name;
    const struct fm_template *value; /* value of the tag; NULL: the tag is dropped */
};

static enum fm_status compile_tag(const struct fm_record_field *set, struct fm_arena *arena,
                                  struct fm_tag_template *out, unsigned *needs,
                                  struct fm_error *error)
{
    struct fm_text position;
    unsigned own = 0;
    *out = (struct fm_tag_template){.name = set->name};
    if (set->text.n == 0)
        return FM_OK;
    FM_TRY(fm_template_compile(set->text, arena, &out->value, &own, error));
    *needs |= own;
    if (fm_template_of_game(out->value, true, &position))
        return FM_OK;
    return fm_refuse_profile(error, position,
                             "differs from position to position: tags are of a whole game");
}

enum fm_status fm_tag_plan_make(const struct fm_record_field *sets, size_t set_count,
                                const struct fm_record_field *names, size_t count,
                                struct fm_arena *arena, struct fm_tag_plan *out,
                                struct fm_error *error)
{
    struct fm_tag_plan made = {.set_count = set_count, .order.count = count};
    struct fm_tag_template *compiled = fm_arena_alloc(arena, (set_count + 1) * sizeof *compiled);
    struct fm_text *list = fm_arena_alloc(arena, (count + 1) * sizeof *list);
    if (compiled == NULL || list == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < set_count; i++)
        FM_TRY(compile_tag(&sets[i], arena, &compiled[i], &made.needs, error));
    for (size_t i = 0; i < count; i++)
        list[i] = names[i].name;
    made.sets = compiled;
    made.order.names = names == NULL ? NULL : list;
    *out = made;
    return FM_OK;
}

const struct fm_template *fm_tag_plan_template(const struct fm_tag_plan *plan, size_t set)
{
    return plan->sets[set].value;
}

static enum fm_status set_tag(const struct fm_tag_template *set, const struct fm_record_input *in,
                              size_t *room, struct fm_buf *value, struct fm_tag_section *section)
{
    value->n = 0;
    FM_TRY(fm_template_render(set->value, in, *room, section->arena, value));
    *room -= value->n;
    const struct fm_text copy = fm_arena_copy(section->arena, fm_buf_text(value));
    if (copy.n == 0)
        return value->n > 0 ? FM_NO_MEMORY : FM_OK;
    return fm_tag_section_set(section, set->name, copy);
}

enum fm_status fm_tag_plan_apply(const struct fm_tag_plan *plan, const struct fm_record_input *in,
                                 size_t room, struct fm_tag_section *section)
{
    struct fm_buf value = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; status == FM_OK && i < plan->set_count; i++) {
        if (plan->sets[i].value == NULL)
            fm_tag_section_drop(section, plan->sets[i].name, NULL);
        else
            status = set_tag(&plan->sets[i], in, &room, &value, section);
    }
    fm_buf_free(&value);
    return status;
}
