/* SPDX-License-Identifier: MIT */
/* Castling rights: the letters of FEN field 3 in every dialect, read and written.
 *
 * A right is kept as the file of its rook. Its letter is found anew each time, from the rooks on
 * the back rank (X-FEN, Scharnagl 2003). */
#include <config.h>
#include "board/castling.h"
#include "base/lanes.h"

static unsigned char own_letter(unsigned char upper, enum fm_colour colour)
{
    return colour == FM_WHITE ? upper : (unsigned char)(upper | 0x20);
}

/* The files of a back rank that hold this piece, a bit each. */
FM_INLINE unsigned files_of(const struct fm_setup *s, enum fm_colour colour, unsigned char upper)
{
    const unsigned char *const row = s->pieces[colour == FM_WHITE ? 0 : FM_RANKS - 1];
    const unsigned char piece = own_letter(upper, colour);
    unsigned files = fm_eight_bits(fm_eight_equal(fm_eight_load(row), piece));
    for (unsigned f = 8; f < s->files; f++)
        files |= (unsigned)(row[f] == piece) << f;
    return files;
}

static int first_of(unsigned files)
{
    return files == 0 ? FM_NO_FILE : __builtin_ctz(files);
}

static int last_of(unsigned files)
{
    return files == 0 ? FM_NO_FILE : (int)(8 * sizeof files) - 1 - __builtin_clz(files);
}

static int only_of(unsigned files)
{
    return (files & (files - 1)) == 0 ? first_of(files) : FM_NO_FILE;
}

int fm_castling_king(const struct fm_setup *setup, enum fm_colour colour)
{
    return only_of(fm_castling_home(setup, colour).kings);
}

struct fm_home fm_castling_home(const struct fm_setup *setup, enum fm_colour colour)
{
    if (FM_LIKELY(setup->possible))
        return fm_castling_home_of(&setup->sets, colour);
    return (struct fm_home){files_of(setup, colour, 'K'), files_of(setup, colour, 'R')};
}

/* The facts that decide which letter names a right. */
struct homes {
    int king[2];       /* [colour]: file of the only king, or FM_NO_FILE */
    unsigned rooks[2]; /* [colour]: set of the files of its rooks on the back rank */
    int outer[4]; /* [colour * 2 + side]: file of the rook farthest from the king, or FM_NO_FILE */
};

FM_INLINE void settle_home(struct homes *homes, enum fm_colour colour, struct fm_home pieces)
{
    const int king = only_of(pieces.kings);
    const unsigned before = pieces.kings - 1, beside = king == FM_NO_FILE ? 0 : pieces.rooks;
    homes->king[colour] = king;
    homes->rooks[colour] = pieces.rooks;
    homes->outer[2 * colour + FM_KING_SIDE] = last_of(beside & ~before);
    homes->outer[2 * colour + FM_QUEEN_SIDE] = first_of(beside & before);
}

static struct homes homes_of(const struct fm_setup *setup)
{
    struct homes homes;
    settle_home(&homes, FM_WHITE, fm_castling_home(setup, FM_WHITE));
    settle_home(&homes, FM_BLACK, fm_castling_home(setup, FM_BLACK));
    return homes;
}

/* The meaning of a byte of the field: the right of a side, as colour * 2 + side, or of a file's
 * rook. */
enum { BY_SIDE = 4, BY_FILE = 8, COLOUR = 2 };
#define FILE_LETTER(upper) [upper] = BY_FILE, [(upper) | 0x20] = BY_FILE | COLOUR
static const unsigned char meanings[256] = {
    ['K'] = BY_SIDE | FM_KING_SIDE,
    ['Q'] = BY_SIDE | FM_QUEEN_SIDE,
    ['k'] = BY_SIDE | COLOUR | FM_KING_SIDE,
    ['q'] = BY_SIDE | COLOUR | FM_QUEEN_SIDE,
    FILE_LETTER('A'),
    FILE_LETTER('B'),
    FILE_LETTER('C'),
    FILE_LETTER('D'),
    FILE_LETTER('E'),
    FILE_LETTER('F'),
    FILE_LETTER('G'),
    FILE_LETTER('H'),
    FILE_LETTER('I'),
    FILE_LETTER('J'),
};

