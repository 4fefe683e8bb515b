/* SPDX-License-Identifier: MIT */
/* Keys that last from run to run: see store.h. The old file is only read, with read(): a file that
 * is cut while it is read, or that cannot be read, is a fault with a name and never a signal. */
#include <config.h>
#include "ops/store.h"
#include <errno.h>
#include <stdlib.h>
#include "base/lanes.h"
#include "io/file.h"
#include "io/output.h"

enum {
    MAGIC_SIZE = 16,
    VERSION_SIZE = 32,
    KIND_SIZE = 208,
    SUM_SIZE = 8,
    HEAD_SIZE = MAGIC_SIZE + VERSION_SIZE + KIND_SIZE,
    COUNT_SIZE = 8,
    KEY_SIZE = 16,
    KEYS_MAX = 4096, /* most keys of a block */
    BLOCK_MAX = COUNT_SIZE + KEYS_MAX * KEY_SIZE + SUM_SIZE,
    TRIES = 100
};

static const char magic[] = "fenmill store 1\n";
_Static_assert(sizeof magic - 1 == MAGIC_SIZE, "the head has places of fixed size");

struct fm_store {
    const char *name;    /* the caller's */
    struct fm_text what; /* "store NAME", for errors */
    struct fm_text kind; /* the caller's */
    struct fm_arena *texts;
    int fd;                    /* the store as it was opened, locked */
    struct fm_os_about opened; /* identity of the file that `fd` is */
    bool created;              /* true: this run made the file */
    bool committed;
    uint64_t at;              /* number of bytes read and checked */
    struct fm_output *output; /* the new store; NULL = not open */
    uint64_t written;         /* number of bytes written */
    uint64_t count;           /* number of keys written */
    bool grown;               /* true: some of the written keys are new */
    size_t pending;           /* number of keys in `block` */
    unsigned char block[BLOCK_MAX];
};

static enum fm_status fail_store(const struct fm_store *store, enum fm_status status, int os_error,
                                 struct fm_text detail, struct fm_error *error)
{
    if (os_error == ENOMEM)
        return FM_NO_MEMORY;
    *error = (struct fm_error){
        .status = status, .os_error = os_error, .what = store->what, .detail = detail};
    return status;
}

/* A detail of two literals with something between them. */
static enum fm_status fail_about(const struct fm_store *store, enum fm_status status,
                                 const char *before, struct fm_text about, const char *after,
                                 struct fm_error *error)
{
    struct fm_buf made = {NULL, 0, 0};
    enum fm_status built = fm_buf_append_text(&made, fm_text_of(before));
    FM_NEXT(built, fm_buf_append_text(&made, about));
    FM_NEXT(built, fm_buf_append_text(&made, fm_text_of(after)));
    const struct fm_text detail =
        built == FM_OK ? fm_arena_copy(store->texts, (struct fm_text){made.p, made.n}) : FM_NO_TEXT;
    fm_buf_free(&made);
    return detail.p == NULL ? FM_NO_MEMORY : fail_store(store, status, 0, detail, error);
}

static enum fm_status fail_damaged(const struct fm_store *store, uint64_t at,
                                   struct fm_error *error)
{
    unsigned char digits[20];
    return fail_about(store, FM_INPUT_FAILED, "damaged at byte ",
                      fm_text_between(digits, fm_put_u64(digits, at)),
                      "; put a copy in its place, or remove it and read all inputs again", error);
}

static enum fm_status fail_writing(const struct fm_store *store, int os_error,
                                   struct fm_error *error)
{
    return fail_store(store, FM_OUTPUT_FAILED, os_error, FM_NO_TEXT, error);
}

/* Turn a failure of the output into one of the store. */
static enum fm_status of_output(const struct fm_store *store, enum fm_status status,
                                struct fm_error *error)
{
    return status == FM_OK || status == FM_NO_MEMORY ? status
                                                     : fail_writing(store, error->os_error, error);
}

/* The first 8 bytes of a block of @p count keys; 0 keys: those of the end. */
static uint64_t count_word(size_t count)
{
    return (uint64_t) ~(uint32_t)count << 32 | (uint32_t)count;
}

