/* Template: the text of a rank, picked from its squares. */

/* Make the text of one rank, given the set of its occupied files. */
FM_INLINE void write_rank(struct BFN(position) *pos, unsigned rank, unsigned set)
{
#if BOARD_FILES == 8
    const struct rank_moves *m = &rank_moves[set];
    uint64_t text;
    memcpy(&text, &pos->board[square_of(0, rank)], sizeof text);
    text |= m->digits;
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t moved = text & m->by[i];
        text = (text ^ moved) | moved >> (8u << i);
    }
    memcpy(pos->text[rank], &text, sizeof text);
#else
    const unsigned char *picks = rank_picks[set], *squares = &pos->board[square_of(0, rank)];
    for (unsigned i = 0; i < RANK_TEXT; i++)
        pos->text[rank][i] = picks[i] & 0x80 ? picks[i] & 0x7f : squares[picks[i]];
#endif
    pos->length[rank] = rank_length[set];
}

/* The same from the position as it stands. */
static void rewrite_rank(struct BFN(position) *pos, unsigned rank)
{
    write_rank(pos, rank, bb_files(occupied_of(pos), rank));
}
