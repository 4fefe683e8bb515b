/* SPDX-License-Identifier: MIT */
/* Values to parts of names: see file_name.h. A value that is not changed has no underscore and no
 * hash, so it differs from every changed one. */
#include <config.h>
#include "record/file_name.h"
#include "base/utf8.h"
#include "os/os.h"

enum {
    VALUE_MAX = 200,
    VALUE_MIN = 24, /* if less is left, the name's own text is too long */
    COMPONENT_MAX = 255,
    DIGITS = 8,
    HASH_BYTES = 1 + DIGITS,
    FIELD_BYTE = 1 /* in place of a field, where the shape of a name is looked at */
};

/* Beyond ASCII all characters are kept except blanks, controls, quotes, marks that change the
 * direction of text, invisible ones, and code points that are no characters. */
static const struct {
    uint32_t from, to;
} replaced[] = {
    {0x80, 0xA0},     {0xAB, 0xAB},        {0xAD, 0xAD},     {0xBB, 0xBB},     {0x61C, 0x61C},
    {0x180E, 0x180E}, {0x2000, 0x206F},    {0x3000, 0x3000}, {0xD800, 0xF8FF}, {0xFDD0, 0xFDEF},
    {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},    {0xFF02, 0xFF02}, {0xFF07, 0xFF07}, {0xFF0F, 0xFF0F},
    {0xFFF0, 0xFFFF}, {0xE0000, 0x10FFFF},
};