static uint64_t sum_of(const unsigned char *bytes, size_t n, uint64_t at)
{
    return fm_hash128_of(bytes, n, at).lo;
}

/* ---- written
 * ---------------------------------------------------------------------------------
 */

/* All below write to the new store; a failure is returned by the call that
 * comes last, too. */

/* Write bytes that have room after them for their checksum. */
static enum fm_status write_summed(struct fm_store *store, unsigned char *bytes, size_t n,
                                   struct fm_error *error)
{
    fm_little_endian_store(bytes + n, 8, sum_of(bytes, n, store->written));
    store->written += n + SUM_SIZE;
    return of_output(store, fm_output_write(store->output, bytes, n + SUM_SIZE, error), error);
}

/* Open it, and write its head. */
static enum fm_status open_new(struct fm_store *store, bool force, struct fm_error *error)
{
    unsigned char head[HEAD_SIZE + SUM_SIZE] = {0};
    static const char version[VERSION_SIZE] = PACKAGE_VERSION;
    const struct fm_text kind = store->kind;
    const struct fm_compression none = {.none = true};
    FM_TRY(of_output(store, fm_output_open_with(store->name, force, none, &store->output, error),
                     error));
    if (force && !fm_output_has_name(store->output))
        return fail_store(store, FM_OUTPUT_FAILED, 0, FM_TEXT("it is standard output"), error);
    memcpy(head, magic, MAGIC_SIZE);
    memcpy(head + MAGIC_SIZE, version, VERSION_SIZE);
    memcpy(head + MAGIC_SIZE + VERSION_SIZE, kind.p, kind.n < KIND_SIZE ? kind.n : KIND_SIZE);
    store->written = 0;
    return write_summed(store, head, HEAD_SIZE, error);
}

static enum fm_status write_end(struct fm_store *store, struct fm_error *error)
{
    unsigned char end[2 * COUNT_SIZE + SUM_SIZE];
    fm_little_endian_store(end, 8, count_word(0));
    fm_little_endian_store(end + COUNT_SIZE, 8, store->count);
    return write_summed(store, end, 2 * COUNT_SIZE, error);
}

/* The keys in `block`, if there are any. */
static enum fm_status write_block(struct fm_store *store, struct fm_error *error)
{
    const size_t count = store->pending;
    if (count == 0)
        return FM_OK;
    fm_little_endian_store(store->block, 8, count_word(count));
    store->pending = 0;
    store->count += count;
    return write_summed(store, store->block, COUNT_SIZE + count * KEY_SIZE, error);
}

enum fm_status fm_store_add(struct fm_store *store, struct fm_hash128 key, struct fm_error *error)
{
    if (store->pending == KEYS_MAX)
        FM_TRY(write_block(store, error));
    unsigned char *at = store->block + COUNT_SIZE + store->pending++ * KEY_SIZE;
    fm_little_endian_store(at, 8, key.lo);
    fm_little_endian_store(at + 8, 8, key.hi);
    store->grown = true;
    return FM_OK;
}

enum fm_status fm_store_finish(struct fm_store *store, struct fm_error *error)
{
    if (!store->grown)
        return FM_OK;
    FM_TRY(write_block(store, error));
    FM_TRY(write_end(store, error));
    return of_output(store, fm_output_prepare(store->output, error), error);
}

bool fm_store_is(const struct fm_store *store, const char *name)
{
    struct fm_os_about about;
    return fm_os_look(FM_OS_HERE, name, true, &about) == 0 && fm_os_same(&about, &store->opened);
}

/* Make a store without keys, unless there is one meanwhile. */
static enum fm_status create_store(struct fm_store *store, struct fm_error *error)
{
    error->os_error = 0;
    enum fm_status status = open_new(store, false, error);
    FM_NEXT(status, write_end(store, error));
    if (status == FM_OK)
        status = of_output(store, fm_output_commit(store->output, error), error);
    else
        fm_output_discard(store->output);
    store->output = NULL;
    store->created = status == FM_OK;
    return status == FM_OUTPUT_FAILED && error->os_error == EEXIST ? FM_OK : status;
}

static void close_store(struct fm_store *store)
{
    if (store->fd >= 0)
        (void)fm_os_close(store->fd);
    store->fd = -1;
}

