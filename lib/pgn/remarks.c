/* SPDX-License-Identifier: MIT */
/* The text of comments, and NAGs: see remarks.h. */
#include <config.h>
#include "pgn/remarks.h"
#include "base/hash.h"
#include "pgn/bytes.h"
#include "pgn/comment.h"
#include "pgn/lexer.h"
#include "pgn/symbols.h"
#include "pgn/write_moves.h"

/* The next comment or NAG; false at the next move, or where the line ends. */
static bool next_remark(struct fm_lexer *lexer, enum fm_token *token)
{
    for (;;) {
        *token = fm_lexer_next(lexer);
        switch (*token) {
        case FM_TOKEN_COMMENT:
        case FM_TOKEN_NAG:
            return true;
        case FM_TOKEN_OPEN:
            fm_lexer_skip_variation(lexer);
            break;
        case FM_TOKEN_RESULT:
        case FM_TOKEN_UNKNOWN:
            break;
        case FM_TOKEN_END:
        case FM_TOKEN_MOVE:
        case FM_TOKEN_CLOSE:
            return false;
        }
    }
}

static struct fm_lexer lexer_of(struct fm_text after)
{
    return (struct fm_lexer){.at = after.p, .end = after.p + after.n};
}

/* The bytes that may be cut at the ends of a comment. */
static const char blanks[] = " \t\n\r";

/* Append a part of a comment. @param begin  of all comments: no blank is first, or after another
 * where parts meet. */
static enum fm_status put_part(struct fm_text part, size_t begin, struct fm_buf *out)
{
    if (out->n == begin || fm_byte_in(out->p[out->n - 1], blanks))
        while (part.n > 0 && fm_byte_in(*part.p, blanks))
            part = fm_text_after(part, 1);
    FM_TRY(fm_buf_reserve(out, part.n));
    for (size_t i = 0; i < part.n; i++)
        if (part.p[i] != '\r' || i + 1 == part.n || part.p[i + 1] != '\n')
            out->p[out->n++] = part.p[i];
    return FM_OK;
}

enum fm_status fm_remarks_put_comments(struct fm_text after, bool commands, struct fm_buf *out)
{
    const size_t begin = out->n;
    struct fm_lexer lexer = lexer_of(after);
    enum fm_token token;
    while (after.n > 0 && next_remark(&lexer, &token)) {
        const unsigned char *p = lexer.text.p, *const end = p + lexer.text.n, *close;
        if (token != FM_TOKEN_COMMENT)
            continue;
        if (out->n > begin && !commands)
            FM_TRY(fm_buf_append(out, " ", 1));
        for (; p < end; p = close) {
            const unsigned char *const command = fm_comment_command(p, end, &close);
            FM_TRY(commands ? fm_buf_append(out, command, (size_t)(close - command))
                            : put_part(fm_text_between(p, command), begin, out));
        }
        while (out->n > begin && !commands && fm_byte_in(out->p[out->n - 1], blanks))
            out->n--;
    }
    return FM_OK;
}

enum fm_status fm_remarks_put_nags(struct fm_text after, bool of_move, struct fm_buf *out)
{
    enum { NAGS = 256 };
    bool has[NAGS] = {false};
    struct fm_lexer lexer = lexer_of(after);
    enum fm_token token;
    const unsigned char *glyph = after.p;
    while (of_move && fm_byte_in(glyph[-1], "!?"))
        glyph--;
    has[fm_nag_of_glyph(fm_text_between(glyph, after.p))] = true;
    while (after.n > 0 && next_remark(&lexer, &token))
        has[token == FM_TOKEN_NAG ? lexer.number : 0] = true;
    has[0] = false; /* the null annotation */
    const char *before = "$";
    for (unsigned nag = 0; nag < NAGS; nag++) {
        if (!has[nag])
            continue;
        FM_TRY(fm_buf_append_words(out, before));
        FM_TRY(fm_buf_append_u64(out, nag));
        before = " $";
    }
    return FM_OK;
}

static void add_nag(unsigned nag, struct fm_annotation_sum *sum)
{
    sum->nags += fm_hash_mix(nag + 1);
}

static void add_comment(struct fm_text text, struct fm_annotation_sum *sum)
{
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        if (c <= ' ' || c >= 0x7F || fm_byte_in(c, "(){}[]-"))
            continue;
        sum->text += fm_hash_mix(c);
        sum->bytes++;
    }
}

void fm_annotations_add(struct fm_text text, struct fm_annotation_sum *sum)
{
    struct fm_lexer lexer = lexer_of(text);
    enum fm_token token = FM_TOKEN_MOVE;
    while (text.n > 0 && (token = fm_lexer_next(&lexer)) != FM_TOKEN_END) {
        unsigned nag = 0, symbol = 0;
        if (token == FM_TOKEN_MOVE) {
            nag = fm_movetext_marks(lexer.text);
            symbol = fm_symbol_after(lexer.text);
        } else if (token == FM_TOKEN_UNKNOWN || token == FM_TOKEN_RESULT) {
            symbol = fm_symbol_nag(lexer.text, sum->follows);
        }
        if (nag != 0 || token == FM_TOKEN_NAG)
            add_nag(token == FM_TOKEN_NAG ? lexer.number : nag, sum);
        if (symbol != 0)
            add_nag(symbol, sum);
        else if (token == FM_TOKEN_COMMENT || token == FM_TOKEN_UNKNOWN ||
                 (token == FM_TOKEN_RESULT && *lexer.text.p != '*'))
            add_comment(lexer.text, sum);
        sum->follows =
            token == FM_TOKEN_MOVE || (sum->follows && (token == FM_TOKEN_NAG || symbol != 0));
    }
}
