/* SPDX-License-Identifier: MIT */
/* Move text taken apart: which kinds of pieces, from where, to where. Nothing here knows the board;
 * where a text can be read in two ways both are given, and legality decides.
 *
 * The token becomes glyphs first (glyphs.c), so that dashes, figurines and look-alikes need no
 * care here; what follows the move is read there, too. */
#include <config.h>
#include "board/notation.h"
#include "board/glyphs.h"

enum { NOT_GIVEN = -1, LAST_RANK = 7 };

#define KIND(kind) ((uint16_t)(1u << (kind)))
static const uint16_t any_kind = (1u << FM_KINDS) - 1;

/* The state that the readers of one token share. */
struct token {
    const struct fm_glyph *at; /* glyphs of the token, up to one with plain == 0 */
    const struct fm_language *language;
    int files;
};

static const struct fm_notation blank = {.type = FM_NOTE_MOVE,
                                         .from_file = NOT_GIVEN,
                                         .from_rank = NOT_GIVEN,
                                         .to_file = NOT_GIVEN,
                                         .to_rank = NOT_GIVEN,
                                         .promotion = FM_NO_KIND};

/* Glyphs that a language's letter takes here: 0 = it is not here. The table holds ASCII
 * and two-byte UTF-8. */
static unsigned letter_length(const struct fm_glyph *g, const char *letter, bool small)
{
    const unsigned char *p = (const unsigned char *)letter;
    unsigned n = 0;
    for (; *p != 0; n++) {
        const bool wide = *p >= 0x80;
        const uint16_t code = (uint16_t)(wide ? (p[0] & 0x1F) << 6 | (p[1] & 0x3F) : *p);
        if (g[n].code != (small ? fm_glyph_small(code) : code))
            return 0;
        p += wide ? 2 : 1;
    }
    return n;
}

/* English letters that are understood beside any language that does not use them. */
static enum fm_kind common_letter(uint16_t code, int files, bool small)
{
    switch (small ? code - 0x20 : code) {
    case 'P':
        return FM_PAWN;
    case 'Q': /* means nothing else anywhere */
        return FM_QUEEN;
    case 'A':
    case 'J':
        return files > 8 ? FM_ARCHBISHOP : FM_NO_KIND;
    case 'C':
        return files > 8 ? FM_CHANCELLOR : FM_NO_KIND;
    default:
        return FM_NO_KIND;
    }
}

/* The piece that is named here, and how many glyphs its name takes; FM_NO_KIND if none is. */
static enum fm_kind read_piece(const struct token *t, const struct fm_glyph *g, bool small,
                               unsigned *length)
{
    enum fm_kind found = FM_NO_KIND;
    *length = 0;
    if (g->plain >= FM_GLYPH_FIGURINE && g->plain < FM_GLYPH_FIGURINE + FM_KINDS) {
        *length = small ? 0 : 1;
        return small ? FM_NO_KIND : (enum fm_kind)(g->plain - FM_GLYPH_FIGURINE);
    }
    for (unsigned kind = 0; kind < FM_KINDS; kind++) {
        const char *const letter = t->language->letters[kind];
        if (letter == NULL || (t->files == 8 && (kind == FM_ARCHBISHOP || kind == FM_CHANCELLOR)))
            continue;
        const unsigned n = letter_length(g, letter, small);
        if (n > *length) {
            *length = n;
            found = (enum fm_kind)kind;
        }
    }
    if (found == FM_NO_KIND) {
        found = common_letter(g->code, t->files, small);
        *length = found != FM_NO_KIND;
    }
    return found;
}

static uint32_t figurine_tolerance(const struct fm_glyph *g)
{
    return g->plain >= FM_GLYPH_FIGURINE && g->plain < FM_GLYPH_MARK ? FM_TOLERANCE(MOVE_FIGURINE)
                                                                     : 0;
}

static uint32_t look_tolerance(const struct fm_glyph *g)
{
    return g->lookalike ? FM_TOLERANCE(MOVE_LOOKALIKE) : 0;
}

