/* SPDX-License-Identifier: MIT */
/* Entries of trees: a line of a game, from the worker to the tree. The key begins with the values
 * of `by` and the start, each with a NUL after it, and then has the moves, a blank after each. */
#ifndef FM_RECORD_TREE_ENTRY_H
#define FM_RECORD_TREE_ENTRY_H
#include "base/hash.h"
#include "pgn/lines.h"
#include "record/group.h"

enum fm_tree_order { FM_TREE_BY_COUNT, FM_TREE_BY_FIRST };

/* Compiled once, const afterwards. */
struct fm_tree_plan {
    struct fm_group_plan by;           /* values that a tree is by, and what follows from them */
    const struct fm_template *comment; /* comment at each branch; NULL = none */
    const struct fm_template *names;   /* comment where a game ends; NULL = none */
    unsigned needs;                    /* of `by` and `names`: set of enum fm_record_needs */
};

/** Compile a plan. @param by  fields, as of groups. @param comment  template of counts and these
 * fields. @param names  template of fields of a game. Both may be empty.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint or detail), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_plan_make(const struct fm_record_field *by, size_t count,
                                               struct fm_text comment, struct fm_text names,
                                               struct fm_arena *arena, struct fm_tree_plan *out,
                                               struct fm_error *error);

/* The game that an entry is a line of. */
struct fm_tree_game {
    struct fm_text tags;  /* as they are written; of a variation: none */
    struct fm_text name;  /* the same */
    bool counts;          /* false: a variation of a game */
    signed char points;   /* half points of White; -1 = no result */
    unsigned char result; /* enum fm_result */
};

/* The tree of the last game of a worker. A tree needs the tags of its first game, and of the others
 * those that all have. */
struct fm_tree_last {
    const struct fm_tree_plan *plan;
    struct fm_buf begin;  /* of its keys; empty = the next game is as the first */
    struct fm_buf common; /* tags of all its games */
};

/* Kinds of notes, in the order in which those of a move are written. */
enum fm_tree_kind {
    FM_TREE_BEFORE, /* comment before the next move, the first of a variation */
    FM_TREE_NAG,
    FM_TREE_COMMENT,
    FM_TREE_END, /* comment of a line that ends here */
    FM_TREE_NAME /* name of a game that ends here */
};

/** Append the entry of a line. @param begin  of the key. @param hashes  of the positions after each
 * move of the movetext; NULL = none. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tree_put_entry(struct fm_lines *lines, size_t line,
                                               const struct fm_tree_game *game,
                                               struct fm_text begin,
                                               const struct fm_hash128 *hashes, struct fm_buf *out);
/** Take the first entry off a text. @return its key. */
struct fm_text fm_tree_take_entry(struct fm_text *rest, struct fm_text *value);
/** Give a value its place in the order of the input. */
void fm_tree_number_entry(unsigned char *value, uint64_t number);
/** Take the first pair off tags, a pair a line. @return false: there is none. */
bool fm_tree_take_pair(struct fm_text *tags, struct fm_text *pair);
bool fm_tree_has_pair(struct fm_text tags, struct fm_text pair);
/** Keep those pairs that a game has, too. */
void fm_tree_keep_common(struct fm_buf *common, struct fm_text tags);
/** Bytes of a key before its moves. @param values  number of values that trees are by. */
size_t fm_tree_key_begin(struct fm_text key, size_t values);

/* A value, read. */
struct fm_tree_value {
    uint64_t number;                          /* place in the order of the input */
    struct fm_text tags, name, notes, hashes; /* texts in the value */
    uint32_t move;                            /* number of the first move */
    bool black;                               /* true: Black makes it */
    bool counts;                              /* as in struct fm_tree_game */
    signed char points;
    unsigned char result;
};
void fm_tree_read_value(struct fm_text value, struct fm_tree_value *out);

struct fm_tree_entry_note {
    struct fm_text text;
    uint32_t ply; /* move that it is after; 0 = the start */
    unsigned char kind, nag;
};
/** Take the first note off those of a value. @return false: there is none. */
bool fm_tree_next_note(struct fm_text *notes, struct fm_tree_entry_note *out);

#endif
