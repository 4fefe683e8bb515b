/* SPDX-License-Identifier: MIT */
/* Hints for an unknown option: it may be an option of another command, a short form, another
 * spelling, a word of another program, a key of the profile or a value of one, or a misspelling.
 * The steps are tried in the order of find_hint(); the first that knows the word answers. A step
 * that would have to guess among many says nothing: a wrong hint is worse than none. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "hint_words.h"
#include "message.h"
#include "option.h"
#include "print.h"
#include "search.h"

enum { HINT_SIZE = 1024, WORD_SIZE = 64, ANSWERS_MAX = 3 };

/* The word of the user, as it was written. */
struct word {
    enum fm_command_set command;
    const char *dash, *text; /* "-" or "--", and the word, not NUL-terminated */
    size_t length;
    char plain[WORD_SIZE]; /* a long word in small letters, without - and _; else as it is */
    char hint[HINT_SIZE];  /* text after the message; empty = no hint */
};

/* What a word may mean. */
struct answers {
    char of[ANSWERS_MAX][HINT_SIZE / ANSWERS_MAX];
    size_t count; /* all that were found; those after ANSWERS_MAX are not kept */
};

static bool is_long(const struct word *word)
{
    return word->dash[1] == '-';
}

static bool begins(const char *name, const struct word *word)
{
    return strncmp(name, word->text, word->length) == 0;
}

/* Is it this name, but for capitals, - and _? @param plain  in small letters, without - and _. */
static bool is_plain(const char *name, const char *plain)
{
    for (; *name != '\0'; name++) {
        const char c = fm_small_letter(*name);
        if (c != '-' && c != '_' && c != *plain++)
            return false;
    }
    return *plain == '\0';
}

static void make_plain(const char *text, size_t n, char out[WORD_SIZE])
{
    size_t to = 0;
    for (size_t i = 0; i < n && to < WORD_SIZE - 1; i++)
        if (text[i] != '-' && text[i] != '_')
            out[to++] = fm_small_letter(text[i]);
    out[to] = '\0';
}

/* The option of a command with this name, in small letters, without - and _; NULL: it has none. */
static const struct fm_option *option_named(enum fm_command_set command, const char *plain)
{
    const struct fm_option *row = NULL;
    while ((row = fm_option_next(row, command)) != NULL && !is_plain(row->name, plain))
        ;
    return row;
}

static void add_answer(struct answers *answers, const char *before, const char *name,
                       const char *between, const char *value)
{
    char text[HINT_SIZE / ANSWERS_MAX];
    snprintf(text, sizeof text, "%s%s%s%s", before, name, between, value);
    for (size_t i = 0; i < answers->count && i < ANSWERS_MAX; i++)
        if (strcmp(answers->of[i], text) == 0)
            return;
    if (answers->count < ANSWERS_MAX)
        memcpy(answers->of[answers->count], text, sizeof text);
    answers->count++;
}

/* @return false: there are none, or too many to be meant. */
static bool hint_answers(struct word *word, const char *before, const struct answers *answers,
                         const char *after)
{
    int used = snprintf(word->hint, sizeof word->hint, "%s", before);
    if (answers->count == 0 || answers->count > ANSWERS_MAX) {
        word->hint[0] = '\0';
        return false;
    }
    for (size_t i = 0; i < answers->count; i++)
        used += snprintf(word->hint + used, sizeof word->hint - (size_t)used, "%s%s",
                         i == 0 ? "" : " or ", answers->of[i]);
    snprintf(word->hint + used, sizeof word->hint - (size_t)used, "%s", after);
    return true;
}

/* The same option with two dashes: "-castling". */
static bool hint_dash(struct word *word)
{
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;) {
        const size_t n = strlen(row->name);
        if (is_long(word) || n < 2 || strncmp(row->name, word->text, n) != 0 ||
            (word->text[n] != '\0' && word->text[n] != '='))
            continue;
        snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", row->name);
        return true;
    }
    return false;
}

