/* SPDX-License-Identifier: MIT */
/* A book by position: see repertoire.h. The moves of a position are a chain of indexes. */
#include <config.h>
#include "game/repertoire.h"
#include <stdlib.h>
#include "base/lanes.h"
#include "board/move.h"
#include "board/notation.h"
#include "io/codec.h"
#include "io/input.h"

struct row {
    struct fm_hash128 key;
    uint32_t first; /* index of the first move of the position; 0 = none */
    uint32_t zero;  /* rows are multiples of 8 bytes */
};

void fm_repertoire_free(struct fm_repertoire *book)
{
    fm_table_free(&book->table);
    free(book->moves);
    *book = (struct fm_repertoire){.count = 0};
}

static enum fm_status refuse_size(struct fm_error *error)
{
    *error = (struct fm_error){
        .status = FM_INPUT_FAILED,
        .detail = FM_TEXT("a book of more than 12,582,912 positions or moves is too large: leave "
                          "out its last moves (`output.pgn.plies`)")};
    return FM_INPUT_FAILED;
}

static bool grow_moves(struct fm_repertoire *book)
{
    const size_t cap = book->cap == 0 ? 256 : 2 * book->cap;
    struct fm_repertoire_move *grown = realloc(book->moves, cap * sizeof *grown);
    if (grown == NULL)
        return false;
    book->moves = grown;
    book->cap = cap;
    book->moves[0] = (struct fm_repertoire_move){0};
    return true;
}

enum fm_status fm_repertoire_add(struct fm_repertoire *book, struct fm_hash128 position,
                                 unsigned code, unsigned weight, struct fm_error *error)
{
    bool fresh;
    book->table.row = sizeof(struct row);
    if (book->table.count >= FM_REPERTOIRE_MAX || book->count >= FM_REPERTOIRE_MAX)
        return refuse_size(error);
    struct row *const row = fm_table_add(&book->table, position, &fresh);
    if (row == NULL || (book->count + 2 > book->cap && !grow_moves(book)))
        return FM_NO_MEMORY;
    if (code == 0)
        return FM_OK;
    uint32_t *at = &row->first;
    while (*at != 0 && book->moves[*at].code != code)
        at = &book->moves[*at].next;
    if (*at == 0) {
        *at = (uint32_t)++book->count;
        book->moves[book->count] = (struct fm_repertoire_move){.code = code};
    }
    uint32_t *const sum = &book->moves[*at].weight;
    *sum = weight > UINT32_MAX - *sum ? UINT32_MAX : *sum + weight;
    return FM_OK;
}

/* The moves of a chain are few: each is taken out and put after all that weigh as much. */
static uint32_t sorted(struct fm_repertoire_move *moves, uint32_t first)
{
    uint32_t made = 0;
    while (first != 0) {
        const uint32_t taken = first;
        uint32_t *at = &made;
        first = moves[taken].next;
        while (*at != 0 && moves[*at].weight >= moves[taken].weight)
            at = &moves[*at].next;
        moves[taken].next = *at;
        *at = taken;
    }
    return made;
}

void fm_repertoire_finish(struct fm_repertoire *book)
{
    for (void *row = NULL; (row = fm_table_next(&book->table, row)) != NULL;) {
        struct row *const position = row;
        position->first = sorted(book->moves, position->first);
    }
}

bool fm_repertoire_find(const struct fm_repertoire *book, struct fm_hash128 position,
                        unsigned *move)
{
    const struct row *row = book->table.count == 0 ? NULL : fm_table_find(&book->table, position);
    *move = row == NULL ? 0 : row->first;
    return row != NULL;
}

/* PolyGlot's books: http://hgm.nubati.net/book_format.html */

enum { ENTRY = 16, KEY = 8, PIECE = 4096 * ENTRY };

struct fm_hash128 fm_repertoire_key(uint64_t polyglot)
{
    return (struct fm_hash128){.lo = fm_hash_mix(polyglot), .hi = polyglot};
}

bool fm_repertoire_is_polyglot(const char *name)
{
    struct fm_text text = fm_text_of(name);
    const struct fm_codec *codec = fm_codec_of_name(text);
    const struct fm_text suffix = FM_TEXT(".bin");
    text.n -= codec == NULL ? 0 : strlen(codec->suffix);
    return text.n > suffix.n &&
           fm_text_equal_nocase((struct fm_text){text.p + (text.n - suffix.n), suffix.n}, suffix);
}

/* Squares are numbered as on the board of 8x8, and castling is the king's move to its rook. A move
 * of which no promotion is known is none, as is one to its own square: 0. */
static unsigned code_of(unsigned polyglot)
{
    static const uint8_t promotions[] = {FM_NO_KIND, FM_KNIGHT, FM_BISHOP, FM_ROOK, FM_QUEEN};
    const unsigned to = polyglot & 63, from = polyglot >> 6 & 63, promotion = polyglot >> 12;
    if (promotion >= FM_COUNT_OF(promotions) || from == to)
        return 0;
    return fm_move_code((struct fm_move){
        .from = (uint8_t)from, .to = (uint8_t)to, .promotion = promotions[promotion]});
}

static enum fm_status refuse_entry(uint64_t offset, const char *detail, struct fm_error *error)
{
    *error = (struct fm_error){
        .status = FM_INPUT_FAILED, .offset = offset, .detail = fm_text_of(detail)};
    return FM_INPUT_FAILED;
}

static enum fm_status read_entries(struct fm_input *input, struct fm_repertoire *book,
                                   struct fm_error *error)
{
    unsigned char piece[PIECE];
    uint64_t last = 0, offset = 0;
    size_t held = 0, got;
    do {
        FM_TRY(fm_input_read(input, piece + held, sizeof piece - held, &got, error));
        held += got;
        size_t at = 0;
        for (; held - at >= ENTRY; at += ENTRY, offset += ENTRY) {
            const uint64_t key = fm_big_endian(piece + at, KEY);
            const unsigned code = code_of((unsigned)fm_big_endian(piece + at + KEY, 2));
            const unsigned weight = (unsigned)fm_big_endian(piece + at + KEY + 2, 2);
            if (key < last)
                return refuse_entry(offset,
                                    "this PolyGlot book is damaged: its entries are not in "
                                    "the order of their keys",
                                    error);
            if (code == 0)
                return refuse_entry(offset, "this PolyGlot book is damaged: an entry has no move",
                                    error);
            last = key;
            if (weight > 0)
                FM_TRY(fm_repertoire_add(book, fm_repertoire_key(key), code, weight, error));
        }
        memmove(piece, piece + at, held - at);
        held -= at;
    } while (got > 0);
    if (held > 0)
        return refuse_entry(offset, "this PolyGlot book is cut off: its entries have 16 bytes each",
                            error);
    return FM_OK;
}

enum fm_status fm_repertoire_read(const char *name, struct fm_repertoire *book,
                                  struct fm_error *error)
{
    struct fm_input *input;
    book->polyglot = true;
    FM_TRY(fm_input_open(name, &input, error));
    const enum fm_status status = read_entries(input, book, error);
    fm_input_close(input);
    if (status == FM_INPUT_FAILED)
        error->input = name;
    return status;
}
