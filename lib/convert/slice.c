/* SPDX-License-Identifier: MIT */
/* Finding the boundaries of a part: see slice.h. */
#include <config.h>
#include "convert/slice.h"
#include "pgn/encoding.h"
#include "pgn/split.h"

/* What the text is read in while the start of the part is looked for. */
enum { PIECE = 16 * 1024 };

/* The first boundary at or after @p from, or n. */
static size_t find_boundary(enum fm_block_kind kind, struct fm_text text, size_t from)
{
    if (kind == FM_BLOCK_GAMES)
        return fm_split_first_hard_within(text, from);
    for (size_t i = from > 0 ? from : 1; i < text.n; i++)
        if (text.p[i - 1] == '\n' || (text.p[i - 1] == '\r' && text.p[i] != '\n'))
            return i;
    return text.n;
}

/* Read so many bytes more, fewer at the end. */
static enum fm_status read_more(struct fm_input *input, struct fm_buf *text, size_t more,
                                bool *ended)
{
    FM_TRY(fm_buf_reserve(text, more + FM_TEXT_PADDING));
    for (size_t got = 1; more > 0 && got > 0; more -= got) {
        const enum fm_status status = fm_input_read(input, text->p + text->n, more, &got, NULL);
        if (status == FM_NO_MEMORY)
            return status;
        got = status == FM_OK ? got : 0;
        text->n += got;
        *ended = got == 0;
    }
    memset(text->p + text->n, 0, FM_TEXT_PADDING);
    return FM_OK;
}

/* What an input is, and where its first game ends being preceded by what belongs to it. */
static enum fm_status look_at_start(const struct fm_intake_item *item,
                                    const struct fm_profile_input *options, struct fm_buf *text,
                                    struct fm_detected *found, size_t *lead)
{
    bool ended = false, known = false;
    fm_input_read_little(item->input);
    FM_TRY(read_more(item->input, text, FM_DETECT_BYTES, &ended));
    *found = fm_detect((struct fm_text){text->p, text->n}, item->name, options->format);
    if (fm_encoding_is_utf16((struct fm_text){text->p, text->n}))
        found->kind = FM_BLOCK_NOTHING;
    *lead = 0;
    while (found->kind == FM_BLOCK_GAMES && !known) {
        *lead = fm_split_lead((struct fm_text){text->p, text->n}, &known);
        known = known || ended;
        if (!known)
            FM_TRY(read_more(item->input, text, text->n, &ended));
    }
    return FM_OK;
}

/* The text from an access point on that is held while a boundary is looked for. */
struct search {
    const struct fm_intake_item *item;
    enum fm_block_kind kind;
    struct fm_slice *slice;
    struct fm_buf *text;
    uint64_t offset; /* of the text */
    bool ended;      /* there is no more */
};

/* After what cannot be read the next access point is tried: which shard reads up to there, reports
 * it. */
static enum fm_status pass_damage(struct search *search)
{
    const struct fm_input_mark *points = search->item->points;
    const uint64_t at[2] = {fm_input_mark(search->item->input).raw + 1, points[1].raw};
    struct fm_input_mark next[2];
    bool any = false;
    search->ended = true;
    if (fm_input_is_plain(search->item->input) || at[0] >= at[1] ||
        fm_input_find_access(search->item->input, at, next, &any, NULL) != FM_OK || !any ||
        next[0].raw >= points[1].raw)
        return FM_OK;
    fm_input_go_between(search->item->input, &next[0], &points[1]);
    search->text->n = 0;
    search->offset = next[0].plain;
    if (search->slice->from < next[0].plain + FM_SPLIT_BEFORE)
        search->slice->from = next[0].plain + FM_SPLIT_BEFORE;
    search->ended = false;
    return FM_OK;
}

/* Drop what is before the place at which a boundary may be. */
static void drop_text(struct search *search, size_t n)
{
    search->text->n -= n;
    search->offset += n;
    memmove(search->text->p, search->text->p + n, search->text->n + FM_TEXT_PADDING);
}

/* @param[out] any  a boundary was found; the text begins with it. */
static enum fm_status find_start(struct search *search, bool *any)
{
    enum { EVENT = 8 }; /* bytes that show a boundary, with those before it */
    const struct fm_slice *slice = search->slice;
    *any = false;
    while (!search->ended && search->offset < slice->to) {
        bool ended = false;
        FM_TRY(read_more(search->item->input, search->text, PIECE, &ended));
        const size_t n = search->text->n;
        const size_t from =
            slice->from > search->offset ? (size_t)(slice->from - search->offset) : 0;
        const size_t at =
            from < n ? find_boundary(search->kind, (struct fm_text){search->text->p, n}, from) : n;
        if (at < n) {
            drop_text(search, at);
            *any = search->offset < slice->to;
            return FM_OK;
        }
        if (n > FM_SPLIT_BEFORE + EVENT)
            drop_text(search, n - FM_SPLIT_BEFORE - EVENT);
        if (ended)
            FM_TRY(pass_damage(search));
    }
    return FM_OK;
}

static uint64_t first_after(const struct fm_input_mark *point, size_t lead)
{
    const uint64_t from = point->plain + FM_SPLIT_BEFORE;
    return from > lead ? from : lead + 1;
}

enum fm_status fm_slice_open(struct fm_slice *slice, const struct fm_intake_item *item,
                             const struct fm_profile_input *options, struct fm_detected *found,
                             struct fm_buf *text, uint64_t *offset, bool *any)
{
    const struct fm_input_mark *from = &item->points[0], *to = &item->points[1];
    size_t lead;
    text->n = 0;
    FM_TRY(look_at_start(item, options, text, found, &lead));
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
    FM_TRY(find_start(&search, any));
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
