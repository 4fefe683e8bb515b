/* SPDX-License-Identifier: MIT */
/* The kind of an input, and the place of the record in a line of a list: see detect.h. Comments
 * and escape lines are passed over as in PGN; a brace that is never closed is none, unless its
 * line begins with it. */
#include <config.h>
#include "run/detect.h"
#include "io/codec.h"
#include "pgn/bytes.h"
#include "pgn/tags.h"
#include "pgn/word.h"
#include "record/entry.h"

/* Input that is compressed was decoded before: what of io/codec.h begins here was inside something
 * compressed, or has one byte of its magic number changed, as damage leaves it. */
enum { MAGIC_MAX = 20 };

struct foreign {
    unsigned short at; /* offset of the magic number in the file */
    unsigned char n;
    unsigned char magic[MAGIC_MAX];
    struct fm_text name;
};

#define NAME(text) \
    { \
        (const unsigned char *)(text), sizeof(text) - 1 \
    }

static const struct foreign foreign_formats[] = {
    {0, 5, "%PDF-", NAME("a PDF document")},
    {0, 4,
     "\x7f"
     "ELF",
     NAME("a program")},
    {0, 4, "MZ\x90", NAME("a program")},
    {0, 4, "\xcf\xfa\xed\xfe", NAME("a program")},
    {0, 16, "SQLite format 3", NAME("an SQLite database")},
    {0, 8, "Scid.si", NAME("a SCID database; `scidpgn` or SCID exports it as PGN")},
    {0, 8, "Scid.sn", NAME("a SCID database; `scidpgn` or SCID exports it as PGN")},
    {0, 6, "\0\0\x2c\0\x2e\x01", NAME("a ChessBase database; ChessBase exports it as PGN")},
    {0, 6, "\0\0\x24\0\x2e\x01", NAME("a ChessBase database; ChessBase exports it as PGN")},
    {0, 8, "\x89PNG\r\n\x1a\n", NAME("a picture (PNG)")},
    {0, 3, "\xff\xd8\xff", NAME("a picture (JPEG)")},
    {0, 4, "GIF8", NAME("a picture (GIF)")},
    {0, 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", NAME("a document of an office program")},
    {0, 5, "{\\rtf", NAME("a document (RTF); save it as plain text")},
    {257, 5, "ustar", NAME("a tar archive in another archive; unpack that first")},
    {0, 3, "\x5d\0\0", NAME("lzma data, which are not read; unpack them first")},
};

/* Files that have no magic number of their own, by their names. It counts only where the content is
 * neither chess nor known by its first bytes. */
static const struct {
    const char *suffixes; /* suffixes in lower case, with a blank after each */
    struct fm_text name;
} foreign_suffixes[] = {
    {".cbh .cbg .cba .cbp .cbt .cbc .cbs .cbe .cbl .cbm .cbj .cbb .cbgi .cit .cip .cko .cpo .ck1 .ck2 "
     ".ck3 .cp1 .cp2 .cp3 .cbtt .2cbh .cbone ",
     NAME("a part of a ChessBase database; ChessBase exports it as PGN")},
    {".cbf .cbi ", NAME("an old ChessBase database; ChessBase exports it as PGN")},
    {".cbv .cbz ", NAME("an archive of ChessBase; ChessBase unpacks it and exports PGN")},
    {".si3 .sg3 .sn3 .si4 .sg4 .sn4 .si5 .sg5 .sn5 .stc ",
     NAME("a part of a SCID database; SCID exports it as PGN")},
    {".pgi ", NAME("an index of a PGN file; the games are in the PGN file itself")},
    {".ctg .cto .ctb ", NAME("an opening book of ChessBase")},
    {".abk ", NAME("an opening book of Arena")},
    {".obk ", NAME("an opening book of Chessmaster")},
    {".bin ", NAME("perhaps an opening book (Polyglot): it holds keys of positions, no games")},
    {".rtbw .rtbz .emd .gtb ", NAME("an endgame tablebase")},
    {".nnue .binpack ", NAME("data of an engine")},
    {".tar ", NAME("a tar archive that is damaged, or none")},
    {".docx .xlsx .pptx .odt .ods ",
     NAME("a document of an office program; save it as plain text")},
    {".mdb .accdb .db .db3 .sqlite ", NAME("a database")},
};

struct fm_text fm_detect_foreign(const char *name)
{
    const char *suffix = strrchr(name, '.');
    const struct fm_text own = fm_text_of(suffix == NULL ? "" : suffix);
    for (size_t i = 0; own.n > 1 && i < FM_COUNT_OF(foreign_suffixes); i++)
        for (const char *one = foreign_suffixes[i].suffixes, *end; *one != '\0'; one = end + 1) {
            end = strchr(one, ' ');
            if (fm_text_equal_nocase(
                    own, fm_text_between((const unsigned char *)one, (const unsigned char *)end)))
                return foreign_suffixes[i].name;
        }
    return FM_NO_TEXT;
}

/* How many bytes differ from a magic number at that place, 2 for more; SIZE_MAX where the text is
 * shorter. */
static size_t differing(struct fm_text start, size_t at, const unsigned char *magic, size_t n)
{
    size_t differ = 0;
    if (start.n < at || start.n - at < n)
        return SIZE_MAX;
    for (size_t i = 0; i < n && differ < 2; i++)
        differ += start.p[at + i] != magic[i];
    return differ;
}

/* Of codecs the longer magic numbers (`inside`) are compared, which text does not begin with. */
static struct fm_text foreign_name(struct fm_text start)
{
    const struct fm_codec *codec;
    struct fm_text name = FM_NO_TEXT;
    size_t least = 2;
    for (size_t i = 0; i < FM_COUNT_OF(foreign_formats); i++)
        if (differing(start, foreign_formats[i].at, foreign_formats[i].magic,
                      foreign_formats[i].n) == 0)
            return foreign_formats[i].name;
    for (size_t i = 0; (codec = fm_codec_at(i)) != NULL; i++) {
        const struct fm_magic *magic = &codec->inside;
        const size_t differ = differing(start, 0, magic->bytes, magic->length);
        if (magic->length == 0 || differ >= least)
            continue;
        least = differ;
        name = fm_text_of(differ == 0 ? codec->twice : codec->damaged);
    }
    return name;
}

static bool is_binary(struct fm_text start)
{
    /* Control characters that text has not: 1 of 10 in random bytes (25 of the 256 values), 1 of
     * 1000 in games of old programs. The limit lies between. */
    enum { SHARE = 50 };
    size_t controls = 0;
    for (size_t i = 0; i < start.n; i++) {
        const unsigned char c = start.p[i];
        const bool is_text = (c >= '\t' && c <= '\r') || c == 0x1a || c == 0x1b;
        controls += c < ' ' && !is_text;
    }
    return controls > start.n / SHARE;
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '_';
}

static struct fm_text text_after(struct fm_text text, size_t n)
{
    return fm_text_trim(fm_text_after(text, n));
}

/* `12.` `12)` `12:` or a number and a blank; 0 = none of these. */
static size_t number_size(struct fm_text line)
{
    size_t n = 0;
    while (n < line.n && fm_byte_is_digit(line.p[n]))
        n++;
    if (n == 0 || n == line.n)
        return 0;
    const unsigned char c = line.p[n];
    return c == '.' || c == ')' || c == ':' || c == ' ' || c == '\t' ? n + 1 : 0;
}

/* The line after what programs write before a record: words of UCI, or a number. */
static struct fm_text without_head(struct fm_text line)
{
    static const char *const words[] = {"position fen ", "position ", "fen ", "FEN "};
    for (size_t i = 0; i < FM_COUNT_OF(words); i++) {
        const struct fm_text word = fm_text_of(words[i]);
        if (fm_text_begins(line, word))
            return text_after(line, word.n);
    }
    return text_after(line, number_size(line));
}

/* The text inside quotes, after which columns may follow. A tag pair is not such a line. */
static struct fm_text without_quotes(struct fm_text line)
{
    if (line.n < 2 || (line.p[0] != '"' && line.p[0] != '\''))
        return line;
    const unsigned char *end = memchr(line.p + 1, line.p[0], line.n - 1);
    const struct fm_text rest = end == NULL ? line : text_after(line, (size_t)(end + 1 - line.p));
    if (end == NULL || (rest.n > 0 && rest.p[0] == ']'))
        return line;
    return fm_text_trim(fm_text_between(line.p + 1, end));
}

/* The line before a comma, a semicolon or a stroke directly after the en passant square or a
 * counter: the next column of a table. */
static struct fm_text without_columns(struct fm_text line)
{
    unsigned field = 0;
    for (size_t i = 0; i < line.n && field < 6; i++) {
        const unsigned char c = line.p[i];
        if (is_space(c))
            field += i > 0 && !is_space(line.p[i - 1]);
        else if (field >= 3 && (c == ',' || c == ';' || c == '|'))
            return fm_text_trim((struct fm_text){line.p, i});
    }
    return line;
}

static bool shows_moves(struct fm_text line)
{
    const struct fm_text word = FM_TEXT(" moves ");
    for (size_t i = 0; i + word.n <= line.n; i++)
        if (memcmp(line.p + i, word.p, word.n) == 0)
            return true;
    return false;
}

bool fm_listed_unframe(struct fm_text line, struct fm_text *record)
{
    const struct fm_text bare = without_quotes(without_head(without_quotes(line)));
    *record = without_columns(bare);
    return record->n > 0 && record->n < line.n && !shows_moves(line);
}

static bool is_board_byte(unsigned char c)
{
    const unsigned char upper = c & 0xDF;
    return (upper >= 'A' && upper <= 'Z') || fm_byte_is_digit(c) || c == '/' || c == '~' ||
           c == '+' || c == '[' || c == ']';
}

/* With the side to move after it, a board of any variant is known by four slashes; without, there
 * must be seven and only the pieces of common variants. */
static bool is_board(struct fm_text line)
{
    static const char common[] = "pnbrqkacjPNBRQKACJ0123456789/~+";
    unsigned strokes = 0;
    bool is_common = true;
    size_t n = 0;
    for (; n < line.n && is_board_byte(line.p[n]); n++) {
        strokes += line.p[n] == '/';
        is_common = is_common && memchr(common, line.p[n], sizeof common - 1) != NULL;
    }
    if (n == 0 || line.p[0] == '[' || (n < line.n && !is_space(line.p[n])))
        return false;
    while (n < line.n && is_space(line.p[n]))
        n++;
    const bool side = n < line.n && ((line.p[n] | 0x20) == 'w' || (line.p[n] | 0x20) == 'b') &&
                      (n + 1 == line.n || is_space(line.p[n + 1]));
    return (strokes == 7 && is_common) || (side && strokes > 3);
}

bool fm_listed_is_position(struct fm_text line)
{
    if (is_board(line) || fm_text_begins(line, FM_TEXT("position startpos")) ||
        fm_text_begins(line, FM_TEXT("startpos moves ")))
        return true;
    struct fm_text record = without_quotes(line);
    return is_board(record) || is_board(without_quotes(without_head(record)));
}

/* Kinds of evidence that a line gives. */
enum shown { SHOWS_NOTHING, SHOWS_NUMBER, SHOWS_GAMES, SHOWS_LIST, SHOWS_ENTRIES, SHOWS_TABLE };

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

/* `[Name "`, or the name of a known tag without the quotes. Names begin with a capital letter;
 * sections of configuration files mostly do not. */
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
    struct fm_columns table;
    const struct fm_text line = fm_text_trim(fm_text_between(p, end));
    if (line.n == 0 || is_remark(p, end))
        return SHOWS_NOTHING;
    if (is_tag_pair(p, end))
        return SHOWS_GAMES;
    if (fm_columns_shown(line, &table))
        return SHOWS_TABLE;
    if (fm_listed_is_position(line))
        return SHOWS_LIST;
    if (fm_word_is_numbered_move(p, end, true, &ignored))
        return SHOWS_GAMES;
    /* Nothing but a number up to 959 is a Chess960 array, which `repair` makes of it. */
    return fm_text_to_u64(line, &number) && number < 960 ? SHOWS_NUMBER : SHOWS_NOTHING;
}