/* Open and lock what the name leads to. @param[out] ready  it led there even when the lock was
 * held: another run puts a new file in its place. */
static enum fm_status open_locked(struct fm_store *store, bool *ready, struct fm_error *error)
{
    *ready = false;
    int os_error =
        fm_os_open(FM_OS_HERE, store->name, FM_OS_READ | FM_OS_WRITE | FM_OS_NO_WAIT, &store->fd);
    if (os_error == ENOENT)
        return FM_OK;
    if (os_error == EISDIR)
        return fail_store(store, FM_INPUT_FAILED, 0,
                          FM_TEXT("a folder, as of fenmill before 1.0; a store is one file now"),
                          error);
    FM_NEXT(os_error, fm_os_about(store->fd, &store->opened));
    if (os_error == 0 && store->opened.kind != FM_OS_FILE)
        return fail_store(store, FM_INPUT_FAILED, 0, FM_TEXT("not a regular file"), error);
    FM_NEXT(os_error, fm_os_lock(store->fd, false));
    if (os_error == EWOULDBLOCK)
        return fail_store(store, FM_OUTPUT_FAILED, 0, FM_TEXT("in use by another run"), error);
    if (os_error != 0)
        return fail_writing(store, os_error, error);
    *ready = fm_store_is(store, store->name);
    return FM_OK;
}

static enum fm_status open_or_create(struct fm_store *store, struct fm_error *error)
{
    for (unsigned try = 0; try < TRIES; try++) {
        bool ready;
        FM_TRY(open_locked(store, &ready, error));
        if (ready)
            return FM_OK;
        if (store->fd < 0)
            FM_TRY(create_store(store, error));
        close_store(store);
    }
    return fail_store(store, FM_OUTPUT_FAILED, 0, FM_TEXT("in use by another run"), error);
}

enum fm_status fm_store_open(const char *name, struct fm_text kind, struct fm_arena *texts,
                             struct fm_store **out, struct fm_error *error)
{
    static const char prefix[] = "store ";
    const size_t n = strlen(name);
    unsigned char *what = fm_arena_alloc(texts, sizeof prefix - 1 + n);
    struct fm_store *made = calloc(1, sizeof *made);
    if (what == NULL || made == NULL) {
        free(made);
        return FM_NO_MEMORY;
    }
    memcpy(what, prefix, sizeof prefix - 1);
    memcpy(what + sizeof prefix - 1, name, n);
    made->name = name;
    made->kind = kind;
    made->what = (struct fm_text){what, sizeof prefix - 1 + n};
    made->texts = texts;
    made->fd = -1;
    enum fm_status status = open_or_create(made, error);
    if (status == FM_OK)
        *out = made;
    else
        fm_store_free(made);
    return status;
}

/* Read on from @p have to @p n bytes. Where they are not there, that is damage.
 */
static enum fm_status read_bytes(struct fm_store *store, unsigned char *to, size_t have, size_t n,
                                 struct fm_error *error)
{
    for (size_t got = have; got < n;) {
        const ptrdiff_t more = fm_os_read(store->fd, to + got, n - got, NULL);
        if (more < 0)
            return fail_store(store, FM_INPUT_FAILED, (int)-more, FM_NO_TEXT, error);
        if (more == 0)
            return fail_damaged(store, store->at + got, error);
        got += (size_t)more;
    }
    return FM_OK;
}

/* Read bytes and their checksum. Whatever is not there, or not right, is
 * damage. */
static enum fm_status read_summed(struct fm_store *store, unsigned char *to, size_t have, size_t n,
                                  struct fm_error *error)
{
    FM_TRY(read_bytes(store, to, have, n + SUM_SIZE, error));
    if (fm_little_endian(to + n, 8) != sum_of(to, n, store->at))
        return fail_damaged(store, store->at, error);
    store->at += n + SUM_SIZE;
    return FM_OK;
}

