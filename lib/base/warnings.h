/* SPDX-License-Identifier: MIT */
/* The warnings of a game, a FEN or a move; the refusal of what a profile wants. */
#ifndef FM_BASE_WARNINGS_H
#define FM_BASE_WARNINGS_H
#include <string.h>
#include "fenmill.h"
#include "base/text.h"

/* FM_REASON_EPD_OPERATION and the three after it, then FM_REASON_EPD_MATE_DISTANCE and
 * FM_REASON_EPD_NO_OPERATION. */
enum { FM_EPD_FIRST_REASONS = 4, FM_EPD_REASONS = 6 };

/** The first token that each reason is about, where there is one. Its bits alone have to be cleared
 * before use. */
struct fm_places {
    uint64_t found[2]; /* bit (reason) of [reason / 64]: at[reason] is set */
    struct fm_text at[FM_REASON_COUNT];
};

static inline bool fm_places_has(const struct fm_places *places, enum fm_reason reason)
{
    return places->found[(unsigned)reason / 64] >> ((unsigned)reason % 64) & 1;
}

static inline void fm_places_set(struct fm_places *places, enum fm_reason reason,
                                 struct fm_text token)
{
    places->found[(unsigned)reason / 64] |= UINT64_C(1) << ((unsigned)reason % 64);
    places->at[reason] = token;
}

/** A set of reasons, each counted once. Zero-initialised is empty. */
struct fm_warnings {
    struct {
        bool names_operations; /* operations[] are set */
        uint64_t warnings[2];  /* bit (reason) of [reason / 64] */
        /* The first operation that each of the EPD reasons is about, or empty; lasts as long as its
         * line. */
        struct fm_text operations[FM_EPD_REASONS];
        struct fm_places *places; /* places of the tokens for messages; NULL = not kept */
    };
};
_Static_assert(FM_REASON_COUNT <= 128, "fm_warnings holds a bit for each reason");

/** Forget all notes; cheaper than clearing the whole struct for each record. */
static inline void fm_warnings_reset(struct fm_warnings *r)
{
    r->names_operations = false;
    r->warnings[0] = r->warnings[1] = 0;
    r->places = NULL;
}

static inline void fm_warnings_note(struct fm_warnings *r, enum fm_reason reason)
{
    r->warnings[(unsigned)reason / 64] |= UINT64_C(1) << ((unsigned)reason % 64);
}

static inline void fm_warnings_clear(struct fm_warnings *r, enum fm_reason reason)
{
    r->warnings[(unsigned)reason / 64] &= ~(UINT64_C(1) << ((unsigned)reason % 64));
}

static inline bool fm_warnings_has(const struct fm_warnings *r, enum fm_reason reason)
{
    return r->warnings[(unsigned)reason / 64] >> ((unsigned)reason % 64) & 1;
}

/** Remember a token that a reason is about, if it is the first, and places are kept. */
static inline void fm_warnings_place(struct fm_warnings *r, enum fm_reason reason,
                                     struct fm_text token)
{
    if (r->places != NULL && !fm_places_has(r->places, reason))
        fm_places_set(r->places, reason, token);
}

/** Note a reason that a token gives. @param token  lasts as long as the places. */
static inline void fm_warnings_note_at(struct fm_warnings *r, enum fm_reason reason,
                                       struct fm_text token)
{
    fm_warnings_note(r, reason);
    fm_warnings_place(r, reason, token);
}

/* The index of an EPD reason; at least FM_EPD_REASONS: it is none. */
static inline unsigned fm_warnings_epd_index(enum fm_reason reason)
{
    const unsigned first = (unsigned)reason - FM_REASON_EPD_OPERATION;
    return first < FM_EPD_FIRST_REASONS
               ? first
               : (unsigned)reason - FM_REASON_EPD_MATE_DISTANCE + FM_EPD_FIRST_REASONS;
}

/* The operation or token that a reason is about; empty if none is known. */
static inline struct fm_text fm_warnings_text(const struct fm_warnings *r, enum fm_reason reason)
{
    const unsigned which = fm_warnings_epd_index(reason);
    if (r->names_operations && which < FM_EPD_REASONS)
        return r->operations[which];
    return r->places != NULL && fm_places_has(r->places, reason) ? r->places->at[reason]
                                                                 : FM_NO_TEXT;
}

static inline void fm_warnings_name_operations(struct fm_warnings *r)
{
    if (!r->names_operations)
        memset(r->operations, 0, sizeof r->operations);
    r->names_operations = true;
}

/** Note one of the EPD reasons. */
static inline void fm_warnings_note_operation(struct fm_warnings *r, enum fm_reason reason,
                                              struct fm_text operation)
{
    fm_warnings_name_operations(r);
    if (!fm_warnings_has(r, reason))
        r->operations[fm_warnings_epd_index(reason)] = operation;
    fm_warnings_note(r, reason);
}

static inline void fm_warnings_add(struct fm_warnings *to, const struct fm_warnings *from)
{
    if (from->names_operations)
        fm_warnings_name_operations(to);
    for (unsigned i = 0; from->names_operations && i < FM_EPD_REASONS; i++)
        if (to->operations[i].n == 0)
            to->operations[i] = from->operations[i];
    to->warnings[0] |= from->warnings[0];
    to->warnings[1] |= from->warnings[1];
}

/* Nothing was noted. */
static inline bool fm_warnings_is_empty(const struct fm_warnings *r)
{
    return (r->warnings[0] | r->warnings[1]) == 0;
}

/* The error record that the caller gave, or where there is none, one that lasts for the block. */
#define FM_ERROR_OR_OWN(error) ((error) != NULL ? (error) : &(struct fm_error){.status = FM_OK})

/** Say why a game or record is rejected. @param what  at fault, or empty. @return FM_REJECTED. */
static inline enum fm_status fm_reject(struct fm_error *error, enum fm_reason reason,
                                       struct fm_text what)
{
    *error = (struct fm_error){.status = FM_REJECTED, .reason = reason, .what = what};
    return FM_REJECTED;
}
/** Say what of a profile cannot be. @param detail  why, a constant. @return FM_BAD_PROFILE. */
static inline enum fm_status fm_refuse_profile(struct fm_error *error, struct fm_text what,
                                               const char *detail)
{
    *error =
        (struct fm_error){.status = FM_BAD_PROFILE, .what = what, .detail = fm_text_of(detail)};
    return FM_BAD_PROFILE;
}

#endif
