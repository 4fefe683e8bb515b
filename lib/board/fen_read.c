/* SPDX-License-Identifier: MIT */
/* Reading a FEN: fields are found and read in order, by placement.c, castling.c and this.
 *
 * What is wrong in form refuses the text and names the field. An impossible right (without a rook)
 * or en passant square (that no double step passed) is dropped with a warning. Whether the position
 * is possible is decided by faults_tmpl.h. */
#include <config.h>
#include "board/fen_read.h"
#include "base/utf8.h"
#include "board/castling.h"
#include "board/fen_fields.h"
#include "board/dispatch.h"

/* How far reading has come. */
struct scan {
    const unsigned char *p, *end;
    bool unusual;    /* anything but one blank between two fields was met */
    bool underscore; /* fields are parted by _ */
};

/* State of the FEN that is being read, for the steps below. */
struct reader {
    struct fm_setup *setup;
    struct fm_warnings *notes;
    struct fm_error *error; /* first fault found; NULL = not wanted */
    struct fm_fen_fields *fields;
    size_t placed; /* bytes of the placement, where it is read; else 0 */
    bool plain;    /* setup->sets are filled */
    bool plainly;  /* unusual text is refused */
    bool notation_only;
    bool letter_j;        /* the placement holds a J */
    unsigned char prefix; /* prefix of the castling field: s, m or 0 */
};

FM_INLINE enum fm_status refuse(const struct reader *r, enum fm_fen_field field,
                                struct fm_text what)
{
    if (r->error != NULL) {
        r->error->status = FM_REJECTED;
        r->error->reason = FM_REASON_BAD_FEN;
        r->error->warning = false;
        r->error->field = field;
        r->error->what = what;
    }
    return FM_REJECTED;
}

/* The bytes that end one of the first four fields, and which of them are blanks. `_` parts fields
 * where it ends the first. */
enum { BLANK = 1, OTHER_END = 2, UNDERSCORE = 4 };
static const unsigned char ends[256] = {
    [0] = BLANK,    ['\t'] = BLANK, ['\n'] = BLANK,    ['\v'] = BLANK,     ['\f'] = BLANK,
    ['\r'] = BLANK, [' '] = BLANK,  [';'] = OTHER_END, ['_'] = UNDERSCORE,
};

