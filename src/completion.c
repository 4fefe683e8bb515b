/* SPDX-License-Identifier: MIT */
/* Scripts that complete fenmill's command lines, made from the table of options. What an option's key
 * takes the scripts ask the program (`fenmill help KEY`), so that a new format, language or consumer
 * leaves them as they are. They are in contrib/completions as they are printed here
 * (`make update-completions`). */
#include <config.h>
#include "help.h"
#include <stdio.h>
#include <string.h>
#include "command.h"

#define SPDX "# SPDX-License-Identifier: MIT\n"

/* What an option's argument is. */
enum argument { NONE, WORDS, FILES, PROFILES, KEYS, FREE };

/* Words of arguments that belong to no key of the profile. */
static const char *own_word(const struct fm_option *option, size_t index)
{
    static const struct {
        const char *name, *words[4];
    } table[] = {{"progress", {"auto", "always", "never"}},
                 {"messages", {"all"}},
                 {"sandbox", {"auto", "off"}}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, option->name) == 0)
            return table[i].words[index];
    return NULL;
}

/* The key whose words an option takes, or NULL. */
static const char *key_of(const struct fm_option *option)
{
    const bool variant = option->key == NULL && strcmp(option->name, "variant") == 0;
    const char *key = variant ? "input.variant" : option->key;
    return key != NULL && fm_key_word(key, 0) != NULL ? key : NULL;
}

static enum argument argument_of(const struct fm_option *option)
{
    const bool takes_words = key_of(option) != NULL || own_word(option, 0) != NULL;
    if (option->argument == NULL)
        return NONE;
    if (strcmp(option->argument, "NAME|FILE") == 0)
        return PROFILES;
    if (strcmp(option->argument, "KEY=VALUE") == 0)
        return KEYS;
    if (strcmp(option->argument, "FILE") == 0 || strcmp(option->argument, "LIST") == 0)
        return takes_words ? WORDS : FILES; /* --class LIST takes words */
    return takes_words ? WORDS : FREE;
}

static void put_own_words(const struct fm_option *option)
{
    for (size_t i = 0; own_word(option, i) != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", own_word(option, i));
}

static void put_commands(unsigned commands, const char *between)
{
    const char *before = "";
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++) {
        if ((commands & (unsigned)command->set) != 0) {
            printf("%s%s", before, command->name);
            before = between;
        }
    }
}

/* A text within '...': the characters of `marks` get a backslash before them. */
static void put_quoted(const char *text, const char *marks, const char *quote)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs(quote, stdout);
        else
            printf("%s%c", strchr(marks, *text) != NULL ? "\\" : "", *text);
    }
}

/* The help of an option, within '...'; its colon promises a list, which is offered anyway. */
static void put_help(const struct fm_option *option, const char *marks, const char *quote)
{
    char help[128];
    snprintf(help, sizeof help, "%s", option->help);
    const size_t n = strlen(help);
    if (n > 0 && help[n - 1] == ':')
        help[n - 1] = '\0';
    put_quoted(help, marks, quote);
}

static void put_topics(void)
{
    put_commands(~0u, " ");
    for (size_t i = 0; fm_help_topics[i] != NULL; i++)
        printf(" %s", fm_help_topics[i]);
    fputs(" completions", stdout);
}

/* Is this the first row of its name? Options of two commands may share a name and a meaning. */
static bool is_first(const struct fm_option *option)
{
    for (const struct fm_option *row = fm_options; row < option; row++)
        if (row->name != NULL && strcmp(row->name, option->name) == 0)
            return false;
    return true;
}

static void bash_option_list(const struct fm_command *command)
{
    const char *before = "";
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, command->set)) != NULL;) {
        if (row->letter != 0)
            printf("%s-%c", before, row->letter);
        printf("%s--%s", row->letter != 0 ? " " : before, row->name);
        before = " ";
    }
}

