/* Values of keys: words, numbers, sizes, ranges, lists of words. Lists of rules, operations and columns are in key_list.c. */
#include <config.h>
#include "profile/consumer.h"
#include "profile/key_list.h"
#include "profile/key_value.h"

_Static_assert(sizeof(enum fm_format) == sizeof(unsigned), "a choice is kept in an unsigned");

enum { SET_MAX = 32, WORDS_MAX = 2 * SET_MAX };

/* "one of a, b, c" */
static struct fm_text list_names(struct fm_arena *arena, const char *const *names)
{
    const char *words[WORDS_MAX + 2];
    size_t n = 0;
    words[n++] = "one of ";
    for (size_t i = 0; names[i] != NULL && n + 2 < WORDS_MAX; i++) {
        if (i > 0)
            words[n++] = ", ";
        words[n++] = names[i];
    }
    words[n] = NULL;
    return fm_words(arena, words);
}

static const char *number_text(char room[24], int64_t number)
{
    unsigned char *at = (unsigned char *)room;
    if (number < 0)
        *at++ = '-';
    *fm_put_u64(at, number < 0 ? 0 - (uint64_t)number : (uint64_t)number) = 0;
    return room;
}

static struct fm_text expect_limits(struct fm_arena *arena, const struct fm_key *key, const char *kind, const char *tail)
{
    char low[24], high[24];
    if (key->min == key->max)
        return fm_words(arena, (const char *const[]){"only ", number_text(low, key->min), " is known", NULL});
    const char *words[] = {kind, " from ", number_text(low, key->min), " to ", number_text(high, key->max), tail, NULL};
    return fm_words(arena, words);
}

/* NULL-terminated names of the languages or variants, for hints. */
static const char *const *table_names(const struct fm_key *key, const char *names[SET_MAX + 2])
{
    size_t n = 0;
    names[n++] = "auto";
    if (key->type == FM_KEY_LETTERS)
        for (const struct fm_language *l = fm_languages; l->code != NULL && n <= SET_MAX; l++)
            names[n++] = l->code;
    else
        for (size_t i = 0; i < FM_VARIANT_COUNT && n <= SET_MAX; i++)
            names[n++] = fm_variants[i].name;
    names[n] = NULL;
    return names;
}

static const char *const boolean_names[] = {"false", "true", NULL};

/* The words that a key takes, or NULL. */
static const char *const *names_of(const struct fm_key *key, const char *room[SET_MAX + 2])
{
    switch (key->type) {
    case FM_KEY_BOOL:
        return boolean_names;
    case FM_KEY_LETTERS:
    case FM_KEY_VARIANT:
        return table_names(key, room);
    case FM_KEY_CONSUMER:
        return fm_consumer_names;
    default:
        return key->names;
    }
}

static struct fm_text expectation(struct fm_arena *arena, const struct fm_key *key)
{
    switch (key->type) {
    case FM_KEY_NUMBER:
        return expect_limits(arena, key, "a whole number", "");
    case FM_KEY_SIZE:
        return expect_limits(arena, key, "a number", " bytes, also as 64K, 256M or 1G");
    case FM_KEY_RANGE:
        return expect_limits(arena, key, "a range such as 16..40, 16.. or ..40,", "");
    case FM_KEY_PLIES:
        return FM_TEXT("a range such as 16..120, 20.., ..40 or -10.., or last");
    case FM_KEY_TEXT:
        return FM_TEXT("a text");
    case FM_KEY_TEXTS:
        return FM_TEXT("a list of texts");
    case FM_KEY_TAGS:
        return FM_TEXT("a mapping of tags to rules, as in {WhiteElo: \">= 2400\"}");
    case FM_KEY_OPS:
        return FM_TEXT("a mapping of opcodes to templates, as in {sm: \"{next}\"}");
    case FM_KEY_OUTPUTS:
        return FM_TEXT("a list of outputs, each a mapping with the keys of `output`");
    default:
        return FM_TEXT("a mapping of keys");
    }
}

