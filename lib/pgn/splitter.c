/* SPDX-License-Identifier: MIT */
/* The splitter apart from its hot path: games that begin without tags, unusual tags, comments
 * between them, what follows a result, and stray text. The rules are in docs/game-boundaries.md.
 *
 * Nothing here looks at bytes before the span it reads, so that a span's start is a safe place to
 * cut: the same games are found whether a block begins there or earlier. For the same reason every
 * decision that more text could change sets s->cut; the block then ends before that game, which is
 * read again with more text. */
#include <config.h>
#include "pgn/splitter.h"
#include "pgn/tags.h"
#include "pgn/word.h"

/* How many tags of a game a repeated name is looked for in: comparing each with all would take time
 * in proportion to the square of their number. */
enum { NAMES_COMPARED_MAX = 256 };

static void note_span(struct fm_splitter *s, enum fm_reason reason, const unsigned char *from,
                      const unsigned char *to)
{
    fm_warnings_note_at(&s->game.notes, reason, fm_text_between(from, to));
}

/* The first fault is kept: the others follow from it. */
void fm_splitter_broken(struct fm_splitter *s, enum fm_reason reason, const unsigned char *at)
{
    s->state = FM_SPLIT_END;
    if (s->game.broken != FM_REASON_NONE)
        return;
    s->game.broken = reason;
    s->game.broken_at = fm_splitter_offset(s, at);
}

void fm_splitter_unclosed(struct fm_splitter *s, const unsigned char *p)
{
    do
        p--;
    while (*p != '{');
    fm_splitter_broken(s, FM_REASON_UNCLOSED_COMMENT, p);
}

bool fm_splitter_grow_tags(struct fm_splitter *s)
{
    s->no_memory = !fm_split_grow_tags(s->out);
    return !s->no_memory;
}

/* fm_is_hard_boundary(), with the span's start as the first byte that may be looked at. */
static bool is_hard(const struct fm_splitter *s, const unsigned char *p)
{
    return fm_is_hard_boundary(p, s->begin + s->game.begin, s->end);
}

/* Brackets are for tag pairs (PGN standard 7), but people write remarks in brackets between moves.
 * A tag pair must therefore begin a line, unless it is an Event tag, which nothing else
 * resembles. */
bool fm_splitter_tag_ends_game(struct fm_splitter *s, const unsigned char *p)
{
    if (is_hard(s, p) || fm_tag_is_event(p, s->end, &s->cut))
        return true;
    return fm_line_start(p, s->begin + s->game.begin) != NULL &&
           fm_tag_is_on_line(p, s->end, &s->cut);
}

/* Is there a move of the main line before @p to? */
static bool has_move(const struct fm_splitter *s, const unsigned char *to)
{
    size_t depth = 0;
    const unsigned char *p = s->first_move == NULL ? to : s->first_move;
    while (p < to) {
        if (*p == '{') {
            p = memchr(p, '}', (size_t)(to - p));
            if (p == NULL)
                return false;
            p++;
        } else if (*p == ';') {
            p = fm_line_end(p, to);
        } else if (*p == '.' || fm_byte_is(*p, FM_BYTE_DELIMITER)) {
            depth += *p == '(';
            depth -= *p == ')' && depth > 0;
            p++;
        } else if (depth == 0 && fm_word_is_move(p, to, false)) {
            return true;
        } else { /* a number, which a move may be glued to, or another word */
            const bool number = fm_byte_is(*p, FM_BYTE_DIGIT);
            do
                p++;
            while (p < to && *p != '.' && !fm_byte_is(*p, FM_BYTE_DELIMITER) &&
                   (!number || fm_byte_is(*p, FM_BYTE_DIGIT)));
        }
    }
    return false;
}

/* Does the game have a FEN tag, in any capitals? */
static bool has_fen(const struct fm_splitter *s)
{
    if (s->ids >> FM_TAG_FEN & 1)
        return true;
    for (size_t i = s->game.first_tag; i < s->out->tag_count; i++)
        if (fm_text_equal_nocase(s->out->tags[i].name, FM_TEXT("FEN")))
            return true;
    return false;
}

