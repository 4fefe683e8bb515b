/* SPDX-License-Identifier: MIT */
/* Parsing and help, driven by the table of options. Options for keys of the profile are only noted
 * here: the profile itself reads the value, so nothing is parsed twice. */
#include <config.h>
#include "option.h"
#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "print.h"

enum { LONG_BASE = 256, MESSAGES_DEFAULT = 20 };

const struct fm_option *fm_option_next(const struct fm_option *option, enum fm_command_set command)
{
    for (option = option == NULL ? fm_options : option + 1; option->name != NULL; option++)
        if (fm_option_of(option, command))
            return option;
    return NULL;
}

static enum fm_status add_name(struct fm_names *names, const char *name)
{
    const char **grown = realloc(names->of, (names->count + 2) * sizeof *grown);
    FM_TRY_MADE(grown);
    names->of = grown;
    grown[names->count++] = name;
    grown[names->count] = NULL;
    return FM_OK;
}

const char *fm_option_word(const struct fm_option *option, unsigned index, size_t *n)
{
    const char *at = option->value;
    for (;; index--, at += *n) {
        at += strspn(at, ", ");
        at += strncmp(at, "or ", 3) == 0 ? 3 : 0;
        *n = strcspn(at, ", ");
        if (*n == 0 || index == 0)
            return *n == 0 ? NULL : at;
    }
}

static enum fm_status take_word(const struct fm_settings *settings, const struct fm_option *option,
                                const char *value, unsigned *out)
{
    const char *word;
    size_t n;
    for (unsigned i = 0; (word = fm_option_word(option, i, &n)) != NULL; i++) {
        if (strlen(value) != n || memcmp(value, word, n) != 0)
            continue;
        *out = i;
        return FM_OK;
    }
    return fm_message_usage(settings->command, "--%s \"%s\": %s is needed", option->name, value,
                            option->value);
}

static enum fm_status take_number(const struct fm_settings *settings,
                                  const struct fm_option *option, const char *value, uint64_t *out)
{
    uint64_t number = UINT64_MAX;
    const bool is_word = option->value != NULL && strcmp(value, option->value) == 0;
    if (is_word ||
        (fm_number_read(value, &number) && number >= option->least && number <= option->most)) {
        *out = number;
        return FM_OK;
    }
    if (option->value != NULL)
        return fm_message_usage(settings->command, "--%s \"%s\": a number or %s is needed",
                                option->name, value, option->value);
    return fm_message_usage(settings->command,
                            "--%s \"%s\": a number from %" PRIu64 " to %" PRIu64 " is needed",
                            option->name, value, option->least, option->most);
}

static enum fm_status take(struct fm_settings *settings, const struct fm_option *option,
                           const char *value)
{
    void *const at = (char *)settings + option->at;
    switch (option->kind) {
    case FM_OPTION_HEADING:
        break;
    case FM_OPTION_KEY:
        return fm_settings_change(
            settings, (struct fm_change){option, option->key,
                                         option->argument != NULL ? value : option->value, NULL});
    case FM_OPTION_CALL:
        return option->set(settings, option, value);
    case FM_OPTION_TEXT:
        *(const char **)at = value;
        break;
    case FM_OPTION_NAMES:
        return add_name(at, value);
    case FM_OPTION_FLAG:
        *(bool *)at = true;
        break;
    case FM_OPTION_COUNT:
        ++*(unsigned *)at;
        break;
    case FM_OPTION_NUMBER:
        return take_number(settings, option, value, at);
    case FM_OPTION_WORD:
        return take_word(settings, option, value, at);
    }
    return FM_OK;
}

/* getopt's own tables for one command. */
struct getopt_tables {
    struct option longs[FM_OPTIONS_MAX + 1];
    char shorts[2 * FM_OPTIONS_MAX + 2];
};

static void fill_tables(enum fm_command_set command, struct getopt_tables *out)
{
    struct option *next = out->longs;
    char *letter = out->shorts;
    *letter++ = ':'; /* a missing argument is reported as ':', not as '?' */
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, command)) != NULL;) {
        const int has_arg = row->argument != NULL ? required_argument : no_argument;
        *next++ = (struct option){row->name, has_arg, NULL, LONG_BASE + (int)(row - fm_options)};
        if (row->letter != 0) {
            *letter++ = row->letter;
            if (row->argument != NULL)
                *letter++ = ':';
        }
    }
    *next = (struct option){NULL, 0, NULL, 0};
    *letter = '\0';
}

static const struct fm_option *option_by_code(int code, enum fm_command_set command)
{
    if (code >= LONG_BASE && code < LONG_BASE + FM_OPTIONS_MAX)
        return &fm_options[code - LONG_BASE];
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, command)) != NULL;)
        if (row->letter == code)
            return row;
    return NULL;
}

/* getopt_long() also takes a beginning of a name that is no other's. Names are written in full, so
 * that a new option never changes the meaning of a script.
 * @param word  "--name" or "--name=value". */
static bool is_in_full(const struct fm_option *option, const char *word)
{
    const size_t length = strlen(option->name);
    return strncmp(word + 2, option->name, length) == 0 &&
           (word[2 + length] == '\0' || word[2 + length] == '=');
}

