/* SPDX-License-Identifier: MIT */
/* Converters: inputs to outputs, as a profile says. Included by fenmill.h. */
#ifndef FENMILL_CONVERT_H
#define FENMILL_CONVERT_H
#include <fenmill/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fm_converter;
struct fm_tally;

/** Totals so far; every record is counted in exactly one of kept, unselected and rejected. Made by
 * the library: new members are added at the end. */
struct fm_totals {
    uint64_t inputs; /* files read */
    uint64_t bytes;  /* bytes of decompressed input */
    uint64_t games;  /* games and records of FEN/EPD lists */
    uint64_t listed; /* records of lists among `games` */
    uint64_t kept, unselected, rejected;
    uint64_t stray;   /* spans of text that belong to no game */
    uint64_t plies;   /* plies replayed */
    uint64_t records; /* records written */
    /* Games written to outputs in PGN; a game in two of them counts twice. */
    uint64_t games_written;
    bool copies_games;   /* true: there are outputs in PGN and no others */
    uint64_t unchecked;  /* kept games whose moves were not replayed */
    uint64_t unwritten;  /* positions skipped: a field was empty, or the format cannot hold them */
    uint64_t duplicates; /* records skipped: their key was met before (`unique: scope: run`) */
    /* True: an output limit or `games.range` ended the run before all inputs were read. */
    bool ended_early;
    uint64_t inputs_failed;  /* inputs not read, or not to their end; each was a message */
    uint64_t inputs_skipped; /* inputs found in a folder that have no game or position */
    /* Outputs without a name; each was a message; the others are finished. */
    uint64_t outputs_failed;
    uint64_t renamed; /* tags White and Black with a new name: `input.aliases` */
    /* Games and records of files that conditions name (`exclude`, `only`) that were rejected; each
     * was a message. */
    uint64_t excluded_rejected;
    /* Games and records of inputs that failed, after the last byte that a checksum has verified. */
    uint64_t unverified;
    /* Data for the calls below, of the handle that gave the totals. */
    const struct fm_tally *tally;
    /* Second copies of the games and records written: in the file of the other player, with
     * `to: "{player}.pgn"`. */
    uint64_t copies;
    uint64_t tags_set; /* tags that were filled in or replaced: `input.tag-table` */
    /* At the end of a run: values that are looked up in this table, those that no game had, and
     * those that several of its rows have, which set nothing. */
    uint64_t table_rows, table_unused, table_repeated;
};
/** The number of records with a reason: rejected, or with a warning or a fact.
 * @param rejected  count only rejected records. */
FM_API uint64_t fm_totals_reason(const struct fm_totals *totals, enum fm_reason reason,
                                 bool rejected);
/** The number of games of class number @p index, as of fm_class_name(). */
FM_API uint64_t fm_totals_class(const struct fm_totals *totals, unsigned index);

/** The properties that games are counted by, besides class and reason. */
enum fm_count_group {
    FM_COUNT_VARIANT = 0,
    FM_COUNT_YEAR = 1,   /* year of the Date tag */
    FM_COUNT_ELO = 2,    /* mean rating in bands of 100: "2400..2499" */
    FM_COUNT_TIME = 3,   /* class of the TimeControl tag */
    FM_COUNT_RESULT = 4, /* 1-0 0-1 1/2-1/2 * */
    /* Plies of games that were replayed to their end, in bands of 20: "60..79". */
    FM_COUNT_LENGTH = 5,
    /* Code of the opening: by position where `input.openings` is set, else of the ECO tag:
     * "B90". */
    FM_COUNT_ECO = 6
};
#define FM_COUNT_GROUPS 7 /* number of groups that this header knows */

/** One count; games without the data are counted as "unknown". */
struct fm_count {
    char name[48];
    uint64_t count;
};

/** The reports of a converter while it runs; any may be NULL. All are called in input order,
 * by one thread at a time, not always the same one. */
struct fm_events {
    size_t size; /* sizeof(struct fm_events) */
    void *user;
    /* A rejected game, an input that failed (status FM_INPUT_FAILED), an output that failed
     * (FM_OUTPUT_FAILED), the encoding that was guessed for an input; with `warnings` also each
     * warning. */
    void (*message)(void *user, const struct fm_error *error);
    /* False: warnings are only counted, which is faster (but for games of unsupported variants,
     * where no classes were chosen). */
    bool warnings;
    /* After each block. @param raw_bytes  read so far, as compressed in the input. */
    void (*progress)(void *user, const struct fm_totals *totals, uint64_t raw_bytes);
    /* All outputs are on the disk, and none has its name yet. If fm_converter_cancel() was called
     * before this returns, none gets it; after that all get theirs, and the run cannot be
     * cancelled. */
    void (*naming)(void *user);
};

