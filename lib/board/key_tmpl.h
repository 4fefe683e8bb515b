/* SPDX-License-Identifier: MIT */
/* Template: keys of a position. On 8x8 the key is that of Polyglot's books, whose numbers are data
 * of the format; on 10x8 there is no such format, and numbers are made by mixing their index. */

/* Polyglot orders the pieces pawn, knight, bishop, rook, queen, king, black before white. */
static unsigned key_row(unsigned kind, unsigned colour)
{
    const unsigned order = FILES <= 8 && kind == FM_KING ? FM_QUEEN + 1 : kind;
    return 2 * order + (colour == FM_WHITE);
}

#if BOARD_FILES == 8
#    define KEY_NUMBER(index) (polyglot_numbers[index])
enum {
    KEY_RIGHTS = POLYGLOT_RIGHTS,
    KEY_FILES = POLYGLOT_FILES,
    KEY_WHITE = POLYGLOT_WHITE,
    KEY_IS_POLYGLOTS = true
};
#else
#    define KEY_NUMBER(index) (fm_hash_mix((index) + 1))
enum {
    KEY_RIGHTS = 2 * FM_KINDS * SQUARES,
    KEY_FILES = KEY_RIGHTS + 4,
    KEY_WHITE = KEY_FILES + FILES,
    KEY_IS_POLYGLOTS = false
};
#endif

/* The en passant file counts only where a pawn can take, legal or not: so the book format has
 * it. */
uint64_t BFN(view_key_after)(const struct BFN(view) * pos, struct BFN(keyed) * before)
{
    uint64_t key = pos->black ? 0 : KEY_NUMBER(KEY_WHITE);
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++)
        for (unsigned kind = 0; kind < FM_KINDS; kind++) {
            bb differ = pos->pieces[colour][kind] ^ before->pieces[colour][kind];
            before->pieces[colour][kind] ^= differ;
            while (differ != 0)
                before->key ^= KEY_NUMBER(key_row(kind, colour) * SQUARES + bb_pop(&differ));
        }
    for (unsigned right = 0; right < 4; right++)
        if (pos->rights >> right & 1)
            key ^= KEY_NUMBER(KEY_RIGHTS + right);
    if (en_passant_takers(pos) != 0)
        key ^= KEY_NUMBER(KEY_FILES + file_of(pos->ep));
    return before->key ^ key;
}

uint64_t BFN(view_key)(const struct BFN(view) * pos)
{
    struct BFN(keyed) none = {0};
    return BFN(view_key_after)(pos, &none);
}

/* A key says which sides may castle, and not with which rook: readers of books know the king on e,
 * the rooks on a and h, and where they go. */
bool BFN(position_has_book)(const struct BFN(position) * pos)
{
    enum { A, C = 2, E = 4, G = 6, H };
    for (unsigned right = 0; right < 4; right++) {
        const struct BFN(castle) *c = &pos->castles[right / 2][right % 2];
        const bool king_side = right % 2 == FM_KING_SIDE;
        if ((pos->rights >> right & 1) &&
            (file_of(c->king_from) != E || file_of(c->rook_from) != (king_side ? H : A) ||
             file_of(c->king_to) != (king_side ? G : C)))
            return false;
    }
    return KEY_IS_POLYGLOTS;
}

/* All that the rules look at, in fixed places, so that equal positions are equal bytes: squares,
 * side, the file of each right's rook, the castling style only while a right is left, en passant
 * only if legal. */
struct fm_hash128 BFN(view_hash)(const struct BFN(view) * pos)
{
    struct fm_hash128 hash = {0, 0};
#if BOARD_FILES == STRIDE
    const unsigned char *const squares = pos->board;
#else
    unsigned char squares[RANKS * FILES];
    for (unsigned rank = 0; rank < RANKS; rank++)
        memcpy(&squares[rank * FILES], &pos->board[square_of(0, rank)], FILES);
#endif
    FM_UNROLLED
    for (unsigned at = 0; at < RANKS * FILES; at += 16)
        fm_hash_go_on(&hash, squares + at);
    const bool en_passant = en_passant_takers(pos) != 0 && en_passant_is_legal(pos);
    const uint64_t style = pos->rights != 0 ? pos->style : 0,
                   file = en_passant ? file_of(pos->ep) : 0xff;
    return fm_hash_end(hash, pos->black | (uint64_t)pos->rook_files << 8 | style << 40 | file << 48,
                       RANKS * FILES + 7);
}
