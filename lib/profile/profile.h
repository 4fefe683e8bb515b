/* SPDX-License-Identifier: MIT */
/* The profile: what the user requested, const while a converter runs. Keys and meanings:
 * fenmill-profile(5). */
#ifndef FM_PROFILE_PROFILE_H
#define FM_PROFILE_PROFILE_H
#include "base/base.h"
#include "board/setup.h"
#include "board/notation.h"
#include "pgn/classify.h"
#include "pgn/encoding.h"
#include "pgn/write_moves.h"
#include "filter/selection.h"
#include "record/book.h"
#include "record/record.h"
#include "record/tree_entry.h"

enum fm_input_format {
    FM_INPUT_AUTO,
    FM_INPUT_PGN,
    FM_INPUT_EPD,
    FM_INPUT_FEN,
    FM_INPUT_PUZZLES,
    FM_INPUT_TABLE,
    FM_INPUT_UCI
};
/* auto: only if classes are selected, a warning rejects, or the start of a broken game is kept. */
enum fm_check_moves { FM_CHECK_AUTO, FM_CHECK_TRUE, FM_CHECK_FALSE };
enum fm_on_error { FM_ON_ERROR_SKIP, FM_ON_ERROR_TRUNCATE, FM_ON_ERROR_STOP };
enum fm_on_input_error { FM_ON_INPUT_ERROR_NEXT, FM_ON_INPUT_ERROR_STOP };

/* The unit of a row or record. */
enum fm_rows {
    FM_ROWS_POSITIONS,
    FM_ROWS_GAMES,
    FM_ROWS_GROUPS,
    FM_ROWS_MOVES,
    FM_ROWS_LINES, /* in PGN: a game for each line of a game */
    FM_ROWS_TREES  /* in PGN: a game with variations for all games of a start */
};

/* `output.tree`: how trees are written. */
struct fm_profile_tree {
    enum fm_tree_order order;
    bool joins;             /* transpositions: join */
    struct fm_text comment; /* template of a comment at each branch; empty = none */
    struct fm_text names;   /* template of a comment where a game ends; empty = none */
};

/* A number, or a share of all. */
struct fm_share {
    bool set, percent;
    uint64_t value; /* number, or thousandths of a percent if it is a share */
};

/* One of several parts of the inputs. */
struct fm_part {
    uint64_t number; /* the part, 1.. */
    /* number of parts; 0: all inputs are read; UINT64_MAX: as many as `plan` has */
    uint64_t of;
    struct fm_text plan; /* file of the plan, a NUL after its name; empty = none */
};

/* Lists of positions among the inputs: auto: those that were found (in a folder, in an archive) are
 * skipped where games are selected for PGN. */
enum fm_lists { FM_LISTS_AUTO, FM_LISTS_READ, FM_LISTS_SKIP };

struct fm_profile_input {
    enum fm_input_format format;
    /* `columns`: of a table, their names and what they mean (record/columns.h) */
    const struct fm_record_field *columns;
    size_t column_count;
    enum fm_lists lists;
    enum fm_encoding encoding;
    struct fm_text aliases;      /* file of names of players, a NUL after its name; empty = none */
    struct fm_text tag_table;    /* file that sets tags, a NUL after its name; empty = none */
    struct fm_text tag_table_by; /* heading of the column that is looked up; empty = the first */
    bool replaces_tags;          /* `tag-table-replace` */
    struct fm_text openings;     /* file of names of openings, a NUL after its name; empty = none */
    struct fm_text book; /* repertoire or opening book, a NUL after its name; empty = none */
    const struct fm_language *letters; /* NULL = auto */
    const struct fm_variant *variant;  /* NULL = auto */
    unsigned dialect;                  /* index in fm_dialects, plus 1; 0 = any */
    bool replay_variations;
    enum fm_eval_of eval_of;
    enum fm_on_error on_error;
    enum fm_on_input_error on_input_error;
    bool verify;          /* true: nothing of a compressed file is used before its checksums held */
    struct fm_part shard; /* `shard: 2/7` or `2@plan.json`: the part of the inputs that is read */
    struct fm_text max_errors;     /* `max-errors: 0.5%`; empty = any number */
    bool strict, repair, notation; /* true: `strict`; `repair`; `validate: notation` */
    /* True: `check` looks at classes and tags only, and replays no moves. */
    bool tags_only;
    /* Whether moves are replayed where only their check needs it. */
    enum fm_check_moves check_moves;
    uint64_t max_game_bytes;   /* `max-game: 16M` */
    uint64_t max_output_bytes; /* `max-output: 16M`, of one game */
    uint64_t max_plies;        /* `max-plies: 20000` */
    uint64_t max_tags;         /* `max-tags: 1000`, of one game; below FM_GAME_TAGS_MAX */
    uint64_t match_steps;      /* `max-match-steps: 10000000` */
    uint64_t match_memory;     /* `max-match-memory: 16M`, bytes */
    /* Bytes of the blocks that the input is cut into (`block: 64K`); no result depends on this. */
    uint64_t block_bytes;
};