/** The names of the files that a run writes; NULL = nowhere. Names end in .gz or .zst to
 * compress; "-" is standard output.
 * `output` is for every output of the profile that has no `to` of its own; NULL, without
 * `write` = no output at all, whatever the profile sets: everything is read and replayed only. */
struct fm_destinations {
    size_t size; /* sizeof(struct fm_destinations) */
    const char *output, *rejects, *unselected, *log;
    /* Folder for data that does not fit in memory; NULL = /var/tmp, else /tmp; on Windows that of
     * TMP. */
    const char *temporary;
    bool force;  /* true: existing files may be replaced */
    bool counts; /* true: fm_converter_count() is wanted */
    /* Other files of the caller, for example profiles and statistics, that no file named after a
     * game may replace. */
    const char *const *reserved;
    size_t reserved_count;
    /* Takes the bytes of the output that has no `to` of its own, in their order, instead of a file.
     * `output` then is only the name in messages, and may be NULL; its suffix decides whether the
     * bytes are compressed. Called by one thread at a time, not always the same one. Returns 0, or
     * an errno value: the output has failed; EPIPE: nobody wants more, which ends the run as a
     * closed pipe does. */
    int (*write)(void *user, const void *bytes, size_t n);
    void *write_user;
    /* Number of the game or record for fm_converter_explanation(), from 1; 0 = none. */
    uint64_t explain;
    /* True: before each game in `rejects` and `unselected` is a line `; unselected: games.elo`: a
     * comment with its outcome and the reason, a name from the table of reasons or the key of the
     * first condition that did not hold. */
    bool reasons;
};

/** Make a converter.
 * @param profile  a finished profile; it must outlive the converter.
 * @param threads   1..256. */
FM_API FM_MUST_CHECK enum fm_status fm_converter_new(const struct fm_profile *profile,
                                                     unsigned threads, struct fm_converter **out,
                                                     struct fm_error *error);
/** May be NULL. */
FM_API void fm_converter_free(struct fm_converter *converter);
/** Choose where things go, before the run; a status but FM_OK as of fm_converter_run(), or
 * FM_BAD_USE. */
FM_API FM_MUST_CHECK enum fm_status fm_converter_to(struct fm_converter *converter,
                                                    const struct fm_destinations *to,
                                                    struct fm_error *error);
/** The source of the bytes of an input that is no file. They may be compressed or a tar, but no ZIP
 * archive, and no part of them can be read alone (`input.shard`). */
struct fm_byte_source {
    size_t size; /* sizeof(struct fm_byte_source) */
    /* Put up to `room` bytes, at least one, at `to`. Called by one thread at a time, not always the
     * same one. Returns how many they are; 0: there are no more; less: it failed, for the reason
     * -errno. It is not called again after these. NULL: the input is `bytes`. */
    ptrdiff_t (*read)(void *user, void *to, size_t room);
    void *user;
    struct fm_text bytes; /* without `read`; must outlive the run */
};
/** The inputs of a run, in the order in which they are read. */
struct fm_inputs {
    size_t size;  /* sizeof(struct fm_inputs) */
    char **names; /* names of files; "-" is standard input */
    /* True for each name found in a directory, not given by the user; NULL = none was. */
    bool *found;
    size_t count;
    /* Patterns of the members of archives that are read; NULL = all. */
    const char *const *include;
    /* For each name: the inode of a regular file that was there, 0 = not known, as of a link that
     * was found; NULL = none is known. */
    uint64_t *inodes;
    /* For each name: the source of its bytes; NULL = the file of that name. With a source the
     * name is only for messages. NULL = all are files. */
    const struct fm_byte_source *const *sources;
    /* Folder that names in plans of shards are relative to; NULL = they are as they are here. */
    const char *root;
};

