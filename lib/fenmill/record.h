/* SPDX-License-Identifier: MIT */
/* Records of positions, written into a caller's buffer. Included by fenmill.h. */
#ifndef FENMILL_RECORD_H
#define FENMILL_RECORD_H
#include <fenmill/profile.h>
#include <fenmill/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Writes positions as an output of a profile has them (format, dialects, operations, columns or
 * line), compiled once. A formatter is used by one thread at a time. */
struct fm_formatter;

/** A name and its value, in UTF-8. */
struct fm_named_text {
    struct fm_text name, value;
};

/** A position, and what else its record may have. */
struct fm_record {
    size_t size; /* sizeof(struct fm_record) */
    const struct fm_position *position;
    const struct fm_legal_move *next; /* move that is played in the position; NULL = none */
    /* Values of fields that are no field's name, as tags of its game: {White}, {Engine}. That of
     * Result is the result. */
    const struct fm_named_text *tags;
    size_t tag_count;
    bool has_eval; /* true: `eval` is set */
    int eval;      /* evaluation in centipawns for White */
};
/* clang-format off */
#define FM_RECORD_INIT {sizeof(struct fm_record), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/** Compile the only output of a profile.
 * @param profile  finished; must outlive the formatter.
 * @param error    may be NULL.
 * @return FM_OK, FM_BAD_USE (the profile is not finished), FM_BAD_PROFILE (several outputs; games,
 * books or counts instead of positions; a field, in error->what, that only a game has),
 * FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_formatter_new(const struct fm_profile *profile,
                                                     struct fm_formatter **out,
                                                     struct fm_error *error);
/** May be NULL. */
FM_API void fm_formatter_free(struct fm_formatter *formatter);
/** The text before the first record: the names of columns with a line end; else empty. It
 * lasts as long as the formatter. */
FM_API struct fm_text fm_formatter_head(const struct fm_formatter *formatter);
/** Write a record with its line end and a final NUL.
 * @param size         of @p out.
 * @param[out] length  of the record without its NUL, also where it does not fit; may be NULL. 0
 * where it is skipped, as a field of a line has no value.
 * @return FM_OK; FM_NO_ROOM (@p out is too small); FM_REJECTED (the dialect cannot express a
 * castling right); FM_BAD_USE (@p record is no record, or the move is not legal there);
 * FM_NO_MEMORY. Unless FM_OK, @p out is an empty text, if it has room for one. */
FM_API FM_MUST_CHECK enum fm_status fm_formatter_write(struct fm_formatter *formatter,
                                                       const struct fm_record *record, char *out,
                                                       size_t size, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
