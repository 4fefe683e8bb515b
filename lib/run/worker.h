/* SPDX-License-Identifier: MIT */
/* What one thread keeps while it works on blocks: games and lines are chosen, replayed and written
 * to the block's own buffers. What needs the order of blocks (uniqueness, totals, messages'
 * numbers) is left to the stages and the commit. */
#ifndef FM_RUN_WORKER_H
#define FM_RUN_WORKER_H
#include "base/table.h"
#include "pgn/classify.h"
#include "pgn/remarks.h"
#include "pgn/separator.h"
#include "pgn/write_moves.h"
#include "run/bounds.h"
#include "run/rows.h"
#include "run/plan.h"
#include "filter/game_filter.h"
#include "filter/sample.h"
#include "record/epd_game.h"

struct fm_layout_pieces;
struct fm_ring;
struct fm_replayer_8x8;
struct fm_replayer_10x8;

/* Lines are counted as far as a message or log line needs them. */
struct fm_line_count {
    size_t at;      /* the byte of the block that was located last */
    uint64_t lines; /* end before it */
    size_t begin;   /* of its line */
};

/* A game that is written anew to an output in PGN. */
struct fm_exported_game {
    size_t begin, end;        /* with `pgn.exports`: its movetext, in worker->exported.movetext */
    struct fm_hash128 digest; /* with `verify`: of its moves; verify_tmpl.h */
    struct fm_annotation_sum annotations; /* the same, of what is between them */
    struct fm_span_head head; /* where tags are changed: of the game as it was written */
    bool ended;               /* it was written with another result after the moves */
};

/* An output that takes the game worked on, with what depends on the game. */
struct fm_active_route {
    const struct fm_route *route;
    unsigned from, span;     /* plies from .. from + span are written, worked out for each game */
    uint64_t every_from;     /* `every` counts plies from here; modulo 2^64 */
    struct fm_sample sample; /* `sample: per-game` */
    bool here;               /* the game has reached the position of `positions: reached` */
    bool reached;            /* and that of `when: reached` */
    bool contained;          /* and one that `when: contains` is about */
    unsigned opening;        /* of the position, as worker->replayed.opening */
    bool plain, direct;      /* of the route; false where the game's operations are added */
    uint64_t records, unwritten;  /* of this game or line */
    uint64_t games;               /* the game, written as such: 0 or 1 */
    struct fm_exported_game game; /* of an output in PGN */
    struct fm_position_counts positions;
};

/* A record of a list that is worked on: a game of one position, without tags. */
struct fm_listed {
    size_t begin, end;       /* its line in the block, line end included */
    bool made;               /* `whole` is no text of the block: it was made of that line */
    struct fm_text whole;    /* the line that is rewritten, line end included */
    struct fm_fen_edit edit; /* its text, read */
    struct fm_game game;     /* no tags, no moves; the result from c9 */
    struct fm_text next;     /* the operand that is the next move; empty = none */
    struct fm_comment score; /* from ce */
    unsigned ply;            /* that its move number and side stand for */
    struct fm_error fault;   /* why it cannot be written */
};

/* A tag of the game worked on that has another name. */
struct fm_renamed {
    struct fm_tag *tag; /* of the block; its value is the name wanted, in UTF-8 */
    struct fm_tag was;  /* as it is in the input */
};

/* With `input.aliases`, the players of the game worked on. */
struct fm_renamed_players {
    struct fm_renamed renamed[2]; /* White and Black */
    size_t count;
    unsigned char changed; /* tags of the game that got another name */
};

/* How much a sink had when a game began. */
struct fm_sink_mark {
    size_t out, rows, keys, joints; /* bytes of each */
};

