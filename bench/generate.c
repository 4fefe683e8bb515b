/* SPDX-License-Identifier: MIT */
/* Prints games made by a fixed generator, so that everybody measures the same bytes:
 *     generate standard|annotated|engine|chess960|tenfiles|epd SEED GAMES REPEATS
 * GAMES games are played at random and printed REPEATS times, each time under other names. Same
 * arguments, same bytes, on any machine. For epd the positions of the Chess960 games are printed,
 * in X-FEN with an id. Uses the public calls only. */
#include <config.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fenmill.h"

enum { PLIES_MIN = 40, PLIES_MAX = 140, FEN_SIZE = 192, SAN_SIZE = 16, LINE_MAX_COLUMNS = 79 };
enum kind { STANDARD, ANNOTATED, ENGINE, CHESS960, TENFILES, EPD };

struct game {
    char start[FEN_SIZE]; /* empty: the standard start position */
    const char *variant;  /* of the tag; NULL = none */
    const char *result;
    unsigned plies;
    char moves[PLIES_MAX][SAN_SIZE];
    char fens[PLIES_MAX][FEN_SIZE]; /* EPD only */
};

static uint64_t state;

/* xorshift64*, Vigna 2016. */
static uint32_t pick(uint32_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * UINT64_C(2685821657736338717)) >> 32) % below;
}

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "generate: %s\n", what);
        exit(3);
    }
}

/* A random move, by a reservoir of one: of the moves so far the newest is kept with the probability
 * of its weight divided by the sum of the weights. Captures and development weigh more, so that
 * games look less random than with equal weights. */
struct choice {
    uint32_t weight;
    char san[SAN_SIZE];
};

static void consider(void *user, const char *uci, const char *san, uint64_t count)
{
    struct choice *choice = user;
    const uint32_t weight = strchr(san, 'x') != NULL ? 6
                            : san[0] == 'K'          ? 1
                            : san[0] == 'O'          ? 20
                                                     : 3;
    (void)uci;
    (void)count;
    choice->weight += weight;
    if (pick(choice->weight) < weight)
        snprintf(choice->san, sizeof choice->san, "%s", san);
}

static struct fm_position *begin(enum kind kind, struct game *game)
{
    static const char *const wide[] = {"capablanca", "gothic", "embassy", "janus"};
    struct fm_position *position = NULL;
    enum fm_status status;
    const unsigned number = pick(960), which = pick(4);
    game->variant = kind == CHESS960 || kind == EPD ? "chess960"
                    : kind == TENFILES              ? wide[which]
                                                    : NULL;
    if (kind == CHESS960 || kind == EPD) {
        status = fm_position_new_sp(number, &position);
    } else {
        const char *start = fm_variant_start(kind == TENFILES ? wide[which] : "standard");
        status = fm_position_new((struct fm_text){(const unsigned char *)start, strlen(start)},
                                 game->variant, &position, NULL);
    }
    check(status == FM_OK, "no start position");
    game->start[0] = '\0';
    if (game->variant != NULL)
        check(fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, FM_COUNTERS_FIELDS,
                              game->start, FEN_SIZE, NULL) == FM_OK,
              "no start FEN");
    return position;
}

static void play(enum kind kind, struct game *game)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    struct fm_position *position = begin(kind, game);
    const unsigned plies = PLIES_MIN + pick(PLIES_MAX - PLIES_MIN);
    for (game->plies = 0; game->plies < plies; game->plies++) {
        struct choice choice = {0};
        fm_position_divide(position, 1, consider, &choice);
        if (choice.weight == 0)
            break;
        const struct fm_text move = {(const unsigned char *)choice.san, strlen(choice.san)};
        check(fm_position_play(position, move, NULL) == FM_OK, choice.san);
        memcpy(game->moves[game->plies], choice.san, SAN_SIZE);
        if (kind == EPD)
            check(fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, FM_COUNTERS_NONE,
                                  game->fens[game->plies], FEN_SIZE, NULL) == FM_OK,
                  "no FEN");
    }
    game->result = results[pick(3)];
    fm_position_free(position);
}

/* Words are put on lines of at most 79 columns. */
static void put_word(const char *word, size_t *column)
{
    const size_t n = strlen(word);
    if (*column > 0 && *column + 1 + n > LINE_MAX_COLUMNS) {
        putchar('\n');
        *column = 0;
    } else if (*column > 0) {
        putchar(' ');
        ++*column;
    }
    fputs(word, stdout);
    *column += n;
}

