/* Compiling and filling templates: see template.h. One table says every field's name, needs and
 * kind. */
#include <config.h>
#include "record/template.h"
#include "base/utf8.h"

enum field {
    TEXT,
    TAG,
    PLY,
    PLIES,
    GAME,
    OFFSET,
    INPUT,
    CLASS,
    VARIANT,
    FEN,
    SIDE,
    HALFMOVE,
    FULLMOVE,
    NEXT,
    NEXT_UCI,
    LAST,
    LAST_UCI,
    RESULT,
    SCORE,
    SCORE_MOVER,
    SCORE_BRACKET,
    SCORE_TWICE,
    EVAL,
    EVAL_MOVER,
    MATE,
    CLOCK,
    NEXT_EVAL,
    SWING,
    COUNT,
    MEAN,
    MARK,
    NEXT_GOOD,
    NEXT_BAD,
    KEY,
    SP,
    DEPTH,
    PATH,
    STATE,
    YEAR,
    ECO
};

struct field_row {
    const char *name;
    enum field field;
    unsigned needs;
    enum { WORDS, MOVE, INTEGER, DECIMAL } kind; /* of the value, when it is there */
    const char *help;
};

static const struct field_row fields[] = {
    {"ply", PLY, 0, INTEGER, "plies played so far; 0 is the start position"},
    {"plies", PLIES, FM_NEEDS_PLIES, INTEGER, "plies of the whole game"},
    {"game", GAME, FM_NEEDS_NUMBERS, INTEGER, "number of the game in its input"},
    {"offset", OFFSET, 0, INTEGER, "where the game begins in its input, in bytes"},
    {"input", INPUT, 0, WORDS, "name of the input"},
    {"class", CLASS, 0, WORDS, "classic, chess960, setup, variant"},
    {"variant", VARIANT, 0, WORDS, "standard, chess960, capablanca, ..."},
    {"fen", FEN, 0, WORDS, "the position as the output writes it"},
    {"side", SIDE, 0, WORDS, "side to move: w or b"},
    {"halfmove", HALFMOVE, 0, INTEGER, "plies since the last capture or pawn move"},
    {"fullmove", FULLMOVE, 0, INTEGER, "number of the next move"},
    {"next", NEXT, FM_NEEDS_NEXT, MOVE, "the move played next, in SAN"},
    {"next.uci", NEXT_UCI, FM_NEEDS_NEXT, MOVE, "the move played next, in UCI"},
    {"next.good", NEXT_GOOD, FM_NEEDS_NEXT | FM_NEEDS_ANNOTATION, MOVE,
     "the next move, if it is marked ! or !!"},
    {"next.bad", NEXT_BAD, FM_NEEDS_NEXT | FM_NEEDS_ANNOTATION, MOVE,
     "the next move, if it is marked ? or ??"},
    {"last", LAST, FM_NEEDS_LAST, MOVE, "the move that led here, in SAN"},
    {"last.uci", LAST_UCI, FM_NEEDS_LAST, MOVE, "the move that led here, in UCI"},
    {"result", RESULT, 0, WORDS, "1-0, 0-1, 1/2-1/2 or *"},
    {"result.score", SCORE, 0, DECIMAL, "1.0, 0.5 or 0.0 for White"},
    {"result.mover", SCORE_MOVER, 0, DECIMAL, "1.0, 0.5 or 0.0 for the side to move"},
    {"result.bracket", SCORE_BRACKET, 0, WORDS, "[1.0], [0.5] or [0.0] for White"},
    {"result.twice", SCORE_TWICE, 0, INTEGER, "2, 1 or 0 for White"},
    {"eval", EVAL, FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL, INTEGER,
     "centipawns for White, after the last move"},
    {"eval.mover", EVAL_MOVER, FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL, INTEGER,
     "centipawns for the side to move, after the last move"},
    {"eval.next", NEXT_EVAL, FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL, INTEGER,
     "centipawns for White, after the next move"},
    {"count", COUNT, FM_NEEDS_REPORT, INTEGER, "how often the position occurred in the run"},
    {"score", MEAN, FM_NEEDS_REPORT, DECIMAL,
     "mean result for White in this position: 1.0000 to 0.0000"},
    {"swing", SWING, FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL, INTEGER,
     "centipawns that the next move loses for its side"},
    {"mate", MATE, FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL, INTEGER,
     "moves to mate; negative if Black mates"},
    {"clock", CLOCK, FM_NEEDS_ANNOTATION, INTEGER, "seconds left after the last move"},
    {"mark", MARK, FM_NEEDS_ANNOTATION, WORDS, "mark of the next move: ! ? !! ?? !? ?!"},
    {"key", KEY, FM_NEEDS_KEY, WORDS, "Polyglot's Zobrist key, 16 hexadecimal digits"},
    {"sp", SP, FM_NEEDS_SP, INTEGER, "number of the Chess960 start position, 0 to 959"},
    {"depth", DEPTH, 0, INTEGER, "depth of the variation; 0 is the main line"},
    {"path", PATH, FM_NEEDS_PATH, WORDS, "which line: main, or 12.1/15.2 for a variation"},
    {"year", YEAR, 0, INTEGER, "year of the Date tag"},
    {"eco", ECO, 0, WORDS, "the ECO tag"},
    {"state", STATE, FM_NEEDS_STATE, WORDS, "check, mate or stalemate"},
};