/* What other programs take for true and false. */
static const char *boolean_meant(struct fm_text word)
{
    static const char *const meant[][2] = {
        {"yes", "true"}, {"on", "true"}, {"1", "true"}, {"no", "false"}, {"off", "false"}, {"0", "false"}};
    for (size_t i = 0; i < FM_COUNT_OF(meant); i++)
        if (fm_text_equal_nocase(word, fm_text_of(meant[i][0])))
            return meant[i][1];
    return NULL;
}

/* 16m, 16MB, 16MiB: 16M was meant. */
static struct fm_text size_meant(struct fm_arena *arena, struct fm_text word)
{
    static const char *const tails[] = {"", "b", "ib"};
    char digits[24];
    size_t n = 0;
    while (n < word.n && n < sizeof digits - 2 && word.p[n] >= '0' && word.p[n] <= '9')
        n++;
    const char *unit = n == 0 || n == word.n || word.p[n] == 0 ? NULL : strchr("kmgt", fm_ascii_lower(word.p[n]));
    for (size_t i = 0; unit != NULL && i < FM_COUNT_OF(tails); i++)
        if (fm_text_equal_nocase((struct fm_text){word.p + n + 1, word.n - n - 1}, fm_text_of(tails[i]))) {
            memcpy(digits, word.p, n);
            digits[n] = (char)(*unit - 'a' + 'A');
            digits[n + 1] = 0;
            return fm_words(arena, (const char *const[]){digits, NULL});
        }
    return (struct fm_text){NULL, 0};
}

static struct fm_text value_meant(struct fm_arena *arena, const struct fm_key *key, const char *const *names,
                                  struct fm_text word)
{
    const char *meant = key->type == FM_KEY_BOOL ? boolean_meant(word) : NULL;
    if (key->type == FM_KEY_SIZE)
        return size_meant(arena, word);
    if (meant == NULL && names != NULL)
        meant = fm_nearest_name(word, names);
    return fm_text_of(meant);
}

enum fm_status fm_key_refuse(const struct fm_reader *reader, const struct fm_key *key, const struct fm_yaml_node *node)
{
    struct fm_arena *arena = &reader->profile->arena;
    const char *room[SET_MAX + 2];
    const char *const *names = names_of(key, room);
    const bool word = node->type == FM_YAML_SCALAR && node->text.n > 0;
    const struct fm_text hint = word ? value_meant(arena, key, names, node->text) : (struct fm_text){NULL, 0};
    const struct fm_text detail = names != NULL ? list_names(arena, names) : expectation(arena, key);
    return fm_profile_fault(reader->profile, reader->error, fm_reader_place(reader, node),
                            word ? node->text : fm_text_of(key->path), hint, detail);
}

/* Index of a name, or -1. */
static int name_index(const char *const *names, struct fm_text word)
{
    for (int i = 0; names[i] != NULL; i++)
        if (fm_text_equal(word, fm_text_of(names[i])))
            return i;
    return -1;
}

static bool read_size(struct fm_text text, uint64_t *out)
{
    static const char units[] = "KMGT";
    unsigned shift = 0;
    uint64_t number;
    const char *unit = text.n == 0 || text.p[text.n - 1] == 0 ? NULL : strchr(units, text.p[text.n - 1]);
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        text.n--;
    }
    if (!fm_text_to_u64(text, &number) || number > UINT64_MAX >> shift)
        return false;
    *out = number << shift;
    return true;
}

/* One end of a range: empty leaves *out as it is. */
static bool read_end(struct fm_text text, const struct fm_key *key, int64_t *out)
{
    uint64_t number;
    const bool minus = text.n > 0 && *text.p == '-';
    if (text.n == 0)
        return true;
    if (!fm_text_to_u64((struct fm_text){text.p + minus, text.n - minus}, &number) || number > INT64_MAX)
        return false;
    *out = minus ? -(int64_t)number : (int64_t)number;
    return *out >= key->min && *out <= key->max;
}

