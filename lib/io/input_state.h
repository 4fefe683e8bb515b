/* SPDX-License-Identifier: MIT */
/* The state of an input, and the sizes that it reads by: input.c and input_facts.c have it. */
#ifndef FM_IO_INPUT_STATE_H
#define FM_IO_INPUT_STATE_H
#include "io/raw.h"

/* A decoder gets bytes up to the next multiple of this in its member, or up to the size in its
 * header: what it gives before it finds damage may depend on where its input ends, and must not
 * depend on where in a buffer the member is. */
enum { FEED_SIZE = 64 * 1024 };

/* Room that a decoder gets, again and again from the start of its unit, for the same reason. */
enum { WINDOW_SIZE = 128 * 1024 };

/* Bytes that are read, fed and decoded at a time where few are needed. */
enum { LITTLE = 16 * 1024 };

/* Verifying an input (fm_input_verify()). */
enum fm_input_check { CHECK_NONE, CHECK_BEFORE, CHECK_NOW, CHECK_DONE };

enum fm_input_stage {
    STAGE_START,   /* nothing is known yet */
    STAGE_PLAIN,   /* bytes pass as they are */
    STAGE_MEMBER,  /* inside a compressed member, in a part of it if it has parts */
    STAGE_BETWEEN, /* after one, or before a part of one */
    STAGE_BATCH,   /* inside a batch that the decode pool has decoded */
    STAGE_END
};

/* Why every later call fails. */
struct fm_input_fault {
    enum fm_status status; /* FM_OK: none does */
    enum fm_reason reason;
    int os_error;
    uint32_t os_code; /* the system's own number of it */
    struct fm_text detail;
    bool whole;          /* all that was compressed was handed over, and the failure is after it */
    bool in_part;        /* compressed data are damaged, in the part that begins */
    uint64_t raw, plain; /* at this offset of the file and this one of the text */
};

struct fm_input {
    const char *name; /* the caller's */
    enum fm_input_stage stage;
    const struct fm_codec *codec; /* codec of the last member */
    void *state;                  /* state of the codec's decoder */
    bool inside;                  /* a member, before or in one of its parts */
    uint64_t fed;                 /* bytes that it was given of the member or part */
    uint64_t reported;            /* size of the member by its header; 0 = unknown */
    bool unended;               /* the last member has such a size, and text: another must follow */
    unsigned char *window;      /* decoded bytes; owned */
    size_t window_size;         /* bytes that it has room for; 0 = none yet */
    size_t window_at, window_n; /* offsets in it: first byte not handed over; the end */
    uint64_t bytes;             /* handed over */
    uint64_t decoded;           /* bytes that decoders made, those in the window included */
    uint64_t unit_at;          /* the count `decoded` at the beginning of the last unit (codec.h) */
    uint64_t verified;         /* the same at the end of the last unit whose checksum held */
    bool large;                /* the unit has more text than waits for a checksum */
    enum fm_input_check check; /* of the whole input before any of it is handed over */
    struct fm_input_fault found; /* with CHECK_DONE: the fault after `bytes_max` bytes of text */
    uint64_t bytes_max;          /* bytes of text to hand over; UINT64_MAX = all */
    uint64_t raw_from;           /* offset in the file at which reading began */
    /* Where the text must have the length that an index gives; UINT64_MAX = nowhere. */
    struct fm_input_mark known;
    bool little; /* few bytes are needed: LITTLE takes the place of both sizes */
    struct fm_input_fault fault;
    struct fm_raw raw; /* last, as its head is not initialised */
};

#endif