/* What the replay of a game finds and keeps. */
struct fm_replayed {
    struct fm_buf history;     /* for plan->play.finals: a hash of every position of the game */
    struct fm_buf compared;    /* where games are compared: the moves, 3 bytes each */
    struct fm_buf moves, sans; /* of the line so far, with FM_NEEDS_MOVES and FM_NEEDS_SANS */
    unsigned count;            /* moves in each of these */
    struct fm_buf path;        /* of the variation, with FM_NEEDS_PATH */
    struct fm_buf openings;    /* with FM_NEEDS_OPENING: of each ply of the line so far, 4 bytes */
    unsigned opening;          /* of the position, 0 = none */
    /* With variations, of each ply of the line so far, 8 bytes: the outputs (1 << sink) that chose it. */
    struct fm_buf chosen;
    uint64_t place;         /* positions of the game so far, 0.. */
    bool doubtful;          /* it is played, but its letters may be another language's */
    bool salvaged;          /* its legal part is to be written: `on-error: truncate` */
    struct fm_hash128 hash; /* of the game's bytes, where it is sampled */
    struct fm_text ops;     /* operations in the first comment, with FM_NEEDS_OPS */
};

/* What the records of a game or list are written with, and why one cannot be. */
struct fm_written {
    struct fm_sink_mark *marks;      /* where the records begin in each sink; owned */
    struct fm_table keys;            /* `scope: game`: those that the game has written */
    struct fm_layout_pieces *pieces; /* of each output, for one of the replays; owned */
    uint64_t replays;                /* of games, begun so far */
    uint64_t left;                   /* bytes that the game's records may still take */
    bool fits;                       /* they take no more, whatever the game's moves */
    bool overflows;                  /* they are more bytes than `max-output` */
    bool unverified;                 /* a record did not read back (--verify) */
    enum fm_status rule_status;      /* unless FM_OK: a rule of `positions.ops` has no answer */
};

/* Games that are written anew. */
struct fm_exported {
    struct fm_buf movetext; /* of the game worked on, for each output with `pgn.exports` */
    struct fm_split reread; /* of one that was written, with `verify` */
};

/* Where in the block messages are about. */
struct fm_placing {
    struct fm_line_count lines; /* how far the lines of the block are counted */
    struct fm_places places;    /* tokens of warnings, in the block, where `notes` wants them */
    size_t ordinal;             /* of the game in the block, 0.. */
    /* The first move in a variation that cannot be played, its offset in the block; ply 0 =
     * none. */
    struct fm_error unplayed;
};

/* One thread's own; zero-initialise, then fm_worker_start(). */
struct fm_worker {
    const struct fm_plan *plan;
    struct fm_ring *ring;       /* of the block */
    struct fm_block *block;     /* worked on now */
    const struct fm_game *game; /* worked on now; NULL = none */
    const struct fm_game *span; /* the same, also of stray text and what is too large */
    struct fm_listed *listed;   /* the record of a list worked on, on a board; NULL = none */
    struct fm_listed *noted;    /* the record of which warnings are reported; NULL = none */
    /* Replay and standard start of each width; made by fm_games_start(). */
    struct fm_replayer_8x8 *board8;
    struct fm_replayer_10x8 *board10;
    struct fm_arena scratch;            /* of one game */
    struct fm_record_scratch of_record; /* of one record */
    struct fm_matcher *matcher;         /* owned */
    bool ascii;                         /* the whole block is ASCII */
    enum fm_encoding encoding;          /* of the game or line worked on; never auto */
    struct fm_start start;              /* of the game worked on */
    struct fm_warnings notes;           /* warnings of the game worked on */
    struct fm_game_end end;             /* what the replay found of it, but for its plies */
    struct fm_renamed_players names;
    struct fm_replayed replayed;
    /* Outputs that take this game; plan->route_count places, owned. */
    struct fm_active_route *active;
    size_t active_count;
    size_t *lost; /* for each output with `when:`, where it lost the game (funnel.h); owned */
    struct fm_written written;
    struct fm_exported exported;
    struct fm_placing placing;
    struct fm_buf fen;  /* of the record of a list, where the output takes it apart */
    struct fm_buf made; /* the record that was made of a puzzle */
    uint64_t tags_seen; /* of plan->used_tags, those that a kept game had */
};

/** Does UCI, in the game worked on, write castling as the king taking his rook? */
static inline bool fm_names_rooks(const struct fm_worker *worker)
{
    return worker->start.class_ != FM_CLASS_CLASSIC && worker->start.class_ != FM_CLASS_SETUP;
}

