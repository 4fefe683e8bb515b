/* SPDX-License-Identifier: MIT */
/* Making a plan, and comparing inputs with one: see shard_plan.h. */
#include <config.h>
#include "run/shard_plan.h"
#include <errno.h>
#include <string.h>
#include "base/hash.h"
#include "os/os.h"
#include "pgn/text_file.h"

/* Bytes that are hashed at the head, at the tail, and around each cut of an input. */
enum { SAMPLE = 4096 };

/* Hash the bytes from..to of a file. @return 0 or errno; EIO: the file ends before. */
static int hash_range(int fd, uint64_t from, uint64_t to, struct fm_digest *digest)
{
    unsigned char bytes[SAMPLE];
    while (from < to) {
        const size_t want = to - from < sizeof bytes ? (size_t)(to - from) : sizeof bytes;
        const ptrdiff_t got = fm_os_read_at(fd, bytes, want, from);
        if (got <= 0)
            return got < 0 ? (int)-got : EIO;
        fm_digest_add(digest, bytes, (size_t)got);
        from += (uint64_t)got;
    }
    return 0;
}

/* Hash an input. @param[in,out] cut  number of the next cut in the row of inputs; the first after
 * the input then. */
static int hash_input(const struct fm_shard *shard, const struct fm_inputs *inputs, size_t input,
                      uint64_t *cut, struct fm_hash128 *out)
{
    const uint64_t begin = shard->begins[input], size = shard->sizes[input];
    struct fm_digest digest = {.bytes = 0};
    int fd;
    int os_error = shard->errors == NULL ? 0 : shard->errors[input];
    if (os_error == 0 && size > 0)
        os_error = fm_os_open(FM_OS_HERE, inputs->names[input], FM_OS_READ, &fd);
    if (os_error == 0 && size > 0) {
        os_error = hash_range(fd, 0, size < SAMPLE ? size : SAMPLE, &digest);
        for (; *cut < shard->of && fm_shard_cut(shard, *cut, shard->of) < begin + size; ++*cut) {
            const uint64_t at = fm_shard_cut(shard, *cut, shard->of) - begin;
            const uint64_t from = at < SAMPLE / 2 ? 0 : at - SAMPLE / 2;
            const uint64_t to = size - at < SAMPLE / 2 ? size : at + SAMPLE / 2;
            if (os_error == 0)
                os_error = hash_range(fd, from, to, &digest);
        }
        if (os_error == 0)
            os_error = hash_range(fd, size < SAMPLE ? 0 : size - SAMPLE, size, &digest);
        (void)fm_os_close(fd);
    }
    *out = fm_digest_end(&digest);
    return os_error;
}

const char *fm_shard_plan_name(const struct fm_inputs *inputs, size_t input)
{
    const char *const name = inputs->names[input], *const root = inputs->root;
    size_t n = root == NULL ? 0 : strlen(root);
    while (n > 1 && root[n - 1] == '/')
        n--;
    if (n == 0 || strncmp(name, root, n) != 0 || name[n] != '/')
        return name;
    return name + n + strspn(name + n, "/");
}

static enum fm_status refuse_planned(const char *name, const char *detail, int os_error,
                                     struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_INPUT_FAILED,
                               .input = name,
                               .what = fm_text_of(name),
                               .os_error = os_error,
                               .detail = fm_text_of(detail)};
    return FM_INPUT_FAILED;
}

static enum fm_status put_input(const struct fm_inputs *inputs, size_t input, uint64_t size,
                                const struct fm_hash128 *hash, struct fm_buf *out)
{
    unsigned char digits[2 * FM_HEX_DIGITS];
    fm_hex_put(hash->hi, digits);
    fm_hex_put(hash->lo, digits + FM_HEX_DIGITS);
    FM_TRY(fm_buf_append_text(out, input > 0 ? FM_TEXT(", {\"name\": ") : FM_TEXT("{\"name\": ")));
    FM_TRY(fm_json_put_string(out, fm_text_of(fm_shard_plan_name(inputs, input))));
    if (inputs->found != NULL && inputs->found[input])
        FM_TRY(fm_buf_append_words(out, ", \"found\": true"));
    FM_TRY(fm_buf_append_words(out, ", \"size\": "));
    FM_TRY(fm_buf_append_u64(out, size));
    return FM_APPEND(out, FM_TEXT(", \"hash\": \""),
                     (struct fm_text){digits, inputs->sources == NULL ? sizeof digits : 0},
                     FM_TEXT("\"}"));
}