/* A file, in capitals too; NOT_GIVEN if there is none. */
static int8_t read_file(const struct token *t, const struct fm_glyph **at, struct fm_notation *out)
{
    const struct fm_glyph *const g = *at;
    const int file = (int)fm_glyph_small(g->plain) - 'a';
    if (file < 0 || file >= t->files)
        return NOT_GIVEN;
    out->tolerances |= look_tolerance(g) | (g->plain <= 'Z' ? FM_TOLERANCE(MOVE_LETTER_CASE) : 0);
    *at = g + 1;
    return (int8_t)file;
}

static int8_t read_rank(const struct fm_glyph **at, struct fm_notation *out)
{
    const struct fm_glyph *const g = *at;
    if (g->plain < '1' || g->plain > '8')
        return NOT_GIVEN;
    out->tolerances |= look_tolerance(g);
    *at = g + 1;
    return (int8_t)(g->plain - '1');
}

/* The character between origin and target: 'x', '-' or 0. */
static unsigned char read_joint(const struct fm_glyph **at, struct fm_notation *out)
{
    const struct fm_glyph *const g = *at;
    if (g->plain == '-') {
        *at = g + 1;
        out->tolerances |= g->code == '-' ? 0 : FM_TOLERANCE(MOVE_DASH);
        return '-';
    }
    if (g->plain != 'x' && g->plain != 'X' && g->plain != ':')
        return 0;
    *at = g + 1;
    out->capture = true;
    out->tolerances |=
        look_tolerance(g) | (g->code == 'x' || g->lookalike ? 0 : FM_TOLERANCE(MOVE_CAPTURE));
    return 'x';
}

/* `exd`, `ed`: a pawn, one file aside. */
static bool is_short_pawn(struct fm_notation *out, unsigned char joint)
{
    const int aside = out->from_file - out->to_file;
    out->tolerances |=
        FM_TOLERANCE(MOVE_SHORT_PAWN) | (joint == 0 ? FM_TOLERANCE(MOVE_CAPTURE) : 0);
    return out->kinds == KIND(FM_PAWN) && out->from_file != NOT_GIVEN &&
           out->from_rank == NOT_GIVEN && joint != '-' && (aside == 1 || aside == -1);
}

/* How origin and target are joined goes beyond SAN. */
static uint32_t joint_tolerance(const struct fm_notation *n, unsigned char joint, bool named)
{
    if (n->from_file != NOT_GIVEN && n->from_rank != NOT_GIVEN)
        return named || joint != 0 ? FM_TOLERANCE(MOVE_LONG) : FM_TOLERANCE(MOVE_COORDINATES);
    if (joint == '-')
        return FM_TOLERANCE(MOVE_LONG);
    return !named && joint == 0 && n->from_file != n->to_file ? FM_TOLERANCE(MOVE_CAPTURE) : 0;
}

/* Origin and target, as far as they are given; false if this is no way to write a move of these
 * kinds.
 * @param named  a letter or figurine tells what moves. */
static bool read_squares(const struct token *t, const struct fm_glyph **at, bool named,
                         struct fm_notation *out)
{
    const struct fm_glyph *const begin = *at;
    out->from_file = read_file(t, at, out);
    out->from_rank = read_rank(at, out);
    const bool whole_origin = out->from_file != NOT_GIVEN && out->from_rank != NOT_GIVEN;
    const struct fm_glyph *const after = *at;
    const struct fm_notation origin = *out;
    const unsigned char joint = read_joint(at, out);
    const bool capital = (*at)->plain <= 'Z';
    out->to_file = read_file(t, at, out);
    out->to_rank = out->to_file == NOT_GIVEN ? NOT_GIVEN : read_rank(at, out);
    if (out->to_file == NOT_GIVEN ||
        (whole_origin && out->to_rank == NOT_GIVEN)) { /* one square: the target */
        *at = after;
        *out = origin;
        out->to_file = origin.from_file;
        out->to_rank = origin.from_rank;
        out->from_file = out->from_rank = NOT_GIVEN;
        return whole_origin;
    }
    if (!named && (out->from_file == NOT_GIVEN || capital != (begin->plain <= 'Z')))
        return false;
    if (out->to_rank == NOT_GIVEN)
        return is_short_pawn(out, joint);
    out->tolerances |= joint_tolerance(out, joint, named);
    if (!named && whole_origin)
        out->kinds = any_kind;
    return named || whole_origin || joint != '-';
}