/* Other capitals, _ for -, no - between words. */
static bool hint_spelling(struct word *word)
{
    const struct fm_option *row = is_long(word) ? option_named(word->command, word->plain) : NULL;
    if (row != NULL)
        snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", row->name);
    return row != NULL;
}

static bool hint_beginning(struct word *word)
{
    size_t used = 0;
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;)
        if (is_long(word) && begins(row->name, word) && used < sizeof word->hint)
            used +=
                (size_t)snprintf(word->hint + used, sizeof word->hint - used, "%s--%s",
                                 used == 0 ? "; options are written in full: " : ", ", row->name);
    return used > 0;
}

static bool hint_pgn_extract(struct word *word)
{
    const size_t dashes = strlen(word->dash);
    for (const struct fm_hint_option *row = fm_hint_pgn_extract; row->option != NULL; row++) {
        const char *const name = row->option + dashes;
        const bool same = strspn(row->option, "-") == dashes &&
                          (is_long(word) ? is_plain(name, word->plain)
                                         : strncmp(word->text, name, strlen(name)) == 0);
        if (!same)
            continue;
        /* A letter means something else in most programs. */
        const char *const other = is_long(word) ? NULL : fm_hint_meaning(word->plain);
        const bool another = other != NULL && strcmp(other, row->ours) != 0;
        snprintf(word->hint, sizeof word->hint, "; for %s of pgn-extract use %s%s%s", row->option,
                 row->ours, another ? "; of other programs " : "", another ? other : "");
        return true;
    }
    return false;
}

/* An answer of a table, with the command that has it where that is not this one. */
static bool hint_ours(struct word *word, const char *ours)
{
    const struct fm_option *option = ours == NULL ? NULL : fm_option_of_answer(ours, false);
    const bool here = option == NULL || (option->commands & (unsigned)word->command) != 0;
    if (ours == NULL)
        return false;
    snprintf(word->hint, sizeof word->hint,
             strncmp(ours, "no ", 3) == 0 ? "; fenmill has %s"
             : here                       ? "; use %s"
                                          : "; fenmill convert has %s",
             ours);
    return true;
}

static bool hint_meaning(struct word *word)
{
    return hint_ours(word, fm_hint_meaning(word->plain));
}

/* The options that set a key, if the command has one, else --set with the key up to where the word
 * ends in it. */
static bool hint_key_at(struct word *word, const char *key, size_t end)
{
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;)
        if (row->key != NULL && row->value == NULL && strcmp(row->key, key) == 0) {
            snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", row->name);
            return true;
        }
    const bool has_set = option_named(word->command, "set") != NULL;
    if (has_set)
        snprintf(word->hint, sizeof word->hint, "; the profile has this key: --set %.*s=VALUE",
                 (int)end, key);
    return has_set;
}

/* A part of a key ("every", "unique"), or all of it. */
static bool hint_key(struct word *word)
{
    struct fm_list_item item;
    for (size_t i = 0; is_long(word) && fm_list_row(FM_LIST_KEYS, i, &item); i++) {
        for (const char *part = item.name; part != NULL;) {
            const size_t end = (size_t)(part - item.name) + word->length;
            const bool whole = begins(part, word) && item.name[end] == '\0';
            const bool inner = begins(part, word) && item.name[end] == '.' && part != item.name;
            if (whole || inner)
                return hint_key_at(word, item.name, end);
            const char *point = strchr(part, '.');
            part = point == NULL ? NULL : point + 1;
        }
    }
    return false;
}

/* What is before an option's name: what an output must be that it is for. */
static const char *of_pgn(const struct fm_option *option)
{
    return option->key != NULL && strncmp(option->key, "output.pgn.", 11) == 0 ? "-f pgn --" : "--";
}

/* The option that takes words of a key; NULL: there is none. */
static const struct fm_option *option_of_key(const char *key)
{
    for (const struct fm_option *row = fm_options; row->name != NULL; row++)
        if (row->kind == FM_OPTION_KEY && row->argument != NULL && strcmp(row->key, key) == 0)
            return row;
    return NULL;
}

/* What takes this word as its value: "csv", "lichess", "blitz", "xfen". Words that any key may have
 * (`drop`, `auto`) are those of too many. */
