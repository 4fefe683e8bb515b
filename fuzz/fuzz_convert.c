/* SPDX-License-Identifier: MIT */
/* Any bytes as an archive, through the whole converter. The first five bytes choose the settings.
 * Two runs with other numbers of threads and other sizes of blocks must write the same; the log's
 * spans must tile the input; rejected and unselected games must be the bytes of their spans. Games that
 * were written anew must be the same when they are written anew again. */
#include <config.h>
#include <unistd.h>
#include "fuzz.h"

enum { INPUT, OUTPUT, REJECTS, UNSELECTED, LOG, FILES, HEAD = 5 };
static const char *const file_names[FILES] = {"input", "output", "rejects", "unselected", "log"};

static char folder[64];
static char paths[FILES][sizeof folder + 16];

struct bytes {
    unsigned char *p;
    size_t n;
};

struct run {
    enum fm_status status;
    struct fm_totals totals;
    struct bytes files[FILES]; /* read back; [INPUT] is not filled */
};

static void remove_folder(void)
{
    for (unsigned i = 0; i < FILES; i++)
        (void)unlink(paths[i]);
    (void)rmdir(folder);
}

static void make_folder(void)
{
    if (folder[0] != '\0')
        return;
    snprintf(folder, sizeof folder, "%s/fenmill-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    FUZZ_REQUIRE(mkdtemp(folder) != NULL);
    for (unsigned i = 0; i < FILES; i++)
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, file_names[i]);
    atexit(remove_folder);
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    FUZZ_REQUIRE(file != NULL);
    FUZZ_REQUIRE(size == 0 || fwrite(data, 1, size, file) == size);
    FUZZ_REQUIRE(fclose(file) == 0);
}

static struct bytes read_file(const char *path)
{
    struct bytes out = {NULL, 0};
    FILE *file = fopen(path, "rb");
    FUZZ_REQUIRE(file != NULL && fseek(file, 0, SEEK_END) == 0);
    const long size = ftell(file);
    FUZZ_REQUIRE(size >= 0 && fseek(file, 0, SEEK_SET) == 0);
    out.n = (size_t)size;
    out.p = calloc(1, out.n + 1);
    FUZZ_REQUIRE(out.p != NULL && fread(out.p, 1, out.n, file) == out.n);
    fclose(file);
    return out;
}

static bool set(struct fm_profile *profile, const char *key, const char *value)
{
    struct fm_error error;
    return fm_profile_set(profile, key, value, &error) == FM_OK;
}

/* Conditions on games and positions, and what is remembered; each bit of a byte sets one of
 * these. */
static bool choose_conditions(struct fm_profile *profile, const uint8_t head[HEAD],
                              const char *memory)
{
    static const char *const keys[] = {"fen", "position", "board"};
    static const struct {
        const char *key, *value;
    } conditions[] = {
        {"games.duplicates", "drop"},       {"positions.sample.total", "5"},
        {"positions.sample.per-game", "2"}, {"output.columns", "[fen, count, score]"},
        {"output.ops.id", "{White} {ply}"}, {"games.tags.White", "~ ^(a|b)*c"},
        {"positions.quiet", "true"},        {"games.plies", "2.."},
    };
    bool good = true;
    for (size_t i = 0; i < FM_COUNT_OF(conditions); i++)
        if (head[3] >> i & 1)
            good = good && set(profile, conditions[i].key, conditions[i].value);
    if (head[4] & 3)
        good = good && set(profile, "positions.unique", keys[head[4] % FM_COUNT_OF(keys)]);
    if (head[4] & 4)
        good = good && set(profile, "games.duplicates.key", "[moves]");
    if ((head[3] & 3) != 0 || (head[4] & 7) != 0)
        good = good && set(profile, "positions.memory", memory);
    return good;
}

/* Games written anew: in what way, of a byte that is not 0. */
static bool choose_layout(struct fm_profile *profile, uint8_t byte)
{
    static const struct {
        const char *key, *value;
    } ways[] = {
        {"output.pgn.layout", "export"},   {"output.pgn.notation", "lan"},
        {"output.pgn.notation", "uci"},    {"output.pgn.letters", "ru"},
        {"output.pgn.comments", "drop"},   {"output.pgn.comments", "commands"},
        {"output.pgn.variations", "drop"}, {"output.pgn.nags", "glyph"},
        {"output.pgn.plies", "..3"},       {"output.pgn.width", "30"},
    };
    const size_t way = byte % FM_COUNT_OF(ways);
    return byte == 0 || set(profile, ways[way].key, ways[way].value);
}

