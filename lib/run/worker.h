/* SPDX-License-Identifier: MIT */
/* The state of one thread that works on blocks: it chooses and replays games and lines, and
 * writes them to the block's own buffers. Work that needs the order of blocks (uniqueness,
 * totals, numbers of messages) is left to the stages and the commit. */
#ifndef FM_RUN_WORKER_H
#define FM_RUN_WORKER_H
#include "base/table.h"
#include "pgn/classify.h"
#include "pgn/lines.h"
#include "pgn/remarks.h"
#include "pgn/separator.h"
#include "pgn/write_moves.h"
#include "run/bounds.h"
#include "run/rows.h"
#include "run/plan.h"
#include "filter/game_filter.h"
#include "filter/sample.h"
#include "record/epd_game.h"
#include "record/record.h"

struct fm_layout_pieces;
struct fm_ring;
struct fm_replayer_8x8;
struct fm_replayer_10x8;

/* Lines are counted as far as a message or log line needs them. */
struct fm_line_count {
    size_t at;      /* offset in the block of the byte located last */
    uint64_t lines; /* number of line ends before `at` */
    size_t begin;   /* offset of the line that `at` is in */
};

/* A game that is written to an output in PGN, in new form or with changed tags. */
struct fm_exported_game {
    size_t begin, end; /* range of its movetext in worker->exported.movetext, with `pgn.exports` */
    size_t hashes;     /* where its hashes begin in worker->exported.hashes */
    struct fm_hash128 digest; /* hash of its moves, with `verify`; verify_tmpl.h */
    /* sum of the annotations between the moves, with `verify` */
    struct fm_annotation_sum annotations;
    bool translated; /* true, with `verify`: markings have another spelling than in the input */
    struct fm_span_head head; /* beginning of the written game, with changed tags */
    bool ended;               /* true: another result token was written after the moves */
};

/* An output that takes the game worked on, with what depends on the game. */
struct fm_active_route {
    const struct fm_route *route;
    unsigned from, span;     /* plies from .. from + span are written; computed for each game */
    uint64_t every_from;     /* ply from which `every` counts, modulo 2^64 */
    struct fm_sample sample; /* random sample of the game, with `sample: per-game` */
    bool here;               /* true: the game has reached the position of `positions: reached` */
    bool reached;            /* true: the game has reached the position of `when: reached` */
    bool contained;          /* true: the game has a position that meets `when: contains` */
    unsigned opening;        /* opening of the current position, as worker->replayed.opening */
    /* copies of route->way, false where the game's operations are added */
    enum fm_plain_kind plain;
    bool direct;
    bool some; /* copy of route->choice, false where the start shows that none is */
    /* Where records have positions (item.h): ply of the record that the move of the last one leads
     * to; 0 = none. */
    unsigned follows;
    /* records of this game or line: written, and skipped because a template field was empty */
    uint64_t records, unwritten;
    uint64_t games; /* number of games written as PGN: 0 or 1, with `rows: lines` its lines */
    struct fm_exported_game game; /* the written game, if the output is PGN */
    struct fm_position_counts positions;
};

/* A record of a list that is worked on: a game of one position, without tags. */
struct fm_listed {
    size_t begin, end; /* offsets of its line in the block, line end included */
    bool made;         /* true: `whole` was made from the line and is not part of the block */
    bool entry; /* true: made from an entry of training data, with the fields and ply of that */
    struct fm_text whole;    /* the line to rewrite, line end included */
    struct fm_fen_edit edit; /* parsed form of its text */
    struct fm_game game; /* a game without tags and moves; its result comes from the operation c9 */
    struct fm_text next; /* operand with the next move; empty = none */
    struct fm_comment score; /* score from the operation ce */
    unsigned ply;            /* ply computed from its move number and side to move */
    struct fm_error fault;   /* reason why it cannot be written */
    /* values for fields; those that no record of a list has stay empty */
    struct fm_record_input in;
};

/* A tag of the game worked on that has another value than in the input, or is new. */
struct fm_changed_tag {
    const struct fm_tag *found; /* the tag as it is in the input; NULL = it has none */
    struct fm_text name, value; /* in UTF-8; they last for the run */
};

/* With `input.aliases` and `input.tag-table`: while the game is worked on, its tags are a copy, at
 * the end of those of the block, that has their values. */
struct fm_changed_tags {
    struct fm_buf tags;    /* array of struct fm_changed_tag */
    struct fm_game *game;  /* the game with the copy; NULL = nothing is changed */
    struct fm_game own;    /* what it was: with the tags of the input */
    unsigned char renamed; /* number of its players with another name by `input.aliases` */
    unsigned char set;     /* number of tags that `input.tag-table` has set */
};