/* The right that one letter names. */
struct right {
    unsigned which; /* colour * 2 + side */
    int file;       /* file of the rook; FM_NO_FILE = there is none */
};

/* Find the meaning of a file's letter on this board; false if there is no such file. */
static bool read_file_letter(const struct fm_setup *s, unsigned char letter, bool keep_all,
                             const struct homes *homes, struct right *right)
{
    const unsigned colour = (meanings[letter] & COLOUR) / COLOUR;
    const int file = (letter & 0xDF) - 'A', king = homes->king[colour];
    if (file >= s->files)
        return false;
    const bool rook = homes->rooks[colour] >> file & 1;
    const bool king_side = king == FM_NO_FILE ? file >= s->files / 2 : file > king;
    right->which = colour * COLOUR + (king_side ? FM_KING_SIDE : FM_QUEEN_SIDE);
    right->file = keep_all || (rook && king != FM_NO_FILE) ? file : FM_NO_FILE;
    return true;
}

/* Find the meaning of a letter on this board; false if it is no castling letter. */
FM_INLINE bool read_letter(const struct fm_setup *s, unsigned char letter, bool keep_all,
                           const struct homes *homes, struct right *right)
{
    const unsigned states = meanings[letter];
    if (FM_UNLIKELY(!(states & BY_SIDE)))
        return (states & BY_FILE) && read_file_letter(s, letter, keep_all, homes, right);
    right->which = states - BY_SIDE;
    right->file = homes->outer[right->which];
    if (FM_UNLIKELY(right->file == FM_NO_FILE) && keep_all)
        right->file = (states & 1) == FM_KING_SIDE ? s->files - 1 : 0;
    return true;
}

/* The right has no rook, or its side has one already: then the outermost rook keeps it. */
static void give_unusual_right(int8_t *rook, const struct right *right, struct fm_warnings *notes)
{
    if (right->file == FM_NO_FILE) {
        fm_warnings_note(notes, FM_REASON_CASTLING_WITHOUT_ROOK);
        return;
    }
    fm_warnings_note(notes, FM_REASON_CASTLING_TWICE);
    if ((right->which & 1) == FM_KING_SIDE ? right->file > *rook : right->file < *rook)
        *rook = (int8_t)right->file;
}

/* K and Q of one colour: its outermost rooks; false if there are not both, beside its only king. */
FM_INLINE bool give_both(struct fm_home pieces, int8_t rook[2])
{
    const unsigned before = pieces.kings - 1;
    const unsigned king_side = pieces.rooks & ~before, queen_side = pieces.rooks & before;
    if (king_side == 0 || queen_side == 0 || (pieces.kings & before) != 0)
        return false;
    rook[FM_KING_SIDE] = (int8_t)last_of(king_side);
    rook[FM_QUEEN_SIDE] = (int8_t)first_of(queen_side);
    return true;
}

/* A field of any letters, and maybe a prefix. */
static FM_NOINLINE bool read_letters(struct fm_text field, const struct fm_home pieces[2],
                                     bool keep_all, struct fm_setup *setup, unsigned char *prefix,
                                     struct fm_warnings *notes)
{
    const unsigned char *p = field.p, *const end = field.p + field.n;
    *prefix = p < end && (*p == 's' || *p == 'm') ? *p++ : 0;
    if (p == end)
        return false;
    if (*p == '-')
        return end - p == 1;
    struct homes homes;
    settle_home(&homes, FM_WHITE, pieces[FM_WHITE]);
    settle_home(&homes, FM_BLACK, pieces[FM_BLACK]);
    unsigned last = 0;
    for (; p < end; p++) {
        struct right right;
        if (!read_letter(setup, *p, keep_all, &homes, &right))
            return false;
        if (FM_UNLIKELY(right.which < last))
            fm_warnings_note(notes, FM_REASON_CASTLING_ORDER);
        last = right.which;
        int8_t *const rook = &setup->rook[last / 2][last % 2];
        if (FM_LIKELY(right.file != FM_NO_FILE && *rook == FM_NO_FILE))
            *rook = (int8_t)right.file;
        else
            give_unusual_right(rook, &right, notes);
    }
    return true;
}

