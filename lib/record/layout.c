/* SPDX-License-Identifier: MIT */
/* Layouts of records: see layout.h. The frame of a slot decides whether it is taken apart; all
 * other slots are written by the format. */
#include <config.h>
#include "record/layout.h"
#include <stdlib.h>

/* The lists while they are made. */
struct draft {
    struct fm_layout_fixed *fixed;
    struct fm_layout_value *values;
    struct fm_layout *layout;
};

/* Is the part the same for every position? The number of the record is a mark so far. */
static bool is_fixed(const struct fm_template_part *part)
{
    if (part->type == FM_PART_OP)
        return false;
    return part->type != FM_PART_FIELD || part->field->scope == FM_OF_GAME ||
           (part->field->needs & FM_NEEDS_RECORD);
}

static size_t most_of(enum fm_value_kind kind)
{
    return kind == FM_VALUE_FEN        ? FM_FEN_MAX
           : kind == FM_VALUE_MATERIAL ? FM_MATERIAL_MAX
                                       : FM_FIELD_MAX;
}

/* Can the values of a slot be put into its frame? If that changes where all of them are empty,
 * something must be sure to be there, or there is one value only. @param[out] left  bytes that
 * texts between the values may have. */
static bool is_taken_apart(const struct fm_record_slot *slot, size_t *left)
{
    const struct fm_template *value = slot->value;
    const struct fm_frame *frame = &slot->frame;
    bool sure = value->count == 1 || (frame->missing == FM_MISSING_STAYS && frame->instead.n == 0);
    *left = frame->most;
    for (size_t i = 0; i < value->count; i++) {
        const struct fm_template_part *part = &value->parts[i];
        sure = sure || part->type == FM_PART_TEXT;
        if (is_fixed(part))
            continue;
        const bool whole = part->type == FM_PART_OP || part->has_instead || part->bucket > 0;
        const enum fm_value_kind kind = whole ? FM_VALUE_SLOT : part->field->value;
        if (kind == FM_VALUE_SLOT || most_of(kind) > *left)
            return false;
        *left -= most_of(kind);
        /* Some values have always some text. */
        sure = sure || kind == FM_VALUE_FEN || kind == FM_VALUE_SIDE || kind == FM_VALUE_U32 ||
               kind == FM_VALUE_PIECES;
    }
    return sure;
}

static void add_fixed(struct draft *draft, struct fm_layout_fixed fixed)
{
    fixed.value = draft->layout->value_count;
    draft->fixed[draft->layout->fixed_count++] = fixed;
}

static void add_value(struct draft *draft, struct fm_layout_value value)
{
    struct fm_layout *layout = draft->layout;
    const bool reads = value.kind == FM_VALUE_FIELD || value.kind == FM_VALUE_SLOT;
    layout->most += most_of(value.kind);
    layout->reads_input = layout->reads_input || reads;
    layout->needs |= reads && value.field != NULL ? value.field->needs : 0;
    layout->writes_fen = layout->writes_fen || value.kind == FM_VALUE_FEN;
    draft->values[layout->value_count++] = value;
}

/* A slot that the format writes for each record. */
static void add_slot(struct draft *draft, const struct fm_record_slot *slot, size_t index)
{
    for (size_t i = 0; i < slot->value->count; i++)
        if (slot->value->parts[i].type == FM_PART_FIELD)
            draft->layout->needs |= slot->value->parts[i].field->needs;
        else if (slot->value->parts[i].type == FM_PART_OP)
            draft->layout->needs |= FM_NEEDS_OPS;
    add_value(draft, (struct fm_layout_value){.kind = FM_VALUE_SLOT, .slot = index});
}

/* A field in a slot that is taken apart. If it is all of it, the frame says what an empty value
 * does. */
static void add_field(struct draft *draft, const struct fm_record_slot *slot, size_t index,
                      const struct fm_field *field)
{
    const struct fm_frame *frame = &slot->frame;
    struct fm_layout_value value = {.kind = field->value, .field = field, .slot = index};
    if (slot->value->count == 1) {
        const bool drops = frame->missing == FM_MISSING_DROPS;
        const bool bares = frame->missing == FM_MISSING_BARES;
        value.before = drops ? frame->before.n : bares;
        value.after = drops ? frame->after.n : bares;
        value.instead = frame->instead;
        value.care = frame->checked ? FM_VALUE_CHECKED
                     : frame->sized ? FM_VALUE_SIZED
                                    : FM_VALUE_AS_IS;
    }
    value.skips = frame->missing == FM_MISSING_SKIPS;
    add_value(draft, value);
}

