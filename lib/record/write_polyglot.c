/* SPDX-License-Identifier: MIT */
/* Opening books as PolyGlot has them: entries of 16 bytes, big-endian: key of the position, move,
 * weight, and 4 bytes for learning, which are 0; by key, then the heaviest first. A reader finds
 * the first entry of a position by bisection. http://hgm.nubati.net/book_format.html */
#include <config.h>
#include <stdlib.h>
#include "base/lanes.h"
#include "record/book.h"
#include "record/record.h"

enum { KEY = 8, MOVE = 2, WEIGHT = 2, LEARN = 4, WEIGHT_MAX = UINT16_MAX };
_Static_assert(FM_BOOK_MOVE == KEY + MOVE, "what tells moves apart");
_Static_assert(FM_BOOK_ENTRY == KEY + MOVE + WEIGHT + LEARN, "the whole entry");

struct move {
    uint64_t weight;
    unsigned code; /* move as an entry has it: code_of() */
};

static unsigned char *put(unsigned char *at, uint64_t number, unsigned bytes)
{
    fm_big_endian_store(at, bytes, number);
    return at + bytes;
}

/* Squares are numbered as on the board of 8x8, and castling is the king's move to its rook. */
static unsigned code_of(struct fm_move move)
{
    static const uint8_t promotions[FM_KINDS + 1] = {
        [FM_KNIGHT] = 1, [FM_BISHOP] = 2, [FM_ROOK] = 3, [FM_QUEEN] = 4};
    return move.to | (unsigned)move.from << 6 | (unsigned)promotions[move.promotion] << 12;
}

enum fm_status fm_book_put_move(struct fm_buf *out, uint64_t key, struct fm_move move)
{
    FM_TRY(fm_buf_reserve(out, FM_BOOK_MOVE));
    out->n = (size_t)(put(put(out->p + out->n, key, KEY), code_of(move), MOVE) - out->p);
    return FM_OK;
}

static int by_weight(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->code < y->code ? -1 : x->code > y->code;
}

/* Where the heaviest move does not fit into its 16 bits, all of the position become smaller in the
 * same ratio; what has a weight at all keeps one. */
static uint64_t scaled(uint64_t weight, uint64_t heaviest)
{
    while (heaviest > UINT64_MAX / WEIGHT_MAX / 2) {
        heaviest /= 2;
        weight /= 2;
    }
    if (heaviest > WEIGHT_MAX)
        weight = (weight * WEIGHT_MAX + heaviest / 2) / heaviest;
    return weight > 0 ? weight : 1;
}

enum fm_status fm_book_end(struct fm_book *book, struct fm_buf *out)
{
    struct move *moves = (void *)book->moves.p;
    const size_t count = book->moves.n / sizeof *moves;
    if (count == 0)
        return FM_OK;
    qsort(moves, count, sizeof *moves, by_weight);
    FM_TRY(fm_buf_reserve(out, count * FM_BOOK_ENTRY));
    unsigned char *at = out->p + out->n;
    for (size_t i = 0; i < count; i++) {
        at = put(put(at, book->key, KEY), moves[i].code, MOVE);
        at = put(put(at, scaled(moves[i].weight, moves[0].weight), WEIGHT), 0, LEARN);
    }
    out->n = (size_t)(at - out->p);
    book->moves.n = 0;
    return FM_OK;
}

enum fm_status fm_book_add(struct fm_book *book, struct fm_text move, uint64_t weight,
                           struct fm_buf *out)
{
    const struct move one = {weight, (unsigned)fm_big_endian(move.p + KEY, MOVE)};
    const uint64_t key = fm_big_endian(move.p, KEY);
    if (key != book->key)
        FM_TRY(fm_book_end(book, out));
    book->key = key;
    return weight == 0 ? FM_OK : fm_buf_append(&book->moves, &one, sizeof one);
}

void fm_book_free(struct fm_book *book)
{
    fm_buf_free(&book->moves);
}

/* The boards append the moves, and the stage that counts them writes the entries. */
const struct fm_format_row fm_format_polyglot = {
    .help = "an opening book: moves by position with their weights (binary)",
    .traits = FM_FORMAT_BOOK};
