/* SPDX-License-Identifier: MIT */
/* The tables of the library as lists of names and meanings: fm_list_row(), fm_key_word() of
 * fenmill.h. */
#include <config.h>
#include "fenmill.h"
#include "run/bounds.h"
#include "io/codec.h"
#include "profile/consumer.h"
#include "profile/key_fault.h"
#include "profile/schema.h"
#include "record/format.h"
#include "record/fields.h"

/* Append a text as far as it fits; a test checks that the longest rows fit. */
static void append(struct fm_list_item *item, const char *text)
{
    const size_t used = strlen(item->meaning), left = sizeof item->meaning - 1 - used;
    const size_t n = strlen(text);
    memcpy(item->meaning + used, text, n < left ? n : left);
    item->meaning[used + (n < left ? n : left)] = '\0';
}

/* The type, so that the meanings are below each other, and the meaning. */
static bool field(size_t index, struct fm_list_item *out)
{
    static const char *const types[] = {
        [FM_FIELD_ANY] = "text     ",     [FM_FIELD_WORDS] = "text     ",
        [FM_FIELD_MOVE] = "move     ",    [FM_FIELD_INTEGER] = "integer  ",
        [FM_FIELD_DECIMAL] = "decimal  ", [FM_FIELD_SWITCH] = "boolean  ",
        [FM_FIELD_LIST] = "array    "};
    if (index >= fm_field_count)
        return false;
    out->name = fm_fields[index].name;
    append(out, types[fm_fields[index].kind]);
    append(out, fm_fields[index].help);
    return true;
}

static bool format(size_t index, struct fm_list_item *out)
{
    const size_t row = index + FM_FORMAT_AUTO + 1;
    if (row >= FM_FORMAT_COUNT)
        return false;
    out->name = fm_format_names[row];
    append(out, fm_formats[row]->help);
    return true;
}

/* "fen, also epd; castling xfen, en passant legal; ...", with (?) after what is a guess. */
static bool consumer(size_t index, struct fm_list_item *out)
{
    static const char *const castlings[] = {"", "fen", "xfen", "shredder"};
    static const char *const rules[] = {"", "always", "pseudo-legal", "legal"};
    if (index >= fm_consumer_count)
        return false;
    const struct fm_consumer *const row = &fm_consumers[index];
    const char *before = ", also ";
    out->name = row->name;
    append(out, fm_format_names[row->format]);
    for (unsigned i = 0; i < FM_FORMAT_COUNT; i++) {
        if (i == (unsigned)row->format || !(row->formats >> i & 1))
            continue;
        append(out, before);
        append(out, fm_format_names[i]);
        before = " ";
    }
    append(out, row->doubts & FM_DOUBT_SHAPE ? " (?); castling " : "; castling ");
    append(out, castlings[row->castling]);
    append(out, row->doubts & FM_DOUBT_CASTLING ? " (?), en passant " : ", en passant ");
    append(out, rules[row->en_passant]);
    append(out, row->doubts & FM_DOUBT_EN_PASSANT ? " (?)" : "");
    append(out, row->letter_j ? "; J for Janus; " : "; ");
    append(out, row->note);
    return true;
}

static bool variant(size_t index, struct fm_list_item *out)
{
    if (index >= FM_VARIANT_COUNT)
        return false;
    const struct fm_variant *const row = &fm_variants[index];
    out->name = row->name;
    append(out, row->files == 8 ? "8x8, " : "10x8, ");
    append(out, row->start != NULL ? row->start : "many start positions");
    return true;
}

static bool language(size_t index, struct fm_list_item *out)
{
    static const enum fm_kind kinds[] = {FM_PAWN, FM_KNIGHT, FM_BISHOP, FM_ROOK, FM_QUEEN, FM_KING};
    const struct fm_language *row = fm_languages;
    while (row->code != NULL && index-- > 0)
        row++;
    if (row->code == NULL)
        return false;
    out->name = row->code;
    append(out, row->name);
    const char *before = ": ";
    for (size_t i = 0; i < FM_COUNT_OF(kinds); i++) {
        if (row->letters[kinds[i]] == NULL)
            continue;
        append(out, before);
        append(out, row->letters[kinds[i]]);
        before = " ";
    }
    return true;
}

static bool key(size_t index, struct fm_list_item *out)
{
    if (index >= fm_key_count)
        return false;
    out->name = fm_keys[index].path;
    append(out, fm_keys[index].help);
    return true;
}

static bool compression(size_t index, struct fm_list_item *out)
{
    const struct fm_codec *codec;
    for (size_t i = 0; (codec = fm_codec_at(i)) != NULL; i++) {
        if (!fm_codec_reads(codec) || index-- > 0)
            continue;
        out->name = codec->name;
        append(out, codec->suffix);
        append(out, fm_codec_writes(codec) ? ": read and written" : ": read");
        return true;
    }
    return false;
}

bool fm_list_row(enum fm_list list, size_t index, struct fm_list_item *out)
{
    static bool (*const rows[FM_LISTS])(size_t index, struct fm_list_item * out) = {
        [FM_LIST_FIELDS] = field,
        [FM_LIST_FORMATS] = format,
        [FM_LIST_CONSUMERS] = consumer,
        [FM_LIST_VARIANTS] = variant,
        [FM_LIST_LANGUAGES] = language,
        [FM_LIST_KEYS] = key,
        [FM_LIST_COMPRESSIONS] = compression,
        [FM_LIST_MEMORY] = fm_bound_row,
    };
    *out = (struct fm_list_item){.name = NULL};
    return (unsigned)list < FM_LISTS && rows[list](index, out);
}

const char *fm_key_word(const char *key_path, size_t index)
{
    struct fm_key_names room;
    const struct fm_key *const row = fm_key_find(fm_text_of(key_path));
    const char *const *names = row == NULL ? NULL : fm_key_names_of(row, &room);
    for (size_t i = 0; names != NULL && names[i] != NULL; i++)
        if (i == index)
            return names[i];
    return NULL;
}