/* The number of formats, `auto` included. */
static size_t formats_count(void)
{
    size_t count = 0;
    while (fm_key_word("output.format", count) != NULL)
        count++;
    return count;
}

/* Settings that exclude each other make no profile: NULL. */
static struct fm_profile *choose_profile(const uint8_t head[HEAD], const char *block,
                                         const char *memory)
{
    static const char *const castlings[] = {"keep", "fen", "xfen", "shredder"};
    static const char *const on_errors[] = {"skip", "truncate", "stop"};
    static const char *const classes[] = {"[classic]", "[chess960, setup]",
                                          "[variant, unsupported, broken]"};
    static const char *const inputs[] = {"auto", "auto", "auto",    "pgn",
                                         "epd",  "fen",  "puzzles", "uci"};
    struct fm_profile *profile;
    struct fm_error error;
    FUZZ_REQUIRE(fm_profile_new(&profile) == FM_OK);
    const char *format = fm_key_word("output.format", head[0] % formats_count());
    bool good = set(profile, "output.format", format);
    if (strcmp(format, "text") == 0)
        good = good && set(profile, "output.line", "{White} {fen} {next}{eval} {result}");
    good = good && set(profile, "output.castling", castlings[head[1] & 3]);
    good = good &&
           set(profile, "input.on-error", on_errors[(head[1] >> 2 & 3) % FM_COUNT_OF(on_errors)]);
    good = good && set(profile, "input.variations", head[1] & 16 ? "replay" : "skip");
    good = good && set(profile, "input.strict", head[1] & 32 ? "true" : "false");
    good = good && set(profile, "input.repair", head[1] & 64 ? "true" : "false");
    good = good && set(profile, "input.format", inputs[head[2] % FM_COUNT_OF(inputs)]);
    good = good && set(profile, "input.block", block);
    good = good && choose_conditions(profile, head, memory);
    if (strcmp(format, "pgn") == 0)
        good = good && choose_layout(profile, head[2] / 8);
    if (head[0] >= 128)
        good = good && set(profile, "games.class", classes[head[0] % FM_COUNT_OF(classes)]);
    if (good && fm_profile_finish(profile, &error) == FM_OK)
        return profile;
    fm_profile_free(profile);
    return NULL;
}

static void convert(const struct fm_profile *profile, unsigned threads, struct run *run)
{
    const struct fm_destinations to = {.size = sizeof to,
                                       .output = paths[OUTPUT],
                                       .rejects = paths[REJECTS],
                                       .unselected = paths[UNSELECTED],
                                       .log = paths[LOG],
                                       .force = true};
    char *names[] = {paths[INPUT]};
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = names, .count = FM_COUNT_OF(names)};
    struct fm_converter *converter;
    struct fm_error error;
    for (unsigned i = OUTPUT; i < FILES; i++)
        write_file(paths[i], NULL, 0);
    FUZZ_REQUIRE(fm_converter_new(profile, threads, &converter, &error) == FM_OK);
    FUZZ_REQUIRE(fm_converter_to(converter, &to, &error) == FM_OK);
    run->status = fm_converter_run(converter, &inputs, NULL, &error);
    run->totals = *fm_converter_totals(converter);
    fm_converter_free(converter);
    FUZZ_REQUIRE(run->status == FM_OK || run->status == FM_REJECTED || run->status == FM_STOPPED ||
                 run->status == FM_INPUT_FAILED);
    for (unsigned i = OUTPUT; i < FILES; i++)
        run->files[i] = read_file(paths[i]);
}

static void free_run(struct run *run)
{
    for (unsigned i = OUTPUT; i < FILES; i++)
        free(run->files[i].p);
}

static void check_same(const struct run *a, const struct run *b)
{
    FUZZ_REQUIRE(a->status == b->status);
    for (unsigned i = OUTPUT; i < FILES; i++) {
        const bool same = a->files[i].n == b->files[i].n &&
                          memcmp(a->files[i].p, b->files[i].p, a->files[i].n) == 0;
        if (!same)
            fprintf(stderr, "%s depends on threads or blocks:\n%.2000s\n---\n%.2000s\n",
                    file_names[i], (const char *)a->files[i].p, (const char *)b->files[i].p);
        FUZZ_REQUIRE(same);
    }
}

static uint64_t number_of(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    FUZZ_REQUIRE(at != NULL);
    return strtoull(at + strlen(key), NULL, 10);
}