struct part {
    enum field field;
    struct fm_text text; /* TEXT: itself; TAG: the tag's name */
};

struct fm_template {
    struct part *parts;
    size_t count;
    const struct field_row *only; /* the template is this field alone */
};

static const struct field_row *row_of(struct fm_text name)
{
    for (size_t i = 0; i < FM_COUNT_OF(fields); i++)
        if (fm_text_equal(name, fm_text_of(fields[i].name)))
            return &fields[i];
    return NULL;
}

bool fm_template_field(size_t index, const char **name, const char **help)
{
    if (index >= FM_COUNT_OF(fields))
        return false;
    *name = fields[index].name;
    *help = fields[index].help;
    return true;
}

static enum fm_status unknown_field(struct fm_text name, struct fm_error *error)
{
    const char *names[FM_COUNT_OF(fields) + 1] = {NULL};
    for (size_t i = 0; i < FM_COUNT_OF(fields); i++)
        names[i] = fields[i].name;
    *error = (struct fm_error){.status = FM_BAD_PROFILE,
                               .what = name,
                               .hint = fm_text_of(fm_nearest_name(name, names)),
                               .detail = FM_TEXT("no such field in a template")};
    return FM_BAD_PROFILE;
}

static bool is_tag_name(struct fm_text name)
{
    return name.n > 0 && name.p[0] >= 'A' && name.p[0] <= 'Z';
}

/* One part from text.p[at..]; returns the bytes it took, 0 at a fault. */
static size_t compile_part(struct fm_text rest, struct part *part, const struct field_row **row,
                           unsigned *needs, struct fm_error *error)
{
    *row = NULL;
    if (rest.p[0] != '{' && rest.p[0] != '}') {
        size_t n = 1;
        while (n < rest.n && rest.p[n] != '{' && rest.p[n] != '}')
            n++;
        *part = (struct part){TEXT, {rest.p, n}};
        return n;
    }
    if (rest.n > 1 && rest.p[1] == rest.p[0]) {
        *part = (struct part){TEXT, {rest.p, 1}};
        return 2;
    }
    const unsigned char *close = rest.p[0] == '{' ? memchr(rest.p, '}', rest.n) : NULL;
    if (close == NULL) {
        *error = (struct fm_error){
            .status = FM_BAD_PROFILE,
            .what = rest,
            .detail = FM_TEXT("a brace without its other half; write it twice for itself")};
        return 0;
    }
    const struct fm_text name = fm_text_between(rest.p + 1, close);
    *row = row_of(name);
    if (*row == NULL && !is_tag_name(name))
        return unknown_field(name, error), (size_t)0;
    *part = *row == NULL ? (struct part){TAG, name} : (struct part){(*row)->field, name};
    *needs |= *row == NULL ? 0 : (*row)->needs;
    return name.n + 2;
}

