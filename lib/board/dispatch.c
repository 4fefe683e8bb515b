/* The public positions: one handle for both widths. A FEN is read by fen_read.c, a move is
 * taken apart by notation.c, everything else is done by the board itself. */
#include <config.h>
#include "board/dispatch.h"
#include <stdlib.h>

struct fm_position {
    const struct fm_board_ops *ops;
    const struct fm_variant *variant;
    uint8_t files;
    struct fm_warnings notes; /* of the text it was read from; its operations are not kept */
    _Alignas(max_align_t) unsigned char board[]; /* ops->size bytes */
};

const struct fm_board_ops *fm_board_ops_for(unsigned files)
{
    return files == 8 ? &fm_board_ops_8x8 : &fm_board_ops_10x8;
}

enum fm_status fm_position_make(const struct fm_setup *setup, const struct fm_warnings *notes,
                                struct fm_position **out)
{
    const struct fm_board_ops *ops = fm_board_ops_for(setup->files);
    struct fm_position *position = malloc(sizeof *position + ops->size);
    if (position == NULL)
        return FM_NO_MEMORY;
    position->ops = ops;
    position->variant = setup->variant;
    position->files = setup->files;
    position->notes = *notes;
    ops->make(setup, position->board);
    *out = position;
    return FM_OK;
}

enum fm_status fm_position_new_sp(unsigned number, struct fm_position **out)
{
    struct fm_setup setup;
    if (number >= 960)
        return FM_BAD_USE;
    const struct fm_warnings clean = {{0}};
    fm_setup_from_sp(number, &setup);
    return fm_position_make(&setup, &clean, out);
}

enum fm_reason fm_position_warning(const struct fm_position *position, size_t index)
{
    for (unsigned reason = 1; reason < FM_REASON_COUNT; reason++)
        if (fm_warnings_has(&position->notes, (enum fm_reason)reason) && index-- == 0)
            return (enum fm_reason)reason;
    return FM_REASON_NONE;
}

void fm_position_free(struct fm_position *position)
{
    free(position);
}

enum fm_status fm_position_play(struct fm_position *position, struct fm_text move,
                                struct fm_error *error)
{
    struct fm_notation notes[2];
    struct fm_error reported = {
        .status = FM_REJECTED, .reason = FM_REASON_UNREADABLE_MOVE, .why = FM_WHY_NOT_A_MOVE};
    const unsigned readings = fm_notation_read(move, fm_languages, position->files, notes);
    for (unsigned i = 0; i < readings; i++) {
        struct fm_error fault = {.status = FM_OK};
        struct fm_move found;
        uint32_t tolerances = 0;
        if (position->ops->find(position->board, &notes[i], &found, &tolerances, &fault) ==
            FM_REASON_NONE) {
            position->ops->play(position->board, found);
            return FM_OK;
        }
        if (i == 0 || fault.reason == FM_REASON_AMBIGUOUS_MOVE)
            reported = fault;
    }
    if (error != NULL) {
        *error = reported;
        error->what = move;
        error->black = fm_position_black_to_move(position);
    }
    return FM_REJECTED;
}

/* The counters as EPD operations, in ASCII order. */
static unsigned char *put_counter_ops(const struct fm_setup *setup, unsigned char *out)
{
    static const char fullmove[] = " fmvn ", halfmove[] = "; hmvc ";
    memcpy(out, fullmove, sizeof fullmove - 1);
    out = fm_put_u64(out + sizeof fullmove - 1, setup->fullmove);
    memcpy(out, halfmove, sizeof halfmove - 1);
    out = fm_put_u64(out + sizeof halfmove - 1, setup->halfmove);
    *out++ = ';';
    return out;
}

size_t fm_position_fen(const struct fm_position *position, enum fm_castling_dialect castling,
                       enum fm_en_passant en_passant, enum fm_counters counters, char *out,
                       size_t size)
{
    unsigned char text[FM_FEN_MAX + 64];
    const struct fm_fen_style style = {
        .castling = castling == FM_CASTLING_KEEP ? FM_CASTLING_XFEN : castling,
        .en_passant = en_passant == FM_EP_KEEP ? FM_EP_ALWAYS : en_passant,
        .counters = counters == FM_COUNTERS_KEEP ? FM_COUNTERS_FIELDS : counters,
    };
    unsigned char *end = position->ops->write(position->board, &style, text);
    if (end != NULL && counters == FM_COUNTERS_OPS) {
        struct fm_setup setup;
        position->ops->setup(position->board, &setup);
        end = put_counter_ops(&setup, end);
    }
    const size_t n = end == NULL ? 0 : (size_t)(end - text);
    if (n == 0 || n >= size)
        return 0;
    memcpy(out, text, n);
    out[n] = '\0';
    return n;
}

unsigned fm_position_files(const struct fm_position *position)
{
    return position->files;
}

void fm_position_board(const struct fm_position *position, struct fm_board *out)
{
    struct fm_setup setup;
    position->ops->setup(position->board, &setup);
    *out = (struct fm_board){.files = setup.files, .black = setup.black};
    memcpy(out->pieces, setup.pieces, sizeof out->pieces);
}

char fm_position_piece(const struct fm_position *position, unsigned file, unsigned rank)
{
    struct fm_setup setup;
    if (file >= position->files || rank >= FM_RANKS)
        return 0;
    position->ops->setup(position->board, &setup);
    return (char)setup.pieces[rank][file];
}

bool fm_position_black_to_move(const struct fm_position *position)
{
    struct fm_setup setup;
    position->ops->setup(position->board, &setup);
    return setup.black;
}

bool fm_position_in_check(const struct fm_position *position)
{
    return position->ops->in_check(position->board);
}

int fm_position_sp(const struct fm_position *position)
{
    struct fm_setup setup;
    position->ops->setup(position->board, &setup);
    return fm_setup_sp(&setup);
}

uint64_t fm_position_key(const struct fm_position *position)
{
    return position->ops->key(position->board);
}

struct fm_hash128 fm_position_hash(const struct fm_position *position)
{
    return position->ops->hash(position->board);
}

uint64_t fm_position_perft(const struct fm_position *position, unsigned depth)
{
    return position->ops->perft(position->board, depth);
}

void fm_position_divide(const struct fm_position *position, unsigned depth,
                        void (*each)(void *user, const char *uci, const char *san, uint64_t count),
                        void *user)
{
    struct fm_move moves[FM_MOVES_MAX];
    const struct fm_board_ops *const ops = position->ops;
    const void *const board = position->board;
    if (depth == 0)
        return;
    const unsigned n = ops->moves(board, moves);
    for (unsigned i = 0; i < n; i++) {
        unsigned char uci[FM_MOVE_TEXT_MAX], san[FM_MOVE_TEXT_MAX];
        *ops->write_uci(board, moves[i], position->variant->id != FM_STANDARD, uci) = '\0';
        *ops->write_san(board, moves[i], san) = '\0';
        each(user, (const char *)uci, (const char *)san,
             ops->perft_after(board, moves[i], depth - 1));
    }
}
