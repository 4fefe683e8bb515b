/* SPDX-License-Identifier: MIT */
/* Does time grow with the input alone, and memory not at all? Texts that are one thing repeated are
 * made in two sizes, one four times the other, and read in several ways:
 *
 *     growth FENMILL SIZE [NAME]
 *
 * SIZE is the larger one in bytes. Prints what is out of bounds, and the counts last; status 1 if
 * something is. NAME tries that shape alone and prints its figures. No time is asserted, only growth. */
#define _GNU_SOURCE
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trial.h"

/* The unit is repeated; @ is the number of the repetition, \1 a NUL. */
struct shape {
    const char *name, *begin, *unit, *end;
};

#define GAME "[Event \"x\"]\n[White \"A\"]\n[Result \"*\"]\n\n1. e4 "

static const struct shape games[] = {
    {"many tags", "", "[Tag@ \"value\"]\n", "\n1. e4 *\n"},
    {"a tag again and again", "", "[Event \"x\"]\n", "\n1. e4 *\n"},
    {"tags and empty lines", "", "[Event@ \"x\"]\n\n", "1. e4 *\n"},
    {"a huge tag", "[Event \"", "ab ", "\"]\n\n1. e4 *\n"},
    {"a huge tag of one letter", "[Event \"", "a", "\"]\n\n1. e4 *\n"},
    {"quotes escaped in a tag", "[Event \"", "\\\"", "\"]\n\n1. e4 *\n"},
    {"backslashes in a tag", "[Event \"", "\\\\", "\"]\n\n1. e4 *\n"},
    {"quotes in a tag", "[Event \"", "\"", "\"]\n\n1. e4 *\n"},
    {"line ends in a tag", "[Event \"", "a\n", "\"]\n\n1. e4 *\n"},
    {"a tag without an end", "[Event \"", "a", ""},
    {"tags without ends", "", "[Event \"x\n", "\n1. e4 *\n"},
    {"names of tags without values", "", "[Event\n", "\n1. e4 *\n"},
    {"a FEN tag", "[FEN \"", "8/", "\"]\n\n1. e4 *\n"},
    {"variations in one another", GAME, "(1. e4 ", "*\n"},
    {"variations after one another", GAME, "(1. d4) ", "*\n"},
    {"variations closed twice", GAME, "(1. d4)) ", "*\n"},
    {"comments", GAME, "{a} ", "*\n"},
    {"comments in one another", GAME, "{a ", "*\n"},
    {"a long comment", GAME "{", "abc ", "} *\n"},
    {"a comment without an end", GAME "{", "abc\n", ""},
    {"tags in a comment without an end", GAME "{", "\n[Event \"x\"]\n", ""},
    {"games in a comment without an end", GAME "{", "\n\n[Event \"x\"]\n\n1. e4 *", ""},
    {"commands in comments", GAME, "{[%eval 0.1] [%clk 0:00:01]} ", "*\n"},
    {"commands in a comment", GAME "{", "[%eval 0.1] ", "} *\n"},
    {"commands without ends", GAME "{", "[%eval ", "} *\n"},
    {"engine scores", GAME "{", "+0.31/12 1.2s, ", "} *\n"},
    {"comments to the end of the line", GAME "\n", "; abc\n", "*\n"},
    {"escaped lines", GAME "\n", "% abc\n", "*\n"},
    {"a game of many moves", GAME "e5 ", "Nf3 Nf6 Ng1 Ng8 ", "*\n"},
    {"games of some moves", "", GAME "e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n", ""},
    {"tiny games", "", "1. e4 *\n", ""},
    {"tiny games with tags", "", GAME "*\n\n", ""},
    {"games without results", "", GAME "\n\n", ""},
    {"games without moves", "", "[Event \"x\"]\n\n", ""},
    {"illegal games", "", "1. e5 *\n", ""},
    {"illegal games of many moves", "", "1. e4 e5 2. Nf3 Nc6 3. Ke3 *\n", ""},
    {"other people's letters", "", "1. Sf3 Sf6 2. Sg1 Sg8 *\n", ""},
    {"(", GAME, "(", "*\n"},
    {")", GAME, ")", "*\n"},
    {"[", GAME, "[", "*\n"},
    {"]", GAME, "]", "*\n"},
    {"{", GAME, "{", "*\n"},
    {"}", GAME, "}", "*\n"},
    {"<", GAME, "<", "*\n"},
    {"[ at the start of lines", "", "[\n", ""},
    {"( at the start of lines", GAME "\n", "(\n", ""},
    {"digits", GAME, "1", " *\n"},
    {"dots", GAME, ".", " *\n"},
    {"numbers", GAME, "99999999. ", "*\n"},
    {"the same number", GAME, "1. ", "*\n"},
    {"marks", GAME, "$1 ", "*\n"},
    {"dollars", GAME, "$", " *\n"},
    {"one mark of many digits", GAME "$", "1", " *\n"},
    {"suffixes", GAME "e5", "!?", " *\n"},
    {"checks", GAME "e5", "+", " *\n"},
    {"one token", GAME, "e4e5", " *\n"},
    {"words", GAME, "word ", "*\n"},
    {"null moves", GAME, "-- ", "*\n"},
    {"castling", GAME, "O-O-", " *\n"},
    {"quotes", GAME, "\"", " *\n"},
    {"results", GAME, "1-0 ", "\n"},
    {"half results", GAME, "1/2-1/", "\n"},
    {"stars", GAME, "*", "\n"},
    {"empty lines", GAME, "\n", "*\n"},
    {"lines that end in CR", GAME, "\r", "*\n"},
    {"games with lines that end in CR", "", "[Event \"x\"]\r\r1. e4 *\r\r", ""},
    {"blanks", GAME, " ", "*\n"},
    {"NULs", GAME, "\1", "*\n"},
    {"bytes 0xFF", GAME, "\xff", "*\n"},
    {"cut characters", "[Event \"", "\xe2\x82", "\"]\n\n1. e4 *\n"},
    {"characters of two bytes", "[Event \"", "\xc3\xbc", "\"]\n\n1. e4 *\n"},
    {"control characters", "[Event \"", "\x1b[2J", "\"]\n\n1. e4 *\n"},
};

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

