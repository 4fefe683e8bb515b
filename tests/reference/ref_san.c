/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "reference/ref_san.h"
/* Moves as text. The reader knows no grammar: it writes every legal move in each allowed way and
 * compares. */
#include <stdio.h>
#include <string.h>

static char kind_of(const struct ref_position *pos, const struct ref_move *move)
{
    return ref_kind(pos->pieces[move->from_rank][move->from_file]);
}

/* What has to stand between piece and target so that no other legal move reads the same (PGN
 * standard 8.2.3.4). */
static void write_origin(const struct ref_position *pos, const struct ref_move *moves, int count,
                         int which, char out[3])
{
    const struct ref_move *m = &moves[which];
    bool rival = false, same_file = false, same_rank = false;
    for (int i = 0; i < count; i++) {
        const struct ref_move *o = &moves[i];
        if (i == which || o->castling != REF_NO_SIDE || kind_of(pos, o) != kind_of(pos, m) ||
            o->to_file != m->to_file || o->to_rank != m->to_rank)
            continue;
        rival = true;
        same_file |= o->from_file == m->from_file;
        same_rank |= o->from_rank == m->from_rank;
    }
    if (rival && (!same_file || same_rank))
        *out++ = (char)('a' + m->from_file);
    if (rival && same_file)
        *out++ = (char)('1' + m->from_rank);
    *out = '\0';
}

static const char *check_mark(const struct ref_position *pos, const struct ref_move *move)
{
    struct ref_move replies[REF_MOVES_MAX];
    struct ref_position after = *pos;
    ref_play(&after, move);
    if (!ref_in_check(&after, after.black))
        return "";
    return ref_moves(&after, replies) ? "+" : "#";
}

static bool captures(const struct ref_position *pos, const struct ref_move *m)
{
    return pos->pieces[m->to_rank][m->to_file] != '.' || ref_is_en_passant(pos, m);
}

void ref_write_san(const struct ref_position *pos, const struct ref_move *moves, int count,
                   int which, char out[REF_MOVE_SIZE])
{
    const struct ref_move *m = &moves[which];
    char piece[2] = {kind_of(pos, m), 0}, origin[3],
         promotion[3] = {m->promotion ? '=' : '\0', m->promotion, 0};
    if (m->castling != REF_NO_SIDE) {
        snprintf(out, REF_MOVE_SIZE, "%s%s", m->castling == REF_H_SIDE ? "O-O" : "O-O-O",
                 check_mark(pos, m));
        return;
    }
    write_origin(pos, moves, count, which, origin);
    if (piece[0] == 'P') {
        piece[0] = origin[1] = '\0';
        origin[0] = captures(pos, m) ? (char)('a' + m->from_file) : '\0';
    }
    snprintf(out, REF_MOVE_SIZE, "%s%s%s%c%c%s%s", piece, origin, captures(pos, m) ? "x" : "",
             'a' + m->to_file, '1' + m->to_rank, promotion, check_mark(pos, m));
}

void ref_write_uci(const struct ref_move *move, bool king_takes_rook, char out[REF_MOVE_SIZE])
{
    int to = move->to_file;
    if (move->castling != REF_NO_SIDE && !king_takes_rook)
        to = move->castling == REF_H_SIDE ? move->from_file + 2 : move->from_file - 2;
    snprintf(out, REF_MOVE_SIZE, "%c%c%c%c%c", 'a' + move->from_file, '1' + move->from_rank,
             'a' + to, '1' + move->to_rank, move->promotion ? move->promotion - 'A' + 'a' : '\0');
}

/* Leave out what does not tell one move from another. */
static void bare(const char *text, char out[REF_MOVE_SIZE])
{
    int n = 0;
    for (; *text && n < REF_MOVE_SIZE - 1; text++)
        if (!strchr("x:+#!?=-()", *text))
            out[n++] = *text;
    out[n] = '\0';
}

/* The move without any mark, with the parts of its origin that `parts` asks for (1 = file, 2 =
 * rank, 4 = also P). */
static void write_bare(const struct ref_position *pos, const struct ref_move *m, int parts,
                       char out[REF_MOVE_SIZE])
{
    const char kind = kind_of(pos, m);
    if (m->castling != REF_NO_SIDE) {
        strcpy(out, m->castling == REF_H_SIDE ? "OO" : "OOO");
        return;
    }
    if (kind != 'P' || parts & 4)
        *out++ = kind;
    if (parts & 1)
        *out++ = (char)('a' + m->from_file);
    if (parts & 2)
        *out++ = (char)('1' + m->from_rank);
    snprintf(out, 4, "%c%c%c", 'a' + m->to_file, '1' + m->to_rank, m->promotion);
}

int ref_find_san(const struct ref_position *pos, const struct ref_move *moves, int count,
                 const char *text)
{
    char wanted[REF_MOVE_SIZE], written[REF_MOVE_SIZE];
    int found = -1;
    bare(text, wanted);
    for (int i = 0; i < count; i++)
        for (int parts = 0; parts < 8; parts++) {
            /* a pawn that captures names its file */
            if (kind_of(pos, &moves[i]) == 'P' && !(parts & 1) && captures(pos, &moves[i]))
                continue;
            write_bare(pos, &moves[i], parts, written);
            if (strcmp(wanted, written) == 0 && found != i)
                found = found == -1 ? i : -2;
        }
    return found;
}

int ref_find_uci(const struct ref_move *moves, int count, const char *text)
{
    char written[REF_MOVE_SIZE];
    for (int i = 0; i < count; i++) {
        ref_write_uci(&moves[i], true, written);
        if (strcmp(text, written) == 0)
            return i;
    }
    return -1;
}
