/* SPDX-License-Identifier: MIT */
/* Operations of records of one position, merged (`output.merge-ops`): the moves of bm and am
 * become their union, texts are joined. Only the worker knows the position, so it appends the
 * data for the merge after the text of each record; the stage that merges (stage_merge.c)
 * removes them. */
#ifndef FM_RECORD_MERGE_H
#define FM_RECORD_MERGE_H
#include "record/epd.h"
#include "record/record.h"
#include "record/sort_key.h"

struct fm_merge_op {
    struct fm_text opcode;
    enum fm_epd_type type; /* FM_EPD_MOVE_SET or FM_EPD_STRING */
    /* False: bm or am that is only read, to find moves that are in both; it is written as it
     * was. */
    bool merges;
};

/* The plan of an output; lives in the arena it was made in. */
struct fm_merge_plan {
    const struct fm_merge_op *ops;
    size_t count; /* number of operations; 0: nothing is merged */
};

/** Can an operation of this type be merged? */
static inline bool fm_merge_takes(enum fm_epd_type type)
{
    return type == FM_EPD_MOVE_SET || type == FM_EPD_STRING;
}
/** @param fields  the opcodes of the profile. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_plan_make(const struct fm_record_field *fields, size_t count,
                                                struct fm_arena *arena, struct fm_merge_plan *out);

/* The origin of a record, and the places of its parts. */
struct fm_merge_source {
    /* Length in bytes, with the head of the entry if the record is to be sorted. */
    size_t record;
    /* Offsets in the record of the first operation and of the end of the last one, without
     * blanks at either end. */
    size_t ops, rest;
    bool listed; /* true: from a FEN or EPD list */
    /* True: opcodes are in ASCII order, and so are the moves of each set. */
    bool in_order;
    /* True: other text follows the position, so no operation can be added. */
    bool closed;
    uint64_t ordinal; /* number of the game or record in its input */
    size_t input;     /* length of the input's name in bytes */
};

/** Append the data for a merge of the record that ends in @p out.
 * @param source  complete but for `input`. @param input  name.
 * @param board   NULL: moves are compared as they are written. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_part_put(const struct fm_merge_plan *plan,
                                               const struct fm_merge_source *source,
                                               const char *input, const struct fm_epd_board *board,
                                               struct fm_buf *out);

/* Merging the records of one position, in their order. Memory is bounded: of moves and texts no
 * more is kept than an operation can have. */
struct fm_merge;

/** @param sort  of the output. Both must outlive it. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_new(const struct fm_merge_plan *plan,
                                          const struct fm_sort_plan *sort, struct fm_merge **out);
/** May be NULL. */
void fm_merge_free(struct fm_merge *merge);
/** Add a record as fm_merge_part_put() has left it. The first record decides the place of the
 * merged record, and all of its text besides the merged operations. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_add(struct fm_merge *merge, struct fm_text record);
/** Records so far. */
uint64_t fm_merge_count(const struct fm_merge *merge);
/* A move that is in both bm and am, and the origin of the merged record. */
struct fm_merge_conflict {
    /* Empty = there is no conflict; lasts until the next record is added. */
    struct fm_text move;
    const char *input; /* name of the input; lasts as long as `move` */
    uint64_t ordinal;  /* number of the game or record in the input */
    bool listed;       /* true: from a FEN or EPD list */
};
/** Append the merged record, and begin with the next position. One record alone stays byte for
 * byte.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_end(struct fm_merge *merge, struct fm_buf *out,
                                          struct fm_warnings *notes,
                                          struct fm_merge_conflict *conflict);

#endif
