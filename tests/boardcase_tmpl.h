/* SPDX-License-Identifier: MIT */
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

/* The piece on the lowest occupied file goes to the lowest empty one. */
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

/* Whether it gives check and mate, by playing it. */
static char slow_sign(const struct BFN(position) * pos, struct fm_move move)
{
    struct BFN(position) after = *pos;
    struct fm_move answers[FM_MOVES_MAX];
    BFN(position_play)(&after, move);
    if (!BFN(view_in_check)(&after.view))
        return '\0';
    return BFN(position_moves)(&after, answers) == 0 ? '#' : '+';
}

/* PGN standard 8.2.3.4, by the list of legal moves. */
static char *slow_origin(const struct fm_move *moves, unsigned n, struct fm_move move,
                         unsigned seen[FM_SEEN_COUNT], char *out)
{
    bool others = false, on_file = false, on_rank = false;
    for (unsigned i = 0; i < n; i++) {
        if (moves[i].type == FM_MOVE_CASTLE || moves[i].kind != move.kind ||
            moves[i].to != move.to || moves[i].from == move.from)
            continue;
        others = true;
        on_file |= file_of(moves[i].from) == file_of(move.from);
        on_rank |= rank_of(moves[i].from) == rank_of(move.from);
    }
    if (others)
        seen[on_file && on_rank ? FM_SEEN_BOTH : on_file ? FM_SEEN_RANK : FM_SEEN_FILE]++;
    if (others && (!on_file || on_rank))
        *out++ = (char)('a' + file_of(move.from));
    if (on_file)
        *out++ = (char)('1' + rank_of(move.from));
    return out;
}

static void slow_san(const struct BFN(position) * pos, const struct fm_move *moves, unsigned n,
                     struct fm_move move, unsigned seen[FM_SEEN_COUNT], char *out)
{
    const bool takes = move.captured != FM_NO_KIND;
    if (move.type == FM_MOVE_CASTLE) {
        strcpy(out, move.side == FM_KING_SIDE ? "O-O" : "O-O-O");
        out += strlen(out);
    } else {
        if (move.kind != FM_PAWN) {
            *out++ = "PNBRQACK"[move.kind];
            out = slow_origin(moves, n, move, seen, out);
        } else if (takes) {
            *out++ = (char)('a' + file_of(move.from));
        }
        if (takes)
            *out++ = 'x';
        *out++ = (char)('a' + file_of(move.to));
        *out++ = (char)('1' + rank_of(move.to));
        if (move.promotion != FM_NO_KIND)
            *out++ = '=', *out++ = "PNBRQAC"[move.promotion];
    }
    *out++ = slow_sign(pos, move);
    *out = '\0';
}

/* Could another piece of the kind go there, were its king no matter? By the pieces' ways on an
 * otherwise empty board, and what is between. */
static bool has_pinned_rival(const struct BFN(position) * pos, const struct fm_move *moves,
                             unsigned n, struct fm_move move)
{
    if (move.kind != FM_ROOK || move.type == FM_MOVE_CASTLE)
        return false;
    for (unsigned file = 0; file < FILES; file++) {
        const unsigned from = square_of(file, rank_of(move.to)), step = from < move.to ? 1 : -1u;
        bool can =
            from != move.to && from != move.from && pos->board[from] == (pos->black ? 'r' : 'R');
        for (unsigned sq = from + step; can && sq != move.to; sq += step)
            can = pos->board[sq] == 0;
        for (unsigned i = 0; i < n; i++)
            can = can && !(moves[i].from == from && moves[i].to == move.to);
        if (can)
            return true;
    }
    return false;
}

static void note_seen(const struct BFN(position) * pos, const struct fm_move *moves, unsigned n,
                      struct fm_move move, char sign, unsigned seen[FM_SEEN_COUNT])
{
    const bool check = sign != '\0', ep = move.type == FM_MOVE_EN_PASSANT;
    const char king = pos->black ? 'K' : 'k';
    const int ahead = pos->black ? -1 : 1, file = (int)file_of(move.to);
    const unsigned rank = (unsigned)((int)rank_of(move.to) + ahead) % RANKS;
    const bool direct =
        (file > 0 && pos->board[square_of((unsigned)file - 1, rank)] == king) ||
        (file < LAST_FILE && pos->board[square_of((unsigned)file + 1, rank)] == king);
    seen[FM_SEEN_CHECK] += check;
    seen[FM_SEEN_MATE] += sign == '#';
    seen[FM_SEEN_CASTLING_CHECK] += check && move.type == FM_MOVE_CASTLE;
    seen[FM_SEEN_EP_CHECK] += check && ep;
    seen[FM_SEEN_EP_DISCOVERED_CHECK] += check && ep && !direct;
    seen[FM_SEEN_PROMOTION_CHECK] += check && move.promotion != FM_NO_KIND;
    seen[FM_SEEN_PROMOTION_MATE] += sign == '#' && move.promotion != FM_NO_KIND;
    seen[FM_SEEN_PINNED_RIVAL] += has_pinned_rival(pos, moves, n, move);
}

/* The bytes that stores and samples of earlier versions were made of. */
static bool hash_is_right(const struct BFN(position) * pos, const struct fm_move *moves, unsigned n)
{
    unsigned char bytes[RANKS * FILES + 7], *p = bytes;
    bool en_passant = false;
    for (unsigned i = 0; i < n; i++)
        en_passant |= moves[i].type == FM_MOVE_EN_PASSANT;
    for (unsigned rank = 0; rank < RANKS; rank++)
        for (unsigned file = 0; file < FILES; file++)
            *p++ = pos->board[square_of(file, rank)];
    *p++ = pos->black;
    for (unsigned right = 0; right < 4; right++)
        *p++ = pos->rights >> right & 1
                   ? (unsigned char)file_of(pos->castles[right / 2][right % 2].rook_from)
                   : 0xff;
    *p++ = pos->rights != 0 ? pos->style : 0;
    *p++ = en_passant ? (unsigned char)file_of(pos->ep) : 0xff;
    const struct fm_hash128 want = fm_hash128_of(bytes, sizeof bytes, 0),
                            got = BFN(view_hash)(&pos->view);
    return got.lo == want.lo && got.hi == want.hi;
}

const char *BFN(case_walk)(const struct fm_setup *setup, unsigned plies, uint64_t *seed,
                           unsigned seen[FM_SEEN_COUNT])
{
    static char want[FM_MOVE_TEXT_MAX];
    struct BFN(position) pos;
    struct fm_move moves[FM_MOVES_MAX];
    BFN(position_make)(setup, &pos);
    for (; plies > 0; plies--) {
        const unsigned n = BFN(position_moves)(&pos, moves);
        if (!hash_is_right(&pos, moves, n))
            return "another hash";
        for (unsigned i = 0; i < n; i++) {
            unsigned char got[FM_MOVE_TEXT_MAX];
            slow_san(&pos, moves, n, moves[i], seen, want);
            *BFN(position_write_san)(&pos, moves[i], got) = '\0';
            const char sign = slow_sign(&pos, moves[i]);
            note_seen(&pos, moves, n, moves[i], sign, seen);
            if (strcmp((const char *)got, want) != 0 ||
                BFN(position_gives_check)(&pos, moves[i]) != (sign != '\0'))
                return want;
        }
        if (n == 0)
            break;
        *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
        BFN(position_play)(&pos, moves[(*seed >> 33) % n]);
    }
    return NULL;
}
