/* Template: the cases of one board. */
#include "board/board.h"
#include "boardcase.h"

int BFN(case_read)(const struct fm_setup *setup, const char *text, char uci[FM_MOVE_TEXT_MAX])
{
    unsigned char padded[FM_TEXT_PADDING + FM_TEXT_PADDING] = {0};
    struct BFN(position) pos;
    struct fm_move move;
    BFN(position_make)(setup, &pos);
    memcpy(padded, text, strlen(text));
    const unsigned char *const end = BFN(position_read_san)(&pos, padded, &move);
    if (end == NULL)
        return -1;
    *BFN(position_write_uci)(&pos, move, true, (unsigned char *)uci) = '\0';
    return (int)(end - padded);
}

/* The man on the lowest occupied file goes to the lowest empty one. */
static bool rank_is_right(unsigned rank, unsigned set, bool shuffles)
{
    static const struct fm_fen_style style = {
        .castling = FM_CASTLING_XFEN, .en_passant = FM_EP_ALWAYS, .counters = FM_COUNTERS_FIELDS};
    struct fm_setup setup = {
        .files = FILES, .rook = {{-1, -1}, {-1, -1}}, .ep_file = -1, .fullmove = 1};
    struct BFN(position) pos;
    unsigned char got[FM_FEN_MAX], want[FM_FEN_MAX];
    setup.variant = &fm_variants[FILES == 8 ? FM_STANDARD : FM_CAPABLANCA];
    for (unsigned file = 0; file < FILES; file++)
        if (set >> file & 1)
            setup.pieces[rank][file] = (unsigned char)"NBRQnbrqPp"[file];
    setup.pieces[(rank + 1) % RANKS][0] = 'K';
    setup.pieces[(rank + 1) % RANKS][FILES - 1] = 'k';
    BFN(position_make)(&setup, &pos);
    pos.shuffles = pos.shuffles && shuffles;
    const unsigned from = (unsigned)__builtin_ctz(set), to = (unsigned)__builtin_ctz(~set);
    setup.pieces[rank][to] = setup.pieces[rank][from];
    setup.pieces[rank][from] = 0;
    pos.black = setup.black = setup.pieces[rank][to] >= 'a';
    const char *const kinds = "PNBRQ";
    const unsigned kind = (unsigned)(strchr(kinds, setup.pieces[rank][to] & 0xDF) - kinds);
    BFN(position_play)
    (&pos, fm_move_of(square_of(from, rank), square_of(to, rank), kind, FM_NO_KIND, FM_MOVE_NORMAL,
                      FM_NO_KIND, 0));
    setup.fullmove += setup.black;
    setup.black = !setup.black;
    setup.halfmove = kind != FM_PAWN;
    const size_t n = (size_t)(BFN(position_write)(&pos, &style, got) - got);
    return n == (size_t)(fm_setup_write_fen(&setup, FM_CASTLING_XFEN, true, true, want) - want) &&
           memcmp(got, want, n) == 0;
}

unsigned BFN(case_ranks)(bool shuffles)
{
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned set = 1; set < FILE_SET; set++)
            if (!rank_is_right(rank, set, shuffles))
                return set;
    return 0;
}

bool BFN(case_remade)(const struct fm_setup *setup)
{
    struct BFN(position) pos, again;
    struct fm_setup reported;
    BFN(position_make)(setup, &pos);
    BFN(position_setup)(&pos, &reported);
    BFN(position_make)(&reported, &again);
    return memcmp(&pos, &again, sizeof pos) == 0;
}