/* The fields of standard chess as numbers, each in a place of its own; the factor was found by
 * trial. With each the rooks that have the rights, and the squares of these and of the kings. */
#define USUAL(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define USUAL_PLACE(text) ((uint32_t)((text)*UINT32_C(0x30794435)) >> 28)
#define USUAL_ROW(a, b, c, d, k, q, black_k, black_q) \
    [USUAL_PLACE(USUAL(a, b, c, d))] = { \
        USUAL(a, b, c, d), \
        {{(k) ? 7 : FM_NO_FILE, (q) ? 0 : FM_NO_FILE}, \
         {(black_k) ? 7 : FM_NO_FILE, (black_q) ? 0 : FM_NO_FILE}}, \
        UINT64_C(0x80) * (k) | UINT64_C(0x01) * (q) | UINT64_C(0x80) * (black_k) << 56 | \
            UINT64_C(0x01) * (black_q) << 56, \
        UINT64_C(0x10) * ((k) | (q)) | UINT64_C(0x10) * ((black_k) | (black_q)) << 56}
static const struct {
    uint32_t text;
    int8_t rook[2][2];
    uint64_t rooks, kings;
} usual[16] = {
    USUAL_ROW('-', 0, 0, 0, 0, 0, 0, 0),     USUAL_ROW('K', 0, 0, 0, 1, 0, 0, 0),
    USUAL_ROW('Q', 0, 0, 0, 0, 1, 0, 0),     USUAL_ROW('K', 'Q', 0, 0, 1, 1, 0, 0),
    USUAL_ROW('k', 0, 0, 0, 0, 0, 1, 0),     USUAL_ROW('K', 'k', 0, 0, 1, 0, 1, 0),
    USUAL_ROW('Q', 'k', 0, 0, 0, 1, 1, 0),   USUAL_ROW('K', 'Q', 'k', 0, 1, 1, 1, 0),
    USUAL_ROW('q', 0, 0, 0, 0, 0, 0, 1),     USUAL_ROW('K', 'q', 0, 0, 1, 0, 0, 1),
    USUAL_ROW('Q', 'q', 0, 0, 0, 1, 0, 1),   USUAL_ROW('K', 'Q', 'q', 0, 1, 1, 0, 1),
    USUAL_ROW('k', 'q', 0, 0, 0, 0, 1, 1),   USUAL_ROW('K', 'k', 'q', 0, 1, 0, 1, 1),
    USUAL_ROW('Q', 'k', 'q', 0, 0, 1, 1, 1), USUAL_ROW('K', 'Q', 'k', 'q', 1, 1, 1, 1),
};

bool fm_castling_read_usual(struct fm_text field, const struct fm_plain *pieces, int8_t rook[2][2])
{
    enum { MOST = 4, WORD = 8 };
    const uint64_t home = (pieces->colour[FM_WHITE] & 0xFF) |
                          (pieces->colour[FM_BLACK] & UINT64_C(0xFF00000000000000));
    if (field.n - 1 >= MOST)
        return false;
    const uint32_t text =
        (uint32_t)(fm_eight_load(field.p + field.n - WORD) >> 32) >> 8 * (MOST - field.n);
    const unsigned place = USUAL_PLACE(text);
    memcpy(rook, usual[place].rook, sizeof usual[place].rook);
    return usual[place].text == text && text >> 8 * (field.n - 1) != 0 && /* no NUL ends it */
           ((usual[place].rooks & ~(pieces->straight & ~pieces->diagonal & home)) |
            (usual[place].kings & ~(pieces->kings & home))) == 0;
}