enum fm_status fm_template_compile(struct fm_text text, struct fm_arena *arena,
                                   const struct fm_template **out, unsigned *needs,
                                   struct fm_error *error)
{
    struct fm_template *made = fm_arena_alloc(arena, sizeof *made);
    struct part *parts = fm_arena_alloc(arena, (text.n + 1) * sizeof *parts);
    if (made == NULL || parts == NULL)
        return FM_NO_MEMORY;
    *made = (struct fm_template){.parts = parts};
    const struct field_row *row = NULL;
    for (size_t at = 0; at < text.n;) {
        const size_t taken = compile_part((struct fm_text){text.p + at, text.n - at},
                                          &parts[made->count++], &row, needs, error);
        if (taken == 0)
            return FM_BAD_PROFILE;
        at += taken;
    }
    made->only = made->count == 1 ? row : NULL;
    *out = made;
    return FM_OK;
}

bool fm_template_is_number(const struct fm_template *template)
{
    return template->only != NULL && template->only->kind >= INTEGER;
}

/* Digits and signs, or what a move is made of. */
static bool is_made_of(struct fm_text text, bool digits)
{
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i], lower = fm_ascii_lower(c);
        const bool number = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == ' ';
        const bool move = (lower >= 'a' && lower <= 'z') || memchr("=#!?,", c, 5) != NULL;
        if (!number && (digits || !move))
            return false;
    }
    return true;
}

bool fm_template_may_give(const struct fm_template *template, enum fm_epd_type type)
{
    const bool number = type == FM_EPD_INTEGER || type == FM_EPD_COUNT || type == FM_EPD_POSITIVE;
    if (type == FM_EPD_NOTHING)
        return template->count == 0;
    if (!number && !fm_epd_takes_moves(type))
        return true;
    for (size_t i = 0; i < template->count; i++) {
        const struct part *part = &template->parts[i];
        if (part->field == TAG || part->field == INPUT) /* of any kind */
            continue;
        const struct field_row *const row = part->field == TEXT ? NULL : row_of(part->text);
        const bool fits = row == NULL ? is_made_of(part->text, number)
                          : number
                              ? row->kind == INTEGER
                              : row->kind == MOVE || (row->kind == INTEGER && template->count > 1);
        if (!fits)
            return false;
    }
    return true;
}

bool fm_template_of_game(const struct fm_template *template, struct fm_text *what)
{
    static const enum field of_game[] = {TEXT, TAG,   GAME,          OFFSET,      INPUT,   CLASS,
                                         SP,   SCORE, SCORE_BRACKET, SCORE_TWICE, VARIANT, RESULT,
                                         YEAR, ECO};
    for (size_t i = 0; i < template->count; i++) {
        bool found = false;
        for (size_t k = 0; k < FM_COUNT_OF(of_game); k++)
            found = found || template->parts[i].field == of_game[k];
        *what = template->parts[i].text;
        if (!found)
            return false;
    }
    return true;
}

static enum fm_status put_signed(struct fm_buf *out, int64_t number)
{
    if (number < 0)
        FM_TRY(fm_buf_append(out, "-", 1));
    return fm_buf_append_u64(out, number < 0 ? (uint64_t)-number : (uint64_t)number);
}

static enum fm_status put_hex(struct fm_buf *out, uint64_t number)
{
    unsigned char digits[16];
    for (unsigned i = 0; i < sizeof digits; i++)
        digits[i] = (unsigned char)"0123456789abcdef"[number >> (60 - 4 * i) & 15];
    return fm_buf_append(out, digits, sizeof digits);
}

/* What stands for a number that is known at the end of the run only. Values never hold the first of
 * these bytes. */
enum { MARK_BYTE = 0x1A };
static const unsigned char count_mark[2] = {MARK_BYTE, 'c'}, mean_mark[2] = {MARK_BYTE, 's'};
static const unsigned char null_mark = 'n'; /* in place of the s: no mean is written null */

/* The result for White in half points, or -1 if there is none. */
static int half_points(const struct fm_record_input *in)
{
    return fm_result_half_points(in->game->result);
}

static enum fm_status put_score(struct fm_buf *out, int half, bool bracket)
{
    static const char *const scores[] = {"[0.0]", "[0.5]", "[1.0]"};
    if (half < 0)
        return FM_OK;
    return fm_buf_append(out, scores[half] + !bracket, bracket ? 5 : 3);
}

