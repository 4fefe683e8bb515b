/* Keys on disk in LMDB: see store.h. Keys are written sorted, in small transactions, so that
 * neither the dirty pages of one nor the disk's arm go far. */
#include <config.h>
#include "select/store.h"
#include <errno.h>
#include <stdlib.h>

#ifdef HAVE_LMDB
#    include <lmdb.h>
#    include <stdio.h>
#    include <sys/stat.h>
#    include <unistd.h>

enum { KEYS_A_TRANSACTION = 1 << 16, KEY_BYTES = 16 };
#    define TEMPORARY_FOLDER "/var/tmp/fenmill-XXXXXX"

struct fm_store {
    MDB_env *env;
    MDB_dbi dbi;
    MDB_txn *reading; /* NULL = none open */
    char *folder;     /* owned */
    bool temporary;
};

static enum fm_status failed(int code, const struct fm_store *store, struct fm_error *error)
{
    if (code == ENOMEM)
        return FM_NO_MEMORY;
    *error = (struct fm_error){.status = FM_OUTPUT_FAILED,
                               .os_error = code > 0 ? code : 0,
                               .what = fm_text_of(store->folder)};
    if (code < 0)
        error->detail = fm_text_of(mdb_strerror(code));
    return FM_OUTPUT_FAILED;
}

/* Byte order does not depend on the machine, so a store may move. */
static void key_bytes(struct fm_hash128 key, unsigned char out[KEY_BYTES])
{
    for (unsigned i = 0; i < 8; i++) {
        out[i] = (unsigned char)(key.hi >> (56 - 8 * i));
        out[8 + i] = (unsigned char)(key.lo >> (56 - 8 * i));
    }
}

static int compare_keys(const void *a, const void *b)
{
    const struct fm_hash128 *x = a, *y = b;
    if (x->hi != y->hi)
        return x->hi < y->hi ? -1 : 1;
    return (x->lo > y->lo) - (x->lo < y->lo);
}

/* Address space, not memory: where there is less of it, under a limit or in valgrind, less is
 * taken. */
static int open_map(struct fm_store *store)
{
    const unsigned flags = MDB_NOLOCK | MDB_NORDAHEAD | MDB_NOSYNC;
    const size_t least = (size_t)1 << 30;
    for (size_t map = SIZE_MAX >> 32 > 1 ? (size_t)1 << 40 : least;; map >>= 2) {
        int code = mdb_env_create(&store->env);
        if (code == 0)
            code = mdb_env_set_mapsize(store->env, map);
        if (code == 0)
            code = mdb_env_open(store->env, store->folder, flags, 0644);
        if ((code != ENOMEM && code != EINVAL) || map <= least)
            return code;
        mdb_env_close(store->env);
        store->env = NULL;
    }
}

static int open_env(struct fm_store *store)
{
    int code = open_map(store);
    MDB_txn *txn = NULL;
    if (code == 0)
        code = mdb_txn_begin(store->env, NULL, 0, &txn);
    if (code == 0)
        code = mdb_dbi_open(txn, NULL, MDB_CREATE, &store->dbi);
    if (code == 0)
        return mdb_txn_commit(txn);
    if (txn != NULL)
        mdb_txn_abort(txn);
    return code;
}

enum fm_status fm_store_new(const char *folder, struct fm_store **out, struct fm_error *error)
{
    struct fm_store *made = calloc(1, sizeof *made);
    const char *name = folder == NULL ? TEMPORARY_FOLDER : folder;
    if (made == NULL)
        return FM_NO_MEMORY;
    made->folder = malloc(strlen(name) + 1);
    if (made->folder == NULL) {
        free(made);
        return FM_NO_MEMORY;
    }
    memcpy(made->folder, name, strlen(name) + 1);
    int code = 0;
    if (folder == NULL)
        code = mkdtemp(made->folder) == NULL ? errno : 0;
    else if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        code = errno;
    made->temporary = folder == NULL && code == 0;
    if (code == 0)
        code = open_env(made);
    if (code == 0) {
        *out = made;
        return FM_OK;
    }
    const enum fm_status status = failed(code, made, error);
    error->what = folder == NULL ? FM_TEXT(TEMPORARY_FOLDER) : fm_text_of(folder);
    fm_store_free(made);
    return status;
}

