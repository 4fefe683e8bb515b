/* SPDX-License-Identifier: MIT */
/* Classes and starts of games, by the rules in classify.h. The position counts before the
 * Variant tag, the tag before the profile; each disagreement is noted. */
#include <config.h>
#include "pgn/classify.h"
#include <string.h>
#include "board/castling.h"
#include "board/fen_read.h"

enum { STANDARD_SP = 518, SP_COUNT = 960 };
/* In place of a number: no tag gives one; a tag should, but has something else. */
enum { NO_SP = -1, UNREADABLE_SP = -2 };

const char *const fm_class_names[FM_CLASSES + 1] = {"classic",     "chess960", "setup", "variant",
                                                    "unsupported", "broken",   NULL};

/* The tags that decide where a game starts, and what was read from them. */
struct start_tags {
    const struct fm_tag *fen, *setup, *variant; /* NULL = no such tag */
    struct fm_text fen_text;                    /* empty: no FEN tag, or an empty one */
    bool fen_given;                             /* the FEN tag has more than `?`, `-` or a number */
    enum fm_variant_tag kind;
    /* By the Variant tag, else by the profile; NULL = by neither. */
    const struct fm_variant *named;
    /* There are tags that have no fm_tag_id. */
    bool others;
    /* A Chess960 number in place of a FEN, or in a tag of its own; else NO_SP or UNREADABLE_SP. */
    int sp;
    struct fm_text sp_text; /* the value that it was read from */
};

static void refuse(struct fm_start *out, enum fm_class class_, enum fm_reason reason,
                   struct fm_text what)
{
    out->class_ = class_;
    out->reason = reason;
    out->error.status = FM_REJECTED;
    out->error.reason = reason;
    if (out->error.what.n == 0)
        out->error.what = what;
}

/* The first tag of that name in other capitals ([Setup "1"]), or NULL. */
static const struct fm_tag *find_loosely(const struct fm_tag *tags, size_t count,
                                         struct fm_text name, struct fm_start *out)
{
    for (size_t i = 0; i < count; i++) {
        if (tags[i].id != FM_TAG_OTHER || !fm_text_equal_nocase(tags[i].name, name))
            continue;
        fm_warnings_note(&out->notes, FM_REASON_MALFORMED_TAG);
        return &tags[i];
    }
    return NULL;
}

/* `17`, `SP 17`, `SP17`. */
static int read_sp(struct fm_text text)
{
    uint64_t number;
    text = fm_text_trim(text);
    if (text.n > 2 && fm_text_is_nocase((struct fm_text){text.p, 2}, "SP"))
        text = fm_text_trim(fm_text_after(text, 2));
    return fm_text_to_u64(text, &number) && number < SP_COUNT ? (int)number : NO_SP;
}

static bool is_unknown(struct fm_text text)
{
    text = fm_text_trim(text);
    return text.n == 1 && (*text.p == '?' || *text.p == '-');
}

/* Tags that give a Chess960 start by its number alone. */
static void find_sp(const struct fm_tag *tags, size_t count, struct start_tags *w)
{
    static const char *const names[] = {"Chess960Position", "FRCPosition", "Chess960Id",
                                        "Chess960StartPosition", "SP"};
    for (size_t i = 0; i < FM_COUNT_OF(names) && w->sp < 0; i++) {
        const struct fm_tag *tag = fm_tag_named(tags, count, fm_text_of(names[i]));
        if (tag == NULL)
            continue;
        w->sp = read_sp(tag->value);
        w->sp_text = tag->value;
        if (w->sp == NO_SP && fm_text_trim(tag->value).n > 0 && !is_unknown(tag->value))
            w->sp = UNREADABLE_SP;
    }
}

static enum fm_status collect_start_tags(const struct fm_tag *tags, size_t count,
                                         const struct fm_classify_options *options,
                                         struct fm_arena *arena, struct start_tags *w,
                                         struct fm_start *out)
{
    if (w->fen == NULL)
        w->fen = find_loosely(tags, count, FM_TEXT("FEN"), out);
    if (w->setup == NULL)
        w->setup = find_loosely(tags, count, FM_TEXT("SetUp"), out);
    if (w->variant == NULL)
        w->variant = find_loosely(tags, count, FM_TEXT("Variant"), out);
    if (w->fen != NULL)
        FM_TRY(fm_tag_value(w->fen, arena, &w->fen_text));
    if (fm_text_trim(w->fen_text).n == 0)
        w->fen_text.n = 0;
    w->sp = read_sp(w->fen_text);
    w->fen_given = w->fen_text.n > 0 && w->sp < 0 && !is_unknown(w->fen_text);
    w->sp_text = w->fen_text;
    if (w->sp < 0 && w->others)
        find_sp(tags, count, w);
    w->kind = FM_TAG_NO_VARIANT;
    w->named = options->variant;
    if (w->variant == NULL)
        return FM_OK;
    const struct fm_variant *named = NULL;
    struct fm_text variant;
    FM_TRY(fm_tag_value(w->variant, arena, &variant));
    w->kind = fm_variant_of_tag(variant, &named);
    if (w->kind != FM_TAG_KNOWN)
        return FM_OK;
    if (options->variant != NULL && options->variant != named)
        fm_warnings_note(&out->notes, FM_REASON_VARIANT_MISMATCH);
    w->named = named;
    return FM_OK;
}

