/* SPDX-License-Identifier: MIT */
/* The forms of training text: see training.h. */
#include <config.h>
#include "record/training.h"

/* A form: its signs, between which blanks may be. In a shape S is a score, R a result, and all else
 * stands for itself. */
struct form {
    const char *shape;
    bool mover;   /* true: for the side to move; false: for White */
    bool halves;  /* true: the result is a number of half points */
    bool certain; /* true: the first sign shows the form, and the rest must follow it */
    bool lone;    /* true: a number without a point could be anything, and is no result */
};

static const struct form forms[] = {
    {.shape = "|S|R", .certain = true},
    {.shape = "[R]", .lone = true},
    {.shape = "R", .lone = true},
    {.shape = ",S,R", .mover = true, .halves = true},
};

/* Spellings of a result for White: of chess.rs of bulletformat and tuners, and PGN's tokens. */
static const struct {
    const char *text;
    enum fm_result result;
} results[] = {
    {"1.0", FM_RESULT_WHITE},   {"0.5", FM_RESULT_DRAW},     {"0.0", FM_RESULT_BLACK},
    {"1-0", FM_RESULT_WHITE},   {"1/2-1/2", FM_RESULT_DRAW}, {"0-1", FM_RESULT_BLACK},
    {"[1.0]", FM_RESULT_WHITE}, {"[0.5]", FM_RESULT_DRAW},   {"[0.0]", FM_RESULT_BLACK},
    {"1", FM_RESULT_WHITE},     {"1/2", FM_RESULT_DRAW},     {"0", FM_RESULT_BLACK},
};

bool fm_training_result(struct fm_text text, enum fm_result *out)
{
    for (size_t i = 0; i < FM_COUNT_OF(results); i++)
        if (fm_text_is(text, results[i].text)) {
            *out = results[i].result;
            return true;
        }
    return false;
}

static bool read_result(const struct form *form, struct fm_text text, bool black,
                        enum fm_result *out)
{
    static const enum fm_result of_mover[] = {FM_RESULT_BLACK, FM_RESULT_DRAW, FM_RESULT_WHITE};
    if (form->halves) {
        const unsigned halves = text.n == 1 ? (unsigned)*text.p - '0' : FM_COUNT_OF(of_mover);
        if (halves >= FM_COUNT_OF(of_mover))
            return false;
        *out = of_mover[black && form->mover ? 2 - halves : halves];
        return true;
    }
    return (text.n > 1 || !form->lone) && fm_training_result(text, out);
}

bool fm_training_score(struct fm_text text, bool negated, int *out)
{
    enum { DIGITS_MAX = 9 };
    const bool plus = text.n > 1 && text.p[0] == '+' && text.p[1] != '-';
    int64_t number;
    if (text.n > DIGITS_MAX || !fm_text_to_i64(fm_text_after(text, plus), &number))
        return false;
    *out = (int)(negated ? -number : number);
    return true;
}

/* Read a text after a form. @param[out] what  the value at which it does not fit. */
static bool read_form(const struct form *form, struct fm_text text, bool black,
                      struct fm_training *out, struct fm_text *what)
{
    struct fm_text rest = text;
    for (const char *sign = form->shape; *sign != '\0'; sign++) {
        rest = fm_text_trim(rest);
        *what = rest.n > 0 ? rest : text;
        if (*sign != 'S' && *sign != 'R') {
            if (rest.n == 0 || *rest.p != (unsigned char)*sign)
                return false;
            rest = fm_text_after(rest, 1);
            continue;
        }
        /* A value ends where the next sign of the form is, or with the text. */
        const unsigned char *end =
            sign[1] == '\0' || rest.n == 0 ? NULL : memchr(rest.p, (unsigned char)sign[1], rest.n);
        const struct fm_text value =
            fm_text_trim(end == NULL ? rest : fm_text_between(rest.p, end));
        *what = value.n > 0 ? value : text;
        out->has_score = out->has_score || *sign == 'S';
        if (!(*sign == 'S' ? fm_training_score(value, form->mover && black, &out->centipawns)
                           : read_result(form, value, black, &out->result)))
            return false;
        rest = end == NULL ? FM_NO_TEXT : fm_text_between(end, rest.p + rest.n);
    }
    *what = rest;
    return rest.n == 0;
}