enum fm_status fm_shard_plan_put(const struct fm_shard *shard, const struct fm_inputs *inputs,
                                 bool whole, struct fm_buf *out, struct fm_error *error)
{
    uint64_t cut = 1;
    FM_TRY(fm_buf_append_words(out, "  \"plan\": {\n    \"shards\": "));
    FM_TRY(fm_buf_append_u64(out, shard->of));
    FM_TRY(fm_buf_append_words(out, ",\n    \"cuts\": ["));
    for (uint64_t i = 1; i < shard->of; i++) {
        FM_TRY(fm_buf_append(out, ", ", i > 1 ? 2 : 0));
        FM_TRY(fm_buf_append_u64(out, fm_shard_cut(shard, i, shard->of)));
    }
    FM_TRY(fm_buf_append_words(out, "],\n    \"inputs\": ["));
    for (size_t i = 0; i < shard->count; i++) {
        struct fm_hash128 hash;
        const int os_error = hash_input(shard, inputs, i, &cut, &hash);
        if (os_error != 0 && whole)
            return refuse_planned(inputs->names[i], "", os_error, error);
        if (os_error != 0)
            hash = (struct fm_hash128){0, 0};
        FM_TRY(put_input(inputs, i, shard->sizes[i], &hash, out));
    }
    return fm_buf_append_words(out, "]\n  },\n");
}

enum fm_status fm_shard_put(const struct fm_shard *shard, uint64_t number,
                            const struct fm_inputs *inputs, struct fm_buf *out,
                            struct fm_error *error)
{
    FM_TRY(fm_buf_append_words(out, "  \"shard\": "));
    FM_TRY(fm_buf_append_u64(out, number));
    FM_TRY(fm_buf_append_words(out, ",\n"));
    return fm_shard_plan_put(shard, inputs, false, out, error);
}

enum fm_status fm_shard_plan_read(const char *name, struct fm_buf *text, struct fm_arena *arena,
                                  struct fm_json *plan, struct fm_error *error)
{
    uint64_t line;
    enum fm_status status = fm_text_file_read(name, text, error);
    if (status != FM_OK)
        return status == FM_BAD_PROFILE ? refuse_planned(name, "this is no plan", 0, error)
                                        : status;
    status = fm_json_read(fm_buf_text(text), arena, plan, &line);
    if (status == FM_NO_MEMORY)
        return status;
    if (status != FM_OK || plan->kind != FM_JSON_OBJECT ||
        fm_json_number(plan, FM_TEXT("fenmill-plan")) != 1)
        return refuse_planned(name, "this is no plan (`fenmill plan` makes one), or not all of it",
                              0, error);
    if (!fm_json_is_sealed(fm_buf_text(text)))
        return refuse_planned(name, "the plan is not as it was written; make it again", 0, error);
    const struct fm_json *of = fm_json_find(plan, FM_TEXT("plan"));
    const uint64_t shards = of == NULL ? 0 : fm_json_number(of, FM_TEXT("shards"));
    if (shards < 1 || shards > FM_SHARDS_MAX)
        return refuse_planned(name, "this is no plan, or not all of it", 0, error);
    return FM_OK;
}

static bool is_same_text(const struct fm_json *a, const struct fm_json *b, const char *name)
{
    const struct fm_json *one = fm_json_find(a, fm_text_of(name)),
                         *other = fm_json_find(b, fm_text_of(name));
    return one != NULL && other != NULL && fm_json_equal(one, other);
}

