/* SPDX-License-Identifier: MIT */
/* Load positions for tuning into arrays, with the result of their game and their evaluation: tuner_loader
 * THREADS FILE...
 *
 * Only positions with an evaluation that are quiet are wanted, of games with a result. */
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One row is fen + at[i], score[i], eval[i]. */
struct dataset {
    char *fens; /* each with a NUL after it */
    size_t fen_bytes, fen_cap;
    size_t *at;
    float *score; /* for White: 1, 0.5, 0 */
    int *eval;    /* centipawns for White */
    size_t count, cap;
};

static void *grow(void *p, size_t n)
{
    void *grown = realloc(p, n);
    if (grown == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return grown;
}

static void add(struct dataset *set, struct fm_text fen, float score, int eval)
{
    if (set->count == set->cap) {
        set->cap = set->cap == 0 ? 1024 : 2 * set->cap;
        set->at = (size_t *)grow(set->at, set->cap * sizeof *set->at);
        set->score = (float *)grow(set->score, set->cap * sizeof *set->score);
        set->eval = (int *)grow(set->eval, set->cap * sizeof *set->eval);
    }
    if (set->fen_cap - set->fen_bytes < fen.n + 1) {
        set->fen_cap = 2 * set->fen_cap + 64 * 1024;
        set->fens = (char *)grow(set->fens, set->fen_cap);
    }
    set->at[set->count] = set->fen_bytes;
    set->score[set->count] = score;
    set->eval[set->count++] = eval;
    memcpy(set->fens + set->fen_bytes, fen.p, fen.n);
    set->fens[set->fen_bytes + fen.n] = '\0';
    set->fen_bytes += fen.n + 1;
}

/* A number in a text that has no NUL. */
static double number(struct fm_text text)
{
    char digits[32];
    const size_t n = text.n < sizeof digits ? text.n : sizeof digits - 1;
    memcpy(digits, text.p, n);
    digits[n] = '\0';
    return strtod(digits, NULL);
}

static enum fm_status make_profile(struct fm_profile **out, struct fm_error *error)
{
    enum fm_status status = fm_profile_new(out);
    if (status != FM_OK ||
        (status = fm_profile_set(*out, "games.result", "[1-0, 0-1, 1/2-1/2]", error)) != FM_OK ||
        (status = fm_profile_set(*out, "positions.quiet", "yes", error)) != FM_OK)
        return status;
    return fm_profile_finish(*out, error);
}

static enum fm_status load(const char *file, unsigned threads, const struct fm_profile *profile,
                           struct dataset *set, struct fm_error *error)
{
    static const char *const fields[] = {"fen", "result.score", "eval.position"};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_reader *reader;
    const struct fm_item *item;
    options.file = file;
    options.threads = threads;
    options.profile = profile;
    options.fields = fields;
    options.field_count = sizeof fields / sizeof *fields;
    enum fm_status status = fm_reader_new(&options, &reader, error);
    if (status != FM_OK)
        return status;
    while ((status = fm_reader_next(reader, &item, error)) == FM_OK)
        if (item->kind == FM_ITEM_POSITION && item->values[1].n > 0 && item->values[2].n > 0)
            add(set, item->values[0], (float)number(item->values[1]), (int)number(item->values[2]));
    fm_reader_free(reader); /* the texts of the error go with it; its status stays */
    return status == FM_END ? FM_OK : status;
}

int main(int argc, char **argv)
{
    struct dataset set = {NULL, 0, 0, NULL, NULL, NULL, 0, 0};
    struct fm_profile *profile = NULL;
    struct fm_error error;
    if (argc < 3) {
        fputs("tuner_loader THREADS FILE...\n", stderr);
        return 2;
    }
    enum fm_status status = make_profile(&profile, &error);
    for (int i = 2; i < argc && status == FM_OK; i++)
        status = load(argv[i], (unsigned)strtoul(argv[1], NULL, 10), profile, &set, &error);
    if (status != FM_OK)
        fprintf(stderr, "%s\n", fm_status_name(status));
    for (size_t i = 0; i < set.count; i++)
        printf("%s\t%.1f\t%d\n", set.fens + set.at[i], (double)set.score[i], set.eval[i]);
    free(set.fens);
    free(set.at);
    free(set.score);
    free(set.eval);
    fm_profile_free(profile);
    return status == FM_OK ? 0 : 1;
}