static bool is_blank(unsigned char c)
{
    return ends[c] == BLANK;
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* Skip what separates two fields; anything but one blank is unusual. By value, which leaves the
 * caller's in registers. */
static FM_NOINLINE struct scan skip_unusual_blanks(struct scan s)
{
    const unsigned char *const begin = s.p, *p = begin;
    s.underscore |= p < s.end && *p == '_';
    while (p < s.end && (is_blank(*p) || (s.underscore && *p == '_')))
        p++;
    if (p < s.end && (p != begin + 1 || *begin != ' '))
        s.unusual = true;
    s.p = p;
    return s;
}

/* Likewise, and move on from `p`. */
FM_INLINE void skip_blanks(struct scan *s, const unsigned char *p)
{
    const bool one_blank = s->end - p > 1 && *p == ' ' && ends[p[1]] == 0;
    s->p = p + one_blank;
    if (FM_UNLIKELY(!one_blank) && p != s->end)
        *s = skip_unusual_blanks(*s);
}

/* One of the first four fields. */
FM_INLINE struct fm_text next_field(struct scan *s)
{
    const unsigned char *const begin = s->p, *p = begin;
    if (s->end - p > 2 && p[1] == ' ' && (ends[p[0]] | ends[p[2]]) == 0) { /* one character */
        s->p = p + 2;
        return (struct fm_text){begin, 1};
    }
    while (p < s->end && ends[*p] == 0)
        p++;
    skip_blanks(s, p);
    return fm_text_between(begin, p);
}

/* A counter: digits and nothing else up to the next blank; empty if there is something else.
 * @param[out] number  FM_COUNTER_MAX + 1 if it is larger. */
FM_INLINE struct fm_text next_counter(struct scan *s, uint32_t *number)
{
    const unsigned char *const begin = s->p, *p = begin;
    uint32_t n = 0;
    for (; p < s->end && is_digit(*p); p++)
        n = n > FM_COUNTER_MAX ? n : n * 10 + (uint32_t)(*p - '0');
    *number = n > FM_COUNTER_MAX ? FM_COUNTER_MAX + 1 : n;
    if (p == begin || (p < s->end && !is_blank(*p) && *p != ';' && !(*p == '_' && s->underscore)))
        return (struct fm_text){begin, 0};
    skip_blanks(s, p);
    return fm_text_between(begin, p);
}

/* The placement, and after it what parts it from the next field. */
FM_INLINE enum fm_status read_placement(struct reader *r, struct scan *scan)
{
    struct fm_text bad;
    bool letter_j;
    size_t plain = r->placed;
    if (plain == 0)
        plain = fm_placement_read_plain(fm_text_between(scan->p, scan->end),
                                        r->setup->sets_alone ? NULL : r->setup->pieces,
                                        &r->setup->sets);
    r->plain = plain > 0;
    if (FM_LIKELY(r->plain)) {
        r->fields->placement = (struct fm_text){scan->p, plain};
        r->setup->files = 8;
        skip_blanks(scan, scan->p + plain);
        return FM_OK;
    }
    if (r->plainly)
        return FM_REJECTED;
    r->fields->placement = next_field(scan);
    if (!fm_placement_read(r->fields->placement, r->setup, &letter_j, &bad))
        return refuse(r, FM_FIELD_PLACEMENT, bad);
    r->letter_j = letter_j;
    return FM_OK;
}

/* w or b; a capital is unusual but clear. */
FM_INLINE enum fm_status read_side(const struct reader *r, struct fm_text field, bool *unusual)
{
    const unsigned char side = field.n == 1 ? *field.p | 0x20 : 0;
    if (!fm_fen_side(side, &r->setup->black))
        return refuse(r, FM_FIELD_SIDE, field);
    *unusual |= side != *field.p;
    return FM_OK;
}

/* Another dash is read as the hyphen that it is meant to be. */
static FM_NOINLINE struct fm_text with_hyphen(struct fm_text field, struct fm_warnings *notes)
{
    if (field.n == 0 || fm_utf8_dash_length(field.p, field.p + field.n) != field.n)
        return field;
    fm_warnings_note(notes, FM_REASON_FEN_DASH);
    return FM_TEXT("-");
}

static bool is_hyphen(struct fm_text field)
{
    return field.n == 1 && *field.p == '-';
}

FM_INLINE enum fm_status read_castling(struct reader *r, struct fm_text field)
{
    if (FM_UNLIKELY(field.n > 0 && *field.p >= 0x80))
        field = with_hyphen(field, r->notes);
    if (is_hyphen(field))
        return FM_OK;
    struct fm_home homes[2];
    if (FM_LIKELY(r->plain)) {
        homes[FM_WHITE] = fm_castling_home_of(&r->setup->sets, FM_WHITE);
        homes[FM_BLACK] = fm_castling_home_of(&r->setup->sets, FM_BLACK);
    } else {
        homes[FM_WHITE] = fm_castling_home(r->setup, FM_WHITE);
        homes[FM_BLACK] = fm_castling_home(r->setup, FM_BLACK);
    }
    unsigned char prefix;
    if (!fm_castling_read(field, homes, r->notation_only, r->setup, &prefix, r->notes))
        return refuse(r, FM_FIELD_CASTLING, field);
    r->prefix = prefix;
    return FM_OK;
}

/* The placement is that of the variant's start array. */
static bool is_array_of(struct fm_text placement, const struct fm_variant *variant)
{
    return variant->start != NULL &&
           fm_text_equal(placement, (struct fm_text){(const unsigned char *)variant->start,
                                                     strcspn(variant->start, " ")});
}

/* A right that the fixed 10x8 arrays with a king on f cannot have. */
static bool needs_caparandom(const struct fm_setup *s)
{
    for (unsigned c = FM_WHITE; c <= FM_BLACK; c++) {
        const int king_side = s->rook[c][FM_KING_SIDE], queen_side = s->rook[c][FM_QUEEN_SIDE];
        if (king_side == FM_NO_FILE && queen_side == FM_NO_FILE)
            continue;
        if ((king_side != FM_NO_FILE && king_side != s->files - 1) || queen_side > 0 ||
            fm_castling_king(s, c) != 'f' - 'a')
            return true;
    }
    return false;
}

/* The variant that the position itself shows. */
FM_INLINE enum fm_variant_id variant_of_shape(const struct reader *r)
{
    const struct fm_setup *const s = r->setup;
    if (s->files == 8) {
        if (r->prefix == 'm')
            return FM_CHESS480;
        return r->prefix == 's' || fm_setup_needs_chess960(s) ? FM_CHESS960 : FM_STANDARD;
    }
    if (r->letter_j && r->prefix == 's')
        return FM_JANUS;
    for (unsigned id = 0; id < FM_VARIANT_COUNT; id++) {
        if (fm_castling_prefix(fm_variants[id].style) == r->prefix &&
            is_array_of(r->fields->placement, &fm_variants[id]))
            return fm_variants[id].id;
    }
    return r->prefix != 0 || needs_caparandom(s) ? FM_CAPARANDOM : FM_CAPABLANCA;
}

FM_INLINE void settle_variant(const struct reader *r, const struct fm_variant *given)
{
    struct fm_setup *const s = r->setup;
    if (given != NULL &&
        (given->files != s->files || (given->id == FM_STANDARD && fm_setup_needs_chess960(s)))) {
        fm_warnings_note(r->notes, FM_REASON_VARIANT_MISMATCH);
        given = NULL;
    }
    s->variant = given != NULL ? given : &fm_variants[variant_of_shape(r)];
    s->style = s->variant->style;
    s->style_given = r->prefix != 0;
    if (r->prefix == 0 || (r->prefix == 'm' && s->style == FM_STYLE_LEWIS))
        return; /* m names Chess480 as a whole; the variant decides which of its two rules */
    const enum fm_style prefixed = r->prefix == 's' ? FM_STYLE_SYMMETRIC : FM_STYLE_MODERN;
    if (given != NULL && prefixed != s->style && fm_castling_styles_differ(s, prefixed, s->style))
        fm_warnings_note(r->notes, FM_REASON_CASTLING_STYLE_MISMATCH);
    s->style = prefixed;
}

/* Where the last move can have been a double step, among the pawns of a rank: both squares that it
 * left are empty. */
static uint64_t steps_of(const struct fm_plain *pieces, bool black)
{
    const uint64_t occupied = pieces->colour[FM_WHITE] | pieces->colour[FM_BLACK];
    const uint64_t pawns = pieces->pawns & pieces->colour[!black];
    const uint64_t by_white = UINT64_C(0xFF000000) & ~(occupied << 8) & ~(occupied << 16);
    const uint64_t by_black = UINT64_C(0xFF00000000) & ~(occupied >> 8) & ~(occupied >> 16);
    return pawns & (by_black ^ ((by_black ^ by_white) & -(uint64_t)black));
}

/* A double step on that file can have been the last move. */
FM_INLINE bool double_step_fits(const struct reader *r, int file)
{
    const struct fm_setup *const s = r->setup;
    if (FM_LIKELY(r->plain))
        return steps_of(&s->sets, s->black) >> (s->black ? 24 : 32) >> file & 1;
    if (s->black)
        return s->pieces[3][file] == 'P' && s->pieces[2][file] == 0 && s->pieces[1][file] == 0;
    return s->pieces[4][file] == 'p' && s->pieces[5][file] == 0 && s->pieces[6][file] == 0;
}

FM_INLINE enum fm_status read_en_passant(const struct reader *r, struct fm_text field)
{
    struct fm_setup *const s = r->setup;
    if (FM_UNLIKELY(field.n > 0 && *field.p >= 0x80))
        field = with_hyphen(field, r->notes);
    if (is_hyphen(field))
        return FM_OK;
    if (field.n != 2 || field.p[0] < 'a' || field.p[0] >= 'a' + s->files || field.p[1] < '1' ||
        field.p[1] > '8')
        return refuse(r, FM_FIELD_EN_PASSANT, field);
    const int file = field.p[0] - 'a';
    if (field.p[1] == (s->black ? '3' : '6') && (r->notation_only || double_step_fits(r, file)))
        s->ep_file = (int8_t)file;
    else
        fm_warnings_note(r->notes, FM_REASON_EN_PASSANT_IMPOSSIBLE);
    return FM_OK;
}

/* Can the last move have been a double step, over any file? */
FM_INLINE bool any_step_fits(const struct reader *r)
{
    const struct fm_setup *const s = r->setup;
    if (FM_LIKELY(r->plain))
        return steps_of(&s->sets, s->black) != 0;
    for (int file = 0; file < s->files; file++)
        if (double_step_fits(r, file))
            return true;
    return false;
}

/* The field is what the rule `always` gives: a square, or none where no double step can have
 * been the last move. Without a branch, as move counters cannot be guessed. */
FM_INLINE bool is_ep_exact(const struct reader *r)
{
    const struct fm_setup *const s = r->setup;
    const bool late = s->counters_given & (s->halfmove > 0);
    return (s->ep_file != FM_NO_FILE) | late | !any_step_fits(r);
}

/* A counter that fits its range, else the nearest that does; @return whether it was in range. */
FM_INLINE bool fit_counter(uint32_t number, uint32_t least, uint32_t *out)
{
    const uint32_t low = number < least ? least : number;
    *out = low > FM_COUNTER_MAX ? FM_COUNTER_MAX : low;
    return *out == number;
}

/* In the place of a counter: a number with a sign, - or ?. No operation and no remark begins so. */
static struct fm_text next_bad_counter(struct scan *s)
{
    const unsigned char *const begin = s->p, *p = begin;
    p += p < s->end && (*p == '-' || *p == '+' || *p == '?');
    while (p > begin && p < s->end && is_digit(*p))
        p++;
    if (p == begin || (p < s->end && !is_blank(*p) && *p != ';'))
        return (struct fm_text){begin, 0};
    skip_blanks(s, p);
    return fm_text_between(begin, p);
}

/* One of two counters is no number: the other still counts. Both are left alone where neither
 * is. */
static FM_NOINLINE void read_bad_counters(const struct reader *r, struct scan *scan,
                                          struct fm_fen_fields *f)
{
    struct fm_setup *const s = r->setup;
    struct scan after = *scan;
    uint32_t number = 0;
    const bool first = f->halfmove.n == 0;
    const struct fm_text bad = next_bad_counter(&after);
    const struct fm_text good = first && bad.n > 0 ? next_counter(&after, &number) : bad;
    if (good.n == 0)
        return;
    *scan = after;
    s->counters_given = true;
    fm_warnings_note(r->notes, FM_REASON_FEN_COUNTERS);
    f->halfmove = first ? bad : f->halfmove;
    f->fullmove = good;
    if (first)
        (void)fit_counter(number, 1, &s->fullmove);
}

FM_INLINE void read_counters(const struct reader *r, struct scan *scan, struct fm_fen_fields *f)
{
    struct fm_setup *const s = r->setup;
    uint32_t halfmove, fullmove;
    f->halfmove = next_counter(scan, &halfmove);
    if (f->halfmove.n == 0) {
        f->fullmove = f->halfmove;
        if (FM_UNLIKELY(scan->p < scan->end && *scan->p < 'A'))
            read_bad_counters(r, scan, f);
        return;
    }
    f->fullmove = next_counter(scan, &fullmove);
    s->counters_given = f->fullmove.n > 0;
    const bool halfmove_fits = fit_counter(halfmove, 0, &s->halfmove);
    const bool fullmove_fits = s->counters_given && fit_counter(fullmove, 1, &s->fullmove);
    if (FM_UNLIKELY(!halfmove_fits || !fullmove_fits)) {
        fm_warnings_note(r->notes, FM_REASON_FEN_COUNTERS);
        if (!s->counters_given)
            read_bad_counters(r, scan, f);
    }
}

/* A `;`, or several, and blanks. */
static bool holds_nothing(struct fm_text rest)
{
    for (size_t i = 0; i < rest.n; i++)
        if (rest.p[i] != ';' && !is_blank(rest.p[i]))
            return false;
    return true;
}

/* The text after the position: an EPD's operations, or text that does not belong there. */
FM_INLINE void read_rest(const struct reader *r, struct scan *scan, struct fm_fen_fields *f)
{
    const unsigned char *end = scan->end;
    while (end > scan->p && is_blank(end[-1]))
        end--;
    f->rest = fm_text_between(scan->p, end);
    if (FM_UNLIKELY(f->rest.n > 0 && *f->rest.p == ';') && holds_nothing(f->rest)) {
        f->rest.n = 0;
        scan->unusual = true;
    }
    if (f->rest.n == 0) {
        scan->unusual |=
            scan->end > scan->p || (scan->p > f->en_passant.p && is_blank(scan->p[-1]));
    } else {
        const unsigned char c = *f->rest.p & 0xDF;
        scan->unusual |= f->halfmove.n > 0 || c < 'A' || c > 'Z';
    }
    if (scan->unusual)
        fm_warnings_note(r->notes, FM_REASON_FEN_LAYOUT);
}

/* `validate: notation` takes a bare placement, or one with some fields; what is missing is
 * White, none, none. */
FM_INLINE struct fm_text or_missing(const struct reader *r, struct fm_text field,
                                    struct fm_text missing, bool *unusual)
{
    if (FM_LIKELY(field.n > 0) || !r->notation_only)
        return field;
    *unusual = true;
    return missing;
}

/* All but the pieces, which the placement sets. */
FM_INLINE void clear(struct fm_setup *s)
{
    memset(s->rook, FM_NO_FILE, sizeof s->rook);
    s->ep_file = FM_NO_FILE;
    s->counters_given = false;
    s->halfmove = 0;
    s->fullmove = 1;
    s->possible = false;
}

static FM_NOINLINE enum fm_status read_fields(struct reader *r, struct fm_text text,
                                              const struct fm_variant *variant)
{
    struct fm_setup *const s = r->setup;
    struct fm_fen_fields *const f = r->fields;
    struct scan scan = {text.p, text.p + text.n, false, false};
    clear(s);
    while (scan.p < scan.end && is_blank(*scan.p))
        scan.p++, scan.unusual = true;
    FM_TRY(read_placement(r, &scan));
    f->side = next_field(&scan);
    f->castling = next_field(&scan);
    f->en_passant = next_field(&scan);
    FM_TRY(read_side(r, or_missing(r, f->side, FM_TEXT("w"), &scan.unusual), &scan.unusual));
    s->possible = r->plain && !r->notation_only && fm_board_plain_possible(&s->sets, s->black);
    if (r->plainly && FM_UNLIKELY(fm_setup_may_be_array(s)))
        return FM_REJECTED;
    FM_TRY(read_castling(r, or_missing(r, f->castling, FM_TEXT("-"), &scan.unusual)));
    settle_variant(r, variant);
    FM_TRY(read_en_passant(r, or_missing(r, f->en_passant, FM_TEXT("-"), &scan.unusual)));
    read_counters(r, &scan, f);
    read_rest(r, &scan, f);
    s->ep_exact = is_ep_exact(r);
    return FM_OK;
}

enum fm_status fm_setup_read(struct fm_text text, const struct fm_variant *variant,
                             bool notation_only, struct fm_setup *out, struct fm_fen_fields *fields,
                             struct fm_warnings *notes, struct fm_error *error)
{
    struct fm_fen_fields ignored_fields;
    struct fm_warnings ignored = {{0}};
    struct reader r = {.setup = out,
                       .notes = notes != NULL ? notes : &ignored,
                       .error = error,
                       .fields = fields != NULL ? fields : &ignored_fields,
                       .notation_only = notation_only};
    if (text.n == 0)
        text = FM_TEXT(""); /* arithmetic on a null pointer is undefined */
    out->sets_alone = false;
    return read_fields(&r, text, variant);
}

/* A record as nearly all are: its placement in plain form, fields of usual lengths with one blank
 * between two, two counters in their range, or letters after the fields, or nothing, or text after
 * the counters, of which the layout is noted. Where fields end, who is to move and which rights
 * there are is no branch, as it cannot be guessed.
 * @return false: it is not, or what is in it is to be looked at byte by byte. */
FM_INLINE bool read_usual(struct reader *r, struct fm_text text, size_t placed,
                          const struct fm_variant *variant)
{
    struct fm_setup *const s = r->setup;
    struct fm_fen_fields *const f = r->fields;
    if (!fm_fen_fields_split(text, placed, s, f))
        return false;
    if (s->counters_given && f->rest.n > 0)
        fm_warnings_note(r->notes, FM_REASON_FEN_LAYOUT);
    s->files = 8;
    s->possible = fm_board_plain_possible(&s->sets, s->black);
    if (FM_UNLIKELY(fm_setup_may_be_array(s)))
        return false;
    bool chess960 = false;
    if (!fm_castling_read_usual(f->castling, &s->sets, s->rook)) {
        memset(s->rook, FM_NO_FILE, sizeof s->rook);
        if (read_castling(r, f->castling) != FM_OK)
            return false;
        chess960 = fm_setup_needs_chess960(s);
    }
    if (FM_LIKELY(variant == NULL && r->prefix == 0)) {
        s->variant = &fm_variants[chess960 ? FM_CHESS960 : FM_STANDARD];
        s->style = FM_STYLE_TRADITIONAL;
        s->style_given = false;
    } else {
        settle_variant(r, variant);
    }
    s->ep_file = FM_NO_FILE;
    if (read_en_passant(r, f->en_passant) != FM_OK)
        return false;
    s->ep_exact = is_ep_exact(r);
    return true;
}

bool fm_setup_read_sets(struct fm_text text, const struct fm_placed *placed,
                        const struct fm_variant *variant, bool squares, struct fm_setup *out,
                        struct fm_fen_fields *fields, struct fm_warnings *notes)
{
    struct reader r = {
        .setup = out, .notes = notes, .fields = fields, .plain = true, .plainly = true};
    size_t n = placed == NULL ? 0 : placed->n;
    if (n > 0)
        out->sets = placed->sets;
    if (n > 0 && squares)
        plain_put_rows(placed->squares, out->pieces);
    if (n == 0)
        n = fm_placement_read_plain(text, squares ? out->pieces : NULL, &out->sets);
    out->sets_alone = !squares;
    if (FM_UNLIKELY(n == 0 || !read_usual(&r, text, n, variant))) {
        struct reader again = {
            .setup = out, .notes = notes, .fields = fields, .placed = n, .plainly = true};
        fm_warnings_reset(notes);
        if (read_fields(&again, text, variant) != FM_OK)
            return false;
    }
    struct fm_warnings allowed = {.warnings = {0}};
    fm_warnings_note(&allowed, FM_REASON_FEN_LAYOUT);
    fm_warnings_note(&allowed, FM_REASON_CASTLING_WITHOUT_ROOK);
    fm_warnings_note(&allowed, FM_REASON_CASTLING_TWICE);
    fm_warnings_note(&allowed, FM_REASON_CASTLING_ORDER);
    return ((notes->warnings[0] & ~allowed.warnings[0]) |
            (notes->warnings[1] & ~allowed.warnings[1])) == 0;
}

unsigned fm_setup_faults(const struct fm_setup *setup)
{
    return setup->possible ? 0 : fm_board_ops_for(setup->files)->faults(setup);
}