/** Read inputs, in order, and write everything. Inputs that are not there are reported first.
 *
 * With `input.on-input-error: next` an input that fails is a message, and the others are read: the
 * outputs get their names and hold all that could be read, and the call returns FM_INPUT_FAILED (or
 * FM_STOPPED) with totals.inputs_failed not 0. With `stop` the first one ends the run: no output
 * gets its name, the error names it, and inputs_failed is 0.
 * @return FM_OK, FM_REJECTED (done, some records rejected), FM_STOPPED, FM_INPUT_FAILED,
 *         FM_OUTPUT_FAILED (done, but for the outputs that failed; the error names the first),
 * FM_PIPE_CLOSED (nobody reads any output any more), FM_NO_MEMORY, FM_CANCELLED. Outputs are
 * renamed into place except after the last three, where no output is left, and with `stop` as
 *         above. A converter runs once. */
FM_API FM_MUST_CHECK enum fm_status fm_converter_run(struct fm_converter *converter,
                                                     const struct fm_inputs *inputs,
                                                     const struct fm_events *events,
                                                     struct fm_error *error);
/** The counts of the run so far. They last until the converter is freed. */
FM_API const struct fm_totals *fm_converter_totals(const struct fm_converter *converter);
/** The @p index th of the counts of one group that are not zero, in the order of what is counted;
 * the counts of a group add up to the games of the totals. @return false after the last. */
FM_API bool fm_converter_count(const struct fm_converter *converter, enum fm_count_group group,
                               size_t index, struct fm_count *out);
/** End a run soon, from a signal handler or another thread: with FM_CANCELLED, and no output has
 * its name. Once outputs get their names, it does nothing: fm_events.naming. */
FM_API void fm_converter_cancel(struct fm_converter *converter);

/** The counts of one condition of the profile: of games, or of the positions for one output. */
struct fm_condition_count {
    const char *name; /* key: "games.tags.White", "when.class", "positions.quiet" */
    /* Number of the output, from 1, in the order of the profile; 0 = all outputs. */
    unsigned output;
    /* True: positions and records of lists are counted; false: games and records of lists. */
    bool positions;
    uint64_t offered; /* number that reached the first of these conditions */
    /* Number that reached this condition, and number that passed it. */
    uint64_t in, left;
    /* Number that did not pass because there was no move, mark or evaluation to look at. */
    uint64_t without;
    uint64_t reserved[4];
};

/** The outcome of one game or record: of the first input that has so many, the one with the
 * number fm_destinations.explain. Its counts are made as those of the run. */
struct fm_explanation {
    /* Totals of this game or record alone, with its reasons: one of kept, unselected, rejected
     * is 1. */
    const struct fm_totals *totals;
    /* Reason why it was rejected or unselected; FM_REASON_NONE = a condition did that. */
    enum fm_reason reason;
    const char *class_name; /* name of its class; NULL = not known */
    struct fm_text text;    /* its text in the input */
    struct fm_text log;     /* line of the log about it */
    /* For each output: the number of records that it was given, or of games if it is in PGN;
     * UINT64_MAX = decided with all others at the end of the run. */
    const uint64_t *records;
    uint64_t reserved[8];
};
/** To be called after the run. @return false: no input has so many, or the run ended before it. */
FM_API bool fm_converter_explanation(const struct fm_converter *converter,
                                     struct fm_explanation *out);
/** As fm_converter_condition(), of this game or record alone: `in` is 0 for conditions that it did
 * not reach. */
FM_API bool fm_converter_explained_condition(const struct fm_converter *converter, size_t *at,
                                             struct fm_condition_count *out);
/** As fm_converter_count(): where this game or record is counted; with fm_destinations.counts. */
FM_API bool fm_converter_explained_count(const struct fm_converter *converter,
                                         enum fm_count_group group, struct fm_count *out);

/** The counts of one output. */
struct fm_output_count {
    const char *name; /* name of the output */
    bool games;       /* true: the output takes games; false: records */
    uint64_t left;    /* number that passed all conditions; 0 = nothing was written */
    bool lacks_eval;  /* true: its fields are of evaluations, and no record had one */
    uint64_t reserved[4];
};

/** The counts of the next condition at or after place @p *at (0 at first), in the order in which
 * conditions are applied; @p *at moves on. To be called after the run. @return false: there are no
 * more. */
FM_API bool fm_converter_condition(const struct fm_converter *converter, size_t *at,
                                   struct fm_condition_count *out);
/** The @p index th output, 0... @return false after the last. */
FM_API bool fm_converter_output(const struct fm_converter *converter, size_t index,
                                struct fm_output_count *out);