static bool stays(const unsigned char *p, size_t length)
{
    const unsigned char c = p[0], lower = fm_ascii_lower(c);
    if (length == 1)
        return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') ||
               (c != '\0' && strchr("-.,+=@", c) != NULL);
    static const unsigned char lead[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = c & lead[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (p[i] & 0x3F);
    for (size_t i = 0; i < FM_COUNT_OF(replaced); i++)
        if (code >= replaced[i].from && code <= replaced[i].to)
            return false;
    return true;
}

/* CON, NUL, COM1.txt ...: devices on Windows, whatever comes after a full stop. */
static bool is_device(struct fm_text value)
{
    static const char *const names[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    const unsigned char *stop = value.n == 0 ? NULL : memchr(value.p, '.', value.n);
    const struct fm_text stem = stop == NULL ? value : fm_text_between(value.p, stop);
    for (size_t i = 0; i < FM_COUNT_OF(names); i++)
        if (fm_text_is_nocase(stem, names[i]))
            return true;
    const struct fm_text three = {stem.p, stem.n == 4 ? 3 : 0};
    return (fm_text_is_nocase(three, "COM") || fm_text_is_nocase(three, "LPT")) &&
           stem.p[3] >= '0' && stem.p[3] <= '9';
}

/* Does it end as a value that was changed does? */
static bool looks_changed(struct fm_text value)
{
    if (value.n < HASH_BYTES || value.p[value.n - HASH_BYTES] != '-')
        return false;
    for (size_t i = value.n - DIGITS; i < value.n; i++)
        if (memchr("0123456789abcdef", value.p[i], 16) == NULL)
            return false;
    return true;
}

/* Cut the part of a buffer from @p begin on, on a whole character, and add the hash of the
 * value. */
static enum fm_status add_hash(struct fm_buf *out, size_t begin, size_t most, struct fm_text value)
{
    uint64_t hash = fm_hash128_of(value.p, value.n, 0).lo;
    unsigned char end[HASH_BYTES] = {'-'};
    for (size_t i = DIGITS; i > 0; i--, hash >>= 4)
        end[i] = (unsigned char)"0123456789abcdef"[hash & 15];
    if (out->n - begin > most - HASH_BYTES) {
        out->n = begin + most - HASH_BYTES;
        while (out->n > begin && (out->p[out->n] & 0xC0) == 0x80)
            out->n--;
    }
    return fm_buf_append(out, end, sizeof end);
}

enum fm_status fm_file_name_value(struct fm_text value, size_t most, struct fm_buf *out)
{
    const size_t begin = out->n;
    const bool device = is_device(value);
    bool changed = device || looks_changed(value), blank = true;
    if (value.n == 0)
        return fm_buf_append(out, "_", 1);
    for (size_t at = 0, length; at < value.n && out->n - begin <= most; at += length) {
        const unsigned char *p = value.p + at;
        const size_t valid = fm_utf8_length(p, value.n - at);
        length = valid == 0 ? 1 : valid;
        const bool leads = at == 0 && (*p == '-' || *p == '.');
        const bool kept = valid > 0 && stays(p, valid) && !leads && !(device && *p == '.');
        changed = changed || !(kept || *p == ' ');
        blank = blank && *p == ' ';
        FM_TRY(kept ? fm_buf_append(out, p, length) : fm_buf_append(out, "_", 1));
    }
    if (!fm_os_may_end(out->p[out->n - 1])) {
        out->p[out->n - 1] = '_';
        changed = true;
    }
    return changed || blank || out->n - begin > most ? add_hash(out, begin, most, value) : FM_OK;
}

/* One folder or the file's own name, with FIELD_BYTEs. */
static enum fm_status check_component(struct fm_text part, struct fm_text whole, size_t *most,
                                      struct fm_error *error)
{
    size_t fields = 0;
    for (size_t i = 0; i < part.n; i++)
        fields += part.p[i] == FIELD_BYTE;
    const size_t literal = part.n - fields;
    if (part.n == 0 || fm_text_is(part, ".") || fm_text_is(part, ".."))
        return fm_refuse_profile(error, whole,
                                 "after a field, each part between slashes must be a name");
    if (literal + fields * VALUE_MIN > COMPONENT_MAX)
        return fm_refuse_profile(error, whole, "the name is too long");
    if (fields > 0 && (COMPONENT_MAX - literal) / fields < *most)
        *most = (COMPONENT_MAX - literal) / fields;
    return FM_OK;
}

static enum fm_status take_shape(struct fm_text shape, struct fm_text text, struct fm_arena *arena,
                                 struct fm_file_name *name, struct fm_error *error)
{
    /* Where the folder ends that does not depend on the game. */
    size_t fixed = 0;
    for (size_t i = 0; i < shape.n && shape.p[i] != FIELD_BYTE && shape.p[i] != FM_CHUNK_BYTE; i++)
        if (shape.p[i] == '/')
            fixed = i + 1;
    char *folder = fm_arena_alloc(arena, fixed + 1);
    FM_TRY_MADE(folder);
    memcpy(folder, shape.p, fixed);
    folder[fixed] = '\0';
    name->folder = folder;
    name->folder_n = fixed;
    name->most = VALUE_MAX;
    for (size_t begin = fixed, end; begin <= shape.n; begin = end + 1) {
        for (end = begin; end < shape.n && shape.p[end] != '/'; end++)
            ;
        FM_TRY(check_component((struct fm_text){shape.p + begin, end - begin}, text, &name->most,
                               error));
    }
    return FM_OK;
}

/* The fields that names alone have: FM_CHUNK_BYTE in place of {chunk}, and in place of {player} the
 * tag of a side. {{chunk} is no field. */
static enum fm_status settle_fields(struct fm_text text, struct fm_text side,
                                    struct fm_arena *arena, struct fm_text *out)
{
    const struct fm_text chunk = FM_TEXT("{chunk}"), player = FM_TEXT("{player");
    unsigned char *made = fm_arena_alloc(arena, text.n + 1), *to = made;
    FM_TRY_MADE(made);
    for (size_t i = 0; i < text.n;) {
        const struct fm_text rest = fm_text_after(text, i);
        const bool brace = rest.n > 1 && rest.p[0] == '{' && rest.p[1] == '{';
        if (brace) {
            *to++ = '{';
            *to++ = '{';
            i += 2;
        } else if (fm_text_begins(rest, chunk)) {
            *to++ = FM_CHUNK_BYTE;
            i += chunk.n;
        } else if (fm_text_begins(rest, player) && rest.n > player.n &&
                   memchr("}:/", rest.p[player.n], 3) != NULL) {
            *to++ = '{';
            memcpy(to, side.p, side.n);
            to += side.n;
            i += player.n;
        } else {
            *to++ = fm_os_is_separator((char)text.p[i]) ? '/' : text.p[i];
            i++;
        }
    }
    *out = fm_text_between(made, to);
    return FM_OK;
}

struct fm_text fm_file_name_take(struct fm_text *names)
{
    const unsigned char *const end = names->p + names->n, *const mark = memchr(
                                                              names->p, FM_NAMES_BYTE, names->n);
    const struct fm_text name = fm_text_between(names->p, mark == NULL ? end : mark);
    *names = fm_text_between(mark == NULL ? end : mark + 1, end);
    return name;
}

enum fm_status fm_file_name_number(struct fm_text name, uint64_t number, struct fm_buf *out)
{
    for (size_t i = 0; i < name.n; i++)
        FM_TRY(name.p[i] == FM_CHUNK_BYTE ? fm_buf_append_u64(out, number)
                                          : fm_buf_append(out, name.p + i, 1));
    return FM_OK;
}

enum fm_status fm_file_name_compile(struct fm_text text, struct fm_arena *arena,
                                    struct fm_file_name *out, struct fm_error *error)
{
    struct fm_text what;
    struct fm_buf shape = {NULL, 0, 0};
    struct fm_text name, other;
    out->needs = 0;
    if (memchr(text.p, FM_CHUNK_BYTE, text.n) != NULL ||
        memchr(text.p, FM_NAMES_BYTE, text.n) != NULL)
        return fm_refuse_profile(error, text, "a name cannot have this control character");
    FM_TRY(settle_fields(text, FM_TEXT("White"), arena, &name));
    FM_TRY(settle_fields(text, FM_TEXT("Black"), arena, &other));
    out->second = NULL;
    FM_TRY(fm_template_compile(name, arena, &out->template, &out->needs, error));
    if (!fm_text_equal(name, other))
        FM_TRY(fm_template_compile(other, arena, &out->second, &out->needs, error));
    if (!fm_template_of_game(out->template, false, &what))
        return fm_refuse_profile(error, what,
                                 "a file holds whole games: its name cannot depend on positions");
    enum fm_status status = fm_template_shape(out->template, FIELD_BYTE, &shape);
    FM_NEXT(status, take_shape(fm_buf_text(&shape), text, arena, out, error));
    fm_buf_free(&shape);
    return status;
}

static enum fm_status append_value(void *user, struct fm_text value, struct fm_buf *out)
{
    const struct fm_file_name *name = user;
    return fm_file_name_value(value, name->most, out);
}

static enum fm_status render_one(const struct fm_file_name *name,
                                 const struct fm_template *template,
                                 const struct fm_record_input *in, struct fm_arena *scratch,
                                 struct fm_buf *out)
{
    struct fm_file_name copy = *name;
    const size_t begin = out->n;
    FM_TRY(fm_template_render_with(template, in, scratch, out, append_value, &copy));
    memmove(out->p + begin, out->p + begin + name->folder_n, out->n - begin - name->folder_n);
    out->n -= name->folder_n;
    return FM_OK;
}

enum fm_status fm_file_name_render(const struct fm_file_name *name,
                                   const struct fm_record_input *in, struct fm_arena *scratch,
                                   struct fm_buf *out)
{
    const unsigned char between = FM_NAMES_BYTE;
    const size_t begin = out->n;
    FM_TRY(render_one(name, name->template, in, scratch, out));
    const size_t end = out->n;
    if (name->second == NULL)
        return FM_OK;
    FM_TRY(fm_buf_append(out, &between, 1));
    FM_TRY(render_one(name, name->second, in, scratch, out));
    const struct fm_text first = fm_text_between(out->p + begin, out->p + end),
                         second = fm_text_between(out->p + end + 1, out->p + out->n);
    if (fm_text_equal(first, second))
        out->n = end;
    return FM_OK;
}
