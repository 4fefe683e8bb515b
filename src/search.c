/* SPDX-License-Identifier: MIT */
/* Every row of every table is looked at for each rank again, so that nothing has to be kept. */
#include <config.h>
#include "search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "hint_words.h"
#include "message.h"
#include "print.h"
#include "profiles.h"
#include "src/tables_texts.h"
#include "stream.h"

enum { WORDS_MAX = 8, WORD_SIZE = 64, LINES_MAX = 20, PART_LEAST = 4 };

/* How well a row fits, the best first. */
enum rank { NAME, NAME_BEGINS, NAME_HAS_WORD, NAME_HAS, MEANING, PROSE, MEANING_HAS, RANKS };

struct search {
    char words[WORDS_MAX][WORD_SIZE]; /* in small letters, without a plural's s */
    size_t word_count;
    enum rank rank; /* rank that is printed, or counted */
    bool prints;
    size_t count[RANKS]; /* rows found of each rank */
    size_t printed;
};

static bool is_letter(char c)
{
    return (fm_small_letter(c) >= 'a' && fm_small_letter(c) <= 'z') || (c >= '0' && c <= '9') ||
           (c & 0x80) != 0;
}

/* How a word is in a text: NAME = it is the text, NAME_BEGINS, NAME_HAS_WORD (a whole word of it,
 * or with a plural's s), NAME_HAS; RANKS = not at all. */
static enum rank how_in(const char *word, const char *text)
{
    enum rank best = RANKS;
    const size_t n = strlen(word);
    for (const char *at = text; *at != '\0'; at++) {
        size_t k = 0;
        while (k < n && fm_small_letter(at[k]) == word[k])
            k++;
        if (k < n)
            continue;
        const bool begins = at == text || !is_letter(at[-1]);
        const bool ends = !is_letter(at[n]) || (at[n] == 's' && !is_letter(at[n + 1]));
        const size_t end = n + (at[n] == 's' && ends);
        const enum rank how = at == text && ends && at[end] == '\0' ? NAME
                              : begins && ends                      ? NAME_HAS_WORD
                              : at == text                          ? NAME_BEGINS
                                                                    : NAME_HAS;
        best = how < best ? how : best;
    }
    return best;
}

/* A row fits as well as the worst of the words that are looked for. */
static enum rank rank_of(const struct search *search, const char *name, const char *meaning,
                         bool prose)
{
    enum rank worst = NAME;
    for (size_t i = 0; i < search->word_count; i++) {
        const char *const word = search->words[i];
        enum rank rank = prose ? RANKS : how_in(word, name);
        if (rank == RANKS) {
            enum rank in = how_in(word, meaning);
            if (prose && how_in(word, name) < in)
                in = how_in(word, name);
            rank = in < NAME_HAS                                  ? (prose ? PROSE : MEANING)
                   : in == NAME_HAS && strlen(word) >= PART_LEAST ? MEANING_HAS
                                                                  : RANKS;
        }
        worst = rank > worst ? rank : worst;
    }
    return worst;
}

/* A row of a table, or of prose. @param name  what is searched. @param shown  how it is printed. */
static void look_at(struct search *search, const char *kind, const char *name, const char *shown,
                    const char *meaning, bool prose)
{
    enum { COLUMN = 34 };
    const enum rank rank = rank_of(search, name, meaning, prose);
    if (rank >= RANKS)
        return;
    search->count[rank] += !search->prints;
    if (!search->prints || rank != search->rank || search->printed >= LINES_MAX)
        return;
    search->printed++;
    const int width = printf("  %-9s %s", kind, shown);
    printf("%*s%s\n", width + 2 < COLUMN ? COLUMN - width : 2, "", meaning);
}

static void look_at_options(struct search *search)
{
    for (const struct fm_option *row = fm_options; row->name != NULL; row++) {
        char shown[WORD_SIZE], meaning[FM_OPTION_MEANING_SIZE];
        if (row->kind == FM_OPTION_HEADING)
            continue;
        snprintf(shown, sizeof shown, "--%s%s%s", row->name, row->argument != NULL ? " " : "",
                 row->argument != NULL ? row->argument : "");
        fm_option_meaning(row, meaning);
        look_at(search, "option", row->name, shown, meaning, false);
    }
}

static void look_at_list(struct search *search, enum fm_list list, const char *kind)
{
    struct fm_list_item item;
    for (size_t i = 0; fm_list_row(list, i, &item); i++) {
        char shown[WORD_SIZE];
        snprintf(shown, sizeof shown, list == FM_LIST_FIELDS ? "{%s}" : "%s", item.name);
        look_at(search, kind, item.name, shown, item.meaning, false);
        for (size_t k = 0; list == FM_LIST_KEYS && fm_key_word(item.name, k) != NULL; k++) {
            char value[2 * WORD_SIZE];
            snprintf(value, sizeof value, "%s=%s", item.name, fm_key_word(item.name, k));
            if (how_in(search->words[0], fm_key_word(item.name, k)) == NAME &&
                search->word_count == 1)
                look_at(search, "value", fm_key_word(item.name, k), value, item.meaning, false);
        }
    }
}

