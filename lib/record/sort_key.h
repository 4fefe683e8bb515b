/* SPDX-License-Identifier: MIT */
/* The keys that the records or games of an output are sorted by. The order of keys as bytes is that
 * of the records: a number, a date or a round comes before any other text, and a missing value
 * after all; that is so descending, too. Until the sort, each record is an entry in the output's
 * buffer: its key, then its text, but for what the key has of it. So the steps before the sort
 * (uniqueness, samples, counts, duplicates) handle entries like records. */
#ifndef FM_RECORD_SORT_KEY_H
#define FM_RECORD_SORT_KEY_H
#include "ops/pair_sort.h"
#include "record/record.h"

struct fm_sort_field; /* compiled */

/* Lives in the arena it was made in. */
struct fm_sort_plan {
    const struct fm_sort_field *fields;
    size_t count;   /* number of fields; 0: nothing is sorted */
    unsigned needs; /* set of enum fm_record_needs */
    bool whole;     /* true: an entry has its text whole, whatever its key has of it */
    bool fen;       /* true: the key is the FEN, ascending */
};

/** Compile `output.sort`.
 * @param games  games are sorted: what differs from position to position is refused, but for the
 * number of plies.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint or detail), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_sort_plan_make(const struct fm_record_field *fields, size_t count,
                                               bool games, struct fm_arena *arena,
                                               struct fm_sort_plan *out, struct fm_error *error);

/** The template of a field of the plan. */
const struct fm_template *fm_sort_template(const struct fm_sort_plan *plan, size_t field);

/** Begin an entry: the key. The text is to be appended, then fm_sort_entry_end() called.
 * @param in    with the encoding of the game, as values are compared as UTF-8.
 * @param room  bytes that the values may take.
 * @return FM_OK, FM_NO_MEMORY, FM_REJECTED: they take more. */
FM_MUST_CHECK enum fm_status fm_sort_entry_begin(const struct fm_sort_plan *plan,
                                                 const struct fm_record_input *in, size_t room,
                                                 struct fm_arena *scratch, struct fm_buf *out);
/** The entry that begins at @p begin ends here. A text that its key has, too, is taken off its
 * beginning. An entry without a text is removed. */
void fm_sort_entry_end(const struct fm_sort_plan *plan, struct fm_buf *out, size_t begin);
/** Bytes of an entry before the FEN that is its key. */
enum { FM_SORT_BEFORE_FEN = 2 * sizeof(size_t) + FM_PAIR_TEXT };
/** The same of an entry from @p begin on, where after so many bytes the FEN, of @p n bytes, and
 * then the rest of the text were written. */
void fm_sort_entry_end_fen(struct fm_buf *out, size_t begin, size_t n);
/** Bytes of an entry before its text. */
size_t fm_sort_entry_head(const struct fm_sort_plan *plan, const unsigned char *entry);
/** Read the first entry of a text: its key and text. @return where it ends. */
const unsigned char *fm_sort_entry_read(const struct fm_sort_plan *plan, const unsigned char *entry,
                                        struct fm_pair *out);
/** Begin a copy of an entry, of which some operations have changed; its text is to be appended,
 * then fm_sort_entry_end() called.
 * @param changed  gives the new value of an operation; false: it is as it was.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_sort_entry_renew(const struct fm_sort_plan *plan,
                                                 const unsigned char *entry,
                                                 bool (*changed)(void *user, struct fm_text opcode,
                                                                 struct fm_text *value),
                                                 void *user, struct fm_buf *out);

#endif
