/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "reference/ref_fen.h"
/* FEN of the witness: one field after the other, each in its own function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct variant {
    const char *name;
    int files;
    enum ref_style style;
    const char *promotions;
};
static const struct variant variants[] = {
    {"standard", 8, REF_TRADITIONAL, "QRBN"},      {"chess960", 8, REF_TRADITIONAL, "QRBN"},
    {"capablanca", 10, REF_TRADITIONAL, "QCARBN"}, {"caparandom", 10, REF_TRADITIONAL, "QCARBN"},
    {"gothic", 10, REF_TRADITIONAL, "QCARBN"},     {"embassy", 10, REF_MODERN, "QCARBN"},
    {"janus", 10, REF_SYMMETRIC, "QARBN"},         {"chess480", 8, REF_MODERN, "QRBN"},
    {"chess480-lewis", 8, REF_LEWIS, "QRBN"},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- reading ---- */

static bool read_rank(const char **text, char row[REF_FILES_MAX], int *files)
{
    const char *p = *text;
    int file = 0;
    for (; *p && *p != '/' && *p != ' '; p++) {
        int run = 0;
        while (is_digit(*p))
            run = run * 10 + (*p++ - '0');
        while (run-- > 0 && file < REF_FILES_MAX)
            row[file++] = '.';
        if (!*p || *p == '/' || *p == ' ')
            break;
        if (!strchr("PNBRQACKJpnbrqackj", *p) || file == REF_FILES_MAX)
            return false;
        row[file++] = *p == 'J' ? 'A' : *p == 'j' ? 'a' : *p;
    }
    *text = p;
    *files = file;
    return true;
}

static bool read_placement(const char *text, struct ref_position *out)
{
    for (int rank = REF_RANKS - 1; rank >= 0; rank--) {
        int files = 0;
        if (!read_rank(&text, out->pieces[rank], &files))
            return false;
        if (rank == REF_RANKS - 1)
            out->files = files;
        if (files != out->files || *text != (rank ? '/' : '\0'))
            return false;
        text++;
    }
    return out->files == 8 || out->files == 10;
}

static int king_file_at_home(const struct ref_position *pos, int black)
{
    const int home = black ? REF_RANKS - 1 : 0;
    for (int file = 0; file < pos->files; file++)
        if (pos->pieces[home][file] == (black ? 'k' : 'K'))
            return file;
    return -1;
}

static bool rook_at_home(const struct ref_position *pos, int black, int file)
{
    return pos->pieces[black ? REF_RANKS - 1 : 0][file] == (black ? 'r' : 'R');
}

/* The file of the own rook farthest from the king on that side, or -1. */
static int outermost(const struct ref_position *pos, int black, int side)
{
    const int king = king_file_at_home(pos, black), last = pos->files - 1;
    if (king < 0)
        return -1;
    const int step = side == REF_H_SIDE ? -1 : 1;
    for (int file = side == REF_H_SIDE ? last : 0; file != king; file += step)
        if (rook_at_home(pos, black, file))
            return file;
    return -1;
}

static void claim(struct ref_position *pos, int black, int side, int file)
{
    const int old = pos->rook[black][side];
    if (old < 0 || (side == REF_H_SIDE ? file > old : file < old))
        pos->rook[black][side] = file;
}

static bool read_right(struct ref_position *pos, char letter)
{
    const int black = ref_is_black(letter), king = king_file_at_home(pos, black);
    const char kind = ref_kind(letter);
    if (kind == 'K' || kind == 'Q') {
        const int side = kind == 'K' ? REF_H_SIDE : REF_A_SIDE, file = outermost(pos, black, side);
        if (file >= 0)
            claim(pos, black, side, file);
        return true;
    }
    const int file = kind - 'A';
    if (file < 0 || file >= pos->files)
        return false;
    if (king >= 0 && rook_at_home(pos, black, file))
        claim(pos, black, file > king ? REF_H_SIDE : REF_A_SIDE, file);
    return true;
}

static bool read_castling(const char *text, struct ref_position *out)
{
    memset(out->rook, -1, sizeof out->rook);
    if (*text == 's')
        out->style = REF_SYMMETRIC;
    else if (*text == 'm' && out->style != REF_LEWIS)
        out->style = REF_MODERN;
    if (*text == 's' || *text == 'm')
        text++;
    if (strcmp(text, "-") == 0)
        return true;
    for (; *text; text++)
        if (!read_right(out, *text))
            return false;
    return true;
}

static void read_en_passant(const char *text, struct ref_position *out)
{
    const int file = text[0] - 'a', rank = text[1] - '1', up = out->black ? 1 : -1;
    out->ep_file = -1;
    if (text[0] == '-' || file < 0 || file >= out->files ||
        rank != (out->black ? 2 : REF_RANKS - 3))
        return;
    if (out->pieces[rank][file] == '.' && out->pieces[rank - up][file] == '.' &&
        out->pieces[rank + up][file] == (out->black ? 'P' : 'p'))
        out->ep_file = file;
}