/* The word of argv in which getopt_long() has just found a long option: the last one that it has
 * used, or the one before it if that is the argument. */
static const char *long_word(char *const *argv)
{
    return argv[optind - 1] == optarg ? argv[optind - 2] : argv[optind - 1];
}

static enum fm_status refuse_long(enum fm_command_set command, const char *word)
{
    return fm_option_refuse(command, "--", word + 2, strcspn(word + 2, "="));
}

/* @param code  '?' or ':', from getopt_long(). */
static enum fm_status refuse(enum fm_command_set command, const char *name, int code, int argc,
                             char *const *argv)
{
    const struct fm_option *option = optopt != 0 ? option_by_code(optopt, command) : NULL;
    if (option != NULL && optopt >= LONG_BASE && !is_in_full(option, argv[optind - 1]))
        return refuse_long(command, argv[optind - 1]);
    if (option != NULL && code == ':')
        return fm_message_usage(name, "--%s needs an argument: %s", option->name, option->argument);
    if (option != NULL)
        return fm_message_usage(name, "--%s takes no argument", option->name);
    if (optopt == 0)
        return refuse_long(command, argv[optind - 1]);
    const char letter[] = {(char)optopt, '\0'};
    /* Is the letter the first of its word, "-Wepd"? getopt_long() is then still in that word: it is
     * the next one, or, as in musl, names may stand before it. */
    int at = optind;
    while (at < argc && argv[at][0] != '-')
        at++;
    const char *word = at < argc && argv[at][1] == optopt ? argv[at] + 1 : letter;
    return fm_option_refuse(command, "-", word, strlen(word));
}

enum fm_status fm_options_parse(enum fm_command_set command, int argc, char **argv,
                                struct fm_settings *out)
{
    struct getopt_tables tables;
    *out = (struct fm_settings){.command = command == FM_IN_MAIN ? NULL : argv[0],
                                .sp = UINT64_MAX,
                                .messages = MESSAGES_DEFAULT};
    fill_tables(command, &tables);
    opterr = 0;
    optind = 1;
    for (int code; (code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1;) {
        if (code == '?' || code == ':')
            return refuse(command, out->command, code, argc, argv);
        const struct fm_option *option = option_by_code(code, command);
        assert(option != NULL); /* getopt knows no others */
        if (code >= LONG_BASE && !is_in_full(option, long_word(argv)))
            return refuse_long(command, long_word(argv));
        out->brief |= code == 'h';
        const enum fm_status status = take(out, option, optarg);
        if (status != FM_OK)
            return status;
    }
    out->names = argv + optind;
    out->count = (size_t)(argc - optind);
    return FM_OK;
}

void fm_settings_free(struct fm_settings *settings)
{
    for (size_t i = 0; i < settings->change_count; i++)
        free(settings->changes[i].owned);
    free(settings->changes);
    free(settings->profiles.of);
    free(settings->include.of);
    free(settings->joined.of);
    *settings = (struct fm_settings){0};
}

enum { HELP_COLUMN = 28, HELP_SIZE = FM_OPTION_MEANING_SIZE + 128 };

/* The line of an option in the help. */
static void make_line(const struct fm_option *option, char line[HELP_SIZE])
{
    char meaning[FM_OPTION_MEANING_SIZE];
    size_t used =
        (size_t)snprintf(line, HELP_SIZE, option->letter != 0 ? "  -%c, --%s" : "     %c--%s",
                         option->letter != 0 ? option->letter : ' ', option->name);
    if (option->argument != NULL)
        used += (size_t)snprintf(line + used, HELP_SIZE - used, " %s", option->argument);
    fm_option_meaning(option, meaning);
    snprintf(line + used, HELP_SIZE - used, "%*s%s",
             used < HELP_COLUMN ? (int)(HELP_COLUMN - used) : 2, "", meaning);
}

/* Make it fit on the screen. */
static void cut_line(char line[HELP_SIZE])
{
    static const char dots[] = " ...";
    size_t n = FM_SCREEN_WIDTH - (sizeof dots - 1);
    if (strlen(line) <= FM_SCREEN_WIDTH)
        return;
    while (line[n] != ' ')
        n--;
    memcpy(line + n, dots, sizeof dots);
}

void fm_options_brief(enum fm_command_set command, const char *common)
{
    char line[HELP_SIZE];
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, command)) != NULL;) {
        if (common != NULL && !fm_words_have(common, row->name))
            continue;
        make_line(row, line);
        cut_line(line);
        puts(line);
    }
}

void fm_options_help(enum fm_command_set command)
{
    const char *heading = NULL; /* not printed yet */
    char line[HELP_SIZE];
    for (const struct fm_option *row = fm_options; row->name != NULL; row++) {
        if (row->kind == FM_OPTION_HEADING) {
            heading = row->name;
        } else if (fm_option_of(row, command)) {
            if (heading != NULL)
                printf("\n%s:\n", heading);
            heading = NULL;
            make_line(row, line);
            puts(line);
        }
    }
}
