/* SPDX-License-Identifier: MIT */
/* The tables of `fenmill help`: a line for each row, its name and its meaning. */
#include <config.h>
#include "help.h"
#include <stdio.h>
#include <string.h>
#include "profiles.h"
#include "print.h"
#include "stream.h"

static void print_row(const char *name, const char *meaning)
{
    enum { COLUMN = 28 };
    const int width = printf("  %s", name);
    printf("%*s%s\n", width + 2 < COLUMN ? COLUMN - width : 2, "", meaning);
}

static void print_list(enum fm_list list, const char *title)
{
    struct fm_list_item item;
    printf("%s:\n", title);
    for (size_t i = 0; fm_list_row(list, i, &item); i++) {
        char name[64];
        snprintf(name, sizeof name, list == FM_LIST_FIELDS ? "{%s}" : "%s", item.name);
        print_row(name, item.meaning);
    }
}

/* Print examples of what a condition takes and leaves out, if the key is one. */
static void print_condition(const char *key)
{
    static const char *const lists[] = {[FM_RECORDS_SAME] = "",
                                        [FM_RECORDS_NONE] = "  (no record of a list fits)",
                                        [FM_RECORDS_ALL] = "  (all records of lists fit)"};
    const struct fm_condition *const row = fm_key_condition(key);
    if (row != NULL)
        printf("    example  %s%s\n    takes    %s\n    leaves   %s\n", row->profile,
               lists[row->lists], row->takes, row->leaves);
}

/* The words that a key of profiles takes, one on each line. @return false: it is no key. */
static bool print_key(const char *name)
{
    struct fm_list_item item;
    size_t at = 0;
    while (fm_list_row(FM_LIST_KEYS, at, &item) && strcmp(item.name, name) != 0)
        at++;
    if (item.name == NULL)
        return false;
    printf("%s: %s\n", item.name, item.meaning);
    for (size_t i = 0; fm_key_word(name, i) != NULL; i++)
        printf("  %s\n", fm_key_word(name, i));
    print_condition(name);
    return true;
}

/* Grouped by kind, for what a reason does matters most to a reader. */
static void print_reasons(void)
{
    static const struct {
        char kind;
        const char *title;
    } kinds[] = {{'R', "The game or record is rejected"},
                 {'W', "A warning; the game or record is rejected only with --strict"},
                 {'M', "A repair, made only with --repair, and reported"},
                 {'S', "A fact, for the log"}};
    for (size_t k = 0; k < FM_COUNT_OF(kinds); k++) {
        printf("%s%s:\n", k == 0 ? "" : "\n", kinds[k].title);
        for (int i = FM_REASON_NONE + 1; i < FM_REASON_COUNT; i++) {
            const enum fm_reason reason = (enum fm_reason)i;
            if (fm_reason_kind(reason) == kinds[k].kind)
                print_row(fm_reason_name(reason), fm_reason_meaning(reason));
        }
    }
}

/* Each row: the key and why it is refused; then when, and an example of it. */
static void print_conflicts(void)
{
    const struct fm_conflict *row;
    puts(
        "Keys that exclude each other: the key that a message names and why, the condition, and an\n"
        "example as a profile and as options. A key alone: it has another value than its default; own: it is set\n"
        "for this output; given: for this one or all; ! not, | or; other words are what they say:");
    for (size_t i = 0; (row = fm_conflict_row(i)) != NULL; i++) {
        printf("\n  %s: %s\n    when     %s\n    profile  %s\n", row->key, row->detail, row->when,
               row->example);
        if (row->options != NULL)
            printf("    options  %s\n", row->options);
    }
}

static void print_conditions(void)
{
    struct fm_list_item item;
    puts(
        "Conditions on games and positions: an example of each, a game that it takes and one that it leaves\n"
        "out. Positions: the one before the last move, or those of `plies` where the example has it.\n"
        "seen.pgn has the game 1. e4 e5 of Ann and Bob and is the book, seen.store has its positions,\n"
        "openings.tsv names openings:");
    for (size_t i = 0; fm_list_row(FM_LIST_KEYS, i, &item); i++) {
        if (fm_key_condition(item.name) == NULL)
            continue;
        printf("\n  %s\n", item.name);
        print_condition(item.name);
    }
}

/* The tables, as they are listed. */
static const struct {
    const char *name;
    void (*print)(void); /* NULL: the table of profiles; or the library lists its rows, */
    enum fm_list list;   /* in this list, */
    const char *title;   /* below this title */
} topics[] = {
    {.name = "fields",
     .list = FM_LIST_FIELDS,
     .title =
         "Fields of templates, in output.ops, output.columns, output.line and the names of outputs, with\n"
         "their types; a word with a capital is the tag of that name, a text: {White}; op.NAME is the EPD\n"
         "operation of that opcode, an integer or a text: {op.acd}; scores are centipawns"},
    {.name = "formats", .list = FM_LIST_FORMATS, .title = "Formats of outputs (-f, output.format)"},
    {.name = "consumers",
     .list = FM_LIST_CONSUMERS,
     .title = "Programs that read the output (--for, output.for)"},
    {.name = "reasons", .print = print_reasons},
    {.name = "variants",
     .list = FM_LIST_VARIANTS,
     .title = "Variants whose rules are known (--variant, input.variant)"},
    {.name = "languages",
     .list = FM_LIST_LANGUAGES,
     .title = "Piece letters of languages (--letters, input.letters): pawn, knight, bishop, rook, "
              "queen, king"},
    {.name = "profiles"},
    {.name = "keys", .list = FM_LIST_KEYS, .title = "Keys of profiles (--set KEY=VALUE)"},
    {.name = "memory",
     .list = FM_LIST_MEMORY,
     .title =
         "What bounds memory: how much for what (and the key that sets it), and what is in it"},
    {.name = "conditions", .print = print_conditions},
    {.name = "conflicts", .print = print_conflicts},
};

const char *fm_help_topic(size_t index)
{
    return index < FM_COUNT_OF(topics) ? topics[index].name : NULL;
}

bool fm_help_print(const char *name, enum fm_status *status)
{
    size_t i = 0;
    while (i < FM_COUNT_OF(topics) && strcmp(topics[i].name, name) != 0)
        i++;
    *status = FM_OK;
    if (i == FM_COUNT_OF(topics)) {
        if (!print_key(name))
            return false;
    } else if (topics[i].print != NULL) {
        topics[i].print();
    } else if (topics[i].title != NULL) {
        print_list(topics[i].list, topics[i].title);
    } else {
        *status = fm_profiles_list(false);
    }
    const enum fm_status finished = fm_stdout_finish();
    *status = *status == FM_OK ? finished : *status;
    return true;
}
