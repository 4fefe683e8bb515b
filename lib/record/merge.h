/* SPDX-License-Identifier: MIT */
/* Operations of records of one position, merged (`output.merge-ops`): the moves of bm and am become
 * their union, texts are joined. The worker appends to each record, after its text, what it gives to
 * a merge, as only there the position is known; who merges (stage_merge.c) takes it off. */
#ifndef FM_RECORD_MERGE_H
#define FM_RECORD_MERGE_H
#include "record/epd.h"
#include "record/record.h"
#include "record/sort_key.h"

struct fm_merge_op {
    struct fm_text opcode;
    enum fm_epd_type type; /* FM_EPD_MOVE_SET or FM_EPD_STRING */
    bool merges; /* false: bm or am, which is looked at beside the other but stays as it is */
};

/* Of an output; lives in the arena it was made in. */
struct fm_merge_plan {
    const struct fm_merge_op *ops;
    size_t count; /* 0: nothing is merged */
};

/** Can an operation of this type be merged? */
static inline bool fm_merge_takes(enum fm_epd_type type)
{
    return type == FM_EPD_MOVE_SET || type == FM_EPD_STRING;
}
/** @param fields  the opcodes of the profile. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_plan_make(const struct fm_record_field *fields, size_t count,
                                                struct fm_arena *arena, struct fm_merge_plan *out);

/* Where a record comes from and where its parts are. */
struct fm_merge_source {
    size_t record; /* bytes, what is before its text (an entry to be sorted) included */
    size_t ops,
        rest;    /* in it: where the operations begin, where they end; at both ends no blanks */
    bool listed; /* from a FEN or EPD list */
    bool
        in_order; /* its operations are in the order of their opcodes, the moves of a set in ASCII order */
    bool closed;      /* after the position is other text: no operation can be added */
    uint64_t ordinal; /* of the game or record in its input */
    size_t input;     /* bytes of the input's name */
};

/** Append what the record that ends in @p out gives to a merge.
 * @param source  complete but for `input`. @param input  name.
 * @param board   NULL: moves are compared as they are written. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_part_put(const struct fm_merge_plan *plan,
                                               const struct fm_merge_source *source,
                                               const char *input, const struct fm_epd_board *board,
                                               struct fm_buf *out);

/* Merging the records of one position, in their order. Memory is bounded: of moves and texts no more
 * is kept than an operation can have. */
struct fm_merge;

/** @param sort  of the output. Both must outlive it. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_new(const struct fm_merge_plan *plan,
                                          const struct fm_sort_plan *sort, struct fm_merge **out);
/** May be NULL. */
void fm_merge_free(struct fm_merge *merge);
/** Add a record as fm_merge_part_put() has left it; the first decides where the merged one is, and
 * what it has beside the merged operations. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_add(struct fm_merge *merge, struct fm_text record);
/** Records so far. */
uint64_t fm_merge_count(const struct fm_merge *merge);
/* A move that is in both bm and am, and where the merged record comes from. */
struct fm_merge_conflict {
    struct fm_text move; /* empty = there is none; lasts until the next record is added */
    const char *input;   /* as long */
    uint64_t ordinal;
    bool listed;
};
/** Append the merged record, and begin with the next position. One record alone stays byte for byte.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_end(struct fm_merge *merge, struct fm_buf *out,
                                          struct fm_warnings *notes,
                                          struct fm_merge_conflict *conflict);

#endif