static enum fm_status put_result(struct fm_buf *out, const struct fm_record_input *in)
{
    static const char *const names[] = {"0-1", "1/2-1/2", "1-0"};
    const int half = half_points(in);
    return fm_buf_append_text(out, fm_text_of(half < 0 ? "*" : names[half]));
}

static enum fm_status put_eval(struct fm_buf *out, const struct fm_comment *comment,
                               bool after_black, bool for_black)
{
    int centipawns;
    if (!fm_comment_eval_white(comment, after_black, &centipawns))
        return FM_OK;
    return put_signed(out, for_black ? -(int64_t)centipawns : centipawns);
}

static enum fm_status put_swing(struct fm_buf *out, const struct fm_record_input *in)
{
    int before, after;
    if (!fm_comment_eval_white(&in->comment, !in->black, &before) ||
        !fm_comment_eval_white(&in->next_comment, in->black, &after))
        return FM_OK;
    return put_signed(out, in->black ? (int64_t)after - before : (int64_t)before - after);
}

static enum fm_status put_next_if(struct fm_buf *out, const struct fm_record_input *in,
                                  unsigned marks)
{
    return in->marks & marks ? fm_buf_append_text(out, in->next_san) : FM_OK;
}

static enum fm_status put_mate(struct fm_buf *out, const struct fm_record_input *in)
{
    int moves;
    return fm_comment_mate_white(&in->comment, !in->black, &moves) ? put_signed(out, moves) : FM_OK;
}

static enum fm_status put_mark(struct fm_buf *out, unsigned marks)
{
    static const char *const names[] = {NULL, "!", "?", "!!", "??", "!?", "?!"};
    for (unsigned nag = 1; nag < FM_COUNT_OF(names); nag++)
        if (marks >> nag & 1)
            return fm_buf_append_text(out, fm_text_of(names[nag]));
    return FM_OK;
}

static enum fm_status put_state(struct fm_buf *out, const struct fm_record_input *in)
{
    const char *name = in->no_moves ? (in->check ? "mate" : "stalemate") : in->check ? "check" : "";
    return fm_buf_append_text(out, fm_text_of(name));
}

static enum fm_status put_tag(struct fm_buf *out, const struct fm_record_input *in,
                              struct fm_text name, struct fm_arena *scratch)
{
    const struct fm_tag *tag = fm_tag_named(in->tags, in->game->tag_count, name);
    if (tag == NULL)
        return FM_OK;
    const struct fm_text value = fm_tag_value(tag, scratch);
    if (value.p == NULL && tag->value.n > 0)
        return FM_NO_MEMORY;
    if (in->encoding == FM_ENCODING_AUTO || fm_encoding_is_ascii(value))
        return fm_buf_append_text(out, value);
    return fm_encoding_append(out, value, in->encoding);
}

/* Whatever encoding games are in: that of names of files is the system's. */
static enum fm_status put_input(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_text name = fm_text_of(in->input);
    return in->encoding == FM_ENCODING_AUTO ? fm_buf_append_text(out, name)
                                            : fm_encoding_append(out, name, FM_ENCODING_AUTO);
}

static enum fm_status put_year(struct fm_buf *out, const struct fm_record_input *in)
{
    enum { YEAR_DIGITS = 4 };
    uint64_t year;
    const struct fm_tag *date = fm_tag_find(in->tags, in->game->tag_count, FM_TAG_DATE);
    if (date == NULL || date->value.n < YEAR_DIGITS ||
        !fm_text_to_u64((struct fm_text){date->value.p, YEAR_DIGITS}, &year))
        return FM_OK;
    return fm_buf_append(out, date->value.p, YEAR_DIGITS);
}

static enum fm_status put_clock(struct fm_buf *out, const struct fm_comment *comment)
{
    enum { SECOND = 1000 };
    if (!comment->has_clock)
        return FM_OK;
    FM_TRY(fm_buf_append_u64(out, comment->clock_ms / SECOND));
    const unsigned ms = (unsigned)(comment->clock_ms % SECOND);
    if (ms == 0)
        return FM_OK;
    const unsigned char digits[] = {'.', (unsigned char)('0' + ms / 100),
                                    (unsigned char)('0' + ms / 10 % 10),
                                    (unsigned char)('0' + ms % 10)};
    const size_t n = ms % 10 != 0 ? 4 : ms % 100 != 0 ? 3 : 2;
    return fm_buf_append(out, digits, n);
}