/* A comment as archives of engine games have them, of some hundreds of bytes; as the line that the
 * engine expected, the rest of the game is printed. */
static void put_thinking(const struct game *game, unsigned ply)
{
    const uint32_t eval = pick(600);
    printf(" {d=%u, sd=%u, mt=%u, tl=%u, s=%u, n=%u, pv=", 20 + pick(20), 30 + pick(30),
           pick(20000), 5400000 - ply * 20000, 1000000 + pick(9000000), 10000000 + pick(900000000));
    for (unsigned i = ply; i < game->plies && i < ply + 24; i++)
        printf("%s ", game->moves[i]);
    printf("tb=0, h=%u.%u, ph=0.0, wv=%s%u.%02u, R50=%u, Rd=-11, Rr=-11, mb=+0+0+0+0+0,} ",
           pick(90), pick(10), eval % 2 ? "-" : "", eval / 100, eval % 100, 50 - ply % 50);
}

static void put_thoughts(const struct game *game)
{
    for (unsigned ply = 0; ply < game->plies; ply++) {
        if (ply % 2 == 0)
            printf("%u. ", ply / 2 + 1);
        fputs(game->moves[ply], stdout);
        put_thinking(game, ply);
    }
    printf("%s\n\n", game->result);
}

static void put_moves(const struct game *game, bool annotated)
{
    char word[96];
    size_t column = 0;
    for (unsigned ply = 0; ply < game->plies; ply++) {
        if (ply % 2 == 0 || annotated) {
            snprintf(word, sizeof word, ply % 2 == 0 ? "%u." : "%u...", ply / 2 + 1);
            put_word(word, &column);
        }
        put_word(game->moves[ply], &column);
        if (annotated) {
            const uint32_t eval = pick(600), clock = 300 - ply;
            snprintf(word, sizeof word, "{ [%%eval %s%u.%02u] [%%clk 0:%02u:%02u] }",
                     eval % 2 ? "-" : "", eval / 100, eval % 100, clock / 60, clock % 60);
            put_word(word, &column);
        }
    }
    put_word(game->result, &column);
    puts("\n");
}

static void put_game(const struct game *game, enum kind kind, unsigned number)
{
    printf("[Event \"Generated games\"]\n[Site \"?\"]\n[Date \"%u.%02u.%02u\"]\n[Round \"%u\"]\n",
           1990 + number % 37, 1 + number % 12, 1 + number % 28, 1 + number % 11);
    printf(
        "[White \"Player %u\"]\n[Black \"Player %u\"]\n[Result \"%s\"]\n[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n",
        number % 997, number % 991, game->result, 1800 + number % 900, 1800 + number % 890);
    if (game->variant != NULL)
        printf("[Variant \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n", game->variant, game->start);
    putchar('\n');
    if (kind == ENGINE)
        put_thoughts(game);
    else
        put_moves(game, kind == ANNOTATED);
}

static void put_suite(const struct game *game, unsigned number)
{
    for (unsigned ply = 0; ply + 1 < game->plies; ply++)
        printf("%s sm %s; id \"generated %u.%u\";\n", game->fens[ply], game->moves[ply + 1], number,
               ply + 1);
}

static enum kind read_kind(const char *name)
{
    static const char *const names[] = {"standard", "annotated", "engine",
                                        "chess960", "tenfiles",  "epd"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum kind)i;
    check(false, "unknown kind");
    return STANDARD;
}

int main(int argc, char **argv)
{
    check(argc == 5,
          "usage: generate standard|annotated|engine|chess960|tenfiles|epd SEED GAMES REPEATS");
    const enum kind kind = read_kind(argv[1]);
    const unsigned games = (unsigned)strtoul(argv[3], NULL, 10),
                   repeats = (unsigned)strtoul(argv[4], NULL, 10);
    state = strtoull(argv[2], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    const unsigned kept = repeats > 1 ? games : 1; /* what is printed once needs not be kept */
    struct game *game = calloc(kept > 0 ? kept : 1, sizeof *game);
    check(game != NULL, "no memory");
    for (unsigned i = 0; i < games * repeats; i++) {
        if (i < games)
            play(kind, &game[i % kept]);
        if (kind == EPD)
            put_suite(&game[i % kept], i);
        else
            put_game(&game[i % kept], kind, i);
    }
    free(game);
    return fflush(stdout) == 0 ? 0 : 3;
}