/* The piece of a promotion, in either case. */
static bool read_promoted(const struct token *t, const struct fm_glyph **at,
                          struct fm_notation *out, bool *small)
{
    unsigned length;
    *small = false;
    enum fm_kind kind = read_piece(t, *at, false, &length);
    if (kind == FM_NO_KIND || kind == FM_PAWN) {
        *small = true;
        kind = read_piece(t, *at, true, &length);
    }
    if (kind == FM_NO_KIND || kind == FM_PAWN)
        return false;
    out->tolerances |= figurine_tolerance(*at);
    out->promotion = (int8_t)kind;
    *at += length;
    return true;
}

/* `=Q` `= Q` `(Q)` `=(Q)` `/Q` `Q`, or nothing; *bare: the letter alone, which may have been
 * meant for a mark after the move. */
static void read_promotion(const struct token *t, const struct fm_glyph **at,
                           struct fm_notation *out, bool *bare)
{
    const struct fm_glyph *g = *at;
    struct fm_notation with = *out;
    const bool equals = g->plain == '=', slash = g->plain == '/';
    bool small;
    g += equals || slash;
    const bool last = with.to_rank == 0 || with.to_rank == LAST_RANK,
               apart = equals && last && g->plain == ' ';
    while (apart && g->plain == ' ')
        g++;
    const bool bracket = g->plain == '(';
    g += bracket;
    *bare = !equals && !slash && !bracket;
    if (*bare && !last && with.to_rank != NOT_GIVEN)
        return;
    if (!read_promoted(t, &g, &with, &small) || (bracket && g->plain != ')'))
        return;
    const bool coordinates = *bare && (with.tolerances & FM_TOLERANCE(MOVE_COORDINATES)) != 0;
    if (small && *bare && with.to_rank == NOT_GIVEN)
        return;
    if (small && !coordinates)
        with.tolerances |= FM_TOLERANCE(MOVE_LETTER_CASE);
    if (slash || bracket || apart || (*bare && !(coordinates && small)))
        with.tolerances |= FM_TOLERANCE(MOVE_PROMOTION);
    *at = g + bracket;
    *out = with;
}

static bool read_marks(const struct fm_glyph *g, struct fm_notation *out)
{
    return fm_marks_read(g, &out->tolerances, &out->capture);
}

/* The rest of a move whose kind is known or open: squares, promotion, marks. */
static bool read_rest(const struct token *t, const struct fm_glyph *g, bool named,
                      struct fm_notation *out)
{
    if (!read_squares(t, &g, named, out))
        return false;
    if (out->kinds & KIND(FM_PAWN)) {
        const struct fm_glyph *after = g;
        struct fm_notation with = *out;
        bool bare;
        read_promotion(t, &after, &with, &bare);
        if (after != g && read_marks(after, &with)) {
            *out = with;
            return true;
        }
        if (after != g && !bare)
            return false;
    }
    return read_marks(g, out);
}

/* A move that begins with a piece letter or figurine. */
static bool read_named(const struct token *t, bool small, struct fm_notation *out)
{
    unsigned length;
    const enum fm_kind kind = read_piece(t, t->at, small, &length);
    if (kind == FM_NO_KIND)
        return false;
    *out = blank;
    out->kinds = KIND(kind);
    out->tolerances = figurine_tolerance(t->at) | (small ? FM_TOLERANCE(MOVE_LETTER_CASE) : 0) |
                      (kind == FM_PAWN ? FM_TOLERANCE(MOVE_PAWN_LETTER) : 0);
    return read_rest(t, t->at + length, true, out);
}

/* A move that begins with a file: a pawn's, or from square to square. */
static bool read_unnamed(const struct token *t, struct fm_notation *out)
{
    *out = blank;
    out->kinds = KIND(FM_PAWN);
    return read_rest(t, t->at, false, out);
}

/* Letters first, then squares, then small letters; the second way only where the first may
 * not have been meant. */
static unsigned read_moves(const struct token *t, struct fm_notation out[2])
{
    struct fm_notation other;
    if (read_named(t, false, &out[0])) {
        /* B2B4: a bishop of the second rank, or coordinates in capitals */
        if (read_unnamed(t, &other) && other.kinds == any_kind) {
            out[1] = other;
            return 2;
        }
        return 1;
    }
    const unsigned n = read_unnamed(t, &out[0]) ? 1 : 0;
    if (n == 1 && out[0].kinds == any_kind)
        return 1;
    if (!read_named(t, true, &other) || (n == 1 && other.kinds == KIND(FM_PAWN)))
        return n;
    out[n] = other;
    return n + 1;
}