static enum fm_status put_part(const struct part *part, const struct fm_record_input *m,
                               struct fm_arena *scratch, struct fm_buf *out)
{
    const int half = half_points(m);
    switch (part->field) {
    case TEXT:
        return fm_buf_append_text(out, part->text);
    case TAG:
        return put_tag(out, m, part->text, scratch);
    case PLY:
        return fm_buf_append_u64(out, m->ply);
    case PLIES:
        return fm_buf_append_u64(out, m->plies);
    case GAME:
        return fm_buf_append_u64(out, m->ordinal);
    case OFFSET:
        return fm_buf_append_u64(out, m->offset);
    case INPUT:
        return put_input(out, m);
    case CLASS:
        return fm_buf_append_text(out, fm_text_of(m->class_name));
    case VARIANT:
        return fm_buf_append_text(out, fm_text_of(m->variant));
    case FEN:
        return fm_buf_append_text(out, m->fen);
    case SIDE:
        return fm_buf_append(out, m->black ? "b" : "w", 1);
    case HALFMOVE:
        return fm_buf_append_u64(out, m->halfmove);
    case FULLMOVE:
        return fm_buf_append_u64(out, m->fullmove);
    case NEXT:
        return fm_buf_append_text(out, m->next_san);
    case NEXT_UCI:
        return fm_buf_append_text(out, m->next_uci);
    case LAST:
        return fm_buf_append_text(out, m->last_san);
    case LAST_UCI:
        return fm_buf_append_text(out, m->last_uci);
    case RESULT:
        return put_result(out, m);
    case SCORE:
        return put_score(out, half, false);
    case SCORE_MOVER:
        return put_score(out, half >= 0 && m->black ? 2 - half : half, false);
    case SCORE_BRACKET:
        return put_score(out, half, true);
    case SCORE_TWICE:
        return half < 0 ? FM_OK : fm_buf_append_u64(out, (uint64_t)half);
    case EVAL:
        return put_eval(out, &m->comment, !m->black, false);
    case EVAL_MOVER:
        return put_eval(out, &m->comment, !m->black, m->black);
    case NEXT_EVAL:
        return put_eval(out, &m->next_comment, m->black, false);
    case COUNT:
        return fm_buf_append(out, count_mark, sizeof count_mark);
    case MEAN:
        return fm_buf_append(out, mean_mark, sizeof mean_mark);
    case SWING:
        return put_swing(out, m);
    case NEXT_GOOD:
        return put_next_if(out, m, 1u << 1 | 1u << 3);
    case NEXT_BAD:
        return put_next_if(out, m, 1u << 2 | 1u << 4);
    case MATE:
        return put_mate(out, m);
    case CLOCK:
        return put_clock(out, &m->comment);
    case MARK:
        return put_mark(out, m->marks);
    case KEY:
        return put_hex(out, m->key);
    case SP:
        return m->sp < 0 ? FM_OK : fm_buf_append_u64(out, (uint64_t)m->sp);
    case DEPTH:
        return fm_buf_append_u64(out, m->depth);
    case PATH:
        return fm_buf_append_text(out, m->path);
    case STATE:
        return put_state(out, m);
    case YEAR:
        return put_year(out, m);
    case ECO:
        return put_tag(out, m, FM_TEXT("ECO"), scratch);
    }
    return FM_OK;
}

/* The same where there is room: tags are the only values that can be large, and are not made then. */
static enum fm_status put_within(const struct part *part, const struct fm_record_input *m,
                                 size_t end, struct fm_arena *scratch, struct fm_buf *out)
{
    const struct fm_tag *tag =
        part->field == TAG ? fm_tag_named(m->tags, m->game->tag_count, part->text) : NULL;
    /* An escape is two bytes of one: it halves them at most. */
    if (FM_UNLIKELY(out->n > end ||
                    (tag != NULL && tag->value.n / (1 + tag->escaped) > end - out->n)))
        return FM_REJECTED;
    FM_TRY(put_part(part, m, scratch, out));
    return FM_LIKELY(out->n <= end) ? FM_OK : FM_REJECTED;
}

