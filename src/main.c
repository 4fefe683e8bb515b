/* SPDX-License-Identifier: MIT */
/* fenmill: the table of commands, help, exit status. */
#include <config.h>
#ifdef __linux__
#    include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "help.h"
#include "message.h"
#include "option.h"
#include "print.h"
#include "sandbox.h"
#include "search.h"
#include "stream.h"
#include "signals.h"
#include "system.h"

enum { WORDS_SIZE = 512 };

static const char *compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "a C11 compiler";
#endif
}

static enum fm_status print_version(void)
{
    const char *name, *used_for;
    char version[FM_LIBRARY_VERSION], sandbox[FM_SANDBOX_NAME];
    struct fm_list_item item;
    printf("fenmill %s\ncompression:", FM_VERSION_STRING);
    for (size_t i = 0; fm_list_row(FM_LIST_COMPRESSIONS, i, &item); i++)
        printf(" %s", item.name);
    fputs("\nlibraries:", stdout);
    for (unsigned i = 0; fm_library(i, &name, version); i++)
        printf("%s %s %s", i == 0 ? "" : ",", name, version);
    fputs("\nvectors:", stdout);
    for (unsigned i = 0; (name = fm_vector_path(i, &used_for)) != NULL; i++)
        printf("%s %s (%s)", i == 0 ? "" : ",", name, used_for);
    printf("\nsandbox: %s\nbuilt with %s\n", fm_sandbox_name(sandbox), compiler());
    return fm_stdout_finish();
}

static void print_tasks(const struct fm_task *tasks)
{
    for (size_t i = 0; i < FM_TASKS; i++)
        printf("  %s\n    %s\n", tasks[i].task, tasks[i].command);
}

/* @param command  NULL = the program. @param brief  one screen, of 24 lines of 80 characters. */
static enum fm_status print_help(const struct fm_command *command, bool brief)
{
    if (command != NULL) {
        printf("Usage: fenmill %s [OPTION]... %s\n%s\n\n", command->name, command->operands,
               command->help);
        print_tasks(command->tasks);
        if (!brief) {
            fm_options_help(command->set);
            return fm_stdout_finish();
        }
        putchar('\n');
        fm_options_brief(command->set, command->common);
        printf("--help: all options of %s; 'fenmill help WORD' searches everything\n",
               command->name);
        return fm_stdout_finish();
    }
    puts("fenmill filters, repairs and converts archives of chess games: PGN, EPD, FEN.\n");
    print_tasks(fm_first_tasks);
    puts("\nUsage:");
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        printf("  fenmill %-8s %-24s %.*s\n", row->name, row->operands,
               brief ? (int)strcspn(row->help, ",;:") : (int)strlen(row->help), row->help);
    printf("  fenmill %-8s %-24s %.*s\n", "help", "[COMMAND|TABLE|WORD]...",
           brief ? (int)strcspn(fm_help_of_help, ",;:") : (int)strlen(fm_help_of_help),
           fm_help_of_help);
    if (brief) {
        puts("\n'fenmill convert -h' has the options that are used most, --help all of them;\n"
             "'fenmill help WORD' searches everything: 'fenmill help duplicates'.\n"
             "No INPUT, or -, is standard input. --help has more.");
        return fm_stdout_finish();
    }
    fm_options_help(FM_IN_MAIN);
    fputs("\nTables:", stdout);
    for (size_t i = 0; fm_help_topic(i) != NULL; i++)
        printf(" %s", fm_help_topic(i));
    puts(
        "\n\nNo INPUT, or -, is standard input. 'fenmill help convert' shows the options of "
        "convert,\n"
        "'fenmill help WORD' searches options, keys, fields, reasons and the cookbook for a word.\n"
        "Exit status: 0 done; 1 done, but some records were rejected; 2 wrong usage or profile;\n"
        "3 input or output failed.");
    return fm_stdout_finish();
}

/* A word that the search of `help` does not find. */
static enum fm_status refuse_word(const char *word)
{
    const char *names[FM_COMMANDS_MAX + FM_HELP_TOPICS_MAX + FM_OPTIONS_MAX + 1];
    size_t count = 0;
    for (size_t i = 0; fm_commands[i].name != NULL; i++)
        names[count++] = fm_commands[i].name;
    for (size_t i = 0; fm_help_topic(i) != NULL; i++)
        names[count++] = fm_help_topic(i);
    for (const struct fm_option *row = fm_options; row->name != NULL; row++)
        if (row->kind != FM_OPTION_HEADING)
            names[count++] = row->name;
    names[count] = NULL;
    return fm_message_unknown(NULL, "command, table or key", word, names);
}

