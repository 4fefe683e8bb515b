/* SPDX-License-Identifier: MIT */
/* What one thread keeps while it works on blocks: games and lines are chosen, replayed and written
 * to the block's own buffers. What needs the order of blocks (uniqueness, totals, messages'
 * numbers) is left to the stages and the commit. */
#ifndef FM_CONVERT_WORKER_H
#define FM_CONVERT_WORKER_H
#include "base/table.h"
#include "pgn/classify.h"
#include "pgn/remarks.h"
#include "pgn/separator.h"
#include "pgn/write_moves.h"
#include "convert/bounds.h"
#include "convert/rows.h"
#include "convert/plan.h"
#include "filter/game_filter.h"
#include "filter/sample.h"
#include "record/epd_game.h"

struct fm_layout_pieces;
struct fm_replayer_8x8;
struct fm_replayer_10x8;

/* Lines are counted as far as a message or log line needs them. */
struct fm_line_count {
    size_t at;      /* the byte of the block that was located last */
    uint64_t lines; /* end before it */
    size_t begin;   /* of its line */
};

/* How positions are drawn from a game (`sample: per-game`), the cheapest first. Each is given up for the
 * next where it does not do. */
enum fm_sampling {
    FM_SAMPLING_ALL,   /* the game seems to have no more positions than are wanted */
    FM_SAMPLING_KEPT,  /* what may be chosen is kept, and written after the last move */
    FM_SAMPLING_AHEAD, /* what is chosen was found by a replay before */
    FM_SAMPLING_NONE   /* nothing is drawn */
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
    unsigned opening;        /* of the position, as worker->opening */
    bool plain, direct;      /* of the route; false where the game's operations are added */
    uint64_t records, unwritten;   /* of this game or line */
    uint64_t games;                /* the game, written as such: 0 or 1 */
    size_t moves_begin, moves_end; /* with FM_NEEDS_EXPORT: its movetext, in worker->movetext */
    struct fm_hash128 digest;      /* with FM_NEEDS_VERIFY: of its moves; verify_tmpl.h */
    struct fm_annotation_sum annotations; /* the same, of what is between them */
    struct fm_position_counts positions;
    struct fm_span_head head; /* with FM_NEEDS_TAGS: of the game as it was written */
    bool ended;               /* it was written with another result after the moves */
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
    uint64_t number;         /* 0.. over the run; with FM_NEEDS_TURNS */
    unsigned ply;            /* that its move number and side stand for */
    struct fm_error fault;   /* why it cannot be written */
};

/* A tag of the game worked on that has another name. */
struct fm_renamed {
    struct fm_tag *tag; /* of the block; its value is the name wanted, in UTF-8 */
    struct fm_tag was;  /* as it is in the input */
};

/* How much a sink had when a game began. */
struct fm_sink_mark {
    size_t out, rows, keys, joints; /* bytes of each */
};

