/* The lines that decide: see detect.h. Comments and escape lines are passed over as in PGN; a brace
 * that is never closed is none, unless its line begins with it. */
#include <config.h>
#include "convert/detect.h"
#include "io/codec.h"
#include "pgn/bytes.h"
#include "pgn/word.h"
#include "pgn/tags.h"
#include "convert/foreign.h"
#include "convert/listed.h"

/* What a line shows. */
enum shown { SHOWS_NOTHING, SHOWS_NUMBER, SHOWS_GAMES, SHOWS_LIST };

static bool is_blank(unsigned char c)
{
    return c <= ' ' && c != '\n' && c != '\r';
}

static const unsigned char *skip_blanks(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (is_blank(*p) || (end - p >= 3 && fm_is_bom(p))))
        p += is_blank(*p) ? 1 : 3;
    return p;
}

static const unsigned char *line_end(const unsigned char *p, const unsigned char *end)
{
    while (p < end && !fm_byte_ends_line(*p))
        p++;
    return p;
}

/* `#`, `;`, `//`, `%`: the rest of the line shows nothing. */
static bool is_remark(const unsigned char *p, const unsigned char *end)
{
    return p < end &&
           (*p == '#' || *p == ';' || *p == '%' || (*p == '/' && end - p > 1 && p[1] == '/'));
}

/* `[Name "`, or the name of a usual tag without the quotes. Names begin with a capital: so do not
 * sections of configurations. */
static bool is_tag_pair(const unsigned char *p, const unsigned char *end)
{
    if (p == end || *p++ != '[')
        return false;
    p = skip_blanks(p, end);
    const unsigned char *name = p;
    while (p < end && fm_byte_is(*p, FM_BYTE_NAME))
        p++;
    const struct fm_text text = fm_text_between(name, p);
    if (text.n == 0)
        return false;
    const bool known = fm_tag_id_of(text) != FM_TAG_OTHER;
    const bool capital = *name >= 'A' && *name <= 'Z';
    const unsigned char *mark = p;
    while (mark < end && (is_blank(*mark) || *mark == '=' || *mark == ':'))
        mark++;
    const bool quoted = mark < end && *mark == '"';
    return (capital && quoted) || (known && (p == end || is_blank(*p) || *p == ']'));
}

static enum shown look_at_line(const unsigned char *p, const unsigned char *end)
{
    bool ignored = false;
    uint64_t number;
    const struct fm_text line = fm_text_trim(fm_text_between(p, end));
    if (line.n == 0 || is_remark(p, end))
        return SHOWS_NOTHING;
    if (is_tag_pair(p, end))
        return SHOWS_GAMES;
    if (fm_listed_is_position(line))
        return SHOWS_LIST;
    if (fm_word_is_numbered_move(p, end, true, &ignored))
        return SHOWS_GAMES;
    /* Nothing but a number up to 959 is a Chess960 array, which `repair` makes of it. */
    return fm_text_to_u64(line, &number) && number < 960 ? SHOWS_NUMBER : SHOWS_NOTHING;
}

/* After the comment that begins at p, or NULL: it has no end here. An `[Event "` after an empty
 * line ends it, too. */
static const unsigned char *comment_end(const unsigned char *p, const unsigned char *end)
{
    static const char event[] = "[Event \"";
    const size_t n = sizeof event - 1;
    bool empty = false;
    while (p < end) {
        const unsigned char *stop = line_end(p, end);
        const unsigned char *brace = memchr(p, '}', (size_t)(stop - p));
        if (empty && (size_t)(end - p) >= n && memcmp(p, event, n) == 0)
            return p;
        if (brace != NULL)
            return brace + 1;
        empty = skip_blanks(p, stop) == stop;
        p = stop + (stop < end);
        if (p < end && *p == '\n' && p[-1] == '\r')
            p++;
    }
    return NULL;
}

