/* SPDX-License-Identifier: MIT */
/* Any bytes as archives, through the whole converter, in memory. The head of an input is its
 * settings (settings.h): keys of a profile, and these of its own:
 *     inputs=N   the archive is cut into so many inputs
 *     threads=N  of the second run
 *     shards=N   a run for each part of the inputs
 *     fail=N     a run in which that call of the system fails
 * Two runs with other numbers of threads, sizes of blocks and bounds of memory must write the same;
 * the log's spans must tile the input; rejected and unselected games must be the bytes of their
 * spans; shards together have all games of the run; after a failure nothing is left open. Games that
 * were written anew must be the same when they are written anew again. */
#include <config.h>
#include "base/hash.h"
#include "os_memory.h"
#include "settings.h"

enum { INPUTS = 4, SHARDS = 4, THREADS = 4, FAILS = 400, OUTPUTS = 128 };
static const char *const input_names[INPUTS] = {"input1", "input2", "input3", "input4"};

struct bytes {
    char *name;
    unsigned char *p;
    size_t n;
};

/* What a run did: its files are copied, and freed with free_run(). */
struct run {
    enum fm_status status;
    struct fm_totals totals;
    struct bytes files[OUTPUTS]; /* in the order of their names */
    size_t count;
};

/* The profiles of a head. */
struct choice {
    struct fm_hash128 hash;   /* of the head's bytes */
    struct settings settings; /* those that do not exclude each other */
    struct fm_profile *small; /* with the keys that no result depends on */
    struct fm_profile *large; /* without them */
};

/* The inputs of a run. */
struct archive {
    struct fm_text parts[INPUTS];
    size_t count;
};

static bool set(struct fm_profile *profile, const char *key, const char *value)
{
    struct fm_error error;
    return fm_profile_set(profile, key, value, &error) == FM_OK;
}

/* Keys of which no result depends: they are set in the second run alone. */
static bool is_free_of_results(const char *key)
{
    return strcmp(key, "input.block") == 0 || strcmp(key, "positions.memory") == 0;
}

/* The program refuses names of two files that are one before the library sees them. */
static bool names_differ(const struct fm_profile *profile)
{
    const char *names[INPUTS + 64] = {"output", "log", "rejects", "unselected"};
    size_t count = 4, i, k;
    for (i = 0; i < INPUTS; i++)
        names[count++] = input_names[i];
    const size_t reads = count;
    for (i = 0; count < FM_COUNT_OF(names) - 2 && fm_profile_to(profile, i).p != NULL; i++) {
        const struct fm_text to = fm_profile_to(profile, i), store = fm_profile_store(profile, i);
        if (to.n > 0)
            names[count++] = (const char *)to.p;
        if (store.n > 0)
            names[count++] = (const char *)store.p;
    }
    for (i = reads; i < count; i++)
        for (k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                return false;
    return true;
}

/* A key, a group of keys, or one of a mapping: to refuse others and to find what was meant would take
 * a quarter of the time. */
static bool is_known(const char *key)
{
    struct fm_list_item item;
    bool known = strcmp(key, "outputs") == 0;
    for (size_t i = 0; !known && fm_list_row(FM_LIST_KEYS, i, &item); i++) {
        const size_t n = strlen(key), m = strlen(item.name), least = n < m ? n : m;
        known = memcmp(key, item.name, least) == 0 &&
                (n == m || (n < m ? item.name : key)[least] == '.');
    }
    return known;
}

/* Leave out the setting that a refusal names, else the last. */
static void leave_out(struct settings *settings, struct fm_text named)
{
    size_t i = settings->count - 1;
    for (size_t k = 0; k < settings->count; k++)
        if (fm_text_equal(fm_text_of(settings->rows[k].key), named))
            i = k;
    settings->count--;
    memmove(&settings->rows[i], &settings->rows[i + 1],
            (settings->count - i) * sizeof *settings->rows);
}

/* Settings that exclude each other make no profile: some are left out, until the others do.
 * @param small  with the keys that no result depends on: small blocks, and little memory where
 * there is such a key. */
static struct fm_profile *choose_profile(struct settings *settings, bool small)
{
    for (bool little = small;; little = small && !little) {
        struct fm_profile *profile;
        struct fm_error error;
        FUZZ_REQUIRE(fm_profile_new(&profile) == FM_OK);
        if (small)
            FUZZ_REQUIRE(set(profile, "input.block", "64"));
        if (little)
            FUZZ_REQUIRE(set(profile, "positions.memory", "1M"));
        for (size_t i = 0; i < settings->count; i++)
            if (small || !is_free_of_results(settings->rows[i].key))
                (void)set(profile, settings->rows[i].key, settings->rows[i].value);
        if (fm_profile_finish(profile, &error) != FM_OK) {
            if (!little && settings->count == 0)
                return NULL;
            if (!little)
                leave_out(settings, error.what);
        } else if (names_differ(profile)) {
            return profile;
        } else {
            FUZZ_REQUIRE(settings->count-- > 0);
        }
        fm_profile_free(profile);
    }
}

static void keep_files(struct run *run)
{
    struct fm_text bytes;
    const char *name;
    for (size_t i = 0; run->count < OUTPUTS && (name = memory_file(i, &bytes)) != NULL; i++) {
        if (strncmp(name, "input", strlen("input")) == 0)
            continue;
        struct bytes *file = &run->files[run->count++];
        *file = (struct bytes){.name = strdup(name), .p = calloc(1, bytes.n + 1), .n = bytes.n};
        FUZZ_REQUIRE(file->name != NULL && file->p != NULL);
        if (bytes.n > 0)
            memcpy(file->p, bytes.p, bytes.n);
    }
}

static void free_run(struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        free(run->files[i].name);
        free(run->files[i].p);
    }
}