bool fm_castling_read(struct fm_text field, const struct fm_home pieces[2], bool keep_all,
                      struct fm_setup *setup, unsigned char *prefix, struct fm_warnings *notes)
{
    int8_t all[2][2];
    /* All four, as most openings have them. */
    if (field.n == 4 && memcmp(field.p, "KQkq", 4) == 0 &&
        give_both(pieces[FM_WHITE], all[FM_WHITE]) && give_both(pieces[FM_BLACK], all[FM_BLACK])) {
        memcpy(setup->rook, all, sizeof all);
        *prefix = 0;
        return true;
    }
    return read_letters(field, pieces, keep_all, setup, prefix, notes);
}

bool fm_castling_repair(struct fm_text field, struct fm_setup *setup)
{
    const struct homes homes = homes_of(setup);
    bool repaired = false;
    for (size_t i = 0; i < field.n; i++) {
        struct right right;
        const bool prefix = i == 0 && (field.p[i] == 's' || field.p[i] == 'm');
        if (prefix || !read_letter(setup, field.p[i], false, &homes, &right))
            continue;
        const unsigned colour = right.which / 2, side = right.which % 2;
        int8_t *const rook = &setup->rook[colour][side];
        if (*rook != FM_NO_FILE || homes.king[colour] == FM_NO_FILE)
            continue;
        /* The only rook on that side of the king. */
        const unsigned before = (1u << homes.king[colour]) - 1;
        *rook = (int8_t)only_of(homes.rooks[colour] & (side == FM_KING_SIDE ? ~before : before));
        repaired |= *rook != FM_NO_FILE;
    }
    fm_castling_settle_variant(setup);
    return repaired;
}

bool fm_castling_styles_differ(const struct fm_setup *setup, enum fm_style a, enum fm_style b)
{
    for (unsigned c = FM_WHITE; c <= FM_BLACK; c++) {
        const int king = fm_castling_king(setup, c);
        for (unsigned side = FM_KING_SIDE; side <= FM_QUEEN_SIDE; side++)
            if (setup->rook[c][side] != FM_NO_FILE &&
                fm_castling_king_target(a, setup->files, king, side) !=
                    fm_castling_king_target(b, setup->files, king, side))
                return true;
    }
    return false;
}

bool fm_castling_style_is_lost(const struct fm_setup *setup, enum fm_castling_dialect dialect,
                               bool no_prefix)
{
    const bool prefixes = dialect == FM_CASTLING_XFEN && !no_prefix;
    return dialect != FM_CASTLING_KEEP && setup->style != FM_STYLE_TRADITIONAL &&
           !(prefixes && setup->style != FM_STYLE_LEWIS) && fm_setup_has_rights(setup);
}

enum fm_reason fm_castling_refusal(const struct fm_setup *setup)
{
    return fm_setup_has_own_style(setup) ? FM_REASON_CASTLING_NOT_REPRESENTABLE
                                         : FM_REASON_STYLE_NOT_REPRESENTABLE;
}

bool fm_castling_is_chess960(const struct fm_setup *setup)
{
    const int last = 'h' - 'a', king = 'e' - 'a';
    bool found = false; /* without a branch on files, which cannot be guessed */
    for (unsigned c = FM_WHITE; c <= FM_BLACK; c++) {
        const int side = setup->rook[c][FM_KING_SIDE], other = setup->rook[c][FM_QUEEN_SIDE];
        found |= (other > 0) | ((side != FM_NO_FILE) & (side != last)) |
                 (((side & other) != FM_NO_FILE) & (fm_castling_king(setup, c) != king));
    }
    return found;
}

bool fm_setup_is_standard_start(const struct fm_setup *setup)
{
    static const int8_t all_rights[2][2] = {{7, 0}, {7, 0}};
    return !setup->black && setup->ep_file < 0 &&
           memcmp(setup->rook, all_rights, sizeof all_rights) == 0 &&
           !fm_castling_styles_differ(setup, setup->style, FM_STYLE_TRADITIONAL) &&
           fm_setup_sp(setup) == FM_SP_STANDARD;
}

