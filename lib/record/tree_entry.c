/* SPDX-License-Identifier: MIT */
/* Entries of trees, and what is compiled for them: see tree.h. An entry is two lengths, a key, and
 * a value: a head, the tags, the name, the notes, the hashes. */
#include <config.h>
#include "record/tree_entry.h"
#include "record/fields.h"
#include "record/template.h"

/* A value that is the same for every position of a game. */
static enum fm_status check_of_game(const struct fm_template *template, struct fm_error *error)
{
    struct fm_text what;
    return fm_template_of_game(template, true, &what)
               ? FM_OK
               : fm_refuse_profile(error, what,
                                   "differs from position to position: a tree is of whole games");
}

enum fm_status fm_tree_plan_make(const struct fm_record_field *by, size_t count,
                                 struct fm_text comment, struct fm_text names,
                                 struct fm_arena *arena, struct fm_tree_plan *out,
                                 struct fm_error *error)
{
    struct fm_tree_plan made = {.comment = NULL};
    struct fm_group_plan *const group = &made.by;
    unsigned needs = 0;
    FM_TRY(fm_group_begin(group, by, count, arena, error));
    for (size_t i = 0; i < group->values.count; i++)
        FM_TRY(check_of_game(group->values.slots[i].value, error));
    if (comment.n > 0) {
        FM_TRY(fm_template_compile(comment, arena, &made.comment, &needs, error));
        FM_TRY(fm_group_bind(group, made.comment, arena, error));
        if (needs & FM_NEEDS_RECORD)
            return fm_refuse_profile(error, FM_TEXT("record"), "a branch of a tree has no number");
    }
    FM_TRY(fm_record_plan_complete(&group->values, arena));
    made.needs = group->values.needs;
    if (names.n > 0) {
        FM_TRY(fm_template_compile(names, arena, &made.names, &made.needs, error));
        FM_TRY(check_of_game(made.names, error));
        if (made.needs & (FM_NEEDS_COUNTS | FM_NEEDS_RECORD))
            return fm_refuse_profile(error, names, "a name is of one game, which has no counts");
    }
    *out = made;
    return FM_OK;
}

/* The numbers that a value begins with, as in struct fm_tree_value, and the bytes of each part. It
 * has no padding: all of it may be written. */
struct head {
    uint64_t number;
    uint32_t move, tags, name, notes, hashes;
    bool black, counts;
    signed char points;
    unsigned char result;
};

/* What a note begins with, in a value. */
struct note_head {
    uint32_t ply, n;
    unsigned char kind, nag;
    unsigned char zero[2];
};

static enum fm_status put_note(struct fm_buf *out, uint32_t ply, unsigned kind, unsigned nag,
                               struct fm_text text)
{
    const struct note_head head = {
        .ply = ply, .n = (uint32_t)text.n, .kind = (unsigned char)kind, .nag = (unsigned char)nag};
    FM_TRY(fm_buf_append(out, &head, sizeof head));
    return fm_buf_append_text(out, text);
}

/* @param which  0: those before the move, which belong to the move before it; 1: those after it.
 * @param ended  the line ends here, where others go on: only its own are put. */
static enum fm_status put_notes(const struct fm_lines *lines, uint32_t move, unsigned which,
                                bool ended, struct fm_buf *out)
{
    const struct fm_lines_note *notes = fm_lines_notes(lines);
    const struct fm_lines_move *const at = &fm_lines_moves(lines)[move];
    const uint32_t ply = at->ply - (which == 0);
    for (uint32_t i = at->first[which]; i != 0; i = notes[i].next) {
        const bool comment = notes[i].nag > UINT8_MAX;
        unsigned char nag[24] = "$";
        if (notes[i].ends != ended)
            continue;
        if (comment)
            FM_TRY(put_note(out, ply,
                            which == 0 ? FM_TREE_BEFORE
                            : ended    ? FM_TREE_END
                                       : FM_TREE_COMMENT,
                            0, notes[i].text));
        else if (which == 1 && ply > 0)
            FM_TRY(put_note(out, ply, FM_TREE_NAG, notes[i].nag, FM_NO_TEXT));
        else /* it is no move's: as in fm_lines_write() */
            FM_TRY(put_note(out, ply, which == 0 ? FM_TREE_BEFORE : FM_TREE_COMMENT, 0,
                            fm_text_between(nag, fm_put_u64(nag + 1, notes[i].nag))));
    }
    return FM_OK;
}

/* The notes of the moves that no earlier line has. */
static enum fm_status put_all_notes(struct fm_lines *lines, size_t line, const uint32_t *path,
                                    size_t count, struct fm_buf *out)
{
    const struct fm_lines_line *const at = fm_lines_at(lines, line);
    if (at->ends_here)
        return put_notes(lines, at->end, 1, true, out);
    if (!fm_lines_are_noted(lines))
        return FM_OK;
    if (line == 0)
        FM_TRY(put_notes(lines, 0, 1, false, out));
    for (size_t i = at->own == 0 ? count : fm_lines_moves(lines)[at->own].ply - 1; i < count; i++) {
        FM_TRY(put_notes(lines, path[i], 0, false, out));
        FM_TRY(put_notes(lines, path[i], 1, false, out));
    }
    return FM_OK;
}