/* After the comment that begins at p, or NULL: it has no end here. As in the splitter,
 * `[Event "` after an empty line ends it, too. */
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

/* The first line that shows games or a list decides: a PGN may have a FEN in a later comment, a
 * list a move in a later operation. A number alone is a weak sign (of a Chess960 array), so it
 * counts only where every other line shows nothing at all. */
static enum shown look_at_lines(struct fm_text start)
{
    const unsigned char *p = start.p, *const end = start.p + start.n;
    bool numbers = false, others = false;
    while (p < end) {
        p = skip_blanks(p, end);
        const unsigned char *stop = line_end(p, end), *next = NULL;
        const enum shown shown = look_at_line(p, stop);
        if (shown == SHOWS_LIST && fm_entry_begins(fm_text_between(p, end)))
            return SHOWS_ENTRIES;
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
    static const char *const of_tar[] = {".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst"};
    struct fm_text text = fm_text_of(name);
    for (size_t i = 0; i < FM_COUNT_OF(of_tar); i++)
        if (take_suffix(&text, of_tar[i]))
            return true;
    return take_compression(&text) || look_at_name(name) != SHOWS_NOTHING;
}

/* The first line of a table: for the one that its first lines show, that which does. */
static struct fm_columns find_columns(struct fm_text start, const struct fm_profile_input *options)
{
    const struct fm_columns_wanted wanted = {.given = options->columns,
                                             .given_count = options->column_count,
                                             .puzzles = options->format == FM_INPUT_PUZZLES};
    const unsigned char *p = start.p, *const end = start.p + start.n;
    struct fm_text first = FM_NO_TEXT;
    struct fm_columns table = {.apart = 0};
    while (p < end) {
        const unsigned char *stop = line_end(p, end);
        const struct fm_text line = fm_columns_line(p, stop);
        if (options->format == FM_INPUT_AUTO && fm_columns_shown(line, &table))
            return table;
        if (first.p == NULL && !fm_columns_passes(line, &table))
            first = line;
        p = stop + (stop < end);
    }
    fm_columns_begin(first, &wanted, &table);
    return table;
}

void fm_detect(struct fm_text start, const char *name, const struct fm_profile_input *options,
               struct fm_detected *out)
{
    const enum fm_input_format format = options->format;
    if (start.n > FM_DETECT_BYTES)
        start.n = FM_DETECT_BYTES;
    out->doubtful = false;
    out->columns.apart = 0;
    out->kind = FM_BLOCK_NOTHING;
    out->foreign = foreign_name(start);
    if (out->foreign.n > 0)
        return;
    enum shown shown = format == FM_INPUT_AUTO  ? look_at_lines(start)
                       : format == FM_INPUT_PGN ? SHOWS_GAMES
                       : format == FM_INPUT_PUZZLES || format == FM_INPUT_TABLE ? SHOWS_TABLE
                                                                                : SHOWS_LIST;
    if (shown == SHOWS_NOTHING && is_binary(start)) {
        out->foreign = fm_detect_foreign(name);
        if (out->foreign.n == 0)
            out->foreign = FM_TEXT("no text");
        return;
    }
    if (shown == SHOWS_NOTHING)
        shown = look_at_name(name);
    if (shown == SHOWS_TABLE)
        out->columns = find_columns(start, options);
    out->kind = shown == SHOWS_LIST || shown == SHOWS_TABLE ? FM_BLOCK_LINES
                : shown == SHOWS_ENTRIES                    ? FM_BLOCK_ENTRIES
                                                            : FM_BLOCK_GAMES;
    out->doubtful = shown == SHOWS_NOTHING;
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