/* Each right as the file of its rook. A letter without a right is overwritten by the next, here and
 * below, so that nothing branches on rights. */
FM_INLINE unsigned char *write_files(const int8_t rook[2][2], unsigned char *out)
{
    FM_UNROLLED
    for (unsigned which = 0; which < 4; which++) {
        const int file = rook[which / 2][which % 2];
        *out = own_letter((unsigned char)('A' + file), which / 2);
        out += file != FM_NO_FILE;
    }
    return out;
}

/* Each right as its side where its rook is the outermost, else as the file (X-FEN).
 * @param outer             of struct homes.
 * @param[out] all_by_side  no file had to be written. */
FM_INLINE unsigned char *write_sides(const int8_t rook[2][2], const int outer[4],
                                     unsigned char *out, bool *all_by_side)
{
    bool by_file = false;
    FM_UNROLLED
    for (unsigned which = 0; which < 4; which++) {
        const int file = rook[which / 2][which % 2];
        const bool given = file != FM_NO_FILE, outermost = file == outer[which];
        *out = own_letter((unsigned char)(outermost ? "KQ"[which % 2] : 'A' + file), which / 2);
        out += given;
        by_file |= given & !outermost;
    }
    *all_by_side = !by_file;
    return out;
}

unsigned char *fm_setup_write_castling(const struct fm_setup *setup,
                                       enum fm_castling_dialect dialect, unsigned char *out)
{
    const bool own_style = fm_setup_has_own_style(setup);
    const unsigned char prefix = dialect == FM_CASTLING_XFEN ? fm_castling_prefix(setup->style) : 0;
    unsigned char *const letters = out + (prefix != 0), *end;
    *out = prefix;
    bool all_by_side = true;
    if (dialect == FM_CASTLING_SHREDDER) {
        end = write_files(setup->rook, letters);
    } else {
        struct homes homes = homes_of(setup);
        for (unsigned which = 0; which < 4;
             which++) /* mere notation may have no rook: the corner */
            if (homes.outer[which] == FM_NO_FILE)
                homes.outer[which] = which % 2 == FM_KING_SIDE ? setup->files - 1 : 0;
        end = write_sides(setup->rook, homes.outer, letters, &all_by_side);
    }
    if (end == letters) {
        *out = '-';
        return out + 1;
    }
    return dialect == FM_CASTLING_FEN && !(all_by_side && own_style) ? NULL : end;
}

static void end_text(struct fm_castling_text *t, unsigned char *end)
{
    *end = ' ';
    t->n = (uint8_t)(end + 1 - t->text);
}

void fm_castling_write_all(const struct fm_castling_rights *rights,
                           struct fm_castling_text texts[FM_CASTLING_TEXTS])
{
    struct fm_castling_text *const fen = &texts[0], *const xfen = &texts[1],
                                   *const shredder = &texts[2];
    struct homes homes;
    bool all_by_side;
    settle_home(&homes, FM_WHITE, rights->homes[FM_WHITE]);
    settle_home(&homes, FM_BLACK, rights->homes[FM_BLACK]);
    unsigned char *const end = write_sides(rights->rook, homes.outer, fen->text, &all_by_side);
    if (end == fen->text) {
        memcpy(fen->text, "- ", 2);
        fen->n = 2;
        *xfen = *shredder = *fen;
        return;
    }
    end_text(fen, end);
    end_text(shredder, write_files(rights->rook, shredder->text));
    *xfen = *fen; /* FEN has no prefix, and cannot express all rights */
    const unsigned char prefix = fm_castling_prefix(rights->style);
    if (FM_UNLIKELY(prefix != 0)) {
        xfen->text[0] = prefix;
        memcpy(xfen->text + 1, fen->text, fen->n);
        xfen->n++;
    }
    if (!all_by_side || !rights->own_style)
        fen->n = 0;
}