static void find_values(const char *plain, struct answers *out)
{
    struct answers keys = {.count = 0}, of_input = {.count = 0}; /* that no option sets */
    struct fm_list_item item;
    const char *value;
    for (size_t i = 0; fm_list_row(FM_LIST_KEYS, i, &item); i++) {
        const struct fm_option *option = option_of_key(item.name);
        for (size_t k = 0; (value = fm_key_word(item.name, k)) != NULL; k++) {
            if (!is_plain(value, plain))
                continue;
            if (option == NULL)
                add_answer(strncmp(item.name, "input.", 6) == 0 ? &of_input : &keys, "--set ",
                           item.name, "=", value);
            else if (option->letter != 0)
                add_answer(out, "-", (char[]){option->letter, '\0'}, " ", value);
            else
                add_answer(out, of_pgn(option), option->name, " ", value);
        }
    }
    for (size_t i = 0; i < keys.count && i < ANSWERS_MAX; i++)
        add_answer(out, keys.of[i], "", "", "");
    out->count += keys.count > ANSWERS_MAX ? keys.count - ANSWERS_MAX : 0;
    if (out->count == 0)
        *out = of_input;
}

static bool hint_value(struct word *word)
{
    struct answers answers = {.count = 0};
    find_values(word->plain, &answers);
    return is_long(word) && answers.count <= ANSWERS_MAX && answers.count > 0 &&
           hint_ours(word, answers.of[0]) &&
           (answers.count == 1 || hint_answers(word, "; use ", &answers, ""));
}

/* The value that switches off what an option writes or shows; NULL: it has none. */
static const char *value_off(const struct fm_option *option)
{
    static const char *const words[] = {"drop", "never", "off"};
    const char *word;
    size_t n;
    for (size_t i = 0; i < FM_COUNT_OF(words); i++) {
        for (size_t k = 0; option->key != NULL && (word = fm_key_word(option->key, k)) != NULL; k++)
            if (strcmp(word, words[i]) == 0)
                return words[i];
        for (unsigned k = 0;
             option->kind == FM_OPTION_WORD && (word = fm_option_word(option, k, &n)) != NULL; k++)
            if (strncmp(word, words[i], n) == 0 && words[i][n] == '\0')
                return words[i];
    }
    return NULL;
}

/* "no-comments", "strip-nags", "min-pieces", "elo-max": an option with a word before or after
 * it, which says which value is meant. */
static bool hint_affix(struct word *word)
{
    static const struct {
        const char *affix, *value; /* value of a range; NULL: the option's value_off() */
    } affixes[] = {{"minimum", "10.."}, {"maximum", "..10"}, {"min", "10.."}, {"max", "..10"},
                   {"remove", NULL},    {"without", NULL},   {"strip", NULL}, {"delete", NULL},
                   {"ignore", NULL},    {"drop", NULL},      {"skip", NULL},  {"hide", NULL},
                   {"no", NULL},        {"del", NULL}};
    const size_t length = strlen(word->plain);
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;) {
        char name[WORD_SIZE];
        make_plain(row->name, strlen(row->name), name);
        const size_t n = strlen(name);
        for (size_t i = 0; is_long(word) && i < FM_COUNT_OF(affixes); i++) {
            const char *const affix = affixes[i].affix;
            const size_t m = strlen(affix);
            /* Its one `s` may be missing: "no-comment". */
            const bool before = strncmp(word->plain, affix, m) == 0 &&
                                strncmp(word->plain + m, name, length - m) == 0 &&
                                (length == m + n || (length + 1 == m + n && name[n - 1] == 's'));
            const bool after = length == m + n && strncmp(word->plain, name, n) == 0 &&
                               strcmp(word->plain + n, affix) == 0;
            const bool ranges = row->argument != NULL && strcmp(row->argument, "RANGE") == 0;
            const char *const value = affixes[i].value == NULL ? value_off(row)
                                      : ranges                 ? affixes[i].value
                                                               : NULL;
            if (!(before || after) || value == NULL)
                continue;
            snprintf(word->hint, sizeof word->hint, "; use %s%s %s", of_pgn(row), row->name, value);
            return true;
        }
    }
    return false;
}