/** Is the game or record worked on, if an output in PGN takes it, written anew there? A line of moves
 * has no text that could be copied. */
static inline bool fm_worker_exports(const struct fm_worker *worker, const struct fm_route *route)
{
    return fm_route_exports(route) ||
           (worker->game != NULL && worker->game->uci && route->format == FM_FORMAT_PGN);
}

/* What became of one game, record or stray span, while it is worked on; then it is an item of the block. */
struct fm_result_of_game {
    enum fm_outcome outcome;
    enum fm_class class_;
    enum fm_reason reason;     /* why rejected or unselected */
    size_t lost;               /* in which step of `games:`, if it is not kept; see game_filter.h */
    unsigned plies;            /* replayed in the main line */
    uint64_t records;          /* written */
    uint64_t games;            /* written, to outputs in PGN */
    uint64_t unwritten;        /* skipped: a template field was empty */
    const uint32_t *tolerated; /* FM_TOLERANCES counts, or NULL */
    struct fm_text language;   /* code of the letters, if not English */
    struct fm_text evidence;   /* the move that showed `language` */
};

/** @param ring  that counts and writes its blocks; it must outlive the worker, as must the plan. @return FM_OK or
 * FM_NO_MEMORY; fm_worker_free() after either. */
FM_MUST_CHECK enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan,
                                             struct fm_ring *ring);
void fm_worker_free(struct fm_worker *worker);
/** The worker turns to a block. */
void fm_worker_begin(struct fm_worker *worker, struct fm_block *block);
/** Is a game rejected, for this reason, that could be replayed but not be written? Null moves can be read,
 * except under `strict`. */
static inline bool fm_is_unwritable(const struct fm_worker *worker, enum fm_reason reason)
{
    return (reason == FM_REASON_NULL_MOVE && !worker->plan->profile->input.strict) ||
           reason == FM_REASON_CASTLING_NOT_REPRESENTABLE ||
           reason == FM_REASON_STYLE_NOT_REPRESENTABLE ||
           reason == FM_REASON_NOTATION_NOT_REPRESENTABLE || reason == FM_REASON_VERIFY_FAILED ||
           reason == FM_REASON_OUTPUT_TOO_LARGE;
}
/** Remember where the records of the next game begin. */
void fm_worker_mark(struct fm_worker *worker);
/** The game has written so many bytes more. @return FM_OK, or FM_REJECTED: they are too many. */
FM_MUST_CHECK static inline enum fm_status fm_worker_spend(struct fm_worker *worker, size_t n)
{
    if (FM_UNLIKELY(n > worker->written.left)) {
        worker->written.overflows = true;
        return FM_REJECTED;
    }
    worker->written.left -= n;
    return FM_OK;
}
/** Does some active output take records, and not the game as it is? */
bool fm_worker_writes_records(const struct fm_worker *worker);
/** Sum up what all outputs were given and what they left out. */
void fm_worker_sum(const struct fm_worker *worker, struct fm_result_of_game *result);
/** Take back what the game has written to one output so far. */
void fm_worker_cut_sink(struct fm_worker *worker, size_t sink);
/** Take back what the game has written so far. */
void fm_worker_cut_back(struct fm_worker *worker);
/** Make UTF-8 of a text of the game or line worked on, where it is another encoding's and lies in
 * the block, or in the record of a puzzle; what was made elsewhere, and malformed UTF-8, stays. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_decode(const struct fm_worker *worker, struct fm_arena *arena,
                                            struct fm_text *text);
/** Bytes that the outputs of the block may hold besides what they do, see below. */
static inline size_t fm_worker_room(const struct fm_worker *worker)
{
    const size_t held = fm_block_held(worker->block);
    return held >= FM_PART_BYTES ? 0 : FM_PART_BYTES - held;
}
/** Do the outputs of the block hold so much that it is to be written now? Records can be many times
 * their input, so the results of a block have no bound of their own. With this they are at most 4 MiB
 * and those of one game (`max-output`). */
