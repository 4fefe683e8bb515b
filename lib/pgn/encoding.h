/* SPDX-License-Identifier: MIT */
/* Finds the encoding of a text, and converts it to UTF-8. A game is UTF-8 if all of it is; else
 * Windows-1252, of which Latin-1 is a part, or the encoding that the profile sets. UTF-16 is
 * refused by the caller, as FM_REASON_NOT_TEXT. */
#ifndef FM_PGN_ENCODING_H
#define FM_PGN_ENCODING_H
#include "base/base.h"
#include "pgn/encoding_tables.h"

/* The encoding that text is read in. Those after LATIN1 have a table. */
enum fm_encoding {
    FM_ENCODING_AUTO, /* UTF-8, else Windows-1252; as that of a text: not looked at */
    FM_ENCODING_UTF8,
    FM_ENCODING_LATIN1,
#define FM_ENCODING_ID(id, ...) FM_ENCODING_##id,
    FM_ENCODING_TABLES(FM_ENCODING_ID)
#undef FM_ENCODING_ID
        FM_ENCODINGS
};

/* The kinds of encodings that are guessed from the look of a text. */
enum fm_guess { FM_GUESS_NEVER, FM_GUESS_CYRILLIC, FM_GUESS_DOS };

/* " | windows-1252 | cp1251 ...": for the help of the key `encoding`. */
#define FM_ENCODING_BAR(id, name, ...) " | " name
#define FM_ENCODING_HELP FM_ENCODING_TABLES(FM_ENCODING_BAR)

extern const char *const fm_encoding_names[]; /* names by enum fm_encoding, NULL-terminated */

/** Is every byte below 0x80? */
bool fm_encoding_is_ascii(struct fm_text text);
/** Is all of it well-formed UTF-8 (RFC 3629: no surrogates, nothing above U+10FFFF, shortest
 * forms only)? */
bool fm_encoding_is_utf8(struct fm_text text);
/** Does an input begin as UTF-16 or UTF-32 text does: with a byte order mark of theirs, or with
 * some characters of ASCII and a NUL before or after each? */
bool fm_encoding_is_utf16(struct fm_text start);
/** Append a text as well-formed UTF-8. A byte that an encoding leaves open becomes the control
 * character of that number; one that is not part of a UTF-8 character, where UTF-8 is read,
 * becomes U+FFFD. FM_ENCODING_AUTO: UTF-8 if all of the text is, else Windows-1252.
 * @return FM_OK or FM_NO_MEMORY (nothing appended). */
FM_MUST_CHECK enum fm_status fm_encoding_append(struct fm_buf *out, struct fm_text text,
                                                enum fm_encoding encoding);
/** The same into the arena, padded with FM_TEXT_PADDING NULs; ASCII stays where it is, unpadded.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_encoding_decode(struct fm_arena *arena, struct fm_text text,
                                                enum fm_encoding encoding, struct fm_text *out);

/** The other way round: a text in UTF-8 in an encoding of a game, `?` for characters that it has
 * not; UTF-8 and ASCII stay where they are. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_encoding_encode(struct fm_arena *arena, struct fm_text text,
                                                enum fm_encoding encoding, struct fm_text *out);

/** The encoding that a text which is not UTF-8 is more likely to be in than in Windows-1252.
 * @param[out] guess  its kind; FM_GUESS_NEVER: there is none.
 * @return FM_ENCODING_AUTO if there is none. */
enum fm_encoding fm_encoding_guess(struct fm_text text, enum fm_guess *guess);
/** The hint for a guess: "--encoding cp1251 is likely"; for FM_ENCODING_AUTO, that there is the
 * option. */
const char *fm_encoding_hint(enum fm_encoding encoding);

#endif
