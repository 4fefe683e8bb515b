/* SPDX-License-Identifier: MIT */
/* The settings of one command line. */
#ifndef FM_SRC_SETTINGS_H
#define FM_SRC_SETTINGS_H
#include "fenmill.h"

#define FM_COUNT_OF(array) (sizeof(array) / sizeof *(array))
/* Return what a call returns, unless that is FM_OK. */
#define FM_TRY(call) \
    do { \
        const enum fm_status tried_ = (call); \
        if (tried_ != FM_OK) \
            return tried_; \
    } while (0)

/* Return FM_NO_MEMORY where there was none for what was to be made. */
#define FM_TRY_MADE(pointer) \
    do { \
        if ((pointer) == NULL) \
            return FM_NO_MEMORY; \
    } while (0)
/* Of several steps the next, taken only where all before it went well. */
#define FM_NEXT(status, call) \
    do { \
        if ((status) == FM_OK) \
            (status) = (call); \
    } while (0)

struct fm_option;

/* One key of the profile that an option sets. */
struct fm_change {
    const struct fm_option *option; /* option that sets the key */
    const char *key;                /* path of the key, NUL-terminated; may be in `owned` */
    const char *value;              /* text of argv or of the option's row; may be in `owned` */
    char *owned;                    /* memory that is freed with the settings; NULL = none */
};

/* In the order of the words that their options take. */
enum fm_progress_when { FM_PROGRESS_AUTO, FM_PROGRESS_ALWAYS, FM_PROGRESS_NEVER };
enum fm_sandbox_when { FM_SANDBOX_AUTO, FM_SANDBOX_OFF };

/* Names in the order given, a NULL after them; NULL = none was given. The list is owned. */
struct fm_names {
    const char **of;
    size_t count;
};

/* The settings of one command line. Texts are argv's unless a comment names another owner;
 * NULL = not given. */
struct fm_settings {
    const char *command;       /* "convert"; NULL = none was given */
    struct fm_change *changes; /* keys to set after the profiles, in the order given */
    size_t change_count;
    struct fm_names profiles; /* names of -p */
    const char *files_from;
    struct fm_names include; /* patterns of --include */
    const char *rejects, *unselected, *log, *stats, *report;
    const char *output;     /* -o of `show` and `plan`; elsewhere it is a key of the profile */
    struct fm_names joined; /* -o of `merge`, for each output of the run */
    const char *root;       /* folder that names in plans are relative to */
    const char *missing;    /* --missing of `plan`: the plan whose shards are looked for */
    /* Variant of `show` and `perft`; elsewhere it is a key of the profile. */
    const char *variant;
    uint64_t threads;   /* 1..256; 0 = all cores */
    uint64_t min_count; /* --min-count of `merge`; 0 = not given */
    uint64_t limit;     /* positions that `show` draws; 0 = not given */
    uint64_t explain;   /* number of a game or record; 0 = not given */
    /* Messages about records that are printed of each reason; UINT64_MAX = all. */
    uint64_t messages;
    uint64_t sp;       /* 0..959; UINT64_MAX = not given */
    unsigned quiet;    /* -q: 1, -qq: 2 */
    unsigned progress; /* enum fm_progress_when */
    unsigned sandbox;  /* enum fm_sandbox_when */
    bool force, recursive, verbose;
    bool reasons;          /* --reasons: comments in --rejects and --unselected */
    bool incomplete;       /* --incomplete of `merge` */
    bool divide;           /* --divide of `perft` */
    bool all;              /* --all of `profile print`: every key */
    bool ascii, svg, html; /* drawings of `show` */
    bool help, version;
    bool brief;   /* the help is to fit on a screen: -h */
    char **names; /* operands */
    size_t count;
};

/** Is `--sp` given? */
static inline bool fm_settings_has_sp(const struct fm_settings *settings)
{
    return settings->sp != UINT64_MAX;
}

#endif
