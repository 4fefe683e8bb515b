/* SPDX-License-Identifier: MIT */
/* Any bytes through a reader: the items are the same from memory and fed, with and without threads; a game
 * is what lies between its start and its end; what is lent is what its FEN says; batches have the items'
 * rows; a place leads to its game. The first byte chooses, the rest is the input. */
#include <config.h>
#include "fuzz.h"

enum { PLACES = 8, CHECKED = 64 };

/* What must be equal: a hash of all that a reader gives. */
struct sum {
    uint64_t hash, positions, games;
    enum fm_status status;
};

static void add(struct sum *sum, const void *p, size_t n)
{
    const unsigned char *bytes = p;
    for (size_t i = 0; i < n; i++)
        sum->hash = (sum->hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

static const char *const fields[] = {"fen", "ply", "next", "White", "eval.position"};

static struct fm_reader_options options_of(unsigned choice, const uint8_t *data, size_t size)
{
    static const unsigned char none[1];
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    options.memory = (struct fm_text){size == 0 ? none : data, size};
    options.fields = fields;
    options.field_count = FM_COUNT_OF(fields);
    options.start = (choice & 1) != 0;
    options.variations = (choice & 2) != 0;
    options.warnings = (choice & 4) != 0;
    options.positions = true;
    options.alone = true;
    return options;
}

/* The position that is lent is that of the FEN, and the move is one of it. */
static void check_lent(const struct fm_item *item)
{
    struct fm_position *read;
    uint64_t keys[2][2];
    FUZZ_REQUIRE(item->position != NULL);
    FUZZ_REQUIRE(item->next == NULL || fm_position_is_legal(item->position, item->next));
    if (fm_position_new(item->fen, fm_position_variant(item->position), &read, NULL) != FM_OK)
        return;
    fm_position_identity(item->position, keys[0]);
    fm_position_identity(read, keys[1]);
    FUZZ_REQUIRE(memcmp(keys[0], keys[1], sizeof keys[0]) == 0);
    fm_position_free(read);
}

static void add_item(struct sum *sum, const struct fm_item *item, bool *in_game)
{
    add(sum, &item->kind, sizeof item->kind);
    FUZZ_REQUIRE(*in_game ==
                 (item->kind == FM_ITEM_POSITION || item->kind == FM_ITEM_VARIATION_START ||
                  item->kind == FM_ITEM_VARIATION_END || item->kind == FM_ITEM_GAME_END));
    *in_game = *in_game ? item->kind != FM_ITEM_GAME_END : item->kind == FM_ITEM_GAME_START;
    FUZZ_REQUIRE((item->error != NULL) == (item->kind >= FM_ITEM_REJECTED));
    if (item->kind == FM_ITEM_GAME_START) {
        sum->games++;
        add(sum, &item->offset, sizeof item->offset);
        add(sum, &item->line, sizeof item->line);
    }
    if (item->kind != FM_ITEM_POSITION)
        return;
    for (size_t i = 0; i < item->value_count; i++)
        add(sum, item->values[i].p, item->values[i].n);
    if (sum->positions++ < CHECKED && item->position != NULL)
        check_lent(item);
}

static struct sum read_all(const struct fm_reader_options *options, const uint8_t *fed, size_t size,
                           struct fm_game_place *places)
{
    struct sum sum = {.hash = UINT64_C(0xcbf29ce484222325)};
    const struct fm_item *item;
    struct fm_reader *reader;
    bool in_game = false;
    size_t at = 0;
    FUZZ_REQUIRE(fm_reader_new(options, &reader, NULL) == FM_OK);
    for (;;) {
        sum.status = fm_reader_next(reader, &item, NULL);
        if (sum.status == FM_NEEDS_INPUT) {
            const size_t piece = size - at < 100 ? size - at : 100;
            if (piece == 0)
                fm_reader_feed_end(reader);
            else
                FUZZ_REQUIRE(fm_reader_feed(reader, fed + at, piece) == FM_OK);
            at += piece;
            continue;
        }
        if (sum.status != FM_OK)
            break;
        add_item(&sum, item, &in_game);
        if (places != NULL && item->kind == FM_ITEM_GAME_START && sum.games <= PLACES)
            places[sum.games - 1] = fm_reader_place(reader);
    }
    FUZZ_REQUIRE(!in_game);
    fm_reader_free(reader);
    return sum;
}

/* A place leads to the game that begins there. */
static void check_places(const struct fm_reader_options *options,
                         const struct fm_game_place *places, size_t count)
{
    const struct fm_item *item;
    struct fm_reader *reader;
    FUZZ_REQUIRE(fm_reader_new(options, &reader, NULL) == FM_OK);
    for (size_t i = count; i-- > 0;) {
        enum fm_status status = fm_reader_seek(reader, &places[i], NULL);
        if (status == FM_BAD_USE) /* a tar archive */
            break;
        FUZZ_REQUIRE(status == FM_OK);
        while ((status = fm_reader_next(reader, &item, NULL)) == FM_OK &&
               item->kind != FM_ITEM_GAME_START)
            ;
        /* A text that nothing shows to be chess may look otherwise from there. */
        if (status == FM_OK)
            FUZZ_REQUIRE(item->offset >= places[i].offset && item->line >= places[i].line &&
                         item->number >= places[i].number);
    }
    fm_reader_free(reader);
}

static void check_batches(struct fm_reader_options options, uint64_t positions)
{
    const struct fm_batch *batch;
    struct fm_reader *reader;
    uint64_t rows = 0;
    options.positions = false;
    FUZZ_REQUIRE(fm_reader_new(&options, &reader, NULL) == FM_OK);
    while (fm_reader_next_batch(reader, 5, &batch, NULL) == FM_OK) {
        FUZZ_REQUIRE(batch->count <= 5 && (batch->count > 0 || batch->fault != NULL));
        for (size_t i = 0; i < batch->count; i++) {
            FUZZ_REQUIRE(batch->games[i] < batch->start_count &&
                         batch->starts[batch->games[i]]->kind == FM_ITEM_GAME_START);
            FUZZ_REQUIRE(batch->columns[0].offsets[i] <= batch->columns[0].offsets[i + 1]);
        }
        rows += batch->count;
    }
    FUZZ_REQUIRE(rows == positions);
    fm_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fm_game_place places[PLACES];
    if (size == 0)
        return 0;
    const unsigned choice = data[0];
    struct fm_reader_options options = options_of(choice, data + 1, size - 1), other = options;
    const struct sum alone = read_all(&options, NULL, 0, places);
    other.alone = false;
    other.threads = 1 + choice / 8 % 2;
    other.memory.p = NULL;
    const struct sum fed = read_all(&other, data + 1, size - 1, NULL);
    FUZZ_REQUIRE(alone.hash == fed.hash && alone.positions == fed.positions &&
                 alone.games == fed.games && alone.status == fed.status);
    check_batches(options, alone.positions);
    check_places(&options, places, alone.games < PLACES ? (size_t)alone.games : PLACES);
    return 0;
}
