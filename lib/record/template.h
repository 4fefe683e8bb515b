/* SPDX-License-Identifier: MIT */
/* Templates: "{Event} {Round}.{ply}". A field with a capital first letter is the tag of that name,
 * {op.NAME} the operation of that opcode; the others are those of fields.h. `{{` and `}}` are
 * braces as text. {White:-nobody} has a text for a field without a value. {ply/10} is the largest
 * multiple of 10 that is not above the number: 10 of 19, -10 of -1. */
#ifndef FM_RECORD_TEMPLATE_H
#define FM_RECORD_TEMPLATE_H
#include "record/epd.h"
#include "record/record.h"

struct fm_field;

/* The largest divisor of a field: {ply/N}. */
#define FM_BUCKET_MAX UINT64_C(1000000000)

/* A run of text, or one field. */
struct fm_template_part {
    enum { FM_PART_TEXT, FM_PART_TAG, FM_PART_FIELD, FM_PART_OP } type;
    const struct fm_field *field; /* FM_PART_FIELD: the field */
    /* FM_PART_TEXT: the text; FM_PART_OP: the opcode; else the field's name */
    struct fm_text text;
    uint64_t bucket; /* divisor N of {NAME/N}; 0 = the value itself */
    /* In a row of a group: 1 + the index of this part among the values of the group; 0 = none.
     * Written by group.h, while the row is compiled. */
    unsigned of_group;
    bool has_instead; /* true: {NAME:-TEXT} */
    /* TEXT of {NAME:-TEXT}, for a field without a value; may be empty */
    struct fm_text instead;
};

/* A compiled template. When it is filled, only names of tags are looked up. */
struct fm_template {
    struct fm_template_part *parts; /* parts in their order; in the arena */
    size_t count;
};

/** Compile a template. @p text must live as long as the arena.
 * @param[out] needs  bits are added.
 * @return FM_OK, FM_BAD_PROFILE (error: what = the field, hint = the nearest one), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_template_compile(struct fm_text text, struct fm_arena *arena,
                                                 const struct fm_template **out, unsigned *needs,
                                                 struct fm_error *error);
/** The same for a column. @param arrays  one field that is an array may be all of it. */
FM_MUST_CHECK enum fm_status fm_template_compile_column(struct fm_text text, bool arrays,
                                                        struct fm_arena *arena,
                                                        const struct fm_template **out,
                                                        unsigned *needs, struct fm_error *error);
/** Append the value for one position; fields without a value append nothing.
 * @param room  bytes that it may have. @return FM_OK, FM_NO_MEMORY, FM_REJECTED: it has more. */
FM_MUST_CHECK enum fm_status fm_template_render(const struct fm_template *template,
                                                const struct fm_record_input *in, size_t room,
                                                struct fm_arena *scratch, struct fm_buf *out);
/** The one field that the template is, or NULL; NULL also where it has a text of its own for a
 * missing value. */
const struct fm_field *fm_template_only(const struct fm_template *template);
/** Can its value be missing? There are fields, and for none of them a text that is there
 * instead. */
bool fm_template_may_miss(const struct fm_template *template);
/** Render a template as fm_template_render() does, but let @p put append the value of each
 * field. */
FM_MUST_CHECK enum fm_status fm_template_render_with(
    const struct fm_template *template, const struct fm_record_input *in, struct fm_arena *scratch,
    struct fm_buf *out, enum fm_status (*put)(void *user, struct fm_text value, struct fm_buf *out),
    void *user);
/** Has the text of a template, which may have faults, a field that counts a group? */
bool fm_template_has_counts(struct fm_text text);
/** Has a field of a list, `White`, `plies/20`, one value for all positions of a game? */
bool fm_template_is_of_game(struct fm_text field);
/** The name of a field as a list of fields has it, `White:-nobody`, without the text after it. */
struct fm_text fm_template_field_name(struct fm_text field);
/** The tag that a name which no game has may have been meant to be; NULL = unknown. */
const char *fm_template_tag_hint(struct fm_text name);
/** Could a field have this name? It has no blank, bracket or quote. */
bool fm_template_is_name(struct fm_text name);
/** Append the text of a template with one byte in place of each field. */
FM_MUST_CHECK enum fm_status fm_template_shape(const struct fm_template *template,
                                               unsigned char field, struct fm_buf *out);
/** Is the value the same for every position of a game? Names of files must be.
 * @param played  the moves were played: the length of the game is known.
 * @param[out] what  the first field that depends on the position. */
bool fm_template_of_game(const struct fm_template *template, bool played, struct fm_text *what);
/** Could the template's value be an operand of this type, for some position? */
bool fm_template_may_give(const struct fm_template *template, enum fm_epd_type type);
/** Is the template one operation and nothing else, whose value may be a number or a text? */
bool fm_template_is_mixed(const struct fm_template *template);
/** Is the template one field and nothing else, whose value is a number (jsonl then writes it
 * without quotes)? */
bool fm_template_is_number(const struct fm_template *template);

#endif