static enum shown look_at_lines(struct fm_text start)
{
    const unsigned char *p = start.p, *const end = start.p + start.n;
    bool numbers = false, others = false;
    while (p < end) {
        p = skip_blanks(p, end);
        const unsigned char *stop = line_end(p, end), *next = NULL;
        const enum shown shown = look_at_line(p, stop);
        if (shown > SHOWS_NUMBER)
            return shown;
        const unsigned char *brace = is_remark(p, stop) ? NULL : memchr(p, '{', (size_t)(stop - p));
        if (brace != NULL && (next = comment_end(brace, end)) == NULL && brace == p)
            return SHOWS_NOTHING;
        numbers = numbers || shown == SHOWS_NUMBER;
        others =
            others || (shown == SHOWS_NOTHING && brace != p && p < stop && !is_remark(p, stop));
        p = next != NULL ? next : stop + (stop < end);
    }
    return numbers && !others ? SHOWS_LIST : SHOWS_NOTHING;
}

/* ---- names ---- */

/* Take the suffix off, whatever the case of its letters. */
static bool take_suffix(struct fm_text *name, const char *suffix)
{
    const size_t n = strlen(suffix);
    if (name->n <= n)
        return false;
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = name->p[name->n - n + i];
        if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != (unsigned char)suffix[i])
            return false;
    }
    name->n -= n;
    return true;
}

/* Take the suffix of compressed data off. */
static bool take_compression(struct fm_text *name)
{
    const struct fm_codec *codec = fm_codec_of_name(*name);
    if (codec == NULL)
        return take_suffix(name, ".bgz"); /* gzip under another name */
    return take_suffix(name, codec->suffix);
}

static enum shown look_at_name(const char *name)
{
    struct fm_text text = fm_text_of(name);
    (void)take_compression(&text);
    if (take_suffix(&text, ".pgn"))
        return SHOWS_GAMES;
    return take_suffix(&text, ".epd") || take_suffix(&text, ".fen") ? SHOWS_LIST : SHOWS_NOTHING;
}

bool fm_detect_suffix(const char *name)
{
    struct fm_text text = fm_text_of(name);
    return take_compression(&text) || look_at_name(name) != SHOWS_NOTHING;
}

/* ---- the answer ---- */

static enum fm_block_kind kind_of(enum shown shown)
{
    return shown == SHOWS_LIST ? FM_BLOCK_LINES : FM_BLOCK_GAMES;
}

struct fm_detected fm_detect(struct fm_text start, const char *name, enum fm_input_format format)
{
    if (start.n > FM_DETECT_BYTES)
        start.n = FM_DETECT_BYTES;
    const struct fm_text foreign = fm_foreign_name(start);
    if (foreign.n > 0)
        return (struct fm_detected){.kind = FM_BLOCK_NOTHING, .foreign = foreign};
    if (format != FM_INPUT_AUTO)
        return (struct fm_detected){.kind =
                                        format == FM_INPUT_PGN ? FM_BLOCK_GAMES : FM_BLOCK_LINES};
    enum shown shown = look_at_lines(start);
    if (shown == SHOWS_NOTHING && fm_foreign_is_binary(start))
        return (struct fm_detected){.kind = FM_BLOCK_NOTHING, .foreign = FM_TEXT("no text")};
    if (shown == SHOWS_NOTHING)
        shown = look_at_name(name);
    return (struct fm_detected){.kind = kind_of(shown), .doubtful = shown == SHOWS_NOTHING};
}

bool fm_detect_text(struct fm_text text)
{
    const unsigned char *p = text.p, *const end = text.p + text.n;
    while (p < end) {
        p = skip_blanks(p, end);
        const unsigned char *stop = line_end(p, end), *next = NULL;
        if (p < stop && !is_remark(p, stop)) {
            if (*p != '{')
                return true;
            next = comment_end(p, end);
            if (next == NULL)
                return false;
        }
        p = next != NULL ? next : stop + (stop < end);
    }
    return false;
}