/* @param most  as is_taken_apart() has it. */
static void add_parts(struct draft *draft, const struct fm_record_slot *slot, size_t index,
                      size_t most)
{
    const struct fm_template *value = slot->value;
    add_fixed(draft, (struct fm_layout_fixed){.type = FM_FIXED_TEXT, .text = slot->frame.before});
    for (size_t i = 0, next; i < value->count; i = next) {
        for (next = i; next < value->count && is_fixed(&value->parts[next]); next++)
            ;
        if (next > i) {
            add_fixed(draft, (struct fm_layout_fixed){.type = FM_FIXED_PARTS,
                                                      .slot = index,
                                                      .most = most,
                                                      .parts = &value->parts[i],
                                                      .count = next - i});
            continue;
        }
        add_field(draft, slot, index, value->parts[i].field);
        next++;
    }
    add_fixed(draft, (struct fm_layout_fixed){.type = FM_FIXED_TEXT, .text = slot->frame.after});
}

static enum fm_status draft_begin(struct draft *draft, const struct fm_record_plan *plan,
                                  struct fm_arena *arena)
{
    enum { MORE = 2 }; /* the FEN of EPD, the end; before and after each slot */
    size_t parts = MORE;
    for (size_t i = 0; i < plan->count; i++)
        parts += plan->slots[i].value->count + MORE;
    draft->fixed = fm_arena_alloc(arena, parts * sizeof *draft->fixed);
    draft->values = fm_arena_alloc(arena, parts * sizeof *draft->values);
    draft->layout = fm_arena_alloc(arena, sizeof *draft->layout);
    if (draft->fixed == NULL || draft->values == NULL || draft->layout == NULL)
        return FM_NO_MEMORY;
    *draft->layout = (struct fm_layout){.fixed = draft->fixed, .values = draft->values};
    return FM_OK;
}

enum fm_status fm_layout_make(const struct fm_record_plan *plan, struct fm_arena *arena,
                              const struct fm_layout **out)
{
    struct draft draft;
    FM_TRY(draft_begin(&draft, plan, arena));
    if (plan->format->traits & FM_FORMAT_OPS)
        add_value(&draft, (struct fm_layout_value){.kind = FM_VALUE_FEN});
    for (size_t i = 0; i < plan->count; i++) {
        const struct fm_record_slot *slot = &plan->slots[i];
        size_t most;
        bool fixed = true;
        for (size_t k = 0; k < slot->value->count; k++) {
            const struct fm_template_part *part = &slot->value->parts[k];
            fixed = fixed && is_fixed(part);
            const bool marks =
                part->type == FM_PART_FIELD && (part->field->needs & FM_NEEDS_RECORD);
            draft.layout->of_game |= is_fixed(part) && part->type != FM_PART_TEXT && !marks;
        }
        if (fixed)
            add_fixed(&draft, (struct fm_layout_fixed){.type = FM_FIXED_SLOT, .slot = i});
        else if (is_taken_apart(slot, &most))
            add_parts(&draft, slot, i, most);
        else
            add_slot(&draft, slot, i);
    }
    add_fixed(&draft, (struct fm_layout_fixed){.type = FM_FIXED_TEXT, .text = plan->format->end});
    add_value(&draft, (struct fm_layout_value){.kind = FM_VALUE_END});
    *out = draft.layout;
    return FM_OK;
}

/* Making the pieces of a game. */

/* The state while the pieces are made. */
struct making {
    const struct fm_record_plan *plan;
    const struct fm_record_input *in;
    struct fm_record_scratch *scratch;
    struct fm_layout_pieces *pieces;
    size_t raw;  /* bytes of values before they were made to fit the format */
    size_t slot; /* index of the slot that is taken apart now */
    size_t used; /* bytes of the texts of this slot so far */
};