static bool read_range(struct fm_text text, const struct fm_key *key, struct fm_range *out)
{
    struct fm_range range = {.from = INT64_MIN, .to = INT64_MAX, .set = true};
    size_t points = 0;
    while (points + 1 < text.n && !(text.p[points] == '.' && text.p[points + 1] == '.'))
        points++;
    if (points + 1 >= text.n) { /* one number */
        if (text.n == 0 || !read_end(text, key, &range.from))
            return false;
        range.to = range.from;
    } else if (!read_end((struct fm_text){text.p, points}, key, &range.from) ||
               !read_end((struct fm_text){text.p + points + 2, text.n - points - 2}, key, &range.to)) {
        return false;
    }
    /* Which of two plies comes first can be told only if both are counted from the same end. */
    const bool from_end = key->type == FM_KEY_PLIES && range.from != INT64_MIN && (range.from < 0) != (range.to < 0);
    if (range.from > range.to && !from_end)
        return false;
    range.set = text.n > 2 || points != 0 || text.p[0] != '.';
    *out = range.set ? range : (struct fm_range){.set = false};
    return true;
}

static bool read_plies(struct fm_text text, const struct fm_key *key, struct fm_range *out)
{
    if (!fm_text_equal(text, FM_TEXT("last")))
        return read_range(text, key, out);
    *out = (struct fm_range){.from = -1, .to = -1, .set = true};
    return true;
}

/* Words and numbers: false if the text is none that the key takes. */
static bool read_scalar(const struct fm_key *key, struct fm_text text, void *slot)
{
    const char *room[SET_MAX + 2];
    const char *const *names = names_of(key, room);
    const int index = names == NULL ? -1 : name_index(names, text);
    uint64_t number;
    switch (key->type) {
    case FM_KEY_BOOL:
    case FM_KEY_SWITCH:
        if (index >= 0)
            *(bool *)slot = index == 1;
        return index >= 0;
    case FM_KEY_CHOICE:
        if (index >= 0)
            memcpy(slot, &index, sizeof index);
        return index >= 0;
    case FM_KEY_NUMBER:
    case FM_KEY_SIZE:
        if (!(key->type == FM_KEY_SIZE ? read_size(text, &number) : fm_text_to_u64(text, &number)))
            return false;
        if (number < (uint64_t)key->min || number > (uint64_t)key->max)
            return false;
        *(uint64_t *)slot = number;
        return true;
    case FM_KEY_RANGE:
        return read_range(text, key, slot);
    case FM_KEY_PLIES:
        return read_plies(text, key, slot);
    case FM_KEY_LETTERS:
        if (index >= 0)
            *(const struct fm_language **)slot = index == 0 ? NULL : fm_language_named(text);
        return index >= 0;
    case FM_KEY_VARIANT:
        if (index >= 0)
            *(const struct fm_variant **)slot = index == 0 ? NULL : fm_variant_named(text);
        return index >= 0;
    case FM_KEY_CONSUMER:
        if (index >= 0)
            *(const struct fm_consumer **)slot = &fm_consumers[index];
        return index >= 0;
    default:
        return false;
    }
}