struct fm_profile_output {
    enum fm_format format; /* AUTO: by suffix of `to`, else fen; never after finishing */
    /* Why the name does not decide the format; set by finishing. */
    struct fm_text unknown_suffix;
    /* KEEP in a member: given, or not set. Records that are rewritten keep their own style; for
     * records of a replay see fm_style_of_replay(). */
    struct fm_fen_style style;
    unsigned dialect;                   /* index in fm_dialects; counts where the key is given */
    const struct fm_consumer *consumer; /* `for: stockfish`; NULL = none; see profile/consumer.h */
    bool format_by_consumer;            /* true: `format` is the one that the consumer reads best */
    bool utf8;                          /* `encoding: utf-8` */
    bool keeps_form;                    /* true: records of a list stay FEN or EPD, each as it is */
    bool normalize;                     /* true: operations of EPD input are sorted and quoted */
    bool verify;                        /* true: --verify */
    bool header;                        /* true: tables begin with the names of their columns */
    enum fm_book_weights weights;       /* weights of the moves in a book */
    uint64_t limit;                     /* largest number of records or games; 0 = no limit */
    uint64_t eval_scale;                /* factor of scores in millionths: fm_score_scale() */
    uint64_t chunk;                     /* records or games in each file; 0 = all in one */
    /* `variant-tag: set`: PGN to PGN writes the consumer's Variant tag. */
    bool set_variant;
    /* `tag-order: variant-first`: the Variant tag is before the FEN tag. */
    bool variant_first;
    struct fm_pgn_style pgn;   /* `pgn`: games are written anew if `exports` is set */
    struct fm_range pgn_plies; /* `pgn.plies`: the moves that are written */
    /* Names and patterns of the tags that are written, in this order (`pgn.tags`); NULL = all. */
    const struct fm_record_field *tags;
    size_t tag_count;
    const struct fm_record_field *set_tags; /* `pgn.set-tags`; an empty template drops the tag */
    size_t set_tag_count;
    struct fm_record_fields fields; /* `ops`, `columns`, `line` */
    /* `sort`: the name of each may begin with a minus. */
    const struct fm_record_field *sort;
    size_t sort_count;
    enum fm_rows
        rows; /* kind of rows; FM_ROWS_MOVES becomes groups by fen and next.uci in finishing */
    struct fm_profile_tree tree;
    const struct fm_record_field *by; /* fields that groups or trees are by */
    size_t by_count;
    uint64_t min_count; /* size of the smallest group that is written, in positions */
    /* True: rows of positions are groups because they have counts; `unique` says which positions
     * are equal. */
    bool by_position;
    /* True: a game counts once in its group, as nothing there is of a position. */
    bool counts_games;
    struct fm_text to; /* empty = standard output / -o */
    uint64_t level;    /* level of compression; 0 = the codec's usual one */
    /* Number of the entry of `outputs:`, unique in the profile; 0 = `output:`. */
    unsigned instance;
    /* Of an entry of `outputs:` only. */
    bool has_when, has_positions;
    struct fm_profile_games when;
    /* Complete after fm_profile_finish(), whether given or not. */
    struct fm_profile_positions positions;
};
/** Has a game one row, or one place in its group? */
static inline bool fm_output_is_by_game(const struct fm_profile_output *output)
{
    return output->rows == FM_ROWS_GAMES || output->counts_games;
}

/* A key that was set (or unset, by a consumer that decides it), and where; the newest comes
 * first. */
struct fm_given {
    const struct fm_given *next; /* older record */
    const struct fm_key *key;
    unsigned instance;     /* number of the output that it belongs to */
    bool taken_back;       /* true: a consumer has unset the key */
    const char *input;     /* name of the profile; NULL: set as an option */
    uint64_t line, column; /* place, from 1; 0 = unknown */
};

struct fm_profile {
    struct fm_profile_input input;
    struct fm_profile_games games;
    struct fm_profile_positions positions;
    struct fm_profile_output output;   /* `output:`, and the default of each of `outputs:` */
    struct fm_profile_output *outputs; /* `outputs:`; NULL if there is only `output:` */
    size_t output_count;
    bool first_match; /* `match: first` (default) or all */
    uint64_t version; /* `fenmill: 1` */
    /* True: fm_profile_finish() has completed it; it does not change any more. */
    bool finished;
    unsigned instances;           /* number of the newest entry of `outputs:` */
    const struct fm_given *given; /* newest record of a key that was set */
    struct fm_arena arena;        /* memory of every text above, and of errors */
};

/** The conditions of an output: of an entry of `outputs:`, or those of the profile, which are also
 * its own output's. */
static inline struct fm_profile_games *fm_games_of(struct fm_profile *profile,
                                                   struct fm_profile_output *output)
{
    return output->instance != 0 ? &output->when : &profile->games;
}
static inline struct fm_profile_positions *fm_positions_of(struct fm_profile *profile,
                                                           struct fm_profile_output *output)
{
    return output->instance != 0 ? &output->positions : &profile->positions;
}

/** The merged profile as YAML with every key, and no meaning beside it: its values alone. To be
 * freed with free(). @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profile_print_values(const struct fm_profile *profile, char **out);

#endif
