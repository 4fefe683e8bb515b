/* SPDX-License-Identifier: MIT */
/* The fields of templates: one table. `fenmill help fields` and the manual have them from here. */
#ifndef FM_RECORD_FIELDS_H
#define FM_RECORD_FIELDS_H
#include "record/record.h"

/* The kinds of values. The kind decides which opcodes a template may fill, and which values
 * are numbers in JSON. */
enum fm_field_kind {
    FM_FIELD_ANY, /* any text, from names of files or tags */
    FM_FIELD_WORDS,
    FM_FIELD_MOVE,
    FM_FIELD_INTEGER,
    FM_FIELD_DECIMAL,
    FM_FIELD_SWITCH, /* true or false */
    FM_FIELD_LIST    /* an array of JSON, one item for each move */
};

/* Where the value comes from. */
enum fm_field_source {
    FM_FROM_CALL,     /* fm_field.put */
    FM_FROM_NUMBER,   /* fm_field.number */
    FM_FROM_COUNT,    /* a uint64_t of struct fm_counts, at fm_field.at */
    FM_FROM_TEXT,     /* a struct fm_text of struct fm_record_input, at fm_field.at */
    FM_FROM_STRING,   /* a const char * of that struct, at fm_field.at */
    FM_FROM_U32,      /* an unsigned of that struct, at fm_field.at */
    FM_FROM_U64,      /* a uint64_t of that struct, at fm_field.at */
    FM_FROM_TAG,      /* the tag fm_field.tag */
    FM_FROM_COMMENT,  /* the text of the comments after the last move */
    FM_FROM_COMMANDS, /* the [%...] commands in these comments */
    FM_FROM_OPS       /* the operations that the position came with */
};

/* How layouts (layout.h) append a value of the position. */
enum fm_value_kind {
    FM_VALUE_FIELD, /* fm_field_put() */
    FM_VALUE_FEN,
    FM_VALUE_SIDE,
    FM_VALUE_U32, /* an unsigned of struct fm_record_input */
    FM_VALUE_NEXT_SAN,
    FM_VALUE_NEXT_UCI,
    FM_VALUE_MATERIAL,
    FM_VALUE_PIECES,
    FM_VALUE_SLOT, /* fm_record_put_slot() */
    FM_VALUE_END   /* no value: the end of the record, after the last piece */
};

/* The positions that share a value. */
enum fm_field_scope {
    FM_OF_POSITION, /* one value for each position */
    /* One value for all positions of a game: names of files may have it. */
    FM_OF_GAME,
    /* One for each position; names of files may have that of the whole game. */
    FM_OF_BOTH,
    FM_OF_NAME /* of names of files alone, which settle it: file_name.c */
};

/* A row of the table. */
struct fm_field {
    const char *name; /* name between the braces */
    enum fm_field_kind kind;
    enum fm_field_scope scope;
    unsigned needs; /* set of enum fm_record_needs */
    /* Source of the value. It decides which of the next members is used. */
    enum fm_field_source source;
    size_t at; /* offset in struct fm_record_input, or struct fm_counts */
    enum fm_status (*put)(struct fm_buf *out, const struct fm_record_input *in);
    /* @return false: there is none. @param[out] number  as White sees it. */
    bool (*number)(const struct fm_record_input *in, int *number);
    bool mover;               /* true: `number` as the side to move sees it */
    const char *tag;          /* name of the tag */
    enum fm_value_kind value; /* way to append a value of a position */
    const char *help;         /* meaning, for `fenmill help fields` and the manual */
};

extern const struct fm_field fm_fields[];
extern const size_t fm_field_count;

/** The value of a field of FM_FROM_U32. */
static inline uint32_t fm_field_u32(const struct fm_field *field, const struct fm_record_input *in)
{
    uint32_t number;
    memcpy(&number, (const unsigned char *)in + field->at, sizeof number);
    return number;
}

#endif