static enum fm_status read_set(const struct fm_reader *reader, const struct fm_key *key, unsigned *slot,
                               const struct fm_yaml_node *node)
{
    unsigned set = 0;
    if (node->type == FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    const struct fm_yaml_node *item = node->type == FM_YAML_SEQUENCE ? node->first : node;
    for (; item != NULL; item = node->type == FM_YAML_SEQUENCE ? item->next : NULL) {
        const int index = item->type == FM_YAML_SCALAR ? name_index(key->names, item->text) : -1;
        if (index < 0)
            return fm_key_refuse(reader, key, item);
        set |= 1u << ((unsigned)key->min + (unsigned)index);
    }
    *slot = set;
    return FM_OK;
}

static enum fm_status read_text(const struct fm_reader *reader, const struct fm_key *key, struct fm_text *slot,
                                const struct fm_yaml_node *node)
{
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse(reader, key, node);
    if (node->text.n > 0 && memchr(node->text.p, 0, node->text.n) != NULL)
        return fm_key_refuse(reader, key, node);
    unsigned char *copy = fm_arena_alloc(&reader->profile->arena, node->text.n + 1);
    if (copy == NULL)
        return FM_NO_MEMORY;
    if (node->text.n > 0)
        memcpy(copy, node->text.p, node->text.n);
    copy[node->text.n] = 0; /* names of files are handed on to the system */
    *slot = (struct fm_text){copy, node->text.n};
    return FM_OK;
}

enum fm_status fm_key_read(const struct fm_reader *reader, const struct fm_key *key, void *section,
                           const struct fm_yaml_node *node)
{
    void *slot = (unsigned char *)section + key->offset;
    switch (key->type) {
    case FM_KEY_SET:
        return read_set(reader, key, slot, node);
    case FM_KEY_TEXT:
        return read_text(reader, key, slot, node);
    case FM_KEY_TEXTS:
        return fm_key_read_columns(reader, key, section, node);
    case FM_KEY_TAGS:
        return fm_key_read_tags(reader, key, section, node);
    case FM_KEY_OPS:
        return fm_key_read_ops(reader, key, section, node);
    default:
        if (node->type == FM_YAML_SCALAR && read_scalar(key, node->text, slot))
            return FM_OK;
        return fm_key_refuse(reader, key, node);
    }
}

static bool ranges_equal(const struct fm_range *a, const struct fm_range *b)
{
    return a->set == b->set && (!a->set || (a->from == b->from && a->to == b->to));
}

bool fm_key_equal(const struct fm_key *key, const void *section, const void *other)
{
    const void *a = (const unsigned char *)section + key->offset, *b = (const unsigned char *)other + key->offset;
    if (key->type == FM_KEY_RANGE || key->type == FM_KEY_PLIES)
        return ranges_equal(a, b);
    if (key->type == FM_KEY_TEXT)
        return fm_text_equal(*(const struct fm_text *)a, *(const struct fm_text *)b);
    return memcmp(a, b, fm_key_size(key)) == 0;
}

size_t fm_key_size(const struct fm_key *key)
{
    static const size_t sizes[FM_KEY_TYPES] = {
        [FM_KEY_BOOL] = sizeof(bool), [FM_KEY_SWITCH] = sizeof(bool), [FM_KEY_CHOICE] = sizeof(unsigned),
        [FM_KEY_SET] = sizeof(unsigned), [FM_KEY_NUMBER] = sizeof(uint64_t), [FM_KEY_SIZE] = sizeof(uint64_t),
        [FM_KEY_RANGE] = sizeof(struct fm_range), [FM_KEY_PLIES] = sizeof(struct fm_range),
        [FM_KEY_TEXT] = sizeof(struct fm_text), [FM_KEY_LETTERS] = sizeof(void *), [FM_KEY_VARIANT] = sizeof(void *),
        [FM_KEY_CONSUMER] = sizeof(void *),
        /* a pointer with its count right behind it */
        [FM_KEY_TEXTS] = sizeof(void *) + sizeof(size_t), [FM_KEY_TAGS] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_OPS] = sizeof(void *) + sizeof(size_t), [FM_KEY_OUTPUTS] = sizeof(void *) + sizeof(size_t),
    };
    return sizes[key->type];
}

enum fm_status fm_key_reset(struct fm_profile *profile, const struct fm_key *key, void *section)
{
    struct fm_error error;
    const struct fm_reader reader = {.profile = profile, .error = &error};
    memset((unsigned char *)section + key->offset, 0, fm_key_size(key));
    if (key->preset == NULL)
        return FM_OK;
    return fm_key_read(&reader, key, section, &(struct fm_yaml_node){.type = FM_YAML_SCALAR, .text = fm_text_of(key->preset)});
}