static bool hint_near(struct word *word)
{
    const char *names[FM_OPTIONS_MAX + 1];
    size_t count = 0;
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;)
        names[count++] = row->name;
    names[count] = NULL;
    const struct fm_text text = {(const unsigned char *)word->text, word->length};
    const char *near = is_long(word) ? fm_name_suggest(text, names) : NULL;
    /* The first letter is seldom wrong: --fide is not --side. */
    if (near == NULL || *near != *word->plain)
        return false;
    snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", near);
    return true;
}

/* Look a part of a word up: in the names of options, then in the table and in values. */
static bool find_part(const struct word *word, const char *part, struct answers *options,
                      struct answers *meanings)
{
    const size_t before = options->count + meanings->count;
    const struct fm_option *row = option_named(word->command, part);
    if (row != NULL)
        add_answer(options, "--", row->name, "", "");
    const char *const ours = fm_hint_meaning(part);
    if (ours != NULL)
        add_answer(meanings, ours, "", "", "");
    else
        find_values(part, meanings);
    return options->count + meanings->count > before;
}

static bool hint_found(struct word *word, const struct answers *options,
                       const struct answers *meanings)
{
    return hint_answers(word, "; did you mean ", options, "?") ||
           (meanings->count == 1 && hint_ours(word, meanings->of[0]));
}

/* Options whose names are in the word, "output-dir", or words of the table, "by-year". Words that
 * are in many names say nothing. "no" and the like belong to the word after it: both are a word of
 * the table, or that one is about duplicates, which nobody wants. */
static bool hint_parts(struct word *word)
{
    static const char noise[] = "by in of to for with only the a and or is has get show print set "
                                "use file name names list type mode value line input games game "
                                "all as on from min max write output range number key size";
    static const char negations[] = "no not non without exclude except skip omit ignore hide drop "
                                    "remove delete strip disable";
    struct answers options = {.count = 0}, meanings = {.count = 0};
    char part[WORD_SIZE];
    for (size_t at = 0, n, no = 0; is_long(word) && at < word->length; at += n + 1) {
        for (n = 0; at + n < word->length && strchr("-_", word->text[at + n]) == NULL;)
            n++;
        make_plain(word->text + at - no, n + no, part);
        const bool negates = fm_words_have(negations, part), negated = no > 0;
        const bool says_nothing = fm_words_have(noise, part);
        no = negates ? n + 1 : 0;
        if (negated && fm_hint_meaning(part) == NULL) {
            make_plain(word->text + at, n, part);
            const char *const ours = fm_hint_meaning(part);
            if (ours == NULL || strncmp(ours, "--dedupe", 8) != 0)
                return false;
        }
        if (n >= 2 && !negates && !says_nothing)
            (void)find_part(word, part, &options, &meanings);
    }
    return hint_found(word, &options, &meanings);
}

/* Two of them without anything between: "outputformat". */
static bool hint_joined(struct word *word)
{
    const size_t length = strlen(word->plain);
    for (size_t n = 3; is_long(word) && length == word->length && n + 3 <= length; n++) {
        struct answers options = {.count = 0}, meanings = {.count = 0};
        char first[WORD_SIZE], second[WORD_SIZE];
        make_plain(word->plain, n, first);
        make_plain(word->plain + n, length - n, second);
        if (find_part(word, first, &options, &meanings) &&
            find_part(word, second, &options, &meanings))
            return hint_found(word, &options, &meanings);
    }
    return false;
}

/* Where it may be read about. */
static bool hint_search(struct word *word)
{
    char text[WORD_SIZE];
    struct answers values = {.count = 0};
    find_values(word->plain, &values);
    snprintf(text, sizeof text, "%.*s", (int)word->length, word->text);
    for (char *at = text; *at != '\0'; at++)
        *at = *at == '-' || *at == '_' ? ' ' : *at;
    /* A command that has --set has most of what can be found. */
    if (is_long(word) && values.count == 0 && option_named(word->command, "set") != NULL &&
        fm_search_finds(text))
        snprintf(word->hint, sizeof word->hint, "; 'fenmill help %s' has what is similar", text);
    return word->hint[0] != '\0';
}