static inline bool fm_worker_is_full(const struct fm_worker *worker)
{
    return FM_UNLIKELY(fm_worker_room(worker) == 0);
}
/** Is that so of an output that takes the game or record worked on? */
FM_INLINE bool fm_worker_any(const struct fm_worker *worker, bool (*is)(const struct fm_route *))
{
    for (size_t i = 0; i < worker->active_count; i++)
        if (is(worker->active[i].route))
            return true;
    return false;
}
/** Does anything in the block need its place in the numbers of the run? */
bool fm_worker_numbers(const struct fm_worker *worker);
/** The lines and games of the block are counted: its numbers are known from here on, where the run or the output needs
 * them. */
void fm_worker_count(struct fm_worker *worker);
/* Which outputs take a game, before its replay and after it. They are the worker's active ones. */

/** Does the program that an output is for not know the variant of the game or record, so that it would
 * read another one? Notes that in the warnings. */
bool fm_is_unreadable(struct fm_worker *worker, const struct fm_profile_output *spec);
/** Is that so of all outputs that take it? Then it is rejected. @param[out] fault  set if so. */
bool fm_is_unread(struct fm_worker *worker, struct fm_error *fault);
/** The outputs that take this game: the first that fits, or all, as `match` has it. Why the
 * others do not is in worker->lost. The answer counts only if facts->context->status is FM_OK
 * after it. */
void fm_choose_routes(struct fm_worker *worker, const struct fm_game_facts *facts);
/** Which of them keep the game, now that its end is known; the others lose what they were given.
 * @return FM_NOT_LOST, or where the game is lost if none of them does. */
size_t fm_choose_at_end(struct fm_worker *worker, unsigned plies);
/** Note a castling style that an active output of records has no letters for. */
void fm_note_lost_styles(struct fm_worker *worker);
/** What is known of an opening, by its number. */
static inline void fm_work_fill_opening(const struct fm_worker *worker, unsigned number,
                                        struct fm_record_input *in)
{
    if (number == 0) {
        in->opening = in->opening_eco = FM_NO_TEXT;
        return;
    }
    in->opening = worker->plan->openings.names[number].name;
    in->opening_eco = worker->plan->openings.names[number].eco;
}
/** Begin an entry of an output that is sorted: what the record or game is sorted by. Its text is to
 * be appended, then fm_sort_entry_end() called.
 * @param in  filled for route->sort.needs. @return FM_OK, FM_NO_MEMORY, FM_REJECTED
 * (worker->written.overflows). */
FM_MUST_CHECK enum fm_status fm_work_begin_entry(struct fm_worker *worker,
                                                 const struct fm_route *route,
                                                 struct fm_record_input *in);
/** Is the game or record one of `games.range`? */
static inline bool fm_work_in_range(const struct fm_worker *worker, size_t ordinal)
{
    const struct fm_range *range = &worker->plan->profile->games.range;
    if (FM_LIKELY(!range->set)) /* then the block may not be numbered yet */
        return true;
    const int64_t number = (int64_t)(worker->block->numbers.run_before + ordinal + 1);
    return number >= range->from && number <= range->to;
}
/** So many games and records of the block are accounted for. @return FM_OK, or FM_STOPPED if the
 * last one of `games.range` is among them or before the block. */
FM_MUST_CHECK static inline enum fm_status fm_work_ends(struct fm_worker *worker, uint64_t number)
{
    const struct fm_range *range = &worker->plan->profile->games.range;
    if (FM_LIKELY(!range->set) || worker->block->numbers.run_before + number < (uint64_t)range->to)
        return FM_OK;
    worker->block->work.ends = true;
    return FM_STOPPED;
}
/** The encoding that text of the game has to be converted to UTF-8 from, for an output; AUTO: it is
 * copied. */
enum fm_encoding fm_work_recoded(const struct fm_worker *worker,
                                 const struct fm_profile_output *spec);
/** `encoding: utf-8`: what was appended from @p begin on, in worker->encoding, becomes UTF-8.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_to_utf8(const struct fm_worker *worker, struct fm_buf *out,
                                             size_t begin);

#endif