static bool is_960(const struct start_tags *w)
{
    return w->named != NULL && w->named->id == FM_CHESS960;
}

static bool is_setup_on(const struct start_tags *w)
{
    return w->setup != NULL && fm_text_is(fm_text_trim(w->setup->value), "1");
}

static void take_standard_start(struct fm_start *out)
{
    out->class_ = FM_CLASS_CLASSIC;
    out->standard_start = true;
}

static void take_sp(struct fm_start *out, int number, enum fm_reason reason)
{
    out->class_ = FM_CLASS_CHESS960;
    fm_setup_from_sp((unsigned)number, &out->setup);
    out->setup.variant = &fm_variants[FM_CHESS960];
    fm_warnings_note(&out->notes, reason);
    if (number == STANDARD_SP)
        fm_warnings_note(&out->notes, FM_REASON_STANDARD_START);
}

static void start_without_fen(const struct start_tags *w, bool repair, struct fm_start *out)
{
    const struct fm_variant *variant = w->named;
    const bool lost = w->fen_text.n > 0; /* `?`, or a number */
    const bool elsewhere = w->kind == FM_TAG_FROM_POSITION || w->kind == FM_TAG_NO_CASTLING;
    /* A number is another start of chess, whatever variant is named; other text only of
     * Chess960. */
    const bool numbered =
        w->sp >= 0 ? w->sp != STANDARD_SP &&
                         (variant == NULL || variant->start == NULL || variant->id == FM_STANDARD)
                   : w->sp == UNREADABLE_SP && is_960(w);
    if (w->sp >= 0 && repair) {
        take_sp(out, w->sp, FM_REASON_START_REPAIRED);
    } else if (lost || elsewhere || numbered) {
        refuse(out, FM_CLASS_BROKEN, FM_REASON_FEN_MISSING,
               lost       ? w->fen_text
               : numbered ? w->sp_text
                          : w->variant->value);
    } else if (is_960(w)) {
        take_sp(out, STANDARD_SP, FM_REASON_START_ASSUMED);
    } else if (variant == NULL || variant->id == FM_STANDARD) {
        if (is_setup_on(w))
            fm_warnings_note(&out->notes, FM_REASON_SETUP_WITHOUT_FEN);
        take_standard_start(out);
    } else if (variant->start != NULL) {
        /* The one start position of a variant. */
        const struct fm_text fen = fm_text_of(variant->start);
        out->class_ = FM_CLASS_VARIANT;
        if (fm_setup_read(fen, variant, false, &out->setup, NULL, &out->notes, &out->error) !=
            FM_OK)
            refuse(out, FM_CLASS_BROKEN, FM_REASON_BAD_FEN, fen);
    } else {
        refuse(out, FM_CLASS_BROKEN, FM_REASON_FEN_MISSING, fm_text_of(variant->name));
    }
}

/* A Chess960 array before its first move has all its rights; one that lacks some was written by
 * a program that lost them. */
static void repair_rights(const struct start_tags *w, struct fm_start *out)
{
    const int sp = fm_setup_sp(&out->setup);
    if (sp < 0 || out->setup.files != 8 || out->setup.black || out->setup.halfmove != 0 ||
        out->setup.fullmove != 1)
        return;
    const bool dropped = fm_warnings_has(&out->notes, FM_REASON_CASTLING_WITHOUT_ROOK);
    if (!dropped && !is_960(w))
        return;
    struct fm_setup whole;
    fm_setup_from_sp((unsigned)sp, &whole);
    if (memcmp(whole.rook, out->setup.rook, sizeof whole.rook) == 0)
        return;
    memcpy(out->setup.rook, whole.rook, sizeof whole.rook);
    fm_castling_settle_variant(&out->setup);
    fm_warnings_note(&out->notes, FM_REASON_CASTLING_REPAIRED);
}

enum fm_class fm_class_of_setup(const struct fm_setup *setup, const struct fm_variant *named)
{
    const enum fm_variant_id id = setup->variant->id;
    if (setup->files != 8 || (id != FM_STANDARD && id != FM_CHESS960) ||
        setup->style != FM_STYLE_TRADITIONAL)
        return FM_CLASS_VARIANT;
    if ((named != NULL && named->id == FM_CHESS960) || id == FM_CHESS960 ||
        fm_setup_needs_chess960(setup))
        return FM_CLASS_CHESS960;
    return fm_setup_may_be_array(setup) && fm_setup_is_standard_start(setup) ? FM_CLASS_CLASSIC
                                                                             : FM_CLASS_SETUP;
}