static void remove_folder(const char *folder)
{
    static const char *const files[] = {"/data.mdb", "/lock.mdb"};
    char path[sizeof TEMPORARY_FOLDER + 16];
    for (size_t i = 0; i < FM_COUNT_OF(files); i++) {
        (void)snprintf(path, sizeof path, "%s%s", folder, files[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

void fm_store_free(struct fm_store *store)
{
    if (store == NULL)
        return;
    if (store->reading != NULL)
        mdb_txn_abort(store->reading);
    if (store->env != NULL)
        mdb_env_close(store->env);
    if (store->temporary)
        remove_folder(store->folder);
    free(store->folder);
    free(store);
}

static int begin_reading(struct fm_store *store)
{
    return store->reading != NULL ? 0
                                  : mdb_txn_begin(store->env, NULL, MDB_RDONLY, &store->reading);
}

static void end_reading(struct fm_store *store)
{
    if (store->reading != NULL)
        mdb_txn_abort(store->reading);
    store->reading = NULL;
}

/* *value is what stands there, if it is found. */
static enum fm_status look_up(struct fm_store *store, struct fm_hash128 key, MDB_val *value,
                              bool *found, struct fm_error *error)
{
    unsigned char bytes[KEY_BYTES];
    key_bytes(key, bytes);
    MDB_val name = {sizeof bytes, bytes};
    int code = begin_reading(store);
    if (code == 0)
        code = mdb_get(store->reading, store->dbi, &name, value);
    if (code != 0 && code != MDB_NOTFOUND)
        return failed(code, store, error);
    *found = code == 0;
    return FM_OK;
}

enum fm_status fm_store_has(struct fm_store *store, struct fm_hash128 key, bool *found,
                            struct fm_error *error)
{
    MDB_val unheeded;
    return look_up(store, key, &unheeded, found, error);
}

static int add_batch(struct fm_store *store, const struct fm_hash128 *keys, size_t count)
{
    MDB_txn *txn;
    int code = mdb_txn_begin(store->env, NULL, 0, &txn);
    if (code != 0)
        return code;
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[KEY_BYTES];
        key_bytes(keys[i], bytes);
        MDB_val name = {sizeof bytes, bytes}, value = {0, NULL};
        code = mdb_put(txn, store->dbi, &name, &value, MDB_NOOVERWRITE);
        if (code != 0 && code != MDB_KEYEXIST) {
            mdb_txn_abort(txn);
            return code;
        }
    }
    return mdb_txn_commit(txn);
}

enum fm_status fm_store_add(struct fm_store *store, struct fm_hash128 *keys, size_t count,
                            struct fm_error *error)
{
    end_reading(store);
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t at = 0; at < count; at += KEYS_A_TRANSACTION) {
        const size_t batch = count - at < KEYS_A_TRANSACTION ? count - at : KEYS_A_TRANSACTION;
        const int code = add_batch(store, keys + at, batch);
        if (code != 0)
            return failed(code, store, error);
    }
    return FM_OK;
}

static struct fm_hash128 key_of(const unsigned char *bytes)
{
    struct fm_hash128 key = {0, 0};
    for (unsigned i = 0; i < 8; i++) {
        key.hi = key.hi << 8 | bytes[i];
        key.lo = key.lo << 8 | bytes[8 + i];
    }
    return key;
}

enum fm_status fm_store_add_all(struct fm_store *store, struct fm_store *from,
                                struct fm_error *error)
{
    MDB_cursor *cursor;
    int code = begin_reading(from);
    if (code == 0)
        code = mdb_cursor_open(from->reading, from->dbi, &cursor);
    if (code != 0)
        return failed(code, from, error);
    struct fm_hash128 *keys = malloc(KEYS_A_TRANSACTION * sizeof *keys);
    enum fm_status status = keys == NULL ? FM_NO_MEMORY : FM_OK;
    size_t count = 0;
    MDB_val name, value;
    while (status == FM_OK && (code = mdb_cursor_get(cursor, &name, &value, MDB_NEXT)) == 0) {
        keys[count++] = key_of(name.mv_data);
        if (count < KEYS_A_TRANSACTION)
            continue;
        status = fm_store_add(store, keys, count, error);
        count = 0;
    }
    if (status == FM_OK && code != MDB_NOTFOUND)
        status = failed(code, from, error);
    if (status == FM_OK)
        status = fm_store_add(store, keys, count, error);
    mdb_cursor_close(cursor);
    free(keys);
    return status;
}

enum fm_status fm_store_get(struct fm_store *store, struct fm_hash128 key, struct fm_text *value,
                            struct fm_error *error)
{
    MDB_val stored;
    bool found = false;
    FM_TRY(look_up(store, key, &stored, &found, error));
    *value = found ? (struct fm_text){stored.mv_data, stored.mv_size} : (struct fm_text){NULL, 0};
    return FM_OK;
}

static int put_items(struct fm_store *store, MDB_txn *txn, const struct fm_store_item *items,
                     size_t count)
{
    int code = 0;
    for (size_t i = 0; i < count && code == 0; i++) {
        unsigned char bytes[KEY_BYTES];
        key_bytes(items[i].key, bytes);
        MDB_val name = {sizeof bytes, bytes};
        MDB_val value = {items[i].value.n, NULL};
        code = mdb_put(txn, store->dbi, &name, &value, MDB_RESERVE);
        if (code == 0 && items[i].value.n > 0)
            memcpy(value.mv_data, items[i].value.p, items[i].value.n);
    }
    return code;
}

enum fm_status fm_store_put(struct fm_store *store, const struct fm_store_item *items, size_t count,
                            struct fm_error *error)
{
    MDB_txn *txn;
    end_reading(store);
    int code = mdb_txn_begin(store->env, NULL, 0, &txn);
    if (code != 0)
        return failed(code, store, error);
    code = put_items(store, txn, items, count);
    if (code == 0)
        code = mdb_txn_commit(txn);
    else
        mdb_txn_abort(txn);
    return code == 0 ? FM_OK : failed(code, store, error);
}

enum fm_status fm_store_each(struct fm_store *store,
                             enum fm_status (*each)(void *user, struct fm_hash128 key,
                                                    struct fm_text value),
                             void *user, struct fm_error *error)
{
    MDB_cursor *cursor;
    int code = begin_reading(store);
    if (code == 0)
        code = mdb_cursor_open(store->reading, store->dbi, &cursor);
    if (code != 0)
        return failed(code, store, error);
    enum fm_status status = FM_OK;
    MDB_val name, value;
    while (status == FM_OK && (code = mdb_cursor_get(cursor, &name, &value, MDB_NEXT)) == 0)
        status = each(user, key_of(name.mv_data), (struct fm_text){value.mv_data, value.mv_size});
    if (status == FM_OK && code != MDB_NOTFOUND)
        status = failed(code, store, error);
    mdb_cursor_close(cursor);
    return status;
}

enum fm_status fm_store_sync(struct fm_store *store, struct fm_error *error)
{
    end_reading(store);
    const int code = mdb_env_sync(store->env, 1);
    return code == 0 ? FM_OK : failed(code, store, error);
}

#else

struct fm_store {
    char unused;
};

static enum fm_status missing(struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_OUTPUT_FAILED,
                               .os_error = ENOTSUP,
                               .detail = FM_TEXT("keys on disk need LMDB, which this build lacks")};
    return FM_OUTPUT_FAILED;
}

enum fm_status fm_store_new(const char *folder, struct fm_store **out, struct fm_error *error)
{
    (void)folder;
    (void)out;
    return missing(error);
}

void fm_store_free(struct fm_store *store)
{
    (void)store;
}

enum fm_status fm_store_has(struct fm_store *store, struct fm_hash128 key, bool *found,
                            struct fm_error *error)
{
    (void)store;
    (void)key;
    (void)found;
    return missing(error);
}

enum fm_status fm_store_add(struct fm_store *store, struct fm_hash128 *keys, size_t count,
                            struct fm_error *error)
{
    (void)store;
    (void)keys;
    (void)count;
    return missing(error);
}

enum fm_status fm_store_add_all(struct fm_store *store, struct fm_store *from,
                                struct fm_error *error)
{
    (void)store;
    (void)from;
    return missing(error);
}

enum fm_status fm_store_get(struct fm_store *store, struct fm_hash128 key, struct fm_text *value,
                            struct fm_error *error)
{
    (void)store;
    (void)key;
    (void)value;
    return missing(error);
}

enum fm_status fm_store_put(struct fm_store *store, const struct fm_store_item *items, size_t count,
                            struct fm_error *error)
{
    (void)store;
    (void)items;
    (void)count;
    return missing(error);
}

enum fm_status fm_store_each(struct fm_store *store,
                             enum fm_status (*each)(void *user, struct fm_hash128 key,
                                                    struct fm_text value),
                             void *user, struct fm_error *error)
{
    (void)store;
    (void)each;
    (void)user;
    return missing(error);
}

enum fm_status fm_store_sync(struct fm_store *store, struct fm_error *error)
{
    (void)store;
    return missing(error);
}

#endif