/* No file of that name is an empty one. */
static const struct bytes *file_of(const struct run *run, const char *name)
{
    static const struct bytes none = {.p = (unsigned char *)(uintptr_t) ""};
    for (size_t i = 0; i < run->count; i++)
        if (strcmp(run->files[i].name, name) == 0)
            return &run->files[i];
    return &none;
}

/* @param fails  the call of the system that fails; 0 = none. */
static void convert(const struct fm_profile *profile, unsigned threads,
                    const struct archive *archive, unsigned fails, struct run *run)
{
    const struct fm_destinations to = {.size = sizeof to,
                                       .output = "output",
                                       .rejects = "rejects",
                                       .unselected = "unselected",
                                       .log = "log",
                                       .temporary = ".",
                                       .force = true,
                                       .counts = true,
                                       .reserved = input_names,
                                       .reserved_count = INPUTS};
    char *names[INPUTS];
    struct fm_converter *converter;
    struct fm_error error;
    memory_clear();
    for (size_t i = 0; i < archive->count; i++) {
        names[i] = (char *)(uintptr_t)input_names[i];
        memory_put(names[i], archive->parts[i].p, archive->parts[i].n);
    }
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = names, .count = archive->count};
    *run = (struct run){.count = 0};
    memory_fail(fails);
    FUZZ_REQUIRE(fm_converter_new(profile, threads, &converter, &error) == FM_OK);
    run->status = fm_converter_to(converter, &to, &error);
    if (run->status == FM_OK)
        run->status = fm_converter_run(converter, &inputs, NULL, &error);
    run->totals = *fm_converter_totals(converter);
    fm_converter_free(converter);
    FUZZ_REQUIRE(run->status != FM_CANCELLED && run->status != FM_NO_MEMORY);
    keep_files(run);
    memory_clear();
}

static void check_same_file(const struct bytes *a, const struct bytes *b, const char *of)
{
    const bool same = a->n == b->n && memcmp(a->p, b->p, a->n) == 0;
    if (!same)
        fprintf(stderr, "%s of %s:\n%.2000s\n---\n%.2000s\n", a->name, of, (const char *)a->p,
                (const char *)b->p);
    FUZZ_REQUIRE(same);
}