/* Sizes of the buffers of a sink when a game began. */
struct fm_sink_mark {
    size_t out, rows, keys, joints; /* bytes in each buffer */
};

/* Findings of the replay of a game. */
struct fm_replayed {
    struct fm_buf history;  /* hash of every position of the game, for plan->play.finals */
    struct fm_buf compared; /* all moves, 3 bytes each; only where games are compared */
    /* moves of the current line so far, and their SAN; with FM_NEEDS_MOVES and FM_NEEDS_SANS */
    struct fm_buf moves, sans;
    unsigned count; /* number of moves in `moves` and `sans` */
    /* struct fm_comment of each move of the current line so far, with FM_NEEDS_COMMENTS */
    struct fm_buf comments;
    struct fm_buf following, better; /* the moves of these fields of records, for one record */
    struct fm_buf path;              /* path of the current variation, with FM_NEEDS_PATH */
    /* opening of each ply of the current line, 4 bytes each, with FM_NEEDS_OPENING */
    struct fm_buf openings;
    unsigned opening; /* number of the current position's opening, 0 = none */
    /* With FM_NEEDS_BOOK: struct fm_booked of each ply of the current line, and of the current
     * position; with FM_NEEDS_BOOK_NEXT the positions that are in the book, by ply, and what it
     * plays in one of them, in SAN and UCI. */
    struct fm_buf book_line, book_positions, book_sans, book_ucis;
    struct fm_booked booked;
    uint32_t book_put; /* `last` of the position that the moves are of; 0 = none */
    /* With variations: for each ply of the current line, the set of outputs (1 << sink) that
     * chose it, 8 bytes each. */
    struct fm_buf chosen;
    uint64_t place; /* number of positions of the game before the current one, 0.. */
    /* true: the game can be played, but its letters may be those of another language */
    bool doubtful;
    bool salvaged;          /* true: the legal part of the game is written: `on-error: truncate` */
    struct fm_hash128 hash; /* hash of the game's bytes, where a sample is taken */
    struct fm_text ops;     /* operations found in the first comment, with FM_NEEDS_OPS */
};

/* State of writing the records of a game or list, and the reason if one cannot be written. */
struct fm_written {
    struct fm_sink_mark *marks; /* one mark per sink: where the records of the game begin; owned */
    struct fm_table keys;       /* keys that the game has already written, with `scope: game` */
    /* one per output: parts of records that stay equal during one replay; owned */
    struct fm_layout_pieces *pieces;
    uint64_t replays; /* number of replays of games begun so far */
    uint64_t left;    /* bytes that the records of the game may still take */
    bool fits;        /* true: the records cannot take more than `left`, whatever the moves are */
    bool overflows;   /* true: the records are larger than `max-output` */
    bool unverified;  /* true: a record did not read back (--verify) */
    /* failure of the last rule of `positions.ops`, which then has no answer; else FM_OK */
    enum fm_status rule_status;
};

/* Games that are written anew. */
struct fm_exported {
    /* movetext of the current game, one after another for all outputs with `pgn.exports` */
    struct fm_buf movetext;
    struct fm_split reread; /* written game, parsed again, with `verify` */
    /* with `rows: lines` and `trees`: the written game, and its lines */
    struct fm_buf whole;
    struct fm_lines lines;
    struct fm_buf begin; /* with `rows: trees`: of the keys of its lines */
    struct fm_tree_last last_tree;
    struct fm_buf hashes; /* of the positions after the moves in `movetext`, with `join` */
};

/* Places in the block that messages refer to. */
struct fm_placing {
    struct fm_line_count lines; /* how far the lines of the block are counted */
    /* places of the tokens of warnings; filled where `notes` points to them */
    struct fm_places places;
    size_t ordinal; /* number of the game in the block, 0.. */
    /* The first variation move that cannot be played, with its offset in the block; ply 0 =
     * none. */
    struct fm_error unplayed;
};