/* One thread's own; zero-initialise, then fm_worker_start(). */
struct fm_worker {
    const struct fm_plan *plan;
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
    struct fm_start start;              /* of the game worked on */
    struct fm_warnings notes;           /* warnings of the game worked on */
    struct fm_places places;            /* their tokens, in the block, where `notes` wants them */
    bool ascii;                         /* the whole block is ASCII */
    enum fm_encoding encoding;          /* of the game or line worked on; never auto */
    /* Outputs that take this game; plan->route_count places, owned. */
    struct fm_active_route *active;
    size_t active_count;
    struct fm_sink_mark *marks; /* where the game's records begin in each sink; owned */
    struct fm_table game_keys;  /* `scope: game`: the keys that this game has written */
    struct fm_game_end end;     /* what the replay found of this game, but for its plies */
    struct fm_buf history;     /* with FM_NEEDS_REPETITIONS: a hash of every position of the game */
    struct fm_buf line;        /* with FM_NEEDS_DUPLICATES: the moves of the game, 3 bytes each */
    enum fm_sampling sampling; /* of the game worked on */
    bool again;                /* its replay is to begin again, with another way of sampling */
    bool unverified;           /* a record did not read back (--verify) */
    bool doubtful;             /* it is played, but its letters may be another language's */
    bool salvaged;             /* its legal part is to be written: `on-error: truncate` */
    enum fm_status rule_status; /* unless FM_OK: a rule of `positions.ops` has no answer */
    bool overflows;             /* the game's records are more bytes than `max-output` */
    uint64_t output_left;       /* bytes that the game's records may still take */
    bool fits;                  /* they take no more, whatever the game's moves */
    uint64_t place;             /* positions of this game so far, 0.. */
    /* With variations, of each ply of the line so far, 8 bytes: the outputs (1 << sink) that chose it. */
    struct fm_buf chosen;
    struct fm_hash128 game_hash;     /* of the game's bytes, with FM_NEEDS_SAMPLE */
    struct fm_text game_ops;         /* operations in the first comment, with FM_NEEDS_OPS */
    struct fm_buf moves, sans;       /* moves so far, with FM_NEEDS_MOVES and FM_NEEDS_SANS */
    struct fm_buf movetext;          /* written anew, for each output with FM_NEEDS_EXPORT */
    struct fm_split reread;          /* of a game that was written, with FM_NEEDS_VERIFY */
    struct fm_buf fen;               /* of the record of a list, where the output takes it apart */
    struct fm_buf made;              /* the record that was made of a puzzle */
    unsigned move_count;             /* in each of these */
    uint64_t replays;                /* of games, begun so far */
    struct fm_layout_pieces *pieces; /* of each output, for one of the replays; owned */
    struct fm_buf path;              /* of the variation, with FM_NEEDS_PATH */
    struct fm_buf openings; /* with FM_NEEDS_OPENING: of each ply of the line so far, 4 bytes */
    unsigned opening;       /* of the position, 0 = none */
    struct fm_renamed renamed[2]; /* White and Black, with `input.aliases` */
    size_t renamed_count;
    size_t ordinal;             /* of the game in the block, 0.. */
    unsigned char renames;      /* tags of the game that got another name */
    uint64_t tags_seen;         /* of plan->used_tags, those that a kept game had */
    struct fm_line_count lines; /* how far the lines of the block are counted */
    /* For each output with `when:`, where it lost the game (funnel.h); owned. */
    size_t *lost;
    /* The first move in a variation that cannot be played, its offset in the block; ply 0 =
     * none. */
    struct fm_error unplayed;
    /* Waits until the numbers before the block are known; set by the converter. */
    void (*wait_numbers)(void *user, struct fm_block *block);
    /* Has the results of the block so far written; false: the run is to stop. As above. */
    bool (*write_part)(void *user, struct fm_block *block);
    void *user;
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
    return (route->needs & FM_NEEDS_EXPORT) ||
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

FM_MUST_CHECK enum fm_status fm_worker_start(struct fm_worker *worker, const struct fm_plan *plan);
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
    if (FM_UNLIKELY(n > worker->output_left)) {
        worker->overflows = true;
        return FM_REJECTED;
    }
    worker->output_left -= n;
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
/** Have what the outputs of the block hold written. The block's lines and games are counted.
 * @return FM_OK, FM_NO_MEMORY, or FM_CANCELLED: the run is to stop. */
FM_MUST_CHECK enum fm_status fm_worker_pass_on(struct fm_worker *worker);

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
        in->opening = in->opening_eco = (struct fm_text){NULL, 0};
        return;
    }
    in->opening = worker->plan->openings.names[number].name;
    in->opening_eco = worker->plan->openings.names[number].eco;
}

/** Begin an entry of an output that is sorted: what the record or game is sorted by. Its text is to
 * be appended, then fm_sort_entry_end() called.
 * @param in  filled for route->sort.needs. @return FM_OK, FM_NO_MEMORY, FM_REJECTED
 * (worker->overflows). */
FM_MUST_CHECK enum fm_status fm_work_begin_entry(struct fm_worker *worker,
                                                 const struct fm_route *route,
                                                 struct fm_record_input *in);

/** Do the rules of `positions.ops` hold for these operations? Without an answer worker->rule_status
 * is set. @param[out] lacks  the first that does not has no operation to be compared with. */
bool fm_work_ops_hold(struct fm_worker *worker, const struct fm_profile_positions *positions,
                      struct fm_text ops, bool *lacks);
/** Leave out the operations of a record of EPD with castling that the program of the output refuses, which
 * is noted (operations-dropped). @param begin  of the record in the output. */
void fm_work_drop_castling(struct fm_worker *worker, const struct fm_route *route, size_t begin);

/** Append to the record what it gives to a merge (work_merge.c).
 * @param begin  of the record, with what it is sorted by. @param at  of its text. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_merge_part(struct fm_worker *worker,
                                                const struct fm_route *route,
                                                const struct fm_record_input *in, size_t begin,
                                                size_t at);

/* Rows and items of the block (work_items.c). */