static void check_same(const struct run *a, const struct run *b)
{
    FUZZ_REQUIRE(a->status == b->status);
    FUZZ_REQUIRE(a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        FUZZ_REQUIRE(strcmp(a->files[i].name, b->files[i].name) == 0);
        if (strcmp(a->files[i].name, "store") != 0)
            check_same_file(&a->files[i], &b->files[i], "two sizes of blocks");
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

/* Of compressed input and archives only the spans are checked, not the bytes. The spans of each member
 * of an archive begin with 0. */
static void check_log(const struct run *run, const struct fm_text *input)
{
    const bool plain = run->totals.bytes == input->n;
    const struct bytes *log = file_of(run, "log"), *rejects = file_of(run, "rejects");
    const struct bytes *others = file_of(run, "unselected");
    uint64_t before = 0, offset = 0, games = 0;
    size_t rejected = 0, unselected = 0;
    for (char *line = (char *)log->p, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        FUZZ_REQUIRE(end != NULL);
        *end = '\0';
        if (strstr(line, "\"outcome\":\"skipped\"") != NULL)
            continue;
        const uint64_t at = number_of(line, "\"offset\":");
        if (!plain && at == 0) {
            before += offset;
            offset = 0;
        }
        FUZZ_REQUIRE(at == offset);
        const uint64_t length = number_of(line, "\"length\":");
        FUZZ_REQUIRE(length > 0 && length <= run->totals.bytes - offset);
        games += strstr(line, "\"outcome\":\"stray\"") == NULL;
        if (plain && strstr(line, "\"outcome\":\"rejected\"") != NULL)
            take(rejects, &rejected, input->p + offset, length);
        if (plain && strstr(line, "\"outcome\":\"unselected\"") != NULL)
            take(others, &unselected, input->p + offset, length);
        offset += length;
    }
    FUZZ_REQUIRE(before + offset == run->totals.bytes);
    FUZZ_REQUIRE(games == run->totals.games);
    FUZZ_REQUIRE(run->totals.kept + run->totals.unselected + run->totals.rejected == games);
    FUZZ_REQUIRE(!plain || (rejected == rejects->n && unselected == others->n));
    FUZZ_REQUIRE((run->status == FM_REJECTED) ==
                 (run->totals.rejected + run->totals.excluded_rejected > 0));
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
    const struct archive archive = {.parts = {{output->p, output->n}}, .count = 1};
    convert(profile, 1, &archive, 0, &once);
    const struct bytes *written = file_of(&once, "output");
    const struct archive again = {.parts = {{written->p, written->n}}, .count = 1};
    convert(profile, 1, &again, 0, &twice);
    check_same_file(written, file_of(&twice, "output"), "games written anew twice");
    FUZZ_REQUIRE(once.totals.kept == twice.totals.kept);
    free_run(&once);
    free_run(&twice);
    fm_profile_free(profile);
}

/* A run in which a call of the system fails ends in order and leaves no file open: memory_clear()
 * aborts where one is. */
static void check_failure(const struct fm_profile *profile, const struct archive *archive,
                          unsigned fails)
{
    struct run run;
    convert(profile, 1, archive, fails, &run);
    free_run(&run);
}

static bool is_whole(const struct run *run)
{
    return (run->status == FM_OK || run->status == FM_REJECTED) && !run->totals.ended_early;
}

/* Shards together have all games; what they count is added to what one run counts. */
static void check_shards(const struct settings *settings, const struct archive *archive,
                         const struct run *all, unsigned shards)
{
    struct run runs[SHARDS];
    uint64_t games = 0;
    bool whole = is_whole(all);
    struct settings sharded = *settings;
    if (sharded.count == SETTINGS_MAX)
        return;
    struct setting *row = &sharded.rows[sharded.count++];
    snprintf(row->key, sizeof row->key, "input.shard");
    for (unsigned i = 0; i < shards; i++) {
        snprintf(row->value, sizeof row->value, "%u/%u", i + 1, shards);
        struct settings tried = sharded;
        struct fm_profile *profile = choose_profile(&tried, true);
        whole = whole && tried.count == sharded.count;
        convert(profile, 1, archive, 0, &runs[i]);
        fm_profile_free(profile);
        whole = whole && is_whole(&runs[i]);
        games += runs[i].totals.games;
    }
    FUZZ_REQUIRE(!whole || games == all->totals.games);
    for (unsigned i = 0; i < shards; i++)
        free_run(&runs[i]);
}

/* The archive in parts of one size. */
static struct archive cut(const uint8_t *data, size_t size, unsigned parts)
{
    struct archive archive = {.count = parts};
    for (size_t i = 0; i < parts; i++) {
        const size_t from = size * i / parts, to = size * (i + 1) / parts;
        archive.parts[i] = (struct fm_text){data + from, to - from};
    }
    return archive;
}

/* Most inputs have the head of the one before, or of one not long ago: profiles are kept, as a program that runs many
 * conversions would keep them. */
static const struct choice *choose(const uint8_t *head, size_t n, const struct settings *settings)
{
    enum { KEPT = 1024 };
    static struct choice kept[KEPT];
    const struct fm_hash128 hash = fm_hash128_of(head, n, 0);
    struct choice *choice = &kept[hash.lo % KEPT];
    struct settings *tried = &choice->settings;
    if (choice->small != NULL && memcmp(&choice->hash, &hash, sizeof hash) == 0)
        return choice;
    fm_profile_free(choice->small);
    fm_profile_free(choice->large);
    *choice = (struct choice){.hash = hash};
    for (size_t i = 0; i < settings->count; i++)
        if (is_known(settings->rows[i].key))
            tried->rows[tried->count++] = settings->rows[i];
    choice->small = choose_profile(tried, true);
    choice->large = choose_profile(tried, false);
    FUZZ_REQUIRE(choice->small != NULL && choice->large != NULL);
    return choice;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct settings settings;
    settings_read(data, size, &settings);
    const unsigned inputs = settings_number(&settings, "inputs", INPUTS);
    const unsigned threads = settings_number(&settings, "threads", THREADS);
    const unsigned shards = settings_number(&settings, "shards", SHARDS);
    const unsigned fails = settings_number(&settings, "fail", FAILS);
    const struct choice *choice = choose(data, settings.head, &settings);
    const struct archive archive =
        cut(data + settings.head, size - settings.head, inputs == 0 ? 1 : inputs);
    struct run first, second;
    convert(choice->large, 1, &archive, 0, &first);
    convert(choice->small, threads == 0 ? 1 : threads, &archive, 0, &second);
    check_same(&first, &second);
    if (fails > 0)
        check_failure(choice->small, &archive, fails);
    if (shards > 0)
        check_shards(&choice->settings, &archive, &first, shards);
    if (is_whole(&first) && archive.count == 1 && first.totals.inputs_skipped == 0)
        check_log(&first, archive.parts);
    if (first.status == FM_OK && first.totals.games_written > 0 && first.totals.copies_games)
        check_again(file_of(&first, "output"));
    free_run(&first);
    free_run(&second);
    return 0;
}