/* One thread's own; zero-initialise, then fm_worker_start(). */
struct fm_worker {
    const struct fm_plan *plan;
    struct fm_ring *ring;       /* ring of the block */
    struct fm_block *block;     /* current block */
    const struct fm_game *game; /* current game; NULL = none */
    const struct fm_game *span; /* span of the current game, stray text or oversized text */
    struct fm_listed *listed;   /* current record of a list, while it is on a board; NULL = none */
    struct fm_listed *noted;    /* record whose warnings are reported; NULL = none */
    /* Replay and standard start of each width; made by fm_games_start(). */
    struct fm_replayer_8x8 *board8;
    struct fm_replayer_10x8 *board10;
    struct fm_arena scratch;            /* memory that lasts for one game */
    struct fm_record_scratch of_record; /* memory that lasts for one record */
    struct fm_matcher *matcher;         /* owned */
    enum fm_encoding encoding;          /* encoding of the current game or line; never auto */
    struct fm_start start;              /* start position of the current game */
    struct fm_warnings notes;           /* warnings of the game worked on */
    struct fm_game_end end; /* end of the current game, as the replay found it; without its plies */
    struct fm_changed_tags changed; /* tags of the current game */
    struct fm_replayed replayed;
    /* Outputs that take this game; plan->route_count places, owned. */
    struct fm_active_route *active;
    size_t active_count;
    /* for each output with `when:`, the step (funnel.h) that rejected the game; owned */
    size_t *lost;
    struct fm_written written;
    struct fm_exported exported;
    struct fm_placing placing;
    struct fm_buf fen;  /* buffer for the FEN or the operations of a record of a list */
    struct fm_buf made; /* text of the record that was made from a puzzle */
    uint64_t tags_seen; /* tags of plan->used_tags that a kept game had: set of 1 << index */
};

/** Does UCI, in the game worked on, write castling as the king taking his rook? */
static inline bool fm_names_rooks(const struct fm_worker *worker)
{
    return worker->start.class_ != FM_CLASS_CLASSIC && worker->start.class_ != FM_CLASS_SETUP;
}

/** Is the game or record worked on, if an output in PGN takes it, written anew there? A line of
 * moves has no text that could be copied. */
static inline bool fm_worker_exports(const struct fm_worker *worker, const struct fm_route *route)
{
    return fm_route_exports(route) ||
           (worker->game != NULL && worker->game->of_line && route->format == FM_FORMAT_PGN);
}

/* The result of one game, record or stray span while it is worked on. Afterwards it becomes an
 * item of the block. */
struct fm_result_of_game {
    enum fm_outcome outcome;
    enum fm_class class_;
    enum fm_reason reason; /* reason of rejection, or of not being selected */
    size_t lost;      /* step of `games:` that rejected it, if it is not kept; see game_filter.h */
    unsigned plies;   /* plies replayed in the main line */
    uint64_t records; /* number of records written */
    uint64_t unwritten;        /* number of records skipped because a template field was empty */
    const uint32_t *tolerated; /* array of FM_TOLERANCES counts, or NULL */
    struct fm_text language;   /* code of the language of the piece letters; empty = English */
    struct fm_text evidence;   /* first move that showed `language` */
};
/** What is known of a record of a list at first. Member by member: the compiler clears a whole
 * struct by an instruction that is slow to start. */
static inline void fm_result_of_record(struct fm_result_of_game *result)
{
    result->outcome = FM_KEPT;
    result->class_ = FM_CLASSES;
    result->reason = FM_REASON_NONE;
    result->lost = FM_NOT_LOST;
    result->plies = 0;
    result->records = result->unwritten = 0;
    result->tolerated = NULL;
    result->language.p = result->evidence.p = NULL;
    result->language.n = result->evidence.n = 0;
}

/** @param ring  that counts and writes its blocks; it must outlive the worker, as must the plan.
 * @return FM_OK or FM_NO_MEMORY; fm_worker_free() after either. */
FM_MUST_CHECK enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan,
                                             struct fm_ring *ring);
void fm_worker_free(struct fm_worker *worker);
/** Begin the work on a block. */
void fm_worker_begin(struct fm_worker *worker, struct fm_block *block);
/** Is a game rejected, for this reason, that could be replayed but not be written? Null moves
 * can be read, except under `strict`. */
static inline bool fm_is_unwritable(const struct fm_worker *worker, enum fm_reason reason)
{
    return (reason == FM_REASON_NULL_MOVE && !worker->plan->profile->input.strict) ||
           reason == FM_REASON_CASTLING_NOT_REPRESENTABLE ||
           reason == FM_REASON_STYLE_NOT_REPRESENTABLE ||
           reason == FM_REASON_NOTATION_NOT_REPRESENTABLE || reason == FM_REASON_VERIFY_FAILED ||
           reason == FM_REASON_OUTPUT_TOO_LARGE;
}
/** Remember where the records of the next game begin. No output takes it yet. */
void fm_worker_mark(struct fm_worker *worker);
/** Count @p n bytes written for the game. @return FM_OK, or FM_REJECTED: they are too many. */
FM_MUST_CHECK static inline enum fm_status fm_worker_spend(struct fm_worker *worker, size_t n)
{
    if (FM_UNLIKELY(n > worker->written.left)) {
        worker->written.overflows = true;
        return FM_REJECTED;
    }
    worker->written.left -= n;
    return FM_OK;
}
/** Bytes that may still be written for the game, as a size: where that is 32 bits, 4 GiB are as
 * good as any more. */
