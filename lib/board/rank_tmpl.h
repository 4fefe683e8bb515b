/* Template: the text of a rank, picked from its squares. */

/* Make the text of one rank anew. */
FM_INLINE void write_rank(struct BFN(position) *pos, unsigned rank)
{
    const unsigned set = bb_files(occupied_of(pos), rank);
    const unsigned char *picks = rank_picks[set], *squares = &pos->board[square_of(0, rank)];
    for (unsigned i = 0; i < RANK_TEXT; i++)
        pos->text[rank][i] = picks[i] & 0x80 ? picks[i] & 0x7f : squares[picks[i]];
    pos->length[rank] = rank_length[set];
}
