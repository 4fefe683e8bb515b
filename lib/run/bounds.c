/* SPDX-License-Identifier: MIT */
/* The table of what bounds memory: see bounds.h. */
#include <config.h>
#include "run/bounds.h"
#include <inttypes.h>
#include <stdio.h>
#include "game/line.h"
#include "game/repertoire.h"
#include "io/codec.h"
#include "io/decode_pool.h"
#include "io/encode_pool.h"
#include "pgn/tag_table.h"
#include "pgn/text_file.h"
#include "profile/key_fault.h"
#include "profile/schema.h"

enum { PROGRAM = 8 << 20 };

/* In every run so many of them are in memory at most, and so many more for each thread. Memory that
 * only some runs need has neither: it is added, where the text says so. */
static const struct bound {
    const char *name;
    const char *key; /* whose default is the value; NULL: `bytes` is */
    uint64_t bytes;
    const char *of; /* what one of them is for */
    unsigned run, thread;
    const char *meaning;
} bounds[] = {
    /* The ring has at most two blocks a thread. */
    {"program", NULL, PROGRAM, "a run", 1, 0, "its code, tables and stacks"},
    {"input", NULL, FM_RING_BYTES, "a block, two blocks a thread", 0, 2,
     "input that is read and not yet written; a thread reads no more until it is less"},
    {"results", NULL, FM_RING_BYTES, "a block, two blocks a thread", 0, 2,
     "records, log and messages that wait to be written; a thread works no more until they are less"},
    {"part", NULL, FM_PART_BYTES, "a thread", 0, 1,
     "output of a block; a larger output is written at the end of a game"},
    {"output", "input.max-output", 0, "a thread", 0, 1,
     "records of a game; one that gives more is rejected (output-too-large)"},
    /* The text, and as much again: where its tags, lines and braces are. */
    {"game", "input.max-game", 0, "a run, two times", 2, 0,
     "bytes of a game; a longer one is rejected (game-too-large)"},
    {"compressing", NULL, (uint64_t)FM_ENCODE_BYTES *FM_ENCODE_THREADS, "a run", 1, 0,
     "pieces of outputs that are compressed; 1M a thread and two more, where that is less"},
    {"sum", NULL, 0, NULL, 0, 0,
     "in every run, by default; what follows comes on top where it is needed"},
    {"block", "input.block", 0, "a thread", 0, 0,
     "input that is read in one step; where it is more than 512K, two of them are kept for each block"},
    {"plies", "input.max-plies", 0, "a game", 0, 0,
     "plies of a game; a longer one is rejected (too-many-plies)"},
    {"tags", "input.max-tags", 0, "a game", 0, 0,
     "tags of a game; one with more is rejected (too-many-tags)"},
    {"line", NULL, FM_LINE_BYTES, "a thread, four of them", 0, 0,
     "moves and positions of a game that is replayed several times (samples, several outputs, letters of other languages); the rest is read again"},
    {"expression", "input.max-match-memory", 0, "a thread", 0, 0,
     "a regular expression on one tag; one that needs more rejects the game (rule-limit)"},
    {"remembered", "positions.memory", 0, "an output, shared by what it does", 0, 0,
     "memory of the run (unique, sort, counts, samples, duplicates, excluded); more goes to a file"},
    {"tree", NULL, FM_TREE_BYTES, "an output with trees, or input.max-game if that is less", 0, 0,
     "text of a tree; a larger one is refused. While it is made, it takes about 20 times as much"},
    {"decoding", NULL, FM_DECODE_BYTES, "a thread after the first", 0, 0,
     "pieces of bgzip, zstd and xz that are decoded ahead"},
    {"held", NULL, FM_HELD_BYTES, "an input", 0, 0,
     "text of a zstd frame, or of a block of bzip2 or xz, that waits for its checksum; a larger one is handed on as it comes"},
    {"zstd", NULL, FM_ZSTD_WINDOW_MAX, "an input", 0, 0,
     "the window of a zstd frame, as its header has it; a frame with a larger one fails"},
    {"xz", NULL, FM_XZ_MEMORY_MAX, "an input", 0, 0,
     "memory that an xz block needs by its header; a block that needs more fails"},
    {"reader", NULL, FM_READER_AHEAD, "a reader of the library", 0, 0, "what waits for its caller"},
    {"file", NULL, FM_TEXT_FILE_MAX, "a file", 0, 0,
     "openings, names of players and the like, which are read whole; a larger one is refused"},
    {"table", NULL, FM_TAG_TABLE_BYTES, "a run", 0, 0,
     "rows of `input.tag-table`, 1M at most, without the text of the file; a larger one is refused"},
    {"book", NULL, FM_REPERTOIRE_BYTES, "a run", 0, 0,
     "positions and moves of `input.book`, 12M of each at most; a larger book is refused"},
    {"merge", NULL, FM_MERGE_MEMORY, "fenmill merge", 0, 0,
     "rows of tables that are sorted; more goes to a file"},
    {"row", NULL, FM_MERGE_ROW_MAX, "fenmill merge", 0, 0,
     "a row of a table, or a file of statistics; a larger one is refused"},
};

static uint64_t bound_value(const struct bound *bound)
{
    uint64_t n = bound->bytes;
    if (bound->key == NULL)
        return n;
    char unit = '\0';
    const int found =
        sscanf(fm_key_find(fm_text_of(bound->key))->preset, "%" SCNu64 "%c", &n, &unit);
    return found < 1 ? 0 : n << (unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0);
}

/* "16M". */
static int put_size(char *to, size_t room, uint64_t n)
{
    unsigned unit = 0;
    while (n > 0 && n % 1024 == 0 && unit < 3) {
        n /= 1024;
        unit++;
    }
    return snprintf(to, room, "%" PRIu64 "%.*s", n, unit > 0, &" KMG"[unit]);
}

static void put_sum(struct fm_list_item *out)
{
    uint64_t run = 0, thread = 0;
    char text[2][32];
    for (size_t i = 0; i < FM_COUNT_OF(bounds); i++) {
        run += bounds[i].run * bound_value(&bounds[i]);
        thread += bounds[i].thread * bound_value(&bounds[i]);
    }
    put_size(text[0], sizeof text[0], run);
    put_size(text[1], sizeof text[1], thread);
    snprintf(out->meaning, sizeof out->meaning, "%s a run and %s a thread", text[0], text[1]);
}

bool fm_bound_row(size_t index, struct fm_list_item *out)
{
    if (index >= FM_COUNT_OF(bounds))
        return false;
    const struct bound *row = &bounds[index];
    const bool keyed = row->key != NULL;
    char value[32];
    out->name = row->name;
    if (row->of == NULL)
        put_sum(out);
    else {
        put_size(value, sizeof value, row->bytes);
        snprintf(out->meaning, sizeof out->meaning, "%s %s%s%s%s",
                 keyed ? fm_key_find(fm_text_of(row->key))->preset : value, row->of,
                 keyed ? " (" : "", keyed ? row->key : "", keyed ? ")" : "");
    }
    const size_t n = strlen(out->meaning);
    snprintf(out->meaning + n, sizeof out->meaning - n, ": %s", row->meaning);
    return true;
}
