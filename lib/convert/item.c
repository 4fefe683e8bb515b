/* SPDX-License-Identifier: MIT */
/* What a reader is given of a game beside its rows: see item.h. */
#include <config.h>
#include "convert/item.h"
#include "base/parts.h"

/* Rows of FEN and ply that are only written can have a shorter form. */
static bool has_sized_rows(const struct fm_plan *plan, const struct fm_route *route)
{
    enum { FEN_AND_PLY = 2 };
    const struct fm_record_fields *fields = &route->spec->fields;
    return route->direct && !route->chooses && !(route->needs & FM_NEEDS_FROM_END) &&
           !plan->profile->input.replay_variations && fields->column_count == FEN_AND_PLY &&
           fm_text_equal(fields->columns[0].text, FM_TEXT("{fen}")) &&
           fm_text_equal(fields->columns[1].text, FM_TEXT("{ply}"));
}

void fm_item_plan(struct fm_plan *plan, const struct fm_delivery *delivery)
{
    struct fm_route *route = plan->routes;
    plan->delivers = delivery;
    route->needs |= FM_NEEDS_ITEMS | FM_NEEDS_NUMBERS;
    route->has_rows = true;
    route->records_ahead = true; /* a variation begins with its root */
    plan->needs |= route->needs;
    if (!has_sized_rows(plan, route))
        return;
    route->plain = route->sized = true;
    route->direct = false;
}

static unsigned char *put_part(unsigned char *at, struct fm_text text)
{
    const uint64_t n = text.n;
    memcpy(at, &n, sizeof n);
    if (n > 0)
        memcpy(at + sizeof n, text.p, text.n);
    return at + sizeof n + n;
}

/* Bytes that all parts take at most. */
static size_t measure(const struct fm_worker *worker, const struct fm_record_input *in,
                      size_t input)
{
    const size_t most = worker->ascii ? 1 : 3; /* of UTF-8 for a byte */
    size_t n = sizeof(uint64_t) + input;
    for (size_t i = 0; i < in->game->tag_count; i++)
        n += 2 * sizeof(uint64_t) + in->tags[i].name.n + most * in->tags[i].value.n;
    return n;
}

static enum fm_status value_of(struct fm_worker *worker, const struct fm_tag *tag,
                               struct fm_text *value)
{
    FM_TRY(fm_tag_value(tag, &worker->scratch, value));
    return worker->ascii || tag->utf8
               ? FM_OK
               : fm_encoding_decode(&worker->scratch, *value, worker->encoding, value);
}

enum fm_status fm_item_make_head(struct fm_worker *worker, const struct fm_active_route *active,
                                 const struct fm_record_input *in, struct fm_text *out)
{
    const struct fm_listed *listed = worker->noted;
    const struct fm_text input = {(const unsigned char *)in->input, strlen(in->input) + 1};
    const size_t most = sizeof(struct fm_item_head) + measure(worker, in, input.n);
    unsigned char *const begin = fm_arena_alloc(&worker->block->arena, most), *at = begin;
    struct fm_item_head head;
    if (begin == NULL)
        return FM_NO_MEMORY;
    memset(&head, 0, sizeof head); /* its padding, too: it may be written to a file */
    head.offset = in->offset;
    head.length = listed != NULL ? listed->end - listed->begin : in->game->end - in->game->begin;
    head.number = worker->plan->shard ? 0 : in->ordinal;
    head.class_name = in->class_name;
    head.variant = in->variant;
    head.result = fm_result_names[fm_result_index(in->game->outcome)];
    head.tag_count = in->game->tag_count;
    head.ply = active->from;
    head.sized = active->plain && listed == NULL;
    head.listed = worker->block->listed;
    memcpy(at, &head, sizeof head);
    at = put_part(at + sizeof head, input);
    for (size_t i = 0; i < head.tag_count; i++) {
        struct fm_text value;
        FM_TRY(value_of(worker, &in->tags[i], &value));
        at = put_part(put_part(at, in->tags[i].name), value);
    }
    *out = fm_text_between(begin, at);
    return FM_OK;
}