/* Compare what there is with what was planned; both are of the same number of shards. */
static enum fm_status compare(const struct fm_json *own, const struct fm_json *plan,
                              const char *name, const struct fm_inputs *inputs,
                              struct fm_error *error)
{
    const struct fm_json *a = fm_json_find(own, FM_TEXT("inputs")),
                         *b = fm_json_find(plan, FM_TEXT("inputs"));
    if (a == NULL || b == NULL)
        return refuse_planned(name, "this is no plan, or not all of it", 0, error);
    size_t planned = 0;
    a = a->first;
    b = b->first;
    for (const struct fm_json *at = b; at != NULL; at = at->next)
        planned++;
    if (planned != inputs->count)
        return refuse_planned(name,
                              planned < inputs->count ? "there are more inputs than the plan has"
                                                      : "the plan has more inputs than there are",
                              0, error);
    for (size_t i = 0; i < planned; i++, a = a->next, b = b->next) {
        const bool found = fm_json_find(a, FM_TEXT("found")) != NULL;
        if (!is_same_text(a, b, "name") || found != (fm_json_find(b, FM_TEXT("found")) != NULL))
            return refuse_planned(inputs->names[i],
                                  "the plan has another input here: give them as `fenmill plan` "
                                  "got them, or none, and --root where they are elsewhere",
                                  0, error);
        if (!is_same_text(a, b, "size"))
            return refuse_planned(inputs->names[i],
                                  "it has not the size that the plan has: copy it again, or make "
                                  "another plan for all shards",
                                  0, error);
        if (!is_same_text(a, b, "hash"))
            return refuse_planned(inputs->names[i],
                                  "its bytes are not those of the plan: copy it again, or make "
                                  "another plan for all shards",
                                  0, error);
    }
    return is_same_text(own, plan, "cuts")
               ? FM_OK
               : refuse_planned(name, "its cuts are not those of its inputs; make it again", 0,
                                error);
}

/* Compare the program and the profile. @param profile  NULL: it may be any. */
static enum fm_status compare_heads(const struct fm_json *plan, const char *name,
                                    const struct fm_profile *profile, struct fm_error *error)
{
    uint64_t hash;
    unsigned char digits[FM_HEX_DIGITS];
    const struct fm_json *of = fm_json_find(plan, FM_TEXT("profile")),
                         *version = fm_json_find(plan, FM_TEXT("fenmill"));
    if (version == NULL || !fm_text_equal(version->text, FM_TEXT(FM_VERSION_STRING)))
        return refuse_planned(name, "the plan is of another version of fenmill", 0, error);
    if (profile == NULL)
        return FM_OK;
    FM_TRY(fm_profile_hash(profile, &hash));
    fm_hex_put(hash, digits);
    if (of == NULL || !fm_text_equal(of->text, (struct fm_text){digits, sizeof digits}))
        return refuse_planned(
            name,
            "it was made with other options: give `fenmill plan` those of this run, "
            "-f too",
            0, error);
    return FM_OK;
}

/* @param number  of the part. @param own  buffer for the plan of the inputs as they are. */
static enum fm_status use(struct fm_shard *shard, const struct fm_part *part,
                          const struct fm_json *file, struct fm_arena *arena, struct fm_buf *own,
                          const struct fm_inputs *inputs, struct fm_error *error)
{
    const char *const name = (const char *)part->plan.p;
    const struct fm_json *plan = fm_json_find(file, FM_TEXT("plan"));
    const uint64_t of = plan == NULL ? 0 : fm_json_number(plan, FM_TEXT("shards"));
    struct fm_json tree;
    uint64_t line;
    if (part->number > of)
        return refuse_planned(name, "the plan has fewer shards", 0, error);
    fm_shard_choose(shard, part->number, of);
    FM_TRY(fm_buf_append(own, "{", 1));
    FM_TRY(fm_shard_plan_put(shard, inputs, true, own, error));
    own->p[own->n - 2] = '}'; /* in place of the comma after the member */
    FM_TRY(fm_json_read(fm_buf_text(own), arena, &tree, &line));
    return compare(tree.first, plan, name, inputs, error);
}

enum fm_status fm_shard_plan_use(struct fm_shard *shard, const struct fm_profile *profile,
                                 bool joined, const struct fm_inputs *inputs,
                                 struct fm_error *error)
{
    const struct fm_part *part = &profile->input.shard;
    const char *const name = (const char *)part->plan.p;
    struct fm_arena arena = {NULL, 0, 0};
    struct fm_buf text = {NULL, 0, 0}, own = {NULL, 0, 0};
    struct fm_json plan;
    enum fm_status status = fm_shard_plan_read(name, &text, &arena, &plan, error);
    FM_NEXT(status, compare_heads(&plan, name, joined ? profile : NULL, error));
    FM_NEXT(status, use(shard, part, &plan, &arena, &own, inputs, error));
    fm_buf_free(&text);
    fm_buf_free(&own);
    fm_arena_free(&arena);
    return status;
}
