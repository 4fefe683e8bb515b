/* Does a rule write the en passant square of a setup? One copy per board. */

/** @param setup  without faults, with an en passant square. @param rule  PSEUDO_LEGAL or LEGAL. */
bool BFN(ep_holds)(const struct fm_setup *setup, enum fm_en_passant rule)
{
    const struct fm_fen_style style = {.castling = FM_CASTLING_SHREDDER, .en_passant = rule};
    struct BFN(position) pos;
    unsigned char text[FM_FEN_MAX];
    BFN(position_make)(setup, &pos);
    const unsigned char *end = BFN(position_write)(&pos, &style, text);
    return end != NULL && end[-1] != '-'; /* without counters the square is the last field */
}
