/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "reference/ref.h"
/* The board of the witness: attacks, moves, making a move. A move is tried on a copy and dropped
 * when the own king can then be taken. Nothing here is meant to be fast. */
#include <stdlib.h>
#include <string.h>

/* The first four are straight, the others diagonal. */
static const int compass[8][2] = {{0, 1}, {1, 0},  {0, -1},  {-1, 0},
                                  {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const int jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

int ref_is_black(char piece)
{
    return piece >= 'a' && piece <= 'z';
}

char ref_kind(char piece)
{
    return ref_is_black(piece) ? (char)(piece - 'a' + 'A') : piece;
}

static bool on_board(const struct ref_position *pos, int file, int rank)
{
    return file >= 0 && file < pos->files && rank >= 0 && rank < REF_RANKS;
}

static bool is_own(const struct ref_position *pos, int file, int rank, int black)
{
    const char piece = pos->pieces[rank][file];
    return piece != '.' && ref_is_black(piece) == black;
}

static bool slides(char kind, bool diagonal)
{
    return strchr(diagonal ? "BQA" : "RQC", kind) != NULL;
}

static bool jumps_as_knight(char kind)
{
    return strchr("NAC", kind) != NULL;
}

static int forward(int black)
{
    return black ? -1 : 1;
}

static int last_rank(int black)
{
    return black ? 0 : REF_RANKS - 1;
}

/* Can the man found at `distance` steps along compass[d], seen from the attacked square, take
 * there? */
static bool takes_along(char piece, int d, int distance)
{
    const char kind = ref_kind(piece);
    const bool diagonal = d >= 4;
    if (slides(kind, diagonal))
        return true;
    if (distance > 1)
        return false;
    return kind == 'K' ||
           (kind == 'P' && diagonal && compass[d][1] == -forward(ref_is_black(piece)));
}

bool ref_attacked(const struct ref_position *pos, int file, int rank, int by)
{
    for (int d = 0; d < 8; d++) {
        int f = file + compass[d][0], r = rank + compass[d][1], distance = 1;
        while (on_board(pos, f, r) && pos->pieces[r][f] == '.')
            f += compass[d][0], r += compass[d][1], distance++;
        if (on_board(pos, f, r) && is_own(pos, f, r, by) &&
            takes_along(pos->pieces[r][f], d, distance))
            return true;
    }
    for (int j = 0; j < 8; j++) {
        const int f = file + jumps[j][0], r = rank + jumps[j][1];
        if (on_board(pos, f, r) && is_own(pos, f, r, by) &&
            jumps_as_knight(ref_kind(pos->pieces[r][f])))
            return true;
    }
    return false;
}

static bool find_king(const struct ref_position *pos, int black, int *file, int *rank)
{
    for (int r = 0; r < REF_RANKS; r++)
        for (int f = 0; f < pos->files; f++)
            if (pos->pieces[r][f] == (black ? 'k' : 'K')) {
                *file = f;
                *rank = r;
                return true;
            }
    return false;
}

bool ref_in_check(const struct ref_position *pos, int black)
{
    int file, rank;
    return find_king(pos, black, &file, &rank) && ref_attacked(pos, file, rank, !black);
}

bool ref_is_en_passant(const struct ref_position *pos, const struct ref_move *move)
{
    return ref_kind(pos->pieces[move->from_rank][move->from_file]) == 'P' &&
           move->from_file != move->to_file && pos->pieces[move->to_rank][move->to_file] == '.';
}

/* ---- making a move ---- */

/* The files where king and rook stand after castling from `king` to that side. */
static int king_goal(const struct ref_position *pos, int king, int side)
{
    const int last = pos->files - 1, steps = pos->files == 10 ? 3 : 2;
    const bool h_side = side == REF_H_SIDE;
    int goal = h_side ? king + steps : king - steps;
    switch (pos->style) {
    case REF_TRADITIONAL:
        return h_side ? last - 1 : 2;
    case REF_SYMMETRIC:
        return h_side ? last - 1 : 1;
    case REF_MODERN:
        return goal < 1 ? 1 : goal > last - 1 ? last - 1 : goal;
    case REF_LEWIS:
        return goal < 0 ? 0 : goal > last ? last : goal;
    }
    abort();
}

static int rook_goal(const struct ref_position *pos, int king, int side)
{
    return king_goal(pos, king, side) + (side == REF_H_SIDE ? -1 : 1);
}

/* The right goes with the king, with the rook that leaves, and with the rook that is taken. */
static void lose_rights(struct ref_position *pos, int file, int rank)
{
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++)
            if (rank == last_rank(!black) &&
                (pos->rook[black][side] == file || pos->pieces[rank][file] == (black ? 'k' : 'K')))
                pos->rook[black][side] = -1;
}

static void play_castling(struct ref_position *pos, const struct ref_move *move)
{
    char *row = pos->pieces[move->from_rank];
    const int king_to = king_goal(pos, move->from_file, move->castling);
    const int rook_to = rook_goal(pos, move->from_file, move->castling);
    row[move->from_file] = row[move->to_file] = '.';
    row[king_to] = pos->black ? 'k' : 'K';
    row[rook_to] = pos->black ? 'r' : 'R';
    pos->rook[pos->black][0] = pos->rook[pos->black][1] = -1;
}

static void play_ordinary(struct ref_position *pos, const struct ref_move *move)
{
    const char piece = pos->pieces[move->from_rank][move->from_file];
    const bool pawn = ref_kind(piece) == 'P';
    if (pawn || pos->pieces[move->to_rank][move->to_file] != '.')
        pos->halfmove = 0;
    if (ref_is_en_passant(pos, move))
        pos->pieces[move->from_rank][move->to_file] = '.';
    lose_rights(pos, move->from_file, move->from_rank);
    lose_rights(pos, move->to_file, move->to_rank);
    pos->pieces[move->from_rank][move->from_file] = '.';
    pos->pieces[move->to_rank][move->to_file] = piece;
    if (move->promotion)
        pos->pieces[move->to_rank][move->to_file] =
            (char)(pos->black ? move->promotion - 'A' + 'a' : move->promotion);
    if (pawn && abs(move->to_rank - move->from_rank) == 2)
        pos->ep_file = move->from_file;
}

void ref_play(struct ref_position *pos, const struct ref_move *move)
{
    pos->halfmove++;
    pos->ep_file = -1;
    if (move->castling == REF_NO_SIDE)
        play_ordinary(pos, move);
    else
        play_castling(pos, move);
    if (pos->black)
        pos->fullmove++;
    pos->black = !pos->black;
}

/* ---- finding moves ---- */

struct list {
    const struct ref_position *pos;
    struct ref_move *out;
    int count;
};

static void add_if_legal(struct list *list, struct ref_move move)
{
    struct ref_position after = *list->pos;
    ref_play(&after, &move);
    if (ref_in_check(&after, list->pos->black))
        return;
    if (list->count == REF_MOVES_MAX)
        abort();
    list->out[list->count++] = move;
}

static void add(struct list *list, int ff, int fr, int tf, int tr)
{
    add_if_legal(list, (struct ref_move){ff, fr, tf, tr, 0, REF_NO_SIDE});
}

static void add_pawn_move(struct list *list, int ff, int fr, int tf, int tr)
{
    if (tr != last_rank(list->pos->black)) {
        add(list, ff, fr, tf, tr);
        return;
    }
    for (const char *p = list->pos->promotions; *p; p++)
        add_if_legal(list, (struct ref_move){ff, fr, tf, tr, *p, REF_NO_SIDE});
}

static void find_pawn_moves(struct list *list, int file, int rank)
{
    const struct ref_position *pos = list->pos;
    const int up = forward(pos->black), ahead = rank + up;
    const int home = pos->black ? REF_RANKS - 2 : 1, ep_rank = pos->black ? 2 : REF_RANKS - 3;
    if (!on_board(pos, file, ahead))
        return;
    if (pos->pieces[ahead][file] == '.') {
        add_pawn_move(list, file, rank, file, ahead);
        if (rank == home && pos->pieces[ahead + up][file] == '.')
            add(list, file, rank, file, ahead + up);
    }
    for (int to = file - 1; to <= file + 1; to += 2) {
        if (!on_board(pos, to, ahead))
            continue;
        if (is_own(pos, to, ahead, !pos->black) || (ahead == ep_rank && to == pos->ep_file))
            add_pawn_move(list, file, rank, to, ahead);
    }
}

/* Step from a square in one direction, up to `limit` times, stopping at a man; an enemy there is
 * taken. */
static void find_line(struct list *list, int file, int rank, const int step[2], int limit)
{
    const struct ref_position *pos = list->pos;
    for (int n = 1; n <= limit; n++) {
        const int f = file + n * step[0], r = rank + n * step[1];
        if (!on_board(pos, f, r) || is_own(pos, f, r, pos->black))
            return;
        add(list, file, rank, f, r);
        if (pos->pieces[r][f] != '.')
            return;
    }
}

static void find_piece_moves(struct list *list, int file, int rank)
{
    const char kind = ref_kind(list->pos->pieces[rank][file]);
    for (int d = 0; d < 8; d++) {
        if (kind == 'K')
            find_line(list, file, rank, compass[d], 1);
        else if (slides(kind, d >= 4))
            find_line(list, file, rank, compass[d], REF_FILES_MAX);
        if (jumps_as_knight(kind))
            find_line(list, file, rank, jumps[d], 1);
    }
}

/* Are all squares from one file to another empty, but for king and rook? */
static bool clear_for_castling(const struct ref_position *pos, int rank, int from, int to, int king,
                               int rook)
{
    const int step = to < from ? -1 : 1;
    for (int f = from; f != to + step; f += step)
        if (f != king && f != rook && pos->pieces[rank][f] != '.')
            return false;
    return true;
}

/* May the king stand on every square from its own to its goal? The goal itself is tried again with
 * the rook moved. */
static bool safe_for_castling(const struct ref_position *pos, int rank, int king, int goal)
{
    const int step = goal < king ? -1 : 1;
    for (int f = king; f != goal + step; f += step) {
        struct ref_position there = *pos;
        there.pieces[rank][king] = '.';
        there.pieces[rank][f] = pos->black ? 'k' : 'K';
        if (ref_in_check(&there, pos->black))
            return false;
    }
    return true;
}

static void find_castling(struct list *list, int side)
{
    const struct ref_position *pos = list->pos;
    const int rook = pos->rook[pos->black][side], home = last_rank(!pos->black);
    int king, rank;
    if (rook < 0 || !find_king(pos, pos->black, &king, &rank) || rank != home)
        return;
    const int goal = king_goal(pos, king, side);
    if (clear_for_castling(pos, home, king, rook, king, rook) &&
        clear_for_castling(pos, home, king, goal, king, rook) &&
        clear_for_castling(pos, home, rook, rook_goal(pos, king, side), king, rook) &&
        safe_for_castling(pos, home, king, goal))
        add_if_legal(list, (struct ref_move){king, home, rook, home, 0, side});
}

int ref_moves(const struct ref_position *pos, struct ref_move *out)
{
    struct list list = {pos, out, 0};
    for (int rank = 0; rank < REF_RANKS; rank++)
        for (int file = 0; file < pos->files; file++) {
            if (!is_own(pos, file, rank, pos->black))
                continue;
            if (ref_kind(pos->pieces[rank][file]) == 'P')
                find_pawn_moves(&list, file, rank);
            else
                find_piece_moves(&list, file, rank);
        }
    find_castling(&list, REF_H_SIDE);
    find_castling(&list, REF_A_SIDE);
    return list.count;
}

unsigned long long ref_perft(const struct ref_position *pos, unsigned depth)
{
    struct ref_move moves[REF_MOVES_MAX];
    unsigned long long sum = 0;
    if (depth == 0)
        return 1;
    const int count = ref_moves(pos, moves);
    if (depth == 1)
        return (unsigned long long)count;
    for (int i = 0; i < count; i++) {
        struct ref_position after = *pos;
        ref_play(&after, &moves[i]);
        sum += ref_perft(&after, depth - 1);
    }
    return sum;
}
