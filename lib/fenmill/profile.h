/* SPDX-License-Identifier: MIT */
/* Profiles, and the tables that their values are of. Included by fenmill.h. */
#ifndef FENMILL_PROFILE_H
#define FENMILL_PROFILE_H
#include <fenmill/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fm_profile;

/** The default profile. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_new(struct fm_profile **out);
/** May be NULL. */
FM_API void fm_profile_free(struct fm_profile *profile);
/** Merge a YAML document into the profile.
 * @param name  for messages; copied. NULL: the text is the program's own, and need not begin with
 * the version of its keys, `fenmill: 1`.
 * @return FM_OK, FM_BAD_PROFILE (error: line, column, what, hint), FM_NO_MEMORY. On failure the
 * profile is as before. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_read(struct fm_profile *profile, const char *name,
                                                    struct fm_text yaml, struct fm_error *error);
/** Set one key ("output.castling"), one tag or operation ("games.tags.White") or a group
 * ("positions.sample").
 *
 * With several outputs, keys of `output` and `positions` are set in all of them; `to` and
 * `format` are refused.
 * @param value  a list, a mapping or a text in quotes is read as YAML, anything else as a text;
 * commas separate the words of a list.
 *               Names of files and templates are always texts.
 * @return as fm_profile_read(); the error has no line. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_set(struct fm_profile *profile, const char *key,
                                                   const char *value, struct fm_error *error);
/** Check what concerns several keys (combinations that exclude each other) and fill what depends
 * on other keys. To be called once, last; fm_converter_new() refuses a profile without it. Returns
 * as fm_profile_read(). */
FM_API FM_MUST_CHECK enum fm_status fm_profile_finish(struct fm_profile *profile,
                                                      struct fm_error *error);
/** Where output number @p index of a finished profile goes: its `to`, empty if it has none.
 * @return p is NULL after the last output; the text lasts as long as the profile, and a NUL comes
 * after it. */
FM_API struct fm_text fm_profile_to(const struct fm_profile *profile, size_t index);
/** The file that keeps keys between runs (`positions.unique.store`) of the same output; empty if it
 * has none, p is NULL after the last output. */
FM_API struct fm_text fm_profile_store(const struct fm_profile *profile, size_t index);
/** The @p index th file that is read before the inputs: `input.openings`, `aliases`, `tag-table`,
 * `book`, `games.exclude`, `only`, `reached-file`, a plan of shards, `positions.exclude` and `only`
 * of each output; in no order that is promised. Returns as fm_profile_store(). */
FM_API struct fm_text fm_profile_reads(const struct fm_profile *profile, size_t index);
/** A number that two profiles share if they make the same of an input: of its keys, but for names
 * of outputs and the part of the inputs that is read. @return FM_OK or FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_profile_hash(const struct fm_profile *profile,
                                                    uint64_t *out);
/** The file of the plan of which `input.shard` names a part, a NUL after it; empty = none. */
FM_API struct fm_text fm_profile_shard_plan(const struct fm_profile *profile);
/** The merged profile as YAML, every key that differs from the default (or @p all keys); to be
 * freed with free(). */
FM_API FM_MUST_CHECK enum fm_status fm_profile_print(const struct fm_profile *profile, bool all,
                                                     char **out);

/** The classes of games by number, as of fm_totals_class(): "classic", "chess960", ...; NULL
 * after the last. */
FM_API const char *fm_class_name(unsigned index);
/** The tables of the library, for help and completion. New members are added at the end. */
enum fm_list {
    FM_LIST_FIELDS = 0,    /* fields of templates, without their braces */
    FM_LIST_FORMATS = 1,   /* formats of outputs */
    FM_LIST_CONSUMERS = 2, /* programs that read what is written */
    FM_LIST_VARIANTS = 3,
    FM_LIST_LANGUAGES = 4,    /* languages of piece letters */
    FM_LIST_KEYS = 5,         /* keys of profiles: "input.on-error" */
    FM_LIST_COMPRESSIONS = 6, /* compressions that this build can read: "gzip" */
    FM_LIST_MEMORY = 7        /* bounds of the memory that is used */
};
#define FM_LISTS 8 /* number of tables that this header knows */
struct fm_list_item {
    const char *name;
    char meaning[200]; /* meaning in one line */
};
/** The row number @p index of a table. @return false after the last. */
FM_API bool fm_list_row(enum fm_list list, size_t index, struct fm_list_item *out);
/** The words that a key of a profile takes as its value ("keep", "fen", ...), by index; NULL after
 * the last, and where it takes no fixed words. */
FM_API const char *fm_key_word(const char *key, size_t index);
/* Keys that exclude each other. New members are added at the end. */
struct fm_conflict {
    unsigned scope;      /* scope of the check, for the library */
    const char *when;    /* expression over keys: `fenmill help conflicts` explains it */
    const char *key;     /* key that is named in the message, or its group */
    const char *detail;  /* rest of the message */
    const char *example; /* profile that is refused, in YAML, without its version */
    /* The same as options of fenmill, in shell words; NULL: there are none. */
    const char *options;
};
/** The row number @p index of the table of conflicts; NULL after the last. */
FM_API const struct fm_conflict *fm_conflict_row(size_t index);
/* The meaning of a condition for records of lists: as for a position, or for a game that ends
 * there; no record passes, because records do not have the property; all records pass. */
enum fm_condition_lists { FM_RECORDS_SAME = 0, FM_RECORDS_NONE = 1, FM_RECORDS_ALL = 2 };
/* The example of a key that selects games or positions. Of a game the position before its last move
 * is looked at, or, where the profile names plies, all of these; records have its facts as
 * operations. New members are added at the end. */
struct fm_condition {
    /* Condition in YAML; may name seen.pgn, seen.store, openings.tsv. */
    const char *profile;
    /* Games, or a record, of which all that is looked at is written. */
    const char *takes;
    const char *leaves; /* games, or a record, of which a part is left out */
    enum fm_condition_lists lists;
};
/** The example of a key of `games` or `positions`; NULL where the key is no condition. */
FM_API const struct fm_condition *fm_key_condition(const char *key);
/** The word that a misspelled one may have been meant to be: the nearest of a NULL-terminated
 * list, or NULL. */
FM_API const char *fm_name_suggest(struct fm_text word, const char *const *names);

#ifdef __cplusplus
}
#endif
#endif