enum fm_status fm_tree_put_entry(struct fm_lines *lines, size_t line,
                                 const struct fm_tree_game *game, struct fm_text begin,
                                 const struct fm_hash128 *hashes, struct fm_buf *out)
{
    enum { MOVE_MOST = 8 }; /* bytes that most moves do not have */
    uint32_t lengths[2];    /* of key and value */
    size_t count;
    const uint32_t *const path = fm_lines_path(lines, line, &count);
    const size_t at = out->n;
    struct head head = {.move = lines->number,
                        .tags = (uint32_t)game->tags.n,
                        .name = (uint32_t)game->name.n,
                        .black = lines->black,
                        .counts = game->counts,
                        .points = game->points,
                        .result = game->result};
    FM_TRY_MADE(path);
    FM_TRY(fm_buf_append(out, lengths, sizeof lengths));
    FM_TRY(fm_buf_append_text(out, begin));
    for (size_t i = 0; i < count; i++) {
        const struct fm_text move = fm_lines_moves(lines)[path[i]].text;
        FM_TRY(fm_buf_reserve(out, move.n + MOVE_MOST));
        unsigned char *const to = out->p + out->n;
        memcpy(to, move.p, MOVE_MOST); /* the movetext is padded */
        if (move.n > MOVE_MOST)
            memcpy(to, move.p, move.n);
        to[move.n] = ' ';
        out->n += move.n + 1;
    }
    lengths[0] = (uint32_t)(out->n - at - sizeof lengths);
    const size_t value = out->n;
    FM_TRY(fm_buf_append(out, &head, sizeof head));
    FM_TRY(FM_APPEND(out, game->tags, game->name));
    const size_t notes = out->n;
    FM_TRY(put_all_notes(lines, line, path, count, out));
    head.notes = (uint32_t)(out->n - notes);
    head.hashes = hashes == NULL ? 0 : (uint32_t)(count * sizeof *hashes);
    for (size_t i = 0; hashes != NULL && i < count; i++)
        FM_TRY(fm_buf_append(out, &hashes[path[i] - 1], sizeof *hashes));
    if (out->n - at > UINT32_MAX)
        return FM_NO_MEMORY;
    lengths[1] = (uint32_t)(out->n - value);
    memcpy(out->p + at, lengths, sizeof lengths);
    memcpy(out->p + value, &head, sizeof head);
    return FM_OK;
}

struct fm_text fm_tree_take_entry(struct fm_text *rest, struct fm_text *value)
{
    uint32_t lengths[2];
    memcpy(lengths, rest->p, sizeof lengths);
    const struct fm_text key = {rest->p + sizeof lengths, lengths[0]};
    *value = (struct fm_text){key.p + key.n, lengths[1]};
    *rest = fm_text_between(value->p + value->n, rest->p + rest->n);
    return key;
}

bool fm_tree_take_pair(struct fm_text *tags, struct fm_text *pair)
{
    if (tags->n == 0)
        return false;
    const unsigned char *const end = (const unsigned char *)memchr(tags->p, '\n', tags->n) + 1;
    *pair = fm_text_between(tags->p, end);
    *tags = fm_text_between(end, tags->p + tags->n);
    return true;
}

bool fm_tree_has_pair(struct fm_text tags, struct fm_text pair)
{
    for (struct fm_text one; fm_tree_take_pair(&tags, &one);)
        if (fm_text_equal(one, pair))
            return true;
    return false;
}

void fm_tree_keep_common(struct fm_buf *common, struct fm_text tags)
{
    struct fm_text rest = fm_buf_text(common), pair;
    for (common->n = 0; fm_tree_take_pair(&rest, &pair);) {
        if (!fm_tree_has_pair(tags, pair))
            continue;
        memmove(common->p + common->n, pair.p, pair.n);
        common->n += pair.n;
    }
}

void fm_tree_number_entry(unsigned char *value, uint64_t number)
{
    memcpy(value + offsetof(struct head, number), &number, sizeof number);
}

size_t fm_tree_key_begin(struct fm_text key, size_t values)
{
    const unsigned char *at = key.p;
    for (size_t i = 0; i <= values; i++) /* and the start */
        at = (const unsigned char *)memchr(at, '\0', (size_t)(key.p + key.n - at)) + 1;
    return (size_t)(at - key.p);
}

void fm_tree_read_value(struct fm_text value, struct fm_tree_value *out)
{
    struct head head;
    memcpy(&head, value.p, sizeof head);
    *out = (struct fm_tree_value){.number = head.number,
                                  .move = head.move,
                                  .black = head.black,
                                  .counts = head.counts,
                                  .points = head.points,
                                  .result = head.result};
    out->tags = (struct fm_text){value.p + sizeof head, head.tags};
    out->name = (struct fm_text){out->tags.p + head.tags, head.name};
    out->notes = (struct fm_text){out->name.p + head.name, head.notes};
    out->hashes = (struct fm_text){out->notes.p + head.notes, head.hashes};
}

bool fm_tree_next_note(struct fm_text *notes, struct fm_tree_entry_note *out)
{
    struct note_head head;
    if (notes->n == 0)
        return false;
    memcpy(&head, notes->p, sizeof head);
    *out = (struct fm_tree_entry_note){.ply = head.ply,
                                       .kind = head.kind,
                                       .nag = head.nag,
                                       .text = {notes->p + sizeof head, head.n}};
    *notes = fm_text_between(out->text.p + head.n, notes->p + notes->n);
    return true;
}