/** A record was just appended: a row with what the stages decide by, where they decide on records. With
 * `scope: game` the record is taken back if its key is not new to the game.
 * @param key  what is known of it. @param begin  of the record in the output's buffer.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_mark_record(struct fm_worker *worker,
                                                 struct fm_active_route *active,
                                                 const struct fm_row_key *key, size_t begin);
/** What the game or record has written to the outputs that keep it becomes rows, with the names of
 * their files. @param in  of it, with FM_NEEDS_SEGMENTS, else NULL. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_rows(struct fm_worker *worker,
                                          const struct fm_record_input *in);
/* The span that is worked on was written to a sink, from @p at on: a row, or a part of the last one, and
 * what keeps it apart from others. All return FM_OK or FM_NO_MEMORY. */

/** As it is: worker->span, or line begin..end of the block. The hot path of PGN copied as it is: one
 * comparison where it follows the span before it. */
FM_MUST_CHECK enum fm_status fm_work_join(struct fm_worker *worker, unsigned sink, size_t begin,
                                          size_t end, size_t at);
/** worker->span, with another beginning than it has in the block. */
FM_MUST_CHECK enum fm_status fm_work_join_apart(struct fm_worker *worker, unsigned sink,
                                                const struct fm_span_head *head, size_t at);
/** A game that was made from bytes begin..end of the block. It ends with an empty line, so nothing is
 * ever needed after it. */
FM_MUST_CHECK enum fm_status fm_work_join_made(struct fm_worker *worker, unsigned sink,
                                               size_t begin, size_t end, size_t at);
/** A piece of a game or line that is too large. */
FM_MUST_CHECK enum fm_status fm_work_join_piece(struct fm_worker *worker, unsigned sink, size_t at);
/** The game that was just joined was written with another result after the moves. */
void fm_work_join_ends(struct fm_block *block, unsigned sink);
/** Nothing is added to any row of the block any more. */
void fm_work_close(struct fm_block *block);

/** Positions of the item worked on were lost by conditions of the outputs that it was offered to.
 * @param kept  the game is kept, or the record but for its position. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_steps(struct fm_worker *worker, bool kept);
/** The span begin..end is worked: an item, and its bytes in --rejects or --unselected. Its warnings are in
 * worker->notes. @param census  with FM_NEEDS_CENSUS. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal, const struct fm_result_of_game *result,
                                             const struct fm_census_entry *census);
/** What the log says of the item worked on beside what becomes of it. @param[out] place  of it in the
 * block's texts, + 1; not set: nothing. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_details(struct fm_worker *worker,
                                             const struct fm_result_of_game *result,
                                             uint32_t *place);
/** A game or line that is larger than the limit or cut off by damage: reject it, unread. */
FM_MUST_CHECK enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason,
                                            size_t begin, size_t end, size_t ordinal);
/** Account for a record of a list that is not one of `games.range`. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_outside(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal);
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
/** The game was just accounted for and kept: the stages decide whether it is a duplicate.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_identify(struct fm_worker *worker, const struct fm_game *game);

/** Do all of a block's work that needs no other block: by the work on its kind. @return as
 * fm_work_games(). */
FM_MUST_CHECK enum fm_status fm_work_block(struct fm_worker *worker);

/* Messages and warnings of games and lines (work_messages.c). They wait in the block for its turn;
 * until then lines and games are counted from its start. */

/** Line and column of a byte of the block, both 1.., the line counted from the block's start. */
void fm_work_locate(struct fm_worker *worker, size_t at, uint64_t *line, uint64_t *column);
/** Remember a message; line, column and game are filled from @p at and @p ordinal (in the block,
 * 0..).
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_message(struct fm_worker *worker, const struct fm_error *error,
                                             size_t at, size_t ordinal);
/** Remember a message of which each input gets one, however many of its games cause it. */
FM_MUST_CHECK enum fm_status fm_work_input_message(struct fm_worker *worker,
                                                   const struct fm_error *error, size_t at,
                                                   size_t ordinal);
/** Each warning of a game becomes a message, if those are wanted. */
FM_MUST_CHECK enum fm_status fm_work_warnings(struct fm_worker *worker,
                                              const struct fm_warnings *notes,
                                              const uint32_t *tolerated, size_t at, size_t ordinal);
/** Give each move of the operations of worker->noted that is not legal: fm_epd_each_illegal(). */
FM_MUST_CHECK enum fm_status fm_work_each_illegal(struct fm_worker *worker, fm_epd_put_illegal *put,
                                                  void *user);
