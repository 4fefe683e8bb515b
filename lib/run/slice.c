/* SPDX-License-Identifier: MIT */
/* Finding the boundaries of a part: see slice.h. */
#include <config.h>
#include "run/slice.h"
#include "pgn/encoding.h"
#include "pgn/split.h"
#include "record/entry.h"

/* Bytes that are read in one step while the start of the part is searched. */
enum { PIECE = 16 * 1024 };

/* The first boundary at or after @p from, or n. */
static size_t find_boundary(enum fm_block_kind kind, struct fm_text text, size_t from)
{
    if (kind == FM_BLOCK_GAMES)
        return fm_split_first_hard_within(text, from);
    if (kind == FM_BLOCK_ENTRIES)
        return fm_entry_end(text, from > 0 ? from - 1 : 0);
    for (size_t i = from > 0 ? from : 1; i < text.n; i++)
        if (text.p[i - 1] == '\n' || (text.p[i - 1] == '\r' && text.p[i] != '\n'))
            return i;
    return text.n;
}

/* Read @p more bytes, or fewer at the end of the input. @return as fm_input_read(). */
static enum fm_status read_more(struct fm_input *input, struct fm_buf *text, size_t more,
                                bool *ended, struct fm_error *error)
{
    enum fm_status status = FM_OK;
    FM_TRY(fm_buf_reserve(text, more + FM_TEXT_PADDING));
    for (size_t got = 1; more > 0 && got > 0; more -= got) {
        status = fm_input_read(input, text->p + text->n, more, &got, error);
        got = status == FM_OK ? got : 0;
        text->n += got;
        *ended = got == 0;
    }
    memset(text->p + text->n, 0, FM_TEXT_PADDING);
    return status;
}

/* Read the first bytes, which all shards look at. Damage ends them for all shards; only the
 * shard that has the damaged part reports it. */
static enum fm_status read_start(struct fm_input *input, struct fm_buf *text, size_t more,
                                 bool *ended, struct fm_error *error)
{
    const enum fm_status status = read_more(input, text, more, ended, error);
    const bool damaged = status == FM_INPUT_FAILED && error->reason == FM_REASON_INPUT_DAMAGED;
    return damaged ? FM_OK : status;
}

/* Find the kind of an input, and the end of the text that belongs to its first game but is
 * before it. */
static enum fm_status slice_look_at_start(const struct fm_intake_item *item,
                                          const struct fm_profile_input *options,
                                          struct fm_buf *text, struct fm_detected *found,
                                          size_t *lead, struct fm_error *error)
{
    bool ended = false, known = false;
    fm_input_read_little(item->input);
    const enum fm_status start = read_more(item->input, text, FM_DETECT_BYTES, &ended, error);
    if (start != FM_OK && error->reason != FM_REASON_INPUT_DAMAGED)
        return start;
    fm_detect(fm_buf_text(text), item->name, options, found);
    /* Of a first part that is damaged there is no text, and neither a name nor a key that tells
     * what the rest is: as a whole run does, no shard reads any of it. */
    if (start != FM_OK && text->n == 0 && (found->doubtful || found->columns.apart != 0))
        return start;
    if (fm_encoding_is_utf16(fm_buf_text(text)) ||
        (fm_block_kind_is_list(found->kind) && item->skips_list))
        found->kind = FM_BLOCK_NOTHING;
    *lead = 0;
    while (found->kind == FM_BLOCK_GAMES && !known) {
        *lead = fm_split_lead(fm_buf_text(text), &known);
        known = known || ended;
        if (!known)
            FM_TRY(read_start(item->input, text, text->n, &ended, error));
    }
    return FM_OK;
}

/* The text from an access point on that is held while a boundary is looked for. */
struct search {
    const struct fm_intake_item *item;
    enum fm_block_kind kind;
    const struct fm_slice *slice;
    struct fm_buf *text;
    uint64_t offset; /* offset of `text` in the input */
};

/* Drop the first @p n bytes of the text, as no boundary can begin there. */
static void drop_text(struct search *search, size_t n)
{
    search->text->n -= n;
    search->offset += n;
    memmove(search->text->p, search->text->p + n, search->text->n + FM_TEXT_PADDING);
}

/* @param[out] any  true: a boundary was found, and the text begins there. */
static enum fm_status find_start(struct search *search, bool *any, struct fm_error *error)
{
    enum { EVENT = 8 }; /* bytes that show a boundary, with those before it */
    const struct fm_slice *slice = search->slice;
    bool ended = false;
    *any = false;
    while (!ended && search->offset < slice->to) {
        FM_TRY(read_more(search->item->input, search->text, PIECE, &ended, error));
        const size_t n = search->text->n;
        const size_t from =
            slice->from > search->offset ? (size_t)(slice->from - search->offset) : 0;
        const size_t at =
            from < n ? find_boundary(search->kind, (struct fm_text){search->text->p, n}, from) : n;
        if (at < n) {
            drop_text(search, at);
            *any = search->offset < slice->to;
            break;
        }
        if (n > FM_SPLIT_BEFORE + EVENT)
            drop_text(search, n - FM_SPLIT_BEFORE - EVENT);
    }
    return *any ? FM_OK : fm_input_end_between(search->item->input, error);
}

static uint64_t first_after(const struct fm_input_mark *point, size_t lead)
{
    const uint64_t from = point->plain + FM_SPLIT_BEFORE;
    return from > lead ? from : lead + 1;
}

enum fm_status fm_slice_open(struct fm_slice *slice, const struct fm_intake_item *item,
                             const struct fm_profile_input *options, struct fm_detected *found,
                             struct fm_buf *text, uint64_t *offset, bool *any,
                             struct fm_error *error)
{
    const struct fm_input_mark *from = &item->points[0], *to = &item->points[1];
    size_t lead;
    text->n = 0;
    FM_TRY(slice_look_at_start(item, options, text, found, &lead, error));
    const bool cut = found->kind != FM_BLOCK_NOTHING;
    text->n = 0;
    *offset = 0;
    *slice =
        (struct fm_slice){.set = true,
                          .from = from->raw == 0 ? 0 : first_after(from, lead),
                          .to = to->raw >= item->size || !cut ? UINT64_MAX : first_after(to, lead),
                          .ended = UINT64_MAX};
    *any = from->raw == 0;
    fm_input_go_between(item->input, from, to);
    if (*any || !cut || from->raw >= item->size)
        return FM_OK;
    struct search search = {
        .item = item, .kind = found->kind, .slice = slice, .text = text, .offset = from->plain};
    FM_TRY(find_start(&search, any, error));
    *offset = search.offset;
    return FM_OK;
}

size_t fm_slice_want(const struct fm_slice *slice, uint64_t offset, size_t n, size_t want)
{
    const uint64_t enough = slice->to > UINT64_MAX - PIECE ? UINT64_MAX : slice->to + PIECE;
    return enough < offset + want && enough > offset + n ? (size_t)(enough - offset) : want;
}

size_t fm_slice_end(const struct fm_slice *slice, enum fm_block_kind kind, struct fm_text text,
                    uint64_t offset)
{
    if (slice->to >= offset + text.n)
        return text.n;
    return find_boundary(kind, text, slice->to > offset ? (size_t)(slice->to - offset) : 1);
}