static bool set_variant(const char *name, struct ref_position *out)
{
    if (!name)
        name = out->files == 10 ? "capablanca" : "chess960";
    for (int i = 0; i < VARIANTS; i++)
        if (strcmp(name, variants[i].name) == 0) {
            out->style = out->own_style = variants[i].style;
            out->promotions = variants[i].promotions;
            return out->files == variants[i].files;
        }
    return false;
}

bool ref_read_fen(const char *fen, const char *variant, struct ref_position *out)
{
    char placement[128], side[4], castling[32], en_passant[4];
    *out = (struct ref_position){.halfmove = 0, .fullmove = 1};
    const int fields = sscanf(fen, "%127s %3s %31s %3s %lu %lu", placement, side, castling,
                              en_passant, &out->halfmove, &out->fullmove);
    if (fields < 4 || !read_placement(placement, out) || !set_variant(variant, out) ||
        (strcmp(side, "w") != 0 && strcmp(side, "b") != 0))
        return false;
    out->black = side[0] == 'b';
    read_en_passant(en_passant, out);
    return read_castling(castling, out);
}

/* ---- writing ---- */

static char *write_placement(const struct ref_position *pos, char *out)
{
    for (int rank = REF_RANKS - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file <= pos->files; file++) {
            const bool empty = file < pos->files && pos->pieces[rank][file] == '.';
            if (!empty && run)
                out += sprintf(out, "%d", run);
            run = empty ? run + 1 : 0;
            if (!empty && file < pos->files)
                *out++ = pos->pieces[rank][file];
        }
        *out++ = rank ? '/' : ' ';
    }
    return out;
}

bool ref_is_plain(const struct ref_position *pos)
{
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++)
            if (pos->rook[black][side] >= 0 &&
                (pos->style != pos->own_style ||
                 pos->rook[black][side] != outermost(pos, black, side)))
                return false;
    return true;
}

static char right_letter(const struct ref_position *pos, enum ref_dialect dialect, int black,
                         int side)
{
    const int file = pos->rook[black][side];
    char letter = (char)('A' + file);
    if (dialect == REF_FEN || (dialect == REF_XFEN && file == outermost(pos, black, side)))
        letter = side == REF_H_SIDE ? 'K' : 'Q';
    return (char)(black ? letter - 'A' + 'a' : letter);
}

static char *write_castling(const struct ref_position *pos, enum ref_dialect dialect, char *out)
{
    char rights[5];
    int count = 0;
    for (int black = 0; black < 2; black++)
        for (int side = 0; side < 2; side++)
            if (pos->rook[black][side] >= 0)
                rights[count++] = right_letter(pos, dialect, black, side);
    if (!count)
        rights[count++] = '-';
    else if (dialect == REF_XFEN && pos->style != REF_TRADITIONAL && pos->style != REF_LEWIS)
        *out++ = pos->style == REF_SYMMETRIC ? 's' : 'm';
    memcpy(out, rights, (size_t)count);
    return out + count;
}

static bool can_capture_en_passant(const struct ref_position *pos)
{
    struct ref_move moves[REF_MOVES_MAX];
    const int count = ref_moves(pos, moves);
    for (int i = 0; i < count; i++)
        if (ref_is_en_passant(pos, &moves[i]))
            return true;
    return false;
}

static bool pawn_beside(const struct ref_position *pos)
{
    const int rank = pos->black ? 3 : REF_RANKS - 4;
    const char pawn = pos->black ? 'p' : 'P';
    const int file = pos->ep_file;
    return (file > 0 && pos->pieces[rank][file - 1] == pawn) ||
           (file + 1 < pos->files && pos->pieces[rank][file + 1] == pawn);
}

static bool writes_en_passant(const struct ref_position *pos, enum ref_ep ep)
{
    if (pos->ep_file < 0)
        return false;
    switch (ep) {
    case REF_EP_ALWAYS:
        return true;
    case REF_EP_PSEUDO_LEGAL:
        return pawn_beside(pos);
    case REF_EP_LEGAL:
        return can_capture_en_passant(pos);
    }
    abort();
}

bool ref_write_fen(const struct ref_position *pos, enum ref_dialect dialect, enum ref_ep ep,
                   char out[REF_FEN_SIZE])
{
    char square[3] = "-";
    if (dialect == REF_FEN && !ref_is_plain(pos))
        return false;
    if (writes_en_passant(pos, ep))
        snprintf(square, sizeof square, "%c%c", 'a' + pos->ep_file, pos->black ? '3' : '6');
    out = write_placement(pos, out);
    *out++ = pos->black ? 'b' : 'w';
    *out++ = ' ';
    out = write_castling(pos, dialect, out);
    sprintf(out, " %s %lu %lu", square, pos->halfmove, pos->fullmove);
    return true;
}
