/* SPDX-License-Identifier: MIT */
/* What a reader is: its run, which threads of its own may do (reader_run.c), and the items that are
 * made of what comes of it, in the caller's thread (reader.c). */
#ifndef FM_READER_READER_STATE_H
#define FM_READER_READER_STATE_H
#include "fenmill.h"
#include "base/thread.h"
#include "board/dispatch.h"
#include "reader/reader_plan.h"
#include "run/converter.h"

struct fm_reader {
    struct fm_reader_plan plan;
    struct fm_events events;
    struct fm_delivery delivery;
    struct fm_converter *converter;
    struct fm_exchange exchange;
    bool exchanges; /* true: `exchange` was made */
    pthread_t thread;
    /* True: `thread` runs; false: its work is done in the caller's calls. */
    bool started;
    bool begun, over; /* states of the run; written by the thread that does it */
    /* Process that has the threads: a child made by fork() has none. */
    uint64_t process;
    /* Written by the threads before they end the exchange. */
    enum fm_status status;
    struct fm_error error;
    /* The members below belong to the caller's thread. */
    bool ended;
    bool seeks;                        /* true: places can be gone to; false: not known */
    struct fm_chunk *chunk;            /* chunk that items are taken from; NULL = none */
    size_t row;                        /* index in `chunk` of the first row after the game */
    const unsigned char *at, *end;     /* records of the game that are left */
    struct fm_reader_message *reports; /* messages that are not yet given; owned */
    struct fm_reader_message *given;   /* message that was given last; owned */
    bool in_game;
    /* Position that is lent, and the move that is played in it; NULL: none are lent. */
    struct fm_position *line;
    struct fm_move line_next;
    struct fm_legal_move next; /* the same as item.next has it */
    uint64_t records;          /* number of records given so far */
    /* Values of the last position; where the FEN is alone: &item.fen. */
    struct fm_text *values;
    struct fm_text path;           /* path of the last position; empty = the main line */
    struct fm_text tags;           /* tag pairs of the game, for fm_reader_tag() */
    struct fm_item item;           /* item that was given last */
    struct fm_batch_memory *batch; /* memory of the last batch; owned; NULL = none was made */
};

/** Go on with the run, where the caller's thread does it. @return false: it is over. */
bool fm_reader_step(struct fm_reader *reader);
/** Is this a child of the process that the threads are in? They may have held any lock when it was
 * made. */
bool fm_reader_is_forked(const struct fm_reader *reader);

#endif