static enum fm_status read_store_head(struct fm_store *store, struct fm_error *error)
{
    const size_t constant = MAGIC_SIZE - 2; /* what comes then is the number of the form */
    unsigned char head[HEAD_SIZE + SUM_SIZE] = {0};
    unsigned char *const version = head + MAGIC_SIZE, *const kind = version + VERSION_SIZE;
    const enum fm_status status = read_summed(store, head, 0, HEAD_SIZE, error);
    if (status == FM_INPUT_FAILED && error->os_error == 0 && memcmp(head, magic, constant) != 0)
        return fail_store(store, FM_INPUT_FAILED, 0,
                          FM_TEXT("damaged at byte 0, or no store of fenmill"), error);
    FM_TRY(status);
    if (memcmp(head, magic, MAGIC_SIZE) != 0)
        return fail_about(store, FM_BAD_USE, "made by fenmill ",
                          (struct fm_text){version, strnlen((char *)version, VERSION_SIZE)},
                          ", which keeps keys in another form; name another store", error);
    const struct fm_text there = {kind, strnlen((char *)kind, KIND_SIZE)};
    if (!fm_text_equal(there, store->kind))
        return fail_about(store, FM_BAD_USE, "its keys are of ", there,
                          ", and not what this run needs; name another store", error);
    return FM_OK;
}

/* @param[out] count  of keys, which are in `block`; 0 = this was the end. */
static enum fm_status read_block(struct fm_store *store, size_t *count, struct fm_error *error)
{
    unsigned char *block = store->block;
    const uint64_t begin = store->at;
    FM_TRY(read_bytes(store, block, 0, COUNT_SIZE, error));
    *count = (size_t)(fm_little_endian(block, 8) & UINT32_MAX);
    if (*count > KEYS_MAX || fm_little_endian(block, 8) != count_word(*count))
        return fail_damaged(store, begin, error);
    return read_summed(store, block, COUNT_SIZE,
                       COUNT_SIZE + (*count == 0 ? COUNT_SIZE : *count * KEY_SIZE), error);
}

static enum fm_status read_store_end(struct fm_store *store, struct fm_error *error)
{
    const uint64_t end = store->at;
    unsigned char more;
    if (fm_little_endian(store->block + COUNT_SIZE, 8) != store->count)
        return fail_damaged(store, end - 2 * COUNT_SIZE - SUM_SIZE, error);
    if (fm_os_read(store->fd, &more, 1, NULL) != 0)
        return fail_damaged(store, end, error);
    return FM_OK;
}

enum fm_status fm_store_load(struct fm_store *store,
                             enum fm_status (*each)(void *user, const struct fm_hash128 *keys,
                                                    size_t count, struct fm_error *error),
                             void *user, struct fm_error *error)
{
    struct fm_hash128 *keys = malloc(KEYS_MAX * sizeof *keys);
    enum fm_status status = keys == NULL ? FM_NO_MEMORY : read_store_head(store, error);
    size_t count = 1;
    FM_NEXT(status, open_new(store, true, error));
    while (status == FM_OK && count > 0) {
        status = read_block(store, &count, error);
        if (status != FM_OK || count == 0)
            break;
        for (size_t i = 0; i < count; i++) {
            const unsigned char *at = store->block + COUNT_SIZE + i * KEY_SIZE;
            keys[i] = (struct fm_hash128){.lo = fm_little_endian(at, 8),
                                          .hi = fm_little_endian(at + 8, 8)};
        }
        store->pending = count;
        status = write_block(store, error);
        FM_NEXT(status, each(user, keys, count, error));
    }
    free(keys);
    return status == FM_OK ? read_store_end(store, error) : status;
}

enum fm_status fm_store_commit(struct fm_store *store, struct fm_error *error)
{
    if (store->grown) {
        if (!fm_store_is(store, store->name))
            return fail_store(store, FM_OUTPUT_FAILED, 0,
                              FM_TEXT("another file has taken its name"), error);
        struct fm_output *output = store->output;
        store->output = NULL;
        FM_TRY(of_output(store, fm_output_commit(output, error), error));
    }
    store->committed = true;
    return FM_OK;
}

void fm_store_free(struct fm_store *store)
{
    if (store == NULL)
        return;
    fm_output_discard(store->output);
    if (store->created && !store->committed && store->fd >= 0 && fm_store_is(store, store->name))
        (void)fm_os_remove(FM_OS_HERE, store->name);
    close_store(store);
    free(store);
}