/* What the word may have meant, in word->hint. */
static void find_hint(struct word *word)
{
    static bool (*const steps[])(struct word *) = {
        hint_dash,  hint_spelling, hint_pgn_extract, hint_meaning, hint_beginning, hint_key,
        hint_value, hint_affix,    hint_near,        hint_parts,   hint_joined,    hint_search};
    for (size_t i = 0; i < FM_COUNT_OF(steps) && !steps[i](word); i++)
        ;
}

/* The set of commands that have an option of this name, or this letter. */
static unsigned commands_with(const struct word *word)
{
    unsigned commands = 0;
    for (const struct fm_option *row = fm_options; row->name != NULL; row++)
        if (row->kind != FM_OPTION_HEADING && word->length > 0 &&
            (is_long(word) ? begins(row->name, word) && row->name[word->length] == '\0'
                           : row->letter == *word->text))
            commands |= row->commands;
    return commands;
}

/* An option before any command: name one that has it. */
static enum fm_status refuse_alone(const struct word *word, int shown, unsigned commands)
{
    const struct fm_command *row = fm_commands;
    while ((commands & (unsigned)row->set) == 0)
        row++;
    return fm_message_usage(NULL, "a command is needed before %s%.*s: fenmill %s %s%.*s ...",
                            word->dash, shown, word->text, row->name, word->dash, shown,
                            word->text);
}

static enum fm_status refuse_elsewhere(const struct word *word, const char *name, unsigned commands)
{
    char list[HINT_SIZE] = "";
    size_t used = 0;
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        if ((commands & (unsigned)row->set) != 0)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used == 0 ? "" : ", ",
                                     row->name);
    return fm_message_usage(name, "--%.*s is not an option of this command, but of: %s",
                            (int)word->length, word->text, list);
}

enum fm_status fm_option_refuse(enum fm_command_set command, const char *dash, const char *text,
                                size_t length)
{
    struct word word = {.command = command, .dash = dash, .text = text, .length = length};
    if (is_long(&word))
        make_plain(text, length, word.plain);
    else
        snprintf(word.plain, sizeof word.plain, "%.*s", (int)length, text);
    const char *name = NULL;
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        if (row->set == command)
            name = row->name;
    /* Of a word with one dash it is the first letter that is not known. */
    const int shown = is_long(&word) ? (int)length : 1;
    const unsigned elsewhere = commands_with(&word);
    if (elsewhere != 0 && name == NULL)
        return refuse_alone(&word, shown, elsewhere);
    if (elsewhere != 0 && is_long(&word))
        return refuse_elsewhere(&word, name, elsewhere);
    if (length > 0)
        find_hint(&word);
    return fm_message_usage(name, "unknown option %s%.*s%s", dash, shown, text, word.hint);
}

enum fm_status fm_option_refuse_command(const char *text)
{
    struct word word = {.command = FM_IN_MAIN, .dash = "--", .text = text, .length = strlen(text)};
    make_plain(text, word.length, word.plain);
    const struct fm_option *row = option_named(FM_IN_CONVERT, word.plain);
    if (row != NULL)
        snprintf(word.hint, sizeof word.hint,
                 fm_option_of(row, FM_IN_MAIN) ? "; use fenmill --%s"
                                               : "; fenmill convert has --%s",
                 row->name);
    if (word.hint[0] == '\0' && !hint_meaning(&word)) {
        const char *names[FM_COMMANDS_MAX + 2];
        size_t count = 0;
        for (; fm_commands[count].name != NULL; count++)
            names[count] = fm_commands[count].name;
        names[count++] = "help";
        names[count] = NULL;
        return fm_message_unknown(NULL, "command", text, names);
    }
    return fm_message_usage(NULL, "unknown command \"%s\"%s", text, word.hint);
}