/** A tag that a template of an output names, and that no kept game has. */
struct fm_missing_tag {
    const char *name; /* name of the tag */
    const char *hint; /* tag that may have been meant; NULL = unknown */
    /* True: games may have the tag, but none with a number, which the template divides. */
    bool number;
    uint64_t reserved[4];
};
/** The @p index th of these, 0... To be called after the run. @return false after the last. */
FM_API bool fm_converter_missing_tag(const struct fm_converter *converter, size_t index,
                                     struct fm_missing_tag *out);

/* Runs in shards (`input.shard`). */

/** The members of a JSON object that tell which shard the run was, of what plan, and what its
 * outputs are: lines for its statistics, which fm_merge() reads. To be called after a run with
 * fm_destinations.counts. Empty: it was no shard. */
FM_API struct fm_text fm_converter_shard(const struct fm_converter *converter);
/** The check of a text that comes in pieces, in order: begin with 0. Statistics end with that of
 * the text before it. */
FM_API uint64_t fm_text_check(uint64_t check, struct fm_text more);

/** A plan: inputs, what they are like, and where they are cut. */
struct fm_planning {
    size_t size; /* sizeof(struct fm_planning) */
    const struct fm_inputs *inputs;
    uint64_t shards;                  /* 1..1000000 */
    const struct fm_profile *profile; /* finished; outputs and `input.shard` do not count */
    const char *output;               /* name of the plan, as for fm_output_open() */
    bool force;                       /* true: an existing plan may be replaced */
};
/** @return FM_OK, FM_BAD_USE (the number, or an input that cannot be planned: error),
 * FM_INPUT_FAILED, FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_shards_plan(const struct fm_planning *how,
                                                   struct fm_error *error);
/** The inputs that a plan names. @param root  the folder that they are in; NULL = as they were.
 * @param[out] out  to be freed with fm_inputs_free(). @return as fm_inputs_expand(). */
FM_API FM_MUST_CHECK enum fm_status fm_shards_inputs(const char *plan, const char *root,
                                                     struct fm_inputs **out,
                                                     struct fm_error *error);
/** Find the shards of a plan of which a folder has no statistics (*.json, *.json.gz, *.json.zst) of
 * a run that lost nothing. @param missing  called for each, in order.
 * @return FM_OK, FM_INPUT_FAILED (the plan or the folder cannot be read), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_shards_missing(const char *plan, const char *folder,
                                                      void (*missing)(void *user, uint64_t shard),
                                                      void *user, struct fm_error *error);

/** What the shards of a run have written, to be made one. The files are the statistics of all
 * shards, which name their outputs; or statistics of one profile and version that are added; or
 * tables of counts with the same columns, games in PGN or lists, which are joined as they are. */
struct fm_merging {
    size_t size; /* sizeof(struct fm_merging) */
    /* Names of the files; may be compressed. Statistics of shards may be in any order. */
    const char *const *names;
    size_t count;
    /* Name of the result, as for fm_output_open(): of statistics their sum; NULL = none. */
    const char *output;
    bool force; /* true: an existing result may be replaced */
    /* Size of the smallest group of a table that is kept, in positions. */
    uint64_t min_count;
    uint64_t memory;       /* memory for sorting in bytes; 0 = 256 MiB */
    const char *temporary; /* folder for data beyond that; NULL = /var/tmp, else /tmp */
    /* Of shards: names of what each output of the profile becomes, in their order, and --rejects,
     * --unselected and --log; NULL = it is not joined. */
    const char *const *outputs;
    size_t output_count;
    const char *rejects, *unselected, *log;
    bool incomplete; /* true: shards may be missing, or have failed to read or write something */
    /* Called with each shard that is missing or lost something (status and input of the fault),
     * with an output of a shard that fails, and where nothing could be checked (warning); may be
     * NULL. */
    void (*message)(void *user, const struct fm_error *error);
    void *user;
    /* Called when all results are complete, before the first gets its name; may be NULL. */
    void (*naming)(void *user);
};
/** An output of a shard is looked for beside the statistics, then under its name.
 * @return FM_OK, FM_BAD_USE (no such files, or not of one run: error), FM_INPUT_FAILED (also an
 * output that is not what its shard wrote), FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_merge(const struct fm_merging *how, struct fm_error *error);
/** The files that fm_merge() will read: the statistics, and the outputs that they name.
 * @param[out] out  to be freed with fm_inputs_free(). @return as fm_merge(). */
FM_API FM_MUST_CHECK enum fm_status fm_merge_reads(const struct fm_merging *how,
                                                   struct fm_inputs **out, struct fm_error *error);

