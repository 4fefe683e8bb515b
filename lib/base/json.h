/* SPDX-License-Identifier: MIT */
/* JSON as this project writes it in statistics and plans: objects and lists of texts, of numbers
 * without a sign (some in thousandths), true and false. A text is read into a tree, changed there,
 * and written in the one layout that all these files have. */
#ifndef FM_BASE_JSON_H
#define FM_BASE_JSON_H
#include "base/memory.h"
#include "base/text.h"

enum fm_json_kind {
    FM_JSON_NUMBER,
    FM_JSON_SECONDS,
    FM_JSON_WORD,
    FM_JSON_STRING,
    FM_JSON_OBJECT,
    FM_JSON_LIST
};

struct fm_json {
    struct fm_json *next; /* next node of the same object or list */
    struct fm_text name;  /* name of a member, as written between its quotes */
    enum fm_json_kind kind;
    struct fm_text text;   /* text of a word or string, as written */
    uint64_t number;       /* value of a number; of FM_JSON_SECONDS in thousandths */
    struct fm_json *first; /* first node inside an object or list */
};

/** Read a text that is one value. The tree points into the text.
 * @param[out] line  number of the line, 1.., where the text is no such value.
 * @return FM_OK, FM_BAD_USE (it is none), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_json_read(struct fm_text text, struct fm_arena *arena,
                                          struct fm_json *out, uint64_t *line);
/** A member of an object; NULL = it has none of that name. */
struct fm_json *fm_json_find(const struct fm_json *in, struct fm_text name);
/** Take a member out of an object. @return NULL: it has none of that name. */
struct fm_json *fm_json_take(struct fm_json *from, struct fm_text name);
/** The number of a member; 0 = there is none, or it is no number. */
uint64_t fm_json_number(const struct fm_json *in, struct fm_text name);
/** The text of a string with its escapes undone, and a NUL after it; empty: @p node is NULL or
 * no string. p is NULL when memory is out. */
struct fm_text fm_json_string(const struct fm_json *node, struct fm_arena *arena);
/** Whether both have the same values in the same order. */
bool fm_json_equal(const struct fm_json *a, const struct fm_json *b);
/** Append a value. Elements of the outermost object or list, and of those in it, have lines of
 * their own. */
FM_MUST_CHECK enum fm_status fm_json_put(struct fm_buf *out, const struct fm_json *node);
/** Append a text between quotes, so that fm_json_string() gives it back: bytes that are not UTF-8
 * are escapes of their numbers, as are control characters. */
FM_MUST_CHECK enum fm_status fm_json_put_string(struct fm_buf *out, struct fm_text text);
/** Set the member `check` of an object that was written to fm_text_check() of the text before it.
 * @return false: there is no such member, or it has another length. */
FM_MUST_CHECK bool fm_json_seal(struct fm_buf *text);
/** Whether the text before `check` is what it was when that was set. */
FM_MUST_CHECK bool fm_json_is_sealed(struct fm_text text);

#endif