/* `0.7`, which is meant for a result. */
static bool is_share(struct fm_text text)
{
    return text.n > 2 && text.p[1] == '.' && (text.p[0] == '0' || text.p[0] == '1');
}

/* @return FM_REJECTED: the text shows a form, but does not follow it. */
static enum fm_status read_text(struct fm_text text, bool black, struct fm_training *out,
                                struct fm_text *what)
{
    if (text.n > 0 && *text.p > ' ' && !fm_byte_in(*text.p, "|[,01")) /* no form begins so */
        return FM_OK;
    for (size_t i = 0; i < FM_COUNT_OF(forms); i++) {
        const struct form *form = &forms[i];
        struct fm_training found = {.found = true};
        if (text.n == 0 || (*form->shape != 'R' && *text.p != (unsigned char)*form->shape))
            continue;
        if (read_form(form, text, black, &found, what)) {
            *out = found;
            return FM_OK;
        }
        if (form->certain || (*form->shape == '[' && is_share(*what)))
            return FM_REJECTED;
    }
    return FM_OK;
}

/* A number directly before a sign of a form: the move number, which the reader of the fields took
 * for a part of the text. @return its digits; 0: there is none. */
static size_t joined_number(struct fm_text text, const struct fm_fen_fields *fields, uint64_t *out)
{
    size_t n = 0;
    while (n < text.n && fm_byte_is_digit(text.p[n]))
        n++;
    return fields->halfmove.n > 0 && fields->fullmove.n == 0 && n < text.n &&
                   fm_byte_in(text.p[n], ",|[") &&
                   fm_text_to_u64((struct fm_text){text.p, n}, out) && *out > 0 &&
                   *out <= FM_COUNTER_MAX
               ? n
               : 0;
}

enum fm_status fm_training_read(struct fm_text remark, struct fm_fen_fields *fields,
                                struct fm_setup *setup, struct fm_warnings *notes,
                                struct fm_training *out, struct fm_error *error)
{
    uint64_t fullmove;
    const size_t joined = joined_number(remark, fields, &fullmove);
    const struct fm_text text = fm_text_after(remark, joined);
    struct fm_text what;
    if (read_text(text, setup->black, out, &what) != FM_OK)
        return fm_reject(error, FM_REASON_BAD_TRAINING, what);
    if (joined > 0 && out->found) {
        fields->fullmove = (struct fm_text){remark.p, joined};
        fields->rest = text;
        setup->fullmove = (uint32_t)fullmove;
        fm_warnings_clear(notes, FM_REASON_FEN_COUNTERS);
    }
    return FM_OK;
}

unsigned char *fm_training_write(const struct fm_training *training, bool black, unsigned char *at)
{
    const int score = black ? -training->centipawns : training->centipawns;
    if (training->result != FM_RESULT_NONE) {
        at = fm_put_words(at, " c9 \"");
        at = fm_put_words(at, fm_result_names[fm_result_index(training->result)]);
        at = fm_put_words(at, "\";");
    }
    if (!training->has_score)
        return at;
    at = fm_put_words(at, score < 0 ? " ce -" : " ce ");
    at = fm_put_u64(at, (uint64_t)(score < 0 ? -score : score));
    return fm_put_words(at, ";");
}

enum fm_status fm_training_put(const struct fm_training *training, bool black, struct fm_buf *out)
{
    FM_TRY(fm_buf_reserve(out, FM_TRAINING_MAX));
    out->n = (size_t)(fm_training_write(training, black, out->p + out->n) - out->p);
    return FM_OK;
}