/* "--format | -f) words=$(_fenmill_words output.format) ;;" */
static void bash_argument(const struct fm_option *option)
{
    const enum argument argument = argument_of(option);
    if (argument == NONE || !is_first(option))
        return;
    printf("    --%s", option->name);
    if (option->letter != 0)
        printf(" | -%c", option->letter);
    if (argument == WORDS && key_of(option) != NULL) {
        printf(") words=$(_fenmill_words %s) ;;\n", key_of(option));
    } else if (argument == WORDS) {
        fputs(") words='", stdout);
        put_own_words(option);
        puts("' ;;");
    } else if (argument == PROFILES) {
        puts(") words=$(\"${COMP_WORDS[0]}\" profile list 2>/dev/null |"
             " sed -n 's/^\\([^ ][^ ]*\\) .*/\\1/p') ;;");
    } else if (argument == KEYS) {
        puts(") words=$(_fenmill_words keys | sed 's/$/=/'); compopt -o nospace ;;");
    } else {
        puts(") return ;;");
    }
}

/* bash splits words at "=" (COMP_WORDBREAKS); where nothing is offered it completes names of files. */
static void print_bash(void)
{
    puts("# Completion of fenmill for bash; made by 'fenmill help completions bash'.\n" SPDX
         "_fenmill_words()\n{\n"
         "    \"${COMP_WORDS[0]}\" help \"$1\" 2>/dev/null | sed -n 's/^  \\([^ ]*\\).*/\\1/p'\n}\n"
         "_fenmill()\n{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=''\n"
         "    COMPREPLY=()\n"
         "    if [[ $cur == = ]]; then\n        cur=\n"
         "    elif [[ $prev == = ]]; then\n        prev=${COMP_WORDS[COMP_CWORD - 2]}\n    fi");
    fputs("    if ((COMP_CWORD == 1)); then\n        words='", stdout);
    put_commands(~0u, " ");
    puts(" help --help --version' prev=\n    else\n        case ${COMP_WORDS[1]} in");
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++) {
        printf("        %s) words='", command->name);
        bash_option_list(command);
        puts("' ;;");
    }
    fputs("        help) words='", stdout);
    put_topics();
    puts("' ;;\n        esac\n"
         "        [[ $cur == -* || ${COMP_WORDS[1]} == help ]] || words=''\n"
         "        [[ ${COMP_WORDS[1]} != profile || $COMP_CWORD != 2 ]] || "
         "words=\"$words list print check\"\n    fi\n    case $prev in");
    for (const struct fm_option *row = fm_options; row->heading != NULL || row->name != NULL; row++)
        if (row->name != NULL)
            bash_argument(row);
    puts("    completions) words='bash zsh fish' ;;");
    puts("    *.*) words=$(_fenmill_words \"$prev\") ;;\n"
         "    esac\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
         "}\n"
         "complete -o bashdefault -o default -F _fenmill fenmill");
}

/* What completes an argument, for _arguments. */
static void zsh_argument(const struct fm_option *option)
{
    const enum argument argument = argument_of(option);
    if (argument == NONE)
        return;
    fputc(':', stdout);
    put_quoted(option->argument, "[]:", "'\\''");
    if (argument == WORDS && key_of(option) != NULL) {
        printf(":_fenmill_words %s", key_of(option));
    } else if (argument == WORDS) {
        fputs(":(", stdout);
        put_own_words(option);
        fputc(')', stdout);
    } else {
        fputs(argument == FILES      ? ":_files"
              : argument == PROFILES ? ":_fenmill_profiles"
              : argument == KEYS     ? ":_fenmill_keys"
                                     : ":",
              stdout);
    }
}

static void zsh_option(const struct fm_option *option)
{
    const bool takes = option->argument != NULL;
    for (int form = option->letter != 0 ? 0 : 1; form < 2; form++) {
        if (form == 0)
            printf("            '*-%c%s[", option->letter, takes ? "+" : "");
        else
            printf("            '*--%s%s[", option->name, takes ? "=" : "");
        put_help(option, "[]:", "'\\''");
        fputc(']', stdout);
        zsh_argument(option);
        puts("' \\");
    }
}

static void zsh_commands(void)
{
    puts("    local -a commands=(");
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++) {
        printf("        '%s:", command->name);
        put_quoted(command->help, "", "'\\''");
        puts("'");
    }
    puts("        'help:options of a command; a table; the values of a key'\n    )");
}