/* Whether the glyphs begin with these characters; small letters match capitals too. */
static bool begins_with(const struct fm_glyph *g, const char *word)
{
    for (; *word != 0; word++, g++)
        if (g->plain != (unsigned char)*word &&
            (*word < 'a' || fm_glyph_small(g->plain) != (unsigned char)*word))
            return false;
    return true;
}

static bool read_null_move(const struct token *t, struct fm_notation *out)
{
    static const char *const words[] = {"--", "Z0", "0000", "@@@@", "null", "pass"};
    for (size_t i = 0; i < FM_COUNT_OF(words); i++) {
        if (!begins_with(t->at, words[i]))
            continue;
        *out = blank;
        out->type = FM_NOTE_NULL;
        out->tolerances = FM_TOLERANCE(NULL_MOVE);
        return read_marks(t->at + strlen(words[i]), out);
    }
    return false;
}

static bool is_castling_letter(const struct fm_glyph *g)
{
    return g->plain == 'O' || g->plain == 'o' || g->plain == '0';
}

/* O-O and O-O-O in O, o, 0 and what looks like them, with dashes or without. */
static bool read_castling_sign(const struct token *t, struct fm_notation *out)
{
    const struct fm_glyph *g = t->at;
    const bool dashes = g->plain != 0 && g[1].plain == '-';
    unsigned count = 0;
    *out = blank;
    while (is_castling_letter(g)) {
        out->tolerances |= look_tolerance(g) | (g->code == 'O' ? 0 : FM_TOLERANCE(MOVE_CASTLING));
        count++;
        g++;
        if (!dashes)
            continue;
        if (g->plain != '-' || !is_castling_letter(g + 1))
            break;
        out->tolerances |= g->code == '-' ? 0 : FM_TOLERANCE(MOVE_CASTLING);
        g++;
    }
    if (count != 2 && count != 3)
        return false;
    out->tolerances |= dashes ? 0 : FM_TOLERANCE(MOVE_CASTLING);
    out->type = FM_NOTE_CASTLE;
    out->kinds = KIND(FM_KING);
    out->side = count == 2 ? FM_KING_SIDE : FM_QUEEN_SIDE;
    return read_marks(g, out);
}

/* ICCF: four digits, and a fifth for the promotion. */
static bool read_iccf(const struct token *t, struct fm_notation *out)
{
    static const int8_t promoted[] = {FM_QUEEN, FM_ROOK, FM_BISHOP, FM_KNIGHT};
    const struct fm_glyph *g = t->at;
    for (unsigned i = 0; i < 4; i++)
        if (g[i].plain < '1' || g[i].plain > '8')
            return false;
    *out = blank;
    out->kinds = any_kind;
    out->tolerances = FM_TOLERANCE(MOVE_COORDINATES);
    out->from_file = (int8_t)(g[0].plain - '1');
    out->from_rank = (int8_t)(g[1].plain - '1');
    out->to_file = (int8_t)(g[2].plain - '1');
    out->to_rank = (int8_t)(g[3].plain - '1');
    g += 4;
    if (g->plain >= '1' && g->plain <= '4')
        out->promotion = promoted[g++->plain - '1'];
    return read_marks(g, out);
}

static unsigned read_any(const struct token *t, struct fm_notation out[2])
{
    if (read_null_move(t, out) || read_castling_sign(t, out) ||
        (t->files == 8 && read_iccf(t, out)))
        return 1;
    return read_moves(t, out);
}

unsigned fm_notation_read(struct fm_text token, const struct fm_language *language, unsigned files,
                          struct fm_notation out[2])
{
    struct fm_glyphs glyphs;
    const struct token t = {glyphs.at, language, (int)files};
    if (!fm_glyphs_read(token, &glyphs))
        return 0;
    const unsigned n = read_any(&t, out);
    return n > 0 || !fm_glyphs_repair_digits(&glyphs) ? n : read_any(&t, out);
}