/* The next span of a file of games must be those bytes of the input, after what the writer may have
 * put between two games. */
static void take(const struct bytes *file, size_t *at, const uint8_t *span, size_t length)
{
    enum { SEPARATOR_MAX = 32 };
    for (size_t skip = 0; *at > 0 && skip <= SEPARATOR_MAX && *at + skip < file->n; skip++)
        if (length <= file->n - *at - skip && memcmp(file->p + *at + skip, span, length) == 0) {
            *at += skip;
            break;
        }
    FUZZ_REQUIRE(length <= file->n - *at && memcmp(file->p + *at, span, length) == 0);
    *at += length;
}

/* Of compressed input only the spans are checked, not the bytes. */
static void check_log(const struct run *run, const uint8_t *data, size_t size)
{
    const bool plain = run->totals.bytes == size;
    uint64_t offset = 0, games = 0;
    size_t rejected = 0, unselected = 0;
    for (char *line = (char *)run->files[LOG].p, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        FUZZ_REQUIRE(end != NULL);
        *end = '\0';
        FUZZ_REQUIRE(number_of(line, "\"offset\":") == offset);
        const uint64_t length = number_of(line, "\"length\":");
        FUZZ_REQUIRE(length > 0 && length <= run->totals.bytes - offset);
        games += strstr(line, "\"outcome\":\"stray\"") == NULL;
        if (plain && strstr(line, "\"outcome\":\"rejected\"") != NULL)
            take(&run->files[REJECTS], &rejected, data + offset, length);
        if (plain && strstr(line, "\"outcome\":\"unselected\"") != NULL)
            take(&run->files[UNSELECTED], &unselected, data + offset, length);
        offset += length;
    }
    FUZZ_REQUIRE(offset == run->totals.bytes);
    FUZZ_REQUIRE(games == run->totals.games);
    FUZZ_REQUIRE(run->totals.kept + run->totals.unselected + run->totals.rejected == games);
    FUZZ_REQUIRE(!plain ||
                 (rejected == run->files[REJECTS].n && unselected == run->files[UNSELECTED].n));
    FUZZ_REQUIRE((run->status == FM_REJECTED) == (run->totals.rejected > 0));
}

/* What was written anew, by whatever settings, is PGN in which nothing is wrong: written anew in the
 * standard's layout it is complete, and a second time it is the same. */
static void check_again(const struct bytes *output)
{
    struct fm_profile *profile;
    struct fm_error error;
    struct run once, twice;
    FUZZ_REQUIRE(fm_profile_new(&profile) == FM_OK);
    FUZZ_REQUIRE(set(profile, "output.format", "pgn") && set(profile, "input.format", "pgn") &&
                 set(profile, "output.pgn.layout", "export") &&
                 fm_profile_finish(profile, &error) == FM_OK);
    write_file(paths[INPUT], output->p, output->n);
    convert(profile, 1, &once);
    write_file(paths[INPUT], once.files[OUTPUT].p, once.files[OUTPUT].n);
    convert(profile, 1, &twice);
    FUZZ_REQUIRE(once.files[OUTPUT].n == twice.files[OUTPUT].n &&
                 memcmp(once.files[OUTPUT].p, twice.files[OUTPUT].p, once.files[OUTPUT].n) == 0);
    FUZZ_REQUIRE(once.totals.kept == twice.totals.kept);
    free_run(&once);
    free_run(&twice);
    fm_profile_free(profile);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const blocks[] = {"1", "7", "64", "300", "4096"};
    if (size < HEAD)
        return 0;
    make_folder();
    struct fm_profile *large = choose_profile(data, "512K", "1G");
    if (large == NULL)
        return 0;
    struct fm_profile *small =
        choose_profile(data, blocks[data[2] / 8 % FM_COUNT_OF(blocks)], "1M");
    struct run first, second;
    FUZZ_REQUIRE(small != NULL);
    write_file(paths[INPUT], data + HEAD, size - HEAD);
    convert(large, 1, &first);
    convert(small, 3, &second);
    check_same(&first, &second);
    if (first.status == FM_OK || first.status == FM_REJECTED)
        check_log(&first, data + HEAD, size - HEAD);
    if (first.status == FM_OK && first.totals.kept > 0)
        check_again(&first.files[OUTPUT]);
    free_run(&first);
    free_run(&second);
    fm_profile_free(large);
    fm_profile_free(small);
    return 0;
}