/* Outputs. */

/** A file that appears under its name only when it is complete, or standard output. Compressed by
 * suffix (.gz, .zst). One thread at a time; not always the same one. SIGPIPE is the program's
 * business: with it ignored, writing to a closed pipe returns FM_PIPE_CLOSED. */
struct fm_output;

/** Open "-" (standard output) or a temporary file in the folder of @p name. An existing @p name is
 * refused unless @p force, and so is a link to nothing; a device or pipe (/dev/null), and what
 * standard output already is (/dev/stdout), is written directly. With @p force a link is followed:
 * what it points to is made or replaced. A file that replaces another has its mode, and its owner
 * where the system allows it.
 * @p name must outlive the output. @p error may be NULL here and below.
 * @return FM_OK, FM_OUTPUT_FAILED (error: os_error, input = what = name; os_error EEXIST = exists
 * and no force), FM_BAD_USE (the suffix of a compression that this build cannot write),
 * FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_output_open(const char *name, bool force,
                                                   struct fm_output **out, struct fm_error *error);
/** Write all bytes. Large writes pass through unbuffered, small ones are gathered. After a failure
 * every call fails in the same way.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED (EPIPE), FM_NO_MEMORY
 * (compressing). */
FM_API FM_MUST_CHECK enum fm_status fm_output_write(struct fm_output *output, const void *bytes,
                                                    size_t n, struct fm_error *error);
/** Finish, sync, give the file its name, sync its folder. The output is freed whatever the status;
 * may be NULL. On failure, an earlier one of a write included, the temporary file is removed and
 * what was under the name is as it was.
 * @return as fm_output_write(); os_error EEXIST = a file has appeared under the name meanwhile, and
 * no force. */
FM_API FM_MUST_CHECK enum fm_status fm_output_commit(struct fm_output *output,
                                                     struct fm_error *error);
/** Remove the temporary file and free; may be NULL. The library keeps no list of open outputs, as
 * it has no globals: a program whose run a signal ends lets its handler call fm_converter_cancel(),
 * and the outputs are discarded as the run returns. */
FM_API void fm_output_discard(struct fm_output *output);

/** The file that a name means, by device and inode: the same for every path, link or spelling of
 * it. Where there is no file yet, the folder's, and a name in it. */
struct fm_file_id {
    uint64_t device, inode;
    char *base; /* name in the folder; NULL where the file exists */
    /* True: a regular file, or none yet. False: a device, pipe or folder, which is the same as
     * no file. */
    bool regular;
    uint64_t reserved[2];
};
/** @param name      "-" is standard input or output.
 * @param standard  which of them: its descriptor.
 * @param[out] out  to be freed with fm_file_forget(). @return FM_OK or FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_file_find(const char *name, int standard,
                                                 struct fm_file_id *out);
FM_API void fm_file_forget(struct fm_file_id *file);
FM_API bool fm_file_same(const struct fm_file_id *a, const struct fm_file_id *b);

/* Names of inputs. */

/** The inputs as a user names them. */
struct fm_input_search {
    size_t size;              /* sizeof(struct fm_input_search) */
    const char *const *names; /* files and directories; may be NULL where count is 0 */
    size_t count;
    bool recursive; /* also read the directories inside directories */
    /* A file with a name on each line (NUL-separated if it holds a NUL), read after `names`; "-" is
     * standard input, NULL = none. */
    const char *files_from;
    /* Patterns, as of the shell, for the last part of a path, NULL-terminated: of the files in
     * directories and archives only those that fit one are read; NULL = all. */
    const char *const *include;
};

/** List the inputs of a run. A directory becomes the files in it, in byte order of their names;
 * anything else ("-" too) is kept as it is and need not exist. In a directory, hidden names,
 * backups (`*~`) and all but files and links to files are skipped; links to directories are not
 * followed. A directory that cannot be read is kept as a name, and fails when it is opened.
 *
 * @param[out] out  to be freed with fm_inputs_free(), its `names` included; `include` is not
 * copied.
 * @return FM_OK, FM_INPUT_FAILED (error: what, os_error), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_inputs_expand(const struct fm_input_search *from,
                                                     struct fm_inputs **out,
                                                     struct fm_error *error);
/** May be NULL. */
FM_API void fm_inputs_free(struct fm_inputs *inputs);

#ifdef __cplusplus
}
#endif
#endif
