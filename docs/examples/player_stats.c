/* SPDX-License-Identifier: MIT */
/* Games and points of each player, most games first: player_stats FILE... */
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 1 << 16 };

struct player {
    char *name;
    unsigned long games, half_points;
};
static struct player players[PLAYERS]; /* a hash table */

static struct player *find(struct fm_text name)
{
    uint32_t at = 2166136261u;
    for (size_t i = 0; i < name.n; i++)
        at = (at ^ name.p[i]) * 16777619u;
    for (at %= PLAYERS; players[at].name != NULL; at = (at + 1) % PLAYERS)
        if (strlen(players[at].name) == name.n && memcmp(players[at].name, name.p, name.n) == 0)
            return &players[at];
    players[at].name = (char *)calloc(1, name.n + 1);
    if (players[at].name == NULL)
        exit(1);
    memcpy(players[at].name, name.p, name.n);
    return &players[at];
}

static void add(const struct fm_reader *reader, const struct fm_item *game)
{
    static const char *const sides[] = {"White", "Black"}, *const wins[] = {"1-0", "0-1"};
    for (int side = 0; side < 2; side++) {
        struct fm_text name;
        if (!fm_reader_tag_value(reader, sides[side], &name))
            continue;
        struct player *player = find(name);
        player->games++;
        player->half_points += strcmp(game->result, wins[side]) == 0 ? 2u
                               : game->result[1] == '/'              ? 1u
                                                                     : 0u;
    }
}

static int by_games(const void *a, const void *b)
{
    const struct player *x = (const struct player *)a, *y = (const struct player *)b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return x->name == NULL || y->name == NULL ? 0 : strcmp(x->name, y->name);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct fm_reader_options options = FM_READER_OPTIONS_INIT;
        struct fm_reader *reader;
        const struct fm_item *item;
        options.file = argv[i];
        options.positions = true;
        options.start = true; /* games without moves have a position, too */
        options.alone = true;
        if (fm_reader_new(&options, &reader, NULL) != FM_OK)
            return 1;
        while (fm_reader_next(reader, &item, NULL) == FM_OK)
            if (item->kind == FM_ITEM_GAME_START) {
                add(reader, item);
                if (fm_reader_skip(reader, 0, NULL) != FM_OK) /* its positions are not looked at */
                    break;
            }
        fm_reader_free(reader);
    }
    qsort(players, PLAYERS, sizeof *players, by_games);
    for (size_t i = 0; i < PLAYERS && players[i].games > 0; i++)
        printf("%s\t%lu\t%.1f\n", players[i].name, players[i].games,
               (double)players[i].half_points / 2);
    for (size_t i = 0; i < PLAYERS; i++)
        free(players[i].name);
    return 0;
}