static const struct shape lists[] = {
    {"records", "", START " id \"@\";\n", ""},
    {"the same record", "", START " 0 1\n", ""},
    {"impossible records", "", "8/8/8/8/8/8/8/8 w - - 0 1\n", ""},
    {"illegal best moves", "", START " bm Ke4;\n", ""},
    {"operations", START, " bm e4;", "\n"},
    {"operations of many names", START, " zz@ 1;", "\n"},
    {"texts", START, " id \"x\";", "\n"},
    {"operands", START " bm", " e4", ";\n"},
    {"a long text", START " id \"", "abc ", "\";\n"},
    {"a text without an end", START " id \"", "abc ", "\n"},
    {"quotes", START " id ", "\"", "\n"},
    {"backslashes", START " id \"", "\\", "\";\n"},
    {"semicolons", START " ", ";", "\n"},
    {"operations without ends", START, " bm e4", "\n"},
    {"one token", START " ", "abc", "\n"},
    {"blanks", START, " ", "\n"},
    {"slashes", START "\n", "/", " w - -\n"},
    {"digits", START "\n", "1", " w - -\n"},
    {"castling rights", START "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ", "KQkq", " -\n"},
    {"counters", START " 0 ", "1", "\n"},
    {"comments", START "\n", "# abc\n", ""},
    {"CR", START "\n", START "\r", ""},
    {"NULs", START "\n", "\1", "\n"},
    {"titles", START "\n", "Position @:\n", ""},
};

enum { ARGUMENTS = 10 };
struct mode {
    const char *name;
    const char *arguments[ARGUMENTS];
};

static const struct mode game_modes[] = {
    {"fen", {"convert", "-q"}},
    {"pgn", {"convert", "-q", "-f", "pgn"}},
    {"pgn anew", {"convert", "-q", "-f", "pgn", "--castling", "shredder", "--check-moves"}},
    {"check", {"check", "--log", "/dev/null"}},
    {"variations", {"convert", "-q", "--set", "input.variations=replay"}},
    {"columns", {"convert", "-q", "-f", "jsonl", "--set", "output.columns=fen,Event,next"}},
    {"a rule", {"convert", "-q", "-f", "pgn", "--set", "games.tags={Event: \"~ a.*c|b.*d\"}"}},
};
static const struct mode list_modes[] = {
    {"epd", {"convert", "-q", "--set", "input.format=epd", "-f", "epd"}},
    {"fen", {"convert", "-q", "--set", "input.format=epd", "-f", "fen"}},
    {"in order",
     {"convert", "-q", "--set", "input.format=epd", "-f", "epd", "--set", "output.normalize=true"}},
    {"check", {"check", "--set", "input.format=epd", "--log", "/dev/null"}},
};