/* Is there a move from p on, after blanks and comments? */
static bool is_before_move(struct fm_splitter *s, const unsigned char *p)
{
    for (; p < s->end && (fm_byte_is(*p, FM_BYTE_BLANK) || *p == '{'); p++) {
        if (*p != '{')
            continue;
        while (p < s->end && *p != '}')
            if (*p++ == '[' && is_hard(s, p - 1))
                return false;
    }
    s->cut |= fm_bytes_find(p, s->end, FM_BYTE_DELIMITER) >= s->end;
    return p < s->end && fm_word_is_move(p, s->end, true);
}

/* Games without tags or results, each after an empty line. With another start than the standard one
 * numbers may begin anywhere. */
bool fm_splitter_begins_game(struct fm_splitter *s, const unsigned char *p)
{
    return fm_follows_empty_line(p, s->begin + s->game.begin) && !has_fen(s) && has_move(s, p) &&
           is_before_move(s, p + 2);
}

/* Returns the place after the comment that `{` or `;` opens. Not closed: the game is broken, and
 * its end is returned, where a hard boundary or the end of the block is. */
static const unsigned char *pass_comment(struct fm_splitter *s, const unsigned char *open)
{
    const unsigned char *p = open + 1;
    if (*open == ';')
        return fm_line_end(p, s->end);
    for (; p < s->end; p++) {
        if (*p == '}')
            return p + 1;
        if (*p == '[' && is_hard(s, p))
            break;
    }
    fm_splitter_broken(s, FM_REASON_UNCLOSED_COMMENT, open);
    return p;
}

/* Does an escape line begin here: `%` in the first column (PGN standard 6)? At the span's start the
 * byte before may not be looked at; but only the input's first span can begin with `%`. */
static bool is_escape(const struct fm_splitter *s, const unsigned char *p)
{
    return *p == '%' && (fm_splitter_offset(s, p) == s->game.begin || fm_byte_ends_line(p[-1]));
}

/* Pass over blanks of any kind, control characters and escape lines. A byte order mark or no-break
 * space (U+00A0) counts as blank: files joined from several have them in the middle. */
static const unsigned char *pass_blanks(struct fm_splitter *s, const unsigned char *p)
{
    while (p < s->end) {
        if (fm_byte_is(*p, FM_BYTE_BLANK)) {
            p++;
        } else if (fm_byte_is(*p, FM_BYTE_CONTROL)) {
            note_span(s, FM_REASON_CONTROL_CHARACTER, p, p + 1);
            p++;
        } else if (fm_is_bom(p)) {
            p += 3;
        } else if (p[0] == 0xC2 && p[1] == 0xA0) {
            p += 2;
        } else if (is_escape(s, p)) {
            p = fm_line_end(p, s->end);
        } else {
            break;
        }
    }
    return p < s->end ? p : s->end;
}

/* Pass over the variation that `(` opens after a result. Its comments and nested variations are
 * counted, so that a bracket or a result in them does not end it; no recursion. */
static const unsigned char *pass_variation(struct fm_splitter *s, const unsigned char *open)
{
    size_t depth = 0;
    const unsigned char *p = open;
    while (p < s->end) {
        switch (*p) {
        case '(':
            depth++;
            p++;
            break;
        case ')':
            p++;
            if (--depth == 0)
                return p;
            break;
        case '{':
        case ';':
            p = pass_comment(s, p);
            if (s->state == FM_SPLIT_END)
                return p;
            break;
        case '[':
            if (fm_splitter_tag_ends_game(s, p)) {
                fm_splitter_broken(s, FM_REASON_UNCLOSED_VARIATION, open);
                return p;
            }
            p++;
            break;
        default:
            p = is_escape(s, p) ? fm_line_end(p, s->end) : p + 1;
        }
    }
    fm_splitter_broken(s, FM_REASON_UNCLOSED_VARIATION, open);
    return p;
}

size_t fm_splitter_lead(struct fm_text bytes)
{
    struct fm_splitter s = {.begin = bytes.p, .end = bytes.p + bytes.n};
    const unsigned char *p = pass_blanks(&s, s.begin);
    /* An open comment is not passed over: it may be closed in text that is not read yet. */
    while (p < s.end && (*p == '{' || *p == ';')) {
        const unsigned char *comment = p;
        p = pass_comment(&s, p);
        if (s.state == FM_SPLIT_END)
            return fm_splitter_offset(&s, comment);
        p = pass_blanks(&s, p);
    }
    return fm_splitter_offset(&s, p);
}

