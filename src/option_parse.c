/* Parsing and help, driven by the table of options. What stands for a key of the profile is only
 * noted here: the profile itself reads the value, so nothing is parsed twice. */
#include <config.h>
#include "option_parse.h"
#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "option_table.h"

enum { LONG_BASE = 256, MESSAGES_DEFAULT = 20 };

static bool is_row(const struct fm_option *option)
{
    return option->heading != NULL || option->name != NULL;
}

static enum fm_status take(struct fm_settings *settings, const struct fm_option *option,
                           const char *value)
{
    if (option->set != NULL)
        return option->set(settings, option, value);
    if (option->key != NULL)
        return fm_settings_change(
            settings,
            (struct fm_change){.option = option,
                               .key = option->key,
                               .value = option->argument != NULL ? value : option->value});
    if (option->text != 0)
        *(const char **)(void *)((char *)settings + option->text - 1) = value;
    else
        *(bool *)(void *)((char *)settings + option->flag - 1) = true;
    return FM_OK;
}

static bool taken_by(const struct fm_option *option, enum fm_command_set command)
{
    return option->heading == NULL && (option->commands & (unsigned)command) != 0;
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
    *letter++ = ':'; /* a missing argument is told apart */
    for (int i = 0; is_row(&fm_options[i]); i++) {
        if (!taken_by(&fm_options[i], command))
            continue;
        const int has_arg = fm_options[i].argument != NULL ? required_argument : no_argument;
        *next++ = (struct option){fm_options[i].name, has_arg, NULL, LONG_BASE + i};
        if (fm_options[i].letter != 0) {
            *letter++ = fm_options[i].letter;
            if (fm_options[i].argument != NULL)
                *letter++ = ':';
        }
    }
    *next = (struct option){NULL, 0, NULL, 0};
    *letter = '\0';
}

static const struct fm_option *option_of(int code, enum fm_command_set command)
{
    if (code >= LONG_BASE && code < LONG_BASE + FM_OPTIONS_MAX)
        return &fm_options[code - LONG_BASE];
    for (int i = 0; is_row(&fm_options[i]); i++)
        if (taken_by(&fm_options[i], command) && fm_options[i].letter == code)
            return &fm_options[i];
    return NULL;
}

/* The options of a command that a long word is short for: how many, and the last two. */
static unsigned find_short(enum fm_command_set command, struct fm_text word, const char *found[2])
{
    unsigned count = 0;
    for (int i = 0; is_row(&fm_options[i]); i++) {
        if (taken_by(&fm_options[i], command) &&
            strncmp(fm_options[i].name, (const char *)word.p, word.n) == 0) {
            found[0] = found[1];
            found[1] = fm_options[i].name;
            count++;
        }
    }
    return count;
}

/* A misspelled long option. Those of other commands are known too, for there the word is right. */
static enum fm_status refuse_long(enum fm_command_set command, const char *name, const char *given)
{
    const size_t length = strcspn(given, "=");
    const struct fm_text word = {(const unsigned char *)given, length};
    const char *names[FM_OPTIONS_MAX + 1], *found[2] = {NULL, NULL};
    size_t count = 0;
    bool elsewhere = false;
    for (int i = 0; is_row(&fm_options[i]); i++) {
        if (taken_by(&fm_options[i], command))
            names[count++] = fm_options[i].name;
        else if (fm_options[i].name != NULL && strlen(fm_options[i].name) == length)
            elsewhere |= memcmp(fm_options[i].name, given, length) == 0;
    }
    names[count] = NULL;
    if (elsewhere)
        return fm_message_usage(name, "--%.*s is no option of this command", (int)length, given);
    if (find_short(command, word, found) > 1)
        return fm_message_usage(name, "--%.*s may be short for --%s or --%s", (int)length, given,
                                found[0], found[1]);
    const char *near = fm_name_suggest(word, names);
    if (near != NULL)
        return fm_message_usage(name, "unknown option --%.*s; did you mean --%s?", (int)length,
                                given, near);
    return fm_message_usage(name, "unknown option --%.*s", (int)length, given);
}

static enum fm_status refuse(enum fm_command_set command, const char *name, int code,
                             char *const *argv)
{
    const struct fm_option *option = optopt != 0 ? option_of(optopt, command) : NULL;
    if (option != NULL && code == ':')
        return fm_message_usage(name, "--%s wants an argument: %s", option->name, option->argument);
    if (option != NULL)
        return fm_message_usage(name, "--%s takes no argument", option->name);
    if (optopt != 0)
        return fm_message_usage(name, "unknown option -%c", optopt);
    return refuse_long(command, name, argv[optind - 1] + 2);
}

enum fm_status fm_options_parse(enum fm_command_set command, int argc, char **argv,
                                struct fm_settings *out)
{
    struct getopt_tables tables;
    *out = (struct fm_settings){
        .command = command == FM_IN_MAIN ? NULL : argv[0], .sp = -1, .messages = MESSAGES_DEFAULT};
    fill_tables(command, &tables);
    opterr = 0;
    optind = 1;
    for (int code; (code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1;) {
        if (code == '?' || code == ':')
            return refuse(command, out->command, code, argv);
        const struct fm_option *option = option_of(code, command);
        assert(option != NULL); /* getopt was told of no others */
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
    free(settings->profiles);
    free(settings->include);
    *settings = (struct fm_settings){0};
}

/* ---- help ---- */

static void print_option(const struct fm_option *option)
{
    enum { COLUMN = 28 };
    int width = option->letter != 0 ? printf("  -%c, --%s", option->letter, option->name)
                                    : printf("      --%s", option->name);
    if (option->argument != NULL)
        width += printf(" %s", option->argument);
    printf("%*s%s\n", width < COLUMN ? COLUMN - width : 2, "", option->help);
}

void fm_options_help(enum fm_command_set command)
{
    const char *heading = NULL; /* not printed yet */
    for (int i = 0; is_row(&fm_options[i]); i++) {
        if (fm_options[i].heading != NULL) {
            heading = fm_options[i].heading;
        } else if (taken_by(&fm_options[i], command)) {
            if (heading != NULL)
                printf("\n%s:\n", heading);
            heading = NULL;
            print_option(&fm_options[i]);
        }
    }
}
