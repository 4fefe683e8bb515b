/* SPDX-License-Identifier: MIT */
/* Changes an input of fuzz_convert for libFuzzer: in one of four steps a line of the head, which gets
 * a value that the key may take, else bytes of the archive. Keys and their words come from the
 * library, so that a new key is tried without a line here; texts that no list has are below. */
#include <config.h>
#include "settings.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static const struct setting examples[] = {
    {"threads", "3"},
    {"threads", "2"},
    {"inputs", "2"},
    {"inputs", "3"},
    {"shards", "2"},
    {"shards", "3"},
    {"fail", "20"},
    {"games.tags.White", "~ ^(a|b)*c"},
    {"games.tags.Result", "1-0"},
    {"games.tags.Event", "*"},
    {"games.any", "[{White: a}, {Result: '*'}]"},
    {"games.none", "[{White: a}, {ECO: '~ ^B'}]"},
    {"games.player", "~ ^a"},
    {"games.duplicates", "drop"},
    {"games.duplicates.key", "[moves]"},
    {"games.duplicates.key", "[players, date]"},
    {"games.class", "[classic]"},
    {"games.class", "[chess960, setup, variant]"},
    {"games.class", "[unsupported, broken]"},
    {"games.elo.both", ">= 2000"},
    {"games.result", "[1-0, '*']"},
    {"games.final", "[mate, check]"},
    {"games.reached", "1. e4 e5"},
    {"games.contains.material", "KQ..vK.."},
    {"games.contains.moves", "[capture]"},
    {"games.contains.board", "*/*/*/*/*/*/?PPP4/*"},
    {"games.exclude", "input1"},
    {"games.opening.eco", "A00..E99"},
    {"positions.exclude", "input1"},
    {"positions.plies", "0.."},
    {"positions.plies", "last"},
    {"positions.plies", "-3.."},
    {"positions.material", "{white: Q.., black: R..}"},
    {"positions.board", "*/*/*/*/*/*/?PPP4/*"},
    {"positions.reached", "1. e4"},
    {"positions.next", "[capture, check]"},
    {"positions.not-next", "[castling]"},
    {"positions.marks", "[good, mistake]"},
    {"positions.eval", "-100..100"},
    {"positions.swing", "10.."},
    {"positions.ops", "{id: '*'}"},
    {"positions.split", "{of: 2, part: 1}"},
    {"positions.split", "{of: 3, part: 1..2, by: position}"},
    {"positions.unique.store", "store"},
    {"output.to", "{White}.pgn"},
    {"output.to", "{result}/{year}.fen"},
    {"output.to", "part-{chunk}.epd"},
    {"output.to", "all.gz"},
    {"output.chunk", "2"},
    {"output.columns", "[fen, ply, next, result, eval]"},
    {"output.columns", "[fen, count, wins, score.mover]"},
    {"output.columns", "[moves, material, key, record, comment, White]"},
    {"output.by", "[fen, next.uci]"},
    {"output.by", "[result, ply/10]"},
    {"output.by", "[White, material]"},
    {"output.line", "{White} {fen} {next}{eval} {result}"},
    {"output.ops", "{id: '{White} {ply}', bm: '{next}', acd: '{count}'}"},
    {"output.ops", "{sm: '{next}', pv: '{moves}'}"},
    {"output.drop-ops", "[id, bm]"},
    {"output.merge-ops", "[bm, id]"},
    {"output.sort", "[-WhiteElo, Date]"},
    {"output.sort", "[fen, -ply]"},
    {"output.sort", "[-count, next.uci]"},
    {"output.when", "{tags: {Result: 1-0}}"},
    {"output.pgn.tags", "[White, Black, '*Elo']"},
    {"output.pgn.set-tags", "{PlyCount: '{plies}', Event: ''}"},
    {"outputs", "[{format: fen, to: a}, {format: pgn, to: b, when: {plies: 2..}}]"},
    {"outputs", "[{format: epd, to: a, limit: 2}, {format: csv, rows: groups, to: b, by: [fen]}]"},
    {"outputs", "[{format: polyglot, to: a}, {format: uci, to: b, sort: [plies]}]"},
    {"input.openings", "input1"},
    {"input.aliases", "input1"},
    {"input.tag-table", "input1"},
    {"input.max-errors", "1"},
    {"input.max-errors", "50%"},
    {"input.block", "1"},
    {"input.block", "7"},
    {"input.block", "300"},
    {"positions.memory", "64K"},
};

/* A generator of its own (splitmix64), so that a seed gives the same change everywhere. */
static size_t below(uint64_t *state, size_t bound)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return (size_t)((z ^ z >> 31) % bound);
}

/* A word of the key, or what a switch, a number or a range may be. */
static void choose_value(const char *key, uint64_t *state, char value[SETTING_BYTES])
{
    static const char *const forms[] = {"true", "false", "%u", "%u..", "..%u", "1..%u", "%uK"};
    size_t words = 0;
    while (fm_key_word(key, words) != NULL)
        words++;
    if (words > 0) {
        snprintf(value, SETTING_BYTES, "%s", fm_key_word(key, below(state, words)));
        return;
    }
    const char *form = forms[below(state, FM_COUNT_OF(forms))];
    const char *number = strstr(form, "%u");
    const unsigned drawn = (unsigned)below(state, below(state, 2) ? 10 : 200);
    if (number == NULL)
        snprintf(value, SETTING_BYTES, "%s", form);
    else
        snprintf(value, SETTING_BYTES, "%.*s%u%s", (int)(number - form), form, drawn, number + 2);
}

static void choose_setting(uint64_t *state, struct setting *out)
{
    struct fm_list_item item;
    size_t keys = 0;
    while (fm_list_row(FM_LIST_KEYS, keys, &item))
        keys++;
    if (below(state, 2)) {
        *out = examples[below(state, FM_COUNT_OF(examples))];
        return;
    }
    FUZZ_REQUIRE(fm_list_row(FM_LIST_KEYS, below(state, keys), &item));
    snprintf(out->key, SETTING_BYTES, "%s", item.name);
    choose_value(out->key, state, out->value);
}

static void change_head(struct settings *settings, uint64_t *state)
{
    const size_t count = settings->count, row = below(state, count + 1);
    if (count > 0 && (count == SETTINGS_MAX || below(state, 3) == 0))
        settings->rows[row % count] = settings->rows[--settings->count];
    else
        choose_setting(state, &settings->rows[row == count ? settings->count++ : row]);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct settings settings;
    uint64_t state = seed;
    settings_read(data, size, &settings);
    const bool head = below(&state, 4) == 0;
    if (!head)
        return settings.head + LLVMFuzzerMutate(data + settings.head, size - settings.head,
                                                max_size - settings.head);
    char lines[SETTINGS_MAX * 2 * SETTING_BYTES + 1];
    const size_t body = size - settings.head, old = settings.head;
    size_t n = 0;
    change_head(&settings, &state);
    for (size_t i = 0; i < settings.count; i++)
        n += (size_t)snprintf(lines + n, sizeof lines - n, "%s=%s\n", settings.rows[i].key,
                              settings.rows[i].value);
    if (settings.count > 0)
        lines[n++] = '\n';
    if (n + body > max_size)
        return size;
    memmove(data + n, data + old, body);
    memcpy(data, lines, n);
    return n + body;
}
