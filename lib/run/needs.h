/* SPDX-License-Identifier: MIT */
/* What an output needs of the run, and the run of itself: one set of bits. It follows from what is written
 * and how it is chosen, by one function, when all of that is known (plan_needs.c). */
#ifndef FM_RUN_NEEDS_H
#define FM_RUN_NEEDS_H
#include "record/record.h"

/* What an output, or the run, needs: one set of bits. The lower half are those of enum
 * fm_record_needs; the upper half, here, is the converter's own. The set of the plan is the union
 * of those of its routes and of what the whole run needs. */
#define FM_NEEDS_(n) (UINT64_C(1) << (32 + (n)))
/* Of a route: how its records are chosen. */
#define FM_NEEDS_FROM_END FM_NEEDS_(1)       /* by plies counted from the end of the game */
#define FM_NEEDS_GAME_SAMPLE FM_NEEDS_(2)    /* by `sample: per-game` */
#define FM_NEEDS_RUN_SAMPLE FM_NEEDS_(3)     /* by `sample: total`: written at the end of the run */
#define FM_NEEDS_UNIQUE_IN_GAME FM_NEEDS_(4) /* each key once a game: the worker decides */
#define FM_NEEDS_UNIQUE_IN_RUN FM_NEEDS_(5)  /* each key once a run: the ordered step decides */
#define FM_NEEDS_GAME_END FM_NEEDS_(6)       /* `when:` has conditions that only a replay answers */
#define FM_NEEDS_MERGE FM_NEEDS_(31)         /* those of one position become one: `merge-ops` */
#define FM_NEEDS_LIMIT FM_NEEDS_(7)          /* by `limit`: only so many are written */
#define FM_NEEDS_GROUPS FM_NEEDS_(27)        /* by `rows: groups`: counted, written at the end */
#define FM_NEEDS_TAGS FM_NEEDS_(0)           /* tags of games in PGN are set, dropped or ordered */
#define FM_NEEDS_ENTRIES FM_NEEDS_(30)       /* and workers put what decides that before each */
#define FM_NEEDS_SPLIT_GAMES FM_NEEDS_(14)   /* by `split: {by: game}` */
#define FM_NEEDS_EXCLUDE FM_NEEDS_(26)       /* by `exclude`: the worker looks keys up */
/* Of a route: how they are written. */
#define FM_NEEDS_ITEMS FM_NEEDS_(29)       /* they go to a reader: item.h */
#define FM_NEEDS_VERIFY FM_NEEDS_(8)       /* each is read back */
#define FM_NEEDS_UTF8 FM_NEEDS_(9)         /* texts of the input become UTF-8 */
#define FM_NEEDS_COUNTER_OPS FM_NEEDS_(10) /* bare records have hmvc and fmvn after them */
#define FM_NEEDS_REWRITE FM_NEEDS_(11)     /* FEN tags of games in PGN are rewritten */
#define FM_NEEDS_FILE_NAMES FM_NEEDS_(12)  /* the name of the file depends on the game */
#define FM_NEEDS_SORT FM_NEEDS_(13)        /* records or games are written in another order */
#define FM_NEEDS_EXPORT FM_NEEDS_(15)      /* games in PGN are written anew, moves and all */
/* Of the run. */
#define FM_NEEDS_REPLAY FM_NEEDS_(16)      /* the moves of every selected game are played */
#define FM_NEEDS_TRUNCATION FM_NEEDS_(17)  /* `on-error: truncate` */
#define FM_NEEDS_CENSUS FM_NEEDS_(18)      /* games are counted by their tags */
#define FM_NEEDS_DUPLICATES FM_NEEDS_(19)  /* duplicates of games are dropped, or excluded ones */
#define FM_NEEDS_FINALS FM_NEEDS_(20)      /* how games end on the board */
#define FM_NEEDS_REPETITIONS FM_NEEDS_(21) /* and whether that position was there twice before */
#define FM_NEEDS_REACHED FM_NEEDS_(22)     /* whether games reach a position */
#define FM_NEEDS_TURNS FM_NEEDS_(24)       /* records of lists are numbered over the run: `every` */
#define FM_NEEDS_CONTAINS FM_NEEDS_(25)    /* whether games contain what they must contain */
#define FM_NEEDS_CHUNK FM_NEEDS_(28)       /* of a route: the number of its file counts records */
/* Any of several. */
#define FM_NEEDS_SEGMENTS (FM_NEEDS_FILE_NAMES | FM_NEEDS_ITEMS)     /* of each game */
#define FM_NEEDS_SAMPLE (FM_NEEDS_GAME_SAMPLE | FM_NEEDS_RUN_SAMPLE) /* a hash of each game */
#define FM_NEEDS_RECORD_KEY (FM_NEEDS_UNIQUE_IN_GAME | FM_NEEDS_UNIQUE_IN_RUN | FM_NEEDS_MERGE)
/* The stages decide on each record by its key: the worker leaves them a struct fm_row_key. Or they
 * count or number it: then it has a row of its own. */
#define FM_NEEDS_KEYS \
    (FM_NEEDS_UNIQUE_IN_RUN | FM_NEEDS_RUN_SAMPLE | FM_NEEDS_GROUPS | FM_NEEDS_MERGE)
#define FM_NEEDS_DECISION (FM_NEEDS_KEYS | FM_NEEDS_LIMIT | FM_NEEDS_RECORD | FM_NEEDS_CHUNK)
#define FM_NEEDS_MARK (FM_NEEDS_DECISION | FM_NEEDS_UNIQUE_IN_GAME)
/* All moves of the line are kept. */
#define FM_NEEDS_LINE ((uint64_t)FM_NEEDS_MOVES | FM_NEEDS_SANS)
/* Games are replayed before they are written, for their length. */
#define FM_NEEDS_LENGTH (FM_NEEDS_FROM_END | FM_NEEDS_PLIES)
/* Each position of the main line is looked at, for the game as a whole: see watch_tmpl.h. */
#define FM_NEEDS_WATCH \
    (FM_NEEDS_FINALS | FM_NEEDS_REACHED | FM_NEEDS_CONTAINS | FM_NEEDS_DUPLICATES | \
     FM_NEEDS_SPLIT_GAMES)

#endif