/* The tag pair that the `[` at p begins. */
static struct fm_tag_found read_tag(struct fm_splitter *s, const unsigned char *p)
{
    struct fm_tag_found reading;
    fm_tag_read(p, s->end, &reading);
    s->cut |= reading.cut;
    return reading;
}

/* `[pgn]`, copied from a forum with the game: a word in brackets, with a tag pair or a numbered
 * move after it. */
static bool is_bracketed_start(struct fm_splitter *s, const unsigned char *p)
{
    const struct fm_tag_found reading = read_tag(s, p);
    if (reading.tag.name.n == 0 || reading.tag.value.n > 0 || reading.end[-1] != ']')
        return false;
    p = fm_bytes_skip(reading.end, s->end, FM_BYTE_BLANK);
    if (p >= s->end)
        return false;
    return *p == '[' ? !is_hard(s, p) && fm_tag_is_on_line(p, s->end, &s->cut)
                     : fm_word_is_numbered_move(p, s->end, true, &s->cut);
}

/* May a game begin at p, where a line begins in stray text? Prose has numbers and moves as well
 * (`2. e4 is best`), so a number must have its period and a move after it. */
static bool line_opens_game(struct fm_splitter *s, const unsigned char *p)
{
    return p < s->end && (*p == '[' ? fm_tag_opens(p, s->end, &s->cut)
                                    : fm_word_is_numbered_move(p, s->end, true, &s->cut));
}

/* Stray text from p on, up to a line that a game may begin with. Whole lines only: a game never
 * begins in the middle of a line of other text. */
static const unsigned char *pass_stray(struct fm_splitter *s, const unsigned char *p)
{
    s->game.stray = true;
    s->state = FM_SPLIT_END;
    while (p < s->end) {
        p = fm_line_end(p, s->end);
        while (p < s->end && (fm_byte_is(*p, FM_BYTE_BLANK) || fm_is_bom(p)))
            p += *p == 0xEF ? 3 : 1;
        if (line_opens_game(s, p))
            return p;
    }
    return s->end;
}

/* Movetext begins at p, or with the comment before it, which then belongs to it. */
static const unsigned char *begin_moves(struct fm_splitter *s, const unsigned char *p,
                                        const unsigned char *comment)
{
    s->game.moves = fm_splitter_offset(s, comment == NULL ? p : comment);
    s->first_move = p;
    s->state = FM_SPLIT_MOVES;
    return p;
}

/* The same at the start of a span, which may be the block's: the scan looks at the byte before. */
static const unsigned char *begin_moves_at_start(struct fm_splitter *s, const unsigned char *p,
                                                 const unsigned char *comment)
{
    p = begin_moves(s, p, comment);
    if (p > s->begin)
        return p;
    if (!fm_byte_is(*p, FM_BYTE_MARK))
        return p + 1;
    const unsigned char *const after =
        *p == '*' || *p == '-' || *p == '/' ? fm_splitter_result(s, p) : fm_splitter_mark(s, p, 0);
    return after == NULL ? p + 1 : after;
}

/* The first byte of a span: a game begins with a tag pair, a result, a move or its number, comments
 * before it included; anything else is stray text. */
const unsigned char *fm_splitter_start(struct fm_splitter *s, const unsigned char *p)
{
    const unsigned char *comment = NULL;
    for (;;) {
        struct fm_result_token result;
        p = pass_blanks(s, p);
        if (p >= s->end)
            return pass_stray(s, p);
        if (*p == '{' || *p == ';') {
            comment = comment == NULL ? p : comment;
            p = pass_comment(s, p);
            if (s->state == FM_SPLIT_END) { /* only an open comment: no game, so stray text */
                s->game.broken = FM_REASON_NONE;
                s->game.stray = true;
                return p;
            }
            continue;
        }
        if (*p == '[' && (fm_tag_opens(p, s->end, &s->cut) || is_bracketed_start(s, p))) {
            s->state = FM_SPLIT_TAG;
            return fm_splitter_tag(s, p);
        }
        if (fm_result_read(p, s->begin + s->game.begin, s->end, &result) ||
            fm_word_is_numbered_move(p, s->end, false, &s->cut) ||
            fm_word_is_move(p, s->end, false))
            return begin_moves_at_start(s, p, comment);
        return pass_stray(s, p);
    }
}