/* _arguments calls an action with the arguments for compadd before its own, the last. */
static void print_zsh(void)
{
    puts(
        "#compdef fenmill\n"
        "# Completion of fenmill for zsh; made by 'fenmill help completions zsh'.\n" SPDX
        "_fenmill_list()\n{\n"
        "    reply=(${${${(M)${(f)\"$(_call_program words fenmill help $1 2>/dev/null)\"}:#  *}#  }%% *})\n"
        "}\n"
        "_fenmill_words()\n{\n    local -a reply\n    _fenmill_list ${@[-1]}\n"
        "    compadd ${@[1,-2]} -a reply\n}\n"
        "_fenmill_keys()\n{\n    local -a reply\n"
        "    if compset -P '*='; then\n"
        "        _fenmill_list ${${IPREFIX%=}##*=}\n        compadd \"$@\" -a reply\n"
        "    else\n        _fenmill_list keys\n        compadd \"$@\" -S = -a reply\n    fi\n}\n"
        "_fenmill_profiles()\n{\n    local -a names\n"
        "    names=(${${(M)${(f)\"$(_call_program profiles fenmill profile list 2>/dev/null)\"}:#[^ ]*}%% *})\n"
        "    compadd \"$@\" -a names\n    _files -g '*.yaml'\n}\n"
        "_fenmill()\n{");
    zsh_commands();
    puts(
        "    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
        "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in");
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++) {
        printf("    %s)\n        _arguments -s -S \\\n", command->name);
        for (const struct fm_option *row = NULL; (row = fm_option_next(row, command->set)) != NULL;)
            zsh_option(row);
        puts(command->set == FM_IN_PROFILE
                 ? "            '1:verb:(list print check)' '*:profile:_fenmill_profiles' ;;"
                 : "            '*:input:_files' ;;");
    }
    fputs("    help) _arguments '1:table:(", stdout);
    put_topics();
    puts(")' '2:shell:(bash zsh fish)' ;;\n    esac\n}\n_fenmill \"$@\"");
}

static void fish_option(const struct fm_option *option)
{
    const enum argument argument = argument_of(option);
    fputs("complete -c fenmill -n '", stdout);
    if ((option->commands & (unsigned)FM_IN_MAIN) == 0) {
        fputs("__fish_seen_subcommand_from ", stdout);
        put_commands(option->commands, " ");
    }
    printf("' -l %s", option->name);
    if (option->letter != 0)
        printf(" -s %c", option->letter);
    fputs(argument == NONE                            ? ""
          : argument == FILES || argument == PROFILES ? " -r"
                                                      : " -x",
          stdout);
    if (argument == WORDS && key_of(option) != NULL) {
        printf(" -a '(fenmill help %s 2>/dev/null | string replace -rf \"^  ([^ ]+).*\" \"\\$1\")'",
               key_of(option));
    } else if (argument == WORDS) {
        fputs(" -a '", stdout);
        put_own_words(option);
        fputc('\'', stdout);
    } else if (argument == PROFILES) {
        fputs(" -a '(fenmill profile list 2>/dev/null | string match -r \"^[^ ]+\")'", stdout);
    } else if (argument == KEYS) {
        fputs(" -a '(__fenmill_keys)'", stdout);
    }
    fputs(" -d '", stdout);
    put_help(option, "\\", "\\'");
    puts("'");
}

static void print_fish(void)
{
    fputs(
        "# Completion of fenmill for fish; made by 'fenmill help completions fish'.\n" SPDX
        "function __fenmill_keys\n"
        "    set -l key (string match -r '^(?:--set=)?([^=]+)=' -- (commandline -ct))[2]\n"
        "    if test -n \"$key\"\n"
        "        fenmill help $key 2>/dev/null | string replace -rf '^  ([^ ]+).*' \"$key=\\$1\"\n"
        "    else\n"
        "        fenmill help keys | string replace -rf '^  ([^ ]+).*' '$1='\n    end\nend\n",
        stdout);
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++) {
        printf("complete -c fenmill -n __fish_use_subcommand -f -a %s -d '", command->name);
        put_quoted(command->help, "\\", "\\'");
        puts("'");
    }
    puts("complete -c fenmill -n __fish_use_subcommand -f -a help"
         " -d 'options of a command; a table; the values of a key'");
    fputs("complete -c fenmill -n '__fish_seen_subcommand_from help' -f -a '", stdout);
    put_topics();
    puts(
        "'\ncomplete -c fenmill -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh fish'\n"
        "complete -c fenmill -n '__fish_seen_subcommand_from profile' -f -a 'list print check'");
    for (const struct fm_option *row = fm_options; row->heading != NULL || row->name != NULL; row++)
        if (row->name != NULL)
            fish_option(row);
}

bool fm_completion_print(const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print();
            return true;
        }
    }
    return false;
}