/* Note what the FEN has that the other tags lack or contradict. */
static void compare(const struct start_tags *w, const struct fm_fen_fields *fields,
                    struct fm_start *out)
{
    if (!is_setup_on(w))
        fm_warnings_note(&out->notes, FM_REASON_FEN_WITHOUT_SETUP);
    if (fields->rest.n > 0)
        fm_warnings_note(&out->notes, FM_REASON_FEN_LAYOUT);
    if (!out->setup.counters_given)
        fm_warnings_note(&out->notes, FM_REASON_FEN_COUNTERS);
    /* Without a tag or a given variant there is nothing that the position could contradict. */
    const bool given = w->kind != FM_TAG_NO_VARIANT || w->named != NULL;
    if (given && !is_960(w) && fm_setup_needs_chess960(&out->setup) &&
        out->setup.variant->id == FM_CHESS960)
        fm_warnings_note(&out->notes, FM_REASON_VARIANT_MISMATCH);
}

static void start_from_fen(const struct start_tags *w, const struct fm_classify_options *options,
                           struct fm_start *out)
{
    struct fm_fen_fields fields;
    if (fm_setup_read(w->fen_text, w->named, false, &out->setup, &fields, &out->notes,
                      &out->error) != FM_OK) {
        refuse(out, FM_CLASS_BROKEN, FM_REASON_BAD_FEN, w->fen_text);
        return;
    }
    /* The prefix of the castling field counts before the Variant tag, and so names the variant of a
     * tag that is written anew. */
    if (out->setup.files == 8 && !fm_setup_has_own_style(&out->setup))
        out->setup.variant =
            &fm_variants[out->setup.style == FM_STYLE_MODERN ? FM_CHESS480 : FM_CHESS960];
    out->error.faults = fm_setup_faults(&out->setup);
    if (out->error.faults != 0) {
        refuse(out, FM_CLASS_BROKEN, FM_REASON_IMPOSSIBLE_POSITION, w->fen_text);
        return;
    }
    if (FM_UNLIKELY(options->dialect != NULL))
        fm_dialect_note(options->dialect, &out->setup, &fields, &out->notes);
    if (options->repair && fm_warnings_has(&out->notes, FM_REASON_CASTLING_WITHOUT_ROOK) &&
        fm_castling_repair(fields.castling, &out->setup))
        fm_warnings_note(&out->notes, FM_REASON_CASTLING_REPAIRED);
    compare(w, &fields, out);
    if (options->repair)
        repair_rights(w, out);
    if (w->kind == FM_TAG_NO_CASTLING &&
        (fm_setup_has_rights(&out->setup) || out->setup.files != 8)) {
        refuse(out, FM_CLASS_UNSUPPORTED, FM_REASON_UNSUPPORTED_VARIANT, w->variant->value);
        return;
    }
    out->class_ = fm_class_of_setup(&out->setup, w->named);
    if (out->class_ == FM_CLASS_CLASSIC && options->no_fen_tag)
        out->class_ = FM_CLASS_SETUP;
    if (out->class_ == FM_CLASS_CHESS960 && fm_setup_is_standard_start(&out->setup))
        fm_warnings_note(&out->notes, FM_REASON_STANDARD_START);
    out->standard_start = out->class_ != FM_CLASS_CHESS960 && out->class_ != FM_CLASS_VARIANT &&
                          fm_setup_is_standard_start(&out->setup) && out->setup.halfmove == 0 &&
                          out->setup.fullmove == 1;
}

enum fm_status fm_classify(const struct fm_tag *tags, size_t count,
                           const struct fm_classify_options *options, struct fm_arena *arena,
                           struct fm_start *out)
{
    struct start_tags w = {.sp = NO_SP};
    for (size_t i = 0; i < count; i++) {
        const struct fm_tag **slot = tags[i].id == FM_TAG_FEN       ? &w.fen
                                     : tags[i].id == FM_TAG_SETUP   ? &w.setup
                                     : tags[i].id == FM_TAG_VARIANT ? &w.variant
                                                                    : NULL;
        if (slot != NULL && *slot == NULL)
            *slot = &tags[i];
        w.others |= tags[i].id == FM_TAG_OTHER;
    }
    out->standard_start = false;
    out->notes = (struct fm_warnings){{0}};
    out->reason = FM_REASON_NONE;
    if (w.fen == NULL && w.setup == NULL && w.variant == NULL && options->variant == NULL &&
        !w.others) {
        take_standard_start(out);
        return FM_OK;
    }
    out->error = (struct fm_error){.status = FM_OK};
    FM_TRY(collect_start_tags(tags, count, options, arena, &w, out));
    if (w.kind == FM_TAG_UNSUPPORTED)
        refuse(out, FM_CLASS_UNSUPPORTED, FM_REASON_UNSUPPORTED_VARIANT, w.variant->value);
    else if (w.fen_given)
        start_from_fen(&w, options, out);
    else
        start_without_fen(&w, options->repair, out);
    return FM_OK;
}

const char *fm_class_name(unsigned index)
{
    return index < FM_CLASSES ? fm_class_names[index] : NULL;
}
