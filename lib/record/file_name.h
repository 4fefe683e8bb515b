/* SPDX-License-Identifier: MIT */
/* Names of files made from games (`to: "{White}/{Date}.pgn"`): values are changed so that they can
 * neither leave the folder nor have a special meaning to a shell or another system; the text of the
 * profile between them stays. */
#ifndef FM_RECORD_FILE_NAME_H
#define FM_RECORD_FILE_NAME_H
#include "record/template.h"

/* The mark in a rendered name for the number of the file. No value of a game has this byte. */
enum { FM_CHUNK_BYTE = 2 };
/* What is between two names that one game has. */
enum { FM_NAMES_BYTE = 3 };

/* A compiled name: fm_file_name_compile(). */
struct fm_file_name {
    unsigned needs;                     /* set of enum fm_record_needs */
    const struct fm_template *template; /* {player} in it is White */
    const struct fm_template *second;   /* {player} in it is Black; NULL = there is none */
    /* Part before the first field, a slash last; "" = the current folder. */
    const char *folder;
    size_t folder_n; /* length of `folder` in bytes */
    size_t most;     /* limit for one value in the name, in bytes */
};

/** Compile a name. @p text must live as long as the arena.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint, detail), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_file_name_compile(struct fm_text text, struct fm_arena *arena,
                                                  struct fm_file_name *out, struct fm_error *error);
/** Append the name for one game, relative to the folder. Tags are decoded from in->encoding.
 * {chunk} becomes FM_CHUNK_BYTE. With {player} there are two names, FM_NAMES_BYTE between them,
 * unless both are the same. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_file_name_render(const struct fm_file_name *name,
                                                 const struct fm_record_input *in,
                                                 struct fm_arena *scratch, struct fm_buf *out);
/** The first of the names that are left; none is left after the last.
 * @param[in,out] names  as rendered. */
struct fm_text fm_file_name_take(struct fm_text *names);
/** Append a rendered name with the number of a file in place of FM_CHUNK_BYTE. */
FM_MUST_CHECK enum fm_status fm_file_name_number(struct fm_text name, uint64_t number,
                                                 struct fm_buf *out);
/** Append what one value in UTF-8 becomes: letters, digits and - . , + = @ stay, blanks become _,
 * an empty value is _. A hyphen and 8 hexadecimal digits of its hash are added to some values:
 * those with an underscore or any other character, with a hyphen or a full stop at the beginning,
 * or longer than @p most bytes, names of devices, and values that look as if they had been changed.
 * So different values have different names. */
FM_MUST_CHECK enum fm_status fm_file_name_value(struct fm_text value, size_t most,
                                                struct fm_buf *out);

#endif