/* A file or a FEN where a command ought to be: the command line that may be meant. */
static enum fm_status refuse_operand(const char *word)
{
    const bool is_file = fm_system_exists(word);
    const char *const quote = word[strcspn(word, " \"\\$*?&;|<>()")] != '\0' ? "'" : "";
    const char *const command = !is_file && strchr(word, ' ') != NULL ? "show" : "convert";
    const char *const shown = strchr(word, '\'') != NULL ? "FILE" : word;
    if (!is_file && strpbrk(word, "./ ") == NULL)
        return fm_option_refuse_command(word);
    return fm_message_usage(NULL, "a command is needed before \"%s\": fenmill %s %s%s%s", word,
                            command, quote, shown, quote);
}

/* fenmill help [COMMAND|TABLE|KEY|WORD...] */
static enum fm_status run_help(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "completions") == 0)
        return fm_completion_print(argc - 2, argv + 2);
    const char *const word = argc > 1 ? argv[1] : "help";
    for (size_t i = 0; argc > 2 && fm_help_topic(i) != NULL; i++)
        if (strcmp(word, fm_help_topic(i)) == 0)
            return fm_message_usage(NULL, "help takes one table, \"%s\", or words that are none",
                                    word);
    const struct fm_command *const command = argc > 2 ? NULL : fm_command_find(word);
    if (command != NULL)
        return print_help(command, false);
    if (argc < 3 &&
        (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
        return print_help(NULL, strcmp(word, "-h") == 0);
    char words[WORDS_SIZE] = "", name[WORDS_SIZE];
    for (int i = 1, used = 0; i < argc && used < WORDS_SIZE; i++)
        used +=
            snprintf(words + used, (size_t)(WORDS_SIZE - used), "%s%s", i > 1 ? " " : "", argv[i]);
    for (size_t i = 0; i < WORDS_SIZE; i++)
        name[i] = fm_small_letter(words[i]);
    enum fm_status status = FM_OK;
    if ((argc == 2 && fm_help_print(name, &status)) || fm_search_print(words, &status))
        return status;
    return refuse_word(words);
}

/* @param command  NULL: there is only --help or --version. */
static enum fm_status run_command(const struct fm_command *command, int argc, char **argv)
{
    struct fm_settings settings;
    enum fm_status status =
        fm_options_parse(command == NULL ? FM_IN_MAIN : command->set, argc, argv, &settings);
    if (status == FM_OK)
        status = settings.version && !settings.help ? print_version()
                 : settings.help || command == NULL ? print_help(command, settings.brief)
                                                    : command->run(&settings);
    fm_settings_free(&settings);
    return status;
}

static enum fm_status run_program(int argc, char **argv)
{
    if (argc < 2)
        return fm_message_usage(NULL,
                                "a command is needed: convert, check, show, perft, profile, merge");
    if (argv[1][0] == '-')
        return run_command(NULL, argc, argv);
    if (strcmp(argv[1], "help") == 0)
        return run_help(argc - 1, argv + 1);
    const struct fm_command *command = fm_command_find(argv[1]);
    return command == NULL ? refuse_operand(argv[1]) : run_command(command, argc - 1, argv + 1);
}

/* Return the memory of large games to the system: else the C library keeps up to 64 MiB of it for
 * each thread. */
static void limit_cached_memory(void)
{
#ifdef M_MMAP_THRESHOLD
    (void)mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
#endif
}

int main(int argc, char **argv)
{
    if (!fm_system_start(&argc, &argv)) {
        fputs("fenmill: the standard streams or the arguments cannot be used\n", stderr);
        return FM_EXIT_FAILED;
    }
    /* Output is written at the end, where a failure is reported with its cause: musl writes the
     * first line immediately, and forgets why that failed. */
    static char buffer[64 << 10];
    if (!fm_system_is_terminal(FM_STDOUT))
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    limit_cached_memory();
    fm_signals_start();
    const enum fm_status status = run_program(argc, argv);
    if (status == FM_NO_MEMORY)
        fputs("fenmill: out of memory\n", stderr);
    return (int)fm_exit_of(status);
}