/** A strict profile takes no warning: reject what has one. */
FM_MUST_CHECK enum fm_status fm_work_strict(struct fm_worker *worker, size_t at, size_t ordinal,
                                            struct fm_result_of_game *result);
/** The encoding of a game or line, into worker->encoding: that of the profile, else UTF-8 if all of
 * it is, else Windows-1252. What is not UTF-8 is noted, and reported one time for an input.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_find_encoding(struct fm_worker *worker, struct fm_text text,
                                                   size_t ordinal);

/* Names of players (work_names.c). */

/** White and Black of the game get the names that are wanted. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_names_apply(struct fm_worker *worker, const struct fm_game *game);
/** They get back those of the input. */
void fm_names_restore(struct fm_worker *worker);
/** Set them in a tag section that was just begun with the tags of the game.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_names_set(struct fm_worker *worker,
                                          const struct fm_tag_section *section);

/* Kept games as PGN: byte for byte, but for their tag sections (work_text.c, work_tags.c). */

/** The tag section of the game worked on in an output: its tags as the output sets them, and those that follow
 * from the game itself.
 * @param in    for templates; NULL: no tag is set by one.
 * @param anew  the movetext is written anew: FEN, SetUp, Variant and Result are to agree with it.
 * @param[out] section  in worker->scratch. @return FM_OK, FM_REJECTED (*fault; `what` is in the
 * block or empty), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_tags(struct fm_worker *worker, const struct fm_route *route,
                                          const struct fm_record_input *in, bool anew,
                                          struct fm_tag_section *section, struct fm_error *fault);
/** The result of the game worked on, by a value of the Result tag and what else shows it. */
enum fm_result fm_work_result(const struct fm_worker *worker, struct fm_text tag);
/** Append that section, written anew. @param[out] result  that the movetext is to end with.
 * Returns as fm_work_tags(). */
FM_MUST_CHECK enum fm_status fm_work_export_tags(struct fm_worker *worker,
                                                 const struct fm_route *route,
                                                 const struct fm_record_input *in,
                                                 struct fm_buf *out, enum fm_result *result,
                                                 struct fm_error *fault);
/** The game worked on cannot be written: its outcome, and a message.
 * @param fault  `what` is in the block or empty. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_reject(struct fm_worker *worker, struct fm_error *fault,
                                            struct fm_result_of_game *result);
/** Append a game to a PGN output. One that cannot be written (a FEN tag that the output's dialect
 * cannot express) is rejected: then *result is changed, a message remembered, and what was appended
 * taken back. @param in  of the game, with FM_NEEDS_TAGS.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_write(struct fm_worker *worker, struct fm_active_route *active,
                                           const struct fm_game *game,
                                           const struct fm_record_input *in,
                                           struct fm_result_of_game *result);
/* Kept games written anew (work_export.c). */

/** How a record becomes a game of an output. @param letters  of the moves in its operations. */
struct fm_epd_game fm_export_of_list(const struct fm_worker *worker, const struct fm_route *route,
                                     const struct fm_record_input *in, const struct fm_setup *setup,
                                     const struct fm_language *letters);
/** Begin the movetext of the game worked on. @param moves  that it is made from. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_export_begin(struct fm_worker *worker,
                                             struct fm_active_route *active, struct fm_text moves,
                                             struct fm_movetext *m);
/** What cannot be played, from the first move that is not legal on, becomes a comment.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_export_rest(struct fm_movetext *m, struct fm_text rest);
/** All moves are written: comments after the result, and the result. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_export_end(struct fm_worker *worker,
                                           const struct fm_active_route *active,
                                           struct fm_movetext *m);
/** Append the game to its output. Returns as fm_game_write(). */
FM_MUST_CHECK enum fm_status fm_game_export(struct fm_worker *worker,
                                            struct fm_active_route *active,
                                            const struct fm_record_input *in,
                                            struct fm_result_of_game *result);
/** The letters of the moves; NULL = English. */
const struct fm_language *fm_export_letters(const struct fm_worker *worker,
                                            const struct fm_profile_output *spec);
/** Read the game back that was appended to its output from @p begin on (work_verify.c).
 * @param[out] same  it is the game that it was made from. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_reread(struct fm_worker *worker,
                                            const struct fm_active_route *active, size_t begin,
                                            enum fm_result result, bool *same);
/** The encoding that text of the game has to be converted to UTF-8 from, for an output; AUTO: it is
 * copied. */