/* Is the name among the game's tags? */
static bool has_name(const struct fm_splitter *s, struct fm_text name)
{
    const size_t all = s->out->tag_count - s->game.first_tag;
    const size_t count = all < NAMES_COMPARED_MAX ? all : NAMES_COMPARED_MAX;
    return count > 0 && fm_tag_named(s->out->tags + s->game.first_tag, count, name) != NULL;
}

/* The hash of the name was seen in this game: only comparing shows whether the name was. */
void fm_splitter_repeated(struct fm_splitter *s, struct fm_text pair)
{
    if (has_name(s, s->out->tags[s->out->tag_count].name))
        note_span(s, FM_REASON_DUPLICATE_TAG, pair.p, pair.p + pair.n);
}

/* Any tag pair, also a malformed one. Does what common_tag() does, and keeps the sets of names in
 * the same form, since the next tag may be read there. */
const unsigned char *fm_splitter_tag(struct fm_splitter *s, const unsigned char *p)
{
    const struct fm_tag_found reading = read_tag(s, p);
    if (reading.malformed)
        note_span(s, FM_REASON_MALFORMED_TAG, p, reading.end);
    const struct fm_text name = reading.tag.name;
    if (name.n > 0 && has_name(s, name))
        note_span(s, FM_REASON_DUPLICATE_TAG, p, reading.end);
    if (s->out->tag_count == s->out->tag_cap && !fm_splitter_grow_tags(s))
        return p;
    s->out->tags[s->out->tag_count] = reading.tag;
    fm_splitter_take_tag(s);
    s->ids |= reading.tag.id == FM_TAG_OTHER ? 0 : 1u << reading.tag.id;
    s->names |=
        reading.tag.id == FM_TAG_OTHER && name.n > 0 ? fm_tag_bit_of_key(fm_tag_key(name)) : 0;
    p = reading.end < s->end ? reading.end : s->end;
    s->game.tags_end = fm_splitter_offset(s, p);
    s->state = FM_SPLIT_GAP;
    return p;
}

/* Between two tag pairs: does the second begin a game? A hard boundary always; else, apart from the
 * first by an empty line or a comment, a tag that the game has already. So lists of games that have
 * tags only are divided, and a tag section with a gap in it is not. */
static bool begins_next_game(struct fm_splitter *s, const unsigned char *p, bool apart)
{
    if (is_hard(s, p))
        return true;
    if (!apart || !fm_tag_opens(p, s->end, &s->cut))
        return false;
    const struct fm_tag_found reading = read_tag(s, p);
    return reading.tag.name.n > 0 && has_name(s, reading.tag.name);
}

/* After a tag pair: another one, movetext, or the end. A comment here belongs to the movetext if
 * that follows, and to this game in any case. */
const unsigned char *fm_splitter_gap(struct fm_splitter *s, const unsigned char *p)
{
    const unsigned char *comment = NULL;
    for (;;) {
        p = pass_blanks(s, p);
        if (p >= s->end || *p == '[')
            break;
        if (*p != '{' && *p != ';')
            return begin_moves(s, p, comment);
        comment = comment == NULL ? p : comment;
        p = pass_comment(s, p);
        if (s->state == FM_SPLIT_END)
            break;
    }
    s->game.moves = comment == NULL ? s->game.tags_end : fm_splitter_offset(s, comment);
    if (s->state == FM_SPLIT_END || p >= s->end) {
        s->state = FM_SPLIT_END;
        return p;
    }
    const unsigned char *const floor = s->begin + s->game.begin, *line = fm_line_start(p, floor);
    const bool apart = comment != NULL || (line != NULL && fm_follows_empty_line(line, floor));
    s->state = begins_next_game(s, p, apart) ? FM_SPLIT_END : FM_SPLIT_TAG;
    return p;
}

const unsigned char *fm_splitter_result(struct fm_splitter *s, const unsigned char *mark)
{
    struct fm_result_token token;
    if (!fm_result_around(mark, s->begin + s->game.moves, s->end, &token))
        return NULL;
    fm_game_set_result(&s->game, s->begin, &token);
    s->state = FM_SPLIT_TRAIL;
    return token.end;
}