enum {
    TIMES = 4,                   /* as large */
    PEAK_MAX = (64 + 24) * 1024, /* KiB: promised for one thread */
};
static const double floor_seconds = 0.04; /* where noise ends */
static const double growth_max = 6.8;     /* 2.6 for each doubling */

static struct {
    char *fenmill;
    const char *only;
    size_t size;
    unsigned tried, wrong;
} the;

static void put(FILE *file, const char *text, unsigned long number)
{
    for (; *text; text++)
        if (*text == '@')
            fprintf(file, "%lu", number);
        else
            putc(*text == '\1' ? '\0' : *text, file);
}

static void make(const char *name, const struct shape *shape, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (!file)
        trial_give_up("cannot write", name);
    put(file, shape->begin, 0);
    for (unsigned long i = 0; (size_t)ftell(file) < size; i++)
        for (int many = 0; many < 16; many++)
            put(file, shape->unit, i * 16 + (unsigned)many);
    put(file, shape->end, 0);
    if (fclose(file) != 0)
        trial_give_up("cannot write", name);
}

static struct trial_result best_of(const struct mode *mode, const char *input,
                                   struct trial_result best)
{
    static char threads[] = "-j1";
    char *argv[ARGUMENTS + 4] = {the.fenmill};
    int n = 1;
    for (int i = 0; i < ARGUMENTS && mode->arguments[i]; i++)
        argv[n++] = (char *)(size_t)mode->arguments[i]; /* exec() takes no const */
    argv[n++] = threads;
    argv[n++] = (char *)(size_t)input;
    const struct trial trial = {.argv = argv, .seconds = 600, .cpu = 20};
    const struct trial_result result = trial_run(&trial);
    return best.status == 0 && best.elapsed > 0 && best.cpu < result.cpu ? best : result;
}

static void report(const char *kind, const struct shape *shape, const struct mode *mode,
                   const char *wrong, double figure)
{
    printf("# %s \"%s\", %s: %s %.2f\n", kind, shape->name, mode->name, wrong, figure);
    the.wrong++;
}

static void try_one(const char *kind, const struct shape *shape, const struct mode *mode)
{
    const struct trial_result none = {.status = 0};
    struct trial_result small = best_of(mode, "small", none), large = best_of(mode, "large", none);
    double growth = 0;
    for (int try = 0; try < 5; try++) {
        growth =
            large.cpu / (small.cpu > floor_seconds / TIMES ? small.cpu : floor_seconds / TIMES);
        if (growth <= growth_max || growth > 2 * growth_max || large.status > 3)
            break;
        small = best_of(mode, "small", small);
        large = best_of(mode, "large", large);
    }
    the.tried++;
    if (the.only)
        printf("# %s: %.3f s, %.3f s, %ld KiB, %ld KiB, status %d\n", mode->name, small.cpu,
               large.cpu, small.peak, large.peak, large.status);
    if (large.status > 3)
        report(kind, shape, mode, "it ends with status", large.status);
    else if (growth > growth_max)
        report(kind, shape, mode, "four times as much takes so many times as long:", growth);
    if (large.peak > PEAK_MAX)
        report(kind, shape, mode, "MiB of memory:", (double)large.peak / 1024);
}

static void try_all(const char *kind, const struct shape *shapes, size_t shape_count,
                    const struct mode *modes, size_t mode_count)
{
    for (size_t i = 0; i < shape_count; i++) {
        if (the.only && strcmp(the.only, shapes[i].name) != 0)
            continue;
        make("small", &shapes[i], the.size / TIMES);
        make("large", &shapes[i], the.size);
        for (size_t k = 0; k < mode_count; k++)
            try_one(kind, &shapes[i], &modes[k]);
    }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

int main(int argc, char **argv)
{
    if (argc < 3)
        return 99;
    the.fenmill = argv[1];
    the.size = (size_t)strtoul(argv[2], NULL, 10);
    the.only = argc > 3 ? argv[3] : NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    try_all("games", games, COUNT(games), game_modes, COUNT(game_modes));
    try_all("lists", lists, COUNT(lists), list_modes, COUNT(list_modes));
    printf("# %u shapes and ways to read them, %u out of bounds\n", the.tried, the.wrong);
    return the.wrong > 0;
}