enum fm_encoding fm_work_recoded(const struct fm_worker *worker,
                                 const struct fm_profile_output *spec);
/** `encoding: utf-8`: what was appended from @p begin on, in worker->encoding, becomes UTF-8.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_to_utf8(const struct fm_worker *worker, struct fm_buf *out,
                                             size_t begin);

/* Lines of UCI moves, which are games in a list (work_uci.c). */

struct fm_uci_line;
/** Work the game of a line that is begin..end of the block. Returns as fm_work_games(). */
FM_MUST_CHECK enum fm_status fm_work_uci_line(struct fm_worker *worker,
                                              const struct fm_uci_line *line, size_t begin,
                                              size_t end, size_t ordinal);
/* One record of a list (work_record.c). */

/** Work on a record: what becomes of it, and its records in the outputs that take it.
 * @param record  filled up to `edit`; with FM_REJECTED `fault` is, too.
 * @param status  of fm_fen_edit_read() with `check_rewrite`.
 * @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_record(struct fm_worker *worker, struct fm_listed *record,
                                            enum fm_status status, size_t ordinal);
/** Rewrite the record of a line in an output that keeps it a record, and what is around it on the
 * line. @return FM_OK, FM_REJECTED (*fault), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_record_rewrite(const struct fm_route *route, struct fm_text whole,
                                               struct fm_fen_edit *edit, struct fm_buf *out,
                                               struct fm_error *fault);
/** The class of a record. @param named  the profile's variant; NULL = none. */
enum fm_class fm_class_of_record(const struct fm_setup *setup, const struct fm_variant *named);
/** The FEN of the record worked on, as an output writes it, into worker->fen.
 * @param keyed  to count it by: without rights and squares that no position can have.
 * @return FM_OK, FM_REJECTED (listed->fault), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_listed_fen(struct fm_worker *worker, const struct fm_route *route,
                                           bool keyed, struct fm_text *fen);
/** Append the record worked on to an output that keeps it a record. Returns as fm_listed_fen(). */
FM_MUST_CHECK enum fm_status fm_listed_write(struct fm_worker *worker,
                                             const struct fm_route *route);
/** The record of a start position, from @p begin on, gets the operations of its game too. Counters are
 * those of the game where the profile does not name a form. @param fen  bytes of its position.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_add_operations(struct fm_worker *worker,
                                                    const struct fm_route *route, size_t begin,
                                                    size_t fen);
/** Append the record worked on to a PGN output, as a game. @param in  with FM_NEEDS_TAGS.
 * Returns as fm_listed_fen(). */
FM_MUST_CHECK enum fm_status fm_listed_write_game(struct fm_worker *worker,
                                                  struct fm_active_route *active,
                                                  const struct fm_record_input *in);
/** Cut the movetext off the game that was just made of the record worked on, from @p begin of an output
 * on. @param[out] moves  without the result; padded, in the scratch arena. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_listed_take_moves(struct fm_worker *worker,
                                                  const struct fm_route *route, size_t begin,
                                                  struct fm_text *moves);
/** The game is complete. @param at  where its part of the output begins. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_listed_end_game(struct fm_worker *worker,
                                                struct fm_active_route *active, size_t at);
/** A record just made from templates, from @p begin on, becomes the record worked on with the
 * operations that were made. @param fen  bytes of its position. Returns as fm_listed_fen(). */
FM_MUST_CHECK enum fm_status fm_listed_add_operations(struct fm_worker *worker,
                                                      const struct fm_route *route, size_t begin,
                                                      size_t fen);

/* The work on a block: of games (work_games.c): class, choice, replay, outcome; of FEN and EPD
 * lines (work_lines.c): each is a record, rewritten in its place with all that is around it. Blank
 * lines and comment lines are stray, and copied where a list is rewritten as it is. */

/** Make the boards of a thread's replays. fm_games_stop() after any outcome.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_games_start(struct fm_worker *worker);
void fm_games_stop(struct fm_worker *worker);
/** @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_work_games(struct fm_worker *worker);
/** Work one game of a block. Returns as fm_work_games(). */
FM_MUST_CHECK enum fm_status fm_work_game(struct fm_worker *worker, const struct fm_game *game,
                                          size_t ordinal);
/** Returns as fm_work_games(). */
FM_MUST_CHECK enum fm_status fm_work_lines(struct fm_worker *worker);

#endif