const unsigned char *fm_splitter_mark(struct fm_splitter *s, const unsigned char *mark,
                                      size_t depth)
{
    switch (*mark) {
    case ';':
        return fm_line_end(mark, s->end);
    case '%':
        return fm_byte_ends_line(mark[-1]) ? fm_line_end(mark, s->end) : mark + 1;
    case '}':
        note_span(s, FM_REASON_STRAY_CLOSE, mark, mark + 1);
        return mark + 1;
    default:
        break;
    }
    if (fm_byte_is(*mark, FM_BYTE_CONTROL)) {
        note_span(s, FM_REASON_CONTROL_CHARACTER, mark, mark + 1);
        return mark + 1;
    }
    /* A colon, or the first byte of a half (U+00BD) or dash (U+2010 to U+2015, U+2212), in UTF-8 or
     * Windows-1252: fm_splitter_result() reads the rest. In a variation a result is a remark. */
    const bool half = *mark == 0xBD || (mark[0] == 0xC2 && mark[1] == 0xBD);
    const bool dash = *mark == ':' || *mark == 0x96 || *mark == 0x97 ||
                      (mark[0] == 0xE2 && (mark[1] == 0x80 || mark[1] == 0x88));
    const unsigned char *after = depth == 0 && (half || dash) ? fm_splitter_result(s, mark) : NULL;
    return after == NULL ? mark + 1 : after;
}

/* A mark after a result that begins nothing: a NAG, a glyph, or an unexpected one. */
static const unsigned char *pass_trail_mark(struct fm_splitter *s, const unsigned char *p)
{
    if (*p == '$')
        return fm_bytes_skip(p + 1, s->end, FM_BYTE_DIGIT);
    if (*p == '!' || *p == '?')
        return p + 1;
    const unsigned char *after = p + fm_char_size(p);
    after = after < s->end ? after : s->end;
    note_span(s, *p == ')' || *p == '}' ? FM_REASON_STRAY_CLOSE : FM_REASON_UNKNOWN_TOKEN, p,
              after);
    return after;
}

/* `1-0 ff`, where the Result tag has the same: the text after the result belongs to it. The tag
 * must begin with the result as it is written, and be longer. */
static const unsigned char *pass_result_rest(struct fm_splitter *s, const unsigned char *p)
{
    const struct fm_text tag = fm_split_result_tag(s->out, &s->game);
    const unsigned char *result = s->begin + s->game.moves_end;
    s->cut |= tag.n > (size_t)(s->end - result);
    if (tag.n <= (size_t)(p - result) || tag.n > (size_t)(s->end - result) ||
        memcmp(result, tag.p, tag.n) != 0)
        return p;
    note_span(s, FM_REASON_RESULT_SPELLING, result, result + tag.n);
    return result + tag.n;
}

/* After the result: comments, variations, a second result and marks still belong to the game. A
 * word ends it, as it may be the next game's first move, or stray text; so does `[`. */
const unsigned char *fm_splitter_trail(struct fm_splitter *s, const unsigned char *p)
{
    while (s->state == FM_SPLIT_TRAIL) {
        struct fm_result_token again;
        p = pass_blanks(s, p);
        if (p >= s->end || *p == '[') {
            s->state = FM_SPLIT_END;
        } else if (*p == '{' || *p == ';') {
            p = pass_comment(s, p);
        } else if (*p == '(') {
            p = pass_variation(s, p);
        } else if (fm_result_read(p, s->begin + s->game.moves, s->end, &again)) {
            note_span(s, FM_REASON_UNKNOWN_TOKEN, p, again.end);
            p = again.end;
        } else if (fm_word_begins(p)) {
            const unsigned char *after = pass_result_rest(s, p);
            s->state = after == p ? FM_SPLIT_END : FM_SPLIT_TRAIL;
            p = after;
        } else {
            p = pass_trail_mark(s, p);
        }
    }
    return p;
}

void fm_splitter_close(struct fm_splitter *s, const unsigned char *end)
{
    if (s->no_memory)
        return;
    s->game.end = fm_splitter_offset(s, end);
    s->no_memory = !fm_split_add(s->out, &s->game, s->begin, s->first_move);
    /* From the first uncertain game on, nothing is settled: this one counts (its start is known),
     * those after it begin where its end was guessed. */
    if (s->cut && s->out->settled == SIZE_MAX)
        s->out->settled = s->out->count;
}
