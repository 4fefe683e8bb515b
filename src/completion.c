/* SPDX-License-Identifier: MIT */
/* Completion of command lines. The scripts of contrib/completions ask the program what a word may
 * be, so that a new option, format or language leaves them as they are. */
#include <config.h>
#include "help.h"
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "message.h"
#include "profiles.h"
#include "src/tables_texts.h"
#include "stream.h"

static const char *const bash[] = {TEXT_BASH NULL};
static const char *const zsh[] = {TEXT_ZSH NULL};
static const char *const fish[] = {TEXT_FISH NULL};
static const struct {
    const char *name;
    const char *const *lines;
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
enum { SHELLS = FM_COUNT_OF(shells) };

/* @param word  "--strict", as it is written, or "-q". */
static const struct fm_option *find_option(enum fm_command_set command, const char *word, size_t n)
{
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, command)) != NULL;)
        if (n == 2 ? word[0] == '-' && word[1] == row->letter
                   : n > 2 && memcmp(word, "--", 2) == 0 && strlen(row->name) == n - 2 &&
                         memcmp(word + 2, row->name, n - 2) == 0)
            return row;
    return NULL;
}

static void offer_key(const char *key)
{
    for (size_t i = 0; fm_key_word(key, i) != NULL; i++)
        puts(fm_key_word(key, i));
}

/* @param value  so far. */
static enum fm_status offer_argument(const struct fm_option *option, char *value)
{
    struct fm_list_item item;
    const char *const argument = option->argument, *word;
    /* Of `show` and `perft` it sets no key. */
    const char *const key = strcmp(option->name, "variant") == 0 ? "input.variant" : option->key;
    const bool words = option->kind == FM_OPTION_WORD || option->kind == FM_OPTION_NUMBER;
    size_t n;
    if (strcmp(argument, "KEY=VALUE") == 0) {
        char *const equals = strchr(value, '=');
        if (equals != NULL) {
            *equals = '\0';
            offer_key(value);
            return FM_OK;
        }
        for (size_t i = 0; fm_list_row(FM_LIST_KEYS, i, &item); i++)
            printf("%s=\n", item.name);
    } else if (strcmp(argument, "NAME|FILE") == 0) {
        puts("*");
        return fm_profiles_list(true);
    } else if (words && option->value != NULL) {
        for (unsigned i = 0; (word = fm_option_word(option, i, &n)) != NULL; i++)
            printf("%.*s\n", (int)n, word);
    } else if (key != NULL && fm_key_word(key, 0) != NULL) {
        offer_key(key);
    } else if (strcmp(argument, "FILE") == 0 || strcmp(argument, "LIST") == 0) {
        puts("*");
    }
    return FM_OK;
}

/* The colon at the end of a help promises a list, which is offered anyway. */
static void offer_options(enum fm_command_set command)
{
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, command)) != NULL;) {
        const size_t n = strlen(row->help);
        const int width = (int)(n - (row->help[n - 1] == ':'));
        printf("--%s\t%.*s\n", row->name, width, row->help);
        if (row->letter != 0)
            printf("-%c\t%.*s\n", row->letter, width, row->help);
    }
}

/* @param topics  of `fenmill help`. */
static void offer_commands(bool topics)
{
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        printf("%s\t%s\n", row->name, row->help);
    for (size_t i = 0; topics && fm_help_topic(i) != NULL; i++)
        puts(fm_help_topic(i));
    if (topics)
        puts("completions");
    else
        printf("help\t%s\n", fm_help_of_help);
}

/* @param words  after the program's name, at least one. */
static enum fm_status offer(size_t count, char **words)
{
    char *const word = words[count - 1];
    const struct fm_command *command = count > 1 ? fm_command_find(words[0]) : NULL;
    const enum fm_command_set set = command == NULL ? FM_IN_MAIN : command->set;
    const bool helps = count > 1 && strcmp(words[0], "help") == 0;
    const size_t n = strcspn(word, "=");
    const struct fm_option *option = word[n] == '=' ? find_option(set, word, n) : NULL;
    const struct fm_option *before =
        count > 2 ? find_option(set, words[count - 2], strlen(words[count - 2])) : NULL;
    if (option != NULL && option->argument != NULL)
        return offer_argument(option, word + n + 1);
    if (before != NULL && before->argument != NULL)
        return offer_argument(before, word);
    if (*word == '-') {
        offer_options(set);
    } else if (count == 1 || (helps && count == 2)) {
        offer_commands(helps);
    } else if (helps && count == 3 && strcmp(words[1], "completions") == 0) {
        for (size_t i = 0; i < SHELLS; i++)
            puts(shells[i].name);
    } else if (set == FM_IN_PROFILE && count == 2) {
        puts("list\nprint\ncheck");
    } else if (command != NULL) {
        puts("*");
        return set == FM_IN_PROFILE ? fm_profiles_list(true) : FM_OK;
    }
    return FM_OK;
}

enum fm_status fm_completion_print(int argc, char **argv)
{
    const char *const *lines = NULL;
    for (size_t i = 0; i < SHELLS && argc == 1; i++)
        if (strcmp(argv[0], shells[i].name) == 0)
            lines = shells[i].lines;
    const bool offers = argc > 1 && strcmp(argv[0], "--") == 0;
    if (lines == NULL && !offers)
        return fm_message_usage(NULL, "help completions: one of bash, zsh and fish is needed");
    const enum fm_status status = offers ? offer((size_t)argc - 1, argv + 1) : FM_OK;
    for (; lines != NULL && *lines != NULL; lines++)
        fputs(*lines, stdout);
    return status == FM_OK ? fm_stdout_finish() : status;
}