static inline size_t fm_worker_left(const struct fm_worker *worker)
{
    return worker->written.left < SIZE_MAX ? (size_t)worker->written.left : SIZE_MAX;
}
/** Does some active output take records, and not the game as it is? */
bool fm_worker_writes_records(const struct fm_worker *worker);
/** Take back what the game has written to one output so far. */
void fm_worker_cut_sink(struct fm_worker *worker, size_t sink);
/** Take back what the game has written so far. */
void fm_worker_cut_back(struct fm_worker *worker);
/** Make UTF-8 of a text of the game or line worked on, where it is another encoding's and lies
 * in the block, or in the record of a puzzle; what was made elsewhere, and malformed UTF-8,
 * stays. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_decode(const struct fm_worker *worker, struct fm_arena *arena,
                                            struct fm_text *text);
/** What the block has for an output so far. */
static inline struct fm_buf *fm_worker_out(const struct fm_worker *worker,
                                           const struct fm_route *route)
{
    return &worker->block->out[route->sink];
}
/** The bytes that the outputs of the block may still take before they are written, see below. */
static inline size_t fm_worker_room(const struct fm_worker *worker)
{
    const size_t held = fm_block_held(worker->block);
    return held >= FM_PART_BYTES ? 0 : FM_PART_BYTES - held;
}
/** Do the outputs of the block hold so much that it is to be written now? Records can be many
 * times their input, so the results of a block have no bound of their own. With this they are at
 * most 4 MiB and those of one game (`max-output`). */
static inline bool fm_worker_is_full(const struct fm_worker *worker)
{
    return FM_UNLIKELY(fm_worker_room(worker) == 0);
}
/** Does @p is hold for any output that takes the current game or record? */
FM_INLINE bool fm_worker_any(const struct fm_worker *worker, bool (*is)(const struct fm_route *))
{
    for (size_t i = 0; i < worker->active_count; i++)
        if (is(worker->active[i].route))
            return true;
    return false;
}
/** Does anything in the block need its place in the numbers of the run? */
bool fm_worker_numbers(const struct fm_worker *worker);
/** The lines and games of the block are counted: its numbers are known from here on, where the
 * run or the output needs them. */
void fm_worker_count(struct fm_worker *worker);
/* The outputs that take a game, before its replay and after it. They are the worker's active
 * ones. */

/** Does the program that an output is for not know the variant of the game or record, so that it
 * would read another one? Notes that in the warnings. */
bool fm_is_unreadable(struct fm_worker *worker, const struct fm_profile_output *spec);
/** Do all outputs that take the game or record have such a program? Then it is rejected.
 * @param[out] fault  set if so. */
bool fm_is_unread(struct fm_worker *worker, struct fm_error *fault);
/** The outputs that take this game: the first that fits, or all, as `match` has it. Why the
 * others do not is in worker->lost. The answer counts only if facts->context->status is FM_OK
 * after it. */
void fm_choose_routes(struct fm_worker *worker, const struct fm_game_facts *facts);
/** Choose again when the end of the game is known. Outputs that do not keep the game lose their
 * records of it.
 * @return FM_NOT_LOST, or the step that rejected the game if no output keeps it. */
size_t fm_choose_at_end(struct fm_worker *worker, unsigned plies);
/** Note a castling style that an active output of records has no letters for. */
void fm_note_lost_styles(struct fm_worker *worker);
/** Fill in name and code of an opening, by its number. */
static inline void fm_work_fill_opening(const struct fm_worker *worker, unsigned number,
                                        struct fm_record_input *in)
{
    if (number == 0) {
        in->opening = FM_NO_TEXT; /* a chain would read back what it just stored, which waits */
        in->opening_eco = FM_NO_TEXT;
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
/** Hash the values of `sample.by`. @param in  filled for route->sampled.values.needs.
 * @return as fm_work_begin_entry(). */
FM_MUST_CHECK enum fm_status fm_work_sampled_group(struct fm_worker *worker,
                                                   const struct fm_route *route,
                                                   struct fm_record_input *in,
                                                   struct fm_hash128 *group);
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
