/* SPDX-License-Identifier: MIT */
/* What one command line sets. */
#ifndef FM_SRC_SETTINGS_H
#define FM_SRC_SETTINGS_H
#include "fenmill.h"

struct fm_option;

/* One key of the profile that an option sets. */
struct fm_change {
    const struct fm_option *option; /* which sets it */
    const char *key;   /* NUL-terminated; in memory of its own where `owned` is not NULL */
    const char *value; /* in argv, or the option's own */
    char *owned;       /* NULL, or freed with the settings */
};

enum fm_progress_when { FM_PROGRESS_AUTO, FM_PROGRESS_ALWAYS, FM_PROGRESS_NEVER };
enum fm_sandbox_when { FM_SANDBOX_AUTO, FM_SANDBOX_OFF };

/* What one command line sets. Texts are argv's unless a comment names another owner; NULL = not
 * given. */
struct fm_settings {
    const char *command;       /* "convert"; NULL = none was given */
    struct fm_change *changes; /* in the order given, to be applied after the profiles */
    size_t change_count;
    const char **profiles; /* -p, in the order given */
    size_t profile_count;
    const char *files_from;
    const char **include; /* patterns, NULL-terminated; NULL = none */
    size_t include_count;
    const char *rejects, *unselected, *log, *stats, *report;
    const char *output;  /* -o of `show`; elsewhere it is a key of the profile */
    const char *variant; /* of `show` and `perft`; elsewhere it is a key of the profile */
    unsigned threads;    /* 1..256; 0 = all cores */
    uint64_t min_count;  /* of `merge`; 0 = not given */
    uint64_t limit;      /* positions that `show` draws; 0 = not given */
    uint64_t messages;   /* about records, printed of each reason; UINT64_MAX = all */
    unsigned quiet;      /* -q: 1, -qq: 2 */
    int sp;              /* 0..959; -1 = not given */
    enum fm_progress_when progress;
    enum fm_sandbox_when sandbox;
    bool force, recursive, verbose;
    bool divide;           /* perft */
    bool all;              /* profile print: every key */
    bool ascii, svg, html; /* show */
    bool help, version;
    char **names; /* operands */
    size_t count;
};

#endif
