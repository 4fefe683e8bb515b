/* SPDX-License-Identifier: MIT */
/* Outputs of shards in statistics: see shard_output.h. How a text begins and ends are lists of
 * numbers, in the order of the members of struct fm_shard_output. */
#include <config.h>
#include "run/shard_output.h"

enum { BEGIN_NUMBERS = 5, END_NUMBERS = 6 };

/* Bits of a byte, the first lowest. */
static uint64_t bits_of(const bool *flags, size_t count)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits |= (uint64_t)flags[i] << i;
    return bits;
}

static enum fm_status put_list(struct fm_buf *out, const char *name, const uint64_t *numbers,
                               size_t count)
{
    FM_TRY(FM_APPEND(out, FM_TEXT(", \""), fm_text_of(name), FM_TEXT("\": [")));
    for (size_t i = 0; i < count; i++) {
        FM_TRY(fm_buf_append(out, ", ", i > 0 ? 2 : 0));
        FM_TRY(fm_buf_append_u64(out, numbers[i]));
    }
    return fm_buf_append(out, "]", 1);
}

/* @return false: the list has not so many numbers. */
static bool take_list(const struct fm_json *in, const char *name, uint64_t *numbers, size_t count)
{
    const struct fm_json *list = fm_json_find(in, fm_text_of(name));
    const struct fm_json *node = list == NULL ? NULL : list->first;
    size_t n = 0;
    for (; node != NULL && n < count && node->kind == FM_JSON_NUMBER; node = node->next)
        numbers[n++] = node->number;
    return n == count && node == NULL;
}

enum fm_status fm_shard_output_put(const struct fm_shard_output *output,
                                   const struct fm_shard_output_words *words, struct fm_buf *out)
{
    const struct fm_span_head *head = &output->head;
    const struct fm_span_tail *tail = &output->tail;
    const struct fm_hash128 hash = fm_digest_end(&output->digest);
    const bool heads[] = {head->clean,    head->hard,  head->closes,
                          head->own_line, head->event, head->numbered};
    const bool tails[] = {tail->ended, tail->empty, tail->tagged,
                          tail->glues, tail->event, output->open};
    const uint64_t begins[BEGIN_NUMBERS] = {output->begin, head->kind,
                                            bits_of(heads, FM_COUNT_OF(heads)), output->from.input,
                                            output->from.at};
    const uint64_t ends[END_NUMBERS] = {
        tail->state,      tail->style,   bits_of(tails, FM_COUNT_OF(tails)),
        output->to.input, output->to.at, output->added};
    unsigned char digits[2 * FM_HEX_DIGITS];
    fm_hex_put(hash.hi, digits);
    fm_hex_put(hash.lo, digits + FM_HEX_DIGITS);
    FM_TRY(FM_APPEND(out, FM_TEXT("{\"role\": \""), fm_text_of(words->role),
                     FM_TEXT("\", \"join\": \""), fm_text_of(words->join),
                     FM_TEXT("\", \"name\": ")));
    FM_TRY(fm_json_put_string(out, fm_text_of(words->name)));
    FM_TRY(fm_buf_append_words(out, ", \"size\": "));
    FM_TRY(fm_buf_append_u64(out, output->digest.bytes));
    FM_TRY(FM_APPEND(out, FM_TEXT(", \"hash\": \""), (struct fm_text){digits, sizeof digits},
                     FM_TEXT("\"")));
    const uint64_t level[] = {words->level, words->records};
    FM_TRY(put_list(out, "level", level, FM_COUNT_OF(level)));
    FM_TRY(put_list(out, "begins", begins, BEGIN_NUMBERS));
    FM_TRY(put_list(out, "ends", ends, END_NUMBERS));
    return fm_buf_append(out, "}", 1);
}

bool fm_shard_output_take(const struct fm_json *node, struct fm_shard_output *out,
                          struct fm_hash128 *hash)
{
    uint64_t begins[BEGIN_NUMBERS], ends[END_NUMBERS];
    const struct fm_json *digits = fm_json_find(node, FM_TEXT("hash"));
    if (digits == NULL || !fm_hex_read(digits->text, hash) ||
        !take_list(node, "begins", begins, BEGIN_NUMBERS) ||
        !take_list(node, "ends", ends, END_NUMBERS) || begins[0] > FM_SHARD_BEGIN_SPAN ||
        begins[1] > FM_SPAN_RECORD || ends[0] > FM_SPAN_UNKNOWN || ends[1] > 2)
        return false;
    *out = (struct fm_shard_output){.digest.bytes = fm_json_number(node, FM_TEXT("size")),
                                    .begin = (enum fm_shard_begin)begins[0],
                                    .head = {.kind = (uint8_t)begins[1],
                                             .clean = begins[2] & 1,
                                             .hard = begins[2] >> 1 & 1,
                                             .closes = begins[2] >> 2 & 1,
                                             .own_line = begins[2] >> 3 & 1,
                                             .event = begins[2] >> 4 & 1,
                                             .numbered = begins[2] >> 5 & 1},
                                    .from = {begins[3], begins[4]},
                                    .tail = {.state = (uint8_t)ends[0],
                                             .style = (uint8_t)ends[1],
                                             .ended = ends[2] & 1,
                                             .empty = ends[2] >> 1 & 1,
                                             .tagged = ends[2] >> 2 & 1,
                                             .glues = ends[2] >> 3 & 1,
                                             .event = ends[2] >> 4 & 1},
                                    .open = ends[2] >> 5 & 1,
                                    .to = {ends[3], ends[4]},
                                    .added = ends[5]};
    return out->added <= out->digest.bytes;
}

size_t fm_shard_output_between(const struct fm_shard_output *last,
                               const struct fm_shard_output *next, unsigned char *out)
{
    const bool follows =
        next->from.input > 0 && last->to.input == next->from.input && last->to.at == next->from.at;
    *out = '\n';
    if (next->begin == FM_SHARD_BEGIN_SPAN)
        return follows ? 0 : fm_separator(&last->tail, &next->head, out);
    return next->begin == FM_SHARD_BEGIN_LIST && last->open;
}
