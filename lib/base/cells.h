/* SPDX-License-Identifier: MIT */
/* The cells of one line of a table: CSV (RFC 4180), TSV, and JSON lines (RFC 8259). A row is a
 * line: a cell in quotes has no line end. */
#ifndef FM_BASE_CELLS_H
#define FM_BASE_CELLS_H
#include "base/memory.h"
#include "base/text.h"

/* How the text of a cell is written. */
enum fm_cell_form {
    FM_CELL_PLAIN,  /* as it is: a field without quotes, a number or a word of JSON */
    FM_CELL_QUOTED, /* a quote in it is doubled (CSV) */
    FM_CELL_STRING, /* a string of JSON, with its escapes */
    FM_CELL_LIST,   /* the elements of an array of JSON */
    FM_CELL_OBJECT  /* the members of an object of JSON */
};

struct fm_cell {
    struct fm_text text; /* span of the line, without the quotes or brackets around it */
    enum fm_cell_form form;
};

/** Take the first field of what is left of a row. Blanks around a field are dropped.
 * @param[in,out] rest  its pointer is NULL after the last field.
 * @param apart         the byte between two fields.
 * @param quotes        true: a field may be in quotes.
 * @param[out] fault    NULL, or what is wrong (constant); *out is then the place. */
void fm_cell_take(struct fm_text *rest, unsigned char apart, bool quotes, struct fm_cell *out,
                  const char **fault);
/** The same as most programs write it: after a TAB there are no quotes. */
static inline void fm_cell_take_field(struct fm_text *rest, unsigned char apart,
                                      struct fm_cell *out, const char **fault)
{
    fm_cell_take(rest, apart, apart != '\t', out, fault);
}
/** Begin an object of JSON that fills the line. @return false: the line does not begin with one. */
bool fm_cell_open_object(struct fm_text line, struct fm_text *rest);
/** Take the first member of what is left of an object, or the first element of what is left of an
 * array.
 * @param[out] name   name of the member, empty where it cannot be read; NULL: it is an array.
 * @param[out] value  empty for `null`.
 * @param[out] fault  NULL, or what is wrong (constant); *value is then the place.
 * @return false: there is none, and after an object only what is after it is left in *rest. */
bool fm_cell_take_member(struct fm_text *rest, struct fm_cell *name, struct fm_cell *value,
                         const char **fault);
/** Write the text of a cell: escapes are undone, the elements of an array have blanks between them.
 * Where there are no escapes, each byte of an array keeps its place.
 * @param to  room for as many bytes as the cell has. @return the end. */
unsigned char *fm_cell_put(const struct fm_cell *cell, unsigned char *to);
/** Is the text of the cell that of its span? */
static inline bool fm_cell_is_plain(const struct fm_cell *cell)
{
    return cell->form == FM_CELL_PLAIN || cell->text.n == 0 ||
           (cell->form < FM_CELL_LIST &&
            memchr(cell->text.p, cell->form == FM_CELL_QUOTED ? '"' : '\\', cell->text.n) == NULL);
}
/** The text of a cell: its span, or a copy in the arena. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_cell_text(const struct fm_cell *cell, struct fm_arena *arena,
                                          struct fm_text *out);

#endif