/* Would the format write the text, between values of a slot, as it is? */
static enum fm_status is_kept(const struct making *making, const struct fm_record_slot *slot,
                              struct fm_text text, bool *kept)
{
    struct fm_buf *out = &making->pieces->text;
    const size_t begin = out->n;
    struct fm_warnings notes = {{0}};
    const struct fm_frame *frame = &slot->frame;
    FM_TRY(
        making->plan->format->write_slot(making->plan, slot, text, making->scratch, out, &notes));
    /* After an empty value, a byte that continues a character could belong to the text before. */
    *kept = out->n - begin == frame->before.n + text.n + frame->after.n &&
            memcmp(out->p + begin + frame->before.n, text.p, text.n) == 0 &&
            (text.p[0] & 0xC0) != 0x80;
    out->n = begin;
    return FM_OK;
}

/* @return FM_OK, FM_NO_MEMORY, FM_REJECTED: for this game the slot cannot be taken apart. */
static enum fm_status put_parts(struct making *making, const struct fm_layout_fixed *fixed,
                                struct fm_text text)
{
    bool kept = true;
    making->used = (making->slot == fixed->slot ? making->used : 0) + text.n;
    making->slot = fixed->slot;
    if (text.n > 0)
        FM_TRY(is_kept(making, &making->plan->slots[fixed->slot], text, &kept));
    return kept && making->used <= fixed->most ? fm_buf_append_text(&making->pieces->text, text)
                                               : FM_REJECTED;
}

/* Returns as put_parts(). */
static enum fm_status put_fixed(struct making *making, const struct fm_layout_fixed *fixed)
{
    struct fm_layout_pieces *pieces = making->pieces;
    struct fm_text value;
    if (fixed->type == FM_FIXED_TEXT)
        return fm_buf_append_text(&pieces->text, fixed->text);
    const struct fm_record_slot *slot = &making->plan->slots[fixed->slot];
    const struct fm_template parts = {fixed->parts, fixed->count};
    const bool all = fixed->type == FM_FIXED_SLOT;
    FM_TRY(fm_record_value(all ? slot->value : &parts, making->in, making->scratch, &pieces->text,
                           &value));
    making->raw += value.n;
    return all ? making->plan->format->write_slot(making->plan, slot, value, making->scratch,
                                                  &pieces->text, &pieces->notes)
               : put_parts(making, fixed, value);
}

static enum fm_status put_all_pieces(struct making *making)
{
    const struct fm_layout *layout = making->plan->layout;
    struct fm_layout_pieces *pieces = making->pieces;
    const struct fm_layout_fixed *fixed = layout->fixed, *end = fixed + layout->fixed_count;
    for (size_t i = 0; i < layout->value_count; i++) {
        const size_t begin = pieces->text.n;
        for (; fixed < end && fixed->value == i; fixed++)
            FM_TRY(put_fixed(making, fixed));
        pieces->lengths[i] = pieces->text.n - begin;
    }
    return FM_OK;
}

enum fm_status fm_layout_begin_game(const struct fm_record_plan *plan,
                                    const struct fm_record_input *in,
                                    struct fm_record_scratch *scratch,
                                    struct fm_layout_pieces *pieces)
{
    /* Limit for the pieces of a game, in bytes; longer ones are not kept. */
    enum { PIECES_MAX = 64 * 1024 };
    const struct fm_layout *layout = plan->layout;
    struct making making = {plan, in, scratch, pieces, .slot = SIZE_MAX};
    pieces->most = SIZE_MAX;
    if (layout == NULL)
        return FM_OK;
    if (pieces->lengths == NULL)
        pieces->lengths = calloc(layout->value_count + 1, sizeof *pieces->lengths);
    FM_TRY_MADE(pieces->lengths);
    pieces->text.n = 0;
    FM_TRY(fm_buf_reserve(&pieces->text, FM_PIECE_STEP));
    pieces->notes = (struct fm_warnings){{0}};
    scratch->end = PIECES_MAX;
    scratch->skips = false;
    const enum fm_status status = put_all_pieces(&making);
    fm_record_scratch_reset(scratch);
    /* A warning names an operation that depends on all operations before it. */
    if (status != FM_OK || pieces->notes.names_operations)
        return status == FM_REJECTED ? FM_OK : status;
    FM_TRY(fm_buf_reserve(&pieces->text, FM_PIECE_STEP));
    memset(pieces->text.p + pieces->text.n, 0, FM_PIECE_STEP);
    pieces->skips = scratch->skips;
    pieces->most = pieces->text.n + making.raw + layout->most + FM_PIECE_STEP;
    return FM_OK;
}

void fm_layout_pieces_free(struct fm_layout_pieces *pieces)
{
    fm_buf_free(&pieces->text);
    free(pieces->lengths);
}