enum fm_status fm_template_render(const struct fm_template *template,
                                  const struct fm_record_input *in, size_t room,
                                  struct fm_arena *scratch, struct fm_buf *out)
{
    const size_t end = out->n + room;
    for (size_t i = 0; i < template->count; i++)
        FM_TRY(put_within(&template->parts[i], in, end, scratch, out));
    return FM_OK;
}

enum fm_status fm_template_render_whole(const struct fm_template *template,
                                        const struct fm_record_input *in, size_t room,
                                        struct fm_arena *scratch, struct fm_buf *out, bool *whole)
{
    const size_t end = out->n + room;
    for (size_t i = 0; i < template->count; i++) {
        const size_t begin = out->n;
        const enum field field = template->parts[i].field;
        FM_TRY(put_within(&template->parts[i], in, end, scratch, out));
        if (out->n == begin)
            *whole = false;
        for (size_t k = begin; k < out->n && field == TEXT; k++)
            if (out->p[k] == MARK_BYTE || out->p[k] == '\n' || out->p[k] == '\r')
                out->p[k] = ' ';
        if (field != TEXT && field != COUNT && field != MEAN)
            out->n = begin + fm_utf8_blank_controls(out->p + begin, out->n - begin, NULL);
    }
    return FM_OK;
}

/* The mean in ten thousandths, a half rounded up. */
static enum fm_status put_mean(struct fm_buf *out, uint64_t scored, uint64_t half_points_sum)
{
    enum { UNIT = 10000, DIGITS = 4 };
    if (scored == 0)
        return FM_OK;
    uint64_t mean = (half_points_sum * UNIT + scored) / (2 * scored);
    unsigned char digits[DIGITS + 2] = {(unsigned char)('0' + mean / UNIT), '.'};
    for (unsigned i = DIGITS + 1; i > 1; i--, mean /= 10)
        digits[i] = (unsigned char)('0' + mean % 10);
    return fm_buf_append(out, digits, sizeof digits);
}

enum fm_status fm_template_fill_counts(struct fm_text record, uint64_t count, uint64_t scored,
                                       uint64_t half_points_sum, struct fm_buf *out)
{
    const unsigned char *at = record.p, *end = record.p + record.n, *mark;
    while (at < end && (mark = memchr(at, MARK_BYTE, (size_t)(end - at))) != NULL &&
           end - mark >= (ptrdiff_t)sizeof count_mark) {
        FM_TRY(fm_buf_append(out, at, (size_t)(mark - at)));
        if (mark[1] == count_mark[1])
            FM_TRY(fm_buf_append_u64(out, count));
        else if (scored == 0 && mark[1] == null_mark)
            FM_TRY(fm_buf_append_text(out, FM_TEXT("null")));
        else
            FM_TRY(put_mean(out, scored, half_points_sum));
        at = mark + sizeof count_mark;
    }
    return fm_buf_append(out, at, (size_t)(end - at));
}

void fm_template_count_or_null(unsigned char *mark)
{
    if (mark[0] == MARK_BYTE && mark[1] == mean_mark[1])
        mark[1] = null_mark;
}

bool fm_template_counts(const struct fm_template *template)
{
    return template->only != NULL &&
           (template->only->field == COUNT || template->only->field == MEAN);
}

enum fm_status fm_template_render_with(
    const struct fm_template *template, const struct fm_record_input *in, struct fm_arena *scratch,
    struct fm_buf *out, enum fm_status (*put)(void *user, struct fm_text value, struct fm_buf *out),
    void *user)
{
    struct fm_buf value = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; status == FM_OK && i < template->count; i++) {
        value.n = 0;
        status = put_part(&template->parts[i], in, scratch, &value);
        const struct fm_text text = {value.p, value.n};
        if (status == FM_OK)
            status = template->parts[i].field == TEXT ? fm_buf_append_text(out, text)
                                                      : put(user, text, out);
    }
    fm_buf_free(&value);
    return status;
}

enum fm_status fm_template_shape(const struct fm_template *template, unsigned char field,
                                 struct fm_buf *out)
{
    for (size_t i = 0; i < template->count; i++)
        FM_TRY(template->parts[i].field == TEXT ? fm_buf_append_text(out, template->parts[i].text)
                                                : fm_buf_append(out, &field, 1));
    return FM_OK;
}
