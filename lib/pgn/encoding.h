/* Which encoding a text is in, and Windows-1252 to UTF-8. A game is UTF-8 if all of it is; else
 * Windows-1252, of which Latin-1 is a part. UTF-16 is refused by the caller, as
 * FM_REASON_NOT_TEXT. */
#ifndef FM_PGN_ENCODING_H
#define FM_PGN_ENCODING_H
#include "base/base.h"

/** Is every byte below 0x80? */
bool fm_encoding_is_ascii(struct fm_text text);
/** Is all of it well-formed UTF-8 (RFC 3629: no surrogates, nothing above U+10FFFF, shortest
 * forms only)? */
bool fm_encoding_is_utf8(struct fm_text text);
/** Does an input begin as UTF-16 or UTF-32 text does: with a byte order mark of theirs, or with
 * NULs around ASCII? */
bool fm_encoding_is_utf16(struct fm_text start);
/** Append the text read as Windows-1252, as UTF-8; the five codes that it leaves open become the
 * control characters that Latin-1 has there. @return FM_OK or FM_NO_MEMORY (nothing appended). */
FM_MUST_CHECK enum fm_status fm_encoding_append_1252(struct fm_buf *out, struct fm_text text);
/** The same for Latin-1 (ISO 8859-1). */
FM_MUST_CHECK enum fm_status fm_encoding_append_latin1(struct fm_buf *out, struct fm_text text);

#endif