/* The help of the last option of an answer, which the others only make possible. */
static const char *meaning_of(const char *ours)
{
    const struct fm_option *const option = fm_option_of_answer(ours, true);
    return option == NULL ? "" : option->help;
}

/* A word of another program: what it is here, whose name the word then is. */
static void look_at_words(struct search *search)
{
    char plural[WORD_SIZE + 1];
    const char *const word = search->words[0];
    const char *ours = search->word_count == 1 ? fm_hint_meaning(word) : NULL;
    snprintf(plural, sizeof plural, "%ss", word);
    ours = ours == NULL && search->word_count == 1 ? fm_hint_meaning(plural) : ours;
    if (ours != NULL)
        look_at(search, "here", word, ours, meaning_of(ours), false);
    for (const struct fm_hint_option *row = fm_hint_pgn_extract; row->option != NULL; row++) {
        const char *const name = row->option + strspn(row->option, "-");
        if (search->word_count == 1 && (strcmp(name, word) == 0 || strcmp(name, plural) == 0) &&
            (ours == NULL || strcmp(ours, row->ours) != 0))
            look_at(search, "here", word, row->ours, meaning_of(row->ours), false);
    }
}

static enum fm_status look_at_profile(void *user, const char *name, struct fm_text meaning,
                                      const char *file)
{
    (void)file;
    char *const text = fm_printable_copy(meaning);
    FM_TRY_MADE(text);
    look_at(user, "profile", name, name, text, true);
    free(text);
    return FM_OK;
}

static enum fm_status look_at_all(struct search *search)
{
    static const char *const cookbook[] = {TEXT_COOKBOOK NULL};
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        look_at(search, "command", row->name, row->name, row->help, false);
    look_at_words(search);
    look_at_options(search);
    look_at_list(search, FM_LIST_KEYS, "key");
    look_at_list(search, FM_LIST_FIELDS, "field");
    look_at_list(search, FM_LIST_FORMATS, "format");
    look_at_list(search, FM_LIST_CONSUMERS, "--for");
    look_at_list(search, FM_LIST_VARIANTS, "variant");
    look_at_list(search, FM_LIST_LANGUAGES, "language");
    for (int i = FM_REASON_NONE + 1; i < FM_REASON_COUNT; i++)
        look_at(search, "reason", fm_reason_name((enum fm_reason)i),
                fm_reason_name((enum fm_reason)i), fm_reason_meaning((enum fm_reason)i), false);
    for (size_t i = 0; cookbook[i] != NULL; i += 2)
        look_at(search, "cookbook", cookbook[i], cookbook[i], cookbook[i + 1], true);
    return fm_profiles_each(look_at_profile, search);
}

/* The words that are looked for; those that every text has are left out. */
static void read_words(const char *text, struct search *search)
{
    static const char common[] =
        "a all an and any are as at by each for from has have how in is it "
        "my no not nothing of on only or that the to what which with";
    const size_t letters = *text == '-' && text[1] != '-' ? 0 : 1; /* "-7" is an option */
    while (*text != '\0' && search->word_count < WORDS_MAX) {
        char *const word = search->words[search->word_count];
        size_t n = 0;
        text += strspn(text, " -{}=\"'?,.");
        for (; *text != '\0' && strchr(" {}=\"'?,", *text) == NULL; text++)
            if (n < WORD_SIZE - 1)
                word[n++] = fm_small_letter(*text);
        n -= n > PART_LEAST && word[n - 1] == 's' && word[n - 2] != 's';
        word[n] = '\0';
        search->word_count += n > letters && !fm_words_have(common, word);
    }
}

static size_t found(const struct search *search)
{
    size_t count = 0;
    for (size_t i = 0; i < RANKS; i++)
        count += search->count[i];
    return count;
}

bool fm_search_finds(const char *text)
{
    struct search search = {.word_count = 0};
    read_words(text, &search);
    return search.word_count > 0 && look_at_all(&search) == FM_OK && found(&search) > 0;
}

bool fm_search_print(const char *text, enum fm_status *status)
{
    struct search search = {.word_count = 0};
    read_words(text, &search);
    if (search.word_count == 0)
        return false;
    *status = look_at_all(&search);
    /* The noun comes last: "remove comments", "split the file by player". */
    const bool fewer = *status == FM_OK && found(&search) == 0 && search.word_count > 1;
    if (fewer) {
        memcpy(search.words[0], search.words[search.word_count - 1], WORD_SIZE);
        search.word_count = 1;
        *status = look_at_all(&search);
    }
    const size_t count = found(&search);
    if (*status == FM_OK && count == 0)
        return false;
    if (fewer)
        printf("no row has all of these words; of \"%s\":\n", search.words[0]);
    search.prints = true;
    for (int rank = NAME; *status == FM_OK && rank < RANKS; rank++) {
        search.rank = (enum rank)rank;
        if (search.count[rank] > 0)
            *status = look_at_all(&search);
    }
    if (count > search.printed)
        printf("  and %zu more: another word finds fewer\n", count - search.printed);
    const enum fm_status finished = fm_stdout_finish();
    *status = *status == FM_OK ? finished : *status;
    return true;
}
